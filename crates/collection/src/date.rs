//! Dates as game files write them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A date, of which the day, or the month too, may be unknown.
///
/// ```
/// use crownhead_collection::Date;
///
/// let date: Date = "1955.08.??".parse()?;
/// assert_eq!((date.year(), date.to_string().as_str()), (1955, "1955.08"));
/// assert!(date < "1955.08.02".parse()?);
/// assert_eq!("1955-8".parse(), Ok(date));
/// # Ok::<(), crownhead_collection::ParseDateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(u32);

/// The text is not a date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a date; dates are written 1955, 1955.08 or 1955.08.21")]
pub struct ParseDateError(String);

const YEARS: std::ops::RangeInclusive<u32> = 1000..=2999;

impl Date {
    /// The year.
    pub fn year(self) -> u16 {
        (self.0 / 10_000) as u16
    }

    /// The last day that the date may mean.
    #[must_use]
    pub fn latest(self) -> Date {
        match (self.0 / 100 % 100, self.0 % 100) {
            (0, _) => Date(self.0 + 12_31),
            (_, 0) => Date(self.0 + 31),
            _ => self,
        }
    }

    /// A year in the name of an event, where games have no date of their own.
    pub(crate) fn in_words(text: &str) -> Option<Date> {
        let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() == 4);
        let year =
            words.find_map(|word| word.parse::<u32>().ok().filter(|year| (1700..=2100).contains(year)));
        year.map(|year| Date(year * 10_000))
    }

    /// The date as it is stored; 0 is none.
    pub(crate) fn to_bits(date: Option<Date>) -> u32 {
        date.map_or(0, |date| date.0)
    }

    pub(crate) fn from_bits(bits: u32) -> Option<Date> {
        YEARS.contains(&(bits / 10_000)).then_some(Date(bits))
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Date, ParseDateError> {
        let bad = || ParseDateError(text.to_owned());
        let mut parts = text.trim().split(['.', '-', '/']);
        let mut part = |range: std::ops::RangeInclusive<u32>| match parts.next() {
            None => Some(0),
            Some(unknown) if unknown.contains('?') => Some(0),
            Some(number) => number.parse().ok().filter(|number| range.contains(number)),
        };
        let year = part(YEARS).filter(|year| *year != 0).ok_or_else(bad)?;
        let month = part(1..=12).ok_or_else(bad)?;
        let day = part(1..=31).ok_or_else(bad)?;
        if parts.next().is_some() {
            return Err(bad());
        }
        Ok(Date(year * 10_000 + month * 100 + if month == 0 { 0 } else { day }))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (month, day) = (self.0 / 100 % 100, self.0 % 100);
        write!(f, "{}", self.year())?;
        if month > 0 {
            write!(f, ".{month:02}")?;
        }
        if day > 0 {
            write!(f, ".{day:02}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_files_write_them() {
        for (text, shown) in
            [("1955.08.21", "1955.08.21"), ("1955.??.??", "1955"), ("2003/1/9", "2003.01.09")]
        {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), shown);
        }
        for text in ["", "????.??.??", "55", "1955.13", "1955.08.32", "1955.8.1.1", "August"] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_event_may_tell_the_year() {
        assert_eq!(Date::in_words("Ohio State Ty 1946").map(Date::year), Some(1946));
        assert_eq!(Date::in_words("Match 1955, game 1946").map(Date::year), Some(1955));
        for text in ["Open 9999", "Open 19460", ""] {
            assert_eq!(Date::in_words(text), None, "{text}");
        }
    }

    #[test]
    fn a_year_lasts_to_its_end() {
        let year: Date = "1955".parse().unwrap();
        assert!(year.latest() >= "1955.12.31".parse().unwrap());
        assert!(year.latest() < "1956".parse().unwrap());
    }
}
