//! Index of streams by value.

use std::borrow::Cow;
use std::collections::HashMap;

use roaring::RoaringBitmap;

use super::Place;
use super::fold::{composed, folded};
use crate::StreamCard;

/// What of a card lists filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Field<'c> {
    System,
    Status,
    Visibility,
    Owner,
    Player,
    Tag,
    Mark,
    /// The writer's own kind of term.
    Term(&'c str),
}

impl Field<'_> {
    /// A value as it is filed and looked up: what people write is composed, so that one name in two spellings is one value.
    fn filed(self, value: &str) -> Cow<'_, str> {
        match self {
            Self::Player | Self::Tag | Self::Term(_) => composed(value),
            Self::System | Self::Status | Self::Visibility | Self::Owner | Self::Mark => Cow::Borrowed(value),
        }
    }
}

/// The streams of one value.
#[derive(Debug, Default)]
struct Term {
    places: RoaringBitmap,
    /// As `text` is looked for in it, if that is another text.
    folded: Option<Box<str>>,
}

/// The streams of every value of a field.
type Values = HashMap<Box<str>, Term>;

/// The streams of every value, by field.
#[derive(Debug, Default)]
pub(super) struct Terms {
    system: Values,
    status: Values,
    visibility: Values,
    owner: Values,
    player: Values,
    tag: Values,
    mark: Values,
    /// By kind of term.
    others: HashMap<Box<str>, Values>,
}

impl Terms {
    /// The places of the streams with a value, if there are any.
    pub(super) fn places(&self, field: Field<'_>, value: &str) -> Option<&RoaringBitmap> {
        let values = self.values(field)?;
        values.get(&*field.filed(value)).map(|term| &term.places)
    }

    /// The places of the streams with a player, a tag or a term of some kinds that contains a text (folded).
    pub(super) fn containing(&self, needle: &str, kinds: &[String]) -> RoaringBitmap {
        let kinds = kinds.iter().map(|kind| Field::Term(kind));
        let terms = [Field::Player, Field::Tag].into_iter().chain(kinds);
        let terms = terms.filter_map(|field| self.values(field)).flatten();
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
        for (field, value) in old.iter().filter(|term| !new.contains(term)) {
            let terms = self.values_mut(*field);
            if let Some(term) = terms.get_mut(&**value) {
                term.places.remove(place);
                if term.places.is_empty() {
                    terms.remove(&**value);
                }
            }
        }
        for (field, value) in new.iter().filter(|term| !old.contains(term)) {
            let terms = self.values_mut(*field);
            if let Some(term) = terms.get_mut(&**value) {
                term.places.insert(place);
                continue;
            }
            let folded = folded(value);
            let term = Term {
                places: RoaringBitmap::from_iter([place]),
                folded: (folded != **value).then(|| folded.into()),
            };
            terms.insert((**value).into(), term);
        }
    }

    fn values(&self, field: Field<'_>) -> Option<&Values> {
        Some(match field {
            Field::System => &self.system,
            Field::Status => &self.status,
            Field::Visibility => &self.visibility,
            Field::Owner => &self.owner,
            Field::Player => &self.player,
            Field::Tag => &self.tag,
            Field::Mark => &self.mark,
            Field::Term(kind) => return self.others.get(kind),
        })
    }

    fn values_mut(&mut self, field: Field<'_>) -> &mut Values {
        match field {
            Field::System => &mut self.system,
            Field::Status => &mut self.status,
            Field::Visibility => &mut self.visibility,
            Field::Owner => &mut self.owner,
            Field::Player => &mut self.player,
            Field::Tag => &mut self.tag,
            Field::Mark => &mut self.mark,
            Field::Term(kind) => self.others.entry(kind.into()).or_default(),
        }
    }
}

/// Every value of a card that lists filter by.
fn values(card: &StreamCard) -> Vec<(Field<'_>, Cow<'_, str>)> {
    let one = [
        (Field::System, &card.system),
        (Field::Status, &card.status),
        (Field::Visibility, &card.visibility),
        (Field::Owner, &card.owner),
    ];
    let many = [
        (Field::Player, &card.players),
        (Field::Tag, &card.tags),
        (Field::Mark, &card.marks),
    ];
    let terms = card.terms.iter();
    let terms = terms.map(|(kind, values)| (Field::Term(kind), values));
    let many = many
        .into_iter()
        .chain(terms)
        .flat_map(|(field, values)| values.iter().map(move |value| (field, &**value)));
    one.into_iter()
        .map(|(field, value)| (field, &**value))
        .chain(many)
        .map(|(field, value)| (field, field.filed(value)))
        .collect()
}
