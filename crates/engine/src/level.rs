//! Ten levels of play, from one that a child can beat to full strength.
//!
//! A level looks less far ahead, and misjudges what it sees: noise is added to the scores of its moves,
//! more of it where there are more to choose from. It does not play at random: a move that loses a
//! piece in the exchange that follows on the board, which any beginner would notice, is not among its choices.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, Move, State};
use fastrand::Rng;
use thiserror::Error;

use crate::depth::Depth;
use crate::limits::Limits;
use crate::report::Line;
use crate::root::Root;

/// How well the engine plays. Levels are set by nodes, not by time, so they are the same on every
/// machine.
///
/// ```
/// use crownhead_engine::Level;
///
/// assert_eq!(Level::ALL.len(), 10);
/// assert_eq!(Level::new(1), Some(Level::ALL[0]));
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// From 1 to 10.
    pub number: u8,
    /// How far it looks ahead.
    pub depth: Depth,
    /// How many nodes it looks at.
    pub nodes: u64,
    /// The size of its errors of judgment, in hundredths of a man, where it has two moves to choose
    /// from.
    pub noise: i32,
}

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A level from 1 to 10.
    Level(Level),
    /// As well as it can, in the time it is given.
    Full,
}

const fn level(number: u8, depth: u32, nodes: u64, noise: i32) -> Level {
    Level { number, depth: Depth::new(depth), nodes, noise }
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 10] = [
        level(1, 1, 1_000, 240),
        level(2, 1, 2_000, 50),
        level(3, 2, 4_000, 22),
        level(4, 4, 15_000, 14),
        level(5, 6, 40_000, 8),
        level(6, 9, 80_000, 6),
        level(7, 11, 160_000, 4),
        level(8, 14, 250_000, 3),
        level(9, 17, 400_000, 1),
        level(10, 99, 800_000, 0),
    ];

    /// The level with this number.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.number == number)
    }

    /// Does it play as well as it can with the nodes it has?
    pub fn is_full_strength(&self) -> bool {
        self.noise == 0
    }

    /// The depth and nodes of the level, within other limits.
    pub(crate) const fn limits(&self, limits: Limits) -> Limits {
        Limits { depth: Some(self.depth), nodes: Some(self.nodes), ..limits }
    }

    /// The move it chooses of those it has seen, in its own manner. The same seed makes the same choice, and
    /// another one when the position comes again later in a game.
    pub(crate) fn choose(&self, root: &Root, lines: &[Line], ply: usize, seed: u64) -> Option<Move> {
        let chance = (ply as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = Rng::with_seed(seed ^ root.position().key() ^ chance);
        blurred_best(root, lines, self.noise, &mut random)
    }
}

impl Strength {
    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        Level::ALL.into_iter().map(Strength::Level).chain([Strength::Full])
    }

    /// What a new player meets first.
    pub const fn for_beginners() -> Strength {
        Strength::Level(Level::ALL[1])
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Level(level) => f.pad(&format!("level {}", level.number)),
            Strength::Full => f.pad("full strength"),
        }
    }
}

/// A text that names no strength.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level {0:?}; levels are 1 to 10, or full")]
pub struct ParseStrengthError(String);

/// ```
/// use crownhead_engine::Strength;
///
/// assert_eq!("level 3".parse::<Strength>(), "3".parse());
/// assert_eq!("full".parse::<Strength>(), Ok(Strength::Full));
/// assert!("11".parse::<Strength>().is_err());
/// ```
impl FromStr for Strength {
    type Err = ParseStrengthError;

    fn from_str(text: &str) -> Result<Strength, ParseStrengthError> {
        let lower = text.trim().to_ascii_lowercase();
        let number = lower.strip_prefix("level").unwrap_or(&lower).trim();
        if lower.starts_with("full") || lower == "max" {
            return Ok(Strength::Full);
        }
        let level = number.parse().ok().and_then(Level::new);
        level.map(Strength::Level).ok_or_else(|| ParseStrengthError(text.trim().to_owned()))
    }
}

/// The best move to somebody who misjudges scores, but sees captures.
fn blurred_best(root: &Root, lines: &[Line], noise: i32, random: &mut Rng) -> Option<Move> {
    let sight = |line: &Line| seen_balance(root.state(), line.moves[0]);
    let best_seen = lines.iter().map(sight).max()?;
    // Choosing is harder the more there is to choose from.
    let size = f64::from(noise) * (lines.len() as f64).log2();
    let mut blurred: Vec<(f64, Move)> = Vec::new();
    for line in lines.iter().filter(|line| sight(line) == best_seen) {
        let score = f64::from(line.score.centimen());
        blurred.push((score + size * bell(random), line.moves[0]));
    }
    blurred.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, mv)| mv)
}

