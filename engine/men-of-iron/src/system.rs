//! The rules as the kernel asks for them: ids, types, and which file answers.

use std::sync::{Arc, OnceLock};

use hindsight_kernel::{
    Awaiting, FoldError, GameOutcome, Message, Refusal, Rulebook, Rules, Seat, Secrets, SideId, Table,
    message,
};

use crate::MenOfIron;
use crate::data::Battle;
use crate::messages::MESSAGES;
use crate::model::command::{Command, Patch};
use crate::model::event::Event;
use crate::model::state::{EndReason, SEATS, State};
use crate::rules::setup::Setup;

impl Rules for MenOfIron {
    const ID: &'static str = "men-of-iron";
    const TITLE: &'static str = "Men of Iron";
    const RULES_VERSION: &'static str = "1.1.0";

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = Battle;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            Rulebook::parse(include_str!("../rules.toml")).expect("rules.toml is checked by its test")
        })
    }

    fn fixed(state: &mut State) -> Option<&mut Arc<Battle>> {
        Some(&mut state.battle)
    }

    fn begin(table: &mut Table<'_, Self>, setup: &Setup) -> Result<(), Refusal> {
        crate::rules::setup::begin(table, setup)
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        crate::rules::setup::begin_at(table, position)
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        crate::flow::decide(table, seat, command)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        state.evolve(event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        crate::rules::rulings::rule(table, patch)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        crate::flow::awaiting(state)
    }

    fn outcome(state: &State) -> Option<GameOutcome> {
        let ending = state.ending?;
        let (reason, rule) = match ending.reason {
            EndReason::LossCheck => ("loss_check", "MOI-VIC-02"),
            EndReason::BothFled => ("both_fled", "MOI-VIC-03"),
            EndReason::Passes => ("passes", "MOI-ACT-05"),
        };
        Some(GameOutcome {
            winner: ending.winner.map(SideId::of_seat),
            scores: SEATS
                .map(|seat| {
                    (
                        SideId::of_seat(seat),
                        f64::from(ending.points[seat.opponent().index()]),
                    )
                })
                .into(),
            reason: message!(MESSAGES, "outcome-reason", reason),
            rule: rule.into(),
        })
    }

    fn invariants(state: &State) -> Result<(), Message> {
        crate::rules::invariants::invariants(state)
    }

    fn sound(state: &State) -> Result<(), Message> {
        crate::rules::invariants::sound(state)
    }
}

/// Nothing is hidden from either player. Rule `MOI-COMP-01` (p. 2).
impl Secrets for MenOfIron {}
