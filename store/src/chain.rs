//! The chain: each record's digest covers the digest before it, so loss and tampering show.
//!
//! The global position is not covered, so a stream keeps its chain when it moves to another store.

use crate::{Digest, StreamId, Version};

/// Told apart from every other use of BLAKE3, and from later forms of this one.
const DOMAIN: &[u8] = b"hindsight record 1\0";

/// The fields that a batch's records share.
#[derive(Clone, Copy)]
pub(crate) struct BatchFields<'a> {
    pub(crate) stream: StreamId,
    pub(crate) recorded_at_ms: u64,
    pub(crate) actor: &'a str,
    pub(crate) command_id: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) command: &'a [u8],
    pub(crate) len: u16,
}

/// One event within its batch.
#[derive(Clone, Copy)]
pub(crate) struct EventFields<'a> {
    pub(crate) version: Version,
    pub(crate) index: u16,
    pub(crate) kind: &'a str,
    pub(crate) schema: u16,
    pub(crate) body: &'a [u8],
}

/// The digest of one record: numbers little-endian, texts and bodies behind their length.
/// The command belongs to the first record of its batch.
pub(crate) fn link(previous: Digest, batch: &BatchFields<'_>, event: &EventFields<'_>) -> Digest {
    let mut fields = Vec::with_capacity(192 + event.body.len());
    fields.extend_from_slice(DOMAIN);
    fields.extend_from_slice(&previous.0);
    fields.extend_from_slice(&batch.stream.to_bytes());
    fields.extend_from_slice(&event.version.to_le_bytes());
    fields.extend_from_slice(&batch.recorded_at_ms.to_le_bytes());
    fields.extend_from_slice(&batch.len.to_le_bytes());
    fields.extend_from_slice(&event.index.to_le_bytes());
    fields.extend_from_slice(&event.schema.to_le_bytes());
    let mut bytes = |value: &[u8]| {
        fields.extend_from_slice(&(value.len() as u64).to_le_bytes());
        fields.extend_from_slice(value);
    };
    bytes(batch.actor.as_bytes());
    bytes(batch.command_id.as_bytes());
    bytes(event.kind.as_bytes());
    bytes(event.body);
    if event.index == 0 {
        bytes(batch.rules.as_bytes());
        bytes(batch.command);
    }
    Digest(*blake3::hash(&fields).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BATCH: BatchFields<'_> = BatchFields {
        stream: StreamId::ZERO,
        recorded_at_ms: 1,
        actor: "a",
        command_id: "c",
        rules: "r",
        command: b"do",
        len: 2,
    };
    const EVENT: EventFields<'_> = EventFields {
        version: 1,
        index: 0,
        kind: "k",
        schema: 1,
        body: b"done",
    };

    #[test]
    fn every_field_moves_the_digest() {
        let base = link(Digest::default(), &BATCH, &EVENT);
        let other = StreamId::new(1, 0);
        let changed = [
            link(Digest([1; 32]), &BATCH, &EVENT),
            link(
                Digest::default(),
                &BatchFields {
                    stream: other,
                    ..BATCH
                },
                &EVENT,
            ),
            link(
                Digest::default(),
                &BatchFields {
                    recorded_at_ms: 2,
                    ..BATCH
                },
                &EVENT,
            ),
            link(Digest::default(), &BatchFields { actor: "b", ..BATCH }, &EVENT),
            link(
                Digest::default(),
                &BatchFields {
                    command_id: "d",
                    ..BATCH
                },
                &EVENT,
            ),
            link(Digest::default(), &BatchFields { rules: "s", ..BATCH }, &EVENT),
            link(
                Digest::default(),
                &BatchFields {
                    command: b"du",
                    ..BATCH
                },
                &EVENT,
            ),
            link(Digest::default(), &BatchFields { len: 3, ..BATCH }, &EVENT),
            link(Digest::default(), &BATCH, &EventFields { version: 2, ..EVENT }),
            link(Digest::default(), &BATCH, &EventFields { index: 1, ..EVENT }),
            link(Digest::default(), &BATCH, &EventFields { kind: "l", ..EVENT }),
            link(Digest::default(), &BATCH, &EventFields { schema: 2, ..EVENT }),
            link(
                Digest::default(),
                &BATCH,
                &EventFields {
                    body: b"undo",
                    ..EVENT
                },
            ),
            // Bytes moved from one field to its neighbour.
            link(
                Digest::default(),
                &BatchFields {
                    actor: "ac",
                    command_id: "",
                    ..BATCH
                },
                &EVENT,
            ),
        ];
        for (row, digest) in changed.iter().enumerate() {
            assert_ne!(*digest, base, "row {row}");
        }
    }
}
