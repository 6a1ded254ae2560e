//! Decisions on commands to a study: what may be done to it, up to which limits. Only its author asks; that
//! is looked at where callers are known.

use std::collections::BTreeSet;
use std::fmt;

use hindsight_annotations::MESSAGES;
use hindsight_annotations::decide::{checked_readers, checked_title};
use hindsight_annotations::{AnnotationFault, words};
use hindsight_kernel::{Message, Phrase, message, phrase};
use serde::Serialize;

use crate::chapter::{Chapter, Shows};
use crate::limits::{BYTES, CHANGES, CHAPTERS, CHAPTERS_EVER, TEXT};
use crate::study::{About, StoredChapter, Study, StudyEvent, StudyVisibility, same_chapters};

/// A command to a study.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyCommand {
    /// Change what it says of itself; what is left out stays.
    Change {
        /// A title.
        title: Option<String>,
        /// Markdown.
        text: Option<String>,
        /// Who may read it.
        visibility: Option<StudyVisibility>,
        /// The readers, these and no others.
        readers: Option<BTreeSet<String>>,
    },
    /// Put a chapter at its end.
    Add(Chapter),
    /// Change a chapter; what is left out stays.
    Edit {
        /// Which.
        number: u32,
        /// A title.
        title: Option<String>,
        /// Markdown.
        text: Option<String>,
        /// What it shows.
        shows: Option<Shows>,
    },
    /// Take a chapter out.
    Remove {
        /// Which.
        number: u32,
    },
    /// Put the chapters into another order.
    Order(Vec<u32>),
}

/// Why nothing was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyRefused {
    /// A place of what was sent is wrong.
    Fault(AnnotationFault),
    /// There is no such chapter.
    NoChapter(u32),
    /// There are as many as there may be.
    Full {
        /// Of what.
        what: Phrase,
        /// How many.
        most: u64,
    },
}

impl std::error::Error for StudyRefused {}

impl From<AnnotationFault> for StudyRefused {
    fn from(fault: AnnotationFault) -> Self {
        Self::Fault(fault)
    }
}

impl fmt::Display for StudyRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl StudyRefused {
    /// The reason as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::Fault(fault) => fault.message(),
            Self::NoChapter(number) => message!(MESSAGES, "no-chapter", number),
            Self::Full { what, most } => message!(MESSAGES, "full", most, what = *what),
        }
    }
}

/// The first event of a new study, with what it says of itself, checked.
///
/// # Errors
/// What is wrong with it.
pub fn begin(about: About) -> Result<StudyEvent, StudyRefused> {
    Ok(StudyEvent::StudyCreated {
        about: checked(about)?,
    })
}

/// The event that a command to a study gives; nothing, where it says what is already so.
///
/// # Errors
/// Why nothing is done.
pub fn decide(study: &Study, command: StudyCommand) -> Result<Option<StudyEvent>, StudyRefused> {
    let event = match command {
        StudyCommand::Change {
            title,
            text,
            visibility,
            readers,
        } => {
            let now = &study.about;
            let about = About {
                title: title.unwrap_or_else(|| now.title.clone()),
                text: text.unwrap_or_else(|| now.text.clone()),
                visibility: visibility.unwrap_or(now.visibility),
                readers: readers.unwrap_or_else(|| now.readers.clone()),
                copy_of: now.copy_of.clone(),
            };
            let about = checked(about)?;
            (about != *now).then_some(StudyEvent::StudyChanged { about })
        }
        StudyCommand::Add(chapter) => {
            let chapter = chapter.checked()?;
            room_for(study, &chapter, None)?;
            room(
                study.order().len() as u64,
                CHAPTERS as u64,
                phrase!(MESSAGES, "full-chapters"),
            )?;
            room(
                u64::from(study.latest),
                u64::from(CHAPTERS_EVER),
                phrase!(MESSAGES, "full-chapters-ever"),
            )?;
            let number = study.latest + 1;
            Some(StudyEvent::ChapterAdded { number, chapter })
        }
        StudyCommand::Edit {
            number,
            title,
            text,
            shows,
        } => {
            let kept = study.chapter(number).ok_or(StudyRefused::NoChapter(number))?;
            let now = &kept.chapter;
            let chapter = Chapter {
                title: title.unwrap_or_else(|| now.title.clone()),
                text: text.unwrap_or_else(|| now.text.clone()),
                shows: shows.unwrap_or_else(|| now.shows.clone()),
            };
            let chapter = chapter.checked()?;
            room_for(study, &chapter, Some(kept))?;
            (kept.chapter != chapter).then_some(StudyEvent::ChapterChanged { number, chapter })
        }
        StudyCommand::Remove { number } => {
            study.chapter(number).ok_or(StudyRefused::NoChapter(number))?;
            Some(StudyEvent::ChapterRemoved { number })
        }
        StudyCommand::Order(order) => {
            if !same_chapters(study.order(), &order) {
                let reason = message!(MESSAGES, "study-order", order = format!("{:?}", study.order()));
                return Err(AnnotationFault::new("/order", reason).into());
            }
            (order != study.order()).then_some(StudyEvent::ChaptersOrdered { order })
        }
    };
    if event.is_some() {
        room(study.version, CHANGES, phrase!(MESSAGES, "full-study-changes"))?;
    }
    Ok(event)
}

