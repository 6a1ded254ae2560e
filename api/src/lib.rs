//! The server: HTTP in, JSON out.
//!
//! The layers, each using those after it and none before it: `cli` (the program), `pages` (HTML for people), [`http`] (the
//! API), [`app`] (the services put together), [`analysis`] and [`aggregates`] (annotations, studies, reviews), [`games`],
//! [`access`] (who asks, and what they may do) and [`base`] (clock, limits, settings, the way to the store). Rules live in
//! the engine, the record in the store, the contract in `hindsight-openapi`. Read [`app::Services`] first, then
//! `http/ctx.rs`.

#![allow(clippy::format_collect, reason = "short lists; the plain form reads best")]

pub mod access;
pub mod aggregates;
pub mod analysis;
pub mod app;
pub mod base;
pub mod games;
pub mod http;
pub mod jobs;
#[cfg(test)]
mod layers;
mod pages;
pub mod server;

pub use app::Services;
pub use base::settings::Settings;
pub use server::create_app;
