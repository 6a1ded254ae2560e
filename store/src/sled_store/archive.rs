//! Packing: the batches of a stream that rests, put together and compressed. Chain, versions and positions stay.

use sled::IVec;

use super::items::{self, BadItem, Changes};
use super::reader::head_of;
use super::{Shared, guarded, keys};
use crate::{Head, Pack, StoreError, StreamId, Version};

/// Unpacked bytes of a block, about: small enough to read one record in the middle quickly. Of half a megabyte a whole
/// stream would be read a tenth quicker, but each moment would unpack all of it. Packed it is one item as a rule.
const BLOCK: usize = 20 << 10;
/// Unpacked bytes of the least block of a stream that grows: some tens of commands.
const LEAST: usize = 4 << 10;

/// A block in the making.
#[derive(Default)]
struct Block {
    batches: Vec<(Version, Vec<u8>)>,
    /// Unpacked.
    bytes: usize,
    /// What it stands for: keys, what is stored there, bytes of the whole items.
    replaced: Vec<(IVec, IVec, u64)>,
    last: Option<Head>,
}

/// How a stream will be packed.
#[derive(Default)]
pub(crate) struct Packed {
    pub(crate) changes: Changes,
    /// Bytes of the batches.
    pub(crate) before: u64,
    /// Bytes of the blocks.
    pub(crate) after: u64,
}

impl Packed {
    /// Puts a block in the place of its batches, if it has any.
    fn close(&mut self, stream: StreamId, block: &Block) {
        let (Some((first, _)), Some(head)) = (block.batches.first(), block.last) else {
            return;
        };
        let item = items::pack(&block.batches, head.version, head.position, head.digest);
        self.after += item.len() as u64;
        self.changes.put(&keys::block(stream, *first), item);
        for (key, stored, bytes) in &block.replaced {
            self.before += bytes;
            self.changes.remove(key, stored);
        }
    }
}

impl Shared {
    /// The changes that pack a stream.
    pub(crate) fn pack(&self, stream: StreamId, part: Pack) -> Result<Packed, StoreError> {
        let durable = self.durable();
        let mut packed = Packed::default();
        let mut block = Block::default();
        let mut range = self
            .db
            .range(keys::event(stream, 0)..=keys::event(stream, u64::MAX));
        let mut seen = false;
        while let Some((key, stored)) = guarded(|| range.next().transpose())? {
            seen = true;
            let (_, first) = keys::read_event(&key).expect("the range holds event keys only");
            let bad = |bad: BadItem| bad.of_record(stream, first);
            let item = guarded(|| items::whole(&self.db, &key, stored.clone()))?.map_err(bad)?;
            let head = head_of(first, &item).map_err(bad)?;
            if head.position > durable {
                break;
            }
            // Unpacked first: many small texts pack better together than one by one.
            let plain = items::plain_batch(&item).map_err(bad)?;
            let mut whole = Vec::with_capacity(1 + plain.len());
            whole.push(items::BATCH);
            whole.extend_from_slice(&plain);
            if block.bytes + whole.len() > BLOCK {
                packed.close(stream, &std::mem::take(&mut block));
            }
            block.bytes += whole.len();
            block.batches.push((first, whole));
            block.replaced.push((key, stored, item.len() as u64));
            block.last = Some(head);
        }
        if part == Pack::All || block.bytes >= LEAST {
            packed.close(stream, &block);
        }
        if seen || self.is_packed(stream)? {
            Ok(packed)
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
