//! Power cuts, as far as system calls tell: a traced writer's files are put together as a disk may hold them when the power
//! goes, and must open with everything that was acknowledged.
//!
//! What was synced is there. Of what was written behind the last sync of a file nothing is there, or each page of it or not,
//! or the later half alone. `HINDSIGHT_CUTS` (20) is how many moments are tried with each of two writers; `HINDSIGHT_SEED`
//! repeats a run's choices. Without `strace` it is skipped and says so, or fails if `HINDSIGHT_REQUIRE_TOOLS=1`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use hindsight_store::{SledStore, Upkeep};

mod traced;
mod writer;

use writer::{Random, STREAMS, TINY};

/// What a disk writes at once.
const PAGE: usize = 4096;

fn main() {
    writer::run_if_asked();
    if !traced::is_possible("power") {
        return;
    }
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let (cuts, seed) = (
        number("HINDSIGHT_CUTS", 20),
        number("HINDSIGHT_SEED", u64::from(std::process::id())),
    );
    println!("power: {cuts} cuts of each writer, HINDSIGHT_SEED={seed}");
    let mut random = Random(seed);
    let alone = TINY / STREAMS;
    for (who, first, threads, appends) in [
        ("four writers of all sizes", 0, 4, 60),
        ("one of little", alone, 1, 800),
    ] {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("store");
        let trace = traced::run(
            &dir,
            &format!("{first} {threads} {appends}"),
            &[
                "-xx",
                "-s",
                "40000000",
                "-e",
                "trace=pwrite64,write,fdatasync,fsync,ftruncate",
            ],
        );
        let calls = Call::all(&trace, &dir);
        let acks = calls
            .iter()
            .filter(|call| matches!(call, Call::Acknowledged(_)))
            .count();
        assert_eq!(acks as u64, threads * appends);
        let begun = calls
            .iter()
            .position(|call| matches!(call, Call::Acknowledged(_)))
            .unwrap();
        let span = (calls.len() - begun) as u64;
        let moments: BTreeSet<usize> = (0..cuts).map(|_| begun + random.below(span) as usize).collect();
        let unsynced = cut(&calls, &moments, home.path(), &mut random);
        println!(
            "power: {who}: nothing lost at {} moments; {unsynced} writes were behind the last sync",
            moments.len()
        );
        assert!(unsynced > 0, "nothing was ever at stake");
    }
    println!("power: ok");
}

/// A system call that matters, by the name of the file.
enum Call {
    Write(String, usize, Vec<u8>),
    Length(String, usize),
    SyncBegins(String, String),
    /// By the thread that asked for it.
    SyncEnds(String),
    Acknowledged(u64),
}

impl Call {
    fn all(trace: &str, dir: &Path) -> Vec<Self> {
        let mut lengths: HashMap<String, usize> = HashMap::new();
        let mut calls = Vec::new();
        for line in trace.lines() {
            let Some((thread, call)) = line.split_once(' ') else {
                continue;
            };
            let call = call.trim_start();
            if call.starts_with("<... fdatasync resumed") || call.starts_with("<... fsync resumed") {
                calls.push(Self::SyncEnds(thread.to_owned()));
                continue;
            }
            let Some((name, rest)) = call.split_once('(') else {
                continue;
            };
            let Some((descriptor, rest)) = rest.split_once('<') else {
                continue;
            };
            let Some((path, rest)) = rest.split_once('>') else {
                continue;
            };
            let path = String::from_utf8(plain(path)).unwrap();
            let text = || plain(rest.split('"').nth(1).unwrap_or_default());
            if name == "write" && descriptor == "1" {
                let said = String::from_utf8(text()).unwrap();
                if let ["ack", _, _, position] = said.trim().split(' ').collect::<Vec<_>>()[..] {
                    calls.push(Self::Acknowledged(position.parse().unwrap()));
                }
                continue;
            }
            let Ok(file) = Path::new(&path).strip_prefix(dir) else {
                continue;
            };
            let file = file.display().to_string();
            assert!(!file.starts_with("blobs/"), "a page grew too large: {file}");
            let last_number = || {
                let given = rest.split([')', '<']).next().unwrap().trim_end();
                given.rsplit(' ').next().unwrap().parse::<usize>().unwrap()
            };
            match name {
                "pwrite64" => calls.push(Self::Write(file, last_number(), text())),
                "write" => {
                    let (length, bytes) = (lengths.entry(file.clone()).or_default(), text());
                    let place = *length;
                    *length += bytes.len();
                    calls.push(Self::Write(file, place, bytes));
                }
                "ftruncate" => calls.push(Self::Length(file, last_number())),
                _ => {
                    calls.push(Self::SyncBegins(thread.to_owned(), file));
                    if !call.contains("<unfinished") {
                        calls.push(Self::SyncEnds(thread.to_owned()));
                    }
                }
            }
        }
        calls
    }
}

