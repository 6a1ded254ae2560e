//! Changes of a pack by the steps of a JSON Patch.

use hindsight_openapi::wire::{PackChange, PackChanges};
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{said_elsewhere, text};

/// The most steps of one change.
const MOST_STEPS: usize = 200;
/// The most bytes that a pack may have after each step of a change, as JSON.
const MOST_BYTES: usize = 4 << 20;

/// Applies the steps of a change, one after the other. A step that cannot be done is refused with its place.
pub(super) fn apply(pack: &mut Value, PackChanges(steps): &PackChanges) -> ApiResult<()> {
    if steps.is_empty() || steps.len() > MOST_STEPS {
        return Err(ApiError::body("", text!("pack-steps", most = MOST_STEPS)));
    }
    let mut bytes = size(pack);
    for (place, step) in steps.iter().enumerate() {
        // A list that is copied into itself again and again would double each time.
        bytes += match step {
            PackChange::Copy { from, .. } => pack.pointer(from).map_or(0, size),
            PackChange::Add { value, .. } | PackChange::Replace { value, .. } => size(value),
            PackChange::Remove { .. } | PackChange::Move { .. } | PackChange::Test { .. } => 0,
        };
        if bytes > MOST_BYTES {
            let why = text!("pack-grows", most = MOST_BYTES);
            return Err(ApiError::body(format!("/{place}"), why));
        }
        let operation = serde_json::to_value(step)
            .and_then(serde_json::from_value::<json_patch::PatchOperation>)
            .map_err(|why| ApiError::body(format!("/{place}"), said_elsewhere(why)))?;
        json_patch::patch(pack, &[operation]).map_err(|why| {
            ApiError::body(
                format!("/{place}"),
                text!(
                    "wrong-place",
                    path = why.path.to_string(),
                    reason = why.kind.to_string()
                ),
            )
        })?;
    }
    Ok(())
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}
