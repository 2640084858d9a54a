//! How long to think.

use std::time::{Duration, Instant};

use crate::control::Control;
use crate::limits::{Clock, Limits, TimeLimit};

/// Kept back from every clock for the way from the search to the clock.
const LAG: Duration = Duration::from_millis(5);
/// A game with no time control is planned as if it had so many moves to go.
const EXPECTED_MOVES: u32 = 22;
/// No move takes more than this share of the time left, in hundredths.
const MAX_SHARE: u32 = 30;
/// A move may take so many times the time planned for it.
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
    start: Instant,
    plan: Option<Plan>,
    ponder: bool,
    control: &'a Control,
}

impl<'a> Timer<'a> {
    pub(crate) fn start(limits: &Limits, control: &'a Control) -> Timer<'a> {
        Timer { start: Instant::now(), plan: limits.time.map(Plan::new), ponder: limits.ponder, control }
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Is it still the opponent's time?
    pub(crate) fn is_pondering(&self) -> bool {
        self.ponder && self.control.hit_at().is_none()
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
            false => Some(self.start.elapsed()),
            true => self.control.hit_at().map(|hit| hit.elapsed()),
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
        let timer = Timer::start(&limits, &control);
        assert!(timer.is_pondering() && !timer.is_over() && !timer.is_enough(false));
        control.ponder_hit();
        assert!(!timer.is_pondering() && timer.is_over() && timer.is_enough(false));
    }
}
