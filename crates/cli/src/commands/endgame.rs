//! `crownhead endgame`: databases of endings, built, asked, checked and counted.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use crownhead_board::{Move, Position};
use crownhead_endgame::{
    BuildOptions, Counts, Database, Extent, Material, Prober, Progress, Value, build, verify,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::endings::own_folder;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct EndgameArgs {
    /// Where databases are, if not in the data directory of the user.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: EndgameCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EndgameCommand {
    /// Build all endings of so many pieces and of fewer; goes on where an earlier build was broken off.
    Build {
        /// The number of pieces; above six at most four on a side.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8))]
        pieces: u8,
        /// The number of threads; all processors if it is left out.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
        /// The most memory to use for values, in gigabytes.
        #[arg(long, value_name = "GB")]
        memory: Option<u64>,
    },
    /// Tell the value of a position and of each move; - answers FENs from standard input line by line.
    Probe {
        /// The position.
        fen: String,
    },
    /// Check every value against its successors: all up to five pieces, a sample above.
    Verify {
        /// All of them above five pieces too.
        #[arg(long)]
        all: bool,
        /// The seed of the sample.
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
    },
    /// Count what is won, lost and drawn.
    Stats,
}

pub(crate) fn run(args: &EndgameArgs) -> anyhow::Result<Exit> {
    let folder = Folder::new(args.dir.as_deref())?;
    match &args.command {
        EndgameCommand::Build { pieces, threads, memory } => {
            let mut options = BuildOptions::new(*pieces);
            options.threads = threads.map_or(options.threads, usize::from);
            options.memory = memory.map_or(options.memory, |gigabytes| gigabytes << 30);
            build_into(&folder.path, &options)?;
            Ok(Exit::Success)
        }
        EndgameCommand::Probe { fen } if fen == "-" => answer_lines(&folder),
        EndgameCommand::Probe { fen } => probe(&folder, fen.parse()?),
        EndgameCommand::Verify { all, seed } => check(&folder, *all, *seed),
        EndgameCommand::Stats => stats(&folder),
    }
}

/// Where databases are.
struct Folder {
    path: PathBuf,
    /// It is the user's own, into which small databases are built when they are needed.
    is_own: bool,
}

/// Endings of so many pieces take seconds to build.
const QUICK_PIECES: usize = 5;

impl Folder {
    fn new(dir: Option<&Path>) -> anyhow::Result<Folder> {
        if let Some(dir) = dir {
            return Ok(Folder { path: dir.to_owned(), is_own: false });
        }
        let path = own_folder().context("there is no data directory for this user; name one with --dir")?;
        Ok(Folder { path, is_own: true })
    }

    /// What is there, besides what the program itself knows.
    fn database(&self) -> anyhow::Result<Database> {
        if self.is_own && !self.path.exists() {
            return Ok(Database::with_shipped());
        }
        Ok(Database::open(&self.path)?)
    }

    /// The same, with the endings that a position needs if they are quick to build.
    fn database_for(&self, pos: &Position) -> anyhow::Result<Database> {
        let database = self.database()?;
        let pieces = pos.occupied().len();
        if self.is_own && pieces == QUICK_PIECES && !database.covers(Material::of(pos)) {
            build_into(&self.path, &BuildOptions::new(QUICK_PIECES as u8))?;
            return self.database();
        }
        Ok(database)
    }
}

fn build_into(folder: &Path, options: &BuildOptions) -> anyhow::Result<()> {
    let style = ProgressStyle::with_template("{bar:30} {percent:>3}%  {msg}");
    let bar = ProgressBar::new(1).with_style(style.expect("the template is valid"));
    let report = build(folder, options, &mut |progress: &Progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(format!(
            "{}  {:.1} million/s, {} left",
            progress.material,
            progress.rate() / 1e6,
            whole_seconds(progress.remaining())
        ));
    })?;
    bar.finish_and_clear();
    let counts = report.counts.iter().fold(Counts::default(), |sum, (_, counts)| sum + *counts);
    eprintln!(
        "{} pieces: {} positions in {} files in {}; solved in {:.1} s, packed in {:.1} s",
        options.pieces,
        counts.total(),
        report.files.len(),
        folder.display(),
        report.solving.as_secs_f64(),
        report.packing.as_secs_f64(),
    );
    Ok(())
}

