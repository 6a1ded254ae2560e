//! Command indexes of streams: of those written to lately and those asked about lately, in memory.
//!
//! A stream that is in none of the maps has everything it will ever be judged by in the database: the committer takes
//! an index to write before it stages anything, and lets it go only between two commits.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::command_index::{self, CommandIndex, Fingerprints};
use crate::sled_store::layout::items::Batch;
use crate::sled_store::shared::Shared;
use crate::{Append, AppendError, Appended, Check, Head, Position, StoreError, StreamId, Version};

/// Commands that the indexes may hold, at about thirty bytes each: in each of two generations of those written to, and
/// of those only asked about.
const COMMANDS: usize = 600_000;

/// Command indexes by stream.
#[derive(Default)]
pub(crate) struct CommandIndexes {
    pub(crate) fingerprints: Fingerprints,
    young: HashMap<StreamId, CommandIndex>,
    old: HashMap<StreamId, CommandIndex>,
    commands: usize,
    asked: HashMap<StreamId, CommandIndex>,
    asked_commands: usize,
}

impl CommandIndexes {
    /// The index of a stream, read from the database if it is not at hand. Only the committer may ask.
    pub(crate) fn for_writing(
        &mut self,
        shared: &Shared,
        stream: StreamId,
    ) -> Result<&mut CommandIndex, StoreError> {
        if !self.young.contains_key(&stream) {
            let asked = self.asked.remove(&stream);
            let index = match self.old.remove(&stream).or(asked) {
                Some(index) => index,
                None => load(shared, &self.fingerprints, stream)?,
            };
            self.commands += index.len() + 1;
            self.young.insert(stream, index);
        }
        Ok(self.young.get_mut(&stream).expect("just put there"))
    }

    /// The index of a stream, if it is at hand.
    fn at_hand(&self, stream: StreamId) -> Option<&CommandIndex> {
        [&self.young, &self.old, &self.asked]
            .into_iter()
            .find_map(|indexes| indexes.get(&stream))
    }

    /// Keeps an index for the next question.
    fn keep(&mut self, stream: StreamId, index: CommandIndex) {
        if self.asked_commands > COMMANDS {
            self.asked.clear();
            self.asked_commands = 0;
        }
        self.asked_commands += index.len() + 1;
        self.asked.insert(stream, index);
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
        let place = match self.place_at_hand(stream, id) {
            Ok(place) => place,
            Err(fingerprints) => {
                // Read while the committer goes on.
                let index = load(self, &fingerprints, stream)?;
                let place = index.place(fingerprints.of(id));
                let mut indexes = self.indexes.lock();
                let unchanged = indexes.at_hand(stream).is_none()
                    && self.head_at(stream, Position::MAX)? == Some(index.head);
                if unchanged {
                    indexes.keep(stream, index);
                }
                place
            }
        };
        let Some(place) = place else { return Ok(None) };
        let found = self.command_from(stream, id, place, &mut |at, _| at)?;
        Ok(found.filter(|at| at.position <= self.durable()))
    }

    /// Where a command with this fingerprint stands, by an index in memory; where there is none, what makes fingerprints.
    fn place_at_hand(&self, stream: StreamId, id: &str) -> Result<Option<Version>, Fingerprints> {
        let indexes = self.indexes.lock();
        let index = indexes
            .at_hand(stream)
            .ok_or_else(|| indexes.fingerprints.clone())?;
        Ok(index.place(indexes.fingerprints.of(id)))
    }

    /// What a stored command makes of an append with its id, which may stand at this version; none if it is not stored.
    pub(crate) fn repeated(
        &self,
        append: &Append,
        place: Version,
    ) -> Result<Option<Result<Appended, AppendError>>, StoreError> {
        self.command_from(append.stream, &append.command.id, place, &mut |at, batch| {
            command_index::again(append, at, batch.actor, batch.command)
        })
    }

    /// The batch of the command with this id, durable or not: at a version, where a command with the same fingerprint stands,
    /// or somewhere behind it, for two ids may share a fingerprint.
    fn command_from<T>(
        &self,
        stream: StreamId,
        id: &str,
        place: Version,
        tell: &mut dyn FnMut(Appended, &Batch<'_>) -> T,
    ) -> Result<Option<T>, StoreError> {
        let (mut found, mut there) = (None, false);
        let (check, end) = (Check::Continuity, Position::MAX);
        // It stands in its place, but for the rarest of accidents.
        for to in [place, u64::MAX] {
            self.each_batch(stream, place, to, end, check, &mut |first, batch, _| {
                there = true;
                if batch.command_id != id {
                    return Ok(ControlFlow::Continue(()));
                }
                let at = Appended {
                    stream,
                    first,
                    last: first + batch.len() - 1,
                    position: batch.position + batch.len() - 1,
                    repeated: true,
                };
                found = Some(tell(at, batch));
                Ok(ControlFlow::Break(()))
            })?;
            if found.is_some() || !there {
                break;
            }
        }
        Ok(found)
    }
}

/// Reads a stream's index, durable or not.
fn load(shared: &Shared, fingerprints: &Fingerprints, stream: StreamId) -> Result<CommandIndex, StoreError> {
    let mut index = CommandIndex::new();
    let (check, end) = (Check::Continuity, Position::MAX);
    shared.each_batch(stream, 1, u64::MAX, end, check, &mut |first, batch, _| {
        let head = Head {
            version: first + batch.len() - 1,
            digest: batch.digest(),
            position: batch.position + batch.len() - 1,
        };
        index.learn(fingerprints.of(batch.command_id), first, head);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(index)
}

#[cfg(test)]
mod tests {
    use crate::conformance::{append, stream};
    use crate::{AppendError, EventLog, Options, SledStore};

    #[test]
    fn two_commands_with_one_print_are_told_apart_by_their_ids() {
        let home = tempfile::tempdir().unwrap();
        let (store, _) = SledStore::open(home.path(), &Options::default()).unwrap();
        let mut stored = Vec::new();
        for version in 0..3 {
            stored.push(store.append(append(stream(1), version, 1, "x")).unwrap());
        }
        let shared = &store.shared;
        // The fingerprint of each leads to the first, as if all had the same.
        for (version, at) in (0..).zip(&stored) {
            let again = append(stream(1), version, 1, "x");
            let found = shared.repeated(&again, 1).unwrap().unwrap().unwrap();
            assert_eq!(
                (found.first, found.position, found.repeated),
                (at.first, at.position, true)
            );
            let mut other = again;
            other.command.actor = "emma".to_owned();
            let refused = shared.repeated(&other, 1).unwrap().unwrap().unwrap_err();
            assert!(matches!(refused, AppendError::CommandReused { .. }), "{refused}");
        }
        assert!(
            shared
                .repeated(&append(stream(1), 3, 1, "x"), 1)
                .unwrap()
                .is_none()
        );
    }
}
