//! Makes many games out of real ones, imports them, and measures: the import, its memory, the index, and searches.
//!
//! `CROWNHEAD_DATA=FOLDER cargo run --release -p crownhead-collection --example million [GAMES] [WORK-FOLDER]`
//!
//! Games follow a real one for a while and go on at random, with players, events and dates that are made up. Files stay in
//! the work folder, and games that are there already are used again; with CROWNHEAD_MEASURE_ONLY set, the index too.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crownhead_board::{Game, Move, Position};
use crownhead_collection::{Import, Index, Query};
use crownhead_pdn::{Reader, Record, write_record};

/// Made-up players.
const N_PLAYERS: u32 = 50_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let n_games: usize = args.next().map_or(Ok(1_000_000), |n| n.parse())?;
    let folder = args.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let data =
        std::env::var("CROWNHEAD_DATA").map_err(|_| "CROWNHEAD_DATA names no folder with real games")?;
    let games = folder.join(format!("crownhead-{n_games}.pdn"));
    if !games.exists() {
        generate(Path::new(&data), n_games, &games)?;
    }
    println!("games: {} MB of text", fs::metadata(&games)?.len() >> 20);
    let path = folder.join(format!("crownhead-{n_games}.games"));
    if std::env::var_os("CROWNHEAD_MEASURE_ONLY").is_some() {
        return measure(&Index::open(&path)?);
    }
    let start = Instant::now();
    let imported = Import::new([&games]).write(&path, |_| {})?;
    let took = start.elapsed();
    println!(
        "import: {} games, {} positions in {:.1} s",
        imported.games,
        imported.positions,
        took.as_secs_f64()
    );
    println!("unreadable {}, incomplete {}", imported.unreadable, imported.incomplete);
    println!("peak memory: {}", peak_memory().unwrap_or_else(|| "not known here".to_owned()));
    println!("index: {:.1} MB", fs::metadata(&path)?.len() as f64 / 1e6);
    let index = Index::open(&path)?;
    measure(&index)
}

fn measure(index: &Index) -> Result<(), Box<dyn Error>> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut game = || random.u32(..index.n_games());
    // A position of a random game at a random ply: many of them are openings with many games.
    let positions: Vec<Position> = (0..5_000).map(|_| game()).map(|game| any_position(index, game)).collect();
    let names: Vec<String> =
        (0..500).map(|_| index.game(game()).map_or("", |info| info.black).to_owned()).collect();
    times("explore a position", positions.iter().map(|pos| timed(|| index.explore(pos, &Query::default()))));
    let query = |pos: &Position| Query { position: Some(*pos), ..Query::default() };
    times("find a position", positions.iter().map(|pos| timed(|| index.find(&query(pos), 0, 50))));
    times(
        "all games of the first position",
        (0..20).map(|_| timed(|| index.search(&query(&Position::START)))),
    );
    let player = |name: &String| Query { player: Some(name.clone()), ..Query::default() };
    times("find a player", names.iter().map(|name| timed(|| index.search(&player(name)))));
    let opening = Query { opening: Some("single corner".to_owned()), ..Query::default() };
    times("find an opening", (0..20).map(|_| timed(|| index.search(&opening))));
    let pattern = Query { pattern: Some("king on 15 and man on 13".parse()?), ..Query::default() };
    times("find a pattern", (0..3).map(|_| timed(|| index.search(&pattern))));
    let material = Query { material: Some("2k v 1k".parse()?), reversed: true, ..Query::default() };
    times("find a material", (0..3).map(|_| timed(|| index.search(&material))));
    times("find duplicates", (0..1).map(|_| timed(|| index.duplicates())));
    times("verify", (0..1).map(|_| timed(|| index.verify())));
    Ok(())
}

fn any_position(index: &Index, game: u32) -> Position {
    let moves = index.moves(game);
    let n = (game as usize * 7) % (moves.len() + 1);
    let start = index.start(game).unwrap_or(Position::START);
    moves[..n].iter().fold(start, |pos, mv| pos.play_unchecked(*mv))
}

