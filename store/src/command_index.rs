//! Index of the commands of a stream for the one writer: its head, and where its commands stand. Here an
//! append is judged.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

use crate::chain::{self, BatchFields, EventFields};
use crate::event_store::NO_HEAD;
use crate::{Append, AppendError, Appended, Head, Position, Version};

/// Head and commands of one stream. Of a command it knows little, for there may be hundreds of thousands in memory: the
/// record itself says the rest.
#[derive(Debug, Clone)]
pub(crate) struct CommandIndex {
    pub(crate) head: Head,
    /// First version of the command whose id has this fingerprint; of two with the same fingerprint the earlier one.
    commands: HashMap<Fingerprint, Version, BuildHasherDefault<IdentityHasher>>,
}

/// A command id as a number.
pub(crate) type Fingerprint = u64;

/// Makes fingerprints with a key of its own, so that nobody can choose ids that share one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fingerprints(RandomState);

impl Fingerprints {
    /// The fingerprint of a command id.
    pub(crate) fn of(&self, id: &str) -> Fingerprint {
        self.0.hash_one(id)
    }
}

/// Takes a fingerprint for its own hash.
#[derive(Debug, Clone, Copy, Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, fingerprint: u64) {
        self.0 = fingerprint;
    }
}

/// What a stored command makes of an append with its id: the same command again, or the id for another one.
pub(crate) fn again(
    append: &Append,
    at: Appended,
    actor: &str,
    body: &[u8],
) -> Result<Appended, AppendError> {
    let command = &append.command;
    if command.actor == actor && command.body == body {
        Ok(Appended { repeated: true, ..at })
    } else {
        Err(AppendError::CommandReused {
            id: command.id.clone(),
        })
    }
}

impl CommandIndex {
    /// A stream that has no records.
    pub(crate) fn new() -> Self {
        Self {
            head: NO_HEAD,
            commands: HashMap::default(),
        }
    }

    /// Commands known.
    pub(crate) fn len(&self) -> usize {
        self.commands.len()
    }

    /// Takes in a batch that is stored.
    pub(crate) fn learn(&mut self, fingerprint: Fingerprint, first: Version, head: Head) {
        self.commands.entry(fingerprint).or_insert(first);
        self.head = head;
    }

    /// Where the command with this fingerprint was stored, the first of them; none if there is no such command.
    pub(crate) fn place(&self, fingerprint: Fingerprint) -> Option<Version> {
        self.commands.get(&fingerprint).copied()
    }

    /// Whether an append whose command is not stored may go ahead.
    pub(crate) fn judge(&self, append: &Append, deleted: bool) -> Result<(), AppendError> {
        let stream = append.stream;
        if deleted {
            return Err(AppendError::Deleted { stream });
        }
        let expected = append.expected.version();
        let found = self.head.version;
        if expected != found {
            return Err(AppendError::Conflict {
                stream,
                expected,
                found,
            });
        }
        Ok(())
    }

    /// Puts a judged append behind the head, its last record at `position + events`.
    pub(crate) fn accept(
        &mut self,
        append: &Append,
        fingerprint: Fingerprint,
        position: Position,
    ) -> Appended {
        let count = append.events.len() as u64;
        let mut head = self.head;
        let batch = batch_fields(append);
        for (index, event) in (0..).zip(&append.events) {
            head.version += 1;
            let event = EventFields {
                version: head.version,
                index,
                kind: &event.kind,
                schema: event.schema,
                body: &event.body,
            };
            head.digest = chain::link(head.digest, &batch, &event);
        }
        head.position = position + count;
        let at = Appended {
            stream: append.stream,
            first: self.head.version + 1,
            last: head.version,
            position: head.position,
            repeated: false,
        };
        self.learn(fingerprint, at.first, head);
        at
    }
}

/// The fields that the records of an append share.
pub(crate) fn batch_fields(append: &Append) -> BatchFields<'_> {
    BatchFields {
        stream: append.stream,
        recorded_at_ms: append.recorded_at_ms,
        actor: &append.command.actor,
        command_id: &append.command.id,
        rules: &append.command.rules,
        command: &append.command.body,
        len: append.events.len() as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_commands_with_one_print_the_earlier_is_found() {
        let mut index = CommandIndex::new();
        for first in [1, 5, 9] {
            let head = Head {
                version: first + 3,
                ..NO_HEAD
            };
            index.learn(if first == 1 { 70 } else { 71 }, first, head);
        }
        assert_eq!(
            (index.place(70), index.place(71), index.place(72)),
            (Some(1), Some(5), None)
        );
        assert_eq!((index.head.version, index.len()), (12, 2));
    }

    #[test]
    fn prints_are_of_one_process() {
        let (here, there) = (Fingerprints::default(), Fingerprints::default());
        assert_eq!(here.of("a command"), here.clone().of("a command"));
        assert_ne!(here.of("a command"), here.of("another command"));
        assert_ne!(here.of("a command"), there.of("a command"));
    }
}
