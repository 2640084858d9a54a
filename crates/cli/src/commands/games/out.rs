//! Where games are written.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::Context;

/// A new file or standard output, with an empty line between two games.
pub(super) struct Out {
    target: Target,
    is_empty: bool,
}

enum Target {
    File(BufWriter<File>),
    Standard(io::Stdout),
}

impl Out {
    /// A file that must not exist yet; - is standard output.
    pub(super) fn create(file: &Path) -> anyhow::Result<Out> {
        let target = match file.to_str() {
            Some("-") => Target::Standard(io::stdout()),
            _ => Target::File(BufWriter::new(
                File::create_new(file).with_context(|| file.display().to_string())?,
            )),
        };
        Ok(Out { target, is_empty: true })
    }

    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        let before = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        match &mut self.target {
            Target::File(file) => write!(file, "{before}{text}"),
            Target::Standard(out) => write!(out, "{before}{text}"),
        }
    }

    /// Waits until everything is on the disk.
    pub(super) fn finish(self) -> io::Result<()> {
        match self.target {
            Target::File(file) => file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all(),
            Target::Standard(mut out) => out.flush(),
        }
    }
}
