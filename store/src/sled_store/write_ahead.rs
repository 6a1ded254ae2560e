//! The write-ahead file: small commits that the database need not have on the disk yet.
//!
//! The database takes its time over a commit: it hands its bytes to a thread, waits until they are written, and its file
//! grows, so that our sync waits for the new length too. A small commit therefore becomes durable by one write to this file
//! and one sync of it, always in the same few blocks; the database gets it in memory. When the file is full, the database is
//! flushed and synced, and the file begins anew. After a kill the next opening gives the database again what the file holds;
//! what it has already is not changed by that.
//!
//! The file is small on purpose. The database writes into places that have become free again, and takes a place for free
//! once its flush has written elsewhere what stood there: which a power cut may undo as long as that is not synced. It waits
//! with that for as long as half a megabyte of its log is written, so it is synced far more often.
//!
//! The file is a row of records, and whatever earlier rounds left behind them:
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | the round, a number drawn anew whenever the file begins anew |
//! | 4 | length of the body |
//! | 16 | BLAKE3 of round, place in the file and body |
//! | body | the global position before the commit, and after it (8 each); then its changes |
//! | each change | length of the key (2), key, length of the item (4; all ones where it goes), item |

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sled::IVec;

use super::items::Changes;
use super::open::sync_dir;
use super::{Shared, beside, guarded};
use crate::error::Doing;
use crate::{Position, StoreError};

/// Name of the file.
pub(super) const NAME: &str = "ahead";
/// Length of the file, from the first commit on.
const LENGTH: u64 = 24 << 10;
/// Larger records do not begin a round: for them the database is as quick.
const SMALL: usize = 4 << 10;
const HEAD: usize = 8 + 4 + 16;
/// In place of the length of an item: there is none any more.
const GONE: u32 = u32::MAX;

/// The open file.
#[derive(Debug)]
pub(super) struct WriteAhead {
    file: File,
    path: PathBuf,
    round: u64,
    /// Where the next record goes.
    end: u64,
    /// Whether all of the file has blocks.
    has_blocks: bool,
    buffer: Vec<u8>,
}

/// What an opening finds in the file.
#[derive(Debug)]
pub(super) struct Held {
    /// Whether anything was written since the file last began anew, though it may not read.
    pub(super) in_use: bool,
    /// The commits that read, from the first on.
    pub(super) commits: Vec<Found>,
}

/// A commit in the file.
#[derive(Debug)]
pub(super) struct Found {
    before: Position,
    after: Position,
    changes: Vec<(IVec, Option<IVec>)>,
}

impl WriteAhead {
    /// Opens or creates the file of a store, with what it holds.
    pub(super) fn open(dir: &Path) -> Result<(Self, Held), StoreError> {
        let path = dir.join(NAME);
        let fresh = !path.exists();
        let file = beside::open(&path)?;
        if fresh {
            sync_dir(dir)?;
        }
        let mut bytes = Vec::new();
        (&file)
            .take(LENGTH)
            .read_to_end(&mut bytes)
            .doing(|| format!("reading {}", path.display()))?;
        let ahead = Self {
            file,
            round: 0,
            end: 0,
            has_blocks: bytes.len() as u64 == LENGTH,
            buffer: Vec::new(),
            path,
        };
        let in_use = bytes.first_chunk::<HEAD>().is_some_and(|head| *head != [0; HEAD]);
        let held = Held {
            in_use,
            commits: read(&bytes),
        };
        Ok((ahead, held))
    }

    /// Whether a commit goes through this file.
    pub(super) fn takes(&self, changes: &Changes) -> bool {
        let record = HEAD + 16 + 6 * changes.writes.len() + changes.bytes();
        if self.end == 0 {
            record <= SMALL
        } else {
            self.end + record as u64 <= LENGTH
        }
    }

    /// Whether the file holds anything that the database may not have on the disk.
    pub(super) fn holds_any(&self) -> bool {
        self.end > 0
    }

