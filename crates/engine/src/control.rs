//! What other threads tell a search while it runs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// Stops a search, or tells it that the opponent has made the move it pondered on.
///
/// One search has one control; it is shared by reference with whoever may end the search.
///
/// ```
/// use crownhead_engine::Control;
///
/// let control = Control::new();
/// assert!(!control.is_stopped());
/// control.stop();
/// assert!(control.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    hit: OnceLock<Instant>,
}

impl Control {
    /// A control that has told nothing yet.
    pub const fn new() -> Control {
        Control { stopped: AtomicBool::new(false), hit: OnceLock::new() }
    }

    /// Ends the search within a few milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Has the search been stopped?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Starts the clock of a search that ponders: from now on its limits hold. A second call, and a
    /// call for a search that does not ponder, changes nothing.
    pub fn ponder_hit(&self) {
        self.hit.get_or_init(Instant::now);
    }

    /// When the opponent made the expected move.
    pub(crate) fn hit_at(&self) -> Option<Instant> {
        self.hit.get().copied()
    }
}
