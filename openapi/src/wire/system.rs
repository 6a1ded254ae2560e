//! Systems, rules and packs.

use hindsight_kernel::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A rule set that the server knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SystemInfo {
    /// Its id in addresses: `before-battle`.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// The version of the rules code.
    pub rules_version: String,
    /// The newest schema of its events.
    pub event_schema: u16,
    /// How many rules its list holds.
    pub rules: usize,
    /// How many packs are built in.
    pub packs: usize,
}

/// All systems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SystemList {
    /// In the server's order.
    pub items: Vec<SystemInfo>,
}

/// The rules of a system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleList {
    /// The system.
    pub system: String,
    /// Its rules, in the rulebook's order.
    pub items: Vec<Rule>,
    /// The table's rules, which hold in every system.
    pub table: Vec<Rule>,
}

/// A data pack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pack {
    /// The system it is for.
    pub system: String,
    /// Its own id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// The BLAKE3 hash of its canonical JSON, 64 hexadecimal digits: its address.
    pub hash: String,
    /// Whether it is built into the server.
    pub built_in: bool,
    /// Who uploaded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// When it was uploaded (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uploaded_at: Option<String>,
}

/// One step of a change of a pack: an operation of JSON Patch (RFC 6902).
///
/// Paths are JSON pointers (RFC 6901) into the pack as the steps before have left it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum PackChange {
    /// Put a value there; in a list it is inserted, `-` stands for the end.
    Add {
        /// Where.
        path: String,
        /// What.
        value: Value,
    },
    /// Take away what stands there.
    Remove {
        /// Where.
        path: String,
    },
    /// Put another value in the place of the one that stands there.
    Replace {
        /// Where.
        path: String,
        /// What.
        value: Value,
    },
    /// Take away what stands at one place and put it at another.
    Move {
        /// From where.
        from: String,
        /// To where.
        path: String,
    },
    /// Put what stands at one place at another too.
    Copy {
        /// From where.
        from: String,
        /// To where.
        path: String,
    },
    /// Go on only if this value stands there.
    Test {
        /// Where.
        path: String,
        /// What is expected.
        value: Value,
    },
}

/// The change of a pack: 1 to 200 steps, all or none of them done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PackChanges(#[schemars(length(min = 1, max = 200))] pub Vec<PackChange>);

/// A page of packs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PackPage {
    /// Built-in ones first.
    pub items: Vec<Pack>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
