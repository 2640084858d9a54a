//! Many questions from one thread.

use std::hash::{Hash, Hasher};

use crownhead_board::Position;

use crate::Value;
use crate::database::{DamagedError, Database};

/// Answers like [`Database::probe`], and remembers the last answers.
///
/// A search comes to the same positions again and again. Each thread has its own prober.
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
    /// Answers by the hash of their positions.
    answers: Vec<Option<(Position, Option<Value>)>>,
}

/// The number of answers that are remembered.
const N_ANSWERS: usize = 1 << 15;

impl<'a> Prober<'a> {
    /// A prober with an empty memory.
    pub fn new(database: &'a Database) -> Prober<'a> {
        Prober { database, answers: vec![None; N_ANSWERS] }
    }

    /// The database that is asked.
    pub fn database(&self) -> &'a Database {
        self.database
    }

    /// The value of a position for the side to move; `None` when it is not covered.
    ///
    /// # Errors
    ///
    /// When the values asked for are damaged.
    pub fn probe(&mut self, pos: &Position) -> Result<Option<Value>, DamagedError> {
        let answer = &mut self.answers[place_of(pos)];
        match answer {
            Some((known, value)) if known == pos => Ok(*value),
            _ => {
                let value = self.database.probe(pos)?;
                *answer = Some((*pos, value));
                Ok(value)
            }
        }
    }
}

/// Where the answer for a position is kept.
fn place_of(pos: &Position) -> usize {
    let mut mixer = Mixer(0);
    pos.hash(&mut mixer);
    (mixer.0 >> (64 - N_ANSWERS.ilog2())) as usize
}

/// A hash of words, good enough for a memory that may forget.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(25) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
