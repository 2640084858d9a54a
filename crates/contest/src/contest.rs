//! One game between two players: what its events make of it.

use std::collections::VecDeque;

use crownhead_board::{Color, DrawReason, Game, Outcome, WinReason};

use crate::clock::{Allowance, Clocks};
use crate::event::{Act, BadEvent, Event, Stamped};
use crate::id::GameId;
use crate::result::Ending;
use crate::seat::Seat;
use crate::terms::{Takebacks, Terms};
use crate::time_control::{DAY_MS, TimeControl};

/// Time each side has for its first move in a game with clocks; after that the contest is aborted.
pub const FIRST_MOVE_MS: u64 = 30_000;

/// A game with others but without clocks is aborted when nothing happens in it for a week.
pub const STALE_MS: u64 = 7 * DAY_MS;
/// Acts that are remembered: whoever is not answered asks again soon.
const MAX_ACTS: usize = 32;

/// How long a player may be away before the other may claim a win or a draw: a tenth of the time on the clock, within
/// these bounds.
const ABSENCE_MS: std::ops::RangeInclusive<u64> = 30_000..=120_000;
/// The same in a game without clocks.
const ABSENCE_WITHOUT_CLOCK_MS: u64 = 300_000;

/// One game between two players: people over a network or at one board, levels of the computer, or whoever plays under a
/// referee.
///
/// It changes by [`Contest::apply`] alone, and its state depends on nothing but its terms, when it began, and its
/// events: whoever applies the same events has the same contest.
#[derive(Clone, Debug)]
pub struct Contest {
    terms: Terms,
    seats: [Seat; 2],
    /// A referee sits beside it.
    is_supervised: bool,
    game: Game,
    ballot_plies: u32,
    seq: u64,
    /// The time of the last event, or of the beginning.
    last_at: u64,
    /// Since when the first move of the side to move is waited for.
    waiting_since: u64,
    has_moved: [bool; 2],
    clocks: Option<Clocks>,
    /// What the clocks showed before each ply, where moves are taken back freely.
    left_before: Vec<[u64; 2]>,
    pub(crate) draw_offer: Option<Color>,
    /// The ply at which a side has offered a draw last.
    pub(crate) offered_at: [Option<u32>; 2],
    pub(crate) takeback: Option<Color>,
    /// The ply at which a side has asked to take back last.
    pub(crate) asked_at: [Option<u32>; 2],
    /// The number of the last event that took moves back.
    pub(crate) taken_back: u64,
    /// Since when a side is away, by side.
    away: [Option<u64>; 2],
    ending: Option<Ending>,
    pub(crate) rematch: Option<Color>,
    pub(crate) next: Option<GameId>,
    /// The last acts that had a number.
    acts: VecDeque<Act>,
}

impl Contest {
    /// A contest that begins now.
    pub fn new(terms: Terms, seats: [Seat; 2], now: u64) -> Contest {
        let mut game = terms.start.game(terms.rules);
        if terms.draws_are_claimed {
            game = game.without_automatic_draws();
        }
        let allowance = match terms.takebacks {
            Takebacks::Ask => Allowance::full(),
            Takebacks::Free => Allowance::none(),
        };
        let clocks = Clocks::new([terms.control; 2], allowance);
        Contest::start(terms, seats, game, clocks, now)
    }

    /// A contest that begins after the moves of a game, and that a referee sits beside. It counts from the first move
    /// on: nobody can abort it, the clock of the side to move runs at once, and nothing is put down to the network.
    /// The clocks of the two sides may differ.
    pub fn supervised(game: Game, controls: [Option<TimeControl>; 2], now: u64) -> Contest {
        let clocks = Clocks::new(controls, Allowance::none());
        let terms = Terms { rules: *game.rules(), ..Terms::default() };
        let start = Contest::start(terms, [Seat::Person; 2], game, clocks, now);
        let mut contest = Contest { is_supervised: true, ..start };
        let turn = contest.turn();
        if let Some(clocks) = &mut contest.clocks {
            clocks.run(turn, now);
        }
        contest
    }

    fn start(terms: Terms, seats: [Seat; 2], game: Game, clocks: Option<Clocks>, now: u64) -> Contest {
        let ballot_plies = game.moves().len() as u32;
        // Where nothing can be moved it is over as it begins.
        let ending = game.outcome().map(Ending::Outcome);
        Contest {
            terms,
            seats,
            is_supervised: false,
            game,
            ballot_plies,
            seq: 0,
            last_at: now,
            waiting_since: now,
            has_moved: [false; 2],
            clocks,
            left_before: Vec::new(),
            draw_offer: None,
            offered_at: [None; 2],
            takeback: None,
            asked_at: [None; 2],
            taken_back: 0,
            away: [None; 2],
            ending,
            rematch: None,
            next: None,
            acts: VecDeque::new(),
        }
    }

    /// What was agreed on.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who plays Black, and who plays White.
    pub fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// Who plays a side.
    pub fn seat(&self, side: Color) -> Seat {
        self.seats[side as usize]
    }

