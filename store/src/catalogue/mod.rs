//! The index: all cards in memory, in both orders, with the streams of every value that lists filter by.
//!
//! A stream has a place, a small number. For each value (a player, a tag, a status ...) the places of its streams stand
//! in a compressed set, so that filters are met by intersecting sets; the page is then taken from the few that are left,
//! or, where many are left, by walking the order until it is full. Nothing here is stored: opening folds it from the cards.

mod fold;
mod terms;

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::Arc;

use roaring::RoaringBitmap;

use crate::card::FiledCard;
use crate::{
    Audience, Cursor, ListOrder, MAX_PAGE, Page, SortBy, StreamCard, StreamFilter, StreamId, Version,
};
use fold::folded;
use terms::{Field, Terms};

/// Where a stream stands among the rows.
type Place = u32;
/// What an order sorts by: a time, then the stream.
type Key = (u64, StreamId);

/// Up to one in so many streams is gathered and sorted; more are met by walking the order.
const GATHER_ONE_IN: u64 = 16;

/// All cards, in memory, in both orders, with an index over what lists filter by.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    places: HashMap<StreamId, Place>,
    rows: Vec<Row>,
    /// Places without a stream, to be used again.
    free: Vec<Place>,
    created: BTreeMap<Key, Place>,
    updated: BTreeMap<Key, Place>,
    terms: Terms,
    taken: RoaringBitmap,
    deleted: RoaringBitmap,
}

/// One stream.
#[derive(Debug)]
struct Row {
    stream: StreamId,
    filed: FiledCard,
    /// The title as `text` is looked for in it.
    title: Box<str>,
}

impl Row {
    fn new(stream: StreamId, filed: FiledCard) -> Self {
        let title = folded(&filed.card.title).into();
        Self { stream, filed, title }
    }

    fn key(&self, sort: SortBy) -> Key {
        let at_ms = match sort {
            SortBy::Created => self.filed.card.created_ms,
            SortBy::Updated => self.filed.updated_ms,
        };
        (at_ms, self.stream)
    }
}

impl Catalogue {
    /// How many, deleted ones included.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The card of a stream.
    pub(crate) fn get(&self, stream: StreamId) -> Option<&FiledCard> {
        let place = self.places.get(&stream)?;
        Some(&self.rows[*place as usize].filed)
    }