/// A random number around 0 with a deviation of 1, most often close to 0.
fn bell(random: &mut Rng) -> f64 {
    (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
}

/// The balance of pieces after a move, the captures that answer it and the captures that answer
/// those: what a beginner sees.
fn seen_balance(state: &State, mv: Move) -> i32 {
    exchange(&state.play_unchecked(mv), state.turn(), SEEN_REPLIES)
}

/// A capture and a recapture.
const SEEN_REPLIES: u32 = 2;

/// The best balance for a side when each side in turn captures the most it sees, or passes.
fn exchange(state: &State, side: Color, replies: u32) -> i32 {
    let pieces = |color| state.position().pieces(color).len() as i32;
    let balance = pieces(side) - pieces(!side);
    let moves = state.legal_moves();
    let jumps = moves.iter().filter(|mv| mv.is_jump());
    if replies == 0 {
        return balance;
    }
    let results = jumps.map(|mv| exchange(&state.play_unchecked(*mv), side, replies - 1));
    let best = if state.turn() == side { results.max() } else { results.min() };
    best.unwrap_or(balance)
}

#[cfg(test)]
mod tests {
    use crownhead_board::{Position, Rules, Square};

    use super::*;
    use crate::control::Control;
    use crate::engine::{Ask, Engine};
    use crate::report::Silent;
    use crownhead_board::Game;

    /// The move of a level, under any rules.
    fn choose(game: &Game, number: u8, seed: u64, control: &Control) -> Move {
        let ask = Ask::level(Level::new(number).unwrap(), seed);
        Engine::with_megabytes(1).think(game, ask, control, &mut Silent).best.unwrap()
    }

    #[test]
    fn the_bell_is_centered_and_of_size_one() {
        let mut random = Rng::with_seed(5);
        let numbers: Vec<f64> = (0..10_000).map(|_| bell(&mut random)).collect();
        let mean = numbers.iter().sum::<f64>() / 1e4;
        let deviation = (numbers.iter().map(|number| number * number).sum::<f64>() / 1e4).sqrt();
        assert!(mean.abs() < 0.05 && (deviation - 1.0).abs() < 0.05);
    }

    #[test]
    fn levels_only_get_better() {
        for pair in Level::ALL.windows(2) {
            assert_eq!(pair[1].number, pair[0].number + 1);
            assert!(pair[1].depth >= pair[0].depth && pair[1].nodes >= pair[0].nodes);
            assert!(pair[1].noise < pair[0].noise);
        }
    }

    #[test]
    fn every_level_makes_legal_moves_under_any_rules() {
        for number in [1, 4, 7] {
            for (_, rules) in Rules::PRESETS {
                let mut game = Game::from_position(Position::START, *rules);
                for _ in 0..16 {
                    if game.outcome().is_some() {
                        break;
                    }
                    game.play(choose(&game, number, u64::from(number), &Control::new())).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_seed_makes_a_game() {
        let moves = |seed| {
            let mut game = Game::new();
            for _ in 0..12 {
                game.play(choose(&game, 1, seed, &Control::new())).unwrap();
            }
            game.moves().collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }

    #[test]
    fn a_level_told_to_move_now_sees_less_but_gives_nothing_away() {
        let stopped = Control::new();
        stopped.stop();
        // 15-18 and 15-19 lose a man at once, which a level sees without looking ahead.
        let pos: Position = "B:W22,24,29,31:B1,2,5,15".parse().unwrap();
        let game = Game::from_position(pos, Rules::OFFICIAL);
        for number in 1..10 {
            assert_ne!(choose(&game, number, 1, &stopped).from(), Some(Square::S15), "level {number}");
        }
        let moves = |control| (0..4).map(|seed| choose(&Game::new(), 6, seed, control)).collect::<Vec<_>>();
        assert_ne!(moves(&stopped), moves(&Control::new()));
    }

    #[test]
    fn the_weakest_level_does_not_give_a_man_away() {
        // 15-18 and 15-19 lose a man to 22x15 and 24x15; other moves lose nothing at once.
        let pos: Position = "B:W22,24,29,31:B1,2,5,15".parse().unwrap();
        let game = Game::from_position(pos, Rules::OFFICIAL);
        for seed in 0..30 {
            assert_ne!(choose(&game, 1, seed, &Control::new()).from(), Some(Square::S15));
        }
    }
}
