//! What a search reports while it runs and when it ends.

use std::time::Duration;

use crownhead_board::Move;

use crate::depth::Depth;
use crate::score::Score;

/// The progress of a search: one of these for every line at every completed depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The depth that was completed.
    pub depth: Depth,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The place of the line among the best ones, from 0.
    pub rank: usize,
    /// The line.
    pub line: Line,
    /// The effort so far.
    pub effort: Effort,
}

/// Moves that are best for both sides, and what comes of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move at the root.
    pub score: Score,
    /// The moves, best one first. Never empty.
    pub moves: Vec<Move>,
}

/// The effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Positions looked at, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: u32,
    /// Positions found in the endgame database.
    pub database_hits: u64,
}

impl Effort {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Receives every line as it is found. Closures that take a [`Report`] are reporters.
pub trait Reporter {
    /// A line was completed.
    fn report(&mut self, report: &Report);
}

impl<F: FnMut(&Report)> Reporter for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}

/// A reporter that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn report(&mut self, _report: &Report) {}
}

/// The result of thinking.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The move to play; `None` only when the game is over.
    pub best: Option<Move>,
    /// The best lines, best first; as many as were asked for and are legal. Empty when the game is over,
    /// and for a move from the book or of a weak level.
    pub lines: Vec<Line>,
    /// The last depth that was completed.
    pub depth: Depth,
    /// The effort.
    pub effort: Effort,
}

/// What a slice of thinking has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// The answer so far. Its effort is that of all slices.
    pub answer: Answer,
    /// Was a limit reached, or is there nothing more to find?
    pub is_done: bool,
}

impl Answer {
    /// A move that comes without lines.
    pub(crate) fn unexplained(mv: Move) -> Answer {
        Answer { best: Some(mv), ..Answer::default() }
    }

    pub(crate) fn new(lines: Vec<Line>, depth: Depth, effort: Effort) -> Answer {
        let best = lines.first().and_then(|line| line.moves.first()).copied();
        Answer { best, lines, depth, effort }
    }

    /// The move the opponent is expected to answer with.
    pub fn expected_reply(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1)).copied()
    }

    /// The score of the best line.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
