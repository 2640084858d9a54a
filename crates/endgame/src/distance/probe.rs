//! Questions about distances.

use crownhead_board::Position;

use crate::database::{DamagedError, Database};
use crate::index::Pieces;
use crate::packed::Broken;
use crate::{Material, Value, Verdict};

/// Blocks that were asked for lately, unpacked.
#[derive(Debug, Default)]
pub(crate) struct Unpacked {
    blocks: Vec<Block>,
}

#[derive(Clone, Debug, Default)]
struct Block {
    /// The code of the material and the number of the block.
    name: (usize, usize),
    /// Halves of distances; empty if there is none.
    halves: Vec<u8>,
}

/// The number of blocks that are remembered, four kilobytes each: nearly all of five pieces, so that
/// comparing them with their successors does not unpack the same blocks over and over.
const N_UNPACKED: usize = 1 << UNPACKED_BITS;
const UNPACKED_BITS: u32 = 15;

impl Unpacked {
    fn block(&mut self, name: (usize, usize)) -> &mut Block {
        if self.blocks.is_empty() {
            self.blocks.resize_with(N_UNPACKED, Block::default);
        }
        let hash = (name.1 as u64 ^ (name.0 as u64) << 24).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &mut self.blocks[(hash >> (64 - UNPACKED_BITS)) as usize]
    }
}

impl Database {
    /// The value of a position for the side to move and, where it is known, the plies to the end of the
    /// game; `None` when not even the value is covered.
    ///
    /// It takes far longer than [`Database::probe`], because it looks one move ahead and unpacks
    /// blocks of distances. Threads that ask at the same time wait for each other.
    ///
    /// # Errors
    ///
    /// When the values or distances asked for are damaged.
    ///
    /// ```
    /// use crownhead_endgame::Database;
    ///
    /// let verdict = |fen: &str| Database::shipped().verdict(&fen.parse().unwrap());
    /// assert_eq!(verdict("W:WK18,K22:BK3")?.unwrap().to_string(), "win in 7");
    /// assert_eq!(verdict("W:WK32:BK1")?.unwrap().to_string(), "draw");
    /// assert_eq!(verdict("W:W21-32:B1-12")?, None);
    /// # Ok::<(), crownhead_endgame::DamagedError>(())
    /// ```
    pub fn verdict(&self, pos: &Position) -> Result<Option<Verdict>, DamagedError> {
        let Some(value) = self.probe(pos)? else { return Ok(None) };
        let plies = match value {
            Value::Win => self.win_plies(pos)?,
            Value::Loss => self.loss_plies(pos)?,
            Value::Draw => None,
        };
        Ok(Some(Verdict { value, plies }))
    }

    /// A won position is a ply longer than the shortest of the lost ones it leads to.
    fn win_plies(&self, pos: &Position) -> Result<Option<u16>, DamagedError> {
        let mut fewest = None;
        for &mv in &pos.legal_moves() {
            let next = pos.play_unchecked(mv);
            let plies = match self.probe(&next)? {
                Some(Value::Loss) => self.loss_plies(&next)?,
                Some(_) => continue,
                None => None,
            };
            let Some(plies) = plies else { return Ok(None) };
            fewest = Some(fewest.map_or(plies, |fewest: u16| fewest.min(plies)));
        }
        Ok(fewest.map(|plies| plies + 1))
    }

    /// A lost position is in a file, unless it has to be played out.
    fn loss_plies(&self, pos: &Position) -> Result<Option<u16>, DamagedError> {
        if pos.pieces(pos.turn()).is_empty() {
            return Ok(Some(0));
        }
        if pos.jumpers().is_empty() {
            return self.stored_plies(&Pieces::of(pos));
        }
        let mut most = 0;
        for &mv in &pos.legal_moves() {
            let Some(plies) = self.win_plies(&pos.play_unchecked(mv))? else { return Ok(None) };
            most = most.max(plies);
        }
        Ok(Some(most + 1))
    }

    /// What a file says about a lost position without a capture.
    fn stored_plies(&self, pieces: &Pieces) -> Result<Option<u16>, DamagedError> {
        let material = pieces.material();
        let Some((bytes, table)) = self.distances(material) else { return Ok(None) };
        let (block, place) = table.locate(pieces);
        let Ok(mut unpacked) = self.unpacked.lock() else { return Ok(None) };
        let cached = unpacked.block((material.code(), block));
        if cached.name != (material.code(), block) || cached.halves.is_empty() {
            cached.halves = table.halves(bytes, block).map_err(|Broken| self.damaged_distances(material))?;
            cached.name = (material.code(), block);
        }
        Ok(cached.halves.get(place).map(|half| 2 * u16::from(*half)))
    }

    /// Are there distances of this material?
    pub fn has_distances(&self, material: Material) -> bool {
        self.distances(material).is_some()
    }

    /// A position with the longest win of a material, White to move, and its plies; `None` when there
    /// are no distances of it or nothing is won.
    pub fn longest_win(&self, material: Material) -> Option<(u32, Position)> {
        let (_, table) = self.distances(material)?;
        let pos = table.layout.position(table.longest.cell)?;
        (table.longest.plies > 0).then_some((table.longest.plies, pos))
    }
}
