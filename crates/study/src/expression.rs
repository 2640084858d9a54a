//! Calculations with words as people write them: `(black & 0x0F0F0F0F) << 4`.
//!
//! Operators bind as in C and Rust: `~ ! -`, then `* / %`, `+ -`, `<< >>`, `&`, `^`, `|`. What cannot be done with
//! operators has functions, as in `flip(black, 3)`.

use std::fmt;
use std::str::FromStr;

use crownhead_bits::{Bits, bits64};
use crownhead_board::Bitboard;
use thiserror::Error;

use crate::arithmetic::{self, Round, Worked};

/// How many bits a word has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 8 bits.
    W8,
    /// 16 bits.
    W16,
    /// 32 bits: the dark squares.
    W32,
    /// 64 bits: all squares.
    W64,
}

impl Width {
    /// All of them.
    pub const ALL: [Width; 4] = [Width::W8, Width::W16, Width::W32, Width::W64];

    /// The width of this many bits.
    pub fn new(bits: u32) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.bits() == bits)
    }

    /// How many bits they are.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    /// The word with all bits.
    pub const fn max(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The word with the highest bit alone.
    pub const fn top_bit(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// A word in hex, with all its digits.
    pub fn hex(self, word: u64) -> String {
        match self {
            Width::W8 => (word as u8).hex(),
            Width::W16 => (word as u16).hex(),
            Width::W32 => (word as u32).hex(),
            Width::W64 => word.hex(),
        }
        .to_string()
    }

    /// A word in binary, in groups: of four bits, or of eight where that is a row of the board.
    pub fn binary(self, word: u64) -> String {
        match self {
            Width::W8 => (word as u8).binary().grouped(4),
            Width::W16 => (word as u16).binary().grouped(4),
            Width::W32 => (word as u32).binary().grouped(4),
            Width::W64 => word.binary().grouped(8),
        }
        .to_string()
    }

    /// The squares of a word, where its bits are squares.
    pub fn squares(self, word: u64) -> Option<Bitboard> {
        match self {
            Width::W32 => u32::try_from(word).ok().map(Bitboard::from_row_major),
            Width::W64 => Bitboard::from_board64(word),
            Width::W8 | Width::W16 => None,
        }
    }

    /// The word of a set of squares.
    pub fn word(self, squares: Bitboard) -> u64 {
        match self {
            Width::W64 => squares.to_board64(),
            _ => u64::from(squares.to_row_major()) & self.max(),
        }
    }

    fn read(self, text: &str) -> Option<u64> {
        crownhead_bits::parse::<u64>(text).ok().filter(|number| *number <= self.max())
    }
}

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
            const fn binding(self) -> u8 {
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

    fn between(sign: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.binding() > 0 && op.word() == sign)
    }

    fn before(sign: &str) -> Option<Op> {
        match sign {
            "~" | "!" => Some(Op::Not),
            "-" => Some(Op::Negate),
            _ => None,
        }
    }

    fn function(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.is_function() && op.word() == name)
    }

    /// Does it need the board of 32 dark squares?
    fn needs_board(self) -> bool {
        use Op::{Square, StepDownLeft, StepDownRight, StepUpLeft, StepUpRight, Turn};
        matches!(self, Square | StepUpLeft | StepUpRight | StepDownLeft | StepDownRight | Turn)
    }

    fn apply(self, args: &[u64], width: Width) -> Option<Worked> {
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

/// Why a text is no calculation, or has no result. Places are counted in characters, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExpressionError {
    /// There is nothing.
    #[error("there is nothing to compute; write something like black | white")]
    Empty,
    /// It is too long, or nested too deep.
    #[error(
        "this is too long; at most {MAX_LEN} characters and {MAX_DEPTH} brackets inside each other can be read"
    )]
    TooLong,
    /// A character means nothing.
    #[error("{sign:?} at character {at} means nothing here; the signs are & | ^ ~ << >> + - * / % ( )")]
    UnknownSign {
        /// Where it stands.
        at: usize,
        /// The character.
        sign: char,
    },
    /// A word is missing.
    #[error("a number, a name or a bracket is missing at character {at}")]
    MissingWord {
        /// Where.
        at: usize,
    },
    /// A sign is missing between two words.
    #[error("a sign such as & or | is missing at character {at}")]
    MissingSign {
        /// Where.
        at: usize,
    },
    /// A bracket is not closed.
    #[error("the bracket at character {at} is not closed")]
    Unclosed {
        /// Where it stands.
        at: usize,
    },
    /// A number is none, or too large.
    #[error("{text:?} is not a number of {bits} bits; numbers look like 11, 0b1011 or 0xB")]
    BadNumber {
        /// As it was written.
        text: String,
        /// The width.
        bits: u32,
    },
    /// There is no word of this name.
    #[error("there is no word {name:?}")]
    UnknownName {
        /// The name.
        name: String,
    },
    /// There is no function of this name.
    #[error("there is no function {name:?}")]
    UnknownFunction {
        /// The name.
        name: String,
    },
    /// A function has too many words, or too few.
    #[error("{name} takes {takes} words, and {given} were given")]
    WrongCount {
        /// The function.
        name: &'static str,
        /// How many it takes.
        takes: usize,
        /// How many there are.
        given: usize,
    },
    /// A function is about the board, and the width is another.
    #[error("{name} is about the 32 dark squares, so it needs 32 bits")]
    NeedsBoard {
        /// The function.
        name: &'static str,
    },
    /// A function is not to be used here.
    #[error("{name} is what is to be written here; use & | ^ ~ << >>")]
    NotHere {
        /// The function.
        name: &'static str,
    },
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
}

