//! Endings that a database knows, played and scored.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

mod minimax;

use std::sync::Arc;

use crownhead_board::{Color, Game, Outcome, Position, Rules};
use crownhead_endgame::Database;
use crownhead_engine::{
    Answer, Ask, Control, Depth, Endgame, Engine, Evaluation, Limits, Ply, Report, Score, Silent, Value,
};

/// Won positions of two to four pieces, some of them among the longest wins.
const WON: [&str; 16] = [
    "W:WK31,K32:BK1",
    "W:WK31,K32:BK29",
    "W:WK1,K2:BK32",
    "W:WK5,K13:B10",
    "B:WK4:BK29,K30",
    "B:WK5:BK27,K32",
    "W:WK1,30:BK11",
    "W:W30,31:BK23",
    "W:W29,30:B8",
    "W:W8:B3",
    "W:WK5:BK2",
    "W:WK6,K7,K16:BK11",
    "W:WK3,K7:BK2,K4",
    "W:WK30,K31:B8,K12",
    "W:WK5,30:B3,8",
    "W:W15,27:B1,3",
];

/// The shipped values without their distances.
struct ValuesOnly;

impl Endgame for ValuesOnly {
    fn max_pieces(&self) -> usize {
        4
    }

    fn probe(&self, pos: &Position) -> Option<Value> {
        Endgame::probe(Database::shipped(), pos)
    }
}

/// An engine with a database and an evaluation that knows little of endings.
fn engine(endgame: impl Endgame + 'static) -> Engine {
    Engine::with_megabytes(4).evaluation(Evaluation::hand()).endgame(Some(Arc::new(endgame)))
}

fn think(engine: &Engine, game: &Game, limits: Limits) -> Answer {
    engine.think(game, Ask::best_move(limits), &Control::new(), &mut Silent)
}

fn at(pos: Position) -> Game {
    Game::from_position(pos, Rules::OFFICIAL)
}

/// Plays a won position to its end against the longest defence and counts the plies.
fn plies_to_win(fen: &str, limits: Limits, winner: &Engine) -> Option<u32> {
    let mut game = at(fen.parse().unwrap());
    let (strong, defender) = (game.position().turn(), engine(Database::shipped()));
    while game.outcome().is_none() {
        let mover = if game.position().turn() == strong { winner } else { &defender };
        game.play(think(mover, &game, limits).best.unwrap()).unwrap();
    }
    let is_won = game.outcome().and_then(Outcome::winner) == Some(strong);
    is_won.then(|| game.moves().count() as u32)
}

fn distance(pos: &Position) -> Option<(Value, u32)> {
    let verdict = Database::shipped().verdict(pos).unwrap().unwrap();
    verdict.plies.map(|plies| (verdict.value, plies.into()))
}

#[test]
fn with_distances_a_win_takes_as_long_as_they_say() {
    for fen in WON {
        let (value, plies) = distance(&fen.parse().unwrap()).unwrap();
        assert_eq!(value, Value::Win, "{fen}");
        assert_eq!(plies_to_win(fen, Limits::nodes(200), &engine(Database::shipped())), Some(plies), "{fen}");
    }
}

#[test]
fn without_distances_a_win_is_still_found() {
    // The longest wins take more nodes than a test has.
    let known = |fen: &&str| distance(&fen.parse().unwrap()).unwrap().1 <= 61;
    for fen in WON.into_iter().filter(known) {
        let plies = plies_to_win(fen, Limits::nodes(5_000), &engine(ValuesOnly));
        assert!(plies.is_some(), "{fen}");
    }
}

#[test]
fn a_known_root_is_scored_exactly() {
    let engine = engine(Database::shipped());
    for pos in minimax::endings() {
        let score = think(&engine, &at(pos), Limits::nodes(300)).score();
        match distance(&pos) {
            Some((Value::Win, plies)) => {
                assert_eq!(score, Some(Score::win_at(Ply::new(plies as u16))), "{pos}");
            }
            Some((_, 0)) => assert_eq!(score, None, "{pos}"),
            Some((_, plies)) => assert_eq!(score, Some(Score::loss_at(Ply::new(plies as u16))), "{pos}"),
            None => assert_eq!(score, Some(Score::DRAW), "{pos}"),
        }
    }
}

