//! `crownhead perft`: counting.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use crownhead_board::{Move, Perft};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::args::{self, PositionArgs};
use crate::exit::Exit;
use crate::output::tell;

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Number of plies.
    #[arg(value_parser = depth)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Also print the count after each legal move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count jumps with the same start, end and captured pieces once, not once for each route.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Size of a hash table of counts in megabytes; worthwhile from depth 14 on.
    #[arg(long, default_value_t = 0, value_name = "MB", value_parser = megabytes)]
    pub(crate) hash: usize,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| *depth <= 255);
    depth.ok_or_else(|| "a depth is a number of plies, 0 to 255".to_owned())
}

/// Reads the size of the table; 0 means none.
fn megabytes(text: &str) -> Result<usize, String> {
    if text == "0" { Ok(0) } else { args::megabytes(text) }
}

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let pos = args.position.position()?;
    let perft = Perft {
        rules: args.position.rules(),
        unique: args.unique,
        threads: usize::from(args.threads),
        hash_megabytes: args.hash,
    };
    let bar = progress_bar();
    let start = Instant::now();
    let counts = match args.depth {
        0 => Vec::new(),
        depth => perft.divide(&pos, depth, |progress| {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
        }),
    };
    bar.finish_and_clear();
    let total = match args.depth {
        0 => 1,
        _ => counts.iter().fold(0u64, |sum, (_, count)| sum.saturating_add(*count)),
    };
    if total == u64::MAX {
        bail!("the count exceeds {}", u64::MAX);
    }
    let seconds = start.elapsed().as_secs_f64();
    if !bar.is_hidden() {
        tell(format_args!("{seconds:.2} s, {:.1} million per second", total as f64 / seconds / 1e6));
    }
    print(args, counts, total)?;
    Ok(Exit::Success)
}

/// The count stands alone on the last line.
fn print(args: &PerftArgs, mut counts: Vec<(Move, u64)>, total: u64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    counts.sort_by_key(|(mv, _)| mv.route());
    if args.json {
        let after = |(mv, count): &(Move, u64)| (mv.route_text().to_string(), json!(count));
        let moves = args.divide.then(|| counts.iter().map(after).collect::<Map<String, Value>>());
        return writeln!(out, "{}", json!({ "depth": args.depth, "count": total, "moves": moves }));
    }
    if args.divide {
        for (mv, count) in counts {
            writeln!(out, "{}: {count}", mv.route_text())?;
        }
    }
    writeln!(out, "{total}")
}

/// A bar on standard error, hidden when that is not a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3}%  {elapsed} elapsed, {eta} left");
    ProgressBar::new(1).with_style(style.expect("the template is valid"))
}
