//! Clock times inside comments.

use std::fmt;
use std::time::Duration;

use crownhead_board::Color;

/// A clock time in a comment, which belongs to the move before it.
///
/// `Display` writes the command with its brackets.
///
/// ```
/// use std::time::Duration;
/// use crownhead_pdn::{Body, Clock, Item};
///
/// let mut body = Body::new();
/// body.push_move("11-15".parse()?);
/// body.push_comment(&format!("quick {}", Clock::Remaining(Duration::from_secs(6921))));
///
/// let Some(Item::Comment(comment)) = body.iter().last() else { panic!("a comment is last") };
/// assert_eq!(comment.text(), "quick [%clk 1:55:21]");
/// assert_eq!(comment.clocks().next(), Some(Clock::Remaining(Duration::from_secs(6921))));
/// # Ok::<(), crownhead_pdn::MoveTextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// `[%clk 1:55:21]`: the time left.
    Remaining(Duration),
    /// `[%mct 0:04:39]`: the time used, as a mechanical clock shows it.
    Shown(Duration),
    /// `[%egt 0:04:39]`: the time used since the game began.
    GameElapsed(Duration),
    /// `[%emt 0:00:12]`: the time used for the move.
    MoveElapsed(Duration),
    /// `[%clock w0:10:00 B0:09:12]`: the time left for each side; a capital letter marks the running clock.
    Sides {
        /// White's time, if given.
        white: Option<Duration>,
        /// Black's time, if given.
        black: Option<Duration>,
        /// The side whose clock runs, if marked.
        running: Option<Color>,
    },
}

impl Clock {
    /// The clock times in a text, in order. Other commands, and damaged ones, are skipped.
    pub(crate) fn all_in(text: &str) -> impl Iterator<Item = Clock> {
        text.split("[%").skip(1).filter_map(|rest| {
            let (command, _) = rest.split_once(']')?;
            let (name, value) = command.split_once(' ')?;
            Clock::from_command(name, value.trim())
        })
    }

    fn from_command(name: &str, value: &str) -> Option<Clock> {
        match name {
            "mct" => parse_time(value).map(Clock::Shown),
            "egt" => parse_time(value).map(Clock::GameElapsed),
            "emt" => parse_time(value).map(Clock::MoveElapsed),
            // Programs mix the two up: each is found with the other's value.
            "clk" | "clock" => parse_time(value).map(Clock::Remaining).or_else(|| sides(value)),
            _ => None,
        }
    }
}

fn sides(value: &str) -> Option<Clock> {
    let (mut white, mut black, mut running) = (None, None, None);
    for part in value.split_whitespace() {
        let letter = part.chars().next()?;
        let color = Color::from_letter(letter)?;
        let time = parse_time(&part[1..])?;
        match color {
            Color::White => white = Some(time),
            Color::Black => black = Some(time),
        }
        if letter.is_ascii_uppercase() {
            running = Some(color);
        }
    }
    (white.is_some() || black.is_some()).then_some(Clock::Sides { white, black, running })
}

/// Reads `h:mm:ss`, `mm:ss` or `ss`, with an optional fraction of a second.
fn parse_time(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    for (i, part) in whole.split(':').enumerate() {
        if i == 3 || part.is_empty() || part.len() > 6 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        seconds = seconds * 60 + part.parse::<u64>().ok()?;
    }
    Some(Duration::from_secs(seconds) + parse_fraction(fraction)?)
}

fn parse_fraction(digits: &str) -> Option<Duration> {
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let millis: u64 = format!("{digits:0<3.3}").parse().ok()?;
    Some(Duration::from_millis(millis))
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Clock::Remaining(time) => write!(f, "[%clk {}]", Time(time)),
            Clock::Shown(time) => write!(f, "[%mct {}]", Time(time)),
            Clock::GameElapsed(time) => write!(f, "[%egt {}]", Time(time)),
            Clock::MoveElapsed(time) => write!(f, "[%emt {}]", Time(time)),
            Clock::Sides { white, black, running } => {
                f.write_str("[%clock")?;
                for (color, time) in [(Color::White, white), (Color::Black, black)] {
                    let letter = color.letter();
                    let letter = if running == Some(color) { letter } else { letter.to_ascii_lowercase() };
                    if let Some(time) = time {
                        write!(f, " {letter}{}", Time(time))?;
                    }
                }
                f.write_str("]")
            }
        }
    }
}

/// A time as `h:mm:ss`, with milliseconds if there are any.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match self.0.subsec_millis() {
            0 => Ok(()),
            millis => write!(f, ".{millis:03}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, clocks: &[Clock]) {
        assert_eq!(Clock::all_in(text).collect::<Vec<_>>(), clocks);
    }

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn every_command_is_read_and_written() {
        let sides = Clock::Sides {
            white: Some(seconds(600)),
            black: Some(seconds(552)),
            running: Some(Color::Black),
        };
        for (text, clock) in [
            ("[%clk 1:55:21]", Clock::Remaining(seconds(6921))),
            ("[%mct 0:04:39]", Clock::Shown(seconds(279))),
            ("[%egt 0:04:39]", Clock::GameElapsed(seconds(279))),
            ("[%emt 0:00:12.500]", Clock::MoveElapsed(Duration::from_millis(12_500))),
            ("[%clock w0:10:00 B0:09:12]", sides),
        ] {
            reads(text, &[clock]);
            assert_eq!(clock.to_string(), text);
        }
    }

    #[test]
    fn short_times_and_mixed_up_names() {
        reads("[%emt 12]", &[Clock::MoveElapsed(seconds(12))]);
        reads("[%clk 5:01]", &[Clock::Remaining(seconds(301))]);
        reads("[%clock 0:49:11]", &[Clock::Remaining(seconds(2951))]);
        let black = Some(seconds(3));
        reads("[%clk B0:03]", &[Clock::Sides { white: None, black, running: Some(Color::Black) }]);
    }

    #[test]
    fn text_around_commands_is_passed_over() {
        reads(
            "hm [%emt 0:02] and [%clk 0:10], well",
            &[Clock::MoveElapsed(seconds(2)), Clock::Remaining(seconds(10))],
        );
        reads("[%draw a1] [%clk x] [%clk 1:2:3:4] [%clk] [%clk 1:0", &[]);
    }
}