#[test]
fn a_known_line_is_as_long_as_it_says() {
    let game = at("W:WK31,K32:BK29".parse().unwrap());
    let answer = think(&engine(Database::shipped()), &game, Limits::nodes(300));
    assert_eq!(answer.lines[0].moves.len(), 7);
    let end = answer.lines[0].moves.iter().fold(*game.position(), |pos, mv| pos.play(*mv).unwrap());
    assert!(end.legal_moves().is_empty());
}

#[test]
fn a_win_is_not_repeated_away() {
    // White has gone to and fro, and one more time would be a draw.
    let mut game = Game::from_position("W:WK18,K22:BK3".parse().unwrap(), Rules::OFFICIAL);
    for text in "18-15 3-8 15-18 8-3".split_whitespace() {
        let mv = *game.legal_moves().iter().find(|mv| mv.to_string() == text).unwrap();
        game.play(mv).unwrap();
    }
    let engine = engine(Database::shipped());
    while game.outcome().is_none() {
        game.play(think(&engine, &game, Limits::nodes(3_000)).best.unwrap()).unwrap();
    }
    assert_eq!(game.outcome().and_then(Outcome::winner), Some(Color::White));
}

#[test]
fn the_search_agrees_with_the_distances() {
    for pos in minimax::endings() {
        let known = distance(&pos).map(|(value, plies)| (value == Value::Win, plies));
        // Every line to its end, as far as that is bearable.
        let seen = minimax::solve(&pos, 7).map(|end| (end > 0, end.unsigned_abs() - 1));
        assert_eq!(seen, known.filter(|(_, plies)| *plies <= 7), "{pos}");
        let alone = Engine::with_megabytes(1).evaluation(Evaluation::hand()).endgame(None);
        let found = think(&alone, &at(pos), Limits::depth(Depth::new(13)));
        let Some(score) = found.score() else { continue };
        if let Some(plies) = score.plies_to_end() {
            // No win or loss is claimed that is shorter than it is, or where there is none.
            let claimed = (score.is_win(), plies);
            assert!(
                known.is_some_and(|known| known.0 == claimed.0 && known.1 <= claimed.1),
                "{pos}: {score}"
            );
            assert!(plies > 7 || known == Some(claimed), "{pos}: {score} {known:?}");
        }
    }
}

/// The pieces of a side: men and kings.
type Pieces = (usize, usize);

/// All sides with up to `max` pieces.
fn sides(max: usize) -> impl Iterator<Item = Pieces> {
    (1..=max).flat_map(|n| (0..=n).map(move |n_men| (n_men, n - n_men)))
}

/// A position with these pieces on random squares in which nothing is to be captured.
fn scattered(strong: Pieces, weak: Pieces, random: &mut fastrand::Rng) -> Position {
    loop {
        let mut squares: Vec<u32> = (1..=32).collect();
        random.shuffle(&mut squares);
        let mut list = |(n_men, n_kings): Pieces| -> String {
            let pieces: Vec<String> =
                squares.drain(..n_men + n_kings).map(|square| square.to_string()).collect();
            let crowned =
                |(i, square): (usize, &String)| if i < n_men { square.clone() } else { format!("K{square}") };
            pieces.iter().enumerate().map(crowned).collect::<Vec<_>>().join(",")
        };
        let fen = format!("W:W{}:B{}", list(strong), list(weak));
        // Men on their crown row are no position.
        let Ok(pos) = fen.parse::<Position>() else { continue };
        if pos.jumpers().is_empty() && pos.jumpers_of(!pos.turn()).is_empty() && !pos.legal_moves().is_empty()
        {
            return pos;
        }
    }
}

/// Nodes for a move. Where a database has no distances, the longest wins of five and six pieces need more than the first.
const NODES: [u64; 2] = [5_000, 200_000];

/// Plays endings of every material in which White has at least twice as many pieces. A win that is announced comes: with few
/// nodes for a move or, where it is long and `nodes` has more, with those.
fn win_what_is_won(engine: &Engine, nodes: &[u64]) {
    let mut random = fastrand::Rng::with_seed(7);
    let mut n_won = 0;
    for weak in sides(3) {
        for strong in sides(9).filter(|strong| strong.0 + strong.1 >= 2 * (weak.0 + weak.1)) {
            let start = scattered(strong, weak, &mut random);
            let mut games = nodes.iter().map(|nodes| play_out(&start, engine, *nodes));
            let last = games.find(|game| *game != Played::NotAsAnnounced);
            assert!(last.is_some(), "{start} was not won");
            n_won += u32::from(last == Some(Played::Won));
        }
    }
    assert!(n_won > 300, "only {n_won} wins were announced");
}