/// How long something took, and for how much of that this thread had a processor, where the system tells. On a machine with
/// other work to do the two differ much.
struct Took {
    time: Duration,
    on_processor: Option<Duration>,
}

fn timed<T>(work: impl FnOnce() -> T) -> Took {
    let (before, start) = (on_processor(), Instant::now());
    std::hint::black_box(work());
    let time = start.elapsed();
    let on_processor = before.zip(on_processor()).map(|(before, after)| after.saturating_sub(before));
    Took { time, on_processor }
}

fn on_processor() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}

fn times(what: &str, took: impl Iterator<Item = Took>) {
    let took: Vec<Took> = took.collect();
    let line = |mut times: Vec<Duration>| {
        times.sort();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        format!("median {:.3} ms, p99 {:.3} ms, worst {:.3} ms", at(0.5), at(0.99), at(1.0))
    };
    println!("{what}: {}", line(took.iter().map(|took| took.time).collect()));
    if let Some(times) = took.iter().map(|took| took.on_processor).collect() {
        println!("    on the processor: {}", line(times));
    }
}

/// The most memory of this process, as Linux tells it. Pages of mapped files count, which the index is not yet.
fn peak_memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
}

fn generate(data: &Path, n_games: usize, path: &Path) -> Result<(), Box<dyn Error>> {
    let real = real_games(data)?;
    let mut random = fastrand::Rng::with_seed(20);
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for number in 0..n_games {
        let game = altered(&real[random.usize(..real.len())], &mut random);
        write_record(&mut out, &record(&game, number, &mut random)?)?;
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

fn real_games(data: &Path) -> Result<Vec<Vec<Move>>, Box<dyn Error>> {
    let mut games = Vec::new();
    for file in ["acf_games.pdn", "tinsley.pdn"] {
        let records = Reader::new(File::open(data.join(file))?).filter_map(Result::ok);
        let replayed = records.filter_map(|record| record.replay().ok());
        games.extend(
            replayed.filter(|game| *game.start() == Position::START).map(|game| game.moves().collect()),
        );
    }
    Ok(games)
}

/// A real game for a while, and random moves for the rest of its length.
fn altered(moves: &[Move], random: &mut fastrand::Rng) -> Game {
    let mut game = Game::new().without_automatic_draws();
    let n_kept = random.usize(..=moves.len());
    for ply in 0..moves.len() {
        let next = if ply < n_kept {
            moves.get(ply).copied()
        } else {
            random.choice(game.legal_moves().iter().copied())
        };
        if next.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    game
}

fn record(game: &Game, number: usize, random: &mut fastrand::Rng) -> Result<Record, Box<dyn Error>> {
    let mut record = Record::from_game(game);
    // A few play much.
    let mut player = || {
        let skewed = random.f64().powi(3);
        name((skewed * f64::from(N_PLAYERS)) as u32)
    };
    let (black, white) = (player(), player());
    record.tags.set("Black", &black)?;
    record.tags.set("White", &white)?;
    record.tags.set("Event", &format!("Open {} of {}", 1 + number % 700, 1900 + number % 120))?;
    record.tags.set("Date", &format!("{}.{:02}.??", 1900 + number % 120, 1 + number % 12))?;
    record.tags.set("Result", ["1-0", "0-1", "1/2-1/2"][random.usize(..3)])?;
    Ok(record)
}

/// A name that can be spoken.
fn name(number: u32) -> String {
    const PARTS: [&str; 16] = [
        "ba", "den", "mor", "ka", "lin", "to", "ver", "sa", "rup", "hel", "ni", "gar", "os", "win", "le",
        "cu",
    ];
    let part = |n: u32| PARTS[(n % 16) as usize];
    let last: String = (0..4).map(|digit| part(number >> (4 * digit))).collect();
    format!("{} {last}", part(number / 3 + 5).to_uppercase())
}
