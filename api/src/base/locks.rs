//! Locks by game or by name: a fixed number of them, each shared by the games or names that fall on it.

use hindsight_store::StreamId;

/// So many locks.
pub(crate) fn locks(count: usize) -> Vec<tokio::sync::Mutex<()>> {
    std::iter::repeat_with(|| tokio::sync::Mutex::new(()))
        .take(count)
        .collect()
}

/// Turns by name: of the work that counts records and then writes one more, the next piece begins after the last has ended.
#[derive(Debug)]
pub(crate) struct Turns(Vec<tokio::sync::Mutex<()>>);

/// A turn, until it is dropped.
pub(crate) type Turn<'t> = tokio::sync::MutexGuard<'t, ()>;

impl Turns {
    /// Locks for 256 names at once.
    pub(crate) fn new() -> Self {
        Self(locks(256))
    }

    /// Waits for the turn of a name.
    pub(crate) async fn of(&self, name: &str) -> Turn<'_> {
        let place = usize::from(blake3::hash(name.as_bytes()).as_bytes()[0]);
        self.0[place].lock().await
    }
}

/// Which of so many locks is a game's.
pub(crate) fn place_of(game: StreamId, count: usize) -> usize {
    let bytes = game.to_bytes();
    usize::from(u16::from_be_bytes([bytes[14], bytes[15]])) % count
}
