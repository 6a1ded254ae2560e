//! The system `battleground-3`: what it shares with the later edition it hands on, with its own profile in the state and its
//! own ids where a citation leaves.

use std::sync::{Arc, OnceLock};

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Analysis, Awaiting, Board, DrawnPosition, Fact, FoldError, GameOutcome, Grounds, Inspect, InspectRequest,
    Inspection, LastChange, Lens, Moment, Notation, Offer, Offers, PackFault, PackInfo, Packs, Pictures,
    Players, Recorded, Refusal, Roll, Rulebook, Rules, Seat, SeatInfo, Secrets, Setups, Sketches,
    StatisticTerms, Story, Table, Threat, UnitInfo, Viewer,
};
use serde_json::Value;

use crate::editions::{Edition, citations};
use crate::model::cards::Book;
use crate::model::command::{Command, Patch};
use crate::model::event::Event;
use crate::model::state::State;
use crate::rules::setup::Setup;
use crate::system::Battleground;

/// Battleground Fantasy Warfare, rules version 3.0.
///
/// A type of its own because a system's id belongs to a type; its states, commands and events are those of
/// [`Battleground`], to which it lends its tables. No chapter names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battleground3;

const HERE: Edition = Edition::V3;

/// Hands a table on to the rules that both editions share.
fn shared(
    table: &mut Table<'_, Battleground3>,
    act: impl FnOnce(&mut Table<'_, Battleground>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    table
        .lend(act)
        .map_err(|refusal| citations::refused(HERE, refusal))
}

impl Rules for Battleground3 {
    const ID: &'static str = HERE.system();
    const TITLE: &'static str = "Battleground Fantasy Warfare, rules version 3.0";
    const RULES_VERSION: &'static str = "1.1.1";

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Patch = Patch;
    type Fixed = Book;

    fn rulebook() -> &'static Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            Rulebook::parse(include_str!("../../../rules-3.toml"))
                .expect("rules-3.toml is checked by its test")
        })
    }

    fn fixed(state: &mut State) -> Option<&mut Arc<Book>> {
        Battleground::fixed(state)
    }

    fn begin(table: &mut Table<'_, Self>, setup: &Setup) -> Result<(), Refusal> {
        if setup.edition != HERE {
            return Err(Refusal::new("HS-FORM-01", "this setup is one of another edition"));
        }
        shared(table, |table| crate::rules::setup::begin(table, setup))
    }

    fn begin_at(table: &mut Table<'_, Self>, position: State) -> Result<(), Refusal> {
        if position.edition != HERE {
            return Err(Refusal::new(
                "HS-POS-01",
                "this position is one of another edition",
            ));
        }
        shared(table, |table| crate::positions::start::begin_at(table, position))
    }

    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Command) -> Result<(), Refusal> {
        shared(table, |table| Battleground::decide(table, seat, command))
    }

    fn closed(state: &State, seat: Seat, command: &Command) -> Option<Refusal> {
        Battleground::closed(state, seat, command).map(|refusal| citations::refused(HERE, refusal))
    }

    fn as_recorded(state: &State, event: Event) -> Event {
        Battleground::as_recorded(state, event)
    }

    fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
        Battleground::evolve(state, event)
    }

    fn rule(table: &mut Table<'_, Self>, patch: &Patch) -> Result<(), Refusal> {
        shared(table, |table| Battleground::rule(table, patch))
    }

    fn awaiting(state: &State) -> Vec<Awaiting> {
        citations::awaited(HERE, Battleground::awaiting(state))
    }

    fn outcome(state: &State) -> Option<GameOutcome> {
        Battleground::outcome(state).map(|outcome| citations::decided(HERE, outcome))
    }

    fn conceded(state: &State, seat: Seat) -> Option<GameOutcome> {
        Battleground::conceded(state, seat).map(|outcome| citations::decided(HERE, outcome))
    }

    fn invariants(state: &State) -> Result<(), String> {
        crate::positions::start::invariants(state)
    }

    fn sound(state: &State) -> Result<(), String> {
        crate::positions::plausible::sound(state)
    }
}

impl Recorded for Battleground3 {
    const EVENT_SCHEMA: u16 = 1;

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        event.rolls()
    }

    fn plausible(event: &Event) -> Result<(), String> {
        crate::positions::plausible::plausible(event)
    }
}

