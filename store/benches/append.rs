//! Benchmark of durable appends against the least that a disk allows, in the same run.
//!
//! The reference appends the same bytes to one growing file behind the same kind of committer: a bounded queue, one
//! thread, one write and one `fdatasync` a commit, then the answers. Runs alternate (A B A B); medians are compared.
//! `cargo bench -p hindsight-store --bench append -- [append] [open] [disk] [read] [find]`
//! (all by default).

#![allow(clippy::unwrap_used, reason = "a failed measurement should stop the program")]

use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use hindsight_store::{
    Append, Check, CommandStamp, EventLog, EventStore, Expected, NewEvent, Options, PackScope, SledStore,
    StreamCard, StreamFilter, StreamId, StreamIndex, Upkeep,
};
use serde::Serialize;

/// The server's allocator, for both sides.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Set in the process that is killed before an opening is measured.
const VICTIM: &str = "HINDSIGHT_BENCH_VICTIM";
const RUNS: usize = 5;

fn main() {
    if let Ok(dir) = std::env::var(VICTIM) {
        let (store, _) = SledStore::open(Path::new(&dir), &Options::default()).unwrap();
        for version in 0.. {
            let id = stream(u64::from(std::process::id()) + (1 << 32));
            store.append(append(id, version, 1)).unwrap();
            if version == 300 {
                println!("ready");
            }
        }
    }
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let wants = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    let mut goals = Vec::new();
    if wants("append") {
        goals.extend(appends(1));
        goals.extend(appends(64));
    }
    if wants("disk") {
        goals.extend(disk());
    }
    if wants("open") {
        goals.extend(openings());
    }
    if wants("read") {
        reads();
    }
    if wants("find") {
        finds();
    }
    println!();
    for Goal {
        what,
        figure,
        bound,
        at_most,
    } in goals
    {
        let holds = if at_most { figure <= bound } else { figure >= bound };
        let (word, sign) = (
            if holds { "PASS" } else { "MISS" },
            if at_most { "<=" } else { ">=" },
        );
        println!("{word}  {figure:8.3} {sign} {bound:5.2}  {what}");
    }
}

/// A figure and its bound.
struct Goal {
    what: String,
    figure: f64,
    bound: f64,
    at_most: bool,
}

fn stream(number: u64) -> StreamId {
    StreamId::new(
        1_700_000_000_000 + number,
        u128::from(number) * 0x1234_5678_9ABC_DEF1,
    )
}

/// An event such as games have; about 100 bytes as JSON.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Event {
    UnitMoved {
        unit: u32,
        from: (i32, i32),
        to: (i32, i32),
        facing: u16,
        distance: u32,
        path: Vec<(i32, i32)>,
    },
    DiceRolled {
        purpose: &'static str,
        by: u32,
        against: u32,
        faces: Vec<u8>,
        target: u8,
        successes: u8,
    },
    DamageDealt {
        unit: u32,
        boxes: u8,
        left: u8,
        cause: &'static str,
        rules: Vec<&'static str>,
    },
    OrderGiven {
        unit: u32,
        order: &'static str,
        seat: &'static str,
    },
}

fn event(version: u64) -> Event {
    let n = version.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    let (unit, x, y) = ((n % 24) as u32, (n / 7 % 48_000) as i32, (n / 11 % 72_000) as i32);
    match n % 4 {
        0 => Event::UnitMoved {
            unit,
            from: (x, y),
            to: (x + 500, y - 250),
            facing: (n % 360) as u16,
            distance: 559,
            path: vec![(x + 250, y)],
        },
        1 => Event::DiceRolled {
            purpose: "to-hit",
            by: unit,
            against: (n / 3 % 24) as u32,
            faces: (0..6).map(|die| (n >> (3 * die)) as u8 % 6 + 1).collect(),
            target: 3,
            successes: (n % 5) as u8,
        },
        2 => Event::DamageDealt {
            unit,
            boxes: (n % 3) as u8,
            left: (n % 11) as u8,
            cause: "melee attack",
            rules: vec!["BG4-ATK-03", "BG4-ATK-09"],
        },
        _ => Event::OrderGiven {
            unit,
            order: ["close", "hold", "skirmish"][(n % 3) as usize],
            seat: "A",
        },
    }
}

