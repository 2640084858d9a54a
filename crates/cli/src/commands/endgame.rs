//! `crownhead endgame`: endgame databases, built, probed, verified and summarized.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand};
use crownhead_board::Position;
use crownhead_endgame::{
    BuildOptions, Content, Counts, Database, Extent, Material, Progress, Verdict, build, material_of, verify,
    verify_distances,
};
use crownhead_files::lines;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::args as arguments;
use crate::endings::{self, own_folder};
use crate::exit::Exit;
use crate::output::{print_line, tell};
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct EndgameArgs {
    /// Folder of the databases [default: endgame in your data directory].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: EndgameCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EndgameCommand {
    /// Build the databases up to a number of pieces; continues an interrupted build, and builds damaged files again.
    Build {
        /// Number of pieces; above six, at most four for each side.
        #[arg(
            long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=8),
            required_unless_present = "material"
        )]
        pieces: Option<u8>,
        /// Only this material and what it can become: black men, black kings, white men, white kings,
        /// as in 0,4,0,4.
        #[arg(long, value_name = "M,K,M,K", conflicts_with = "pieces")]
        material: Option<Material>,
        /// Also store the number of plies to each win and loss.
        #[arg(long)]
        distance: bool,
        /// Work in files instead of memory.
        #[arg(long)]
        disk: bool,
        /// Number of threads [default: all cores].
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
        /// Memory limit in gigabytes; a build that needs more is refused.
        #[arg(long, value_name = "GB")]
        memory: Option<u64>,
    },
    /// Show the value of a position and of each move, with the number of plies to the end.
    ///
    /// Endings of up to four pieces are part of the program. Those of five pieces are built when one is asked for first,
    /// which takes a minute or two, into your data directory; with --dir nothing is built.
    Probe {
        /// The position as FEN, or - to read FENs from standard input, one per line.
        fen: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check values and distances against their successors: all up to five pieces, a sample above.
    Verify {
        /// Check all of them above five pieces too.
        #[arg(long)]
        all: bool,
        /// Seed of the sample.
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
    },
    /// Count wins, losses and draws, and show the longest wins.
    Stats {
        /// Print an object of JSON for each material, one per line.
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn run(args: &EndgameArgs) -> anyhow::Result<Exit> {
    let folder = Folder::new(args.dir.as_deref())?;
    match &args.command {
        EndgameCommand::Build { pieces, material, distance, disk, threads, memory } => {
            let n_pieces = pieces.or(material.map(Material::n_pieces)).unwrap_or_default();
            let mut options = BuildOptions { only: *material, on_disk: *disk, ..BuildOptions::new(n_pieces) };
            options.threads = threads.map_or(options.threads, usize::from);
            options.memory = memory.map_or(options.memory, |gigabytes| gigabytes << 30);
            build_into(&folder.path, &options)?;
            let distances = BuildOptions { content: Content::Distances, ..options };
            if *distance {
                build_into(&folder.path, &distances)?;
                return Ok(Exit::Success);
            }
            for material in damaged_distances(&folder.path, n_pieces)? {
                let only =
                    BuildOptions { only: Some(material), pieces: material.n_pieces(), ..distances.clone() };
                build_into(&folder.path, &only)?;
            }
            Ok(Exit::Success)
        }
        EndgameCommand::Probe { fen, json } if fen == "-" => answer_lines(&folder, *json),
        EndgameCommand::Probe { fen, json } => probe(&folder, arguments::position(fen)?, *json),
        EndgameCommand::Verify { all, seed } => check(&folder, *all, *seed),
        EndgameCommand::Stats { json: true } => stats_json(&folder),
        EndgameCommand::Stats { json: false } => stats(&folder),
    }
}

/// Where databases are.
pub(crate) struct Folder {
    path: PathBuf,
    /// It is the user's own, into which small databases are built when they are needed.
    is_own: bool,
}

/// Endings with this number of pieces take seconds to build, with their distances half a minute.
const QUICK_PIECES: usize = 5;

impl Folder {
    pub(crate) fn new(dir: Option<&Path>) -> anyhow::Result<Folder> {
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
        Ok(endings::open(&self.path)?)
    }

    /// The same, with the endings that a position needs if they are quick to build.
    pub(crate) fn database_for(&self, pos: &Position) -> anyhow::Result<Database> {
        let database = self.database()?;
        let (pieces, material) = (pos.occupied().len(), Material::of(pos));
        let is_known = database.covers(material) && database.has_distances(material);
        if !self.is_own || pieces != QUICK_PIECES || is_known {
            return Ok(database);
        }
        let options = BuildOptions::new(QUICK_PIECES as u8);
        let path = self.path.display();
        tell(format_args!(
            "building the endings of five pieces into {path}; this is done once and takes a minute or two"
        ));
        build_into(&self.path, &options)?;
        build_into(&self.path, &BuildOptions { content: Content::Distances, ..options })?;
        self.database()
    }
}

fn build_into(folder: &Path, options: &BuildOptions) -> anyhow::Result<()> {
    let bar = progress_bar();
    let report = build(folder, options, &mut |progress: &Progress| show_progress(&bar, progress))?;
    bar.finish_and_clear();
    let counts = report.counts.iter().fold(Counts::default(), |sum, (_, counts)| sum + *counts);
    let name = match options.only {
        Some(material) => format!("{material} and what it can become"),
        None => format!("{} pieces", options.pieces),
    };
    let what = match options.content {
        Content::Values => format!("{} positions", counts.total()),
        Content::Distances => "distances".to_owned(),
    };
    if options.pieces <= options.files_above {
        tell(format_args!("{name}: nothing to build, these endings are part of the program"));
        return Ok(());
    }
    if report.files.is_empty() {
        tell(format_args!("{name}: nothing to build, all files are in {}", folder.display()));
        return Ok(());
    }
    tell(format_args!(
        "{name}: {what} in {} in {}; solved in {:.1} s, packed in {:.1} s",
        counted(report.files.len(), "file", "files"),
        folder.display(),
        report.solving.as_secs_f64(),
        report.packing.as_secs_f64(),
    ));
    Ok(())
}

/// The materials with at most `pieces` pieces whose distance files are damaged.
fn damaged_distances(folder: &Path, pieces: u8) -> anyhow::Result<Vec<Material>> {
    let distances = database_files(folder, &[Content::Distances])?;
    let damaged = distances.iter().filter(|path| check_file(path).is_err());
    let materials = damaged.filter_map(|path| material_of(path));
    Ok(materials.filter(|material| material.n_pieces() <= pieces).collect())
}

/// The files of a folder with these contents, in the order of their names.
fn database_files(folder: &Path, contents: &[Content]) -> anyhow::Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let is_one = |path: &PathBuf| {
        path.extension().is_some_and(|end| contents.iter().any(|content| end == content.extension()))
    };
    let mut paths: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).filter(is_one).collect();
    paths.sort();
    Ok(paths)
}

