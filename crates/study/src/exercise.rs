//! Exercises with masks: what is written is run on positions at random, and the first one where it is wrong is shown.

use crownhead_board::{Bitboard, Color, Position, Setup, Square};

use crate::constants::crown_row;
use crate::expression::{Expression, ExpressionError, Op, Width};

/// Something to be written, or to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Exercise {
    /// Its name, which does not change.
    pub id: &'static str,
    /// The words that may be used.
    pub names: &'static [&'static str],
    /// What there is to choose from; nothing where it has to be written.
    pub choices: &'static [&'static str],
    /// The functions that may be used.
    pub functions: &'static [Op],
    /// A way to write it.
    pub solution: &'static str,
    answer: fn(&Case) -> Bitboard,
}

/// A position, with a piece and squares chosen at random.
#[derive(Clone, Copy, Debug)]
struct Case {
    pos: Position,
    from: Bitboard,
    to: Bitboard,
    captured: Bitboard,
}

impl Case {
    fn word(&self, name: &str) -> Option<Bitboard> {
        Some(match name {
            "black" => self.pos.black(),
            "white" => self.pos.white(),
            "kings" => self.pos.kings(),
            "empty" => !self.pos.occupied(),
            "from" => self.from,
            "to" => self.to,
            "captured" => self.captured,
            _ => return None,
        })
    }
}

const SIDES: &[&str] = &["black", "white"];
const WORDS: &[&str] = &["black", "white", "kings"];
const STEPS: &[Op] = &[Op::StepUpLeft, Op::StepUpRight, Op::StepDownLeft, Op::StepDownRight];

/// All exercises, the easy ones first.
pub const EXERCISES: &[Exercise] = &[
    Exercise {
        id: "which_occupied",
        names: SIDES,
        choices: &["black & white", "black | white", "black ^ black", "~(black | white)"],
        functions: &[],
        solution: "black | white",
        answer: |case| case.pos.occupied(),
    },
    Exercise {
        id: "empty",
        names: SIDES,
        choices: &[],
        functions: &[],
        solution: "~(black | white)",
        answer: |case| !case.pos.occupied(),
    },
    Exercise {
        id: "which_men",
        names: WORDS,
        choices: &["black & kings", "black | kings", "black & ~kings", "~black & kings"],
        functions: &[],
        solution: "black & ~kings",
        answer: |case| case.pos.black() & !case.pos.kings(),
    },
    Exercise {
        id: "white_kings",
        names: WORDS,
        choices: &[],
        functions: &[],
        solution: "white & kings",
        answer: |case| case.pos.white() & case.pos.kings(),
    },
    Exercise {
        id: "top_row",
        names: WORDS,
        choices: &[],
        functions: &[],
        solution: "white & 0x0000000F",
        answer: |case| case.pos.white() & Bitboard::from_row_major(0xF),
    },
    Exercise {
        id: "move",
        names: &["black", "from", "to"],
        choices: &[],
        functions: &[],
        solution: "black ^ from ^ to",
        answer: |case| case.pos.black() ^ case.from ^ case.to,
    },
    Exercise {
        id: "which_capture",
        names: &["white", "captured"],
        choices: &["white ^ ~captured", "white & ~captured", "white & captured", "white | captured"],
        functions: &[],
        solution: "white & ~captured",
        answer: |case| case.pos.white() & !case.captured,
    },
    Exercise {
        id: "crown",
        names: &["kings", "to"],
        choices: &[],
        functions: &[],
        solution: "kings | to & 0xF0000000",
        answer: |case| case.pos.kings() | case.to & Bitboard::from_row_major(0xF000_0000),
    },
    Exercise {
        id: "lowest",
        names: &["black"],
        choices: &[],
        functions: &[],
        solution: "black & -black",
        answer: |case| {
            case.pos
                .black()
                .into_iter()
                .min_by_key(|square| square.number())
                .map_or(Bitboard::EMPTY, Bitboard::from_square)
        },
    },
    Exercise {
        id: "which_left",
        names: &["black"],
        choices: &[
            "black << 4",
            "black << 3 | black << 4",
            "(black & 0x0F0F0F0F) << 4 | (black & 0xE0E0E0E0) << 3",
            "(black & 0x0F0F0F0F) << 4 | (black & 0xF0F0F0F0) << 3",
        ],
        functions: &[],
        solution: "(black & 0x0F0F0F0F) << 4 | (black & 0xE0E0E0E0) << 3",
        answer: |case| case.pos.black().step_down_left(),
    },
    Exercise {
        id: "step_right",
        names: &["black"],
        choices: &[],
        functions: &[],
        solution: "(black & 0x07070707) << 5 | (black & 0xF0F0F0F0) << 4",
        answer: |case| case.pos.black().step_down_right(),
    },
    Exercise {
        id: "step_up",
        names: &["white"],
        choices: &[],
        functions: &[],
        solution: "(white & 0x0F0F0F0F) >> 4 | (white & 0xE0E0E0E0) >> 5",
        answer: |case| case.pos.white().step_up_left(),
    },
    Exercise {
        id: "movers",
        names: &["black", "white"],
        choices: &[],
        functions: STEPS,
        solution: "black & (step_up_right(~(black | white)) | step_up_left(~(black | white)))",
        answer: |case| {
            let empty = !case.pos.occupied();
            case.pos.black() & (empty.step_up_right() | empty.step_up_left())
        },
    },
    Exercise {
        id: "jumpers",
        names: &["black", "white", "empty"],
        choices: &[],
        functions: STEPS,
        solution: "black & step_up_right(white & step_up_right(empty))",
        answer: |case| {
            let empty = !case.pos.occupied();
            case.pos.black() & (case.pos.white() & empty.step_up_right()).step_up_right()
        },
    },
];

