//! The engine's threads, shared fairly by everybody who asks.
//!
//! There are two queues. Moves, hints and judgments of games are short and go first, though every
//! fourth turn is an analysis's. An analysis goes on until it is stopped, but when others wait it
//! gives its place up after a slice of time and goes to the end of its queue. What it has found is
//! in the table, so it is soon where it was; and its slices grow, so it gets further each time.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crownhead_board::Game;
use crownhead_endgame::Database;
use crownhead_engine::{Answer, Ask, Control, Engine, Limits, Report};
use thiserror::Error;
use tokio::sync::oneshot;

/// The engine's threads.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

/// Too much is being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the engine is busy; try again in a moment")]
pub(crate) struct Busy;

/// A question that was asked. Dropping it takes the question back.
#[derive(Debug)]
pub(crate) struct Ticket {
    task: Arc<Task>,
    answer: oneshot::Receiver<Answer>,
}

/// Hears of every line that is found.
pub(crate) type Hears = Box<dyn FnMut(&Report) + Send>;

struct Job {
    game: Game,
    ask: Ask,
    /// Is it an analysis, which gives way to others?
    is_patient: bool,
    hears: Hears,
    task: Arc<Task>,
    answer: oneshot::Sender<Answer>,
    /// How often it gave its place up.
    n_slices: u32,
    /// Thinking so far.
    spent: Duration,
}

/// What the one who asks and the one who thinks both know.
#[derive(Debug, Default)]
struct Task {
    is_dropped: AtomicBool,
    /// Ends the thinking that goes on now.
    control: Mutex<Arc<Control>>,
}

struct Shared {
    queues: Mutex<Queues>,
    has_work: Condvar,
}

#[derive(Default)]
struct Queues {
    urgent: VecDeque<Job>,
    patient: VecDeque<Job>,
    /// Urgent jobs since the last patient one.
    in_a_row: u32,
    running: Vec<Running>,
    is_closed: bool,
}

/// An analysis that goes on now.
struct Running {
    task: Arc<Task>,
    until: Instant,
}

/// More questions than this do not wait.
const MAX_WAITING: usize = 512;
/// So many urgent jobs may pass a patient one.
const MAX_IN_A_ROW: u32 = 3;
/// The first slice of an analysis, so short that a hundred of them soon have something to show; later ones are
/// longer.
const SLICE: Duration = Duration::from_millis(50);
const MAX_SLICE: Duration = Duration::from_millis(1600);
/// How often it is looked whether a slice is over.
const TICK: Duration = Duration::from_millis(10);
/// The longest an analysis thinks.
const MAX_ANALYSIS: Duration = Duration::from_secs(600);

impl Pool {
    /// Starts `threads` threads that share a table of `megabytes`.
    pub(crate) fn start(threads: usize, megabytes: usize, endings: &'static Database) -> Pool {
        let shared = Arc::new(Shared { queues: Mutex::default(), has_work: Condvar::new() });
        let engine = Engine::with_megabytes(megabytes)
            .endgame(Some(Arc::new(endings)))
            .book(Some(Engine::DEFAULT_VARIETY));
        for _ in 0..threads.max(1) {
            let (shared, engine) = (shared.clone(), engine.clone());
            thread::spawn(move || work(&shared, &engine));
        }
        let ticking = shared.clone();
        thread::spawn(move || tick(&ticking));
        Pool { shared }
    }

    /// Asks about a game that is not over.
    ///
    /// # Errors
    ///
    /// Too many questions wait.
    pub(crate) fn ask(&self, game: Game, ask: Ask) -> Result<Ticket, Busy> {
        self.enqueue(game, ask, false, Box::new(|_| {}))
    }

    /// Analyzes a game that is not over: `count` lines, with no limits until it is stopped.
    ///
    /// # Errors
    ///
    /// Too many questions wait.
    pub(crate) fn analyze(
        &self,
        game: Game,
        count: usize,
        limits: Limits,
        hears: Hears,
    ) -> Result<Ticket, Busy> {
        self.enqueue(game, Ask::lines(count, limits), true, hears)
    }

    fn enqueue(&self, game: Game, ask: Ask, is_patient: bool, hears: Hears) -> Result<Ticket, Busy> {
        let (answer, answered) = oneshot::channel();
        let task = Arc::new(Task::default());
        let (n_slices, spent) = (0, Duration::ZERO);
        let job = Job { game, ask, is_patient, hears, task: task.clone(), answer, n_slices, spent };
        let mut queues = self.shared.lock();
        queues.forget_dropped();
        let queue = if job.is_patient { &mut queues.patient } else { &mut queues.urgent };
        if queue.len() >= MAX_WAITING {
            return Err(Busy);
        }
        queue.push_back(job);
        self.shared.has_work.notify_one();
        Ok(Ticket { task, answer: answered })
    }

    /// Analyses that wait.
    pub(crate) fn n_waiting(&self) -> usize {
        self.shared.lock().patient.len()
    }

    /// Ends everything that is being thought about; nothing more is answered.
    pub(crate) fn close(&self) {
        let mut queues = self.shared.lock();
        queues.is_closed = true;
        queues.urgent.clear();
        queues.patient.clear();
        queues.running.iter().for_each(|running| running.task.stop());
        self.shared.has_work.notify_all();
    }
}

impl Ticket {
    /// Waits for the answer; `None` when the engine is closed.
    pub(crate) async fn answer(&mut self) -> Option<Answer> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.task.is_dropped.store(true, Relaxed);
        self.task.stop();
    }
}

