//! Cached states of streams: thrown away at will, never migrated.

use crate::{StoreError, StreamId, Version};

/// A cache of states by stream and version.
pub trait Snapshots: Send + Sync {
    /// Caches the state of a stream at a version; `format` is the caller's number for its encoding.
    fn put_snapshot(
        &self,
        stream: StreamId,
        version: Version,
        format: u32,
        body: &[u8],
    ) -> Result<(), StoreError>;

    /// The latest cached state at or below a version in this format. Others, and damaged ones, count as absent.
    fn snapshot(
        &self,
        stream: StreamId,
        at_most: Version,
        format: u32,
    ) -> Result<Option<(Version, Vec<u8>)>, StoreError>;

    /// Throws away the cached states of one stream, or of all.
    fn delete_snapshots(&self, stream: Option<StreamId>) -> Result<(), StoreError>;
}
