//! The engine.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crownhead_board::Game;
use crownhead_engine::{
    Answer, Ask, Control, Depth, Engine as Thinker, Level, Limits, Line as EngineLine,
    Report as EngineReport, Score as EngineScore, Strength, TimeLimit,
};
use pyo3::prelude::*;

use super::board::Board;
use super::endgame::Endgames;
use super::error::{CrownheadError, GameOverError};
use super::mv::Move;

/// How often a search looks whether Python was interrupted.
const SIGNALS: Duration = Duration::from_millis(50);

/// What a search may use if nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How good a position is for the side to move, in hundredths of a man.
#[pyclass(frozen, eq, ord, hash, skip_from_py_object, module = "crownhead")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Score(EngineScore);

#[pymethods]
impl Score {
    #[getter]
    fn centimen(&self) -> i32 {
        self.0.centimen()
    }

    #[getter]
    fn is_win(&self) -> bool {
        self.0.is_win()
    }

    #[getter]
    fn is_loss(&self) -> bool {
        self.0.is_loss()
    }

    /// Plies to the end of a game whose end was seen.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.0.plies_to_end()
    }

    /// From -1 for a loss to 1 for a win.
    #[getter]
    fn balance(&self) -> f64 {
        self.0.balance()
    }

    fn __int__(&self) -> i32 {
        self.0.centimen()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Score('{}')", self.0)
    }
}

/// Best moves of both sides, and what comes of them.
#[pyclass(frozen, get_all, skip_from_py_object, module = "crownhead")]
#[derive(Clone)]
pub(super) struct Line {
    score: Score,
    moves: Vec<Move>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(|mv| mv.0.to_string()).collect();
        format!("Line({} {})", self.score.0, moves.join(" "))
    }
}

impl From<&EngineLine> for Line {
    fn from(line: &EngineLine) -> Line {
        Line { score: Score(line.score), moves: line.moves.iter().map(|mv| Move(*mv)).collect() }
    }
}

/// A line that was found on the way.
#[pyclass(frozen, get_all, module = "crownhead")]
pub(super) struct Report {
    depth: i32,
    rank: usize,
    line: Line,
    nodes: u64,
    seconds: f64,
}

impl From<&EngineReport> for Report {
    fn from(report: &EngineReport) -> Report {
        Report {
            depth: report.depth.plies(),
            rank: report.rank,
            line: Line::from(&report.line),
            nodes: report.effort.nodes,
            seconds: report.effort.time.as_secs_f64(),
        }
    }
}

/// What the engine has found.
#[pyclass(frozen, get_all, module = "crownhead")]
pub(super) struct Analysis {
    best: Option<Move>,
    lines: Vec<Line>,
    depth: i32,
    nodes: u64,
    seconds: f64,
}

#[pymethods]
impl Analysis {
    /// The score of the best line.
    #[getter]
    fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    fn __repr__(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Line::__repr__).collect();
        format!("Analysis(depth {}, {} nodes, [{}])", self.depth, self.nodes, lines.join(", "))
    }
}

impl From<Answer> for Analysis {
    fn from(answer: Answer) -> Analysis {
        Analysis {
            best: answer.best.map(Move),
            lines: answer.lines.iter().map(Line::from).collect(),
            depth: answer.depth.plies(),
            nodes: answer.effort.nodes,
            seconds: answer.effort.time.as_secs_f64(),
        }
    }
}