    /// Writes a commit behind those that are there.
    pub(super) fn write(
        &mut self,
        before: Position,
        after: Position,
        changes: &Changes,
    ) -> Result<(), StoreError> {
        if self.end == 0 {
            // Without keys from outside: only no two rounds should have the same number.
            self.round = RandomState::new().hash_one(after);
        }
        let mut record = std::mem::take(&mut self.buffer);
        record.clear();
        record.resize(HEAD, 0);
        record.extend_from_slice(&before.to_be_bytes());
        record.extend_from_slice(&after.to_be_bytes());
        for (key, item) in &changes.writes {
            record.extend_from_slice(&(key.len() as u16).to_be_bytes());
            record.extend_from_slice(key);
            match item {
                Some(item) => {
                    record.extend_from_slice(&(item.len() as u32).to_be_bytes());
                    record.extend_from_slice(item);
                }
                None => record.extend_from_slice(&GONE.to_be_bytes()),
            }
        }
        let digest = digest(self.round, self.end, &record[HEAD..]);
        let length = (record.len() - HEAD) as u32;
        record[..8].copy_from_slice(&self.round.to_be_bytes());
        record[8..12].copy_from_slice(&length.to_be_bytes());
        record[12..HEAD].copy_from_slice(&digest);
        let wrote = self.put(&record);
        self.buffer = record;
        wrote.doing(|| format!("writing {}", self.path.display()))
    }

    fn put(&mut self, record: &[u8]) -> io::Result<()> {
        if !self.has_blocks {
            beside::write_at(&self.file, &vec![0; LENGTH as usize], 0)?;
            self.has_blocks = true;
        }
        beside::write_at(&self.file, record, self.end)?;
        self.end += record.len() as u64;
        Ok(())
    }

    /// Puts what was written on the disk.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        self.file
            .sync_data()
            .doing(|| format!("syncing {}", self.path.display()))
    }

    /// Forgets what is there, now that the database has all of it where it should be. To be synced.
    pub(super) fn begin_anew(&mut self) -> Result<(), StoreError> {
        self.end = 0;
        beside::write_at(&self.file, &[0; HEAD], 0).doing(|| format!("writing {}", self.path.display()))
    }

    /// Leaves an empty file, at an orderly end.
    pub(super) fn clear(&mut self) -> Result<(), StoreError> {
        let doing = || format!("emptying {}", self.path.display());
        self.file.set_len(0).doing(doing)?;
        (self.end, self.has_blocks) = (0, false);
        self.file.sync_all().doing(doing)
    }
}

impl Shared {
    /// Gives the database what the write-ahead file holds. How many commits that are.
    pub(super) fn replay(&self, commits: Vec<Found>) -> Result<u64, StoreError> {
        let replayed = commits.len() as u64;
        let mut reached = self.last_position()?;
        for commit in commits {
            if commit.before > reached {
                // What was there when the file last began anew is no longer in the database.
                return Err(StoreError::Truncated {
                    expected: commit.before,
                    found: reached,
                    file: self.dir.join("db"),
                });
            }
            guarded(|| {
                for (key, item) in commit.changes {
                    match item {
                        Some(item) => self.db.insert(key, item)?,
                        None => self.db.remove(key)?,
                    };
                }
                Ok(())
            })?;
            reached = reached.max(commit.after);
        }
        Ok(replayed)
    }
}

/// The whole records at the start of the file.
fn read(bytes: &[u8]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut round = None;
    let mut place = 0;
    while let Some((head, rest)) = bytes[place..].split_first_chunk::<HEAD>() {
        let number = |at: usize| u64::from_be_bytes(head[at..at + 8].try_into().expect("eight bytes"));
        let length = u32::from_be_bytes(head[8..12].try_into().expect("four bytes")) as usize;
        let its_round = number(0);
        let Some(body) = rest
            .get(..length)
            .filter(|_| *round.get_or_insert(its_round) == its_round)
        else {
            break;
        };
        if head[12..] != digest(its_round, place as u64, body) {
            break;
        }
        let Some(commit) = read_body(body) else { break };
        found.push(commit);
        place += HEAD + length;
    }
    found
}

