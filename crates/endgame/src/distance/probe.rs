//! Probing distances.

use std::sync::{Arc, Mutex, MutexGuard};

use crownhead_board::Position;

use super::block::BLOCK_CELLS;
use crate::database::{DamagedError, Database};
use crate::index::Pieces;
use crate::packed::Broken;
use crate::{Material, Value, Verdict};

/// Blocks that were read lately, unpacked.
#[derive(Debug)]
pub(crate) struct BlockCache {
    n_blocks: usize,
    /// Blocks by the hash of their names; empty until the first one comes.
    blocks: Mutex<Vec<Option<CachedBlock>>>,
}

#[derive(Clone, Debug)]
struct CachedBlock {
    /// The code of the material and the number of the block.
    name: (usize, usize),
    /// Halves of distances.
    halves: Arc<[u8]>,
}

/// The memory that unpacked blocks take unless [`Database::set_cache_size`] says otherwise.
const DEFAULT_BYTES: usize = 1 << 20;

impl Default for BlockCache {
    fn default() -> BlockCache {
        BlockCache::new(DEFAULT_BYTES)
    }
}

impl BlockCache {
    fn new(n_bytes: usize) -> BlockCache {
        BlockCache { n_blocks: (n_bytes / BLOCK_CELLS).max(1), blocks: Mutex::default() }
    }

    /// The block with this name, unpacked by `unpack` if it is not there.
    fn get(
        &self,
        name: (usize, usize),
        unpack: impl FnOnce() -> Result<Vec<u8>, Broken>,
    ) -> Result<Arc<[u8]>, Broken> {
        let hash = (name.1 as u64 ^ (name.0 as u64) << 24).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let place = (hash >> 32) as usize % self.n_blocks;
        if let Some(Some(known)) = self.lock().get(place)
            && known.name == name
        {
            return Ok(Arc::clone(&known.halves));
        }
        // Other threads need not wait while this one unpacks.
        let halves: Arc<[u8]> = unpack()?.into();
        let mut blocks = self.lock();
        blocks.resize(self.n_blocks, None);
        blocks[place] = Some(CachedBlock { name, halves: Arc::clone(&halves) });
        Ok(halves)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<CachedBlock>>> {
        self.blocks.lock().expect("nothing panics while it holds the cache")
    }
}

impl Database {
    /// The value of a position for the side to move and, where it is known, the plies to the end of the
    /// game; `None` when not even the value is covered.
    ///
    /// It takes far longer than [`Database::probe`], because it looks one move ahead and unpacks
    /// blocks of distances.
    ///
    /// # Errors
    ///
    /// When a block that is needed is damaged.
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

    /// The stored plies of a lost position without a capture.
    fn stored_plies(&self, pieces: &Pieces) -> Result<Option<u16>, DamagedError> {
        let material = pieces.material();
        let Some((bytes, table)) = self.distance_table(material) else { return Ok(None) };
        let (block, place) = table.locate(pieces);
        let halves = self.cache.get((material.code(), block), || table.halves(bytes, block));
        let halves = halves.map_err(|Broken| self.damaged_distances(material))?;
        Ok(halves.get(place).map(|half| 2 * u16::from(*half)))
    }

    /// Sets how much memory unpacked blocks of distances may take, in bytes; 1 MiB if it is not called.
    /// What goes over all distances of five pieces is fastest with 128 MiB.
    pub fn set_cache_size(&mut self, n_bytes: usize) {
        self.cache = BlockCache::new(n_bytes);
    }

    /// Are there distances of this material?
    pub fn has_distances(&self, material: Material) -> bool {
        self.distance_table(material).is_some()
    }

    /// A position with the longest win of a material, White to move, and its plies; `None` when there
    /// are no distances of it or nothing is won.
    pub fn longest_win(&self, material: Material) -> Option<(u32, Position)> {
        let (_, table) = self.distance_table(material)?;
        let pos = table.layout.position(table.longest.cell)?;
        (table.longest.plies > 0).then_some((table.longest.plies, pos))
    }
}
