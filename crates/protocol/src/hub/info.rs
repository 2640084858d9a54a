//! What an engine tells while it searches.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::command::joined;
use super::line::{CleanValue, Line, clean_name};
use crate::move_text::MoveText;

/// What an engine tells while it searches. Everything may be missing.
///
/// ```
/// use std::time::Duration;
/// use crownhead_protocol::hub::{Info, Reply, Score};
///
/// let info = Info {
///     depth: Some(12),
///     score: Some(Score::Estimate { centimen: -5 }),
///     nodes: Some(1_234_567),
///     time: Some(Duration::from_millis(500)),
///     pv: vec!["11-15".parse()?, "23-19".parse()?],
///     ..Info::default()
/// };
/// let line = r#"info depth=12 score=-0.05 nodes=1234567 time=0.500 pv="11-15 23-19""#;
/// assert_eq!(Reply::Info(info.clone()).to_string(), line);
/// assert_eq!(line.parse(), Ok(Reply::Info(info)));
/// # Ok::<(), crownhead_protocol::MoveTextError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The depth.
    pub depth: Option<u32>,
    /// The average depth of the leaves.
    pub mean_depth: Option<f64>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Time used.
    pub time: Option<Duration>,
    /// Nodes a second.
    pub nodes_per_second: Option<u64>,
    /// The moves that are expected.
    pub pv: Vec<MoveText>,
    /// Anything else, by name.
    pub extra: Vec<(String, String)>,
}

/// A score for the side to move.
///
/// On the line it is in men with two decimals. Beyond 90 it stands for a win: 100 less the plies to
/// go, in hundredths.
///
/// ```
/// use crownhead_protocol::hub::Score;
///
/// assert_eq!(Score::Estimate { centimen: 102 }.to_string(), "1.02");
/// assert_eq!(Score::Win { plies: 7 }.to_string(), "99.93");
/// assert_eq!("-99.9".parse(), Ok(Score::Loss { plies: 10 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// An estimate in hundredths of a man; beyond 9000 it is written as 9000.
    Estimate {
        /// The hundredths.
        centimen: i32,
    },
    /// A win in so many plies; beyond 999 it is written as 999.
    Win {
        /// The plies.
        plies: u32,
    },
    /// A loss in so many plies; beyond 999 it is written as 999.
    Loss {
        /// The plies.
        plies: u32,
    },
}

const MAX_ESTIMATE: i32 = 9000;
const END: i32 = 10_000;

impl Score {
    fn centimen(self) -> i32 {
        let at = |plies: u32| END - i32::try_from(plies).unwrap_or(i32::MAX).min(END - MAX_ESTIMATE - 1);
        match self {
            Score::Estimate { centimen } => centimen.clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
            Score::Win { plies } => at(plies),
            Score::Loss { plies } => -at(plies),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let centimen = self.centimen();
        let sign = if centimen < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", centimen.abs() / 100, centimen.abs() % 100)
    }
}

impl FromStr for Score {
    type Err = NotAScore;

    fn from_str(text: &str) -> Result<Score, NotAScore> {
        let men: Option<f64> = text.parse().ok().filter(|men: &f64| !men.is_nan());
        let men = men.ok_or_else(|| NotAScore(text.to_owned()))?;
        // The conversion saturates, and nothing is beyond the end.
        let centimen = ((men * 100.0).round() as i32).clamp(-END, END);
        let plies = END.abs_diff(centimen.abs());
        Ok(match centimen {
            _ if centimen > MAX_ESTIMATE => Score::Win { plies },
            _ if centimen < -MAX_ESTIMATE => Score::Loss { plies },
            _ => Score::Estimate { centimen },
        })
    }
}

/// A text that is no score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a score in men")]
pub struct NotAScore(String);

impl Info {
    /// Reads an `info` line. What cannot be read is left out: other engines write what they like.
    pub(super) fn from_line(line: &Line<'_>) -> Info {
        let mut info = Info::default();
        for arg in &line.args {
            let value = arg.value.unwrap_or("");
            match arg.name {
                "depth" => info.depth = value.parse().ok(),
                "mean-depth" => info.mean_depth = value.parse().ok().filter(|depth: &f64| depth.is_finite()),
                "score" => info.score = value.parse().ok(),
                "nodes" => info.nodes = value.parse().ok(),
                "time" => info.time = value.parse().ok().and_then(from_seconds),
                "nps" => info.nodes_per_second = value.parse().ok().and_then(from_millions),
                "pv" => info.pv = value.split_whitespace().map_while(|text| text.parse().ok()).collect(),
                name => info.extra.push((name.to_owned(), value.to_owned())),
            }
        }
        info
    }
}

fn from_seconds(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

fn from_millions(millions: f64) -> Option<u64> {
    millions.is_finite().then_some((millions * 1e6).round() as u64)
}

/// The arguments of an `info` reply. Clients stumble over an `info` without any, so there is a depth of
/// 0 if there is nothing else.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut args = Vec::new();
        let mut add =
            |name: &str, value: Option<String>| args.extend(value.map(|value| format!("{name}={value}")));
        add("depth", self.depth.map(|depth| depth.to_string()));
        add("mean-depth", self.mean_depth.map(|depth| format!("{depth:.1}")));
        add("score", self.score.map(|score| score.to_string()));
        add("nodes", self.nodes.map(|nodes| nodes.to_string()));
        add("time", self.time.map(|time| format!("{:.3}", time.as_secs_f64())));
        add("nps", self.nodes_per_second.map(|nps| format!("{:.3}", nps as f64 / 1e6)));
        for (name, value) in &self.extra {
            let name = clean_name(name);
            add(&name, (!name.is_empty()).then(|| CleanValue(value).to_string()));
        }
        add("pv", (!self.pv.is_empty()).then(|| format!("\"{}\"", joined(&self.pv))));
        if args.is_empty() { f.write_str("depth=0") } else { f.write_str(&args.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_meaning() {
        for (score, text) in [
            (Score::Estimate { centimen: 0 }, "0.00"),
            (Score::Estimate { centimen: -7 }, "-0.07"),
            (Score::Estimate { centimen: 9000 }, "90.00"),
            (Score::Win { plies: 1 }, "99.99"),
            (Score::Win { plies: 999 }, "90.01"),
            (Score::Loss { plies: 12 }, "-99.88"),
        ] {
            assert_eq!(score.to_string(), text);
            assert_eq!(text.parse(), Ok(score));
        }
        assert_eq!(Score::Win { plies: u32::MAX }.to_string(), "90.01");
        assert_eq!(Score::Estimate { centimen: i32::MIN }.to_string(), "-90.00");
        assert_eq!("inf".parse(), Ok(Score::Win { plies: 0 }));
        assert!("NaN".parse::<Score>().is_err());
    }

    #[test]
    fn an_info_is_never_bare() {
        assert_eq!(Info::default().to_string(), "depth=0");
        let nameless = Info { extra: vec![(" =".to_owned(), "x".to_owned())], ..Info::default() };
        assert_eq!(nameless.to_string(), "depth=0");
    }

    #[test]
    fn the_line_of_another_engine_is_read() {
        let text = r#"info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.0 fun pv="11-15 0000""#;
        let info = Info::from_line(&Line::parse(text).unwrap());
        assert_eq!((info.depth, info.mean_depth, info.nodes), (Some(21), Some(20.8), Some(31_261_613)));
        assert_eq!(info.score, Some(Score::Estimate { centimen: -1 }));
        assert_eq!(info.nodes_per_second, Some(8_000_000));
        assert_eq!(info.extra, [("fun".to_owned(), String::new())]);
        assert_eq!(info.pv.len(), 1);
    }
}
