//! A store in memory, for tests and trials: the same promises except durability.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::ops::{Bound, ControlFlow};

use parking_lot::Mutex;

use crate::card::FiledCard;
use crate::catalogue::Catalogue;
use crate::chain::{self, EventFields};
use crate::command_index::{self, CommandIndex, Fingerprints};
use crate::event_store::{self, CardListener, DoneTogether, Listener, NO_HEAD, Visit};
use crate::notice::CardListeners;
use crate::transfer::BackupWriter;
use crate::{
    Append, AppendError, Appended, BackupReport, Check, CommandBody, Cursor, Durability, EventLog, Head,
    Listed, Notice, PackScope, Page, Position, Rebuilt, Record, RecordView, SideOp, SideOutcome, SideRecord,
    SideRecords, Snapshots, Stats, StoreError, StoreFault, StreamCard, StreamFilter, StreamId, StreamIndex,
    Upkeep, VerifyVerdict, Version,
};

/// Streams in memory.
#[derive(Default)]
pub struct MemoryStore {
    inner: Mutex<Inner>,
    card_listeners: CardListeners,
}

#[derive(Default)]
struct Inner {
    fingerprints: Fingerprints,
    streams: HashMap<StreamId, (CommandIndex, Vec<Record>)>,
    log: Vec<(StreamId, Version)>,
    catalogue: Catalogue,
    side: BTreeMap<(String, Vec<u8>), Vec<u8>>,
    snapshots: BTreeMap<(StreamId, Version), (u32, Vec<u8>)>,
    listeners: Vec<Listener>,
    stats: Stats,
    closed: bool,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Inner {
    fn append(&mut self, appends: Vec<Append>) -> Result<Vec<Appended>, AppendError> {
        Append::check_together(&appends)?;
        if self.closed {
            return Err(AppendError::Closed);
        }
        let mut places = Vec::new();
        let mut known = None;
        for append in &appends {
            if let Some((at, record)) = self.command(append.stream, &append.command.id) {
                let body = record.command.as_ref().map_or(&[][..], |command| &command.body);
                places.push(command_index::again(append, at, &record.actor, body)?);
                known = Some(&append.command.id);
            }
        }
        match known {
            Some(id) if places.len() < appends.len() => {
                return Err(AppendError::CommandReused { id: id.clone() });
            }
            Some(_) => {
                self.stats.repeats += places.len() as u64;
                return Ok(places);
            }
            None => {}
        }
        if let Some(first) = appends.first() {
            self.judge(first)?;
        }
        self.stats.commits += 1;
        Ok(appends.into_iter().map(|append| self.accept(append)).collect())
    }

    /// Whether a command whose id is new may be stored.
    fn judge(&mut self, append: &Append) -> Result<(), AppendError> {
        let deleted = self
            .catalogue
            .get(append.stream)
            .is_some_and(|filed| filed.deleted);
        let fresh = CommandIndex::new();
        let known = self
            .streams
            .get(&append.stream)
            .map_or(&fresh, |(index, _)| index);
        let judged = known.judge(append, deleted);
        self.stats.conflicts += u64::from(matches!(judged, Err(AppendError::Conflict { .. })));
        judged
    }

    /// Stores a judged command.
    fn accept(&mut self, append: Append) -> Appended {
        let stream = append.stream;
        let fingerprint = self.fingerprints.of(&append.command.id);
        let position = self.log.len() as u64;
        let (index, records) = self
            .streams
            .entry(stream)
            .or_insert_with(|| (CommandIndex::new(), Vec::new()));
        let mut digest = index.head.digest;
        let at = index.accept(&append, fingerprint, position);
        let batch = command_index::batch_fields(&append);
        for (index, event) in (0..).zip(&append.events) {
            let version = at.first + u64::from(index);
            let fields = EventFields {
                version,
                index,
                kind: &event.kind,
                schema: event.schema,
                body: &event.body,
            };
            digest = chain::link(digest, &batch, &fields);
            // With the first record alone: a copy for each would cost as much as the events times the command.
            let command = (index == 0).then(|| CommandBody {
                rules: append.command.rules.clone(),
                body: append.command.body.clone(),
            });
            records.push(Record {
                stream,
                version,
                position: position + 1 + u64::from(index),
                recorded_at_ms: append.recorded_at_ms,
                actor: append.command.actor.clone(),
                command_id: append.command.id.clone(),
                kind: event.kind.clone(),
                schema: event.schema,
                body: event.body.clone(),
                digest,
                command,
                batch_index: index,
                batch_len: batch.len,
            });
            self.log.push((stream, version));
        }
        let old = self.catalogue.get(stream);
        let filed = Catalogue::after(old, append.card, at.last, append.recorded_at_ms);
        self.catalogue.put(stream, filed);
        self.stats.appends += 1;
        let notice = Notice {
            stream,
            first: at.first,
            last: at.last,
            position: at.position,
        };
        for listener in &self.listeners {
            listener(notice);
        }
        at
    }

    fn open(&self) -> Result<(), StoreError> {
        if self.closed {
            Err(StoreError::Closed)
        } else {
            Ok(())
        }
    }

    /// Where a command was stored, and its first record.
    fn command(&self, stream: StreamId, id: &str) -> Option<(Appended, &Record)> {
        let (index, records) = self.streams.get(&stream)?;
        let place = index.place(self.fingerprints.of(id))? as usize;
        let record = records[place - 1..]
            .iter()
            .find(|record| record.batch_index == 0 && record.command_id == id)?;
        let more = u64::from(record.batch_len) - 1;
        let at = Appended {
            stream,
            first: record.version,
            last: record.version + more,
            position: record.position + more,
            repeated: true,
        };
        Some((at, record))
    }

    fn records(&self, stream: StreamId) -> &[Record] {
        self.streams.get(&stream).map_or(&[], |(_, records)| records)
    }
}

fn lend(record: &Record) -> RecordView<'_> {
    RecordView {
        stream: record.stream,
        version: record.version,
        position: record.position,
        recorded_at_ms: record.recorded_at_ms,
        actor: &record.actor,
        command_id: &record.command_id,
        kind: &record.kind,
        schema: record.schema,
        body: &record.body,
        digest: Some(record.digest),
        command: record
            .command
            .as_ref()
            .map(|command| (&*command.rules, &*command.body)),
        batch_index: record.batch_index,
        batch_len: record.batch_len,
    }
}

