//! The high-water mark: a small file beside the database that says what was acknowledged: up to which position records
//! were, and up to where the write-ahead file held commits.
//!
//! The database mends a cut file by forgetting what is gone, and a damaged write-ahead file reads as a shorter one. The
//! mark, written after each sync and before the answers, tells such a loss from an orderly end. It is not synced with each
//! commit, so a power cut may leave an older one; never a newer one than what it speaks of.
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | `hs-mark2`; `hs-mark1` in files of 32 bytes, without round and end |
//! | 8 | the last acknowledged position |
//! | 8 | the round of the write-ahead file; 0 where it holds nothing |
//! | 8 | the end of its last acknowledged commit; where the file holds nothing, 1 after an orderly end and 0 before it |
//! | 16 | BLAKE3 of all before it |

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::error::Doing;
use crate::sled_store::layout::own_files::ACKNOWLEDGED;
use crate::sled_store::layout::sidecar_file;
use crate::{Position, StoreError};

const MAGIC: &[u8; 8] = b"hs-mark2";
/// Of marks without a place in the write-ahead file.
const MAGIC_1: &[u8; 8] = b"hs-mark1";

/// What was acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Mark {
    /// The last position.
    pub(crate) position: Position,
    /// Where the write-ahead file ended; none where it held nothing, or the mark is of a program that did not say.
    pub(crate) ahead: Option<AheadMark>,
    /// The store was closed in good order after that, with everything synced. Nothing is ahead then.
    pub(crate) closed: bool,
}

/// A place in the write-ahead file up to which its commits were acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AheadMark {
    /// The round of the file, above 0.
    pub(crate) round: u64,
    /// The end of the commits in it, in bytes.
    pub(crate) end: u64,
}

/// The open file.
#[derive(Debug)]
pub(crate) struct Watermark {
    file: File,
    path: PathBuf,
}

impl Watermark {
    /// Opens or creates the mark of a store, with what it says. A torn one says nothing.
    pub(crate) fn open(dir: &Path) -> Result<(Self, Option<Mark>), StoreError> {
        let path = dir.join(ACKNOWLEDGED);
        let mut file = sidecar_file::open(&path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .doing(|| format!("reading {}", path.display()))?;
        let mark = read(&bytes);
        Ok((Self { file, path }, mark))
    }

    /// Raises the mark.
    pub(crate) fn set(&self, mark: Mark) -> Result<(), StoreError> {
        sidecar_file::write_at(&self.file, &encode(mark), 0)
            .doing(|| format!("writing {}", self.path.display()))
    }

    /// Puts the mark on the disk.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        self.file
            .sync_all()
            .doing(|| format!("syncing {}", self.path.display()))
    }
}

fn encode(mark: Mark) -> [u8; 48] {
    let closed = u64::from(mark.closed);
    let (round, end) = mark.ahead.map_or((0, closed), |ahead| (ahead.round, ahead.end));
    let mut bytes = [0; 48];
    bytes[..8].copy_from_slice(MAGIC);
    for (place, number) in [(8, mark.position), (16, round), (24, end)] {
        bytes[place..place + 8].copy_from_slice(&number.to_be_bytes());
    }
    let digest = blake3::hash(&bytes[..32]);
    bytes[32..].copy_from_slice(&digest.as_bytes()[..16]);
    bytes
}

fn read(bytes: &[u8]) -> Option<Mark> {
    let sound = |said: usize| {
        let digest = bytes.get(said..said + 16)?;
        (digest == &blake3::hash(&bytes[..said]).as_bytes()[..16]).then_some(())
    };
    let number = |place: usize| u64::from_be_bytes(bytes[place..place + 8].try_into().expect("eight bytes"));
    match bytes.first_chunk::<8>()? {
        MAGIC if bytes.len() == 48 => {
            sound(32)?;
            let (round, end) = (number(16), number(24));
            Some(Mark {
                position: number(8),
                ahead: (round > 0).then_some(AheadMark { round, end }),
                closed: round == 0 && end == 1,
            })
        }
        // A program from before writes its shorter mark over a longer one.
        MAGIC_1 => {
            sound(16)?;
            Some(Mark {
                position: number(8),
                ahead: None,
                closed: false,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_reads_as_it_was_written_and_not_at_all_with_a_changed_byte() {
        let mark = Mark {
            position: 7,
            ahead: Some(AheadMark { round: 3, end: 400 }),
            closed: false,
        };
        let bytes = encode(mark);
        assert_eq!(read(&bytes), Some(mark));
        for at in 0..bytes.len() {
            let mut changed = bytes;
            changed[at] ^= 0x20;
            assert_eq!(read(&changed), None, "byte {at}");
            assert_eq!(read(&bytes[..at]), None, "cut to {at}");
        }
        for closed in [false, true] {
            let empty = Mark {
                position: 7,
                ahead: None,
                closed,
            };
            assert_eq!(read(&encode(empty)), Some(empty));
        }
    }

    #[test]
    fn a_mark_of_an_older_program_says_its_position() {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(MAGIC_1);
        bytes[8..16].copy_from_slice(&9_u64.to_be_bytes());
        let digest = blake3::hash(&bytes[..16]);
        bytes[16..].copy_from_slice(&digest.as_bytes()[..16]);
        let mark = Mark {
            position: 9,
            ahead: None,
            closed: false,
        };
        assert_eq!(read(&bytes), Some(mark));
        assert_eq!(read(&[&bytes[..], &[1; 16]].concat()), Some(mark));
        assert_eq!(read(&bytes[..31]), None);
    }
}
