//! What the engine is asked, and what becomes of its answers.

use std::time::{Duration, Instant};

use crownhead_board::{Game, Move};
use crownhead_endgame::Verdict;
use crownhead_engine::{Ask, Limits, Line, Report};
use crownhead_play::ask::{HINT, JUDGE, computer_move};
use crownhead_play::draw;

use super::{Effect, Happening, Session};
use crate::engine::{Reply, Request, Thought};
use crate::hint::Hint;
use crate::options::Settings;
use crate::seat::Seat;

/// What the engine is busy with, and what it has told.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    last_id: u64,
    task: Option<Task>,
    /// The last line about the game.
    report: Option<Report>,
    /// What the database knows about the moves of the position that a hint is wanted for.
    verdicts: Vec<(Move, Verdict)>,
    /// A move of the computer that waits for its time.
    held: Option<(Instant, Move)>,
}

#[derive(Clone, Debug)]
struct Task {
    id: u64,
    purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Move,
    Hint,
    Judge,
    Analyze,
}

impl Thinking {
    pub(super) fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Whatever the engine still says is about another position.
    pub(super) fn forget(&mut self) {
        *self = Thinking { last_id: self.last_id, ..Thinking::default() };
    }

    fn purpose(&self) -> Option<Purpose> {
        self.task.as_ref().map(|task| task.purpose)
    }
}

/// What an analysis has found about the position that is shown.
#[derive(Clone, Debug)]
pub struct Analysis {
    game: Game,
    /// The lines, best first.
    pub lines: Vec<Report>,
    /// What the endgame database knows about the moves, for the side that makes them, best first.
    pub verdicts: Vec<(Move, Verdict)>,
}

impl Analysis {
    /// An analysis that has found nothing yet.
    fn of(game: Game) -> Analysis {
        Analysis { game, lines: Vec::new(), verdicts: Vec::new() }
    }
}

/// The least time between moves when computers play each other, so that one can follow.
const WATCHED_PACE: Duration = Duration::from_millis(700);
/// The least time between a person's move and the answer.
const ANSWER_PACE: Duration = Duration::from_millis(250);

impl Session {
    /// Something has happened outside.
    pub fn hear(&mut self, happening: Happening, now: Instant) {
        match happening {
            Happening::Engine(reply) => self.hear_engine(reply, now),
            Happening::Saved(saved) => self.saved(saved),
            Happening::Loaded(file) => self.loaded(file, now),
            Happening::Online(event) => self.hear_online(event, now),
        }
    }

    fn hear_engine(&mut self, Reply { id, thought }: Reply, now: Instant) {
        let Some(task) = self.thinking.task.clone().filter(|task| task.id == id) else { return };
        match thought {
            Thought::Line(report) if task.purpose == Purpose::Analyze => self.add_line(report),
            Thought::Line(report) => {
                if report.rank == 0 && task.purpose == Purpose::Move {
                    self.thinking.report = Some(report);
                }
            }
            Thought::Verdicts(verdicts) => match &mut self.analysis {
                Some(analysis) if task.purpose == Purpose::Analyze => analysis.verdicts = verdicts,
                _ => self.thinking.verdicts = verdicts,
            },
            Thought::Done { best, lines } => {
                self.thinking.task = None;
                self.done(task.purpose, best, &lines, now);
            }
        }
    }

    fn done(&mut self, purpose: Purpose, best: Option<Move>, lines: &[Line], now: Instant) {
        match purpose {
            Purpose::Move => {
                self.thinking.held = best.map(|mv| (self.earliest_move(now), mv));
                self.make_held(now);
            }
            Purpose::Hint => {
                self.hint = Hint::new(&self.game, lines, &self.thinking.verdicts, self.settings.notation);
                if let Some(hint) = &self.hint {
                    let reason = hint.reason.clone();
                    self.say(reason);
                }
                self.attend(now);
            }
            Purpose::Judge => self.judged(lines, now),
            Purpose::Analyze => {}
        }
    }

    /// When the computer's next move may be made.
    fn earliest_move(&self, now: Instant) -> Instant {
        let pace = if !self.settings.paced {
            return now;
        } else if self.options.person().is_some() {
            ANSWER_PACE
        } else {
            WATCHED_PACE
        };
        self.last_moved.map_or(now, |moved| moved + pace)
    }

    pub(super) fn make_held(&mut self, now: Instant) {
        if let Some((_, mv)) = self.thinking.held.filter(|(time, _)| *time <= now) {
            self.thinking.held = None;
            let report = self.thinking.report.take();
            self.make(mv, now);
            self.thinking.report = report;
        }
    }

    /// Gives the engine what it should be busy with: the computer's move, or the analysis.
    pub(super) fn attend(&mut self, now: Instant) {
        let turn = self.game.position().turn();
        let wants_move = self.game.outcome().is_none() && !self.paused;
        match (self.seat(turn), self.thinking.purpose()) {
            (Seat::Computer(_), Some(Purpose::Move)) if wants_move => {}
            (Seat::Computer(strength), _) if wants_move && self.thinking.held.is_none() => {
                let clock =
                    self.clock.as_ref().map(|clock| (clock.left(turn, now), clock.control().increment));
                let Settings { think, seed, .. } = self.settings;
                self.ask(Purpose::Move, self.game.clone(), computer_move(strength, clock, think, seed));
            }
            (_, Some(Purpose::Hint | Purpose::Judge)) => {}
            _ => self.attend_analysis(),
        }
    }

