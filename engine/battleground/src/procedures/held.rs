//! Points that a unit on Hold has reached, on which it may maneuver (earlier edition: p. 8). The later edition erases them.

pub(crate) use super::v3::held::{leaves, maneuvers_on};
