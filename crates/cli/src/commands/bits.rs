//! `crownhead bits`: one operation, and its result in every notation.

use std::fmt::Display;

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, ValueEnum};
use crownhead_bits::{Bits, parse};
use crownhead_board::Color;
use crownhead_study::{BitLayout, Frame, Notation};
use serde_json::{Value, json};

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
    /// Which bit is which square, on the board of 32 or 64 bits: down32, up32, down64 or up64.
    #[arg(long, global = true, value_name = "LAYOUT")]
    pub(crate) layout: Option<BitLayout>,
    /// Print JSON.
    #[arg(long, global = true)]
    pub(crate) json: bool,
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
    Show {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
    },
    /// Flip one bit.
    Flip {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
        /// The number of the bit, from 0 for the lowest.
        position: u32,
    },
    /// Set one bit to 1.
    Set {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
        /// The number of the bit, from 0 for the lowest.
        position: u32,
    },
    /// Set one bit to 0.
    Clear {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
        /// The number of the bit, from 0 for the lowest.
        position: u32,
    },
    /// Test whether one bit is 1.
    Check {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
        /// The number of the bit, from 0 for the lowest.
        position: u32,
    },
    /// Shift left, towards the high bits.
    #[command(visible_alias = "shl")]
    ShiftLeft {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
        /// How many places.
        distance: u32,
    },
    /// Shift right, towards the low bits.
    #[command(visible_alias = "shr")]
    ShiftRight {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
        /// How many places.
        distance: u32,
    },
    /// Move a bit from one position to another if it is 1.
    Move {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
        /// The number of the bit that is moved.
        from: u32,
        /// The number of the bit that it becomes.
        to: u32,
    },
    /// Count the ones.
    Count {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
    },
    /// The position of the lowest 1.
    #[command(visible_alias = "first")]
    Lowest {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
    },
    /// Test whether two masks have a 1 in common.
    #[command(visible_aliases = ["overlaps", "match"])]
    Overlap {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
    /// The mask with one bit set.
    Mask {
        /// The number of the bit, from 0 for the lowest.
        position: u32,
    },
    /// The union of two masks.
    #[command(visible_aliases = ["or", "combine"])]
    Union {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
    /// The intersection of two masks.
    #[command(visible_aliases = ["and", "intersect"])]
    Intersection {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
    /// The bits in which two masks differ: B toggles bits of A.
    #[command(visible_alias = "toggle")]
    Xor {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
    /// The bits that are 0.
    Not {
        /// The value: binary (0b1011), hex (0xFFF) or decimal.
        value: String,
    },
    /// The bits of B where a mask is 1, those of A elsewhere.
    Merge {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
        /// The mask.
        mask: String,
    },
    /// Add, using only bitwise operations.
    Add {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
    /// Subtract, using only bitwise operations.
    #[command(visible_alias = "subtract")]
    Sub {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
    /// Multiply, using only bitwise operations.
    #[command(visible_alias = "multiply")]
    Mul {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
    /// Divide with remainder, using only bitwise operations.
    #[command(visible_alias = "divide")]
    Div {
        /// The first value: binary (0b1011), hex (0xFFF) or decimal.
        a: String,
        /// The second value.
        b: String,
    },
}

pub(crate) fn run(args: &BitsArgs) -> anyhow::Result<Exit> {
    match args.width {
        Width::W8 => run_width::<u8>(args),
        Width::W16 => run_width::<u16>(args),
        Width::W32 => run_width::<u32>(args),
        Width::W64 => run_width::<u64>(args),
    }
}

fn run_width<T: Bits>(args: &BitsArgs) -> anyhow::Result<Exit> {
    let usual = if T::WIDTH == u64::BITS { BitLayout::Up64 } else { BitLayout::Down32 };
    let found = evaluate::<T>(&args.operation)?;
    let text = match args.json {
        true => format!("{}\n", json_of(&found)),
        false => answer(found, args.layout.unwrap_or(usual)),
    };
    print(text)?;
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
        Op::Xor { a, b } => Answer::Value(value(a)?.xor(value(b)?)),
        Op::Not { value: a } => Answer::Value(value(a)?.inverse()),
        Op::Merge { a, b, mask } => Answer::Value(value(a)?.merge(value(b)?, value(mask)?)),
        Op::Add { a, b } => Answer::Value(value(a)?.add(value(b)?).with_context(|| sum("+", a, b))?),
        Op::Sub { a, b } => Answer::Value(value(a)?.subtract(value(b)?).with_context(|| sum("-", a, b))?),
        Op::Mul { a, b } => Answer::Value(value(a)?.multiply(value(b)?).with_context(|| sum("×", a, b))?),
        Op::Div { a, b } => {
            let division = value(a)?.divide(value(b)?).with_context(|| sum("÷", a, b))?;
            Answer::Division { quotient: division.quotient, remainder: division.remainder }
        }
    })
}

fn json_of<T: Bits>(answer: &Answer<T>) -> Value {
    match answer {
        Answer::Value(value) => word_json(*value),
        Answer::Division { quotient, remainder } => {
            json!({ "quotient": word_json(*quotient), "remainder": word_json(*remainder) })
        }
        Answer::Truth(truth) => json!({ "answer": truth }),
        Answer::Number(number) => json!({ "answer": number }),
    }
}

/// A word. The decimal is a text, because not every reader of JSON has 64-bit numbers.
fn word_json<T: Bits>(value: T) -> Value {
    json!({ "binary": value.binary().to_string(), "hex": value.hex().to_string(), "decimal": value.to_string() })
}

fn answer<T: Bits>(answer: Answer<T>, layout: BitLayout) -> String {
    match answer {
        Answer::Value(value) => notations(value) + &board(value, layout),
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

/// A value on the board, if its bits are squares: all 32 or 64 of them, and no light one.
fn board<T: Bits>(value: T, layout: BitLayout) -> String {
    let set = (T::WIDTH == layout.width()).then(|| layout.squares(value.into())).flatten();
    let Some(set) = set else { return String::new() };
    let cell = |square| if set.contains(square) { paint(style::ONE, '1') } else { "0".to_owned() };
    let board = Frame::Diagram.draw(Color::White, Notation::Pdn, cell);
    format!("\n{board}\n{layout}: {}\n", layout.description())
}