/// An engine with a table, threads, endings and a book of its own.
#[pyclass(frozen, module = "crownhead")]
pub(super) struct Engine {
    thinker: Thinker,
    /// The controls of searches that run.
    running: Mutex<Vec<Arc<Control>>>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash=64, threads=1, book=false, endgames=None))]
    fn new(hash: usize, threads: usize, book: bool, endgames: Option<&Endgames>) -> PyResult<Engine> {
        if !(1..=256).contains(&threads) {
            return Err(CrownheadError::new_err(format!("threads are 1 to 256, not {threads}")));
        }
        let thinker = Thinker::with_megabytes(0).hash(hash);
        let mut thinker =
            thinker.map_err(|error| CrownheadError::new_err(error.to_string()))?.threads(threads);
        thinker = thinker.book(book.then_some(Thinker::DEFAULT_VARIETY));
        if let Some(endgames) = endgames {
            thinker = thinker.endgame(Some(endgames.0.clone()));
        }
        Ok(Engine { thinker, running: Mutex::new(Vec::new()) })
    }

    /// A move: the best one within the limits, or that of a level from 1 to 10.
    #[allow(clippy::too_many_arguments, reason = "in Python they have names and defaults")]
    #[pyo3(signature = (board, *, level=None, time=None, depth=None, nodes=None, seed=0))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        level: Option<u8>,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seed: u64,
    ) -> PyResult<Move> {
        let (limits, strength) = match level {
            None => (limits(time, depth, nodes)?, Strength::Full),
            Some(_) if time.is_some() || depth.is_some() || nodes.is_some() => {
                return Err(CrownheadError::new_err(
                    "a level has its own limits; give a level or limits, not both",
                ));
            }
            Some(number) => {
                let level = Level::new(number).ok_or_else(|| {
                    CrownheadError::new_err(format!("there is no level {number}; levels are 1 to 10"))
                })?;
                (Limits::NONE, Strength::Level(level))
            }
        };
        let ask = Ask::Move { limits, strength, seed };
        let answer = self.think(py, &board.0, ask, None)?;
        answer
            .best
            .map(Move)
            .ok_or_else(|| GameOverError::new_err("there is no move to find: the game is over"))
    }

    /// The best lines within the limits. `on_report` hears of each line as it is found.
    #[allow(clippy::too_many_arguments, reason = "in Python they have names and defaults")]
    #[pyo3(signature = (board, *, time=None, depth=None, nodes=None, lines=1, on_report=None))]
    fn analyze(
        &self,
        py: Python<'_>,
        board: &Board,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        lines: usize,
        on_report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Analysis> {
        if lines == 0 {
            return Err(CrownheadError::new_err("lines is the number of lines to find, at least 1"));
        }
        let ask = Ask::lines(lines, limits(time, depth, nodes)?);
        self.think(py, &board.0, ask, on_report).map(Analysis::from)
    }

    /// Ends all searches that run; each answers with what it has found so far.
    fn stop(&self) {
        self.running().iter().for_each(|control| control.stop());
    }

    /// Forgets what earlier searches found.
    fn new_game(&self) {
        self.thinker.new_game();
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.thinker)
    }
}

impl Engine {
    fn running(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Control>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks on a thread of its own, while this one passes reports on and hears of interrupts.
    fn think(
        &self,
        py: Python<'_>,
        game: &Game,
        ask: Ask,
        on_report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Answer> {
        let (thinker, game, control) = (self.thinker.clone(), game.clone(), Arc::new(Control::new()));
        self.running().push(control.clone());
        let (tell, reports) = channel::<EngineReport>();
        let search = thread::spawn({
            let control = control.clone();
            move || {
                thinker.think(&game, ask, &control, &mut |report: &EngineReport| {
                    let _ = tell.send(report.clone());
                })
            }
        });
        let reports = Mutex::new(reports);
        let next = || reports.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(SIGNALS);
        let mut heard = Ok(());
        loop {
            let told = match py.detach(next) {
                Ok(report) => match on_report.filter(|_| heard.is_ok()) {
                    Some(on_report) => on_report.call1((Report::from(&report),)).map(|_| ()),
                    None => Ok(()),
                },
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Err(error) = told.and_then(|()| py.check_signals()) {
                control.stop();
                heard = Err(error);
            }
        }
        self.running().retain(|running| !Arc::ptr_eq(running, &control));
        let answer = py.detach(|| search.join());
        heard?;
        answer.map_err(|_| CrownheadError::new_err("the search has failed; this is a defect of crownhead"))
    }
}

/// The limits that were given, or a second.
fn limits(time: Option<f64>, depth: Option<u32>, nodes: Option<u64>) -> PyResult<Limits> {
    let is_silent = time.is_none() && depth.is_none() && nodes.is_none();
    let time = match time {
        None => is_silent.then_some(DEFAULT_TIME),
        Some(seconds) if seconds == f64::INFINITY => {
            return Ok(Limits { depth: depth.map(Depth::new), nodes, ..Limits::INFINITE });
        }
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
            CrownheadError::new_err(format!("time is a number of seconds, 0 or more, and not {seconds}"))
        })?),
    };
    Ok(Limits { depth: depth.map(Depth::new), nodes, time: time.map(TimeLimit::Move), ..Limits::NONE })
}
