//! Real collections, if there are any: set `CROWNHEAD_DATA` to a folder that has them.

use crownhead_pdn::{GameResult, Reader, Record, Writer};

use crate::common::{Random, check_pieces, collect, real_file};

fn records(bytes: &[u8]) -> Vec<Record> {
    Reader::from_bytes(bytes).map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[track_caller]
fn check(name: &str, n_games: usize) {
    let Some(bytes) = real_file(name) else { return };
    let records = records(&bytes);
    assert_eq!(records.len(), n_games);
    assert!(records.iter().all(|record| record.result().is_some()));
    check_writes(&records);
}

fn check_writes(records: &[Record]) {
    let mut writer = Writer::new(Vec::new());
    for record in records {
        writer.write(record).expect("memory takes everything");
    }
    let text = writer.into_inner();
    assert!(self::records(&text) == records);
    assert!(text.split(|&byte| byte == b'\n').all(|line| line.len() <= 80));
}

#[test]
fn acf() {
    check("acf_games.pdn", 9377);
}

#[test]
fn tinsley() {
    check("tinsley.pdn", 724);
}

#[test]
fn tinsley_scores_as_is_known() {
    let Some(bytes) = real_file("tinsley.pdn") else { return };
    let mut score = [0; 3];
    for record in records(&bytes) {
        let is_black = record.tags.get("Black").is_some_and(|name| name.contains("Tinsley"));
        let won = if is_black { GameResult::BlackWins } else { GameResult::WhiteWins };
        score[match record.result() {
            Some(result) if result == won => 0,
            Some(GameResult::Draw) => 1,
            _ => 2,
        }] += 1;
    }
    assert_eq!(score, [175, 533, 16]);
}

#[test]
fn pieces_of_real_files() {
    let Some(bytes) = real_file("tinsley.pdn") else { return };
    check_pieces(&bytes, [1, 3, 64, 1000, 32_768, 32_769, 100_000]);
}

#[test]
fn damaged_real_files() {
    let Some(bytes) = real_file("tinsley.pdn") else { return };
    let mut random = Random(4);
    for _ in 0..500 {
        let start = random.below(bytes.len() - 5000);
        let mut part = bytes[start..start + 5000].to_vec();
        for _ in 0..1 + random.below(20) {
            damage(&mut part, &mut random);
        }
        for game in collect(Reader::from_bytes(&part)).into_iter().flatten() {
            assert_eq!(collect(Reader::from_text(&game.to_string())), [Ok(game)]);
        }
    }
}

/// Changes, takes out or puts in a byte or a run of them.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let byte = if random.below(2) == 0 { random.below(256) as u8 } else { random.pick(b"{}()[]\"*-x.\n") };
    match random.below(4) {
        0 => bytes[at] = byte,
        1 => bytes.insert(at, byte),
        2 => drop(bytes.remove(at)),
        _ => drop(bytes.drain(at..(at + random.below(100)).min(bytes.len()))),
    }
}
