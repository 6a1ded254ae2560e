//! The store's directory: its lock, what of it is synced, how much room its disk has.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::StoreError;
use crate::error::Doing;
use crate::sled_store::layout::own_files::{DATABASE, LOCK, regular_or_absent};
use crate::sled_store::layout::private;

/// Takes the directory for this process.
///
/// # Errors
/// [`StoreError::InUse`] while another one has it.
pub(crate) fn lock(dir: &Path) -> Result<File, StoreError> {
    let path = dir.join(LOCK);
    regular_or_absent(&path)?;
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    let file = private::owner_alone(&mut options).open(&path);
    let file = file.doing(|| format!("opening {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { dir: dir.to_owned() }),
        Err(TryLockError::Error(error)) => Err(error).doing(|| format!("locking {}", path.display())),
    }
}

/// Puts the database's log file on the disk: its own flush does not reach below the page cache.
pub(crate) fn sync_log(dir: &Path) -> Result<(), StoreError> {
    sync_file(&dir.join(DATABASE))
}

pub(crate) fn sync_file(path: &Path) -> Result<(), StoreError> {
    let file = File::open(path).doing(|| format!("opening {}", path.display()))?;
    file.sync_data().doing(|| format!("syncing {}", path.display()))
}

/// Puts names of new files on the disk.
pub(crate) fn sync_dir(dir: &Path) -> Result<(), StoreError> {
    let open = File::open(dir).and_then(|dir| dir.sync_all());
    open.doing(|| format!("syncing {}", dir.display()))
}

/// Free bytes of the disk that holds a directory, where the system tells.
#[cfg(unix)]
pub(crate) fn free_bytes(dir: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(dir).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
pub(crate) fn free_bytes(_dir: &Path) -> Option<u64> {
    None
}