/// Reads a file, and compares its checksums.
fn check_file(path: &Path) -> anyhow::Result<()> {
    let mut database = Database::new();
    database.add_file(path)?;
    Ok(database.verify_checksums()?)
}

fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {percent:>3}%  {msg}");
    ProgressBar::new(1).with_style(style.expect("the template is valid"))
}

fn show_progress(bar: &ProgressBar, progress: &Progress) {
    bar.set_length(progress.total);
    bar.set_position(progress.done);
    bar.set_message(format!(
        "{}  {:.1} million/s, {} left",
        progress.material,
        progress.rate() / 1e6,
        whole_seconds(progress.remaining())
    ));
}

fn whole_seconds(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

fn text(verdict: Option<Verdict>) -> String {
    verdict.map_or_else(|| "not covered".to_owned(), |verdict| verdict.to_string())
}

fn probe(folder: &Folder, pos: Position, json: bool) -> anyhow::Result<Exit> {
    let database = folder.database_for(&pos)?;
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", probe_json(&database, &pos)?)?;
        return Ok(Exit::Success);
    }
    writeln!(out, "{} for {}", text(database.verdict(&pos)?), pos.turn())?;
    let mut moves = pos.legal_moves();
    moves.sort_by_key(|mv| mv.route());
    for mv in &moves {
        // What a move is worth to the side that makes it.
        let verdict = database.verdict(&pos.play_unchecked(*mv))?.map(Verdict::before);
        writeln!(out, "{:<12} {}", mv.route_text().to_string(), text(verdict))?;
    }
    Ok(Exit::Success)
}

