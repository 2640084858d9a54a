//! Ten levels of play, from one that a child can beat to full strength.
//!
//! A level sees less far, and what it sees it sees less clearly: the scores of the moves are
//! blurred by noise that grows with the number of moves to choose from. It does not see moves at
//! random: a move that loses something a beginner would notice (the next exchange of captures on
//! the board) is not among its choices.

use crownhead_board::{Color, Game, Move, State};

use crate::control::Control;
use crate::depth::Depth;
use crate::eval::{Evaluation, HandEvaluator};
use crate::limits::Limits;
use crate::random::Random;
use crate::report::{Line, Silent};
use crate::root::Root;
use crate::search::Search;
use crate::table::Table;

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
    /// How far it looks.
    pub depth: Depth,
    /// How much it looks at.
    pub nodes: u64,
    /// The size of its errors of judgment, in hundredths of a man, where it has two moves to choose
    /// from.
    pub noise: i32,
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

    /// What it knows about positions: only the strongest level has learned from games, the others
    /// judge as a person would explain it.
    fn evaluation(&self) -> Evaluation {
        if self.is_full_strength() {
            Evaluation::shipped()
        } else {
            Evaluation::Hand(HandEvaluator::default())
        }
    }

    /// Does it play as well as it can with the nodes it has?
    pub fn is_full_strength(&self) -> bool {
        self.noise == 0
    }
}

/// A player of some level, under any rules. The same seed makes the same choices.
#[derive(Debug)]
pub struct LevelPlayer {
    /// How well it plays.
    pub level: Level,
    evaluation: Evaluation,
    table: Table,
    seed: u64,
}

impl LevelPlayer {
    /// A player with a table of its own of so many megabytes.
    pub fn new(level: Level, megabytes: usize) -> LevelPlayer {
        LevelPlayer {
            level,
            evaluation: level.evaluation(),
            table: Table::with_megabytes(megabytes),
            seed: 0,
        }
    }

    /// The moves it sees, with their scores: all of them, or the best one at full strength.
    fn lines(&self, root: &Root, control: &Control) -> Vec<Line> {
        let Level { depth, nodes, .. } = self.level;
        let limits = Limits { depth: Some(depth), ..Limits::nodes(nodes) };
        let multi_pv = if self.level.is_full_strength() { 1 } else { usize::MAX };
        let search = Search { multi_pv, ..Search::new(root, limits, &self.table, control) };
        search.run(&self.evaluation, &mut Silent).lines
    }

    /// The move to make in a game that is not over. Told to stop, it chooses in its own manner among
    /// what it has seen so far; if it is not, the same seed makes the same choice.
    pub fn choose(&mut self, game: &Game, control: &Control) -> Move {
        let root = Root::from_game(game);
        if !self.level.is_full_strength() {
            // What it has seen deeper before would let it see further than it should.
            self.table.clear();
        }
        let lines = self.lines(&root, control);
        let mut random = Random::new(self.seed ^ root.position().key());
        // The same position later in a game is another chance.
        random.mix(game.moves().len() as u64);
        let chosen = blurred_best(&root, &lines, self.level.noise, &mut random);
        chosen.expect("a game that is not over has a legal move")
    }

    /// A new game begins. Whatever chance there is comes from the seed.
    pub fn start_game(&mut self, seed: u64) {
        self.seed = seed;
        self.table.clear();
    }
}

/// The best move to somebody who misjudges scores, but sees captures.
fn blurred_best(root: &Root, lines: &[Line], noise: i32, random: &mut Random) -> Option<Move> {
    let sight = |line: &Line| seen_balance(root.state(), line.moves[0]);
    let best_seen = lines.iter().map(sight).max()?;
    // Choosing is harder the more there is to choose from.
    let size = f64::from(noise) * (lines.len() as f64).log2();
    let mut blurred: Vec<(f64, Move)> = Vec::new();
    for line in lines.iter().filter(|line| sight(line) == best_seen) {
        let score = f64::from(line.score.centimen());
        blurred.push((score + size * random.bell(), line.moves[0]));
    }
    blurred.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, mv)| mv)
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

    fn player(number: u8) -> LevelPlayer {
        LevelPlayer::new(Level::new(number).unwrap(), 1)
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
                let mut player = player(number);
                player.start_game(u64::from(number));
                for _ in 0..16 {
                    if game.outcome().is_some() {
                        break;
                    }
                    game.play(player.choose(&game, &Control::new())).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_seed_makes_a_game() {
        let moves = |seed| {
            let (mut game, mut player) = (Game::new(), player(1));
            player.start_game(seed);
            for _ in 0..12 {
                game.play(player.choose(&game, &Control::new())).unwrap();
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
        let choose = |game: &Game, number, seed, control| {
            let mut player = player(number);
            player.start_game(seed);
            player.choose(game, control)
        };
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
            let mut player = player(1);
            player.start_game(seed);
            assert_ne!(player.choose(&game, &Control::new()).from(), Some(Square::S15));
        }
    }
}
