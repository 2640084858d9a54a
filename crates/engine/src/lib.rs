#![doc = include_str!("../README.md")]

mod bench;
mod book;
mod control;
mod depth;
mod endgame;
mod eval;
mod level;
mod limits;
mod openings;
mod random;
mod report;
mod root;
mod score;
mod search;
mod table;
mod time;
mod tunable;

pub use bench::{BENCH_DEPTH, Bench, bench, bench_positions};
pub use book::{Book, BookBuilder, BookError, BookMove};
pub use control::Control;
pub use depth::{Depth, Ply};
pub use endgame::{Endgame, Wdl};
pub use eval::{
    Evaluation, Evaluator, HandEvaluator, HandWeights, Network, NetworkEvaluator, NetworkShape, WeightsError,
    WeightsFileError, WeightsProblem, checksum, seal_weights,
};
pub use level::{Level, LevelPlayer};
pub use limits::{Clock, Limits, TimeLimit};
pub use openings::{
    Ballot, BallotStatus, NamedOpening, eleven_man_ballots, named_openings, opening_name, opening_name_of,
    shuffle, three_move_ballots,
};
pub use random::Random;
pub use report::{Answer, Effort, Line, Report, Reporter, Silent};
pub use root::Root;
pub use score::Score;
pub use search::{Search, SearchTunables};
pub use table::Table;
pub use tunable::{Tunable, TunableError};