/// The bytes of a text that strace wrote as `\x` and two digits each.
fn plain(text: &str) -> Vec<u8> {
    if !text.starts_with("\\x") {
        return text.as_bytes().to_vec();
    }
    let digits = text.split("\\x").skip(1);
    digits.map(|two| u8::from_str_radix(two, 16).unwrap()).collect()
}

/// A file as it is on the disk, and what was done to it since.
#[derive(Default)]
struct OnDisk {
    synced: Vec<u8>,
    since: Vec<Change>,
    /// Changes before those in `since`.
    before: usize,
}

enum Change {
    Bytes(usize, Vec<u8>),
    Length(usize),
}

/// What became of the changes behind the last sync.
#[derive(Clone, Copy)]
enum Fate {
    Nothing,
    AnyPages,
    TheLaterHalf,
}

impl OnDisk {
    fn sync(&mut self, up_to: usize) {
        let count = up_to.saturating_sub(self.before).min(self.since.len());
        for change in self.since.drain(..count) {
            match change {
                Change::Bytes(place, bytes) => put(&mut self.synced, place, &bytes),
                Change::Length(length) => self.synced.resize(length, 0),
            }
        }
        self.before += count;
    }

    fn image(&self, fate: Fate, random: &mut Random) -> Vec<u8> {
        let mut image = self.synced.clone();
        for (number, change) in self.since.iter().enumerate() {
            let mut kept = || match fate {
                Fate::Nothing => false,
                Fate::AnyPages => random.below(2) == 0,
                Fate::TheLaterHalf => number >= self.since.len() / 2,
            };
            match change {
                Change::Bytes(place, bytes) => {
                    let mut at = 0;
                    while at < bytes.len() {
                        let end = (at + PAGE - (place + at) % PAGE).min(bytes.len());
                        if kept() {
                            put(&mut image, place + at, &bytes[at..end]);
                        }
                        at = end;
                    }
                }
                Change::Length(length) => {
                    if kept() {
                        image.resize(*length, 0);
                    }
                }
            }
        }
        image
    }
}

fn put(image: &mut Vec<u8>, place: usize, bytes: &[u8]) {
    let end = place + bytes.len();
    if image.len() < end {
        image.resize(end, 0);
    }
    image[place..end].copy_from_slice(bytes);
}

/// Cuts the power at each of these moments. How many writes were behind a sync then.
fn cut(calls: &[Call], moments: &BTreeSet<usize>, home: &Path, random: &mut Random) -> usize {
    let mut files: BTreeMap<&str, OnDisk> = BTreeMap::new();
    let mut syncing: HashMap<&str, (&str, usize)> = HashMap::new();
    let (mut acknowledged, mut unsynced) = (0, 0);
    for (number, call) in calls.iter().enumerate() {
        match call {
            Call::Write(file, place, bytes) => {
                let change = Change::Bytes(*place, bytes.clone());
                files.entry(file).or_default().since.push(change);
            }
            Call::Length(file, length) => files.entry(file).or_default().since.push(Change::Length(*length)),
            Call::SyncBegins(thread, file) => {
                let on_disk = files.entry(file).or_default();
                syncing.insert(thread, (file, on_disk.before + on_disk.since.len()));
            }
            Call::SyncEnds(thread) => {
                // The folder that holds the store is synced too, which is none of its files.
                if let Some((file, up_to)) = syncing.remove(thread.as_str()) {
                    files.get_mut(file).unwrap().sync(up_to);
                }
            }
            Call::Acknowledged(position) => acknowledged = acknowledged.max(*position),
        }
        if !moments.contains(&number) {
            continue;
        }
        unsynced += files.values().map(|file| file.since.len()).sum::<usize>();
        for fate in [Fate::Nothing, Fate::AnyPages, Fate::TheLaterHalf] {
            let dir = home.join("after");
            drop(fs::remove_dir_all(&dir));
            fs::create_dir_all(&dir).unwrap();
            for (name, file) in files.iter().filter(|(name, _)| !name.is_empty()) {
                fs::write(dir.join(name), file.image(fate, random)).unwrap();
            }
            let (store, report) = SledStore::open(&dir, &writer::options())
                .unwrap_or_else(|error| panic!("at call {number}, {acknowledged} acknowledged: {error}"));
            assert!(
                report.position >= acknowledged,
                "at call {number}: {acknowledged} acknowledged, {} found",
                report.position
            );
            let verdict = store.verify(&mut |_| {}).unwrap();
            assert!(verdict.is_sound(), "at call {number}: {verdict:?}");
            store.close().unwrap();
        }
    }
    unsynced
}
