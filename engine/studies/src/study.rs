//! A study, folded from its events.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_annotations::MESSAGES;
use hindsight_kernel::{Message, Phrase, codec, message, phrase};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chapter::Chapter;

/// The schema of studies' events in this release.
pub const SCHEMA: u16 = 1;

/// Who may read a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StudyVisibility {
    /// Everybody; it stands in the list of studies.
    Public,
    /// Everybody who has its address; it stands in no list but its author's.
    #[default]
    Unlisted,
    /// Its author and the readers named.
    Readers,
    /// Its author alone. For all others it does not exist.
    Private,
}

/// The title, text and readers of a study.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct About {
    /// A title for people.
    pub title: String,
    /// Markdown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Who may read it.
    pub visibility: StudyVisibility,
    /// Its named readers, by subject.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub readers: BTreeSet<String>,
    /// The study that it was copied from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<String>,
}

/// Something happened to a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyEvent {
    /// It was made.
    StudyCreated {
        /// What it says of itself.
        about: About,
    },
    /// It says something else of itself.
    StudyChanged {
        /// What it says now.
        about: About,
    },
    /// A chapter was put at its end.
    ChapterAdded {
        /// Its number, from 1; no other chapter ever has it.
        number: u32,
        /// The chapter.
        chapter: Chapter,
    },
    /// A chapter is otherwise now.
    ChapterChanged {
        /// Which.
        number: u32,
        /// The chapter.
        chapter: Chapter,
    },
    /// A chapter was taken out.
    ChapterRemoved {
        /// Which.
        number: u32,
    },
    /// The chapters stand in another order.
    ChaptersOrdered {
        /// All of them by number.
        order: Vec<u32>,
    },
}

impl StudyEvent {
    /// The type under which it is stored.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::StudyCreated { .. } => "study_created",
            Self::StudyChanged { .. } => "study_changed",
            Self::ChapterAdded { .. } => "chapter_added",
            Self::ChapterChanged { .. } => "chapter_changed",
            Self::ChapterRemoved { .. } => "chapter_removed",
            Self::ChaptersOrdered { .. } => "chapters_ordered",
        }
    }

    /// As it is stored.
    pub fn store(&self) -> Vec<u8> {
        codec::encode(self)
    }

    /// The event behind its stored form.
    ///
    /// # Errors
    /// A schema of a newer release, or a damaged body.
    pub fn load(schema: u16, body: &[u8]) -> Result<Self, StudyMisplaced> {
        if schema > SCHEMA {
            return Err(StudyMisplaced(message!(
                MESSAGES,
                "study-schema",
                schema,
                wanted = SCHEMA
            )));
        }
        codec::decode(body).map_err(StudyMisplaced)
    }
}

/// An event that cannot follow those before it: the stream is damaged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a study: {0}")]
pub struct StudyMisplaced(pub Message);

/// An event with what the store knows of it.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyEntry {
    /// When it was recorded, milliseconds of Unix time.
    pub at_ms: u64,
    /// The subject who did it.
    pub by: String,
    /// What happened.
    pub event: StudyEvent,
}

/// A chapter as a study keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredChapter {
    /// The chapter.
    pub chapter: Chapter,
    /// When it was last changed.
    pub changed_ms: u64,
    /// About how many bytes it is written with.
    pub bytes: usize,
}

impl StoredChapter {
    fn new(chapter: Chapter, changed_ms: u64) -> Self {
        Self {
            bytes: chapter.bytes(),
            chapter,
            changed_ms,
        }
    }
}

/// A study as it stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Study {
    /// How many events it has.
    pub version: u64,
    /// The subject who made it.
    pub author: String,
    /// What it says of itself.
    pub about: About,
    /// When it was made.
    pub created_ms: u64,
    /// When it last changed.
    pub changed_ms: u64,
    /// The number of the latest chapter, whether or not it is still there.
    pub latest: u32,
    order: Vec<u32>,
    chapters: BTreeMap<u32, StoredChapter>,
}

impl Study {
    /// The chapters in their order, by number.
    pub fn chapters(&self) -> impl Iterator<Item = (u32, &StoredChapter)> {
        self.order
            .iter()
            .filter_map(|number| Some((*number, self.chapters.get(number)?)))
    }

    /// A chapter.
    pub fn chapter(&self, number: u32) -> Option<&StoredChapter> {
        self.chapters.get(&number)
    }

    /// The order of the chapters.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// About how many bytes it is written with.
    pub fn bytes(&self) -> usize {
        self.about.text.len() + self.chapters.values().map(|kept| kept.bytes).sum::<usize>()
    }

    /// The study after these events.
    ///
    /// # Errors
    /// The first that cannot follow those before it.
    pub fn fold(entries: impl IntoIterator<Item = StudyEntry>) -> Result<Self, StudyMisplaced> {
        let mut study = Self::default();
        for entry in entries {
            study.evolve(entry)?;
        }
        Ok(study)
    }

    /// Takes in what happened next.
    ///
    /// # Errors
    /// It cannot follow what happened before.
    pub fn evolve(&mut self, entry: StudyEntry) -> Result<(), StudyMisplaced> {
        let StudyEntry { at_ms, by, event } = entry;
        let next = self.version + 1;
        let misplaced = |why: Phrase| Err(StudyMisplaced(message!(MESSAGES, "study-event", next, why)));
        match (next, matches!(event, StudyEvent::StudyCreated { .. })) {
            (1, true) => {}
            (1, false) => return misplaced(phrase!(MESSAGES, "study-not-made")),
            (_, true) => return misplaced(phrase!(MESSAGES, "study-made")),
            (_, false) => {}
        }
        match event {
            StudyEvent::StudyCreated { about } => {
                self.author = by;
                self.about = about;
                self.created_ms = at_ms;
            }
            StudyEvent::StudyChanged { about } => self.about = about,
            StudyEvent::ChapterAdded { number, chapter } => {
                if number != self.latest + 1 {
                    return misplaced(phrase!(MESSAGES, "study-chapter-number"));
                }
                self.latest = number;
                self.order.push(number);
                self.chapters.insert(number, StoredChapter::new(chapter, at_ms));
            }
            StudyEvent::ChapterChanged { number, chapter } => {
                if !self.chapters.contains_key(&number) {
                    return misplaced(phrase!(MESSAGES, "study-no-chapter"));
                }
                self.chapters.insert(number, StoredChapter::new(chapter, at_ms));
            }
            StudyEvent::ChapterRemoved { number } => {
                if self.chapters.remove(&number).is_none() {
                    return misplaced(phrase!(MESSAGES, "study-no-chapter"));
                }
                self.order.retain(|other| *other != number);
            }
            StudyEvent::ChaptersOrdered { order } => {
                if !same_chapters(&self.order, &order) {
                    return misplaced(phrase!(MESSAGES, "study-other-order"));
                }
                self.order = order;
            }
        }
        self.version = next;
        self.changed_ms = at_ms;
        Ok(())
    }
}

/// Whether two orders are of the same chapters.
pub(crate) fn same_chapters(one: &[u32], other: &[u32]) -> bool {
    let sorted = |order: &[u32]| {
        let mut order = order.to_vec();
        order.sort_unstable();
        order
    };
    sorted(one) == sorted(other)
}
