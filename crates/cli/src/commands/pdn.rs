//! `crownhead pdn`: game files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_pdn::{Place, Problem, ReadError, Reader};

use crate::exit::Exit;

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
    games: u64,
    legal: u64,
    plies: usize,
}

fn check(files: &[impl AsRef<Path>]) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    for file in files {
        let file = file.as_ref();
        let summary = check_file(file, &mut out).with_context(|| file.display().to_string())?;
        let Summary { games, legal, plies } = summary;
        writeln!(out, "{}: {legal} of {games} games legal, {plies} plies", file.display())?;
        if legal < games {
            exit = Exit::Faults;
        }
    }
    Ok(exit)
}

fn check_file(file: &Path, out: &mut impl Write) -> anyhow::Result<Summary> {
    let source: Box<dyn Read> = match file.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(file)?),
    };
    let mut summary = Summary::default();
    let mut reader = Reader::new(source).with_places();
    while let Some(record) = reader.next() {
        summary.games += 1;
        match record {
            Ok(record) => match record.replay() {
                Ok(game) => {
                    summary.legal += 1;
                    summary.plies += game.moves().len();
                }
                Err(error) => {
                    let place = reader.move_place(error.ply);
                    let place = place.map(|Place { line, column }| format!("{line}:{column}:"));
                    let place = place.unwrap_or_default();
                    writeln!(out, "{}:{place} game {}: {error}", file.display(), summary.games)?;
                }
            },
            Err(error) => {
                let error = unless_io(error)?;
                writeln!(out, "{}", error.in_file(file.display()))?;
            }
        }
    }
    Ok(summary)
}

/// A source that fails ends the check; anything else is a fault of the game.
fn unless_io(error: ReadError) -> anyhow::Result<ReadError> {
    match error.problem() {
        Problem::Io(_) => Err(error.into()),
        _ => Ok(error),
    }
}
