//! Time controls and the clocks of a game.

use std::time::Duration;

use crownhead_board::Color;
use crownhead_engine::Limits;

/// What a player may use for its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// The same for every move: a depth, nodes, or a time.
    EachMove(Limits),
    /// A clock for the whole game with time added after each move.
    Clock {
        /// Time at the start.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
}

/// Time that each side has left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    left: [Option<Duration>; 2],
    controls: [TimeControl; 2],
}

/// A side has no time left.
#[derive(Debug)]
pub(crate) struct FlagFell;

impl Clocks {
    pub(crate) fn new(black: TimeControl, white: TimeControl) -> Clocks {
        let controls = [black, white];
        let left = controls.map(|control| match control {
            TimeControl::EachMove(_) => None,
            TimeControl::Clock { base, .. } => Some(base),
        });
        Clocks { left, controls }
    }

    /// What a side may use for its next move.
    pub(crate) fn limits(&self, color: Color) -> Limits {
        match (self.controls[color as usize], self.left(color)) {
            (TimeControl::EachMove(limits), _) => limits,
            (TimeControl::Clock { base, increment }, left) => Limits::clock(left.unwrap_or(base), increment),
        }
    }

    pub(crate) fn left(&self, color: Color) -> Option<Duration> {
        self.left[color as usize]
    }

    /// Takes the time of a move off, and adds the increment.
    pub(crate) fn spend(&mut self, color: Color, time: Duration) -> Result<(), FlagFell> {
        if let TimeControl::Clock { increment, .. } = self.controls[color as usize] {
            let left = self.left[color as usize].get_or_insert_default();
            *left = left.checked_sub(time).ok_or(FlagFell)? + increment;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_runs_for_its_own_side() {
        let control = TimeControl::Clock { base: 10 * SECOND, increment: SECOND };
        let mut clocks = Clocks::new(control, control);
        clocks.spend(Color::Black, 3 * SECOND).unwrap();
        assert_eq!(clocks.left(Color::Black), Some(8 * SECOND));
        assert_eq!(clocks.left(Color::White), Some(10 * SECOND));
        assert!(clocks.spend(Color::White, 11 * SECOND).is_err());
    }
}
