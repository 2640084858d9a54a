//! The loop: games, a fit, a match, again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use crownhead_arena::Sprt;
use crownhead_engine::Evaluation;
use crownhead_train::{FitSettings, Rounds};

/// Two rounds that are as short as can be.
fn rounds(folder: &Path) -> Rounds<'static> {
    Rounds {
        folder: folder.to_owned(),
        endgame: None,
        truth: None,
        first: "hand".to_owned(),
        batches: 1,
        nodes: 20,
        recent: 2,
        fit: FitSettings { epochs: 1, ..FitSettings::default() },
        goes_on: true,
        match_games: 2,
        match_nodes: 20,
        // Nothing can be shown in two games, so nothing is kept.
        sprt: Sprt { elo0: 0.0, elo1: 15.0, alpha: 0.05, beta: 0.05 },
        patience: 2,
        most: 5,
    }
}

fn run(rounds: &Rounds<'_>) -> (String, Vec<String>) {
    let mut told = Vec::new();
    let best = rounds.run(&mut |line| told.push(line.to_owned())).unwrap();
    (best, told)
}

#[test]
fn the_loop_ends_when_nothing_is_gained_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let rounds = rounds(folder.path());
    let (best, told) = run(&rounds);
    assert_eq!(best, "hand");
    assert_eq!(told.last().unwrap(), "2 rounds gained nothing");
    let candidate = |round: usize| folder.path().join(format!("round-{round:02}/candidate.weights"));
    for round in [1, 2] {
        let bytes = fs::read(candidate(round)).unwrap();
        assert!(Evaluation::origin(&bytes).unwrap().contains(&format!("round {round}")));
    }
    assert!(!candidate(3).exists());

    // Without its last verdict the loop plays that match again, and nothing else.
    fs::remove_file(folder.path().join("round-02/verdict.txt")).unwrap();
    let fitted = fs::metadata(candidate(2)).unwrap().modified().unwrap();
    let (again, told_again) = run(&rounds);
    assert_eq!(again, best);
    assert_eq!(told_again.last(), told.last());
    assert_eq!(fs::metadata(candidate(2)).unwrap().modified().unwrap(), fitted);
}

#[test]
fn a_fit_can_go_on_from_the_best_network() {
    let folder = tempfile::tempdir().unwrap();
    let rounds = Rounds { patience: 1, most: 1, ..rounds(folder.path()) };
    run(&rounds);
    let first = folder.path().join("round-01/candidate.weights").display().to_string();
    let elsewhere = tempfile::tempdir().unwrap();
    run(&Rounds { folder: elsewhere.path().to_owned(), first: first.clone(), ..rounds });
    let bytes = fs::read(elsewhere.path().join("round-01/candidate.weights")).unwrap();
    assert!(Evaluation::origin(&bytes).unwrap().ends_with(&format!("begun with {first}")));
}
