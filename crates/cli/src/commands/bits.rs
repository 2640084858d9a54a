//! `crownhead bits`: one operation, and its result in every notation.

use std::fmt::Display;

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, ValueEnum};
use crownhead_bits::{Bits, parse};
use crownhead_board::{Bitboard, Color, diagram};

use crate::exit::Exit;
use crate::output::print;
use crate::style::{self, paint};

#[derive(Debug, Args)]
pub(crate) struct BitsArgs {
    #[command(subcommand)]
    pub(crate) operation: BitsOperation,
    /// Number of bits in a value.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "BITS")]
    pub(crate) width: Width,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Width {
    #[value(name = "8")]
    W8,
    #[value(name = "16")]
    W16,
    #[default]
    #[value(name = "32")]
    W32,
    #[value(name = "64")]
    W64,
}

/// The operations. Values are binary (0b1011), hex (0xFFF) or decimal.
#[derive(Debug, Subcommand)]
pub(crate) enum BitsOperation {
    /// The value itself, in binary, hex, decimal and on the board.
    #[command(visible_aliases = ["binary", "hex"])]
    Show { value: String },
    /// Flip one bit.
    Flip { value: String, position: u32 },
    /// Set one bit to 1.
    Set { value: String, position: u32 },
    /// Set one bit to 0.
    Clear { value: String, position: u32 },
    /// Test whether one bit is 1.
    Check { value: String, position: u32 },
    /// Shift left, towards the high bits.
    #[command(visible_alias = "shl")]
    ShiftLeft { value: String, distance: u32 },
    /// Shift right, towards the low bits.
    #[command(visible_alias = "shr")]
    ShiftRight { value: String, distance: u32 },
    /// Move a bit from one position to another if it is 1.
    Move { value: String, from: u32, to: u32 },
    /// Count the ones.
    Count { value: String },
    /// The position of the lowest 1.
    Lowest { value: String },
    /// Test whether two masks have a 1 in common.
    #[command(visible_alias = "overlaps")]
    Overlap { a: String, b: String },
    /// The mask with one bit set.
    Mask { position: u32 },
    /// The union of two masks.
    #[command(visible_alias = "or")]
    Union { a: String, b: String },
    /// The intersection of two masks.
    #[command(visible_alias = "and")]
    Intersection { a: String, b: String },
    /// Add, using only bitwise operations.
    Add { a: String, b: String },
    /// Subtract, using only bitwise operations.
    #[command(visible_alias = "subtract")]
    Sub { a: String, b: String },
    /// Multiply, using only bitwise operations.
    #[command(visible_alias = "multiply")]
    Mul { a: String, b: String },
    /// Divide with remainder, using only bitwise operations.
    #[command(visible_alias = "divide")]
    Div { a: String, b: String },
}

pub(crate) fn run(args: &BitsArgs) -> anyhow::Result<Exit> {
    match args.width {
        Width::W8 => run_width::<u8>(&args.operation),
        Width::W16 => run_width::<u16>(&args.operation),
        Width::W32 => run_width::<u32>(&args.operation),
        Width::W64 => run_width::<u64>(&args.operation),
    }
}

fn run_width<T: Bits>(operation: &BitsOperation) -> anyhow::Result<Exit> {
    print(answer(evaluate::<T>(operation)?))?;
    Ok(Exit::Success)
}

/// What an operation gives.
enum Answer<T> {
    Value(T),
    Division { quotient: T, remainder: T },
    Truth(bool),
    Number(Option<u32>),
}

fn evaluate<T: Bits>(operation: &BitsOperation) -> anyhow::Result<Answer<T>> {
    use BitsOperation as Op;

    let value = |text: &String| Ok::<T, anyhow::Error>(parse(text.trim())?);
    let position = |position: u32| {
        let error = || anyhow!("there is no bit {position}; bits are 0 to {}", T::WIDTH - 1);
        (position < T::WIDTH).then_some(position).ok_or_else(error)
    };
    let sum = |sign: &str, a: &String, b: &String| format!("{a} {sign} {b} in {} bits", T::WIDTH);
    Ok(match operation {
        Op::Show { value: a } => Answer::Value(value(a)?),
        Op::Flip { value: a, position: n } => Answer::Value(value(a)?.flip(position(*n)?)),
        Op::Set { value: a, position: n } => Answer::Value(value(a)?.set(position(*n)?)),
        Op::Clear { value: a, position: n } => Answer::Value(value(a)?.clear(position(*n)?)),
        Op::Check { value: a, position: n } => Answer::Truth(value(a)?.is_set(position(*n)?)),
        Op::ShiftLeft { value: a, distance } => Answer::Value(value(a)?.shift_left(*distance)),
        Op::ShiftRight { value: a, distance } => Answer::Value(value(a)?.shift_right(*distance)),
        Op::Move { value: a, from, to } => {
            Answer::Value(value(a)?.move_bit(position(*from)?, position(*to)?))
        }
        Op::Count { value: a } => Answer::Number(Some(value(a)?.count_ones())),
        Op::Lowest { value: a } => Answer::Number(value(a)?.lowest_position()),
        Op::Overlap { a, b } => Answer::Truth(value(a)?.intersects(value(b)?)),
        Op::Mask { position: n } => Answer::Value(T::mask(position(*n)?)),
        Op::Union { a, b } => Answer::Value(value(a)?.union(value(b)?)),
        Op::Intersection { a, b } => Answer::Value(value(a)?.intersection(value(b)?)),
        Op::Add { a, b } => Answer::Value(value(a)?.add(value(b)?).with_context(|| sum("+", a, b))?),
        Op::Sub { a, b } => Answer::Value(value(a)?.subtract(value(b)?).with_context(|| sum("-", a, b))?),
        Op::Mul { a, b } => Answer::Value(value(a)?.multiply(value(b)?).with_context(|| sum("×", a, b))?),
        Op::Div { a, b } => {
            let division = value(a)?.divide(value(b)?).with_context(|| sum("÷", a, b))?;
            Answer::Division { quotient: division.quotient, remainder: division.remainder }
        }
    })
}

fn answer<T: Bits>(answer: Answer<T>) -> String {
    match answer {
        Answer::Value(value) => notations(value) + &board(value),
        Answer::Division { quotient, remainder } => format!(
            "{}\n{}\n{}\n{}",
            paint(style::HEADING, "quotient"),
            notations(quotient),
            paint(style::HEADING, "remainder"),
            notations(remainder)
        ),
        Answer::Truth(truth) => line("answer", if truth { "yes" } else { "no" }),
        Answer::Number(Some(number)) => notations(number_of_width(number)),
        Answer::Number(None) => line("answer", "none"),
    }
}

/// A small number in the shortest width, so that a count of three is not 32 digits long.
fn number_of_width(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn notations<T: Bits>(value: T) -> String {
    line("binary", value.binary().grouped(4)) + &line("hex", value.hex()) + &line("decimal", value)
}

fn line(name: &str, value: impl Display) -> String {
    format!("{}  {value}\n", paint(style::FAINT, format_args!("{name:<8}")))
}

/// A 32-bit value on the board: bit n is square n + 1.
fn board<T: Bits>(value: T) -> String {
    let Ok(word) = u32::try_from(value.into()) else { return String::new() };
    if T::WIDTH != u32::BITS {
        return String::new();
    }
    let set = Bitboard::from_row_major(word);
    let cell = |square| if set.contains(square) { paint(style::ONE, '1') } else { "0".to_owned() };
    format!("\n{}\nbit n is square n + 1\n", diagram(Color::White, cell))
}
