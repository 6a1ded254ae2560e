//! What is worked out from recorded games: odds, other dice, outlooks, comparisons, audits, the coach's suggestions and the
//! figures of the community.

mod audit;
pub mod community;
mod comparison;
pub mod odds;
mod outlook;
mod rerolls;
pub(crate) mod suggestions;

pub(crate) use audit::may_audit;
pub use comparison::Compared;
pub use suggestions::{WantedSuggestions, proof_number};
