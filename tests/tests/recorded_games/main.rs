//! The recorded games of `tests/games` and the streams of earlier releases, from outside: one program, for each program that
//! links all systems takes its time to build.
#![allow(clippy::unwrap_used)] // A test that meets what it does not expect ends there.

mod by_orders;
mod coach_campaign;
mod coached_games;
mod counted;
mod frozen_streams;
mod golden_games;
mod happenings;
mod ice_and_fire;
mod implied;
mod left_out;
mod luck;
mod men_of_iron;
mod offers;
mod passes;
mod placing;
mod recorded;
mod recording;
mod set_ups;
mod strengths;
mod told_games;
