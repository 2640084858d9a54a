//! Many questions from one thread.

use crownhead_board::Position;

use crate::database::{DamagedError, Database};
use crate::index::Pieces;
use crate::packed::{Broken, Found, Sub};
use crate::{Material, Value};

/// Answers like [`Database::probe`], and remembers decoded parts of the files.
///
/// A search asks about positions that lie near each other. Each thread has its own prober.
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
    cache: Vec<Decoded>,
}

/// A sub-block, decoded when it is asked for the second time.
#[derive(Clone, Debug, Default)]
struct Decoded {
    /// The code of the material.
    code: usize,
    first_cell: u64,
    /// Where each run ends, counted from the first cell, and its value; empty if not decoded.
    runs: Vec<(u32, Value)>,
}

/// The number of sub-blocks that are remembered.
const CACHE_LEN: usize = 1 << 10;

impl<'a> Prober<'a> {
    /// A prober with an empty memory.
    pub fn new(database: &'a Database) -> Prober<'a> {
        Prober { database, cache: vec![Decoded::default(); CACHE_LEN] }
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
        let Prober { database, cache } = self;
        database.probe_with(pos, &mut |database, pieces, material| {
            look_up(database, cache, pieces, material).map_err(|Broken| database.damaged(material))
        })
    }
}

#[inline]
fn look_up(
    database: &Database,
    cache: &mut [Decoded],
    pieces: &Pieces,
    material: Material,
) -> Result<Option<Value>, Broken> {
    let Some((file, table)) = database.table(material) else { return Ok(None) };
    let cell = table.cell(pieces);
    let sub: Sub<'_> = match table.find(file, cell)? {
        Found::Constant(value) => return Ok(Some(value)),
        Found::Sub(sub) => sub,
    };
    let code = material.code();
    let hash = (sub.first_cell ^ (code as u64) << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let decoded = &mut cache[(hash >> 54) as usize % CACHE_LEN];
    if decoded.code != code || decoded.first_cell != sub.first_cell {
        decoded.code = code;
        decoded.first_cell = sub.first_cell;
        decoded.runs.clear();
        return table.value_in(sub, cell).map(Some);
    }
    if decoded.runs.is_empty() {
        table.decode_all(sub, &mut decoded.runs)?;
    }
    let place = (cell - sub.first_cell).min(u64::from(u32::MAX - 1)) as u32;
    let run = decoded.runs.partition_point(|&(end, _)| end <= place);
    decoded.runs.get(run).map(|&(_, value)| Some(value)).ok_or(Broken)
}
