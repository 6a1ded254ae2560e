//! The durable form of events, commands and snapshots: one format byte, then `MessagePack` with named fields,
//! enums externally tagged.
//!
//! A table event is stored under the type `@name`, an event of the system under its own name; the body of the
//! latter is the system's event alone. Named fields let a later release add fields with defaults and read every
//! older stream; steps that need more are [`Upcaster`](crate::Upcaster)s.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::placed_value::{Place, PlacedValue};
use crate::{EventOf, FoldError, GameEvent, MESSAGES, Message, RuleSet, message, wire, written_value};

/// The format byte of this release: `MessagePack` with named fields.
pub const FORMAT: u8 = 1;
/// The schema of the table's own events in this release.
pub const TABLE_SCHEMA: u16 = 1;

/// An event as the store keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// `@name` for table events, else the system's event type.
    pub kind: String,
    /// The schema it was written in.
    pub schema: u16,
    /// Format byte and payload.
    pub body: Vec<u8>,
}

/// Whether an event of this type sends its game back to an earlier version.
pub fn rewinds(kind: &str) -> bool {
    matches!(kind, "@taken_back" | "@corrected")
}

/// Encodes a value with its format byte.
///
/// # Panics
/// Never for our types: none of them refuses to be written.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(128);
    bytes.push(FORMAT);
    written_value::packed(value, bytes).expect("our types encode: none of them refuses to be written")
}

/// Decodes a value behind its format byte.
///
/// # Errors
/// In words: an unknown format byte, or what the decoder says.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Message> {
    match bytes.split_first() {
        Some((&FORMAT, payload)) => {
            let place = Place::packed(payload);
            PlacedValue::next_of(&place)
                .and_then(T::deserialize)
                .map_err(|error| message!(MESSAGES, "form-refused", reason = error.to_string()))
        }
        Some((format, _)) => Err(message!(MESSAGES, "stored-format-newer", format, known = FORMAT)),
        None => Err(message!(MESSAGES, "stored-nothing")),
    }
}

/// The stored form of an event.
pub fn store_event<R: RuleSet>(event: &EventOf<R>) -> StoredEvent {
    match event {
        GameEvent::Played(played) => StoredEvent {
            kind: R::event_name(played).to_owned(),
            schema: R::EVENT_SCHEMA,
            body: encode(played),
        },
        table => StoredEvent {
            kind: format!("@{}", table.table_name().unwrap_or_default()),
            schema: TABLE_SCHEMA,
            body: encode(table),
        },
    }
}

/// The event behind its stored form, upcast to the present schema.
///
/// # Errors
/// [`FoldError::Newer`] for a type or schema this release does not know, [`FoldError::Unreadable`] for a damaged body.
pub fn load_event<R: RuleSet>(kind: &str, schema: u16, body: &[u8]) -> Result<EventOf<R>, FoldError> {
    let table = kind.starts_with('@');
    let newest = if table { TABLE_SCHEMA } else { R::EVENT_SCHEMA };
    if schema > newest {
        return Err(FoldError::Newer {
            kind: kind.to_owned(),
            needs: if table {
                message!(MESSAGES, "schema-of-table-newer", schema, newest)
            } else {
                message!(MESSAGES, "schema-newer", schema, of = R::ID, newest)
            },
        });
    }
    let fault = |why: Message| {
        if why.contains("unknown variant") {
            FoldError::Newer {
                kind: kind.to_owned(),
                needs: message!(MESSAGES, "event-type-newer"),
            }
        } else if why.name() == "stored-format-newer" {
            FoldError::Newer {
                kind: kind.to_owned(),
                needs: why,
            }
        } else {
            FoldError::Unreadable {
                kind: kind.to_owned(),
                why,
            }
        }
    };
    if table {
        return decode(body).map_err(fault);
    }
    if schema == newest {
        return decode(body).map(GameEvent::Played).map_err(fault);
    }
    let mut value: Value = decode(body).map_err(fault)?;
    let mut at = schema;
    while at < newest {
        for upcaster in R::upcasters()
            .iter()
            .filter(|step| step.kind == kind && step.from == at)
        {
            (upcaster.step)(&mut value)
                .map_err(|reason| fault(message!(MESSAGES, "form-refused", reason)))?;
        }
        at += 1;
    }
    wire::read(&value)
        .map(GameEvent::Played)
        .map_err(|malformed| fault(malformed.reason))
}
