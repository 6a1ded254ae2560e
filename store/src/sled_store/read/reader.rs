//! Reading: batches of a stream, batches in global order, heads.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sled::IVec;

use crate::chain::{self, BatchFields, EventFields};
use crate::event_store::{Grown, Visit};
use crate::sled_store::layout::items::{self, BadItem, Batch, LogEntry, PACKED, PackedHead};
use crate::sled_store::layout::keys;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Check, Digest, Head, Position, RecordView, StoreError, StreamId, Version};

/// Batches fetched in one go: few enough to stay near the processor until they are read.
const CHUNK: usize = 64;
/// Commits of the log fetched in one go; each lists up to 256 batches.
const COMMITS: usize = 32;
/// Bytes of unpacked blocks that a walk over the log holds on to.
const BLOCK_BYTES: usize = 64 << 20;

/// A batch item with the version of its first record.
pub(crate) type Stored = (Version, IVec);

/// What a walk sees of each batch: first version, batch, the digest before it.
type EachBatch<'a> = dyn FnMut(Version, &Batch<'_>, Digest) -> Result<ControlFlow<()>, StoreError> + 'a;

/// What a walk sees of each entry of the log: the position of its first record, and itself.
type EachEntry<'a> = dyn FnMut(Position, LogEntry) -> Result<ControlFlow<()>, StoreError> + 'a;

/// A packed block and what it holds from a version on.
struct Block {
    head: PackedHead,
    stretch: Stretch,
}

/// A stretch of a stream.
struct Stretch {
    /// The digest before it, where the chain was asked for.
    before: Digest,
    batches: Vec<Stored>,
    then: Then,
}

/// What may come behind a stretch.
enum Then {
    /// Nothing.
    End,
    /// Something, to be looked for anew: the stretch was a packed block.
    Look,
    /// The next batches, while the layout is of this generation.
    Follow(Box<sled::Iter>, u64),
}

impl Shared {
    /// The item at a key.
    pub(crate) fn item(&self, key: &[u8]) -> Result<Option<Result<IVec, BadItem>>, StoreError> {
        let _reading = self.reading();
        guarded(|| match self.db.get(key)? {
            Some(stored) => items::whole(&self.db, key, stored).map(Some),
            None => Ok(None),
        })
    }

    /// The last head of a stream at or below a global position.
    pub(crate) fn head_at(&self, stream: StreamId, at_most: Position) -> Result<Option<Head>, StoreError> {
        let _layout = self.still();
        let _reading = self.reading();
        let batches = keys::event(stream, 0)..=keys::event(stream, u64::MAX);
        let blocks = keys::block(stream, 0)..=keys::block(stream, u64::MAX);
        let mut backwards = self.db.range(batches).rev().chain(self.db.range(blocks).rev());
        while let Some((key, stored)) = guarded(|| backwards.next().transpose())? {
            let (first, item) = self.batch_or_block(stream, &key, stored)?;
            let head = head_of(first, &item).map_err(|bad| bad.of_record(stream, first))?;
            if head.position <= at_most {
                return Ok(Some(head));
            }
        }
        Ok(None)
    }

    /// The whole item at a key of a batch or block, with its first version.
    fn batch_or_block(&self, stream: StreamId, key: &IVec, stored: IVec) -> Result<Stored, StoreError> {
        let (_, first) = keys::read_event(key).expect("the range holds batches and blocks only");
        let item = guarded(|| items::whole(&self.db, key, stored))?;
        Ok((first, item.map_err(|bad| bad.of_record(stream, first))?))
    }

