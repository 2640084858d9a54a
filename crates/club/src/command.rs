//! What players want, and what comes of it.

use crownhead_board::{Color, DrawReason, Outcome, ParseMoveError, Position, WinReason};
use thiserror::Error;

use crate::contest::Contest;
use crate::event::{Ending, Event, Stamped};

/// Something that a player wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play a move.
    Move {
        /// The plies played before it: a move that is sent twice is made once.
        ply: u32,
        /// The move as people type it.
        text: String,
        /// The number of the last event that the player knows; what was sent before moves were taken back is not
        /// played after that.
        seen: Option<u64>,
        /// The measured way over the network.
        lag_ms: u64,
    },
    /// Offer a draw, or accept the one that is offered.
    OfferDraw,
    /// Accept a draw.
    AcceptDraw,
    /// Decline a draw.
    DeclineDraw,
    /// Claim a draw by repetition or by forty moves.
    ClaimDraw,
    /// Ask to take the last move back, or agree when the other asks.
    AskTakeback,
    /// Agree.
    AcceptTakeback,
    /// Do not agree.
    DeclineTakeback,
    /// Resign.
    Resign,
    /// Give up before both have moved.
    Abort,
    /// Want another contest, or agree to one.
    Rematch {
        /// What it will be called if both agree.
        next: String,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The contest is over.
    #[error("the game is over")]
    Over,
    /// It is not over.
    #[error("the game is not over")]
    NotOver,
    /// It is the other's turn.
    #[error("it is your opponent's turn")]
    NotYourTurn,
    /// Something else was played there, or it was taken back.
    #[error("the game has moved on: ply {ply} comes next")]
    Stale {
        /// The ply that comes next.
        ply: u32,
    },
    /// The move is not legal, or cannot be read.
    #[error(transparent)]
    BadMove(#[from] ParseMoveError),
    /// The time was over.
    #[error("your time is over")]
    TimeOver,
    /// Nobody has asked.
    #[error("there is nothing to answer")]
    NothingAsked,
    /// It was asked before.
    #[error("you have asked already; ask again after your next move")]
    AskedBefore,
    /// No draw can be claimed.
    #[error(
        "no draw can be claimed here: the position has not occurred three times, and forty moves have not passed"
    )]
    NothingToClaim,
    /// There is no move to take back.
    #[error("you have made no move that could be taken back")]
    NothingToTakeBack,
    /// Both have moved.
    #[error("both sides have moved: resign or offer a draw instead")]
    HasBegun,
    /// Not both have moved.
    #[error("the game has hardly begun: it can be aborted instead")]
    HasNotBegun,
}

/// What comes of a command: events to keep and apply, and an answer. Even a command that is refused can have events:
/// a move that comes too late ends the contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What happens, in its order.
    pub events: Vec<Stamped>,
    /// What the player is told.
    pub answer: Result<(), Refusal>,
}

impl Contest {
    /// What comes of a command of one side at a time. The contest does not change by it.
    pub fn rule(&self, side: Color, command: &Command, now: u64) -> Ruling {
        let now = now.max(self.last_at());
        if let Some(event) = self.overdue(now) {
            let answer = if self.is_repeat(side, command) { Ok(()) } else { Err(Refusal::TimeOver) };
            return Ruling { events: self.stamp([event], now), answer };
        }
        match self.events_of(side, command, now) {
            Ok(events) => Ruling { events: self.stamp(events, now), answer: Ok(()) },
            // The allowance for the network would have saved the flag, and the measured lag does not.
            Err(Refusal::TimeOver) => {
                let ended = Event::Ended(Ending::Outcome(Outcome::Win(!side, WinReason::Time)));
                Ruling { events: self.stamp([ended], now), answer: Err(Refusal::TimeOver) }
            }
            Err(refusal) => Ruling { events: Vec::new(), answer: Err(refusal) },
        }
    }

    /// What time alone has done.
    pub fn tick(&self, now: u64) -> Vec<Stamped> {
        let now = now.max(self.last_at());
        self.stamp(self.overdue(now), now)
    }

    /// What a referee decides: an ending that nobody at the board has brought about. One that is over keeps its own.
    pub fn decide(&self, ending: Ending, now: u64) -> Vec<Stamped> {
        let is_open = self.ending().is_none();
        self.stamp(is_open.then_some(Event::Ended(ending)), now.max(self.last_at()))
    }

    /// Somebody takes the contest in hand that nobody had for a while.
    pub fn resume(&self, idle_ms: u64, now: u64) -> Vec<Stamped> {
        let is_worth_telling = self.ending().is_none() && idle_ms > 0 && self.clocks().is_some();
        let now = now.max(self.last_at());
        self.stamp(is_worth_telling.then_some(Event::Resumed { idle_ms }), now)
    }

    fn overdue(&self, now: u64) -> Option<Event> {
        let (at, ending) = self.deadline()?;
        (now >= at).then_some(Event::Ended(ending))
    }

    fn stamp(&self, events: impl IntoIterator<Item = Event>, at: u64) -> Vec<Stamped> {
        let numbers = self.seq() + 1..;
        numbers.zip(events).map(|(seq, event)| Stamped { seq, at, event }).collect()
    }

