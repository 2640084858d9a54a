//! A table of counts.

use std::sync::{Mutex, PoisonError};

use crate::state::State;

/// A table of counts, shared by all threads.
///
/// An entry holds the whole state, so a hit is never wrong, and has its own lock, so it is never half
/// written. A newer entry replaces an older one.
pub(super) struct Table {
    entries: Vec<Mutex<Option<Entry>>>,
}

#[derive(Clone, Copy)]
struct Entry {
    state: State,
    depth: u32,
    count: u64,
}

impl Table {
    /// As many entries as fit in `megabytes`, and at least one.
    pub(super) fn with_megabytes(megabytes: usize) -> Table {
        let bytes = megabytes.saturating_mul(1 << 20);
        let len = (bytes / size_of::<Mutex<Option<Entry>>>()).max(1);
        Table { entries: std::iter::repeat_with(|| Mutex::new(None)).take(len).collect() }
    }

    pub(super) fn get(&self, state: &State, depth: u32) -> Option<u64> {
        let entry = (*self.entry(state, depth).lock().unwrap_or_else(PoisonError::into_inner))?;
        (entry.depth == depth && entry.state == *state).then_some(entry.count)
    }

    pub(super) fn put(&self, state: &State, depth: u32, count: u64) {
        let mut entry = self.entry(state, depth).lock().unwrap_or_else(PoisonError::into_inner);
        *entry = Some(Entry { state: *state, depth, count });
    }

    fn entry(&self, state: &State, depth: u32) -> &Mutex<Option<Entry>> {
        let hash = state.key().wrapping_add(u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // Spreads the hash over any number of entries without a division.
        &self.entries[((u128::from(hash) * self.entries.len() as u128) >> 64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_comes_back_for_its_own_position_and_depth_alone() {
        let table = Table::with_megabytes(0);
        let start = State::from(crate::Position::START);
        table.put(&start, 4, 1469);
        assert_eq!(table.get(&start, 4), Some(1469));
        assert_eq!(table.get(&start, 5), None);
        assert_eq!(table.get(&start.flip(), 4), None);
    }
}