/// What there is to say about an error besides its code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Details {
    /// Where it is.
    pub at: Option<usize>,
    /// The character, the number or the name that it is about.
    pub text: Option<String>,
    /// How many there should be: bits of a number, words of a function.
    pub most: Option<usize>,
    /// How many there are.
    pub given: Option<usize>,
}

impl ExpressionError {
    /// A word for programs, which stays the same when sentences change.
    pub fn code(&self) -> &'static str {
        match self {
            ExpressionError::Empty => "empty",
            ExpressionError::TooLong => "too_long",
            ExpressionError::UnknownSign { .. } => "unknown_sign",
            ExpressionError::MissingWord { .. } => "missing_word",
            ExpressionError::MissingSign { .. } => "missing_sign",
            ExpressionError::Unclosed { .. } => "unclosed",
            ExpressionError::BadNumber { .. } => "bad_number",
            ExpressionError::UnknownName { .. } => "unknown_name",
            ExpressionError::UnknownFunction { .. } => "unknown_function",
            ExpressionError::WrongCount { .. } => "wrong_count",
            ExpressionError::NeedsBoard { .. } => "needs_board",
            ExpressionError::NotHere { .. } => "not_here",
            ExpressionError::DivisionByZero => "division_by_zero",
        }
    }

    /// What belongs to the code.
    pub fn details(&self) -> Details {
        let place = |at: &usize| Details { at: Some(*at), ..Details::default() };
        let about = |text: &str| Details { text: Some(text.to_owned()), ..Details::default() };
        match self {
            ExpressionError::UnknownSign { at, sign } => {
                Details { text: Some(sign.to_string()), ..place(at) }
            }
            ExpressionError::MissingWord { at }
            | ExpressionError::MissingSign { at }
            | ExpressionError::Unclosed { at } => place(at),
            ExpressionError::BadNumber { text, bits } => {
                Details { most: Some(*bits as usize), ..about(text) }
            }
            ExpressionError::UnknownName { name } | ExpressionError::UnknownFunction { name } => about(name),
            ExpressionError::WrongCount { name, takes, given } => {
                Details { most: Some(*takes), given: Some(*given), ..about(name) }
            }
            ExpressionError::NeedsBoard { name } | ExpressionError::NotHere { name } => about(name),
            ExpressionError::Empty | ExpressionError::TooLong | ExpressionError::DivisionByZero => {
                Details::default()
            }
        }
    }
}

/// The longest text, in characters.
pub const MAX_LEN: usize = 400;
/// How deep brackets and signs before words may be nested.
const MAX_DEPTH: usize = 40;

impl Expression {
    /// Reads a calculation.
    ///
    /// # Errors
    ///
    /// It cannot be read; the error says where and why.
    pub fn parse(text: &str, width: Width) -> Result<Expression, ExpressionError> {
        if text.chars().count() > MAX_LEN {
            return Err(ExpressionError::TooLong);
        }
        let tokens = tokens(text)?;
        if tokens.is_empty() {
            return Err(ExpressionError::Empty);
        }
        let mut reader = Reader { text, tokens: &tokens, next: 0, depth: 0, width, parts: Vec::new() };
        reader.expression(0)?;
        match reader.peek() {
            None => Ok(Expression { parts: reader.parts, width }),
            Some(token) if token.is(")") => {
                Err(ExpressionError::UnknownSign { at: token.place(text), sign: ')' })
            }
            Some(token) => Err(ExpressionError::MissingSign { at: token.place(text) }),
        }
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

/// A number, a name or a sign: a piece of the text by its bytes.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    start: usize,
}

impl Token<'_> {
    fn is(self, sign: &str) -> bool {
        self.text == sign
    }

