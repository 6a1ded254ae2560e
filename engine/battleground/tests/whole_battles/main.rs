//! Whole battles of the bots: every battle goes on to its end, every law holds after every event, every fold, redaction and
//! code is the same both ways, what is offered is accepted, and what is not offered does no harm.
//!
//! `HINDSIGHT_PLAYOUTS` sets the number of games, `HINDSIGHT_PLAYOUTS_FROM` the number of the first one; without them a few
//! are played. A failing game is named by its number: that number is its seed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]
#![allow(
    unreachable_pub,
    reason = "one test program: what its files share is seen by nobody else"
)]

mod footprints;
mod laws;
mod playout;

mod earlier;
mod greedy;
mod offered;
mod positions;
mod questions;
mod random_battles;
mod secrets;
mod words;
