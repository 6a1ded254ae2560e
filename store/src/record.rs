//! Records of a stream: what goes in and what comes out, commands, events, records.
//!
//! The store never looks into a body: its bytes mean something to the rules alone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::error::AppendError;
use crate::{Position, StreamCard, StreamId, Version};

/// Longest command id, in bytes.
pub const MAX_COMMAND_ID: usize = 128;
/// Longest actor, rules version and event kind, in bytes.
pub const MAX_NAME: usize = 128;
/// Most events of one command.
pub const MAX_BATCH: usize = 10_000;
/// Most bytes of one command with all its events.
pub const MAX_BATCH_BYTES: usize = 16 << 20;

/// One event that a command caused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// Type of the event, such as `unit-moved`.
    pub kind: String,
    /// Version of the body's schema; the reader's upcasters need it.
    pub schema: u16,
    /// The event, already encoded.
    pub body: Vec<u8>,
}

/// The command that caused the events, kept with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandStamp {
    /// Idempotency key, unique in its stream: the same command sent again is recognised by it.
    pub id: String,
    /// Who gave the command.
    pub actor: String,
    /// Version of the rules that decided it.
    pub rules: String,
    /// The command, already encoded.
    pub body: Vec<u8>,
}

/// The version that the writer believes a stream to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The stream does not exist.
    New,
    /// The last record has this version; 0 is the same as [`Expected::New`].
    Exactly(Version),
}

impl Expected {
    /// As a number: 0 for a new stream.
    pub fn version(self) -> Version {
        match self {
            Self::New => 0,
            Self::Exactly(version) => version,
        }
    }
}

/// One command with its events: all of it is stored, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// Where to.
    pub stream: StreamId,
    /// The version it must have.
    pub expected: Expected,
    /// When, milliseconds of Unix time.
    pub recorded_at_ms: u64,
    /// The cause.
    pub command: CommandStamp,
    /// The events, at least one.
    pub events: Vec<NewEvent>,
    /// The stream's new index card. `None` keeps the old one, with `events` and `updated_ms` brought up to date.
    pub card: Option<StreamCard>,
}

/// The place where an append ended up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Appended {
    /// The stream.
    pub stream: StreamId,
    /// Version of the command's first record.
    pub first: Version,
    /// Version of its last record.
    pub last: Version,
    /// Global position of its last record.
    pub position: Position,
    /// The command had been stored before; these are its old places and nothing was written.
    pub repeated: bool,
}

/// The command of a batch, on its first record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandBody {
    /// Version of the rules that decided it.
    pub rules: String,
    /// The command, as encoded by the writer.
    pub body: Vec<u8>,
}

/// One stored event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The stream it belongs to.
    pub stream: StreamId,
    /// Its place there.
    pub version: Version,
    /// Its place in the store.
    pub position: Position,
    /// When it was recorded, milliseconds of Unix time.
    pub recorded_at_ms: u64,
    /// Who gave the command.
    pub actor: String,
    /// The command's id.
    pub command_id: String,
    /// Type of the event.
    pub kind: String,
    /// Version of the body's schema.
    pub schema: u16,
    /// The event, as encoded by the writer.
    pub body: Vec<u8>,
    /// BLAKE3 over the digest of the record before it and this record.
    pub digest: Digest,
    /// The command, on the first record of its batch.
    pub command: Option<CommandBody>,
    /// Place among the events of its command, from 0.
    pub batch_index: u16,
    /// How many events its command had.
    pub batch_len: u16,
}

/// A record lent to a visitor: no copy, and no digest unless the chain was checked.
#[derive(Debug, Clone, Copy)]
pub struct RecordView<'a> {
    /// The stream it belongs to.
    pub stream: StreamId,
    /// Its place there.
    pub version: Version,
    /// Its place in the store.
    pub position: Position,
    /// When it was recorded, milliseconds of Unix time.
    pub recorded_at_ms: u64,
    /// Who gave the command.
    pub actor: &'a str,
    /// The command's id.
    pub command_id: &'a str,
    /// Type of the event.
    pub kind: &'a str,
    /// Version of the body's schema.
    pub schema: u16,
    /// The event, as encoded by the writer.
    pub body: &'a [u8],
    /// The chain's digest up to this record, if [`Check::Chain`] was asked for.
    pub digest: Option<Digest>,
    /// Rules version and body of the command, on the first record of its batch.
    pub command: Option<(&'a str, &'a [u8])>,
    /// Place among the events of its command, from 0.
    pub batch_index: u16,
    /// How many events its command had.
    pub batch_len: u16,
}

