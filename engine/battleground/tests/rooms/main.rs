//! The rooms of the package and the order of their imports, read from the sources: a room imports those below it, and
//! only `procedures` names an edition's folder.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod imports;

use std::collections::BTreeSet;

use imports::Sources;

/// From the lowest to the highest; those of one row may import each other. What stands beside the order is not listed: `positions`,
/// `lens`, the `system` types.
const ROOMS: [&[&str]; 7] = [
    &["model", "editions", "memo"],
    &["field"],
    &["procedures"],
    &["verbs", "packs"],
    &["rules"],
    &["flow", "questions", "offers"],
    &["views", "players"],
];

fn row(room: &str) -> Option<usize> {
    ROOMS.iter().position(|row| row.contains(&room))
}

#[test]
fn a_room_imports_only_those_below_it() {
    let sources = Sources::read();
    let edges = sources.edges();
    let number = edges.values().map(BTreeSet::len).sum::<usize>();
    assert!(number > 1_500, "{number} imports are not all");
    let mut upward = Vec::new();
    for (module, to) in &edges {
        for other in to {
            let (Some(own), Some(its)) = (row(&module[0]), row(&other[0])) else {
                continue;
            };
            if its > own {
                upward.push(format!("{} imports {}", module.join("/"), other.join("/")));
            }
        }
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn only_procedures_name_the_folder_of_an_edition() {
    let sources = Sources::read();
    let named = sources.modules().filter(|(module, code)| {
        let mut words = code.split(|letter: char| !(letter.is_alphanumeric() || "_$".contains(letter)));
        module[0] != "procedures" && words.any(|word| word == "v3" || word == "v4")
    });
    let named: Vec<String> = named.map(|(module, _)| module.join("/")).collect();
    assert!(named.is_empty(), "{named:#?}");
}
