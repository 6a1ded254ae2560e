//! Gives room back to the disk: the database's file never becomes smaller, so the store is written anew beside itself.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::error::Doing;
use crate::sled_store::SledStore;
use crate::sled_store::care::backup::{beside, restore, sync_parent};
use crate::sled_store::care::open::Options;
use crate::sled_store::layout::directory;
use crate::{StoreError, Upkeep};

/// Bytes on the disk before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shrunk {
    /// Before.
    pub before: u64,
    /// After.
    pub after: u64,
}

/// Writes a store anew without the room that nothing uses any more: a backup of it, restored beside it, takes its place
/// in one step. At every moment the directory is the whole store, old or new. Needs room for both meanwhile. `progress`
/// gets the records so far and how many there will be: those written to the backup, then those read from it.
pub fn shrink(
    dir: &Path,
    options: &Options,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Shrunk, StoreError> {
    let (backup, anew) = (beside(dir, ".shrinking.backup"), beside(dir, ".shrinking"));
    let (store, report) = SledStore::open(dir, options)?;
    // Kept when the store is closed, so that no other process comes between.
    let lock = Arc::clone(&store.shared.lock);
    let before = directory::bytes_below(dir);
    remove_if_there(&anew)?;
    let all = 2 * report.position;
    let written = store
        .backup_to_file(&backup, &mut |done, _| progress(done, all))
        .and_then(|_| store.close());
    drop(store);
    let placed = written
        .and_then(|()| {
            restore(&backup, &anew, &mut |done, _| {
                progress(report.position + done, all);
            })
        })
        .and_then(|_| exchange(&anew, dir));
    let cleaned = fs::remove_file(&backup)
        .doing(|| format!("removing {}", backup.display()))
        .and_then(|()| remove_if_there(&anew));
    drop(lock);
    placed.and(cleaned)?;
    Ok(Shrunk {
        before,
        after: directory::bytes_below(dir),
    })
}

/// Two directories take each other's name, at once.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(anew: &Path, dir: &Path) -> Result<(), StoreError> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    let exchanged = renameat_with(CWD, anew, CWD, dir, RenameFlags::EXCHANGE);
    exchanged
        .map_err(std::io::Error::from)
        .doing(|| format!("putting {} in the place of {}", anew.display(), dir.display()))?;
    sync_parent(dir)
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(anew: &Path, dir: &Path) -> Result<(), StoreError> {
    Err(StoreError::Io {
        doing: format!("putting {} in the place of {}", anew.display(), dir.display()),
        why: "this system cannot do that in one step; restore a backup into another directory instead"
            .to_owned(),
    })
}

fn remove_if_there(dir: &Path) -> Result<(), StoreError> {
    if dir.exists() {
        fs::remove_dir_all(dir).doing(|| format!("removing {}", dir.display()))?;
    }
    Ok(())
}
