//! `crownhead puzzles make`: puzzles from games of our levels and from game files, batch by batch into a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;
use clap::Args;
use crownhead_board::Game;
use crownhead_endgame::Database;
use crownhead_files::write_atomically;
use crownhead_pdn::Reader;
use crownhead_puzzles::{Maker, Puzzle, Puzzles, Seeder, self_play};
use indicatif::{ProgressBar, ProgressStyle};
use xxhash_rust::xxh3::xxh3_64;

use super::{database, read_puzzles};
use crate::args;
use crate::exit::Exit;
use crate::output::{print_line, tell};
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// Game files to look for puzzles in; without them, two levels play.
    files: Vec<PathBuf>,
    /// The folder for the batches; those that are there are not made again.
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// The number of games that levels play, rounded up to whole batches.
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = args::count, conflicts_with = "files")]
    games: usize,
    /// Write the puzzles of all batches to this file, each once.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The number of threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = args::count)]
    threads: usize,
    /// The seed of the games that levels play.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The endgame databases that prove puzzles, if not your own.
    #[arg(long, value_name = "FOLDER")]
    endgame: Option<PathBuf>,
}

/// Games in a batch. A batch depends on nothing but its games and the databases.
const GAMES_PER_BATCH: usize = 256;
/// What batches are called at their end.
const EXTENSION: &str = "puzzles";
/// How often each level tries a puzzle to rate it.
const TRIES: u64 = 4;

/// A batch of games that are to be looked at.
struct Batch {
    path: PathBuf,
    games: Games,
}

enum Games {
    /// Levels play, with these seeds.
    Played(std::ops::Range<u64>),
    /// From a file.
    Read(Vec<Game>),
}

pub(super) fn run(args: &MakeArgs) -> anyhow::Result<Exit> {
    fs::create_dir_all(&args.dir).with_context(|| args.dir.display().to_string())?;
    let database = database(args.endgame.as_deref())?;
    let batches: Vec<Batch> = batches(args)?.into_iter().filter(|batch| !batch.path.exists()).collect();
    if !batches.is_empty() {
        make(&batches, &database, args.threads)?;
    }
    let puzzles = gather(&args.dir)?;
    if let Some(out) = &args.out {
        write_atomically(out, &puzzles.to_bytes()).with_context(|| out.display().to_string())?;
    }
    print_line(format_args!("{} in {}", counted(puzzles.len(), "puzzle", "puzzles"), args.dir.display()))?;
    Ok(Exit::Success)
}

fn batches(args: &MakeArgs) -> anyhow::Result<Vec<Batch>> {
    if args.files.is_empty() {
        let n_batches = args.games.div_ceil(GAMES_PER_BATCH);
        return Ok((0..n_batches as u64).map(|number| played(args, number)).collect());
    }
    let mut batches = Vec::new();
    for file in &args.files {
        batches.extend(read(args, file)?);
    }
    Ok(batches)
}

fn played(args: &MakeArgs, number: u64) -> Batch {
    let first = number * GAMES_PER_BATCH as u64;
    let seeds = first..first + GAMES_PER_BATCH as u64;
    let offset = args.seed << 40;
    let path = args.dir.join(format!("played-{}-{number:06}.{EXTENSION}", args.seed));
    Batch { path, games: Games::Played(seeds.start + offset..seeds.end + offset) }
}

/// The games of a file, in batches that are named by its content.
fn read(args: &MakeArgs, file: &Path) -> anyhow::Result<Vec<Batch>> {
    let mut bytes = Vec::new();
    let mut open = File::open(file).with_context(|| file.display().to_string())?;
    open.read_to_end(&mut bytes).with_context(|| file.display().to_string())?;
    let sum = xxh3_64(&bytes);
    let mut n_left_out = 0;
    let mut games: Vec<Game> = Vec::new();
    for record in Reader::new(&bytes[..]) {
        match record.ok().and_then(|record| record.replay().ok()) {
            Some(game) if game.rules().is_official() => games.push(game),
            _ => n_left_out += 1,
        }
    }
    if n_left_out > 0 {
        let games = counted(n_left_out, "game", "games");
        tell(format_args!("{}: {games} left out; crownhead pdn check says what is wrong", file.display()));
    }
    let chunks = games.chunks(GAMES_PER_BATCH).enumerate();
    let batch = |(number, games): (usize, &[Game])| Batch {
        path: args.dir.join(format!("read-{sum:016x}-{number:06}.{EXTENSION}")),
        games: Games::Read(games.to_vec()),
    };
    Ok(chunks.map(batch).collect())
}

fn make(batches: &[Batch], database: &Database, threads: usize) -> io::Result<()> {
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} batches  {msg}  {elapsed} elapsed, {eta} left");
    let bar = ProgressBar::new(batches.len() as u64).with_style(style.expect("the template is valid"));
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (has_failed, failure) = (AtomicBool::new(false), Mutex::new(Ok(())));
    let work = || {
        let seeder = Seeder::new(TRIES);
        while !has_failed.load(Ordering::Relaxed)
            && let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let puzzles = puzzles_of(batch, database, &seeder);
            if let Err(error) = write_atomically(&batch.path, &puzzles.to_bytes()) {
                has_failed.store(true, Ordering::Relaxed);
                *failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Err(error);
            }
            let n = found.fetch_add(puzzles.len(), Ordering::Relaxed) + puzzles.len();
            bar.set_message(counted(n, "puzzle", "puzzles"));
            bar.inc(1);
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    bar.finish_and_clear();
    failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn puzzles_of(batch: &Batch, database: &Database, seeder: &Seeder) -> Puzzles {
    // What one remembers of earlier games must not matter.
    let mut maker = Maker::new(database);
    let mut puzzles = match &batch.games {
        Games::Played(seeds) => seeds.clone().flat_map(|seed| maker.puzzles(&self_play(seed))).collect(),
        Games::Read(games) => games.iter().flat_map(|game| maker.puzzles(game)).collect::<Vec<_>>(),
    };
    for puzzle in &mut puzzles {
        puzzle.rating = seeder.rating(puzzle);
    }
    puzzles.into_iter().collect()
}

/// The puzzles of all batches in a folder. Their themes are found anew, for batches that are older than a rule.
fn gather(folder: &Path) -> anyhow::Result<Puzzles> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            all.extend(read_puzzles(&path)?.iter().cloned().map(Puzzle::with_new_themes));
        }
    }
    Ok(all.into_iter().collect())
}
