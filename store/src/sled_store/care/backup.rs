//! Backup: everything in one file, written while the store is in use. A live directory is never copied.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::ops::{Bound, ControlFlow};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sled::IVec;

use crate::card::FiledCard;
use crate::error::Doing;
use crate::sled_store::Job;
use crate::sled_store::SledStore;
use crate::sled_store::layout::directory;
use crate::sled_store::layout::items::{self, BadItem};
use crate::sled_store::layout::keys;
use crate::sled_store::layout::private;
use crate::sled_store::shared::{Shared, SideOverlay, guarded};
use crate::transfer::{BackupWriter, check_backup};
use crate::{BackupReport, Check, Position, StoreError, StreamId};

/// Side records that a backup reads at once.
const SIDE_AT_ONCE: usize = 256;

impl SledStore {
    /// Writes everything into one file, which appears only when it is whole. See [`EventStore::backup`].
    ///
    /// [`EventStore::backup`]: crate::Upkeep::backup
    pub fn backup_to_file(
        &self,
        path: &Path,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        whole_file(path, |out| self.write_backup(out, progress))
    }

    pub(crate) fn write_backup(
        &self,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        let _alone = self.backing_up.try_lock().ok_or(StoreError::BackingUp)?;
        let shared = Arc::clone(&self.shared);
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        // Between two commits, so that side records which belong together are in it together.
        let begin = Box::new(move |position| {
            *shared.side_before.lock() = Some(SideOverlay::new());
            // Who no longer waits for the answer does not get one.
            let _ = sender.send(position);
        });
        self.ask(|answer| Job::Still { run: begin, answer })?;
        let position = receiver.recv().map_err(|_| StoreError::Closed)?;
        let written = self.shared.write_backup(position, out, progress);
        *self.shared.side_before.lock() = None;
        written
    }
}

/// Writes a backup that somebody else made into a file, which appears only when all of it came and its checksum is right.
pub fn receive_backup(from: &mut dyn Read, path: &Path) -> Result<BackupReport, StoreError> {
    let partial = beside(path, ".received");
    let received = whole_file(&partial, |out| {
        std::io::copy(from, out).doing(|| "receiving the backup".to_owned())
    });
    let checked = received.and_then(|_| {
        let counts = check_backup(File::open(&partial).doing(|| format!("opening {}", partial.display()))?)?;
        fs::rename(&partial, path)
            .doing(|| format!("renaming {} to {}", partial.display(), path.display()))?;
        sync_parent(path)?;
        Ok(counts)
    });
    if checked.is_err() {
        // Whatever is there is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_file(&partial));
    }
    checked
}

/// Writes a file that appears only when it is whole and on the disk.
fn whole_file<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let partial = beside(path, ".partial");
    let doing = || format!("writing {}", partial.display());
    let written = (|| {
        // It holds what the store holds: secrets of the server, and what games hide.
        let mut out = BufWriter::new(private::create_file(&partial).doing(doing)?);
        let report = write(&mut out)?;
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error);
        file.and_then(|file| file.sync_all()).doing(doing)?;
        fs::rename(&partial, path)
            .doing(|| format!("renaming {} to {}", partial.display(), path.display()))?;
        sync_parent(path)?;
        Ok(report)
    })();
    if written.is_err() {
        // Whatever is there is of no use; if it cannot be removed, the first error is the one to tell.
        drop(fs::remove_file(&partial));
    }
    written
}

impl Shared {
    /// While a backup runs: keeps a side record as it was when that began. `old` is what is stored at its place now.
    pub(crate) fn keep_for_backup(&self, place: &[u8], old: Option<&IVec>) -> Result<(), StoreError> {
        let mut before = self.side_before.lock();
        if let Some(before) = &mut *before
            && !before.contains_key(place)
        {
            let value = old.map(|old| self.side_value(place, old.clone())).transpose()?;
            before.insert(place.to_vec(), value);
        }
        Ok(())
    }

    fn side_value(&self, place: &[u8], stored: IVec) -> Result<Vec<u8>, StoreError> {
        let bad = |bad: BadItem| bad.of("a side record");
        let item = guarded(|| items::whole(&self.db, place, stored))?.map_err(bad)?;
        Ok(items::untag(&item, items::SIDE).map_err(bad)?.to_vec())
    }

