//! Reading side records.

use std::ops::Bound;

use crate::sled_store::layout::items::{self, BadItem};
use crate::sled_store::layout::keys;
use crate::sled_store::shared::{Shared, guarded};
use crate::{SideRecord, StoreError};

impl Shared {
    /// One side record.
    pub(crate) fn side_record(&self, tree: &str, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let _layout = self.still();
        let Some(item) = self.item(&keys::side(tree, key))? else {
            return Ok(None);
        };
        item.and_then(|item| items::untag(&item, items::SIDE).map(<[u8]>::to_vec))
            .map(Some)
            .map_err(|bad| bad.of(format!("a side record of {tree:?}")))
    }

    /// Side records by key.
    pub(crate) fn side_scan(
        &self,
        tree: &str,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<SideRecord>, StoreError> {
        let wanted = keys::side(tree, prefix);
        let low = match after {
            Some(after) if after >= prefix => Bound::Excluded(keys::side(tree, after)),
            _ => Bound::Included(wanted.clone()),
        };
        let _layout = self.still();
        let mut range = self.db.range((low, Bound::Unbounded));
        let mut found = Vec::new();
        while found.len() < limit {
            let _reading = self.reading();
            let Some((place, stored)) = guarded(|| range.next().transpose())? else {
                break;
            };
            if !place.starts_with(&wanted) {
                break;
            }
            let bad = |bad: BadItem| bad.of(format!("a side record of {tree:?}"));
            let item = guarded(|| items::whole(&self.db, &place, stored))?.map_err(bad)?;
            let value = items::untag(&item, items::SIDE).map_err(bad)?.to_vec();
            let (_, key) = keys::read_side(&place).expect("the prefix is that of a side key");
            found.push((key.to_vec(), value));
        }
        Ok(found)
    }
}
