//! The program on a slow disk: each sync takes 5 ms, or one now and then 2 s. Every command ends, and with the same result as
//! on a quick one; a server goes on answering, and reports nothing as failed.
//!
//! `strace` makes the disk slow. Without it the tests are skipped and say so, or fail if `HINDSIGHT_REQUIRE_TOOLS=1`.
//! `HINDSIGHT_LONG=1` is a larger run.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "the soak uses all of it")]
mod program;

use program::check::{Depth, check};
use program::client::Wire;
use program::importers::Supply;
use program::process::Program;
use program::{Campaign, EndsWith, Pace, followers, importers, players, readers};

/// A disk, and what `strace` is told for it.
struct Disk {
    name: &'static str,
    injected: &'static [&'static str],
    /// Commands that only read are run on it in a long run alone: they sync a few times too, when they open a store.
    readers_in_long_runs: bool,
    /// What all commands together take at the least: else the disk was not slow, and nothing was tried.
    least: Duration,
}

const DISKS: [Disk; 2] = [
    Disk {
        name: "5 ms a sync",
        injected: &["--inject=fdatasync,fsync,sync_file_range:delay_exit=5000"],
        readers_in_long_runs: false,
        least: Duration::ZERO,
    },
    // Each thread counts its own calls: the one that writes is held up in every fortieth.
    Disk {
        name: "2 s in some syncs",
        injected: &[
            "--inject=fsync,sync_file_range:delay_exit=5000",
            "--inject=fdatasync:delay_exit=2000000:when=7+40",
        ],
        readers_in_long_runs: true,
        least: Duration::from_secs(6),
    },
];

/// The longest that a command may take: a hundred times what it does, and a hang takes for ever.
const LIMIT: Duration = Duration::from_mins(5);

impl Disk {
    /// The words before the program's own. The tracer is a process beside it, so that signals reach the program itself, and
    /// is asked for these calls alone, so that nothing else is slower than it was.
    fn words(&self) -> Vec<String> {
        let tracer = [
            "strace",
            "--daemonize",
            "--quiet=all",
            "--follow-forks",
            "--seccomp-bpf",
            "--output=/dev/null",
            "--trace=fdatasync,fsync,sync_file_range",
        ];
        tracer
            .iter()
            .chain(self.injected)
            .map(ToString::to_string)
            .collect()
    }
}

/// Whether disks can be slowed down here. Where they cannot, the test says that it is skipped, or fails if
/// `HINDSIGHT_REQUIRE_TOOLS=1`.
fn is_possible() -> bool {
    let words = DISKS[0].words();
    let tried = Command::new(&words[0]).args(&words[1..]).arg("true").status();
    let is_possible = tried.is_ok_and(|status| status.success());
    if !is_possible {
        assert!(
            std::env::var("HINDSIGHT_REQUIRE_TOOLS").is_err(),
            "strace is needed and does not work here"
        );
        println!("slow_disk: skipped, for strace is not installed or may not trace here");
    }
    is_possible
}

/// One size by default, another one in a long run.
fn sized(usual: u64, long: u64) -> u64 {
    if is_long() { long } else { usual }
}

fn is_long() -> bool {
    std::env::var("HINDSIGHT_LONG").is_ok_and(|long| !long.is_empty())
}

/// Games that are simulated.
fn simulated() -> u64 {
    sized(4, 200)
}

/// Runs every long command one after the other below a directory; what is exported in the end, from the store and from
/// backups of it, and how long each command took.
fn every_command(home: &Path, disk: Option<&Disk>, files: &[String]) -> (Exports, Vec<(String, Duration)>) {
    let place = |name: &str| home.join(name).to_string_lossy().into_owned();
    let (backup, exported) = (place("all.backup"), place("exported"));
    let games = simulated().to_string();
    let simulate = ["simulate", "--games", &games, "--seed", "5"];
    let import: Vec<&str> = ["import"]
        .into_iter()
        .chain(files.iter().map(String::as_str))
        .collect();
    let before = disk.map(Disk::words).unwrap_or_default();
    let store = Program::new(&home.join("store"), &before);
    let reader = match disk {
        Some(disk) if disk.readers_in_long_runs && !is_long() => Program::new(&home.join("store"), &[]),
        _ => store.clone(),
    };
    let mut took = Vec::new();
    let mut run = |program: &Program, arguments: &[&str]| {
        let ran = program.succeed(arguments, LIMIT).unwrap();
        took.push((arguments[0].to_owned(), ran.took));
        ran.answer
    };
    run(&store, &import);
    run(&store, &simulate);
    run(&store, &["pack"]);
    let rebuilt = run(&store, &["rebuild"]);
    assert_eq!(rebuilt["mended"], 0, "{rebuilt}");
    run(&reader, &["verify"]);
    let audited = run(&reader, &["audit"]);
    assert_eq!(audited["differ"], 0, "{audited}");
    run(&store, &["pack", "--shrink"]);
    run(&store, &["backup", &backup]);
    let export = ["export", "--all", "--format", "ndjson", "--output"];
    run(&reader, &[&export[..], &[&exported]].concat());
    let mut exports = vec![read_all(Path::new(&exported))];
    // The games are packed, and the backup is restored twice: that hung once. What came of it is looked at on a quick disk.
    for restored in ["restored once", "restored twice"] {
        let [dir, to] = [restored.to_owned(), format!("{restored}, exported")].map(|name| home.join(name));
        run(&Program::new(&dir, &before), &["restore", &backup]);
        let quick = Program::new(&dir, &[]);
        quick.succeed(&["verify"], LIMIT).unwrap();
        let to_dir = to.to_string_lossy();
        quick.succeed(&[&export[..], &[&to_dir]].concat(), LIMIT).unwrap();
        exports.push(read_all(&to));
    }
    (exports, took)
}

