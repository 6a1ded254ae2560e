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
//! The file is a row of records, and whatever earlier rounds left behind them. The first record of a round has no body: it
//! names the round, and is there from when the file begins anew. So the file always says of which round it is, and the mark
//! of what was acknowledged (`watermark`) tells a damaged file from one that holds less.
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | the round, one more whenever the file begins anew |
//! | 4 | length of the body |
//! | 16 | BLAKE3 of round, place in the file and body |
//! | body | the global position before the commit, and after it (8 each); then its changes |
//! | each change | length of the key (2), key, length of the item (4; all ones where it goes), item |

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sled::IVec;

use crate::error::Doing;
use crate::sled_store::commit::watermark::AheadMark;
use crate::sled_store::layout::directory::sync_dir;
use crate::sled_store::layout::items::Changes;
use crate::sled_store::layout::own_files::AHEAD;
use crate::sled_store::layout::sidecar_file;
use crate::sled_store::shared::{Shared, guarded};
use crate::{Position, StoreError};

/// Name of the file.
pub(crate) const NAME: &str = AHEAD;
/// Length of the file, from the first commit on.
const LENGTH: u64 = 24 << 10;
/// Larger records do not begin a round: for them the database is as quick.
const SMALL: usize = 4 << 10;
const HEAD: usize = 8 + 4 + 16;
/// In place of the length of an item: there is none any more.
const GONE: u32 = u32::MAX;

/// The open file.
#[derive(Debug)]
pub(crate) struct WriteAhead {
    file: File,
    path: PathBuf,
    /// The round that it is in; the next one is to be begun with the first commit where `end` is 0.
    round: u64,
    /// Where the next record goes.
    end: u64,
    buffer: Vec<u8>,
}

/// What an opening finds in the file.
#[derive(Debug, Default)]
pub(crate) struct RecoveredFile {
    /// The round and the end of what reads; none if not even the round does.
    pub(crate) reaches: Option<AheadMark>,
    /// Whether the file must begin anew before it is written to.
    pub(crate) in_use: bool,
    /// The commits that read, from the first on.
    pub(crate) commits: Vec<RecoveredCommit>,
}

impl RecoveredFile {
    /// How far the file reads, in bytes, if less than what was acknowledged of it is there.
    pub(crate) fn lost(&self, acknowledged: AheadMark) -> Option<u64> {
        match self.reaches {
            // A power cut may leave an older mark, of which nothing can be told any more.
            Some(found) if found.round > acknowledged.round => None,
            Some(found) if found.round == acknowledged.round => {
                (found.end < acknowledged.end).then_some(found.end)
            }
            // The mark follows the file, so the file is never behind it.
            Some(_) | None => Some(0),
        }
    }
}

/// A commit in the file.
#[derive(Debug)]
pub(crate) struct RecoveredCommit {
    before: Position,
    after: Position,
    changes: Vec<(IVec, Option<IVec>)>,
}

impl WriteAhead {
    /// Opens or creates the file of a store, with what it holds.
    pub(crate) fn open(dir: &Path) -> Result<(Self, RecoveredFile), StoreError> {
        let path = dir.join(NAME);
        let fresh = !path.exists();
        let file = sidecar_file::open(&path)?;
        if fresh {
            sync_dir(dir)?;
        }
        let mut bytes = Vec::new();
        (&file)
            .take(LENGTH)
            .read_to_end(&mut bytes)
            .doing(|| format!("reading {}", path.display()))?;
        let held = read(&bytes);
        let whole = bytes.len() as u64 == LENGTH;
        let ahead = Self {
            file,
            path,
            round: held.reaches.map_or(0, |reaches| reaches.round),
            // A file that is not whole, or does not name its round, begins anew with its first commit.
            end: match held.reaches {
                Some(reaches) if whole => reaches.end,
                _ => 0,
            },
            buffer: Vec::new(),
        };
        Ok((ahead, held))
    }

    /// Where the file stands, for the mark of what was acknowledged.
    pub(crate) fn mark(&self) -> Option<AheadMark> {
        let (round, end) = (self.round, self.end);
        (end > 0).then_some(AheadMark { round, end })
    }

