//! Makes an opening read what is on the disk, not what the system still has in memory.
//!
//! When a sync fails, the system marks the pages that it could not write as clean and goes on giving them from memory. A
//! process that starts then would build on bytes that are on no disk, and lose all of it with the next power cut, or when
//! the memory is needed for something else. So before anything is read, each file is synced, which writes what can be
//! written, and its cached pages are dropped. What the disk lacks, the write-ahead file has.

use std::fs::{self, File};
use std::path::Path;

use crate::StoreError;
use crate::error::Doing;

/// Syncs the files below a directory and drops their cached pages.
///
/// # Errors
/// A file cannot be synced: then the disk has not got what it was given, and nothing must be built on it.
pub(crate) fn drop_cached_pages(dir: &Path) -> Result<(), StoreError> {
    let reading = || format!("reading {}", dir.display());
    for entry in fs::read_dir(dir).doing(reading)? {
        let path = entry.doing(reading)?.path();
        if path.is_dir() {
            drop_cached_pages(&path)?;
        } else {
            let file = File::open(&path).doing(|| format!("opening {}", path.display()))?;
            file.sync_data().doing(|| format!("syncing {}", path.display()))?;
            drop_pages(&file).doing(|| format!("dropping the cached pages of {}", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn drop_pages(file: &File) -> std::io::Result<()> {
    use rustix::fs::{Advice, fadvise};
    match fadvise(file, 0, None, Advice::DontNeed) {
        // A file system without a page cache of its own has nothing to drop.
        Ok(()) | Err(rustix::io::Errno::NOSYS | rustix::io::Errno::INVAL) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(target_os = "linux"))]
fn drop_pages(_file: &File) -> std::io::Result<()> {
    Ok(())
}
