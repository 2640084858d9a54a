//! Boards: a game that is played move by move.

use crownhead_board::{
    Bitboard, Color, DrawReason, Game, Outcome as GameOutcome, Perft, PieceStyle, PlayError, Position, Rules,
    Setup, Square, State, WinReason,
};
use crownhead_pdn::{MoveText, Record as PdnRecord};
use crownhead_study::picture::{self, Look};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use super::error::{CrownheadError, FenError, GameOverError, IllegalMoveError, RulesError};
use super::mv::Move;
use super::pdn::Record;
use super::{color_name, read_color};
use crate::{Actions, N_ACTIONS, N_PLANES, PLANES_LEN, planes};

/// A game of checkers, from any position by any rules.
#[pyclass(skip_from_py_object, module = "crownhead")]
#[derive(Clone)]
pub(super) struct Board(pub(super) Game);

/// What is kept of a board: the start, the rules and the moves.
type Kept = (String, String, Vec<Move>);

/// How a game ended.
#[pyclass(frozen, eq, get_all, skip_from_py_object, module = "crownhead")]
#[derive(Clone, PartialEq)]
pub(super) struct Outcome {
    /// The side that has won; None for a draw.
    winner: Option<&'static str>,
    /// Why: no_pieces, no_moves, repetition or forty_moves, and what a game file says.
    termination: &'static str,
    text: String,
}

/// The bits of a position.
#[pyclass(frozen, eq, get_all, skip_from_py_object, module = "crownhead")]
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Bits {
    black: u64,
    white: u64,
    kings: u64,
}

#[pymethods]
impl Bits {
    fn __repr__(&self) -> String {
        format!("Bits(black={:#x}, white={:#x}, kings={:#x})", self.black, self.white, self.kings)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        [self.black, self.white, self.kings].into_pyobject(py)?.call_method0("__iter__")
    }
}

#[pymethods]
impl Outcome {
    /// The result as game files have it, Black's number first.
    fn result(&self) -> &'static str {
        match self.winner {
            Some("black") => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Outcome('{}')", self.text)
    }
}

impl From<GameOutcome> for Outcome {
    fn from(outcome: GameOutcome) -> Outcome {
        let termination = match outcome {
            GameOutcome::Win(_, WinReason::NoPieces) => "no_pieces",
            GameOutcome::Win(_, WinReason::NoMoves) => "no_moves",
            GameOutcome::Win(_, WinReason::Resignation) => "resignation",
            GameOutcome::Win(_, WinReason::Time) => "time",
            GameOutcome::Win(_, WinReason::Forfeit) => "forfeit",
            GameOutcome::Draw(DrawReason::Agreement) => "agreement",
            GameOutcome::Draw(DrawReason::Repetition) => "repetition",
            GameOutcome::Draw(DrawReason::FortyMoves) => "forty_moves",
        };
        Outcome { winner: outcome.winner().map(color_name), termination, text: outcome.to_string() }
    }
}

/// Which bit is which square.
#[derive(FromPyObject)]
enum Layout {
    Named(String),
    Bits(Vec<u32>),
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::Named("row-major".to_owned())
    }
}

impl Layout {
    /// The bit of each square, from square 1 to 32.
    fn bits(&self) -> PyResult<[u32; 32]> {
        let wrong = |what: String| {
            let right =
                "a layout is \"row-major\", \"board64\", or the bit of each of the 32 squares, from 0 to 63";
            Err(CrownheadError::new_err(format!("{what}; {right}")))
        };
        let bits = match self {
            Layout::Named(name) if name == "row-major" => Square::ALL.map(|square| square.index() as u32),
            Layout::Named(name) if name == "board64" => {
                Square::ALL.map(|square| (square.row() * 8 + square.column()) as u32)
            }
            Layout::Named(name) => return wrong(format!("\"{name}\" is not a layout")),
            Layout::Bits(bits) => match <[u32; 32]>::try_from(bits.as_slice()) {
                Ok(bits) => bits,
                Err(_) => return wrong(format!("{} numbers are not a layout", bits.len())),
            },
        };
        let all = bits.iter().fold(0u64, |all, bit| all | 1u64.checked_shl(*bit).unwrap_or(0));
        if all.count_ones() == 32 { Ok(bits) } else { wrong("a bit stands twice or is too large".to_owned()) }
    }

    fn write(&self, set: Bitboard) -> PyResult<u64> {
        let bits = self.bits()?;
        Ok(set.into_iter().fold(0, |word, square| word | 1 << bits[square.index()]))
    }

    fn read(&self, word: u64) -> PyResult<Bitboard> {
        let bits = self.bits()?;
        let set = Square::ALL.into_iter().filter(|square| word >> bits[square.index()] & 1 == 1).collect();
        if self.write(set)? == word {
            Ok(set)
        } else {
            Err(FenError::new_err(format!("{word:#x} has bits that are no squares of the layout")))
        }
    }
}

