//! Against `rmp_serde` and `serde_json`, which write the same values by writers of their own.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;

use super::*;

#[derive(Debug, Clone, Serialize)]
struct Everything {
    small: (i8, i16, i32, i64),
    natural: (u8, u16, u32, u64),
    single: f32,
    double: f64,
    yes: bool,
    letter: char,
    name: String,
    none: Option<u8>,
    some: Option<bool>,
    nothing: (),
    empty: Empty,
    wrapped: Wrapped,
    pair: Pair,
    address: std::net::Ipv4Addr,
    bytes: Bytes,
    by_number: BTreeMap<i32, Vec<u8>>,
    by_letter: BTreeMap<char, bool>,
    by_truth: BTreeMap<bool, u8>,
    by_variant: BTreeMap<Bare, u8>,
    by_wrapped: BTreeMap<Wrapped, u8>,
    variants: Vec<Variant>,
    of_unknown_length: Unknown,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u8>,
}

#[derive(Debug, Clone, Serialize)]
struct Empty;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Wrapped(u16);

#[derive(Debug, Clone, Serialize)]
struct Pair(i8, String);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Bare {
    TheFirst,
    Second,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
enum Variant {
    Bare,
    One(Option<u8>),
    Two(i32, String),
    Named {
        at: Option<(f64, f64)>,
        within: Vec<Variant>,
    },
    NoFields {},
}

/// A flattened struct is a map of which nobody knows the length before its end.
#[derive(Debug, Clone, Serialize)]
struct Unknown {
    before: u8,
    #[serde(flatten)]
    flat: BTreeMap<String, Vec<u8>>,
    after: Vec<Inner>,
}

#[derive(Debug, Clone, Serialize)]
struct Inner {
    #[serde(flatten)]
    flat: BTreeMap<String, i64>,
}

#[derive(Debug, Clone)]
struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

fn as_others_write_it<T: Serialize>(value: &T) {
    let before = vec![7];
    let mut expected = before.clone();
    expected.extend(rmp_serde::to_vec_named(value).unwrap());
    assert_eq!(packed(value, before).unwrap(), expected);
    let text = String::from_utf8(json_text(value).unwrap()).unwrap();
    assert_eq!(text, serde_json::to_string(value).unwrap());
    assert_eq!(json_tree(value).unwrap(), serde_json::to_value(value).unwrap());
}

fn everything() -> Everything {
    let flat = |names: &[&str]| -> BTreeMap<String, Vec<u8>> {
        names
            .iter()
            .map(|name| ((*name).to_owned(), vec![1, 200]))
            .collect()
    };
    Everything {
        small: (i8::MIN, -129, i32::MIN, i64::MIN),
        natural: (127, 128, 65_536, u64::MAX),
        single: 0.1,
        double: -0.1,
        yes: true,
        letter: '\u{1F3B2}',
        name: "a \"word\"\n\u{1}\u{e9}".to_owned(),
        none: None,
        some: Some(true),
        nothing: (),
        empty: Empty,
        wrapped: Wrapped(300),
        pair: Pair(-1, String::new()),
        address: std::net::Ipv4Addr::LOCALHOST,
        bytes: Bytes(vec![0, 255]),
        by_number: BTreeMap::from([(-1, vec![]), (70_000, vec![1; 20])]),
        by_letter: BTreeMap::from([('"', true)]),
        by_truth: BTreeMap::from([(false, 0), (true, 1)]),
        by_variant: BTreeMap::from([(Bare::TheFirst, 1), (Bare::Second, 2)]),
        by_wrapped: BTreeMap::from([(Wrapped(9), 1)]),
        variants: vec![
            Variant::Bare,
            Variant::One(None),
            Variant::One(Some(3)),
            Variant::Two(-70_000, "x".to_owned()),
            Variant::Named {
                at: Some((1.0, -2.5)),
                within: vec![Variant::Two(1, String::new()), Variant::NoFields {}],
            },
        ],
        of_unknown_length: Unknown {
            before: 1,
            flat: flat(&[
                "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
            ]),
            after: vec![
                Inner {
                    flat: BTreeMap::new(),
                },
                Inner {
                    flat: BTreeMap::from([("x".to_owned(), -1)]),
                },
            ],
        },
        left_out: None,
    }
}

#[test]
fn every_kind_of_value_is_written_as_others_write_it() {
    as_others_write_it(&everything());
    as_others_write_it(&());
    as_others_write_it(&"text");
    as_others_write_it(&Variant::Bare);
    as_others_write_it(&[f64::NAN, f64::INFINITY, 1e300, 5.0]);
    as_others_write_it(&[f32::NAN, f32::MAX, 0.3]);
    as_others_write_it(&json!({ "a": [1, -1, 1.5, null, true, "x", {}, []], "b": { "c": "d" } }));
}

#[test]
fn a_key_that_is_no_text_is_refused_in_json_alone() {
    let pairs = BTreeMap::from([((1_u8, 2_u8), "x")]);
    let nothing = BTreeMap::from([((), "x")]);
    let holding = BTreeMap::from([(vec![1_u8], "x")]);
    assert_eq!(
        packed(&pairs, Vec::new()).unwrap(),
        rmp_serde::to_vec_named(&pairs).unwrap()
    );
    for refused in [
        json_text(&pairs).map(|_| ()),
        json_tree(&pairs).map(|_| ()),
        json_text(&nothing).map(|_| ()),
        json_tree(&nothing).map(|_| ()),
        json_text(&holding).map(|_| ()),
        json_tree(&holding).map(|_| ()),
    ] {
        assert_eq!(refused.unwrap_err().to_string(), "key must be a string");
    }
    assert_eq!(
        serde_json::to_value(&pairs).unwrap_err().to_string(),
        "key must be a string"
    );
}

#[test]
fn a_text_that_is_json_already_is_taken_over() {
    struct Ready;
    impl Serialize for Ready {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_newtype_struct(WRITTEN_JSON, "{\"a\":1}")
        }
    }
    let written = json_text(&(Ready, "{", Ready)).unwrap();
    assert_eq!(written, br#"[{"a":1},"{",{"a":1}]"#);
}

fn variants() -> impl Strategy<Value = Variant> {
    let leaf = prop_oneof![
        Just(Variant::Bare),
        Just(Variant::NoFields {}),
        any::<Option<u8>>().prop_map(Variant::One),
        (any::<i32>(), ".*").prop_map(|(number, text)| Variant::Two(number, text)),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        (any::<Option<(f64, f64)>>(), prop::collection::vec(inner, 0..20))
            .prop_map(|(at, within)| Variant::Named { at, within })
    })
}

proptest! {
    #[test]
    fn any_numbers_texts_and_variants_are_written_as_others_write_them(
        small in any::<(i8, i16, i32, i64)>(),
        natural in any::<(u8, u16, u32, u64)>(),
        (single, double) in any::<(f32, f64)>(),
        name in ".*",
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        by_number in prop::collection::btree_map(any::<i32>(), prop::collection::vec(any::<u8>(), 0..40), 0..40),
        variants in prop::collection::vec(variants(), 0..5),
    ) {
        let value = Everything { small, natural, single, double, name, bytes: Bytes(bytes), by_number, variants, ..everything() };
        as_others_write_it(&value);
    }
}
