//! Packing: the batches of a stream that is done, put together and compressed. Chain, versions and positions stay.

use super::items::{self, BadItem, Changes};
use super::reader::head_of;
use super::{Shared, guarded, keys};
use crate::{Head, StoreError, StreamId, Version};

/// Unpacked bytes of a block, about: small enough to read one record in the middle quickly. Of half a megabyte a whole
/// stream would be read a tenth quicker, but each moment would unpack all of it.
const BLOCK: usize = 32 << 10;

/// How a stream will be packed.
pub(crate) struct Packed {
    pub(crate) changes: Changes,
    /// Bytes of the batches.
    pub(crate) before: u64,
    /// Bytes of the blocks.
    pub(crate) after: u64,
}

impl Shared {
    /// The changes that pack a stream.
    pub(crate) fn pack(&self, stream: StreamId) -> Result<Packed, StoreError> {
        let durable = self.durable();
        let mut changes = Changes::default();
        let (mut before, mut after) = (0, 0);
        let mut block: Vec<(Version, Vec<u8>)> = Vec::new();
        let mut bytes = 0;
        let mut last: Option<Head> = None;
        let mut range = self
            .db
            .range(keys::event(stream, 0)..=keys::event(stream, u64::MAX));
        let mut seen = false;
        let mut close = |block: &mut Vec<(Version, Vec<u8>)>, last: Option<Head>, changes: &mut Changes| {
            if let (Some((first, _)), Some(head)) = (block.first(), last) {
                let item = items::pack(block, head.version, head.position, head.digest);
                after += item.len() as u64;
                changes.put(&keys::block(stream, *first), item);
                block.clear();
            }
        };
        while let Some((key, stored)) = guarded(|| range.next().transpose())? {
            seen = true;
            let (_, first) = keys::read_event(&key).expect("the range holds event keys only");
            let bad = |bad: BadItem| bad.of_record(stream, first);
            let item = guarded(|| items::whole(&self.db, &key, stored.clone()))?.map_err(bad)?;
            let head = head_of(first, &item).map_err(bad)?;
            if head.position > durable {
                break;
            }
            before += item.len() as u64;
            // Unpacked first: many small texts pack better together than one by one.
            let plain = items::plain_batch(&item).map_err(bad)?;
            let mut whole = Vec::with_capacity(1 + plain.len());
            whole.push(items::BATCH);
            whole.extend_from_slice(&plain);
            if bytes + whole.len() > BLOCK {
                close(&mut block, last, &mut changes);
                bytes = 0;
            }
            bytes += whole.len();
            changes.remove(&key, &stored);
            block.push((first, whole));
            last = Some(head);
        }
        close(&mut block, last, &mut changes);
        if seen || self.is_packed(stream)? {
            Ok(Packed {
                changes,
                before,
                after,
            })
        } else {
            Err(StoreError::NoSuchStream { stream })
        }
    }

    /// Some of a stream is packed.
    pub(crate) fn is_packed(&self, stream: StreamId) -> Result<bool, StoreError> {
        let blocks = keys::block(stream, 0)..=keys::block(stream, u64::MAX);
        Ok(guarded(|| self.db.range(blocks).next().transpose())?.is_some())
    }
}
