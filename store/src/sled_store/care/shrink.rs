//! Gives room back to the disk: the database's file never becomes smaller, so the store is written anew beside it.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::error::Doing;
use crate::sled_store::SledStore;
use crate::sled_store::care::open::Options;
use crate::sled_store::care::restore::restore;
use crate::sled_store::layout::directory::sync_dir;
use crate::sled_store::layout::own_files::{
    ACKNOWLEDGED, BLOBS, DATABASE, OwnFile, SETTINGS, own_bytes, own_files,
};
use crate::sled_store::layout::private;
use crate::{StoreError, Upkeep};

/// Folder in which the new store is written, inside the old one's directory.
const ROOM: &str = "store.shrinking";

/// Bytes on the disk before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shrunk {
    /// Before.
    pub before: u64,
    /// After.
    pub after: u64,
}

/// Writes a store anew without the room that nothing uses any more: a backup of it is restored inside its directory, and
/// the new database takes the old one's place in one step. At every moment the directory holds the whole store, old or new.
/// Everything else in it stays. Needs room for both meanwhile. `progress` gets the records so far and how many there will
/// be: those written to the backup, then those read from it.
pub fn shrink(
    dir: &Path,
    options: &Options,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Shrunk, StoreError> {
    let (store, report) = SledStore::open(dir, options)?;
    // Kept when the store is closed, so that no other process comes between.
    let lock = Arc::clone(&store.shared.lock);
    let before = own_bytes(dir);
    let room = dir.join(ROOM);
    remove_if_there(&room)?;
    private::create_dir(&room)?;
    let (backup, anew) = (room.join("all.backup"), room.join("store"));
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
        .and_then(|_| take_the_place(&anew, dir, options.patience));
    let cleaned = remove_if_there(&room);
    drop(lock);
    placed.and(cleaned)?;
    Ok(Shrunk {
        before,
        after: own_bytes(dir),
    })
}

/// Puts the new database in the place of the old one: by one renaming, before which the notes that belong to the old one
/// go, and after which those of the new one come. The database makes them anew where they are missing.
fn take_the_place(anew: &Path, dir: &Path, patience: Duration) -> Result<(), StoreError> {
    let _held = [released(anew, patience)?, released(dir, patience)?];
    let (old, new) = (own_files(dir)?, own_files(anew)?);
    for name in [SETTINGS, ACKNOWLEDGED] {
        // Both stores were closed in good order at the same position, by the same program.
        if read(&anew.join(name))? != read(&dir.join(name))? {
            return Err(StoreError::Library {
                why: format!("{name} of the new store is not that of the old one"),
            });
        }
    }
    if new.iter().any(|file| file.name == BLOBS) {
        return Err(StoreError::Library {
            why: "the new store has pages outside its log".to_owned(),
        });
    }
    for file in old.iter().filter(|file| file.is_snapshot()) {
        fs::remove_file(&file.path).doing(|| format!("removing {}", file.path.display()))?;
    }
    sync_dir(dir)?;
    rename(&anew.join(DATABASE), &dir.join(DATABASE))?;
    sync_dir(dir)?;
    // No page of the new database is in them.
    for file in old.iter().filter(|file| file.name == BLOBS) {
        fs::remove_file(&file.path).doing(|| format!("removing {}", file.path.display()))?;
    }
    for OwnFile { path, name } in new.iter().filter(|file| file.is_snapshot()) {
        rename(path, &dir.join(name))?;
    }
    sync_dir(dir)
}

/// Waits until the threads of a database that was closed have let go of it, and holds it.
fn released(dir: &Path, patience: Duration) -> Result<File, StoreError> {
    let path = dir.join(DATABASE);
    let file = File::options().read(true).write(true).open(&path);
    let file = file.doing(|| format!("opening {}", path.display()))?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if begun.elapsed() < patience => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { dir: dir.to_owned() }),
            Err(TryLockError::Error(error)) => {
                return Err(error).doing(|| format!("locking {}", path.display()));
            }
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    fs::read(path).doing(|| format!("reading {}", path.display()))
}

fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    fs::rename(from, to).doing(|| format!("renaming {} to {}", from.display(), to.display()))
}

fn remove_if_there(dir: &Path) -> Result<(), StoreError> {
    match fs::symlink_metadata(dir) {
        Ok(_) => fs::remove_dir_all(dir).doing(|| format!("removing {}", dir.display())),
        Err(_) => Ok(()),
    }
}
