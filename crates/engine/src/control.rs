//! How other threads steer a search while it runs.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stops a search, or tells it of a ponder hit: the opponent has made the expected move.
///
/// One search has one control; it is shared by reference with those who may stop it.
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
    ponder_hit: AtomicBool,
}

impl Control {
    /// A control that lets the search go on.
    pub const fn new() -> Control {
        Control { stopped: AtomicBool::new(false), ponder_hit: AtomicBool::new(false) }
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
        self.ponder_hit.store(true, Relaxed);
    }

    /// Has the opponent made the expected move?
    pub(crate) fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Relaxed)
    }
}
