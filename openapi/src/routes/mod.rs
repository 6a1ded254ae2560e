//! The list of all operations, one file a chapter.

mod accounts;
mod annotations;
mod community;
mod games;
mod moderation;
mod packs;
mod pages;
mod pictures;
mod play;
mod recorder;
mod reviews;
mod service;
mod session;
mod situations;
mod studies;
mod suggestions;
mod systems;
mod tokens;
mod variations;
mod views;
mod webhooks;

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::Operation;

/// The description of the parameter by which a table is written for spreadsheets.
const SPREADSHEET: &str = "With a byte order mark, so that spreadsheets know its letters; `spreadsheet-comma` also has decimal commas and semicolons between columns. The plain form of programs if left out.";

/// Every operation, in the order of the document.
pub fn operations() -> &'static [Operation] {
    static ALL: OnceLock<Vec<Operation>> = OnceLock::new();
    ALL.get_or_init(|| {
        [
            systems::operations(),
            packs::operations(),
            games::operations(),
            play::operations(),
            annotations::operations(),
            suggestions::operations(),
            variations::operations(),
            community::operations(),
            situations::operations(),
            reviews::operations(),
            studies::operations(),
            views::operations(),
            pictures::operations(),
            tokens::operations(),
            session::operations(),
            accounts::operations(),
            webhooks::operations(),
            moderation::operations(),
            service::operations(),
            pages::operations(),
            recorder::operations(),
        ]
        .into_iter()
        .flatten()
        .collect()
    })
}

/// The operation of this name.
pub fn operation(id: &str) -> Option<&'static Operation> {
    operations().iter().find(|operation| operation.id == id)
}

/// A whole number.
fn number(least: i64, most: i64) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most })
}

/// A version of a game.
fn version() -> Value {
    number(1, 1_000_000_000)
}

/// A text.
fn text(most: usize) -> Value {
    json!({ "type": "string", "maxLength": most })
}

/// One of some words.
fn one_of(words: &[&str]) -> Value {
    json!({ "type": "string", "enum": words })
}

/// Yes or no.
fn flag() -> Value {
    json!({ "type": "boolean" })
}

/// A seat.
fn seat() -> Value {
    json!({ "type": "string", "pattern": "^[A-Z]$" })
}

/// A moment, RFC 3339.
fn time() -> Value {
    json!({ "type": "string", "format": "date-time", "maxLength": 40 })
}

/// A day.
fn date() -> Value {
    json!({ "type": "string", "format": "date", "maxLength": 10 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_their_own_ids_and_addresses_and_say_what_they_do() {
        let mut ids = std::collections::BTreeSet::new();
        let mut addresses = std::collections::BTreeSet::new();
        for operation in operations() {
            assert!(ids.insert(operation.id), "{} twice", operation.id);
            assert!(
                addresses.insert((operation.path, operation.method)),
                "{} twice",
                operation.path
            );
            assert!(
                !operation.summary.is_empty() && !operation.answers.is_empty(),
                "{}",
                operation.id
            );
            let mut names = std::collections::BTreeSet::new();
            for parameter in &operation.parameters {
                assert!(
                    names.insert(parameter.name),
                    "{}: {} twice",
                    operation.id,
                    parameter.name
                );
            }
            if let Some(body) = &operation.body {
                assert!(
                    body.media != "application/json" || !body.examples.is_empty(),
                    "{} has no example of its body",
                    operation.id
                );
            }
        }
    }
}
