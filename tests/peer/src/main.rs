//! Hindsight's event streams beside what one would take instead: cqrs-es with postgres-es.
//!
//! Both keep the same aggregate with the same decision and the same event, durable before the answer: ours in the
//! strict store, theirs in PostgreSQL with its own default of `fsync` and `synchronous_commit`. Runs alternate; medians
//! are compared. `run` makes a throw-away cluster and starts this with its address.

mod aggregate;
mod ours;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cqrs_es::EventStore as _;
use cqrs_es::persist::PersistedEventStore;
use hindsight_store::{Options, SledStore};
use postgres_es::{
    PostgresCqrs, PostgresEventRepository, default_postgress_pool, postgres_aggregate_cqrs, postgres_cqrs,
    postgres_snapshot_cqrs,
};

use aggregate::{Battle, command};

/// Events of a battle before the next one begins.
const LENGTH: u64 = 100;
const ROUNDS: usize = 5;
const FOR_SO_LONG: Duration = Duration::from_secs(2);
const LONG: u64 = 500;
const LOADS: usize = 100;

/// No battle of a run has the name of another.
static NAMES: AtomicU64 = AtomicU64::new(0);

fn next_name() -> u64 {
    NAMES.fetch_add(1, Ordering::Relaxed)
}

#[tokio::main(worker_threads = 2)]
async fn main() {
    let address = std::env::args()
        .nth(1)
        .expect("the address of a PostgreSQL that may be filled");
    let pool = default_postgress_pool(&address).await;
    let home = tempfile::tempdir().unwrap();
    let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
    let store = Arc::new(store);
    let kinds: [(&str, Arc<PostgresCqrs<Battle>>); 3] = [
        (
            "theirs, events",
            Arc::new(postgres_cqrs(pool.clone(), vec![], ())),
        ),
        (
            "theirs, snapshots of 50",
            Arc::new(postgres_snapshot_cqrs(pool.clone(), vec![], 50, ())),
        ),
        (
            "theirs, state stored each time",
            Arc::new(postgres_aggregate_cqrs(pool.clone(), vec![], ())),
        ),
    ];
    let json = serde_json::to_vec(&Battle::default().decide(&command(3)).unwrap())
        .unwrap()
        .len();
    println!(
        "one command, one event of about {json} bytes as JSON, battles of {LENGTH} events; medians of {ROUNDS}"
    );
    let mut lines = Vec::new();
    for callers in [1, 10] {
        let mut figures: Vec<(String, Vec<f64>)> = Vec::new();
        for round in 0..=ROUNDS {
            let mut note = |name: &str, figure: f64| {
                if round > 0 {
                    match figures.iter_mut().find(|(known, _)| known == name) {
                        Some((_, all)) => all.push(figure),
                        None => figures.push((name.to_owned(), vec![figure])),
                    }
                }
            };
            note("ours, state in memory", mine(&store, callers, true).await);
            for (name, cqrs) in &kinds {
                note(name, theirs(cqrs, callers).await);
            }
            note("ours, stream read each time", mine(&store, callers, false).await);
        }
        println!("\ndurable commands/s, {callers} at once");
        lines.push((callers, told(&figures, "/s")));
    }
    let long = next_name();
    let mut battle = Battle::default();
    for version in 0..LONG {
        ours::execute(&store, ours::stream(long), &mut battle, &command(version));
        kinds[0]
            .1
            .execute(&long.to_string(), command(version))
            .await
            .unwrap();
    }
    let repo: PersistedEventStore<PostgresEventRepository, Battle> =
        PersistedEventStore::new_event_store(PostgresEventRepository::new(pool));
    assert_eq!(ours::load(&store, ours::stream(long)), battle);
    assert_eq!(load(&repo, long).await, battle, "both sides hold the same battle");
    let mut figures = vec![("ours".to_owned(), Vec::new()), ("theirs".to_owned(), Vec::new())];
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        for _ in 0..LOADS {
            std::hint::black_box(ours::load(&store, ours::stream(long)));
        }
        figures[0]
            .1
            .push(begun.elapsed().as_secs_f64() * 1e3 / LOADS as f64);
        let begun = Instant::now();
        for _ in 0..LOADS {
            std::hint::black_box(load(&repo, long).await);
        }
        figures[1]
            .1
            .push(begun.elapsed().as_secs_f64() * 1e3 / LOADS as f64);
    }
    println!("\nload and fold {LONG} events");
    let load = told(&figures, " ms");
    println!();
    for (callers, medians) in lines {
        let best = medians[1..4].iter().copied().fold(0.0, f64::max);
        let least = if callers == 1 { 3.0 } else { 4.0 };
        judge(
            &format!("commands/s at {callers}: ours / theirs, events"),
            medians[0] / medians[1],
            least,
        );
        judge(
            &format!("commands/s at {callers}: ours / the best of theirs"),
            medians[0] / best,
            least,
        );
    }
    judge("load of 500 events: their time / ours", load[1] / load[0], 3.0);
}

