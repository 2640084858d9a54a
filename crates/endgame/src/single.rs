//! Rows whose cells stand for a single king, several of them at once.
//!
//! With one king a row is one board: the squares on which it may stand are found by stepping whole sets, and
//! the same operations on arrays of rows become instructions on vectors.

use crownhead_board::Bitboard;

use crate::grid::Order;
use crate::men::Men;
use crate::sets::to_board;

/// The number of rows that are counted together.
const N_ROWS: usize = 8;

/// The men of some rows, in the order of the board.
#[derive(Clone, Copy)]
pub(crate) struct BoardMen {
    black: Bitboard,
    white: Bitboard,
}

impl BoardMen {
    #[inline(always)]
    pub(crate) fn of(men: Men) -> BoardMen {
        BoardMen { black: to_board(men.black), white: to_board(men.white) }
    }
}

/// Counts the cells of rows that count; rows are gathered until there are enough.
pub(crate) struct RowCounter {
    order: Order,
    black: [Bitboard; N_ROWS],
    white_men: [Bitboard; N_ROWS],
    white_kings: [Bitboard; N_ROWS],
    n_rows: usize,
    n_cells: u32,
}

impl RowCounter {
    #[inline(always)]
    pub(crate) fn new(order: Order) -> RowCounter {
        let none = [Bitboard::EMPTY; N_ROWS];
        RowCounter { order, black: none, white_men: none, white_kings: none, n_rows: 0, n_cells: 0 }
    }

    /// Adds the row with these men and these kings of the other color.
    #[inline(always)]
    pub(crate) fn add(&mut self, men: BoardMen, outer: Bitboard) {
        let no_kings = Bitboard::EMPTY;
        let (black_kings, white_kings) =
            if self.order == Order::BlackKings { (no_kings, outer) } else { (outer, no_kings) };
        // Where pieces share a square nothing counts, as on a board without a free square.
        let is_hole = outer.intersects(men.black | men.white);
        self.black[self.n_rows] = if is_hole { !Bitboard::EMPTY } else { men.black | black_kings };
        self.white_men[self.n_rows] = men.white;
        self.white_kings[self.n_rows] = white_kings;
        self.n_rows += 1;
        if self.n_rows == N_ROWS {
            self.count();
        }
    }

    /// The number of cells that count in all rows.
    #[inline(always)]
    pub(crate) fn finish(mut self) -> u32 {
        if self.n_rows > 0 {
            self.black[self.n_rows..].fill(!Bitboard::EMPTY);
            self.count();
        }
        self.n_cells
    }

    #[inline(always)]
    fn count(&mut self) {
        let mut n_cells = [0; N_ROWS];
        if self.order == Order::BlackKings {
            for (row, n) in n_cells.iter_mut().enumerate() {
                *n = n_black_king(self.black[row], self.white_men[row], self.white_kings[row]);
            }
        } else {
            for (row, n) in n_cells.iter_mut().enumerate() {
                *n = n_white_king(self.black[row], self.white_men[row]);
            }
        }
        self.n_cells += n_cells.iter().sum::<u32>();
        self.n_rows = 0;
    }
}

/// The number of squares on which a white king can be added so that White, to move, has no capture.
#[inline(always)]
fn n_white_king(black: Bitboard, men: Bitboard) -> u32 {
    let empty = !(black | men);
    let captures = (black & empty.step_up_left()).step_up_left()
        | (black & empty.step_up_right()).step_up_right()
        | (black & empty.step_down_left()).step_down_left()
        | (black & empty.step_down_right()).step_down_right();
    n_allowed(empty & !captures, empty & landings_up(men, black))
}

/// The number of squares on which a black king can be added so that White, to move, has no capture.
#[inline(always)]
fn n_black_king(black: Bitboard, men: Bitboard, kings: Bitboard) -> u32 {
    let (empty, up) = (!(black | men | kings), men | kings);
    let captured = up.step_up_left() & empty.step_down_right()
        | up.step_up_right() & empty.step_down_left()
        | kings.step_down_left() & empty.step_up_right()
        | kings.step_down_right() & empty.step_up_left();
    let landings = landings_up(up, black)
        | (kings.step_down_left() & black).step_down_left()
        | (kings.step_down_right() & black).step_down_right();
    n_allowed(empty & !captured, empty & landings)
}

/// Where pieces land that jump up the board.
#[inline(always)]
fn landings_up(up: Bitboard, black: Bitboard) -> Bitboard {
    (up.step_up_left() & black).step_up_left() | (up.step_up_right() & black).step_up_right()
}

/// The number of squares without any capture, given those on which the king has no part in one: there must be no
/// other capture, or the king must stand where all of them land.
#[inline(always)]
fn n_allowed(squares: Bitboard, landings: Bitboard) -> u32 {
    let on_landing = if landings.len() == 1 { (squares & landings).len() } else { 0 };
    (if landings.is_empty() { squares.len() } else { on_landing }) as u32
}
