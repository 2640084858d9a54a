//! Whole files: our own, and real ones if there are any.

use crownhead_board::Color;
use crownhead_pdn::{GameResult, Reader, Record, Writer};
use fastrand::Rng;

use crate::common::{check_pieces, collect, collections};

fn records(bytes: &[u8]) -> Vec<Record> {
    Reader::new(bytes).map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn every_game_is_read_and_written() {
    for collection in collections() {
        let records = records(&collection.bytes);
        assert_eq!(records.len(), collection.n_games);
        assert!(records.iter().all(|record| record.result().is_some()));
        let mut writer = Writer::new(Vec::new());
        for record in &records {
            writer.write(record).expect("memory takes everything");
        }
        let text = writer.into_inner();
        assert!(self::records(&text) == records);
        assert!(text.split(|&byte| byte == b'\n').all(|line| line.len() <= 80));
    }
}

#[test]
fn every_game_is_legal_but_those_known_not_to_be() {
    for collection in collections() {
        let games = (1..).zip(records(&collection.bytes));
        let illegal: Vec<usize> = games.filter(|(_, game)| game.replay().is_err()).map(|(n, _)| n).collect();
        assert_eq!(illegal, collection.illegal);
    }
}

#[test]
fn players_score_as_is_known() {
    for collection in collections() {
        let Some((name, expected)) = collection.score else { continue };
        let mut score = [0; 3];
        for record in records(&collection.bytes) {
            let is_black = record.player(Color::Black).is_some_and(|player| player.contains(name));
            let won = if is_black { GameResult::BlackWins } else { GameResult::WhiteWins };
            score[match record.result() {
                Some(result) if result == won => 0,
                Some(GameResult::Draw) => 1,
                _ => 2,
            }] += 1;
        }
        assert_eq!(score, expected);
    }
}

#[test]
fn pieces_of_any_size_give_the_same_games() {
    for collection in collections() {
        // Longer than the reader's buffer, and not too long.
        let bytes = collection.bytes.repeat(100_000 / collection.bytes.len() + 1);
        check_pieces(&bytes[..bytes.len().min(400_000)], [1, 3, 64, 1000, 32_768, 32_769, 100_000]);
    }
}

#[test]
fn damaged_files_are_read_as_far_as_possible() {
    let mut rng = Rng::with_seed(4);
    for collection in collections() {
        let bytes = collection.bytes.repeat(2);
        for _ in 0..500 {
            let start = rng.usize(..bytes.len() - 5000);
            let mut part = bytes[start..start + 5000].to_vec();
            for _ in 0..rng.usize(1..=20) {
                damage(&mut part, &mut rng);
            }
            for game in collect(Reader::new(part.as_slice())).into_iter().flatten() {
                assert_eq!(collect(Reader::from_text(&game.to_string())), [Ok(game)]);
            }
        }
    }
}

/// Changes, inserts or removes a byte, or removes several.
fn damage(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.usize(..bytes.len());
    let byte = if rng.bool() { rng.u8(..) } else { *rng.choice(b"{}()[]\"*-x.\n").expect("some bytes") };
    match rng.u8(..4) {
        0 => bytes[at] = byte,
        1 => bytes.insert(at, byte),
        2 => drop(bytes.remove(at)),
        _ => drop(bytes.drain(at..(at + rng.usize(..100)).min(bytes.len()))),
    }
}
