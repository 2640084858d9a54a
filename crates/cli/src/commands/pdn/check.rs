//! `crownhead pdn check`: what is wrong with the games of files.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use crownhead_pdn::Reader;

use super::{open, replay};
use crate::exit::Exit;
use crate::output::tell_error;
use crate::words::counted;

/// What was found in some files.
#[derive(Default)]
struct Summary {
    games: usize,
    legal: usize,
    plies: usize,
}

pub(super) fn run(files: &[PathBuf]) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    for file in files {
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
        let summary = check_file(file, source, &mut out).with_context(name)?;
        let Summary { games, legal, plies } = summary;
        let (games_text, plies) = (counted(games, "game", "games"), counted(plies, "ply", "plies"));
        writeln!(out, "{}: {legal} of {games_text} legal, {plies}", file.display())?;
        if legal < games && exit != Exit::Io {
            exit = Exit::Faults;
        }
    }
    Ok(exit)
}

fn check_file(file: &Path, source: impl Read, out: &mut impl Write) -> anyhow::Result<Summary> {
    let mut summary = Summary::default();
    let mut reader = Reader::new(source).with_places();
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

/// Long texts are cut.
fn not_a_move(words: &str) -> String {
    let shown: String = words.chars().take(40).collect();
    let dots = if shown.len() < words.len() { "..." } else { "" };
    let is = if words.contains(char::is_whitespace) { "are not moves" } else { "is not a move" };
    format!("\"{shown}{dots}\" {is}; a move looks like 11-15 or 22x15, a comment stands in {{braces}}")
}
