//! The bits of positions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Side, objects, optional_object};

/// A position of which the bits are asked for: by FEN, or by three words in the 32-bit layout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BitsRequest {
    /// The position; the start if neither it nor words are given.
    #[serde(default)]
    #[schema(example = "W:W18:B14,K6")]
    pub fen: Option<String>,
    /// Words in place of a FEN. They need not make a position that can be played.
    #[serde(default, deserialize_with = "optional_object")]
    pub words: Option<Words>,
    /// The rules; official if they are left out.
    #[serde(default)]
    pub rules: Option<String>,
    /// A legal move of which the operations are asked for.
    #[serde(default, rename = "move")]
    #[schema(example = "18x9x2")]
    pub mv: Option<String>,
}

/// A position as words in the 32-bit layout: bit n is square n + 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Black's pieces: hex (`0x00000FFF`), binary (`0b1`) or decimal.
    #[schema(example = "0x00000FFF")]
    pub black: String,
    /// White's pieces.
    #[schema(example = "0xFFF00000")]
    pub white: String,
    /// The kings of both.
    #[schema(example = "0x00000000")]
    pub kings: String,
    /// The side to move; black if it is left out.
    #[serde(default)]
    pub turn: Option<Side>,
}

/// The bits of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BitsAnswer {
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// What keeps the words from being a position that can be played, in sentences; empty when nothing does.
    pub problems: Vec<String>,
    /// The masks: black, white, kings, occupied, empty, movers, movers_left, movers_right, jumpers. The last four
    /// are about the side to move and empty when the words are not a valid position.
    pub masks: Vec<Mask>,
    /// The board as plain text.
    pub board: String,
    /// The operations that make the move, if one was given.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub operations: Vec<Operation>,
}

/// A set of squares in every form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Mask {
    /// Its name.
    #[schema(example = "black")]
    pub name: String,
    /// How it is made from others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "!(black | white)")]
    pub formula: Option<String>,
    /// The 32-bit layout in hex: bit n is square n + 1.
    #[schema(example = "0x00000FFF")]
    pub hex32: String,
    /// The 32-bit layout in binary, in groups of four.
    #[schema(example = "0b0000_0000_0000_0000_0000_1111_1111_1111")]
    pub binary32: String,
    /// The 64-bit layout in hex: bit 0 is a1, bit 1 is b1, bit 8 is a2.
    #[schema(example = "0xAA55AA0000000000")]
    pub hex64: String,
    /// The 64-bit layout in binary, in groups of eight, a group for each row.
    pub binary64: String,
    /// The squares.
    pub squares: Vec<u8>,
}

/// A step that a move makes on a mask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Operation {
    /// The mask that changes: `black`, `white` or `kings`.
    pub mask: String,
    /// What is done with it.
    pub op: OperationKind,
    /// What the mask was.
    pub before: Mask,
    /// The other operand.
    pub operand: Mask,
    /// What the mask is now.
    pub after: Mask,
    /// The reason in words.
    #[schema(example = "from 18 to 2")]
    pub why: String,
    /// The whole as a line of code.
    #[schema(example = "white ^= 0x00020002")]
    pub code: String,
}

/// What a move does with a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OperationKind {
    /// Bits are turned over.
    Xor,
    /// Bits are cleared.
    AndNot,
}

/// Calculations to run one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvalRequest {
    /// A position whose masks can be used by their names, with words of 32 or 64 bits; the start if it is left out.
    #[serde(default)]
    #[schema(example = "W:W18:B14,K6")]
    pub fen: Option<String>,
    /// How many bits a word has: 8, 16, 32 or 64; 32 if it is left out.
    #[serde(default)]
    #[schema(example = 32)]
    pub width: Option<u32>,
    /// At most 64 calculations.
    #[serde(deserialize_with = "objects")]
    #[schema(max_items = 64)]
    pub lines: Vec<EvalLine>,
}

/// One calculation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvalLine {
    /// The name of the result, for later lines.
    #[schema(example = "targets", max_length = 40)]
    pub name: String,
    /// What is computed, with the signs `& | ^ ~ << >> + - * / %`, brackets, and functions: `mask`, `square`, `set`, `clear`,
    /// `flip`, `check`, `move`, `count`, `lowest`, `lowest_bit`, `match`, `merge`, `step_up_left`, `step_up_right`,
    /// `step_down_left`, `step_down_right`, `turn`. Words are numbers in hex, binary or decimal, earlier lines, and masks of the
    /// position: `black`, `white`, `kings`, `occupied`, `empty`, `movers`, `jumpers`, `us`, `them`, and constants of the side to move: `even_rows`,
    /// `odd_rows`, `start`, `crown_row`, `left_move`, `right_move`, `left_jump`, `right_jump`.
    #[schema(example = "step_down_right(white) & empty", max_length = 400)]
    pub code: String,
}

/// What came of each calculation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EvalAnswer {
    /// The calculations in their order.
    pub lines: Vec<EvalResult>,
}

/// What came of a calculation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EvalResult {
    /// The name of the result.
    pub name: String,
    /// What was computed.
    pub code: String,
    /// Each operation in its turn.
    pub steps: Vec<EvalStep>,
    /// The result.
    pub result: Word,
}

/// An operation of a calculation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EvalStep {
    /// Its sign, or the name of the function.
    #[schema(example = "&")]
    pub op: String,
    /// As it was written.
    pub code: String,
    /// What it was given.
    pub args: Vec<Word>,
    /// What came of it.
    pub result: Word,
    /// The true result is too large for the width, or below zero, so it was wrapped around.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overflows: bool,
    /// Arithmetic by bit operations alone: what the registers hold before the first round and after each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<Vec<Register>>,
}

/// A register of a calculation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Register {
    /// Its name: `sum`, `carry`, `difference`, `borrow`, `product`, `doubled`, `factor`, `quotient` or `remainder`.
    #[schema(example = "carry")]
    pub name: String,
    /// What it holds.
    pub word: Word,
}

/// A word in every form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Word {
    /// In hex, with all digits.
    #[schema(example = "0x00000FFF")]
    pub hex: String,
    /// In binary, in groups: of eight bits where a word has 64, of four otherwise.
    #[schema(example = "0b0000_0000_0000_0000_0000_1111_1111_1111")]
    pub binary: String,
    /// In decimal, as a text, since it may be larger than numbers of JSON are.
    #[schema(example = "4095")]
    pub decimal: String,
    /// The squares, where the bits are squares: with 32 bits, and with 64 if no bit is a light square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<u8>>,
}
