//! Standard output, where it can fail: a pipe is closed, a disk is full. And standard error, where nobody is left to be told.

use std::io::{self, Write};

use crate::style;

/// Prints a text. Colors are left out where nobody sees them.
pub(crate) fn print(text: impl AsRef<str>) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_ref().as_bytes())?;
    out.flush()
}

/// Prints a line.
pub(crate) fn print_line(text: impl std::fmt::Display) -> io::Result<()> {
    print(format!("{text}\n"))
}

/// Tells a person something on standard error. Where it cannot be written, nobody reads it, and the work goes on.
pub(crate) fn tell(text: impl std::fmt::Display) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

/// Tells what went wrong, with all that lies behind it.
pub(crate) fn tell_error(error: &anyhow::Error) {
    tell(format_args!("{}error:{} {error:#}", style::ERROR, style::ERROR.render_reset()));
}
