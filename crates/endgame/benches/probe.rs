//! Probes a second: `cargo bench -p crownhead-endgame`, with the folder of a database in
//! `CROWNHEAD_ENDGAMES`. A word after `--` chooses the measures whose names have it.

#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use std::path::Path;
use std::time::Instant;

use crownhead_board::Position;
use crownhead_endgame::{Database, Layout, Material, Prober};

/// Random positions, each material as often as it has boards.
fn random_positions(pieces: u8, max_side: u8, n: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(7);
    let layouts: Vec<Layout> = Material::all(pieces, max_side).filter_map(Layout::new).collect();
    let total: u64 = layouts.iter().map(Layout::n_cells).sum();
    let mut positions = Vec::with_capacity(n);
    while positions.len() < n {
        let mut cell = random.u64(..total);
        let layout = layouts.iter().find(|layout| {
            let found = cell < layout.n_cells();
            cell -= if found { 0 } else { layout.n_cells() };
            found
        });
        positions.extend(layout.unwrap().position(cell));
    }
    positions
}

/// The positions of this many pieces in the order in which a search of some depth meets them.
fn searched_positions(pos: &Position, depth: u32, positions: &mut Vec<Position>) {
    positions.push(*pos);
    if depth > 0 && positions.len() < 4_000_000 {
        for &mv in &pos.legal_moves() {
            searched_positions(&pos.play_unchecked(mv), depth - 1, positions);
        }
    }
}

/// Seconds of processor time of this thread where the system reports it, elapsed time elsewhere.
fn cpu_seconds(start: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

fn measure(name: &str, positions: &[Position], mut probe: impl FnMut(&Position) -> usize) {
    if std::env::args().skip(1).any(|word| !word.starts_with('-') && !name.contains(&word)) {
        return;
    }
    for round in 0..2 {
        let (start, before) = (Instant::now(), cpu_seconds(Instant::now()));
        let sum: usize = positions.iter().map(&mut probe).sum();
        let rate = positions.len() as f64 / (cpu_seconds(start) - before) / 1e6;
        println!("{name}, round {round}: {rate:.2} million a second of processor time (sum {sum})");
    }
}

fn main() {
    let Ok(folder) = std::env::var("CROWNHEAD_ENDGAMES") else {
        return println!("CROWNHEAD_ENDGAMES names no folder with databases, so nothing is measured");
    };
    let start = Instant::now();
    let database = Database::open(Path::new(&folder)).unwrap();
    println!("opened in {:?}", start.elapsed());
    let pieces = database.n_pieces(4);
    // Of seven pieces only those with four against three are built.
    let max_side = if database.n_pieces(7) == pieces { 7 } else { 4 };
    let random = random_positions(pieces, max_side, 2_000_000);
    measure("random", &random, |pos| database.probe(pos).unwrap().unwrap() as usize);
    let mut prober = Prober::new(&database);
    measure("random, prober", &random, |pos| prober.probe(pos).unwrap().unwrap() as usize);
    let mut searched = Vec::new();
    for pos in random.iter().take(40) {
        let end = searched.len();
        let mut part = Vec::new();
        searched_positions(pos, 7, &mut part);
        part.truncate(100_000);
        searched.splice(end.., part);
    }
    measure("by search", &searched, |pos| prober.probe(pos).unwrap().unwrap() as usize);
}