    fn events_of(&self, side: Color, command: &Command, now: u64) -> Result<Vec<Event>, Refusal> {
        // A move that was played can still be sent again when the contest is over.
        match command {
            _ if self.is_repeat(side, command) => return Ok(Vec::new()),
            Command::Rematch { next } => return self.ask_rematch(side, next),
            Command::Move { ply, text, seen, lag_ms } => {
                return self.play(side, *ply, text, *seen, *lag_ms, now);
            }
            _ if self.ending().is_some() => return Err(Refusal::Over),
            _ => {}
        }
        let draw = |reason| Ok(vec![Event::Ended(Ending::Outcome(Outcome::Draw(reason)))]);
        match command {
            Command::OfferDraw if self.draw_offer == Some(!side) => draw(DrawReason::Agreement),
            Command::OfferDraw => self.offer_draw(side),
            Command::AcceptDraw if self.draw_offer == Some(!side) => draw(DrawReason::Agreement),
            Command::DeclineDraw if self.draw_offer == Some(!side) => Ok(vec![Event::DrawDeclined(side)]),
            Command::ClaimDraw => self.claimable().map_or(Err(Refusal::NothingToClaim), draw),
            Command::AskTakeback if self.takeback == Some(!side) => self.take_back_for(!side),
            Command::AskTakeback => self.ask_takeback(side),
            Command::AcceptTakeback if self.takeback == Some(!side) => self.take_back_for(!side),
            Command::DeclineTakeback if self.takeback == Some(!side) => {
                Ok(vec![Event::TakebackDeclined(side)])
            }
            Command::Resign if !self.has_begun() => Err(Refusal::HasNotBegun),
            Command::Resign => {
                Ok(vec![Event::Ended(Ending::Outcome(Outcome::Win(!side, WinReason::Resignation)))])
            }
            Command::Abort if self.has_begun() => Err(Refusal::HasBegun),
            Command::Abort => Ok(vec![Event::Ended(Ending::Aborted)]),
            _ => Err(Refusal::NothingAsked),
        }
    }

    /// Is it a move that this side has made already?
    fn is_repeat(&self, side: Color, command: &Command) -> bool {
        let Command::Move { ply, text, .. } = command else { return false };
        let is_ours = |pos: &Position| pos.turn() == side;
        (self.ballot_plies()..self.ply()).contains(ply)
            && self.game().positions().nth(*ply as usize).is_some_and(is_ours)
            && self.was_played(*ply, text)
    }

    fn play(
        &self,
        side: Color,
        ply: u32,
        text: &str,
        seen: Option<u64>,
        lag_ms: u64,
        now: u64,
    ) -> Result<Vec<Event>, Refusal> {
        let stale = Refusal::Stale { ply: self.ply() };
        let is_before_takeback = seen.is_some_and(|seen| seen < self.taken_back);
        if self.ending().is_some() {
            return Err(Refusal::Over);
        }
        if ply != self.ply() || is_before_takeback {
            return Err(stale);
        }
        if self.turn() != side {
            return Err(Refusal::NotYourTurn);
        }
        let mv = self.game().state().parse_move(text)?;
        let mut after = self.game().clone();
        after.play(mv).map_err(|_| Refusal::Over)?;
        let ends_turn = after.position().turn() != side;
        let charged = match self.clocks() {
            Some(clocks) => Some(clocks.charge(side, lag_ms, ends_turn, now).ok_or(Refusal::TimeOver)?),
            None => None,
        };
        let moved = Event::Moved {
            ply,
            text: mv.route_text().to_string(),
            left_ms: charged.map(|(left, _)| left),
            lag_ms: charged.map_or(0, |(_, credit)| credit),
        };
        let ended = after.outcome().map(|outcome| Event::Ended(Ending::Outcome(outcome)));
        Ok([moved].into_iter().chain(ended).collect())
    }

    fn offer_draw(&self, side: Color) -> Result<Vec<Event>, Refusal> {
        if !self.has_begun() {
            return Err(Refusal::HasNotBegun);
        }
        ask_once(
            self.draw_offer == Some(side),
            self.offered_at[side as usize],
            self.ply(),
            Event::DrawOffered(side),
        )
    }

    fn ask_takeback(&self, side: Color) -> Result<Vec<Event>, Refusal> {
        self.ply_before(side).ok_or(Refusal::NothingToTakeBack)?;
        ask_once(
            self.takeback == Some(side),
            self.asked_at[side as usize],
            self.ply(),
            Event::TakebackAsked(side),
        )
    }

    fn take_back_for(&self, side: Color) -> Result<Vec<Event>, Refusal> {
        let ply = self.ply_before(side).ok_or(Refusal::NothingToTakeBack)?;
        Ok(vec![Event::TakenBack { ply }])
    }

    /// The plies before the last move of a side.
    fn ply_before(&self, side: Color) -> Option<u32> {
        let movers: Vec<Color> = self.game().positions().map(|pos| pos.turn()).collect();
        let played = self.ballot_plies() as usize..self.ply() as usize;
        let last = played.clone().rev().find(|ply| movers[*ply] == side)?;
        // Under some house rules a turn has several moves; all of them are taken back.
        let first = (played.start..=last).rev().take_while(|ply| movers[*ply] == side).last()?;
        Some(first as u32)
    }

    fn ask_rematch(&self, side: Color, next: &str) -> Result<Vec<Event>, Refusal> {
        if self.ending().is_none() {
            return Err(Refusal::NotOver);
        }
        Ok(match self.rematch {
            _ if self.next.is_some() => Vec::new(),
            Some(asked) if asked != side => vec![Event::Rematch { next: next.to_owned() }],
            Some(_) => Vec::new(),
            None => vec![Event::RematchOffered(side)],
        })
    }
}

/// A question that is asked once for each move. Asked again while it waits, it is no other question.
fn ask_once(is_waiting: bool, asked_at: Option<u32>, ply: u32, event: Event) -> Result<Vec<Event>, Refusal> {
    if is_waiting {
        return Ok(Vec::new());
    }
    // A side's next move is two plies on, one's own and the other's.
    let is_too_soon = asked_at.is_some_and(|asked| ply < asked + 2);
    if is_too_soon { Err(Refusal::AskedBefore) } else { Ok(vec![event]) }
}
