//! Makes an opening read what is on the disk, not what the system still has in memory.
//!
//! When a sync fails, the system marks the pages that it could not write as clean and goes on giving them from memory. A
//! process that starts then would build on bytes that are on no disk, and lose all of it with the next power cut, or when
//! the memory is needed for something else. So before anything is read, each file of the store is synced, which writes what
//! can be written, and its cached pages are dropped. What the disk lacks, the write-ahead file has.
//!
//! A store that was closed in good order ended with syncs that succeeded, so its database stays in memory: a command of a
//! few reads does not read all of it from the disk.

use std::fs::File;

use crate::StoreError;
use crate::error::Doing;
use crate::sled_store::layout::own_files::OwnFile;

/// Syncs files of a store, and drops the cached pages of those that `drops` names.
///
/// # Errors
/// A file cannot be synced: then the disk has not got what it was given, and nothing must be built on it.
pub(crate) fn sync_and_drop(files: &[OwnFile], drops: impl Fn(&OwnFile) -> bool) -> Result<(), StoreError> {
    for own in files {
        let path = &own.path;
        let file = File::open(path).doing(|| format!("opening {}", path.display()))?;
        file.sync_data().doing(|| format!("syncing {}", path.display()))?;
        if drops(own) {
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
