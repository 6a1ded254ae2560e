//! Common parts of the packs of all games: a reader that finds all faults at once, and the hash of what a
//! pack holds.
//!
//! A game describes its pack as a type with a JSON Schema; [`PackReader`] reads it, the game then checks what no single
//! field can tell and adds to the same [`Faults`].

mod reader;
mod sample;

use serde_json::Value;

use crate::{Message, PackFault};

pub use reader::{PackReader, unread_keywords};

/// The most faults of a pack that are listed.
const MOST_FAULTS: usize = 200;

/// JSON with keys in order and no spaces: the same for packs that hold the same.
pub fn canonical(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let mut names: Vec<&String> = map.keys().collect();
            names.sort_unstable();
            let entries: Vec<String> = names
                .into_iter()
                .map(|name| format!("{}:{}", Value::String(name.clone()), canonical(&map[name])))
                .collect();
            format!("{{{}}}", entries.join(","))
        }
        Value::Array(list) => {
            let entries: Vec<String> = list.iter().map(canonical).collect();
            format!("[{}]", entries.join(","))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// The BLAKE3 hash of a pack's [`canonical`] JSON, 64 hexadecimal digits.
pub fn hash(pack: &Value) -> String {
    blake3::hash(canonical(pack).as_bytes()).to_hex().to_string()
}

/// The faults of a pack found so far.
///
/// Where a [`PackReader`] had to put something else in the place of what was written, later faults of that place and of
/// what is below it are not added: they would be about what nobody wrote.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    list: Vec<PackFault>,
    replaced: Vec<String>,
}

impl Faults {
    /// Adds a fault, with the JSON pointer of its place. Of very many only the first are kept.
    pub fn add(&mut self, path: impl Into<String>, reason: Message) {
        let path = path.into();
        if self.list.len() < MOST_FAULTS && !self.is_replaced(&path) {
            self.list.push(PackFault { path, reason });
        }
    }

    /// Adds a fault whose place was read as something else.
    fn add_replaced(&mut self, fault: PackFault) {
        self.replaced.push(fault.path.clone());
        if self.list.len() < MOST_FAULTS {
            self.list.push(fault);
        }
    }

    fn is_replaced(&self, path: &str) -> bool {
        self.replaced.iter().any(|place| {
            path.strip_prefix(place.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Whether none was found.
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults, first one first.
    pub fn into_list(self) -> Vec<PackFault> {
        self.list
    }
}

/// A name as a part of a JSON pointer.
pub fn pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_hash_is_of_the_content_and_not_of_its_order() {
        let text = "{\"b\":[1,{\"d\":2.5,\"c\":\"é\\n\"}],\"a\":null}";
        let read: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(
            canonical(&read),
            "{\"a\":null,\"b\":[1,{\"c\":\"é\\n\",\"d\":2.5}]}"
        );
        assert_eq!(hash(&json!({})), blake3::hash(b"{}").to_hex().to_string());
        assert_ne!(hash(&json!({ "a": 1 })), hash(&json!({ "a": 2 })));
    }

    #[test]
    fn so_many_faults_are_listed_and_no_more() {
        let mut faults = Faults::default();
        for place in 0..300 {
            faults.add(
                format!("/{}", pointer("a/b~")),
                Message::plain(format!("fault {place}")),
            );
        }
        let list = faults.into_list();
        assert_eq!((list.len(), list[0].path.as_str()), (MOST_FAULTS, "/a~1b~0"));
    }
}
