//! Setting up a position.

use crownhead_board::{Color, Piece, Position, Setup, SetupError, Square};

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
        let is_king = self.setup.kings.contains(square);
        let stands = |color: &Color| self.setup.pieces(*color).contains(square);
        Color::ALL.into_iter().find(stands).map(|color| Piece { color, is_king })
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.setup.turn.unwrap_or(Color::Black)
    }

    pub(crate) fn put(&mut self, square: Square, letter: char) {
        let piece = Color::from_letter(letter).map(|color| Piece { color, is_king: letter.is_uppercase() });
        self.setup.put(square, piece);
    }

    /// Changes what stands on a square to the next thing that can stand there.
    pub(crate) fn cycle(&mut self, square: Square) {
        const ORDER: [char; 5] = ['.', 'b', 'B', 'w', 'W'];
        let letter = match self.piece_at(square) {
            None => '.',
            Some(Piece { color, is_king: true }) => color.letter(),
            Some(Piece { color, is_king: false }) => color.letter().to_ascii_lowercase(),
        };
        let here = ORDER.iter().position(|other| *other == letter).unwrap_or(0);
        self.put(square, ORDER[(here + 1) % ORDER.len()]);
    }

    pub(crate) fn change_turn(&mut self) {
        self.setup.turn = Some(!self.turn());
    }

    pub(crate) fn clear(&mut self) {
        self.setup = Setup { turn: Some(self.turn()), ..Setup::default() };
    }

    pub(crate) fn fill(&mut self) {
        self.setup = Position::START.setup();
    }

    pub(crate) fn position(&self) -> Result<Position, SetupError> {
        Position::try_from(self.setup)
    }
}
