//! What the one writer knows of a stream: its head and its commands. Here an append is judged.

use std::collections::HashMap;

use crate::chain::{self, BatchFields, EventFields};
use crate::event_store::NO_HEAD;
use crate::{Append, AppendError, Appended, Head, Position, StreamId, Version};

/// Head and commands of one stream.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    pub(crate) head: Head,
    commands: HashMap<[u8; 16], Stored>,
}

#[derive(Debug, Clone, Copy)]
struct Stored {
    first: Version,
    last: Version,
    position: Position,
    digest: [u8; 16],
}

/// How a command is known again: by its id, and by who asked what.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CommandName {
    key: [u8; 16],
    digest: [u8; 16],
}

impl CommandName {
    pub(crate) fn new(id: &str, actor: &str, body: &[u8]) -> Self {
        Self {
            key: chain::command_key(id),
            digest: chain::command_digest(actor, body),
        }
    }

    pub(crate) fn of(append: &Append) -> Self {
        let command = &append.command;
        Self::new(&command.id, &command.actor, &command.body)
    }
}

impl Ledger {
    /// A stream that has no records.
    pub(crate) fn new() -> Self {
        Self {
            head: NO_HEAD,
            commands: HashMap::new(),
        }
    }

    /// Commands known.
    pub(crate) fn len(&self) -> usize {
        self.commands.len()
    }

    /// Takes in a batch that is stored.
    pub(crate) fn learn(&mut self, name: &CommandName, at: Appended, head: Head) {
        let Appended {
            first,
            last,
            position,
            ..
        } = at;
        let stored = Stored {
            first,
            last,
            position,
            digest: name.digest,
        };
        self.commands.insert(name.key, stored);
        self.head = head;
    }

    /// Where a command was stored.
    pub(crate) fn command(&self, stream: StreamId, id: &str) -> Option<Appended> {
        let Stored {
            first,
            last,
            position,
            ..
        } = *self.commands.get(&chain::command_key(id))?;
        Some(Appended {
            stream,
            first,
            last,
            position,
            repeated: true,
        })
    }

    /// `None` if the append, whose command has this name, may go ahead, else its old place.
    pub(crate) fn judge(
        &self,
        append: &Append,
        name: &CommandName,
        deleted: bool,
    ) -> Result<Option<Appended>, AppendError> {
        let stream = append.stream;
        if let Some(stored) = self.commands.get(&name.key) {
            return if stored.digest == name.digest {
                let Stored {
                    first,
                    last,
                    position,
                    ..
                } = *stored;
                Ok(Some(Appended {
                    stream,
                    first,
                    last,
                    position,
                    repeated: true,
                }))
            } else {
                Err(AppendError::CommandReused {
                    id: append.command.id.clone(),
                })
            };
        }
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
        Ok(None)
    }

    /// Puts a judged append behind the head, its last record at `position + events`.
    pub(crate) fn accept(&mut self, append: &Append, name: &CommandName, position: Position) -> Appended {
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
        self.learn(name, at, head);
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
