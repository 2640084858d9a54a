//! The user's collection of games, and what can be asked of it: for the commands that use it.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use crownhead_board::Position;
use crownhead_collection::{Date, Index, IndexError, Material, Pattern, Query, WantedResult};

use crate::args;
use crate::config;

#[derive(Debug, Args)]
pub(crate) struct CollectionArgs {
    /// File of the collection [default: collection.games in your data directory].
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
}

impl CollectionArgs {
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        let usual = || config::own_data().map(|folder| folder.join("collection.games"));
        self.collection
            .clone()
            .or_else(usual)
            .context("there is no data directory for this user; name a file with --collection")
    }

    /// Opens the collection, which must be there.
    pub(crate) fn open(&self) -> anyhow::Result<Index> {
        match self.open_if_there()? {
            Some(index) => Ok(index),
            None => bail!(
                "there is no collection at {}; make one with: crownhead games import FILE.pdn",
                self.path()?.display()
            ),
        }
    }

    pub(crate) fn open_if_there(&self) -> anyhow::Result<Option<Index>> {
        let path = self.path()?;
        if path.try_exists().is_ok_and(|is_there| !is_there) {
            return Ok(None);
        }
        open(&path).map(Some)
    }
}

/// Opens the file of a collection.
pub(crate) fn open(path: &Path) -> anyhow::Result<Index> {
    match Index::open(path) {
        Err(error @ IndexError::Io { .. }) => Err(error.into()),
        opened => opened.with_context(|| path.display().to_string()),
    }
}

/// The games that count.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct QueryArgs {
    /// Part of the name of either player.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Part of the name of the other player.
    #[arg(long, value_name = "NAME", requires = "player")]
    opponent: Option<String>,
    /// Part of Black's name.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Part of White's name.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Part of the event.
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Part of the name of an opening that the game went through.
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Number of the three-move ballot.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=174))]
    ballot: Option<u8>,
    /// First day, as in 1955 or 1955.08.21.
    #[arg(long, value_name = "DATE")]
    from: Option<Date>,
    /// Last day.
    #[arg(long, value_name = "DATE")]
    to: Option<Date>,
    /// How the game ended; win and loss are those of --player.
    #[arg(long, value_name = "RESULT", value_parser = args::one_of::<WantedResult>(WantedResult::NAMES.map(|(name, _)| name)))]
    result: Option<WantedResult>,
    /// Fewest plies.
    #[arg(long, value_name = "N")]
    min_plies: Option<u16>,
    /// Most plies.
    #[arg(long, value_name = "N")]
    max_plies: Option<u16>,
    /// A position of the game, as FEN.
    #[arg(long, value_name = "FEN")]
    position: Option<Position>,
    /// Pieces at one time of the game, as in "2k v 1k1m": Black's kings and men, and White's.
    #[arg(long, value_name = "PIECES")]
    material: Option<Material>,
    /// Squares and what stands on them at one time of the game, as in "king on 15 and black man on 13".
    #[arg(long, value_name = "WORDS")]
    pattern: Option<Pattern>,
    /// Find position, pieces and pattern with the colors reversed too.
    #[arg(long)]
    reversed: bool,
}

impl QueryArgs {
    pub(crate) fn query(&self) -> Query {
        Query {
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            opening: self.opening.clone(),
            ballot: self.ballot,
            from: self.from,
            to: self.to,
            result: self.result,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            position: self.position,
            material: self.material,
            pattern: self.pattern,
            reversed: self.reversed,
        }
    }
}