/// How a game of the engine against itself ended, for the side that began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Played {
    Won,
    /// No win was announced.
    NotWon,
    /// A win was announced and did not come.
    NotAsAnnounced,
}

/// Plays a position to its end. No search prefers a longer win to one that it has seen.
fn play_out(start: &Position, engine: &Engine, nodes: u64) -> Played {
    let mut game = at(*start);
    engine.new_game();
    let mut is_announced = false;
    while game.outcome().is_none() {
        let mut shortest = u32::MAX;
        let mut note = |report: &Report| {
            let score = report.line.score;
            if let Some(plies) = score.plies_to_end().filter(|_| score.is_win()) {
                assert!(plies <= shortest, "{}: win in {shortest}, then in {plies}", game.position());
                shortest = plies;
            }
        };
        let answer = engine.think(&game, Ask::best_move(Limits::nodes(nodes)), &Control::new(), &mut note);
        is_announced |= game.position().turn() == start.turn() && answer.score().unwrap().is_win();
        game.play(answer.best.unwrap()).unwrap();
    }
    match game.outcome().and_then(Outcome::winner) == Some(start.turn()) {
        true => Played::Won,
        false if is_announced => Played::NotAsAnnounced,
        false => Played::NotWon,
    }
}

#[test]
fn the_shorter_win_is_preferred_at_every_depth() {
    let game = at("W:WK11,K14,K23,26,27:BK28".parse().unwrap());
    for depth in 1..=12 {
        let answer = think(&engine(Database::shipped()), &game, Limits::depth(Depth::new(depth)));
        assert_eq!(answer.score(), Some(Score::win_at(Ply::new(3))), "at depth {depth}");
    }
}

#[test]
fn won_endings_are_won_with_four_pieces() {
    win_what_is_won(&engine(Database::shipped()), &NODES[..1]);
}

/// `make test-slow` builds databases of six and of seven pieces and names their folders.
#[test]
#[ignore = "needs databases of six and seven pieces, in the folders of CROWNHEAD_ENDGAMES"]
fn won_endings_are_won_with_six_and_seven_pieces() {
    let folders = std::env::var_os("CROWNHEAD_ENDGAMES").expect("CROWNHEAD_ENDGAMES names the folders");
    for folder in std::env::split_paths(&folders) {
        win_what_is_won(&engine(Database::open(&folder).unwrap()), &NODES);
    }
}

/// Drawn positions of four pieces with several moves that keep the draw.
const DRAWN: [&str; 12] = [
    "W:W6,K3:BK26,K29",
    "B:W16,K2:BK30,K21",
    "B:WK1,6:BK30,18",
    "B:WK29,K13:BK9,K27",
    "B:W20,K2:B14,K12",
    "B:W9,25:BK12,K10",
    "B:WK13,K25:BK31,K6",
    "W:WK3,K12:BK19,K24",
    "W:W31,K5:B20,21",
    "W:WK32,K1:BK25,K5",
    "B:WK32,K16:B21,26",
    "W:WK14,K25:B15,21",
];

/// Plays a drawn position against moves at random. Is it won?
fn beats_chance(fen: &str, seed: u64) -> bool {
    let (engine, mut random) = (engine(Database::shipped()), fastrand::Rng::with_seed(seed));
    let mut game = at(fen.parse().unwrap());
    let player = game.position().turn();
    while game.outcome().is_none() {
        let mv = if game.position().turn() == player {
            think(&engine, &game, Limits::nodes(2000)).best.unwrap()
        } else {
            let moves = game.legal_moves();
            moves[random.usize(..moves.len())]
        };
        game.play(mv).unwrap();
    }
    game.outcome().and_then(Outcome::winner) == Some(player)
}

#[test]
fn a_known_draw_is_played_on_for_mistakes() {
    let games = DRAWN.iter().flat_map(|fen| (0..6).map(move |seed| (fen, seed)));
    let won = games.filter(|(fen, seed)| beats_chance(fen, *seed)).count();
    assert!(won >= 60, "{won} of {} games are won", 6 * DRAWN.len());
}

#[test]
fn the_score_of_a_known_draw_is_a_draw() {
    for fen in DRAWN {
        let answer = think(&engine(Database::shipped()), &at(fen.parse().unwrap()), Limits::nodes(2000));
        assert_eq!(answer.lines[0].score, Score::DRAW, "{fen}");
    }
}
