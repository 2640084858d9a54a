//! The bits of positions, and calculations with words.

use crownhead_bits::Bits;
use crownhead_board::{Bitboard, Color, PieceStyle, Position, Setup, State, diagram};
use crownhead_study::bits::{self, Change};
use crownhead_study::constants;
use crownhead_study::expression::{Expression, ExpressionError, Step, Width};
use serde_json::json;

use super::{read_move, read_position, read_rules, sentence};
use crate::{
    BitsAnswer, BitsRequest, ErrorBody, ErrorCode, EvalAnswer, EvalLine, EvalRequest, EvalResult, EvalStep,
    Mask, Operation, OperationKind, Register, Word, Words, squares,
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

/// More lines than these are not run.
const MAX_LINES: usize = 64;
/// The longest name of a line.
const MAX_NAME: usize = 40;

/// Runs calculations one after the other.
///
/// # Errors
///
/// A line cannot be run. `with` says why.
pub fn eval(asked: &EvalRequest) -> Result<EvalAnswer, ErrorBody> {
    let pos = read_position(asked.fen.as_deref())?;
    let bits = asked.width.unwrap_or(32);
    let width = Width::new(bits).ok_or_else(|| bad_bits("A word has 8, 16, 32 or 64 bits."))?;
    if asked.lines.len() > MAX_LINES {
        return Err(bad_bits(format!("At most {MAX_LINES} lines can be run at once.")));
    }
    let mut words = known_words(&pos, width);
    let lines = asked.lines.iter().map(|line| run(line, width, &mut words)).collect::<Result<_, _>>()?;
    Ok(EvalAnswer { lines })
}

fn known_words(pos: &Position, width: Width) -> Vec<(String, u64)> {
    if matches!(width, Width::W8 | Width::W16) {
        return Vec::new();
    }
    let masks = bits::all_masks(&State::from(*pos)).into_iter().map(|named| (named.name, named.mask));
    let sides = [("us", pos.pieces(pos.turn())), ("them", pos.pieces(!pos.turn()))];
    let constants = constants::constants(pos.turn()).map(|named| (named.name, named.mask));
    masks.chain(sides).chain(constants).map(|(name, mask)| (name.to_owned(), width.word(mask))).collect()
}

fn run(line: &EvalLine, width: Width, words: &mut Vec<(String, u64)>) -> Result<EvalResult, ErrorBody> {
    let EvalLine { name, code } = line;
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= MAX_NAME;
    if !is_name {
        return Err(bad_bits(format!(
            "\"{name}\" is not a name: names have letters, digits and _, begin with a letter, and have at most {MAX_NAME} characters."
        )));
    }
    // A line that has the name of an earlier one takes its place.
    let known = |name: &str| words.iter().rev().find(|(known, _)| known == name).map(|(_, word)| *word);
    let computed = Expression::parse(code, width)
        .and_then(|read| read.compute(&known))
        .map_err(|error| bad_expression(&error))?;
    words.push((name.clone(), computed.result));
    let steps = computed.steps.iter().map(|step| eval_step(step, width)).collect();
    Ok(EvalResult { name: name.clone(), code: code.clone(), steps, result: word(computed.result, width) })
}

/// A calculation that cannot be run, with the reason as a code.
pub(super) fn bad_expression(error: &ExpressionError) -> ErrorBody {
    let with = json!({ "code": error.code(), "with": error.details() });
    // A page has sentences of its own for the codes.
    let message = if cfg!(target_family = "wasm") { String::new() } else { sentence(&error.to_string()) };
    ErrorBody { with: Some(with), ..bad_bits(message) }
}

fn eval_step(step: &Step, width: Width) -> EvalStep {
    let register =
        |(name, value): &(&str, u64)| Register { name: (*name).to_owned(), word: word(*value, width) };
    EvalStep {
        op: step.op.word().to_owned(),
        code: step.code.clone(),
        args: step.args.iter().map(|arg| word(*arg, width)).collect(),
        result: word(step.result, width),
        overflows: step.overflows,
        rounds: step.rounds.iter().map(|round| round.iter().map(register).collect()).collect(),
    }
}

fn word(word: u64, width: Width) -> Word {
    Word {
        hex: width.hex(word),
        binary: width.binary(word),
        decimal: word.to_string(),
        squares: width.squares(word).map(squares),
    }
}

/// A mask in every form.
pub(super) fn mask(name: &str, formula: Option<&str>, mask: Bitboard) -> Mask {
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
