//! Items of the database: a one-byte format tag, then the value; above 5,900 bytes in parts.
//!
//! The database puts items above about 128 KB into files that it never syncs, so none gets there.

use std::borrow::Cow;
use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use serde_bytes::Bytes;
use sled::IVec;
use zstd::bulk::Decompressor;
use zstd::zstd_safe::{CParameter, ParamSwitch};

use crate::sled_store::layout::{batch_decoder, keys};
use crate::{Append, Digest, MAX_BATCH_BYTES, Position, StoreError, StreamId, Version};

/// One batch: a command with its events, MessagePack with named fields.
pub(crate) const BATCH: u8 = 1;
/// One batch, compressed: length (4, big-endian), zstd of a [`BATCH`] without its tag.
const BATCH_ZSTD: u8 = 2;
/// An item in parts: length (4), parts (2), the first 16 bytes of its BLAKE3 digest.
const SPLIT: u8 = 3;
/// A block of batches, see [`pack`].
pub(crate) const PACKED: u8 = 4;
/// What one commit wrote: per batch stream (16), first version (8), records (2).
pub(crate) const LOG: u8 = 5;
/// An index card, MessagePack with named fields.
pub(crate) const CARD: u8 = 6;
/// A side record, as given.
pub(crate) const SIDE: u8 = 7;
/// A position of the store's own notes (8).
pub(crate) const NOTE: u8 = 8;
/// The newest tag known here.
const NEWEST: u8 = 8;

/// Largest item; the rest goes into parts.
///
/// The database puts a page of more than 127 KB into a file of its own, and never syncs that file: a power cut would take
/// acknowledged records with it. A page holds up to 17 items with their
/// keys of up to 579 bytes, and up to 3 more of a neighbour that was almost empty.
pub(crate) const MAX_ITEM: usize = 5_900;
/// Batches from this size on are compressed.
const COMPRESS_FROM: usize = 2 << 10;
/// Most bytes that any item may unpack to.
const MAX_PLAIN: usize = 4 * MAX_BATCH_BYTES;

/// Why bytes are no item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BadItem {
    /// A tag of a later program.
    Newer(u8),
    /// Anything else.
    Corrupt(String),
}

impl BadItem {
    fn corrupt(why: impl Into<String>) -> Self {
        Self::Corrupt(why.into())
    }

    /// As the error of a record.
    pub(crate) fn of_record(self, stream: StreamId, version: Version) -> StoreError {
        match self {
            Self::Newer(found) => {
                let what = format!("stream {stream}, version {version}");
                StoreError::NewerFormat {
                    what,
                    found,
                    known: NEWEST,
                }
            }
            Self::Corrupt(why) => StoreError::CorruptRecord { stream, version, why },
        }
    }

    /// As the error of anything else.
    pub(crate) fn of(self, what: impl Into<String>) -> StoreError {
        let what = what.into();
        match self {
            Self::Newer(found) => StoreError::NewerFormat {
                what,
                found,
                known: NEWEST,
            },
            Self::Corrupt(why) => StoreError::CorruptDatabase {
                why: format!("{what}: {why}"),
            },
        }
    }
}

/// The value behind the tag that is expected here.
pub(crate) fn untag(item: &[u8], tag: u8) -> Result<&[u8], BadItem> {
    match item.split_first() {
        Some((found, value)) if *found == tag => Ok(value),
        Some((found, _)) if *found > NEWEST => Err(BadItem::Newer(*found)),
        Some((found, _)) => Err(BadItem::corrupt(format!(
            "format tag {found} where {tag} belongs"
        ))),
        None => Err(BadItem::corrupt("an empty item")),
    }
}

#[derive(Serialize)]
struct BatchOut<'a> {
    p: Position,
    t: u64,
    a: &'a str,
    i: &'a str,
    r: &'a str,
    c: &'a Bytes,
    e: Vec<EventOut<'a>>,
    d: &'a Bytes,
}

#[derive(Serialize)]
struct EventOut<'a> {
    k: &'a str,
    s: u16,
    b: &'a Bytes,
}

/// A stored batch, borrowed from its item. The names on disk are short, for they are in every batch.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Batch<'a> {
    /// Global position of the first record.
    #[serde(rename = "p")]
    pub(crate) position: Position,
    #[serde(rename = "t")]
    pub(crate) recorded_at_ms: u64,
    #[serde(rename = "a", borrow)]
    pub(crate) actor: &'a str,
    #[serde(rename = "i", borrow)]
    pub(crate) command_id: &'a str,
    #[serde(rename = "r", borrow)]
    pub(crate) rules: &'a str,
    #[serde(rename = "c", borrow)]
    pub(crate) command: &'a Bytes,
    #[serde(rename = "e", borrow)]
    pub(crate) events: Vec<Event<'a>>,
    /// The chain's digest after the last record.
    #[serde(rename = "d", borrow)]
    pub(crate) digest: &'a Bytes,
}

