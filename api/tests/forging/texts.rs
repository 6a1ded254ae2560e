//! Forged texts: every word of a game in the notation left out, written twice, and of kinds that it is not.

use std::collections::BTreeSet;

use crate::forge::{Forgery, many};

/// What stands in the place of a word.
fn wrong() -> Vec<(&'static str, String)> {
    vec![
        ("left out", String::new()),
        ("999999999999999999999", "999999999999999999999".to_owned()),
        ("-1", "-1".to_owned()),
        ("0", "0".to_owned()),
        ("1e300", "1e300".to_owned()),
        ("NUL", "\0".to_owned()),
        ("a bracket", "[".to_owned()),
        ("a brace", "{".to_owned()),
        ("a closing brace", "}".to_owned()),
        ("a quotation mark", "\"".to_owned()),
        ("a backslash", "\\".to_owned()),
        ("a letter of another script", "Ж".to_owned()),
        ("70,000 letters", many("w", 70_000)),
        ("50,000 brackets", many("[", 50_000)),
        ("50,000 braces", many("{", 50_000)),
    ]
}

/// The words of a line, as places in it.
fn words(line: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut from = None;
    for (at, letter) in line.char_indices().chain([(line.len(), ' ')]) {
        match (letter.is_whitespace(), from) {
            (false, None) => from = Some(at),
            (true, Some(begun)) => {
                words.push((begun, at));
                from = None;
            }
            _ => {}
        }
    }
    words
}

/// Letters and digits alike: two words of one shape are the same kind of word.
fn shape(line: &str, place: usize) -> String {
    let verb: String = line
        .chars()
        .skip_while(|letter| !letter.is_alphabetic())
        .take(8)
        .collect();
    let verb: String = verb
        .chars()
        .map(|letter| if letter.is_numeric() { '9' } else { letter })
        .collect();
    format!("{verb} {place}")
}

/// Changes of the words of a text like this one.
pub(crate) fn changes(like: &[u8]) -> Vec<Forgery> {
    let text = String::from_utf8_lossy(like).into_owned();
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        for (place, (from, to)) in words(line).into_iter().enumerate() {
            // After the seat comes the verb: the shape of a command begins behind `12. A: `.
            let behind_seat = line.split_once(": ").map_or(line, |(_, command)| command);
            if !known.insert(shape(behind_seat, place)) {
                continue;
            }
            let word = &line[from..to];
            for (name, instead) in wrong() {
                all.push(of_line(
                    format!("{word:?} in line {} = {name}", at + 1),
                    at,
                    move |line| format!("{}{instead}{}", &line[..from], &line[to..]),
                ));
            }
            all.push(of_line(
                format!("{word:?} in line {} twice", at + 1),
                at,
                move |line| format!("{} {}{}", &line[..to], &line[from..to], &line[to..]),
            ));
        }
    }
    all
}

fn of_line(what: String, at: usize, change: impl Fn(&str) -> String + 'static) -> Forgery {
    Forgery::new(what, move |good| {
        let text = String::from_utf8_lossy(good);
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        lines[at] = change(&lines[at]);
        lines.join("\n").into_bytes()
    })
}