/// What is known of a position and of each move, for the side to move.
fn probe_json(database: &Database, pos: &Position) -> anyhow::Result<Value> {
    let mut moves = pos.legal_moves();
    moves.sort_by_key(|mv| mv.route());
    let mut judged = Vec::new();
    for mv in &moves {
        let verdict = database.verdict(&pos.play_unchecked(*mv))?.map(Verdict::before);
        judged.push(json!({ "move": mv.route_text().to_string(), "verdict": verdict.map(verdict_json) }));
    }
    let verdict = database.verdict(pos)?.map(verdict_json);
    let turn = pos.turn().to_string().to_lowercase();
    Ok(json!({ "fen": pos.to_string(), "turn": turn, "verdict": verdict, "moves": judged }))
}

fn verdict_json(verdict: Verdict) -> Value {
    json!({ "value": verdict.value.to_string(), "plies": verdict.plies })
}

/// One answer for each line with a FEN.
fn answer_lines(folder: &Folder, json: bool) -> anyhow::Result<Exit> {
    let database = folder.database()?;
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    for line in lines(io::stdin().lock()) {
        match line?.parse::<Position>() {
            Ok(pos) if json => writeln!(out, "{}", probe_json(&database, &pos)?)?,
            Ok(pos) => writeln!(out, "{}", text(database.verdict(&pos)?))?,
            Err(error) if json => {
                writeln!(out, "{}", json!({ "error": error.to_string() }))?;
                exit = Exit::Faults;
            }
            Err(error) => {
                writeln!(out, "error: {error}")?;
                exit = Exit::Faults;
            }
        }
        out.flush()?;
    }
    Ok(exit)
}

/// Positions of each larger material to check, if not all.
const SAMPLE: u64 = 20_000;
/// Room for nearly all distances of five pieces, so that the same blocks are not unpacked again and again.
const VERIFY_CACHE: usize = 128 << 20;