/// An event of a stored batch.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Event<'a> {
    #[serde(rename = "k", borrow)]
    pub(crate) kind: &'a str,
    #[serde(rename = "s")]
    pub(crate) schema: u16,
    #[serde(rename = "b", borrow)]
    pub(crate) body: &'a Bytes,
}

impl Batch<'_> {
    pub(crate) fn len(&self) -> u64 {
        self.events.len() as u64
    }

    /// The chain's digest after the last record.
    pub(crate) fn digest(&self) -> Digest {
        Digest((**self.digest).try_into().unwrap_or_default())
    }
}

/// The item of an append whose first record gets this position and whose last this digest.
pub(crate) fn encode(append: &Append, position: Position, digest: Digest) -> Vec<u8> {
    let batch = BatchOut {
        p: position,
        t: append.recorded_at_ms,
        a: &append.command.actor,
        i: &append.command.id,
        r: &append.command.rules,
        c: Bytes::new(&append.command.body),
        e: append
            .events
            .iter()
            .map(|event| EventOut {
                k: &event.kind,
                s: event.schema,
                b: Bytes::new(&event.body),
            })
            .collect(),
        d: Bytes::new(&digest.0),
    };
    let mut item = Vec::with_capacity(append.bytes() + 192 + 48 * append.events.len());
    item.push(BATCH);
    named(&mut item, &batch);
    if item.len() >= COMPRESS_FROM {
        compress_batch(&item)
    } else {
        item
    }
}

/// Appends the value as MessagePack with named fields.
fn named(item: &mut Vec<u8>, value: &impl Serialize) {
    let mut writer = rmp_serde::Serializer::new(item).with_struct_map();
    value
        .serialize(&mut writer)
        .expect("texts, bytes and numbers always encode into memory");
}

fn compress_batch(item: &[u8]) -> Vec<u8> {
    let plain = &item[1..];
    let packed = zstd::bulk::compress(plain, 1).expect("compression into memory does not fail");
    if packed.len() + 5 >= item.len() {
        return item.to_vec();
    }
    let mut out = Vec::with_capacity(packed.len() + 5);
    out.push(BATCH_ZSTD);
    out.extend_from_slice(&(plain.len() as u32).to_be_bytes());
    out.extend_from_slice(&packed);
    out
}

/// The MessagePack of a batch item, unpacked if need be.
pub(crate) fn plain_batch(item: &[u8]) -> Result<Cow<'_, [u8]>, BadItem> {
    match item {
        [BATCH_ZSTD, rest @ ..] => unzstd(rest).map(Cow::Owned),
        _ => untag(item, BATCH).map(Cow::Borrowed),
    }
}

/// Reads what [`plain_batch`] gives.
pub(crate) fn decode(plain: &[u8]) -> Result<Batch<'_>, BadItem> {
    let batch = match batch_decoder::batch(plain) {
        Some(batch) => batch,
        None => rmp_serde::from_slice(plain)
            .map_err(|error| BadItem::corrupt(format!("it does not decode: {error}")))?,
    };
    if batch.digest.len() != 32 {
        return Err(BadItem::corrupt("its digest is not 32 bytes long"));
    }
    if batch.events.is_empty() || batch.events.len() > usize::from(u16::MAX) {
        return Err(BadItem::corrupt(format!("it has {} events", batch.events.len())));
    }
    Ok(batch)
}

/// Length (4, big-endian) and zstd.
fn unzstd(value: &[u8]) -> Result<Vec<u8>, BadItem> {
    let (len, packed) = value
        .split_first_chunk::<4>()
        .ok_or_else(|| BadItem::corrupt("it is cut short"))?;
    let len = u32::from_be_bytes(*len) as usize;
    if len > MAX_PLAIN {
        return Err(BadItem::corrupt(format!("it claims {len} bytes")));
    }
    let plain =
        decompress(packed, len).map_err(|error| BadItem::corrupt(format!("it does not unpack: {error}")))?;
    if plain.len() == len {
        Ok(plain)
    } else {
        Err(BadItem::corrupt("it unpacks to another length"))
    }
}

/// Unpacks with a decompressor that its thread keeps: to make one costs more than most items.
pub(crate) fn decompress(packed: &[u8], len: usize) -> std::io::Result<Vec<u8>> {
    thread_local!(static KEPT: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) });
    KEPT.with_borrow_mut(|kept| match kept {
        Some(decompressor) => decompressor.decompress(packed, len),
        None => kept.insert(Decompressor::new()?).decompress(packed, len),
    })
}

