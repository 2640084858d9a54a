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

/// Operations to run one after the other on 32-bit words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvalRequest {
    /// A position whose masks can be used by their names; the start if it is left out.
    #[serde(default)]
    #[schema(example = "W:W18:B14,K6")]
    pub fen: Option<String>,
    /// At most 64 steps.
    #[serde(deserialize_with = "objects")]
    #[schema(max_items = 64)]
    pub steps: Vec<EvalStep>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvalStep {
    /// The name of the result, for later steps.
    #[schema(example = "targets", max_length = 40)]
    pub name: String,
    /// What is done.
    pub op: EvalOp,
    /// Masks by name (`black`, `white`, `kings`, `occupied`, `empty`, `movers`, `jumpers`, `us`, `them`, or an earlier
    /// step), or numbers in hex, binary or decimal. How many depends on the operation.
    #[schema(max_items = 3, example = json!(["black", "empty"]))]
    pub args: Vec<String>,
}

/// What can be done with words in the 32-bit layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvalOp {
    /// The word itself.
    Value,
    /// One bit: the argument is its position from 0 to 31.
    Mask,
    /// The bit of a square: the argument is its number from 1 to 32.
    Square,
    /// Both words have the bit.
    And,
    /// Either word has it.
    Or,
    /// One of them has it, and the other has not.
    Xor,
    /// The word has not.
    Not,
    /// The first has it, and the second has not.
    AndNot,
    /// The word shifted left.
    ShiftLeft,
    /// The word shifted right.
    ShiftRight,
    /// The word with the bit at a position made 1.
    Set,
    /// The word with the bit at a position made 0.
    Clear,
    /// The word with the bit at a position inverted.
    Flip,
    /// The word with a bit moved from one position to another.
    MoveBit,
    /// How many bits are 1.
    Count,
    /// The position of the lowest bit that is 1, as a number; 32 when there is none.
    Lowest,
    /// The lowest bit that is 1, alone.
    LowestBit,
    /// Every square moved one step up and to the left, White being at the bottom.
    StepUpLeft,
    /// Every square moved one step up and to the right.
    StepUpRight,
    /// Every square moved one step down and to the left.
    StepDownLeft,
    /// Every square moved one step down and to the right.
    StepDownRight,
    /// The board turned by half a turn.
    Turn,
}

/// What came of each step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EvalAnswer {
    /// The steps in their order.
    pub steps: Vec<EvalResult>,
}

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EvalResult {
    /// The step as a line of code.
    #[schema(example = "targets = step_down_right(white) & empty")]
    pub code: String,
    /// What the arguments were.
    pub args: Vec<Mask>,
    /// The result as a mask.
    pub result: Mask,
    /// The result as a number.
    pub number: u32,
}
