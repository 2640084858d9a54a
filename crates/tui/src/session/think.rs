//! What the engine is asked, and what becomes of its answers.

use std::time::Instant;

use crownhead_board::{Game, Move};
use crownhead_contest::Command;
use crownhead_endgame::Verdict;
use crownhead_engine::{Ask, Limits, Line, Report};
use crownhead_table::ask::HINT;

use super::{Effect, Happening, Session};
use crate::engine::{Reply, Request, Thought};
use crate::hint::Hint;
use crate::words;

/// What the engine is busy with, and what it has told.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    last_id: u64,
    task: Option<Task>,
    /// The last line about the game.
    report: Option<Report>,
    /// What the database knows about the moves of the position that a hint is wanted for.
    verdicts: Vec<(Move, Verdict)>,
}

#[derive(Clone, Copy, Debug)]
struct Task {
    id: u64,
    purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A question of the table, by its number.
    Table(u64),
    Hint,
    Analyze,
}

impl Thinking {
    pub(super) fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Whatever the engine still says is about another game.
    pub(super) fn forget(&mut self) {
        *self = Thinking { last_id: self.last_id, ..Thinking::default() };
    }

    pub(super) fn forget_report(&mut self) {
        self.report = None;
    }

    /// A hint that is being looked for is of no use any more.
    pub(super) fn forget_hint(&mut self) {
        self.task.take_if(|task| task.purpose == Purpose::Hint);
    }

    fn purpose(&self) -> Option<Purpose> {
        self.task.map(|task| task.purpose)
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

    fn add(&mut self, report: Report) {
        // A new depth begins with its best line; what was found at the last one still stands.
        match self.lines.get_mut(report.rank) {
            Some(line) => *line = report,
            None => self.lines.push(report),
        }
    }
}

impl Session {
    /// Something has happened outside.
    pub fn hear(&mut self, happening: Happening, now: Instant) {
        match happening {
            Happening::Engine(reply) => self.hear_engine(reply, now),
            Happening::Saved(saved) => self.saved(saved),
            Happening::Loaded(file) => self.loaded(file),
            Happening::NotKept(error) => self.not_kept(&error),
            Happening::Online(event) => self.hear_online(event, now),
        }
    }

    fn hear_engine(&mut self, Reply { id, thought }: Reply, now: Instant) {
        let Some(Task { purpose, .. }) = self.thinking.task.filter(|task| task.id == id) else { return };
        let is_about_move = self.is_computer_thinking();
        let analysis = self.analysis.as_mut().filter(|_| purpose == Purpose::Analyze);
        match (thought, analysis) {
            (Thought::Line(report), Some(analysis)) => analysis.add(report),
            (Thought::Line(report), None) if report.rank == 0 && is_about_move => {
                self.thinking.report = Some(report);
            }
            (Thought::Line(_), None) => {}
            (Thought::Verdicts(verdicts), Some(analysis)) => analysis.verdicts = verdicts,
            (Thought::Verdicts(verdicts), None) => self.thinking.verdicts = verdicts,
            (Thought::Done { best, lines }, _) => {
                self.thinking.task = None;
                self.done(purpose, best, &lines, now);
            }
        }
    }

    fn done(&mut self, purpose: Purpose, best: Option<Move>, lines: &[Line], now: Instant) {
        match purpose {
            Purpose::Table(question) => {
                self.table.answered(question, best, lines, self.time.ms(now));
                self.follow();
            }
            Purpose::Hint => {
                self.hint = Hint::new(self.game(), lines, &self.thinking.verdicts, &self.settings.appearance);
                if let Some(hint) = &self.hint {
                    self.say(hint.reason.clone());
                }
                self.attend();
            }
            Purpose::Analyze => {}
        }
    }

    /// Gives the engine what it should be busy with: the table's question, a hint, or the analysis.
    pub(super) fn attend(&mut self) {
        match (self.table.question(), self.thinking.purpose()) {
            (Some(question), Some(Purpose::Table(id))) if id == question.id => {}
            (Some(question), _) => {
                let (id, game, ask) = (question.id, question.game.clone(), question.ask);
                self.ask(Purpose::Table(id), game, ask);
            }
            (None, Some(Purpose::Hint)) => {}
            (None, _) => self.attend_analysis(),
        }
    }

    fn attend_analysis(&mut self) {
        let Some(analysis) = &self.analysis else { return self.stop_engine() };
        let is_same = analysis.game.position() == self.shown();
        if is_same && self.thinking.purpose() == Some(Purpose::Analyze) {
            return;
        }
        let game = self.shown_game();
        self.analysis = Some(Analysis::of(game.clone()));
        match game.outcome() {
            Some(_) => self.stop_engine(),
            None => self.ask(Purpose::Analyze, game, Ask::lines(self.settings.lines, Limits::INFINITE)),
        }
    }

    fn stop_engine(&mut self) {
        if self.thinking.task.take().is_some() {
            self.effects.push(Effect::StopThinking);
        }
    }

    fn ask(&mut self, purpose: Purpose, game: Game, ask: Ask) {
        self.thinking.last_id += 1;
        let id = self.thinking.last_id;
        self.thinking.task = Some(Task { id, purpose });
        self.effects.push(Effect::Think(Box::new(Request { id, game, ask })));
    }

    /// Is the computer choosing a move?
    pub fn is_computer_thinking(&self) -> bool {
        self.table.computer.is_moving()
    }

    /// Is an answer of the engine awaited, other than an analysis?
    pub fn is_waiting(&self) -> bool {
        let asks_hint = self.thinking.purpose() == Some(Purpose::Hint);
        asks_hint || self.is_computer_thinking() || self.table.question().is_some()
    }

    pub(super) fn move_now(&mut self, now: Instant) {
        if !self.is_computer_thinking() {
            return self.complain("The computer is not thinking about a move.");
        }
        if self.table.question().is_some() {
            self.effects.push(Effect::StopThinking);
        }
        self.table.computer.hurry();
        self.tick(now);
    }

    pub(super) fn ask_hint(&mut self) {
        if self.is_over() {
            return self.complain("The game is over, so there is no move to find.");
        }
        if !self.is_persons_turn() {
            return self.complain("A hint is for the player to move. It is not your turn.");
        }
        if !self.is_live() {
            return self.complain(
                "You are looking at another position. Go back to the game for a hint, or start the analysis.",
            );
        }
        self.ask(Purpose::Hint, self.game().clone(), HINT);
        self.say("Looking for a hint ...");
    }

    /// Offers a draw, or accepts one.
    pub(super) fn draw(&mut self, now: Instant) {
        let by = self.table.speaker();
        if self.has_no_person() {
            self.complain("Only players offer draws, and you are watching.");
        } else if self.offer() == Some(by) {
            self.say(words::draw_offered(by, self.contest().seats(), self.names()));
        } else {
            self.act(&Command::OfferDraw, now);
        }
    }

    /// Starts or ends the analysis.
    pub(super) fn toggle_analysis(&mut self) {
        match self.analysis.take() {
            Some(_) => self.say("The analysis is stopped."),
            None => self.analysis = Some(Analysis::of(self.shown_game())),
        }
        self.attend();
    }

    /// What the analysis has found, if it is on.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    /// The game up to the position that is shown.
    pub(crate) fn shown_game(&self) -> Game {
        match (&self.viewing, self.looking) {
            (Some((_, viewer)), _) => viewer.game(),
            (None, Some(ply)) => {
                let mut game = self.game().clone();
                while game.moves().len() > ply && game.undo().is_some() {}
                game
            }
            (None, None) => self.game().clone(),
        }
    }
}
