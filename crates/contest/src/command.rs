//! What players want, and what comes of it.

use crownhead_board::{Color, DrawReason, Outcome, ParseMoveError, Position, WinReason};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::contest::Contest;
use crate::event::{Act, Event, Stamped};
use crate::id::GameId;
use crate::opening::Start;
use crate::result::Ending;
use crate::seat::Seat;

/// Something that a player wants to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Play a move.
    Move {
        /// The plies played before it: a move that is sent twice is made once.
        ply: u32,
        /// The move as people type it.
        #[serde(rename = "move")]
        #[cfg_attr(feature = "schema", schema(example = "11-15"))]
        text: String,
        /// The number of the last event that the player knows; what was sent before moves were taken back is not
        /// played after that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
        /// The measured way over the network. Players do not say it themselves.
        #[serde(skip)]
        lag_ms: u64,
    },
    /// Offer a draw, or accept the one that is offered.
    OfferDraw,
    /// Accept a draw.
    AcceptDraw,
    /// Decline a draw.
    DeclineDraw,
    /// Claim a draw by repetition or by forty moves, or because the opponent has left for too long.
    ClaimDraw,
    /// Claim a win because the opponent has left for too long.
    ClaimWin,
    /// Take the last move back: at once where that is free, by asking where it is not. Agrees when the other asks.
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
        /// What it will be called if both agree. Players do not say it themselves.
        #[serde(skip)]
        next: GameId,
    },
    /// Make a move again that was taken back. Like the following, only where takebacks are free.
    Redo,
    /// Begin again.
    Restart,
    /// Begin again from another start.
    SetUp {
        /// The start.
        start: Start,
    },
    /// Let somebody else play a side.
    Sit {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
        /// Who plays it from now on.
        seat: Seat,
    },
}

