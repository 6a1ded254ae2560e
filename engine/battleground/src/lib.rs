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
mod taking_effect;
pub mod triggers;
pub mod turn;
pub mod victory;
mod words;

use std::sync::{Arc, OnceLock};

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Awaiting, Board, Coach, Detector, DrawnPosition, Fact, Inspection, LastChange, Misfit, Moment, Offer,
    Outcome, PackFault, PackInfo, Question, Refusal, Roll, RuleSet, Rulebook, Seat, SeatInfo, Side, Table,
    Terms, Threat, UnitInfo, Viewer,
};
use serde_json::Value;

use crate::command::{Command, Patch};
use crate::event::Event;
use crate::names::{SEATS, seat_name};
use crate::setup::Setup;
use crate::state::State;

/// Battleground Fantasy Warfare, V4.0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battleground;

impl RuleSet for Battleground {
    const ID: &'static str = "battleground-4";
    const TITLE: &'static str = "Battleground Fantasy Warfare, V4.0";
    const RULES_VERSION: &'static str = "2.0.0";
    const EVENT_SCHEMA: u16 = 1;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = cards::Book;

    fn fixed(state: &mut State) -> Option<&mut Arc<cards::Book>> {
        Some(&mut state.book)
    }

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            Rulebook::parse(include_str!("../rules.toml")).expect("rules.toml is checked by its test")
        })
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

    fn plausible(event: &Event) -> Result<(), String> {
        plausible::plausible(event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        rulings::rule(table, patch)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        flow::awaiting(state)
    }

    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        offers::offers(state, seat)
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        completion::complete(state, offer, rng)
    }

    fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
        bot::greedy(state, seat, rng)
    }

    fn detectors() -> &'static [Detector] {
        coach::DETECTORS
    }

    fn coach() -> Option<Box<dyn Coach<Self>>> {
        Some(Box::<coach::Watcher>::default())
    }

    fn seats(state: &State) -> Vec<SeatInfo> {
        SEATS
            .map(|seat| SeatInfo {
                seat,
                side: Side::of_seat(seat),
                name: seat_name(seat).to_owned(),
                faction: state.faction(seat).map(|faction| faction.name.clone()),
            })
            .into()
    }

    fn moment(state: &State) -> Moment {
        let phase: &str = state.phase.into();
        let caption = match state.active {
            Some(active) if state.ending.is_none() => {
                format!("Turn {} · {} · {phase}", state.turn, seat_name(active))
            }
            Some(_) | None => phase.to_owned(),
        };
        Moment {
            round: u32::from(state.turn.div_ceil(2)),
            turn: u32::from(state.turn),
            phase: phase.to_owned(),
            active: state.active,
            caption,
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        victory::outcome(state)
    }

    fn conceded(state: &State, seat: Seat) -> Option<Outcome> {
        victory::conceded(state, seat)
    }

    fn board(state: &State) -> Board {
        board::board(state)
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        board::last_change(before, event)
    }

    fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
        facts::facts(before, event, out);
    }

    fn units(state: &State) -> Vec<UnitInfo> {
        state
            .units
            .iter()
            .map(|unit| {
                let card = state.kind(unit);
                let full = u32::from(card.boxes.all());
                UnitInfo {
                    id: unit.id.to_string(),
                    seat: unit.id.seat(),
                    card: card.id.clone(),
                    name: card.name.clone(),
                    faction: state
                        .book
                        .faction(&card.faction)
                        .map_or_else(|| card.faction.clone(), |faction| faction.name.clone()),
                    kind: {
                        let category: &str = card.category.into();
                        category.to_owned()
                    },
                    points: f64::from(card.points),
                    full,
                    left: full.saturating_sub(u32::from(unit.marked)),
                    alive: unit.destroyed.is_none(),
                }
            })
            .collect()
    }

    fn threats(state: &State) -> Option<Vec<Threat>> {
        threat::threats(state)
    }

    fn terms(state: &State) -> Terms {
        let mut packs: Vec<String> = state
            .book
            .factions
            .iter()
            .map(|faction| faction.pack.clone())
            .filter(|hash| !hash.is_empty())
            .collect();
        packs.sort();
        packs.dedup();
        Terms {
            packs,
            scenario: state.agreed.scenario.clone(),
            map: state.agreed.map.clone(),
            budget: state.agreed.budget.map(u32::from),
        }
    }

    fn tell(before: &State, event: &Event) -> String {
        tell::tell(before, event)
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        event.rolls()
    }

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn view(state: &State, viewer: Viewer) -> State {
        view::view(state, viewer)
    }

    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        view::redact(event, now, viewer)
    }

    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        view::redact_command(command, seat, now, viewer)
    }

    fn has_secrets(state: &State) -> bool {
        view::has_secrets(state)
    }

    fn inspect(state: &State, question: &Question) -> Result<Inspection, Refusal> {
        inspect::inspect(state, question)
    }

    fn sound(state: &State) -> Result<(), String> {
        plausible::sound(state)
    }

    fn invariants(state: &State) -> Result<(), String> {
        position::invariants(state)
    }

    fn say(command: &Command) -> String {
        notation::say(command)
    }

    fn hear(line: &str) -> Result<Command, String> {
        notation::hear(line)
    }

    fn sample_packs() -> Vec<Value> {
        pack::sample_packs()
    }

    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        pack::check_pack(pack)
    }

    fn pack_schema() -> Value {
        pack::pack_schema()
    }

    fn setup_from(request: &Value, packs: &[Value]) -> Result<Setup, Refusal> {
        setup::setup_from(request, packs)
    }

    fn setup_schema() -> Value {
        setup::setup_schema()
    }

    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
        sketch::sketched(sketch, packs)
    }

    fn sketch_schema() -> Value {
        sketch::sketch_schema()
    }
}

#[cfg(test)]
mod rulebook_tests {
    use hindsight_kernel::RuleSet;

    use super::Battleground;

    #[test]
    fn the_list_of_rules_reads_and_names_each_rule_once() {
        let book = Battleground::rulebook();
        assert_eq!(book.rules().len(), 415);
        assert!(book.get("BG4-GEO-04").is_some());
    }
}
