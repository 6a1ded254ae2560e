//! Reopening of a store that has grown much when it is put away, so that the next opening is quick.
//!
//! The database notes where its pages lie only when it is opened; what was written since is found by reading its whole
//! log from there, about a second and a half for a million records. So whoever wrote that much opens it once more.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::Position;
use crate::sled_store::care::open;

/// Records written since the opening from which on that is worth while: to read them again takes a sixth of a second.
const FROM: u64 = 100_000;
/// Memory for pages meanwhile: hardly any is read.
const CACHE_BYTES: u64 = 16 << 20;
/// How long the database's own threads, just dropped, are waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens and closes the database of a store when it is dropped, if the store has grown enough.
///
/// It is the last of a store to go: with a server that ends it is done once the last of its threads has let go of the
/// store, and not at all if the process ends first. Then the next opening takes the longer way.
pub(crate) struct ReopenOnDrop {
    dir: PathBuf,
    /// No other process may open the directory before this is done.
    _lock: Arc<File>,
    opened_at: Position,
    grown: u64,
}

impl ReopenOnDrop {
    /// For a store that was opened at a position.
    pub(crate) fn new(dir: &Path, lock: Arc<File>, opened_at: Position) -> Self {
        Self {
            dir: dir.to_owned(),
            _lock: lock,
            opened_at,
            grown: 0,
        }
    }

    /// The store is closed in good order at this position.
    pub(crate) fn grew_to(&mut self, position: Position) {
        self.grown = position.saturating_sub(self.opened_at);
    }
}

impl Drop for ReopenOnDrop {
    fn drop(&mut self) {
        if self.grown < FROM || std::thread::panicking() {
            return;
        }
        // The next opening finds out by itself whatever is wrong.
        if let Err(error) = open::database(&self.dir, CACHE_BYTES, PATIENCE) {
            tracing::warn!(%error, dir = %self.dir.display(), "the database was not opened once more");
        }
    }
}
