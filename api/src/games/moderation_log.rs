//! The log of moderation: side records of what moderators did, which nobody changes.

use hindsight_openapi::wire::{Moderated, ModerationLog};
use hindsight_store::{EventStore, SideOp, StreamId};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::error::{ApiError, ApiResult, no_such_game};

/// The entries, by a key that sorts the latest first.
const LOG: &str = "moderation-log";

/// The record of an entry of the log.
pub(super) fn log_entry(entry: &Moderated) -> ApiResult<SideOp> {
    let id: StreamId = entry.id.parse().map_err(|_| no_such_game(&entry.id))?;
    Ok(SideOp::Put {
        tree: LOG.to_owned(),
        key: newest_first(id),
        value: written(entry)?,
    })
}

/// A page of the log, the latest first, from after an entry. Blocks on the store.
pub(super) fn page(
    store: &dyn EventStore,
    after: Option<StreamId>,
    limit: usize,
) -> ApiResult<ModerationLog> {
    let after = after.map(newest_first);
    let page = store.side_scan(LOG, b"", after.as_deref(), limit + 1)?;
    let mut items: Vec<Moderated> = page
        .iter()
        .map(|(_, bytes)| read(bytes))
        .collect::<ApiResult<_>>()?;
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(|last| last.id.clone());
    Ok(ModerationLog { items, next })
}

/// The bytes of a record of moderation.
pub(super) fn written(value: &impl Serialize) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(value).map_err(|why| ApiError::fault("writing a record of moderation", why))
}

/// The record of moderation of these bytes.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8]) -> ApiResult<T> {
    serde_json::from_slice(bytes).map_err(|why| ApiError::fault("reading a record of moderation", why))
}

/// A key by which later ids come first.
fn newest_first(id: StreamId) -> Vec<u8> {
    id.to_bytes().iter().map(|byte| !byte).collect()
}
