//! The rules as the kernel asks for them: ids, types, and which file answers.

use std::sync::{Arc, OnceLock};

use hindsight_kernel::{
    Awaiting, FoldError, GameOutcome, Message, Refusal, Rulebook, Rules, Seat, SideId, Table, message,
};

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::cards::Cards;
use crate::model::command::{Command, Patch};
use crate::model::event::Event;
use crate::model::state::{EndReason, SEATS, State};
use crate::rules::setup::Setup;

impl Rules for BeforeBattle {
    const ID: &'static str = "before-battle";
    const TITLE: &'static str = "Before Battle";
    const RULES_VERSION: &'static str = "1.0.0";
    const DECIDES_QUICKLY: bool = true;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = Cards;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            Rulebook::parse(include_str!("../rules.toml")).expect("rules.toml is checked by its test")
        })
    }

    fn fixed(state: &mut State) -> Option<&mut Arc<Cards>> {
        Some(&mut state.cards)
    }

    fn begin(table: &mut Table<'_, Self>, setup: &Setup) -> Result<(), Refusal> {
        crate::rules::setup::begin(table, setup)?;
        crate::flow::go_on_from_setup(table)
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        crate::rules::position::begin_at(table, position)?;
        crate::flow::advance(table)
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        crate::flow::decide(table, seat, command)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        state.evolve(event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        crate::rules::rulings::rule(table, patch)?;
        crate::flow::go_on_from_ruling(table)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        crate::rules::asking::awaiting(state)
    }

    fn outcome(state: &State) -> Option<GameOutcome> {
        let ending = state.ending?;
        let (reason, rule) = match ending.reason {
            EndReason::AllUnitsLost => ("all_units_lost", "BB-WIN-01"),
            EndReason::Points => ("points", "BB-WIN-02"),
            EndReason::SurvivingShare => ("surviving_share", "BB-WIN-03"),
            EndReason::Equal => ("equal", "BB-WIN-03"),
        };
        Some(GameOutcome {
            winner: ending.winner.map(SideId::of_seat),
            scores: SEATS
                .map(|seat| (SideId::of_seat(seat), f64::from(ending.points[seat.index()])))
                .into(),
            reason: message!(MESSAGES, "outcome-reason", reason),
            rule: rule.into(),
        })
    }

    fn invariants(state: &State) -> Result<(), Message> {
        crate::rules::invariants::invariants(state)
    }
}
