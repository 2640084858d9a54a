//! How a contest stands, with everything that is shown of it.

use crownhead_board::{Color, Position};
use serde::{Deserialize, Serialize};

use crate::contest::Contest;
use crate::id::GameId;
use crate::result::{GameResult, ResultReason};
use crate::seat::Seat;
use crate::terms::Takebacks;

/// How a contest stands at a time. It goes with every event, so that nobody has to work it out again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Situation {
    /// Plies played, those of a ballot included: the `ply` of the next move.
    pub ply: u32,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub fen: Position,
    /// The side to move.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub turn: Color,
    /// The legal moves with all their landing squares; none when the game is over.
    pub legal: Vec<String>,
    /// Has the side to move captured already in this turn? Only under some house rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mid_turn: bool,
    /// Who plays Black and White.
    pub seats: [Seat; 2],
    /// What the clocks show, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockReading>,
    /// When the game is aborted unless the side to move makes its first move, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_by: Option<u64>,
    /// The side that offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Side>))]
    pub draw_offer: Option<Color>,
    /// The side that asks to take a move back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Side>))]
    pub takeback: Option<Color>,
    /// The draw that may be claimed now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<ResultReason>,
    /// Players who have left, and when the other may claim a win or a draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<Absence>,
    /// What can be done besides moving.
    pub can: Possible,
    /// The side that wants another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Side>))]
    pub rematch: Option<Color>,
    /// The game that followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<GameId>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// What the clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockReading {
    /// When they showed it, in milliseconds since 1970.
    pub at: u64,
    /// What Black has left.
    pub black_ms: u64,
    /// What White has left.
    pub white_ms: u64,
    /// Whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<crate::schema::Side>))]
    pub running: Option<Color>,
}

/// A player who has left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Absence {
    /// The side of the player who is away.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub side: Color,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// From when on the other may claim a win or a draw, once both have moved.
    pub claim_from: u64,
}

/// What players can do besides moving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Possible {
    /// Take a move back, at once or by asking.
    pub takeback: bool,
    /// Make a move again that was taken back.
    pub redo: bool,
    /// Offer a draw.
    pub draw: bool,
    /// Resign.
    pub resign: bool,
    /// Give the game up before both have moved.
    pub abort: bool,
}

impl ClockReading {
    /// What a side has left at a time.
    pub fn left_ms(&self, color: Color, now: u64) -> u64 {
        let left = match color {
            Color::Black => self.black_ms,
            Color::White => self.white_ms,
        };
        let is_running = self.running == Some(color);
        if is_running { left.saturating_sub(now.saturating_sub(self.at)) } else { left }
    }
}

impl Contest {
    /// How the contest stands at a time.
    pub fn situation(&self, now: u64) -> Situation {
        let game = self.game();
        let is_over = self.ending().is_some();
        let legal = if is_over { Default::default() } else { game.legal_moves() };
        Situation {
            ply: self.ply(),
            fen: *game.position(),
            turn: self.turn(),
            legal: legal.iter().map(|mv| mv.route_text().to_string()).collect(),
            mid_turn: game.state().is_mid_turn(),
            seats: self.seats(),
            clock: self.clock_reading(now),
            first_move_by: self.first_move_by(),
            draw_offer: self.draw_offer(),
            takeback: self.takeback(),
            claimable: self.claimable().map(Into::into),
            away: self.absences(),
            can: self.possible(),
            rematch: self.rematch(),
            next: self.next().cloned(),
            result: self.ending().map(Into::into),
        }
    }

    fn clock_reading(&self, now: u64) -> Option<ClockReading> {
        let clocks = self.clocks()?;
        Some(ClockReading {
            at: now,
            black_ms: clocks.left_ms(Color::Black, now)?,
            white_ms: clocks.left_ms(Color::White, now)?,
            running: clocks.running(),
        })
    }

    fn absences(&self) -> Vec<Absence> {
        let absence = |side: Color| {
            let since = self.away_since(side)?;
            Some(Absence { side, since, claim_from: since + self.absence_ms() })
        };
        Color::ALL.into_iter().filter(|_| self.ending().is_none()).filter_map(absence).collect()
    }

    fn possible(&self) -> Possible {
        let is_open = self.ending().is_none();
        let is_free = self.terms().takebacks == Takebacks::Free;
        Possible {
            takeback: if is_free {
                self.undone_to().is_some()
            } else {
                is_open && Color::ALL.into_iter().any(|side| self.ply_before(side).is_some())
            },
            redo: is_free && self.redone_to().is_some(),
            draw: is_open && self.has_begun(),
            resign: is_open && self.has_begun(),
            abort: is_open && !self.has_begun(),
        }
    }
}