    fn begins_with(self, test: fn(&char) -> bool) -> bool {
        self.text.starts_with(|c: char| test(&c))
    }

    fn end(self) -> usize {
        self.start + self.text.len()
    }

    /// Where it is for people.
    fn place(self, text: &str) -> usize {
        place(text, self.start)
    }
}

fn place(text: &str, byte: usize) -> usize {
    text[..byte].chars().count() + 1
}

const SIGNS: [&str; 15] = ["<<", ">>", "&", "|", "^", "~", "!", "+", "-", "*", "/", "%", "(", ")", ","];

fn tokens(text: &str) -> Result<Vec<Token<'_>>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(c) = text[start..].chars().next() {
        let rest = &text[start..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            _ if c.is_whitespace() => {
                start += c.len_utf8();
                continue;
            }
            Some(sign) => sign.len(),
            None if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            None => return Err(ExpressionError::UnknownSign { at: place(text, start), sign: c }),
        };
        tokens.push(Token { text: &rest[..len], start });
        start += len;
    }
    Ok(tokens)
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    next: usize,
    depth: usize,
    width: Width,
    parts: Vec<Part>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    fn take(&mut self, sign: &str) -> Option<Token<'a>> {
        let token = self.peek().filter(|token| token.is(sign))?;
        self.next += 1;
        Some(token)
    }

    /// Words with signs between them that bind tighter than `above`; the number of its part.
    fn expression(&mut self, above: u8) -> Result<usize, ExpressionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ExpressionError::TooLong);
        }
        let start = self.peek().map_or(self.text.len(), |token| token.start);
        let mut left = self.word()?;
        while let Some(op) = self.peek().and_then(|token| Op::between(token.text)) {
            if op.binding() <= above {
                break;
            }
            self.next += 1;
            let right = self.expression(op.binding())?;
            left = self.push(Kind::Op(op, vec![left, right]), start);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn word(&mut self) -> Result<usize, ExpressionError> {
        let Some(token) = self.peek() else {
            return Err(ExpressionError::MissingWord { at: place(self.text, self.text.len()) });
        };
        self.next += 1;
        if let Some(op) = Op::before(token.text) {
            // Tighter than any sign between words.
            let of = self.expression(u8::MAX)?;
            return Ok(self.push(Kind::Op(op, vec![of]), token.start));
        }
        if token.is("(") {
            let inside = self.expression(0)?;
            self.close(token)?;
            return Ok(inside);
        }
        if token.begins_with(char::is_ascii_digit) {
            let bad = || ExpressionError::BadNumber { text: token.text.to_owned(), bits: self.width.bits() };
            let number = self.width.read(token.text).ok_or_else(bad)?;
            return Ok(self.push(Kind::Number(number), token.start));
        }
        if !token.begins_with(|c| c.is_ascii_alphabetic() || *c == '_') {
            return Err(ExpressionError::MissingWord { at: token.place(self.text) });
        }
        match self.take("(") {
            Some(bracket) => self.function(token, bracket),
            None => Ok(self.push(Kind::Name, token.start)),
        }
    }

    fn function(&mut self, name: Token<'a>, bracket: Token<'a>) -> Result<usize, ExpressionError> {
        let unknown = || ExpressionError::UnknownFunction { name: name.text.to_owned() };
        let op = Op::function(name.text).ok_or_else(unknown)?;
        let mut args = vec![self.expression(0)?];
        while self.take(",").is_some() {
            args.push(self.expression(0)?);
        }
        self.close(bracket)?;
        if args.len() != op.n_args() {
            let (takes, given) = (op.n_args(), args.len());
            return Err(ExpressionError::WrongCount { name: op.word(), takes, given });
        }
        if op.needs_board() && self.width != Width::W32 {
            return Err(ExpressionError::NeedsBoard { name: op.word() });
        }
        Ok(self.push(Kind::Op(op, args), name.start))
    }

    fn close(&mut self, open: Token<'a>) -> Result<(), ExpressionError> {
        if self.take(")").is_some() {
            return Ok(());
        }
        match self.peek() {
            Some(token) if !token.is(",") => Err(ExpressionError::MissingSign { at: token.place(self.text) }),
            _ => Err(ExpressionError::Unclosed { at: open.place(self.text) }),
        }
    }

    /// Adds a part that ends where the reader is.
    fn push(&mut self, kind: Kind, start: usize) -> usize {
        let end = self.tokens[self.next - 1].end();
        let code = self.text[start..end].to_owned();
        self.parts.push(Part { kind, code });
        self.parts.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
