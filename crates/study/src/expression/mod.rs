//! Calculations with words as people write them: `(black & 0x0F0F0F0F) << 4`.
//!
//! Operators bind as in C and Rust: `~ ! -`, then `* / %`, `+ -`, `<< >>`, `&`, `^`, `|`. What cannot be done with
//! operators has functions, as in `flip(black, 3)`.

mod error;
mod operators;
mod reader;
mod width;

use std::fmt;
use std::str::FromStr;

use crate::arithmetic::{Round, Worked};

pub use error::{Details, ExpressionError};
pub use operators::Op;
pub use reader::MAX_LEN;
pub use width::Width;

/// A calculation that was read: its parts in the order in which they are computed, the whole last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    parts: Vec<Part>,
    width: Width,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    kind: Kind,
    /// As it was written.
    code: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Number(u64),
    Name,
    Op(Op, Vec<usize>),
}

/// An operation of a calculation, with what it was given and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The operation.
    pub op: Op,
    /// As it was written.
    pub code: String,
    /// What it was given.
    pub args: Vec<u64>,
    /// What came of it.
    pub result: u64,
    /// The true result is too large for the width, or below zero.
    pub overflows: bool,
    /// How arithmetic was done with bit operations alone; empty for everything else.
    pub rounds: Vec<Round>,
}

/// What came of a calculation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// The result.
    pub result: u64,
    /// Each operation in its turn.
    pub steps: Vec<Step>,
}

impl Expression {
    /// Reads a calculation.
    ///
    /// # Errors
    ///
    /// It cannot be read; the error says where and why.
    pub fn parse(text: &str, width: Width) -> Result<Expression, ExpressionError> {
        Ok(Expression { parts: reader::read(text, width)?, width })
    }

    /// The operations that it uses.
    pub fn ops(&self) -> impl Iterator<Item = Op> {
        self.parts.iter().filter_map(|part| if let Kind::Op(op, _) = part.kind { Some(op) } else { None })
    }

