//! One game between two players: what its events make of it.

use crownhead_board::{Color, DrawReason, Game, Outcome, Position, WinReason};

use crate::clock::{Allowance, Clocks, Control};
use crate::event::{BadEvent, Ending, Event, Stamped};
use crate::terms::{Start, Terms};

/// Time each side has for its first move in a game with clocks; after that the contest is aborted.
pub const FIRST_MOVE_MS: u64 = 30_000;

/// One game between two players: people over a network, or whoever plays under a referee beside the board.
///
/// It changes by [`Contest::apply`] alone, and its state depends on nothing but its terms, when it began, and its
/// events: whoever applies the same events has the same contest.
#[derive(Clone, Debug)]
pub struct Contest {
    terms: Terms,
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
    pub(crate) draw_offer: Option<Color>,
    /// The ply at which a side has offered a draw last.
    pub(crate) offered_at: [Option<u32>; 2],
    pub(crate) takeback: Option<Color>,
    /// The ply at which a side has asked to take back last.
    pub(crate) asked_at: [Option<u32>; 2],
    /// The number of the last event that took moves back.
    pub(crate) taken_back: u64,
    ending: Option<Ending>,
    pub(crate) rematch: Option<Color>,
    pub(crate) next: Option<String>,
}

impl Contest {
    /// A contest that begins now. A ballot that was not drawn yet counts for none.
    pub fn new(terms: Terms, now: u64) -> Contest {
        let start = match &terms.start {
            Start::Position(pos) => *pos,
            _ => Position::START,
        };
        let mut game = Game::from_position(start, terms.rules);
        if terms.draws_are_claimed {
            game = game.without_automatic_draws();
        }
        if let Start::Ballot(moves) = &terms.start {
            // `Terms::check` has refused what cannot be played.
            let _ = moves.iter().try_for_each(|mv| game.play(*mv));
        }
        let clocks = Clocks::new([terms.control; 2], Allowance::full());
        Contest::start(terms, game, clocks, now)
    }

    /// A contest that begins after the moves of a game, and that a referee sits beside. It counts from the first move
    /// on: nobody can abort it, the clock of the side to move runs at once, and nothing is put down to the network.
    /// The clocks of the two sides may differ.
    pub fn supervised(game: Game, controls: [Option<Control>; 2], now: u64) -> Contest {
        let clocks = Clocks::new(controls, Allowance::none());
        let terms = Terms { rules: *game.rules(), ..Terms::default() };
        let mut contest = Contest { is_supervised: true, ..Contest::start(terms, game, clocks, now) };
        contest.ending = contest.game.outcome().map(Ending::Outcome);
        let turn = contest.turn();
        if let Some(clocks) = &mut contest.clocks {
            clocks.run(turn, now);
        }
        contest
    }

    fn start(terms: Terms, game: Game, clocks: Option<Clocks>, now: u64) -> Contest {
        let ballot_plies = game.moves().len() as u32;
        Contest {
            terms,
            is_supervised: false,
            game,
            ballot_plies,
            seq: 0,
            last_at: now,
            waiting_since: now,
            has_moved: [false; 2],
            clocks,
            draw_offer: None,
            offered_at: [None; 2],
            takeback: None,
            asked_at: [None; 2],
            taken_back: 0,
            ending: None,
            rematch: None,
            next: None,
        }
    }

    /// What was agreed on.
    pub fn terms(&self) -> &Terms {
        &self.terms
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

    /// How it ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The side that wants another contest.
    pub fn rematch(&self) -> Option<Color> {
        self.rematch
    }

    /// The contest that followed.
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// Have both sides moved? Before that, the contest can be aborted, and no clock runs, unless a referee sits
    /// beside it.
    pub fn has_begun(&self) -> bool {
        self.is_supervised || self.has_moved == [true; 2]
    }

    /// When the contest is aborted unless the side to move makes its first move.
    pub fn first_move_by(&self) -> Option<u64> {
        let is_waiting = self.clocks.is_some() && !self.has_begun() && self.ending.is_none();
        is_waiting.then_some(self.waiting_since + FIRST_MOVE_MS)
    }

    /// When time alone ends the contest, and how, if nothing else happens.
    pub fn deadline(&self) -> Option<(u64, Ending)> {
        if self.ending.is_some() {
            return None;
        }
        if let Some(by) = self.first_move_by() {
            return Some((by, Ending::Aborted));
        }
        let (loser, at) = self.clocks.as_ref()?.falls_at()?;
        Some((at, Ending::Outcome(Outcome::Win(!loser, WinReason::Time))))
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
        let Stamped { seq, at, event } = stamped;
        let bad = |why: String| BadEvent { seq: *seq, why };
        if *seq != self.seq + 1 {
            return Err(bad(format!("event {} comes next", self.seq + 1)));
        }
        if *at < self.last_at {
            return Err(bad("it is earlier than the one before it".to_owned()));
        }
        match event {
            Event::Moved { ply, text, left_ms, lag_ms } => {
                self.moved(*ply, text, left_ms.unwrap_or_default(), *lag_ms, *at).map_err(bad)?;
            }
            Event::DrawOffered(side) => {
                self.draw_offer = Some(*side);
                self.offered_at[*side as usize] = Some(self.ply());
            }
            Event::DrawDeclined(_) => self.draw_offer = None,
            Event::TakebackAsked(side) => {
                self.takeback = Some(*side);
                self.asked_at[*side as usize] = Some(self.ply());
            }
            Event::TakebackDeclined(_) => self.takeback = None,
            Event::TakenBack { ply } => self.take_back(*ply, *seq, *at).map_err(bad)?,
            Event::Resumed { idle_ms } => {
                self.waiting_since = self.waiting_since.saturating_add(*idle_ms).min(*at);
                if let Some(clocks) = &mut self.clocks {
                    clocks.pause(*idle_ms, *at);
                }
            }
            Event::Ended(ending) => self.end(*ending, *at),
            Event::RematchOffered(side) => self.rematch = Some(*side),
            Event::Rematch { next } => self.next = Some(next.clone()),
        }
        self.seq = *seq;
        self.last_at = *at;
        Ok(())
    }

    fn moved(&mut self, ply: u32, text: &str, left_ms: u64, lag_ms: u64, at: u64) -> Result<(), String> {
        if ply != self.ply() || self.ending.is_some() {
            return Err(format!("ply {} comes next", self.ply()));
        }
        let mover = self.turn();
        let mv = self.game.state().parse_move(text).map_err(|error| error.to_string())?;
        self.game.play(mv).map_err(|error| error.to_string())?;
        self.has_moved[mover as usize] = true;
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
        if ply < self.ballot_plies || ply >= self.ply() || self.ending.is_some() {
            return Err(format!("there are no {ply} plies to go back to"));
        }
        while self.ply() > ply {
            self.game.undo();
        }
        self.forget_questions();
        self.offered_at = [None; 2];
        self.asked_at = [None; 2];
        self.taken_back = seq;
        self.waiting_since = at;
        let turn = self.turn();
        if let Some(clocks) = self.clocks.as_mut().filter(|clocks| clocks.running().is_some()) {
            clocks.stop(at);
            clocks.run(turn, at);
        }
        Ok(())
    }

    fn end(&mut self, ending: Ending, at: u64) {
        self.forget_questions();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
        }
        self.ending = Some(ending);
    }
}
