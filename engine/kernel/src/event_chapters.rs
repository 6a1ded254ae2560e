//! Events in chapters: [`event_chapters!`](crate::event_chapters) declares the event of a game by the enums of its chapters.
//!
//! The stored form of an event does not name its chapter: it is the event's own name and its fields, as of one enum.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, IntoDeserializer, VariantAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

#[doc(hidden)]
pub use {schemars, serde, serde_json, strum};

/// Declares the event of a game by its chapters.
///
/// A chapter is an enum that derives `Serialize`, `Deserialize`, `JsonSchema`, `strum::IntoStaticStr` and `strum::VariantNames`
/// with the same names for serde and strum. The event is stored without its chapter, so that an event may move to another
/// chapter. It gets `NAMES` (the names of all events, in the order of the chapters), `Serialize`, `Deserialize`, `JsonSchema`,
/// the conversion of its reference into its name, and the conversion of each chapter's enum into it.
///
/// ```
/// use hindsight_kernel::event_chapters;
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames)]
/// #[serde(rename_all = "snake_case")]
/// #[strum(serialize_all = "snake_case")]
/// pub enum TurnEvent {
///     TurnBegan { number: u8 },
///     TurnEnded,
/// }
///
/// event_chapters! {
///     /// Something that happened.
///     #[derive(Debug, Clone, PartialEq)]
///     pub enum Event {
///         /// Turns.
///         Turn(TurnEvent),
///     }
/// }
///
/// let event = Event::from(TurnEvent::TurnBegan { number: 2 });
/// assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"turn_began":{"number":2}}"#);
/// assert_eq!(serde_json::from_str::<Event>("\"turn_ended\"").unwrap(), TurnEvent::TurnEnded.into());
/// assert_eq!(Event::NAMES, ["turn_began", "turn_ended"]);
/// ```
#[macro_export]
macro_rules! event_chapters {
    (
        #[doc = $about:literal]
        $(#[$more:meta])*
        $vis:vis enum $name:ident {
            $( $(#[$of:meta])* $chapter:ident($event:ident) ),* $(,)?
        }
    ) => {
        #[doc = $about]
        $(#[$more])*
        $vis enum $name {
            $( $(#[$of])* $chapter($event), )*
        }

        const _: () = {
            use $crate::event_chapters::serde::de::{Deserialize, Deserializer, EnumAccess, Error, Visitor};
            use $crate::event_chapters::serde::ser::{Serialize, Serializer};
            use $crate::event_chapters::schemars::{self, JsonSchema, Schema, SchemaGenerator};
            use $crate::event_chapters::strum::VariantNames;
            use $crate::event_chapters::{Chosen, EventName, chapter_events, serde_json};

            const COUNT: usize = 0 $(+ <$event as VariantNames>::VARIANTS.len())*;

            const fn names() -> [&'static str; COUNT] {
                let mut names = [""; COUNT];
                let mut next = 0;
                $(
                    let of_chapter = <$event as VariantNames>::VARIANTS;
                    let mut place = 0;
                    while place < of_chapter.len() {
                        names[next] = of_chapter[place];
                        next += 1;
                        place += 1;
                    }
                )*
                names
            }

            impl $name {
                /// The names of the events as streams store them.
                $vis const NAMES: &'static [&'static str] = &names();
            }

            $(
                impl From<$event> for $name {
                    fn from(event: $event) -> Self {
                        Self::$chapter(event)
                    }
                }
            )*

            impl From<&$name> for &'static str {
                fn from(event: &$name) -> Self {
                    match event {
                        $($name::$chapter(event) => event.into(),)*
                    }
                }
            }

            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    match self {
                        $(Self::$chapter(event) => event.serialize(serializer),)*
                    }
                }
            }

            impl JsonSchema for $name {
                fn schema_name() -> ::std::borrow::Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    let chapters = [$(<$event>::json_schema(generator)),*];
                    let events: Vec<serde_json::Value> = chapters.into_iter().flat_map(chapter_events).collect();
                    schemars::json_schema!({ "description": $about.trim(), "oneOf": events })
                }
            }

            /// Reads an event by its name.
            struct Named;

            impl<'de> Visitor<'de> for Named {
                type Value = $name;

                fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    f.write_str("an event")
                }

                fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<$name, A::Error> {
                    let (name, content) = access.variant_seed(EventName($name::NAMES))?;
                    $(
                        if <$event as VariantNames>::VARIANTS.contains(&name) {
                            return <$event>::deserialize(Chosen { name, content }).map($name::$chapter);
                        }
                    )*
                    Err(A::Error::unknown_variant(name, $name::NAMES))
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_enum(stringify!($name), Self::NAMES, Named)
                }
            }
        };
    };
}

