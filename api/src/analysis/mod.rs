//! Analyses of recorded games: odds, other dice, outlooks, comparisons, audits, the coach's suggestions and
//! the figures of the community.

mod audit;
pub mod community;
mod comparison;
mod explorer;
pub mod odds;
mod outlook;
mod rerolls;
mod situations;
pub(crate) mod suggestions;

pub use audit::Audits;
pub(crate) use audit::may_audit;
pub use comparison::{Compared, Comparisons};
pub use explorer::seat_asked;
pub use outlook::Outlooks;
pub use rerolls::Rerolls;
pub use situations::{FoundMoment, FoundSituations, GamesAsked, Situations, facts_of_month};
pub use suggestions::{Coach, WantedSuggestions, proof_number};