    fn attend_analysis(&mut self) {
        let Some(analysis) = &self.analysis else { return self.stop_engine() };
        let game = self.shown_game();
        let is_same = analysis.game.position() == game.position();
        if is_same && self.thinking.purpose() == Some(Purpose::Analyze) {
            return;
        }
        self.analysis = Some(Analysis::of(game.clone()));
        match game.outcome() {
            Some(_) => self.stop_engine(),
            None => self.ask(Purpose::Analyze, game, Ask::lines(self.settings.lines, Limits::INFINITE)),
        }
    }

    fn stop_engine(&mut self) {
        self.thinking.task = None;
        self.effects.push(Effect::StopThinking);
    }

    fn ask(&mut self, purpose: Purpose, game: Game, ask: Ask) {
        self.thinking.last_id += 1;
        let id = self.thinking.last_id;
        self.thinking.task = Some(Task { id, purpose });
        self.effects.push(Effect::Think(Box::new(Request { id, game, ask })));
    }

    /// Is the computer choosing a move?
    pub fn is_computer_thinking(&self) -> bool {
        self.thinking.purpose() == Some(Purpose::Move) || self.thinking.held.is_some()
    }

    /// Is an answer of the engine awaited, other than an analysis?
    pub fn is_waiting(&self) -> bool {
        self.thinking.held.is_some()
            || matches!(self.thinking.purpose(), Some(Purpose::Move | Purpose::Hint | Purpose::Judge))
    }

    pub(super) fn move_now(&mut self) {
        if let Some((time, _)) = &mut self.thinking.held {
            *time -= WATCHED_PACE;
        } else if self.thinking.purpose() == Some(Purpose::Move) {
            self.effects.push(Effect::StopThinking);
        } else {
            self.complain("The computer is not thinking about a move.");
        }
    }

    pub(super) fn ask_hint(&mut self) {
        if !self.is_persons_turn() {
            return self.complain("A hint is for the player to move. It is not your turn.");
        }
        if !self.is_live() {
            return self.complain(
                "You are looking at another position. Go back to the game for a hint, or start the analysis.",
            );
        }
        self.ask(Purpose::Hint, self.game.clone(), HINT);
        self.say("Looking for a hint ...");
    }

    /// Offers a draw, or accepts one.
    pub(super) fn draw(&mut self, now: Instant) {
        if self.game.outcome().is_some() {
            return self.complain("The game is over already.");
        }
        let turn = self.game.position().turn();
        let asker = self.options.person().unwrap_or(turn);
        if self.offer == Some(!asker) {
            return self.agree(now);
        }
        if self.seat(!asker).is_computer() {
            if turn != asker {
                return self.complain("Offer a draw when it is your turn.");
            }
            self.ask(Purpose::Judge, self.game.clone(), JUDGE);
            return self.say("You offer a draw. The computer looks at the position ...");
        }
        self.offer = Some(asker);
        self.say(format!("{asker} offers a draw. {} accepts with draw, or declines by moving.", !asker));
    }

    fn judged(&mut self, lines: &[Line], now: Instant) {
        match draw::why_declined(&self.game, lines) {
            None => self.agree(now),
            Some(why) => {
                self.say(format!("The computer declines the draw: {why}. The game goes on."));
                self.attend(now);
            }
        }
    }

    /// A computer that has just moved offers a draw when nothing happens any more.
    pub(super) fn offer_draw(&mut self) {
        let mover = !self.game.position().turn();
        if draw::is_offered(&self.game) && self.options.person() == Some(!mover) && self.offer.is_none() {
            self.offer = Some(mover);
            self.say("The computer offers a draw. Accept it with draw, or decline by moving.");
        }
    }

    /// Starts or ends the analysis.
    pub(super) fn toggle_analysis(&mut self, now: Instant) {
        match self.analysis.take() {
            Some(_) => self.say("The analysis is stopped."),
            None => self.analysis = Some(Analysis::of(self.shown_game())),
        }
        self.attend(now);
    }

    /// What the analysis has found, if it is on.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    fn add_line(&mut self, report: Report) {
        let Some(analysis) = &mut self.analysis else { return };
        // A new depth begins with its best line; what was found at the last one still stands.
        if report.rank < analysis.lines.len() {
            let rank = report.rank;
            analysis.lines[rank] = report;
        } else {
            analysis.lines.push(report);
        }
    }

    /// The game up to the position that is shown.
    pub(crate) fn shown_game(&self) -> Game {
        match (&self.viewing, self.looking) {
            (Some((_, viewer)), _) => viewer.game(),
            (None, Some(ply)) => {
                let mut game = self.game.clone();
                while game.moves().len() > ply && game.undo().is_some() {}
                game
            }
            (None, None) => self.game.clone(),
        }
    }
}
