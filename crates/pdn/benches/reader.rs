//! How fast games are read and written.
//!
//! Reads `acf_games.pdn` from the folder in `CROWNHEAD_DATA`, or a made-up file without it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crownhead_pdn::{Reader, Record, write_record};
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};

static TEXT: LazyLock<Vec<u8>> = LazyLock::new(|| match std::env::var_os("CROWNHEAD_DATA") {
    Some(folder) => fs::read(Path::new(&folder).join("acf_games.pdn")).expect("the folder has acf_games.pdn"),
    None => synthetic().into_bytes(),
});

fn main() {
    divan::main();
}

/// Games, comments and all, as the iterator gives them.
#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let text = &*TEXT;
    bencher.counter(BytesCount::of_slice(text)).bench(|| {
        let games = Reader::new(black_box(text.as_slice())).filter(Result::is_ok).count();
        assert!(games > 1000);
        games
    });
}

/// Games read and played by the rules. Made-up games are not legal, so only real ones are played.
#[divan::bench]
fn replay(bencher: Bencher<'_, '_>) {
    let text = &*TEXT;
    let plies = || -> usize {
        let games =
            Reader::new(black_box(text.as_slice())).flatten().filter_map(|record| record.replay().ok());
        games.map(|game| game.moves().len()).sum()
    };
    bencher.counter(ItemsCount::new(plies())).bench(plies);
}

/// The text of games that were read before.
#[divan::bench]
fn write(bencher: Bencher<'_, '_>) {
    let text = &*TEXT;
    let records: Vec<Record> = Reader::new(text.as_slice()).flatten().collect();
    bencher.counter(BytesCount::of_slice(text)).bench(|| {
        let mut out = Vec::with_capacity(text.len() * 2);
        for record in &records {
            write_record(&mut out, record).expect("memory takes everything");
        }
        out.len()
    });
}

/// Games of sixty moves with squares that need not make sense.
fn synthetic() -> String {
    let mut text = String::new();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut square = || rng.u8(1..32);
    for game in 1..=4000 {
        let _ = writeln!(text, "[Event \"Game {game}\"]\n[Result \"1/2-1/2\"]");
        for number in 1..=30 {
            let _ = write!(text, "{number}. {}-32 {}x32", square(), square());
            text.push(if number % 6 == 0 { '\n' } else { ' ' });
        }
        text.push_str("1/2-1/2\n\n");
    }
    text
}