fn read_body(body: &[u8]) -> Option<Found> {
    let (before, body) = body.split_first_chunk::<8>()?;
    let (after, mut body) = body.split_first_chunk::<8>()?;
    let mut changes = Vec::new();
    while !body.is_empty() {
        let (length, rest) = body.split_first_chunk::<2>()?;
        let (key, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (item, rest) = match u32::from_be_bytes(*length) {
            GONE => (None, rest),
            length => {
                let (item, rest) = rest.split_at_checked(length as usize)?;
                (Some(item.into()), rest)
            }
        };
        changes.push((key.into(), item));
        body = rest;
    }
    Some(Found {
        before: u64::from_be_bytes(*before),
        after: u64::from_be_bytes(*after),
        changes,
    })
}

fn digest(round: u64, place: u64, body: &[u8]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher
        .update(&round.to_be_bytes())
        .update(&place.to_be_bytes())
        .update(body);
    let mut digest = [0; 16];
    digest.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    digest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn changes(number: u64) -> Changes {
        let mut changes = Changes::default();
        changes.put(&number.to_be_bytes(), vec![number as u8; 40]);
        changes.put(b"empty", Vec::new());
        changes.remove(b"gone", b"");
        changes
    }

    fn held(dir: &Path) -> Vec<(Position, Position)> {
        let (_, held) = WriteAhead::open(dir).unwrap();
        for commit in &held.commits {
            assert_eq!(commit.changes, changes(commit.before).writes);
        }
        let commits = held.commits.iter();
        commits.map(|commit| (commit.before, commit.after)).collect()
    }

    #[test]
    fn what_was_written_is_found_in_order_and_nothing_of_earlier_rounds() {
        let home = tempfile::tempdir().unwrap();
        let (mut ahead, nothing) = WriteAhead::open(home.path()).unwrap();
        assert!(!nothing.in_use && nothing.commits.is_empty());
        for number in 0..5 {
            ahead.write(number, number + 1, &changes(number)).unwrap();
        }
        assert_eq!(held(home.path()), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]);
        ahead.begin_anew().unwrap();
        assert!(!ahead.holds_any());
        assert_eq!(held(home.path()), []);
        // As long as those before, so that the old ones stand right behind them.
        for number in 5..7 {
            ahead.write(number, number + 1, &changes(number)).unwrap();
        }
        assert_eq!(held(home.path()), [(5, 6), (6, 7)]);
        ahead.clear().unwrap();
        assert_eq!(home.path().join(NAME).metadata().unwrap().len(), 0);
        ahead.write(7, 7, &changes(7)).unwrap();
        assert_eq!(held(home.path()), [(7, 7)]);
    }

    #[test]
    fn a_full_file_takes_nothing_more() {
        let home = tempfile::tempdir().unwrap();
        let (mut ahead, _) = WriteAhead::open(home.path()).unwrap();
        let mut commits = 0;
        while ahead.takes(&changes(commits)) {
            ahead.write(commits, commits + 1, &changes(commits)).unwrap();
            commits += 1;
        }
        assert!(commits > 100, "{commits}");
        assert_eq!(home.path().join(NAME).metadata().unwrap().len(), LENGTH);
        assert_eq!(held(home.path()).len() as u64, commits);
    }

    #[test]
    fn a_large_commit_does_not_begin_a_round_but_goes_behind_a_small_one() {
        let home = tempfile::tempdir().unwrap();
        let (mut ahead, _) = WriteAhead::open(home.path()).unwrap();
        let mut large = Changes::default();
        large.put(b"large", vec![1; SMALL]);
        assert!(!ahead.takes(&large));
        ahead.write(0, 1, &changes(0)).unwrap();
        assert!(ahead.takes(&large));
        large.put(b"larger", vec![1; LENGTH as usize - SMALL]);
        assert!(!ahead.takes(&large));
    }

    proptest! {
        #[test]
        fn whatever_the_file_holds_is_read_or_left(bytes: Vec<u8>) {
            prop_assert!(read(&bytes).is_empty());
        }

        #[test]
        fn behind_a_changed_byte_nothing_is_read(commits in 1_u64..6, place: prop::sample::Index, change in 1_u8..) {
            let home = tempfile::tempdir().unwrap();
            let (mut ahead, _) = WriteAhead::open(home.path()).unwrap();
            let mut ends = Vec::new();
            for number in 0..commits {
                ahead.write(number, number + 1, &changes(number)).unwrap();
                ends.push(ahead.end as usize);
            }
            let mut bytes = std::fs::read(home.path().join(NAME)).unwrap();
            let place = place.index(ahead.end as usize);
            bytes[place] ^= change;
            let whole = ends.iter().filter(|end| **end <= place).count();
            let found = read(&bytes);
            prop_assert_eq!(found.len(), whole);
            for (number, commit) in (0..).zip(found) {
                prop_assert_eq!(commit.before, number);
                prop_assert_eq!(commit.changes, changes(number).writes);
            }
        }
    }
}
