//! How a game goes: it begins, moves are made, time passes, it ends.

use std::time::Instant;

use crownhead_board::{DrawReason, Move, Outcome, WinReason};

use super::{Effect, Notice, Session, capitalized};
use crate::clock::GameClock;
use crate::options::GameOptions;
use crate::seat::Seat;

impl Session {
    /// Makes a move for the side to move, which a person plays.
    pub fn play(&mut self, mv: Move, now: Instant) {
        if self.online.is_some() {
            return self.play_online(mv);
        }
        if self.game.outcome().is_some() {
            return self.complain("The game is over. Start a new one, or take a move back.");
        }
        if !self.is_persons_turn() {
            let turn = self.game.position().turn();
            return self.complain(format!(
                "It is {turn}'s turn, and the computer plays {turn}. Wait, or tell it to move now."
            ));
        }
        self.make(mv, now);
    }

    /// Makes a move for whoever is to move.
    pub(super) fn make(&mut self, mv: Move, now: Instant) {
        let mover = self.game.position().turn();
        if let Err(error) = self.game.play(mv) {
            return self.complain(capitalized(&error.to_string()) + ".");
        }
        let next = self.game.position().turn();
        if let Some(clock) = &mut self.clock {
            clock.press(mover, next, now);
        }
        // A move declines an offer of the other side.
        self.offer = self.offer.filter(|offerer| *offerer == mover);
        let played = self.game.moves().len();
        self.comments.retain(|ply, _| *ply < played);
        self.last_moved = Some(now);
        self.notices.push(Notice::Moved(mover, mv));
        self.changed(now);
    }

    /// The game is at another place: what was found about the last one is dropped.
    pub(super) fn changed(&mut self, now: Instant) {
        self.looking = None;
        self.hint = None;
        self.thinking.forget();
        match self.game.outcome() {
            Some(outcome) => {
                self.offer = None;
                if let Some(clock) = &mut self.clock {
                    clock.stop(now);
                }
                self.effects.push(Effect::Forget);
                self.say(capitalized(&outcome.to_string()) + ".");
                self.notices.push(Notice::Board);
            }
            None => {
                if self.game.moves().len() > 0 {
                    self.effects.push(Effect::Keep(self.kept_text(now)));
                }
                self.notices.push(Notice::Board);
                self.offer_draw();
            }
        }
        self.attend(now);
    }

    /// Time passes: a flag may fall, and a computer's move that was held back is made.
    pub fn tick(&mut self, now: Instant) {
        if self.online.is_some() {
            // The server keeps the time.
            return;
        }
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(now));
        if let Some(color) = fallen.filter(|_| self.game.outcome().is_none()) {
            return self.end(Outcome::Win(!color, WinReason::Time), now);
        }
        self.make_held(now);
    }

    pub(super) fn end(&mut self, outcome: Outcome, now: Instant) {
        match self.game.end(outcome) {
            Ok(()) => self.changed(now),
            Err(_) => self.complain("The game is over already. Start a new one, or take a move back."),
        }
    }

    /// Begins a new game.
    pub fn start(&mut self, options: GameOptions, now: Instant) {
        self.settings.seed = self.settings.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.game = options.start(self.settings.seed);
        self.clock = options.clock.map(GameClock::new);
        self.options = options;
        self.begin_anew(now);
        self.n_given = self.game.moves().len();
        self.say(self.introduction());
    }

    /// Lets everything that belonged to another game go.
    pub(super) fn begin_anew(&mut self, now: Instant) {
        self.offer = None;
        self.n_given = 0;
        self.saved = None;
        self.viewing = None;
        self.editor = None;
        self.comments.clear();
        self.paused = false;
        self.last_moved = None;
        self.notices.push(Notice::Started);
        self.changed(now);
    }

    /// A sentence about who plays.
    pub(super) fn introduction(&self) -> String {
        let rules = self.options.rules;
        let by = if rules.is_official() { String::new() } else { format!(" Rules: {rules}.") };
        let opening = match self.game.moves().len() {
            0 => String::new(),
            _ => format!(
                " The game begins with {}.",
                self.settings.notation.line(&self.game.moves().collect::<Vec<_>>())
            ),
        };
        let turn = self.game.position().turn();
        let who = match (self.options.person(), self.options.seats) {
            (Some(person), _) => {
                format!("You play {person} against {}.", self.seat(!person))
            }
            (None, [Seat::Person, _]) => "Two play at this board.".to_owned(),
            (None, seats) => format!("The computer plays itself: {} against {}.", seats[0], seats[1]),
        };
        format!("{who}{by}{opening} {turn} moves first.")
    }

    pub(super) fn resign(&mut self, now: Instant) {
        let loser = self.options.person().unwrap_or(self.game.position().turn());
        self.end(Outcome::Win(!loser, WinReason::Resignation), now);
    }

    pub(super) fn agree(&mut self, now: Instant) {
        self.end(Outcome::Draw(DrawReason::Agreement), now);
    }
}
