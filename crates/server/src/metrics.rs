//! What the server counts, told in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// What is counted since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Requests, by the first digit of the answer's status.
    requests: [AtomicU64; 6],
    /// Events of games between people that were kept.
    pub(crate) events: Counter,
    /// Games between people that began.
    pub(crate) games: Counter,
    /// Moves and other orders that were refused.
    pub(crate) refused: Counter,
    /// Requests, connections and messages that came too often.
    pub(crate) limited: Counter,
    /// Logins with a wrong name or password.
    pub(crate) failed_logins: Counter,
    /// Sockets of online play that are open.
    pub(crate) sockets: Gauge,
    /// How long it takes until events are kept.
    pub(crate) append: Histogram,
}

/// A number that grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Debug, Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    pub(crate) fn add(&self, n: i64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }
}

/// How often something took how long.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS_MS.len()],
    count: AtomicU64,
    sum_us: AtomicU64,
}

const BOUNDS_MS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

impl Histogram {
    pub(crate) fn observe(&self, took: Duration) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS_MS) {
            if took <= Duration::from_millis(bound) {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.sum_us.fetch_add(took.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str) {
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS_MS) {
            let (seconds, n) = (bound as f64 / 1000.0, bucket.load(Ordering::Relaxed));
            let _ = writeln!(out, "{name}_bucket{{le=\"{seconds}\"}} {n}");
        }
        let (count, sum) = (self.count.load(Ordering::Relaxed), self.sum_us.load(Ordering::Relaxed));
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum {}\n{name}_count {count}", sum as f64 / 1e6);
    }
}

impl Metrics {
    /// A request was answered with this status.
    pub(crate) fn answered(&self, status: u16) {
        let class = usize::from(status / 100).min(self.requests.len() - 1);
        self.requests[class].fetch_add(1, Ordering::Relaxed);
    }

    /// Everything, as Prometheus reads it.
    pub(crate) fn text(&self, owned_games: usize, is_ready: bool) -> String {
        let mut out = String::new();
        head(
            &mut out,
            "crownhead_requests_total",
            "counter",
            "Requests by the class of the answer's status.",
        );
        for (class, n) in self.requests.iter().enumerate().skip(1) {
            let n = n.load(Ordering::Relaxed);
            let _ = writeln!(out, "crownhead_requests_total{{class=\"{class}xx\"}} {n}");
        }
        for (name, help, counter) in [
            ("crownhead_events_total", "Events of games between people that were kept.", &self.events),
            ("crownhead_games_total", "Games between people that began here.", &self.games),
            ("crownhead_refused_total", "Moves and other orders that were refused.", &self.refused),
            (
                "crownhead_limited_total",
                "Requests, connections and messages that came too often.",
                &self.limited,
            ),
            ("crownhead_failed_logins_total", "Logins with a wrong name or password.", &self.failed_logins),
        ] {
            head(&mut out, name, "counter", help);
            let _ = writeln!(out, "{name} {}", counter.value());
        }
        for (name, help, value) in [
            (
                "crownhead_sockets",
                "Sockets of online play that are open.",
                self.sockets.0.load(Ordering::Relaxed),
            ),
            ("crownhead_owned_games", "Games between people that this node has in hand.", owned_games as i64),
            ("crownhead_ready", "1 if this node may act on games.", i64::from(is_ready)),
        ] {
            head(&mut out, name, "gauge", help);
            let _ = writeln!(out, "{name} {value}");
        }
        head(&mut out, "crownhead_append_seconds", "histogram", "How long it takes until events are kept.");
        self.append.write(&mut out, "crownhead_append_seconds");
        out
    }
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_told() {
        let metrics = Metrics::default();
        metrics.answered(204);
        metrics.answered(999);
        metrics.events.add(3);
        metrics.append.observe(Duration::from_millis(7));
        let text = metrics.text(5, true);
        for line in [
            "crownhead_requests_total{class=\"2xx\"} 1",
            "crownhead_events_total 3",
            "crownhead_owned_games 5",
            "crownhead_append_seconds_bucket{le=\"0.005\"} 0",
            "crownhead_append_seconds_bucket{le=\"0.01\"} 1",
            "crownhead_append_seconds_count 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in {text}");
        }
    }
}
