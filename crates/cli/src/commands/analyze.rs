//! `crownhead analyze`: what the engine thinks of a position, or of every move of a game file.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use crownhead_board::{Color, Game, Move, Position, Rules};
use crownhead_engine::{Ask, Control, Depth, Limits, Report};
use serde::Serialize;

use super::annotate;
use crate::args::{self, EngineArgs};
use crate::exit::Exit;

/// Limits and resources of a search.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Stop at this depth.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(crate) depth: Option<u32>,
    /// Stop after this many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many seconds [default: 1, without any other limit].
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    /// A position as FEN, or a game file; - reads games from standard input [default: the starting position].
    #[arg(value_name = "FEN|FILE")]
    pub(crate) what: Option<String>,
    /// Rules for a position.
    #[arg(long, default_value_t = Rules::OFFICIAL, value_name = "RULES", value_parser = args::rules())]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Number of lines to show of a position [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) lines: Option<u16>,
    /// Print JSON: an object for each line of a position, or for each game.
    #[arg(long)]
    pub(crate) json: bool,
    /// File for the annotated games, written game by game [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub(crate) annotate: Option<PathBuf>,
    /// Go on with the file of annotated games: the games that are in it are not analyzed again.
    #[arg(long, requires = "annotate")]
    pub(crate) resume: bool,
}

pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<Exit> {
    let pos = match &args.what {
        Some(what) if what == "-" || is_readable(Path::new(what)) => {
            ensure!(args.lines.is_none(), "--lines is for a position, and {what} holds games");
            return annotate::run(args, Path::new(what));
        }
        Some(fen) => args::position(fen)?,
        None => Position::START,
    };
    ensure!(args.annotate.is_none(), "--annotate is for the games of a file, and this is a position");
    analyze_position(args, pos)?;
    Ok(Exit::Success)
}

/// Is it a file, or a pipe that another program fills?
pub(super) fn is_readable(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_dir())
}

impl SearchArgs {
    /// The limits; a second if none was given.
    pub(super) fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        let time = self.time.or(unlimited.then_some(Duration::from_secs(1)));
        Limits {
            depth: self.depth.map(Depth::new),
            nodes: self.nodes,
            time: time.map(crownhead_engine::TimeLimit::Move),
            ..Limits::NONE
        }
    }
}

fn analyze_position(args: &AnalyzeArgs, pos: Position) -> anyhow::Result<()> {
    let (engine, control) = (args.search.engine.engine()?, Control::new());
    let game = Game::from_position(pos, args.rules);
    let ask = Ask::lines(usize::from(args.lines.unwrap_or(1)), args.search.limits());
    let mut out = io::stdout().lock();
    let mut failure = None;
    let answer = engine.think(&game, ask, &control, &mut |report: &Report| {
        let written = if args.json { write_json(&mut out, report) } else { write_line(&mut out, report) };
        if let Err(error) = written {
            control.stop();
            failure = Some(error);
        }
    });
    failure.map_or(Ok(()), Err)?;
    if answer.lines.is_empty() {
        write_loss(&mut out, pos.turn(), args.json)?;
    } else if !args.json && io::stdout().is_terminal() {
        writeln!(out, "best: {}", answer.best.map(|mv| mv.route_text().to_string()).unwrap_or_default())?;
    }
    Ok(())
}

/// Says that a side cannot move.
fn write_loss(out: &mut impl Write, side: Color, json: bool) -> io::Result<()> {
    let text = format!("{side} has no legal move and has lost");
    if json {
        let winner = (!side).to_string().to_lowercase();
        return writeln!(out, "{}", serde_json::json!({ "winner": winner, "moves": [], "text": text }));
    }
    writeln!(out, "{text}")
}

fn write_line(out: &mut impl Write, report: &Report) -> io::Result<()> {
    writeln!(
        out,
        "{:>2}. depth {:>2}/{:<3} {:>10}  {:>11} nodes {:>9} nodes/s  {}",
        report.rank + 1,
        report.depth.plies(),
        report.selective_depth,
        report.line.score.to_string(),
        report.effort.nodes,
        report.effort.nodes_per_second(),
        moves_text(&report.line.moves),
    )
}

fn moves_text(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|mv| mv.route_text().to_string()).collect();
    moves.join(" ")
}

/// A line as a program reads it.
#[derive(Serialize)]
struct LineJson {
    rank: usize,
    depth: i32,
    selective_depth: u32,
    /// Hundredths of a man for the side to move.
    score: i32,
    /// Plies to the end of a game that is won or lost for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends_in: Option<u32>,
    nodes: u64,
    nodes_per_second: u64,
    seconds: f64,
    table_permille: u32,
    database_hits: u64,
    moves: Vec<String>,
}

fn write_json(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let Report { depth, selective_depth, rank, line, effort } = report;
    let line = LineJson {
        rank: rank + 1,
        depth: depth.plies(),
        selective_depth: *selective_depth,
        score: line.score.centimen(),
        ends_in: line.score.plies_to_end(),
        nodes: effort.nodes,
        nodes_per_second: effort.nodes_per_second(),
        seconds: effort.time.as_secs_f64(),
        table_permille: effort.table_permille,
        database_hits: effort.database_hits,
        moves: line.moves.iter().map(|mv| mv.route_text().to_string()).collect(),
    };
    writeln!(out, "{}", serde_json::to_string(&line)?)
}
