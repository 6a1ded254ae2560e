//! Rules: a file or folder for each chapter of the catalogue, in its order.
//!
//! A function that takes the table emits what happens; one that takes the state only looks. Each names its rule. Which
//! chapter takes which step of the agenda stands in `flow`.
#![allow(
    clippy::unnecessary_wraps,
    reason = "each step of the agenda has one signature, whether it can refuse or not"
)]

#[cfg(test)]
pub(crate) mod scene;
#[cfg(test)]
mod tests;

pub mod abilities;
pub mod activation;
pub mod army;
pub mod attack;
pub mod board;
pub mod cards;
pub mod casualties;
pub mod charge;
pub mod conditions;
pub mod dangerous;
pub mod dice;
pub mod effects;
pub mod engagement;
pub mod hands;
pub mod morale;
pub mod movement;
pub mod position;
pub mod retreat;
pub mod round;
pub mod rulings;
pub mod setup;
pub mod shots;
pub mod surge;
pub mod terrain;
pub mod tokens;
pub mod turns;
pub mod units;
pub mod victory;
pub mod windows;
