//! The map as it is measured: what a unit is at the moment, its front, flanks and rear, what steps cost, what is seen, whose
//! zones of control lie where, who is in command, and which courses a Charge can take.
//!
//! Pure questions about a position: nothing here decides, rolls or changes anything.

pub mod aspect;
pub mod charges;
pub mod closed;
pub mod command_range;
pub mod occupants;
pub mod printed;
pub mod sight;
pub mod steps;
pub mod zoc;

#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

pub use aspect::Aspect;
pub use charges::courses;
pub use occupants::Occupants;
pub use steps::{StepMap, Walker};
pub use zoc::ZocMap;
