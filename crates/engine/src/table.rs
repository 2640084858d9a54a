//! The transposition table: results of earlier searches by position.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crownhead_board::Move;

use thiserror::Error;

use crate::depth::{Depth, Ply};
use crate::score::Score;

/// A table of search results, shared by all threads of a search and kept from move to move.
///
/// It takes no locks. An entry is two words, and the first is stored XORed with the second, so an
/// entry that two threads have written halves of belongs to no key and is never found.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// As many entries as fit in a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET_LEN]);

#[derive(Default)]
struct Slot {
    key_xor_data: AtomicU64,
    data: AtomicU64,
}

const BUCKET_LEN: usize = 4;
/// The sample that shows how full the table is. It is taken at every depth, so a large one would slow
/// short searches down.
const SAMPLED_BUCKETS: usize = 128;
/// Generations count modulo this: what is left of a byte beside the bound.
const GENERATIONS: u8 = 64;

/// Which side of the true score a stored score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is this or less.
    Upper = 1,
    /// The true score is this or more.
    Lower = 2,
    Exact = 3,
}

impl Bound {
    /// What a search of a window has shown.
    pub(crate) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// A short name for a move, good enough to find it in the list of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveTag(u16);

impl MoveTag {
    pub(crate) const NONE: MoveTag = MoveTag(0);

    /// Both ends, and six bits that tell jumps between the same squares apart.
    #[inline(always)]
    pub(crate) fn of(mv: Move) -> MoveTag {
        let ends = mv.table_index() as u16;
        let captured =
            if mv.is_jump() { mv.captured().to_row_major().wrapping_mul(0x9E37_79B9) >> 26 } else { 0 };
        MoveTag(ends | (captured as u16) << 10)
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: Score,
    /// What the evaluation says of the position itself, where it was asked.
    pub(crate) eval: Option<Score>,
    pub(crate) depth: Depth,
    pub(crate) bound: Bound,
    pub(crate) best: MoveTag,
}

/// Stands for "not evaluated"; no estimate is that low.
const NO_EVAL: i16 = i16::MIN;

impl Entry {
    /// Does it settle a search with this window?
    pub(crate) fn cuts(&self, depth: Depth, beta: Score) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score < beta,
            }
    }

    /// What to expect of the position: the score that was found, where it shows that an evaluation
    /// is too low or too high, or else the evaluation.
    pub(crate) fn expectation(&self, eval: Score) -> Score {
        let says_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        };
        if says_more && self.score.is_estimate() { self.score } else { eval }
    }

    /// From the low end: score, evaluation and move in 16 bits each, depth in 8, bound and
    /// generation in 8.
    fn pack(&self, ply: Ply, generation: u8) -> u64 {
        let score = self.score.to_table(ply) as u16;
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.centimen() as i16) as u16;
        let depth = self.depth.plies().clamp(0, 255) as u8;
        u64::from(score)
            | u64::from(eval) << 16
            | u64::from(self.best.0) << 32
            | u64::from(depth) << 48
            | (self.bound as u64) << 56
            | u64::from(generation) << 58
    }

    fn unpack(data: u64, ply: Ply) -> Option<Entry> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (data >> 16) as u16 as i16;
        Some(Entry {
            score: Score::from_table(data as u16 as i16, ply),
            eval: (eval != NO_EVAL).then(|| Score::estimate(i32::from(eval))),
            depth: Depth::new((data >> 48) as u32 & 0xFF),
            bound,
            best: MoveTag((data >> 32) as u16),
        })
    }
}

impl Table {
    /// A table of this size, and of at least one bucket, where memory is sure to be enough.
    pub(crate) fn with_megabytes(megabytes: usize) -> Table {
        let len = n_buckets(megabytes);
        Table::fill(Vec::with_capacity(len), len)
    }

    /// A table of a size that somebody chose.
    pub(crate) fn try_with_megabytes(megabytes: usize) -> Result<Table, TableSizeError> {
        Ok(Table::fill(reserve(megabytes)?, n_buckets(megabytes)))
    }

    /// A table in the memory that was reserved for it.
    fn fill(mut buckets: Vec<Bucket>, len: usize) -> Table {
        ask_for_huge_pages(&mut buckets);
        buckets.resize_with(len, Bucket::default);
        Table { buckets, generation: AtomicU8::new(0) }
    }

