//! The names of those who say something: accounts by the name they have now, whatever they were called when they said it.
//!
//! Whoever writes signs: an annotation shows the account of its author also where the players' names are hidden, and the page
//! of the game's settings says so. Two things would name the keeper of such a game without a word of theirs: the layer of the text
//! that the game came in with, and guests, who are called by whose guests they are. Both are told without a name.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_annotations::Layer;
use hindsight_kernel::{Argument, Message};
use hindsight_openapi::wire::Author;

use super::{Annotations, Reader, StoredLayer};
use crate::access::GUEST;
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::games::player_names::are_hidden;

/// The subject of the keeper of a game's record where they are not named.
const KEEPER: &str = "keeper";
/// The same of a guest.
const SOME_GUEST: &str = "guest";

/// The title that a first layer gets, by its author's name. It is stored.
pub(super) fn first_title(name: impl Into<Argument>) -> Message {
    text!("layer-first-title", name = name.into())
}

/// The names of those who wrote in some layers or are named their readers, for somebody who reads them.
pub(crate) struct Names<'r> {
    pub(crate) reader: Reader<'r>,
    known: BTreeMap<String, String>,
}

impl Names<'_> {
    /// The name of a subject.
    pub(crate) fn of<'n>(&'n self, subject: &'n str) -> &'n str {
        self.known.get(subject).map_or(subject, String::as_str)
    }

    /// The author of something in a layer, as the reader may know them.
    pub(crate) fn author(&self, sheet: &StoredLayer, subject: &str) -> Author {
        let you = self
            .reader
            .caller
            .reads_annotations(self.reader.head.id)
            .as_deref()
            == Some(subject);
        let (subject, name) = match self.unnamed(sheet, subject) {
            Some((stand_in, words)) if !you => (stand_in, words.into()),
            _ => (subject, self.of(subject).to_owned()),
        };
        Author {
            subject: subject.to_owned(),
            name,
            you,
        }
    }

    /// The title of a layer: the one that a first layer gets says who wrote it.
    pub(crate) fn title(&self, sheet: &StoredLayer) -> String {
        match self.unnamed(sheet, &sheet.layer.author) {
            Some((_, name)) if is_first_title(&sheet.layer.title) => first_title(name).into(),
            _ => sheet.layer.title.clone(),
        }
    }

    /// The words for a subject in a layer whose name would be that of somebody who is hidden from the reader.
    pub(crate) fn unnamed(&self, sheet: &StoredLayer, subject: &str) -> Option<(&'static str, Message)> {
        let card = &self.reader.head.card;
        if !are_hidden(card) || self.reader.sight.keeps {
            return None;
        }
        if subject.starts_with(GUEST) {
            return Some((SOME_GUEST, text!("author-guest")));
        }
        (sheet.from_text && subject == card.owner).then(|| (KEEPER, text!("author-keeper")))
    }

    /// All names as one text, for a tag that changes when one of them does.
    pub(crate) fn fingerprint(&self) -> String {
        format!("{:?} {}", self.known, are_hidden(&self.reader.head.card))
    }
}

/// Whether a stored title is the one that a first layer gets: it begins with the words before the name.
fn is_first_title(title: &str) -> bool {
    title.starts_with(&first_title("").to_string())
}

fn subjects(layer: &Layer) -> BTreeSet<&str> {
    let mut subjects: BTreeSet<&str> = layer.readers.iter().map(String::as_str).collect();
    subjects.insert(&layer.author);
    for annotation in layer.annotations() {
        subjects.extend(annotation.revisions().iter().map(|revision| revision.by.as_str()));
        subjects.extend(annotation.replies.iter().map(|reply| reply.by.as_str()));
    }
    subjects
}

impl Annotations {
    /// The names in some layers.
    pub(crate) async fn names<'r>(&self, reader: Reader<'r>, sheets: &[StoredLayer]) -> ApiResult<Names<'r>> {
        let mut known = BTreeMap::new();
        for subject in sheets.iter().flat_map(|sheet| subjects(&sheet.layer)) {
            if !known.contains_key(subject) {
                known.insert(subject.to_owned(), self.accounts.name_of(subject).await?);
            }
        }
        Ok(Names { reader, known })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_titles_with_a_name_are_recognised() {
        // Layers of earlier releases are stored with these words: with others the name of an author who is hidden would show.
        assert!(is_first_title("Notes of somebody"));
        assert!(!is_first_title("My notes"));
    }
}