fn checked(mut about: About) -> Result<About, StudyRefused> {
    about.title = checked_title(&about.title)?;
    words(&about.text, "/text", TEXT)?;
    checked_readers(&about.readers)?;
    Ok(about)
}

/// Whether a study has room for a chapter, in the place of another or behind the last.
fn room_for(
    study: &Study,
    chapter: &Chapter,
    instead_of: Option<&StoredChapter>,
) -> Result<(), StudyRefused> {
    let without = study.bytes() - instead_of.map_or(0, |kept| kept.bytes);
    if without + chapter.bytes() <= BYTES {
        return Ok(());
    }
    Err(StudyRefused::Full {
        what: phrase!(MESSAGES, "full-bytes"),
        most: BYTES as u64,
    })
}

fn room(now: u64, most: u64, what: Phrase) -> Result<(), StudyRefused> {
    if now < most {
        Ok(())
    } else {
        Err(StudyRefused::Full { what, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::POSITION_BYTES;
    use crate::study::StudyEntry;

    fn chapter(title: &str) -> Chapter {
        Chapter {
            title: title.to_owned(),
            text: "Words.".to_owned(),
            shows: Shows::Game {
                game: "01KAG6Q2Y7M3V9XWZ4T5B8C0DA".to_owned(),
            },
        }
    }

    /// A study that was given commands, each of which did something.
    fn given(commands: &[StudyCommand]) -> Study {
        let about = About {
            title: "Flanks".to_owned(),
            ..About::default()
        };
        let mut study = Study::default();
        let mut events = vec![begin(about).unwrap()];
        for at_ms in 1.. {
            let Some(event) = events.pop() else { break };
            // What is stored comes back as it was.
            let event = StudyEvent::load(crate::SCHEMA, &event.store()).unwrap();
            let entry = StudyEntry {
                at_ms,
                by: "ada".to_owned(),
                event,
            };
            study.evolve(entry).unwrap();
            if let Some(command) = commands.get(study.version as usize - 1) {
                events.push(
                    decide(&study, command.clone())
                        .unwrap()
                        .expect("it does something"),
                );
            }
        }
        study
    }

    fn titles(study: &Study) -> Vec<(u32, &str)> {
        study
            .chapters()
            .map(|(number, kept)| (number, kept.chapter.title.as_str()))
            .collect()
    }

    #[test]
    fn chapters_keep_their_numbers_whatever_becomes_of_the_others() {
        let add = |title| StudyCommand::Add(chapter(title));
        let study = given(&[add("one"), add("two"), add("three")]);
        assert_eq!(titles(&study), [(1, "one"), (2, "two"), (3, "three")]);
        let study = given(&[
            add("one"),
            add("two"),
            add("three"),
            StudyCommand::Order(vec![3, 1, 2]),
            StudyCommand::Remove { number: 1 },
            add("four"),
            StudyCommand::Edit {
                number: 2,
                title: Some("two again".to_owned()),
                text: None,
                shows: None,
            },
        ]);
        assert_eq!(titles(&study), [(3, "three"), (2, "two again"), (4, "four")]);
        assert_eq!((study.version, study.author.as_str()), (8, "ada"));
        assert_eq!((study.created_ms, study.changed_ms), (1, 8));
        assert_eq!(study.chapter(2).unwrap().changed_ms, 8);
    }

    #[test]
    fn what_is_already_so_is_no_event() {
        let study = given(&[StudyCommand::Add(chapter("one"))]);
        for command in [
            StudyCommand::Change {
                title: Some("Flanks".to_owned()),
                text: None,
                visibility: None,
                readers: None,
            },
            StudyCommand::Edit {
                number: 1,
                title: Some("one".to_owned()),
                text: Some("Words.".to_owned()),
                shows: None,
            },
            StudyCommand::Order(vec![1]),
        ] {
            assert_eq!(decide(&study, command), Ok(None));
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_reason() {
        let study = given(&[
            StudyCommand::Add(chapter("one")),
            StudyCommand::Add(chapter("two")),
        ]);
        for order in [vec![], vec![1], vec![1, 1], vec![1, 3], vec![1, 2, 2]] {
            let refused = decide(&study, StudyCommand::Order(order)).unwrap_err();
            assert!(
                matches!(&refused, StudyRefused::Fault(fault) if fault.path == "/order"),
                "{refused}"
            );
        }
        for command in [
            StudyCommand::Remove { number: 3 },
            StudyCommand::Edit {
                number: 3,
                title: None,
                text: None,
                shows: None,
            },
        ] {
            assert_eq!(decide(&study, command), Err(StudyRefused::NoChapter(3)));
        }
        let full = given(&vec![StudyCommand::Add(chapter("x")); CHAPTERS]);
        let refused = decide(&full, StudyCommand::Add(chapter("x")));
        assert_eq!(
            refused,
            Err(StudyRefused::Full {
                what: phrase!(MESSAGES, "full-chapters"),
                most: CHAPTERS as u64
            })
        );
        let many = (0..=hindsight_annotations::limits::READERS)
            .map(|number| number.to_string())
            .collect();
        let change = StudyCommand::Change {
            title: None,
            text: None,
            visibility: None,
            readers: Some(many),
        };
        assert!(decide(&study, change).is_err());
    }

    #[test]
    fn a_study_holds_so_many_bytes_and_no_more() {
        let position = |bytes: usize| Shows::Position {
            system: "before-battle".to_owned(),
            state: serde_json::Value::String("x".repeat(bytes - 2)),
        };
        let large = Chapter {
            shows: position(POSITION_BYTES),
            ..chapter("large")
        };
        let fit = BYTES / large.bytes();
        let study = given(&vec![StudyCommand::Add(large.clone()); fit]);
        let full = decide(&study, StudyCommand::Add(large.clone())).unwrap_err();
        assert!(
            matches!(full, StudyRefused::Full { most, .. } if most == BYTES as u64),
            "{full}"
        );
        // What is put in the place of something as large needs no more room.
        let again = StudyCommand::Edit {
            number: 1,
            title: Some("LARGE".to_owned()),
            text: None,
            shows: None,
        };
        assert!(decide(&study, again).is_ok());
        // A small one that was put in takes the room of a large one away.
        let rest = BYTES - study.bytes();
        assert!(
            decide(&study, StudyCommand::Add(chapter("small"))).is_ok() == (chapter("small").bytes() <= rest)
        );
    }

    #[test]
    fn two_who_change_different_things_of_a_chapter_both_have_their_way() {
        let edit = |title: Option<&str>, text: Option<&str>| StudyCommand::Edit {
            number: 1,
            title: title.map(ToOwned::to_owned),
            text: text.map(ToOwned::to_owned),
            shows: None,
        };
        let study = given(&[
            StudyCommand::Add(chapter("one")),
            edit(Some("first"), None),
            edit(None, Some("Other words.")),
        ]);
        let kept = &study.chapter(1).unwrap().chapter;
        assert_eq!(
            (kept.title.as_str(), kept.text.as_str()),
            ("first", "Other words.")
        );
    }

    #[test]
    fn events_that_cannot_follow_are_found() {
        let made = || {
            begin(About {
                title: "Flanks".to_owned(),
                ..About::default()
            })
            .unwrap()
        };
        let added = |number| StudyEvent::ChapterAdded {
            number,
            chapter: chapter("x"),
        };
        let fold = |events: Vec<StudyEvent>| {
            Study::fold(events.into_iter().map(|event| StudyEntry {
                at_ms: 1,
                by: "ada".to_owned(),
                event,
            }))
        };
        assert!(fold(vec![made(), added(1), added(2)]).is_ok());
        for events in [
            vec![added(1)],
            vec![made(), made()],
            vec![made(), added(2)],
            vec![made(), added(1), added(1)],
            vec![made(), StudyEvent::ChapterRemoved { number: 1 }],
            vec![
                made(),
                StudyEvent::ChapterChanged {
                    number: 1,
                    chapter: chapter("x"),
                },
            ],
            vec![made(), added(1), StudyEvent::ChaptersOrdered { order: vec![2] }],
        ] {
            assert!(fold(events.clone()).is_err(), "{events:?}");
        }
        assert!(StudyEvent::load(crate::SCHEMA + 1, &made().store()).is_err());
    }
}
