//! Changing a database behind the back of its store, as a faulty disk or a curious administrator would.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long the database is waited for: its own threads let go of its file a moment after it is dropped, on a busy
/// machine a long moment.
const PATIENCE: Duration = Duration::from_mins(1);

/// Opens the database of a store that is closed, changes it and closes it again.
///
/// # Panics
///
/// When the database does not open within a minute, and when `change` does.
pub fn behind_its_back(dir: &Path, change: impl FnOnce(&sled::Db)) {
    let begun = Instant::now();
    let db = loop {
        match sled::Config::new().path(dir).cache_capacity(16 << 20).open() {
            Ok(db) => break db,
            Err(error) => assert!(begun.elapsed() < PATIENCE, "{error}"),
        }
        thread::sleep(Duration::from_millis(10));
    };
    change(&db);
    db.flush().unwrap();
}
