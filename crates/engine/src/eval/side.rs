//! The board as one side sees it.

use crownhead_board::{Bitboard, Color, Position};

/// A side, known when the code is compiled, with the parts of the board that matter to it.
pub(super) trait Side {
    const COLOR: Color;
    /// Its own first row.
    const HOME: Bitboard = seen_by(Self::COLOR, 0x0000_000F);
    /// The two men of the first row that hold off a lone king: 1 and 3, as Black sees it.
    const BRIDGE: Bitboard = seen_by(Self::COLOR, 0b0101);
    const DOUBLE_CORNER: Bitboard = seen_by(Self::COLOR, 1 << 0 | 1 << 4);
    /// Rows 1, 3, 5 and 7, then 2, 3, 6 and 7, then 4 to 7: the bits of the row's number.
    const ROW_BITS: [Bitboard; 3] = [
        seen_by(Self::COLOR, 0xF0F0_F0F0),
        seen_by(Self::COLOR, 0xFF00_FF00),
        seen_by(Self::COLOR, 0xFFFF_0000),
    ];
    /// The three rows before the crown row.
    const ATTACK: Bitboard = seen_by(Self::COLOR, 0x0FFF_0000);
    const CROWN_ROW: Bitboard = seen_by(Self::COLOR, 0xF000_0000);
    /// The dog hole, where a man is stuck while the opponent keeps the square behind it: 28, held
    /// from 32.
    const DOG_HOLE: Bitboard = seen_by(Self::COLOR, 1 << 27);
    const DOG_HOLE_KEY: Bitboard = seen_by(Self::COLOR, 1 << 31);
    /// Pieces on these rows are counted to tell who has the move.
    const SYSTEM: Bitboard = seen_by(Self::COLOR, 0x0F0F_0F0F);

    /// One step ahead to the left, as White sees the board.
    fn ahead_left(set: Bitboard) -> Bitboard;
    fn ahead_right(set: Bitboard) -> Bitboard;
    fn back_left(set: Bitboard) -> Bitboard;
    fn back_right(set: Bitboard) -> Bitboard;

    /// All squares one step ahead.
    #[inline(always)]
    fn ahead(set: Bitboard) -> Bitboard {
        Self::ahead_left(set) | Self::ahead_right(set)
    }
}

/// A set given by square numbers as Black sees the board (bit `n - 1` for square `n`).
const fn seen_by(color: Color, squares: u32) -> Bitboard {
    match color {
        Color::Black => Bitboard::from_row_major(squares),
        Color::White => Bitboard::from_row_major(squares.reverse_bits()),
    }
}

pub(super) struct Black;
pub(super) struct White;

impl Side for Black {
    const COLOR: Color = Color::Black;

    #[inline(always)]
    fn ahead_left(set: Bitboard) -> Bitboard {
        set.step_down_left()
    }
    #[inline(always)]
    fn ahead_right(set: Bitboard) -> Bitboard {
        set.step_down_right()
    }
    #[inline(always)]
    fn back_left(set: Bitboard) -> Bitboard {
        set.step_up_left()
    }
    #[inline(always)]
    fn back_right(set: Bitboard) -> Bitboard {
        set.step_up_right()
    }
}

impl Side for White {
    const COLOR: Color = Color::White;

    #[inline(always)]
    fn ahead_left(set: Bitboard) -> Bitboard {
        set.step_up_left()
    }
    #[inline(always)]
    fn ahead_right(set: Bitboard) -> Bitboard {
        set.step_up_right()
    }
    #[inline(always)]
    fn back_left(set: Bitboard) -> Bitboard {
        set.step_down_left()
    }
    #[inline(always)]
    fn back_right(set: Bitboard) -> Bitboard {
        set.step_down_right()
    }
}

/// The pieces as one side sees them.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) men: Bitboard,
    pub(super) kings: Bitboard,
    pub(super) other_men: Bitboard,
    pub(super) other_kings: Bitboard,
    pub(super) empty: Bitboard,
}

impl View {
    #[inline(always)]
    pub(super) fn of<S: Side>(pos: &Position) -> View {
        let (own, other, kings) = (pos.pieces(S::COLOR), pos.pieces(!S::COLOR), pos.kings());
        View {
            men: own - kings,
            kings: own & kings,
            other_men: other - kings,
            other_kings: other & kings,
            empty: !(own | other),
        }
    }

    /// Empty squares where a piece that is there would be jumped, unless the jump's landing square
    /// is one that the piece has just left.
    #[inline(always)]
    fn attacked<S: Side>(&self) -> Bitboard {
        let other = self.other_men | self.other_kings;
        let by_any = S::back_left(other) & S::ahead_right(self.empty)
            | S::back_right(other) & S::ahead_left(self.empty);
        let kings = self.other_kings;
        if kings.is_empty() {
            return by_any;
        }
        by_any
            | S::ahead_left(kings) & S::back_right(self.empty)
            | S::ahead_right(kings) & S::back_left(self.empty)
    }

    /// Empty squares that are not attacked.
    #[inline(always)]
    pub(super) fn free<S: Side>(&self) -> Bitboard {
        self.empty - self.attacked::<S>()
    }

    /// Where steps ahead lead that lose nothing at once, to the left and to the right: not attacked,
    /// and not against a piece that would jump back over to where the step began.
    #[inline(always)]
    pub(super) fn safe_steps_ahead<S: Side>(&self, movers: Bitboard, free: Bitboard) -> [Bitboard; 2] {
        let other = self.other_men | self.other_kings;
        [
            S::ahead_left(movers) & (free - S::back_right(other)),
            S::ahead_right(movers) & (free - S::back_left(other)),
        ]
    }

    /// The same for steps back, which only kings make, and against which only kings jump.
    #[inline(always)]
    pub(super) fn safe_steps_back<S: Side>(&self, free: Bitboard) -> [Bitboard; 2] {
        let other = self.other_kings;
        [
            S::back_left(self.kings) & (free - S::ahead_right(other)),
            S::back_right(self.kings) & (free - S::ahead_left(other)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, ahead: &str, back: &str) {
        let pos: Position = fen.parse().unwrap();
        let view = View::of::<White>(&pos);
        let free = view.free::<White>();
        let [left, right] = view.safe_steps_ahead::<White>(view.men | view.kings, free);
        assert_eq!((left | right).to_string(), ahead);
        let [left, right] = view.safe_steps_back::<White>(free);
        assert_eq!((left | right).to_string(), back);
    }

    #[test]
    fn safe_steps_lose_nothing_at_once() {
        check("W:W22:B1", "17,18", "");
        check("W:W22:B14", "", "");
        // 14 cannot jump over 17 while 21 is taken, unless 21 itself has stepped to 17.
        check("W:W22,21:B14", "17", "");
        check("W:W21:B14", "", "");
        // 27 would jump over 23 to where the king came from.
        check("W:WK18:BK27", "14,15", "22");
    }
}
