//! Loading the index cards at an opening, and making one for a stream that lost its own.

use std::collections::BTreeSet;

use crate::catalogue::Catalogue;
use crate::sled_store::care::open::DamagedCards;
use crate::sled_store::layout::items::{self, BadItem};
use crate::sled_store::layout::keys;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Check, Position, StoreError, StreamCard, StreamId, Version};

/// The mark of a card that was made anew because the stream's own did not read.
pub(crate) const RECOVERED: &str = "recovered";

impl Shared {
    /// Loads the index cards, and brings those up to date that were not written since they last changed: which those
    /// are, for the database has yet to get them.
    pub(crate) fn load_cards(
        &self,
        position: Position,
        damaged: DamagedCards,
        left_out: &mut Vec<StreamId>,
    ) -> Result<BTreeSet<StreamId>, StoreError> {
        let mut catalogue = self.catalogue.write();
        let mut cards = self.db.scan_prefix(b"c");
        while let Some((key, item)) = guarded(|| cards.next().transpose())? {
            let Some(stream) = keys::read_card(&key) else {
                return Err(StoreError::CorruptDatabase {
                    why: "an index card without a stream".to_owned(),
                });
            };
            let read = guarded(|| items::whole(&self.db, &key, item))?.and_then(|whole| {
                let value = items::untag(&whole, items::CARD)?;
                rmp_serde::from_slice(value)
                    .map_err(|error| BadItem::Corrupt(format!("it does not decode: {error}")))
            });
            match (read, damaged) {
                (Ok(filed), _) => catalogue.put(stream, filed),
                (Err(BadItem::Corrupt(why)), DamagedCards::LeaveOut) => {
                    tracing::warn!(%stream, why, "left out an index card that does not read");
                    left_out.push(stream);
                }
                (Err(bad), _) => return Err(bad.of(format!("the index card of stream {stream}"))),
            }
        }
        let bad = |bad: BadItem| bad.of("the note of the index");
        let from = match self.item(keys::CARDS_AT)? {
            Some(item) => items::read_note(&item.map_err(bad)?).map_err(bad)?,
            None => 0,
        };
        let mut refreshed = BTreeSet::new();
        let mut next = from + 1;
        while next <= position {
            for (at, entry) in self.entries(next)? {
                next = next.max(at + u64::from(entry.len));
                if at <= from {
                    continue;
                }
                let last = entry.first + u64::from(entry.len) - 1;
                let old = catalogue.get(entry.stream);
                if old.is_some_and(|old| old.events >= last) {
                    continue;
                }
                let recorded_at_ms = self.recorded_at(entry.stream, entry.first, position)?;
                let new = match old {
                    None if entry.first > 1 => Some(self.blank_card(entry.stream, position)?),
                    _ => None,
                };
                let filed = Catalogue::after(old, new, last, recorded_at_ms);
                catalogue.put(entry.stream, filed);
                refreshed.insert(entry.stream);
            }
        }
        Ok(refreshed)
    }

    /// When the batch with a version of a stream was recorded, up to a position of the log.
    pub(crate) fn recorded_at(
        &self,
        stream: StreamId,
        version: Version,
        position: Position,
    ) -> Result<u64, StoreError> {
        let mut time = 0;
        let check = Check::Continuity;
        self.each_batch(stream, version, version, position, check, &mut |_, batch, _| {
            time = batch.recorded_at_ms;
            Ok(std::ops::ControlFlow::Break(()))
        })?;
        Ok(time)
    }

    /// A card for a stream whose own is lost: marked, for it says nothing that only the lost one said.
    pub(crate) fn blank_card(&self, stream: StreamId, position: Position) -> Result<StreamCard, StoreError> {
        Ok(StreamCard {
            created_ms: self.recorded_at(stream, 1, position)?,
            marks: vec![RECOVERED.to_owned()],
            ..StreamCard::default()
        })
    }
}
