//! Kills a writing server at random moments, also while it opens a large store, and looks for what was lost.
//!
//! `HINDSIGHT_KILLS` (20) is how many kills; every fourth hits a store of `HINDSIGHT_CRASH_EVENTS` (60,000) records while
//! it opens, and every fourth one in which a lone writer appends little at a time. `HINDSIGHT_SEED` repeats a run's choices. A kill leaves the page cache alone, so this says nothing about
//! power loss; the order of system calls does, and has a test of its own.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hindsight_store::{Check, EventLog, RecordView, SledStore, Upkeep, Version};

mod writer;

use writer::{ROLE, Random, STREAMS, TINY};

const THREADS: u64 = 4;

fn main() {
    writer::run_if_asked();
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let kills = number("HINDSIGHT_KILLS", 20);
    let seed = number("HINDSIGHT_SEED", u64::from(std::process::id()));
    println!("crash: {kills} kills, HINDSIGHT_SEED={seed}");
    let mut random = Random(seed);
    let home = tempfile::tempdir().unwrap();
    let mut small = Campaign::new(home.path().join("small"), 0..THREADS);
    let mut large = Campaign::new(home.path().join("large"), 0..THREADS);
    let alone = TINY / STREAMS;
    let mut tiny = Campaign::new(home.path().join("tiny"), alone..alone + 1);
    large.fill(number("HINDSIGHT_CRASH_EVENTS", 60_000));
    let mut tally = Tally::default();
    for kill in 0..kills {
        let campaign = match kill % 4 {
            1 => &mut tiny,
            3 => &mut large,
            _ => &mut small,
        };
        let moment = if kill % 4 == 3 {
            let opening = campaign.open_ms.max(10) * 3 / 2;
            Moment::AfterStart(Duration::from_millis(random.below(opening)))
        } else {
            Moment::AfterOpen(Duration::from_millis(random.below(400)))
        };
        campaign.kill(moment, &mut tally);
        campaign.check(kill % 9 == 0 || kill + 1 == kills, &mut tally);
        if kill % 20 == 19 {
            println!("crash: {} kills, {tally:?}", kill + 1);
        }
    }
    for mut campaign in [small, large, tiny] {
        campaign.check(true, &mut tally);
    }
    println!("crash: {tally:?}");
    assert!(tally.acknowledged > kills, "the writers wrote next to nothing");
    println!("crash: ok, nothing lost in {kills} kills");
}

/// What happened.
#[derive(Debug, Default)]
struct Tally {
    acknowledged: u64,
    killed_before_open: u64,
    half_written_snapshots: u64,
    commits_replayed: u64,
    records_taken_back: u64,
    slowest_open_ms: u128,
}

/// When to kill.
#[derive(Clone, Copy)]
enum Moment {
    /// So long after the process began: most likely while it opens the store.
    AfterStart(Duration),
    /// So long after it said that the store is open.
    AfterOpen(Duration),
}

/// One store, killed again and again.
struct Campaign {
    dir: std::path::PathBuf,
    /// Who writes to it.
    threads: Range<u64>,
    acknowledged: HashMap<u64, Version>,
    position: u64,
    /// How long opening takes.
    open_ms: u64,
}

impl Campaign {
    fn new(dir: std::path::PathBuf, threads: Range<u64>) -> Self {
        Self {
            dir,
            threads,
            acknowledged: HashMap::new(),
            position: 0,
            open_ms: 10,
        }
    }

    /// Makes the store large.
    fn fill(&mut self, events: u64) {
        let (store, _) = SledStore::open(&self.dir, &writer::options()).unwrap();
        let mut written = 0;
        let mut number = THREADS * STREAMS;
        while written < events {
            let (sender, answers) = std::sync::mpsc::channel();
            for round in 0..20 {
                let sender = sender.clone();
                let append = writer::append(number, round * 8, 8);
                store.submit(append, Box::new(move |result| drop(sender.send(result))));
            }
            drop(sender);
            for answer in answers {
                self.position = self.position.max(answer.unwrap().position);
            }
            self.acknowledged.insert(number, 160);
            written += 160;
            number += 1;
        }
    }