    /// Computes it, with words by their names.
    ///
    /// # Errors
    ///
    /// A name is not known, or something is divided by zero.
    pub fn compute(&self, known: &dyn Fn(&str) -> Option<u64>) -> Result<Computed, ExpressionError> {
        let mut words: Vec<u64> = Vec::with_capacity(self.parts.len());
        let mut steps = Vec::new();
        for Part { kind, code } in &self.parts {
            let word = match kind {
                Kind::Number(number) => *number,
                Kind::Name => {
                    known(code).ok_or_else(|| ExpressionError::UnknownName { name: code.clone() })?
                }
                Kind::Op(op, of) => {
                    let args: Vec<u64> = of.iter().map(|part| words[*part]).collect();
                    let Worked { result, overflows, rounds } =
                        op.apply(&args, self.width).ok_or(ExpressionError::DivisionByZero)?;
                    steps.push(Step { op: *op, code: code.clone(), args, result, overflows, rounds });
                    result
                }
            };
            words.push(word);
        }
        Ok(Computed { result: words.last().copied().unwrap_or_default(), steps })
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    /// Reads a calculation with words of 32 bits.
    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse(text, Width::W32)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.parts.last().map_or("", |part| &part.code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_bits::Bits;
    use proptest::prelude::*;

    fn value_of(text: &str, width: Width) -> Result<u64, ExpressionError> {
        let known = |name: &str| match name {
            "a" => Some(0b1100),
            "b" => Some(0b1010),
            _ => None,
        };
        Expression::parse(text, width)?.compute(&known).map(|computed| computed.result)
    }

    #[track_caller]
    fn check(text: &str, expected: u64) {
        assert_eq!(value_of(text, Width::W32), Ok(expected), "{text}");
    }

    #[track_caller]
    fn refused(text: &str) -> ExpressionError {
        value_of(text, Width::W8).unwrap_err()
    }

    #[test]
    fn signs_bind_as_in_c_and_rust() {
        check("a & b", 0b1000);
        check("a | b ^ 0b10 & 3", 0b1100 | 0b1010 ^ 0b10 & 3);
        check("1 << 2 + 1", 8);
        check("1 + 2 * 3 - 4 / 2", 5);
        check("2 - 1 - 1", 0);
        check("~a & 15", 0b0011);
        check("!(a | b) & 0xF", 1);
        check("~a << 28", 0x3000_0000);
        check("a & -a", 0b0100);
        check("- - 3", 3);
    }

    #[test]
    fn functions_are_those_of_the_game() {
        check("square(11)", 1 << 10);
        check("count(a | b) + lowest(a)", 5);
        check("move(a, 2, 0) ^ flip(b, 1)", 0b1001 ^ 0b1000);
        check("merge(a, b, 0b0011)", 0b1110);
        check("match(a, b) + check(a, 0)", 1);
        check("step_down_left(square(1))", 1 << 4);
        check("turn(1)", 1 << 31);
    }

    #[test]
    fn every_operation_can_be_written() {
        for op in Op::ALL {
            let args = vec!["1"; op.n_args()].join(", ");
            let text = match (op.is_function(), op.n_args()) {
                (true, _) => format!("{}({args})", op.word()),
                (false, 1) => format!("{} 1", op.word()),
                _ => format!("1 {} 1", op.word()),
            };
            assert_eq!(Expression::parse(&text, Width::W32).unwrap().ops().last(), Some(*op), "{text}");
        }
    }

    #[test]
    fn steps_come_in_the_order_of_the_work() {
        let read: Expression = "~(a | b) & 0xFF".parse().unwrap();
        let computed = read.compute(&|_| Some(0b11)).unwrap();
        let codes: Vec<&str> = computed.steps.iter().map(|step| step.code.as_str()).collect();
        assert_eq!(codes, ["a | b", "~(a | b)", "~(a | b) & 0xFF"]);
        assert_eq!(computed.result, 0xFC);
    }

    #[test]
    fn a_text_that_is_no_calculation_is_told_why() {
        use ExpressionError as E;
        assert_eq!(refused("  "), E::Empty);
        assert_eq!(refused("a &"), E::MissingWord { at: 4 });
        assert_eq!(refused("a b"), E::MissingSign { at: 3 });
        assert_eq!(refused("(a | b"), E::Unclosed { at: 1 });
        assert_eq!(refused("a)"), E::UnknownSign { at: 2, sign: ')' });
        assert_eq!(refused("a § b"), E::UnknownSign { at: 3, sign: '§' });
        assert_eq!(refused("256"), E::BadNumber { text: "256".into(), bits: 8 });
        assert_eq!(refused("0b12"), E::BadNumber { text: "0b12".into(), bits: 8 });
        assert_eq!(refused("c"), E::UnknownName { name: "c".into() });
        assert_eq!(refused("jump(a)"), E::UnknownFunction { name: "jump".into() });
        assert_eq!(refused("flip(a)"), E::WrongCount { name: "flip", takes: 2, given: 1 });
        assert_eq!(refused("turn(a)"), E::NeedsBoard { name: "turn" });
        assert_eq!(refused("1 / 0"), E::DivisionByZero);
        assert_eq!(refused(&"(".repeat(300)), E::TooLong);
        assert_eq!(refused(&"~".repeat(300)), E::TooLong);
        assert_eq!(refused(&"1+".repeat(300)), E::TooLong);
    }

    #[test]
    fn words_are_written_with_all_their_digits() {
        assert_eq!(Width::W8.binary(5), "0b0000_0101");
        assert_eq!(Width::W32.hex(0xFFF), "0x00000FFF");
        assert_eq!(Width::W64.hex(1), "0x0000000000000001");
        assert!(Width::W64.binary(1).ends_with("_00000001"));
    }

    /// A calculation at random, with every bracket, and what plain Rust makes of it.
    fn any_expression() -> impl Strategy<Value = (String, u32)> {
        let word = prop_oneof![
            any::<u32>().prop_map(|n| (format!("{n:#x}"), n)),
            Just(("a".to_owned(), 0b1100)),
            Just(("b".to_owned(), 0b1010)),
        ];
        word.prop_recursive(4, 24, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|(text, n)| (format!("~({text})"), !n)),
                inner.clone().prop_map(|(text, n)| (format!("-({text})"), n.wrapping_neg())),
                (inner.clone(), 0..40u32).prop_map(|((text, n), by)| {
                    (format!("({text}) << {by}"), n.checked_shl(by).unwrap_or(0))
                }),
                (inner.clone(), 0..40u32).prop_map(|((text, n), by)| {
                    (format!("({text}) >> {by}"), n.checked_shr(by).unwrap_or(0))
                }),
                (inner.clone(), inner, 0..5).prop_map(|((a, x), (b, y), op)| match op {
                    0 => (format!("({a}) & ({b})"), x & y),
                    1 => (format!("({a}) | ({b})"), x | y),
                    2 => (format!("({a}) ^ ({b})"), x ^ y),
                    3 => (format!("({a}) + ({b})"), x.wrapping_add(y)),
                    _ => (format!("({a}) - ({b})"), x.wrapping_sub(y)),
                }),
            ]
        })
    }

    fn agrees_with_bits<T: Bits>(width: Width, word: u64, n: u32, to: u32) {
        let value = T::try_from(word & width.max()).unwrap_or_default();
        let run = |text: String| value_of(&text, width).unwrap();
        let (w, max) = (word & width.max(), width.max());
        let n = u32::try_from(u64::from(n) & max).unwrap();
        let cases: [(String, u64); 10] = [
            (format!("mask({n})"), T::mask(n).into()),
            (format!("set({w}, {n})"), value.set(n).into()),
            (format!("clear({w}, {n})"), value.clear(n).into()),
            (format!("flip({w}, {n})"), value.flip(n).into()),
            (format!("check({w}, {n})"), value.is_set(n).into()),
            (format!("move({w}, {n}, {to})"), value.move_bit(n, to).into()),
            (format!("{w} << {n}"), value.shift_left(n).into()),
            (format!("{w} >> {n}"), value.shift_right(n).into()),
            (format!("count({w})"), Bits::count_ones(value).into()),
            (format!("lowest({w})"), value.lowest_position().unwrap_or(T::WIDTH).into()),
        ];
        for (text, expected) in cases {
            assert_eq!(run(text.clone()), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn operations_are_those_of_the_crate_bits(word: u64, n in 0..80u32, to in 0..80u32) {
            agrees_with_bits::<u8>(Width::W8, word, n, to);
            agrees_with_bits::<u16>(Width::W16, word, n, to);
            agrees_with_bits::<u32>(Width::W32, word, n, to);
            agrees_with_bits::<u64>(Width::W64, word, n, to);
        }

        #[test]
        fn a_calculation_is_what_rust_makes_of_it((text, expected) in any_expression()) {
            if text.len() <= MAX_LEN {
                prop_assert_eq!(value_of(&text, Width::W32), Ok(u64::from(expected)), "{}", text);
            }
        }

        #[test]
        fn any_text_is_answered(text in "[ab0-9xb&|^~<>()+*/%, §_-]{0,60}") {
            for width in Width::ALL {
                if let Ok(word) = value_of(&text, width) {
                    prop_assert!(word <= width.max());
                }
            }
        }
    }
}
