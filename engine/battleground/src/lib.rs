//! The rules of Battleground Fantasy Warfare: armies of unit cards on a continuous table of 36 by 30 inches.
//!
//! One file or folder a chapter of the rulebook, one function a rule, each with the rule's id; `rules.toml` lists them
//! all. No file, clock, thread, network or randomness of its own lives here. Read [`state`] first, then [`agenda`],
//! [`command`] and [`event`], then `flow` for what leads from one step to the next, then the chapters in the book's order.

#![allow(
    clippy::unnecessary_wraps,
    reason = "the steps of all chapters have one form, also those that cannot ask or refuse"
)]
#![allow(
    clippy::similar_names,
    reason = "the rulebook's own terms are alike: rusher and rushed, side and sides"
)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        clippy::items_after_statements,
        reason = "a test may fail by panicking; printed numbers are compared as they are printed; what only one test \
                  uses stands in it"
    )
)]

pub mod agenda;
pub mod attack;
pub mod cards;
pub mod command;
pub mod edition;
pub mod effect;
pub mod event;
pub mod movement_category;
pub mod names;
mod numbered;
pub mod orders;
pub mod state;

pub mod board;
pub mod bot;
mod bounds;
mod coach;
mod completion;
pub mod facts;
pub mod inspect;
pub mod notation;
pub mod offers;
pub mod pack;
pub mod plausible;
mod position;
pub mod setup;
pub mod sketch;
pub mod tell;
mod threat;
pub mod view;

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
pub mod field;
pub mod final_rush;
mod flow;
mod fold;
pub mod lasting;
pub mod movement;
mod order_legality;
mod prospects;
mod remembered;
pub mod rout;
pub mod rulings;
#[cfg(test)]
#[allow(dead_code, reason = "every chapter takes what it needs")]
mod scene;
pub mod spells;
mod story;
mod taking_effect;
pub mod triggers;
pub mod turn;
pub mod victory;
mod words;

use std::sync::{Arc, OnceLock};

use hindsight_kernel::{Awaiting, Misfit, Outcome, Refusal, Rulebook, Rules, Seat, Table};

use crate::command::{Command, Patch};
use crate::event::Event;
use crate::setup::Setup;
use crate::state::State;

/// Battleground Fantasy Warfare, V4.0: its rules stand below, every other trait of a rule set in the file of its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battleground;

impl Rules for Battleground {
    const ID: &'static str = "battleground-4";
    const TITLE: &'static str = "Battleground Fantasy Warfare, V4.0";
    const RULES_VERSION: &'static str = "2.0.0";

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = cards::Book;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            Rulebook::parse(include_str!("../rules.toml")).expect("rules.toml is checked by its test")
        })
    }

    fn fixed(state: &mut State) -> Option<&mut Arc<cards::Book>> {
        Some(&mut state.book)
    }

    fn begin(table: &mut Table<'_, Self>, setup: &Setup) -> Result<(), Refusal> {
        setup::begin(table, setup)
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        position::begin_at(table, position)
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        flow::decide(table, seat, command)
    }

    fn closed(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
        flow::closed(state, seat, command)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), Misfit> {
        fold::evolve(state, event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        rulings::rule(table, patch)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        flow::awaiting(state)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        victory::outcome(state)
    }

    fn conceded(state: &State, seat: Seat) -> Option<Outcome> {
        victory::conceded(state, seat)
    }

    fn invariants(state: &State) -> Result<(), String> {
        position::invariants(state)
    }

    fn sound(state: &State) -> Result<(), String> {
        plausible::sound(state)
    }
}

#[cfg(test)]
mod rulebook_tests {
    use hindsight_kernel::Rules;

    use super::Battleground;

    #[test]
    fn the_list_of_rules_reads_and_names_each_rule_once() {
        let book = Battleground::rulebook();
        assert_eq!(book.rules().len(), 415);
        assert!(book.get("BG4-GEO-04").is_some());
    }
}
