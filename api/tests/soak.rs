//! A soak: everything at once against the real program, which is killed at random moments, for as long as is wanted.
//!
//! Players, importers, followers, an editor, readers, a reviewer and backups are at work, games are packed, and the server is
//! killed, stopped and started again. After each start, and at the end, everything that was acknowledged is looked for: it
//! must be there, and once. `HINDSIGHT_SOAK_SECONDS` (20) is how long: `HINDSIGHT_SOAK_SECONDS=7200 cargo test -p hindsight
//! --test soak -- --nocapture` is the long campaign. From half an hour on the second half is one life without a kill, in
//! which the memory may not grow once it is filled. `HINDSIGHT_SEED` repeats a run's choices.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;
use std::thread;
use std::time::Duration;

mod program;

use program::backups::Backups;
use program::check::{Depth, check};
use program::client::{PATIENCE, Wire};
use program::importers::Supply;
use program::memory::Memory;
use program::process::{Program, Server};
use program::{Campaign, EndsWith, Pace, Random, editor, followers, importers, players, readers};

/// The longest that a command or a start of the server may take in a short run.
const LIMIT: Duration = Duration::from_mins(5);
/// From here on a run has a second half without kills.
const LONG: Duration = Duration::from_mins(30);

/// What is kept in memory: little, so that a run fills it soon and a leak shows.
const SETTINGS: &[&str] = &[
    "--store-cache",
    "32",
    "--answer-cache",
    "16",
    "--game-cache",
    "200",
    "--pack-after",
    "0",
];

/// The most memory that a server may ever have, in MiB. What it holds by its settings:
///
/// - 110: the program itself with what every process of it has (code, threads, tables of the rules, community's figures);
/// - 96: the database's pages, three times `--store-cache`: what a page had before it was changed does not count there;
/// - 16: ready answers, `--answer-cache`;
/// - 100: positions of `--game-cache` games, half a MiB each for the largest;
/// - 400: pasts of 200,000 events (`Settings::past_cache_events`), 2 KiB each: most of what a long run has;
/// - 96: layers of annotations and studies (64 and 32 in `service/annotations` and `service/studies`);
/// - 128: what is under way: a backup, imports of up to 4 MiB with all that is made of them, pictures.
///
/// It says that nothing is kept without a bound; it is no claim that so much is needed.
const MOST_MIB: u64 = 110 + 96 + 16 + 100 + 400 + 96 + 128;

#[test]
fn nothing_acknowledged_is_lost_or_there_twice_whatever_happens_at_once() {
    let number = |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let length = Duration::from_secs(number("HINDSIGHT_SOAK_SECONDS", 20));
    let seed = number("HINDSIGHT_SEED", u64::from(std::process::id()));
    println!("soak: {} s, HINDSIGHT_SEED={seed}", length.as_secs());
    let home = tempfile::tempdir().unwrap();
    let program = Program::new(&home.path().join("data"), &[]);
    let first = program.serve(SETTINGS, LIMIT).unwrap();
    let campaign = Campaign::new(first.first_token.clone().unwrap(), seed, PACE);
    let soak = Soak {
        program,
        wire: Wire::new(&campaign.token),
        campaign: &campaign,
        memory: Memory::new(),
        backups: Backups::new(home.path()),
        length,
    };
    let supply = Supply::new(home.path());
    let tally = thread::scope(|scope| {
        let ends = EndsWith(&campaign);
        let (campaign, soak) = (ends.0, &soak);
        for name in ["player 1", "player 2", "player 3"] {
            scope.spawn(move || players::play(campaign, name));
        }
        for name in ["importer 1", "importer 2"] {
            let supply = &supply;
            scope.spawn(move || importers::import(campaign, supply, name));
        }
        for name in ["follower 1", "follower 2", "follower 3"] {
            scope.spawn(move || followers::follow(campaign, name));
        }
        for name in ["reader 1", "reader 2"] {
            scope.spawn(move || readers::read(campaign, name));
        }
        scope.spawn(move || readers::review(campaign, "reviewer"));
        scope.spawn(move || editor::edit(campaign, "editor"));
        scope.spawn(move || soak.backups.make(campaign));
        scope.spawn(move || {
            while campaign.service.pause(Duration::from_secs(1)) {
                soak.memory.sample();
            }
        });
        soak.conduct(first)
    });
    // Cargo gives tests `target/tmp`; what is to be looked at later stands beside it.
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .unwrap()
        .join("soak");
    let [table, curve] = soak.memory.write(&place).unwrap();
    println!("soak: {tally:?}");
    println!("soak: {}", campaign.figures);
    println!(
        "soak: at most {} MiB of {MOST_MIB}; every second in {} and {}",
        soak.memory.peak(),
        table.display(),
        curve.display()
    );
    let wrongs = campaign.wrongs().clone();
    if !wrongs.is_empty() || tally.is_err() {
        let kept = home.keep();
        panic!("{wrongs:#?}, {tally:?}; the store is kept in {}", kept.display());
    }
    soak.judge(&tally.unwrap());
}

const PACE: Pace = Pace {
    command: Duration::from_millis(40),
    import: Duration::from_millis(700),
    edit: Duration::from_millis(150),
    read: Duration::from_millis(60),
    follow: Duration::from_secs(4),
};

/// What happened to the server.
#[derive(Debug, Default)]
struct Tally {
    kills: u64,
    kills_while_starting: u64,
    stops: u64,
    packed_games: u64,
    slowest_start: Duration,
    slowest_command: Duration,
    /// The life without a kill, in a long run.
    quiet: Option<(Duration, Duration)>,
}

