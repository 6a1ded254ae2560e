//! A cache of ready answers by game, version, viewer and kind: the bytes that most requests ask for.

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use hindsight_kernel::Viewer;
use hindsight_store::StreamId;
use moka::sync::Cache;

/// The key of a cached answer: what the answer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnswerKey {
    game: StreamId,
    head: u64,
    at: u64,
    viewer: Viewer,
    what: u64,
}

impl AnswerKey {
    /// The answer of an operation with its options, on a game whose stream ends at `head`, at version `at`.
    pub fn new(game: StreamId, head: u64, at: u64, viewer: Viewer, what: impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        Self {
            game,
            head,
            at,
            viewer,
            what: hasher.finish(),
        }
    }
}

/// A cache of ready answers, at most so many bytes.
#[derive(Debug, Clone)]
pub struct AnswerCache {
    ready: Cache<AnswerKey, Bytes>,
}

impl AnswerCache {
    /// Room for so many bytes.
    pub fn new(bytes: u64) -> Self {
        Self {
            ready: Cache::builder()
                .max_capacity(bytes)
                .weigher(|_, answer: &Bytes| u32::try_from(answer.len() + 128).unwrap_or(u32::MAX))
                .build(),
        }
    }

    /// The answer, if it is ready.
    pub fn get(&self, key: &AnswerKey) -> Option<Bytes> {
        self.ready.get(key)
    }

    /// Keeps an answer.
    pub fn keep(&self, key: AnswerKey, answer: Bytes) {
        self.ready.insert(key, answer);
    }
}