/// What came of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// On how many positions it was run.
    pub tried: u32,
    /// Where it was wrong first.
    pub wrong: Option<Wrong>,
}

/// A position where an answer is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The position.
    pub pos: Position,
    /// The words that the answer was made of.
    pub words: Vec<(&'static str, Bitboard)>,
    /// What would be right.
    pub expected: Bitboard,
    /// What came of it.
    pub found: Bitboard,
}

/// On how many positions an answer is run.
const TRIES: u32 = 500;

impl Exercise {
    /// The exercise of a name.
    pub fn find(id: &str) -> Option<&'static Exercise> {
        EXERCISES.iter().find(|exercise| exercise.id == id)
    }

    /// Runs an answer on positions at random, those with few pieces first.
    ///
    /// # Errors
    ///
    /// The answer cannot be read, or uses what it may not.
    pub fn check(&self, answer: &str, seed: u64) -> Result<Verdict, ExpressionError> {
        let read: Expression = answer.parse()?;
        if let Some(op) = read.ops().find(|op| op.is_function() && !self.functions.contains(op)) {
            return Err(ExpressionError::NotHere { name: op.word() });
        }
        for tried in 1..=TRIES {
            let case = random_case(seed.wrapping_add(u64::from(tried)), 1 + tried * 11 / TRIES);
            let word = |name: &str| case.word(name).filter(|_| self.names.contains(&name));
            let found = read.compute(&|name| word(name).map(|mask| Width::W32.word(mask)))?.result;
            let (found, expected) = (Bitboard::from_row_major(found as u32), (self.answer)(&case));
            if found != expected {
                let words = self.names.iter().filter_map(|name| Some((*name, case.word(name)?))).collect();
                return Ok(Verdict { tried, wrong: Some(Wrong { pos: case.pos, words, expected, found }) });
            }
        }
        Ok(Verdict { tried: TRIES, wrong: None })
    }
}

fn random_case(seed: u64, size: u32) -> Case {
    let mut chance = Chance(seed ^ 0x5EED);
    let pos = random_position(seed, size);
    let empty = !pos.occupied();
    Case {
        pos,
        from: chance.one_of(pos.black()),
        to: chance.one_of(empty),
        captured: chance.one_of(pos.white()),
    }
}

/// A position with up to `size` pieces of each side, men and kings, anywhere they may stand.
pub fn random_position(seed: u64, size: u32) -> Position {
    let mut chance = Chance(seed);
    let mut setup = Setup {
        black: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
        kings: Bitboard::EMPTY,
        turn: Some(Color::Black),
    };
    if chance.below(2) == 1 {
        setup.turn = Some(Color::White);
    }
    for side in [Color::Black, Color::White] {
        for _ in 0..1 + chance.below(size.max(1)) {
            let square = chance.one_of(!(setup.black | setup.white));
            let is_king = chance.below(4) == 0 || square.intersects(crown_row(side));
            let pieces = if side == Color::Black { &mut setup.black } else { &mut setup.white };
            *pieces |= square;
            if is_king {
                setup.kings |= square;
            }
        }
    }
    Position::try_from(setup).unwrap_or(Position::START)
}

/// The generator SplitMix64: enough for positions to look at.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: u32) -> u32 {
        (self.next() % u64::from(n)) as u32
    }

    /// One of the squares; none of none.
    fn one_of(&mut self, squares: Bitboard) -> Bitboard {
        let all: Vec<Square> = squares.into_iter().collect();
        if all.is_empty() {
            return Bitboard::EMPTY;
        }
        Bitboard::from_square(all[self.below(all.len() as u32) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn solutions_are_right_and_other_choices_are_not(seed: u64) {
            for exercise in EXERCISES {
                let verdict = exercise.check(exercise.solution, seed).unwrap();
                prop_assert_eq!(&verdict.wrong, &None, "{}", exercise.id);
                for choice in exercise.choices.iter().filter(|choice| **choice != exercise.solution) {
                    let wrong = exercise.check(choice, seed).unwrap().wrong;
                    prop_assert!(wrong.is_some(), "{} takes {}", exercise.id, choice);
                }
                prop_assert!(exercise.choices.is_empty() || exercise.choices.contains(&exercise.solution));
            }
        }

        #[test]
        fn positions_at_random_can_be_played(seed: u64, size in 1..16u32) {
            let pos = random_position(seed, size);
            prop_assert!(Position::try_from(pos.setup()).is_ok());
            prop_assert!(!pos.black().is_empty() && !pos.white().is_empty());
        }
    }

    #[test]
    fn what_is_wrong_is_shown_where_it_is_easy_to_see() {
        let wrong = Exercise::find("empty").unwrap().check("~black", 7).unwrap().wrong.unwrap();
        assert!(wrong.pos.occupied().len() <= 4, "{}", wrong.pos);
        assert_eq!(wrong.expected, !wrong.pos.occupied());
        assert_eq!(wrong.found, !wrong.pos.black());
    }

    #[test]
    fn a_step_has_to_be_written_and_not_called() {
        let exercise = Exercise::find("step_right").unwrap();
        let error = exercise.check("step_down_right(black)", 1).unwrap_err();
        assert_eq!(error, ExpressionError::NotHere { name: "step_down_right" });
        assert!(matches!(exercise.check("white", 1), Err(ExpressionError::UnknownName { .. })));
    }
}
