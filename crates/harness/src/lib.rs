#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod certificates;
mod nats;
mod nginx;
mod postgres;
mod process;

use std::io;
use std::net::TcpListener;

use thiserror::Error;

pub use certificates::Certificates;
pub use nats::Nats;
pub use nginx::Nginx;
pub use postgres::Postgres;

/// Why a server did not start.
#[derive(Debug, Error)]
pub enum HarnessError {
    /// The program is not there.
    #[error("{program} was not found; install it, as with: apt-get install {package}")]
    Missing {
        /// The program.
        program: &'static str,
        /// Debian's package that has it.
        package: &'static str,
    },
    /// It was started and ended, or never answered.
    #[error("{program} did not come up: {log}")]
    Silent {
        /// The program.
        program: &'static str,
        /// The end of what it told.
        log: String,
    },
    /// A folder, a port or a process could not be had.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Are tests that need these servers left out? Only when `CROWNHEAD_SKIP_SERVICES` says so, and they say it too.
pub fn skips() -> bool {
    let skips = std::env::var_os("CROWNHEAD_SKIP_SERVICES").is_some_and(|value| value == "1");
    if skips {
        eprintln!("left out, because CROWNHEAD_SKIP_SERVICES=1");
    }
    skips
}

/// A port that is free now. Somebody else might take it, but the system hands out others first.
fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
