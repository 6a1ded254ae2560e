//! Exact odds: what a declared attack comes to with everything in front of it, and the curves of the other rolls.
//!
//! Distributions, never means: every way the dice can fall is gone through with its probability. What players decide on the
//! way is an assumption that the question names.

mod arrival;
mod attack;
#[cfg(test)]
mod brute;
mod chain;
mod fights;
#[cfg(test)]
mod remembered;
mod rolls;
mod scratch;
mod suffering;
mod tally;
#[cfg(test)]
mod tests;
mod touched;

pub use attack::{Arrival, Assumptions, AttackOdds, Fate, ShockOdds, attack_odds, shock_odds};
pub use rolls::{
    ExchangeOdds, continuity_chance, flight_check_curve, loss_chance, return_fire_odds, seizure_chance,
    shot_odds,
};