/// Why something was not done. It travels as a code with parameters.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize)]
#[serde(tag = "code", content = "with", rename_all = "snake_case")]
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
    /// The opponent has not left.
    #[error("your opponent is there")]
    NotAway,
    /// The opponent has left, but not for long enough.
    #[error("your opponent may still come back; wait a little longer")]
    TooSoon {
        /// From when on it can be claimed, in milliseconds since 1970.
        from: u64,
    },
    /// There is no move to take back.
    #[error("you have made no move that could be taken back")]
    NothingToTakeBack,
    /// Both have moved.
    #[error("both sides have moved: resign or offer a draw instead")]
    HasBegun,
    /// Not both have moved.
    #[error("the game has hardly begun: it can be aborted instead")]
    HasNotBegun,
    /// There is no move to redo.
    #[error("there is no move to redo")]
    NothingToRedo,
    /// Only at one's own board.
    #[error("that is not possible in a game with others")]
    NotFree,
    /// The start cannot be played from.
    #[error("the game would be over before it begins")]
    BadStart,
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
                let lost = ended(Outcome::Win(!side, WinReason::Time));
                Ruling { events: self.stamp([lost], now), answer: Err(Refusal::TimeOver) }
            }
            Err(refusal) => Ruling { events: Vec::new(), answer: Err(refusal) },
        }
    }

    /// The same for a command that has a number: one that was carried out before is only answered.
    pub fn rule_once(&self, side: Color, number: Option<u64>, command: &Command, now: u64) -> Ruling {
        let act = number.map(|number| Act { side, number });
        if act.is_some_and(|act| self.has_done(act)) {
            return Ruling { events: self.tick(now), answer: Ok(()) };
        }
        let mut ruling = self.rule(side, command, now);
        // What happens although a command is refused is not its doing.
        if let (Ok(()), Some(first)) = (&ruling.answer, ruling.events.first_mut()) {
            first.act = act;
        }
        ruling
    }

    /// What time alone has done.
    pub fn tick(&self, now: u64) -> Vec<Stamped> {
        let now = now.max(self.last_at());
        self.stamp(self.overdue(now), now)
    }

    /// What a referee decides: an ending that nobody at the board has brought about. One that is over keeps its own.
    pub fn decide(&self, ending: Ending, now: u64) -> Vec<Stamped> {
        let is_open = self.ending().is_none();
        self.stamp(is_open.then_some(Event::Ended { ending }), now.max(self.last_at()))
    }

    /// Somebody takes the contest in hand that nobody had for a while.
    pub fn resume(&self, idle_ms: u64, now: u64) -> Vec<Stamped> {
        let is_worth_telling = self.ending().is_none() && idle_ms > 0 && self.clocks().is_some();
        let now = now.max(self.last_at());
        self.stamp(is_worth_telling.then_some(Event::Resumed { idle_ms }), now)
    }

    /// Nobody is there any more at the side of a person. Whoever runs the contest knows. Nobody has to stay at a game that
    /// has days for each move.
    pub fn leave(&self, side: Color, now: u64) -> Vec<Stamped> {
        let has_to_stay = !self.terms().control.is_some_and(|control| control.per_move);
        let is_person = !self.is_free() && !self.seat(side).is_computer();
        let can_leave = self.ending().is_none() && has_to_stay && is_person;
        let is_news = can_leave && self.away_since(side).is_none();
        self.stamp(is_news.then_some(Event::Left { side }), now.max(self.last_at()))
    }

    /// Somebody is there again.
    pub fn come_back(&self, side: Color, now: u64) -> Vec<Stamped> {
        let is_news = self.ending().is_none() && self.away_since(side).is_some();
        self.stamp(is_news.then_some(Event::Returned { side }), now.max(self.last_at()))
    }

    fn overdue(&self, now: u64) -> Option<Event> {
        let (at, ending) = self.deadline()?;
        (now >= at).then_some(Event::Ended { ending })
    }

    fn stamp(&self, events: impl IntoIterator<Item = Event>, at: u64) -> Vec<Stamped> {
        let numbers = self.seq() + 1..;
        numbers.zip(events).map(|(seq, event)| Stamped { seq, at, act: None, event }).collect()
    }

    fn events_of(&self, side: Color, command: &Command, now: u64) -> Result<Vec<Event>, Refusal> {
        // A move that was played can still be sent again when the contest is over.
        match command {
            _ if self.is_repeat(side, command) => return Ok(Vec::new()),
            Command::Rematch { next } => return self.ask_rematch(side, next),
            Command::Move { ply, text, seen, lag_ms } => {
                return self.play(side, *ply, text, *seen, *lag_ms, now);
            }
            Command::AskTakeback if self.is_free() => return self.undo(),
            Command::Redo | Command::Restart | Command::SetUp { .. } | Command::Sit { .. } => {
                return self.rearrange(command);
            }
            _ if self.ending().is_some() => return Err(Refusal::Over),
            _ => {}
        }
        let draw = |reason| Ok(vec![ended(Outcome::Draw(reason))]);
        match command {
            Command::OfferDraw if self.draw_offer == Some(!side) => draw(DrawReason::Agreement),
            Command::OfferDraw => self.offer_draw(side),
            Command::AcceptDraw if self.draw_offer == Some(!side) => draw(DrawReason::Agreement),
            Command::DeclineDraw if self.draw_offer == Some(!side) => Ok(vec![Event::DrawDeclined { side }]),
            Command::ClaimDraw => match self.claimable() {
                Some(reason) => draw(reason),
                None if self.away_since(!side).is_none() => Err(Refusal::NothingToClaim),
                None => self.claim_absence(side, None, now),
            },
            Command::ClaimWin => self.claim_absence(side, Some(side), now),
            Command::AskTakeback if self.takeback == Some(!side) => self.take_back_for(!side),
            Command::AskTakeback => self.ask_takeback(side),
            Command::AcceptTakeback if self.takeback == Some(!side) => self.take_back_for(!side),
            Command::DeclineTakeback if self.takeback == Some(!side) => {
                Ok(vec![Event::TakebackDeclined { side }])
            }
            Command::Resign if !self.has_begun() => Err(Refusal::HasNotBegun),
            Command::Resign => Ok(vec![ended(Outcome::Win(!side, WinReason::Resignation))]),
            Command::Abort if self.has_begun() => Err(Refusal::HasBegun),
            Command::Abort => Ok(vec![Event::Ended { ending: Ending::Aborted }]),
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
        let moved = Event::Move {
            ply,
            text: mv.route_text().to_string(),
            left_ms: charged.map(|(left, _)| left),
            lag_ms: charged.map_or(0, |(_, credit)| credit),
        };
        Ok([moved].into_iter().chain(after.outcome().map(ended)).collect())
    }

    /// A win or a draw because the other side is away.
    fn claim_absence(&self, side: Color, winner: Option<Color>, now: u64) -> Result<Vec<Event>, Refusal> {
        if !self.has_begun() {
            return Err(Refusal::HasNotBegun);
        }
        let from = self.away_since(!side).ok_or(Refusal::NotAway)? + self.absence_ms();
        if now < from {
            return Err(Refusal::TooSoon { from });
        }
        Ok(vec![Event::Ended { ending: Ending::Abandoned { winner } }])
    }

    fn offer_draw(&self, side: Color) -> Result<Vec<Event>, Refusal> {
        if !self.has_begun() {
            return Err(Refusal::HasNotBegun);
        }
        ask_once(
            self.draw_offer == Some(side),
            self.offered_at[side as usize],
            self.ply(),
            Event::DrawOffered { side },
        )
    }

    fn ask_takeback(&self, side: Color) -> Result<Vec<Event>, Refusal> {
        self.ply_before(side).ok_or(Refusal::NothingToTakeBack)?;
        ask_once(
            self.takeback == Some(side),
            self.asked_at[side as usize],
            self.ply(),
            Event::TakebackAsked { side },
        )
    }

    fn take_back_for(&self, side: Color) -> Result<Vec<Event>, Refusal> {
        let ply = self.ply_before(side).ok_or(Refusal::NothingToTakeBack)?;
        Ok(vec![Event::TakenBack { ply }])
    }

    /// The plies before the last move of a side.
    pub(crate) fn ply_before(&self, side: Color) -> Option<u32> {
        let movers: Vec<Color> = self.game().positions().map(|pos| pos.turn()).collect();
        let played = self.ballot_plies() as usize..self.ply() as usize;
        let last = played.clone().rev().find(|ply| movers[*ply] == side)?;
        // Under some house rules a turn has several moves; all of them are taken back.
        let first = (played.start..=last).rev().take_while(|ply| movers[*ply] == side).last()?;
        Some(first as u32)
    }

    /// What can be done at one's own board alone.
    fn rearrange(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        if !self.is_free() {
            return Err(Refusal::NotFree);
        }
        Ok(match command {
            Command::Redo => return self.make_again(),
            Command::Restart => vec![Event::Restarted],
            Command::SetUp { start } => {
                let is_over = start.game(self.terms().rules).outcome().is_some();
                if is_over {
                    return Err(Refusal::BadStart);
                }
                vec![Event::SetUp { start: start.clone() }]
            }
            Command::Sit { side, seat } => vec![Event::Seated { side: *side, seat: *seat }],
            _ => Vec::new(),
        })
    }

    fn undo(&self) -> Result<Vec<Event>, Refusal> {
        let ply = self.undone_to().ok_or(Refusal::NothingToTakeBack)?;
        Ok(vec![Event::TakenBack { ply }])
    }

    /// The plies that are left when a move is taken back freely: a result that the board does not show goes first, then
    /// moves until it is not the computer's turn against somebody.
    pub(crate) fn undone_to(&self) -> Option<u32> {
        let is_told = |ending: Ending| {
            let by_time = matches!(ending, Ending::Outcome(Outcome::Win(_, WinReason::Time)));
            // Who has run out of time gets some back with the last move.
            self.game().outcome().is_none() && !by_time
        };
        if self.ending().is_some_and(is_told) {
            return Some(self.ply());
        }
        let movers = self.game().positions().map(Position::turn).take(self.ply() as usize);
        let movers: Vec<Color> = movers.skip(self.ballot_plies() as usize).collect();
        // A computer that alone has moved would only move again.
        let is_humans = |side: &Color| self.person().is_none_or(|person| person == *side);
        let left = movers.iter().rposition(is_humans)?;
        Some(self.ballot_plies() + left as u32)
    }

    fn make_again(&self) -> Result<Vec<Event>, Refusal> {
        let (ply, outcome) = self.redone_to().ok_or(Refusal::NothingToRedo)?;
        Ok([Event::Redone { ply }].into_iter().chain(outcome.map(ended)).collect())
    }

    /// The plies after a redo, and the result that the board shows then.
    pub(crate) fn redone_to(&self) -> Option<(u32, Option<Outcome>)> {
        let mut game = self.game().clone();
        game.redo().filter(|_| self.ending().is_none())?;
        let is_computers = |side: Color| self.person().is_some_and(|person| person != side);
        while is_computers(game.position().turn()) && game.redo().is_some() {}
        Some((game.moves().len() as u32, game.outcome()))
    }

    fn ask_rematch(&self, side: Color, next: &GameId) -> Result<Vec<Event>, Refusal> {
        if self.ending().is_none() {
            return Err(Refusal::NotOver);
        }
        Ok(match self.rematch {
            _ if self.next.is_some() => Vec::new(),
            Some(asked) if asked != side => vec![Event::Rematch { game: next.clone() }],
            Some(_) => Vec::new(),
            None => vec![Event::RematchOffered { side }],
        })
    }
}

fn ended(outcome: Outcome) -> Event {
    Event::Ended { ending: Ending::Outcome(outcome) }
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
