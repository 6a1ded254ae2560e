//! The index as the streams have it: what a rebuild puts right.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use sled::IVec;

use crate::card::FiledCard;
use crate::sled_store::layout::items;
use crate::sled_store::layout::keys;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Position, Rebuilt, StoreError, StreamId};

/// What was found, the cards to write, and the cards without a stream with their stored bytes.
type Right = (Rebuilt, Vec<(StreamId, FiledCard)>, Vec<(StreamId, IVec)>);

impl Shared {
    /// Walks the streams and holds their cards against them. Only between two commits.
    pub(crate) fn right_cards(&self, walked: &Sender<u64>) -> Result<Right, StoreError> {
        let (mut rebuilt, mut mended, mut lost) = (Rebuilt::default(), Vec::new(), Vec::new());
        let mut next = Some(StreamId::ZERO);
        while let Some(from) = next {
            let Some(stream) = self.stream_from(from)? else {
                break;
            };
            rebuilt.streams += 1;
            // Who no longer listens is not told.
            let _ = walked.send(rebuilt.streams);
            let old = self.catalogue.read().get(stream).cloned();
            let right = self.right_card(stream, old.as_ref())?;
            let stored = guarded(|| self.db.get(keys::card(stream)))?;
            if stored.is_none_or(|stored| *stored != *items::tagged(items::CARD, &right)) {
                mended.push((stream, right));
            }
            next = u128::from_be_bytes(stream.to_bytes())
                .checked_add(1)
                .map(|after| StreamId::from_bytes(after.to_be_bytes()));
        }
        let named: Vec<StreamId> = self.catalogue.read().iter().map(|(stream, _)| stream).collect();
        for stream in named {
            if self.head_at(stream, Position::MAX)?.is_none()
                && let Some(stored) = guarded(|| self.db.get(keys::card(stream)))?
            {
                lost.push((stream, stored));
            }
        }
        rebuilt.mended = mended.len() as u64;
        rebuilt.removed = lost.len() as u64;
        Ok((rebuilt, mended, lost))
    }

    /// The card of a stream: what only a card can say as it was, the rest from the first and the last record.
    fn right_card(&self, stream: StreamId, old: Option<&FiledCard>) -> Result<FiledCard, StoreError> {
        let events = self
            .head_at(stream, Position::MAX)?
            .map_or(0, |head| head.version);
        let card = match old {
            Some(old) => Arc::clone(&old.card),
            None => Arc::new(self.blank_card(stream, Position::MAX)?),
        };
        Ok(FiledCard {
            card,
            updated_ms: self.recorded_at(stream, events, Position::MAX)?,
            events,
            deleted: old.is_some_and(|old| old.deleted),
        })
    }
}
