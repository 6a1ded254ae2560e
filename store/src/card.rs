//! Index cards: what a list of streams shows, filters and sorts by.
//!
//! The store does not know how a card follows from the events; the writer hands it over with the append.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::StreamId;
use crate::error::{AppendError, StoreError};

/// Most bytes of a card's texts.
pub const MAX_CARD_BYTES: usize = 32 << 10;
/// Most streams on one page of a list.
pub const MAX_PAGE: usize = 1000;

/// The index card of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "WrittenCard")]
pub struct StreamCard {
    /// Rules in play, such as `before-battle`.
    pub system: String,
    /// Title for people.
    pub title: String,
    /// Where the game stands: `draft`, `running`, `finished` ... (the writer's words; `draft` alone means something here).
    pub status: String,
    /// Players, in seat order.
    pub players: Vec<String>,
    /// Free labels.
    pub tags: Vec<String>,
    /// `public`, or anything else for not public.
    pub visibility: String,
    /// Who owns it.
    pub owner: String,
    /// How it ended, for people.
    pub result: Option<String>,
    /// Further values that lists filter by, under the kinds of them that the writer names, such as the factions of a game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub terms: BTreeMap<String, Vec<String>>,
    /// When it began, milliseconds of Unix time; 0 lets the store put the time of the first append.
    pub created_ms: u64,
    /// When it last grew; kept by the store.
    pub updated_ms: u64,
    /// How many records it has; kept by the store.
    pub events: u64,
    /// Rounds played.
    pub rounds: u32,
    /// Kinds of stream, such as `bot` or `table`.
    pub marks: Vec<String>,
    /// Whatever else a list shows.
    pub extra: BTreeMap<String, String>,
}

/// A card as it is stored, now or by an earlier release, which had three fields for what are terms now.
#[derive(Default, Deserialize)]
#[serde(default)]
struct WrittenCard {
    system: String,
    title: String,
    status: String,
    players: Vec<String>,
    tags: Vec<String>,
    visibility: String,
    owner: String,
    result: Option<String>,
    terms: BTreeMap<String, Vec<String>>,
    created_ms: u64,
    updated_ms: u64,
    events: u64,
    rounds: u32,
    marks: Vec<String>,
    extra: BTreeMap<String, String>,
    factions: Vec<String>,
    ending: String,
    winners: Vec<String>,
}

impl From<WrittenCard> for StreamCard {
    fn from(written: WrittenCard) -> Self {
        let mut terms = written.terms;
        let ending = Some(written.ending).filter(|ending| !ending.is_empty());
        for (kind, values) in [
            ("faction", written.factions),
            ("ending", ending.into_iter().collect()),
            ("winner", written.winners),
        ] {
            if !values.is_empty() {
                terms.entry(kind.to_owned()).or_insert(values);
            }
        }
        Self {
            system: written.system,
            title: written.title,
            status: written.status,
            players: written.players,
            tags: written.tags,
            visibility: written.visibility,
            owner: written.owner,
            result: written.result,
            terms,
            created_ms: written.created_ms,
            updated_ms: written.updated_ms,
            events: written.events,
            rounds: written.rounds,
            marks: written.marks,
            extra: written.extra,
        }
    }
}

impl StreamCard {
    /// The values of a kind of term, in the writer's order.
    pub fn terms_of(&self, kind: &str) -> &[String] {
        self.terms.get(kind).map_or(&[], Vec::as_slice)
    }

    /// Puts the values of a kind of term in the place of those that stood there.
    pub fn set_terms(&mut self, kind: &str, values: Vec<String>) {
        if values.is_empty() {
            self.terms.remove(kind);
        } else {
            self.terms.insert(kind.to_owned(), values);
        }
    }

    /// Refuses a card that would not fit one stored item.
    pub(crate) fn check(&self) -> Result<(), AppendError> {
        let lists = [&self.players, &self.tags, &self.marks];
        let terms = self.terms.iter();
        let terms = terms.flat_map(|(kind, values)| std::iter::once(kind).chain(values));
        let size = [
            &self.system,
            &self.title,
            &self.status,
            &self.visibility,
            &self.owner,
        ]
        .into_iter()
        .chain(terms)
        .chain(lists.into_iter().flatten())
        .chain(self.result.as_ref())
        .chain(self.extra.iter().flat_map(|(key, value)| [key, value]))
        .map(|text| text.len() + 5)
        .sum();
        if size > MAX_CARD_BYTES {
            return Err(AppendError::TooLarge {
                what: "bytes of an index card",
                size,
                limit: MAX_CARD_BYTES,
            });
        }
        Ok(())
    }

    /// Equal but for what the store keeps itself.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let Self {
            system,
            title,
            status,
            players,
            tags,
            visibility,
            owner,
            result,
            terms,
            created_ms,
            updated_ms: _,
            events: _,
            rounds,
            marks,
            extra,
        } = self;
        *system == other.system
            && *title == other.title
            && *status == other.status
            && *players == other.players
            && *tags == other.tags
            && *visibility == other.visibility
            && *owner == other.owner
            && *result == other.result
            && *terms == other.terms
            && (*created_ms == other.created_ms || *created_ms == 0)
            && *rounds == other.rounds
            && *marks == other.marks
            && *extra == other.extra
    }
}

/// Whose eyes the list is for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Audience {
    /// All streams.
    #[default]
    Everything,
    /// Public ones only.
    Public,
    /// Public ones and those of this owner.
    Owner(String),
}

/// The key by which a list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortBy {
    /// When the stream began.
    #[default]
    Created,
    /// When it last grew. A stream that grows while the list is paged may show twice or not at all.
    Updated,
}

