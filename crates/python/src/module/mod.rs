//! The module `crownhead._crownhead`, which the package makes its own.

mod board;
mod endgame;
mod engine;
mod error;
mod mv;
mod openings;
mod pdn;
mod vec;

use crownhead_board::Color;
use pyo3::prelude::*;

use error::CrownheadError;

#[pymodule]
mod _crownhead {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::board::{Bits, Board, Outcome};
    #[pymodule_export]
    use super::endgame::{Endgames, Verdict, probe};
    #[pymodule_export]
    use super::engine::{Analysis, Engine, Line, Report, Score};
    #[pymodule_export]
    use super::error::{
        CrownheadError, EndgameError, FenError, GameOverError, IllegalMoveError, PdnError, RulesError,
    };
    #[pymodule_export]
    use super::mv::Move;
    #[pymodule_export]
    use super::openings::{Ballot, ballots, eleven_man_ballots, opening_name};
    #[pymodule_export]
    use super::pdn::{PdnReader, Record, open_pdn, read_pdn};
    #[pymodule_export]
    use super::vec::VecCheckers;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("N_ACTIONS", crate::N_ACTIONS)?;
        module.add("N_HOPS", crate::N_HOPS)
    }
}

/// A side as Python writes it.
const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A side that Python wrote.
fn read_color(name: &str) -> PyResult<Color> {
    let color = Color::ALL.into_iter().find(|color| color_name(*color) == name);
    color.ok_or_else(|| {
        CrownheadError::new_err(format!("\"{name}\" is not a side; it is \"black\" or \"white\""))
    })
}
