//! A file that only takes up room, so that a store opens for reading on a disk without a free byte.
//!
//! The database writes when it is opened: the rest of its last segment, and a note of where its pages lie. Where there is
//! no room for that, this file is given up and the opening tried again. Whatever is left then is taken at once, before
//! another program does; writes are refused all the while, for the disk is full.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use crate::StoreError;
use crate::error::Doing;
use crate::sled_store::layout::directory::free_bytes;
use crate::sled_store::layout::own_files::{RESERVE, SNAPSHOT};
use crate::sled_store::layout::private;

const NAME: &str = RESERVE;
/// Room for the rest of a segment and what the system takes for itself.
const LEAST: u64 = 2 << 20;
/// The file grows by whole steps of this.
const STEP: u64 = 64 << 10;

/// Gives the room back to the disk. Whether there was any.
pub(crate) fn release(dir: &Path) -> Result<bool, StoreError> {
    let path = dir.join(NAME);
    match fs::remove_file(&path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).doing(|| format!("removing {}", path.display())),
    }
}

/// Takes as much room as the next opening may need, or half of what is left. That there is none is no error: nothing but
/// the opening on a full disk depends on it.
pub(crate) fn take(dir: &Path) {
    let path = dir.join(NAME);
    let has = path.metadata().map_or(0, |about| about.len());
    let left = free_bytes(dir).map_or(0, |free| free / 2);
    let size = wanted(dir).min(left + has) / STEP * STEP;
    if size > has
        && let Err(error) = allocate(&path, size)
    {
        tracing::debug!(%error, file = %path.display(), "no room is kept for opening on a full disk");
    }
}

/// What the database writes when it is opened, with as much again: its notes of pages are written before old ones go.
fn wanted(dir: &Path) -> u64 {
    let notes = fs::read_dir(dir).into_iter().flatten().flatten();
    let notes = notes.filter(|entry| entry.file_name().to_string_lossy().starts_with(SNAPSHOT));
    let files = notes.filter_map(|entry| entry.metadata().ok().filter(Metadata::is_file));
    let bytes: u64 = files.map(|about| about.len()).sum();
    LEAST + 2 * bytes
}

#[cfg(target_os = "linux")]
fn allocate(path: &Path, size: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    let mut options = File::options();
    options.create(true).write(true).truncate(false);
    let file = private::owner_alone(&mut options).open(path)?;
    match fallocate(&file, FallocateFlags::empty(), 0, size) {
        Err(rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::NOSYS) => fill(&file, size),
        done => Ok(done?),
    }
}

#[cfg(not(target_os = "linux"))]
fn allocate(path: &Path, size: u64) -> io::Result<()> {
    let mut options = File::options();
    options.create(true).write(true).truncate(false);
    let file = private::owner_alone(&mut options).open(path)?;
    fill(&file, size)
}

fn fill(file: &File, size: u64) -> io::Result<()> {
    io::copy(&mut io::Read::take(io::repeat(0), size), &mut &*file).map(drop)
}