    /// Lets a writer run for a while, kills it, and notes what it had acknowledged.
    fn kill(&mut self, moment: Moment, tally: &mut Tally) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(
                ROLE,
                format!(
                    "{} {} {} {}",
                    self.dir.display(),
                    self.threads.start,
                    self.threads.end - self.threads.start,
                    u32::MAX
                ),
            )
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = child.stdout.take().unwrap();
        let (opened, open) = std::sync::mpsc::channel();
        let lines = std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            lines
                .inspect(|_| opened.send(()).unwrap_or_default())
                .collect::<Vec<_>>()
        });
        match moment {
            Moment::AfterStart(delay) => std::thread::sleep(delay),
            Moment::AfterOpen(delay) => {
                // An error means that the writer ended; its lines say why.
                open.recv().unwrap_or_default();
                std::thread::sleep(delay);
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let lines = lines.join().unwrap();
        tally.killed_before_open += u64::from(lines.is_empty());
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["ack", number, last, position] => {
                    // A line that the kill cut short would not have three numbers, or only a shorter last one.
                    let position: u64 = position.parse().unwrap();
                    self.acknowledged
                        .insert(number.parse().unwrap(), last.parse().unwrap());
                    self.position = self.position.max(position);
                    tally.acknowledged += 1;
                }
                ["open", position, removed] => {
                    assert!(
                        position.parse::<u64>().unwrap() >= self.position,
                        "lost before writing: {line}"
                    );
                    tally.half_written_snapshots += removed.parse::<u64>().unwrap();
                }
                _ => panic!("the writer says {line:?}"),
            }
        }
    }

    /// Opens the store and holds it against what was acknowledged.
    fn check(&mut self, thorough: bool, tally: &mut Tally) {
        let started = Instant::now();
        let opened = SledStore::open(&self.dir, &writer::options());
        let (store, report) =
            opened.unwrap_or_else(|error| panic!("{} no longer opens: {error}", keep(&self.dir)));
        tally.slowest_open_ms = tally.slowest_open_ms.max(started.elapsed().as_millis());
        self.open_ms = started.elapsed().as_millis() as u64;
        tally.half_written_snapshots += report.removed.len() as u64;
        tally.commits_replayed += report.replayed;
        tally.records_taken_back += report.taken_back;
        assert!(
            report.position >= self.position,
            "position {} was acknowledged: {report:?}",
            self.position
        );
        if thorough {
            let verdict = store.verify(&mut |_| {}).unwrap();
            assert!(verdict.is_sound(), "{}: {verdict:?}", keep(&self.dir));
            assert_eq!(verdict.records, report.position);
        }
        let numbers = self.threads.start * STREAMS..self.threads.end * STREAMS;
        let written = numbers.filter_map(|number| Some((number, *self.acknowledged.get(&number)?)));
        let all = self.acknowledged.iter().map(|(number, last)| (*number, *last));
        let streams: Vec<_> = if thorough {
            all.collect()
        } else {
            written.collect()
        };
        for (number, acknowledged) in streams {
            let head = store
                .head(writer::stream(number))
                .unwrap()
                .map_or(0, |head| head.version);
            assert!(
                head >= acknowledged,
                "stream {number} has {head}, {acknowledged} was acknowledged"
            );
            let from = if thorough {
                1
            } else {
                acknowledged.saturating_sub(50).max(1)
            };
            let mut next = from;
            let mut whole = true;
            store
                .scan(
                    writer::stream(number),
                    from,
                    u64::MAX,
                    Check::Chain,
                    &mut |record| {
                        assert_eq!(record.version, next, "stream {number} has a gap");
                        assert!(
                            record.body == writer::body(number, next),
                            "stream {number}, version {next}: wrong body"
                        );
                        whole = ends_whole(&record);
                        next += 1;
                        ControlFlow::Continue(())
                    },
                )
                .unwrap();
            assert!(whole, "stream {number} ends inside a command or a list");
            assert_eq!(next, head + 1);
        }
        store.close().unwrap();
    }
}

/// Whether a stream may end with a record: the last of its command, and of the list that the command belongs to.
fn ends_whole(record: &RecordView<'_>) -> bool {
    let last_of_list = record.command_id.split_once(':').is_none_or(|(_, places)| {
        let (place, count) = places.split_once('/').unwrap();
        place.parse::<u64>().unwrap() + 1 == count.parse::<u64>().unwrap()
    });
    last_of_list && record.batch_index + 1 == record.batch_len
}

/// Keeps the evidence of a failure.
fn keep(dir: &Path) -> String {
    let kept = std::env::temp_dir().join(format!("hindsight-crash-{}", std::process::id()));
    fs::create_dir_all(&kept).unwrap();
    for entry in fs::read_dir(dir)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_file())
    {
        fs::copy(entry.path(), kept.join(entry.file_name())).unwrap();
    }
    kept.display().to_string()
}
