//! `crownhead pdn stats`: what is in files of games.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use crownhead_board::Color;
use serde::Serialize;

use super::json::result_word;
use super::select::{opening, year};
use super::{FileArgs, Found, each_game};
use crate::exit::Exit;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    files: FileArgs,
    /// How many players and openings are named.
    #[arg(long, default_value_t = 10, value_name = "N")]
    top: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

type Counts = BTreeMap<String, usize>;

#[derive(Default, Serialize)]
struct Stats {
    games: usize,
    legal: usize,
    plies: usize,
    shortest: Option<usize>,
    longest: Option<usize>,
    results: Counts,
    years: BTreeMap<u16, usize>,
    /// The most frequent ones, the first first.
    players: Vec<(String, usize)>,
    openings: Vec<(String, usize)>,
    #[serde(skip)]
    all_players: Counts,
    #[serde(skip)]
    all_openings: Counts,
}

pub(super) fn run(args: &StatsArgs) -> anyhow::Result<Exit> {
    let mut stats = Stats::default();
    let exit = each_game(&args.files.files, |found| {
        stats.add(&found);
        Ok(())
    })?;
    stats.players = most_frequent(&stats.all_players, args.top);
    stats.openings = most_frequent(&stats.all_openings, args.top);
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&stats)?)?;
    } else {
        stats.write(&mut out)?;
    }
    Ok(exit)
}

impl Stats {
    fn add(&mut self, Found { record, game, .. }: &Found<'_>) {
        self.games += 1;
        *self.results.entry(record.result().map_or("unknown", result_word).to_owned()).or_default() += 1;
        if let Some(year) = year(record) {
            *self.years.entry(year).or_default() += 1;
        }
        for name in Color::ALL.into_iter().filter_map(|color| record.player(color)) {
            *self.all_players.entry(name.trim().to_owned()).or_default() += 1;
        }
        if let Some(opening) = opening(record, game.as_ref().ok()) {
            *self.all_openings.entry(opening.to_owned()).or_default() += 1;
        }
        if let Ok(game) = game {
            let plies = game.moves().len();
            self.legal += 1;
            self.plies += plies;
            self.shortest = Some(self.shortest.unwrap_or(plies).min(plies));
            self.longest = Some(self.longest.unwrap_or(plies).max(plies));
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}, {} of them legal", counted(self.games, "game", "games"), self.legal)?;
        if let (Some(shortest), Some(longest)) = (self.shortest, self.longest) {
            let mean = self.plies as f64 / self.legal as f64;
            writeln!(out, "plies: {shortest} to {longest}, {mean:.1} on average")?;
        }
        for (result, n) in &self.results {
            let share = 100.0 * *n as f64 / self.games.max(1) as f64;
            writeln!(out, "{result:<8} {n:>7}  {share:>5.1} %")?;
        }
        if let (Some((first, _)), Some((last, _))) =
            (self.years.first_key_value(), self.years.last_key_value())
        {
            writeln!(out, "years: {first} to {last}")?;
        }
        for (heading, list) in [("players", &self.players), ("openings", &self.openings)] {
            if !list.is_empty() {
                writeln!(out, "\n{heading}")?;
            }
            for (name, n) in list {
                writeln!(out, "{n:>7}  {name}")?;
            }
        }
        Ok(())
    }
}

/// Those that are there most often; by name where they are there equally often.
fn most_frequent(counts: &Counts, top: usize) -> Vec<(String, usize)> {
    let mut all: Vec<(String, usize)> = counts.iter().map(|(name, n)| (name.clone(), *n)).collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all.truncate(top);
    all
}
