//! Pictures, charts and statistics, read from boards and facts alone.
//!
//! Nothing here knows a game, a store or a network: a [`Board`](hindsight_kernel::Board) becomes a picture, a run of
//! [`Fact`](hindsight_kernel::Fact)s becomes figures, and figures become charts. Whatever comes in is drawn or
//! counted as well as it can be; no input panics.
//!
//! Read [`picture`] first (one moment of a game), then [`gif`] (a range of moments), then [`statistics`] and
//! [`chart`]. Everything is drawn on a [`Sheet`], a plotters backend, with one embedded typeface, so that pictures
//! are the same on every machine.

#![allow(clippy::similar_names, reason = "coordinates and colours come in pairs")]

pub mod chart;
pub mod community;
pub mod gif;
pub mod messages;
pub mod picture;
pub mod redraws;
pub mod sheet;
pub mod situations;
pub mod statistics;
mod theme;

pub use picture::{Measures, PictureOptions, UnitLinks, notes_svg, png, rgb, svg};
pub use sheet::Sheet;
pub use theme::{Quality, Theme};