    /// Whether a commit goes through this file.
    pub(crate) fn takes(&self, changes: &Changes) -> bool {
        let record = HEAD + 16 + 6 * changes.writes.len() + changes.bytes();
        if self.holds_any() {
            self.end + record as u64 <= LENGTH
        } else {
            record <= SMALL
        }
    }

    /// Whether the file holds anything that the database may not have on the disk.
    pub(crate) fn holds_any(&self) -> bool {
        self.end > HEAD as u64
    }

    /// Writes a commit behind those that are there.
    pub(crate) fn write(
        &mut self,
        before: Position,
        after: Position,
        changes: &Changes,
    ) -> Result<(), StoreError> {
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
        let wrote = self.put(&mut record);
        self.buffer = record;
        wrote.doing(|| format!("writing {}", self.path.display()))
    }

    fn put(&mut self, record: &mut [u8]) -> io::Result<()> {
        if self.end == 0 {
            self.give_blocks()?;
        }
        seal(record, self.round, self.end);
        sidecar_file::write_at(&self.file, record, self.end)?;
        self.end += record.len() as u64;
        Ok(())
    }

    /// Fills the file, so that all of it has blocks, and begins its first round.
    fn give_blocks(&mut self) -> io::Result<()> {
        sidecar_file::write_at(&self.file, &vec![0; LENGTH as usize], 0)?;
        self.begin_round()
    }

    /// Names the next round, which leaves nothing of this one.
    fn begin_round(&mut self) -> io::Result<()> {
        // The time where nothing is left to count on from, so that no two rounds of a store have the same number.
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let fresh = now.map_or(1, |since| since.as_nanos() as u64);
        self.round = match self.round {
            0 => fresh,
            round => round.checked_add(1).unwrap_or(fresh),
        };
        let mut head = [0; HEAD];
        seal(&mut head, self.round, 0);
        sidecar_file::write_at(&self.file, &head, 0)?;
        self.end = HEAD as u64;
        Ok(())
    }

    /// Puts what was written on the disk.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        self.file
            .sync_data()
            .doing(|| format!("syncing {}", self.path.display()))
    }

    /// Forgets what is there, now that the database has all of it where it should be. To be synced.
    pub(crate) fn begin_anew(&mut self) -> Result<(), StoreError> {
        let begun = if self.end == 0 {
            self.give_blocks()
        } else {
            self.begin_round()
        };
        begun.doing(|| format!("writing {}", self.path.display()))
    }

    /// Leaves an empty file, at an orderly end.
    pub(crate) fn clear(&mut self) -> Result<(), StoreError> {
        let doing = || format!("emptying {}", self.path.display());
        self.file.set_len(0).doing(doing)?;
        self.end = 0;
        self.file.sync_all().doing(doing)
    }
}

/// Writes round, length and digest into the head of a record.
fn seal(record: &mut [u8], round: u64, place: u64) {
    let digest = digest(round, place, &record[HEAD..]);
    let length = (record.len() - HEAD) as u32;
    record[..8].copy_from_slice(&round.to_be_bytes());
    record[8..12].copy_from_slice(&length.to_be_bytes());
    record[12..HEAD].copy_from_slice(&digest);
}

