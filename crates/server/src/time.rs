//! The time of day, and dates as PDN writes them.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(crate) fn clock_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// The date as PDN writes it.
pub(crate) fn date_text(milliseconds: u64) -> String {
    let time = jiff::Timestamp::from_millisecond(milliseconds as i64).unwrap_or_default();
    time.strftime("%Y.%m.%d").to_string()
}
