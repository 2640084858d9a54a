//! The arguments of a `level` command, which are the engine's [`Limits`].

use std::str::FromStr;
use std::time::Duration;

use crownhead_engine::{Clock, Depth, Limits, TimeLimit};

use super::command::CommandError;
use super::line::Line;

/// About thirty years; a longer time is a mistake.
const MAX_SECONDS: f64 = 1e9;
const MICROS: f64 = 1e6;

/// Reads the arguments. `infinite` overrides all others.
pub(super) fn parse(line: &Line<'_>) -> Result<Limits, CommandError> {
    let move_time = value(line, "move-time", |text| read_seconds(text).filter(|time| *time >= 0))?;
    let time = match (move_time, seconds(line, "time")?) {
        (Some(time), _) => Some(TimeLimit::Move(duration(time))),
        (None, Some(time)) => Some(TimeLimit::Clock(clock(line, time)?)),
        (None, None) => None,
    };
    let depth = number(line, "depth")?.map(Depth::new);
    let limits = Limits { depth, nodes: number(line, "nodes")?, time, ..Limits::default() };
    Ok(if line.has("infinite") { Limits::INFINITE } else { limits })
}

/// The protocol adds the increment before the move, so the time it gives lacks that of this move.
fn clock(line: &Line<'_>, time: i64) -> Result<Clock, CommandError> {
    let increment = seconds(line, "inc")?.unwrap_or(0);
    let moves_to_go = number::<u32>(line, "moves")?.filter(|moves| *moves > 0);
    Ok(Clock { left: duration(time + increment), increment: duration(increment), moves_to_go })
}

fn number<T: FromStr>(line: &Line<'_>, name: &'static str) -> Result<Option<T>, CommandError> {
    value(line, name, |text| text.parse().ok())
}

/// Reads seconds as microseconds. A clock may be below zero.
fn seconds(line: &Line<'_>, name: &'static str) -> Result<Option<i64>, CommandError> {
    value(line, name, read_seconds)
}

fn read_seconds(text: &str) -> Option<i64> {
    let seconds = text.parse::<f64>().ok()?;
    (seconds.abs() <= MAX_SECONDS).then(|| (seconds * MICROS).round() as i64)
}

fn value<T>(
    line: &Line<'_>,
    name: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, CommandError> {
    let bad = |text: &str| CommandError::Number { command: "level", name, text: text.to_owned() };
    line.value(name).map(|text| read(text).ok_or_else(|| bad(text))).transpose()
}

fn duration(micros: i64) -> Duration {
    Duration::from_micros(u64::try_from(micros).unwrap_or(0))
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

/// Writes the arguments, each with a blank in front.
pub(super) fn args(limits: &Limits) -> String {
    let in_seconds = |micros: i64| micros as f64 / MICROS;
    let mut args = String::new();
    let mut add = |arg: String| args.extend([" ", &arg]);
    if limits.wait_for_stop {
        add("infinite".to_owned());
        return args;
    }
    limits.depth.into_iter().for_each(|depth| add(format!("depth={depth}")));
    limits.nodes.into_iter().for_each(|nodes| add(format!("nodes={nodes}")));
    match limits.time {
        Some(TimeLimit::Move(time)) => add(format!("move-time={}", in_seconds(micros(time)))),
        Some(TimeLimit::Clock(Clock { left, increment, moves_to_go })) => {
            moves_to_go.into_iter().for_each(|moves| add(format!("moves={moves}")));
            let increment = micros(increment);
            add(format!("time={}", in_seconds(micros(left) - increment)));
            if increment > 0 {
                add(format!("inc={}", in_seconds(increment)));
            }
        }
        None => {}
    }
    args
}

/// The limits after a further `level` command: some clients send each limit on a line of its own.
pub(crate) fn merge(limits: Limits, later: Limits) -> Limits {
    if later == Limits::default() {
        return limits;
    }
    if later.wait_for_stop {
        return later;
    }
    Limits {
        depth: later.depth.or(limits.depth),
        nodes: later.nodes.or(limits.nodes),
        time: later.time.or(limits.time),
        ..Limits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Limits) {
        assert_eq!(parse(&Line::parse(text).unwrap()), Ok(expected));
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
        let time = TimeLimit::Clock(Clock { left, increment, moves_to_go });
        Limits { time: Some(time), ..Limits::default() }
    }

    #[test]
    fn every_kind_of_level_is_read() {
        check("level depth=8", Limits::depth(Depth::new(8)));
        check("level nodes=10000", Limits::nodes(10_000));
        check("level move-time=0.5", Limits::move_time(Duration::from_millis(500)));
        check("level time=59.5", clock(59_500, 0, None));
        check("level time=59 inc=1", clock(60_000, 1_000, None));
        check("level moves=9 time=291.587", clock(291_587, 0, Some(9)));
        check("level depth=8 infinite", Limits::INFINITE);
        check("level", Limits::default());
        check("level mood=good", Limits::default());
        let second = Limits::move_time(Duration::from_secs(1));
        check("level depth=5 move-time=1", Limits { depth: Some(Depth::new(5)), ..second });
    }

    #[test]
    fn a_clock_may_lack_its_increment() {
        check("level time=-0.5 inc=1", clock(500, 1_000, None));
        check("level time=-0.5", clock(0, 0, None));
        assert_eq!(args(&clock(500, 1_000, None)), " time=-0.5 inc=1");
    }

    #[test]
    fn a_move_has_time() {
        check("level move-time=0", Limits::move_time(Duration::ZERO));
        let error = CommandError::Number { command: "level", name: "move-time", text: "-1".to_owned() };
        assert_eq!(parse(&Line::parse("level move-time=-1").unwrap()), Err(error));
    }

    #[test]
    fn later_limits_replace_those_of_their_kind() {
        let both = merge(Limits::depth(Depth::new(9)), Limits::nodes(5000));
        let both = merge(both, Limits::depth(Depth::new(8)));
        assert_eq!(args(&both), " depth=8 nodes=5000");
        assert_eq!(merge(both, Limits::INFINITE), Limits::INFINITE);
        assert_eq!(merge(Limits::INFINITE, both), both);
        assert_eq!(merge(Limits::INFINITE, Limits::default()), Limits::INFINITE);
    }

    #[test]
    fn nonsense_is_named() {
        for arg in
            ["depth=deep", "depth=-1", "nodes=1.5", "time=NaN", "time=inf", "move-time=1e300", "time=1 inc="]
        {
            let error = parse(&Line::parse(&format!("level {arg}")).unwrap()).unwrap_err();
            assert!(error.to_string().starts_with("level: "), "{error}");
        }
    }
}
