//! Cached states of the store on disk.

use super::SledStore;
use crate::{Snapshots, StoreError, StreamId, Version};

impl Snapshots for SledStore {
    fn put_snapshot(
        &self,
        stream: StreamId,
        version: Version,
        format: u32,
        body: &[u8],
    ) -> Result<(), StoreError> {
        match self.shared.poison().or_else(|| self.shared.disk_full()) {
            Some(error) => Err(error),
            None => self.shared.put_snapshot(stream, version, format, body),
        }
    }

    fn snapshot(
        &self,
        stream: StreamId,
        at_most: Version,
        format: u32,
    ) -> Result<Option<(Version, Vec<u8>)>, StoreError> {
        self.shared.snapshot(stream, at_most, format)
    }

    fn delete_snapshots(&self, stream: Option<StreamId>) -> Result<(), StoreError> {
        self.shared.delete_snapshots(stream)
    }
}
