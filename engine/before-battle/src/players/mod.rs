//! Players without a person: the greedy one, armies drawn at random, and the coach, who watches.

mod coach;
mod course;
pub mod greedy;
pub mod mustering;
mod outcomes;