fn append(stream: StreamId, version: u64, count: u64) -> Append {
    let new = |version| {
        let event = event(version);
        NewEvent {
            kind: "battle".to_owned(),
            schema: 1,
            body: rmp_serde::to_vec_named(&event).unwrap(),
        }
    };
    Append {
        stream,
        expected: Expected::Exactly(version),
        recorded_at_ms: 1_700_000_000_000 + version,
        command: CommandStamp {
            id: format!("{version:08x}-{:08x}", stream.made_at_ms() as u32),
            actor: "anna".to_owned(),
            rules: "0.1.0".to_owned(),
            body: rmp_serde::to_vec_named(&("move", version, "A")).unwrap(),
        },
        events: (version + 1..=version + count).map(new).collect(),
        card: (version == 0).then(|| StreamCard {
            system: "battle".to_owned(),
            ..StreamCard::default()
        }),
    }
}

/// The bytes that the reference writes for an append: its bodies and texts, nothing else.
fn raw_bytes(append: &Append) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(256);
    bytes.extend_from_slice(&append.stream.to_bytes());
    bytes.extend_from_slice(append.command.id.as_bytes());
    bytes.extend_from_slice(append.command.actor.as_bytes());
    bytes.extend_from_slice(&append.command.body);
    for event in &append.events {
        bytes.extend_from_slice(event.kind.as_bytes());
        bytes.extend_from_slice(&event.body);
    }
    bytes
}

/// One growing file behind a committer.
struct Raw {
    queue: SyncSender<(Vec<u8>, SyncSender<()>)>,
}

impl Raw {
    fn new(path: &Path) -> Self {
        let mut file = File::create(path).unwrap();
        let (queue, jobs): (_, Receiver<(Vec<u8>, SyncSender<()>)>) = mpsc::sync_channel(4096);
        thread::spawn(move || {
            while let Ok((mut bytes, answer)) = jobs.recv() {
                let mut answers = vec![answer];
                while answers.len() < 256
                    && let Ok((more, answer)) = jobs.try_recv()
                {
                    bytes.extend_from_slice(&more);
                    answers.push(answer);
                }
                file.write_all(&bytes).unwrap();
                file.sync_data().unwrap();
                for answer in answers {
                    answer.send(()).unwrap();
                }
            }
        });
        Self { queue }
    }

    fn append(&self, bytes: Vec<u8>) {
        let (answer, answered) = mpsc::sync_channel(1);
        self.queue.send((bytes, answer)).unwrap();
        answered.recv().unwrap();
    }
}

/// Appends a second and the latencies of a run.
struct Run {
    per_second: f64,
    p50: Duration,
    p99: Duration,
}