/// Exported files by their names, of one store after the other.
type Exports = Vec<BTreeMap<String, Vec<u8>>>;

fn read_all(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(dir).unwrap().map(|file| file.unwrap().path());
    files
        .map(|file| {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(file).unwrap())
        })
        .collect()
}

#[test]
fn every_command_ends_and_does_the_same_as_on_a_quick_disk() {
    if !is_possible() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let supply = Supply::new(home.path());
    let files: Vec<String> = (0..sized(4, 25))
        .map(|_| supply.next().unwrap().file.to_string_lossy().into_owned())
        .collect();
    let under = |name: &str| {
        let dir = home.path().join(name);
        fs::create_dir(&dir).unwrap();
        dir
    };
    thread::scope(|scope| {
        // They wait for their disks, and not for each other.
        let slow = DISKS.each_ref().map(|disk| {
            let (dir, files) = (under(disk.name), &files);
            scope.spawn(move || (disk, every_command(&dir, Some(disk), files)))
        });
        let (quick, _) = every_command(&under("quick"), None, &files);
        let games = simulated() as usize + files.len();
        assert!(
            quick.iter().all(|exported| exported.len() == games),
            "{games} games"
        );
        for slow in slow {
            let (disk, ran) = slow.join().unwrap();
            same_as_quick(disk, &ran, &quick);
        }
    });
}

fn same_as_quick(disk: &Disk, (slow, took): &(Exports, Vec<(String, Duration)>), quick: &Exports) {
    let in_all: Duration = took.iter().map(|(_, took)| *took).sum();
    assert!(in_all >= disk.least, "{}: all took {in_all:?}", disk.name);
    let took: Vec<String> = took
        .iter()
        .map(|(command, took)| format!("{command} {:.1}", took.as_secs_f64()))
        .collect();
    println!("slow_disk: {}: {} s", disk.name, took.join(", "));
    for (slow, quick) in slow.iter().zip(quick) {
        let differ: Vec<&String> = quick
            .keys()
            .filter(|name| slow.get(*name) != quick.get(*name))
            .collect();
        assert!(
            slow.len() == quick.len() && differ.is_empty(),
            "{}: {differ:?}",
            disk.name
        );
    }
}

/// Nobody waits longer than the disk makes them.
const PACE: Pace = Pace {
    command: Duration::from_millis(20),
    import: Duration::from_millis(100),
    edit: Duration::from_millis(100),
    read: Duration::from_millis(50),
    follow: Duration::from_secs(3),
};

#[test]
fn a_server_goes_on_and_stays_well() {
    if !is_possible() {
        return;
    }
    for disk in &DISKS {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        let program = Program::new(&data, &disk.words());
        let server = program.serve(&["--pack-after", "0"], LIMIT).unwrap();
        let campaign = Campaign::new(server.first_token.clone().unwrap(), 1, PACE);
        let supply = Supply::new(home.path());
        let wire = Wire::new(&campaign.token);
        campaign.service.open(&server.address);
        let begun = Instant::now();
        thread::scope(|scope| {
            let ends = EndsWith(&campaign);
            let (campaign, supply) = (ends.0, &supply);
            scope.spawn(move || players::play(campaign, "player"));
            scope.spawn(move || importers::import(campaign, supply, "importer"));
            scope.spawn(move || followers::follow(campaign, "follower"));
            scope.spawn(move || readers::read(campaign, "reader"));
            scope.spawn(move || watch(campaign));
            // The least that is to be done, and no more time than a slow machine takes for it.
            let most = Duration::from_secs(sized(7, 120));
            while campaign.service.pause(Duration::from_millis(50)) {
                let is_enough = begun.elapsed() >= most && enough(campaign);
                if is_enough || begun.elapsed() > LIMIT || !campaign.wrongs().is_empty() {
                    break;
                }
            }
        });
        println!(
            "slow_disk: a server with {} for {:.1} s: {}",
            disk.name,
            begun.elapsed().as_secs_f64(),
            campaign.figures
        );
        assert!(enough(&campaign), "next to nothing was done");
        let wrong = check(&campaign.ledger, &wire, &server.address, Depth::All).unwrap();
        campaign.wrongs().extend(wrong);
        server.terminate(LIMIT).unwrap();
        campaign.wrongs().extend(program.faults());
        assert_eq!(*campaign.wrongs(), Vec::<String>::new(), "{}", disk.name);
        for verdict in ["verify", "audit"] {
            Program::new(&data, &[]).succeed(&[verdict], LIMIT).unwrap();
        }
    }
}

/// Whether players, importers and followers did something.
fn enough(campaign: &Campaign) -> bool {
    let figures = &campaign.figures;
    figures.commands.load(Relaxed) >= 30
        && figures.imports.load(Relaxed) >= 3
        && figures.messages.load(Relaxed) >= 30
}

/// Asks again and again how the server is: it is well and takes requests.
fn watch(campaign: &Campaign) {
    let client = campaign.client();
    while campaign.service.pause(Duration::from_millis(100)) {
        let (Some(health), Some(ready)) = (client.get("/healthz"), client.get("/readyz")) else {
            return;
        };
        let (health, ready) = (health.json(), ready.json());
        if health["status"] != "ok" || ready["ready"] != true {
            campaign.wrong(format!("{health}, {ready}"));
        }
    }
}
