#![doc = include_str!("../README.md")]

mod bench;
mod book;
mod control;
mod depth;
mod endgame;
mod engine;
mod eval;
mod level;
mod limits;
mod openings;
mod report;
mod root;
mod score;
mod search;
mod table;
mod time;
mod tunable;

pub use bench::{BENCH_DEPTH, Bench, bench, bench_positions};
#[cfg(feature = "threads")]
pub use book::BookBuilder;
pub use book::{Book, BookError, BookMove};
pub use control::Control;
pub use crownhead_endgame::{Value, Verdict};
pub use depth::{Depth, Ply};
pub use endgame::Endgame;
pub use engine::{Ask, Engine};
pub use eval::{
    Evaluation, HandEvaluator, HandWeights, Network, NetworkEvaluator, NetworkShape, WeightsError,
    seal_weights,
};
#[cfg(feature = "files")]
pub use eval::{WeightsFileError, WeightsProblem};
pub use level::{Level, ParseStrengthError, Strength};
pub use limits::{Clock, Limits, TimeLimit};
pub use openings::{
    Ballot, BallotStatus, NamedOpening, eleven_man_ballots, named_openings, opening_name, opening_name_of,
    three_move_ballots,
};
pub use report::{Answer, Effort, Line, Report, Reporter, Silent, Slice};
pub use score::Score;
pub use search::SearchTunables;
pub use table::TableSizeError;
pub use tunable::{Tunable, TunableError};
