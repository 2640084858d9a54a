//! The module that thinks. It does so in slices, so that whoever asks can change his mind between two of them.

mod checks;
mod review;
mod thinking;

use std::collections::BTreeMap;
use std::time::Duration;

use crownhead_board::Game;
use crownhead_endgame::Database;
use crownhead_engine::Engine;
use crownhead_study::verdict_after;
use crownhead_wire::{AnalysisReport, MoveInfo, ReviewMove, ReviewSummary, Verdict};
use serde::{Deserialize, Serialize};

use crate::answer::{Module, Refusal, respond};
use crate::ask::AskText;
use crate::game::GameText;
use review::Review;
use thinking::Thinking;

/// The size of the table. Phones have no more to spare.
const MEGABYTES: usize = 32;

/// An engine for one page, and the questions it is at.
pub struct Session {
    engine: Engine,
    now: fn() -> Duration,
    /// By their numbers.
    questions: BTreeMap<u32, Question>,
}

enum Question {
    Think(Box<Thinking>),
    Review(Box<Review>),
}

/// What can be asked.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Think about the position at the end of a game.
    Think {
        /// A number that comes back with every answer. A question takes the place of an earlier one with the same
        /// number.
        #[serde(default)]
        request: u32,
        #[serde(default)]
        game: GameText,
        ask: AskText,
        /// Milliseconds after which the answer so far is given; none to think to the end.
        #[serde(default)]
        slice: Option<u64>,
    },
    /// Judge every move of a game.
    Review {
        #[serde(default)]
        request: u32,
        game: GameText,
        /// For each position.
        #[serde(default)]
        milliseconds: Option<u32>,
        #[serde(default)]
        slice: Option<u64>,
    },
    /// Go on with a question that is not answered yet.
    GoOn {
        #[serde(default)]
        request: u32,
        #[serde(default)]
        slice: Option<u64>,
    },
    /// Do not go on with a question.
    Leave {
        #[serde(default)]
        request: u32,
    },
    /// What the endgame database says about a position and its moves.
    Verdicts {
        #[serde(default)]
        game: GameText,
    },
    /// Forget all questions and what was found, as between games.
    Forget,
    /// Search fixed positions to a depth.
    Bench { depth: u32 },
    /// Evaluate the positions of some games with vectors and without.
    Compare,
    /// Fail, so that it can be tried what becomes of it.
    Panic,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Answer {
    /// What is known so far about a position.
    Thought {
        request: u32,
        /// Will nothing more come of it?
        is_done: bool,
        /// The move to play; none when the game is over.
        #[serde(skip_serializing_if = "Option::is_none")]
        best: Option<MoveInfo>,
        /// The lines; none before the first depth, and for moves that need no thought.
        #[serde(skip_serializing_if = "Option::is_none")]
        report: Option<AnalysisReport>,
    },
    /// What is known so far about a game.
    Reviewed {
        request: u32,
        is_done: bool,
        /// The move that was judged just now, if one was.
        #[serde(skip_serializing_if = "Option::is_none")]
        judged: Option<Box<ReviewMove>>,
        /// When all were judged.
        #[serde(skip_serializing_if = "Option::is_none")]
        summary: Option<ReviewSummary>,
    },
    /// What is known about an ending.
    Verdicts {
        fen: String,
        /// For the side to move.
        #[serde(skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
        /// The legal moves, with what is known about each, for the side that makes it.
        moves: Vec<MoveInfo>,
    },
    /// It is done, and there is nothing to say.
    Done,
    /// What the bench has counted.
    Bench { nodes: u64, milliseconds: u64 },
    /// How many positions were evaluated, and how many differently.
    Compared { positions: usize, different: usize },
}

impl Session {
    /// An engine with the system's clock.
    #[cfg(not(target_family = "wasm"))]
    pub fn new() -> Session {
        static START: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        Session::with_clock(|| START.elapsed())
    }

    /// An engine with a clock from outside: the time since some moment, which is always the same.
    pub fn with_clock(now: fn() -> Duration) -> Session {
        let engine = Engine::with_megabytes(MEGABYTES).book(Some(Engine::DEFAULT_VARIETY)).clock(now);
        Session { engine, now, questions: BTreeMap::new() }
    }

    fn react(&mut self, request: Request) -> Result<Answer, Refusal> {
        match request {
            Request::Think { request, game, ask, slice } => {
                let thinking = Thinking::new(game.read()?, ask.read()?);
                self.questions.insert(request, Question::Think(Box::new(thinking)));
                self.go_on(request, slice)
            }
            Request::Review { request, game, milliseconds, slice } => {
                let review = Review::new(request, &game, milliseconds)?;
                self.questions.insert(request, Question::Review(Box::new(review)));
                self.go_on(request, slice)
            }
            Request::GoOn { request, slice } => self.go_on(request, slice),
            Request::Leave { request } => {
                self.questions.remove(&request);
                Ok(Answer::Done)
            }
            Request::Verdicts { game } => Ok(verdicts(&game.read()?)),
            Request::Forget => {
                self.questions.clear();
                self.engine.new_game();
                Ok(Answer::Done)
            }
            Request::Bench { depth } => {
                let began = (self.now)();
                let nodes = checks::nodes(depth);
                let time = (self.now)().saturating_sub(began);
                Ok(Answer::Bench { nodes, milliseconds: time.as_millis() as u64 })
            }
            Request::Panic => panic!("it was asked to"),
            Request::Compare => {
                let (positions, different) = checks::compare();
                Ok(Answer::Compared { positions, different })
            }
        }
    }

    fn go_on(&mut self, request: u32, slice: Option<u64>) -> Result<Answer, Refusal> {
        let slice = slice.map_or(Duration::MAX / 2, Duration::from_millis);
        let question = self.questions.get_mut(&request);
        let question = question.ok_or_else(|| Refusal::new("not_now", "there is nothing to go on with"))?;
        let (answer, is_done) = match question {
            Question::Think(thinking) => {
                let is_done = thinking.go_on(&self.engine, slice);
                let (best, report) = (thinking.best(), thinking.report(request));
                (Answer::Thought { request, is_done, best, report }, is_done)
            }
            Question::Review(review) => {
                let judged = review.go_on(&self.engine, slice).map(Box::new);
                let is_done = review.is_done();
                let summary = is_done.then(|| review.summary());
                (Answer::Reviewed { request, is_done, judged, summary }, is_done)
            }
        };
        if is_done {
            self.questions.remove(&request);
        }
        Ok(answer)
    }
}

#[cfg(not(target_family = "wasm"))]
impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Module for Session {
    fn answer(&mut self, request: &str) -> String {
        respond(request, |request| self.react(request))
    }
}

fn verdicts(game: &Game) -> Answer {
    let (database, state, pos) = (Database::shipped(), game.state(), game.position());
    let is_covered =
        state.rules().is_official() && pos.occupied().len() <= usize::from(database.max_pieces());
    let here = if is_covered { database.verdict(pos).ok().flatten() } else { None };
    let mut moves = state.legal_moves();
    moves.sort_by_key(|mv| mv.route());
    let info = |mv: &_| {
        let verdict = verdict_after(database, state, *mv).map(Into::into);
        MoveInfo { verdict, ..MoveInfo::new(state, *mv) }
    };
    Answer::Verdicts {
        fen: pos.to_string(),
        verdict: here.map(Into::into),
        moves: moves.iter().map(info).collect(),
    }
}
