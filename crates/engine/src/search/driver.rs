//! Deeper and deeper until it is time to move.

#[cfg(feature = "threads")]
use std::{thread, time::Duration};

use super::Search;
use super::known::{self, Known};
use super::root::RootMove;
use super::shared::{Shared, Stopped};
use super::worker::Worker;
use crate::depth::Depth;
use crate::report::{Answer, Line, Report, Reporter, Slice};
use crate::score::{Score, Window};

/// How often a search that has nothing left to do checks whether it may end.
#[cfg(feature = "threads")]
const PATIENCE: Duration = Duration::from_millis(1);
/// Shallower searches do not know what to expect of the next.
const MIN_ASPIRATION_DEPTH: Depth = Depth::new(5);
/// A score that drops by more than this wants more time.
const WORRYING_DROP: i32 = 20;

pub(super) fn run(search: &Search<'_>, reporter: &mut dyn Reporter) -> Slice {
    let mut shared = Shared::new(search);
    let answer = answer(&mut shared, reporter);
    Slice { answer, is_done: !shared.is_cut() }
}

fn answer(shared: &mut Shared<'_>, reporter: &mut dyn Reporter) -> Answer {
    let search = shared.search;
    let moves = match known::ask(shared) {
        Some(Known::Lines(lines)) => return report_known(shared, lines, reporter),
        Some(Known::Moves(moves)) => moves,
        Some(Known::Draws(moves)) => {
            shared.is_drawn = true;
            moves
        }
        None => search.root.legal_moves(),
    };
    if moves.is_empty() {
        return Answer { effort: shared.effort(), ..Answer::default() };
    }
    let moves = moves.into_iter().map(RootMove::new).collect();
    let mut deepening = Deepening::new(shared, moves);
    match search.so_far {
        Some(so_far) => deepening.resume(so_far),
        None => search.table.start_search(),
    }
    with_helpers(shared, || deepening.lead(reporter))
}

/// Runs the leading thread, with others that help it.
#[cfg(feature = "threads")]
fn with_helpers(shared: &Shared<'_>, lead: impl FnOnce() -> Answer) -> Answer {
    thread::scope(|scope| {
        for _ in 1..shared.search.threads {
            let mut helper = Worker::new(shared);
            scope.spawn(move || helper.help());
        }
        let answer = lead();
        shared.end();
        answer
    })
}

#[cfg(not(feature = "threads"))]
fn with_helpers(_shared: &Shared<'_>, lead: impl FnOnce() -> Answer) -> Answer {
    lead()
}

/// Answers without a search.
fn report_known(shared: &Shared<'_>, lines: Vec<Line>, reporter: &mut dyn Reporter) -> Answer {
    let (depth, effort) = (Depth::ONE, shared.effort());
    for (rank, line) in lines.iter().enumerate() {
        let selective_depth = line.moves.len() as u32;
        reporter.report(&Report { depth, selective_depth, rank, line: line.clone(), effort });
    }
    wait(shared);
    Answer::new(lines, depth, effort)
}

/// A search that may not end by itself waits until it may. Without threads nobody could end the wait.
fn wait(shared: &Shared<'_>) {
    #[cfg(feature = "threads")]
    {
        let search = shared.search;
        let must_wait = || search.limits.wait_for_stop || shared.timer.is_pondering();
        while must_wait() && !search.control.is_stopped() {
            thread::sleep(PATIENCE);
        }
    }
    #[cfg(not(feature = "threads"))]
    let _ = shared;
}

/// Iterative deepening on one thread.
struct Deepening<'a> {
    worker: Worker<'a>,
    moves: Vec<RootMove>,
    completed: Depth,
    /// Has the best move just changed, or its score dropped?
    is_unsteady: bool,
}