impl Offers for Battleground3 {
    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        citations::offered(HERE, crate::offers::offers(state, seat))
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        crate::players::completion::complete(state, offer, rng)
    }
}

impl Players for Battleground3 {
    fn greedy(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
        Battleground::greedy(state, seat, rng)
    }
}

/// An analysis engine gets what every game gives.
impl Analysis for Battleground3 {}

impl Secrets for Battleground3 {
    fn view(state: &State, viewer: Viewer) -> State {
        Battleground::view(state, viewer)
    }

    fn redact(event: &Event, now: &State, viewer: Viewer) -> Event {
        Battleground::redact(event, now, viewer)
    }

    fn redact_command(command: &Command, seat: Seat, now: &State, viewer: Viewer) -> Option<Command> {
        Battleground::redact_command(command, seat, now, viewer)
    }

    fn sealed_choices(state: &State, viewer: Viewer) -> usize {
        Battleground::sealed_choices(state, viewer)
    }

    fn has_secrets(state: &State) -> bool {
        Battleground::has_secrets(state)
    }
}

impl Story for Battleground3 {
    fn describe(before: &State, event: &Event) -> String {
        citations::sentence(HERE, Battleground::describe(before, event))
    }

    fn facts(before: &State, event: &Event, out: &mut Vec<Fact>) {
        let before_it = out.len();
        Battleground::facts(before, event, out);
        citations::facts(HERE, out.get_mut(before_it..).unwrap_or_default());
    }

    fn seats(state: &State) -> Vec<SeatInfo> {
        Battleground::seats(state)
    }

    fn moment(state: &State) -> Moment {
        Battleground::moment(state)
    }

    fn units(state: &State) -> Vec<UnitInfo> {
        Battleground::units(state)
    }

    fn terms(state: &State) -> StatisticTerms {
        Battleground::terms(state)
    }
}

impl Pictures for Battleground3 {
    fn board(state: &State) -> Board {
        Battleground::board(state)
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        Battleground::last_change(before, event)
    }
}

impl Notation for Battleground3 {
    fn format(command: &Command) -> String {
        Battleground::format(command)
    }

    fn parse(line: &str) -> Result<Command, String> {
        Battleground::parse(line)
    }
}

impl Inspect for Battleground3 {
    fn inspect(state: &State, question: &InspectRequest) -> Result<Inspection, Refusal> {
        match Battleground::inspect(state, question) {
            Ok(inspection) => Ok(citations::answered(HERE, inspection)),
            Err(refusal) => Err(citations::refused(HERE, refusal)),
        }
    }

    fn grounds(event: &Event) -> Option<Grounds> {
        Battleground::grounds(event).map(|grounds| citations::grounded(HERE, grounds))
    }

    fn lenses() -> Vec<Lens<Self>> {
        vec![crate::editions::lens::later()]
    }

    fn pair_topics() -> &'static [(&'static str, &'static str)] {
        Battleground::pair_topics()
    }

    fn threats(state: &State) -> Option<Vec<Threat>> {
        Battleground::threats(state)
    }
}

impl Packs for Battleground3 {
    fn sample_packs() -> Vec<Value> {
        crate::packs::sample_packs_of(HERE)
    }

    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>> {
        crate::packs::check_pack(HERE, pack).map_err(|faults| citations::faults(HERE, faults))
    }

    fn pack_schema() -> Value {
        crate::packs::pack_schema()
    }
}

impl Setups for Battleground3 {
    fn setup_from(request: &Value, packs: &[Value]) -> Result<Setup, Refusal> {
        crate::rules::setup::setup_of(HERE, request, packs)
            .map_err(|refusal| citations::refused(HERE, refusal))
    }

    fn setup_schema() -> Value {
        Battleground::setup_schema()
    }
}

impl Sketches for Battleground3 {
    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<State>, Refusal> {
        match crate::positions::drawn::sketched_in(HERE, sketch, packs) {
            Ok(drawn) => Ok(DrawnPosition {
                refusal: drawn.refusal.map(|refusal| citations::refused(HERE, refusal)),
                ..drawn
            }),
            Err(refusal) => Err(citations::refused(HERE, refusal)),
        }
    }

    fn sketch_schema() -> Value {
        crate::positions::drawn::sketch_schema(Edition::V3)
    }
}
