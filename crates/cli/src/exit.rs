//! Exit codes.

use std::io;
use std::process::ExitCode;

use crownhead_engine::{WeightsFileError, WeightsProblem};

/// How the program ends. Scripts rely on the numbers; clap exits with 2 for wrong usage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Success.
    Success = 0,
    /// Done, and errors were found in what was checked.
    Faults = 1,
    /// Bad input.
    BadInput = 3,
    /// A file or connection failed.
    Io = 4,
}

/// What the codes mean.
pub(crate) const CODES: &[(&str, &str)] = &[
    ("0", "success"),
    ("1", "done, and errors were found in what was checked"),
    ("2", "wrong usage"),
    ("3", "bad input, such as a FEN that cannot be read"),
    ("4", "a file or connection failed"),
];

/// The same for the end of the help.
pub(crate) fn help() -> String {
    let lines: Vec<String> = CODES.iter().map(|(code, text)| format!("  {code}  {text}")).collect();
    format!("Exit codes:\n{}", lines.join("\n"))
}

impl Exit {
    /// The code for an error that reached the top.
    pub(crate) fn of_error(error: &anyhow::Error) -> Exit {
        let is_weights = |error: &WeightsFileError| matches!(error.problem, WeightsProblem::Io(_));
        let is_io = error
            .chain()
            .any(|cause| cause.is::<io::Error>() || cause.downcast_ref().is_some_and(is_weights));
        if is_io { Exit::Io } else { Exit::BadInput }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Has the reader of our output gone away? That is not an error.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(is_pipe)
}
