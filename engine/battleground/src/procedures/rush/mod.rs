//! Final Rushes that a unit may make (pp. 58-73).
//!
//! `glimpses` is what it sees of its enemies, `eligibility` says which of them may be rushed and why not, by the tests of `ladder`,
//! `objectives` which of them an objective leaves, `preferred` which of them goes before the others, `sides` judges the sides of an
//! enemy one by one, `reach` how far it comes, `placement` where it comes to lie, `together` how several share the room and
//! `side_by_side` what their owner is asked then, `group` who rushes together, `choice` what an owner chooses.

pub(crate) mod asked;
pub(crate) mod bounds;
pub(crate) mod choice;
pub(crate) mod chosen;
pub(crate) mod eligibility;
pub(crate) mod glimpses;
pub(crate) mod group;
pub(crate) mod ladder;
pub(crate) mod no_rush;
pub(crate) mod objectives;
pub(crate) mod placement;
pub(crate) mod preferred;
pub(crate) mod reach;
pub(crate) mod safety;
pub(crate) mod side_by_side;
mod side_refusals;
pub(crate) mod sides;
pub(crate) mod targets;
pub(crate) mod together;
