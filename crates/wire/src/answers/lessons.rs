//! Lessons about bits.

use crownhead_board::{Bitboard, Color, Square, State};
use crownhead_study::exercise::{EXERCISES, Exercise, Verdict, Wrong};
use crownhead_study::hops::{self, Hop};
use crownhead_study::{BitLayout, constants};

use super::bits::{bad_expression, mask};
use super::read_position;
use crate::{
    ConstantInfo, ConstantsAnswer, ErrorBody, ErrorCode, ExerciseAnswer, ExerciseInfo, ExerciseRequest,
    ExercisesAnswer, HopInfo, PickAnswer, PickRequest, WrongAnswer,
};

/// The constants of both players.
pub fn constants() -> ConstantsAnswer {
    let of =
        |player| constants::constants(player).iter().map(|named| constant(named.name, named.mask)).collect();
    ConstantsAnswer { black: of(Color::Black), white: of(Color::White) }
}

fn constant(name: &str, set: Bitboard) -> ConstantInfo {
    ConstantInfo { mask: mask(name, None, set), from_a1: BitLayout::Up32.hex(set) }
}

/// What a program knows about a piece that is taken up.
///
/// # Errors
///
/// The position cannot be read, or there is no such square.
pub fn pick(asked: &PickRequest) -> Result<PickAnswer, ErrorBody> {
    let pos = read_position(Some(&asked.fen))?;
    let square = Square::new(asked.square).ok_or_else(|| {
        ErrorBody::new(
            ErrorCode::BadValue,
            format!("There is no square {}; squares are 1 to 32.", asked.square),
        )
    })?;
    let legal = pos.legal_moves();
    let ends = legal.iter().filter(|mv| mv.from() == Some(square)).filter_map(|mv| mv.to()).collect();
    Ok(PickAnswer {
        selection: mask("selection", None, Bitboard::from_square(square)),
        moves: mask("moves", None, ends),
        hops: hops::hops(&State::from(pos), square).iter().map(hop).collect(),
    })
}

fn hop(hop: &Hop) -> HopInfo {
    let [from, over, to] = [hop.from, hop.over, hop.to].map(Square::number);
    let captured = mask("captured", None, hop.captured);
    HopInfo { depth: hop.depth, from, over, to, captured, is_end: hop.is_end }
}

/// The exercises there are.
pub fn exercises() -> ExercisesAnswer {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let info = |exercise: &Exercise| ExerciseInfo {
        id: exercise.id.to_owned(),
        names: texts(exercise.names),
        functions: exercise.functions.iter().map(|op| op.word().to_owned()).collect(),
        choices: texts(exercise.choices),
        solution: exercise.solution.to_owned(),
    };
    ExercisesAnswer { exercises: EXERCISES.iter().map(info).collect() }
}

/// Runs an answer on positions at random.
///
/// # Errors
///
/// There is no such exercise, or the answer cannot be run: `with` says why.
pub fn exercise(asked: &ExerciseRequest) -> Result<ExerciseAnswer, ErrorBody> {
    let found = Exercise::find(&asked.id);
    let exercise = found.ok_or_else(|| {
        ErrorBody::new(ErrorCode::NotFound, format!("There is no exercise \"{}\".", asked.id))
    })?;
    let Verdict { tried, wrong } =
        exercise.check(&asked.code, asked.seed).map_err(|error| bad_expression(&error))?;
    Ok(ExerciseAnswer { tried, wrong: wrong.as_ref().map(wrong_answer) })
}

fn wrong_answer(wrong: &Wrong) -> WrongAnswer {
    WrongAnswer {
        fen: wrong.pos.to_string(),
        words: wrong.words.iter().map(|(name, set)| mask(name, None, *set)).collect(),
        expected: mask("expected", None, wrong.expected),
        found: mask("found", None, wrong.found),
    }
}
