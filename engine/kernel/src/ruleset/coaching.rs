//! The trait of a coach that watches a game for mistakes.

use super::Rules;
use crate::{Coach, Detector};

/// The coach of a game. The defaults are those of a game without one.
pub trait Coaching: Rules {
    /// The detectors of the system's coach, in the order of its catalogue.
    fn detectors() -> &'static [Detector] {
        &[]
    }

    /// Somebody who watches a game for candidate mistakes, where the system has such a one.
    fn coach() -> Option<Box<dyn Coach<Self>>> {
        None
    }
}
