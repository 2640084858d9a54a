//! Contests as they are kept, in a form of their own with a version, so that what is told over the wire can change
//! without losing games.
//!
//! Version 1 is also what was written before there was a number. Version 2 knows players who leave; what has none of that
//! is still written as version 1, so that older programs can read it.

use crownhead_board::{Color, Position, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::contest::Contest;
use crate::event::{Act, BadEvent, Event, Stamped, is_zero};
use crate::opening::Start;
use crate::result::Ending;
use crate::seat::Seat;
use crate::terms::{Takebacks, Terms};
use crate::time_control::TimeControl;

/// The newest version that is written and read.
pub const VERSION: u32 = 2;

/// A whole contest as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredContest {
    /// The version of the form.
    pub version: u32,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// What was agreed on.
    pub terms: StoredTerms,
    /// Who played Black and White in the beginning.
    pub seats: [Seat; 2],
    /// What happened.
    pub events: Vec<StoredStamped>,
}

/// The terms as they are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTerms {
    rules: Rules,
    fen: Position,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ballot: Vec<crownhead_board::Move>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control: Option<TimeControl>,
    #[serde(default)]
    takebacks: Takebacks,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    claimed_draws: bool,
}

/// An event as it is kept, with its number and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStamped {
    seq: u64,
    at: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    act: Option<Act>,
    event: StoredEvent,
}

/// An event as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StoredEvent {
    /// See [`Event::Move`].
    Move {
        /// The plies before it.
        ply: u32,
        /// The route.
        #[serde(rename = "move")]
        text: String,
        /// The mover's clock after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u64>,
        /// What was put down to the network.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// See [`Event::DrawOffered`].
    DrawOffered {
        /// The side.
        side: Color,
    },
    /// See [`Event::DrawDeclined`].
    DrawDeclined {
        /// The side.
        side: Color,
    },
    /// See [`Event::TakebackAsked`].
    TakebackAsked {
        /// The side.
        side: Color,
    },
    /// See [`Event::TakebackDeclined`].
    TakebackDeclined {
        /// The side.
        side: Color,
    },
    /// See [`Event::TakenBack`].
    TakenBack {
        /// The plies that are left.
        ply: u32,
    },
    /// See [`Event::Redone`].
    Redone {
        /// The plies that are played.
        ply: u32,
    },
    /// See [`Event::Restarted`].
    Restarted,
    /// See [`Event::SetUp`].
    SetUp {
        /// The start.
        start: Start,
    },
    /// See [`Event::Seated`].
    Seated {
        /// The side.
        side: Color,
        /// Who plays it.
        seat: Seat,
    },
    /// See [`Event::Resumed`].
    Resumed {
        /// For how long.
        idle_ms: u64,
    },
    /// See [`Event::Left`].
    Left {
        /// The side.
        side: Color,
    },
    /// See [`Event::Returned`].
    Returned {
        /// The side.
        side: Color,
    },
    /// See [`Event::Ended`].
    Ended {
        /// How.
        result: Ending,
    },
    /// See [`Event::RematchOffered`].
    RematchOffered {
        /// The side.
        side: Color,
    },
    /// See [`Event::Rematch`].
    Rematch {
        /// The new game.
        game: String,
    },
}

/// An event that is kept by itself, in a row of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRow {
    #[serde(default = "first_version")]
    v: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    act: Option<Act>,
    #[serde(flatten)]
    event: StoredEvent,
}

fn first_version() -> u32 {
    1
}

impl StoredEvent {
    /// The first version that knows such an event.
    const fn version(&self) -> u32 {
        match self {
            StoredEvent::Left { .. }
            | StoredEvent::Returned { .. }
            | StoredEvent::Ended { result: Ending::Abandoned { .. } } => 2,
            _ => 1,
        }
    }
}

impl From<&Stamped> for StoredRow {
    fn from(Stamped { act, event, .. }: &Stamped) -> StoredRow {
        let event = StoredEvent::from(event.clone());
        StoredRow { v: event.version(), act: *act, event }
    }
}

