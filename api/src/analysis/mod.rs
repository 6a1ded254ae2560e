//! What is worked out from recorded games: odds, other dice, outlooks, comparisons, audits, the coach's suggestions and the
//! figures of the community.

mod audit;
pub mod community;
mod comparison;
pub mod odds;
mod outlook;
mod rerolls;
pub(crate) mod suggestions;

pub use audit::Audits;
pub(crate) use audit::may_audit;
pub use comparison::{Compared, Comparisons};
pub use outlook::Outlooks;
pub use rerolls::Rerolls;
pub use suggestions::{Coach, WantedSuggestions, proof_number};
