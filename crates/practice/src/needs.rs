//! What makes a position one of its kind, besides its squares: asked of the database.

use crownhead_board::{Game, Move, Outcome, Position, Rules, Setup, WinReason};
use crownhead_endgame::{Database, Value, Verdict};

use crate::defender::{answers, best, reply};
use crate::{Aim, Goal, PracticeError};

/// What a position has to be like, besides that the goal can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Nothing.
    Nothing,
    /// One move keeps the goal, and no other.
    OnlyMove,
    /// Every move that keeps the goal offers a piece that must be taken.
    Offer,
    /// And for that piece two are taken at once.
    TwoForOne,
    /// Every move that keeps the goal attacks two pieces.
    Breeches,
    /// With best play the loser is blocked, with pieces on the board.
    Block,
}

impl Needs {
    /// A win that takes less is no ending.
    fn min_plies(self) -> u16 {
        if self == Needs::TwoForOne { 3 } else { 5 }
    }

    /// Can the goal be reached, is there something to do for it, and is the position of this kind?
    pub(crate) fn are_met(
        self,
        database: &Database,
        pos: &Position,
        goal: Goal,
    ) -> Result<bool, PracticeError> {
        let is_quiet = pos.jumpers().is_empty() && pos.jumpers_of(!pos.turn()).is_empty();
        if !is_quiet || !pos.has_legal_move() || goal.verdict(database, pos)?.value != goal.aim.value() {
            return Ok(false);
        }
        let answers = answers(database, pos)?;
        let (kept, lost): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|(_, verdict)| verdict.value == goal.aim.value());
        let is_hard = match goal.aim {
            Aim::Win => {
                kept.iter().all(|(_, verdict)| verdict.plies.is_none_or(|plies| plies >= self.min_plies()))
            }
            Aim::Draw => lost.iter().any(|(_, verdict)| verdict.value == Value::Loss),
        };
        Ok(is_hard
            && self.fit_moves(database, pos, &kept, lost.len())?
            && (goal.aim == Aim::Draw || self.fit_end(database, pos)?))
    }

    fn fit_moves(
        self,
        database: &Database,
        pos: &Position,
        kept: &[(Move, Verdict)],
        n_lost: usize,
    ) -> Result<bool, PracticeError> {
        Ok(match self {
            Needs::Nothing | Needs::Block => true,
            Needs::OnlyMove => kept.len() == 1 && n_lost >= 1,
            Needs::Offer => kept.iter().all(|(mv, _)| is_offer(pos, *mv)),
            Needs::TwoForOne => {
                for (mv, _) in kept {
                    if !is_offer(pos, *mv) || gain(database, pos, *mv)? < 2 {
                        return Ok(false);
                    }
                }
                true
            }
            Needs::Breeches => kept.iter().all(|(mv, _)| n_attacked(&pos.play_unchecked(*mv)) >= 2),
        })
    }

    /// Is a won position won by the rules, and in the way it has to be? Without distances nobody knows the way.
    fn fit_end(self, database: &Database, pos: &Position) -> Result<bool, PracticeError> {
        let has_distances = database.verdict(pos)?.is_some_and(|verdict| verdict.plies.is_some());
        if !has_distances {
            return Ok(self != Needs::Block);
        }
        let mut game = Game::from_position(*pos, Rules::OFFICIAL);
        while game.outcome().is_none() {
            let Some((mv, _)) = best(database, &game)? else { break };
            game.play(mv)?;
            if let Some(mv) = game.outcome().is_none().then(|| reply(database, &game)).transpose()?.flatten()
            {
                game.play(mv)?;
            }
        }
        Ok(match game.outcome() {
            Some(Outcome::Win(_, reason)) => self != Needs::Block || reason == WinReason::NoMoves,
            _ => false,
        })
    }
}

/// Must the other side take something after a move?
fn is_offer(pos: &Position, mv: Move) -> bool {
    !pos.play_unchecked(mv).jumpers().is_empty()
}

/// How much is taken at once after the reply to a move.
fn gain(database: &Database, pos: &Position, mv: Move) -> Result<usize, PracticeError> {
    let mut game = Game::from_position(*pos, Rules::OFFICIAL);
    game.play(mv)?;
    if let Some(mv) = reply(database, &game)? {
        game.play(mv)?;
    }
    Ok(best(database, &game)?.map_or(0, |(mv, _)| mv.captured().len()))
}

/// How many pieces of the side to move could be taken if it were not its turn.
fn n_attacked(pos: &Position) -> usize {
    let (black, white, kings) = (pos.black(), pos.white(), pos.kings());
    let setup = Setup { black, white, kings, turn: Some(!pos.turn()) };
    let Ok(other) = Position::try_from(setup) else { return 0 };
    let jumps = other.legal_moves();
    jumps.iter().map(|mv| mv.captured()).reduce(|all, some| all | some).map_or(0, |all| all.len())
}
