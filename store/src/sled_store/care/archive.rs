//! Packing: the batches of a stream that rests, put together and compressed. Chain, versions and positions stay.

use sled::IVec;

use crate::sled_store::layout::items::{self, BadItem, Changes};
use crate::sled_store::layout::keys;
use crate::sled_store::read::reader::head_of;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Head, PackScope, StoreError, StreamId, Version};

/// Unpacked bytes of a block, about: small enough to read one record in the middle quickly. Of half a megabyte a whole
/// stream would be read a tenth quicker, but each moment would unpack all of it. Packed it is one item as a rule.
const BLOCK: usize = 20 << 10;
/// Unpacked bytes of the least block of a stream that grows: some tens of commands.
const LEAST: usize = 4 << 10;

/// A block in the making.
#[derive(Default)]
pub(crate) struct Block {
    batches: Vec<(Version, Vec<u8>)>,
    /// Unpacked.
    bytes: usize,
    last: Option<Head>,
}

impl Block {
    /// Adds a batch by its item; first gives what is there, as a block of its own, if it would grow too large.
    pub(crate) fn add(&mut self, first: Version, item: &[u8]) -> Result<Option<Self>, BadItem> {
        let head = head_of(first, item)?;
        // Unpacked first: many small texts pack better together than one by one.
        let plain = items::plain_batch(item)?;
        let mut whole = Vec::with_capacity(1 + plain.len());
        whole.push(items::BATCH);
        whole.extend_from_slice(&plain);
        let full = self.bytes > 0 && self.bytes + whole.len() > BLOCK;
        let done = full.then(|| std::mem::take(self));
        self.bytes += whole.len();
        self.batches.push((first, whole));
        self.last = Some(head);
        Ok(done)
    }

    /// Key and item of the block; none if it is empty.
    pub(crate) fn close(&self, stream: StreamId) -> Option<([u8; 25], Vec<u8>)> {
        let (first, _) = self.batches.first()?;
        let head = self.last?;
        let item = items::pack(&self.batches, head.version, head.position, head.digest);
        Some((keys::block(stream, *first), item))
    }
}

/// How a stream will be packed.
#[derive(Default)]
pub(crate) struct Packed {
    /// Each stands by itself: a block in the place of its batches.
    pub(crate) changes: Vec<Changes>,
    /// Bytes of the batches.
    pub(crate) before: u64,
    /// Bytes of the blocks.
    pub(crate) after: u64,
}

/// Batches that a block stands for: keys, what is stored there, bytes of the whole items.
type Replaced = Vec<(IVec, IVec, u64)>;

impl Packed {
    /// Puts a block in the place of its batches, if it has any.
    fn close(&mut self, stream: StreamId, block: &Block, replaced: Replaced) {
        let Some((key, item)) = block.close(stream) else {
            return;
        };
        self.after += item.len() as u64;
        let mut changes = Changes::default();
        changes.put(&key, item);
        for (key, stored, bytes) in replaced {
            self.before += bytes;
            changes.remove(&key, &stored);
        }
        self.changes.push(changes);
    }
}

impl Shared {
    /// The changes that pack a stream.
    pub(crate) fn pack(&self, stream: StreamId, part: PackScope) -> Result<Packed, StoreError> {
        let durable = self.durable();
        let mut packed = Packed::default();
        let (mut block, mut replaced) = (Block::default(), Replaced::new());
        let mut range = self
            .db
            .range(keys::event(stream, 0)..=keys::event(stream, u64::MAX));
        let mut seen = false;
        loop {
            let _reading = self.reading();
            let Some((key, stored)) = guarded(|| range.next().transpose())? else {
                break;
            };
            seen = true;
            let (_, first) = keys::read_event(&key).expect("the range holds event keys only");
            let bad = |bad: BadItem| bad.of_record(stream, first);
            let item = guarded(|| items::whole(&self.db, &key, stored.clone()))?.map_err(bad)?;
            let head = head_of(first, &item).map_err(bad)?;
            if head.position > durable {
                break;
            }
            if let Some(full) = block.add(first, &item).map_err(bad)? {
                packed.close(stream, &full, std::mem::take(&mut replaced));
            }
            replaced.push((key, stored, item.len() as u64));
        }
        if part == PackScope::All || block.bytes >= LEAST {
            packed.close(stream, &block, replaced);
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
