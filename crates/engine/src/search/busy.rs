//! Who searches what: keeps threads out of each other's way.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::depth::Depth;
use crate::table::MoveTag;

/// Moves that some thread searches at this moment.
///
/// A thread that comes to a move another one is searching leaves it for later; by then the result
/// is in the table. Lost or overwritten marks only cost time, so nothing is locked.
pub(super) struct Busy {
    marks: Vec<[AtomicU64; WAYS]>,
}

const WAYS: usize = 4;
const SETS: usize = 1 << 12;

impl Busy {
    pub(super) fn new() -> Busy {
        Busy { marks: std::iter::repeat_with(Default::default).take(SETS).collect() }
    }

    /// The name of a move in a position that is searched to some depth, never 0.
    pub(super) fn name(key: u64, depth: Depth, tag: MoveTag) -> u64 {
        let what = u64::from(tag.bits()) << 8 | depth.plies() as u64 & 0xFF;
        (key ^ what.wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
    }

    pub(super) fn is_marked(&self, name: u64) -> bool {
        self.set(name).iter().any(|mark| mark.load(Relaxed) == name)
    }

    pub(super) fn mark(&self, name: u64) {
        let set = self.set(name);
        let slot = set.iter().find(|mark| matches!(mark.load(Relaxed), 0)).unwrap_or(&set[0]);
        slot.store(name, Relaxed);
    }

    pub(super) fn unmark(&self, name: u64) {
        for mark in self.set(name).iter().filter(|mark| mark.load(Relaxed) == name) {
            mark.store(0, Relaxed);
        }
    }

    fn set(&self, name: u64) -> &[AtomicU64; WAYS] {
        &self.marks[(name >> 40) as usize % SETS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let busy = Busy::new();
        let name = Busy::name(77, Depth::ONE, MoveTag::NONE);
        assert!(!busy.is_marked(name));
        busy.mark(name);
        assert!(busy.is_marked(name));
        busy.unmark(name);
        assert!(!busy.is_marked(name));
    }
}
