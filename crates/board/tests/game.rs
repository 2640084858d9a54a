//! Games: results and their reasons (articles R18 to R22 of `docs/rules.md`), taking back, what was
//! captured.

#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use crownhead_board::{Captured, Color, DrawReason, Game, Outcome, PlayError, Position, Rules, WinReason};

fn game(fen: &str) -> Game {
    Game::from_position(fen.parse().unwrap(), Rules::OFFICIAL)
}

#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(game.state().parse_move(text).unwrap()).unwrap();
    }
}

/// R18.
#[test]
fn a_side_without_pieces_loses() {
    let mut game = game("W:W18:B14");
    play(&mut game, "18x9");
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::White, WinReason::NoPieces)));
    assert_eq!(game.outcome().unwrap().to_string(), "White wins: Black has no pieces left");
}

/// R18.
#[test]
fn a_side_that_cannot_move_loses() {
    let mut game = game("W:W9,14,19:B5");
    play(&mut game, "19-15");
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::White, WinReason::NoMoves)));
    assert!(game.legal_moves().is_empty());
}

/// R21.
#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut game = game("B:WK32:BK1");
    play(&mut game, "1-6 32-27 6-1 27-32");
    assert_eq!((game.occurrences(), game.outcome()), (2, None));
    play(&mut game, "1-6 32-27 6-1 27-32");
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Repetition)));
    let mv = game.state().legal_moves()[0];
    assert_eq!(game.play(mv), Err(PlayError::Over(Outcome::Draw(DrawReason::Repetition))));
}

/// R21.
#[test]
fn the_same_pieces_with_the_other_side_to_move_are_another_position() {
    // It cannot happen in one game: every step changes the row of one piece by one.
    let [black, white] = ["B:WK32:BK1", "W:WK32:BK1"].map(|fen| fen.parse::<Position>().unwrap());
    assert_eq!(black.setup().pieces(Color::White), white.setup().pieces(Color::White));
    assert_ne!(black, white);
    assert_ne!(black.key(), white.key());
}

/// R22.
#[test]
fn forty_moves_each_without_advance_or_capture_are_a_draw() {
    let mut game = game("B:WK32:BK1").without_automatic_draws();
    for _ in 0..19 {
        play(&mut game, "1-6 32-27 6-1 27-32");
    }
    play(&mut game, "1-6 32-27 6-1");
    assert_eq!((game.quiet_plies(), game.claimable_draw()), (79, Some(DrawReason::Repetition)));
    play(&mut game, "27-32");
    assert_eq!(game.claimable_draw(), Some(DrawReason::FortyMoves));
}

/// R22.
#[test]
fn an_advance_or_a_capture_starts_the_count_again() {
    let mut game = game("B:WK32,21:BK1,K15");
    play(&mut game, "1-6 32-28");
    assert_eq!(game.quiet_plies(), 2);
    play(&mut game, "6-1 21-17");
    assert_eq!(game.quiet_plies(), 0);
    play(&mut game, "1-6 17-13 6-9");
    assert_eq!(game.quiet_plies(), 1);
    play(&mut game, "13x6");
    assert_eq!(game.quiet_plies(), 0);
}

/// R21 and R22.
#[test]
fn a_draw_that_nobody_claims_lets_the_game_go_on() {
    let mut game = game("B:WK32:BK1").without_automatic_draws();
    play(&mut game, "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32");
    assert_eq!((game.claimable_draw(), game.outcome()), (Some(DrawReason::Repetition), None));
    play(&mut game, "1-5");
    assert_eq!(game.claimable_draw(), None);
}

/// R19 and R20.
#[test]
fn results_can_be_told_to_the_game_once() {
    let outcomes = [
        Outcome::Win(Color::White, WinReason::Resignation),
        Outcome::Win(Color::Black, WinReason::Time),
        Outcome::Win(Color::Black, WinReason::Forfeit),
        Outcome::Draw(DrawReason::Agreement),
    ];
    for outcome in outcomes {
        let mut game = Game::new();
        game.end(outcome).unwrap();
        assert_eq!(game.outcome(), Some(outcome));
        assert_eq!(game.end(outcome), Err(PlayError::Over(outcome)));
        assert!(game.legal_moves().is_empty());
    }
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut game = Game::new();
    play(&mut game, "11-15 22-18 15x22 25x18");
    let end = *game.position();
    for _ in 0..4 {
        assert!(game.undo().is_some());
    }
    assert_eq!((game.undo(), *game.position()), (None, Position::START));
    while game.redo().is_some() {}
    assert_eq!(*game.position(), end);

    game.undo();
    play(&mut game, "26x17");
    assert_eq!(game.redo(), None, "a new move forgets what was taken back");
    assert_eq!(game.moves().len(), 4);
}

#[test]
fn an_illegal_move_leaves_the_game_as_it_was() {
    let mut game = Game::new();
    let foreign = Position::START.flip().legal_moves()[0];
    assert_eq!(game.play(foreign), Err(PlayError::Illegal(foreign)));
    assert_eq!((game.moves().len(), *game.position()), (0, Position::START));
}

#[test]
fn captured_men_and_kings_are_counted_for_each_side() {
    let mut game = game("W:W18,31:B14,K6,28");
    play(&mut game, "18x9x2 28-32");
    assert_eq!(game.captured_by(Color::White), Captured { men: 1, kings: 1 });
    assert_eq!(game.captured_by(Color::Black), Captured::default());
}

#[test]
fn a_king_that_becomes_a_man_again_is_not_captured() {
    let rules = Rules::preset("crown-and-go").unwrap();
    let mut game = Game::from_position("W:W18,31:B14,K6,28".parse().unwrap(), rules);
    play(&mut game, "18x9x2");
    assert_eq!(game.captured_by(Color::White), Captured { men: 1, kings: 0 });
    assert_eq!(game.position().to_string(), "B:WK2,31:B6,28");
}

#[test]
fn a_capture_by_relay_keeps_the_turn() {
    let mut game = Game::from_position("W:W22,31:B18,11,1".parse().unwrap(), Rules::preset("relay").unwrap());
    play(&mut game, "22x15");
    assert_eq!(game.position().turn(), Color::White);
    play(&mut game, "--");
    assert_eq!(game.position().turn(), Color::Black);
}
