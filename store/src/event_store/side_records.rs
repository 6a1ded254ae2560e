//! Side records: small values under a key, beside the streams.

use crate::StoreError;

/// One change of a side record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideOp {
    /// Writes or replaces.
    Put {
        /// The group of records it belongs to.
        tree: String,
        /// Its key there.
        key: Vec<u8>,
        /// The record.
        value: Vec<u8>,
    },
    /// Writes, but only if there is none; otherwise nothing of the whole batch is done.
    PutNew {
        /// The group of records it belongs to.
        tree: String,
        /// Its key there.
        key: Vec<u8>,
        /// The record.
        value: Vec<u8>,
    },
    /// Removes, if it is there.
    Remove {
        /// The group of records it belongs to.
        tree: String,
        /// Its key there.
        key: Vec<u8>,
    },
}

impl SideOp {
    pub(crate) fn place(&self) -> (&str, &[u8]) {
        match self {
            Self::Put { tree, key, .. } | Self::PutNew { tree, key, .. } | Self::Remove { tree, key } => {
                (tree, key)
            }
        }
    }

    /// Bytes of the record.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Put { value, .. } | Self::PutNew { value, .. } => value.len(),
            Self::Remove { .. } => 0,
        }
    }

    pub(crate) fn check(&self) -> Result<(), StoreError> {
        let (tree, key) = self.place();
        let size = self.bytes();
        for (what, size, limit) in [
            ("bytes of a side tree's name", tree.len(), MAX_SIDE_TREE),
            ("bytes of a side record's key", key.len(), MAX_SIDE_KEY),
            ("bytes of a side record", size, MAX_SIDE_VALUE),
        ] {
            if size > limit {
                return Err(StoreError::TooLarge { what, size, limit });
            }
        }
        Ok(())
    }
}

/// Longest name of a side tree, in bytes.
pub const MAX_SIDE_TREE: usize = 64;
/// Longest key of a side record, in bytes.
pub const MAX_SIDE_KEY: usize = 512;
/// Largest side record, in bytes.
pub const MAX_SIDE_VALUE: usize = 16 << 20;

/// The outcome of a batch of side changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideOutcome {
    /// All of it is durable.
    Done,
    /// Nothing was written, since a [`SideOp::PutNew`] met this record.
    Exists {
        /// Its group.
        tree: String,
        /// Its key.
        key: Vec<u8>,
        /// The record that is there.
        value: Vec<u8>,
    },
}

/// A key and its record.
pub type SideRecord = (Vec<u8>, Vec<u8>);

/// Values under a tree and a key, changed in batches that are done whole or not at all.
pub trait SideRecords: Send + Sync {
    /// Changes side records, all or nothing; returns when durable.
    fn side(&self, ops: Vec<SideOp>) -> Result<SideOutcome, StoreError>;

    /// Writes one side record; returns when durable.
    fn keep(&self, tree: &str, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        let op = SideOp::Put {
            tree: tree.to_owned(),
            key: key.to_vec(),
            value: value.to_vec(),
        };
        self.side(vec![op]).map(drop)
    }

    /// Removes one side record; returns when durable.
    fn remove(&self, tree: &str, key: &[u8]) -> Result<(), StoreError> {
        let op = SideOp::Remove {
            tree: tree.to_owned(),
            key: key.to_vec(),
        };
        self.side(vec![op]).map(drop)
    }

    /// One side record. (A change may show here a moment before it is durable.)
    fn fetch(&self, tree: &str, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// At most `limit` side records whose key starts with `prefix`, behind the key `after`, by key.
    fn side_scan(
        &self,
        tree: &str,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<SideRecord>, StoreError>;
}
