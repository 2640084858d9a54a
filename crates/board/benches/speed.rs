//! The speed of the rules: perft with and without bulk counting, moves, texts.
//!
//! `cargo bench -p crownhead-board --bench speed`. Every figure is checked against a known result.

#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

mod common;

use crownhead_board::{Move, MoveList, Position, Rules, State, perft};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const DEPTH: u32 = 10;
const NODES: u64 = 18_391_564;

/// A midgame with kings, jumps to come and a dozen pieces.
const MIDGAME: &str = "W:W18,19,21,23,K26,29,30,31:B4,K6,8,9,10,11,12,20";

#[divan::bench(sample_count = 10)]
fn perft_bulk(bencher: Bencher) {
    bencher.counter(ItemsCount::new(NODES)).bench(|| {
        assert_eq!(perft(black_box(&Position::START), DEPTH), NODES);
    });
}

/// A move list at every node, the last ply included.
#[divan::bench(sample_count = 10)]
fn perft_with_lists(bencher: Bencher) {
    let mut lists = vec![MoveList::new(); DEPTH as usize];
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| {
        assert_eq!(common::perft_with_lists(black_box(&Position::START), &mut lists), NODES);
    });
}

/// Every move made, the last ply included.
#[divan::bench(sample_count = 10)]
fn perft_without_bulk(bencher: Bencher) {
    let mut lists = vec![MoveList::new(); DEPTH as usize];
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| {
        assert_eq!(without_bulk(black_box(&Position::START), &mut lists), NODES);
    });
}

fn without_bulk(pos: &Position, lists: &mut [MoveList]) -> u64 {
    let Some((moves, lists)) = lists.split_first_mut() else { return black_box(pos).turn() as u64 | 1 };
    pos.legal_moves_into(moves);
    moves.iter().map(|mv| without_bulk(&pos.play_unchecked(*mv), lists)).sum()
}

#[divan::bench(args = ["B:W21-32:B1-12", MIDGAME])]
fn legal_moves(bencher: Bencher, fen: &str) {
    let pos: Position = fen.parse().unwrap();
    let mut moves = MoveList::new();
    pos.legal_moves_into(&mut moves);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        black_box(&pos).legal_moves_into(&mut moves);
        moves.len()
    });
}

#[divan::bench]
fn make_move(bencher: Bencher) {
    let pos: Position = MIDGAME.parse().unwrap();
    let moves: Vec<Move> = pos.legal_moves().to_vec();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for mv in &moves {
            black_box(black_box(&pos).play_unchecked(*mv));
        }
    });
}

#[divan::bench]
fn house_rule_moves(bencher: Bencher) {
    let state = State::new(MIDGAME.parse().unwrap(), Rules::preset("free-stop").unwrap());
    bencher.bench(|| black_box(&state).legal_moves().len());
}

#[divan::bench]
fn parse_fen(bencher: Bencher) {
    bencher.bench(|| black_box(MIDGAME).parse::<Position>().unwrap());
}

#[divan::bench]
fn parse_typed_move(bencher: Bencher) {
    bencher.bench(|| Position::START.parse_move(black_box("11-15")).unwrap());
}
