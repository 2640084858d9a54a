//! `crownhead pdn json`: games for programs.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use crownhead_pdn::GameResult;
use serde_json::{Map, Value, json};

use super::select::opening;
use super::{Found, each_game};
use crate::exit::Exit;

pub(super) fn run(files: &[PathBuf]) -> anyhow::Result<Exit> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut has_faults = false;
    let exit = each_game(files, |found| {
        has_faults |= found.game.is_err();
        Ok(writeln!(out, "{}", json_of(&found))?)
    })?;
    out.flush()?;
    Ok(if has_faults { Exit::Faults } else { exit })
}

fn json_of(Found { file, number, record, game }: &Found<'_>) -> Value {
    let tags: Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let mut object = json!({
        "file": file.display().to_string(),
        "game": number,
        "tags": tags,
        "result": record.result().map(result_word),
        "opening": opening(record, game.as_ref().ok()),
    });
    match game {
        Ok(game) => {
            let moves: Vec<String> = game.moves().map(|mv| mv.route_text().to_string()).collect();
            object["start"] = game.start().to_string().into();
            object["moves"] = moves.into();
            object["fen"] = game.position().to_string().into();
        }
        // As they are written, since nobody knows what they mean.
        Err(fault) => {
            let moves: Vec<String> = record.body.moves().map(|mv| mv.to_string()).collect();
            object["moves"] = moves.into();
            object["fault"] = fault.to_string().into();
        }
    }
    object
}

pub(super) fn result_word(result: GameResult) -> &'static str {
    match result {
        GameResult::BlackWins => "black",
        GameResult::WhiteWins => "white",
        GameResult::Draw => "draw",
        GameResult::BothLose => "both-lose",
    }
}
