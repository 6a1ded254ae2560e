//! Whatever a document holds, its text reads back as the same document, and printing what was read is canonical.

use hindsight_engine::kernel::{ReportedDice, Seat};
use hindsight_notation::{
    Act, Comment, DiceSource, Document, Entry, Mark, PackName, RollText, Text, WrittenCommand, WrittenEnding,
    WrittenLine, WrittenPlace, WrittenStart, parse, parse_all, parse_bytes, print, print_all,
};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Strings with all that means something in the notation, beside anything else.
fn any_string() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,24}",
        r#"[\[\]{}();$!?%@\\"|*.:0-9A-B \n\t\r]{0,24}"#,
        any::<String>(),
        Just("Hindsight".to_owned()),
        Just("\u{2028}kept\n\n  - one\n  - two\n\n\n> a  quote \u{fffd} \u{200b}\t\\ }".to_owned()),
        Just("été \u{2028} \u{a0}ß 龍 \u{1f409}".to_owned()),
    ]
}

fn text() -> BoxedStrategy<Text> {
    any_string()
        .prop_filter_map("a paragraph", |words| {
            let printable: String = words
                .chars()
                .filter(|c| c.is_whitespace() || !c.is_control())
                .collect();
            Text::new(&printable).ok()
        })
        .boxed()
}

fn comment() -> BoxedStrategy<Comment> {
    any_string()
        .prop_filter_map("a comment", |words| {
            let printable: String = words
                .chars()
                .filter(|c| c.is_whitespace() || !c.is_control())
                .collect();
            Comment::new(&printable).ok()
        })
        .boxed()
}

fn seat() -> BoxedStrategy<Seat> {
    (0_usize..26)
        .prop_map(|index| Seat::new(index).expect("below 26"))
        .boxed()
}

fn json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter_map("finite", |number| number.is_finite().then(|| Value::from(number))),
        any_string().prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map(any_string(), inner, 0..6).prop_map(|fields| Value::Object(Map::from_iter(fields))),
        ]
    });
    btree_map(any_string(), value, 0..5)
        .prop_map(|fields| Value::Object(Map::from_iter(fields)))
        .boxed()
}

fn roll() -> BoxedStrategy<RollText> {
    let counts = vec(0..1_000_u16, 2..5).prop_map(ReportedDice::Counts);
    let sums = vec(0..1_000_u16, 1..4).prop_map(ReportedDice::Sums);
    let one = prop_oneof![4 => any::<u8>().prop_map(ReportedDice::Face), 1 => counts, 1 => sums];
    (option::of(any_string()), vec(one, 1..12))
        .prop_map(|(purpose, faces)| RollText { purpose, faces })
        .boxed()
}

fn plain_act() -> BoxedStrategy<Act> {
    prop_oneof![
        8 => (text(), vec(roll(), 0..4)).prop_map(|(words, dice)| Act::Play { words, dice }),
        1 => (any_string(), json()).prop_map(|(reason, patch)| Act::Rule { reason, patch }),
        1 => Just(Act::Concede),
        1 => option::of(any::<u8>()).prop_map(|winner| Act::Propose { winner }),
        1 => any::<bool>().prop_map(|accept| Act::Answer { accept }),
        1 => any_string().prop_map(|text| Act::Say { text }),
    ]
    .boxed()
}

fn given() -> BoxedStrategy<WrittenCommand> {
    let inner =
        || (option::of(seat()), plain_act()).prop_map(|(seat, act)| Box::new(WrittenCommand { seat, act }));
    let act = prop_oneof![
        8 => plain_act(),
        1 => (any::<u32>(), option::of(any_string())).prop_map(|(from, reason)| Act::TakeBack { from, reason }),
        1 => (any::<u32>(), any_string(), inner())
            .prop_map(|(at, reason, with)| Act::Replace { at, reason, with }),
        1 => (any::<u32>(), any_string(), inner())
            .prop_map(|(at, reason, with)| Act::Insert { at, reason, with }),
        1 => (any::<u32>(), any_string()).prop_map(|(at, reason)| Act::Remove { at, reason }),
    ];
    (option::of(seat()), act)
        .prop_map(|(seat, act)| WrittenCommand { seat, act })
        .boxed()
}

fn mark() -> BoxedStrategy<Mark> {
    "[a-z][a-z0-9-]{0,8}"
        .prop_map(|name| Mark::try_from(name).expect("a mark"))
        .boxed()
}

fn leaf_entry() -> BoxedStrategy<Entry> {
    (
        given(),
        vec(any::<u8>(), 0..3),
        vec(mark(), 0..2),
        vec(comment(), 0..3),
    )
        .prop_map(|(given, glyphs, marks, comments)| Entry {
            given,
            glyphs,
            marks,
            comments,
            variations: Vec::new(),
            place: WrittenPlace::default(),
        })
        .boxed()
}