/// The end from which a list starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListOrder {
    /// Newest first.
    #[default]
    Descending,
    /// Oldest first.
    Ascending,
}

/// A filter and an order of streams. Every `Some` must hold; the default is all, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StreamFilter {
    /// Exactly this system.
    pub system: Option<String>,
    /// Exactly this status.
    pub status: Option<String>,
    /// One of the players.
    pub player: Option<String>,
    /// One of the tags.
    pub tag: Option<String>,
    /// One of the marks.
    pub mark: Option<String>,
    /// None of these among the marks.
    pub without_marks: Vec<String>,
    /// Each of these terms: its kind and one of its values.
    pub terms: Vec<(String, String)>,
    /// Exactly this visibility.
    pub visibility: Option<String>,
    /// Exactly this owner.
    pub owner: Option<String>,
    /// Whose eyes.
    pub audience: Audience,
    /// Began or grew (as sorted) at this time or later, milliseconds of Unix time.
    pub since_ms: Option<u64>,
    /// Began or grew (as sorted) before this time.
    pub until_ms: Option<u64>,
    /// Somewhere in title, players, tags or a term of `text_in`, in any case.
    pub text: Option<String>,
    /// The kinds of terms that `text` is looked for in.
    pub text_in: Vec<String>,
    /// Deleted drafts too.
    pub deleted: bool,
    /// What to sort by.
    pub sort: SortBy,
    /// In which order.
    pub order: ListOrder,
}

/// A place in a list: the next page starts behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    pub(crate) at_ms: u64,
    pub(crate) stream: StreamId,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.at_ms, self.stream)
    }
}

/// The text is not a cursor that a list gave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a cursor: pass on the one that the page before gave")]
pub struct NotACursor;

impl FromStr for Cursor {
    type Err = NotACursor;

    fn from_str(text: &str) -> Result<Self, NotACursor> {
        let (at_ms, stream) = text.split_once('-').ok_or(NotACursor)?;
        Ok(Self {
            at_ms: at_ms.parse().map_err(|_| NotACursor)?,
            stream: stream.parse().map_err(|_| NotACursor)?,
        })
    }
}

/// One stream of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub stream: StreamId,
    /// Its card.
    pub card: Arc<StreamCard>,
    /// It was a draft and is deleted.
    pub deleted: bool,
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The streams.
    pub streams: Vec<Listed>,
    /// Where the next page starts, if there is one.
    pub next: Option<Cursor>,
}

/// A card as stored, with what is not the writer's to say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct FiledCard {
    /// As the writer gave it; what the store keeps itself stands beside it, so that an append need not copy the card.
    pub(crate) card: Arc<StreamCard>,
    #[serde(default)]
    pub(crate) updated_ms: u64,
    #[serde(default)]
    pub(crate) events: u64,
    #[serde(default)]
    pub(crate) deleted: bool,
}

impl FiledCard {
    pub(crate) fn listed(&self, stream: StreamId) -> Listed {
        let Self {
            updated_ms,
            events,
            deleted,
            ..
        } = *self;
        let card = StreamCard {
            updated_ms,
            events,
            ..(*self.card).clone()
        };
        Listed {
            stream,
            card: Arc::new(card),
            deleted,
        }
    }

    /// The card as edited by hand; what the store keeps stays.
    pub(crate) fn edited(
        old: Option<&Self>,
        stream: StreamId,
        mut card: StreamCard,
    ) -> Result<Self, StoreError> {
        card.check().map_err(|error| match error {
            AppendError::TooLarge { what, size, limit } => StoreError::TooLarge { what, size, limit },
            other => StoreError::Library {
                why: other.to_string(),
            },
        })?;
        let old = old.ok_or(StoreError::NoSuchStream { stream })?;
        if card.created_ms == 0 {
            card.created_ms = old.card.created_ms;
        }
        Ok(Self {
            card: Arc::new(card),
            ..old.clone()
        })
    }

    /// The card of a draft that is deleted.
    pub(crate) fn put_away(
        old: Option<&Self>,
        stream: StreamId,
        most_events: u64,
    ) -> Result<Self, StoreError> {
        let old = old.ok_or(StoreError::NoSuchStream { stream })?;
        if old.card.status != "draft" {
            let why = format!("its status is {:?}", old.card.status);
            return Err(StoreError::NotADraft { stream, why });
        }
        if old.events > most_events {
            let why = format!("it has {} events, more than {most_events}", old.events);
            return Err(StoreError::NotADraft { stream, why });
        }
        Ok(Self {
            deleted: true,
            ..old.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::json;

    use super::*;

    #[test]
    fn a_card_of_the_first_release_keeps_its_factions_ending_and_winners() {
        let stored = rmp_serde::to_vec_named(&json!({
            "system": "before-battle",
            "title": "First",
            "players": ["Anna", "Ben"],
            "factions": ["Humans", "Orcs"],
            "ending": "won",
            "winners": ["Ben"],
            "rounds": 7,
        }))
        .unwrap();
        let card: StreamCard = rmp_serde::from_slice(&stored).unwrap();
        assert_eq!(card.terms_of("faction"), ["Humans", "Orcs"]);
        assert_eq!(card.terms_of("ending"), ["won"]);
        assert_eq!(card.terms_of("winner"), ["Ben"]);
        assert_eq!((card.rounds, card.players.len()), (7, 2));
        let again: StreamCard = rmp_serde::from_slice(&rmp_serde::to_vec_named(&card).unwrap()).unwrap();
        assert_eq!(again, card);
    }
}
