//! Figures for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use hindsight_kernel::Message;
use hindsight_openapi::{Operation, operations};
use hindsight_store::Stats;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, LabelSetEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::base::messages::text;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Labels {
    operation: &'static str,
    status: &'static str,
}

impl EncodeLabelSet for Labels {
    fn encode(&self, encoder: &mut LabelSetEncoder) -> Result<(), std::fmt::Error> {
        [("operation", self.operation), ("status", self.status)].encode(encoder)
    }
}

/// What one operation counts.
#[derive(Debug)]
struct Counted {
    by_class: [Counter; 4],
    seconds: Histogram,
}

/// Figures of the whole server.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    operations: Vec<Counted>,
    events: Gauge,
    streams: Gauge,
    disk: Gauge,
    queued: Gauge,
    followers: Gauge,
    appends: Counter<u64, AtomicU64>,
    jobs: Family<Vec<(&'static str, &'static str)>, Counter>,
    messages: Family<Vec<(&'static str, &'static str)>, Counter>,
}

const CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];

impl Metrics {
    /// Figures that begin at nothing.
    pub fn new() -> Self {
        let mut registry = Registry::with_prefix("hindsight");
        let requests = Family::<Labels, Counter>::default();
        let seconds = Family::<Vec<(&'static str, &'static str)>, Histogram>::new_with_constructor(|| {
            Histogram::new([0.000_25, 0.001, 0.0025, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 10.0])
        });
        registry.register("requests", text!("metric-requests"), requests.clone());
        registry.register_with_unit(
            "request_duration",
            text!("metric-request-duration"),
            Unit::Seconds,
            seconds.clone(),
        );
        let gauge = |registry: &mut Registry, name: &str, about: Message| {
            let gauge = Gauge::default();
            registry.register(name, about, gauge.clone());
            gauge
        };
        let events = gauge(&mut registry, "events", text!("metric-events"));
        let streams = gauge(&mut registry, "streams", text!("metric-streams"));
        let disk = gauge(&mut registry, "disk_bytes", text!("metric-disk-bytes"));
        let queued = gauge(&mut registry, "queued_commands", text!("metric-queued-commands"));
        let followers = gauge(&mut registry, "live_streams", text!("metric-live-streams"));
        let appends = Counter::default();
        registry.register("commands", text!("metric-commands"), appends.clone());
        let jobs = Family::default();
        registry.register("job_runs", text!("metric-job-runs"), jobs.clone());
        let messages = Family::default();
        registry.register(
            "webhook_messages",
            text!("metric-webhook-messages"),
            messages.clone(),
        );
        let operations = operations()
            .iter()
            .map(|operation| Counted {
                by_class: CLASSES.map(|status| {
                    requests
                        .get_or_create(&Labels {
                            operation: operation.id,
                            status,
                        })
                        .clone()
                }),
                seconds: seconds.get_or_create(&vec![("operation", operation.id)]).clone(),
            })
            .collect();
        Self {
            registry,
            operations,
            events,
            streams,
            disk,
            queued,
            followers,
            appends,
            jobs,
            messages,
        }
    }

    /// Counts an answer.
    pub fn answered(&self, operation: &'static Operation, status: u16, took: Duration) {
        let place = hindsight_openapi::operations()
            .iter()
            .position(|known| std::ptr::eq(known, operation));
        let Some(counted) = place.and_then(|place| self.operations.get(place)) else {
            return;
        };
        let class = usize::from(status / 100).saturating_sub(2).min(3);
        counted.by_class[class].inc();
        counted.seconds.observe(took.as_secs_f64());
    }

    /// Counts a stored command.
    pub fn stored(&self) {
        self.appends.inc();
    }

    /// Counts a run of a background job.
    pub fn ran(&self, job: &'static str, well: bool) {
        let outcome = if well { "ok" } else { "failed" };
        self.jobs
            .get_or_create(&vec![("job", job), ("outcome", outcome)])
            .inc();
    }

    /// Counts messages to webhooks that were taken, and attempts that failed.
    pub fn sent_messages(&self, taken: u64, failed: u64) {
        for (outcome, count) in [("taken", taken), ("failed", failed)] {
            self.messages
                .get_or_create(&vec![("outcome", outcome)])
                .inc_by(count);
        }
    }

    /// All figures, in the `OpenMetrics` text format.
    pub fn text(&self, stats: &Stats, followers: usize) -> String {
        let set = |gauge: &Gauge, value: u64| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        set(&self.events, stats.position);
        set(&self.streams, stats.streams);
        set(&self.disk, stats.disk_bytes);
        set(&self.queued, stats.queued);
        set(&self.followers, followers as u64);
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            text.clear();
        }
        text
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}
