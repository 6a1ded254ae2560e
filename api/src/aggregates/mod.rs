//! Aggregates beside the games: layers of annotations and studies, small event-sourced aggregates that are
//! cached as they stand; reviews, which are held in memory alone; and webhooks, which tell others of games.

pub mod annotations;
pub mod bundle;
pub(crate) mod cache;
pub(crate) mod merging;
mod present_line;
pub mod reviews;
pub mod studies;
pub mod transfer;
pub mod webhooks;

pub use transfer::Transfers;
