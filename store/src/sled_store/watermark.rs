//! The high-water mark: a small file beside the database that says up to where records were acknowledged.
//!
//! The database mends a cut file by forgetting what is gone. The mark, written after each sync and before the
//! answers, tells such a loss from an orderly end.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::beside;
use crate::error::Doing;
use crate::{Position, StoreError};

const MAGIC: &[u8; 8] = b"hs-mark1";

/// The open file.
#[derive(Debug)]
pub(crate) struct Watermark {
    file: File,
    path: PathBuf,
}

impl Watermark {
    /// Opens or creates the mark of a store, with the position it holds. A torn one holds none.
    pub(crate) fn open(dir: &Path) -> Result<(Self, Option<Position>), StoreError> {
        let path = dir.join("acknowledged");
        let mut file = beside::open(&path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .doing(|| format!("reading {}", path.display()))?;
        let position = read(&bytes);
        Ok((Self { file, path }, position))
    }

    /// Raises the mark.
    pub(crate) fn set(&self, position: Position) -> Result<(), StoreError> {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..16].copy_from_slice(&position.to_be_bytes());
        let digest = blake3::hash(&bytes[..16]);
        bytes[16..].copy_from_slice(&digest.as_bytes()[..16]);
        beside::write_at(&self.file, &bytes, 0).doing(|| format!("writing {}", self.path.display()))
    }

    /// Puts the mark on the disk.
    pub(crate) fn sync(&self) -> Result<(), StoreError> {
        self.file
            .sync_all()
            .doing(|| format!("syncing {}", self.path.display()))
    }
}

fn read(bytes: &[u8]) -> Option<Position> {
    let bytes: &[u8; 32] = bytes.try_into().ok()?;
    let sound = bytes.starts_with(MAGIC) && bytes[16..] == blake3::hash(&bytes[..16]).as_bytes()[..16];
    sound.then(|| u64::from_be_bytes(bytes[8..16].try_into().expect("eight bytes")))
}
