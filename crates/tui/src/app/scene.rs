//! What stands on each square of the board and how it is marked, whatever draws it.

use crownhead_board::{Bitboard, Color, Move, Piece, Square};

use super::keys::square_letters;
use super::{App, Page};
use crownhead_study::style::Choice;

/// A square of the board as it is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// What stands there.
    pub piece: Option<Piece>,
    /// The cursor is there.
    pub cursor: bool,
    /// The piece is in the player's hand, or would be moved by the move that is shown.
    pub taken: bool,
    /// The piece must jump.
    pub must: bool,
    /// The piece may move.
    pub may: bool,
    /// A piece may go there.
    pub target: bool,
    /// The letter that sends a piece there.
    pub letter: Option<char>,
    /// The piece is jumped by the move in the making.
    pub jumped: bool,
    /// The last move came from there or went there.
    pub last: bool,
    /// The hint comes from there or goes there.
    pub hint: bool,
}

impl App {
    /// The squares in the order of their numbers.
    pub fn cells(&self) -> [Cell; Square::COUNT] {
        let mut cells = [Cell::default(); Square::COUNT];
        match self.session.editor().filter(|_| self.page == Page::Setup) {
            Some(editor) => {
                cells = Square::ALL.map(|square| Cell { piece: editor.piece_at(square), ..Cell::default() });
            }
            None => self.mark_game(&mut cells),
        }
        cells[self.cursor.index()].cursor = self.has_cursor();
        cells
    }

    fn has_cursor(&self) -> bool {
        self.page == Page::Setup || self.session.viewing().is_none()
    }

    fn mark_game(&self, cells: &mut [Cell; Square::COUNT]) {
        let pos = self.session.shown();
        for square in Square::ALL {
            cells[square.index()].piece = pos.piece_at(square);
        }
        if let Some((_, mv)) = self.session.last_move() {
            ends(mv).for_each(|square| cells[square.index()].last = true);
        }
        if self.can_move() {
            self.mark_moves(cells);
        }
    }

    fn mark_moves(&self, cells: &mut [Cell; Square::COUNT]) {
        let legal = self.session.legal_moves();
        let steps: Vec<Move> = legal.iter().copied().filter(|mv| !mv.is_end_turn()).collect();
        let is_forced = legal.iter().all(|mv| mv.is_jump());
        for from in steps.iter().filter_map(|mv| mv.from()) {
            let cell = &mut cells[from.index()];
            cell.may = true;
            cell.must |= is_forced;
        }
        if let Some(hint) = self.session.hint() {
            ends(hint.mv).for_each(|square| cells[square.index()].hint = true);
        }
        let preview = match &self.page {
            Page::Choice(moves, chosen) => moves.get(*chosen).copied(),
            _ => self.hand.preview(&legal).map(|(mv, _, _)| mv),
        };
        if let Some(mv) = preview {
            return mark_preview(cells, mv);
        }
        for (square, letter) in self.letters() {
            cells[square.index()].letter = letter;
            cells[square.index()].target = !self.hand.path().is_empty();
        }
        self.mark_hand(cells);
    }

    /// The piece in the hand stands on the last square it was put on.
    fn mark_hand(&self, cells: &mut [Cell; Square::COUNT]) {
        let [first, .., last] = self.hand.path() else {
            if let [only] = self.hand.path() {
                cells[only.index()].taken = true;
            }
            return;
        };
        let left = std::mem::take(&mut cells[first.index()]);
        cells[first.index()] = Cell { letter: left.letter, target: left.target, ..Cell::default() };
        cells[last.index()].piece = left.piece;
        cells[last.index()].taken = true;
        for square in self.hand.jumped(self.session.shown()) {
            cells[square.index()].jumped = true;
        }
    }

    /// The squares that a piece can be sent to, with their letters.
    pub fn letters(&self) -> Vec<(Square, Option<char>)> {
        if !self.can_move() {
            return Vec::new();
        }
        let targets: Bitboard = self.hand.reachable(&self.session.legal_moves());
        let appearance = &self.session.settings.appearance;
        if appearance.choice == Choice::Letters {
            let lettered = self.session.lettered_squares();
            let letter =
                |square| lettered.iter().find(|(other, _)| *other == square).map(|(_, letter)| *letter);
            return targets.into_iter().map(|square| (square, letter(square))).collect();
        }
        let mut letters = square_letters(appearance.notation.has_letters());
        targets.into_iter().map(|square| (square, letters.next())).collect()
    }

    /// Where squares are drawn: row from the top and column from the left.
    pub fn place_of(&self, square: Square) -> (usize, usize) {
        match self.board_side() {
            Color::White => (7 - square.row(), square.column()),
            Color::Black => (square.row(), 7 - square.column()),
        }
    }

    /// The side at the bottom of the board that is shown. The course has White there.
    pub(crate) fn board_side(&self) -> Color {
        if self.session.learner().is_some() { Color::White } else { self.side }
    }

    /// The square that is drawn in a place, if it is a dark one.
    pub fn square_in(&self, row: usize, column: usize) -> Option<Square> {
        match self.board_side() {
            Color::White => Square::from_row_column(7usize.checked_sub(row)?, column),
            Color::Black => Square::from_row_column(row, 7usize.checked_sub(column)?),
        }
    }
}

fn mark_preview(cells: &mut [Cell; Square::COUNT], mv: Move) {
    if let Some((first, rest)) = mv.route().split_first() {
        cells[first.index()].taken = true;
        rest.iter().for_each(|square| cells[square.index()].target = true);
    }
    for square in mv.captured() {
        cells[square.index()].jumped = true;
    }
}

/// The squares a move leaves and reaches.
fn ends(mv: Move) -> impl Iterator<Item = Square> {
    [mv.from(), mv.to()].into_iter().flatten()
}
