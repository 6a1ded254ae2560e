//! Against `serde_json` and `rmp_serde`, which read the same values by readers of their own.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::wire::read;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    models: u8,
    name: Option<String>,
    #[serde(default)]
    at: Option<(i32, f64)>,
    #[serde(default)]
    orders: Vec<GameOrder>,
    #[serde(default)]
    by_turn: BTreeMap<u8, bool>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum GameOrder {
    Hold,
    Close { inches: u8 },
    Follow(Box<Unit>),
    Between(u8, u8),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Tagged {
    Wait,
    Go { inches: u8 },
}

#[derive(Debug, PartialEq, Deserialize)]
struct Places(u8, u8);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(try_from = "u8")]
struct Die(u8);

impl TryFrom<u8> for Die {
    type Error = String;

    fn try_from(face: u8) -> Result<Self, String> {
        (1..=6)
            .contains(&face)
            .then_some(Self(face))
            .ok_or_else(|| format!("a die shows 1 to 6, not {face}"))
    }
}

/// What `serde_json` makes of a value is what is read, and where it refuses the value the reason is the same.
fn as_serde_json<T: DeserializeOwned + PartialEq + std::fmt::Debug>(value: &Value) {
    let expected = serde_json::from_value::<T>(value.clone()).map_err(|error| error.to_string());
    let read = read::<T>(value).map_err(|fault| String::from(fault.reason));
    assert_eq!(read, expected, "{value}");
}

#[test]
fn what_is_read_and_why_not_is_as_serde_json_has_it() {
    let unit = json!({ "models": 3, "name": null });
    for value in [
        json!(null),
        json!(7),
        json!(-7),
        json!(1.5),
        json!(300),
        json!("hold"),
        json!("close"),
        json!("flee"),
        json!([]),
        json!([1, 2]),
        json!([1, 2, 3]),
        json!({}),
        json!({ "hold": null }),
        json!({ "hold": 1 }),
        json!({ "close": { "inches": 4 } }),
        json!({ "close": { "inches": "4" } }),
        json!({ "close": [4] }),
        json!({ "close": 4 }),
        json!({ "between": [1, 2] }),
        json!({ "between": [1] }),
        json!({ "between": 1 }),
        json!({ "follow": unit }),
        json!({ "follow": { "models": 3, "name": "Pikes", "orders": ["hold", { "follow": unit }] } }),
        json!({ "type": "wait" }),
        json!({ "type": "go", "inches": 3 }),
        json!({ "type": "go", "inches": 3000 }),
        json!({ "type": "gone" }),
        unit.clone(),
        json!({ "models": 3, "name": "Pikes", "at": [-1, 2.5], "by_turn": { "1": true, "2": false } }),
        json!({ "models": 3, "name": "Pikes", "at": [-1], "by_turn": {} }),
        json!({ "models": 3, "name": "Pikes", "banner": true }),
    ] {
        if !value.is_array() {
            as_serde_json::<Unit>(&value);
        }
        as_serde_json::<Tagged>(&value);
        as_serde_json::<Places>(&value);
        as_serde_json::<Die>(&value);
        as_serde_json::<Vec<Die>>(&value);
        as_serde_json::<Option<u64>>(&value);
        as_serde_json::<BTreeMap<String, i64>>(&value);
        as_serde_json::<Value>(&value);
        as_serde_json::<GameOrder>(&value);
    }
}

/// `serde_json` takes the values of a struct without their names, too: one field more in the midst of a struct, and they were
/// read as others than they were written.
#[test]
fn a_struct_is_not_read_from_a_list() {
    let list = json!([3, null, null, [], {}]);
    assert!(serde_json::from_value::<Unit>(list.clone()).is_ok());
    let fault = read::<Unit>(&list).unwrap_err();
    assert_eq!(fault.reason, "invalid type: sequence, expected struct Unit");
    let fault = read::<GameOrder>(&json!({ "follow": [3, null, null, [], {}] })).unwrap_err();
    assert_eq!(fault.path, "/follow");
}

#[test]
fn the_place_of_the_first_fault_is_named() {
    let place = |value: Value| read::<Unit>(&value).unwrap_err().path;
    assert_eq!(place(json!(3)), "");
    assert_eq!(place(json!({ "models": 3, "name": 4 })), "/name");
    assert_eq!(place(json!({ "models": 300, "name": null })), "/models");
    assert_eq!(
        place(json!({ "models": 3, "name": null, "ban/ner~": true })),
        "/ban~1ner~0"
    );
    assert_eq!(
        place(json!({ "models": 3, "name": null, "at": [1, "x"] })),
        "/at/1"
    );
    assert_eq!(
        place(json!({ "models": 3, "name": null, "orders": ["hold", { "close": { "inches": -1 } }] })),
        "/orders/1/close/inches"
    );
    assert_eq!(
        place(json!({ "models": 3, "name": null, "by_turn": { "x": true } })),
        "/by_turn/x"
    );
    // A missing field is a fault of what it is missing in.
    assert_eq!(
        place(json!({ "models": 3, "name": null, "orders": [{ "follow": {} }] })),
        "/orders/0/follow"
    );
}

