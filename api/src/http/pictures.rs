//! Pictures, figures and charts.

use super::Mounts;

/// The routes of this file.
pub(super) fn mount(_mounts: &mut Mounts) {}
