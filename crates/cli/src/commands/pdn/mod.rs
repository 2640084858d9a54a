//! `crownhead pdn`: game files.

mod check;
mod json;
mod select;
mod stats;

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_board::Game;
use crownhead_pdn::{Place, Problem, ReadError, Reader, Record};
use flate2::bufread::MultiGzDecoder;

use crate::exit::Exit;
use crate::output::tell;

#[derive(Debug, Args)]
pub(crate) struct PdnArgs {
    #[command(subcommand)]
    pub(crate) command: PdnCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PdnCommand {
    /// Replay every game and report each error with its line and column.
    Check(check::CheckArgs),
    /// Print the games that fit all conditions.
    Filter(select::FilterArgs),
    /// Print the games of all files as one file.
    Merge(FileArgs),
    /// Print every game once.
    Dedupe(select::DedupeArgs),
    /// Count games, results, players, openings and years.
    Stats(stats::StatsArgs),
    /// Print an object of JSON for each game, one per line.
    Json(FileArgs),
}

/// Files of games.
#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// Files of games, also packed by gzip; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

pub(crate) fn run(args: &PdnArgs) -> anyhow::Result<Exit> {
    match &args.command {
        PdnCommand::Check(args) => check::run(args),
        PdnCommand::Filter(args) => select::filter(args),
        PdnCommand::Merge(args) => select::merge(&args.files),
        PdnCommand::Dedupe(args) => select::dedupe(args),
        PdnCommand::Stats(args) => stats::run(args),
        PdnCommand::Json(args) => json::run(&args.files),
    }
}

/// A game of a file that could be read, and what became of its moves.
struct Found<'a> {
    file: &'a Path,
    /// The number of the game in its file, from 1.
    number: usize,
    record: Record,
    game: Result<Game, Fault>,
}

/// Reads the games of all files, one after the other. What cannot be read is told on standard error and passed over.
fn each_game(
    files: &[PathBuf],
    mut each: impl FnMut(Found<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Success;
    for file in files {
        let name = || file.display().to_string();
        let mut reader = Reader::new(open(file).with_context(name)?).with_places();
        let mut number = 0;
        while let Some(record) = reader.next() {
            number += 1;
            let found = match replay(file, &reader, number, record).with_context(name)? {
                Ok((record, game)) => Found { file, number, record, game: Ok(game) },
                Err(Fault { record: Some(record), text, place, why }) => {
                    let fault = Fault { text, place, why, record: None };
                    Found { file, number, record, game: Err(fault) }
                }
                Err(fault) => {
                    exit = Exit::Faults;
                    tell(fault);
                    continue;
                }
            };
            each(found)?;
        }
    }
    Ok(exit)
}

/// A file of games, unpacked; - is standard input.
pub(super) fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return unpacked(io::stdin().lock());
    }
    // A folder can be opened, and read only in vain.
    if file.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    unpacked(BufReader::new(File::open(file)?))
}

/// The first bytes of what gzip has packed.
const GZIP: &[u8] = &[0x1F, 0x8B];

fn unpacked(mut source: impl BufRead + 'static) -> io::Result<Box<dyn Read>> {
    let is_packed = source.fill_buf()?.starts_with(GZIP);
    Ok(if is_packed { Box::new(MultiGzDecoder::new(source)) } else { Box::new(source) })
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
            let (place, why) = (Some(error.place()), error.problem().to_string());
            let text = error.in_file(file.display()).to_string();
            return Ok(Err(Fault { text, place, why, record: None }));
        }
    };
    Ok(match record.replay() {
        Ok(game) => Ok((record, game)),
        Err(error) => {
            let in_tag = || error.fault.tag().and_then(|tag| reader.tag_place(tag));
            let place = reader.move_place(error.ply).or_else(in_tag);
            let at = place.map(|Place { line, column }| format!("{line}:{column}:")).unwrap_or_default();
            let text = format!("{}:{at} game {number}: {error}", file.display());
            Err(Fault { text, place, why: error.to_string(), record: Some(record) })
        }
    })
}

/// What is wrong with a game, and the game if it could be read.
pub(super) struct Fault {
    /// With the file, the place and the game.
    text: String,
    place: Option<Place>,
    why: String,
    pub(super) record: Option<Record>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A source that fails ends the check; anything else is a fault of the game.
fn unless_io(error: ReadError) -> anyhow::Result<ReadError> {
    match error.problem() {
        Problem::Io(_) => Err(error.into()),
        _ => Ok(error),
    }
}