    /// All cards, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (StreamId, &FiledCard)> {
        self.places
            .iter()
            .map(|(stream, place)| (*stream, &self.rows[*place as usize].filed))
    }

    /// Files or replaces a card.
    pub(crate) fn put(&mut self, stream: StreamId, filed: FiledCard) {
        let Some(&place) = self.places.get(&stream) else {
            return self.add(stream, filed);
        };
        let row = &mut self.rows[place as usize];
        let old_keys = [row.key(SortBy::Created), row.key(SortBy::Updated)];
        if row.filed.deleted != filed.deleted {
            if filed.deleted {
                self.deleted.insert(place);
            } else {
                self.deleted.remove(place);
            }
        }
        // Most appends leave the card as it is.
        if Arc::ptr_eq(&row.filed.card, &filed.card) {
            row.filed = filed;
        } else {
            self.terms
                .replace(place, Some(&row.filed.card), Some(&filed.card));
            *row = Row::new(stream, filed);
        }
        let new_keys = [row.key(SortBy::Created), row.key(SortBy::Updated)];
        for (order, (old, new)) in [&mut self.created, &mut self.updated]
            .into_iter()
            .zip(old_keys.into_iter().zip(new_keys))
        {
            if old != new {
                order.remove(&old);
                order.insert(new, place);
            }
        }
    }

    fn add(&mut self, stream: StreamId, filed: FiledCard) {
        let place = self.free.pop().unwrap_or(self.rows.len() as Place);
        self.terms.replace(place, None, Some(&filed.card));
        if filed.deleted {
            self.deleted.insert(place);
        }
        let row = Row::new(stream, filed);
        self.created.insert(row.key(SortBy::Created), place);
        self.updated.insert(row.key(SortBy::Updated), place);
        self.taken.insert(place);
        self.places.insert(stream, place);
        match self.rows.get_mut(place as usize) {
            Some(empty) => *empty = row,
            None => self.rows.push(row),
        }
    }

    /// Takes a card away.
    pub(crate) fn remove(&mut self, stream: StreamId) {
        let Some(place) = self.places.remove(&stream) else {
            return;
        };
        let gone = Row::new(StreamId::ZERO, FiledCard::default());
        let old = std::mem::replace(&mut self.rows[place as usize], gone);
        self.created.remove(&old.key(SortBy::Created));
        self.updated.remove(&old.key(SortBy::Updated));
        self.terms.replace(place, Some(&old.filed.card), None);
        self.taken.remove(place);
        self.deleted.remove(place);
        self.free.push(place);
    }

    /// The card after an append: the new one, or the old one, brought up to date.
    pub(crate) fn after(
        old: Option<&FiledCard>,
        new: Option<StreamCard>,
        last: Version,
        recorded_at_ms: u64,
    ) -> FiledCard {
        let began = old.map_or(recorded_at_ms, |old| old.card.created_ms);
        let fill = |card: StreamCard| {
            Arc::new(match card.created_ms {
                0 => StreamCard {
                    created_ms: began,
                    ..card
                },
                _ => card,
            })
        };
        let card = match (new, old) {
            (Some(card), _) => fill(card),
            (None, Some(old)) => Arc::clone(&old.card),
            (None, None) => fill(StreamCard::default()),
        };
        let deleted = old.is_some_and(|old| old.deleted);
        FiledCard {
            card,
            updated_ms: recorded_at_ms,
            events: last,
            deleted,
        }
    }

    /// One page of the streams that pass the filter.
    pub(crate) fn page(&self, filter: &StreamFilter, cursor: Option<Cursor>, limit: usize) -> Page {
        let Some(range) = Stretch::of(filter, cursor) else {
            return Page::default();
        };
        let Some(candidates) = self.candidates(filter) else {
            return Page::default();
        };
        let text = filter.text.as_ref().map(|text| {
            let needle = folded(text);
            let named = self.terms.containing(&needle, &filter.text_in);
            (needle, named)
        });
        let passes = |place: Place| {
            text.as_ref().is_none_or(|(needle, named)| {
                named.contains(place) || self.rows[place as usize].title.contains(&**needle)
            })
        };
        let limit = limit.clamp(1, MAX_PAGE);
        // One more than the page tells whether there is another.
        let places = if candidates.len() * GATHER_ONE_IN <= self.taken.len() {
            let mut found: Vec<(Key, Place)> = candidates
                .iter()
                .map(|place| (self.rows[place as usize].key(filter.sort), place))
                .filter(|(key, place)| range.holds(key) && passes(*place))
                .collect();
            range.first(&mut found, limit + 1);
            found.into_iter().map(|(_, place)| place).collect()
        } else {
            let order = match filter.sort {
                SortBy::Created => &self.created,
                SortBy::Updated => &self.updated,
            };
            let all = order.range((range.low, range.high)).map(|(_, place)| *place);
            let passing = |place: &Place| candidates.contains(*place) && passes(*place);
            let places: Vec<Place> = match range.order {
                ListOrder::Ascending => all.filter(passing).take(limit + 1).collect(),
                ListOrder::Descending => all.rev().filter(passing).take(limit + 1).collect(),
            };
            places
        };
        let rows = || places.iter().take(limit).map(|place| &self.rows[*place as usize]);
        let more = places.len() > limit;
        let last = rows().next_back().filter(|_| more);
        Page {
            streams: rows().map(|row| row.filed.listed(row.stream)).collect(),
            next: last.map(|row| {
                let (at_ms, stream) = row.key(filter.sort);
                Cursor { at_ms, stream }
            }),
        }
    }

    /// The places that pass all of a filter but its times and its text; `None` if a value is on no card.
    fn candidates(&self, filter: &StreamFilter) -> Option<RoaringBitmap> {
        let StreamFilter {
            system,
            status,
            player,
            tag,
            mark,
            without_marks,
            terms,
            visibility,
            owner,
            audience,
            since_ms: _,
            until_ms: _,
            text: _,
            text_in: _,
            deleted,
            sort: _,
            order: _,
        } = filter;
        let wanted = [
            (Field::System, system),
            (Field::Status, status),
            (Field::Player, player),
            (Field::Tag, tag),
            (Field::Mark, mark),
            (Field::Visibility, visibility),
            (Field::Owner, owner),
        ];
        let mut sets = Vec::new();
        for (field, value) in wanted {
            if let Some(value) = value {
                sets.push(self.terms.places(field, value)?);
            }
        }
        for (kind, value) in terms {
            sets.push(self.terms.places(Field::Term(kind), value)?);
        }
        let public = self.terms.places(Field::Visibility, "public");
        let seen = match audience {
            Audience::Everything => None,
            Audience::Public => Some(public?.clone()),
            Audience::Owner(owner) => match (public, self.terms.places(Field::Owner, owner)) {
                (Some(public), Some(own)) => Some(public | own),
                (Some(set), None) | (None, Some(set)) => Some(set.clone()),
                (None, None) => return None,
            },
        };
        sets.extend(&seen);
        sets.sort_unstable_by_key(|set| set.len());
        let mut sets = sets.into_iter();
        let mut left = sets.next().unwrap_or(&self.taken).clone();
        for set in sets {
            left &= set;
        }
        for mark in without_marks {
            if let Some(set) = self.terms.places(Field::Mark, mark) {
                left -= set;
            }
        }
        if !deleted {
            left -= &self.deleted;
        }
        Some(left)
    }
}

