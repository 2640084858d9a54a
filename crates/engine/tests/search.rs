//! Searches from the outside: limits, stops, draws, solved positions, house rules.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

mod minimax;

use std::thread;
use std::time::Duration;

use crownhead_board::{Game, Move, Position, Rules};
use crownhead_endgame::Database;
use crownhead_engine::{
    Answer, Control, Depth, Endgame, Evaluation, HandEvaluator, Limits, Report, Root, Score, Search, Silent,
    Table, Wdl, bench, bench_positions,
};

/// Runs a search on one thread.
fn run(root: &Root, limits: Limits) -> Answer {
    let (table, control) = (Table::with_megabytes(4), Control::new());
    Search::new(root, limits, &table, &control).run(&HandEvaluator::default(), &mut Silent)
}

fn root(fen: &str) -> Root {
    Root::new(fen.parse().unwrap(), Rules::OFFICIAL)
}

fn depth(plies: u32) -> Limits {
    Limits::depth(Depth::new(plies))
}

/// Plays moves given by their texts.
#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = *game.legal_moves().iter().find(|mv| mv.to_string() == text).unwrap();
        game.play(mv).unwrap();
    }
}

#[test]
fn any_limits_give_a_legal_move() {
    let millis = Duration::from_millis;
    let limits = [
        depth(0),
        depth(1),
        depth(6),
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::nodes(777),
        Limits::move_time(Duration::ZERO),
        Limits::move_time(millis(3)),
        Limits::clock(Duration::ZERO, Duration::ZERO),
        Limits::clock(millis(20), millis(1)),
    ];
    for pos in bench_positions().into_iter().take(6) {
        for limits in limits {
            let answer = run(&Root::new(pos, Rules::OFFICIAL), limits);
            assert!(pos.is_legal(answer.best().unwrap()), "{limits:?} in {pos}");
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    assert_eq!(run(&root("W:W29:B25,22"), depth(5)).best(), None);
}

#[test]
fn time_and_node_limits_are_kept() {
    // That it comes back at all is the promise; how soon depends on what else the machine does.
    run(&root("B:W21-32:B1-12"), Limits::move_time(Duration::from_millis(60)));
    for nodes in [1, 1000, 4321] {
        let answer = run(&root("B:W21-32:B1-12"), Limits::nodes(nodes));
        assert_eq!(answer.effort.nodes, nodes);
    }
}

#[test]
fn a_search_expects_a_reply_wherever_it_ends() {
    for pos in bench_positions().into_iter().take(8) {
        for nodes in (1_000..20_000).step_by(250) {
            let answer = run(&Root::new(pos, Rules::OFFICIAL), Limits::nodes(nodes));
            let next = pos.play_unchecked(answer.best().unwrap());
            let reply = answer.expected_reply();
            assert!(reply.is_some_and(|reply| next.is_legal(reply)), "{nodes} nodes in {pos}: {reply:?}");
        }
    }
}

#[test]
fn one_thread_always_finds_the_same() {
    let nodes = || bench(&HandEvaluator::default(), Depth::new(9)).nodes;
    assert_eq!(nodes(), nodes());
    let once = run(&root("B:W21-32:B1-12"), Limits::nodes(50_000));
    let twice = run(&root("B:W21-32:B1-12"), Limits::nodes(50_000));
    assert_eq!(once.lines, twice.lines);
}

#[test]
fn a_search_stops_when_it_is_told() {
    let (root, table, control) = (root("B:W21-32:B1-12"), Table::with_megabytes(4), Control::new());
    for threads in [1, 2] {
        let control = if threads == 1 { &control } else { &Control::new() };
        let search = Search { threads, ..Search::new(&root, Limits::INFINITE, &table, control) };
        thread::scope(|scope| {
            let searching = scope.spawn(|| search.run(&HandEvaluator::default(), &mut Silent));
            thread::sleep(Duration::from_millis(50));
            assert!(!searching.is_finished());
            control.stop();
            assert!(root.position().is_legal(searching.join().unwrap().best().unwrap()));
        });
    }
}

#[test]
fn pondering_ends_only_after_the_hit() {
    let (root, table, control) = (root("B:W21-32:B1-12"), Table::with_megabytes(4), Control::new());
    let limits = Limits::move_time(Duration::from_millis(20)).pondering();
    let search = Search::new(&root, limits, &table, &control);
    thread::scope(|scope| {
        let searching = scope.spawn(|| search.run(&HandEvaluator::default(), &mut Silent));
        thread::sleep(Duration::from_millis(80));
        assert!(!searching.is_finished());
        control.ponder_hit();
        assert!(searching.join().unwrap().best().is_some());
    });
}

#[test]
fn several_lines_come_sorted_and_differ() {
    let (table, control) = (Table::with_megabytes(4), Control::new());
    for pos in bench_positions().into_iter().take(4) {
        let root = Root::new(pos, Rules::OFFICIAL);
        let search = Search { multi_pv: 4, ..Search::new(&root, depth(9), &table, &control) };
        let mut reports = Vec::new();
        let answer =
            search.run(&HandEvaluator::default(), &mut |report: &Report| reports.push(report.clone()));
        assert_eq!(answer.lines.len(), pos.legal_moves().len().min(4));
        assert!(answer.lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
        let first_moves: Vec<_> = answer.lines.iter().map(|line| line.moves[0]).collect();
        assert!((1..first_moves.len()).all(|i| !first_moves[..i].contains(&first_moves[i])));
        assert_eq!(reports.len(), 9 * answer.lines.len());
        assert_eq!(reports.last().unwrap().rank, answer.lines.len() - 1);
    }
}

#[test]
fn lines_are_playable() {
    for pos in bench_positions() {
        for line in run(&Root::new(pos, Rules::OFFICIAL), depth(9)).lines {
            line.moves.iter().fold(pos, |pos, mv| pos.play(*mv).unwrap());
        }
    }
}

#[test]
fn a_two_for_one_shot_is_seen_at_the_horizon() {
    // After most black moves, 22-18 gives one man and takes two, whichever way Black captures.
    let pos: Position = "B:W22,25,27,29:B14,15,1,2".parse().unwrap();
    let loss_after =
        |best| run(&Root::new(pos.play_unchecked(best), Rules::OFFICIAL), depth(7)).score().unwrap();
    let worst = pos.legal_moves().iter().map(|mv| loss_after(*mv)).max().unwrap();
    let chosen = loss_after(run(&Root::new(pos, Rules::OFFICIAL), depth(1)).best().unwrap());
    assert!(worst > Score::estimate(80) && chosen < Score::estimate(50), "{worst} {chosen}");
}

#[test]
fn a_third_occurrence_is_a_draw_for_the_side_that_is_behind() {
    // White is a king down; the black kings have let the same position come twice.
    let mut game = Game::from_position("W:WK32:BK1,K10".parse().unwrap(), Rules::OFFICIAL);
    play(&mut game, "32-28 1-5 28-32 5-1 32-28 1-5 28-32");
    // Now 5-1 would be the third time; Black, who is winning, avoids it.
    let answer = run(&Root::from_game(&game), depth(9));
    assert_ne!(answer.best().unwrap().to_string(), "5-1");
    assert!(answer.score().unwrap() > Score::DRAW);
}

#[test]
fn the_forty_move_rule_is_seen() {
    let game = Game::from_position("W:WK32:BK1,K10".parse().unwrap(), Rules::OFFICIAL);
    let mut game = game.without_automatic_draws();
    for _ in 0..19 {
        play(&mut game, "32-28 1-5 28-32 5-1");
    }
    play(&mut game, "32-28 1-5 28-32");
    // One more quiet ply ends the game.
    assert_eq!(run(&Root::from_game(&game), depth(7)).score(), Some(Score::DRAW));
}

#[test]
fn wins_and_losses_agree_with_minimax() {
    for pos in minimax::endings() {
        let truth = minimax::solve(&pos, 9);
        if pos.legal_moves().is_empty() {
            continue;
        }
        // Late moves are seen less deeply, so a search needs some plies more than minimax.
        let found = run(&Root::new(pos, Rules::OFFICIAL), depth(17)).score().unwrap();
        let seen = found.plies_to_end();
        match truth {
            Some(plies) => assert_eq!(seen.map(|_| found.is_win()), Some(plies > 0), "{pos}: {found}"),
            // Nobody wins within the horizon of minimax, so nobody wins sooner.
            None => assert!(seen.is_none_or(|plies| plies > 9), "{pos}: {found}"),
        }
    }
}

#[test]
fn several_threads_agree_on_what_is_won() {
    let (table, control) = (Table::with_megabytes(4), Control::new());
    for (i, pos) in minimax::endings().into_iter().take(60).enumerate() {
        let Some(plies) = minimax::solve(&pos, 7).filter(|plies| *plies != -1) else { continue };
        table.clear();
        let root = Root::new(pos, Rules::OFFICIAL);
        let search = Search { threads: 2 + i % 3, ..Search::new(&root, depth(14), &table, &control) };
        let answer = search.run(&HandEvaluator::default(), &mut Silent);
        assert_eq!(answer.score().unwrap().is_win(), plies > 0, "{pos}");
        assert_is_playable(&pos, &answer.lines[0].moves);
    }
}

/// A line may have been found by several threads; it has to be one line even so.
#[track_caller]
fn assert_is_playable(pos: &Position, line: &[Move]) {
    let mut game = Game::from_position(*pos, Rules::OFFICIAL);
    for mv in line {
        game.play(*mv).unwrap();
    }
}

#[test]
fn boards_full_of_kings_do_not_make_the_search_endless() {
    // Kings can threaten each other for ever; what is played out at the end of a line has an end.
    for fen in [
        "W:WK2,K8,K13,K14,K17,18,K19,K20,K25,K26,28,K32:BK1,K7,K9,K10,K11,K12,K16,K21,K22,K23,K24,27",
        "W:WK1,K2,K7,K9,K12,K14,K17,K21,23,K26,K30,K32:BK3,K4,K5,K11,K13,K16,K19,22,K24,K25,K29",
        "B:WK2,K4,K5,K6,8,10,K16,K17,K21,K24,K27,K29:BK3,K7,K13,K15,19,K20,K22,28,K30,K31,K32",
    ] {
        let answer = run(&root(fen), depth(1));
        assert!(answer.effort.nodes < 200_000, "{fen}: {} nodes", answer.effort.nodes);
    }
}

#[test]
fn house_rules_are_played_by() {
    let table = Table::with_megabytes(4);
    for (name, rules) in Rules::PRESETS {
        let mut game = Game::from_position(Position::START, *rules);
        table.clear();
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let (root, control) = (Root::from_game(&game), Control::new());
            let answer = Search::new(&root, Limits::nodes(600), &table, &control)
                .run(&HandEvaluator::default(), &mut Silent);
            game.play(answer.best().unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn house_rules_do_not_make_the_search_endless() {
    for (name, rules) in Rules::PRESETS {
        let answer = run(&Root::new(Position::START, *rules), Limits { nodes: Some(3_000_000), ..depth(5) });
        assert_eq!(answer.depth, Depth::new(5), "{name}: {} nodes", answer.effort.nodes);
    }
}

#[test]
fn a_side_that_moves_again_keeps_the_sign_of_its_score() {
    let rules = Rules::preset("casual").unwrap();
    // Black jumps twice in one turn: White has nothing left.
    let root = Root::new("B:W15,23:B11,1".parse().unwrap(), rules);
    let score = run(&root, depth(6)).score().unwrap();
    assert!(score.is_win(), "{score}");
}

/// Knows that whoever has more pieces wins, among few.
struct MorePiecesWin;

impl Endgame for MorePiecesWin {
    fn max_pieces(&self) -> usize {
        3
    }

    fn probe(&self, pos: &Position) -> Option<Wdl> {
        assert!(pos.occupied().len() <= 3, "asked about too many pieces");
        let (own, other) = (pos.pieces(pos.turn()).len(), pos.pieces(!pos.turn()).len());
        Some(match own.cmp(&other) {
            std::cmp::Ordering::Less => Wdl::Loss,
            std::cmp::Ordering::Equal => Wdl::Draw,
            std::cmp::Ordering::Greater => Wdl::Win,
        })
    }
}

#[test]
fn a_database_is_believed() {
    let (root, table, control) = (root("W:W30,31,27:B7,6"), Table::with_megabytes(4), Control::new());
    let search = Search { endgame: Some(&MorePiecesWin), ..Search::new(&root, depth(12), &table, &control) };
    let answer = search.run(&HandEvaluator::default(), &mut Silent);
    assert!(answer.effort.database_hits > 0);
}

/// Shots that begin with several quiet sacrifices, which look lost until the last capture.
#[test]
fn shots_behind_several_sacrifices_are_found() {
    // 16-19, 12-16, 27-24, then 23x16x7x14x5; 11-16, 17-14, 26-22, then 30x23x16x7.
    for fen in ["B:WK9,K10,20,24,28:B11,12,16,K23,K27", "B:WK10,K19,20,27,32:B11,12,K17,K26,K30"] {
        let (root, table, control) = (root(fen), Table::with_megabytes(16), Control::new());
        let endgame: Option<&dyn Endgame> = Some(Database::shipped());
        let search = Search { endgame, ..Search::new(&root, Limits::nodes(45_000), &table, &control) };
        let answer = search.run(&Evaluation::shipped(), &mut Silent);
        assert!(answer.score().unwrap().is_win(), "{fen}: {}", answer.score().unwrap());
    }
}
