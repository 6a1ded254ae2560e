//! Lines of stream files and backups.

use std::io::{BufRead, Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::chain::{self, BatchFields, EventFields};
use crate::error::Doing;
use crate::{
    Append, CommandBody, CommandStamp, Digest, Expected, MAX_BATCH_BYTES, NewEvent, Record, StoreError,
    StreamCard, StreamId, Version,
};

/// Longest line: the largest batch in base64, and some.
const MAX_LINE: u64 = 2 * MAX_BATCH_BYTES as u64;

/// First line of a stream file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// What the file is: `stream`.
    pub hindsight: String,
    /// Version of the file's format.
    pub format: u8,
    /// The stream.
    pub stream: StreamId,
    /// How many records follow.
    pub records: u64,
    /// Digest of the last one, in hexadecimal.
    pub digest: String,
    /// The index card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<StreamCard>,
}

/// A record in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordLine {
    /// Place in the stream.
    pub version: Version,
    /// Global position; in backups only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u64>,
    /// When, milliseconds of Unix time.
    pub recorded_at_ms: u64,
    /// Who gave the command.
    pub actor: String,
    /// The command's id.
    pub command_id: String,
    /// Place in the command's batch.
    pub batch: BatchPlace,
    /// The command, on the first record of its batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandLine>,
    /// Type of the event.
    pub kind: String,
    /// Version of the body's schema.
    pub schema: u16,
    /// The body, base64.
    pub body: String,
    /// The chain's digest, in hexadecimal.
    pub digest: String,
}

/// A place in a batch: which of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchPlace {
    /// From 0.
    pub index: u16,
    /// At least 1.
    pub of: u16,
}

/// A command in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandLine {
    /// Version of the rules that decided it.
    pub rules: String,
    /// The body, base64.
    pub body: String,
}

impl RecordLine {
    /// The line of a record, without its global position.
    pub fn new(record: &Record) -> Self {
        let command = |CommandBody { rules, body }: &CommandBody| CommandLine {
            rules: rules.clone(),
            body: base64(body),
        };
        Self {
            version: record.version,
            position: None,
            recorded_at_ms: record.recorded_at_ms,
            actor: record.actor.clone(),
            command_id: record.command_id.clone(),
            batch: BatchPlace {
                index: record.batch_index,
                of: record.batch_len,
            },
            command: record.command.as_ref().map(command),
            kind: record.kind.clone(),
            schema: record.schema,
            body: base64(&record.body),
            digest: record.digest.to_string(),
        }
    }
}

/// Base64 with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Back from base64.
pub(crate) fn unbase64(text: &str) -> Result<Vec<u8>, String> {
    STANDARD
        .decode(text)
        .map_err(|error| format!("not base64: {error}"))
}

/// Writes a value as one line.
pub(crate) fn write_line(out: &mut dyn Write, line: &impl Serialize) -> Result<(), StoreError> {
    let mut text = serde_json::to_vec(line).expect("texts and numbers always encode into memory");
    text.push(b'\n');
    out.write_all(&text).doing(|| "writing the export".to_owned())
}

/// Lines of a file, counted.
pub(crate) struct Lines<'a> {
    from: &'a mut dyn BufRead,
    line: Vec<u8>,
    /// The line read last, from 1.
    pub(crate) number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(from: &'a mut dyn BufRead) -> Self {
        Self {
            from,
            line: Vec::new(),
            number: 0,
        }
    }

    /// The next line without its end; `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, StoreError> {
        self.line.clear();
        self.number += 1;
        let number = self.number;
        let bad = |why: String| StoreError::BadImport { line: number, why };
        let read = Read::take(&mut *self.from, MAX_LINE).read_until(b'\n', &mut self.line);
        let len = read.map_err(|error| bad(format!("it cannot be read: {error}")))?;
        if len == 0 {
            return Ok(None);
        }
        if self.line.pop() != Some(b'\n') {
            return Err(bad("it is cut short".to_owned()));
        }
        Ok(Some(&self.line))
    }

    /// The next line, read as a value.
    pub(crate) fn parse<T: DeserializeOwned>(&mut self) -> Result<Option<T>, StoreError> {
        let number = self.number + 1;
        let Some(line) = self.next()? else { return Ok(None) };
        let parsed = serde_json::from_slice(line);
        parsed.map(Some).map_err(|error| StoreError::BadImport {
            line: number,
            why: error.to_string(),
        })
    }

    /// An error about the line read last.
    pub(crate) fn bad(&self, why: impl Into<String>) -> StoreError {
        StoreError::BadImport {
            line: self.number,
            why: why.into(),
        }
    }
}

