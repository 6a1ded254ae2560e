//! Forged backups: every kind of line, with the checksum of the file and the chains of its streams made right again.

use std::collections::BTreeSet;

use hindsight_store::{RecordLine, StreamId};
use serde_json::Value;

use crate::base64::{base64, unbase64};
use crate::fields;
use crate::forge::{self, Forgery};
use crate::streams::{digest, hexadecimal, with};

/// The file of these lines, as it is.
fn pressed(lines: &[u8]) -> Vec<u8> {
    zstd::encode_all(lines, 3).unwrap()
}

/// The file of these lines, with its chains and its checksum made anew.
fn sealed(lines: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(lines);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut stream, mut before) = (None::<StreamId>, [0; 32]);
    for line in &mut lines {
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        if let Some(id) = value["stream"]["id"].as_str() {
            (stream, before) = (id.parse().ok(), [0; 32]);
        } else if let (Some(stream), Ok(record)) = (
            stream,
            serde_json::from_value::<RecordLine>(value["record"].clone()),
        ) && let Some(digest) = digest(before, stream, &record)
        {
            before = digest;
            *line = with(line, "digest", &format!("\"{}\"", hexadecimal(digest)));
        }
    }
    if let Some(last) = lines.pop() {
        let mut hasher = blake3::Hasher::new();
        for line in &lines {
            hasher.update(line.as_bytes()).update(b"\n");
        }
        let checksum = format!("\"{}\"", hasher.finalize().to_hex());
        lines.push(with(&last, "blake3", &checksum));
    }
    lines.push(String::new());
    pressed(lines.join("\n").as_bytes())
}

/// A change of one line, after which the file is sealed anew.
fn of_line(what: String, at: usize, change: impl Fn(&Value) -> String + 'static) -> Forgery {
    Forgery::new(what, move |good| {
        let text = String::from_utf8_lossy(good);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[at] = change(&serde_json::from_str(&lines[at]).unwrap());
        lines.push(String::new());
        sealed(lines.join("\n").as_bytes())
    })
}

/// The kind of a line: its name, and of side records the tree.
fn kind(value: &Value) -> String {
    let name = value.as_object().and_then(|line| line.keys().next().cloned());
    format!("{} {}", name.unwrap_or_default(), value["side"]["tree"])
}

/// Changes of a backup whose lines are like these; the good file that each takes are its lines.
pub(crate) fn changes(like: &str, seed: u64) -> Vec<Forgery> {
    let mut all = Vec::new();
    for forgery in forge::bytes(seed, 40) {
        let what = format!("the file: {}", forgery.what);
        all.push(Forgery::new(what, move |lines| forgery.of(&pressed(lines))));
    }
    for forgery in forge::bytes(seed + 1, 40)
        .into_iter()
        .chain(forge::lines(like.as_bytes()))
    {
        let sealed_anew = format!("its lines: {}, sealed anew", forgery.what);
        let forgery = std::rc::Rc::new(forgery);
        let same = std::rc::Rc::clone(&forgery);
        all.push(Forgery::new(sealed_anew, move |lines| sealed(&same.of(lines))));
        let as_it_is = format!("its lines: {}", forgery.what);
        all.push(Forgery::new(as_it_is, move |lines| pressed(&forgery.of(lines))));
    }
    let mut known = BTreeSet::new();
    for (at, line) in like.lines().enumerate() {
        let value: Value = serde_json::from_str(line).unwrap();
        let kind = kind(&value);
        if !known.insert(kind.clone()) {
            continue;
        }
        for field in fields::changes(&value) {
            let what = format!("{kind} in line {}: {}", at + 1, field.what);
            all.push(of_line(what, at, move |good| field.text(good)));
        }
        // What a side record says, where that is JSON.
        let said = value["side"]["value"].as_str().and_then(unbase64);
        let Some(Ok(said)) = said.map(|said| serde_json::from_slice::<Value>(&said)) else {
            continue;
        };
        for field in fields::changes(&said) {
            let what = format!("what {kind} in line {} says: {}", at + 1, field.what);
            let said = said.clone();
            all.push(of_line(what, at, move |good| {
                let mut forged = good.clone();
                forged["side"]["value"] = base64(field.text(&said).as_bytes()).into();
                forged.to_string()
            }));
        }
    }
    all
}
