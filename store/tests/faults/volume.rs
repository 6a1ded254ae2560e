//! A data directory that is a volume of its own, with what others keep there: the store touches its own files alone.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hindsight_store::conformance::{append, stream};
use hindsight_store::{EventLog, Options, Record, SledStore, StoreError, Upkeep, restore, shrink};

use super::full_disk::SmallDisk;
use super::{filled, open, options};

/// Set to a directory in the process that works there.
const ROLE: &str = "HINDSIGHT_TEST_VOLUME";
const NOBODY: u32 = 65534;
/// Longest time that a process may take.
const LIMIT: Duration = Duration::from_mins(2);

/// Opens the store of a directory and does with it what commands do.
#[test]
fn child_that_works_there() {
    let Ok(dir) = std::env::var(ROLE) else { return };
    let dir = PathBuf::from(dir);
    let store = open(&dir).unwrap();
    let head = store.head(stream(1)).unwrap().map_or(0, |head| head.version);
    store.append(append(stream(1), head, 2, "volume")).unwrap();
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    assert!(store.stats().disk_bytes > 0);
    store.rebuild(&mut |_| {}).unwrap();
    store
        .backup_to_file(&dir.join("new.backup"), &mut |_, _| {})
        .unwrap();
    store.close().unwrap();
    drop(store);
    shrink(&dir, &options(), &mut |_, _| {}).unwrap();
    assert_eq!(
        open(&dir).unwrap().head(stream(1)).unwrap().unwrap().version,
        head + 2
    );
}