    /// A table with room for `nodes` nodes.
    pub(crate) fn for_nodes(nodes: u64) -> Table {
        const BYTES_PER_NODE: u64 = 32;
        Table::with_megabytes((nodes * BYTES_PER_NODE).div_ceil(1 << 20) as usize)
    }

    /// The size.
    pub(crate) fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.key_xor_data.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// How full the table is with what the latest search has found, in thousandths, from a sample.
    pub(crate) fn permille_used(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(SAMPLED_BUCKETS)];
        let used = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && generation_of(data) == generation
        };
        let n_used = sample.iter().flat_map(|bucket| &bucket.0).filter(used).count();
        (n_used * 1000 / (sample.len() * BUCKET_LEN)) as u32
    }

    /// Begins a new search, so that older entries are replaced first.
    pub(crate) fn start_search(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    /// Fetches what [`Table::get`] will read, while other work goes on.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: every processor of this kind has the instruction, and it changes nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub(crate) fn get(&self, key: u64, ply: Ply) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.key_xor_data.load(Relaxed) ^ data == key {
                return Entry::unpack(data, ply);
            }
        }
        None
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, ply: Ply, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = (&bucket.0[0], i32::MAX);
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if slot.key_xor_data.load(Relaxed) ^ data == key {
                if entry.best == MoveTag::NONE {
                    entry.best = MoveTag((data >> 32) as u16);
                }
                victim = (slot, 0);
                break;
            }
            let worth = worth(data, generation);
            if worth < victim.1 {
                victim = (slot, worth);
            }
        }
        let data = entry.pack(ply, generation);
        victim.0.key_xor_data.store(key ^ data, Relaxed);
        victim.0.data.store(data, Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // Spreads the key over any number of buckets without a division.
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }
}

fn n_buckets(megabytes: usize) -> usize {
    (megabytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1)
}

/// Memory for a table. It takes no time: pages come when they are used.
fn reserve(megabytes: usize) -> Result<Vec<Bucket>, TableSizeError> {
    if !(1..=MAX_MEGABYTES).contains(&megabytes) {
        return Err(TableSizeError::OutOfRange(megabytes));
    }
    let mut buckets = Vec::new();
    let reserved = buckets.try_reserve_exact(n_buckets(megabytes));
    reserved.map(|()| buckets).map_err(|_| TableSizeError::NoMemory(megabytes))
}

/// Whether a table of this size is possible.
pub(crate) fn check(megabytes: usize) -> Result<(), TableSizeError> {
    reserve(megabytes).map(drop)
}

/// The largest table in megabytes.
pub(crate) const MAX_MEGABYTES: usize = 65_536;

/// A size that a table cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableSizeError {
    /// It makes no sense.
    #[error("a table has 1 to {MAX_MEGABYTES} MB, not {0}")]
    OutOfRange(usize),
    /// There is not enough memory.
    #[error("a table of {0} MB does not fit into memory; take a smaller one")]
    NoMemory(usize),
}

