//! The log, which goes to a file because the screen has no place for it.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::Context;
use clap::{Args, ValueEnum};
use tracing_subscriber::fmt::MakeWriter;

/// Log format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Plain lines.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Where a service logs to, and how.
#[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "only services log so"))]
#[derive(Debug, Args)]
pub(crate) struct LogArgs {
    /// Log file [default: standard error; without a format, warnings alone].
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Log format.
    #[arg(long, value_enum, value_name = "FORMAT")]
    log_format: Option<LogFormat>,
}

#[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "only services log so"))]
impl LogArgs {
    /// Starts the log, if one was asked for.
    pub(crate) fn start(&self) -> anyhow::Result<()> {
        match (&self.log, self.log_format) {
            (Some(path), format) => to_file(path, format.unwrap_or_default())?,
            (None, Some(format)) => write_to(io::stderr, format),
            (None, None) => {
                let log = tracing_subscriber::fmt().with_writer(io::stderr).with_ansi(false);
                log.with_max_level(tracing::Level::WARN).init();
            }
        }
        Ok(())
    }
}

/// Adds everything that is logged from now on to a file.
pub(crate) fn to_file(path: &Path, format: LogFormat) -> anyhow::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.with_context(|| format!("the log {}", path.display()))?;
    write_to(Mutex::new(file), format);
    Ok(())
}

fn write_to(writer: impl for<'a> MakeWriter<'a> + Send + Sync + 'static, format: LogFormat) {
    let log = tracing_subscriber::fmt().with_writer(writer).with_ansi(false);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    tracing::info!("crownhead {}", env!("CARGO_PKG_VERSION"));
}
