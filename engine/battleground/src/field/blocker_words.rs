//! Words for what stands in a way.

use hindsight_kernel::{Argument, message};

use super::Blocker;
use crate::messages::MESSAGES;
use crate::naming::by_id;

/// Something that stands in a way.
pub(crate) fn blocker(blocker: Blocker) -> Argument {
    match blocker {
        Blocker::Unit(unit) => by_id(unit),
        Blocker::Terrain(_) => message!(MESSAGES, "ask-impassable").into(),
        Blocker::Edge => message!(MESSAGES, "ask-edge").into(),
        Blocker::Target => message!(MESSAGES, "ask-its-target").into(),
    }
}