    fn write_backup(
        &self,
        position: Position,
        out: &mut dyn Write,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<BackupReport, StoreError> {
        let mut writer = BackupWriter::new(out, position)?;
        let mut next = Some(StreamId::ZERO);
        while let Some(from) = next {
            let Some(id) = self.stream_from(from)? else {
                break;
            };
            next = u128::from_be_bytes(id.to_bytes())
                .checked_add(1)
                .map(|id| StreamId::from_bytes(id.to_be_bytes()));
            self.write_stream(id, position, &mut writer, progress)?;
        }
        if writer.records() != position {
            let why = format!(
                "the streams hold {} records, the global log {position}",
                writer.records()
            );
            return Err(StoreError::CorruptDatabase { why });
        }
        self.write_side(&mut writer)?;
        let report = writer.end()?;
        progress(report.records, position);
        Ok(report)
    }

    /// Writes a stream up to a global position, and its card as it was there.
    fn write_stream(
        &self,
        id: StreamId,
        position: Position,
        writer: &mut BackupWriter<'_>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<(), StoreError> {
        let packed = self.is_packed(id)?;
        let mut last = None;
        let mut written = Ok(());
        self.scan_stream(id, 1, u64::MAX, Check::Chain, &mut |record| {
            if record.position > position {
                return ControlFlow::Break(());
            }
            if last.is_none() {
                written = writer.stream(id, packed);
            }
            if written.is_ok() {
                written = writer.record(&record.to_record());
            }
            last = Some((record.version, record.recorded_at_ms));
            if writer.records().is_multiple_of(4096) {
                progress(writer.records(), position);
            }
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        written?;
        let filed = self.catalogue.read().get(id).cloned();
        if let (Some((version, recorded_at_ms)), Some(filed)) = (last, filed) {
            // What was appended since the beginning is not in the backup, so its card does not say so either.
            let grew = filed.events > version;
            let filed = FiledCard {
                events: version,
                updated_ms: if grew { recorded_at_ms } else { filed.updated_ms },
                ..filed
            };
            let listed = filed.listed(id);
            writer.card(id, Arc::unwrap_or_clone(listed.card), listed.deleted)?;
        }
        Ok(())
    }

    /// Writes the side records as they were when the backup began.
    fn write_side(&self, writer: &mut BackupWriter<'_>) -> Result<(), StoreError> {
        let end = vec![b's' + 1];
        let mut after = vec![b's'];
        loop {
            let some = self.side_from(&after)?;
            let until = some
                .last_key_value()
                .map_or(end.clone(), |(place, _)| place.clone());
            let is_last = some.len() < SIDE_AT_ONCE;
            let mut then: BTreeMap<_, _> = some
                .into_iter()
                .map(|(place, value)| (place, Some(value)))
                .collect();
            if let Some(before) = &*self.side_before.lock() {
                let upper = if is_last {
                    Bound::Excluded(&end)
                } else {
                    Bound::Included(&until)
                };
                let changed = before.range::<Vec<u8>, _>((Bound::Excluded(&after), upper));
                then.extend(changed.map(|(place, value)| (place.clone(), value.clone())));
            }
            for (place, value) in then {
                if let (Some((tree, key)), Some(value)) = (keys::read_side(&place), value) {
                    writer.side(tree, key, &value)?;
                }
            }
            if is_last {
                return Ok(());
            }
            after = until;
        }
    }

    /// The side records behind a place, by place.
    fn side_from(&self, after: &[u8]) -> Result<BTreeMap<Vec<u8>, Vec<u8>>, StoreError> {
        let _layout = self.still();
        let mut range = self
            .db
            .range::<&[u8], _>((Bound::Excluded(after), Bound::Excluded(&b"t"[..])));
        let mut some = BTreeMap::new();
        let _reading = self.reading();
        while some.len() < SIDE_AT_ONCE
            && let Some((place, stored)) = guarded(|| range.next().transpose())?
        {
            let value = self.side_value(&place, stored)?;
            some.insert(place.to_vec(), value);
        }
        Ok(some)
    }
}

/// A path with something behind its name.
pub(crate) fn beside(path: &Path, more: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(more);
    path.with_file_name(name)
}

pub(crate) fn sync_parent(path: &Path) -> Result<(), StoreError> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    directory::sync_dir(parent.unwrap_or(Path::new(".")))
}
