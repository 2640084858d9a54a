//! What the server counts, told in the text format of Prometheus.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// What is counted since the start.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<StatusClass, Counter>,
    events: Counter,
    pub(crate) games: Counter,
    pub(crate) refused: Counter,
    limited: Counter,
    pub(crate) failed_logins: Counter,
    pub(crate) sockets: Gauge,
    owned_games: Gauge,
    ready: Gauge,
    append: Histogram,
}

/// The first digit of an answer's status.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusClass {
    class: String,
}

/// The form in which [`Metrics::text`] tells.
pub(crate) const CONTENT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// How long it may take until something is kept, in seconds.
const APPEND_SECONDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

impl Default for Metrics {
    fn default() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("crownhead"),
            requests: Family::default(),
            events: Counter::default(),
            games: Counter::default(),
            refused: Counter::default(),
            limited: Counter::default(),
            failed_logins: Counter::default(),
            sockets: Gauge::default(),
            owned_games: Gauge::default(),
            ready: Gauge::default(),
            append: Histogram::new(APPEND_SECONDS),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register("requests", "Requests by the class of the answer's status", self.requests.clone());
        for (name, help, counter) in [
            ("events", "Events of games between people that were kept", &self.events),
            ("games", "Games between people that began here", &self.games),
            ("refused", "Moves and other orders that were refused", &self.refused),
            ("limited", "Requests, connections and messages that came too often", &self.limited),
            ("failed_logins", "Logins with a wrong name or password", &self.failed_logins),
        ] {
            registry.register(name, help, counter.clone());
        }
        for (name, help, gauge) in [
            ("sockets", "WebSockets that are open", &self.sockets),
            ("owned_games", "Games between people that this node has in hand", &self.owned_games),
            ("ready", "1 if this node may act on games", &self.ready),
        ] {
            registry.register(name, help, gauge.clone());
        }
        registry.register("append_seconds", "How long it takes until events are kept", self.append.clone());
    }

    /// A request was answered with this status.
    pub(crate) fn answered(&self, status: u16) {
        self.requests.get_or_create(&StatusClass { class: format!("{}xx", status / 100) }).inc();
    }

    /// Somebody came too often.
    pub(crate) fn too_many(&self) {
        self.limited.inc();
    }

    /// Events were kept.
    pub(crate) fn kept(&self, n_events: u64, took: Duration) {
        self.events.inc_by(n_events);
        self.append.observe(took.as_secs_f64());
    }

    /// Everything, as Prometheus reads it.
    pub(crate) fn text(&self, owned_games: usize, is_ready: bool) -> String {
        self.owned_games.set(i64::try_from(owned_games).unwrap_or(i64::MAX));
        self.ready.set(i64::from(is_ready));
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_told() {
        let metrics = Metrics::default();
        metrics.answered(204);
        metrics.kept(3, Duration::from_millis(7));
        let text = metrics.text(5, true);
        for line in [
            "crownhead_requests_total{class=\"2xx\"} 1",
            "crownhead_events_total 3",
            "crownhead_limited_total 0",
            "crownhead_owned_games 5",
            "crownhead_ready 1",
            "crownhead_append_seconds_bucket{le=\"0.005\"} 0",
            "crownhead_append_seconds_bucket{le=\"0.01\"} 1",
            "crownhead_append_seconds_count 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in {text}");
        }
    }
}
