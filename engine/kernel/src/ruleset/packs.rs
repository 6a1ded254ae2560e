//! What the rulebook leaves to its cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Rules;

/// Data packs. The defaults are those of a game that has none.
pub trait Packs: Rules {
    /// The embedded packs, as JSON.
    fn sample_packs() -> Vec<Value> {
        Vec::new()
    }

    /// Checks a pack and gives its name, or every fault with its path.
    fn check_pack(_pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        Err(vec![PackFault {
            path: String::new(),
            reason: format!("{} has no packs", Self::TITLE),
        }])
    }

    /// The JSON Schema of a pack.
    fn pack_schema() -> Value {
        Value::Bool(false)
    }
}

/// What a pack is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PackInfo {
    /// The system it is for.
    pub system: String,
    /// Its id: lower-case words and hyphens.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// The BLAKE3 hash of its canonical JSON, 64 hexadecimal digits.
    pub hash: String,
}

/// One fault of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PackFault {
    /// A JSON pointer.
    pub path: String,
    /// What is wrong and what would be right.
    pub reason: String,
}