/// A block of batches: last version (8), position of the last record (8), digest after it (32), length (4), then
/// zstd of, per batch, first version (8), length (4), item.
pub(crate) fn pack(
    batches: &[(Version, Vec<u8>)],
    last: Version,
    position: Position,
    digest: Digest,
) -> Vec<u8> {
    let mut plain = Vec::new();
    for (first, item) in batches {
        plain.extend_from_slice(&first.to_be_bytes());
        plain.extend_from_slice(&(item.len() as u32).to_be_bytes());
        plain.extend_from_slice(item);
    }
    let mut out = vec![PACKED];
    out.extend_from_slice(&last.to_be_bytes());
    out.extend_from_slice(&position.to_be_bytes());
    out.extend_from_slice(&digest.0);
    out.extend_from_slice(&(plain.len() as u32).to_be_bytes());
    out.extend_from_slice(&compress_block(&plain).expect("compression into memory does not fail"));
    out
}

/// Literals stay as they are: what matches do not cover is mostly ids and digests, which hardly shrink (a sixtieth of the
/// block), and a block unpacks a fifth quicker.
fn compress_block(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(9)?;
    compressor.set_parameter(CParameter::LiteralCompressionMode(ParamSwitch::Disable))?;
    compressor.compress(plain)
}

/// The head of a packed block, readable without unpacking it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedHead {
    pub(crate) last: Version,
    pub(crate) position: Position,
    pub(crate) digest: Digest,
}

/// Head and packed rest of a block.
pub(crate) fn packed_head(item: &[u8]) -> Result<(PackedHead, &[u8]), BadItem> {
    let short = || BadItem::corrupt("a packed block is cut short");
    let value = untag(item, PACKED)?;
    let (last, value) = value.split_first_chunk::<8>().ok_or_else(short)?;
    let (position, value) = value.split_first_chunk::<8>().ok_or_else(short)?;
    let (digest, value) = value.split_first_chunk::<32>().ok_or_else(short)?;
    let head = PackedHead {
        last: u64::from_be_bytes(*last),
        position: u64::from_be_bytes(*position),
        digest: Digest(*digest),
    };
    Ok((head, value))
}

/// The batches of a block: first version and item of each.
pub(crate) fn unpack(item: &[u8]) -> Result<Vec<(Version, IVec)>, BadItem> {
    let (_, packed) = packed_head(item)?;
    let plain = IVec::from(unzstd(packed)?);
    let mut batches = Vec::new();
    let mut at = 0;
    while at < plain.len() {
        let short = || BadItem::corrupt("a packed block ends inside a batch");
        let head = plain.get(at..at + 12).ok_or_else(short)?;
        let (first, len) = head.split_at(8);
        let first = u64::from_be_bytes(first.try_into().expect("eight bytes"));
        let len = u32::from_be_bytes(len.try_into().expect("four bytes")) as usize;
        if plain.len() - at - 12 < len {
            return Err(short());
        }
        batches.push((first, plain.subslice(at + 12, len)));
        at += 12 + len;
    }
    Ok(batches)
}

/// One batch in the global log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogEntry {
    pub(crate) stream: StreamId,
    pub(crate) first: Version,
    pub(crate) len: u16,
}

/// The log item of a commit.
pub(crate) fn encode_log(entries: &[LogEntry]) -> Vec<u8> {
    let mut item = Vec::with_capacity(1 + 26 * entries.len());
    item.push(LOG);
    for entry in entries {
        item.extend_from_slice(&entry.stream.to_bytes());
        item.extend_from_slice(&entry.first.to_be_bytes());
        item.extend_from_slice(&entry.len.to_be_bytes());
    }
    item
}

/// The entries of a log item.
pub(crate) fn decode_log(item: &[u8]) -> Result<Vec<LogEntry>, BadItem> {
    let value = untag(item, LOG)?;
    let (entries, rest) = value.as_chunks::<26>();
    if !rest.is_empty() || entries.is_empty() {
        return Err(BadItem::corrupt(format!("a log item of {} bytes", value.len())));
    }
    let read = |entry: &[u8; 26]| {
        let (stream, rest) = entry
            .split_first_chunk::<16>()
            .expect("sixteen of twenty-six bytes");
        let (first, len) = rest.split_first_chunk::<8>().expect("eight of ten bytes");
        LogEntry {
            stream: StreamId::from_bytes(*stream),
            first: u64::from_be_bytes(*first),
            len: u16::from_be_bytes([len[0], len[1]]),
        }
    };
    Ok(entries.iter().map(read).collect())
}

