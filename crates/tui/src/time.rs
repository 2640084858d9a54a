//! Moments of this program as times that contests and servers know.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A moment whose time is known, from which others are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epoch {
    moment: Instant,
    ms: u64,
}

impl Epoch {
    /// A moment that has this time, in milliseconds since 1970.
    pub(crate) fn new(moment: Instant, ms: u64) -> Epoch {
        Epoch { moment, ms }
    }

    /// A moment that is now.
    pub(crate) fn starting(moment: Instant) -> Epoch {
        Epoch::new(moment, wall_ms())
    }

    /// The time of a moment, in milliseconds since 1970.
    pub(crate) fn ms(self, moment: Instant) -> u64 {
        self.ms + moment.saturating_duration_since(self.moment).as_millis() as u64
    }
}

/// What the clock on the wall shows, in milliseconds since 1970.
pub(crate) fn wall_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// A date as PDN writes it, of a time in milliseconds since 1970.
pub(crate) fn date_text(ms: u64) -> String {
    let (year, month, day) = civil_date(Duration::from_millis(ms).as_secs() / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a day counted from 1 January 1970.
fn civil_date(days: u64) -> (u64, u64, u64) {
    // From 1 March of the year 0 on, a leap day is the last day of its year, and 400 years are always as long.
    let (era, day) = ((days + 719_468) / 146_097, (days + 719_468) % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Five months from March on have 153 days, and so have the next five.
    let month = (5 * day + 2) / 153;
    let (month, day) = ((month + 2) % 12 + 1, day - (153 * month + 2) / 5 + 1);
    (400 * era + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(59), (1970, 3, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(date_text(20_453 * 86_400_000), "2025.12.31");
    }
}