    /// The only side that is not the computer's, if the computer plays the other.
    pub fn person(&self) -> Option<Color> {
        let [black, white] = self.seats.map(Seat::is_computer);
        (black != white).then_some(if black { Color::White } else { Color::Black })
    }

    /// Can moves be taken back as one likes?
    pub fn is_free(&self) -> bool {
        self.terms.takebacks == Takebacks::Free
    }

    /// The game: its moves, those of the ballot included, and its position. Whether the contest is over is known
    /// by [`Contest::ending`] alone.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many of the moves are of the ballot.
    pub fn ballot_plies(&self) -> u32 {
        self.ballot_plies
    }

    /// Plies so far, those of the ballot included.
    pub fn ply(&self) -> u32 {
        self.game.moves().len() as u32
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// The number of the last event; 0 before the first.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The time of the last event, or of the beginning.
    pub fn last_at(&self) -> u64 {
        self.last_at
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The side that offers a draw.
    pub fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// The side that asks to take a move back.
    pub fn takeback(&self) -> Option<Color> {
        self.takeback
    }

    /// The draw that may be claimed now, where draws have to be claimed.
    pub fn claimable(&self) -> Option<DrawReason> {
        let is_open = self.terms.draws_are_claimed && self.ending.is_none();
        is_open.then(|| self.game.claimable_draw()).flatten()
    }

    /// Since when nobody is there at a side, if the player has left.
    pub fn away_since(&self, side: Color) -> Option<u64> {
        self.away[side as usize]
    }

    /// How long a player may be away before the other may claim a win or a draw.
    pub fn absence_ms(&self) -> u64 {
        let tenth =
            |control: TimeControl| (control.base_ms / 10).clamp(*ABSENCE_MS.start(), *ABSENCE_MS.end());
        self.terms.control.map_or(ABSENCE_WITHOUT_CLOCK_MS, tenth)
    }

    /// How it ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The side that wants another contest.
    pub fn rematch(&self) -> Option<Color> {
        self.rematch
    }

    /// The contest that followed.
    pub fn next(&self) -> Option<&GameId> {
        self.next.as_ref()
    }

    /// Have both sides moved? Before that, the contest can be aborted, and no clock runs, unless it is played at one's
    /// own board or a referee sits beside it.
    pub fn has_begun(&self) -> bool {
        self.is_supervised || self.is_free() || self.has_moved == [true; 2]
    }

    /// When the contest is aborted unless the side to move makes its first move.
    pub fn first_move_by(&self) -> Option<u64> {
        let control = self.terms.control.filter(|_| !self.has_begun() && self.ending.is_none())?;
        let patience = if control.per_move { control.base_ms } else { FIRST_MOVE_MS };
        Some(self.waiting_since + patience)
    }

    /// When a game that nobody goes on with is aborted. Those at one's own board wait for ever.
    fn stale_at(&self) -> Option<u64> {
        let is_with_others = !self.is_supervised && !self.is_free();
        is_with_others.then_some(self.last_at + STALE_MS)
    }

    /// When time alone ends the contest, and how, if nothing else happens.
    pub fn deadline(&self) -> Option<(u64, Ending)> {
        if self.ending.is_some() {
            return None;
        }
        if let Some(by) = self.first_move_by() {
            return Some((by, Ending::Aborted));
        }
        if self.clocks.is_none() {
            return self.stale_at().map(|at| (at, Ending::Aborted));
        }
        let (loser, at) = self.clocks.as_ref()?.falls_at()?;
        Some((at, Ending::Outcome(Outcome::Win(!loser, WinReason::Time))))
    }

    /// Has this act been done, as far as it is remembered?
    pub(crate) fn has_done(&self, act: Act) -> bool {
        self.acts.contains(&act)
    }

    /// Is this the text of the move that was played after `ply` plies?
    pub(crate) fn was_played(&self, ply: u32, text: &str) -> bool {
        let Some((state, mv)) = self.game.states().zip(self.game.moves()).nth(ply as usize) else {
            return false;
        };
        let given = state.parse_move(text);
        given.is_ok_and(|given| given == mv && given.route() == mv.route())
    }

    /// What follows an event with this number and time.
    ///
    /// # Errors
    ///
    /// The event does not follow those before it.
    pub fn apply(&mut self, stamped: &Stamped) -> Result<(), BadEvent> {
        let Stamped { seq, at, act, event } = stamped;
        let bad = |why: String| BadEvent { seq: *seq, why };
        if *seq != self.seq + 1 {
            return Err(bad(format!("event {} comes next", self.seq + 1)));
        }
        if *at < self.last_at {
            return Err(bad("it is earlier than the one before it".to_owned()));
        }
        match event {
            Event::Move { ply, text, left_ms, lag_ms } => {
                self.moved(*ply, text, left_ms.unwrap_or_default(), *lag_ms, *at).map_err(bad)?;
            }
            Event::DrawOffered { side } => {
                self.draw_offer = Some(*side);
                self.offered_at[*side as usize] = Some(self.ply());
            }
            Event::DrawDeclined { .. } => self.draw_offer = None,
            Event::TakebackAsked { side } => {
                self.takeback = Some(*side);
                self.asked_at[*side as usize] = Some(self.ply());
            }
            Event::TakebackDeclined { .. } => self.takeback = None,
            Event::TakenBack { ply } => self.take_back(*ply, *seq, *at).map_err(bad)?,
            Event::Redone { ply } => self.redo(*ply, *at).map_err(bad)?,
            Event::Restarted => self.restart(*seq, *at),
            Event::SetUp { start } => {
                self.terms.start = start.clone();
                self.restart(*seq, *at);
            }
            Event::Seated { side, seat } => self.seats[*side as usize] = *seat,
            Event::Resumed { idle_ms } => {
                self.waiting_since = self.waiting_since.saturating_add(*idle_ms).min(*at);
                self.away
                    .iter_mut()
                    .flatten()
                    .for_each(|since| *since = since.saturating_add(*idle_ms).min(*at));
                if let Some(clocks) = &mut self.clocks {
                    clocks.pause(*idle_ms, *at);
                }
            }
            Event::Left { side } => self.away[*side as usize] = Some(*at),
            Event::Returned { side } => self.away[*side as usize] = None,
            Event::Ended { ending } => self.end(*ending, *at),
            Event::RematchOffered { side } => self.rematch = Some(*side),
            Event::Rematch { game } => self.next = Some(game.clone()),
        }
        self.seq = *seq;
        self.last_at = *at;
        if let Some(act) = act {
            self.acts.truncate(MAX_ACTS - 1);
            self.acts.push_front(*act);
        }
        Ok(())
    }

    fn moved(&mut self, ply: u32, text: &str, left_ms: u64, lag_ms: u64, at: u64) -> Result<(), String> {
        if ply != self.ply() || self.ending.is_some() {
            return Err(format!("ply {} comes next", self.ply()));
        }
        let mover = self.turn();
        self.note_clocks();
        let mv = self.game.state().parse_move(text).map_err(|error| error.to_string())?;
        self.game.play(mv).map_err(|error| error.to_string())?;
        self.has_moved[mover as usize] = true;
        self.away[mover as usize] = None;
        self.waiting_since = at;
        // A move answers what the other side has asked; a draw that is offered with a move waits for the answer to it.
        self.draw_offer = self.draw_offer.filter(|side| *side == mover);
        self.takeback = None;
        let (turn, has_begun) = (self.turn(), self.has_begun());
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(mover, left_ms, lag_ms);
            if has_begun {
                clocks.run(turn, at);
            }
        }
        Ok(())
    }

    /// Nothing is asked any more.
    fn forget_questions(&mut self) {
        self.draw_offer = None;
        self.takeback = None;
    }

    fn take_back(&mut self, ply: u32, seq: u64, at: u64) -> Result<(), String> {
        // A result that the board does not show is taken back by itself.
        let is_reopened = self.is_free() && self.ending.is_some();
        let is_fewer = ply < self.ply() || is_reopened && self.game.outcome().is_none();
        if ply < self.ballot_plies || !is_fewer || self.ending.is_some() && !is_reopened {
            return Err(format!("there are no {ply} plies to go back to"));
        }
        while self.ply() > ply && self.game.undo().is_some() {}
        self.ending = None;
        self.forget_questions();
        self.offered_at = [None; 2];
        self.asked_at = [None; 2];
        self.taken_back = seq;
        self.waiting_since = at;
        self.set_clocks_back(at);
        Ok(())
    }

    /// At one's own board the time of moves that are taken back is given back; by agreement it is not.
    fn set_clocks_back(&mut self, at: u64) {
        let (turn, is_free) = (self.turn(), self.is_free());
        let n_plies = (self.ply() - self.ballot_plies) as usize;
        let Some(clocks) = &mut self.clocks else { return };
        if is_free {
            if let Some(left) = self.left_before.get(n_plies) {
                clocks.restore(*left);
            }
            self.left_before.truncate(n_plies);
            if n_plies > 0 {
                clocks.run(turn, at);
            }
        } else if clocks.running().is_some() {
            clocks.stop(at);
            clocks.run(turn, at);
        }
    }

    fn note_clocks(&mut self) {
        if let Some(clocks) = self.clocks.as_ref().filter(|_| self.is_free()) {
            self.left_before.push(clocks.settled_ms());
        }
    }

    fn redo(&mut self, ply: u32, at: u64) -> Result<(), String> {
        while self.ply() < ply {
            self.note_clocks();
            self.game.redo().ok_or_else(|| format!("there are no {ply} plies to go to"))?;
        }
        self.forget_questions();
        let turn = self.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
            clocks.run(turn, at);
        }
        Ok(())
    }

    fn restart(&mut self, seq: u64, at: u64) {
        let again = Contest::new(self.terms.clone(), self.seats, at);
        *self = Contest { taken_back: seq, acts: std::mem::take(&mut self.acts), ..again };
    }

    fn end(&mut self, ending: Ending, at: u64) {
        self.forget_questions();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
        }
        self.ending = Some(ending);
    }
}
