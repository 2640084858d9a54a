//! How hard a puzzle is, before anybody has tried it: which of our levels find it, and how often.

use crownhead_board::{Game, Rules};
use crownhead_engine::{Ask, Control, Engine, Level, Silent};

use crate::puzzle::Puzzle;

/// Lets levels try puzzles.
pub struct Seeder {
    levels: Vec<(Level, Engine)>,
    tries: u64,
}

/// What levels are worth, as `docs/strength.md` has measured.
const RATINGS: [f64; 10] = [1000.0, 1129.0, 1297.0, 1493.0, 1693.0, 1889.0, 2038.0, 2181.0, 2326.0, 2664.0];
/// The levels that try; the others are left for the check.
const LEVELS: [u8; 3] = [1, 3, 5];
/// Ratings are sought between these, in steps.
const LOWEST: i32 = 400;
const HIGHEST: i32 = 2800;
const STEP: usize = 10;
/// What is expected before anything is known: a rating, more for each move, and how sure it is.
const USUAL: f64 = 1200.0;
const FOR_EACH_MOVE: f64 = 120.0;
const USUAL_DEVIATION: f64 = 500.0;

impl Seeder {
    /// The usual levels, which try each puzzle this many times.
    pub fn new(tries: u64) -> Seeder {
        Seeder::with_levels(&LEVELS, tries)
    }

    /// Other levels.
    pub fn with_levels(levels: &[u8], tries: u64) -> Seeder {
        let levels = levels.iter().filter_map(|&number| Level::new(number));
        Seeder { levels: levels.map(|level| (level, Engine::for_level(level))).collect(), tries }
    }

    /// How often each level solves a puzzle.
    pub fn solved(&self, puzzle: &Puzzle) -> Vec<(Level, u64)> {
        self.levels
            .iter()
            .map(|(level, engine)| {
                let n = (0..self.tries).filter(|seed| solves(puzzle, *level, engine, *seed)).count();
                (*level, n as u64)
            })
            .collect()
    }

    /// The rating at which that is most likely.
    pub fn rating(&self, puzzle: &Puzzle) -> u16 {
        let results = self.solved(puzzle);
        let usual = USUAL + FOR_EACH_MOVE * puzzle.solution().count() as f64;
        let likelihood = |rating: i32| {
            let rating = f64::from(rating);
            let prior = -((rating - usual) / USUAL_DEVIATION).powi(2) / 2.0;
            results.iter().fold(prior, |sum, (level, solved)| {
                let chance = expected(RATINGS[usize::from(level.number) - 1] - rating);
                let failed = self.tries - solved;
                sum + *solved as f64 * chance.ln() + failed as f64 * (1.0 - chance).ln()
            })
        };
        let all = (LOWEST..=HIGHEST).step_by(STEP);
        let best = all.max_by(|a, b| likelihood(*a).total_cmp(&likelihood(*b)));
        best.unwrap_or(LOWEST) as u16
    }
}

/// The chance of somebody who is that much better.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}

/// Does a level find every move of the solution?
fn solves(puzzle: &Puzzle, level: Level, engine: &Engine, seed: u64) -> bool {
    puzzle.solution().enumerate().all(|(i, (pos, mv))| {
        let game = Game::from_position(pos, Rules::OFFICIAL);
        let ask = Ask::level(level, seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ i as u64);
        engine.think(&game, ask, &Control::new(), &mut Silent).best == Some(mv)
    })
}