impl Shared {
    /// Gives the database what the write-ahead file holds. How many commits that are.
    pub(crate) fn replay(&self, commits: Vec<RecoveredCommit>) -> Result<u64, StoreError> {
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

/// The whole records at the start of the file. Those of a program from before begin without one that names the round.
fn read(bytes: &[u8]) -> RecoveredFile {
    let mut held = RecoveredFile {
        in_use: bytes.first_chunk::<HEAD>().is_some_and(|head| *head != [0; HEAD]),
        ..RecoveredFile::default()
    };
    let mut place = 0;
    while let Some((head, rest)) = bytes[place..].split_first_chunk::<HEAD>() {
        let round = u64::from_be_bytes(head[..8].try_into().expect("eight bytes"));
        let length = u32::from_be_bytes(head[8..12].try_into().expect("four bytes")) as usize;
        let goes_on = held.reaches.is_none_or(|reaches| reaches.round == round);
        let Some(body) = rest.get(..length).filter(|_| goes_on) else {
            break;
        };
        if head[12..] != digest(round, place as u64, body) {
            break;
        }
        if !(place == 0 && body.is_empty()) {
            let Some(commit) = read_body(body) else { break };
            held.commits.push(commit);
        }
        place += HEAD + length;
        let end = place as u64;
        held.reaches = Some(AheadMark { round, end });
    }
    // What names its round and holds nothing is ready as it is.
    held.in_use &= held.reaches.is_none_or(|reaches| reaches.end > HEAD as u64);
    held
}

fn read_body(body: &[u8]) -> Option<RecoveredCommit> {
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
    Some(RecoveredCommit {
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
        assert!(!nothing.in_use && nothing.commits.is_empty() && nothing.reaches.is_none());
        for number in 0..5 {
            ahead.write(number, number + 1, &changes(number)).unwrap();
        }
        assert_eq!(held(home.path()), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]);
        let before = ahead.mark().unwrap();
        ahead.begin_anew().unwrap();
        assert!(!ahead.holds_any());
        assert_eq!(held(home.path()), []);
        let (_, anew) = WriteAhead::open(home.path()).unwrap();
        assert!(!anew.in_use, "it names its round, and is ready as it is");
        assert_eq!(
            anew.lost(before),
            None,
            "its commits were not lost, but are elsewhere"
        );
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
    fn what_was_acknowledged_and_no_longer_reads_is_noticed() {
        let home = tempfile::tempdir().unwrap();
        let (mut ahead, _) = WriteAhead::open(home.path()).unwrap();
        let mut marks = Vec::new();
        for number in 0..4 {
            ahead.write(number, number + 1, &changes(number)).unwrap();
            marks.push(ahead.mark().unwrap());
        }
        let bytes = std::fs::read(home.path().join(NAME)).unwrap();
        let lost = |bytes: &[u8], mark| read(bytes).lost(mark);
        for (number, mark) in marks.iter().enumerate() {
            assert_eq!(lost(&bytes, *mark), None);
            // Cut off inside the commit, or before it.
            let reads_to = number
                .checked_sub(1)
                .map_or(HEAD as u64, |before| marks[before].end);
            assert_eq!(lost(&bytes[..mark.end as usize - 1], *mark), Some(reads_to));
        }
        for nothing in [Vec::new(), vec![0; LENGTH as usize], vec![7; LENGTH as usize]] {
            assert_eq!(lost(&nothing, marks[0]), Some(0));
        }
        let of_before = AheadMark {
            round: marks[0].round + 1,
            end: HEAD as u64,
        };
        assert_eq!(
            lost(&bytes, of_before),
            Some(0),
            "the file is of an earlier round"
        );
    }

    /// A record of a program that did not name the round first.
    #[test]
    fn a_file_of_a_program_from_before_is_read_and_begins_anew() {
        let home = tempfile::tempdir().unwrap();
        let (mut ahead, _) = WriteAhead::open(home.path()).unwrap();
        ahead.write(4, 5, &changes(4)).unwrap();
        let bytes = std::fs::read(home.path().join(NAME)).unwrap();
        let mut old = bytes[HEAD..ahead.end as usize].to_vec();
        seal(&mut old, 77, 0);
        old.resize(LENGTH as usize, 0);
        std::fs::write(home.path().join(NAME), &old).unwrap();
        assert_eq!(held(home.path()), [(4, 5)]);
        let (mut ahead, held_before) = WriteAhead::open(home.path()).unwrap();
        assert!(held_before.in_use);
        ahead.begin_anew().unwrap();
        assert_eq!(held(home.path()), []);
        ahead.write(5, 6, &changes(5)).unwrap();
        assert_eq!(held(home.path()), [(5, 6)]);
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
            prop_assert!(read(&bytes).commits.is_empty());
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
            let whole = ends.iter().filter(|end| place >= HEAD && **end <= place).count();
            let found = read(&bytes);
            prop_assert_eq!(found.commits.len(), whole);
            // Whatever was changed, it is noticed.
            prop_assert!(found.lost(ahead.mark().unwrap()).is_some());
            for (number, commit) in (0..).zip(found.commits) {
                prop_assert_eq!(commit.before, number);
                prop_assert_eq!(commit.changes, changes(number).writes);
            }
        }
    }
}
