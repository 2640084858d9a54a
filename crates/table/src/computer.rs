//! The computer at a contest: what it asks the engine, and what it does.

use std::time::Duration;

use crownhead_board::{Color, Game, Move};
use crownhead_contest::{Command, Contest, Event, GameId};
use crownhead_engine::{Ask, Line};

use crate::ask::{self, JUDGE};
use crate::draw::{self, DrawRefusal};

/// Something for the engine to think about.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number, which comes back with the answer.
    pub id: u64,
    /// The game, which is not over.
    pub game: Game,
    /// What is wanted.
    pub ask: Ask,
    /// What for.
    pub purpose: Purpose,
}

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To move.
    Move,
    /// To answer a draw offer.
    Draw,
}

/// The least time between moves, so that one can follow, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Between a person's move and the answer.
    pub answer_ms: u64,
    /// Between moves of computers that play each other.
    pub watched_ms: u64,
}

impl Pace {
    /// As fast as it goes.
    pub const NONE: Pace = Pace { answer_ms: 0, watched_ms: 0 };
    /// So that a person can follow.
    pub const WATCHED: Pace = Pace { answer_ms: 250, watched_ms: 700 };
}

/// The computer, for all seats that it has at a contest.
#[derive(Clone, Debug)]
pub struct Computer {
    /// How long full strength thinks where there is no clock.
    pub move_time: Duration,
    /// How fast it moves.
    pub pace: Pace,
    seed: u64,
    last_id: u64,
    thinking: Option<Question>,
    /// A move that waits for its time.
    held: Option<(u64, Move)>,
    /// What the engine has said about a draw offer.
    judged: Option<Option<DrawRefusal>>,
    /// The ply at which the computer has offered a draw last.
    offered_at: Option<u32>,
    is_paused: bool,
}

impl Computer {
    /// A computer whose chance comes from a seed.
    pub fn new(seed: u64) -> Computer {
        Computer {
            move_time: Duration::from_secs(1),
            pace: Pace::NONE,
            seed,
            last_id: 0,
            thinking: None,
            held: None,
            judged: None,
            offered_at: None,
            is_paused: false,
        }
    }

    /// What the engine should think about now.
    pub fn question(&self) -> Option<&Question> {
        self.thinking.as_ref()
    }

    /// Is it choosing a move, or holding one back?
    pub fn is_moving(&self) -> bool {
        let is_thinking = self.thinking.as_ref().is_some_and(|question| question.purpose == Purpose::Move);
        is_thinking || self.held.is_some() && !self.is_paused
    }

    /// Does it stand still?
    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Stands still, or goes on.
    pub fn pause(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
    }

    /// When a move that is held back may be made.
    pub fn wakes_at(&self) -> Option<u64> {
        self.held.map(|(at, _)| at)
    }

    /// Makes a move that is held back at once. One that is being thought about comes when the engine is stopped.
    pub fn hurry(&mut self) {
        if let Some((at, _)) = &mut self.held {
            *at = 0;
        }
    }

