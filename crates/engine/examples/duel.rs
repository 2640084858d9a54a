//! Two settings of the engine play each other at fixed nodes, from all openings of three plies,
//! with both colors: `duel [nodes=N] [games=N] [a.parameter=value ...] [b.parameter=value ...]`.
//!
//! Parameters are those of the search and of the evaluation; `a.nodes` and `b.nodes` give the
//! players different nodes, `a.level` and `b.level` make them play at a level. Nothing depends on the
//! time, so the result is always the same.

use std::collections::HashSet;

use crownhead_board::{Color, Position};
use crownhead_engine::{
    EnginePlayer, HandEvaluator, HandWeights, Level, LevelPlayer, Limits, Player, SearchTunables, play_game,
    points,
};

fn main() {
    let mut settings = [Settings::new(), Settings::new()];
    let mut games = 400;
    for argument in std::env::args().skip(1) {
        let (name, value) = argument.split_once('=').expect("an argument is name=value");
        match name.split_once('.') {
            None if name == "games" => games = value.parse().expect("games is a number"),
            None => settings.iter_mut().for_each(|settings| settings.set(name, value)),
            Some(("a", name)) => settings[0].set(name, value),
            Some((_, name)) => settings[1].set(name, value),
        }
    }
    let [mut a, mut b] = settings.map(Settings::player);
    let (a, b) = (a.as_mut(), b.as_mut());
    let mut tally = Tally::default();
    for (i, start) in openings().iter().cycle().take(games / 2).enumerate() {
        let first = play_game(a, b, *start, i as u64);
        let second = play_game(b, a, *start, i as u64);
        tally.add(points(&first, Color::Black), points(&second, Color::White));
    }
    println!("{tally}");
}

struct Settings {
    search: SearchTunables,
    weights: HandWeights,
    nodes: u64,
    level: Option<Level>,
}

impl Settings {
    fn new() -> Settings {
        Settings {
            search: SearchTunables::default(),
            weights: HandWeights::default(),
            nodes: 20_000,
            level: None,
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        let value: i32 = value.parse().expect("a value is a number");
        if name == "nodes" {
            self.nodes = value as u64;
        } else if name == "level" {
            self.level = Level::new(value as u8);
        } else if self.search.set(name, value).is_err() {
            self.weights.set(name, value).expect("a parameter of the search or the evaluation");
        }
    }

    fn player(self) -> Box<dyn Player> {
        let evaluator = HandEvaluator::with_weights(self.weights);
        if let Some(level) = self.level {
            return Box::new(LevelPlayer::new(level, 1));
        }
        let mut player = EnginePlayer::new(evaluator, Limits::nodes(self.nodes), 8);
        player.tunables = self.search;
        Box::new(player)
    }
}

/// Positions after three plies in which nobody has an extra piece, spread so that any number of
/// them from the front is a fair sample.
fn openings() -> Vec<Position> {
    let mut positions = vec![Position::START];
    for _ in 0..3 {
        let next =
            |pos: &Position| pos.legal_moves().iter().map(|mv| pos.play_unchecked(*mv)).collect::<Vec<_>>();
        positions = positions.iter().flat_map(next).collect();
    }
    let mut seen = HashSet::new();
    positions.retain(|pos| {
        pos.jumpers().is_empty() && pos.black().len() == pos.white().len() && seen.insert(*pos)
    });
    positions.sort_by_key(Position::key);
    positions
}

#[derive(Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Sums of the scores of pairs of games, and of their squares.
    pairs: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, first: f64, second: f64) {
        for points in [first, second] {
            match points {
                1.0 => self.wins += 1,
                0.0 => self.losses += 1,
                _ => self.draws += 1,
            }
        }
        let score = (first + second) / 2.0;
        self.pairs += 1.0;
        self.sum += score;
        self.squares += score * score;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = self.sum / self.pairs;
        let error = ((self.squares / self.pairs - mean * mean) / self.pairs).sqrt();
        let Tally { wins, draws, losses, .. } = self;
        write!(f, "+{wins} ={draws} -{losses}: {:.1} % +- {:.1}", 100.0 * mean, 100.0 * error)
    }
}
