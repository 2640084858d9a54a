//! `crownhead analyze`: what the engine thinks of a position, or of every move of a game file.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use crownhead_board::{Color, Game, Move, Position, Rules};
use crownhead_engine::{Ask, Control, Depth, Engine, Limits, Line, Report};
use crownhead_pdn::{Body, MoveText, Reader, Record, Strength, Writer};
use crownhead_study::review;
use serde::Serialize;

use crate::args::EngineArgs;
use crate::exit::Exit;

/// Limits and resources of a search.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Stop at this depth.
    #[arg(long, value_name = "PLIES")]
    pub(crate) depth: Option<u32>,
    /// Stop after this many nodes.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many seconds [default: 1, without any other limit].
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time: Option<f64>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyzeArgs {
    /// A position as FEN, or a game file [default: the starting position].
    #[arg(value_name = "FEN|FILE")]
    pub(crate) what: Option<String>,
    /// Rules for a position.
    #[arg(long, default_value_t = Rules::OFFICIAL, value_name = "RULES")]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Number of lines to show.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) lines: u16,
    /// Print each line as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// File for the annotated games [default: standard output].
    #[arg(long, value_name = "FILE")]
    pub(crate) annotate: Option<PathBuf>,
}

pub(crate) fn run(args: &AnalyzeArgs) -> anyhow::Result<Exit> {
    match &args.what {
        Some(what) if Path::new(what).is_file() => annotate_file(args, Path::new(what))?,
        Some(fen) => analyze_position(args, fen.parse()?)?,
        None => analyze_position(args, Position::START)?,
    }
    Ok(Exit::Success)
}

impl SearchArgs {
    /// The limits; a second if none was given.
    fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        let seconds = self.time.or(unlimited.then_some(1.0));
        let time = seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
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
    let ask = Ask::lines(usize::from(args.lines), args.search.limits());
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

/// Writes a file's games with scores, marks and better moves, to a file or to standard output.
fn annotate_file(args: &AnalyzeArgs, file: &Path) -> anyhow::Result<()> {
    let source = File::open(file).with_context(|| file.display().to_string())?;
    let mut annotated = Writer::new(Vec::new());
    let engine = Annotator { engine: args.search.engine.engine()?, limits: args.search.limits() };
    for record in Reader::new(source) {
        let record = record.with_context(|| file.display().to_string())?;
        annotated.write(&engine.annotate(&record)?)?;
    }
    let text = annotated.into_inner();
    match &args.annotate {
        Some(target) => fs::write(target, text).with_context(|| target.display().to_string())?,
        None => io::stdout().write_all(&text)?,
    }
    Ok(())
}

struct Annotator {
    engine: Engine,
    limits: Limits,
}

impl Annotator {
    fn annotate(&self, record: &Record) -> anyhow::Result<Record> {
        let game = record.replay()?;
        let mut body = Body::new();
        let mut replayed = Game::from_position(*game.start(), *game.rules()).without_automatic_draws();
        for mv in game.moves() {
            self.annotate_move(&mut body, &replayed, mv);
            replayed.play(mv)?;
        }
        Ok(Record { body, ..record.clone() })
    }

    fn annotate_move(&self, body: &mut Body, before: &Game, mv: Move) {
        let judgment = review::judge(before, mv, |game, lines| self.engine.lines(game, lines, self.limits));
        let text = MoveText::for_move(before.state(), mv);
        let (Some(judgment), Some(text)) = (judgment, text) else { return };
        let strength = judgment.mark.map(|mark| Strength { mark, bracketed: false });
        body.push_move(text.with_strength(strength));
        body.push_comment(&judgment.score.to_string());
        if !judgment.is_best && judgment.mark.is_some() {
            let better = variation(before, &judgment.best);
            // A line that cannot be written is left out; the score still stands.
            let _ = body.push_variation(&better);
        }
    }
}

/// The line that would have been better.
fn variation(before: &Game, line: &Line) -> Body {
    let mut body = Body::new();
    let mut game = before.clone();
    for mv in line.moves.iter().take(8) {
        if let Some(text) = MoveText::for_move(game.state(), *mv) {
            body.push_move(text);
        }
        if game.play(*mv).is_err() {
            break;
        }
    }
    body.push_comment(&line.score.to_string());
    body
}
