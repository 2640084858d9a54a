//! Records played by the rules, and games written down.

use crownhead_board::{Game, IllegalReason, Position, Rules};
use crownhead_pdn::{Fault, Reader, Record};
use fastrand::Rng;

fn record(text: &str) -> Record {
    Reader::from_text(text).next().expect("a game").expect("a readable game")
}

#[test]
fn a_fen_is_the_start_and_leaves_the_turn_to_the_first_move() {
    let game = record("[FEN \"?:W22:B18,11.\"] 1. 22x8 *").replay().expect("a legal game");
    assert_eq!(game.position().to_string(), "B:W8:B");
}

#[test]
fn a_man_on_its_crown_row_is_a_king() {
    let game = record("[FEN \"W:W2:B30,12\"] 1. 2-7 *").replay().expect("a legal game");
    assert_eq!(game.position().to_string(), "B:WK7:B12,K30");
}

#[test]
fn a_setup_between_moves_starts_anew() {
    let game = record("1. 11-15 /FEN \"W:W22:B18,11\"/ 22x15x8 *").replay().expect("a legal game");
    assert_eq!(game.position().to_string(), "B:W8:B");
}

#[test]
fn faults_name_the_ply_and_the_reason() {
    let error = record("1. 11-15 22-18 2. 9-14 *").replay().expect_err("a capture is forced");
    assert_eq!(error.ply, 3);
    assert!(matches!(error.fault, Fault::Illegal { why: IllegalReason::MustCapture(_), .. }), "{error}");

    let error = record("[FEN \"W:W22:B17,9,18,10\"] 1. 22x6 *").replay().expect_err("two jumps fit");
    assert!(matches!(&error.fault, Fault::Ambiguous { moves, .. } if moves.len() == 2), "{error}");

    let error = record("[FEN \"W:W99:B1\"] *").replay().expect_err("no such square");
    assert_eq!(error.ply, 0);

    let error = record("[Rules \"chess\"] 1. 11-15 *").replay().expect_err("no such rules");
    assert!(matches!(error.fault, Fault::Rules(_)), "{error}");
}

/// A game of random moves by some rules.
fn random_game(rng: &mut Rng, rules: Rules) -> Game {
    let mut game = Game::from_position(Position::START, rules);
    for _ in 0..200 {
        let moves = game.legal_moves();
        match moves.len() {
            0 => break,
            n => game.play(moves[rng.usize(..n)]).expect("a legal move"),
        }
    }
    game
}

#[test]
fn a_game_written_down_is_the_same_game() {
    let mut rng = Rng::with_seed(7);
    for (_, rules) in Rules::PRESETS {
        for _ in 0..50 {
            let game = random_game(&mut rng, *rules);
            let text = Record::from_game(&game).to_string();
            let again = record(&text).replay().unwrap_or_else(|error| panic!("{error}\n{text}"));
            // A turn that was ended with the last move leaves no trace.
            let ended = game.moves().last().is_some_and(|mv| mv.is_end_turn());
            let last = game.positions().nth_back(usize::from(ended)).expect("a position");
            assert_eq!(again.position(), last, "{text}");
        }
    }
}
