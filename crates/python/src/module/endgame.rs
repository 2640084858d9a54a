//! Endings whose value is known.

use std::path::PathBuf;
use std::sync::Arc;

use crownhead_endgame::{Database, Verdict as EndgameVerdict};
use pyo3::prelude::*;

use super::board::Board;
use super::error::{EndgameError, told};

/// The value of an ending for the side to move, and the plies to the end of the game.
#[pyclass(frozen, eq, get_all, skip_from_py_object, module = "crownhead")]
#[derive(Clone, PartialEq)]
pub(super) struct Verdict {
    value: String,
    plies: Option<u16>,
    text: String,
}

#[pymethods]
impl Verdict {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Verdict('{}')", self.text)
    }
}

impl From<EndgameVerdict> for Verdict {
    fn from(verdict: EndgameVerdict) -> Verdict {
        Verdict { value: verdict.value.to_string(), plies: verdict.plies, text: verdict.to_string() }
    }
}

/// The endings of two to four pieces, and those in the files of a folder.
#[pyclass(frozen, module = "crownhead")]
pub(super) struct Endgames(pub(super) Arc<Database>);

#[pymethods]
impl Endgames {
    #[new]
    fn new(folder: PathBuf) -> PyResult<Endgames> {
        let database = Database::open(&folder).map_err(|error| EndgameError::new_err(told(&error)))?;
        Ok(Endgames(Arc::new(database)))
    }

    #[getter]
    fn max_pieces(&self) -> u8 {
        self.0.max_pieces()
    }

    /// What is known of a position by the official rules; None if nothing is.
    fn probe(&self, py: Python<'_>, board: &Board) -> PyResult<Option<Verdict>> {
        probe_in(py, &self.0, board)
    }
}

/// What the endings of two to four pieces say about a position.
#[pyfunction]
pub(super) fn probe(py: Python<'_>, board: &Board) -> PyResult<Option<Verdict>> {
    probe_in(py, Database::shipped(), board)
}

fn probe_in(py: Python<'_>, database: &Database, board: &Board) -> PyResult<Option<Verdict>> {
    if !board.0.rules().is_official() {
        return Err(EndgameError::new_err("endings are known by the official rules alone"));
    }
    let pos = *board.0.position();
    let verdict =
        py.detach(|| database.verdict(&pos)).map_err(|error| EndgameError::new_err(told(&error)))?;
    Ok(verdict.map(Verdict::from))
}
