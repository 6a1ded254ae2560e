//! Files that come in by the command line: as by the API, with the same checks.

use std::path::Path;

use serde_json::Value;

use crate::command_line::{ends, hindsight, json};

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");
const OTHER: &str = include_str!("../../../tests/games/the-knights-on-e6.hgn");

fn written(dir: &Path, name: &str, bytes: &[u8]) -> String {
    let path = dir.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_fault_in_one_game_of_a_file_keeps_none_of_the_others() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let faulty = GAME.replacen("44. A: move", "44. A move", 1);
    let all = written(
        home.path(),
        "all.hgn",
        [GAME, &faulty, OTHER].join("\n").as_bytes(),
    );
    let told = ends(&hindsight(&data, &["import", &all]), 3);
    assert_eq!(told.matches(" stored as ").count(), 2, "{told}");
    assert!(told.contains("all.hgn: line"), "{told}");
    let verdict = json(&hindsight(&data, &["verify", "--json"]), 0);
    assert_eq!(verdict["streams"], 2);
}

#[test]
fn encodings_and_marks_are_read_as_by_the_api() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    let title = GAME.replacen("Orsa takes the axes", "Gr\u{fc}n", 1);
    let latin: Vec<u8> = title.chars().map(|letter| letter as u8).collect();
    let latin = written(home.path(), "latin.hgn", &latin);
    let told = ends(&hindsight(&data, &["import", &latin]), 3);
    assert!(
        told.contains("line 3, column 11") && told.contains("0xfc"),
        "{told}"
    );
    let taken = ["import", &latin, "--encoding", "windows-1252"];
    assert!(ends(&hindsight(&data, &taken), 0).contains("Grün"));
    let mut wide = vec![0xfe, 0xff];
    wide.extend(OTHER.encode_utf16().flat_map(u16::to_be_bytes));
    let wide = written(home.path(), "wide.hgn", &wide);
    let told = json(&hindsight(&data, &["import", &wide, "--json"]), 0);
    let game = told["games"][0]["game"].as_str().unwrap();
    // A record with a mark, and a text behind a comment, are what they are.
    let file = home.path().join("record.ndjson");
    let export = [
        "export",
        game,
        "--format",
        "ndjson",
        "--output",
        file.to_str().unwrap(),
    ];
    ends(&hindsight(&data, &export), 0);
    let marked = [&b"\xef\xbb\xbf"[..], &std::fs::read(&file).unwrap()].concat();
    let marked = written(home.path(), "marked.ndjson", &marked);
    let told = json(&hindsight(&data, &["import", &marked, "--json"]), 0);
    assert_eq!(told["games"][0]["state"], "already_there");
    let commented = format!("{{Found in a box.}}\n{}", GAME.replacen("Orsa", "Boxed Orsa", 1));
    let commented = written(home.path(), "commented.hgn", commented.as_bytes());
    let told = json(&hindsight(&data, &["import", &commented, "--json"]), 0);
    assert_eq!(told["games"][0]["state"], "new");
    // The same battle under another title: whoever runs the server is told of all records.
    assert!(
        matches!(&told["games"][0]["same_battle"], Value::String(_)),
        "{told}"
    );
}