impl EventLog for MemoryStore {
    fn append_together(&self, appends: Vec<Append>) -> Result<Vec<Appended>, AppendError> {
        self.inner.lock().append(appends)
    }

    fn submit_together(&self, appends: Vec<Append>, done: DoneTogether) {
        done(self.append_together(appends));
    }

    fn scan(
        &self,
        stream: StreamId,
        from: Version,
        to: Version,
        _check: Check,
        visit: &mut Visit<'_>,
    ) -> Result<(), StoreError> {
        // Copied, so that a visitor may use the store.
        let skip = from.saturating_sub(1) as usize;
        let records: Vec<Record> = {
            let inner = self.inner.lock();
            let records = inner.records(stream);
            let end = records.len().min(usize::try_from(to).unwrap_or(usize::MAX));
            records.get(skip..end).unwrap_or_default().to_vec()
        };
        for record in &records {
            if visit(lend(record)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn head(&self, stream: StreamId) -> Result<Option<Head>, StoreError> {
        Ok(self
            .inner
            .lock()
            .streams
            .get(&stream)
            .map(|(index, _)| index.head))
    }

    fn scan_log(&self, after: Position, _check: Check, visit: &mut Visit<'_>) -> Result<(), StoreError> {
        let mut next = usize::try_from(after).unwrap_or(usize::MAX);
        loop {
            let record = {
                let inner = self.inner.lock();
                let Some(&(stream, version)) = inner.log.get(next) else {
                    return Ok(());
                };
                inner.records(stream)[version as usize - 1].clone()
            };
            if visit(lend(&record)) == ControlFlow::Break(()) {
                return Ok(());
            }
            next += 1;
        }
    }

    fn position(&self) -> Position {
        self.inner.lock().log.len() as u64
    }

    fn command(&self, stream: StreamId, command_id: &str) -> Result<Option<Appended>, StoreError> {
        Ok(self.inner.lock().command(stream, command_id).map(|(at, _)| at))
    }

    fn on_commit(&self, listener: Listener) {
        let mut inner = self.inner.lock();
        if !inner.closed {
            inner.listeners.push(listener);
        }
    }
}

impl StreamIndex for MemoryStore {
    fn streams(
        &self,
        filter: &StreamFilter,
        cursor: Option<Cursor>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        Ok(self.inner.lock().catalogue.page(filter, cursor, limit))
    }

    fn card(&self, stream: StreamId) -> Result<Option<Listed>, StoreError> {
        Ok(self
            .inner
            .lock()
            .catalogue
            .get(stream)
            .map(|filed| filed.listed(stream)))
    }

    fn set_card(&self, stream: StreamId, card: StreamCard) -> Result<(), StoreError> {
        let mut inner = self.inner.lock();
        inner.open()?;
        let filed = FiledCard::edited(inner.catalogue.get(stream), stream, card)?;
        inner.catalogue.put(stream, filed);
        drop(inner);
        self.card_listeners.notify(stream);
        Ok(())
    }

    fn delete_draft(&self, stream: StreamId, most_events: u64) -> Result<(), StoreError> {
        let mut inner = self.inner.lock();
        inner.open()?;
        let filed = FiledCard::put_away(inner.catalogue.get(stream), stream, most_events)?;
        inner.catalogue.put(stream, filed);
        drop(inner);
        self.card_listeners.notify(stream);
        Ok(())
    }

    fn on_card(&self, listener: CardListener) {
        self.card_listeners.add(listener);
    }
}

impl SideRecords for MemoryStore {
    fn side(&self, ops: Vec<SideOp>) -> Result<SideOutcome, StoreError> {
        ops.iter().try_for_each(SideOp::check)?;
        let mut inner = self.inner.lock();
        inner.open()?;
        let mut side = inner.side.clone();
        for op in ops {
            match op {
                SideOp::Put { tree, key, value } => drop(side.insert((tree, key), value)),
                SideOp::PutNew { tree, key, value } => {
                    let place = (tree, key);
                    if let Some(value) = side.get(&place) {
                        let value = value.clone();
                        let (tree, key) = place;
                        return Ok(SideOutcome::Exists { tree, key, value });
                    }
                    side.insert(place, value);
                }
                SideOp::Remove { tree, key } => drop(side.remove(&(tree, key))),
            }
        }
        inner.side = side;
        Ok(SideOutcome::Done)
    }

    fn fetch(&self, tree: &str, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self
            .inner
            .lock()
            .side
            .get(&(tree.to_owned(), key.to_vec()))
            .cloned())
    }

    fn side_scan(
        &self,
        tree: &str,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<SideRecord>, StoreError> {
        let inner = self.inner.lock();
        let place = |key: &[u8]| (tree.to_owned(), key.to_vec());
        let low = match after {
            Some(after) if after >= prefix => Bound::Excluded(place(after)),
            _ => Bound::Included(place(prefix)),
        };
        let range = inner.side.range((low, Bound::Unbounded));
        Ok(range
            .take_while(|((found, key), _)| found == tree && key.starts_with(prefix))
            .take(limit)
            .map(|((_, key), value)| (key.clone(), value.clone()))
            .collect())
    }
}

impl Snapshots for MemoryStore {
    fn put_snapshot(
        &self,
        stream: StreamId,
        version: Version,
        format: u32,
        body: &[u8],
    ) -> Result<(), StoreError> {
        let mut inner = self.inner.lock();
        inner.open()?;
        inner.snapshots.insert((stream, version), (format, body.to_vec()));
        Ok(())
    }

    fn snapshot(
        &self,
        stream: StreamId,
        at_most: Version,
        format: u32,
    ) -> Result<Option<(Version, Vec<u8>)>, StoreError> {
        let inner = self.inner.lock();
        let mut range = inner.snapshots.range((stream, 0)..=(stream, at_most)).rev();
        let found = range.find(|(_, (found, _))| *found == format);
        Ok(found.map(|((_, version), (_, body))| (*version, body.clone())))
    }

    fn delete_snapshots(&self, stream: Option<StreamId>) -> Result<(), StoreError> {
        let mut inner = self.inner.lock();
        inner
            .snapshots
            .retain(|(owner, _), _| stream.is_some_and(|stream| stream != *owner));
        Ok(())
    }
}

impl Upkeep for MemoryStore {
    fn archive(&self, stream: StreamId, _part: PackScope) -> Result<(u64, u64), StoreError> {
        let inner = self.inner.lock();
        inner.open()?;
        match inner.records(stream) {
            [] => Err(StoreError::NoSuchStream { stream }),
            records => {
                let bytes = records.iter().map(|record| record.body.len() as u64).sum();
                Ok((bytes, bytes))
            }
        }
    }

    fn rebuild(&self, progress: &mut dyn FnMut(u64)) -> Result<Rebuilt, StoreError> {
        // The index here is never anything but what the appends made it.
        self.delete_snapshots(None)?;
        let streams = self.inner.lock().streams.len() as u64;
        progress(streams);
        Ok(Rebuilt {
            streams,
            ..Rebuilt::default()
        })
    }

    fn verify(&self, progress: &mut dyn FnMut(u64)) -> Result<VerifyVerdict, StoreError> {
        let mut verdict = VerifyVerdict::default();
        event_store::verify_log(self, &mut verdict)?;
        let inner = self.inner.lock();
        for (stream, (index, records)) in &inner.streams {
            verdict.streams += 1;
            verdict.records += records.len() as u64;
            let last = records.last().map_or(NO_HEAD.digest, |record| record.digest);
            if last != index.head.digest {
                verdict.fault(StoreFault {
                    stream: Some(*stream),
                    version: None,
                    why: "the head is not the last record".into(),
                });
            }
        }
        progress(verdict.records);
        Ok(verdict)
    }

    fn backup(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        // Copied, so that nobody waits for who reads the backup.
        let (streams, side) = {
            let inner = self.inner.lock();
            let records = |stream| inner.records(stream).to_vec();
            let cards = inner.catalogue.iter();
            let streams: BTreeMap<_, _> = cards
                .map(|(stream, filed)| (stream, (filed.listed(stream), records(stream))))
                .collect();
            (streams, inner.side.clone())
        };
        let all = streams.values().map(|(_, records)| records.len() as u64).sum();
        let mut writer = BackupWriter::new(out, all)?;
        for (stream, (listed, records)) in streams {
            writer.stream(stream, false)?;
            for record in &records {
                writer.record(record)?;
            }
            writer.card(stream, (*listed.card).clone(), listed.deleted)?;
            progress(writer.records(), all);
        }
        for ((tree, key), value) in &side {
            writer.side(tree, key, value)?;
        }
        writer.end()
    }

    fn durability(&self) -> Durability {
        Durability::Memory
    }

    fn writable(&self) -> Result<(), StoreError> {
        self.inner.lock().open()
    }

    fn stats(&self) -> Stats {
        let inner = self.inner.lock();
        Stats {
            streams: inner.catalogue.len() as u64,
            position: inner.log.len() as u64,
            ..inner.stats.clone()
        }
    }

    fn close(&self) -> Result<(), StoreError> {
        let mut inner = self.inner.lock();
        inner.closed = true;
        inner.listeners.clear();
        Ok(())
    }
}
