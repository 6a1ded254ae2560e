//! Movement under Direct Control (pp. 36-46): legs, and those of several units at once.
//!
//! What a unit would do by its order is said by [`procedures::movement`](crate::procedures::movement).

mod control;
mod controlled_together;
mod refusal;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use control::{check_legs, offers, submit_legs, submit_legs_seen};
pub(crate) use controlled_together::submit_legs_together;
