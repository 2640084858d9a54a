//! The libraries in one program: counts positions, reads a game file, finds a move, probes an ending.
//!
//! `cargo run --release --example tour`

use std::error::Error;

use crownhead_board::{Game, Position};
use crownhead_endgame::Database;
use crownhead_engine::{Depth, Engine, Limits};
use crownhead_pdn::Reader;

/// Counts the move sequences of a length.
fn perft(pos: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => pos.legal_moves().into_iter().map(|mv| perft(&pos.play_unchecked(mv), depth - 1)).sum(),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("perft 6: {}", perft(&Position::START, 6));

    let file = "[Event \"Club night\"] 1. 11-15 23-18 2. 8-11 27-23 *";
    let record = Reader::from_text(file).next().ok_or("no game in the file")??;
    let game: Game = record.replay()?;
    println!(
        "{} after {} moves: {}",
        record.tags.get("Event").unwrap_or("?"),
        game.moves().len(),
        game.position()
    );

    let best = Engine::new().best_move(&game, Limits::depth(Depth::new(8)));
    println!("best move: {}", best.ok_or("the game is over")?);

    let ending: Position = "W:W8:B3".parse()?;
    match Database::shipped().verdict(&ending)? {
        Some(verdict) => println!("{ending}: {verdict}"),
        None => println!("{ending}: not in the database"),
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
