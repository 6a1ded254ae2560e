//! Which streams have which value.

use std::collections::HashMap;

use roaring::RoaringBitmap;

use super::Place;
use crate::StreamCard;

/// What of a card lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    System,
    Status,
    Visibility,
    Owner,
    Ending,
    Player,
    Faction,
    Tag,
    Mark,
    Winner,
}

const FIELDS: usize = Field::Winner as usize + 1;
/// Those that `text` is looked for in.
const NAMES: [Field; 3] = [Field::Player, Field::Faction, Field::Tag];

/// The streams of one value.
#[derive(Debug, Default)]
struct Term {
    places: RoaringBitmap,
    /// As `text` is looked for in it, if that is another text.
    folded: Option<Box<str>>,
}

/// The streams of every value, by field.
#[derive(Debug, Default)]
pub(super) struct Terms([HashMap<Box<str>, Term>; FIELDS]);

impl Terms {
    /// The places of the streams with a value, if there are any.
    pub(super) fn places(&self, field: Field, value: &str) -> Option<&RoaringBitmap> {
        self.0[field as usize].get(value).map(|term| &term.places)
    }

    /// The places of the streams with a name that contains a text (in small letters).
    pub(super) fn containing(&self, needle: &str) -> RoaringBitmap {
        let terms = NAMES.into_iter().flat_map(|field| &self.0[field as usize]);
        let mut places = RoaringBitmap::new();
        for (value, term) in terms {
            if term.folded.as_deref().unwrap_or(value).contains(needle) {
                places |= &term.places;
            }
        }
        places
    }

    /// Files the card of a place under its values instead of another card.
    pub(super) fn replace(&mut self, place: Place, old: Option<&StreamCard>, new: Option<&StreamCard>) {
        let (old, new) = (old.map(values), new.map(values));
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        for &(field, value) in old.iter().filter(|term| !new.contains(term)) {
            let terms = &mut self.0[field as usize];
            if let Some(term) = terms.get_mut(value) {
                term.places.remove(place);
                if term.places.is_empty() {
                    terms.remove(value);
                }
            }
        }
        for &(field, value) in new.iter().filter(|term| !old.contains(term)) {
            let terms = &mut self.0[field as usize];
            if let Some(term) = terms.get_mut(value) {
                term.places.insert(place);
                continue;
            }
            let folded = value.to_lowercase();
            let term = Term {
                places: RoaringBitmap::from_iter([place]),
                folded: (folded != value).then(|| folded.into()),
            };
            terms.insert(value.into(), term);
        }
    }
}

/// Every value of a card that lists filter by.
fn values(card: &StreamCard) -> Vec<(Field, &str)> {
    let one = [
        (Field::System, &card.system),
        (Field::Status, &card.status),
        (Field::Visibility, &card.visibility),
        (Field::Owner, &card.owner),
        (Field::Ending, &card.ending),
    ];
    let many = [
        (Field::Player, &card.players),
        (Field::Faction, &card.factions),
        (Field::Tag, &card.tags),
        (Field::Mark, &card.marks),
        (Field::Winner, &card.winners),
    ];
    let many = many
        .into_iter()
        .flat_map(|(field, values)| values.iter().map(move |value| (field, &**value)));
    one.into_iter()
        .map(|(field, value)| (field, &**value))
        .chain(many)
        .collect()
}