impl StoredRow {
    /// The event of a row with this number and time.
    ///
    /// # Errors
    ///
    /// It is newer than this program.
    pub fn open(self, seq: u64, at: u64) -> Result<Stamped, BadStored> {
        let StoredRow { v, act, event } = self;
        if v > VERSION {
            return Err(BadStored::TooNew { found: v });
        }
        Ok(Stamped { seq, at, act, event: event.into() })
    }
}

/// A kept contest that cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStored {
    /// A newer program has written it.
    #[error("the game has format {found}, and this program knows formats up to {VERSION}; use a newer one")]
    TooNew {
        /// Its version.
        found: u32,
    },
    /// Its events do not fit together.
    #[error(transparent)]
    Event(#[from] BadEvent),
}

impl StoredContest {
    /// A contest as it is to be kept.
    pub fn new(terms: &Terms, seats: [Seat; 2], created: u64, events: &[Stamped]) -> StoredContest {
        let events: Vec<StoredStamped> = events.iter().map(Into::into).collect();
        let version = events.iter().map(|stamped| stamped.event.version()).max().unwrap_or(1);
        StoredContest { version, created, terms: terms.into(), seats, events }
    }

    /// The contest, and its events.
    ///
    /// # Errors
    ///
    /// It is newer than this program, or damaged.
    pub fn open(self) -> Result<(Contest, Vec<Stamped>), BadStored> {
        if self.version > VERSION {
            return Err(BadStored::TooNew { found: self.version });
        }
        let mut contest = Contest::new(self.terms.into(), self.seats, self.created);
        let events: Vec<Stamped> = self.events.into_iter().map(Into::into).collect();
        events.iter().try_for_each(|event| contest.apply(event))?;
        Ok((contest, events))
    }
}

impl From<&Terms> for StoredTerms {
    fn from(terms: &Terms) -> StoredTerms {
        let Terms { rules, start, control, takebacks, is_rated, draws_are_claimed } = terms;
        StoredTerms {
            rules: *rules,
            fen: start.fen,
            ballot: start.moves.clone(),
            control: *control,
            takebacks: *takebacks,
            rated: *is_rated,
            claimed_draws: *draws_are_claimed,
        }
    }
}

impl From<StoredTerms> for Terms {
    fn from(stored: StoredTerms) -> Terms {
        Terms {
            rules: stored.rules,
            start: Start { fen: stored.fen, moves: stored.ballot },
            control: stored.control,
            takebacks: stored.takebacks,
            is_rated: stored.rated,
            draws_are_claimed: stored.claimed_draws,
        }
    }
}

impl From<&Stamped> for StoredStamped {
    fn from(Stamped { seq, at, act, event }: &Stamped) -> StoredStamped {
        StoredStamped { seq: *seq, at: *at, act: *act, event: event.clone().into() }
    }
}

impl From<StoredStamped> for Stamped {
    fn from(StoredStamped { seq, at, act, event }: StoredStamped) -> Stamped {
        Stamped { seq, at, act, event: event.into() }
    }
}

/// The same events on both sides: in one place, so that none is forgotten.
macro_rules! same {
    ($($name:ident { $($field:ident),* })*) => {
        impl From<Event> for StoredEvent {
            fn from(event: Event) -> StoredEvent {
                match event {
                    Event::Restarted => StoredEvent::Restarted,
                    Event::Ended { ending } => StoredEvent::Ended { result: ending },
                    Event::Rematch { game } => StoredEvent::Rematch { game: game.into() },
                    $(Event::$name { $($field),* } => StoredEvent::$name { $($field),* },)*
                }
            }
        }

        impl From<StoredEvent> for Event {
            fn from(event: StoredEvent) -> Event {
                match event {
                    StoredEvent::Restarted => Event::Restarted,
                    StoredEvent::Ended { result } => Event::Ended { ending: result },
                    StoredEvent::Rematch { game } => Event::Rematch { game: game.into() },
                    $(StoredEvent::$name { $($field),* } => Event::$name { $($field),* },)*
                }
            }
        }
    };
}

same! {
    Move { ply, text, left_ms, lag_ms }
    DrawOffered { side }
    DrawDeclined { side }
    TakebackAsked { side }
    TakebackDeclined { side }
    TakenBack { ply }
    Redone { ply }
    SetUp { start }
    Seated { side, seat }
    Resumed { idle_ms }
    Left { side }
    Returned { side }
    RematchOffered { side }
}
