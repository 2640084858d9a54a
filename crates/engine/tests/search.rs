//! Searches from the outside: limits, stops, draws, solved positions, house rules.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

mod minimax;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crownhead_board::{Game, Move, Position, Rules};
use crownhead_engine::{
    Answer, Ask, Control, Depth, Endgame, Engine, Evaluation, Limits, Report, Score, Silent, Value, bench,
    bench_positions,
};

/// An engine that knows nothing but what is written by hand.
fn engine() -> Engine {
    Engine::with_megabytes(4).evaluation(Evaluation::hand()).endgame(None)
}

fn think(engine: &Engine, game: &Game, limits: Limits) -> Answer {
    engine.think(game, Ask::best_move(limits), &Control::new(), &mut Silent)
}

/// Runs a search on one thread.
fn run(game: &Game, limits: Limits) -> Answer {
    think(&engine(), game, limits)
}

fn game(fen: &str) -> Game {
    at(fen.parse().unwrap())
}

fn at(pos: Position) -> Game {
    Game::from_position(pos, Rules::OFFICIAL)
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
            let answer = run(&at(pos), limits);
            assert!(pos.is_legal(answer.best.unwrap()), "{limits:?} in {pos}");
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    assert_eq!(run(&game("W:W29:B25,22"), depth(5)).best, None);
}

#[test]
fn time_and_node_limits_are_kept() {
    // That it comes back at all is the promise; how soon depends on what else the machine does.
    run(&game("B:W21-32:B1-12"), Limits::move_time(Duration::from_millis(60)));
    for nodes in [1, 1000, 4321] {
        let answer = run(&game("B:W21-32:B1-12"), Limits::nodes(nodes));
        assert_eq!(answer.effort.nodes, nodes);
    }
}

#[test]
fn a_search_expects_a_reply_wherever_it_ends() {
    for pos in bench_positions().into_iter().take(8) {
        for nodes in (1_000..20_000).step_by(250) {
            let answer = run(&at(pos), Limits::nodes(nodes));
            let next = pos.play_unchecked(answer.best.unwrap());
            let reply = answer.expected_reply();
            assert!(reply.is_some_and(|reply| next.is_legal(reply)), "{nodes} nodes in {pos}: {reply:?}");
        }
    }
}

#[test]
fn one_thread_always_finds_the_same() {
    let nodes = || bench(Evaluation::hand(), Depth::new(9)).nodes;
    assert_eq!(nodes(), nodes());
    let once = run(&game("B:W21-32:B1-12"), Limits::nodes(50_000));
    let twice = run(&game("B:W21-32:B1-12"), Limits::nodes(50_000));
    assert_eq!(once.lines, twice.lines);
}

#[test]
fn a_search_stops_when_it_is_told() {
    for threads in [1, 2] {
        let (engine, game, control) = (engine().threads(threads), Game::new(), Control::new());
        let mut n_reports = 0;
        let mut stop_soon = |_: &Report| {
            n_reports += 1;
            if n_reports == 5 {
                control.stop();
            }
        };
        // Without the stop it would never return.
        let answer = engine.think(&game, Ask::best_move(Limits::INFINITE), &control, &mut stop_soon);
        assert!(game.legal_moves().contains(&answer.best.unwrap()));
    }
}

#[test]
fn stops_at_any_moment_leave_a_legal_move_on_many_threads() {
    let engine = engine().threads(4);
    for (round, pos) in bench_positions().into_iter().take(12).enumerate() {
        let (game, control) = (at(pos), Control::new());
        thread::scope(|scope| {
            let searching =
                scope.spawn(|| engine.think(&game, Ask::best_move(Limits::INFINITE), &control, &mut Silent));
            (0..round * 400).for_each(|_| thread::yield_now());
            control.stop();
            assert!(game.legal_moves().contains(&searching.join().unwrap().best.unwrap()), "{pos}");
        });
    }
}

#[test]
fn pondering_ends_only_after_the_hit() {
    let (engine, game, control) = (engine(), Game::new(), Control::new());
    let limits = Limits::move_time(Duration::ZERO).pondering();
    let mut n_reports = 0;
    let mut hit_later = |_: &Report| {
        n_reports += 1;
        if n_reports == 6 {
            control.ponder_hit();
        }
    };
    let answer = engine.think(&game, Ask::best_move(limits), &control, &mut hit_later);
    assert!(answer.best.is_some());
    assert!(n_reports >= 6, "it had no time of its own, but went on while it pondered");
}

#[test]
fn several_lines_come_sorted_and_differ() {
    for pos in bench_positions().into_iter().take(4) {
        let mut reports = Vec::new();
        let mut note = |report: &Report| reports.push(report.clone());
        let answer = engine().think(&at(pos), Ask::lines(4, depth(9)), &Control::new(), &mut note);
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
        for line in run(&at(pos), depth(9)).lines {
            line.moves.iter().fold(pos, |pos, mv| pos.play(*mv).unwrap());
        }
    }
}

