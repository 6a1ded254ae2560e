//! A disk that could not write what it was given: the system goes on giving it from memory, and calls it written.
//!
//! The store lies on a disk of its own (ext4 in a file, on a file system that runs out of room), so that its syncs really
//! fail. Then room is made and it is opened again, as anybody would; what was acknowledged must be there, also once the
//! system's memory of the disk is gone. `HINDSIGHT_FAILED_SYNCS` is how many rounds; none if nothing is said, for only root
//! may make such a disk. Linux alone.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hindsight_store::{EventLog, SledStore, Upkeep, Version};

mod writer;

use writer::ROLE;

fn main() {
    writer::run_if_asked();
    let rounds = std::env::var("HINDSIGHT_FAILED_SYNCS").map_or(0, |text| text.parse::<u64>().unwrap());
    if rounds == 0 {
        println!("failed_sync: left out; HINDSIGHT_FAILED_SYNCS says how many rounds");
        return;
    }
    let (mut opened, mut acknowledged) = (0, 0);
    for round in 0..rounds {
        let (before, after) = fail_and_go_on(round);
        acknowledged += before + after;
        opened += 1;
        println!(
            "failed_sync: round {round}: {before} acknowledged before the failed sync, {after} after it"
        );
    }
    println!("failed_sync: ok, {opened} of {rounds} stores open again, {acknowledged} records, nothing lost");
}

/// One store from its first command over a failed sync to its second life. How many records were acknowledged before and after.
fn fail_and_go_on(round: u64) -> (u64, u64) {
    let home = tempfile::tempdir().unwrap();
    let disk = Disk::make(home.path());
    let dir = disk.mounted.join("store");
    let mut heads = HashMap::new();
    // Some life before the trouble; then room for another few megabytes.
    let before = write(&dir, 40, &mut heads);
    disk.leave((2 + round % 5) << 20);
    let failed = write(&dir, 100_000, &mut heads);
    disk.make_room();
    let after = {
        let (store, _) = SledStore::open(&dir, &writer::options()).unwrap();
        check(&store, &heads);
        for (number, head) in &mut heads {
            for _ in 0..40 {
                let actual = store
                    .head(writer::stream(*number))
                    .unwrap()
                    .map_or(0, |head| head.version);
                *head = store.append(writer::append(*number, actual, 3)).unwrap().last;
            }
        }
        // No orderly end, as when the power goes: the process would be killed.
        std::mem::forget(store);
        heads.len() as u64 * 120
    };
    let copy = home.path().join("as-the-disk-has-it");
    // What the system remembers of the disk goes, as with the power.
    fs::write("/proc/sys/vm/drop_caches", "3").unwrap();
    fs::create_dir_all(&copy).unwrap();
    for entry in fs::read_dir(&dir)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_file())
    {
        fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
    }
    let (store, _) = SledStore::open(&copy, &writer::options()).unwrap();
    check(&store, &heads);
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
    (before + failed, after)
}

/// Lets a process write until it has made so many appends or one fails; notes what it was answered.
fn write(dir: &Path, appends: u64, heads: &mut HashMap<u64, Version>) -> u64 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .env(ROLE, format!("{} 0 2 {appends}", dir.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut records = 0;
    for line in BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok)
    {
        if let ["ack", number, last, _] = line.split(' ').collect::<Vec<_>>()[..] {
            let last = last.parse().unwrap();
            let old = heads.insert(number.parse().unwrap(), last).unwrap_or(0);
            records += last - old;
        }
    }
    child.wait().unwrap();
    records
}

fn check(store: &SledStore, heads: &HashMap<u64, Version>) {
    for (number, acknowledged) in heads {
        let records = store.read(writer::stream(*number), 1, u64::MAX).unwrap();
        assert!(
            records.len() as u64 >= *acknowledged,
            "stream {number} has {} records, {acknowledged} were acknowledged",
            records.len()
        );
        for record in records {
            assert_eq!(
                record.body,
                writer::body(*number, record.version),
                "stream {number}"
            );
        }
    }
}

/// A disk in a file, on a file system of a size that can be changed.
struct Disk {
    room: PathBuf,
    device: String,
    mounted: PathBuf,
}

impl Disk {
    fn make(home: &Path) -> Self {
        let (room, mounted) = (home.join("room"), home.join("disk"));
        fs::create_dir_all(&room).unwrap();
        fs::create_dir_all(&mounted).unwrap();
        run(
            "mount",
            &["-t", "tmpfs", "-o", "size=512m", "tmpfs", &text(&room)],
        );
        let image = room.join("image");
        fs::File::create(&image).unwrap().set_len(400 << 20).unwrap();
        // Without a journal, which would stop the whole file system at the first failure.
        run("mkfs.ext4", &["-q", "-F", "-O", "^has_journal", &text(&image)]);
        let device = run("losetup", &["--find", "--show", &text(&image)])
            .trim()
            .to_owned();
        // One page a request, so that one that fails is one page.
        let queue = format!(
            "/sys/block/{}/queue/max_sectors_kb",
            device.trim_start_matches("/dev/")
        );
        fs::write(queue, "4").unwrap();
        run("mount", &[&device, &text(&mounted)]);
        Self {
            room,
            device,
            mounted,
        }
    }

    /// Takes all room below the disk but so many bytes.
    fn leave(&self, bytes: u64) {
        run("sync", &[]);
        let free = rustix::fs::statvfs(&self.room).unwrap();
        let take = (free.f_bavail * free.f_frsize).saturating_sub(bytes);
        let mut file = fs::File::create(self.room.join("everything-else")).unwrap();
        std::io::copy(&mut std::io::Read::take(std::io::repeat(1), take), &mut file).unwrap();
        file.flush().unwrap();
    }

    fn make_room(&self) {
        fs::remove_file(self.room.join("everything-else")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        for (program, argument) in [
            ("umount", text(&self.mounted)),
            ("losetup", self.device.clone()),
            ("umount", text(&self.room)),
        ] {
            let first = if program == "umount" { "-l" } else { "-d" };
            drop(Command::new(program).args([first, &argument]).status());
        }
    }
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// What a program prints; it must succeed.
fn run(program: &str, arguments: &[&str]) -> String {
    let done = Command::new(program).args(arguments).output().unwrap();
    assert!(done.status.success(), "{program} {arguments:?}: {done:?}");
    String::from_utf8(done.stdout).unwrap()
}
