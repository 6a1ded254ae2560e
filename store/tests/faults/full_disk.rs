//! A disk that is full: writing stops, reading goes on, and nothing acknowledged is lost.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use hindsight_store::conformance::{append, stream};
use hindsight_store::{
    AppendError, EventLog, Options, PackScope, SideRecords, SledStore, Snapshots, StoreError, StreamIndex,
    Upkeep,
};

use super::{open, options, written};

/// A small file system of its own, gone with the value.
pub(super) struct SmallDisk(pub(super) PathBuf);

impl SmallDisk {
    /// `None` where this user may not mount one.
    pub(super) fn mount(at: PathBuf, size: &str) -> Option<Self> {
        fs::create_dir_all(&at).unwrap();
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(&at)
            .status();
        if mount.is_ok_and(|status| status.success()) {
            return Some(Self(at));
        }
        assert!(
            std::env::var("HINDSIGHT_REQUIRE_TOOLS").is_err(),
            "mount is needed and does not work here"
        );
        println!("skipped: this user may not mount a small file system");
        None
    }

    fn grow(&self, size: &str) {
        let room = Command::new("mount")
            .args(["-o", &format!("remount,size={size}")])
            .arg(&self.0)
            .status();
        assert!(room.unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(&self.0).status());
    }
}

/// Appends of 24 KB to stream 1 until one is refused: the last version, and the refusal.
fn fill_disk(store: &SledStore) -> (u64, AppendError) {
    let mut acknowledged = 0;
    loop {
        let mut sent = append(stream(1), acknowledged, 1, "full");
        sent.events[0].body = (0..3_000_u64)
            .flat_map(|n| (n * n * (acknowledged + 7)).to_le_bytes())
            .collect();
        match store.append(sent) {
            Ok(at) => acknowledged = at.last,
            Err(error) => {
                println!("after {acknowledged} appends: {error}");
                assert!(acknowledged > 10);
                return (acknowledged, error);
            }
        }
        assert!(acknowledged < 10_000, "the disk never fills");
    }
}

#[test]
fn a_disk_that_fills_up_stops_writing_alone() {
    let home = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(home.path().join("disk"), "40m") else {
        return;
    };
    let store = open(&disk.0.join("store")).unwrap();
    let (acknowledged, error) = fill_disk(&store);
    assert!(
        matches!(error, AppendError::Disk(StoreError::DiskFull { .. })),
        "{error:?}"
    );
    let refused = [
        store.keep("t", b"k", b"v").unwrap_err(),
        store.put_snapshot(stream(1), 1, 1, b"state").unwrap_err(),
        store.archive(stream(1), PackScope::All).unwrap_err(),
        store.rebuild(&mut |_| {}).unwrap_err(),
    ];
    for error in refused {
        assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
    }
    assert!(matches!(store.writable(), Err(StoreError::DiskFull { .. })));
    // All that was acknowledged can be read, and nothing else.
    assert_eq!(store.position(), acknowledged);
    assert_eq!(store.head(stream(1)).unwrap().unwrap().version, acknowledged);
    assert_eq!(
        store.read(stream(1), 1, u64::MAX).unwrap().len() as u64,
        acknowledged
    );
    assert_eq!(store.log(0, usize::MAX).unwrap().len() as u64, acknowledged);
    assert_eq!(store.card(stream(1)).unwrap().unwrap().card.events, acknowledged);
    assert!(store.command(stream(1), "command full 0").unwrap().is_some());
    let refused = format!("command full {acknowledged}");
    assert_eq!(store.command(stream(1), &refused).unwrap(), None);
    assert_eq!(store.fetch("t", b"k").unwrap(), None);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    // With room again, writing goes on where it stood.
    disk.grow("80m");
    store.writable().unwrap();
    let at = store.append(append(stream(1), acknowledged, 1, "full")).unwrap();
    assert_eq!((at.last, at.repeated), (acknowledged + 1, false));
    store.keep("t", b"k", b"v").unwrap();
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    store.close().unwrap();
}

