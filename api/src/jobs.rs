//! The jobs that a running server does in the background: each with its name, its interval, a count of its runs, and one
//! way to stop all of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::aggregates::webhooks::SentMessages;
use crate::app::Services;
use crate::base::error::ApiResult;
use crate::base::rate_limiter::RateLimiter;
use crate::games::packing::Packed;

/// The pause between some games that are packed and the next ones.
const PACK_PAUSE: Duration = Duration::from_secs(1);

/// A job: what it is called in metrics and logs, when it runs first, and how often.
#[derive(Debug, Clone, Copy)]
struct Job {
    name: &'static str,
    first: Duration,
    every: Duration,
}

const FORGET_IDLE: Job = Job {
    name: "forget_idle",
    first: Duration::ZERO,
    every: Duration::from_mins(1),
};
const SHOW_NAMES: Job = Job {
    name: "show_names",
    first: Duration::ZERO,
    every: Duration::from_mins(1),
};
const FORGET_SESSIONS: Job = Job {
    name: "forget_sessions",
    first: Duration::ZERO,
    every: Duration::from_hours(1),
};
const COUNT_GAMES: Job = Job {
    name: "count_games",
    first: Duration::ZERO,
    every: Duration::from_secs(5),
};
const PACK_GAMES: Job = Job {
    name: "pack_games",
    // Not while everybody comes back to a server that has just started.
    first: Duration::from_mins(10),
    every: Duration::from_mins(10),
};

const SEND_WEBHOOKS: Job = Job {
    name: "send_webhooks",
    first: Duration::ZERO,
    every: Duration::from_secs(1),
};

/// The names of all jobs, as metrics show them.
pub const NAMES: [&str; 6] = [
    FORGET_IDLE.name,
    SHOW_NAMES.name,
    FORGET_SESSIONS.name,
    COUNT_GAMES.name,
    PACK_GAMES.name,
    SEND_WEBHOOKS.name,
];

/// The jobs of a running server. They end when this is dropped.
#[derive(Debug)]
pub struct Jobs(Vec<JoinHandle<()>>);

impl Jobs {
    /// Starts all jobs on the runtime that runs now.
    pub fn start(services: &Arc<Services>) -> Self {
        Self(vec![
            spawn(FORGET_IDLE, services, forget_idle),
            spawn(SHOW_NAMES, services, |services| async move {
                services.seat_names.show_new_names().await
            }),
            spawn(FORGET_SESSIONS, services, |services| async move {
                services.sessions.forget_ended().await.map(drop)
            }),
            spawn(COUNT_GAMES, services, |services| async move {
                services.community.catch_up().await
            }),
            spawn(PACK_GAMES, services, pack),
            spawn(SEND_WEBHOOKS, services, send_webhooks),
        ])
    }

    /// Stops all jobs where they wait next; what they have begun in the store is finished there.
    pub fn stop(&self) {
        for job in &self.0 {
            job.abort();
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Runs a job at its intervals, counts how it ends, and logs where it fails. A run that takes longer than its interval delays
/// the next.
fn spawn<F, Fut>(job: Job, services: &Arc<Services>, run: F) -> JoinHandle<()>
where
    F: Fn(Arc<Services>) -> Fut + Send + 'static,
    Fut: Future<Output = ApiResult<()>> + Send + 'static,
{
    let services = Arc::clone(services);
    tokio::spawn(async move {
        let mut ticks = interval_at(Instant::now() + job.first, job.every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let done = run(Arc::clone(&services)).await;
            services.metrics.ran(job.name, done.is_ok());
            if let Err(error) = done {
                tracing::warn!(job = job.name, "the job failed and is tried again later: {error}");
            }
        }
    })
}

/// All rate limits at work.
fn gates(services: &Services) -> impl Iterator<Item = &RateLimiter> {
    let gates = [
        &services.requests,
        &services.long_work,
        &services.new_games,
        &*services.sign_in_gate,
        &services.games.dice_guesses,
    ];
    gates.into_iter().chain(services.guesses.gates())
}

/// Forgets clients whose rates are whole again, and reviews that nobody leads or follows.
async fn forget_idle(services: Arc<Services>) -> ApiResult<()> {
    for gate in gates(&services) {
        gate.forget_idle();
    }
    services
        .reviews
        .forget_idle(|review| services.hub.following(review));
    Ok(())
}

/// Packs games that are over.
async fn pack(services: Arc<Services>) -> ApiResult<()> {
    let Packed { games, before, after } = services.packing.pack(PACK_PAUSE).await?;
    if games > 0 {
        tracing::info!(games, before, after, "packed games that are over");
    }
    Ok(())
}

/// Sends messages about what happened to the webhooks that want them.
async fn send_webhooks(services: Arc<Services>) -> ApiResult<()> {
    let counted = Arc::clone(&services);
    let report = move |sent: SentMessages| counted.metrics.sent_messages(sent.taken, sent.failed);
    services.webhooks.dispatch(report).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::limits::RATES;
    use crate::base::settings::Settings;

    #[tokio::test]
    async fn idle_clients_of_every_rate_limit_are_forgotten() {
        let store = Arc::new(hindsight_store::MemoryStore::new());
        let services = Services::open(store, &Settings::default()).unwrap();
        let mut at_work: Vec<&str> = gates(&services).map(|gate| gate.rate().name).collect();
        let mut published = RATES.map(|rate| rate.name);
        at_work.sort_unstable();
        published.sort_unstable();
        assert_eq!(at_work, published);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn jobs_run_are_counted_by_name_and_stop() {
        let store = Arc::new(hindsight_store::MemoryStore::new());
        let services = Services::open(store, &Settings::default()).unwrap();
        let jobs = Jobs::start(&services);
        let counted = |name: &str| {
            let text = services
                .metrics
                .text(&services.store.events().stats(), services.hub.followers());
            text.contains(&format!(
                "hindsight_job_runs_total{{job=\"{name}\",outcome=\"ok\"}}"
            ))
        };
        // Packing begins later.
        let at_once = NAMES.iter().filter(|name| **name != PACK_GAMES.name);
        for _ in 0..600 {
            if at_once.clone().all(|name| counted(name)) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        for name in at_once {
            assert!(counted(name), "{name} did not run");
        }
        jobs.stop();
        for job in &jobs.0 {
            while !job.is_finished() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }
}