/// Asks the system for huge pages: a search reads all over the table, and the processor caches the
/// addresses of few small pages.
fn ask_for_huge_pages(buckets: &mut Vec<Bucket>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let spare = buckets.spare_capacity_mut();
        let start = spare.as_mut_ptr().cast::<u8>();
        let offset = start.align_offset(PAGE);
        let Some(len) = size_of_val(spare).checked_sub(offset) else { return };
        // SAFETY: the pages begin and end within memory that the vector owns and that nobody uses
        // yet; the advice does not change what is in them. Whether it is taken makes no difference.
        unsafe { libc::madvise(start.add(offset).cast(), len / PAGE * PAGE, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buckets;
}

/// How much it would hurt to lose an entry: shallow and old ones go first.
fn worth(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
    (data >> 48 & 0xFF) as i32 - 8 * i32::from(age)
}

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} MB)", self.megabytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_entry_comes_back_as_it_went_in(
            score in -10_000..10_000i32, eval in proptest::option::of(-10_000..10_000i32),
            depth in 0..99u32, bound in 1..4u8, key: u64, ply in 0..200u16, tag: u16,
        ) {
            let table = Table::with_megabytes(0);
            let entry = Entry {
                score: Score::estimate(score),
                eval: eval.map(Score::estimate),
                depth: Depth::new(depth),
                bound: [Bound::Upper, Bound::Lower, Bound::Exact][usize::from(bound) - 1],
                best: MoveTag(tag),
            };
            table.put(key, Ply::new(ply), entry);
            prop_assert_eq!(table.get(key, Ply::new(ply)), Some(entry));
            prop_assert_eq!(table.get(!key, Ply::new(ply)), None);
        }
    }

    /// Whatever two threads leave behind when each has written half of an entry, it is never found.
    #[test]
    fn torn_entries_belong_to_no_key() {
        let table = Table::with_megabytes(0);
        let entry = |score| Entry {
            score: Score::estimate(score),
            eval: None,
            depth: Depth::ONE,
            bound: Bound::Exact,
            best: MoveTag::NONE,
        };
        for (key, score) in [(1, 100), (2, 200)] {
            table.put(key, Ply::ROOT, entry(score));
        }
        let [first, second, ..] = &table.buckets[0].0;
        first.data.store(second.data.load(Relaxed), Relaxed);
        assert_eq!(table.get(1, Ply::ROOT), None);
        assert_eq!(table.get(2, Ply::ROOT), Some(entry(200)));
    }

    /// Threads that write the same places at the same time read whole entries or none.
    #[test]
    fn entries_of_many_threads_are_whole() {
        let table = Table::with_megabytes(0);
        let entry = |score: i32| Entry {
            score: Score::estimate(score),
            eval: Some(Score::estimate(-score)),
            depth: Depth::ONE,
            bound: Bound::Exact,
            best: MoveTag(score as u16),
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..20_000 {
                        let score = (i * 7 + thread) % 5_000;
                        table.put(u64::from(score as u32 % 8), Ply::ROOT, entry(score));
                        if let Some(found) = table.get(u64::from(i as u32 % 8), Ply::ROOT) {
                            assert_eq!(found, entry(found.score.centimen()));
                            assert_eq!(found.score.centimen() % 8, i % 8);
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn a_bound_corrects_an_evaluation_on_its_own_side_alone() {
        let entry = |bound, score| Entry { score, eval: None, depth: Depth::ONE, bound, best: MoveTag::NONE };
        let (low, eval, high) = (Score::estimate(-40), Score::estimate(5), Score::estimate(40));
        assert_eq!(entry(Bound::Lower, high).expectation(eval), high);
        assert_eq!(entry(Bound::Lower, low).expectation(eval), eval);
        assert_eq!(entry(Bound::Upper, low).expectation(eval), low);
        assert_eq!(entry(Bound::Upper, high).expectation(eval), eval);
        assert_eq!(entry(Bound::Exact, low).expectation(eval), low);
        assert_eq!(entry(Bound::Exact, Score::win_at(Ply::new(3))).expectation(eval), eval);
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let table = Table::with_megabytes(0);
        let entry = |depth| Entry {
            score: Score::DRAW,
            eval: None,
            depth: Depth::new(depth),
            bound: Bound::Exact,
            best: MoveTag::NONE,
        };
        for depth in 1..=5 {
            table.put(u64::from(depth), Ply::ROOT, entry(depth));
        }
        assert_eq!(table.get(1, Ply::ROOT), None);
        assert!((2..=5).all(|key| table.get(key, Ply::ROOT).is_some()));
        table.start_search();
        table.put(9, Ply::ROOT, entry(0));
        assert_eq!(table.get(2, Ply::ROOT), None);
        assert_eq!(table.permille_used(), 250);
        table.clear();
        assert_eq!(table.get(9, Ply::ROOT), None);
    }

    #[test]
    fn moves_of_a_position_have_names_of_their_own() {
        let pos: Position = "W:WK22,K31:B17,18,10,9,26".parse().unwrap();
        for pos in [pos, Position::START] {
            let mut moves = pos.legal_moves();
            moves.merge_routes();
            let mut tags: Vec<u16> = moves.iter().map(|mv| MoveTag::of(*mv).0).collect();
            tags.sort_unstable();
            tags.dedup();
            assert_eq!(tags.len(), moves.len());
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_told() {
        assert_eq!(Table::try_with_megabytes(0).unwrap_err(), TableSizeError::OutOfRange(0));
        let huge = Table::try_with_megabytes(MAX_MEGABYTES + 1).unwrap_err();
        assert_eq!(huge.to_string(), "a table has 1 to 65536 MB, not 65537");
        assert_eq!(Table::try_with_megabytes(1).unwrap().megabytes(), 1);
    }
}
