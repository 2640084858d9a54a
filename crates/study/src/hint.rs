//! Why a move is a good one, in words.

use crownhead_board::{Color, Game, Move, Position, State};
use crownhead_endgame::{Value, Verdict};
use crownhead_engine::{Line, Score};

use crate::style::Appearance;

/// A move to advise.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// A sentence with the reason.
    pub reason: String,
}

/// So many hundredths of a man are a difference worth a word.
const DIFFERENCE: i32 = 60;
/// A line is followed so far.
const FOLLOWED: usize = 9;

impl Hint {
    /// The first of the best lines with a reason; what the endgame database knows of the moves counts
    /// for more than the engine's word.
    pub fn new(
        game: &Game,
        lines: &[Line],
        verdicts: &[(Move, Verdict)],
        appearance: &Appearance,
    ) -> Option<Hint> {
        let best = lines.first()?;
        let mv = *best.moves.first()?;
        let known = verdicts.iter().find(|(other, _)| *other == mv).map(|(_, verdict)| verdict);
        let reason = reason(game, best, lines.get(1).map(|line| line.score), known, appearance);
        Some(Hint { mv, reason: format!("Try {}: {reason}.", appearance.notation.mv(mv)) })
    }
}

fn reason(
    game: &Game,
    best: &Line,
    second: Option<Score>,
    known: Option<&Verdict>,
    appearance: &Appearance,
) -> String {
    let rest = what_follows(game, best, appearance);
    let expected = if rest.is_empty() { String::new() } else { format!(" (then {rest})") };
    let is_only = game.legal_moves().len() == 1;
    if is_only {
        return format!("it is the only legal move{expected}");
    }
    if let Some(verdict) = known {
        return format!("{}{expected}", known_reason(verdict));
    }
    if let Some(plies) = best.score.plies_to_end() {
        let word = if best.score.is_win() { "wins" } else { "holds out longest, though it loses" };
        return format!("it {word}, in {plies} plies{expected}");
    }
    if !best.score.is_estimate() {
        let word = if best.score.is_win() {
            "leads to a won ending"
        } else {
            "is the hardest to beat, though it loses"
        };
        return format!("it {word}{expected}");
    }
    let gained = gain(game, best);
    let saves = second.is_some_and(|second| best.score.centimen() - second.centimen() >= DIFFERENCE);
    let main = match gained {
        1 => "it wins a man".to_owned(),
        2.. => format!("it wins {gained} men"),
        _ if crowns(game, best) => "it brings a man to the crown row".to_owned(),
        _ if saves => "every other move is clearly worse".to_owned(),
        _ if best.score.centimen() >= DIFFERENCE => "it keeps the better game".to_owned(),
        _ if best.score.centimen() <= -DIFFERENCE => "it is the best of a worse game".to_owned(),
        _ => "it keeps the balance".to_owned(),
    };
    format!("{main}{expected}")
}

/// The moves behind the first, with who makes them.
fn what_follows(game: &Game, line: &Line, appearance: &Appearance) -> String {
    let made = states(game, line).into_iter().zip(line.moves.iter().skip(1)).take(5);
    let text = |(before, mv): (State, &Move)| {
        format!("{} {}", appearance.names.of(before.turn()), appearance.notation.mv(*mv))
    };
    made.map(text).collect::<Vec<_>>().join(", ")
}

/// What the endgame database says, in words.
fn known_reason(verdict: &Verdict) -> String {
    let plies = verdict.plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
    match verdict.value {
        Value::Win => format!("the endgame database knows that it wins{plies}"),
        Value::Draw => "the endgame database knows that it holds the draw".to_owned(),
        Value::Loss => {
            format!("it holds out longest, though the endgame database knows that it loses{plies}")
        }
    }
}

/// The states along a line, as far as it is followed.
fn states(game: &Game, line: &Line) -> Vec<State> {
    let mut state = *game.state();
    let step = |mv: &Move| {
        state = state.play_unchecked(*mv);
        state
    };
    line.moves.iter().take(FOLLOWED).map(step).collect()
}

/// Pieces that the line wins for the side to move, once the exchanges in it are over.
fn gain(game: &Game, line: &Line) -> i32 {
    let us = game.position().turn();
    let states = states(game, line);
    let is_quiet = |state: &&State| !state.legal_moves().iter().any(|mv| mv.is_jump());
    let last = states.iter().rev().find(is_quiet);
    last.map_or(0, |state| balance(state.position(), us) - balance(game.position(), us))
}

fn balance(pos: &Position, us: Color) -> i32 {
    pos.pieces(us).len() as i32 - pos.pieces(!us).len() as i32
}

/// Does the side to move get a king it did not have?
fn crowns(game: &Game, line: &Line) -> bool {
    let us = game.position().turn();
    let kings = |pos: &Position| (pos.pieces(us) & pos.kings()).len();
    states(game, line).iter().any(|state| kings(state.position()) > kings(game.position()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Rules;
    use crownhead_engine::{Depth, Engine, Evaluation, Limits};

    fn hint(fen: &str) -> String {
        let game = Game::from_position(fen.parse().unwrap(), Rules::OFFICIAL);
        let engine = Engine::with_megabytes(1).evaluation(Evaluation::hand()).endgame(None);
        let lines = engine.lines(&game, 2, Limits::depth(Depth::new(7)));
        Hint::new(&game, &lines, &[], &Appearance::default()).unwrap().reason
    }

    #[test]
    fn a_reason_names_what_is_seen_on_the_board() {
        assert!(hint("W:W22,30:B18,5,6").contains("the only legal move"));
        assert!(hint("W:W22,30:B18,5,6").contains("(then Black "));
        assert!(hint("W:W18,31:B14,6").contains("only legal move"));
        assert!(hint("W:WK18,K22:BK32").starts_with("Try "));
    }
}
