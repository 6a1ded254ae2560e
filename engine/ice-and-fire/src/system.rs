//! The rules as the kernel asks for them: ids, types, and which file answers.

use std::sync::Arc;

use hindsight_kernel::{Awaiting, FoldError, GameOutcome, Message, Refusal, Rulebook, Rules, Seat, Table};

use crate::IceAndFire;
use crate::cards::Cards;
use crate::flow;
use crate::model::command::Command;
use crate::model::event::Event;
use crate::model::patch::Patch;
use crate::model::setup::Setup;
use crate::model::state::State;
use crate::rules::{position, rulings};

impl Rules for IceAndFire {
    const ID: &'static str = "ice-and-fire";
    const TITLE: &'static str = "Ice and Fire";
    const RULES_VERSION: &'static str = "1.1.0";

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = Cards;

    fn rulebook() -> &'static Rulebook {
        crate::packs::rulebook()
    }

    fn fixed(state: &mut State) -> Option<&mut Arc<Cards>> {
        Some(state.fixed_part())
    }

    fn begin(table: &mut Table<'_, Self>, setup: &Setup) -> Result<(), Refusal> {
        position::begin(table, setup)
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        position::begin_at(table, position)
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        flow::decide(table, seat, command)?;
        crate::rules::attack::check_counted(table.state())
    }

    fn closed(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
        flow::closed(state, seat, command)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        crate::model::fold::evolve(state, event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        rulings::rule(table, patch)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        flow::awaiting(state)
    }

    fn outcome(state: &State) -> Option<GameOutcome> {
        state.ending.clone()
    }

    fn invariants(state: &State) -> Result<(), Message> {
        position::invariants(state)
    }

    fn sound(state: &State) -> Result<(), Message> {
        position::sound(state)
    }
}
