//! `crownhead pdn check`: what is wrong with the games of files.

use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use clap::Args;
use crownhead_pdn::{Place, Reader};
use serde_json::json;

use super::{Fault, FileArgs, open, replay};
use crate::exit::Exit;
use crate::output::tell_error;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    files: FileArgs,
    /// Print an object of JSON for each fault, and one for each file.
    #[arg(long)]
    json: bool,
}

/// What was found in a file.
#[derive(Default)]
struct Summary {
    games: usize,
    legal: usize,
    plies: usize,
}

pub(super) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let mut report = Report { out: io::stdout().lock(), is_json: args.json };
    let mut exit = Exit::Success;
    for file in &args.files.files {
        let name = || file.display().to_string();
        let source = match open(file).with_context(name) {
            Ok(source) => source,
            // The others are checked all the same.
            Err(error) => {
                exit = Exit::Io;
                tell_error(&error);
                continue;
            }
        };
        let summary = check_file(file, source, &mut report).with_context(name)?;
        report.file(file, &summary)?;
        if summary.legal < summary.games && exit != Exit::Io {
            exit = Exit::Faults;
        }
    }
    Ok(exit)
}

fn check_file(file: &Path, source: impl Read, report: &mut Report<impl Write>) -> anyhow::Result<Summary> {
    let mut summary = Summary::default();
    let mut reader = Reader::new(source).with_places();
    while let Some(record) = reader.next() {
        summary.games += 1;
        let number = summary.games;
        match replay(file, &reader, number, record)? {
            Ok((_, game)) => {
                let words = reader.stray_words();
                for (place, words) in words {
                    let why = not_a_move(words);
                    let Place { line, column } = place;
                    let text = format!("{}:{line}:{column}: game {number}: {why}", file.display());
                    report.fault(file, number, &Fault { text, place: Some(*place), why, record: None })?;
                }
                summary.legal += usize::from(words.is_empty());
                summary.plies += game.moves().len();
            }
            Err(fault) => report.fault(file, number, &fault)?,
        }
    }
    Ok(summary)
}

/// Tells what is found, in words or in JSON.
struct Report<W> {
    out: W,
    is_json: bool,
}

impl<W: Write> Report<W> {
    fn fault(&mut self, file: &Path, game: usize, fault: &Fault) -> io::Result<()> {
        if !self.is_json {
            return writeln!(self.out, "{fault}");
        }
        let mut object = json!({ "file": file.display().to_string(), "game": game, "fault": fault.why });
        if let Some(Place { line, column }) = fault.place {
            object["line"] = line.into();
            object["column"] = column.into();
        }
        writeln!(self.out, "{object}")
    }

    fn file(&mut self, file: &Path, &Summary { games, legal, plies }: &Summary) -> io::Result<()> {
        if self.is_json {
            let file = file.display().to_string();
            let object = json!({ "file": file, "games": games, "legal": legal, "plies": plies });
            return writeln!(self.out, "{object}");
        }
        let (games, plies) = (counted(games, "game", "games"), counted(plies, "ply", "plies"));
        writeln!(self.out, "{}: {legal} of {games} legal, {plies}", file.display())
    }
}

/// Long texts are cut.
fn not_a_move(words: &str) -> String {
    let shown: String = words.chars().take(40).collect();
    let dots = if shown.len() < words.len() { "..." } else { "" };
    let is = if words.contains(char::is_whitespace) { "are not moves" } else { "is not a move" };
    format!("\"{shown}{dots}\" {is}; a move looks like 11-15 or 22x15, a comment stands in {{braces}}")
}
