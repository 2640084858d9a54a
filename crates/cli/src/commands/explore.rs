//! `crownhead explore`: what was played in a position.

use std::fmt::Write;

use clap::Args;
use crownhead_board::Position;
use crownhead_wire::answers::collection::explore_position;
use crownhead_wire::{ExplorerAnswer, ExplorerMove, NameCount, Years};

use super::collection::{CollectionArgs, QueryArgs};
use crate::args;
use crate::exit::Exit;
use crate::output::{print, print_line};
use crate::style::{FAINT, HEADING, paint};
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct ExploreArgs {
    /// A FEN, or moves from the start of the game [default: the starting position].
    #[arg(value_name = "FEN or MOVES")]
    at: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    collection: CollectionArgs,
    #[command(flatten)]
    query: QueryArgs,
}

pub(crate) fn run(args: &ExploreArgs) -> anyhow::Result<Exit> {
    let pos = position(&args.at)?;
    let index = args.collection.open()?;
    let answer = explore_position(&index, &pos, &args.query.query());
    let answer = answer.map_err(|error| anyhow::anyhow!(error.message))?;
    if args.json {
        print_line(serde_json::to_string_pretty(&answer)?)?;
    } else {
        print(text(&answer))?;
    }
    Ok(Exit::Success)
}

/// The position of a FEN, or after moves such as `11-15 22-18`.
fn position(words: &[String]) -> anyhow::Result<Position> {
    if let [fen] = words
        && fen.contains(':')
    {
        return args::position(fen);
    }
    let mut pos = Position::START;
    // Numbers of moves may stand among them, as in a game file.
    let is_number = |word: &&str| word.trim_end_matches('.').len() < word.len();
    for word in words.iter().flat_map(|word| word.split_whitespace()).filter(|word| !is_number(word)) {
        pos = pos.play_unchecked(pos.parse_move(word)?);
    }
    Ok(pos)
}

fn text(answer: &ExplorerAnswer) -> String {
    let tally = answer.tally;
    let mut text = format!("{}\n", answer.fen);
    if let Some(opening) = &answer.opening {
        let _ = writeln!(text, "{opening}");
    }
    let games = counted(tally.games as usize, "game", "games");
    let years = answer.years.map(|years| format!(", {}", shown_years(years))).unwrap_or_default();
    let _ = writeln!(
        text,
        "{games}: Black won {}, White won {}, drawn {}{years}",
        tally.black_wins, tally.white_wins, tally.draws
    );
    if answer.ended > 0 {
        let _ = writeln!(text, "{} here", counted(answer.ended as usize, "game ends", "games end"));
    }
    let heading = format!(
        "{:<12}{:>7} {:>6} {:>6} {:>6} {:>8}  {:<9}  {}",
        "move", "games", "Black", "White", "drawn", "reached", "years", "most often by"
    );
    let _ = writeln!(text, "\n{}", paint(HEADING, heading));
    answer.moves.iter().for_each(|explored| text.push_str(&line(explored)));
    text
}

fn line(explored: &ExplorerMove) -> String {
    let ExplorerMove { mv, tally, reached, .. } = explored;
    let years = explored.years.map(shown_years).unwrap_or_default();
    let players: Vec<String> = explored
        .players
        .iter()
        .take(2)
        .map(|NameCount { name, games }| format!("{name} ({games})"))
        .collect();
    let line = format!(
        "{mv:<12}{:>7} {:>6} {:>6} {:>6} {reached:>8}  {years:<9}  {}",
        tally.games,
        tally.black_wins,
        tally.white_wins,
        tally.draws,
        players.join(", ")
    );
    let line = line.trim_end();
    if tally.games == 0 { format!("{}\n", paint(FAINT, line)) } else { format!("{line}\n") }
}

fn shown_years(Years { first, last }: Years) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &[&str], fen: &str) {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        assert_eq!(position(&words).unwrap(), fen.parse().unwrap());
    }

    #[test]
    fn a_position_is_a_fen_or_moves() {
        check(&[], "B:W21-32:B1-12");
        check(&["W:W18:B14"], "W:W18:B14");
        check(&["11-15", "22-18"], "B:W18,21,23-32:B1-10,12,15");
        check(&["1. 11-15 22-18"], "B:W18,21,23-32:B1-10,12,15");
        assert!(position(&["11-19".to_owned()]).is_err());
    }
}
