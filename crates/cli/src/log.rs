//! The log, which goes to a file: a screen has no place for it.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context;
use clap::ValueEnum;
use tracing_subscriber::fmt::MakeWriter;

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// An object of JSON on each line, for programs.
    Json,
}

/// Adds everything that is logged from now on to a file.
pub(crate) fn to_file(path: &Path, format: LogFormat) -> anyhow::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.with_context(|| format!("the log {}", path.display()))?;
    write_to(Mutex::new(file), format);
    Ok(())
}

/// Writes everything that is logged from now on to the error stream, as services do.
#[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "only a server logs there"))]
pub(crate) fn to_error_stream(format: LogFormat) {
    write_to(io::stderr, format);
}

fn write_to(writer: impl for<'a> MakeWriter<'a> + Send + Sync + 'static, format: LogFormat) {
    let log = tracing_subscriber::fmt().with_writer(writer).with_ansi(false);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    tracing::info!("crownhead {}", env!("CARGO_PKG_VERSION"));
}
