//! Doors that a unit defends (earlier edition: p. 28). The later edition has no such doors.

pub(crate) use super::v3::doors::enough_in_door;
