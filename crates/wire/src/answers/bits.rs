//! The bits of positions, and operations on words.

use std::collections::HashMap;

use crownhead_bits::{Bits, bits32};
use crownhead_board::{Bitboard, Color, PieceStyle, Position, Setup, State, diagram};
use crownhead_study::bits::{self, Change};

use super::{read_move, read_position, read_rules, sentence};
use crate::{
    BitsAnswer, BitsRequest, ErrorBody, ErrorCode, EvalAnswer, EvalOp, EvalRequest, EvalResult, EvalStep,
    Mask, Operation, OperationKind, Words, squares,
};

/// The masks of a position, and what a move does to them.
///
/// # Errors
///
/// What is asked cannot be read.
pub fn look(asked: &BitsRequest) -> Result<BitsAnswer, ErrorBody> {
    let rules = read_rules(asked.rules.as_deref())?;
    let setup = match (&asked.fen, &asked.words) {
        (Some(_), Some(_)) => return Err(bad_bits("Give a FEN or words, not both.")),
        (fen, None) => read_position(fen.as_deref())?.setup(),
        (None, Some(words)) => read_words(words)?,
    };
    let (state, problems) = match Position::try_from(setup) {
        Ok(pos) => (Some(State::new(pos, rules)), Vec::new()),
        Err(error) => (None, error.to_string().split("; ").map(sentence).collect()),
    };
    let masks = match &state {
        Some(state) => {
            bits::all_masks(state).iter().map(|named| mask(named.name, named.formula, named.mask)).collect()
        }
        None => setup_masks(&setup),
    };
    let operations = match (&state, &asked.mv) {
        (_, None) => Vec::new(),
        (None, Some(_)) => return Err(bad_bits("A move can be made only in a position that can be played.")),
        (Some(state), Some(text)) => {
            let mv = read_move(text, state)?;
            bits::changes(state, mv).iter().map(operation).collect()
        }
    };
    Ok(BitsAnswer {
        fen: setup.to_string(),
        turn: setup.turn.unwrap_or(Color::Black).into(),
        problems,
        masks,
        board: diagram(Color::White, |square| PieceStyle::LETTERS.symbol(setup.piece_at(square))),
        operations,
    })
}

fn bad_bits(message: impl Into<String>) -> ErrorBody {
    ErrorBody::new(ErrorCode::BadBits, message)
}

fn read_words(words: &Words) -> Result<Setup, ErrorBody> {
    let [black, white, kings] = [&words.black, &words.white, &words.kings].map(|text| read_word(text));
    let turn = words.turn.map_or(Color::Black, Into::into);
    Ok(Setup { black: black?, white: white?, kings: kings?, turn: Some(turn) })
}

fn read_word(text: &str) -> Result<Bitboard, ErrorBody> {
    read_number(text).map(Bitboard::from_row_major)
}

fn read_number(text: &str) -> Result<u32, ErrorBody> {
    crownhead_bits::parse::<u32>(text).map_err(|error| bad_bits(sentence(&error.to_string())))
}

/// What can be said about words that are no position.
fn setup_masks(setup: &Setup) -> Vec<Mask> {
    let occupied = setup.black | setup.white;
    vec![
        mask("black", None, setup.black),
        mask("white", None, setup.white),
        mask("kings", None, setup.kings),
        mask("occupied", Some("black | white"), occupied),
        mask("empty", Some("!(black | white)"), !occupied),
        mask("movers", None, Bitboard::EMPTY),
        mask("movers_left", None, Bitboard::EMPTY),
        mask("movers_right", None, Bitboard::EMPTY),
        mask("jumpers", None, Bitboard::EMPTY),
    ]
}

fn operation(change: &Change) -> Operation {
    Operation {
        mask: change.name.to_owned(),
        op: if change.clears { OperationKind::AndNot } else { OperationKind::Xor },
        before: mask(change.name, None, change.before),
        operand: mask("operand", None, change.operand),
        after: mask(change.name, None, change.after()),
        why: change.why.clone(),
        code: change.code(),
    }
}

/// More steps than these are not run.
const MAX_STEPS: usize = 64;
/// The longest name of a step.
const MAX_NAME: usize = 40;

/// Runs operations one after the other on words.
///
/// # Errors
///
/// A step cannot be run.
pub fn eval(asked: &EvalRequest) -> Result<EvalAnswer, ErrorBody> {
    let pos = read_position(asked.fen.as_deref())?;
    if asked.steps.len() > MAX_STEPS {
        return Err(bad_bits(format!("At most {MAX_STEPS} steps can be run at once.")));
    }
    let mut words = known_words(&pos);
    let steps = asked.steps.iter().map(|step| run(step, &mut words)).collect::<Result<_, _>>()?;
    Ok(EvalAnswer { steps })
}

fn known_words(pos: &Position) -> HashMap<String, u32> {
    let masks = bits::all_masks(&State::from(*pos)).into_iter().map(|named| (named.name, named.mask));
    let sides = [("us", pos.pieces(pos.turn())), ("them", pos.pieces(!pos.turn()))];
    masks.chain(sides).map(|(name, mask)| (name.to_owned(), mask.to_row_major())).collect()
}