/// Puts the records of a stream together to the batches they came in, checking the chain.
pub(crate) struct BatchLines {
    pub(crate) stream: StreamId,
    pub(crate) version: Version,
    pub(crate) digest: Digest,
    open: Option<OpenBatch>,
}

struct OpenBatch {
    append: Append,
    len: u16,
    position: Option<u64>,
    bytes: usize,
}

impl BatchLines {
    pub(crate) fn new(stream: StreamId) -> Self {
        Self {
            stream,
            version: 0,
            digest: Digest::default(),
            open: None,
        }
    }

    /// No batch is half read.
    pub(crate) fn is_whole(&self) -> bool {
        self.open.is_none()
    }

    /// Takes in a record; gives the batch that it completes, with the global position of its first record if it has one.
    pub(crate) fn take(&mut self, line: RecordLine) -> Result<Option<(Append, Option<u64>)>, String> {
        if line.version != self.version + 1 {
            return Err(format!(
                "version {} where {} belongs",
                line.version,
                self.version + 1
            ));
        }
        let BatchPlace { index, of } = line.batch;
        if index >= of {
            return Err(format!(
                "record {index} of a batch of {of}: they are counted from 0"
            ));
        }
        let body = unbase64(&line.body)?;
        let mut batch = match (self.open.take(), line.command, index) {
            (None, Some(command), 0) => OpenBatch {
                append: Append {
                    stream: self.stream,
                    expected: Expected::Exactly(self.version),
                    recorded_at_ms: line.recorded_at_ms,
                    command: CommandStamp {
                        id: line.command_id.clone(),
                        actor: line.actor.clone(),
                        rules: command.rules,
                        body: unbase64(&command.body)?,
                    },
                    events: Vec::new(),
                    card: None,
                },
                len: of,
                position: line.position,
                bytes: 0,
            },
            (Some(batch), None, _) if usize::from(index) == batch.append.events.len() => batch,
            (None, None, _) => return Err("the first record of a batch has no command".to_owned()),
            (_, Some(_), _) | (Some(_), None, _) => return Err("records of two batches are mixed".to_owned()),
        };
        let OpenBatch {
            append,
            len,
            position,
            bytes,
        } = &mut batch;
        let same = append.recorded_at_ms == line.recorded_at_ms
            && append.command.actor == line.actor
            && append.command.id == line.command_id
            && *len == of
            && match (line.position, *position) {
                (Some(own), Some(first)) => own.checked_sub(first) == Some(u64::from(index)),
                (own, first) => own == first,
            };
        if !same {
            return Err("it differs from the record before it in what a batch has in common".to_owned());
        }
        *bytes += body.len();
        if *bytes > MAX_BATCH_BYTES {
            return Err(format!("its batch has more than {MAX_BATCH_BYTES} bytes"));
        }
        let fields = BatchFields {
            len: of,
            ..crate::command_index::batch_fields(append)
        };
        let event = EventFields {
            version: line.version,
            index,
            kind: &line.kind,
            schema: line.schema,
            body: &body,
        };
        let digest = chain::link(self.digest, &fields, &event);
        let claimed: Digest = line
            .digest
            .parse()
            .map_err(|error: crate::NotADigest| error.to_string())?;
        if digest != claimed {
            return Err(format!(
                "version {}: the chain is broken: {claimed} in the file, {digest} by its content",
                line.version
            ));
        }
        append.events.push(NewEvent {
            kind: line.kind,
            schema: line.schema,
            body,
        });
        self.version = line.version;
        self.digest = digest;
        if index + 1 < of {
            self.open = Some(batch);
            return Ok(None);
        }
        let OpenBatch { append, position, .. } = batch;
        append.check().map_err(|error| error.to_string())?;
        Ok(Some((append, position)))
    }
}
