//! Clocks with an increment.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crownhead_board::Color;
use thiserror::Error;

/// Time for a whole game, and time added after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Minutes for the whole game, and seconds added after each move.
    pub const fn new(minutes: u64, seconds: u64) -> TimeControl {
        TimeControl { base: Duration::from_secs(60 * minutes), increment: Duration::from_secs(seconds) }
    }
}

/// Minutes and seconds: `5+3`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.base.as_secs_f64() / 60.0;
        f.pad(&format!("{minutes}+{}", self.increment.as_secs_f64()))
    }
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a time control; give minutes and seconds added after each move, as in 5+3")]
pub struct NoTimeControl(String);

/// The longest time that can be asked for: a day.
const MAX_MINUTES: f64 = 24.0 * 60.0;

/// ```
/// use crownhead_play::TimeControl;
///
/// assert_eq!("5+3".parse(), Ok(TimeControl::new(5, 3)));
/// assert_eq!("10".parse(), Ok(TimeControl::new(10, 0)));
/// assert!("0+0".parse::<TimeControl>().is_err());
/// ```
impl FromStr for TimeControl {
    type Err = NoTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, NoTimeControl> {
        let (minutes, seconds) = text.trim().split_once('+').unwrap_or((text.trim(), "0"));
        let number = |text: &str, max: f64| {
            text.trim().parse::<f64>().ok().filter(|number| (0.0..=max).contains(number))
        };
        let control = || {
            let base = Duration::from_secs_f64(60.0 * number(minutes, MAX_MINUTES)?);
            let increment = Duration::from_secs_f64(number(seconds, 3600.0)?);
            (base > Duration::ZERO).then_some(TimeControl { base, increment })
        };
        control().ok_or_else(|| NoTimeControl(text.to_owned()))
    }
}

/// The two clocks of a game. They stand still until the first move is made.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// Time left before each ply that was played, so that moves can be taken back.
    history: Vec<[Duration; 2]>,
    left: [Duration; 2],
    running: Option<(Color, Instant)>,
}

impl GameClock {
    /// Clocks that have not started.
    pub fn new(control: TimeControl) -> GameClock {
        GameClock { control, history: Vec::new(), left: [control.base; 2], running: None }
    }

    /// Clocks that go on where they were stopped.
    pub fn with_left(mut self, left: [Duration; 2]) -> GameClock {
        self.left = left;
        self
    }

    /// What was agreed.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Time that a side has left.
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        let left = self.left[color as usize];
        match self.running {
            Some((running, since)) if running == color => left.saturating_sub(now.duration_since(since)),
            _ => left,
        }
    }

    /// The side whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// A side's time goes on, after the game was put away.
    pub fn resume(&mut self, color: Color, now: Instant) {
        self.running = Some((color, now));
    }

    /// The side whose time has run out.
    pub fn fallen(&self, now: Instant) -> Option<Color> {
        self.running.map(|(color, _)| color).filter(|color| self.left(*color, now).is_zero())
    }

    /// A side has moved, and this side is to move now.
    pub fn press(&mut self, mover: Color, next: Color, now: Instant) {
        self.history.push(self.left);
        let added =
            if self.running.is_some() && mover != next { self.control.increment } else { Duration::ZERO };
        self.left[mover as usize] = self.left(mover, now) + added;
        self.running = Some((next, now));
    }

    /// A move was taken back, and this side is to move now.
    pub fn take_back(&mut self, next: Color, now: Instant) {
        if let Some(left) = self.history.pop() {
            self.left = left;
        }
        self.running = (!self.history.is_empty()).then_some((next, now));
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.left[color as usize] = self.left(color, now);
        }
        self.running = None;
    }
}

/// A time as clocks show it: `4:05`, or `9.3` in the last seconds.
pub fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..10 => format!("{:.1}", left.as_secs_f64()),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_clock_starts_with_the_first_move_and_gets_back_what_was_taken_back() {
        let start = Instant::now();
        let mut clock = GameClock::new(TimeControl::new(1, 2));
        assert_eq!(clock.left(Color::Black, start + 10 * SECOND), 60 * SECOND);
        clock.press(Color::Black, Color::White, start);
        clock.press(Color::White, Color::Black, start + 5 * SECOND);
        assert_eq!(clock.left(Color::White, start + 9 * SECOND), 57 * SECOND);
        assert_eq!(clock.left(Color::Black, start + 9 * SECOND), 56 * SECOND);
        clock.take_back(Color::White, start + 9 * SECOND);
        assert_eq!(clock.left(Color::White, start + 9 * SECOND), 60 * SECOND);
        assert_eq!(clock.fallen(start + 70 * SECOND), Some(Color::White));
    }

    #[test]
    fn the_last_seconds_are_shown_in_tenths() {
        assert_eq!(clock_text(Duration::from_millis(9_340)), "9.3");
        assert_eq!(clock_text(65 * SECOND), "1:05");
        assert_eq!(clock_text(3_661 * SECOND), "1:01:01");
    }
}
