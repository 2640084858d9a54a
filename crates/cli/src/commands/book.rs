//! `crownhead book`: shows or builds the opening book.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_board::Position;
use crownhead_engine::{Ballot, Book, BookBuilder, BookMove, three_move_ballots};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::args;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Show the book moves of a position.
    Show {
        /// The position as FEN [default: the starting position].
        fen: Option<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Build a book with the engine's search, from the start and from all ballots in use.
    Build {
        /// File to write.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Plies from the start and from each ballot.
        #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=40))]
        plies: u32,
        /// Nodes for each position; each move is verified with four times as many.
        #[arg(long, default_value_t = 100_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Number of threads.
        #[arg(long, default_value_t = 1, value_name = "N", value_parser = args::count)]
        threads: usize,
    },
}

pub(crate) fn run(args: &BookArgs) -> anyhow::Result<Exit> {
    match &args.command {
        BookCommand::Show { fen, json } => show(fen.as_deref(), *json)?,
        BookCommand::Build { out, plies, nodes, threads } => {
            let builder = BookBuilder {
                plies: *plies,
                nodes: *nodes,
                check_nodes: nodes.saturating_mul(4),
                threads: *threads,
                ..BookBuilder::default()
            };
            fs::write(out, build(&builder).to_string()).with_context(|| out.display().to_string())?;
        }
    }
    Ok(Exit::Success)
}

fn show(fen: Option<&str>, json: bool) -> anyhow::Result<()> {
    let pos = fen.map_or(Ok(Position::START), args::position)?;
    let mut out = io::stdout().lock();
    let moves = Book::shipped().moves(&pos);
    if json {
        let entry =
            |found: &BookMove| json!({ "move": found.mv.route_text().to_string(), "score": found.score });
        let moves: Vec<Value> = moves.iter().map(entry).collect();
        writeln!(out, "{}", json!({ "fen": pos.to_string(), "moves": moves }))?;
        return Ok(());
    }
    if moves.is_empty() {
        writeln!(out, "not in the book")?;
    }
    for book_move in moves {
        writeln!(
            out,
            "{:<10} {:+.2}",
            book_move.mv.route_text().to_string(),
            f64::from(book_move.score) / 100.0
        )?;
    }
    Ok(())
}

fn build(builder: &BookBuilder) -> Book {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions  {elapsed} elapsed");
    let bar = ProgressBar::new(1).with_style(style.expect("the template is valid"));
    let ballots = three_move_ballots().iter().filter(|ballot| ballot.is_playable()).map(Ballot::position);
    let starts: Vec<Position> = std::iter::once(Position::START).chain(ballots).collect();
    let book = builder.build(&starts, |done, known| {
        bar.set_length(known as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    book
}
