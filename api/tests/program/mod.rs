//! The program in its own processes, and many who use it at once: for tests that kill it or slow it down.
//!
//! [`Campaign`] holds what they share. [`process`] starts the program, [`service`] says where it listens now and keeps
//! everybody away while it is down, [`ledger`] knows what it acknowledged, and [`check`] finds what was lost or came twice.
//! [`memory`] measures its process. The others are one kind of user each.

pub(crate) mod backups;
pub(crate) mod check;
pub(crate) mod client;
pub(crate) mod editor;
pub(crate) mod followers;
pub(crate) mod importers;
pub(crate) mod ledger;
pub(crate) mod memory;
pub(crate) mod players;
pub(crate) mod process;
pub(crate) mod readers;
pub(crate) mod service;

use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use client::Client;
use ledger::Ledger;
use service::Service;

/// How fast people do things.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Between two commands of a player.
    pub(crate) command: Duration,
    /// Between two imports of an importer.
    pub(crate) import: Duration,
    /// Between two side records of an editor.
    pub(crate) edit: Duration,
    /// Between two views of a reader.
    pub(crate) read: Duration,
    /// How long a follower stays with a game.
    pub(crate) follow: Duration,
}

/// What all users of a server share.
pub(crate) struct Campaign {
    pub(crate) service: Service,
    pub(crate) ledger: Ledger,
    pub(crate) figures: Figures,
    pub(crate) pace: Pace,
    /// Of an administrator, who owns every game.
    pub(crate) token: String,
    seed: u64,
    wrong: Mutex<Vec<String>>,
}

impl Campaign {
    pub(crate) fn new(token: String, seed: u64, pace: Pace) -> Self {
        Self {
            service: Service::default(),
            ledger: Ledger::default(),
            figures: Figures::default(),
            pace,
            token,
            seed,
            wrong: Mutex::default(),
        }
    }

    /// A client of the administrator.
    pub(crate) fn client(&self) -> Client<'_> {
        Client::new(self, &self.token)
    }

    /// The choices of one user.
    pub(crate) fn random(&self, user: &str) -> Random {
        let seed = user
            .bytes()
            .fold(self.seed, |seed, byte| Random(seed ^ u64::from(byte)).next());
        Random(seed)
    }

    /// Notes that something is wrong: the campaign ends with it.
    pub(crate) fn wrong(&self, what: impl Into<String>) {
        let what = what.into();
        println!("wrong: {what}");
        self.wrongs().push(what);
    }

    /// What was wrong so far.
    pub(crate) fn wrongs(&self) -> MutexGuard<'_, Vec<String>> {
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a campaign also where the test that runs it panics, so that no user goes on for ever.
pub(crate) struct EndsWith<'c>(pub(crate) &'c Campaign);

impl Drop for EndsWith<'_> {
    fn drop(&mut self) {
        self.0.service.end();
    }
}

/// What was done.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) commands: AtomicU64,
    pub(crate) imports: AtomicU64,
    pub(crate) edits: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) views: AtomicU64,
    /// Requests that were sent and not answered, for the server was killed.
    pub(crate) unanswered: AtomicU64,
    /// Requests that had been carried out although their answer was lost.
    pub(crate) repeated: AtomicU64,
}

/// Counts one more.
pub(crate) fn count(figure: &AtomicU64) {
    figure.fetch_add(1, Ordering::Relaxed);
}

impl Display for Figures {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let of = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        write!(
            f,
            "{} commands acknowledged, {} imports, {} side records, {} views, {} events told to followers, {} requests \
             unanswered ({} of them had been carried out)",
            of(&self.commands),
            of(&self.imports),
            of(&self.edits),
            of(&self.views),
            of(&self.messages),
            of(&self.unanswered),
            of(&self.repeated)
        )
    }
}

/// A small generator of numbers (splitmix64), so that a seed names a run.
#[derive(Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Any number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// One of several, if there are any.
    pub(crate) fn one_of<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        let place = self.below(items.len().max(1) as u64);
        items.get(place as usize)
    }
}
