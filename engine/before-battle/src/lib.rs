//! The rules of Before Battle: two armies of six units on a board of square cells.
//!
//! One file a chapter of the rulebook, one function a rule, each with the rule's id; `rules.toml` lists them all. Here live
//! the game's cards, state, commands, events and decisions; no file, clock, thread, network or randomness of its own.
//! Read [`state`] first, then [`command`] and [`event`], then the chapters in the book's order, and `decide` for what leads
//! from one to the next.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        reason = "a test may fail by panicking"
    )
)]

pub mod cards;
pub mod command;
pub mod event;
pub mod names;
pub mod pack;
pub mod setup;
pub mod state;

pub mod actions;
pub mod army;
pub mod attack;
pub mod combat;
mod course;
mod decide;
pub mod deploy;
pub mod fleeing;
pub mod geometry;
pub mod order_of_blows;
pub mod position;
pub mod reforming;
#[cfg(test)]
mod refusals;
pub mod resolution;
pub mod reveal;
pub mod rulings;
#[cfg(test)]
mod scene;
pub mod shooting;
pub mod sketch;
pub mod start;
pub mod turn;
pub mod victory;
pub mod weapons;

pub mod board;
pub mod bot;
mod coach;
pub mod facts;
pub mod inspect;
pub mod mustering;
pub mod notation;
pub mod offers;
pub mod tell;
pub mod threat;
pub mod view;

use std::sync::{Arc, OnceLock};

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Awaiting, Board, Coach, Detector, DrawnPosition, Fact, Inspection, LastChange, Misfit, Moment, Offer,
    Outcome, PackFault, PackInfo, Question, Refusal, Roll, RuleSet, Rulebook, Seat, SeatInfo, Side, Table,
    Terms, Threat, UnitInfo, Viewer,
};
use serde_json::Value;

use crate::cards::Cards;
use crate::command::{Command, Patch};
use crate::event::Event;
use crate::setup::Setup;
use crate::state::{SEATS, Stage, State, seat_name};

/// Before Battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeBattle;

impl RuleSet for BeforeBattle {
    const ID: &'static str = "before-battle";
    const TITLE: &'static str = "Before Battle";
    const RULES_VERSION: &'static str = "1.0.0";
    const EVENT_SCHEMA: u16 = 1;
    const DECIDES_QUICKLY: bool = true;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = Cards;

    fn fixed(state: &mut State) -> Option<&mut Arc<Cards>> {
        Some(&mut state.cards)
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
        decide::decide(table, seat, command)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), Misfit> {
        state.evolve(event)
    }

    fn plausible(event: &Event) -> Result<(), String> {
        event.plausible()
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        rulings::rule(table, patch)
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        decide::awaiting(state)
    }

    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        offers::offers(state, seat)
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        offers::complete(state, offer, rng)
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
            .map(|seat| {
                let player = state.player(seat);
                let shown = player.shown.as_ref().and_then(|shown| shown.first().copied());
                let listed = player.list.known().and_then(|list| list.units.first().copied());
                let open = state
                    .units
                    .iter()
                    .find(|unit| unit.id.seat() == seat && unit.card.is_some());
                let card = shown.or(listed).or(open.and_then(|unit| unit.card));
                SeatInfo {
                    seat,
                    side: Side::of_seat(seat),
                    name: seat_name(seat).to_owned(),
                    faction: card
                        .and_then(|card| state.cards.unit(card))
                        .map(|card| state.cards.roster_name(card.roster)),
                }
            })
            .into()
    }

    fn moment(state: &State) -> Moment {
        let phase = match state.stage {
            Stage::Empty => "Before the game",
            Stage::Build => "Build Your Army",
            Stage::Weapons => "Select your weapons",
            Stage::StartRight { .. } | Stage::NameDeployer { .. } | Stage::NameFirst { .. } => {
                "Roll to Start"
            }
            Stage::Deploy { .. } | Stage::Reveal => "Deploy",
            Stage::Actions => "Actions phase",
            Stage::Combats | Stage::NextCombat | Stage::Blows { .. } | Stage::Aftermath => "Combat phase",
            Stage::TurnOver => "End of the turn",
            Stage::Over => "Battle over",
        };
        let caption = match state.active {
            Some(active) if state.stage != Stage::Over => {
                format!("Round {} · {} · {phase}", state.round, seat_name(active))
            }
            _ => phase.to_owned(),
        };
        Moment {
            round: u32::from(state.round),
            turn: turn::turn_number(state),
            phase: phase.to_owned(),
            active: state.active,
            caption,
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let ending = state.ending?;
        let reason: &str = ending.reason.into();
        let rule = match ending.reason {
            state::EndReason::AllUnitsLost => "BB-WIN-01",
            state::EndReason::Points => "BB-WIN-02",
            state::EndReason::SurvivingShare | state::EndReason::Equal => "BB-WIN-03",
        };
        Some(Outcome {
            winner: ending.winner.map(Side::of_seat),
            scores: SEATS
                .map(|seat| (Side::of_seat(seat), f64::from(ending.points[seat.index()])))
                .into(),
            reason: reason.to_owned(),
            rule: rule.into(),
        })
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
            .filter_map(|unit| {
                let card = state.known_card(unit.id)?;
                let left = if state.turned_up { unit.models } else { card.models };
                Some(UnitInfo {
                    id: unit.id.to_string(),
                    seat: unit.id.seat(),
                    card: card.id.to_string(),
                    name: card.name.clone(),
                    faction: state.cards.roster_name(card.roster),
                    kind: {
                        let kind: &str = card.kind.into();
                        kind.to_owned()
                    },
                    points: f64::from(state.cards.board.vp.of(card.class)),
                    full: u32::from(card.models),
                    left: u32::from(left),
                    alive: unit.lost.is_none(),
                })
            })
            .collect()
    }

    fn threats(state: &State) -> Option<Vec<Threat>> {
        threat::threats(state)
    }

    fn terms(state: &State) -> Terms {
        let hash = &state.cards.pack_hash;
        Terms {
            packs: (!hash.is_empty()).then(|| hash.clone()).into_iter().collect(),
            ..Terms::default()
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
        Some(view::redact_command(command, seat, now, viewer))
    }

    fn has_secrets(state: &State) -> bool {
        view::has_secrets(state)
    }

    fn inspect(state: &State, question: &Question) -> Result<Inspection, Refusal> {
        inspect::inspect(state, question)
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
        pack::read_pack(pack).map(|sound| sound.info)
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
        sketch::sketched(sketch, packs).map(DrawnPosition::plain)
    }

    fn sketch_schema() -> Value {
        sketch::sketch_schema()
    }
}
