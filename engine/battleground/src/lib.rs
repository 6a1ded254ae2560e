//! The rules of Battleground Fantasy Warfare: armies of unit cards on a continuous table of 36 by 30 inches.
//!
//! [`model`] is what a battle is made of: names, cards, orders, the state, pending steps, commands, events and how they
//! fold. [`field`] measures the table. [`rules`] holds the chapters of the rulebook, one function a rule, each with the
//! rule's id; `rules.toml` lists them all. [`positions`] judges positions from outside, [`views`] shows a battle,
//! [`players`] plays and coaches, [`packs`] reads cards. `flow` leads from one step to the next, [`offers`] lists what may be
//! done. No file, clock, thread, network or randomness of its own lives here. Read [`model::state`] first, then
//! [`model::agenda`], [`model::command`] and [`model::event`], then `flow`, then the chapters.

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

pub mod editions;
pub mod field;
mod flow;
#[cfg(test)]
mod ladder;
mod memo;
pub mod model;
pub mod offers;
pub mod packs;
pub mod players;
pub mod positions;
pub mod rules;
#[cfg(test)]
#[allow(dead_code, reason = "every chapter takes what it needs")]
mod scene;
mod system;
pub mod views;

pub use editions::v3::Battleground3;
pub use system::Battleground;

use std::sync::{Arc, OnceLock};

use hindsight_kernel::{Awaiting, FoldError, GameOutcome, Refusal, Rulebook, Rules, Seat, Table};

use crate::model::command::{Command, Patch};
use crate::model::event::Event;
use crate::model::state::State;
use crate::rules::setup::Setup;

impl Rules for Battleground {
    const ID: &'static str = "battleground-4";
    const TITLE: &'static str = "Battleground Fantasy Warfare, V4.0";
    const RULES_VERSION: &'static str = "2.0.3";

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = model::cards::Book;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            Rulebook::parse(include_str!("../rules.toml")).expect("rules.toml is checked by its test")
        })
    }

    fn fixed(state: &mut State) -> Option<&mut Arc<model::cards::Book>> {
        Some(&mut state.book)
    }

    fn begin(table: &mut Table<'_, Self>, setup: &Setup) -> Result<(), Refusal> {
        rules::setup::begin(table, setup)
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        positions::start::begin_at(table, position)
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        flow::decide(table, seat, command)
    }

    fn closed(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
        flow::closed(state, seat, command)
    }

    fn as_recorded(state: &State, event: Event) -> Event {
        editions::citations::recorded(state.edition, event)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        model::fold::evolve(state, event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        rules::rulings::rule(table, patch)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        flow::awaiting(state)
    }

    fn outcome(state: &State) -> Option<GameOutcome> {
        rules::victory::outcome(state)
    }

    fn conceded(state: &State, seat: Seat) -> Option<GameOutcome> {
        rules::victory::conceded(state, seat)
    }

    fn invariants(state: &State) -> Result<(), String> {
        positions::start::invariants(state)
    }

    fn sound(state: &State) -> Result<(), String> {
        positions::plausible::sound(state)
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
