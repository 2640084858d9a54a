//! Ballots and the names of openings.

use crownhead_board::{Game, Rules};
use crownhead_engine as engine;
use pyo3::prelude::*;

use super::board::Board;
use super::mv::Move;

/// One of the 174 three-move ballots.
#[pyclass(frozen, get_all, skip_from_py_object, module = "crownhead")]
#[derive(Clone)]
pub(super) struct Ballot {
    number: u16,
    name: Option<&'static str>,
    moves: Vec<Move>,
    is_playable: bool,
    text: String,
}

#[pymethods]
impl Ballot {
    /// The game after the three moves.
    fn board(&self) -> PyResult<Board> {
        let mut game = Game::new();
        for mv in &self.moves {
            game.play(mv.0).map_err(|error| super::CrownheadError::new_err(error.to_string()))?;
        }
        Ok(Board(game))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Ballot('{}')", self.text)
    }
}

/// The three-move ballots: the 156 that are played, or all 174.
#[pyfunction]
#[pyo3(signature = (*, barred=false))]
pub(super) fn ballots(barred: bool) -> Vec<Ballot> {
    let ballots = engine::three_move_ballots().iter().filter(|ballot| barred || ballot.is_playable());
    ballots
        .map(|ballot| Ballot {
            number: ballot.number(),
            name: ballot.name(),
            moves: ballot.moves().map(Move).to_vec(),
            is_playable: ballot.is_playable(),
            text: ballot.to_string(),
        })
        .collect()
}

/// The eleven-man ballots: a man of each side removed, and two moves made.
#[pyfunction]
pub(super) fn eleven_man_ballots() -> Vec<Board> {
    engine::eleven_man_ballots()
        .into_iter()
        .map(|pos| Board(Game::from_position(pos, Rules::OFFICIAL)))
        .collect()
}

/// The name of a game's opening, if it has one.
#[pyfunction]
pub(super) fn opening_name(board: &Board) -> Option<&'static str> {
    engine::opening_name_of(&board.0)
}
