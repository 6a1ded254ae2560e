//! The rules, a file or folder a chapter of the rulebook; one function a rule, each with the rule's id and page.

// Setting up.
pub mod army;
pub mod deploy;
pub(crate) mod order_writing;
pub(crate) mod orders;
pub mod setup;

// The Movement & Command Phase.
pub mod activation;
pub mod engagement;
pub mod final_rush;
pub mod movement;
pub mod turn;

pub mod abilities;
pub(crate) mod actions;
pub mod command_actions;
pub mod command_cards;
pub(crate) mod rallying;
pub mod spells;

// The Combat Phase.
pub mod backing_up;
pub mod combat;
pub(crate) mod damage;
pub(crate) mod effect_targets;
pub(crate) mod holding;
pub mod lasting;
pub(crate) mod taking_effect;
pub mod triggers;

// The Courage Phase and the end.
pub mod courage;
pub mod rout;
pub mod victory;

// Outside the rules.
pub mod rulings;