/// Types whose two forms differ: keys that are numbers, numbers of every width, bytes, what asks whether people read it.
#[derive(Debug, PartialEq, serde::Serialize, Deserialize)]
struct Stored {
    by_turn: BTreeMap<u16, Vec<Option<i8>>>,
    by_name: BTreeMap<String, (f32, f64)>,
    wide: (u64, i64, i16),
    letter: char,
    nothing: (),
    none: Option<()>,
    address: std::net::Ipv4Addr,
    bytes: Bytes,
    variants: Vec<Kept>,
}

/// Bytes as bytes: `MessagePack` has a kind for them.
#[derive(Debug, PartialEq)]
struct Bytes(Vec<u8>);

impl serde::Serialize for Bytes {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Taken;
        impl<'de> serde::de::Visitor<'de> for Taken {
            type Value = Bytes;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_owned()))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Bytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = items.next_element()? {
                    bytes.push(byte);
                }
                Ok(Bytes(bytes))
            }
        }
        deserializer.deserialize_bytes(Taken)
    }
}

#[derive(Debug, PartialEq, serde::Serialize, Deserialize)]
enum Kept {
    Nothing,
    One(Option<u8>),
    Two(i32, String),
    Named { at: Option<(f64, f64)> },
}

#[test]
fn what_messagepack_holds_is_read_as_it_was_written() {
    let stored = Stored {
        by_turn: BTreeMap::from([(0, vec![]), (300, vec![Some(-128), None, Some(127)])]),
        by_name: BTreeMap::from([
            ("a".to_owned(), (0.1, 0.1)),
            (String::new(), (f32::MAX, f64::MIN)),
        ]),
        wide: (u64::MAX, i64::MIN, -129),
        letter: '\u{1F3B2}',
        nothing: (),
        none: None,
        address: std::net::Ipv4Addr::LOCALHOST,
        bytes: Bytes(vec![0, 255]),
        variants: vec![
            Kept::Nothing,
            Kept::One(None),
            Kept::One(Some(3)),
            Kept::Two(-70_000, "x".to_owned()),
            Kept::Named {
                at: Some((1.0, -2.5)),
            },
            Kept::Named { at: None },
        ],
    };
    let bytes = crate::codec::encode(&stored);
    assert_eq!(crate::codec::decode::<Stored>(&bytes).unwrap(), stored);
    // Every shortened input is refused; what is read of a spoilt one is read as `rmp_serde` reads it. A number in the place of a
    // name is one here.
    for place in 1..bytes.len() {
        assert!(crate::codec::decode::<Stored>(&bytes[..place]).is_err());
        let mut spoilt = bytes.clone();
        spoilt[place] ^= 0x41;
        let expected = rmp_serde::from_slice::<Stored>(&spoilt[1..]);
        let read = crate::codec::decode::<Stored>(&spoilt);
        match (read, expected) {
            (Ok(read), Ok(expected)) => assert_eq!(read, expected, "{place}"),
            (Err(_), Ok(expected)) => panic!("{place}: {expected:?} is refused"),
            (Ok(_) | Err(_), Err(_)) => {}
        }
    }
    let any: Value = crate::codec::decode(&crate::codec::encode(&stored.by_turn)).unwrap();
    assert_eq!(any["300"], json!([-128, null, 127]));
    // On the wire numbers are texts as keys, and people read the address.
    let value = serde_json::to_value(&stored).unwrap();
    assert_eq!(value["by_turn"]["300"], json!([-128, null, 127]));
    assert_eq!(value["address"], json!("127.0.0.1"));
    assert_eq!(read::<Stored>(&value).unwrap(), stored);
}

/// A list in a list in a list: read up to the limit of `rmp_serde`, refused below it, skipped or not.
#[test]
fn packed_lists_nest_as_deep_as_rmp_serde_lets_them() {
    #[derive(Debug, Deserialize)]
    struct Nothing {}
    let nested = |depth: usize| {
        let mut bytes = vec![crate::codec::FORMAT];
        bytes.extend(vec![0x91; depth]);
        bytes.push(0xc0);
        bytes
    };
    assert!(crate::codec::decode::<Value>(&nested(1000)).is_ok());
    let why = crate::codec::decode::<Value>(&nested(100_000)).unwrap_err();
    assert!(why.contains("depth limit"), "{why}");
    // {"x": [[[…]]]}, whose field the type does not know.
    let unknown = |depth: usize| {
        let mut bytes = vec![crate::codec::FORMAT, 0x81, 0xa1, b'x'];
        bytes.extend(&nested(depth)[1..]);
        bytes
    };
    assert!(crate::codec::decode::<Nothing>(&unknown(1000)).is_ok());
    let why = crate::codec::decode::<Nothing>(&unknown(100_000)).unwrap_err();
    assert!(why.contains("depth limit"), "{why}");
}

/// A length that the input does not have is no reason to take memory for it.
#[test]
fn a_packed_length_of_billions_is_refused_at_the_end_of_the_input() {
    for marker in [0xdd, 0xdf, 0xdb, 0xc6] {
        let bytes = [crate::codec::FORMAT, marker, 0xff, 0xff, 0xff, 0xff, 0x01];
        let why = crate::codec::decode::<Value>(&bytes).unwrap_err();
        assert!(why.contains("cut off"), "{why}");
    }
}
