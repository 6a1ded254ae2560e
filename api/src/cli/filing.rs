//! Putting decided games into a store: those from text, those that bots played, the samples.

use clap::ValueEnum;
use hindsight_api::base::now_ms;
use hindsight_api::games::card_fields::is_arriving;
use hindsight_api::games::import::Rest;
use hindsight_api::games::notation::{TextFiling, file_text, midnight_ms};
use hindsight_engine::System;
use hindsight_notation::Document;
use hindsight_store::{EventStore, StreamId};
use serde_json::Value;

use super::outcome::{Code, Failure};

/// Who may see a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shown {
    /// Everybody, in lists too
    Public,
    /// Whoever knows the address
    Unlisted,
    /// The owner
    Private,
}

impl Shown {
    /// The word on the index card.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::Private => "private",
        }
    }

    /// Who sees such a game and where it counts, for whoever just filed it.
    pub(crate) const fn seen_by(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted: in no list and in no figures",
            Self::Private => "private: for its owner alone, in no list and in no figures",
        }
    }
}

/// When the records of a game say that they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clock {
    /// Now.
    Now,
    /// A second apart from this moment on, in milliseconds of Unix time: the same on every machine.
    From(u64),
}

impl Clock {
    pub(crate) fn at(self, command: u64) -> u64 {
        match self {
            Self::Now => now_ms(),
            Self::From(start) => start + command * 1_000,
        }
    }
}

/// What became of a game from a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filed {
    /// It is new here.
    New {
        /// Its id.
        id: StreamId,
        /// Another record of the same battle.
        same_battle: Option<StreamId>,
    },
    /// It was here already.
    AlreadyThere(StreamId),
}

/// How a game from a text is filed.
#[derive(Debug, Clone)]
pub(crate) struct Label {
    /// Its owner.
    pub(crate) owner: String,
    /// Who may see it.
    pub(crate) shown: Shown,
    /// Kinds of stream: `sample`, `imported` ...
    pub(crate) marks: Vec<String>,
    /// Whether the records carry the date of the game instead of the present moment.
    pub(crate) as_dated: bool,
}

/// Files a game from a text, whole or not at all, with the packs that its headers name. Its id follows from the text, so the
/// same game twice is recognised.
pub(crate) fn file(
    store: &dyn EventStore,
    document: &Document,
    packs: &[Value],
    label: &Label,
) -> Result<Filed, Failure> {
    let played_ms = document.date.as_deref().and_then(midnight_ms);
    let id = id_of(document, played_ms);
    // One that came in half is gone on with: its id says that it is the same.
    if store.card(id)?.is_some_and(|listed| !is_arriving(&listed.card)) {
        return Ok(Filed::AlreadyThere(id));
    }
    let replayed = hindsight_notation::bridge::replay(document, packs)?;
    let clock = match played_ms {
        Some(played) if label.as_dated => Clock::From(played),
        _ => Clock::Now,
    };
    let filing = TextFiling {
        id,
        title: None,
        owner: &label.owner,
        visibility: label.shown.name(),
        marks: label.marks.clone(),
        clock: &|command| clock.at(command),
        rest: Rest::GoneOnWith,
    };
    let others = file_text(store, document, &replayed, &filing)?;
    Ok(Filed::New {
        id,
        same_battle: others.first().copied(),
    })
}

/// The id of a game from a text: the moment it was played, and the hash of its canonical text.
fn id_of(document: &Document, played_ms: Option<u64>) -> StreamId {
    let text = hindsight_notation::print(document);
    let hash = blake3::hash(text.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.as_bytes()[..16]);
    StreamId::new(played_ms.unwrap_or(0), u128::from_be_bytes(bytes))
}

/// A date on the command line.
pub(crate) fn date(text: &str) -> Result<u64, String> {
    midnight_ms(text).ok_or_else(|| "a date is YYYY, YYYY-MM or YYYY-MM-DD, not before 1970".to_owned())
}

/// The system of an argument.
pub(crate) fn system(id: &str) -> Result<&'static dyn System, Failure> {
    hindsight_engine::system(id).ok_or_else(|| {
        let known: Vec<&str> = hindsight_engine::systems()
            .iter()
            .map(|system| system.id())
            .collect();
        Failure::new(
            Code::Usage,
            format!("there is no system {id:?}; there are {}", known.join(", ")),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_text_is_the_same_every_time_and_another_for_another_text() {
        let mut document = Document::new("before-battle");
        let one = id_of(&document, Some(5));
        assert_eq!(one, id_of(&document, Some(5)));
        assert_eq!(one.made_at_ms(), 5);
        document.title = Some("Another".to_owned());
        assert_ne!(one, id_of(&document, Some(5)));
    }
}
