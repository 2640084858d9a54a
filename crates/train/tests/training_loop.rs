//! The loop: self-play, a fit, a match, again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use crownhead_arena::tally::Sprt;
use crownhead_engine::Evaluation;
use crownhead_train::{FitSettings, GAMES_PER_BATCH, TrainingLoop};

/// Rounds that are as short as can be.
fn training(folder: &Path) -> TrainingLoop<'static> {
    TrainingLoop {
        folder: folder.to_owned(),
        endgame: None,
        oracle: None,
        initial: "hand".to_owned(),
        batches: 1,
        nodes: 20,
        window: 2,
        fit: FitSettings { epochs: 1, ..FitSettings::default() },
        warm_start: true,
        match_games: 2,
        match_nodes: 20,
        // Nothing can be shown in two games, so nothing is kept.
        sprt: Sprt { elo0: 0.0, elo1: 15.0, alpha: 0.05, beta: 0.05 },
        patience: 2,
        max_rounds: 5,
    }
}

fn run(training: &TrainingLoop<'_>) -> (String, Vec<String>) {
    let mut lines = Vec::new();
    let best = training.run(&mut |line| lines.push(line.to_owned())).unwrap();
    (best, lines)
}

#[test]
fn the_loop_ends_when_nothing_is_gained_and_continues_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let training = training(folder.path());
    let (best, lines) = run(&training);
    assert_eq!(best, "hand");
    assert_eq!(lines.last().unwrap(), "2 rounds gained nothing");
    let candidate = |round: usize| folder.path().join(format!("round-{round:02}/candidate.weights"));
    for round in [1, 2] {
        let bytes = fs::read(candidate(round)).unwrap();
        assert!(Evaluation::origin(&bytes).unwrap().contains(&format!("round {round}")));
    }
    assert!(!candidate(3).exists());

    // Without its last verdict the loop plays that match again, and nothing else.
    fs::remove_file(folder.path().join("round-02/verdict.txt")).unwrap();
    let fitted = fs::metadata(candidate(2)).unwrap().modified().unwrap();
    let (again, lines_again) = run(&training);
    assert_eq!(again, best);
    assert_eq!(lines_again.last(), lines.last());
    assert_eq!(fs::metadata(candidate(2)).unwrap().modified().unwrap(), fitted);
}

#[test]
fn each_tenth_of_a_long_part_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let training = TrainingLoop { batches: 4, match_games: 20, max_rounds: 1, ..training(folder.path()) };
    let (_, lines) = run(&training);
    let told = |start: &str, end: &str| {
        lines.iter().filter(|line| line.starts_with(start) && line.contains(end)).count()
    };
    let all = 4 * GAMES_PER_BATCH;
    assert_eq!(told("round 1: ", &format!(" of {all} games, ")), 3, "{lines:#?}");
    assert_eq!(told("round 1: ", " of 20 games, "), 9, "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with(&format!("round 1: {GAMES_PER_BATCH} of {all} games, ")))
    );
    // What is there already is not told again.
    let (_, again) = run(&training);
    assert!(!again.iter().any(|line| line.contains(" of ") && line.contains(" games, ")), "{again:#?}");
}

#[test]
fn a_folder_of_other_settings_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let training = TrainingLoop { max_rounds: 0, ..training(folder.path()) };
    run(&training);
    let error = TrainingLoop { nodes: 30, ..training }.run(&mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("made with nodes 20, not 30"), "{error}");
}

#[test]
fn a_fit_can_start_with_the_best_network() {
    let folder = tempfile::tempdir().unwrap();
    let training = TrainingLoop { patience: 1, max_rounds: 1, ..training(folder.path()) };
    run(&training);
    let first = folder.path().join("round-01/candidate.weights").display().to_string();
    let elsewhere = tempfile::tempdir().unwrap();
    run(&TrainingLoop { folder: elsewhere.path().to_owned(), initial: first.clone(), ..training });
    let bytes = fs::read(elsewhere.path().join("round-01/candidate.weights")).unwrap();
    assert!(Evaluation::origin(&bytes).unwrap().ends_with(&format!("warm start from {first}")));
}
