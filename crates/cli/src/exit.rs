//! Exit codes.

use std::io;
use std::process::ExitCode;

use crownhead_engine::{WeightsFileError, WeightsProblem};

/// How the program ends. The numbers are promised to scripts; clap ends with 2 for wrong usage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Success = 0,
    /// The work was done and it found faults.
    Faults = 1,
    /// Something given to the program was wrong.
    BadInput = 3,
    /// A file or stream failed.
    Io = 4,
}

/// Shown at the end of the help.
pub(crate) const HELP: &str = "Exit codes:
  0  all went well
  1  done, and faults were found
  2  wrong usage
  3  bad input, such as a FEN that cannot be read
  4  a file could not be read or written";

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

/// Has the reader of our output gone away? That is no fault.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().filter_map(|cause| cause.downcast_ref()).any(is_pipe)
}
