//! The rules, a file or folder a chapter of the rulebook, in its order; one function a rule, each with the rule's id and page.

pub mod abilities;
pub mod activation;
pub mod army;
pub mod backing_up;
pub mod combat;
pub mod command_actions;
pub mod command_cards;
pub mod courage;
pub mod deploy;
pub mod engagement;
pub mod final_rush;
pub mod lasting;
pub mod movement;
pub mod rout;
pub mod rulings;
pub mod setup;
pub mod spells;
pub(crate) mod taking_effect;
pub mod triggers;
pub mod turn;
pub mod victory;
