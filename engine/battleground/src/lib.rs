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

pub mod editions;
pub mod field;
mod flow;
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
pub mod views;

use std::sync::{Arc, OnceLock};

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Awaiting, Board, Coach, Detector, DrawnPosition, Fact, Inspection, LastChange, Misfit, Moment, Offer,
    Outcome, PackFault, PackInfo, Question, Refusal, Roll, RuleSet, Rulebook, Seat, SeatInfo, Side, Table,
    Terms, Threat, UnitInfo, Viewer,
};
use serde_json::Value;

use crate::model::command::{Command, Patch};
use crate::model::event::Event;
use crate::model::names::{SEATS, seat_name};
use crate::model::state::State;
use crate::rules::setup::Setup;

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
    type Fixed = model::cards::Book;

    fn fixed(state: &mut State) -> Option<&mut Arc<model::cards::Book>> {
        Some(&mut state.book)
    }

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            Rulebook::parse(include_str!("../rules.toml")).expect("rules.toml is checked by its test")
        })
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

    fn evolve(state: &mut State, event: &Event) -> Result<(), Misfit> {
        model::fold::evolve(state, event)
    }

    fn plausible(event: &Event) -> Result<(), String> {
        positions::plausible::plausible(event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        rules::rulings::rule(table, patch)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        flow::awaiting(state)
    }

    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        offers::offers(state, seat)
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        players::completion::complete(state, offer, rng)
    }

    fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
        players::greedy::greedy(state, seat, rng)
    }

    fn detectors() -> &'static [Detector] {
        players::coach::DETECTORS
    }

    fn coach() -> Option<Box<dyn Coach<Self>>> {
        Some(Box::<players::coach::Watcher>::default())
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
        rules::victory::outcome(state)
    }

    fn conceded(state: &State, seat: Seat) -> Option<Outcome> {
        rules::victory::conceded(state, seat)
    }

    fn board(state: &State) -> Board {
        views::board::board(state)
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        views::board::last_change(before, event)
    }

    fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
        views::facts::facts(before, event, out);
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
        views::threats::threats(state)
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
        views::sentences::tell(before, event)
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        event.rolls()
    }

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn view(state: &State, viewer: Viewer) -> State {
        views::secrets::view(state, viewer)
    }

    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        views::secrets::redact(event, now, viewer)
    }

    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        views::secrets::redact_command(command, seat, now, viewer)
    }

    fn has_secrets(state: &State) -> bool {
        views::secrets::has_secrets(state)
    }

    fn inspect(state: &State, question: &Question) -> Result<Inspection, Refusal> {
        views::inspect::inspect(state, question)
    }

    fn sound(state: &State) -> Result<(), String> {
        positions::plausible::sound(state)
    }

    fn invariants(state: &State) -> Result<(), String> {
        positions::start::invariants(state)
    }

    fn say(command: &Command) -> String {
        views::notation::say(command)
    }

    fn hear(line: &str) -> Result<Command, String> {
        views::notation::hear(line)
    }

    fn sample_packs() -> Vec<Value> {
        packs::sample_packs()
    }

    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        packs::check_pack(pack)
    }

    fn pack_schema() -> Value {
        packs::pack_schema()
    }

    fn setup_from(request: &Value, packs: &[Value]) -> Result<Setup, Refusal> {
        rules::setup::setup_from(request, packs)
    }

    fn setup_schema() -> Value {
        rules::setup::setup_schema()
    }

    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
        positions::drawn::sketched(sketch, packs)
    }

    fn sketch_schema() -> Value {
        positions::drawn::sketch_schema()
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
