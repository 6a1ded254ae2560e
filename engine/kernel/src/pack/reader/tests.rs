use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use super::*;
use crate::Message;

/// A word of lower-case letters; the schema says so in a pattern, which only the type itself checks.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[a-z]+$", "examples" = ["word"]))]
struct Letters(String);

impl<'de> Deserialize<'de> for Letters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() || !text.bytes().all(|letter| letter.is_ascii_lowercase()) {
            return Err(serde::de::Error::custom("lower-case letters are expected"));
        }
        Ok(Self(text))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
    /// A described variant has a schema of its own.
    Blue,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum AuditEffect {
    Stop,
    Move {
        #[schemars(range(min = 1, max = 12))]
        steps: u8,
    },
    Both(Vec<Self>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Ground {
    Hill { level: u8 },
    River { width: f64 },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Card {
    id: Letters,
    colour: Colour,
    #[schemars(range(min = 2, max = 6))]
    skill: u8,
    #[serde(default)]
    #[schemars(range(min = 1, max = 3))]
    level: Option<u8>,
    #[serde(default)]
    effects: Vec<AuditEffect>,
    #[serde(default)]
    corner: Option<[i8; 2]>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Box {
    #[schemars(length(min = 1, max = 5))]
    name: String,
    #[schemars(length(max = 3))]
    cards: Vec<Card>,
    #[serde(default)]
    ground: Vec<Ground>,
    #[serde(default)]
    #[schemars(extend("additionalProperties" = { "type": "integer", "minimum": 1, "maximum": 3 }))]
    levels: BTreeMap<String, u8>,
    #[serde(default)]
    first: Option<Card>,
}

fn card(id: &str) -> Value {
    json!({ "id": id, "colour": "red", "skill": 3 })
}

fn sound() -> Value {
    json!({
        "name": "Box",
        "cards": [card("a"), card("b")],
        "ground": [{ "kind": "hill", "level": 2 }, { "kind": "river", "width": 1 }],
        "levels": { "bow": 2 },
    })
}

/// The faults after a change of a sound value, and what was read.
fn read(change: impl FnOnce(&mut Value)) -> (Option<Box>, Vec<(String, String)>) {
    let mut value = sound();
    change(&mut value);
    let mut faults = Faults::default();
    let read = PackReader::<Box>::generated().read(&value, &mut faults);
    let list = faults.into_list().into_iter();
    (
        read,
        list.map(|fault| (fault.path, fault.reason.into())).collect(),
    )
}

#[track_caller]
fn assert_fault(change: impl FnOnce(&mut Value), path: &str, reason: &str) -> Box {
    let (read, faults) = read(change);
    assert_eq!(faults, [(path.to_owned(), reason.to_owned())]);
    read.expect("the rest can be read")
}

#[test]
fn a_sound_value_is_read_as_serde_reads_it() {
    let (read, faults) = read(|_| {});
    assert_eq!((faults, read), (vec![], serde_json::from_value(sound()).ok()));
    // Optional fields may be nothing, and effects may be nested.
    let (read, faults) = self::read(|value| {
        value["first"] = json!(null);
        value["cards"][0]["level"] = json!(null);
        value["cards"][0]["effects"] = json!(["stop", { "both": ["stop", { "move": { "steps": 12 } }] }]);
        value["cards"][0]["corner"] = json!([-3, 4]);
    });
    assert_eq!(faults, []);
    let card = &read.unwrap().cards[0];
    assert_eq!(
        card.effects[1],
        AuditEffect::Both(vec![AuditEffect::Stop, AuditEffect::Move { steps: 12 }])
    );
}

#[test]
fn each_fault_says_where_it_is_and_what_would_be_right() {
    let change = |value: &mut Value| value["cards"][0]["skill"] = json!(7);
    assert_fault(change, "/cards/0/skill", "2 to 6 is expected, not 7");
    let change = |value: &mut Value| value["cards"][0]["skill"] = json!("high");
    assert_fault(
        change,
        "/cards/0/skill",
        "a whole number from 2 to 6 is expected, not \"high\"",
    );
    let change = |value: &mut Value| value["cards"][0]["skill"] = json!(2.5);
    assert_fault(
        change,
        "/cards/0/skill",
        "a whole number from 2 to 6 is expected, not 2.5",
    );
    let change = |value: &mut Value| value["cards"][1]["colour"] = json!("pink");
    assert_fault(
        change,
        "/cards/1/colour",
        "one of red, blue is expected, not \"pink\"",
    );
    let change = |value: &mut Value| value["cards"][1]["wings"] = json!(2);
    assert_fault(
        change,
        "/cards/1/wings",
        "no such field; the fields are colour, corner, effects, id, level, skill",
    );
    let change = |value: &mut Value| drop(value["cards"][1].as_object_mut().unwrap().remove("skill"));
    assert_fault(change, "/cards/1/skill", "this field is missing");
    let change = |value: &mut Value| value["name"] = json!("");
    assert_fault(
        change,
        "/name",
        "a text of 1 to 5 characters is expected, not of 0",
    );
    let change = |value: &mut Value| value["cards"] = json!(vec![card("a"); 4]);
    assert_fault(change, "/cards", "a list of at most 3 entries is expected, not 4");
    let change = |value: &mut Value| value["cards"][0]["corner"] = json!([1]);
    assert_fault(
        change,
        "/cards/0/corner",
        "a list of 2 entries is expected, not 1",
    );
    let change = |value: &mut Value| value["first"] = json!(3);
    assert_fault(change, "/first", "an object is expected, not 3");
    let change = |value: &mut Value| value["levels"] = json!({ "a/b": 4 });
    assert_fault(change, "/levels/a~1b", "1 to 3 is expected, not 4");
}

#[test]
fn a_fault_of_a_variant_is_a_fault_of_what_was_meant() {
    let effects = |effect: Value| move |value: &mut Value| value["cards"][0]["effects"] = json!([effect]);
    let at = "/cards/0/effects/0";
    let wrong = json!({ "move": { "steps": 13 } });
    assert_fault(
        effects(wrong),
        &format!("{at}/move/steps"),
        "1 to 12 is expected, not 13",
    );
    let wrong = json!({ "both": ["stop", { "move": { "steps": 0 } }] });
    assert_fault(
        effects(wrong),
        &format!("{at}/both/1/move/steps"),
        "1 to 12 is expected, not 0",
    );
    let wrong = json!({ "fly": {} });
    assert_fault(
        effects(wrong),
        at,
        "one of stop, move, both is expected, not an object with `fly`",
    );
    assert_fault(
        effects(json!("hop")),
        at,
        "one of stop, move, both is expected, not \"hop\"",
    );
    // Variants told apart by a field of theirs.
    let change = |value: &mut Value| value["ground"][0] = json!({ "kind": "hill", "level": 300 });
    assert_fault(change, "/ground/0/level", "0 to 255 is expected, not 300");
    let change = |value: &mut Value| value["ground"][0]["kind"] = json!("lake");
    assert_fault(
        change,
        "/ground/0/kind",
        "one of hill, river is expected, not \"lake\"",
    );
}

#[test]
fn all_faults_come_at_once_and_the_rest_is_read() {
    let (read, faults) = read(|value| {
        value["name"] = json!(7);
        value["cards"][0]["id"] = json!("A 1");
        value["cards"][0]["skill"] = json!(1);
        value["cards"][1]["id"] = json!("");
        value["ground"][1]["width"] = json!("wide");
        value["colour"] = json!("blue");
    });
    let mut paths: Vec<&str> = faults.iter().map(|(path, _)| path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "/cards/0/id",
            "/cards/0/skill",
            "/cards/1/id",
            "/colour",
            "/ground/1/width",
            "/name"
        ]
    );
    // What the type itself refuses is said in its words.
    let id = faults.iter().find(|(path, _)| path == "/cards/0/id").unwrap();
    assert_eq!(id.1, "lower-case letters are expected");
    let read = read.unwrap();
    assert_eq!((read.cards.len(), read.cards[1].skill), (2, 3));
}

#[test]
fn what_was_read_in_the_place_of_a_fault_has_no_further_faults() {
    let mut value = sound();
    value["cards"][0] = json!({ "id": "a", "colour": "pink", "skill": 9 });
    let found = PackReader::<Box>::generated()
        .read_checked(&value, |read, faults| {
            for (place, card) in read.cards.iter().enumerate() {
                let reason = Message::plain("no card may have a colour");
                faults.add(format!("/cards/{place}/colour"), reason);
                let reason = Message::plain(format!("{} is odd", card.skill));
                faults.add(format!("/cards/{place}/skill"), reason);
            }
        })
        .unwrap_err();
    let paths: Vec<&str> = found.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "/cards/0/colour",
            "/cards/0/skill",
            "/cards/1/colour",
            "/cards/1/skill"
        ]
    );
    assert_eq!(found[1].reason, "2 to 6 is expected, not 9");
}

#[test]
fn anything_at_all_is_answered() {
    for odd in [
        json!(null),
        json!([]),
        json!("box"),
        json!(3),
        json!({}),
        json!({ "cards": 3 }),
        json!({ "cards": [null], "ground": [null, {}, []] }),
        json!({ "name": "x".repeat(1_000), "cards": vec![json!({ "skill": "x".repeat(1_000) }); 1_000] }),
    ] {
        let mut faults = Faults::default();
        let _ = PackReader::<Box>::generated().read(&odd, &mut faults);
        let faults = faults.into_list();
        assert!(!faults.is_empty(), "{odd}");
        assert!(faults.iter().all(|fault| fault.reason.to_string().len() < 250));
    }
}

#[test]
fn so_many_values_that_the_type_refuses_are_listed_and_reading_ends() {
    let value = json!(vec!["A"; 300]);
    let mut faults = Faults::default();
    let read = PackReader::<Vec<Letters>>::generated().read(&value, &mut faults);
    assert!(read.is_none());
    let faults = faults.into_list();
    assert_eq!(faults.len(), MOST_REFUSED + 1);
    assert_eq!(faults[0].path, "/0");
}

#[test]
fn keywords_that_are_not_followed_are_named() {
    assert_eq!(unread_keywords(&wire::schema::<Box>()), [].into());
    let schema = json!({ "properties": { "not": { "not": {}, "items": { "multipleOf": 2 } } } });
    assert_eq!(
        unread_keywords(&schema),
        ["multipleOf".to_owned(), "not".to_owned()].into()
    );
}

#[test]
fn names_of_a_pattern_are_read_and_judged_by_the_type() {
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    struct BySeat {
        points: std::collections::BTreeMap<crate::Seat, u8>,
    }
    let reader = PackReader::<BySeat>::generated();
    let paths = |value: serde_json::Value| -> Vec<String> {
        let mut faults = Faults::default();
        let read = reader.read(&value, &mut faults);
        assert!(read.is_none_or(|read| read.points.len() <= 2));
        faults.into_list().into_iter().map(|fault| fault.path).collect()
    };
    assert_eq!(
        paths(serde_json::json!({ "points": { "A": 1, "B": 2 } })),
        Vec::<String>::new()
    );
    assert_eq!(paths(serde_json::json!({ "points": { "A": -1 } })), ["/points/A"]);
    assert_eq!(
        paths(serde_json::json!({ "points": { "nobody": 1 } })),
        ["/points/nobody"]
    );
}

#[test]
fn texts_that_control_or_turn_are_faults_and_the_rest_is_read() {
    let reason = |code: &str| {
        format!("neither control characters nor marks that turn the direction of text are taken: U+{code}")
    };
    for (unfit, code) in [
        ('\u{7}', "0007"),
        ('\u{1B}', "001B"),
        ('\u{202E}', "202E"),
        ('\u{2066}', "2066"),
    ] {
        let read = assert_fault(
            |value| value["name"] = json!(format!("a{unfit}b")),
            "/name",
            &reason(code),
        );
        assert_eq!((read.name.as_str(), read.cards.len()), ("a b", 2));
    }
    // A name that the writer chooses is such a text too.
    let read = assert_fault(
        |value| value["levels"] = json!({ "bow": 2, "sling\u{202E}": 1 }),
        "/levels",
        &reason("202E"),
    );
    assert_eq!(read.levels.keys().collect::<Vec<_>>(), ["bow"]);
}
