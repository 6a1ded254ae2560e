//! The rules of Battleground Fantasy Warfare: armies of unit cards on a continuous table of 36 by 30 inches.
//!
//! [`model`] is what a battle is made of: names, cards, orders, the state, pending steps, commands, events and how they
//! fold. [`field`] measures the table. [`procedures`] say what a unit would and may do, in both editions, `verbs` make happen what
//! chapters share, [`rules`] holds the chapters of the rulebook, one function a rule, each with the rule's id; `rules.toml` lists
//! them all. [`positions`] judges positions from outside, [`views`] shows a battle,
//! [`players`] plays and coaches, [`packs`] reads cards. `flow` leads from one step to the next, [`offers`] lists what may be
//! done, [`messages`] are all sentences. No file, clock, thread, network or randomness of its own lives here. Read [`model::state`]
//! first, then [`model::agenda`], [`model::command`] and [`model::event`], then `flow`, then the chapters.

#![warn(clippy::too_many_lines)]
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

#[cfg(test)]
mod dealt;
pub mod editions;
pub mod field;
mod flow;
#[cfg(test)]
mod ladder;
pub(crate) mod lens;
mod memo;
mod message_file;
pub mod messages;
pub mod model;
pub(crate) mod naming;
pub mod offers;
pub mod packs;
pub mod players;
#[cfg(test)]
mod playing;
pub mod positions;
pub mod procedures;
pub(crate) mod questions;
pub mod rules;
#[cfg(test)]
#[allow(dead_code, reason = "every chapter takes what it needs")]
mod scene;
mod system;
pub(crate) mod verbs;
pub mod views;

pub use system::{Battleground, Battleground3, BattlegroundOf};

use std::sync::Arc;

use hindsight_kernel::{
    Awaiting, FoldError, GameOutcome, Message, NoteSheet, NotedPosition, NotedPositions, OtherPlace,
    PlacedPiece, Refusal, Rulebook, Rules, Seat, Table,
};

use crate::editions::Edition;
use crate::messages::MESSAGES;
use crate::model::agenda::BattleTable;
use crate::model::command::{Command, Patch};
use crate::model::event::Event;
use crate::model::state::State;
use crate::rules::setup::Setup;

hindsight_kernel::refusals! {
    messages = MESSAGES;
    /// Reasons to refuse the beginning of a battle of another edition.
    #[derive(Copy, Eq)]
    enum EditionRefusal {
        Setup = "HS-FORM-01", "table";
        Position = "HS-POS-01", "table";
    }
}

impl<const EDITION: u8> BattlegroundOf<EDITION> {
    /// Decides by the chapters, which have one table for both editions: what they roll and emit is rolled and emitted here, and their
    /// refusals cite the edition.
    fn by_chapters(
        edition: Edition,
        table: &mut Table<'_, Self>,
        act: impl FnOnce(&mut BattleTable<'_>) -> Result<(), model::refusal::Refusal>,
    ) -> Result<(), Refusal> {
        table
            .lend(act)
            .map_err(|refusal| refusal.named(table.state()).of(edition))
    }
}

impl<const EDITION: u8> NotedPositions for BattlegroundOf<EDITION> {
    fn sheet(state: &State) -> Option<NoteSheet> {
        positions::noted::sheet(state)
    }

    fn note(table: &mut Table<'_, Self>, noted: &NotedPosition) -> Result<(), Refusal> {
        let event = positions::noted::noted(table.state(), noted)?;
        Self::by_chapters(table.state().edition, table, |table| {
            table.emit(event);
            model::agenda::go_on(table)
        })
    }

    fn placed_by(_state: &State, command: &Command) -> Option<PlacedPiece> {
        positions::placing::placed_by(command)
    }

    fn placed_elsewhere(_state: &State, command: &Command, place: &OtherPlace) -> Result<Command, Refusal> {
        positions::placing::placed_elsewhere(command, place)
    }
}

impl<const EDITION: u8> Rules for BattlegroundOf<EDITION> {
    const ID: &'static str = Self::EDITION.system();
    const TITLE: &'static str = Self::EDITION.title();
    const RULES_VERSION: &'static str = Self::EDITION.rules_version();

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = model::cards::Book;

    fn rulebook() -> &'static Rulebook {
        Self::EDITION.rulebook()
    }

    fn fixed(state: &mut State) -> Option<&mut Arc<model::cards::Book>> {
        Some(&mut state.book)
    }

    fn begin(table: &mut Table<'_, Self>, setup: &Setup) -> Result<(), Refusal> {
        if setup.edition != Self::EDITION {
            return Err(EditionRefusal::Setup.into());
        }
        Self::by_chapters(Self::EDITION, table, |table| rules::setup::begin(table, setup))
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        if position.edition != Self::EDITION {
            return Err(EditionRefusal::Position.into());
        }
        Self::by_chapters(Self::EDITION, table, |table| {
            positions::start::begin_at(table, position)
        })
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        Self::by_chapters(table.state().edition, table, |table| {
            flow::decide(table, seat, command)
        })
    }

    fn closed(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
        flow::closed(state, seat, command).map(|refusal| refusal.named(state).of(state.edition))
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        model::fold::evolve(state, event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        Self::by_chapters(table.state().edition, table, |table| {
            crate::positions::rulings::rule(table, patch)
        })
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

    fn invariants(state: &State) -> Result<(), Message> {
        positions::start::invariants(state)
    }

    fn sound(state: &State) -> Result<(), Message> {
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