impl Task {
    fn stop(&self) {
        self.control.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    /// A control for the thinking that begins now.
    fn begin(&self) -> Arc<Control> {
        let control = Arc::new(Control::new());
        *self.control.lock().unwrap_or_else(PoisonError::into_inner) = control.clone();
        if self.is_dropped.load(Relaxed) {
            control.stop();
        }
        control
    }
}

impl Job {
    /// Does it go on until it is stopped?
    fn is_endless(&self) -> bool {
        self.is_patient && self.ask.limits().time.is_none()
    }

    /// How long it may think while others wait. What ends by itself is hardly ever cut short.
    fn slice(&self) -> Duration {
        if !self.is_endless() {
            return MAX_SLICE;
        }
        (SLICE * 2u32.saturating_pow(self.n_slices.min(8))).min(MAX_SLICE)
    }
}

impl Queues {
    fn forget_dropped(&mut self) {
        let is_wanted = |job: &Job| !job.task.is_dropped.load(Relaxed);
        self.urgent.retain(is_wanted);
        self.patient.retain(is_wanted);
    }

    fn next(&mut self) -> Option<Job> {
        let patient_first = self.in_a_row >= MAX_IN_A_ROW && !self.patient.is_empty();
        let job = if patient_first { None } else { self.urgent.pop_front() };
        self.in_a_row = if job.is_some() { self.in_a_row + 1 } else { 0 };
        job.or_else(|| self.patient.pop_front())
    }

    fn is_anybody_waiting(&self) -> bool {
        !self.urgent.is_empty() || !self.patient.is_empty()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, as soon as there is one; `None` when the pool is closed.
    fn take(&self) -> Option<(Job, Arc<Control>)> {
        let mut queues = self.lock();
        loop {
            if queues.is_closed {
                return None;
            }
            queues.forget_dropped();
            if let Some(job) = queues.next() {
                let control = job.task.begin();
                if job.is_patient {
                    let until = Instant::now() + job.slice();
                    queues.running.push(Running { task: job.task.clone(), until });
                }
                return Some((job, control));
            }
            queues = self.has_work.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job has been thought about: it is answered, or waits for its next slice.
    fn put_back(&self, mut job: Job, answer: Answer, began: Instant, was_stopped: bool) {
        let mut queues = self.lock();
        queues.running.retain(|running| !Arc::ptr_eq(&running.task, &job.task));
        job.spent += began.elapsed();
        let is_dropped = job.task.is_dropped.load(Relaxed);
        if job.is_endless() && was_stopped && !is_dropped && job.spent < MAX_ANALYSIS && !queues.is_closed {
            job.n_slices += 1;
            queues.patient.push_back(job);
            self.has_work.notify_one();
        } else {
            drop(queues);
            // Whoever asked may have gone away.
            let _ = job.answer.send(answer);
        }
    }
}

fn work(shared: &Shared, engine: &Engine) {
    while let Some((mut job, control)) = shared.take() {
        let began = Instant::now();
        let Job { game, ask, hears, .. } = &mut job;
        let answer = catch_unwind(AssertUnwindSafe(|| engine.think(game, *ask, &control, hears)));
        // A fault of the engine must not leave a player waiting for ever: any legal move will do.
        let answer = answer.unwrap_or_else(|_| {
            tracing::error!("the engine failed in {}", game.position());
            Answer { best: game.legal_moves().first().copied(), ..Answer::default() }
        });
        shared.put_back(job, answer, began, control.is_stopped());
    }
}

/// Ends slices that are over while others wait.
fn tick(shared: &Shared) {
    loop {
        thread::sleep(TICK);
        let queues = shared.lock();
        if queues.is_closed {
            return;
        }
        if queues.is_anybody_waiting() {
            let now = Instant::now();
            let over = queues.running.iter().filter(|running| running.until <= now);
            over.for_each(|running| running.task.stop());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_table::ask::HINT;
    use std::sync::atomic::AtomicU32;

    fn pool() -> Pool {
        Pool::start(1, 4, Database::shipped())
    }

    fn deaf() -> Hears {
        Box::new(|_| {})
    }

    #[test]
    fn many_analyses_on_one_thread_all_get_somewhere() {
        let pool = pool();
        let depths: Vec<Arc<AtomicU32>> = (0..8).map(|_| Arc::default()).collect();
        let ask = |depth: &Arc<AtomicU32>| {
            let depth = depth.clone();
            let hears = move |report: &Report| depth.store(report.depth.plies() as u32, Relaxed);
            pool.analyze(Game::new(), 2, Limits::NONE, Box::new(hears)).unwrap()
        };
        let tickets: Vec<Ticket> = depths.iter().map(ask).collect();
        while depths.iter().any(|depth| depth.load(Relaxed) == 0) {
            thread::sleep(TICK);
        }
        // A game's question is answered although all of them are still at it.
        let mut hint = pool.ask(Game::new(), HINT).unwrap();
        let (_, nobody) = oneshot::channel();
        let answer = std::mem::replace(&mut hint.answer, nobody).blocking_recv();
        assert!(answer.unwrap().best.is_some());
        drop(tickets);
        pool.close();
    }

    #[test]
    fn a_full_queue_says_so_and_dropped_questions_make_room() {
        let pool = pool();
        let ask = || pool.analyze(Game::new(), 1, Limits::NONE, deaf());
        let tickets: Vec<Ticket> = std::iter::from_fn(|| ask().ok()).take(MAX_WAITING + 2).collect();
        assert_eq!(ask().err(), Some(Busy));
        drop(tickets);
        assert!(ask().is_ok());
        pool.close();
    }
}
