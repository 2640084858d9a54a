//! The log, which goes to a file: a screen has no place for it.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Context;

/// Adds everything that is logged from now on to a file.
pub(crate) fn to_file(path: &Path) -> anyhow::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.with_context(|| format!("the log {}", path.display()))?;
    tracing_subscriber::fmt().with_writer(Mutex::new(file)).with_ansi(false).init();
    tracing::info!("crownhead {}", env!("CARGO_PKG_VERSION"));
    Ok(())
}
