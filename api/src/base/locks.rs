//! Locks by game: a fixed number of them, each shared by the games whose ids fall on it.

use hindsight_store::StreamId;

/// So many locks.
pub(crate) fn locks(count: usize) -> Vec<tokio::sync::Mutex<()>> {
    std::iter::repeat_with(|| tokio::sync::Mutex::new(()))
        .take(count)
        .collect()
}

/// Which of so many locks is a game's.
pub(crate) fn place_of(game: StreamId, count: usize) -> usize {
    let bytes = game.to_bytes();
    usize::from(u16::from_be_bytes([bytes[14], bytes[15]])) % count
}