fn line(entries: std::ops::Range<usize>) -> BoxedStrategy<WrittenLine> {
    let entry = leaf_entry().prop_recursive(3, 12, 3, |inner| {
        let variation = (vec(comment(), 0..2), vec(inner, 1..3))
            .prop_map(|(comments, entries)| WrittenLine { comments, entries });
        (leaf_entry(), vec(variation, 0..3)).prop_map(|(mut entry, variations)| {
            entry.variations = variations;
            entry
        })
    });
    (vec(comment(), 0..3), vec(entry, entries))
        .prop_map(|(comments, entries)| WrittenLine { comments, entries })
        .boxed()
}

fn start() -> BoxedStrategy<WrittenStart> {
    prop_oneof![
        Just(WrittenStart::Usual),
        json().prop_map(WrittenStart::Setup),
        json().prop_map(WrittenStart::Position)
    ]
    .boxed()
}

fn ending() -> BoxedStrategy<WrittenEnding> {
    prop_oneof![
        any::<u8>().prop_map(WrittenEnding::Side),
        Just(WrittenEnding::Draw),
        Just(WrittenEnding::Unfinished)
    ]
    .boxed()
}

fn document() -> BoxedStrategy<Document> {
    let head = (
        "[a-z][a-z0-9-]{0,12}",
        option::of(any_string()),
        option::of(prop_oneof![Just("2026"), Just("2026-05"), Just("2026-05-31")]),
        option::of(any_string()),
        prop_oneof![
            Just(DiceSource::Reported),
            Just(DiceSource::Server),
            Just(DiceSource::Scripted)
        ],
    );
    let pack = (any_string(), option::of(any_string())).prop_map(|(id, hash)| PackName { id, hash });
    let more = ("X[A-Za-z0-9_-]{0,8}", any_string());
    let rest = (
        vec(pack, 0..2),
        btree_map(seat(), any_string(), 0..3),
        option::of(ending()),
        vec(any_string(), 0..3),
        vec(more, 0..3),
        start(),
        line(0..5),
    );
    (head, rest)
        .prop_map(
            |((system, title, date, rules, dice), (packs, seats, result, tags, more, start, line))| {
                let mut document = Document::new(system);
                document.title = title;
                document.date = date.map(str::to_owned);
                document.rules = rules;
                document.dice = dice;
                document.packs = packs;
                document.seats = seats;
                document.result = result;
                document.tags = tags;
                document.more = more;
                document.start = start;
                document.line = line;
                document
            },
        )
        .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_document_reads_back_as_it_was(document in document()) {
        prop_assert_eq!(document.check(), Ok(()));
        let text = print(&document);
        match parse(&text) {
            Ok(read) => {
                prop_assert_eq!(&read, &document, "{}", text);
                prop_assert_eq!(print(&read), text);
            }
            Err(faults) => prop_assert!(false, "{}\n{}", faults, text),
        }
    }

    #[test]
    fn the_json_form_is_the_same_document(document in document()) {
        let json = serde_json::to_string(&document).expect("a document is JSON");
        let read: Document = serde_json::from_str(&json).expect("its JSON reads");
        prop_assert_eq!(read, document);
    }

    #[test]
    fn line_ends_of_other_systems_change_nothing(document in document()) {
        let text = print(&document);
        prop_assert_eq!(parse(&text.replace('\n', "\r\n")).ok(), Some(document.clone()));
        prop_assert_eq!(parse(&format!("\u{feff}{text}")).ok(), Some(document));
    }

    #[test]
    fn several_games_in_one_text_stay_apart(documents in vec(document(), 0..4)) {
        prop_assert_eq!(parse_all(&print_all(&documents)).ok(), Some(documents));
    }

    #[test]
    fn any_string_is_read_or_refused(text in any_string()) {
        let _ = parse_all(&text);
        let _ = parse_all(&format!("[Hindsight \"1\"][System \"x\"]\n{text}"));
        let _ = parse_all(&format!("[Hindsight \"1\"][System \"x\"]\n1. A: {text}\nB: @{text}"));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        let _ = parse_bytes(&bytes);
    }

    /// A text with one character changed is read or refused with a place inside it; what is read prints canonically.
    #[test]
    fn a_damaged_text_is_read_or_refused_in_its_place(
        document in document(),
        place in any::<prop::sample::Index>(),
        other in any::<char>(),
        cut in any::<bool>(),
    ) {
        let mut damaged: Vec<char> = print(&document).chars().collect();
        let place = place.index(damaged.len());
        if cut { damaged.truncate(place) } else { damaged[place] = other }
        let damaged: String = damaged.into_iter().collect();
        match parse_all(&damaged) {
            Ok(documents) => {
                for document in documents {
                    prop_assert_eq!(document.check(), Ok(()));
                    let text = print(&document);
                    prop_assert_eq!(parse(&text).ok(), Some(document), "{}", text);
                }
            }
            Err(faults) => {
                let lines = damaged.replace("\r\n", "\n").replace('\r', "\n");
                let lines: Vec<&str> = lines.split('\n').collect();
                for fault in faults.all() {
                    let line = lines.get(fault.line as usize - 1);
                    prop_assert!(line.is_some_and(|line| fault.column as usize <= line.chars().count() + 1), "{}", fault);
                }
            }
        }
    }
}