fn run(step: &EvalStep, words: &mut HashMap<String, u32>) -> Result<EvalResult, ErrorBody> {
    let EvalStep { name, op, args: texts } = step;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= MAX_NAME;
    if !is_name {
        return Err(bad_bits(format!(
            "\"{name}\" is not a name: names have letters, digits and _, begin with a letter, and have at most {MAX_NAME} characters."
        )));
    }
    let word = |text: &String| words.get(text).copied().map_or_else(|| read_number(text), Ok);
    let args: Vec<u32> = texts.iter().map(word).collect::<Result<_, _>>()?;
    let number = op.apply(&args).ok_or_else(|| {
        bad_bits(format!("{} takes {}, and {} were given.", op.name(), plural(op.n_args()), args.len()))
    })?;
    words.insert(name.clone(), number);
    let show = |name: &str, word: u32| mask(name, None, Bitboard::from_row_major(word));
    Ok(EvalResult {
        code: format!("{name} = {}", op.code(texts)),
        args: texts.iter().zip(&args).map(|(text, word)| show(text, *word)).collect(),
        result: show(name, number),
        number,
    })
}

fn plural(n: usize) -> String {
    if n == 1 { "1 argument".to_owned() } else { format!("{n} arguments") }
}

/// What an operation of the wire does.
trait Runnable: Copy {
    fn name(self) -> String;

    fn n_args(self) -> usize;

    /// The operation as it stands in code.
    fn code(self, args: &[String]) -> String;

    /// Runs it with the code that the game is made of; `None` for a wrong number of arguments.
    fn apply(self, args: &[u32]) -> Option<u32>;
}

impl Runnable for EvalOp {
    fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    fn n_args(self) -> usize {
        match self {
            EvalOp::MoveBit => 3,
            EvalOp::And | EvalOp::Or | EvalOp::Xor | EvalOp::AndNot => 2,
            EvalOp::ShiftLeft | EvalOp::ShiftRight | EvalOp::Set | EvalOp::Clear | EvalOp::Flip => 2,
            _ => 1,
        }
    }

    fn code(self, args: &[String]) -> String {
        let operator = match self {
            EvalOp::And => " & ",
            EvalOp::Or => " | ",
            EvalOp::Xor => " ^ ",
            EvalOp::AndNot => " & !",
            EvalOp::ShiftLeft => " << ",
            EvalOp::ShiftRight => " >> ",
            EvalOp::Value => "",
            EvalOp::Not => return format!("!{}", args.join("")),
            _ => return format!("{}({})", self.name(), args.join(", ")),
        };
        args.join(operator)
    }

    fn apply(self, args: &[u32]) -> Option<u32> {
        let step = |step: fn(Bitboard) -> Bitboard, word| step(Bitboard::from_row_major(word)).to_row_major();
        Some(match (self, args) {
            (EvalOp::Value, [a]) => *a,
            (EvalOp::Mask, [position]) => bits32::mask(*position),
            (EvalOp::Square, [number]) => bits32::mask(number.wrapping_sub(1)),
            (EvalOp::And, [a, b]) => bits32::intersection(*a, *b),
            (EvalOp::Or, [a, b]) => bits32::union(*a, *b),
            (EvalOp::Xor, [a, b]) => a ^ b,
            (EvalOp::Not, [a]) => !a,
            (EvalOp::AndNot, [a, b]) => bits32::intersection(*a, !b),
            (EvalOp::ShiftLeft, [a, distance]) => bits32::shift_left(*a, *distance),
            (EvalOp::ShiftRight, [a, distance]) => bits32::shift_right(*a, *distance),
            (EvalOp::Set, [a, position]) => bits32::set(*a, *position),
            (EvalOp::Clear, [a, position]) => bits32::clear(*a, *position),
            (EvalOp::Flip, [a, position]) => bits32::flip(*a, *position),
            (EvalOp::MoveBit, [a, from, to]) => bits32::move_bit(*a, *from, *to),
            (EvalOp::Count, [a]) => bits32::count_ones(*a),
            (EvalOp::Lowest, [a]) => bits32::lowest_position(*a).unwrap_or(bits32::WIDTH),
            (EvalOp::LowestBit, [a]) => bits32::lowest_position(*a).map_or(0, bits32::mask),
            (EvalOp::StepUpLeft, [a]) => step(Bitboard::step_up_left, *a),
            (EvalOp::StepUpRight, [a]) => step(Bitboard::step_up_right, *a),
            (EvalOp::StepDownLeft, [a]) => step(Bitboard::step_down_left, *a),
            (EvalOp::StepDownRight, [a]) => step(Bitboard::step_down_right, *a),
            (EvalOp::Turn, [a]) => step(Bitboard::flip, *a),
            _ => return None,
        })
    }
}

/// A mask in every form.
fn mask(name: &str, formula: Option<&str>, mask: Bitboard) -> Mask {
    let board = mask.to_board64();
    Mask {
        name: name.to_owned(),
        formula: formula.map(str::to_owned),
        hex32: mask.to_row_major().hex().to_string(),
        binary32: mask.to_row_major().binary().grouped(4).to_string(),
        hex64: board.hex().to_string(),
        binary64: board.binary().grouped(8).to_string(),
        squares: squares(mask),
    }
}