fn mkfifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Puts into a directory what may lie on a volume.
fn clutter(dir: &Path, elsewhere: &Path) -> Vec<PathBuf> {
    let put = |name: &str| dir.join(name);
    fs::create_dir_all(put("lost+found/deep")).unwrap();
    fs::set_permissions(put("lost+found"), fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(put("of-root.backup"), b"of root").unwrap();
    fs::set_permissions(put("of-root.backup"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("/nowhere/at/all", put("dangling")).unwrap();
    symlink(dir, put("itself")).unwrap();
    symlink(elsewhere, put("elsewhere")).unwrap();
    symlink(elsewhere.join("pipe"), put("to-a-pipe")).unwrap();
    mkfifo(&elsewhere.join("pipe"));
    mkfifo(&put("pipe"));
    fs::create_dir_all(put("folder")).unwrap();
    mkfifo(&put("folder/pipe"));
    drop(UnixListener::bind(put("socket")).unwrap());
    fs::write(put("damaged.conf"), b"of an earlier repair").unwrap();
    let names = [
        "lost+found",
        "of-root.backup",
        "dangling",
        "itself",
        "elsewhere",
        "to-a-pipe",
        "pipe",
        "folder",
        "socket",
        "damaged.conf",
    ];
    names.map(put).to_vec()
}

/// How a process of the role ends; it is ended when it takes too long.
fn works_in(dir: &Path, program: &Path, user: Option<u32>) -> ExitStatus {
    let mut child = Command::new(program);
    child
        .args(["--exact", "volume::child_that_works_there", "--nocapture"])
        .env(ROLE, dir)
        .current_dir("/")
        .stdin(Stdio::null());
    if let Some(user) = user {
        child.uid(user).gid(user);
    }
    let mut child = child.spawn().unwrap();
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if begun.elapsed() > LIMIT {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it had not ended after {LIMIT:?}");
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn store_works_beside_what_others_keep_in_its_directory() {
    let home = tempfile::tempdir().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let (dir, elsewhere) = (home.path().join("data"), home.path().join("elsewhere"));
    for dir in [&dir, &elsewhere] {
        fs::create_dir(dir).unwrap();
    }
    fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o700)).unwrap();
    let others = clutter(&dir, &elsewhere);
    // A copy that every user may run, wherever this one was built.
    let program = home.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let user = (home.path().metadata().unwrap().uid() == 0).then_some(NOBODY);
    if let Some(user) = user {
        chown(&dir, Some(user), Some(user)).unwrap();
    } else {
        println!("not as another user: only root may do that, so no file here is unreadable");
    }
    for _ in 0..2 {
        assert!(works_in(&dir, &program, user).success());
        for path in &others {
            assert!(path.symlink_metadata().is_ok(), "{} is gone", path.display());
        }
    }
    assert_eq!(fs::read(dir.join("of-root.backup")).unwrap(), b"of root");
    // A volume of root that everybody may write to, as some container hosts mount them.
    let open_to_all = home.path().join("open-to-all");
    fs::create_dir(&open_to_all).unwrap();
    fs::set_permissions(&open_to_all, fs::Permissions::from_mode(0o777)).unwrap();
    assert!(works_in(&open_to_all, &program, user).success());
    for name in ["db", "conf", "acknowledged", "ahead"] {
        let mode = open_to_all.join(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
    assert!(
        dir.join("new.backup").exists(),
        "a shrinking keeps what is not the store's"
    );
}

/// What opening says, as long as it says anything.
fn opened(dir: &Path) -> Result<(), StoreError> {
    let (sender, answer) = mpsc::channel();
    let dir = dir.to_owned();
    thread::spawn(move || drop(sender.send(open(&dir).map(drop))));
    answer.recv_timeout(LIMIT).expect("the opening does not hang")
}

#[test]
fn pipe_link_or_folder_by_the_name_of_an_own_file_is_named_and_not_opened() {
    let home = tempfile::tempdir().unwrap();
    let (dir, elsewhere) = (home.path().join("store"), home.path().join("elsewhere"));
    filled(&dir);
    fs::write(&elsewhere, b"of somebody else").unwrap();
    let kinds: [fn(&Path, &Path); 4] = [
        |path, _| mkfifo(path),
        |path, _| symlink("/nowhere", path).unwrap(),
        |path, elsewhere| symlink(elsewhere, path).unwrap(),
        |path, _| fs::create_dir(path).unwrap(),
    ];
    for name in [
        "db",
        "conf",
        "ahead",
        "acknowledged",
        "lock",
        "reserve",
        "snap.FFFFFFFFFFFFFFFF",
        "blobs",
    ] {
        let (path, aside) = (dir.join(name), home.path().join("aside"));
        let was_there = path.exists();
        if was_there {
            fs::rename(&path, &aside).unwrap();
        }
        for (number, put) in kinds.iter().enumerate() {
            if name == "blobs" && number == 3 {
                continue;
            }
            put(&path, &elsewhere);
            let error = opened(&dir).unwrap_err();
            assert!(
                matches!(&error, StoreError::NotARegularFile { path: at } if *at == path),
                "{name}, kind {number}: {error}"
            );
            if path.symlink_metadata().unwrap().is_dir() {
                fs::remove_dir(&path).unwrap();
            } else {
                fs::remove_file(&path).unwrap();
            }
        }
        if was_there {
            fs::rename(&aside, &path).unwrap();
        }
    }
    assert_eq!(fs::read(&elsewhere).unwrap(), b"of somebody else");
    opened(&dir).unwrap();
}

fn log(dir: &Path) -> Vec<Record> {
    let (store, _) = SledStore::open(dir, &options()).unwrap();
    let log = store.log(0, usize::MAX).unwrap();
    store.close().unwrap();
    log
}

#[test]
fn backup_is_restored_into_a_new_file_system_and_shrinks_there() {
    let home = tempfile::tempdir().unwrap();
    let (dir, backup) = (home.path().join("store"), home.path().join("all.backup"));
    let written = filled(&dir);
    open(&dir)
        .unwrap()
        .backup_to_file(&backup, &mut |_, _| {})
        .unwrap();
    let disk = SmallDisk::mount(home.path().join("disk"), "60m");
    let volume = if let Some(disk) = &disk {
        disk.0.clone()
    } else {
        let dir = home.path().join("disk");
        fs::create_dir_all(&dir).unwrap();
        dir
    };
    fs::create_dir(volume.join("lost+found")).unwrap();
    // A restore that fails leaves it as it was, and one that was cut short is gone on with.
    let half = home.path().join("half.backup");
    let bytes = fs::read(&backup).unwrap();
    fs::write(&half, &bytes[..bytes.len() / 2]).unwrap();
    restore(&half, &volume, &mut |_, _| {}).unwrap_err();
    // A pipe would hang at the second reading.
    mkfifo(&home.path().join("pipe"));
    let error = restore(&home.path().join("pipe"), &volume, &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("regular file"), "{error}");
    let names = || -> Vec<_> {
        let entries = fs::read_dir(&volume).unwrap().flatten();
        entries
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect()
    };
    assert_eq!(names(), ["lost+found"]);
    fs::create_dir(volume.join("store.restoring")).unwrap();
    fs::write(volume.join("conf"), b"moved out before it was cut short").unwrap();
    restore(&backup, &volume, &mut |_, _| {}).unwrap();
    assert!(!volume.join("store.restoring").exists());
    assert_eq!(log(&volume), written);
    let error = restore(&backup, &volume, &mut |_, _| {}).unwrap_err();
    assert!(matches!(error, StoreError::NotEmpty { .. }), "{error}");
    let options = Options {
        reserve_bytes: 1 << 20,
        ..options()
    };
    fs::write(volume.join("mine.txt"), b"mine").unwrap();
    shrink(&volume, &options, &mut |_, _| {}).unwrap();
    assert_eq!(log(&volume), written);
    assert_eq!(fs::read(volume.join("mine.txt")).unwrap(), b"mine");
    assert!(volume.join("lost+found").exists() && !volume.join("store.shrinking").exists());
}
