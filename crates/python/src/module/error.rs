//! Errors, with the words of the libraries.

use std::error::Error;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    crownhead,
    CrownheadError,
    PyValueError,
    "What cannot be done; every error of the package is one."
);
create_exception!(crownhead, FenError, CrownheadError, "A text or bits that are not a position.");
create_exception!(crownhead, RulesError, CrownheadError, "A text that names no rules.");
create_exception!(
    crownhead,
    IllegalMoveError,
    CrownheadError,
    "A move that is not legal, or cannot be read."
);
create_exception!(crownhead, GameOverError, IllegalMoveError, "There are no moves: the game is over.");
create_exception!(crownhead, PdnError, CrownheadError, "A game in a file that cannot be read or replayed.");
create_exception!(crownhead, EndgameError, CrownheadError, "An endgame database that cannot be used.");

/// An error with what lies under it, in one line.
pub(super) fn told(error: &dyn Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| (*cause).source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
