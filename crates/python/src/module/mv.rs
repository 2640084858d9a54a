//! Moves.

use crownhead_board::Move as BoardMove;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::error::IllegalMoveError;

/// A move: a step, or a jump with its route. Jumps with the same squares and captures are equal, whatever their route.
#[pyclass(frozen, eq, ord, hash, from_py_object, module = "crownhead")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Move(pub(super) BoardMove);

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str) -> PyResult<Move> {
        let wrong = |error| IllegalMoveError::new_err(format!("\"{text}\": {error}"));
        text.parse().map(Move).map_err(wrong)
    }

    #[getter(from_square)]
    fn start(&self) -> Option<u8> {
        self.0.from().map(|square| square.number())
    }

    #[getter(to_square)]
    fn end(&self) -> Option<u8> {
        self.0.to().map(|square| square.number())
    }

    #[getter]
    fn route<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.route().iter().map(|square| square.number()))
    }

    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.captured().into_iter().map(|square| square.number()).collect::<Vec<u8>>())
    }

    #[getter]
    fn is_jump(&self) -> bool {
        self.0.is_jump()
    }

    /// The move with every square, such as 18x9x2.
    fn pdn(&self) -> String {
        self.0.route_text().to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.pdn())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.pdn(),)
    }
}
