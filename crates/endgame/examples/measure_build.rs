//! Builds endings and says how long it takes: `measure_build values|distances PIECES THREADS FOLDER`.

use std::path::PathBuf;
use std::time::Instant;

use crownhead_endgame::{BuildOptions, Content, Counts, Database, build};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| arguments.get(i).and_then(|text| text.parse::<u8>().ok());
    let folder = PathBuf::from(arguments.get(3).map_or("endgames", String::as_str));
    let mut options = BuildOptions::new(number(1).unwrap_or(5));
    options.threads = number(2).unwrap_or(1).into();
    if arguments.first().is_some_and(|word| word == "distances") {
        options.content = Content::Distances;
    }
    println!("memory: {} MB", options.needed_memory() / 1_000_000);
    let start = Instant::now();
    let report = match build(&folder, &options, &mut |_| {}) {
        Ok(report) => report,
        Err(error) => return eprintln!("{error}"),
    };
    println!("{:?} in all, {:?} solving, {:?} packing", start.elapsed(), report.solving, report.packing);
    let total = report.counts.iter().fold(Counts::default(), |sum, (_, counts)| sum + *counts);
    println!("{total:?} {} entries", total.total());
    let n_bytes: u64 =
        report.files.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len()).sum();
    println!("{} files, {n_bytes} bytes", report.files.len());
    let start = Instant::now();
    match Database::open(&folder) {
        Ok(database) => println!("opened in {:?}, {} pieces", start.elapsed(), database.n_pieces(4)),
        Err(error) => eprintln!("{error}"),
    }
}
