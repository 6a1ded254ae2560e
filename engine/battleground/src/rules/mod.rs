//! The rules, a file or folder a chapter of the rulebook; one function a rule, each with the rule's id and page.

// Setting up.
pub mod deploy;
pub(crate) mod flying_off;
pub(crate) mod paid_attacks;
pub mod setup;

// The Movement & Command Phase.
pub mod activation;
pub mod engagement;
pub mod final_rush;
pub mod movement;
pub mod turn;

pub mod abilities;
pub mod command_actions;
pub mod command_cards;
pub mod spells;

// The Combat Phase.
pub mod combat;
pub mod triggers;

// The Courage Phase and the end.
pub mod courage;
pub mod rout;
pub mod victory;

// Outside the rules.
