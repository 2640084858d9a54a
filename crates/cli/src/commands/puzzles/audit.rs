//! `crownhead puzzles audit`: every puzzle decided again, by other means.

use std::path::PathBuf;

use clap::Args;
use crownhead_puzzles::{Audit, Finding, Puzzle};

use super::{SourceArgs, database};
use crate::args;
use crate::exit::Exit;
use crate::output::print_line;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Most positions to look at for each move.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = args::count)]
    positions: usize,
    /// Look at this many puzzles, spread over all of them.
    #[arg(long, value_name = "N", value_parser = args::count)]
    limit: Option<usize>,
    /// The endgame databases to ask, if not your own.
    #[arg(long, value_name = "FOLDER")]
    endgame: Option<PathBuf>,
}

#[derive(Default)]
struct Tally {
    sound: usize,
    undecided: usize,
    wrong: usize,
}

pub(super) fn run(args: &AuditArgs) -> anyhow::Result<Exit> {
    let puzzles = args.source.puzzles()?;
    let database = database(args.endgame.as_deref())?;
    let audit = Audit::new(&database, args.positions);
    let step = args.limit.map_or(1, |limit| puzzles.len().div_ceil(limit)).max(1);
    let mut tally = Tally::default();
    for puzzle in puzzles.iter().step_by(step) {
        match audit.check(puzzle) {
            Finding::Sound => tally.sound += 1,
            Finding::Undecided => tally.undecided += 1,
            finding => {
                tally.wrong += 1;
                print_line(told(puzzle, finding))?;
            }
        }
    }
    let Tally { sound, undecided, wrong } = tally;
    print_line(format_args!(
        "{}: {sound} proved again, {undecided} not decided, {wrong} wrong",
        counted(sound + undecided + wrong, "puzzle", "puzzles")
    ))?;
    Ok(if wrong == 0 { Exit::Success } else { Exit::Faults })
}

fn told(puzzle: &Puzzle, finding: Finding) -> String {
    let id = puzzle.id();
    match finding {
        Finding::Sound => format!("{id}: sound"),
        Finding::Undecided => format!("{id}: not decided"),
        Finding::SecondSolution { pos, mv } => {
            format!("{id}: {} in {pos} is a second solution", mv.route_text())
        }
        Finding::Fails { pos, mv } => format!("{id}: {} in {pos} misses the goal", mv.route_text()),
    }
}
