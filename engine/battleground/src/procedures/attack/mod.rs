//! Numbers of an attack and what they come of (pp. 90-112).
//!
//! `standing` and `conditions` say what a unit is in a fight, `weapon` and `equipment` with what it fights, `modifiers` make the
//! numbers (with `bands`, `count` and `swoop`), `dice` reads, `hits_and_wounds` counts, `moved` says whom wounds fall on.

pub mod ammunition;
pub(crate) mod bands;
pub(crate) mod choice;
pub(crate) mod conditions;
pub(crate) mod count;
pub mod dice;
pub(crate) mod equipment;
pub(crate) mod hits_and_wounds;
pub(crate) mod modifiers;
pub(crate) mod moved;
pub(crate) mod numbers;
pub(crate) mod shots;
pub(crate) mod standing;
pub(crate) mod swoop;
pub(crate) mod weapon;
