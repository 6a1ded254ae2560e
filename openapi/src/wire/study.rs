//! Studies: chapters with words, each of a game, a moment, a variation or a position.

use std::collections::BTreeSet;

use hindsight_studies::{Chapter, Shows, StudyVisibility};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Author;

/// A study to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// A title for people, 1 to 100 characters.
    #[schemars(length(min = 1, max = 100))]
    pub title: String,
    /// Markdown, at most 20,000 characters.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub text: String,
    /// Who may read it; `unlisted` if left out.
    #[serde(default)]
    pub visibility: StudyVisibility,
    /// Names of accounts, or subjects of tokens, who may read it where `visibility` is `readers`; at most 100.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub readers: BTreeSet<String>,
}

/// What changes of a study; what is left out stays.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PatchStudy {
    /// A title.
    pub title: Option<String>,
    /// Markdown.
    pub text: Option<String>,
    /// Who may read it.
    pub visibility: Option<StudyVisibility>,
    /// Its readers, these and no others.
    pub readers: Option<BTreeSet<String>>,
}

/// What changes of a chapter; what is left out stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PatchChapter {
    /// A title.
    pub title: Option<String>,
    /// Markdown.
    pub text: Option<String>,
    /// What it shows.
    pub shows: Option<Shows>,
}

/// The order of a study's chapters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChapterOrder {
    /// Each chapter's number, once.
    #[schemars(length(max = 64))]
    pub order: Vec<u32>,
}

/// A copy to be made of a study.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CloneStudy {
    /// Its title; that of the other if left out.
    #[schemars(length(min = 1, max = 100))]
    pub title: Option<String>,
}

/// A chapter as it is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChapterShown {
    /// Its number: no other chapter of the study ever has it.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// Markdown.
    pub text: String,
    /// The text as HTML that may stand in a page.
    pub html: String,
    /// What it shows; left out where it shows a game that you may not see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Shows>,
    /// Its page.
    pub page: String,
}

/// A study as it is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyShown {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Markdown.
    pub text: String,
    /// The text as HTML that may stand in a page.
    pub html: String,
    /// Who made it.
    pub author: Author,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// Its readers; told to its author alone.
    pub readers: Vec<String>,
    /// The study that it was copied from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<String>,
    /// How often it changed.
    pub version: u64,
    /// The chapters in their order.
    pub chapters: Vec<ChapterShown>,
    /// When it was made (RFC 3339).
    pub created_at: String,
    /// When it last changed (RFC 3339).
    pub changed_at: String,
    /// Its page.
    pub page: String,
}

/// A study as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyCard {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub author: Author,
    /// How many chapters it has.
    pub chapters: usize,
    /// When it last changed (RFC 3339).
    pub changed_at: String,
    /// Its page.
    pub page: String,
}

/// A page of studies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyPage {
    /// The studies, those made last first.
    pub items: Vec<StudyCard>,
    /// Pass it as `cursor` for the next page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A study as a file: all that another server needs to make it again, where it has the games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyFile {
    /// Its title.
    pub title: String,
    /// Markdown.
    pub text: String,
    /// The chapters in their order, but those of games that you may not see.
    pub chapters: Vec<Chapter>,
}

/// What the forms of a study's pages send. Fields that nobody filled in are as if they were not there.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StudyForm {
    /// `change`, `add`, `edit`, `remove`, `earlier`, `later` or `clone`.
    pub does: String,
    /// The chapter's number, for all but `change`, `add` and `clone`.
    pub chapter: Option<String>,
    /// A title.
    pub title: Option<String>,
    /// Markdown.
    pub text: Option<String>,
    /// For `change`: who may read it.
    pub visibility: Option<String>,
    /// For `change`: readers, separated by commas.
    pub readers: Option<String>,
    /// For `add` and `edit`: the address of a game or of a moment of it, as in `/g/{game}/{version}`.
    pub address: Option<String>,
    /// For `add` and `edit`, in the place of an address: a position as JSON, and its `system`.
    pub position: Option<String>,
    /// The rule set of a position.
    pub system: Option<String>,
    /// For `add` and `clone`: as `Idempotency-Key`.
    pub key: Option<String>,
}

/// What the form that begins a study sends.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewStudyForm {
    /// Its title.
    pub title: String,
    /// As `Idempotency-Key`.
    pub key: Option<String>,
}