fn whole_seconds(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// The value of a position, or that it is not covered.
fn verdict(prober: &mut Prober<'_>, pos: &Position) -> anyhow::Result<String> {
    Ok(prober.probe(pos)?.map_or_else(|| "not covered".to_owned(), |value| value.to_string()))
}

fn probe(folder: &Folder, pos: Position) -> anyhow::Result<Exit> {
    let database = folder.database_for(&pos)?;
    let mut prober = Prober::new(&database);
    let mut out = io::stdout().lock();
    writeln!(out, "{} for {}", verdict(&mut prober, &pos)?, pos.turn())?;
    let mut moves = pos.legal_moves();
    moves.sort_by_key(|mv| mv.route());
    for mv in &moves {
        writeln!(out, "{:<12} {}", mv.route_text().to_string(), after(&mut prober, &pos, *mv)?)?;
    }
    Ok(Exit::Success)
}

/// What a move is worth to the side that makes it.
fn after(prober: &mut Prober<'_>, pos: &Position, mv: Move) -> anyhow::Result<String> {
    let value = prober.probe(&pos.play_unchecked(mv))?.map(Value::flip);
    Ok(value.map_or_else(|| "not covered".to_owned(), |value| value.to_string()))
}

/// One answer for each line with a FEN.
fn answer_lines(folder: &Folder) -> anyhow::Result<Exit> {
    let database = folder.database()?;
    let mut prober = Prober::new(&database);
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    for line in io::stdin().lock().lines() {
        match line?.parse::<Position>() {
            Ok(pos) => writeln!(out, "{}", verdict(&mut prober, &pos)?)?,
            Err(error) => {
                writeln!(out, "error: {error}")?;
                exit = Exit::Faults;
            }
        }
        out.flush()?;
    }
    Ok(exit)
}

/// Positions of each larger material to look at, if not all.
const SAMPLE: u64 = 20_000;

fn check(folder: &Folder, all: bool, seed: u64) -> anyhow::Result<Exit> {
    let database = folder.database()?;
    database.verify_checksums()?;
    let mut out = io::stdout().lock();
    let mut n_positions = 0;
    for (material, _) in database.materials() {
        let whole = all || usize::from(material.n_pieces()) <= QUICK_PIECES;
        let extent = if whole { Extent::All } else { Extent::Sample { n: SAMPLE, seed } };
        match verify(&database, material, extent) {
            Ok(n) => n_positions += n,
            Err(error) => bail!("{material}: {error}"),
        }
    }
    writeln!(out, "{n_positions} positions agree with their successors")?;
    Ok(Exit::Success)
}

fn stats(folder: &Folder) -> anyhow::Result<Exit> {
    let database = folder.database()?;
    let mut out = io::stdout().lock();
    writeln!(out, "black men, black kings, white men, white kings; White to move")?;
    writeln!(out, "{:<10} {:>14} {:>14} {:>14}", "material", "wins", "losses", "draws")?;
    let mut sums: std::collections::BTreeMap<u8, Counts> = std::collections::BTreeMap::new();
    for (material, counts) in database.materials() {
        let Counts { wins, losses, draws } = counts;
        writeln!(out, "{:<10} {wins:>14} {losses:>14} {draws:>14}", material.to_string())?;
        let sum = sums.entry(material.n_pieces()).or_default();
        *sum = *sum + counts;
    }
    for (pieces, Counts { wins, losses, draws }) in sums {
        // Each position with White to move stands for one with Black to move.
        let both = [wins, losses, draws].map(|n| 2 * n);
        writeln!(
            out,
            "{pieces} pieces, both sides to move: {} won, {} lost, {} drawn",
            both[0], both[1], both[2]
        )?;
    }
    Ok(Exit::Success)
}