    /// A stretch of batches that begins with the one that holds `from`.
    fn stretch(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        check: Check,
    ) -> Result<Stretch, StoreError> {
        let generation = self.still();
        let _reading = self.reading();
        let mut batches = Vec::with_capacity(to.saturating_sub(from).min(CHUNK as u64 - 1) as usize + 1);
        if from == 1 {
            // Nothing comes before the first batch, so there is nothing to look for backwards; unless it is packed.
            let range = self.db.range(keys::event(stream, 1)..=keys::event(stream, to));
            let then = self.follow(stream, Box::new(range), *generation, &mut batches)?;
            if batches.first().is_some_and(|(first, _)| *first == 1) {
                return Ok(Stretch {
                    before: Digest::default(),
                    batches,
                    then,
                });
            }
            batches.clear();
        }
        if check == Check::Continuity
            && let Some(item) = self.item(&keys::block(stream, from))?
        {
            // Where one block ends the next one begins, mostly.
            let bad = |bad: BadItem| bad.of_record(stream, from);
            return Ok(Stretch {
                before: Digest::default(),
                batches: items::unpack(&item.map_err(bad)?).map_err(bad)?,
                then: Then::Look,
            });
        }
        let low = keys::event(stream, 0);
        let mut backwards = self.db.range(low..=keys::event(stream, from)).rev();
        let at = guarded(|| backwards.next().transpose())?;
        let before = match (&at, check) {
            (Some(_), Check::Chain) => guarded(|| backwards.next().transpose())?,
            (Some(_), Check::Continuity) | (None, _) => None,
        };
        let before = match (before, &at, check) {
            (Some((key, stored)), _, _) => {
                let (first, item) = self.batch_or_block(stream, &key, stored)?;
                head_of(first, &item)
                    .map_err(|bad| bad.of_record(stream, first))?
                    .digest
            }
            (None, Some(_), Check::Continuity) => Digest::default(),
            // The first batch that is not packed, or a packed one.
            (None, _, _) => match self.block(stream, from)? {
                Some(Block { stretch, .. }) if at.is_none() && !stretch.batches.is_empty() => {
                    return Ok(stretch);
                }
                Some(Block { head, .. }) => head.digest,
                None => Digest::default(),
            },
        };
        let start = at.map_or(IVec::from(&low), |(key, _)| key);
        let range = self.db.range(start..=IVec::from(&keys::event(stream, to)));
        let then = self.follow(stream, Box::new(range), *generation, &mut batches)?;
        Ok(Stretch {
            before,
            batches,
            then,
        })
    }

    /// The next batches of a stretch; the caller holds the layout, which is of this generation.
    fn follow(
        &self,
        stream: StreamId,
        mut range: Box<sled::Iter>,
        generation: u64,
        batches: &mut Vec<Stored>,
    ) -> Result<Then, StoreError> {
        let _reading = self.reading();
        while batches.len() < CHUNK {
            let Some((key, stored)) = guarded(|| range.next().transpose())? else {
                return Ok(Then::End);
            };
            batches.push(self.batch_or_block(stream, &key, stored)?);
        }
        Ok(Then::Follow(range, generation))
    }

    /// The last block that starts at or before a version; its stretch is empty if it ends before it.
    fn block(&self, stream: StreamId, from: Version) -> Result<Option<Block>, StoreError> {
        let _reading = self.reading();
        let mut backwards = self
            .db
            .range(keys::block(stream, 0)..=keys::block(stream, from))
            .rev();
        let Some((key, stored)) = guarded(|| backwards.next().transpose())? else {
            return Ok(None);
        };
        let (start, item) = self.batch_or_block(stream, &key, stored)?;
        let bad = |bad: BadItem| bad.of_record(stream, start);
        let (head, _) = items::packed_head(&item).map_err(bad)?;
        let mut stretch = Stretch {
            before: Digest::default(),
            batches: Vec::new(),
            then: Then::Look,
        };
        if head.last < from {
            return Ok(Some(Block { head, stretch }));
        }
        let mut batches = items::unpack(&item).map_err(bad)?;
        let skip = batches
            .partition_point(|(first, _)| *first <= from)
            .saturating_sub(1);
        if let Some((first, item)) = skip.checked_sub(1).map(|at| &batches[at]) {
            stretch.before = head_of(*first, item)
                .map_err(|bad| bad.of_record(stream, *first))?
                .digest;
        } else if let Some((key, stored)) = guarded(|| backwards.next().transpose())? {
            let (first, item) = self.batch_or_block(stream, &key, stored)?;
            stretch.before = head_of(first, &item)
                .map_err(|bad| bad.of_record(stream, first))?
                .digest;
        }
        batches.drain(..skip);
        stretch.batches = batches;
        Ok(Some(Block { head, stretch }))
    }

