//! `crownhead pdn`: game files.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_board::Game;
use crownhead_pdn::{Place, Problem, ReadError, Reader, Record};

use crate::exit::Exit;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct PdnArgs {
    #[command(subcommand)]
    pub(crate) command: PdnCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PdnCommand {
    /// Replay every game and report each error with its line and column.
    Check {
        /// Files to check; - is standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

pub(crate) fn run(args: &PdnArgs) -> anyhow::Result<Exit> {
    match &args.command {
        PdnCommand::Check { files } => check(files),
    }
}

/// What was found in some files.
#[derive(Default)]
struct Summary {
    games: usize,
    legal: usize,
    plies: usize,
}

fn check(files: &[impl AsRef<Path>]) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    for file in files {
        let file = file.as_ref();
        let summary = check_file(file, &mut out).with_context(|| file.display().to_string())?;
        let Summary { games, legal, plies } = summary;
        let (games_text, plies) = (counted(games, "game", "games"), counted(plies, "ply", "plies"));
        writeln!(out, "{}: {legal} of {games_text} legal, {plies}", file.display())?;
        if legal < games {
            exit = Exit::Faults;
        }
    }
    Ok(exit)
}

fn check_file(file: &Path, out: &mut impl Write) -> anyhow::Result<Summary> {
    let mut summary = Summary::default();
    let mut reader = Reader::new(open(file)?).with_places();
    while let Some(record) = reader.next() {
        summary.games += 1;
        match replay(file, &reader, summary.games, record)? {
            Ok((_, game)) => {
                let words = reader.stray_words();
                for (place, words) in words {
                    let place = format!("{}:{}:{}", file.display(), place.line, place.column);
                    writeln!(out, "{place}: game {}: {}", summary.games, not_a_move(words))?;
                }
                summary.legal += usize::from(words.is_empty());
                summary.plies += game.moves().len();
            }
            Err(fault) => writeln!(out, "{fault}")?,
        }
    }
    Ok(summary)
}

/// A file of games; - is standard input.
pub(super) fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    // A folder can be opened, and read only in vain.
    if file.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(Box::new(File::open(file)?))
}

/// The last game that was read with its replay, or what is wrong with it and where.
pub(super) fn replay<R: Read>(
    file: &Path,
    reader: &Reader<R>,
    number: usize,
    record: Result<Record, ReadError>,
) -> anyhow::Result<Result<(Record, Game), Fault>> {
    let record = match record {
        Ok(record) => record,
        Err(error) => {
            let error = unless_io(error)?;
            return Ok(Err(Fault { text: error.in_file(file.display()).to_string(), record: None }));
        }
    };
    Ok(match record.replay() {
        Ok(game) => Ok((record, game)),
        Err(error) => {
            let place = reader.move_place(error.ply);
            let place = place.map(|Place { line, column }| format!("{line}:{column}:")).unwrap_or_default();
            let text = format!("{}:{place} game {number}: {error}", file.display());
            Err(Fault { text, record: Some(record) })
        }
    })
}

/// What is wrong with a game, and the game if it could be read.
pub(super) struct Fault {
    text: String,
    pub(super) record: Option<Record>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Long texts are cut.
fn not_a_move(words: &str) -> String {
    let shown: String = words.chars().take(40).collect();
    let dots = if shown.len() < words.len() { "..." } else { "" };
    let is = if words.contains(char::is_whitespace) { "are not moves" } else { "is not a move" };
    format!("\"{shown}{dots}\" {is}; a move looks like 11-15 or 22x15, a comment stands in {{braces}}")
}

/// A source that fails ends the check; anything else is a fault of the game.
fn unless_io(error: ReadError) -> anyhow::Result<ReadError> {
    match error.problem() {
        Problem::Io(_) => Err(error.into()),
        _ => Ok(error),
    }
}