    /// Takes note of something that happened in the contest.
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Resumed { .. }
            | Event::Left { .. }
            | Event::Returned { .. }
            | Event::RematchOffered { .. }
            | Event::Rematch { .. } => {}
            Event::DrawOffered { .. } => self.judged = None,
            Event::TakenBack { .. } | Event::Restarted | Event::SetUp { .. } => {
                self.offered_at = None;
                self.forget();
            }
            _ => self.forget(),
        }
    }

    fn forget(&mut self) {
        self.held = None;
        self.judged = None;
    }

    /// Decides what to think about, after something has happened in the contest.
    pub fn attend(&mut self, contest: &Contest, now: u64) {
        let wanted = self.wanted(contest);
        let is_at_it =
            |question: &Question| wanted == Some(question.purpose) && is_same(&question.game, contest.game());
        if self.thinking.as_ref().is_some_and(is_at_it) {
            return;
        }
        self.thinking = wanted.and_then(|purpose| self.ask(contest, purpose, now));
    }

    fn wanted(&self, contest: &Contest) -> Option<Purpose> {
        let turn = contest.turn();
        if contest.ending().is_some() || self.is_paused {
            None
        } else if self.offer_to_answer(contest).is_some() && self.judged.is_none() {
            Some(Purpose::Draw)
        } else if contest.seat(turn).is_computer() && self.held.is_none() {
            Some(Purpose::Move)
        } else {
            None
        }
    }

    fn ask(&mut self, contest: &Contest, purpose: Purpose, now: u64) -> Option<Question> {
        let seed = self.seed ^ u64::from(contest.ply());
        let ask = match purpose {
            Purpose::Move => ask::computer_move(contest, self.move_time, seed, now)?,
            Purpose::Draw => JUDGE,
        };
        self.last_id += 1;
        Some(Question { id: self.last_id, game: contest.game().clone(), ask, purpose })
    }

    /// The side that offers the computer a draw.
    fn offer_to_answer(&self, contest: &Contest) -> Option<Color> {
        contest.draw_offer().filter(|offerer| is_asked(contest, *offerer))
    }

    /// The engine has answered a question. An answer to an older one counts for nothing.
    pub fn answered(&mut self, contest: &Contest, id: u64, best: Option<Move>, lines: &[Line], now: u64) {
        let Some(question) = self.thinking.take_if(|question| question.id == id) else { return };
        match question.purpose {
            Purpose::Move => self.held = best.map(|mv| (self.earliest(contest, now), mv)),
            Purpose::Draw => {
                let offerer = self.offer_to_answer(contest);
                self.judged = offerer.map(|offerer| draw::refusal(&question.game, lines, offerer));
            }
        }
    }

    /// When the next move may be made.
    fn earliest(&self, contest: &Contest, now: u64) -> u64 {
        let Pace { answer_ms, watched_ms } = self.pace;
        let pace = if contest.person().is_some() { answer_ms } else { watched_ms };
        match pace {
            0 => now,
            pace => contest.last_at() + pace,
        }
    }

    /// Something that the computer does now, and for which side; `next` is what a rematch would be called.
    pub fn due(&mut self, contest: &Contest, next: &GameId, now: u64) -> Option<(Color, Command)> {
        if let Some(reply) = self.reply(contest, next) {
            return Some(reply);
        }
        let (_, mv) = self.held.filter(|(at, _)| *at <= now && !self.is_paused)?;
        self.held = None;
        let text = mv.route_text().to_string();
        Some((contest.turn(), Command::Move { ply: contest.ply(), text, seen: None, lag_ms: 0 }))
    }

    /// Why it declines the draw that is offered, once it has decided that.
    pub fn draw_refusal(&self) -> Option<DrawRefusal> {
        self.judged.flatten()
    }

    /// What needs no thinking: answers, and the offer of a draw after a move.
    fn reply(&mut self, contest: &Contest, next: &GameId) -> Option<(Color, Command)> {
        if let Some(asker) = contest.rematch().filter(|asker| is_asked(contest, *asker)) {
            let is_open = contest.next().is_none();
            return is_open.then(|| (!asker, Command::Rematch { next: next.clone() }));
        }
        if contest.ending().is_some() {
            return None;
        }
        if let Some(asker) = contest.takeback().filter(|asker| is_asked(contest, *asker)) {
            return Some((!asker, Command::AcceptTakeback));
        }
        if let Some((offerer, refusal)) = self.offer_to_answer(contest).zip(self.judged) {
            let answer = if refusal.is_some() { Command::DeclineDraw } else { Command::AcceptDraw };
            return Some((!offerer, answer));
        }
        self.own_offer(contest)
    }

    /// A draw offered to a person, once for each stretch in which nothing happens.
    fn own_offer(&mut self, contest: &Contest) -> Option<(Color, Command)> {
        let person = contest.person().filter(|person| *person == contest.turn())?;
        let is_new = self.offered_at.is_none_or(|at| at + 2 <= contest.ply());
        let is_due = is_new && contest.draw_offer().is_none() && draw::is_offered(contest.game());
        is_due.then(|| {
            self.offered_at = Some(contest.ply());
            (!person, Command::OfferDraw)
        })
    }
}

/// Is the computer asked when this side asks something?
fn is_asked(contest: &Contest, asker: Color) -> bool {
    contest.seat(!asker).is_computer() && !contest.seat(asker).is_computer()
}

/// Are these the same moves from the same start?
fn is_same(one: &Game, other: &Game) -> bool {
    one.start() == other.start() && one.rules() == other.rules() && one.moves().eq(other.moves())
}
