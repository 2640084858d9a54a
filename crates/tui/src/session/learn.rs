//! The course: a step of it is on the board in place of the game, and the learner does what it asks for.

use crownhead_board::{Game, Move, Position, Rules, Square};
use crownhead_study::course::Task;

use super::{Notice, Session};
use crate::command::Step as Direction;
use crate::course::{COURSE, Step, told};
use crate::viewer::Viewer;

/// A step of the course, and what was done in it.
#[derive(Debug)]
pub struct Learner {
    /// The number of the step, from 1.
    number: usize,
    /// How many of its tasks are done.
    n_done: usize,
    game: Game,
    /// What was looked at before.
    behind: (Option<(usize, Viewer)>, Option<usize>),
}

impl Learner {
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    fn step(&self) -> &'static Step {
        &COURSE[self.number - 1]
    }

    fn task(&self) -> Option<&'static Task> {
        Step::lesson(self.number)?.tasks.get(self.n_done)
    }

    /// Is there nothing left to do?
    pub(crate) fn is_done(&self) -> bool {
        self.task().is_none()
    }

    /// Is a square to be touched?
    pub(crate) fn awaits_square(&self) -> bool {
        matches!(self.task(), Some(Task::Square { .. }))
    }
}

impl Session {
    /// The step of the course that is on the board.
    pub fn learner(&self) -> Option<&Learner> {
        self.learner.as_ref()
    }

    /// Opens a step of the course by its number, from 1.
    pub(super) fn learn(&mut self, number: usize) {
        if number > COURSE.len() {
            return self.complain(format!("The course has steps 1 to {}.", COURSE.len()));
        }
        let behind = match self.learner.take() {
            Some(learner) => learner.behind,
            None => (self.viewing.take(), self.looking.take()),
        };
        let game = Game::from_position(Step::position(number), Rules::OFFICIAL);
        self.learner = Some(Learner { number, n_done: 0, game, behind });
        self.hint = None;
        self.notices.push(Notice::Learn);
    }

    /// Goes to another step, or out of the course behind the last one.
    pub(super) fn step_in_course(&mut self, direction: Direction) {
        let Some(Learner { number, .. }) = self.learner else { return };
        match direction {
            Direction::Next if number == COURSE.len() => self.close_course(),
            Direction::Next => self.learn(number + 1),
            Direction::Back => self.learn((number - 1).max(1)),
            Direction::First => self.learn(1),
            Direction::Last => self.learn(COURSE.len()),
            Direction::Sideways(_) => {}
        }
    }

    /// Goes back to what was there before the course.
    pub(super) fn close_course(&mut self) {
        if let Some(learner) = self.learner.take() {
            (self.viewing, self.looking) = learner.behind;
            self.notices.push(Notice::Board);
        }
    }

    /// The learner makes a move.
    pub(super) fn play_in_course(&mut self, mv: Move) {
        let Some(learner) = &mut self.learner else { return };
        let Some(task) = learner.task() else { return };
        if !task.accepts(learner.game.position(), mv) {
            let other = learner.step().other;
            let sentence = self.in_words(other);
            return self.complain(sentence);
        }
        let _ = learner.game.play(mv);
        if let Some(reply) = task.reply().and_then(|reply| learner.game.state().parse_move(reply).ok()) {
            let _ = learner.game.play(reply);
        }
        self.settle_task();
    }

    /// The learner touches a square, or types it.
    pub(crate) fn touch_in_course(&mut self, square: Square) {
        let Some(learner) = &self.learner else { return };
        match learner.task() {
            Some(task) if task.is_square(square) => self.settle_task(),
            _ => self.complain(self.in_words(learner.step().other)),
        }
    }

    fn settle_task(&mut self) {
        let Some(learner) = &mut self.learner else { return };
        learner.n_done += 1;
        let sentence = match learner.step().tasks.get(learner.n_done) {
            Some(next) => format!("Right. {}", self.in_words(next)),
            None => self.in_words(self.learner.as_ref().map_or("", |learner| learner.step().done)),
        };
        self.notices.push(Notice::Board);
        self.say(sentence);
    }

    /// A text of the course as this player knows squares and sides.
    fn in_words(&self, text: &str) -> String {
        let start = self.learner.as_ref().map_or(Position::START, |learner| *learner.game.start());
        told(text, &start, &self.settings.appearance)
    }

    /// The step that is on the board: its number and title, what there is to know, and what to do, if anything is left.
    pub(crate) fn step_words(&self) -> Option<(String, String, Option<String>)> {
        let learner = self.learner.as_ref()?;
        let step = learner.step();
        let title = format!("{} of {}: {}", learner.number, COURSE.len(), step.title);
        let task = step.tasks.get(learner.n_done).map(|task| self.in_words(task));
        Some((title, self.in_words(step.text), task))
    }
}
