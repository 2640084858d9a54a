//! The examples in `docs/rules.md` of the repository are true: `[rules; ]FEN -> all the legal moves`.

use crownhead_board::{Position, Rules, State};

#[test]
fn the_examples_of_the_page_are_true() {
    let examples = include_str!("../../../docs/rules.md").lines().filter_map(|line| line.split_once(" ->"));
    let mut n_examples = 0;
    for (question, moves) in examples {
        let (rules, fen) = question.split_once("; ").unwrap_or(("official", question));
        let rules: Rules = rules.parse().unwrap_or_else(|error| panic!("{question}: {error}"));
        let pos: Position = fen.parse().unwrap_or_else(|error| panic!("{question}: {error}"));
        let mut found: Vec<String> =
            State::new(pos, rules).legal_moves().iter().map(|mv| mv.route_text().to_string()).collect();
        let mut expected: Vec<&str> = moves.split_whitespace().collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{question}");
        n_examples += 1;
    }
    assert!(n_examples >= 30, "{n_examples}");
}
