//! Time for a game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Time for a whole game, and time added after each move, in milliseconds; or time for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Time at the start.
    pub base_ms: u64,
    /// Time added after each move.
    #[serde(default)]
    pub increment_ms: u64,
    /// Is it the time for each move, and nothing is saved up? So games by correspondence are played, in days.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_move: bool,
}

/// A day.
pub const DAY_MS: u64 = 24 * 3_600_000;

impl TimeControl {
    /// Minutes for the whole game, and seconds added after each move.
    pub const fn new(minutes: u64, seconds: u64) -> TimeControl {
        TimeControl { base_ms: 60_000 * minutes, increment_ms: 1000 * seconds, per_move: false }
    }

    /// Days for each move.
    pub const fn days(days: u64) -> TimeControl {
        TimeControl { base_ms: days * DAY_MS, increment_ms: 0, per_move: true }
    }
}

/// Minutes and seconds, `5+3`, or days for each move, `3d`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.per_move {
            return f.pad(&format!("{}d", self.base_ms as f64 / DAY_MS as f64));
        }
        f.pad(&format!("{}+{}", self.base_ms as f64 / 60_000.0, self.increment_ms as f64 / 1000.0))
    }
}

/// A text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is not a time control; give minutes and seconds added after each move, as in 5+3, or days for each move, as in 3d"
)]
pub struct NoTimeControl(String);

/// The longest time for each move, and for a whole game: a day.
pub(crate) const MAX_DAYS: u64 = 14;
const MAX_MINUTES: f64 = 24.0 * 60.0;
const MAX_INCREMENT_SECONDS: f64 = 3600.0;

/// ```
/// use crownhead_contest::TimeControl;
///
/// assert_eq!("5+3".parse(), Ok(TimeControl::new(5, 3)));
/// assert_eq!("10".parse(), Ok(TimeControl::new(10, 0)));
/// assert!("0+0".parse::<TimeControl>().is_err());
/// assert_eq!("3d".parse(), Ok(TimeControl::days(3)));
/// assert!("15d".parse::<TimeControl>().is_err());
/// assert_eq!(TimeControl { base_ms: 90_000, increment_ms: 500, per_move: false }.to_string(), "1.5+0.5");
/// ```
impl FromStr for TimeControl {
    type Err = NoTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, NoTimeControl> {
        if let Some(days) = text.trim().strip_suffix('d') {
            let days = days.trim_end().parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
            return days.map(TimeControl::days).ok_or_else(|| NoTimeControl(text.to_owned()));
        }
        let (minutes, seconds) = text.trim().split_once('+').unwrap_or((text.trim(), "0"));
        let number = |text: &str, max: f64| {
            text.trim().parse::<f64>().ok().filter(|number| (0.0..=max).contains(number))
        };
        let control = || {
            let base_ms = (60_000.0 * number(minutes, MAX_MINUTES)?).round() as u64;
            let increment_ms = (1000.0 * number(seconds, MAX_INCREMENT_SECONDS)?).round() as u64;
            (base_ms > 0).then_some(TimeControl { base_ms, increment_ms, per_move: false })
        };
        control().ok_or_else(|| NoTimeControl(text.to_owned()))
    }
}
