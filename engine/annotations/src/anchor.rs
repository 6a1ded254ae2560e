//! Anchors: the subjects of annotations.

use hindsight_kernel::{BoardPoint, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::drawing::sound;
use crate::limits::UNIT;
use crate::messages::MESSAGES;
use crate::remark::AnnotationFault;

/// What an annotation speaks of: always a moment of the game, and perhaps something there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Anchor {
    /// One event.
    Event {
        /// Its version.
        version: u64,
    },
    /// A stretch of events.
    Span {
        /// The version of the first.
        from: u64,
        /// The version of the last; greater than `from`.
        to: u64,
    },
    /// A unit at a moment.
    Unit {
        /// The moment.
        version: u64,
        /// The unit's id.
        unit: String,
    },
    /// A place on the board at a moment.
    Place {
        /// The moment.
        version: u64,
        /// The place, in board units.
        at: BoardPoint,
    },
}

/// What kind of thing an anchor names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnchorKind {
    /// An event.
    Event,
    /// A stretch of events.
    Span,
    /// A unit.
    Unit,
    /// A place.
    Place,
}

impl AnchorKind {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::Span => "span",
            Self::Unit => "unit",
            Self::Place => "place",
        }
    }
}

impl Anchor {
    /// The kind of thing that it names.
    pub const fn kind(&self) -> AnchorKind {
        match self {
            Self::Event { .. } => AnchorKind::Event,
            Self::Span { .. } => AnchorKind::Span,
            Self::Unit { .. } => AnchorKind::Unit,
            Self::Place { .. } => AnchorKind::Place,
        }
    }

    /// The first version it speaks of.
    pub const fn from(&self) -> u64 {
        match self {
            Self::Event { version } | Self::Unit { version, .. } | Self::Place { version, .. } => *version,
            Self::Span { from, .. } => *from,
        }
    }

    /// The last version it speaks of.
    pub const fn to(&self) -> u64 {
        match self {
            Self::Event { version } | Self::Unit { version, .. } | Self::Place { version, .. } => *version,
            Self::Span { to, .. } => *to,
        }
    }

    /// The unit it speaks of.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Self::Unit { unit, .. } => Some(unit),
            Self::Event { .. } | Self::Span { .. } | Self::Place { .. } => None,
        }
    }

    /// The check of it in a game of so many events.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, events: u64) -> Result<(), AnnotationFault> {
        let within = |name: &str, version: u64| {
            if (1..=events).contains(&version) {
                return Ok(());
            }
            Err(AnnotationFault::new(
                format!("/anchor/{name}"),
                message!(MESSAGES, "anchor-version", events, version),
            ))
        };
        match self {
            Self::Event { version } => within("version", *version),
            Self::Span { from, to } => {
                within("from", *from)?;
                within("to", *to)?;
                if from < to {
                    return Ok(());
                }
                Err(AnnotationFault::new(
                    "/anchor/to",
                    message!(MESSAGES, "anchor-span"),
                ))
            }
            Self::Unit { version, unit } => {
                within("version", *version)?;
                if !unit.is_empty() && unit.chars().count() <= UNIT {
                    return Ok(());
                }
                let reason = message!(MESSAGES, "anchor-unit", unit = UNIT);
                Err(AnnotationFault::new("/anchor/unit", reason))
            }
            Self::Place { version, at } => {
                within("version", *version)?;
                sound(*at, "/anchor/at")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_lies_in_its_game() {
        let event = |version| Anchor::Event { version };
        let span = |from, to| Anchor::Span { from, to };
        let unit = |unit: &str| Anchor::Unit {
            version: 3,
            unit: unit.to_owned(),
        };
        let place = |x| Anchor::Place {
            version: 3,
            at: BoardPoint::new(x, 0.0),
        };
        let rows = [
            (event(0), Some("/anchor/version")),
            (event(1), None),
            (event(9), None),
            (event(10), Some("/anchor/version")),
            (span(0, 4), Some("/anchor/from")),
            (span(4, 10), Some("/anchor/to")),
            (span(4, 4), Some("/anchor/to")),
            (span(5, 4), Some("/anchor/to")),
            (span(4, 5), None),
            (unit(""), Some("/anchor/unit")),
            (unit("A1"), None),
            (unit(&"x".repeat(65)), Some("/anchor/unit")),
            (place(f64::NAN), Some("/anchor/at")),
            (place(10_001.0), Some("/anchor/at")),
            (place(3.5), None),
        ];
        for (anchor, expected) in rows {
            let found = anchor.check(9).err().map(|fault| fault.path);
            assert_eq!(found.as_deref(), expected, "{anchor:?}");
        }
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let read = |text: &str| serde_json::from_str::<Anchor>(text);
        assert!(read(r#"{"type":"event","version":4}"#).is_ok());
        assert!(read(r#"{"type":"event","version":4,"unit":"A1"}"#).is_err());
        assert!(read(r#"{"version":4}"#).is_err());
    }
}