    /// A packed block holds a version of a stream.
    pub(crate) fn is_packed_at(&self, stream: StreamId, version: Version) -> Result<bool, StoreError> {
        Ok(self
            .block(stream, version)?
            .is_some_and(|block| block.head.last >= version))
    }

    /// Walks the batches that hold records `from..=to`, up to a global position. The digest before each batch is told
    /// only if the chain is to be checked.
    pub(crate) fn each_batch(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        durable: Position,
        check: Check,
        visit: &mut EachBatch<'_>,
    ) -> Result<(), StoreError> {
        let mut next = from.max(1);
        let mut gap_possible = false;
        let (mut before, mut batches, mut then) = (Digest::default(), Vec::new(), Then::Look);
        while next <= to {
            then = match then {
                Then::End => return Ok(()),
                Then::Look => Then::Look,
                Then::Follow(range, generation) => {
                    batches.clear();
                    let layout = self.still();
                    if *layout == generation {
                        self.follow(stream, range, generation, &mut batches)?
                    } else {
                        Then::Look
                    }
                }
            };
            if matches!(then, Then::Look) {
                let stretch = self.stretch(stream, next, to, check)?;
                Stretch {
                    before,
                    batches,
                    then,
                } = stretch;
            }
            for (first, item) in &batches {
                let first = *first;
                let bad = |bad: BadItem| bad.of_record(stream, first);
                let plain = items::plain_batch(item).map_err(bad)?;
                let batch = items::decode(&plain).map_err(bad)?;
                if batch.position > durable {
                    return Ok(());
                }
                let last = first + batch.len() - 1;
                if last < next {
                    // The stream ends before `from`, or has a hole there.
                    gap_possible = true;
                    before = batch.digest();
                    continue;
                }
                if first > next {
                    let why = format!("versions {next} to {} are missing", first - 1);
                    return Err(StoreError::CorruptRecord {
                        stream,
                        version: next,
                        why,
                    });
                }
                if visit(first, &batch, before)?.is_break() {
                    return Ok(());
                }
                before = batch.digest();
                next = last + 1;
                gap_possible = false;
            }
            if gap_possible {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Lends the records `from..=to`.
    pub(crate) fn scan_stream(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        check: Check,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreError> {
        let range = from..=to;
        let durable = self.durable();
        self.each_batch(stream, from, to, durable, check, &mut |first, batch, before| {
            lend(stream, first, batch, before, check, |record| {
                if range.contains(&record.version) {
                    visit(record)
                } else {
                    ControlFlow::Continue(())
                }
            })
        })
    }

    /// Lends the records behind a global position.
    pub(crate) fn scan_positions(
        &self,
        after: Position,
        check: Check,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreError> {
        let mut walk = LogWalk::default();
        self.each_entry(after, &mut |position, entry| {
            let (before, item) = walk.fetch(self, entry, check)?;
            let bad = |bad: BadItem| bad.of_record(entry.stream, entry.first);
            let plain = items::plain_batch(&item).map_err(bad)?;
            let batch = items::decode(&plain).map_err(bad)?;
            if batch.position != position || batch.len() != u64::from(entry.len) {
                let why = format!(
                    "the log has {} records at position {position}, the stream {} at {}",
                    entry.len,
                    batch.len(),
                    batch.position
                );
                return Err(StoreError::CorruptRecord {
                    stream: entry.stream,
                    version: entry.first,
                    why,
                });
            }
            walk.digests
                .insert(entry.stream, (entry.first + batch.len(), batch.digest()));
            lend(entry.stream, entry.first, &batch, before, check, |record| {
                if record.position > after {
                    visit(record)
                } else {
                    ControlFlow::Continue(())
                }
            })
        })
    }

    /// Names the streams that grew behind a global position: the log itself knows them.
    pub(crate) fn grown(&self, after: Position, visit: &mut Grown<'_>) -> Result<(), StoreError> {
        self.each_entry(after, &mut |position, entry| {
            Ok(visit(entry.stream, position + u64::from(entry.len) - 1))
        })
    }

    /// Shows the durable entries of the log that end behind a global position, each with that of its first record.
    fn each_entry(&self, after: Position, show: &mut EachEntry<'_>) -> Result<(), StoreError> {
        let mut next = after.saturating_add(1);
        loop {
            let durable = self.durable();
            if next > durable {
                return Ok(());
            }
            for (position, entry) in self.entries(next)? {
                if position > durable {
                    return Ok(());
                }
                let end = position + u64::from(entry.len);
                if end <= next {
                    continue;
                }
                if show(position, entry)?.is_break() {
                    return Ok(());
                }
                next = end;
            }
        }
    }

    /// Entries of the log from the commit on that holds a position, with the position of their first record.
    pub(crate) fn entries(&self, from: Position) -> Result<Vec<(Position, LogEntry)>, StoreError> {
        let _reading = self.reading();
        let found = guarded(|| {
            let start = self
                .db
                .range(keys::log(0)..=keys::log(from))
                .next_back()
                .transpose()?;
            let start = start.map_or(IVec::from(&keys::log(0)), |(key, _)| key);
            let mut found = Vec::new();
            for item in self
                .db
                .range(start..=IVec::from(&keys::log(u64::MAX)))
                .take(COMMITS)
            {
                let (key, stored) = item?;
                let item = items::whole(&self.db, &key, stored)?;
                found.push((key, item));
            }
            Ok(found)
        })?;
        let mut entries = Vec::new();
        let mut expected = None;
        for (key, item) in found {
            let position = keys::read_log(&key).expect("the range holds log keys only");
            let bad = |bad: BadItem| bad.of(format!("the global log at position {position}"));
            if expected.is_some_and(|expected| expected != position) {
                let why = format!(
                    "the global log jumps from position {} to {position}",
                    expected.unwrap_or(0)
                );
                return Err(StoreError::CorruptDatabase { why });
            }
            let mut at = position;
            for entry in items::decode_log(&item.map_err(bad)?).map_err(bad)? {
                entries.push((at, entry));
                at += u64::from(entry.len);
            }
            expected = Some(at);
        }
        match (entries.first(), expected) {
            (Some((first, _)), Some(end)) if *first <= from && from < end => Ok(entries),
            _ => Err(StoreError::CorruptDatabase {
                why: format!("the global log has no position {from}"),
            }),
        }
    }

    /// The last position of the log, durable or not.
    pub(crate) fn last_position(&self) -> Result<Position, StoreError> {
        let Some((position, entries)) = self.last_commit()? else {
            return Ok(0);
        };
        Ok(position + entries.iter().map(|entry| u64::from(entry.len)).sum::<u64>() - 1)
    }
}

/// Fetches batches in the order of the log, which jumps from stream to stream.
#[derive(Default)]
struct LogWalk {
    /// Next version and the digest before it.
    digests: HashMap<StreamId, (Version, Digest)>,
    blocks: HashMap<StreamId, Vec<Stored>>,
    block_bytes: usize,
}

impl LogWalk {
    /// The batch of an entry and the digest before it.
    fn fetch(
        &mut self,
        shared: &Shared,
        entry: LogEntry,
        check: Check,
    ) -> Result<(Digest, IVec), StoreError> {
        let LogEntry { stream, first, .. } = entry;
        let known = self
            .digests
            .get(&stream)
            .filter(|(next, _)| *next == first)
            .map(|(_, digest)| *digest);
        if known.is_some() || check == Check::Continuity || first == 1 {
            let before = known.unwrap_or_default();
            if let Some(block) = self.blocks.get(&stream)
                && let Ok(at) = block.binary_search_by_key(&first, |(first, _)| *first)
            {
                return Ok((before, block[at].1.clone()));
            }
            let _layout = shared.still();
            if let Some(item) = shared.item(&keys::event(stream, first))? {
                let item = item.map_err(|bad| bad.of_record(stream, first))?;
                return Ok((before, item));
            }
        }
        let Stretch { before, batches, .. } = shared.stretch(stream, first, first, check)?;
        let item = match batches.first() {
            Some((found, item)) if *found == first => item.clone(),
            _ => {
                let why = "it is in the global log, but not in the stream".to_owned();
                return Err(StoreError::CorruptRecord {
                    stream,
                    version: first,
                    why,
                });
            }
        };
        if batches.len() > 1 {
            self.block_bytes += batches.iter().map(|(_, item)| item.len()).sum::<usize>();
            if self.block_bytes > BLOCK_BYTES {
                self.blocks.clear();
                self.block_bytes = 0;
            }
            self.blocks.insert(stream, batches);
        }
        Ok((before, item))
    }
}

/// The head after a batch or block.
pub(crate) fn head_of(first: Version, item: &[u8]) -> Result<Head, BadItem> {
    if item.first() == Some(&PACKED) {
        let (head, _) = items::packed_head(item)?;
        return Ok(Head {
            version: head.last,
            digest: head.digest,
            position: head.position,
        });
    }
    let plain = items::plain_batch(item)?;
    let batch = items::decode(&plain)?;
    let last = batch.len() - 1;
    Ok(Head {
        version: first + last,
        digest: batch.digest(),
        position: batch.position + last,
    })
}

/// Lends the records of a batch one by one; with [`Check::Chain`] only after all their digests were checked.
fn lend(
    stream: StreamId,
    first: Version,
    batch: &Batch<'_>,
    before: Digest,
    check: Check,
    mut visit: impl FnMut(RecordView<'_>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, StoreError> {
    let digests = match check {
        Check::Continuity => Vec::new(),
        Check::Chain => digests(stream, first, batch, before)?,
    };
    for (index, event) in (0..).zip(&batch.events) {
        let record = RecordView {
            stream,
            version: first + u64::from(index),
            position: batch.position + u64::from(index),
            recorded_at_ms: batch.recorded_at_ms,
            actor: batch.actor,
            command_id: batch.command_id,
            kind: event.kind,
            schema: event.schema,
            body: event.body,
            digest: digests.get(usize::from(index)).copied(),
            command: (index == 0).then_some((batch.rules, &**batch.command)),
            batch_index: index,
            batch_len: batch.events.len() as u16,
        };
        if visit(record).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The digests of a batch's records, if the last is the one stored.
pub(crate) fn digests(
    stream: StreamId,
    first: Version,
    batch: &Batch<'_>,
    before: Digest,
) -> Result<Vec<Digest>, StoreError> {
    let fields = BatchFields {
        stream,
        recorded_at_ms: batch.recorded_at_ms,
        actor: batch.actor,
        command_id: batch.command_id,
        rules: batch.rules,
        command: batch.command,
        len: batch.events.len() as u16,
    };
    let mut digest = before;
    let mut digests = Vec::with_capacity(batch.events.len());
    for (index, event) in (0..).zip(&batch.events) {
        let version = first + u64::from(index);
        let event = EventFields {
            version,
            index,
            kind: event.kind,
            schema: event.schema,
            body: event.body,
        };
        digest = chain::link(digest, &fields, &event);
        digests.push(digest);
    }
    if digest == batch.digest() {
        return Ok(digests);
    }
    let why = format!(
        "the chain is broken: the batch of versions {first} to {} says {}, its content gives {digest}",
        first + batch.len() - 1,
        batch.digest()
    );
    Err(StoreError::CorruptRecord {
        stream,
        version: first,
        why,
    })
}