#[test]
fn a_disk_full_at_once_stops_the_store_and_loses_nothing() {
    let home = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(home.path().join("disk"), "6m") else {
        return;
    };
    let dir = disk.0.join("store");
    // As if something else had taken the reserve between two commits.
    let options = Options {
        reserve_bytes: 0,
        ..options()
    };
    let (store, _) = SledStore::open(&dir, &options).unwrap();
    let (acknowledged, error) = fill_disk(&store);
    assert!(
        matches!(error, AppendError::Disk(StoreError::DiskFull { .. })),
        "{error:?}"
    );
    // From now on it says so.
    let error = store.append(append(stream(2), 0, 1, "after")).unwrap_err();
    assert!(
        matches!(error, AppendError::Disk(StoreError::Poisoned { .. })),
        "{error:?}"
    );
    assert!(matches!(
        store.keep("t", b"k", b"v"),
        Err(StoreError::Poisoned { .. })
    ));
    let why = store.writable().unwrap_err();
    assert!(
        matches!(&why, StoreError::Poisoned { why } if why.contains("disk is full")),
        "{why}"
    );
    // The database may refuse reads too, once it has noticed; it never answers wrongly.
    match store.head(stream(1)) {
        Ok(head) => assert_eq!(head.unwrap().version, acknowledged),
        Err(error) => assert!(matches!(error, StoreError::DiskFull { .. }), "{error}"),
    }
    assert_eq!(store.position(), acknowledged);
    assert!(store.close().is_err());
    drop(store);
    // With room again, everything acknowledged is there.
    disk.grow("64m");
    let (store, _) = SledStore::open(&dir, &options).unwrap();
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    let head = store.head(stream(1)).unwrap().unwrap().version;
    assert!(
        head == acknowledged || head == acknowledged + 1,
        "{head}, {acknowledged} acknowledged"
    );
    store.append(append(stream(1), head, 1, "again")).unwrap();
}

/// Takes every free byte of the disk that a directory is on.
fn take_all_room(at: &Path) {
    let mut file = fs::File::create(at.join("everything-else")).unwrap();
    for size in [1 << 20, 4 << 10, 1] {
        while file.write(&vec![7; size]).is_ok_and(|wrote| wrote > 0) {}
    }
    assert!(file.write(&[7]).is_err(), "not a byte is left");
}

#[test]
fn a_store_opens_for_reading_without_a_free_byte() {
    let home = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(home.path().join("disk"), "64m") else {
        return;
    };
    let dir = disk.0.join("store");
    let mut log = written(&dir, 6_000);
    // Killed with commits of which the database has some on the disk, and must be given others again.
    let store = open(&dir).unwrap();
    let mut head = store.head(stream(1)).unwrap().unwrap().version;
    for bytes in [120_000, 120_000, 120_000, 40] {
        let mut sent = append(stream(1), head, 3, "last");
        for event in &mut sent.events {
            event.body = super::ahead::noise(head, bytes);
        }
        head = store.append(sent).unwrap().last;
    }
    let killed = home.path().join("disk/killed");
    super::copy(&dir, &killed);
    log.extend(store.log(log.len() as u64, usize::MAX).unwrap());
    drop(store);
    fs::remove_dir_all(&dir).unwrap();
    take_all_room(&disk.0);
    let mut used = Vec::new();
    for _ in 0..3 {
        let (store, report) = SledStore::open(&killed, &options()).unwrap();
        used.push(report.reserve_used);
        assert_eq!(store.log(0, usize::MAX).unwrap(), log);
        assert!(store.verify(&mut |_| {}).unwrap().is_sound());
        let error = store.append(append(stream(2), 0, 1, "more")).unwrap_err();
        assert!(
            matches!(error, AppendError::Disk(StoreError::DiskFull { .. })),
            "{error:?}"
        );
        drop(store);
    }
    assert!(used[0], "the room that was kept was needed: {used:?}");
    disk.grow("128m");
    let store = open(&killed).unwrap();
    let at = store.append(append(stream(1), head, 1, "again")).unwrap();
    assert_eq!(at.last, head + 1);
    drop(store);
    let kept = killed.join("reserve").metadata().unwrap().len();
    assert!(kept >= 2 << 20, "{kept} bytes are kept for the next time");
}
