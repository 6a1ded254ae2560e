//! The compact list of a system's rules: id, place in the book, title, one sentence of ours.

use std::collections::{BTreeMap, BTreeSet};

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

impl Rule {
    /// The chapter that it belongs to: what the ids of its rules share, `BB-MOVE`.
    pub fn chapter(&self) -> &str {
        self.id.rsplit_once('-').map_or(&self.id, |(chapter, _)| chapter)
    }
}

/// All rules of a system, in the catalogue's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rulebook {
    rules: Vec<Rule>,
    by_id: BTreeMap<String, usize>,
    chapters: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    #[serde(default)]
    chapters: BTreeMap<String, String>,
    rule: Vec<Rule>,
}

impl Rulebook {
    /// Reads a `rules.toml`: a table `[chapters]` of titles (`BB-MOVE = "Movement"`), which may be left out, and an array of tables
    /// `[[rule]]` with `id`, `page`, `title`, `sentence`.
    ///
    /// # Errors
    /// It is no such file, a rule is listed twice, or not every chapter has a title where titles are given.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: RulesFile = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut by_id = BTreeMap::new();
        for (place, rule) in file.rule.iter().enumerate() {
            if by_id.insert(rule.id.clone(), place).is_some() {
                return Err(format!("rule {} is listed twice", rule.id));
            }
        }
        if !file.chapters.is_empty() {
            let told: BTreeSet<&str> = file.chapters.keys().map(String::as_str).collect();
            let present: BTreeSet<&str> = file.rule.iter().map(Rule::chapter).collect();
            if let Some(chapter) = told.symmetric_difference(&present).next() {
                return Err(format!("chapter {chapter} lacks its title or its rules"));
            }
        }
        Ok(Self {
            rules: file.rule,
            by_id,
            chapters: file.chapters,
        })
    }

    /// The title of a chapter by the part that the ids of its rules share: "Movement" for `BB-MOVE`, and that part where the list
    /// gives no titles.
    pub fn chapter_title<'t>(&'t self, chapter: &'t str) -> &'t str {
        self.chapters.get(chapter).map_or(chapter, String::as_str)
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

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str =
        "[[rule]]\nid = \"X-MOVE-01\"\npage = \"p. 1\"\ntitle = \"Move\"\nsentence = \"A piece moves.\"\n";

    #[test]
    fn a_chapter_is_called_by_its_title_or_else_by_its_id() {
        let titled = Rulebook::parse(&format!("[chapters]\nX-MOVE = \"Movement\"\n{RULE}")).unwrap();
        assert_eq!(titled.rules()[0].chapter(), "X-MOVE");
        assert_eq!(titled.chapter_title("X-MOVE"), "Movement");
        let plain = Rulebook::parse(RULE).unwrap();
        assert_eq!(plain.chapter_title("X-MOVE"), "X-MOVE");
    }

    #[test]
    fn titles_and_chapters_that_do_not_fit_are_refused() {
        let without_rules = format!("[chapters]\nX-MOVE = \"Movement\"\nX-END = \"End\"\n{RULE}");
        assert!(Rulebook::parse(&without_rules).unwrap_err().contains("X-END"));
        let without_title = format!(
            "[chapters]\nX-MOVE = \"Movement\"\n{RULE}{}",
            RULE.replace("MOVE", "END")
        );
        assert!(Rulebook::parse(&without_title).unwrap_err().contains("X-END"));
        assert!(
            Rulebook::parse(&format!("{RULE}{RULE}"))
                .unwrap_err()
                .contains("twice")
        );
    }
}