impl RecordView<'_> {
    /// A copy of one's own; the digest is zero if the chain was not checked.
    pub fn to_record(&self) -> Record {
        Record {
            stream: self.stream,
            version: self.version,
            position: self.position,
            recorded_at_ms: self.recorded_at_ms,
            actor: self.actor.to_owned(),
            command_id: self.command_id.to_owned(),
            kind: self.kind.to_owned(),
            schema: self.schema,
            body: self.body.to_vec(),
            digest: self.digest.unwrap_or_default(),
            command: self.command.map(|(rules, body)| CommandBody {
                rules: rules.to_owned(),
                body: body.to_vec(),
            }),
            batch_index: self.batch_index,
            batch_len: self.batch_len,
        }
    }
}

/// The part of a stream that is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackScope {
    /// All but an end of less than 4 KiB, which stays as it was written, so that a stream that is packed again and again as
    /// it grows does not fall into small pieces.
    Growing,
    /// All of it: the stream is not expected to grow.
    All,
}

/// The extent to which a read proves what it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Versions follow each other without a gap; checksums of the pages hold. Enough to fold.
    Continuity,
    /// Also every digest of the chain.
    Chain,
}

/// A BLAKE3 digest; all zero before the first record of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Digest(#[serde(with = "serde_bytes")] pub [u8; 32]);

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 hexadecimal digits")]
pub struct NotADigest;

impl std::str::FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Self, NotADigest> {
        blake3::Hash::from_hex(text)
            .map(|hash| Self(*hash.as_bytes()))
            .map_err(|_| NotADigest)
    }
}

/// The last record of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Its version.
    pub version: Version,
    /// The chain's digest up to it.
    pub digest: Digest,
    /// Its global position.
    pub position: Position,
}

impl Append {
    /// Refuses what no store would take, before it reaches a queue.
    pub(crate) fn check(&self) -> Result<(), AppendError> {
        if self.events.is_empty() {
            return Err(AppendError::Empty);
        }
        let too_large = |what, size, limit| Err(AppendError::TooLarge { what, size, limit });
        if self.events.len() > MAX_BATCH {
            return too_large("events of one command", self.events.len(), MAX_BATCH);
        }
        if self.command.id.is_empty() {
            return Err(AppendError::NoCommandId);
        }
        let names = [
            ("command id", &self.command.id, MAX_COMMAND_ID),
            ("actor", &self.command.actor, MAX_NAME),
            ("rules version", &self.command.rules, MAX_NAME),
        ];
        let kinds = self
            .events
            .iter()
            .map(|event| ("event kind", &event.kind, MAX_NAME));
        for (what, text, limit) in names.into_iter().chain(kinds) {
            if text.len() > limit {
                return too_large(what, text.len(), limit);
            }
        }
        let bytes = self.bytes();
        if bytes > MAX_BATCH_BYTES {
            return too_large("bytes of one command with its events", bytes, MAX_BATCH_BYTES);
        }
        self.card.as_ref().map_or(Ok(()), StreamCard::check)
    }

    /// Refuses commands that no store would take together: of several streams, that do not follow each other, with one id
    /// twice, or larger together than one command may be.
    pub(crate) fn check_together(appends: &[Self]) -> Result<(), AppendError> {
        let Some(first) = appends.first() else {
            return Err(AppendError::Empty);
        };
        let stream = first.stream;
        let (mut version, mut ids) = (first.expected.version(), BTreeSet::new());
        for append in appends {
            append.check()?;
            if append.stream != stream {
                return Err(AppendError::OtherStream {
                    stream,
                    other: append.stream,
                });
            }
            let expected = append.expected.version();
            if expected != version {
                return Err(AppendError::Conflict {
                    stream,
                    expected,
                    found: version,
                });
            }
            version = version.saturating_add(append.events.len() as u64);
            if !ids.insert(&append.command.id) {
                return Err(AppendError::CommandReused {
                    id: append.command.id.clone(),
                });
            }
        }
        let too_large = |what, size, limit| Err(AppendError::TooLarge { what, size, limit });
        let events = appends.iter().map(|append| append.events.len()).sum();
        if events > MAX_BATCH {
            return too_large("events of commands stored together", events, MAX_BATCH);
        }
        let bytes = appends.iter().map(Self::bytes).sum();
        if bytes > MAX_BATCH_BYTES {
            return too_large("bytes of commands stored together", bytes, MAX_BATCH_BYTES);
        }
        Ok(())
    }

    /// Bytes of the bodies.
    pub(crate) fn bytes(&self) -> usize {
        self.events.iter().map(|event| event.body.len()).sum::<usize>() + self.command.body.len()
    }
}
