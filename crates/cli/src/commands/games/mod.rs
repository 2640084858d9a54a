//! `crownhead games`: a collection of games.

mod import;
#[cfg(feature = "serve")]
mod old;
mod out;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_collection::{Duplicates, Index};
use crownhead_wire::answers::collection as answers;
use crownhead_wire::{FoundGame, FoundGames, NameCount};
use serde::Serialize;

use self::import::ImportArgs;
#[cfg(feature = "serve")]
use self::old::OldArgs;
use self::out::Out;
use super::collection::{CollectionArgs, QueryArgs};
#[cfg(not(feature = "serve"))]
use super::left_out::AnyArgs as OldArgs;
use crate::exit::Exit;
use crate::output::{print, print_line, tell};
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    #[command(subcommand)]
    pub(crate) command: GamesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GamesCommand {
    /// Add game files to the collection.
    ///
    /// The games stay in their files; the collection is an index beside them. Files that are in it already are read again.
    Import(ImportArgs),
    /// Find games.
    Search(SearchArgs),
    /// Print a game of the collection as PDN.
    Show(ShowArgs),
    /// Print the collection in figures.
    Stats(StatsArgs),
    /// List games that are in the collection more than once.
    ///
    /// They have the same moves, and players and results that do not contradict each other. To write the games without
    /// them: crownhead games export --unique FILE.
    Dedupe(StatsArgs),
    /// Write games of the collection to a PDN file.
    Export(ExportArgs),
    /// Check that the collection is not damaged.
    Verify(VerifyArgs),
    /// Write the games that an earlier version kept at the server to a PDN file.
    ///
    /// Such games were played against the computer or by two at one board, or were analyses. Today the browser keeps
    /// them. They stay where they are unless you say --delete.
    Old(OldArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Most games to list.
    #[arg(long, default_value_t = 50, value_name = "N")]
    limit: usize,
    /// Games to leave out at the beginning.
    #[arg(long, default_value_t = 0, value_name = "N")]
    skip: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    collection: CollectionArgs,
    #[command(flatten)]
    query: QueryArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// Number of the game, as search lists it.
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// File to write, which must not exist yet; - is standard output.
    file: PathBuf,
    /// Write games that are there more than once just once.
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    collection: CollectionArgs,
    #[command(flatten)]
    query: QueryArgs,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    collection: CollectionArgs,
}

pub(crate) fn run(args: &GamesArgs) -> anyhow::Result<Exit> {
    match &args.command {
        GamesCommand::Import(args) => import::run(args),
        GamesCommand::Search(args) => search(args),
        GamesCommand::Show(args) => show(args),
        GamesCommand::Stats(args) => stats(args),
        GamesCommand::Dedupe(args) => dedupe(args),
        GamesCommand::Export(args) => export(args),
        GamesCommand::Verify(args) => verify(args),
        #[cfg(feature = "serve")]
        GamesCommand::Old(args) => old::run(args),
        #[cfg(not(feature = "serve"))]
        GamesCommand::Old(_) => super::left_out::refuse("its server"),
    }
}

fn search(args: &SearchArgs) -> anyhow::Result<Exit> {
    let index = args.collection.open()?;
    let found = index.find(&args.query.query(), args.skip, args.limit)?;
    let games: Vec<FoundGame> = found.games.iter().filter_map(|game| answers::game(&index, *game)).collect();
    if args.json {
        print_line(serde_json::to_string_pretty(&FoundGames { total: found.total, games })?)?;
        return Ok(Exit::Success);
    }
    print(table(&games))?;
    let total = counted(found.total as usize, "game", "games");
    if games.len() == found.total as usize {
        print_line(format!("{total} found"))?;
    } else {
        print_line(format!("{total} found, {} listed; --skip and --limit choose others", games.len()))?;
    }
    Ok(Exit::Success)
}

/// A line for each game.
fn table(games: &[FoundGame]) -> String {
    let players = |game: &FoundGame| {
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
        format!("{} - {}", name(&game.black), name(&game.white))
    };
    let opening = |game: &FoundGame| game.opening.clone().unwrap_or_default();
    let width = |text: &dyn Fn(&FoundGame) -> String, most: usize| {
        games.iter().map(|game| text(game).chars().count()).max().unwrap_or(0).min(most)
    };
    let (wide_players, wide_opening) = (width(&players, 34), width(&opening, 20));
    let mut text = String::new();
    for game in games {
        let FoundGame { number, result, plies, .. } = game;
        let (date, event) = (game.date.as_deref().unwrap_or(""), game.event.as_deref().unwrap_or(""));
        let (players, opening) = (cut(&players(game), wide_players), cut(&opening(game), wide_opening));
        let line = format!(
            "{number:>7}  {result:<7}  {date:<10}  {players:<wide_players$}  {plies:>3}  {opening:<wide_opening$}  {event}"
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// A text that is not wider than a column.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let shown: String = text.chars().take(width.saturating_sub(3)).collect();
    format!("{shown}...")
}

fn show(args: &ShowArgs) -> anyhow::Result<Exit> {
    let index = args.collection.open()?;
    print(index.open_game(args.number - 1)?.to_string())?;
    Ok(Exit::Success)
}

fn stats(args: &StatsArgs) -> anyhow::Result<Exit> {
    let index = args.collection.open()?;
    let stats = answers::stats(&index);
    if args.json {
        print_line(serde_json::to_string_pretty(&stats)?)?;
        return Ok(Exit::Success);
    }
    let tally = stats.tally;
    let mut text = format!("{} in {}", counted(tally.games as usize, "game", "games"), files(&index));
    if let Some(years) = stats.years {
        let _ = write!(text, ", {} to {}", years.first, years.last);
    }
    let unknown = tally.games - tally.black_wins - tally.white_wins - tally.draws;
    let _ = writeln!(
        text,
        "\nBlack won {}, White won {}, drawn {}, not known {unknown}",
        tally.black_wins, tally.white_wins, tally.draws
    );
    let _ = writeln!(
        text,
        "{} positions, {} in the longest game",
        stats.positions,
        counted(stats.longest.into(), "ply", "plies")
    );
    if stats.incomplete > 0 {
        let games = counted(stats.incomplete as usize, "game", "games");
        let _ = writeln!(text, "{games} with moves that are illegal or played by house rules");
    }
    let _ = writeln!(text, "{}", counted(stats.players as usize, "player", "players"));
    list(&mut text, "Most games", &stats.top_players);
    list(&mut text, "Most played openings", &stats.top_openings);
    print(text)?;
    Ok(Exit::Success)
}

fn files(index: &Index) -> String {
    counted(index.files().count(), "file", "files")
}

fn list(text: &mut String, heading: &str, names: &[NameCount]) {
    if !names.is_empty() {
        let _ = writeln!(text, "\n{heading}:");
        names.iter().for_each(|NameCount { name, games }| {
            let _ = writeln!(text, "{games:>7}  {name}");
        });
    }
}

fn dedupe(args: &StatsArgs) -> anyhow::Result<Exit> {
    let index = args.collection.open()?;
    let duplicates = index.duplicates();
    let groups: Vec<Vec<FoundGame>> = duplicates
        .groups
        .iter()
        .map(|group| group.iter().filter_map(|game| answers::game(&index, *game)).collect())
        .collect();
    if args.json {
        #[derive(Serialize)]
        struct Groups {
            groups: Vec<Vec<FoundGame>>,
        }
        print_line(serde_json::to_string_pretty(&Groups { groups })?)?;
        return Ok(Exit::Success);
    }
    for group in &groups {
        print(format!("{}\n", table(group)))?;
    }
    let n_extra = duplicates.extra().count();
    print_line(format!("{} could be left out", counted(n_extra, "game", "games")))?;
    Ok(Exit::Success)
}

fn export(args: &ExportArgs) -> anyhow::Result<Exit> {
    let index = args.collection.open()?;
    let mut games = index.search(&args.query.query())?;
    if args.unique {
        let Duplicates { groups } = index.duplicates();
        games = once_each(games, &groups);
    }
    let mut out = Out::create(&args.file)?;
    let written = write_games(&index, &games, &mut out, &args.file).and_then(|n| {
        out.finish().with_context(|| args.file.display().to_string())?;
        Ok(n)
    });
    let n_written = written.inspect_err(|_| remove(&args.file))?;
    tell(format_args!("{} written to {}", counted(n_written, "game", "games"), args.file.display()));
    Ok(Exit::Success)
}

/// A file that is not whole misleads.
fn remove(file: &Path) {
    if file != Path::new("-") {
        let _ = std::fs::remove_file(file);
    }
}

/// Games without those that are there already.
fn once_each(games: Vec<u32>, groups: &[Vec<u32>]) -> Vec<u32> {
    let group_of: std::collections::HashMap<u32, usize> =
        groups.iter().enumerate().flat_map(|(n, group)| group.iter().map(move |game| (*game, n))).collect();
    let mut seen = std::collections::HashSet::new();
    games.into_iter().filter(|game| group_of.get(game).is_none_or(|group| seen.insert(*group))).collect()
}

fn write_games(index: &Index, games: &[u32], out: &mut Out, file: &Path) -> anyhow::Result<usize> {
    for game in games {
        let record = index.open_game(*game)?;
        out.write(&record.to_string()).with_context(|| file.display().to_string())?;
    }
    Ok(games.len())
}

fn verify(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let index = args.collection.open()?;
    index.verify().with_context(|| args.collection.path().unwrap_or_default().display().to_string())?;
    let games = counted(index.n_games() as usize, "game", "games");
    print_line(format!("{games} in {}; every checksum is right", files(&index)))?;
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_group_the_first_game_that_is_wanted_stays() {
        assert_eq!(once_each(vec![1, 2, 3, 4], &[vec![0, 2, 4], vec![1, 9]]), [1, 2, 3]);
    }

    #[test]
    fn columns_are_cut() {
        assert_eq!(cut("Marion Tinsley", 10), "Marion ...");
        assert_eq!(cut("Zoë", 3), "Zoë");
    }
}
