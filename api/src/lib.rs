//! The server: HTTP in, JSON out.
//!
//! Here live the settings, the services over the store ([`service`]), the handlers ([`http`]), the one place that
//! turns errors into problems ([`problem`]), all limits ([`limits`]) and the pages for people (`pages`). Rules live in the engine, the record in the
//! store, the contract in `hindsight-openapi`. Read [`service::Services`] first, then `http/ctx.rs`.

#![allow(clippy::format_collect, reason = "short lists; the plain form reads best")]

pub mod http;
pub mod limits;
mod pages;
pub mod problem;
pub mod serve;
pub mod service;
pub mod settings;

pub use serve::create_app;
pub use service::Services;
pub use settings::Settings;