/// The stretch of an order that a page is taken from.
struct Stretch {
    low: Bound<Key>,
    high: Bound<Key>,
    order: ListOrder,
}

impl Stretch {
    /// Between the times of the filter, behind the cursor; `None` if there is nothing between.
    fn of(filter: &StreamFilter, cursor: Option<Cursor>) -> Option<Self> {
        let since = (filter.since_ms.unwrap_or(0), StreamId::ZERO);
        let until = filter.until_ms.map(|until| (until, StreamId::ZERO));
        let mut low = Bound::Included(since);
        let mut high = until.map_or(Bound::Unbounded, Bound::Excluded);
        if let Some(Cursor { at_ms, stream }) = cursor {
            let at = (at_ms, stream);
            match filter.order {
                ListOrder::Ascending if at >= since => low = Bound::Excluded(at),
                ListOrder::Descending if until.is_none_or(|until| at < until) => high = Bound::Excluded(at),
                ListOrder::Ascending | ListOrder::Descending => {}
            }
        }
        // `BTreeMap::range` panics on a range that runs backwards.
        let empty = match (low, high) {
            (Bound::Included(low) | Bound::Excluded(low), Bound::Included(high) | Bound::Excluded(high)) => {
                low >= high
            }
            (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
        };
        (!empty).then_some(Self {
            low,
            high,
            order: filter.order,
        })
    }

    fn holds(&self, key: &Key) -> bool {
        std::ops::RangeBounds::contains(&(self.low, self.high), key)
    }

    /// Leaves the first so many, sorted.
    fn first(&self, found: &mut Vec<(Key, Place)>, count: usize) {
        let by = |a: &(Key, Place), b: &(Key, Place)| match self.order {
            ListOrder::Ascending => a.cmp(b),
            ListOrder::Descending => b.cmp(a),
        };
        if found.len() > count {
            found.select_nth_unstable_by(count, by);
            found.truncate(count);
        }
        found.sort_unstable_by(by);
    }
}

#[cfg(test)]
mod tests;
