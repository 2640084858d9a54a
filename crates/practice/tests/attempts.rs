//! Attempts: what is judged, what is replied, and how they end.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use crownhead_board::{Color, DrawReason, Move, Position, Square};
use crownhead_endgame::{Database, Value, Verdict};
use crownhead_practice::{Aim, Attempt, End, Ending, Goal, HOLD_MOVES, Judgement, PracticeError, Turn};

fn attempt(fen: &str, side: Color, aim: Aim) -> Attempt {
    Attempt::new(Database::shipped(), fen.parse().unwrap(), Goal { side, aim }).unwrap()
}

fn play(attempt: &mut Attempt, mv: &str) -> Turn {
    let mv = attempt.position().parse_move(mv).unwrap();
    attempt.play(Database::shipped(), mv).unwrap()
}

#[test]
fn a_move_that_throws_the_win_away_is_told_with_a_better_one() {
    let mut attempt = attempt("W:WK32:BK26", Color::White, Aim::Win);
    let turn = play(&mut attempt, "32-28");
    let Judgement::ThrownAway { verdict, better } = turn.judgement else { panic!("{turn:?}") };
    assert_eq!((verdict.value, better.to_string().as_str()), (Value::Draw, "32-27"));
    assert_eq!((turn.reply, turn.end), (None, Some(End::ThrownAway)));
    let mv = attempt.position().legal_moves()[0];
    assert_eq!(attempt.play(Database::shipped(), mv), Err(PracticeError::Over));
    assert!(attempt.undo() && attempt.end().is_none());
    assert!(matches!(play(&mut attempt, "32-27").judgement, Judgement::Kept { .. }));
}

#[test]
fn what_is_lost_is_lost_as_late_as_possible() {
    let mut attempt = attempt("W:WK32:BK26", Color::White, Aim::Win);
    let database = Database::shipped();
    let mut expected = attempt.verdict(database).unwrap().plies.unwrap();
    while attempt.end().is_none() {
        let (mv, verdict) = attempt.hint(database).unwrap();
        assert_eq!(verdict, Verdict { value: Value::Win, plies: Some(expected) });
        let turn = attempt.play(database, mv).unwrap();
        expected -= 1;
        assert_eq!(
            turn.judgement,
            Judgement::Kept { verdict: Verdict { value: Value::Win, plies: Some(expected) } }
        );
        expected = expected.saturating_sub(1);
    }
    assert_eq!(attempt.end(), Some(End::Won { moves: 5 }));
}

#[test]
fn a_draw_is_held_by_enough_moves_or_by_a_rule() {
    let database = Database::shipped();
    let mut one = attempt("W:WK29,K31:BK4,K30", Color::White, Aim::Draw);
    while one.end().is_none() {
        let (mv, _) = one.hint(database).unwrap();
        one.play(database, mv).unwrap();
    }
    assert_eq!(one.end(), Some(End::Held { moves: HOLD_MOVES, rule: None }));
    assert!(one.end().unwrap().is_reached());

    // To and fro in the double corner: the defender varies as long as it can.
    let mut corner = attempt("W:WK32:BK10", Color::White, Aim::Draw);
    while corner.end().is_none() {
        let to = if corner.position().piece_at(Square::S32).is_some() { "32-28" } else { "28-32" };
        play(&mut corner, to);
    }
    assert!(matches!(corner.end(), Some(End::Held { moves: 5.., .. })), "{:?}", corner.end());
}

#[test]
fn a_win_that_comes_round_again_is_drawn_by_the_rules() {
    let mut attempt = attempt("W:WK13,K9:BK32", Color::White, Aim::Win);
    let mut last = None;
    for mv in ["13-17", "17-13"].iter().cycle().take(60) {
        last = play(&mut attempt, mv).end;
        if last.is_some() {
            break;
        }
    }
    assert_eq!(last, Some(End::Drawn(DrawReason::Repetition)));
    assert!(!last.unwrap().is_reached());
}

#[test]
fn the_defender_begins_when_it_is_its_turn() {
    let attempt = attempt("B:WK18,K19:BK32", Color::White, Aim::Win);
    assert_eq!((attempt.position().turn(), attempt.n_moves()), (Color::White, 0));
    assert_eq!(attempt.game().moves().len(), 1);
}

#[test]
fn moves_are_taken_back_with_their_replies() {
    let mut attempt = attempt("B:WK18,K19:BK32", Color::White, Aim::Win);
    let begun = *attempt.position();
    assert!(!attempt.undo());
    for _ in 0..3 {
        let (mv, _) = attempt.hint(Database::shipped()).unwrap();
        attempt.play(Database::shipped(), mv).unwrap();
    }
    assert_eq!(attempt.n_moves(), 3);
    assert!(attempt.undo());
    assert_eq!(attempt.n_moves(), 2);
    attempt.again();
    assert_eq!((attempt.n_moves(), *attempt.position()), (0, begun));
}

/// How many of the moves of a position hold the draw, and how many there are.
fn n_holding(pos: &Position) -> (usize, usize) {
    let moves = pos.legal_moves();
    let holds = |mv: &&Move| Database::shipped().probe(&pos.play(**mv).unwrap()).unwrap() != Some(Value::Win);
    (moves.iter().filter(holds).count(), moves.len())
}

#[test]
fn a_drawn_defender_keeps_the_draw_and_leaves_the_smallest_choice() {
    let database = Database::shipped();
    let ending = Ending::named("king-against-two-men").unwrap();
    let mut had_choice = 0;
    for seed in 0..20 {
        let mut attempt = Attempt::new(database, ending.draw(database, seed).unwrap(), ending.goal).unwrap();
        let (mv, _) = attempt.hint(database).unwrap();
        let before = attempt.position().play(mv).unwrap();
        let Some(reply) = attempt.play(database, mv).unwrap().reply else { continue };
        let draws = |pos: &Position| database.probe(pos).unwrap() == Some(Value::Draw);
        let after: Vec<Position> = before.legal_moves().iter().map(|mv| before.play(*mv).unwrap()).collect();
        let choices: Vec<(usize, usize)> = after.iter().filter(|pos| draws(pos)).map(n_holding).collect();
        let chosen = n_holding(&before.play(reply).unwrap());
        assert!(draws(attempt.position()), "{before}");
        assert!(
            choices.iter().all(|(n, of)| chosen.0 * of <= n * chosen.1),
            "{before}: {choices:?} {chosen:?}"
        );
        had_choice += usize::from(choices.len() > 1);
    }
    assert!(had_choice > 3, "{had_choice}");
}

#[test]
fn what_is_not_legal_changes_nothing() {
    let mut attempt = attempt("W:WK32:BK26", Color::White, Aim::Win);
    let foreign = "W:WK1:BK26".parse::<Position>().unwrap().legal_moves()[0];
    assert!(matches!(attempt.play(Database::shipped(), foreign), Err(PracticeError::Play(_))));
    assert_eq!(attempt.n_moves(), 0);
}