impl<'a> Deepening<'a> {
    fn new(shared: &'a Shared<'a>, moves: Vec<RootMove>) -> Deepening<'a> {
        let worker = Worker::new(shared);
        Deepening { worker, moves, completed: Depth::ZERO, is_unsteady: false }
    }

    /// Begins after the depth that was completed, with the lines that were found.
    fn resume(&mut self, so_far: &Answer) {
        self.completed = so_far.depth;
        for line in so_far.lines.iter().rev() {
            if let Some(place) = self.moves.iter().position(|mv| mv.mv() == line.moves[0]) {
                self.moves[place].line = line.clone();
                self.moves[..=place].rotate_right(1);
            }
        }
    }

    fn shared(&self) -> &'a Shared<'a> {
        self.worker.shared
    }

    fn n_lines(&self) -> usize {
        self.shared().search.multi_pv.clamp(1, self.moves.len())
    }

    /// The thread that decides when to end.
    fn lead(mut self, reporter: &mut dyn Reporter) -> Answer {
        let max_depth = self.shared().search.limits.depth.unwrap_or(Depth::MAX);
        while self.completed < max_depth && !self.is_done() {
            if self.deepen(self.completed + 1).is_err() {
                break;
            }
            self.report(reporter);
        }
        wait(self.shared());
        self.worker.publish();
        self.answer()
    }

    /// Completes one depth for all lines that are wanted.
    fn deepen(&mut self, depth: Depth) -> Result<(), Stopped> {
        let before = self.moves[0].clone();
        self.worker.selective_depth = 0;
        for rank in 0..self.n_lines() {
            self.aspire(rank, depth)?;
        }
        // Later lines may turn out better than earlier ones.
        let n_lines = self.n_lines();
        self.moves[..n_lines].sort_by_key(|mv| std::cmp::Reverse(mv.line.score));
        let (now, score) = (self.moves[0].mv(), self.moves[0].line.score);
        self.is_unsteady = now != before.mv() || score < before.line.score - WORRYING_DROP;
        if before.line.score.is_win() && before.line.score.plies_to_end().is_some() {
            self.keep_win(before);
        }
        self.completed = depth;
        Ok(())
    }

    /// A win that was seen to its end stays one. A deeper search that reduces other moves may find only
    /// a longer one.
    fn keep_win(&mut self, win: RootMove) {
        if self.moves[0].line.score >= win.line.score {
            return;
        }
        let place = self.moves.iter().position(|other| other.mv() == win.mv());
        let place = place.expect("a move at the root stays there");
        self.moves[place] = win;
        self.moves[..=place].rotate_right(1);
    }

    /// Finds the best of the moves from a rank on, first with a narrow window around what it scored
    /// last time, then with wider ones.
    fn aspire(&mut self, rank: usize, depth: Depth) -> Result<(), Stopped> {
        let expected = self.moves[rank].line.score;
        let mut margin = self.shared().tunables.aspiration;
        let mut window = Window::FULL;
        if depth >= MIN_ASPIRATION_DEPTH && expected.is_estimate() {
            window = Window { alpha: expected - margin, beta: expected + margin };
        }
        loop {
            let score = self.worker.search_root(&mut self.moves[rank..], window, depth)?;
            margin *= 2;
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = widened(score - margin);
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = -widened(-score - margin);
            } else {
                return Ok(());
            }
        }
    }

    /// Is there no use in another depth?
    fn is_done(&self) -> bool {
        let shared = self.shared();
        let limits = &shared.search.limits;
        if limits.wait_for_stop || shared.timer.is_pondering() || self.completed == Depth::ZERO {
            return false;
        }
        let is_forced = self.moves.len() == 1 && limits.time.is_some();
        is_forced || self.is_solved() || shared.timer.is_enough(self.is_unsteady)
    }

    /// Is the end of the game seen, nearer than the search has looked?
    fn is_solved(&self) -> bool {
        let plies = |mv: &RootMove| mv.line.score.plies_to_end();
        let lines = &self.moves[..self.n_lines()];
        lines.iter().all(|mv| plies(mv).is_some_and(|plies| (plies as i32) < self.completed.plies()))
    }

    fn report(&mut self, reporter: &mut dyn Reporter) {
        self.worker.publish();
        let effort = self.shared().effort();
        for (rank, mv) in self.moves[..self.n_lines()].iter().enumerate() {
            reporter.report(&Report {
                depth: self.completed,
                selective_depth: self.worker.selective_depth,
                rank,
                line: self.told(mv),
                effort,
            });
        }
    }

    /// What others hear of a line. In a known draw its score only orders the moves.
    fn told(&self, mv: &RootMove) -> Line {
        let score = if self.shared().is_drawn { Score::DRAW } else { mv.line.score };
        Line { score, moves: mv.line.moves.clone() }
    }

    fn answer(mut self) -> Answer {
        let n_lines = self.n_lines();
        self.moves.truncate(n_lines);
        self.moves.sort_by_key(|mv| std::cmp::Reverse(mv.line.score));
        // A search that was stopped at once knows nothing about some of its moves.
        let is_known = |score: &Score| *score > -Score::INFINITE;
        let worst = self.moves.iter().map(|mv| mv.line.score).filter(is_known).min();
        for mv in self.moves.iter_mut().filter(|mv| !is_known(&mv.line.score)) {
            mv.line.score = worst.unwrap_or(Score::DRAW);
        }
        self.expect_reply();
        let lines = self.moves.iter().map(|mv| self.told(mv)).collect();
        Answer::new(lines, self.completed, self.worker.shared.effort())
    }

    /// A search may end just when a move was found to be better than thought, and the reply to it is
    /// not known yet. An earlier depth has an opinion.
    fn expect_reply(&mut self) {
        let line = &mut self.moves[0].line.moves;
        if line.len() == 1 {
            line.extend(self.worker.remembered_reply(line[0]));
        }
    }
}

/// The lower edge of a window; one that would lose is as good as none.
fn widened(alpha: Score) -> Score {
    if alpha.is_estimate() { alpha } else { Window::FULL.alpha }
}