fn read_position(fen: Option<&str>) -> PyResult<Position> {
    fen.map_or(Ok(Position::START), |fen| fen.parse().map_err(|error| FenError::new_err(format!("{error}"))))
}

fn read_rules(rules: &str) -> PyResult<Rules> {
    rules.parse().map_err(|error| RulesError::new_err(format!("{error}")))
}

/// The state that a FEN and rules describe.
pub(super) fn read_state(fen: Option<&str>, rules: &str) -> PyResult<State> {
    Ok(State::new(read_position(fen)?, read_rules(rules)?))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None, *, rules="official"))]
    fn new(fen: Option<&str>, rules: &str) -> PyResult<Board> {
        Ok(Board(Game::from_state(read_state(fen, rules)?)))
    }

    #[staticmethod]
    #[pyo3(signature = (black, white, kings=0, *, turn="black", layout=None, rules="official"))]
    fn from_bits(
        black: u64,
        white: u64,
        kings: u64,
        turn: &str,
        layout: Option<Layout>,
        rules: &str,
    ) -> PyResult<Board> {
        let layout = layout.unwrap_or_default();
        let [black, white, kings] = [layout.read(black)?, layout.read(white)?, layout.read(kings)?];
        let setup = Setup { black, white, kings, turn: Some(read_color(turn)?) };
        let pos = Position::try_from(setup)
            .map_err(|error| FenError::new_err(format!("not a position: {error}")))?;
        Ok(Board(Game::from_position(pos, read_rules(rules)?)))
    }

    #[getter]
    fn turn(&self) -> &'static str {
        color_name(self.0.position().turn())
    }

    #[getter]
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    #[getter]
    fn black(&self) -> u32 {
        self.0.position().black().to_row_major()
    }

    #[getter]
    fn white(&self) -> u32 {
        self.0.position().white().to_row_major()
    }

    #[getter]
    fn kings(&self) -> u32 {
        self.0.position().kings().to_row_major()
    }

    #[pyo3(signature = (layout=None))]
    fn bits(&self, layout: Option<Layout>) -> PyResult<Bits> {
        let layout = layout.unwrap_or_default();
        let pos = self.0.position();
        let [black, white, kings] = [pos.black(), pos.white(), pos.kings()].map(|set| layout.write(set));
        Ok(Bits { black: black?, white: white?, kings: kings? })
    }

    /// The piece on a square, from 1 to 32: b, w, B or W, or None.
    fn piece_at(&self, square: u8) -> PyResult<Option<char>> {
        let wrong = || PyIndexError::new_err(format!("there is no square {square}; squares are 1 to 32"));
        let piece = self.0.position().piece_at(Square::new(square).ok_or_else(wrong)?);
        Ok(piece.map(|piece| PieceStyle::LETTERS.symbol(Some(piece))))
    }

    /// The legal moves, each route of a jump by itself; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves().iter().map(|mv| Move(*mv)).collect()
    }

    fn is_legal(&self, r#move: Move) -> bool {
        self.0.legal_moves().contains(&r#move.0)
    }

    /// The moves played so far.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.0.moves().map(Move).collect()
    }

    /// The number of moves played so far.
    fn ply(&self) -> usize {
        self.0.moves().len()
    }

    /// Plays a legal move.
    fn push(&mut self, r#move: Move) -> PyResult<()> {
        self.0.play(r#move.0).map_err(|error| match error {
            PlayError::Over(_) => GameOverError::new_err(error.to_string()),
            PlayError::Illegal(mv) => {
                let why = self.0.state().explain_illegal(&mv.route());
                IllegalMoveError::new_err(format!("{}: {why}", mv.route_text()))
            }
            error => IllegalMoveError::new_err(error.to_string()),
        })
    }

    /// Plays a move as people type it, and returns it.
    fn push_pdn(&mut self, text: &str) -> PyResult<Move> {
        let mv = self.parse_pdn(text)?;
        self.push(mv)?;
        Ok(mv)
    }

    /// The legal move that a text means.
    fn parse_pdn(&self, text: &str) -> PyResult<Move> {
        let mv =
            self.0.state().parse_move(text).map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
        Ok(Move(mv))
    }

    /// A legal move as text: short, unless that could be another one.
    fn pdn(&self, r#move: Move) -> PyResult<String> {
        let mv = r#move.0;
        if !self.0.state().is_legal(mv) {
            let why = self.0.state().explain_illegal(&mv.route());
            return Err(IllegalMoveError::new_err(format!("{}: {why}", mv.route_text())));
        }
        Ok(MoveText::for_move(self.0.state(), mv).map_or_else(|| mv.to_string(), |text| text.to_string()))
    }

    /// Takes the last move back, and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        self.0.undo().map(Move).ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    /// The last move.
    fn peek(&self) -> PyResult<Move> {
        self.0.moves().next_back().map(Move).ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    fn fen(&self) -> String {
        self.0.position().to_string()
    }

    /// The same game, which can be changed by itself.
    fn copy(&self) -> Board {
        self.clone()
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.clone()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Kept)> {
        let game = &slf.borrow().0;
        let restore = slf.get_type().getattr("_restore")?.unbind();
        Ok((restore, (game.start().to_string(), game.rules().to_string(), game.moves().map(Move).collect())))
    }

    #[staticmethod]
    fn _restore(fen: &str, rules: &str, moves: Vec<Move>) -> PyResult<Board> {
        let mut board = Board::new(Some(fen), rules)?;
        moves.into_iter().try_for_each(|mv| board.push(mv))?;
        Ok(board)
    }

    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// How the game ended; None while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Outcome::from)
    }

    /// The result as game files have it, Black's number first; * while the game goes on.
    fn result(&self) -> &'static str {
        self.outcome().map_or("*", |outcome| outcome.result())
    }

    /// Plies since the last capture or move of a man.
    fn quiet_plies(&self) -> u32 {
        self.0.quiet_plies()
    }

    /// How often the position has occurred, this time included.
    fn occurrences(&self) -> usize {
        self.0.occurrences()
    }

    /// A 64-bit hash of position and rules that is the same on every machine.
    #[getter]
    fn key(&self) -> u64 {
        self.0.state().key()
    }

    /// The number of ways to play some plies.
    #[pyo3(signature = (depth, *, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        if self.0.state().is_mid_turn() {
            return Err(CrownheadError::new_err("perft counts from the beginning of a turn"));
        }
        let (pos, perft) =
            (*self.0.position(), Perft { rules: *self.0.rules(), threads, ..Perft::default() });
        Ok(py.detach(|| perft.count(&pos, depth)))
    }

    /// The record of the game, to be written as PDN.
    #[pyo3(signature = (tags=None))]
    fn record(&self, tags: Option<Vec<(String, String)>>) -> PyResult<Record> {
        Record::with_tags(PdnRecord::from_game(&self.0), tags.unwrap_or_default())
    }

    /// The board as planes: own men, own kings, the other side's men and kings, seen by the side to move.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (pos, mut out) = (self.0.position(), [0; PLANES_LEN]);
        let turn = pos.turn();
        planes(turn, [pos.pieces(turn), pos.pieces(!turn), pos.kings()], &mut out);
        PyArray1::from_slice(py, &out).reshape([N_PLANES, 8, 8])
    }

    /// Which actions are legal.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = [false; N_ACTIONS];
        for mv in self.0.legal_moves() {
            mask[usize::from(self.number(mv))] = true;
        }
        PyArray1::from_slice(py, &mask)
    }

    /// The number of a move, as the side to move sees it.
    fn action(&self, r#move: Move) -> u16 {
        self.number(r#move.0)
    }

    /// The legal move with a number.
    fn action_move(&self, action: i64) -> PyResult<Move> {
        let legal = self.0.legal_moves();
        let mv = legal.iter().find(|mv| i64::from(self.number(**mv)) == action);
        mv.map(|mv| Move(*mv)).ok_or_else(|| {
            IllegalMoveError::new_err(format!(
                "action {action} is not legal here; action_mask() says which ones are"
            ))
        })
    }

    /// Plays the move with a number, and returns it.
    fn push_action(&mut self, action: i64) -> PyResult<Move> {
        let mv = self.action_move(action)?;
        self.push(mv)?;
        Ok(mv)
    }

    /// A move as OpenSpiel's actions, one for each hop.
    fn hops(&self, r#move: Move) -> Vec<u16> {
        Actions::shared().hops(self.0.position().turn(), self.number(r#move.0)).to_vec()
    }

    /// The legal move that OpenSpiel's actions make.
    fn hops_move(&self, hops: Vec<u16>) -> PyResult<Move> {
        let legal = self.0.legal_moves();
        let mv = legal.iter().find(|mv| self.hops(Move(**mv)) == hops);
        mv.map(|mv| Move(*mv)).ok_or_else(|| {
            IllegalMoveError::new_err(format!(
                "the hops {hops:?} are no legal move here; give all hops of a jump"
            ))
        })
    }

    /// The board as a picture.
    #[pyo3(signature = (*, side="white", numbers=true, size=360))]
    fn svg(&self, side: &str, numbers: bool, size: usize) -> PyResult<String> {
        Ok(picture::svg(self.0.position(), Look { side: read_color(side)?, numbers, size }))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(color_name(Color::White), true, 360)
    }

    fn __str__(&self) -> String {
        self.0.position().draw(PieceStyle::LETTERS)
    }

    fn __repr__(&self) -> String {
        let rules = match self.0.rules() {
            rules if rules.is_official() => String::new(),
            rules => format!(", rules='{rules}'"),
        };
        format!("Board('{}'{rules})\n{}", self.fen(), self.__str__().trim_end())
    }

    fn __eq__(&self, other: &Board) -> bool {
        self.0.state() == other.0.state()
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }
}

impl Board {
    fn number(&self, mv: crownhead_board::Move) -> u16 {
        Actions::shared().number(self.0.position().turn(), mv)
    }
}
