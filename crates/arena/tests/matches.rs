//! Matches: the same games whatever the schedule does, interrupted or not, and an early end by the test.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_arena::matches::{GameResult, Match, Standing};
use crownhead_arena::openings::Openings;
use crownhead_arena::player::PlayerError;
use crownhead_arena::referee::{Policy, Referee, TimeControl};
use crownhead_arena::tally::{Sprt, Verdict};
use crownhead_engine::Limits;

const CONTROL: TimeControl = TimeControl::EachMove(Limits::INFINITE);

fn new_match(players: [&str; 2], games: usize) -> Match {
    Match {
        players: players.map(|player| player.parse().unwrap()),
        control: CONTROL,
        openings: Openings::eleven_man(4).games().to_vec(),
        games,
        concurrency: 1,
        seed: 9,
        sprt: None,
        adjudicate: false,
        policy: Policy::default(),
    }
}

/// The moves of each game that was played here, and the results with those that were given.
fn play(game_match: &Match, done: &[GameResult]) -> (Vec<(usize, String)>, Vec<GameResult>, Standing) {
    let (mut games, mut results) = (Vec::new(), done.to_vec());
    let standing = game_match.run(done, None, |result, played, _| {
        let moves: Vec<String> = played.game.moves().map(|mv| mv.to_string()).collect();
        games.push((result.game, moves.join(" ")));
        results.push(result.clone());
        Ok::<(), PlayerError>(())
    });
    games.sort();
    results.sort_by_key(|result| result.game);
    (games, results, standing.unwrap())
}

#[test]
fn a_match_plays_the_same_games_at_once_interrupted_and_by_hand() {
    let one = new_match(["level:2", "random"], 8);
    let (games, results, standing) = play(&one, &[]);
    assert_eq!(games.len(), 8);
    let three = Match { concurrency: 3, ..one.clone() };
    assert_eq!(play(&three, &[]), (games.clone(), results.clone(), standing.clone()));
    let (rest, all, resumed) = play(&one, &results[..5]);
    assert_eq!((rest, all, resumed), (games[5..].to_vec(), results, standing));

    // Game 5: the second with the third opening, so the first player is White.
    let referee = Referee { seed: 9 + 2, ..Referee::new(CONTROL) };
    let [mut white, mut black] = one.players.each_ref().map(|player| player.player(None).unwrap());
    let played = referee.play([black.as_mut(), white.as_mut()], one.openings[2].clone(), &mut ());
    let moves: Vec<String> = played.game.moves().map(|mv| mv.to_string()).collect();
    assert_eq!(games[5].1, moves.join(" "));
    assert_eq!(one.names(5), ["random", "level:2"]);
}

#[test]
fn a_test_ends_a_match_and_stays_decided() {
    let sprt = Sprt { elo0: -100.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let decided = Match { sprt: Some(sprt), ..new_match(["level:2", "level:1"], 400) };
    let (games, results, standing) = play(&decided, &[]);
    assert!(games.len() < 400, "{} games", games.len());
    assert_eq!(sprt.verdict(&standing.tally()), Verdict::Accepted);
    assert_eq!(play(&decided, &results).0, []);
}
