//! How long to think.

use std::sync::OnceLock;
use std::time::Duration;

use crate::control::Control;
use crate::limits::{Clock, Limits, TimeLimit};

/// Kept back from every clock for the way from the search to the clock.
const LAG: Duration = Duration::from_millis(5);
/// The moves a game without a time control is expected to take.
const EXPECTED_MOVES: u32 = 22;
/// No move takes more than this share of the time left, in hundredths.
const MAX_SHARE: u32 = 30;
/// A move may take this many times the time planned for it.
const MAX_STRETCH: u32 = 4;

/// The time for one move: after `soft` no new depth is begun, at `hard` the search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    soft: Duration,
    hard: Duration,
    /// Is the time to be used up, rather than saved for other moves?
    is_fixed: bool,
}

impl Plan {
    pub(crate) fn new(limit: TimeLimit) -> Plan {
        match limit {
            TimeLimit::Move(time) => {
                let hard = time.saturating_sub(LAG.min(time / 10));
                Plan { soft: hard, hard, is_fixed: true }
            }
            TimeLimit::Clock(clock) => Plan::for_clock(clock),
        }
    }

    fn for_clock(clock: Clock) -> Plan {
        let usable = clock.left.saturating_sub(LAG * 2);
        let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        let share = if moves == 1 { usable } else { usable * MAX_SHARE / 100 };
        let soft = (usable / moves + clock.increment * 3 / 4).min(share);
        Plan { soft, hard: (soft * MAX_STRETCH).min(share), is_fixed: false }
    }
}

/// Measures one search.
#[derive(Debug)]
pub(crate) struct Timer<'a> {
    now: Now,
    start: Duration,
    /// When the search is left for another slice.
    slice_end: Option<Duration>,
    plan: Option<Plan>,
    ponder: bool,
    /// When the search noticed that the opponent made the expected move.
    hit: OnceLock<Duration>,
    control: &'a Control,
}

/// The time that has passed since some moment, which is always the same.
pub(crate) type Now = fn() -> Duration;

/// The system's clock. Where there is none, time stands still until [`Engine::clock`](crate::Engine::clock) sets one.
pub(crate) fn now() -> Duration {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return Duration::ZERO;
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    {
        static START: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        START.elapsed()
    }
}

impl<'a> Timer<'a> {
    pub(crate) fn start(limits: &Limits, control: &'a Control, now: Now) -> Timer<'a> {
        let plan = limits.time.map(Plan::new);
        let (start, slice_end) = (now(), None);
        Timer { now, start, slice_end, plan, ponder: limits.ponder, hit: OnceLock::new(), control }
    }

    /// The same for a search that has used some time before.
    pub(crate) fn after(mut self, spent: Duration) -> Timer<'a> {
        self.start = self.start.saturating_sub(spent);
        self
    }

    /// The same for a search that is left after some time from now.
    pub(crate) fn slice(mut self, slice: Option<Duration>) -> Timer<'a> {
        self.slice_end = slice.map(|slice| (self.now)() + slice);
        self
    }

    /// Is the search to be left for another slice?
    pub(crate) fn is_slice_over(&self) -> bool {
        self.slice_end.is_some_and(|end| (self.now)() >= end)
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.start)
    }

    /// Is it still the opponent's time?
    pub(crate) fn is_pondering(&self) -> bool {
        self.ponder && !self.control.is_ponder_hit()
    }

    /// Must the search end now?
    pub(crate) fn is_over(&self) -> bool {
        self.plan.is_some_and(|plan| self.used().is_some_and(|used| used >= plan.hard))
    }

    /// Is it useless or wasteful to begin another depth? An unsteady search, whose best move has
    /// just changed or whose score has dropped, is given more time.
    pub(crate) fn is_enough(&self, is_unsteady: bool) -> bool {
        let Some((plan, used)) = self.plan.zip(self.used()) else { return false };
        if plan.is_fixed {
            return used >= plan.soft;
        }
        // The next depth takes about as long as all before it: half the time is the last chance.
        let soft = if is_unsteady { plan.soft } else { plan.soft / 2 };
        used >= soft
    }

    /// Time that counts, none while pondering.
    fn used(&self) -> Option<Duration> {
        match self.ponder {
            false => Some(self.elapsed()),
            true if self.is_pondering() => None,
            true => Some((self.now)().saturating_sub(*self.hit.get_or_init(self.now))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_never_runs_out_of_time() {
        let increment = Duration::from_millis(10);
        let mut left = Duration::from_secs(1);
        for _ in 0..300 {
            let plan = Plan::new(TimeLimit::Clock(Clock { left, increment, moves_to_go: None }));
            assert!(plan.soft <= plan.hard && plan.hard + LAG < left);
            left = left - plan.hard + increment;
        }
    }

    #[test]
    fn an_empty_clock_gives_no_time() {
        let clock = Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: Some(0) };
        assert_eq!(Plan::new(TimeLimit::Clock(clock)).hard, Duration::ZERO);
    }

    #[test]
    fn pondering_starts_the_clock_late() {
        let control = Control::new();
        let limits = Limits::move_time(Duration::ZERO).pondering();
        let timer = Timer::start(&limits, &control, now);
        assert!(timer.is_pondering() && !timer.is_over() && !timer.is_enough(false));
        control.ponder_hit();
        assert!(!timer.is_pondering() && timer.is_over() && timer.is_enough(false));
    }
}