/// The schemas of the events of a chapter.
#[doc(hidden)]
pub fn chapter_events(mut chapter: schemars::Schema) -> Vec<serde_json::Value> {
    match chapter.remove("oneOf") {
        Some(serde_json::Value::Array(events)) => events,
        _ => Vec::new(),
    }
}

/// Reads the name of an event: one of a list.
#[doc(hidden)]
pub struct EventName(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for EventName {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for EventName {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an event")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<&'static str, E> {
        let known = self.0.iter().find(|known| **known == name);
        known.copied().ok_or_else(|| E::unknown_variant(name, self.0))
    }
}

/// An event after its name was read, before its chapter reads its fields.
#[doc(hidden)]
pub struct Chosen<C> {
    /// The event's name.
    pub name: &'static str,
    /// Its fields, not yet read.
    pub content: C,
}

impl<'de, C: VariantAccess<'de>> Deserializer<'de> for Chosen<C> {
    type Error = C::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, C::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, C: VariantAccess<'de>> EnumAccess<'de> for Chosen<C> {
    type Error = C::Error;
    type Variant = C;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, C), C::Error> {
        let name: StrDeserializer<'_, C::Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.content))
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use serde_json::json;

    use crate::{codec, wire};

    #[derive(
        Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
    )]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    #[strum(serialize_all = "snake_case")]
    enum TurnEvent {
        /// A turn began.
        TurnBegan {
            /// Its number.
            number: u8,
        },
        /// A turn ended.
        TurnEnded,
    }

    #[derive(
        Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
    )]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    #[strum(serialize_all = "snake_case")]
    enum MoveEvent {
        /// A unit moved.
        UnitMoved {
            /// The unit.
            unit: String,
        },
    }

    crate::event_chapters! {
        /// What happened.
        #[derive(Debug, Clone, PartialEq)]
        enum Event {
            /// Turns.
            Turn(TurnEvent),
            /// Moves.
            Move(MoveEvent),
        }
    }

    #[test]
    fn event_is_stored_under_its_own_name_without_its_chapter() {
        let moved = MoveEvent::UnitMoved {
            unit: "A1".to_owned(),
        };
        let cases = [
            (Event::from(TurnEvent::TurnEnded), json!("turn_ended")),
            (
                TurnEvent::TurnBegan { number: 3 }.into(),
                json!({ "turn_began": { "number": 3 } }),
            ),
            (moved.into(), json!({ "unit_moved": { "unit": "A1" } })),
        ];
        for (event, stored) in cases {
            assert_eq!(serde_json::to_value(&event).unwrap(), stored);
            assert_eq!(serde_json::from_value::<Event>(stored).unwrap(), event);
            assert_eq!(codec::decode::<Event>(&codec::encode(&event)).unwrap(), event);
            assert_eq!(wire::from_value::<Event>(wire::to_value(&event)).unwrap(), event);
        }
    }

    #[test]
    fn names_and_schema_list_the_events_of_all_chapters_in_order() {
        assert_eq!(Event::NAMES, ["turn_began", "turn_ended", "unit_moved"]);
        assert_eq!(<&str>::from(&Event::Turn(TurnEvent::TurnEnded)), "turn_ended");
        let schema = serde_json::to_value(schemars::schema_for!(Event)).unwrap();
        assert_eq!(schema["description"], "What happened.");
        assert_eq!(schema["oneOf"].as_array().unwrap().len(), Event::NAMES.len());
    }

    #[test]
    fn unknown_event_or_field_is_refused_by_name() {
        let fault = |value| serde_json::from_value::<Event>(value).unwrap_err().to_string();
        assert!(fault(json!("turn_skipped")).contains("unknown variant `turn_skipped`"));
        assert!(
            fault(json!({ "turn_began": { "number": 2, "why": "luck" } })).contains("unknown field `why`")
        );
        assert!(fault(json!({ "turn_began": {} })).contains("missing field `number`"));
    }
}
