//! A server held against what was acknowledged: nothing is lost, nothing is there twice, nothing is there that nobody asked for.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::client::{Request, Wire};
use super::ledger::{Books, Game, Ledger, Token, key};

/// What of the games is looked at in every event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Those that were written to since the last check.
    Changed,
    /// All.
    All,
}

/// A game as the server lists it.
struct Listed {
    version: u64,
    title: String,
    labels: Vec<String>,
}

/// Looks for what is wrong. Nobody else may write meanwhile.
///
/// # Errors
/// A request that fails.
pub(crate) fn check(
    ledger: &Ledger,
    wire: &Wire,
    address: &str,
    depth: Depth,
) -> Result<Vec<String>, String> {
    let server = Server { wire, address };
    let mut wrong = Vec::new();
    let (listed, twice) = server.games()?;
    wrong.extend(twice);
    let mut books = ledger.lock();
    lists(&books, &listed, &mut wrong);
    let Books { games, tokens, .. } = &mut *books;
    for (id, game) in games {
        // What is lost was named.
        if let Some(found) = listed.get(id)
            && (game.changed || depth == Depth::All)
        {
            commands(id, game, found.version, &server.events(id)?, &mut wrong);
            remarks(id, game, &server.remarks(id)?, &mut wrong);
            game.changed = false;
        }
    }
    known_tokens(tokens, &server.tokens()?, &mut wrong);
    Ok(wrong)
}

struct Server<'s> {
    wire: &'s Wire,
    address: &'s str,
}

impl Server<'_> {
    fn get(&self, path: &str) -> Result<Value, String> {
        let answer = self.wire.ask(self.address, 0, &Request::get(path))?;
        match answer.status {
            200 => Ok(answer.json()),
            status => Err(format!(
                "{path}: {status} {}",
                String::from_utf8_lossy(&answer.body)
            )),
        }
    }

    /// All games, and what is listed twice.
    fn games(&self) -> Result<(BTreeMap<String, Listed>, Vec<String>), String> {
        let (mut all, mut titles, mut twice) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        let mut path = "/v1/games?limit=200&sort=created".to_owned();
        loop {
            let page = self.get(&path)?;
            for card in page["items"].as_array().into_iter().flatten() {
                let text = |name: &str| card[name].as_str().unwrap_or_default().to_owned();
                let (id, title) = (text("id"), text("title"));
                if !titles.insert(title.clone()) {
                    twice.push(format!("a game of the title {title:?} is there twice"));
                }
                let listed = Listed {
                    version: card["version"].as_u64().unwrap_or_default(),
                    title,
                    labels: strings(&card["tags"]),
                };
                if all.insert(id.clone(), listed).is_some() {
                    twice.push(format!("game {id} is listed twice"));
                }
            }
            let Some(next) = page["next"].as_str() else {
                return Ok((all, twice));
            };
            path = format!("/v1/games?limit=200&sort=created&cursor={next}");
        }
    }

    /// All events of a game: the keys of their commands.
    fn events(&self, id: &str) -> Result<Vec<(u64, String)>, String> {
        let (mut events, mut from) = (Vec::new(), 1);
        loop {
            let page = self.get(&format!("/v1/games/{id}/events?lines=all&limit=1000&from={from}"))?;
            for event in page["items"].as_array().into_iter().flatten() {
                let command = event["command_id"].as_str().unwrap_or_default();
                events.push((event["version"].as_u64().unwrap_or_default(), command.to_owned()));
            }
            let Some(next) = page["next"].as_u64() else {
                return Ok(events);
            };
            from = next;
        }
    }

    fn tokens(&self) -> Result<Vec<Value>, String> {
        let (mut tokens, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = self.get(&format!("/v1/tokens?limit=200{cursor}"))?;
            tokens.extend(page["items"].as_array().into_iter().flatten().cloned());
            let Some(next) = page["next"].as_str() else {
                return Ok(tokens);
            };
            cursor = format!("&cursor={next}");
        }
    }

    /// What was said of a game.
    fn remarks(&self, id: &str) -> Result<Vec<String>, String> {
        let (mut texts, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = self.get(&format!("/v1/games/{id}/annotations?limit=500{cursor}"))?;
            let items = page["items"].as_array().into_iter().flatten();
            texts.extend(items.filter_map(|item| item["text"].as_str().map(str::to_owned)));
            let Some(next) = page["next"].as_str() else {
                return Ok(texts);
            };
            cursor = format!("&cursor={next}");
        }
    }
}

fn strings(list: &Value) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items
        .filter_map(|item| item.as_str().map(str::to_owned))
        .collect()
}

