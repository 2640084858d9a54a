//! Probing from one thread, with a cache.

use crownhead_board::Position;

use crate::Value;
use crate::database::{DamagedError, Database};

/// Probes like [`Database::probe`], and remembers the last values.
///
/// A search reaches the same positions again and again. Each thread has its own prober.
///
/// ```
/// use crownhead_endgame::{Database, Prober, Value};
///
/// let mut prober = Prober::new(Database::shipped());
/// let pos = "B:WK32:BK1,K2,K3".parse().unwrap();
/// assert_eq!(prober.probe(&pos), Ok(Some(Value::Win)));
/// ```
#[derive(Debug)]
pub struct Prober<'a> {
    database: &'a Database,
    /// Values by the hash of their positions.
    answers: Vec<Option<(Position, Option<Value>)>>,
}

/// The number of values that are remembered.
const N_ANSWERS: usize = 1 << 15;

impl<'a> Prober<'a> {
    /// A prober that remembers nothing yet.
    pub fn new(database: &'a Database) -> Prober<'a> {
        Prober { database, answers: vec![None; N_ANSWERS] }
    }

    /// The database.
    pub fn database(&self) -> &'a Database {
        self.database
    }

    /// The value of a position for the side to move; `None` when it is not covered.
    ///
    /// # Errors
    ///
    /// When the block with the value is damaged.
    #[inline]
    pub fn probe(&mut self, pos: &Position) -> Result<Option<Value>, DamagedError> {
        let place = place_of(pos);
        match &self.answers[place] {
            Some((known, value)) if known == pos => Ok(*value),
            _ => {
                let value = self.database.probe_with(pos, |next| self.probe(next))?;
                self.answers[place] = Some((*pos, value));
                Ok(value)
            }
        }
    }
}

/// Where the value of a position is kept.
#[inline(always)]
fn place_of(pos: &Position) -> usize {
    (pos.key() >> (64 - N_ANSWERS.ilog2())) as usize
}
