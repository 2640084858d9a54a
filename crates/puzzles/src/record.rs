//! What a solver has done: rating, failures that come again, streaks.

use std::collections::BTreeMap;

use crownhead_contest::{Rating, Score};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id::PuzzleId;
use crate::memory::Memory;
use crate::puzzle::Puzzle;
use crate::puzzles::{Filter, Puzzles};

/// A solver's record. Days are numbers of days since 1970, so that it needs no clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    rating: Rating,
    /// Puzzles that were tried, by their names.
    kept: BTreeMap<PuzzleId, Kept>,
    /// Puzzles solved at the first try, one after the other.
    streak: u32,
    best_streak: u32,
    /// Days with a daily puzzle solved, one after the other, and the last of them.
    daily_streak: u32,
    last_daily: Option<u32>,
}

/// What is kept of a puzzle that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// How often it was tried.
    pub tries: u32,
    /// How often it was solved at once.
    pub solved: u32,
    /// The day of the last try.
    pub day: u32,
    /// When it comes again; only puzzles that were failed do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Memory>,
}

impl Kept {
    /// The day on which it comes again, if it does.
    pub fn due(&self) -> Option<u32> {
        self.memory.map(|memory| self.day.saturating_add(memory.interval()))
    }
}

/// Why a text is no record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It is not JSON, or something else.
    #[error("this is no record of puzzles")]
    Foreign(#[from] serde_json::Error),
    /// Another version of the program wrote it.
    #[error("the record has version {0}, and this program reads version {VERSION}")]
    Version(u32),
    /// A puzzle has an impossible name.
    #[error(transparent)]
    Id(#[from] crate::id::NoSuchId),
    /// A number is none, or impossible.
    #[error("the record has an impossible number: {0}")]
    Number(&'static str),
}

const VERSION: u32 = 1;
/// How sure the rating of a puzzle is that only levels have tried.
const SEEDED_DEVIATION: f64 = 120.0;
/// A failure leaves the repetition when its memory lasts that many days.
const LEARNED_DAYS: u32 = 60;
/// How many of the puzzles that suit the rating best a random choice is made from.
const N_NEAREST: usize = 40;

/// A record as it is written down.
#[derive(Serialize, Deserialize)]
struct Written {
    version: u32,
    rating: f64,
    deviation: f64,
    volatility: f64,
    streak: u32,
    best_streak: u32,
    daily_streak: u32,
    last_daily: Option<u32>,
    puzzles: BTreeMap<String, Kept>,
}

impl Default for Record {
    fn default() -> Record {
        // Who begins is more often below the middle than above it.
        let rating = Rating { rating: 1200.0, ..Rating::default() };
        Record { rating, kept: BTreeMap::new(), streak: 0, best_streak: 0, daily_streak: 0, last_daily: None }
    }
}

impl Record {
    /// The solver's rating, by Glicko-2 with each first try as a game against the puzzle.
    pub fn rating(&self) -> Rating {
        self.rating
    }

    /// Puzzles solved at the first try since the last failure.
    pub fn streak(&self) -> u32 {
        self.streak
    }

    /// The longest such row.
    pub fn best_streak(&self) -> u32 {
        self.best_streak
    }

    /// Days in a row on which the daily puzzle was solved, if today or yesterday is among them.
    pub fn daily_streak(&self, today: u32) -> u32 {
        if self.last_daily.is_some_and(|day| today.saturating_sub(day) <= 1) { self.daily_streak } else { 0 }
    }

    /// What is known of a puzzle.
    pub fn kept(&self, id: PuzzleId) -> Option<&Kept> {
        self.kept.get(&id)
    }

    /// How many puzzles were tried, and how many of them were solved at the first try.
    pub fn totals(&self) -> (usize, usize) {
        (self.kept.len(), self.kept.values().filter(|kept| kept.solved == kept.tries).count())
    }

    /// How many failures are to come again today.
    pub fn n_due(&self, today: u32) -> usize {
        self.kept.values().filter(|kept| is_due(kept, today)).count()
    }

    /// Keeps what came of a puzzle: was it solved without a wrong move and without help? Only the first try counts for the
    /// rating.
    pub fn keep(&mut self, puzzle: &Puzzle, is_solved: bool, today: u32) {
        let known = self.kept.get(&puzzle.id()).copied();
        if known.is_none() {
            let opponent =
                Rating { rating: f64::from(puzzle.rating), deviation: SEEDED_DEVIATION, ..Rating::default() };
            self.rating = self.rating.after_game(opponent, if is_solved { Score::Win } else { Score::Loss });
        }
        self.streak = if is_solved { self.streak + 1 } else { 0 };
        self.best_streak = self.best_streak.max(self.streak);
        let Kept { tries, solved, day, memory } =
            known.unwrap_or(Kept { tries: 0, solved: 0, day: today, memory: None });
        let days = today.saturating_sub(day);
        let memory = match memory {
            Some(memory) => Some(memory.after(days, is_solved)),
            None if is_solved => None,
            None => Some(Memory::first(false)),
        };
        let memory = memory.filter(|memory| memory.interval() < LEARNED_DAYS);
        let kept = Kept { tries: tries + 1, solved: solved + u32::from(is_solved), day: today, memory };
        self.kept.insert(puzzle.id(), kept);
    }

    /// Keeps that the daily puzzle was solved.
    pub fn keep_daily(&mut self, today: u32) {
        self.daily_streak = match self.last_daily {
            Some(day) if day == today => self.daily_streak,
            Some(day) if day + 1 == today => self.daily_streak + 1,
            _ => 1,
        };
        self.last_daily = Some(today);
    }

    /// What to try next: a failure that is due, or else a new puzzle that suits the rating. The seed decides among those.
    pub fn next<'p>(
        &self,
        puzzles: &'p Puzzles,
        filter: Filter,
        today: u32,
        seed: u64,
    ) -> Option<&'p Puzzle> {
        let due = puzzles
            .find(filter)
            .filter(|puzzle| self.kept(puzzle.id()).is_some_and(|kept| is_due(kept, today)));
        let overdue = |puzzle: &&Puzzle| self.kept(puzzle.id()).and_then(Kept::due);
        due.min_by_key(overdue).or_else(|| self.next_new(puzzles, filter, seed))
    }

    fn next_new<'p>(&self, puzzles: &'p Puzzles, filter: Filter, seed: u64) -> Option<&'p Puzzle> {
        let distance = |puzzle: &&Puzzle| (f64::from(puzzle.rating) - self.rating.rating).abs() as u32;
        let mut fresh: Vec<&Puzzle> =
            puzzles.find(filter).filter(|puzzle| self.kept(puzzle.id()).is_none()).collect();
        let chance = |puzzle: &&Puzzle| mixed(puzzle.id().number() ^ seed);
        fresh.sort_by_cached_key(|puzzle| (distance(puzzle) / 25, chance(puzzle)));
        fresh.truncate(N_NEAREST);
        fresh.into_iter().min_by_key(|puzzle| mixed(chance(puzzle)))
    }

    /// The record as a text.
    pub fn to_json(&self) -> String {
        let written = Written {
            version: VERSION,
            rating: self.rating.rating,
            deviation: self.rating.deviation,
            volatility: self.rating.volatility,
            streak: self.streak,
            best_streak: self.best_streak,
            daily_streak: self.daily_streak,
            last_daily: self.last_daily,
            puzzles: self.kept.iter().map(|(id, kept)| (id.to_string(), *kept)).collect(),
        };
        serde_json::to_string(&written).expect("a record is numbers and names")
    }

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// It is something else, of another version, or has impossible numbers.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let Versioned { version } = serde_json::from_str(text)?;
        if version != VERSION {
            return Err(RecordError::Version(version));
        }
        let written: Written = serde_json::from_str(text)?;
        let rating =
            Rating { rating: written.rating, deviation: written.deviation, volatility: written.volatility };
        let is_possible = (-10_000.0..=10_000.0).contains(&rating.rating)
            && (1.0..=350.0).contains(&rating.deviation)
            && (0.0001..=1.0).contains(&rating.volatility);
        if !is_possible {
            return Err(RecordError::Number("rating"));
        }
        let mut kept = BTreeMap::new();
        for (id, one) in written.puzzles {
            if one
                .memory
                .is_some_and(|memory| !(memory.stability > 0.0 && (1.0..=10.0).contains(&memory.difficulty)))
            {
                return Err(RecordError::Number("memory"));
            }
            kept.insert(id.parse()?, one);
        }
        let Written { streak, best_streak, daily_streak, last_daily, .. } = written;
        Ok(Record { rating, kept, streak, best_streak, daily_streak, last_daily })
    }
}

fn is_due(kept: &Kept, today: u32) -> bool {
    kept.due().is_some_and(|due| due <= today)
}

/// A number without a pattern, the same on every machine.
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
