//! Procedures of the rulebooks: what a unit would do, may do and counts for, as plans and questions.
//!
//! A procedure reads [`model`](crate::model) and [`field`](crate::field) alone. It answers with a plan, a list, a verdict or the
//! question that its owner must answer first, and emits nothing: `verbs` and the chapters make it happen.
//!
//! A *seam* is a procedure that the two editions follow in different ways. Its file here has the function that everybody calls and
//! chooses by the edition in play; what each edition does stands under the same file name in `v3` and `v4`. No other folder of the
//! package names these two.

pub(crate) mod army;
pub mod attack;
pub(crate) mod backing_up;
pub(crate) mod courage;
pub(crate) mod cover;
pub(crate) mod doors;
pub(crate) mod effect_targets;
pub(crate) mod held;
pub(crate) mod holding;
pub(crate) mod javelins;
pub(crate) mod landing;
pub(crate) mod lasting;
pub mod movement;
pub(crate) mod reached_point;
pub(crate) mod rout;
pub(crate) mod rout_plan;
pub(crate) mod rush;
pub(crate) mod shooting;
pub(crate) mod shot_refusals;
pub(crate) mod sight;
pub(crate) mod skirmish_rallies;
pub(crate) mod spells;
pub(crate) mod v3;
pub(crate) mod v4;
pub(crate) mod victory;

#[cfg(test)]
mod symmetry;
