//! Studies: chapters with words, each of a game, a moment, a variation or a position; one event stream a study.
//!
//! A [`Study`] is folded from its [`StudyEvent`]s; [`decide`](mod@decide) holds every rule and limit and refuses before it
//! emits anything, [`Study::evolve`] holds none. Whether a game that a chapter shows is there, and who may see it, is asked
//! where callers are known. No clock, no store, no HTML and no rule of a game lives here. Read [`study`] first.

#![warn(clippy::too_many_lines)]

pub mod chapter;
pub mod decide;
pub mod limits;
pub mod study;

pub use chapter::{Chapter, Shows};
pub use decide::{StudyCommand, StudyRefused, begin, decide};
pub use study::{
    About, SCHEMA, StoredChapter, Study, StudyEntry, StudyEvent, StudyMisplaced, StudyVisibility,
};