/// The list of all games.
fn lists(books: &Books, listed: &BTreeMap<String, Listed>, wrong: &mut Vec<String>) {
    for (id, game) in &books.games {
        let Some(found) = listed.get(id) else {
            wrong.push(format!(
                "game {id} is lost, version {} of it was acknowledged",
                game.version
            ));
            continue;
        };
        let right = if game.commanding {
            found.version >= game.version
        } else {
            found.version == game.version
        };
        if !right || found.version < game.told {
            wrong.push(format!(
                "game {id} has version {}; {} was acknowledged (another command under way: {}), {} told to a follower",
                found.version, game.version, game.commanding, game.told
            ));
        }
        let expected: Vec<&String> = game.label.iter().collect();
        let possible: Vec<&String> = game.labelling.iter().collect();
        let labels: Vec<&String> = found
            .labels
            .iter()
            .filter(|label| label.starts_with("label "))
            .collect();
        if labels != expected && (labels != possible || possible.is_empty()) {
            wrong.push(format!("game {id} has {labels:?}, {expected:?} was acknowledged"));
        }
    }
    for (id, found) in listed {
        let is_known = books.games.contains_key(id)
            || books.asked.contains(&found.title)
            || books.sent.get(id) == Some(&found.version);
        if !is_known {
            wrong.push(format!(
                "game {id}, {:?}, version {}: nobody asked for it",
                found.title, found.version
            ));
        }
    }
}

/// Every command stands where it was acknowledged, once.
fn commands(id: &str, game: &Game, version: u64, events: &[(u64, String)], wrong: &mut Vec<String>) {
    if !events.iter().map(|(version, _)| *version).eq(1..=version) {
        wrong.push(format!(
            "game {id}: the events are not those of the versions 1 to {version}"
        ));
    }
    let mut begun: Vec<(&str, u64)> = Vec::new();
    for (version, command) in events {
        if command.starts_with("command-") && begun.last().is_none_or(|(last, _)| last != command) {
            begun.push((command, *version));
        }
    }
    let keys: Vec<String> = (0..=game.commands.len()).map(key).collect();
    let mut expected: Vec<(&str, u64)> = keys
        .iter()
        .map(String::as_str)
        .zip(game.commands.iter().copied())
        .collect();
    if game.commanding && begun.len() == expected.len() + 1 {
        expected.push((&keys[game.commands.len()], game.version + 1));
    }
    if begun != expected {
        let at = begun
            .iter()
            .zip(&expected)
            .take_while(|(one, other)| one == other)
            .count();
        wrong.push(format!(
            "game {id}: {} commands, {} acknowledged; from {at} on {:?} instead of {:?}",
            begun.len(),
            expected.len(),
            begun.get(at),
            expected.get(at)
        ));
    }
}

/// Every remark is there once.
fn remarks(id: &str, game: &Game, found: &[String], wrong: &mut Vec<String>) {
    let mut counted: BTreeMap<&String, usize> = BTreeMap::new();
    for text in found.iter().filter(|text| text.starts_with("remark ")) {
        *counted.entry(text).or_default() += 1;
    }
    for text in &game.remarks {
        match counted.remove(text) {
            Some(1) => {}
            times => wrong.push(format!(
                "game {id}: {text:?} is there {} times",
                times.unwrap_or(0)
            )),
        }
    }
    for (text, times) in counted {
        if game.remarking.as_ref() != Some(text) || times > 1 {
            wrong.push(format!(
                "game {id}: {text:?} is there {times} times, and was not acknowledged"
            ));
        }
    }
}

/// Every token is there, and revoked if that was acknowledged.
fn known_tokens(tokens: &BTreeMap<String, Token>, found: &[Value], wrong: &mut Vec<String>) {
    for (subject, token) in tokens {
        let Some(id) = &token.id else { continue };
        let Some(found) = found.iter().find(|found| found["id"] == id.as_str()) else {
            wrong.push(format!("the token of {subject} is lost"));
            continue;
        };
        let is_revoked = found["revoked_at"].is_string();
        if is_revoked != token.revoked && !(is_revoked && token.revoking) {
            wrong.push(format!(
                "the token of {subject}: revoked {is_revoked}, {} was acknowledged",
                token.revoked
            ));
        }
    }
    let subjects: BTreeSet<&str> = found
        .iter()
        .filter_map(|found| found["subject"].as_str())
        .collect();
    for subject in subjects {
        let times = found.iter().filter(|found| found["subject"] == subject).count();
        if subject.starts_with("subject ") && (times > 1 || !tokens.contains_key(subject)) {
            wrong.push(format!("{times} tokens of {subject}"));
        }
    }
}
