//! Clocks in wall time, with an allowance for the way over the network.

use crownhead_board::Color;

use crate::time_control::TimeControl;

/// How much of a side's time may still be put down to the network.
///
/// A connection is measured, but a measurement can be cheated; so each move is credited with little,
/// and all moves together with little more than they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    bank_ms: u64,
    growth_ms: u64,
}

impl Allowance {
    /// The most for one move.
    pub const MAX_MS: u64 = 500;
    /// The most that can be saved up, and what there is at the start.
    pub const BANK_MS: u64 = 2_000;
    /// What each move adds.
    pub const GROWTH_MS: u64 = 100;

    /// Nothing: the players sit beside the clock.
    pub const fn none() -> Allowance {
        Allowance { bank_ms: 0, growth_ms: 0 }
    }

    /// A full allowance.
    pub const fn full() -> Allowance {
        Allowance { bank_ms: Allowance::BANK_MS, growth_ms: Allowance::GROWTH_MS }
    }

    /// The most that the next move can be credited with.
    pub fn available(self) -> u64 {
        self.bank_ms.min(Allowance::MAX_MS)
    }

    /// The remaining lag credit after a move that was credited with `credit_ms`.
    #[must_use]
    pub fn after(self, credit_ms: u64) -> Allowance {
        let rest = self.bank_ms.saturating_sub(credit_ms);
        Allowance { bank_ms: (rest + self.growth_ms).min(Allowance::BANK_MS), ..self }
    }
}

/// The two clocks of a contest. A side may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    controls: [Option<TimeControl>; 2],
    left_ms: [u64; 2],
    allowances: [Allowance; 2],
    running: Option<(Color, u64)>,
}

impl Clocks {
    /// Clocks for those sides that have a control; none if neither has.
    pub(crate) fn new(controls: [Option<TimeControl>; 2], allowance: Allowance) -> Option<Clocks> {
        let left_ms = controls.map(|control| control.map_or(0, |control| control.base_ms));
        let clocks = Clocks { controls, left_ms, allowances: [allowance; 2], running: None };
        controls.iter().any(Option::is_some).then_some(clocks)
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// What a side has left at a time; none if it has no clock.
    pub fn left_ms(&self, color: Color, now: u64) -> Option<u64> {
        self.controls[color as usize]?;
        let left = self.left_ms[color as usize];
        Some(match self.running {
            Some((running, since)) if running == color => left.saturating_sub(now.saturating_sub(since)),
            _ => left,
        })
    }

    /// What a side has left after a move, and what it is credited with; none if its time was over.
    pub(crate) fn charge(&self, mover: Color, lag_ms: u64, ends_turn: bool, now: u64) -> Option<(u64, u64)> {
        let Some((_, since)) = self.running.filter(|(running, _)| *running == mover) else {
            return Some((self.left_ms[mover as usize], 0));
        };
        let elapsed = now.saturating_sub(since);
        let credit = lag_ms.min(self.allowances[mover as usize].available()).min(elapsed);
        let left = self.left_ms[mover as usize].checked_sub(elapsed - credit).filter(|left| *left > 0)?;
        let left = match self.controls[mover as usize].filter(|_| ends_turn) {
            Some(control) if control.per_move => control.base_ms,
            Some(control) => left + control.increment_ms,
            None => left,
        };
        Some((left, credit))
    }

    /// A move was made, with what `charge` has said.
    pub(crate) fn moved(&mut self, mover: Color, left_ms: u64, credit_ms: u64) {
        self.left_ms[mover as usize] = left_ms;
        let allowance = &mut self.allowances[mover as usize];
        *allowance = allowance.after(credit_ms);
    }

    /// This side's clock runs from now on, if it has one.
    pub(crate) fn run(&mut self, color: Color, now: u64) {
        self.running = self.controls[color as usize].map(|_| (color, now));
    }

    /// Gives back time during which the server was away.
    pub(crate) fn pause(&mut self, idle_ms: u64, now: u64) {
        if let Some((_, since)) = &mut self.running {
            *since = since.saturating_add(idle_ms).min(now);
        }
    }

    /// What both sides had when they last moved, by side.
    pub(crate) fn settled_ms(&self) -> [u64; 2] {
        self.left_ms
    }

    /// Puts both clocks back to what they showed before.
    pub(crate) fn restore(&mut self, left_ms: [u64; 2]) {
        self.left_ms = left_ms;
        self.running = None;
    }

    pub(crate) fn stop(&mut self, now: u64) {
        if let Some(color) = self.running() {
            self.left_ms[color as usize] = self.left_ms(color, now).unwrap_or_default();
        }
        self.running = None;
    }

    /// When the flag of the side whose clock runs falls, whatever a move may still be credited with.
    pub(crate) fn falls_at(&self) -> Option<(Color, u64)> {
        let (color, since) = self.running?;
        let side = color as usize;
        Some((color, since + self.left_ms[side] + self.allowances[side].available()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_used_up_and_grows_again() {
        let mut allowance = Allowance::full();
        let mut credited = 0;
        for _ in 0..10 {
            credited += allowance.available();
            allowance = allowance.after(allowance.available());
        }
        assert!(credited <= Allowance::BANK_MS + 10 * Allowance::GROWTH_MS);
        assert_eq!(allowance.available(), Allowance::GROWTH_MS);
        for _ in 0..30 {
            allowance = allowance.after(0);
        }
        assert_eq!(allowance, Allowance::full());
    }

    #[test]
    fn time_on_the_way_is_credited_up_to_the_allowance() {
        let control = Some(TimeControl { base_ms: 10_000, increment_ms: 1_000, per_move: false });
        let mut clocks = Clocks::new([control; 2], Allowance::full()).unwrap();
        clocks.run(Color::Black, 0);
        assert_eq!(clocks.charge(Color::Black, 100, true, 3_000), Some((8_100, 100)));
        assert_eq!(clocks.charge(Color::Black, 9_999, true, 3_000), Some((8_500, 500)));
        // Nobody is credited with more time than has passed.
        assert_eq!(clocks.charge(Color::Black, 400, true, 50), Some((11_000, 50)));
        assert_eq!(clocks.charge(Color::Black, 400, true, 10_399), Some((1_001, 400)));
        assert_eq!(clocks.charge(Color::Black, 400, true, 10_400), None);
    }

    #[test]
    fn beside_the_clock_nothing_is_put_down_to_the_network() {
        let control = Some(TimeControl { base_ms: 10_000, increment_ms: 0, per_move: false });
        let mut clocks = Clocks::new([control, None], Allowance::none()).unwrap();
        clocks.run(Color::Black, 0);
        assert_eq!(clocks.falls_at(), Some((Color::Black, 10_000)));
        assert_eq!(clocks.charge(Color::Black, 500, true, 3_000), Some((7_000, 0)));
        clocks.moved(Color::Black, 7_000, 0);
        clocks.run(Color::White, 3_000);
        assert_eq!((clocks.falls_at(), clocks.left_ms(Color::White, 9_000)), (None, None));
        assert_eq!(clocks.left_ms(Color::Black, 9_000), Some(7_000));
    }
}