fn check(folder: &Folder, all: bool, seed: u64) -> anyhow::Result<Exit> {
    let (mut database, mut faults) = sound_files(folder)?;
    database.set_cache_size(VERIFY_CACHE);
    let materials: Vec<Material> = database.materials().map(|(material, _)| material).collect();
    let next = AtomicUsize::new(0);
    let check_some = || {
        let (mut sums, mut faults) = ([0; 2], Vec::new());
        while let Some(material) = materials.get(next.fetch_add(1, Ordering::Relaxed)) {
            let whole = all || usize::from(material.n_pieces()) <= QUICK_PIECES;
            let extent = if whole { Extent::All } else { Extent::Sample { n: SAMPLE, seed } };
            let checked =
                [verify(&database, *material, extent), verify_distances(&database, *material, extent)];
            for (sum, checked) in sums.iter_mut().zip(checked) {
                match checked.with_context(|| material.to_string()) {
                    Ok(n_checked) => *sum += n_checked,
                    Err(fault) => faults.push(fault),
                }
            }
        }
        (sums, faults)
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let [mut n_positions, mut n_distances] = [0, 0];
    thread::scope(|scope| {
        let checks: Vec<_> = (0..threads).map(|_| scope.spawn(check_some)).collect();
        for check in checks {
            let (sums, found) = check.join().expect("verifying does not panic");
            n_positions += sums[0];
            n_distances += sums[1];
            faults.extend(found);
        }
    });
    faults.iter().for_each(|fault| tell(format_args!("{fault:#}")));
    print_line(format_args!(
        "{n_positions} positions and {n_distances} distances agree with their successors"
    ))?;
    if faults.is_empty() {
        return Ok(Exit::Success);
    }
    print_line(format_args!("{} found", counted(faults.len(), "fault", "faults")))?;
    Ok(Exit::Faults)
}

/// The databases of a folder without those that cannot be used, and what is wrong with each of these.
fn sound_files(folder: &Folder) -> anyhow::Result<(Database, Vec<anyhow::Error>)> {
    if folder.is_own && !folder.path.exists() {
        return Ok((folder.database()?, Vec::new()));
    }
    let (mut database, mut faults) = (Database::with_shipped(), Vec::new());
    for path in database_files(&folder.path, &[Content::Values, Content::Distances])? {
        let read = check_file(&path).and_then(|()| Ok(database.add_file(&path)?));
        faults.extend(read.err().map(|fault| match endings::rebuild(&path) {
            Some(command) => fault.context(format!("to build it again: {command}")),
            None => fault,
        }));
    }
    Ok((database, faults))
}

fn stats(folder: &Folder) -> anyhow::Result<Exit> {
    let database = folder.database()?;
    let mut out = io::stdout().lock();
    writeln!(out, "black men, black kings, white men, white kings; White to move; the longest win in plies")?;
    let titles = ["wins", "losses", "draws"].map(|title| format!("{title:>14}")).join(" ");
    writeln!(out, "{:<10} {titles} {:>8}", "material", "longest")?;
    let mut sums: BTreeMap<u8, Sum> = BTreeMap::new();
    for (material, counts) in database.materials() {
        let Counts { wins, losses, draws } = counts;
        write!(out, "{:<10} {wins:>14} {losses:>14} {draws:>14}", material.to_string())?;
        let longest = database.longest_win(material);
        match &longest {
            Some((plies, pos)) => writeln!(out, " {plies:>8}  {pos}")?,
            None => writeln!(out)?,
        }
        let sum = sums.entry(material.n_pieces()).or_default();
        sum.counts = sum.counts + counts;
        sum.longest = sum.longest.max(longest.map(|(plies, _)| plies));
    }
    for (pieces, Sum { counts: Counts { wins, losses, draws }, longest }) in sums {
        // Each position with White to move stands for one with Black to move.
        let (wins, losses, draws) = (2 * wins, 2 * losses, 2 * draws);
        write!(out, "{pieces} pieces, both sides to move: {wins} won, {losses} lost, {draws} drawn")?;
        match longest {
            Some(plies) => writeln!(out, ", the longest win {plies} plies")?,
            None => writeln!(out)?,
        }
    }
    Ok(Exit::Success)
}

fn stats_json(folder: &Folder) -> anyhow::Result<Exit> {
    let database = folder.database()?;
    let mut out = io::stdout().lock();
    for (material, Counts { wins, losses, draws }) in database.materials() {
        let longest = database.longest_win(material);
        let longest = longest.map(|(plies, pos)| json!({ "plies": plies, "fen": pos.to_string() }));
        let counts = json!({
            "material": material.to_string(), "pieces": material.n_pieces(),
            "wins": wins, "losses": losses, "draws": draws, "longest_win": longest,
        });
        writeln!(out, "{counts}")?;
    }
    Ok(Exit::Success)
}

/// What is known of all materials with the same number of pieces.
#[derive(Default)]
struct Sum {
    counts: Counts,
    longest: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_cannot_be_used_is_a_fault_with_the_command_that_builds_it_again() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["0302.ceg", "0401.ced", "notes.txt"] {
            fs::write(folder.path().join(name), "not a database").unwrap();
        }
        let folder = Folder { path: folder.path().to_owned(), is_own: false };
        let (database, faults) = sound_files(&folder).unwrap();
        assert!(database.materials().count() > 0, "what is part of the program is checked all the same");
        let told: Vec<String> = faults.iter().map(|fault| format!("{fault:#}")).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("0302.ceg") && told[0].contains("--material 0,3,0,2"), "{told:?}");
        assert!(told[1].contains("0401.ced") && told[1].contains("--distance"), "{told:?}");
    }
}
