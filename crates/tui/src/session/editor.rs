//! Setting up a position.

use std::fmt;

use crownhead_board::{Color, Piece, Position, Role, Setup, SetupError, Square};

/// A position that is being set up.
#[derive(Clone, Debug, PartialEq)]
pub struct Editor {
    setup: Setup,
}

impl Editor {
    /// Begins with a position.
    pub fn new(pos: &Position) -> Editor {
        Editor { setup: pos.setup() }
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.setup.piece_at(square)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.setup.turn.unwrap_or(Color::Black)
    }

    /// Puts a piece on a square, or empties it.
    pub(super) fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.setup.put(square, piece);
    }

    /// The next thing that can stand on a square.
    pub(crate) fn next_piece(&self, square: Square) -> Option<Piece> {
        match self.piece_at(square) {
            None => Some(Role::Man.of(Color::Black)),
            Some(Piece { color, role: Role::Man }) => Some(Role::King.of(color)),
            Some(Piece { color: Color::Black, .. }) => Some(Role::Man.of(Color::White)),
            Some(_) => None,
        }
    }

    pub(super) fn set_turn(&mut self, turn: Color) {
        self.setup.turn = Some(turn);
    }

    pub(super) fn clear(&mut self) {
        self.setup = Setup { turn: Some(self.turn()), ..Setup::default() };
    }

    pub(super) fn fill(&mut self) {
        self.setup = Position::START.setup();
    }

    pub(super) fn position(&self) -> Result<Position, SetupError> {
        Position::try_from(self.setup)
    }
}

/// As FEN, whether it can be played or not.
impl fmt::Display for Editor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup.fmt(f)
    }
}
