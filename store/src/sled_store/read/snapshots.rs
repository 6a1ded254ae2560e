//! Cached states, in a tree of their own. Losing them costs time, never data, so none waits for a sync of its own; but the
//! database moves what stands around them, so not much of them is left unsynced either (see `write_ahead`).
//!
//! Key: stream (16), version (8), part (2). The first part begins with the caller's format (4), the packed length (4)
//! and the first 16 bytes of its BLAKE3 digest; the body is packed by zstd.

use std::sync::atomic::Ordering;

use crate::sled_store::layout::directory;
use crate::sled_store::layout::items;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Durability, StoreError, StreamId, Version};

const HEAD: usize = 24;
/// So many bytes of states are synced at the latest.
const UNSYNCED: usize = 64 << 10;
/// So many parts are removed between two flushes: bulk changes without any can hang the database.
const REMOVED: u64 = 512;
/// Most bytes of a state.
const MAX_SNAPSHOT: usize = 64 << 20;

fn key(stream: StreamId, version: Version, part: u16) -> [u8; 26] {
    let mut key = [0; 26];
    key[..16].copy_from_slice(&stream.to_bytes());
    key[16..24].copy_from_slice(&version.to_be_bytes());
    key[24..].copy_from_slice(&part.to_be_bytes());
    key
}

impl Shared {
    /// Caches a state.
    pub(crate) fn put_snapshot(
        &self,
        stream: StreamId,
        version: Version,
        format: u32,
        body: &[u8],
    ) -> Result<(), StoreError> {
        if body.len() > MAX_SNAPSHOT {
            let (what, size) = ("bytes of a snapshot", body.len());
            return Err(StoreError::TooLarge {
                what,
                size,
                limit: MAX_SNAPSHOT,
            });
        }
        let packed = zstd::bulk::compress(body, 1).expect("compression into memory does not fail");
        let mut item = Vec::with_capacity(HEAD + packed.len());
        item.extend_from_slice(&format.to_be_bytes());
        item.extend_from_slice(&(body.len() as u32).to_be_bytes());
        item.extend_from_slice(&blake3::hash(&packed).as_bytes()[..16]);
        item.extend_from_slice(&packed);
        for (number, part) in (0..).zip(item.chunks(items::MAX_ITEM)) {
            let _reading = self.reading();
            guarded(|| {
                self.snapshots
                    .insert(key(stream, version, number), part)
                    .map(drop)
            })?;
            let unsynced = self.unsynced.fetch_add(part.len(), Ordering::Relaxed) + part.len();
            if unsynced >= UNSYNCED {
                self.sync_states()?;
            }
        }
        Ok(())
    }

    fn sync_states(&self) -> Result<(), StoreError> {
        self.unsynced.store(0, Ordering::Relaxed);
        guarded(|| self.db.flush().map(drop))?;
        if self.durability == Durability::Strict {
            directory::sync_log(&self.dir)?;
        }
        Ok(())
    }

    /// The latest sound state at or below a version.
    pub(crate) fn snapshot(
        &self,
        stream: StreamId,
        at_most: Version,
        format: u32,
    ) -> Result<Option<(Version, Vec<u8>)>, StoreError> {
        let mut parts = Vec::new();
        let mut range = self
            .snapshots
            .range(key(stream, 0, 0)..=key(stream, at_most, u16::MAX))
            .rev();
        loop {
            let _reading = self.reading();
            let Some((place, part)) = guarded(|| range.next().transpose())? else {
                break;
            };
            let first = place[24..] == [0, 0];
            let version: [u8; 8] = place[16..24].try_into().expect("eight bytes");
            parts.push(part);
            if !first {
                continue;
            }
            let item: Vec<u8> = parts.iter().rev().flat_map(|part| part.iter().copied()).collect();
            parts.clear();
            if let Some(body) = read(&item, format) {
                return Ok(Some((u64::from_be_bytes(version), body)));
            }
        }
        Ok(None)
    }

    /// Throws cached states away.
    pub(crate) fn delete_snapshots(&self, stream: Option<StreamId>) -> Result<(), StoreError> {
        let mut places = match stream {
            Some(stream) => self
                .snapshots
                .range(key(stream, 0, 0)..=key(stream, u64::MAX, u16::MAX)),
            None => self.snapshots.iter(),
        }
        .keys();
        let mut removed = 0_u64;
        loop {
            let _reading = self.reading();
            let Some(place) = guarded(|| places.next().transpose())? else {
                break;
            };
            guarded(|| self.snapshots.remove(place).map(drop))?;
            removed += 1;
            if removed.is_multiple_of(REMOVED) {
                self.sync_states()?;
            }
        }
        if stream.is_none() {
            self.sync_states()
        } else {
            Ok(())
        }
    }
}

/// The state in an item, if it has this format and is whole.
fn read(item: &[u8], format: u32) -> Option<Vec<u8>> {
    let (head, packed) = item.split_at_checked(HEAD)?;
    let (found, head) = head.split_first_chunk::<4>()?;
    let (len, digest) = head.split_first_chunk::<4>()?;
    let len = u32::from_be_bytes(*len) as usize;
    // A state that was written over by a shorter one has parts left behind it; they fail the digest.
    let sound = u32::from_be_bytes(*found) == format
        && len <= MAX_SNAPSHOT
        && *digest == blake3::hash(packed).as_bytes()[..16];
    if sound {
        items::decompress(packed, len).ok()
    } else {
        None
    }
}
