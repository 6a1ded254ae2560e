//! Changes of a pack by the steps of a JSON Patch.

use hindsight_openapi::wire::{PackChange, PackChanges};
use serde_json::Value;

use crate::base::error::{ApiError, ApiResult};

/// The most steps of one change.
const MOST_STEPS: usize = 200;
/// The most bytes that a pack may have after each step of a change, as JSON.
const MOST_BYTES: usize = 4 << 20;

/// Applies the steps of a change, one after the other. A step that cannot be done is refused with its place.
pub(super) fn apply(pack: &mut Value, PackChanges(steps): &PackChanges) -> ApiResult<()> {
    if steps.is_empty() || steps.len() > MOST_STEPS {
        return Err(ApiError::body(
            "",
            format!("1 to {MOST_STEPS} steps are expected"),
        ));
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
            let why = format!("the pack would grow beyond {MOST_BYTES} bytes");
            return Err(ApiError::body(format!("/{place}"), why));
        }
        let operation = serde_json::to_value(step)
            .and_then(serde_json::from_value::<json_patch::PatchOperation>)
            .map_err(|why| ApiError::body(format!("/{place}"), why.to_string()))?;
        json_patch::patch(pack, &[operation])
            .map_err(|why| ApiError::body(format!("/{place}"), format!("{}: {}", why.path, why.kind)))?;
    }
    Ok(())
}

fn size(value: &Value) -> usize {
    value.to_string().len()
}
