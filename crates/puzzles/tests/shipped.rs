//! The puzzles that come with the program.

use std::collections::BTreeSet;

use crownhead_endgame::Database;
use crownhead_puzzles::{Audit, Filter, Finding, Goal, Puzzle, Puzzles, Theme};

/// Bytes for each puzzle, so that 20,000 take 1.5 MB at most.
const MAX_BYTES: usize = 75;

#[test]
fn they_are_small_and_come_back() {
    let puzzles = Puzzles::shipped();
    let bytes = puzzles.to_bytes();
    assert!(bytes.len() <= MAX_BYTES * puzzles.len(), "{} bytes for {}", bytes.len(), puzzles.len());
    assert_eq!(Puzzles::from_bytes(&bytes).as_ref(), Ok(puzzles));
}

#[test]
fn their_themes_are_those_of_their_moves() {
    for puzzle in Puzzles::shipped().iter() {
        assert_eq!(puzzle.clone().with_new_themes().themes(), puzzle.themes(), "{}", puzzle.id());
    }
}

#[test]
fn no_puzzle_is_there_twice_and_all_have_a_choice_at_their_end() {
    let mut seen = BTreeSet::new();
    for puzzle in Puzzles::shipped().iter() {
        assert!(seen.insert(puzzle.id()), "{}", puzzle.id());
        let (last, mv) = puzzle.solution().last().unwrap();
        let after = last.play(mv).unwrap();
        let at = puzzle.positions().position(|pos| pos == after).unwrap();
        assert!(puzzle.line()[at..].iter().all(|mv| mv.is_jump()), "{}: only captures follow", puzzle.id());
    }
}

#[test]
fn those_of_few_pieces_have_one_solution() {
    let audit = Audit::new(Database::shipped(), 1);
    let few = Puzzles::shipped().iter().filter(|puzzle| puzzle.position().occupied().len() <= 4);
    let mut n_sound = 0;
    for puzzle in few {
        assert_eq!(audit.check(puzzle), Finding::Sound, "{}", puzzle.id());
        n_sound += 1;
    }
    assert!(n_sound > 100, "{n_sound}");
}

#[test]
fn there_is_enough_to_train() {
    let count = |theme: Theme| {
        let filter = Filter { all: [theme].into_iter().collect(), ..Filter::default() };
        Puzzles::shipped().find(filter).count()
    };
    let n_large = Theme::ALL.iter().filter(|theme| count(**theme) >= 200).count();
    assert!(n_large >= 15, "{n_large}");
    let draws = Puzzles::shipped().iter().filter(|puzzle| puzzle.goal() == Goal::Draw).count();
    assert!(draws > 0 && draws < Puzzles::shipped().len());
}

#[test]
fn each_has_its_day_before_one_comes_again() {
    let puzzles = Puzzles::shipped();
    let n = puzzles.len() as u32;
    let daily: BTreeSet<_> =
        (20_000..20_000 + n).filter_map(|day| puzzles.daily(day).map(Puzzle::id)).collect();
    assert_eq!(daily.len(), puzzles.len());
    assert_ne!(puzzles.daily(20_000).map(Puzzle::id), puzzles.daily(20_001).map(Puzzle::id));
}

#[test]
fn an_audit_finds_what_is_wrong() {
    let audit = Audit::new(Database::shipped(), 1);
    // Two kings against one in the open: many moves win.
    let pos = "W:WK18,K22:BK3".parse::<crownhead_board::Position>().unwrap();
    let any = Puzzle::new(pos, Goal::Win, vec![pos.legal_moves()[0]], 1500).unwrap();
    assert!(matches!(audit.check(&any), Finding::SecondSolution { .. }));
    // One against one is drawn, so that nothing wins.
    let pos = "W:WK18:BK3".parse::<crownhead_board::Position>().unwrap();
    let none = Puzzle::new(pos, Goal::Win, vec![pos.legal_moves()[0]], 1500).unwrap();
    assert!(matches!(audit.check(&none), Finding::Fails { .. }));
    // Without databases, and with one position, nothing can be said.
    assert_eq!(Audit::new(&Database::new(), 1).check(&any), Finding::Undecided);
}
