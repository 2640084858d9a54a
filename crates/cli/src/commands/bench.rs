//! `crownhead bench`: a node count that identifies the behavior of the search, and its speed.

use std::io::{self, Write};

use clap::Args;
use crownhead_engine::{BENCH_DEPTH, Depth, bench};
use serde_json::json;

use crate::args::Weights;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Search depth, instead of the usual one.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) weights: Weights,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    let bench = bench(args.weights.evaluation()?, args.depth.map_or(BENCH_DEPTH, Depth::new));
    let mut out = io::stdout().lock();
    if args.json {
        let figures = json!({ "nodes": bench.nodes, "nodes_per_second": bench.nodes_per_second() });
        writeln!(out, "{figures}")?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{} nodes", bench.nodes)?;
    writeln!(out, "{} nodes/s", bench.nodes_per_second())?;
    Ok(Exit::Success)
}
