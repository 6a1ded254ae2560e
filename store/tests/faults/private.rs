//! Permissions: a store and its backups are readable by their owner alone.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{EventLog, SideRecords, SledStore, Upkeep, restore};

use super::{filled, open, options};

const NOBODY: u32 = 65534;

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o777
}

fn set(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Everything below a directory, and itself.
fn all(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![dir.to_owned()];
    for entry in fs::read_dir(dir).unwrap().flatten() {
        if entry.path().is_dir() {
            found.extend(all(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

#[track_caller]
fn is_private(dir: &Path) {
    for path in all(dir) {
        assert_eq!(mode(&path) & 0o077, 0, "{} is open to others", path.display());
    }
}

#[test]
fn new_store_its_backup_and_what_is_restored_are_their_owners_alone() {
    let home = tempfile::tempdir().unwrap();
    let (dir, backup) = (home.path().join("deep/store"), home.path().join("all.backup"));
    let store = open(&dir).unwrap();
    store.append(append(stream(1), 0, 1, "p")).unwrap();
    store.keep("tokens", b"key", b"value").unwrap();
    is_private(&dir);
    // Whatever stands in the way with wider permissions.
    fs::write(home.path().join("all.backup.partial"), b"old").unwrap();
    set(&home.path().join("all.backup.partial"), 0o666);
    store.backup_to_file(&backup, &mut |_, _| {}).unwrap();
    assert_eq!(mode(&backup), 0o600);
    store.close().unwrap();
    drop(store);
    is_private(&dir);
    let restored = home.path().join("restored");
    restore(&backup, &restored, &mut |_, _| {}).unwrap();
    is_private(&restored);
}

#[test]
fn store_that_others_could_read_is_closed_to_them() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    filled(&dir);
    let open_it = || {
        for path in all(&dir) {
            set(&path, if path.is_dir() { 0o755 } else { 0o644 });
        }
    };
    open_it();
    drop(open(&dir).unwrap());
    is_private(&dir);
    // Where others keep files too, the directory stays as it is; and so do their files.
    open_it();
    let theirs = dir.join("notes.txt");
    fs::write(&theirs, b"theirs").unwrap();
    set(&theirs, 0o644);
    drop(open(&dir).unwrap());
    assert_eq!((mode(&dir), mode(&theirs)), (0o755, 0o644));
    for name in ["db", "conf", "acknowledged", "ahead", "reserve", "lock"] {
        assert_eq!(mode(&dir.join(name)), 0o600, "{name}");
    }
}

#[test]
fn files_that_root_makes_in_a_users_store_become_that_users() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("store");
    filled(&dir);
    if chown(&dir, Some(NOBODY), Some(NOBODY)).is_err() {
        println!("skipped: this user may not give a directory to another");
        return;
    }
    let (store, _) = SledStore::open(&dir, &options()).unwrap();
    for path in all(&dir) {
        if path.is_file() {
            assert_eq!(path.metadata().unwrap().uid(), NOBODY, "{}", path.display());
        }
    }
    store.close().unwrap();
}
