//! Small event-sourced aggregates beside the games: layers of annotations and studies, cached as they stand, and reviews,
//! which are held in memory alone.

pub mod annotations;
pub mod bundle;
pub(crate) mod cache;
pub mod reviews;
pub mod studies;
pub mod transfer;

pub use transfer::Transfers;
