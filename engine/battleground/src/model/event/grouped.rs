//! The stored form of an event: its own name and what it holds, whichever chapter it is of.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, EnumAccess, Error as _, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, forward_to_deserialize_any};
use strum::VariantNames;

use super::{
    AbilityEvent, CombatEvent, CommandEvent, CourageEvent, DamageEvent, EngagementEvent, Event,
    MovementEvent, ProcedureEvent, SetupEvent, TurnEvent,
};

/// What is the same for every chapter.
macro_rules! chapters {
    ($($chapter:ident($event:ident)),* $(,)?) => {
        impl Event {
            /// The names of the events in streams.
            pub const NAMES: &[&str] = &names();
        }

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

        impl From<&Event> for &'static str {
            fn from(event: &Event) -> Self {
                match event {
                    $(Event::$chapter(event) => event.into(),)*
                }
            }
        }

        impl Serialize for Event {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$chapter(event) => event.serialize(serializer),)*
                }
            }
        }

        impl JsonSchema for Event {
            fn schema_name() -> Cow<'static, str> {
                "Event".into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let chapters = [$(<$event>::json_schema(generator)),*];
                let each = |mut chapter: Schema| match chapter.remove("oneOf") {
                    Some(serde_json::Value::Array(events)) => events,
                    _ => Vec::new(),
                };
                let events: Vec<serde_json::Value> = chapters.into_iter().flat_map(each).collect();
                json_schema!({ "description": "What happens.", "oneOf": events })
            }
        }

        /// Reads an event by its name.
        struct Named;

        impl<'de> Visitor<'de> for Named {
            type Value = Event;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Event, A::Error> {
                let (name, content) = access.variant_seed(Name)?;
                $(
                    if <$event as VariantNames>::VARIANTS.contains(&name) {
                        return <$event>::deserialize(Chosen { name, content }).map(Event::$chapter);
                    }
                )*
                Err(A::Error::unknown_variant(name, Event::NAMES))
            }
        }
    };
}

chapters!(
    Procedure(ProcedureEvent),
    Setup(SetupEvent),
    Turn(TurnEvent),
    Movement(MovementEvent),
    Engagement(EngagementEvent),
    Courage(CourageEvent),
    Command(CommandEvent),
    Ability(AbilityEvent),
    Damage(DamageEvent),
    Combat(CombatEvent)
);

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("Event", Self::NAMES, Named)
    }
}

/// Reads the name of an event.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an event")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<&'static str, E> {
        let known = Event::NAMES.iter().find(|known| **known == name);
        known
            .copied()
            .ok_or_else(|| E::unknown_variant(name, Event::NAMES))
    }
}

/// An event whose name is read already, before its chapter reads what it holds.
struct Chosen<C> {
    name: &'static str,
    content: C,
}

impl<'de, C: serde::de::VariantAccess<'de>> Deserializer<'de> for Chosen<C> {
    type Error = C::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, C::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, C: serde::de::VariantAccess<'de>> EnumAccess<'de> for Chosen<C> {
    type Error = C::Error;
    type Variant = C;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, C), C::Error> {
        let name: StrDeserializer<'_, C::Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.content))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hindsight_kernel::{Seat, codec, wire};
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_is_stored_under_its_own_name_without_its_chapter() {
        let cases = [
            (Event::Turn(TurnEvent::TurnEnded), json!("turn_ended")),
            (
                Event::Command(CommandEvent::ActionsGained {
                    seat: Seat::B,
                    count: 2,
                }),
                json!({ "actions_gained": { "seat": "B", "count": 2 } }),
            ),
        ];
        for (event, stored) in cases {
            assert_eq!(serde_json::to_value(&event).unwrap(), stored);
            assert_eq!(serde_json::from_value::<Event>(stored).unwrap(), event);
            assert_eq!(codec::decode::<Event>(&codec::encode(&event)).unwrap(), event);
            assert_eq!(wire::from_value::<Event>(wire::to_value(&event)).unwrap(), event);
        }
        assert_eq!(<&str>::from(&Event::Turn(TurnEvent::TurnEnded)), "turn_ended");
    }

    #[test]
    fn a_name_is_that_of_one_event() {
        let names: BTreeSet<&str> = Event::NAMES.iter().copied().collect();
        assert_eq!(names.len(), Event::NAMES.len());
        let schema = serde_json::to_value(schemars::schema_for!(Event)).unwrap();
        assert_eq!(schema["oneOf"].as_array().unwrap().len(), Event::NAMES.len());
    }

    #[test]
    fn an_unknown_event_or_field_is_refused_by_name() {
        let fault = |value| serde_json::from_value::<Event>(value).unwrap_err().to_string();
        assert!(fault(json!("turn_skipped")).contains("unknown variant `turn_skipped`"));
        let more = json!({ "actions_gained": { "seat": "B", "count": 2, "why": "luck" } });
        assert!(fault(more).contains("unknown field `why`"));
        assert!(fault(json!({ "actions_gained": { "seat": "B" } })).contains("missing field `count`"));
        assert!(fault(json!(7)).contains("invalid type"));
    }
}
