//! Random legal play: every game ends, every law holds after every event, every fold, redaction and code is the same both
//! ways, and legal is what is offered.
//!
//! `HINDSIGHT_PLAYOUTS` sets the number of games (200 if it is not set); the dearer checks take a share of them. A failing
//! game is named by its number: that number is its seed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]
#![allow(
    unreachable_pub,
    reason = "one test program: what its files share is seen by nobody else"
)]

mod laws;
mod playout;

mod offered;
mod positions;
mod random_games;
mod secrets;
