//! How contests end, as types and as codes.

use std::fmt;

use crownhead_board::{Color, DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "GameResult", try_from = "GameResult")]
pub enum Ending {
    /// As games end.
    Outcome(Outcome),
    /// It was given up before both had moved, or could not be played on, and counts for nothing.
    Aborted,
    /// One side left, and the other claimed a win or a draw.
    Abandoned {
        /// Who claimed a win; none for a draw.
        winner: Option<Color>,
    },
}

impl Ending {
    /// The side that has won, if one has.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Ending::Outcome(outcome) => outcome.winner(),
            Ending::Aborted => None,
            Ending::Abandoned { winner } => winner,
        }
    }

    /// The result as a game of its own has it; none for one that counts for nothing.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Ending::Outcome(outcome) => Some(outcome),
            Ending::Aborted => None,
            Ending::Abandoned { winner: Some(winner) } => Some(Outcome::Win(winner, WinReason::Forfeit)),
            Ending::Abandoned { winner: None } => Some(Outcome::Draw(DrawReason::Agreement)),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Outcome(outcome) => outcome.fmt(f),
            Ending::Aborted => f.write_str("the game was aborted"),
            Ending::Abandoned { winner: Some(Color::Black) } => {
                f.write_str("Black wins: White left the game")
            }
            Ending::Abandoned { winner: Some(Color::White) } => {
                f.write_str("White wins: Black left the game")
            }
            Ending::Abandoned { winner: None } => f.write_str("draw: a player left the game"),
        }
    }
}

/// The result of a game, as it is told: the winner, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameResult {
    /// The winner; none for a draw and for a game that was aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Side>))]
    pub winner: Option<Color>,
    /// Why.
    pub reason: ResultReason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResultReason {
    /// The loser has no pieces.
    NoPieces,
    /// The loser cannot move.
    NoMoves,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// The loser broke the rules of the event, or did not appear.
    Forfeit,
    /// The players agreed on a draw.
    Agreement,
    /// The same position for the third time.
    Repetition,
    /// Forty moves of each side without an advance or a capture.
    FortyMoves,
    /// It was given up before both had moved, and counts for nothing.
    Aborted,
    /// A player left the game, and the other claimed a win or a draw.
    Abandoned,
    /// A file says so, without a reason.
    Recorded,
}

/// A result that no contest can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a result with this reason needs a winner, or can have none")]
pub struct NoEnding;

impl From<Ending> for GameResult {
    fn from(ending: Ending) -> GameResult {
        let reason = match ending {
            Ending::Outcome(outcome) => return outcome.into(),
            Ending::Aborted => ResultReason::Aborted,
            Ending::Abandoned { .. } => ResultReason::Abandoned,
        };
        GameResult { winner: ending.winner(), reason }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        let reason = match outcome {
            Outcome::Win(_, WinReason::NoPieces) => ResultReason::NoPieces,
            Outcome::Win(_, WinReason::NoMoves) => ResultReason::NoMoves,
            Outcome::Win(_, WinReason::Resignation) => ResultReason::Resignation,
            Outcome::Win(_, WinReason::Time) => ResultReason::Time,
            Outcome::Win(_, WinReason::Forfeit) => ResultReason::Forfeit,
            Outcome::Draw(reason) => reason.into(),
        };
        GameResult { winner: outcome.winner(), reason }
    }
}

impl From<DrawReason> for ResultReason {
    fn from(reason: DrawReason) -> ResultReason {
        match reason {
            DrawReason::Agreement => ResultReason::Agreement,
            DrawReason::Repetition => ResultReason::Repetition,
            DrawReason::FortyMoves => ResultReason::FortyMoves,
        }
    }
}

impl TryFrom<GameResult> for Ending {
    type Error = NoEnding;

    fn try_from(GameResult { winner, reason }: GameResult) -> Result<Ending, NoEnding> {
        let win = |why| winner.map(|winner| Outcome::Win(winner, why));
        let draw = |why| winner.is_none().then_some(Outcome::Draw(why));
        let outcome = match reason {
            ResultReason::NoPieces => win(WinReason::NoPieces),
            ResultReason::NoMoves => win(WinReason::NoMoves),
            ResultReason::Resignation => win(WinReason::Resignation),
            ResultReason::Time => win(WinReason::Time),
            ResultReason::Forfeit => win(WinReason::Forfeit),
            ResultReason::Agreement => draw(DrawReason::Agreement),
            ResultReason::Repetition => draw(DrawReason::Repetition),
            ResultReason::FortyMoves => draw(DrawReason::FortyMoves),
            ResultReason::Aborted => return winner.is_none().then_some(Ending::Aborted).ok_or(NoEnding),
            ResultReason::Abandoned => return Ok(Ending::Abandoned { winner }),
            ResultReason::Recorded => None,
        };
        outcome.map(Ending::Outcome).ok_or(NoEnding)
    }
}