#[test]
fn a_two_for_one_shot_is_seen_at_the_horizon() {
    // After most black moves, 22-18 gives one man and takes two, whichever way Black captures.
    let pos: Position = "B:W22,25,27,29:B14,15,1,2".parse().unwrap();
    let loss_after = |best| run(&at(pos.play_unchecked(best)), depth(7)).score().unwrap();
    let worst = pos.legal_moves().iter().map(|mv| loss_after(*mv)).max().unwrap();
    let chosen = loss_after(run(&at(pos), depth(1)).best.unwrap());
    assert!(worst > Score::estimate(80) && chosen < Score::estimate(50), "{worst} {chosen}");
}

#[test]
fn a_third_occurrence_is_a_draw_for_the_side_that_is_behind() {
    // White is a king down; the black kings have let the same position come twice.
    let mut game = Game::from_position("W:WK32:BK1,K10".parse().unwrap(), Rules::OFFICIAL);
    play(&mut game, "32-28 1-5 28-32 5-1 32-28 1-5 28-32");
    // Now 5-1 would be the third time; Black, who is winning, avoids it.
    let answer = run(&game, depth(9));
    assert_ne!(answer.best.unwrap().to_string(), "5-1");
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
    assert_eq!(run(&game, depth(7)).score(), Some(Score::DRAW));
}

#[test]
fn wins_and_losses_agree_with_minimax() {
    for pos in minimax::endings() {
        let truth = minimax::solve(&pos, 9);
        if pos.legal_moves().is_empty() {
            continue;
        }
        // Late moves are seen less deeply, so a search needs some plies more than minimax.
        let found = run(&at(pos), depth(17)).score().unwrap();
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
    for (i, pos) in minimax::endings().into_iter().take(60).enumerate() {
        let Some(plies) = minimax::solve(&pos, 7).filter(|plies| *plies != -1) else { continue };
        let answer = think(&engine().threads(2 + i % 3), &at(pos), depth(14));
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
        let answer = run(&game(fen), depth(1));
        assert!(answer.effort.nodes < 200_000, "{fen}: {} nodes", answer.effort.nodes);
    }
}

#[test]
fn house_rules_are_played_by() {
    let engine = engine();
    for (name, rules) in Rules::PRESETS {
        let mut game = Game::from_position(Position::START, *rules);
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let answer = think(&engine, &game, Limits::nodes(600));
            game.play(answer.best.unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn house_rules_do_not_make_the_search_endless() {
    for (name, rules) in Rules::PRESETS {
        let answer =
            run(&Game::from_position(Position::START, *rules), Limits { nodes: Some(3_000_000), ..depth(5) });
        assert_eq!(answer.depth, Depth::new(5), "{name}: {} nodes", answer.effort.nodes);
    }
}

#[test]
fn a_side_that_moves_again_keeps_the_sign_of_its_score() {
    let rules = Rules::preset("casual").unwrap();
    // Black jumps twice in one turn: White has nothing left.
    let game = Game::from_position("B:W15,23:B11,1".parse().unwrap(), rules);
    let score = run(&game, depth(6)).score().unwrap();
    assert!(score.is_win(), "{score}");
}

/// Claims that the side with fewer pieces wins, where few are left.
struct FewerPiecesWin;

impl Endgame for FewerPiecesWin {
    fn max_pieces(&self) -> usize {
        3
    }

    fn probe(&self, pos: &Position) -> Option<Value> {
        assert!(pos.occupied().len() <= 3, "asked about too many pieces");
        let (own, other) = (pos.pieces(pos.turn()).len(), pos.pieces(!pos.turn()).len());
        Some(match own.cmp(&other) {
            std::cmp::Ordering::Less => Value::Win,
            std::cmp::Ordering::Equal => Value::Draw,
            std::cmp::Ordering::Greater => Value::Loss,
        })
    }
}

#[test]
fn a_database_is_believed() {
    // White has to win a man. A database that says otherwise knows better than the evaluation.
    let game = game("W:W22,32:B18,1");
    let believer = engine().endgame(Some(Arc::new(FewerPiecesWin)));
    assert!(think(&believer, &game, depth(5)).score().unwrap().is_loss());
    assert!(think(&engine(), &game, depth(5)).score().unwrap() > Score::DRAW);
}

/// Shots that begin with several quiet sacrifices, which look lost until the last capture.
#[test]
fn shots_behind_several_sacrifices_are_found() {
    // 16-19, 12-16, 27-24, then 23x16x7x14x5; 11-16, 17-14, 26-22, then 30x23x16x7.
    for fen in ["B:WK9,K10,20,24,28:B11,12,16,K23,K27", "B:WK10,K19,20,27,32:B11,12,K17,K26,K30"] {
        let score = think(&Engine::with_megabytes(16), &game(fen), Limits::nodes(45_000)).score().unwrap();
        assert!(score.is_win(), "{fen}: {score}");
    }
}
