//! Reasons for which a shot is none that a unit may make, where lines of fire go by height (earlier edition: pp. 3, 8, 16-17).

pub(crate) use super::v3::shot_refusals::check;
