//! Side records of the store on disk.

use super::SledStore;
use super::commit::committer::Job;
use crate::{SideOp, SideOutcome, SideRecord, SideRecords, StoreError};

impl SideRecords for SledStore {
    fn side(&self, ops: Vec<SideOp>) -> Result<SideOutcome, StoreError> {
        ops.iter().try_for_each(SideOp::check)?;
        self.ask(|answer| Job::Side { ops, answer })
    }

    fn fetch(&self, tree: &str, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.shared.side_record(tree, key)
    }

    fn side_scan(
        &self,
        tree: &str,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<SideRecord>, StoreError> {
        self.shared.side_scan(tree, prefix, after, limit)
    }
}
