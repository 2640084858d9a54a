//! What can be done with words: signs and functions, and what each of them makes of its words.

use crownhead_bits::bits64;
use crownhead_board::Bitboard;

use super::width::Width;
use crate::arithmetic::{self, Worked};

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $n_args:literal, $binding:literal;)*) => {
        /// What can be done with words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Op {
            $($(#[$doc])* $name,)*
        }

        impl Op {
            /// All of them: the signs, then the functions.
            pub const ALL: &[Op] = &[$(Op::$name),*];

            /// The sign or the name of the function.
            pub const fn word(self) -> &'static str {
                match self { $(Op::$name => $word,)* }
            }

            /// How many words it takes.
            pub const fn n_args(self) -> usize {
                match self { $(Op::$name => $n_args,)* }
            }

            /// How tightly a sign between two words binds: 0 for what does not stand between words.
            pub(super) const fn binding(self) -> u8 {
                match self { $(Op::$name => $binding,)* }
            }
        }
    };
}

operations! {
    /// Either word has the bit.
    Or = "|", 2, 1;
    /// One of them has it, and the other has not.
    Xor = "^", 2, 2;
    /// Both have it.
    And = "&", 2, 3;
    /// The word shifted left.
    ShiftLeft = "<<", 2, 4;
    /// The word shifted right.
    ShiftRight = ">>", 2, 4;
    /// The sum.
    Add = "+", 2, 5;
    /// The difference.
    Subtract = "-", 2, 5;
    /// The product.
    Multiply = "*", 2, 6;
    /// The quotient.
    Divide = "/", 2, 6;
    /// What is left of a division.
    Remainder = "%", 2, 6;
    /// The word has not.
    Not = "~", 1, 0;
    /// The word below zero, wrapped around.
    Negate = "-", 1, 0;
    /// The bit at a position, alone.
    Mask = "mask", 1, 0;
    /// The bit of a square, alone.
    Square = "square", 1, 0;
    /// The word with the bit at a position made 1.
    Set = "set", 2, 0;
    /// The word with the bit at a position made 0.
    Clear = "clear", 2, 0;
    /// The word with the bit at a position turned over.
    Flip = "flip", 2, 0;
    /// Is the bit at a position 1?
    Check = "check", 2, 0;
    /// The word with a bit moved from one position to another.
    Move = "move", 3, 0;
    /// How many bits are 1.
    Count = "count", 1, 0;
    /// The position of the lowest bit that is 1; the width when there is none.
    Lowest = "lowest", 1, 0;
    /// The lowest bit that is 1, alone.
    LowestBit = "lowest_bit", 1, 0;
    /// Have two words a bit in common?
    Match = "match", 2, 0;
    /// The first word, but the second where the third has a bit.
    Merge = "merge", 3, 0;
    /// Every square moved one step up and to the left, White being at the bottom.
    StepUpLeft = "step_up_left", 1, 0;
    /// Every square moved one step up and to the right.
    StepUpRight = "step_up_right", 1, 0;
    /// Every square moved one step down and to the left.
    StepDownLeft = "step_down_left", 1, 0;
    /// Every square moved one step down and to the right.
    StepDownRight = "step_down_right", 1, 0;
    /// The board turned by half a turn.
    Turn = "turn", 1, 0;
}

impl Op {
    /// Is it written as a name with words in brackets?
    pub fn is_function(self) -> bool {
        self.word().starts_with(|c: char| c.is_ascii_alphabetic())
    }

    pub(super) fn between(sign: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.binding() > 0 && op.word() == sign)
    }

    pub(super) fn before(sign: &str) -> Option<Op> {
        match sign {
            "~" | "!" => Some(Op::Not),
            "-" => Some(Op::Negate),
            _ => None,
        }
    }

    pub(super) fn function(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.is_function() && op.word() == name)
    }

    /// Does it need the board of 32 dark squares?
    pub(super) fn needs_board(self) -> bool {
        use Op::{Square, StepDownLeft, StepDownRight, StepUpLeft, StepUpRight, Turn};
        matches!(self, Square | StepUpLeft | StepUpRight | StepDownLeft | StepDownRight | Turn)
    }

    pub(super) fn apply(self, args: &[u64], width: Width) -> Option<Worked> {
        let worked = match (self, args) {
            (Op::Add, [a, b]) => arithmetic::add(*a, *b, width),
            (Op::Subtract, [a, b]) => arithmetic::subtract(*a, *b, width),
            (Op::Multiply, [a, b]) => arithmetic::multiply(*a, *b, width),
            (Op::Divide, [a, b]) => arithmetic::divide(*a, *b, width)?[0].clone(),
            (Op::Remainder, [a, b]) => arithmetic::divide(*a, *b, width)?[1].clone(),
            // Below zero is where it wraps, as everybody who writes it means.
            (Op::Negate, [a]) => Worked { overflows: false, ..arithmetic::add(!a & width.max(), 1, width) },
            _ => {
                let result = self.of_bits(args, width) & width.max();
                Worked { result, overflows: false, rounds: Vec::new() }
            }
        };
        Some(worked)
    }

    /// Runs it on words that fit the width; what is beyond the width in the result does not count.
    fn of_bits(self, args: &[u64], width: Width) -> u64 {
        let at = |n: usize| args.get(n).copied().unwrap_or_default();
        // As wide as the word itself is out of range for every width.
        let position = |n: usize| at(n).min(u64::from(u64::BITS)) as u32;
        let (word, bit) = (at(0), bits64::mask(position(1)));
        let step = |step: fn(Bitboard) -> Bitboard| {
            u64::from(step(Bitboard::from_row_major(word as u32)).to_row_major())
        };
        match self {
            Op::And => word & at(1),
            Op::Or => word | at(1),
            Op::Xor => word ^ at(1),
            Op::Not => !word,
            Op::ShiftLeft => bits64::shift_left(word, position(1)),
            Op::ShiftRight => bits64::shift_right(word, position(1)),
            Op::Mask => bits64::mask(position(0)),
            Op::Square => bits64::mask(position(0)) >> 1,
            Op::Set => word | bit,
            Op::Clear => word & !bit,
            Op::Flip => word ^ bit,
            Op::Check => u64::from(word & bit != 0),
            Op::Move if position(2) < width.bits() => bits64::move_bit(word, position(1), position(2)),
            Op::Count => u64::from(word.count_ones()),
            Op::Lowest => u64::from(word.trailing_zeros().min(width.bits())),
            Op::LowestBit => word & word.wrapping_neg(),
            Op::Match => u64::from(word & at(1) != 0),
            Op::Merge => word ^ (word ^ at(1)) & at(2),
            Op::StepUpLeft => step(Bitboard::step_up_left),
            Op::StepUpRight => step(Bitboard::step_up_right),
            Op::StepDownLeft => step(Bitboard::step_down_left),
            Op::StepDownRight => step(Bitboard::step_down_right),
            Op::Turn => step(Bitboard::flip),
            // A bit that is moved out of the word stays; the others are arithmetic.
            _ => word,
        }
    }
}
