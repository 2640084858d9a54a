//! What an engine reports while it searches.

use std::fmt;
use std::time::Duration;

use crownhead_engine::{Ply, Score};

use super::command::joined;
use super::line::{CleanValue, Line, clean_name};
use crate::move_text::MoveText;

/// What an engine reports while it searches. Any field may be missing.
///
/// ```
/// use std::time::Duration;
/// use crownhead_engine::Score;
/// use crownhead_protocol::hub::{Info, Reply};
///
/// let info = Info {
///     depth: Some(12),
///     score: Some(Score::estimate(-5)),
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
    /// The score for the side to move. A win further away than [`Ply::MAX`] is read as one at that ply.
    pub score: Option<Score>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Time used.
    pub time: Option<Duration>,
    /// Nodes per second.
    pub nodes_per_second: Option<u64>,
    /// The principal variation.
    pub pv: Vec<MoveText>,
    /// Anything else, by name.
    pub extra: Vec<(String, String)>,
}

/// On the line, scores are in men. More than 90 men is a win: 100 men less a hundredth for each ply.
const MAX_ESTIMATE: i32 = 9000;
const WIN: i32 = 10_000;

fn write_score(score: Score) -> String {
    let centimen = match score.plies_to_end() {
        Some(plies) => (WIN - plies as i32) * score.centimen().signum(),
        None => score.centimen().clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
    };
    format!("{:.2}", f64::from(centimen) / 100.0)
}

fn read_score(text: &str) -> Option<Score> {
    let men = text.parse().ok().filter(|men: &f64| !men.is_nan())?;
    // The conversion saturates.
    let centimen = ((men * 100.0).round() as i32).clamp(-WIN, WIN);
    let ply = Ply::new((WIN - centimen.abs()) as u16);
    Some(match centimen {
        _ if centimen > MAX_ESTIMATE => Score::win_at(ply),
        _ if centimen < -MAX_ESTIMATE => Score::loss_at(ply),
        _ => Score::estimate(centimen),
    })
}

impl Info {
    /// Reads an `info` line. Values that cannot be read are left out: engines differ in what they write.
    pub(super) fn from_line(line: &Line<'_>) -> Info {
        let mut info = Info::default();
        for arg in &line.args {
            let value = arg.value.unwrap_or("");
            match arg.name {
                "depth" => info.depth = value.parse().ok(),
                "mean-depth" => info.mean_depth = value.parse().ok().filter(|depth: &f64| depth.is_finite()),
                "score" => info.score = read_score(value),
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

/// The arguments of an `info` reply; `depth=0` if there are none, since some clients fail on a bare `info`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut args = Vec::new();
        let mut add =
            |name: &str, value: Option<String>| args.extend(value.map(|value| format!("{name}={value}")));
        add("depth", self.depth.map(|depth| depth.to_string()));
        add("mean-depth", self.mean_depth.map(|depth| format!("{depth:.1}")));
        add("score", self.score.map(write_score));
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
            (Score::DRAW, "0.00"),
            (Score::estimate(-7), "-0.07"),
            (Score::estimate(9000), "90.00"),
            (Score::win_at(Ply::new(1)), "99.99"),
            (Score::win_at(Ply::MAX), "97.60"),
            (Score::loss_at(Ply::new(12)), "-99.88"),
        ] {
            assert_eq!(write_score(score), text);
            assert_eq!(read_score(text), Some(score));
        }
        assert_eq!(write_score(-Score::MAX_ESTIMATE), "-90.00");
        assert_eq!(write_score(Score::known_win_at(Ply::ROOT)), "90.00");
        assert_eq!(read_score("90.01"), Some(Score::win_at(Ply::MAX)));
        assert_eq!(read_score("inf"), Some(Score::win_at(Ply::ROOT)));
        assert_eq!(read_score("NaN"), None);
    }

    #[test]
    fn an_info_is_never_bare() {
        assert_eq!(Info::default().to_string(), "depth=0");
        let named = |name: &str| Info { extra: vec![(name.to_owned(), "x".to_owned())], ..Info::default() };
        assert_eq!(named("").to_string(), "depth=0");
        assert_eq!(named(" =").to_string(), "??=x");
    }

    #[test]
    fn the_line_of_another_engine_is_read() {
        let text = r#"info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.0 fun pv="11-15 0000""#;
        let info = Info::from_line(&Line::parse(text).unwrap());
        assert_eq!((info.depth, info.mean_depth, info.nodes), (Some(21), Some(20.8), Some(31_261_613)));
        assert_eq!(info.score, Some(Score::estimate(-1)));
        assert_eq!(info.nodes_per_second, Some(8_000_000));
        assert_eq!(info.extra, [("fun".to_owned(), String::new())]);
        assert_eq!(info.pv.len(), 1);
    }
}