fn judge(what: &str, ratio: f64, least: f64) {
    println!(
        "{}  {ratio:6.2} >= {least}  {what}",
        if ratio >= least { "PASS" } else { "MISS" }
    );
}

/// Prints each with its spread and returns the medians.
fn told(figures: &[(String, Vec<f64>)], unit: &str) -> Vec<f64> {
    let line = |(name, all): &(String, Vec<f64>)| {
        let mut all = all.clone();
        all.sort_unstable_by(f64::total_cmp);
        let (median, least, most) = (all[all.len() / 2], all[0], all[all.len() - 1]);
        println!("  {name:32} {median:10.3}{unit}  [{least:.3} - {most:.3}]");
        median
    };
    figures.iter().map(line).collect()
}

/// Our commands a second.
async fn mine(store: &Arc<SledStore>, callers: usize, in_memory: bool) -> f64 {
    let store = Arc::clone(store);
    let work = tokio::task::spawn_blocking(move || {
        let begun = Instant::now();
        let done: u64 = std::thread::scope(|scope| {
            let callers: Vec<_> = (0..callers)
                .map(|_| {
                    scope.spawn(|| {
                        let mut done = 0;
                        while begun.elapsed() < FOR_SO_LONG {
                            let stream = ours::stream(next_name());
                            let mut battle = Battle::default();
                            for version in 0..LENGTH {
                                if !in_memory {
                                    battle = ours::load(&store, stream);
                                }
                                ours::execute(&store, stream, &mut battle, &command(version));
                                done += 1;
                                if begun.elapsed() >= FOR_SO_LONG {
                                    break;
                                }
                            }
                        }
                        done
                    })
                })
                .collect();
            callers.into_iter().map(|caller| caller.join().unwrap()).sum()
        });
        done as f64 / begun.elapsed().as_secs_f64()
    });
    work.await.unwrap()
}

/// Their commands a second.
async fn theirs(cqrs: &Arc<PostgresCqrs<Battle>>, callers: usize) -> f64 {
    let begun = Instant::now();
    let callers: Vec<_> = (0..callers)
        .map(|_| {
            let cqrs = Arc::clone(cqrs);
            tokio::spawn(async move {
                let mut done = 0_u64;
                while begun.elapsed() < FOR_SO_LONG {
                    let name = next_name().to_string();
                    for version in 0..LENGTH {
                        cqrs.execute(&name, command(version)).await.unwrap();
                        done += 1;
                        if begun.elapsed() >= FOR_SO_LONG {
                            break;
                        }
                    }
                }
                done
            })
        })
        .collect();
    let mut done = 0;
    for caller in callers {
        done += caller.await.unwrap();
    }
    done as f64 / begun.elapsed().as_secs_f64()
}

/// Their load of a battle.
async fn load(repo: &PersistedEventStore<PostgresEventRepository, Battle>, name: u64) -> Battle {
    repo.load_aggregate(&name.to_string()).await.unwrap().aggregate
}