/// A tag and a value in MessagePack with named fields.
pub(crate) fn tagged(tag: u8, value: &impl Serialize) -> Vec<u8> {
    let mut item = vec![tag];
    named(&mut item, value);
    item
}

/// The position in a note.
pub(crate) fn read_note(item: &[u8]) -> Result<Position, BadItem> {
    let value = untag(item, NOTE)?;
    value
        .try_into()
        .map(u64::from_be_bytes)
        .map_err(|_| BadItem::corrupt("a note that is not eight bytes long"))
}

/// The item of a note.
pub(crate) fn note(position: Position) -> Vec<u8> {
    let mut item = vec![NOTE];
    item.extend_from_slice(&position.to_be_bytes());
    item
}

/// Changes to be made at once; large items are split on the way in.
#[derive(Default)]
pub(crate) struct Changes {
    /// Keys with their new items, or none where they go; of two for one key the later one counts.
    pub(crate) writes: Vec<(IVec, Option<IVec>)>,
    /// Items written or removed; parts of one do not count.
    pub(crate) len: usize,
}

impl Changes {
    /// Writes an item.
    pub(crate) fn put(&mut self, key: &[u8], item: Vec<u8>) {
        self.len += 1;
        if item.len() <= MAX_ITEM {
            self.writes.push((key.into(), Some(item.into())));
            return;
        }
        let parts = item.chunks(MAX_ITEM);
        let mut head = vec![SPLIT];
        head.extend_from_slice(&(item.len() as u32).to_be_bytes());
        head.extend_from_slice(&(parts.len() as u16).to_be_bytes());
        head.extend_from_slice(&blake3::hash(&item).as_bytes()[..16]);
        self.writes.push((key.into(), Some(head.into())));
        for (number, part) in (0..).zip(parts) {
            self.writes
                .push((keys::part(key, number).into(), Some(part.into())));
        }
    }

    /// Removes an item whose stored bytes are these.
    pub(crate) fn remove(&mut self, key: &[u8], stored: &[u8]) {
        self.len += 1;
        self.writes.push((key.into(), None));
        self.remove_parts(key, stored);
    }

    /// Removes the parts of an item that will be replaced.
    pub(crate) fn remove_parts(&mut self, key: &[u8], stored: &[u8]) {
        for number in 0..split_head(stored).map_or(0, |(_, parts, _)| parts) {
            self.writes.push((keys::part(key, number).into(), None));
        }
    }

    /// Writes an item before all others.
    pub(crate) fn put_first(&mut self, key: &[u8], item: Vec<u8>) {
        let others = std::mem::take(self);
        self.put(key, item);
        self.writes.extend(others.writes);
        self.len += others.len;
    }

    /// Bytes of keys and items.
    pub(crate) fn bytes(&self) -> usize {
        let items = self.writes.iter();
        items
            .map(|(key, item)| key.len() + item.as_ref().map_or(0, |item| item.len()))
            .sum()
    }

    /// For the database, to be applied all or nothing.
    pub(crate) fn into_batch(self) -> sled::Batch {
        let mut batch = sled::Batch::default();
        for (key, item) in self.writes {
            match item {
                Some(item) => batch.insert(key, item),
                None => batch.remove(key),
            }
        }
        batch
    }
}

fn split_head(stored: &[u8]) -> Option<(usize, u16, &[u8])> {
    let value = untag(stored, SPLIT).ok()?;
    let (len, value) = value.split_first_chunk::<4>()?;
    let (parts, digest) = value.split_first_chunk::<2>()?;
    Some((
        u32::from_be_bytes(*len) as usize,
        u16::from_be_bytes(*parts),
        digest,
    ))
}

/// The item at `key`, put together again if its stored bytes are the head of a split one.
pub(crate) fn whole(
    tree: &sled::Tree,
    key: &[u8],
    stored: IVec,
) -> Result<Result<IVec, BadItem>, sled::Error> {
    if stored.first() != Some(&SPLIT) {
        return Ok(Ok(stored));
    }
    let Some((len, parts, digest)) = split_head(&stored) else {
        return Ok(Err(BadItem::corrupt("the head of a split item is cut short")));
    };
    let mut item = Vec::new();
    for number in 0..parts {
        match tree.get(keys::part(key, number))? {
            Some(part) => item.extend_from_slice(&part),
            None => {
                return Ok(Err(BadItem::corrupt(format!(
                    "part {number} of {parts} is missing"
                ))));
            }
        }
    }
    if item.len() != len || &blake3::hash(&item).as_bytes()[..16] != digest {
        return Ok(Err(BadItem::corrupt(format!(
            "its {parts} parts do not fit together"
        ))));
    }
    Ok(Ok(item.into()))
}
