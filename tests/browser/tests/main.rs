//! The pages in a real browser: headless Chromium, driven over its own protocol, on the program as a user starts it.
//!
//! Every wait is for something that happens, up to [`desk::PATIENT`]; nothing is timed. Where there is no Chromium the
//! tests say so and pass, unless `HINDSIGHT_REQUIRE_TOOLS` is set (`tests/run` installs what is needed, and names the
//! program in `HINDSIGHT_PROGRAM` and the checker of accessibility in `HINDSIGHT_AXE`). Screenshots of every page are left
//! in the target folder, for people.
//!
//! `HINDSIGHT_MEASURE=1 cargo test --manifest-path tests/browser/Cargo.toml speed -- --nocapture` prints how long a step
//! takes from key to picture, and how long the start page takes to its first paint.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod account;
mod annotate;
mod beside;
mod by_orders;
mod coach;
mod community;
mod desk;
mod dragging;
mod first;
mod help;
mod hexes;
mod labels;
mod looks;
mod mending;
mod noting;
mod otherwise;
mod phone;
mod position;
mod recorder;
mod replay;
mod review;
mod speed;
mod studies;
mod swipe;
mod table;
mod taps;
mod together;
mod trays;
mod undo;