/// One run.
struct Soak<'c> {
    program: Program,
    wire: Wire,
    campaign: &'c Campaign,
    memory: Memory,
    backups: Backups,
    length: Duration,
}

impl Soak<'_> {
    /// Starts and ends servers until the time is over, then looks at everything that is left.
    fn conduct(&self, first: Server) -> Result<Tally, String> {
        let (mut tally, mut random) = (Tally::default(), self.campaign.random("conductor"));
        let kills_until = if self.length < LONG {
            self.length
        } else {
            self.length / 2
        };
        let longest = if self.length < LONG { 3_000 } else { 60_000 };
        let mut server = first;
        while self.memory.elapsed() < kills_until && self.campaign.wrongs().is_empty() {
            self.open(&server);
            let life = Duration::from_millis(600 + random.below(longest));
            self.campaign.service.pause(life);
            server = self.again(server, &mut random, &mut tally)?;
            self.check(&server, Depth::Changed)?;
        }
        self.open(&server);
        let began = self.memory.elapsed();
        while self.memory.elapsed() < self.length && self.campaign.wrongs().is_empty() {
            self.campaign.service.pause(Duration::from_secs(1));
        }
        if self.length >= LONG {
            tally.quiet = Some((began, self.memory.elapsed()));
        }
        self.end(server, &mut tally)?;
        Ok(tally)
    }

    /// The longest that a command or a start of the server may take: the store of a long run is large.
    fn limit(&self) -> Duration {
        LIMIT.max(self.length)
    }

    fn open(&self, server: &Server) {
        self.memory.watch(server.id());
        self.campaign.service.open(&server.address);
    }

    /// Ends a server in one way or another, and starts the next one.
    fn again(&self, server: Server, random: &mut Random, tally: &mut Tally) -> Result<Server, String> {
        // Orderly stops are the fewer: a stopped server packs what was played lately.
        if random.below(4) == 0 {
            self.shut(server, false)?;
            tally.stops += 1;
        } else {
            self.shut(server, true)?;
            tally.kills += 1;
        }
        match random.below(4) {
            0 => {
                let packed = self.program.succeed(&["pack"], self.limit())?;
                tally.slowest_command = tally.slowest_command.max(packed.took);
                tally.packed_games += packed.answer["games"].as_u64().unwrap_or_default();
            }
            1 => {
                self.program
                    .serve_and_kill(Duration::from_millis(random.below(400)));
                tally.kills_while_starting += 1;
            }
            _ => {}
        }
        let next = self.program.serve(SETTINGS, self.limit())?;
        tally.slowest_start = tally.slowest_start.max(next.took);
        Ok(next)
    }

    /// Ends a server with its users at work.
    fn shut(&self, server: Server, by_kill: bool) -> Result<(), String> {
        self.campaign.service.shut();
        self.memory.leave(by_kill);
        if by_kill {
            server.kill()?;
        } else {
            server.terminate(self.limit())?;
        }
        self.campaign.service.close(PATIENCE)
    }

    fn check(&self, server: &Server, depth: Depth) -> Result<(), String> {
        for wrong in check(&self.campaign.ledger, &self.wire, &server.address, depth)? {
            self.campaign.wrong(wrong);
        }
        Ok(())
    }

    /// The end: a last kill under load, all that was acknowledged, an orderly stop, and what the commands say of the store.
    fn end(&self, server: Server, tally: &mut Tally) -> Result<(), String> {
        self.shut(server, true)?;
        tally.kills += 1;
        self.campaign.service.end();
        let server = self.program.serve(SETTINGS, self.limit())?;
        self.check(&server, Depth::All)?;
        self.backups.at_least_one(self.campaign, &server.address)?;
        server.terminate(self.limit())?;
        for verdict in [&["verify"][..], &["audit"], &["pack"], &["verify"]] {
            let ran = self.program.succeed(verdict, self.limit())?;
            tally.slowest_command = tally.slowest_command.max(ran.took);
        }
        let faults = self.program.faults();
        if !faults.is_empty() {
            self.campaign.wrong(format!("the server logged {faults:#?}"));
        }
        self.backups.restore(self.limit())
    }

    /// Whether enough was done to say anything by, and in how much memory.
    fn judge(&self, tally: &Tally) {
        use std::sync::atomic::Ordering::Relaxed;
        let figures = &self.campaign.figures;
        let [commands, imports, edits, told] = [
            &figures.commands,
            &figures.imports,
            &figures.edits,
            &figures.messages,
        ]
        .map(|figure| figure.load(Relaxed));
        assert!(
            commands >= 20 && imports >= 3 && edits >= 5 && told >= 20 && tally.kills >= 2,
            "next to nothing was done: {tally:?}, {figures}"
        );
        let peak = self.memory.peak();
        assert!(
            peak <= MOST_MIB,
            "{peak} MiB, {MOST_MIB} are the most by the settings"
        );
        let Some((from, to)) = tally.quiet else { return };
        let quarter = to.saturating_sub(from) / 4;
        let [second, last] = [1, 3].map(|place| {
            let begin = from + quarter * place;
            self.memory.median(begin, begin + quarter).unwrap()
        });
        println!("soak: {second} MiB in the second quarter of the last life, {last} in its last");
        assert!(
            last * 4 <= second * 5,
            "the memory grows: {second} MiB in the second quarter, {last} in the last"
        );
    }
}
