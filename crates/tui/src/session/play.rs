//! How the game at one's own board goes: it begins, moves are made, time passes, it ends. The table judges; what it tells
//! becomes notices.

use std::time::Instant;

use crownhead_board::{Chain, Color, Game, Move, Position};
use crownhead_contest::stored::StoredContest;
use crownhead_contest::{Command, Event, GameResult, Seat, Stamped, Terms};
use crownhead_study::Appearance;
use crownhead_table::{News, Pace, Table};

use super::{Notice, Session};
use crate::options::{GameOptions, Settings, at_one_board};
use crate::words;

impl Session {
    /// Makes a move for the side to move, which a person plays.
    pub fn play(&mut self, mv: Move, now: Instant) {
        if self.learner.is_some() {
            return self.play_in_course(mv);
        }
        if self.online.is_some() {
            return self.play_online(mv);
        }
        let (ply, text) = (self.contest().ply(), mv.route_text().to_string());
        self.act(&Command::Move { ply, text, seen: None, lag_ms: 0 }, now);
    }

    /// Does something for whoever is at the board, or says why not. Was it done?
    pub(super) fn act(&mut self, command: &Command, now: Instant) -> bool {
        let answer = self.table.act(self.table.speaker(), command, self.time.ms(now));
        if let Err(refusal) = &answer {
            self.complain(words::refusal(refusal, self.name(self.contest().turn())));
        }
        self.follow();
        answer.is_ok()
    }

    /// Takes moves back, as many as there are.
    pub(super) fn undo(&mut self, n: usize, now: Instant) {
        if self.repeat(&Command::AskTakeback, n, now) && self.has_no_person() {
            // Computers would make the same move again at once.
            self.pause(true, now);
        }
    }

    /// Makes moves again that were taken back, as many as there are.
    pub(super) fn redo(&mut self, n: usize, now: Instant) {
        self.repeat(&Command::Redo, n, now);
    }

    pub(super) fn resign(&mut self, now: Instant) {
        self.act(&Command::Resign, now);
    }

    /// Does something several times, as often as it goes. Was it done at least once?
    fn repeat(&mut self, command: &Command, n: usize, now: Instant) -> bool {
        let (side, ms) = (self.table.speaker(), self.time.ms(now));
        let n_done = (0..n).take_while(|_| self.table.act(side, command, ms).is_ok()).count();
        self.follow();
        // Where it cannot be done even once, this says why.
        n_done > 0 || self.act(command, now)
    }

    /// Time passes: a flag may fall, and a computer's move that was held back is made. At a server, it keeps the time.
    pub fn tick(&mut self, now: Instant) {
        if self.online.is_none() {
            self.table.tick(self.time.ms(now));
            self.follow();
        }
    }

    /// Lets the computer stand still, or go on.
    pub(super) fn pause(&mut self, is_paused: bool, now: Instant) {
        self.table.pause(is_paused, self.time.ms(now));
        self.follow();
    }

    /// Tells what has happened at the table.
    pub(super) fn follow(&mut self) {
        let mut is_other = false;
        for news in self.table.take_news() {
            match news {
                News::Event(Stamped { event, .. }, _) => is_other |= self.tell_event(&event),
                News::DrawDeclined(why) => self.say(words::draw_declined(why)),
            }
        }
        if is_other {
            self.changed();
        }
        self.attend();
    }

    /// Tells of an event. Is the game at another place by it?
    fn tell_event(&mut self, event: &Event) -> bool {
        match event {
            Event::Move { ply, .. } => self.tell_move(*ply as usize),
            Event::Ended { ending } => self.tell_end((*ending).into()),
            Event::DrawOffered { side } => {
                self.say(words::draw_offered(*side, self.contest().seats(), self.names()));
                return false;
            }
            Event::TakenBack { .. } | Event::Redone { .. } | Event::Seated { .. } => {
                self.thinking.forget_report();
            }
            _ => return false,
        }
        true
    }

    fn tell_move(&mut self, ply: usize) {
        let game = self.contest().game();
        let made = game.positions().map(Position::turn).zip(game.moves()).nth(ply);
        let Some((mover, mv)) = made else { return };
        let after = game.states().nth(ply + 1);
        let again = game.rules().chain == Chain::Again && after.is_some_and(|state| state.turn() == mover);
        let is_last = ply + 1 == game.moves().len() && self.result().is_some();
        self.comments.retain(|other, _| *other <= ply);
        if !self.seat(mover).is_computer() {
            self.thinking.forget_report();
        }
        self.notices.push(Notice::Moved { color: mover, mv, again: again && !is_last });
    }

