//! How much an engine may think.

use std::fmt;
use std::time::Duration;

use super::command::CommandError;
use super::line::Line;

/// How much an engine may think: a `level` command.
///
/// Several limits may be given at once; the first one reached ends the search. Nothing given at all,
/// the default, is not the same as [`Level::INFINITE`]: somebody forgot to say, and does not expect to
/// wait forever.
///
/// ```
/// use std::time::Duration;
/// use crownhead_protocol::hub::{Clock, Level};
///
/// // 59 seconds, and one more that is added before this move.
/// let clock = Clock { left: Duration::from_secs(60), increment: Duration::from_secs(1), moves: None };
/// assert_eq!(Level::clock(clock).to_string(), "time=59 inc=1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// The last depth to complete.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<TimeLimit>,
    /// Until it is stopped, whatever else is said.
    pub is_infinite: bool,
}

/// How much time an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// So much for this move.
    Move(Duration),
    /// What its clock shows.
    Clock(Clock),
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left, the increment for this move included. On the line it is left out: the protocol adds it
    /// before the move.
    pub left: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves until more time is given; `None` when the time is for the rest of the game.
    pub moves: Option<u32>,
}

impl Level {
    /// Until it is stopped.
    pub const INFINITE: Level = Level { depth: None, nodes: None, time: None, is_infinite: true };

    const NONE: Level = Level { is_infinite: false, ..Level::INFINITE };

    /// To this depth.
    pub const fn depth(depth: u32) -> Level {
        Level { depth: Some(depth), ..Level::NONE }
    }

    /// So many nodes.
    pub const fn nodes(nodes: u64) -> Level {
        Level { nodes: Some(nodes), ..Level::NONE }
    }

    /// So much time for a move.
    pub const fn move_time(time: Duration) -> Level {
        Level { time: Some(TimeLimit::Move(time)), ..Level::NONE }
    }

    /// By the clock.
    pub const fn clock(clock: Clock) -> Level {
        Level { time: Some(TimeLimit::Clock(clock)), ..Level::NONE }
    }

    /// Is there any limit, or a word that there is none?
    pub const fn is_given(&self) -> bool {
        self.is_infinite || self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    /// This level with what a later `level` command says: some clients send each limit on a line of its
    /// own.
    ///
    /// ```
    /// # use crownhead_protocol::hub::Level;
    /// let both = Level::depth(9).and(Level::nodes(5000)).and(Level::depth(8));
    /// assert_eq!(both.to_string(), "depth=8 nodes=5000");
    /// assert_eq!(both.and(Level::INFINITE), Level::INFINITE);
    /// ```
    #[must_use]
    pub fn and(self, later: Level) -> Level {
        if later.is_infinite {
            return later;
        }
        Level {
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
            time: later.time.or(self.time),
            is_infinite: self.is_infinite && !later.is_given(),
        }
    }

    pub(super) fn from_line(line: &Line<'_>) -> Result<Level, CommandError> {
        let time = match (number::<Seconds>(line, "move-time")?, number::<Seconds>(line, "time")?) {
            (Some(time), _) => Some(TimeLimit::Move(time.duration())),
            (None, Some(time)) => Some(TimeLimit::Clock(clock(line, time)?)),
            (None, None) => None,
        };
        Ok(Level {
            depth: number(line, "depth")?,
            nodes: number(line, "nodes")?,
            time,
            is_infinite: line.has("infinite"),
        })
    }
}

fn clock(line: &Line<'_>, time: Seconds) -> Result<Clock, CommandError> {
    let increment = number::<Seconds>(line, "inc")?.unwrap_or(Seconds(0));
    let moves = number::<u32>(line, "moves")?.filter(|moves| *moves > 0);
    // The sum first: a clock that lost its increment for this move may be below zero.
    Ok(Clock { left: Seconds(time.0 + increment.0).duration(), increment: increment.duration(), moves })
}

/// A numeric argument.
fn number<T: std::str::FromStr>(line: &Line<'_>, name: &'static str) -> Result<Option<T>, CommandError> {
    let read = |text: &str| text.parse().map_err(|_| CommandError::number("level", name, text));
    line.value(name).map(read).transpose()
}

/// Seconds in billionths; a clock may be below zero.
#[derive(Clone, Copy)]
struct Seconds(i128);

/// Some thirty years: more is a mistake.
const MAX_SECONDS: f64 = 1e9;
const BILLION: f64 = 1e9;

impl Seconds {
    fn of(time: Duration) -> Seconds {
        Seconds(i128::try_from(time.as_nanos()).unwrap_or(i128::MAX))
    }

    /// The time, none if it is below zero.
    fn duration(self) -> Duration {
        Duration::from_nanos(u64::try_from(self.0.max(0)).unwrap_or(u64::MAX))
    }
}

impl std::str::FromStr for Seconds {
    type Err = ();

    fn from_str(text: &str) -> Result<Seconds, ()> {
        let seconds: f64 = text.parse().map_err(|_| ())?;
        let is_sensible = seconds.abs() <= MAX_SECONDS;
        if is_sensible { Ok(Seconds((seconds * BILLION).round() as i128)) } else { Err(()) }
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 as f64 / BILLION)
    }
}

/// The arguments of a `level` command; nothing if nothing is given.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut args = Vec::new();
        args.extend(self.depth.map(|depth| format!("depth={depth}")));
        args.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        match self.time {
            Some(TimeLimit::Move(time)) => args.push(format!("move-time={}", Seconds::of(time))),
            Some(TimeLimit::Clock(clock)) => args.push(clock.to_string()),
            None => {}
        }
        args.extend(self.is_infinite.then(|| "infinite".to_owned()));
        f.write_str(&args.join(" "))
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "moves={moves} ")?;
        }
        let increment = Seconds::of(self.increment);
        write!(f, "time={}", Seconds(Seconds::of(self.left).0 - increment.0))?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, " inc={increment}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Level) {
        assert_eq!(Level::from_line(&Line::parse(text).unwrap()), Ok(expected));
    }

    const fn clock(left: u64, increment: u64, moves: Option<u32>) -> Level {
        let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
        Level::clock(Clock { left, increment, moves })
    }

    #[test]
    fn every_kind_of_level_is_read() {
        check("level depth=8", Level::depth(8));
        check("level nodes=10000", Level::nodes(10_000));
        check("level move-time=0.5", Level::move_time(Duration::from_millis(500)));
        check("level time=59.5", clock(59_500, 0, None));
        check("level time=59 inc=1", clock(60_000, 1_000, None));
        check("level moves=9 time=291.587", clock(291_587, 0, Some(9)));
        check("level infinite", Level::INFINITE);
        check("level", Level::default());
        check("level mood=good", Level::default());
        check(
            "level depth=5 move-time=1",
            Level { depth: Some(5), ..Level::move_time(Duration::from_secs(1)) },
        );
    }

    #[test]
    fn a_clock_may_have_lost_its_increment() {
        check("level time=-0.5 inc=1", clock(500, 1_000, None));
        check("level time=-0.5", clock(0, 0, None));
        check("level move-time=-1", Level::move_time(Duration::ZERO));
        assert_eq!(clock(500, 1_000, None).to_string(), "time=-0.5 inc=1");
    }

    #[test]
    fn nonsense_is_named() {
        for arg in
            ["depth=deep", "depth=-1", "nodes=1.5", "time=NaN", "time=inf", "move-time=1e300", "time=1 inc="]
        {
            let line = format!("level {arg}");
            let error = Level::from_line(&Line::parse(&line).unwrap()).unwrap_err();
            assert!(error.to_string().starts_with("level: "), "{error}");
        }
    }
}
