//! The compact list of a system's rules: id, place in the book, title, one sentence of ours.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One rule as the product cites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rule {
    /// `BB-MOVE-03`.
    pub id: String,
    /// Where the rulebook says it: `p. 44`, `§Actions`.
    pub page: String,
    /// A short title.
    pub title: String,
    /// One sentence of our own.
    pub sentence: String,
}

/// All rules of a system, in the catalogue's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    rules: Vec<Rule>,
    by_id: BTreeMap<String, usize>,
}

#[derive(Deserialize)]
struct RulesFile {
    rule: Vec<Rule>,
}

impl Rulebook {
    /// Reads a `rules.toml`: an array of tables `[[rule]]` with `id`, `page`, `title`, `sentence`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: RulesFile = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut by_id = BTreeMap::new();
        for (place, rule) in file.rule.iter().enumerate() {
            if by_id.insert(rule.id.clone(), place).is_some() {
                return Err(format!("rule {} is listed twice", rule.id));
            }
        }
        Ok(Self {
            rules: file.rule,
            by_id,
        })
    }

    /// Every rule, in the catalogue's order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule with this id.
    pub fn get(&self, id: &str) -> Option<&Rule> {
        self.by_id.get(id).map(|&place| &self.rules[place])
    }
}

/// The kernel's own rules: what holds at every table whatever the game.
pub fn table_rules() -> &'static Rulebook {
    static BOOK: std::sync::OnceLock<Rulebook> = std::sync::OnceLock::new();
    BOOK.get_or_init(|| {
        Rulebook::parse(include_str!("../rules.toml"))
            .expect("the kernel's rules.toml is checked by its tests")
    })
}
