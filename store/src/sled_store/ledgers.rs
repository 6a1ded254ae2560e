//! What is known of the commands of each stream: of those written to lately and those asked about lately, in memory.
//!
//! A stream that is in none of the maps has everything it will ever be judged by in the database: the committer takes
//! a ledger to write before it stages anything, and lets it go only between two commits.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::Shared;
use crate::ledger::{CommandName, Ledger};
use crate::{Appended, Check, Head, Position, StoreError, StreamId};

/// Commands that the ledgers may hold: in each of two generations of those written to, and of those only asked about.
const COMMANDS: usize = 200_000;

/// Ledgers by stream.
#[derive(Default)]
pub(crate) struct Ledgers {
    young: HashMap<StreamId, Ledger>,
    old: HashMap<StreamId, Ledger>,
    commands: usize,
    asked: HashMap<StreamId, Ledger>,
    asked_commands: usize,
}

impl Ledgers {
    /// The ledger of a stream, read from the database if it is not at hand. Only the committer may ask.
    pub(crate) fn for_writing(
        &mut self,
        shared: &Shared,
        stream: StreamId,
    ) -> Result<&mut Ledger, StoreError> {
        if !self.young.contains_key(&stream) {
            let asked = self.asked.remove(&stream);
            let ledger = match self.old.remove(&stream).or(asked) {
                Some(ledger) => ledger,
                None => load(shared, stream)?,
            };
            self.commands += ledger.len() + 1;
            self.young.insert(stream, ledger);
        }
        Ok(self.young.get_mut(&stream).expect("just put there"))
    }

    /// The ledger of a stream, if it is at hand.
    fn at_hand(&self, stream: StreamId) -> Option<&Ledger> {
        [&self.young, &self.old, &self.asked]
            .into_iter()
            .find_map(|ledgers| ledgers.get(&stream))
    }

    /// Keeps a ledger for the next question.
    fn keep(&mut self, stream: StreamId, ledger: Ledger) {
        if self.asked_commands > COMMANDS {
            self.asked.clear();
            self.asked_commands = 0;
        }
        self.asked_commands += ledger.len() + 1;
        self.asked.insert(stream, ledger);
    }

    /// Forgets the streams not written to lately. Only between two commits: what is staged is nowhere else.
    pub(crate) fn trim(&mut self) {
        if self.commands > COMMANDS {
            self.old = std::mem::take(&mut self.young);
            self.commands = 0;
        }
    }

    /// One command more was accepted.
    pub(crate) fn grew(&mut self) {
        self.commands += 1;
    }
}

impl Shared {
    /// Where a command was stored, if it is durable.
    pub(crate) fn command(&self, stream: StreamId, id: &str) -> Result<Option<Appended>, StoreError> {
        let durable = |at: &Appended| at.position <= self.durable();
        if let Some(ledger) = self.ledgers.lock().at_hand(stream) {
            return Ok(ledger.command(stream, id).filter(durable));
        }
        // Read while the committer goes on.
        let ledger = load(self, stream)?;
        let found = ledger.command(stream, id).filter(durable);
        let mut ledgers = self.ledgers.lock();
        let unchanged =
            ledgers.at_hand(stream).is_none() && self.head_at(stream, Position::MAX)? == Some(ledger.head);
        if unchanged {
            ledgers.keep(stream, ledger);
        }
        Ok(found)
    }
}

/// Reads a stream's ledger, durable or not.
fn load(shared: &Shared, stream: StreamId) -> Result<Ledger, StoreError> {
    let mut ledger = Ledger::new();
    let check = Check::Continuity;
    shared.each_batch(
        stream,
        1,
        u64::MAX,
        Position::MAX,
        check,
        &mut |first, batch, _| {
            let last = first + batch.len() - 1;
            let position = batch.position + batch.len() - 1;
            let at = Appended {
                stream,
                first,
                last,
                position,
                repeated: false,
            };
            let head = Head {
                version: last,
                digest: batch.digest(),
                position,
            };
            let name = CommandName::new(batch.command_id, batch.actor, batch.command);
            ledger.learn(&name, at, head);
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(ledger)
}
