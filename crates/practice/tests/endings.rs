//! Every ending is what it says, by the database.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use std::collections::HashSet;
use std::path::Path;
use std::sync::LazyLock;

use crownhead_board::Position;
use crownhead_endgame::{BuildOptions, Content, Database, Material, Value, build};
use crownhead_practice::{Aim, Attempt, End, Ending, HOLD_MOVES, PracticeError};

/// The endings of five pieces, without the ones with most men, which take longest and no ending here needs.
static FIVE: LazyLock<Database> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let materials: HashSet<Material> = endings(5).map(|ending| Material::of(&ending.example())).collect();
    for material in materials {
        for content in [Content::Values, Content::Distances] {
            let options = BuildOptions { content, only: Some(material), ..BuildOptions::new(5) };
            build(folder.path(), &options, &mut |_| {}).unwrap();
        }
    }
    Database::open(folder.path()).unwrap()
});

fn endings(n_pieces: usize) -> impl Iterator<Item = &'static Ending> {
    Ending::ALL.iter().filter(move |ending| ending.n_pieces() == n_pieces)
}

/// The database that knows an ending, if the ordinary tests have one.
fn database(ending: &Ending) -> Option<&'static Database> {
    match ending.n_pieces() {
        0..=4 => Some(Database::shipped()),
        5 => Some(&FIVE),
        _ => None,
    }
}

fn tested() -> impl Iterator<Item = (&'static Ending, &'static Database)> {
    Ending::ALL.iter().filter_map(|ending| Some((ending, database(ending)?)))
}

/// The example and some positions that are drawn.
fn positions(ending: &Ending, database: &Database) -> Vec<Position> {
    let drawn =
        (0..4).map(|seed| ending.draw(database, seed).unwrap_or_else(|e| panic!("{}: {e}", ending.id)));
    [ending.example()].into_iter().chain(drawn).collect()
}

#[test]
fn there_are_as_many_as_promised() {
    let ids: HashSet<&str> = Ending::ALL.iter().map(|ending| ending.id).collect();
    assert_eq!(ids.len(), Ending::ALL.len(), "each id is there once");
    let n_built_in = Ending::ALL.iter().filter(|ending| ending.n_pieces() <= 4).count();
    assert!(Ending::ALL.len() >= 24 && n_built_in > Ending::ALL.len() / 2, "{n_built_in}");
    assert!(Ending::ALL.is_sorted_by_key(Ending::n_pieces), "the simple ones first");
}

#[test]
fn their_texts_can_be_shown() {
    for Ending { id, title, advice, .. } in Ending::ALL {
        assert!(id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{id}");
        assert!(title.len() <= 50 && advice.len() <= 260, "{id}: {}", advice.len());
        assert!(advice.ends_with('.') && !advice.contains("  "), "{id}");
        assert_eq!(Ending::named(id).unwrap().title, *title);
    }
    assert_eq!(Ending::named("no-such-ending"), None);
}

#[test]
fn every_goal_is_what_the_database_says_and_can_be_missed() {
    for (ending, database) in tested() {
        for pos in positions(ending, database) {
            let verdict = ending.goal.verdict(database, &pos).unwrap();
            assert_eq!(verdict.value, ending.goal.aim.value(), "{} {pos}", ending.id);
        }
    }
}

#[test]
fn every_example_is_of_its_kind() {
    for (ending, database) in tested() {
        assert_eq!(ending.is_typical(database, &ending.example()), Ok(true), "{}", ending.id);
    }
}

#[test]
fn positions_are_the_same_for_the_same_seed_and_others_for_others() {
    for (ending, database) in tested() {
        let drawn: HashSet<Position> = positions(ending, database).into_iter().collect();
        assert!(drawn.len() >= 3, "{}", ending.id);
        assert_eq!(ending.draw(database, 3), ending.draw(database, 3));
    }
}

/// Plays best moves to the end of the attempt.
fn play_on(database: &Database, attempt: &mut Attempt) -> End {
    loop {
        if let Some(end) = attempt.end() {
            return end;
        }
        let (mv, _) = attempt.hint(database).unwrap();
        attempt.play(database, mv).unwrap();
    }
}

#[test]
fn the_best_moves_reach_every_goal_against_the_best_defence() {
    for (ending, database) in tested() {
        for pos in positions(ending, database) {
            let mut attempt = Attempt::new(database, pos, ending.goal).unwrap();
            let plies = attempt.verdict(database).unwrap().plies;
            let end = play_on(database, &mut attempt);
            match (ending.goal.aim, end) {
                (Aim::Win, End::Won { moves }) => {
                    assert_eq!(Some(2 * moves as u16 - 1), plies, "{} {pos}", ending.id);
                }
                (Aim::Draw, End::Held { moves, rule }) => {
                    assert!(moves == HOLD_MOVES || rule.is_some(), "{} {pos}", ending.id);
                }
                _ => panic!("{} {pos}: {end:?}", ending.id),
            }
        }
    }
}

/// What `make test-slow` has built; each folder has values, and maybe distances.
#[test]
#[ignore = "needs databases of six and seven pieces, in the folders of CROWNHEAD_ENDGAMES"]
fn the_goals_of_six_and_seven_pieces_are_what_the_database_says() {
    let folders = std::env::var_os("CROWNHEAD_ENDGAMES").expect("CROWNHEAD_ENDGAMES names the folders");
    let mut n_tested = 0;
    for folder in std::env::split_paths(&folders) {
        n_tested += check_large(&Database::open(Path::new(&folder)).unwrap());
    }
    assert!(n_tested > 0, "no folder knows any of them");
}

fn check_large(database: &Database) -> usize {
    let is_known = |ending: &&Ending| database.probe(&ending.example()).unwrap().is_some();
    let known = Ending::ALL.iter().filter(|ending| ending.n_pieces() >= 6).filter(is_known);
    known
        .map(|ending| {
            assert_eq!(ending.is_typical(database, &ending.example()), Ok(true), "{}", ending.id);
            for pos in positions(ending, database) {
                let verdict = ending.goal.verdict(database, &pos).unwrap();
                assert_eq!(verdict.value, ending.goal.aim.value(), "{} {pos}", ending.id);
            }
        })
        .count()
}

#[test]
fn an_ending_that_is_not_there_is_told() {
    let ending = endings(6).next().unwrap();
    let error = Attempt::new(Database::shipped(), ending.example(), ending.goal).unwrap_err();
    let material = Material::of(&ending.example());
    assert_eq!(error, PracticeError::NotCovered { material: material.max(material.flip()) });
    assert_eq!(ending.draw(Database::shipped(), 1), Err(error));
    let lost = Attempt::new(Database::shipped(), "W:WK32:BK1,K2".parse().unwrap(), ending.goal).unwrap_err();
    assert_eq!(lost.to_string(), "with best play it is not White to win here");
    assert_eq!(Value::Loss, Database::shipped().probe(&"W:WK32:BK1,K2".parse().unwrap()).unwrap().unwrap());
}