    fn tell_end(&mut self, result: GameResult) {
        let last = self.contest().game().position();
        self.say(words::result(result, last, &self.settings.appearance));
    }

    /// The game is at another place: what was found about the last one is dropped, and the game is kept.
    pub(super) fn changed(&mut self) {
        self.looking = None;
        self.hint = None;
        self.thinking.forget_hint();
        self.keep();
        self.notices.push(Notice::Board);
    }

    /// What the next game from a position is played with.
    pub(crate) fn plan(&mut self, options: GameOptions, appearance: Appearance) {
        self.planned = Some(options);
        self.settings.appearance = appearance;
    }

    /// Begins a new game.
    pub fn start(&mut self, options: GameOptions, now: Instant) {
        self.settings.seed = self.settings.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let table = new_table(&options, &self.settings, self.time.ms(now));
        self.first = options.first;
        self.opening = options.opening;
        self.sit_down(table, now);
        self.say(words::introduction(self.contest(), &self.settings.appearance));
    }

    /// Goes to another table, and lets everything that belonged to the last one go.
    pub(super) fn sit_down(&mut self, table: Table, now: Instant) {
        self.table = prepared(table, &self.settings, self.time.ms(now));
        self.saved = None;
        self.planned = None;
        self.viewing = None;
        self.learner = None;
        self.editor = None;
        self.comments.clear();
        self.thinking.forget();
        self.notices.push(Notice::Started);
        self.tell_end_at_start();
        self.changed();
        self.pause(false, now);
    }

    /// A position may be one in which the game is over.
    pub(super) fn tell_end_at_start(&mut self) {
        if let Some(ending) = self.contest().ending() {
            self.tell_end(ending.into());
        }
    }

    /// Lets others play the sides.
    pub(super) fn reseat(&mut self, seats: [Seat; 2], now: Instant) {
        let (side, before) = (self.table.speaker(), self.contest().seats());
        for (color, seat) in Color::ALL.into_iter().zip(at_one_board(seats)) {
            if self.seat(color) != seat {
                // At one's own board anybody may sit anywhere.
                let _ = self.table.act(side, &Command::Sit { side: color, seat }, self.time.ms(now));
            }
        }
        let seats = self.contest().seats();
        self.say(words::who_plays(seats, self.names()));
        if seats == before {
            self.notices.push(Notice::Board);
        }
        self.follow();
    }
}

/// A table for a game that begins. The computer stands still there.
pub(super) fn new_table(options: &GameOptions, settings: &Settings, now: u64) -> Table {
    let terms = options.terms(settings.seed);
    prepared(Table::new(terms, at_one_board(options.seats), settings.seed, now), settings, now)
}

fn prepared(mut table: Table, settings: &Settings, now: u64) -> Table {
    table.pause(true, now);
    table.computer.move_time = settings.think;
    table.computer.pace = if settings.paced { Pace::WATCHED } else { Pace::NONE };
    table
}

/// A contest in which the moves of a game were made already and can be taken back; those that were taken back in the game
/// can be made again. Each side has this time left.
pub(super) fn contest_after(
    game: &Game,
    terms: Terms,
    seats: [Seat; 2],
    left_ms: Option<[u64; 2]>,
    at: u64,
) -> StoredContest {
    let terms = Terms { rules: *game.rules(), start: (*game.start()).into(), ..terms };
    let mut whole = game.clone();
    while whole.redo().is_some() {}
    let made = whole.positions().map(Position::turn).zip(whole.moves()).zip(0..);
    let event = |((turn, mv), ply): ((Color, Move), u32)| {
        let left_ms = left_ms.map(|left| left[turn as usize]);
        let event = Event::Move { ply, text: mv.route_text().to_string(), left_ms, lag_ms: 0 };
        Stamped { seq: u64::from(ply) + 1, at, act: None, event }
    };
    let mut events: Vec<Stamped> = made.map(event).collect();
    let ply = game.moves().len();
    if ply < events.len() {
        let seq = events.len() as u64 + 1;
        events.push(Stamped { seq, at, act: None, event: Event::TakenBack { ply: ply as u32 } });
    }
    StoredContest::new(&terms, seats, at, &events)
}