fn run(writers: usize, for_so_long: Duration, append: impl Fn(usize, u64) + Sync) -> Run {
    let started = Instant::now();
    let mut latencies: Vec<Duration> = thread::scope(|scope| {
        let append = &append;
        let threads: Vec<_> = (0..writers)
            .map(|writer| {
                scope.spawn(move || {
                    let mut latencies = Vec::new();
                    for version in 0.. {
                        let before = Instant::now();
                        append(writer, version);
                        latencies.push(before.elapsed());
                        if started.elapsed() >= for_so_long {
                            break;
                        }
                    }
                    latencies
                })
            })
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    let per_second = latencies.len() as f64 / started.elapsed().as_secs_f64();
    latencies.sort_unstable();
    let at = |share: f64| latencies[(latencies.len() as f64 * share) as usize];
    Run {
        per_second,
        p50: at(0.5),
        p99: at(0.99),
    }
}

fn median(figures: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_unstable_by(f64::total_cmp);
    (figures[figures.len() / 2], figures[0], figures[figures.len() - 1])
}

fn appends(writers: usize) -> Vec<Goal> {
    let home = tempfile::tempdir_in(".").unwrap();
    let mut pairs = Vec::new();
    for round in 0..RUNS {
        let raw = Raw::new(&home.path().join(format!("raw{round}")));
        let first = run(writers, Duration::from_secs(2), |writer, version| {
            raw.append(raw_bytes(&append(stream(writer as u64), version, 1)));
        });
        let (store, _) =
            SledStore::open(&home.path().join(format!("store{round}")), &Options::default()).unwrap();
        let second = run(writers, Duration::from_secs(2), |writer, version| {
            store.append(append(stream(writer as u64), version, 1)).unwrap();
        });
        pairs.push((first, second));
    }
    println!("\nstrict appends of one event, {writers} writers, medians of {RUNS} runs [least-most]");
    let row = |name: &str, of: &dyn Fn(&(Run, Run)) -> &Run| {
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let (rate, low, high) = median(pairs.iter().map(|pair| of(pair).per_second));
        let (p50, ..) = median(pairs.iter().map(|pair| micros(of(pair).p50)));
        let (p99, ..) = median(pairs.iter().map(|pair| micros(of(pair).p99)));
        println!("  {name:22} {rate:9.0}/s [{low:.0}-{high:.0}]   p50 {p50:7.0} us   p99 {p99:7.0} us");
        (rate, p50, p99)
    };
    let raw = row("raw file, fdatasync", &|pair| &pair.0);
    let ours = row("store", &|pair| &pair.1);
    let goal = |what: &str, figure, bound, at_most| Goal {
        what: what.to_owned(),
        figure,
        bound,
        at_most,
    };
    if writers == 1 {
        vec![
            goal("one writer: p50 against raw", ours.1 / raw.1, 1.6, true),
            goal("one writer: p99 against raw", ours.2 / raw.2, 2.0, true),
        ]
    } else {
        vec![goal(
            "64 writers: appends a second against raw",
            ours.0 / raw.0,
            0.45,
            false,
        )]
    }
}

/// Fills a store with games of 500 events in batches of 1 to 5, `games` at a time, and packs each when it is done.
fn fill(dir: &Path, events: u64, pack: bool) -> (u64, u64) {
    let (store, _) = SledStore::open(dir, &Options::default()).unwrap();
    let (mut bodies, mut lines) = (0, 0);
    let mut number = 0;
    let mut written = 0;
    while written < events {
        let mut heads = [0_u64; 20];
        while heads.iter().any(|head| *head < 500) {
            let (sender, answers) = mpsc::channel();
            for (at, head) in heads.iter_mut().enumerate().filter(|(_, head)| **head < 500) {
                let count = (1 + (*head * 7 + at as u64) % 5).min(500 - *head);
                let append = append(stream(number + at as u64), *head, count);
                for version in *head + 1..=*head + count {
                    bodies += serde_json::to_vec(&event(version)).unwrap().len() as u64 + 1;
                }
                for event in &append.events {
                    // What a line of a plain log of the same records would hold around the event.
                    lines += format!(
                        "{{\"stream\":\"{}\",\"version\":{},\"at\":{},\"actor\":\"{}\",\"command\":\"{}\",\"kind\":\"{}\",\"body\":}}",
                        append.stream, head, append.recorded_at_ms, append.command.actor, append.command.id, event.kind
                    )
                    .len() as u64;
                }
                *head += count;
                let sender = sender.clone();
                store.submit(
                    append,
                    Box::new(move |result| sender.send(result.unwrap()).unwrap()),
                );
            }
            drop(sender);
            written += answers.iter().map(|at| at.last - at.first + 1).sum::<u64>();
        }
        if pack {
            for at in 0..20 {
                store.archive(stream(number + at), PackScope::All).unwrap();
            }
        }
        number += 20;
    }
    store.close().unwrap();
    (bodies, bodies + lines)
}

fn disk() -> Vec<Goal> {
    let home = tempfile::tempdir_in(".").unwrap();
    println!("\ndisk after 300,000 events in games of 500, 20 at a time, batches of 1 to 5");
    let mut goals = Vec::new();
    for (name, pack) in [("finished games packed", true), ("nothing packed", false)] {
        let dir = home.path().join(name.replace(' ', "-"));
        let (bodies, lines) = fill(&dir, 300_000, pack);
        let size = bytes_below(&dir);
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        println!(
            "  {name:22} {:6.1} MB; JSON lines of the bodies alone {:6.1} MB, of whole records {:6.1} MB",
            megabytes(size),
            megabytes(bodies),
            megabytes(lines)
        );
        // Judged against a log that could stand in for the store: each line says whose record it is, when and why.
        // The bodies alone are told for comparison; nothing could be read back from them.
        println!(
            "  {:22} {:6.2} of the bodies alone, {:.2} of whole records",
            "",
            size as f64 / bodies as f64,
            size as f64 / lines as f64
        );
        goals.push(Goal {
            what: format!("disk, {name}, against JSON lines of the same records"),
            figure: size as f64 / lines as f64,
            bound: 1.5,
            at_most: true,
        });
    }
    goals
}

fn bytes_below(dir: &Path) -> u64 {
    let sizes = fs::read_dir(dir).unwrap().map(|entry| {
        let about = entry.as_ref().unwrap().metadata().unwrap();
        if about.is_dir() {
            bytes_below(&entry.unwrap().path())
        } else {
            about.len()
        }
    });
    sizes.sum()
}

fn openings() -> Vec<Goal> {
    let home = tempfile::tempdir_in(".").unwrap();
    let mut goals = Vec::new();
    println!("\nopening a store of 1,000,000 events, medians of {RUNS}");
    for (name, pack) in [("finished games packed", true), ("nothing packed", false)] {
        let dir = home.path().join(name.replace(' ', "-"));
        fill(&dir, 1_000_000, pack);
        let open = || {
            let before = Instant::now();
            let (store, _) = SledStore::open(&dir, &Options::default()).unwrap();
            let took = before.elapsed().as_secs_f64();
            store.close().unwrap();
            took
        };
        let first = open();
        let (clean, least, most) = median((0..RUNS).map(|_| open()));
        let killed = median((0..RUNS).map(|_| {
            let mut victim = Command::new(std::env::current_exe().unwrap())
                .env(VICTIM, &dir)
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            // Anything it says means that it has written for a while.
            std::io::Read::read(victim.stdout.as_mut().unwrap(), &mut [0; 1]).unwrap();
            victim.kill().unwrap();
            victim.wait().unwrap();
            let (store, report) = SledStore::open(&dir, &Options::default()).unwrap();
            drop(store);
            report.took.as_secs_f64()
        }));
        println!(
            "  {name:22} first {first:.3} s, then {clean:.3} s [{least:.3}-{most:.3}], after a kill {:.3} s",
            killed.0
        );
        let goal = |what: &str, figure, bound| Goal {
            what: format!("{what}, {name}"),
            figure,
            bound,
            at_most: true,
        };
        goals.push(goal("seconds to open 1M events", clean, 0.3));
        goals.push(goal("seconds to open 1M events after kill -9", killed.0, 1.0));
    }
    goals
}

fn reads() {
    let home = tempfile::tempdir_in(".").unwrap();
    fill(home.path(), 200_000, false);
    let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
    let store: Arc<dyn EventStore> = Arc::new(store);
    println!("\nreading 400 streams of 500 events, warm");
    for packed in [false, true] {
        for check in [Check::Continuity, Check::Chain] {
            let (rate, low, high) = median((0..RUNS).map(|_| {
                let (mut records, mut bytes) = (0_u64, 0);
                let before = Instant::now();
                for number in 0..400 {
                    store
                        .scan(stream(number), 1, u64::MAX, check, &mut |record| {
                            records += 1;
                            bytes += record.body.len();
                            ControlFlow::Continue(())
                        })
                        .unwrap();
                }
                assert!(bytes > 0);
                records as f64 / before.elapsed().as_secs_f64() / 1e6
            }));
            println!("  packed {packed:5} {check:10?} {rate:6.2} M events/s [{low:.2}-{high:.2}]");
        }
        for number in 0..400 {
            store.archive(stream(number), PackScope::All).unwrap();
        }
    }
}

/// What it costs to find a command of a long stream, and streams in a long list.
fn finds() {
    let home = tempfile::tempdir_in(".").unwrap();
    let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
    let (sender, answers) = mpsc::channel();
    let streams = 100_000_u64;
    for number in 0..streams + 2_000 {
        // The last stream has 2,000 commands, all others one.
        let (at, version) = (number.min(streams), number.saturating_sub(streams));
        let mut sent = append(stream(at), version, 1);
        if let Some(card) = &mut sent.card {
            card.players = vec![format!("Player {}", at % 5_000), "Berta".to_owned()];
            card.title = format!("The {at}th battle");
            card.created_ms = at + 1;
        }
        let sender = sender.clone();
        store.submit(sent, Box::new(move |done| sender.send(done.map(drop)).unwrap()));
        if number % 1_000 == 999 {
            answers.iter().take(1_000).for_each(Result::unwrap);
        }
    }
    store.close().unwrap();
    drop(store);
    let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
    let long = stream(streams);
    let time = |work: &dyn Fn()| {
        let before = Instant::now();
        work();
        before.elapsed().as_secs_f64() * 1e6
    };
    let command = || {
        let id = append(long, 1_700, 1).command.id;
        assert!(store.command(long, &id).unwrap().is_some());
    };
    println!("\na command of a stream of 2,000");
    println!("  first question after opening {:9.1} us", time(&command));
    let (again, least, most) = median((0..99).map(|_| time(&command)));
    println!("  the next ones                {again:9.1} us [{least:.1}-{most:.1}]");
    println!("\na page of 50 of {streams} streams, medians of {RUNS}");
    let some = |text: &str| Some(text.to_owned());
    let all = StreamFilter::default;
    for (name, found, filter) in [
        ("the newest", 50, all()),
        (
            "of one player (20)",
            20,
            StreamFilter {
                player: some("Player 17"),
                ..all()
            },
        ),
        (
            "with a word in the title (1)",
            1,
            StreamFilter {
                text: some("the 17th battle"),
                ..all()
            },
        ),
        (
            "with a status that none has",
            0,
            StreamFilter {
                status: some("nowhere"),
                ..all()
            },
        ),
    ] {
        let (took, least, most) =
            median((0..RUNS).map(|_| {
                time(&|| assert_eq!(store.streams(&filter, None, 50).unwrap().streams.len(), found))
            }));
        println!("  {name:30} {took:9.0} us [{least:.0}-{most:.0}]");
    }
}
