//! Ledger of writes: what the server acknowledged, and what it was asked for and may have done or not.
//!
//! Whoever writes says so before and after: between the two the write may be there after a kill, or not. [`super::check`]
//! holds a server against this.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Random;

/// All that is known.
#[derive(Debug, Default)]
pub(crate) struct Ledger(Mutex<Books>);

#[derive(Debug, Default)]
pub(crate) struct Books {
    pub(crate) games: BTreeMap<String, Game>,
    /// In the order in which they came.
    ids: Vec<String>,
    /// Titles of games that may be there or not.
    pub(crate) asked: BTreeSet<String>,
    /// Exported games that may be there or not, with their length.
    pub(crate) sent: BTreeMap<String, u64>,
    /// Tokens by their subjects.
    pub(crate) tokens: BTreeMap<String, Token>,
}

/// A game that is there.
#[derive(Debug, Default)]
pub(crate) struct Game {
    /// The last version that was acknowledged.
    pub(crate) version: u64,
    /// The first version of each command; its key says its place here.
    pub(crate) commands: Vec<u64>,
    /// The next command is under way.
    pub(crate) commanding: bool,
    /// The last version that a follower was told.
    pub(crate) told: u64,
    /// What was said of it.
    pub(crate) remarks: Vec<String>,
    /// What is being said of it.
    pub(crate) remarking: Option<String>,
    /// Its label.
    pub(crate) label: Option<String>,
    /// The one that it is being given.
    pub(crate) labelling: Option<String>,
    in_play: bool,
    /// Something was written since it was last checked.
    pub(crate) changed: bool,
}

/// A token, as far as it is known.
#[derive(Debug, Default)]
pub(crate) struct Token {
    /// Its id, once its making was acknowledged.
    pub(crate) id: Option<String>,
    pub(crate) revoking: bool,
    pub(crate) revoked: bool,
}

/// The key of a command at a place.
pub(crate) fn key(place: usize) -> String {
    format!("command-{place}")
}

impl Ledger {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Books> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known of a game.
    fn game<T>(&self, id: &str, change: impl FnOnce(&mut Game) -> T) -> T {
        let mut books = self.lock();
        let game = books.games.entry(id.to_owned()).or_default();
        game.changed = true;
        change(game)
    }

    /// A game of this title is asked for.
    pub(crate) fn asks_for(&self, title: &str) {
        self.lock().asked.insert(title.to_owned());
    }

    /// That game is there.
    pub(crate) fn made(&self, title: &str, id: &str, version: u64) {
        let mut books = self.lock();
        books.asked.remove(title);
        books.enter(id, version);
    }

    /// A game of this id is sent.
    pub(crate) fn sends(&self, id: &str, records: u64) {
        self.lock().sent.insert(id.to_owned(), records);
    }

    /// That game is there; the error says that it is another one.
    pub(crate) fn arrived(&self, id: &str, version: u64) -> Result<(), String> {
        let mut books = self.lock();
        books.enter(id, version);
        match books.sent.remove(id) {
            Some(records) if records != version => Err(format!(
                "game {id} was sent with {records} records and has {version}"
            )),
            _ => Ok(()),
        }
    }

    /// Whether somebody plays a game.
    pub(crate) fn is_in_play(&self, id: &str, in_play: bool) {
        self.game(id, |game| game.in_play = in_play);
    }

    /// A command is given; its key.
    pub(crate) fn commands(&self, id: &str) -> String {
        self.game(id, |game| {
            game.commanding = true;
            key(game.commands.len())
        })
    }

    /// It was acknowledged; the error says that it stands where it cannot.
    pub(crate) fn commanded(&self, id: &str, first: u64, last: u64) -> Result<(), String> {
        self.game(id, |game| {
            let expected = game.version + 1;
            game.commanding = false;
            game.commands.push(first);
            game.version = last;
            if first == expected && last >= first {
                return Ok(());
            }
            Err(format!(
                "game {id}: a command is at {first} to {last}, {expected} is the next version"
            ))
        })
    }

    /// It was refused.
    pub(crate) fn refused(&self, id: &str) {
        self.game(id, |game| game.commanding = false);
    }

    /// The version at which the last but some commands of a game begins.
    pub(crate) fn begun_before(&self, id: &str, commands: usize) -> Option<u64> {
        self.game(id, |game| game.commands.iter().rev().nth(commands).copied())
    }

    /// A follower was told of an event.
    pub(crate) fn told(&self, id: &str, version: u64) {
        self.game(id, |game| game.told = game.told.max(version));
    }

    /// Something is said of a game.
    pub(crate) fn remarks(&self, id: &str, text: &str) {
        self.game(id, |game| game.remarking = Some(text.to_owned()));
    }

    /// That was acknowledged.
    pub(crate) fn remarked(&self, id: &str) {
        self.game(id, |game| {
            let text = game.remarking.take();
            game.remarks.extend(text);
        });
    }

    /// A game is given a label in place of the one it has.
    pub(crate) fn labels(&self, id: &str, label: &str) {
        self.game(id, |game| game.labelling = Some(label.to_owned()));
    }

    /// It has it.
    pub(crate) fn labelled(&self, id: &str) {
        self.game(id, |game| game.label = game.labelling.take());
    }

    /// Changes what is known of a token.
    pub(crate) fn token(&self, subject: &str, change: impl FnOnce(&mut Token)) {
        change(self.lock().tokens.entry(subject.to_owned()).or_default());
    }

    /// A game that is there, and its version.
    pub(crate) fn any(&self, random: &mut Random) -> Option<(String, u64)> {
        let books = self.lock();
        let id = random.one_of(&books.ids)?;
        Some((id.clone(), books.games.get(id)?.version))
    }

    /// A game that somebody plays, and its version.
    pub(crate) fn played(&self, random: &mut Random) -> Option<(String, u64)> {
        let books = self.lock();
        let played: Vec<_> = books.games.iter().filter(|(_, game)| game.in_play).collect();
        let (id, game) = random.one_of(&played)?;
        Some(((*id).clone(), game.version))
    }
}

impl Books {
    fn enter(&mut self, id: &str, version: u64) {
        if !self.games.contains_key(id) {
            self.ids.push(id.to_owned());
        }
        let game = self.games.entry(id.to_owned()).or_default();
        game.version = game.version.max(version);
        game.changed = true;
    }
}
