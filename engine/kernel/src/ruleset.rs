//! The trait a game is written against. Read this file first to write one.

use std::fmt::Debug;
use std::sync::Arc;

use rand_core::Rng;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    Awaiting, Board, Coach, Detector, Fact, Inspection, LastChange, Misfit, Moment, Offer, Outcome, Point,
    Question, Refusal, Roll, Rulebook, Seat, SeatInfo, Table, Threat, UnitInfo, Viewer,
};

/// What crosses a boundary: it is stored, sent, compared and described by a schema.
///
/// Enums derive serde's external tagging (the stored form); on the wire `Command`, `Event` and `Patch` are
/// internally tagged with `type` by [`crate::wire`], so each of their variants is a unit or has named fields.
pub trait Wire:
    Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Debug + Send + Sync + 'static
{
}
impl<T> Wire for T where
    T: Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq + Debug + Send + Sync + 'static
{
}

/// A complete game system.
///
/// Everything is a pure function of the state: no clock, no file, no randomness but the table's tray.
pub trait RuleSet: Sized + Clone + PartialEq + Send + Sync + Debug + 'static {
    /// The system's id in addresses and streams: `before-battle`.
    const ID: &'static str;
    /// The game's title.
    const TITLE: &'static str;
    /// The version of the rules code: raised whenever a decision may come out differently.
    const RULES_VERSION: &'static str;
    /// The newest schema of this system's events that this release writes and reads.
    const EVENT_SCHEMA: u16;
    /// Whether every decision takes well under a millisecond, so that a server may take it between two answers instead
    /// of handing it to a thread that may be held up.
    const DECIDES_QUICKLY: bool = false;

    /// How a game is set up: packs, options, scenario.
    type Setup: Wire;
    /// Everything a position is. `Default` is the empty table before the first event.
    type State: Wire + Default;
    /// What a player asks.
    type Command: Wire;
    /// What happened, in the past tense, with every die face and every number that was decided.
    type Event: Wire;
    /// What a ruling may change.
    type Patch: Wire;
    /// What no event after the opening changes, and so all states of a game share: the cards in play, the map. `()`
    /// where there is nothing of the kind.
    type Fixed: Serialize + DeserializeOwned + Default + Send + Sync + 'static;

    /// The compact list of the system's rules.
    fn rulebook() -> &'static Rulebook;

    /// Where a state keeps its fixed part. Snapshots hold that apart, so that going from one to the next does not read
    /// it again.
    fn fixed(_state: &mut Self::State) -> Option<&mut Arc<Self::Fixed>> {
        None
    }

    /// Begins a game by the full procedure: the first events carry the cards, tables and map in play.
    fn begin(table: &mut Table<'_, Self>, setup: &Self::Setup) -> Result<(), Refusal>;

    /// Begins a game from a position: refuses one that breaks an invariant, else records it whole.
    fn begin_at(table: &mut Table<'_, Self>, position: Self::State) -> Result<(), Refusal>;

    /// Decides a command by the rules: refuses, or emits events through the table.
    ///
    /// The kernel has checked that `seat` is asked. Where a refusal comes late (dice missing in the middle of a
    /// fight), the kernel drops what was emitted: nothing has changed.
    fn decide(table: &mut Table<'_, Self>, seat: Seat, command: &Self::Command) -> Result<(), Refusal>;

    /// The rule that closes a command to a seat that is not asked, where a player at the table would name one. The default
    /// names none: the kernel then says who is asked.
    fn closed(_state: &Self::State, _seat: Seat, _command: &Self::Command) -> Option<Refusal> {
        None
    }

    /// Applies an event. Never rolls, never decides, never panics.
    fn evolve(state: &mut Self::State, event: &Self::Event) -> Result<(), Misfit>;

    /// What no roll and no rule can give, so that a stream from outside that says so was forged; numbers beyond every game
    /// and faces that no die has are found without it ([`crate::plausible::plausible`]).
    ///
    /// # Errors
    /// What is wrong with the event.
    fn plausible(_event: &Self::Event) -> Result<(), String> {
        Ok(())
    }

    /// Applies a ruling: emits the event that records the patch, or refuses it.
    fn rule(table: &mut Table<'_, Self>, patch: &Self::Patch) -> Result<(), Refusal>;

    /// Whose decisions are awaited. Empty exactly when the game is over.
    fn awaiting(state: &Self::State) -> Vec<Awaiting>;

    /// What a seat may do now. Every offered command is accepted by [`RuleSet::decide`].
    fn offers(state: &Self::State, seat: Seat) -> Vec<Offer<Self::Command>>;

    /// A random legal command for an offer, spread over all its form allows. The default takes a sample.
    fn complete(
        _state: &Self::State,
        offer: &Offer<Self::Command>,
        rng: &mut dyn Rng,
    ) -> Option<Self::Command> {
        let commands = offer.commands();
        let pick = crate::bot::below(rng, commands.len())?;
        commands.get(pick).cloned()
    }

    /// The heuristic player's choice for a seat that is asked.
    fn greedy(state: &Self::State, seat: Seat, rng: &mut dyn Rng) -> Option<Self::Command>;

    /// What the system's coach watches for, in the order of its catalogue.
    fn detectors() -> &'static [Detector] {
        &[]
    }

    /// Somebody who watches a game for candidate mistakes, where the system has such a one.
    fn coach() -> Option<Box<dyn Coach<Self>>> {
        None
    }

    /// The seats and what they are called.
    fn seats(state: &Self::State) -> Vec<SeatInfo>;

    /// Where in the game this is.
    fn moment(state: &Self::State) -> Moment;

    /// How the game ended, if the rules have ended it.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// What a concession of `seat` is worth, where the rules grade it; without it the other side simply wins.
    fn conceded(_state: &Self::State, _seat: Seat) -> Option<Outcome> {
        None
    }

    /// The neutral picture.
    fn board(state: &Self::State) -> Board;

    /// What to show of an event over the board after it.
    fn last_change(before: &Self::State, event: &Self::Event) -> LastChange;

    /// The neutral story of an event.
    fn facts(before: &Self::State, event: &Self::Event, out: &mut Vec<Fact>);

    /// Every unit of the game, also those destroyed. Cards a viewer may not know are left out by [`RuleSet::view`].
    fn units(state: &Self::State) -> Vec<UnitInfo>;

    /// What each seat threatens as things stand; nothing where a system does not tell, or nothing is known of it yet.
    fn threats(_state: &Self::State) -> Option<Vec<Threat>> {
        None
    }

    /// What was settled before the first move and games are compared by. Nothing of it is hidden from anybody.
    fn terms(_state: &Self::State) -> Terms {
        Terms::default()
    }

    /// An event in one sentence for the log.
    fn tell(before: &Self::State, event: &Self::Event) -> String;

    /// The dice an event holds, in the order thrown.
    fn dice(event: &Self::Event) -> Vec<&Roll>;

    /// The event's type as its wire form names it: `unit_moved`.
    fn event_name(event: &Self::Event) -> &'static str;

    /// How older schemas of this system's events become the present one, in order.
    fn upcasters() -> &'static [Upcaster] {
        &[]
    }

    /// The state as a viewer may know it: hidden things become unknown. Folding an event as
    /// [`RuleSet::redact`]ed gives this same state.
    fn view(state: &Self::State, viewer: Viewer) -> Self::State;

    /// An event as a viewer may know it when the game stands at `now`.
    fn redact(event: &Self::Event, now: &Self::State, viewer: Viewer) -> Self::Event;

    /// A command as a viewer may know it when the game stands at `now`, or nothing if it must stay unseen.
    fn redact_command(
        command: &Self::Command,
        seat: Seat,
        now: &Self::State,
        viewer: Viewer,
    ) -> Option<Self::Command>;

    /// Whether anything in this state is hidden from somebody.
    fn has_secrets(state: &Self::State) -> bool;

    /// Answers a question about a position.
    fn inspect(state: &Self::State, question: &Question) -> Result<Inspection, Refusal>;

    /// What must be true of every state, each by name; the first that is not.
    fn invariants(state: &Self::State) -> Result<(), String>;

    /// Whether a state in which somebody is asked is one that a table can have: the invariants, and every number within what
    /// it can be. Streams from outside are held to it between any two commands.
    ///
    /// # Errors
    /// What no table can have.
    fn sound(state: &Self::State) -> Result<(), String> {
        Self::invariants(state)
    }

    /// A command as a line of the text notation, in the rulebook's words.
    fn say(command: &Self::Command) -> String;

    /// The command of a notation line, or what is wrong with it.
    fn hear(line: &str) -> Result<Self::Command, String>;

    /// The embedded packs, as JSON.
    fn sample_packs() -> Vec<Value>;

    /// Checks a pack and gives its name, or every fault with its path.
    fn check_pack(pack: &Value) -> Result<PackInfo, Vec<PackFault>>;

    /// The JSON Schema of a pack.
    fn pack_schema() -> Value;

    /// Sets up a game from packs: fills in what the setup leaves open. `packs` are those the setup may use.
    fn setup_from(request: &Value, packs: &[Value]) -> Result<Self::Setup, Refusal>;

    /// The JSON Schema of a setup request.
    fn setup_schema() -> Value;

    /// A position drawn by hand, filled up to a whole one: what stands where, on which field, whose turn it is. It need
    /// not be sound yet: [`RuleSet::begin_at`] judges that. `packs` are those it may use. What cannot even be pictured is
    /// refused, with its place in the drawing as `path`. Rule `HS-POS-01`.
    fn sketched(sketch: &Value, packs: &[Value]) -> Result<DrawnPosition<Self::State>, Refusal>;

    /// The JSON Schema of a drawn position.
    fn sketch_schema() -> Value;
}

/// A position drawn by hand, filled up to a whole one.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPosition<S> {
    /// The position, as far as it can be pictured.
    pub state: S,
    /// The terrain that was drawn, in the order of the drawing.
    pub terrain: Vec<DrawnFeature>,
    /// Why no game begins from it, where the position alone does not show that: an order that nobody may have, terrain
    /// where none can lie. Its `path` is the place in the drawing.
    pub refusal: Option<Refusal>,
}

/// Where a piece of terrain was drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DrawnFeature {
    /// Corners in order, in board units.
    pub outline: Vec<Point>,
    /// How far it is turned: degrees, clockwise, 0 = +y.
    pub facing: f64,
}

impl<S> DrawnPosition<S> {
    /// One that the position alone judges, without terrain of its own.
    pub const fn plain(state: S) -> Self {
        Self {
            state,
            terrain: Vec::new(),
            refusal: None,
        }
    }
}

/// One step from an older event schema to the next.
#[derive(Debug, Clone, Copy)]
pub struct Upcaster {
    /// The event type it reads.
    pub kind: &'static str,
    /// The schema it reads; it writes the next one.
    pub from: u16,
    /// Changes the externally tagged JSON form of the event.
    pub step: fn(&mut Value) -> Result<(), String>,
}

/// What was settled before the first move of a game, in words that every system shares.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, serde::Deserialize, JsonSchema)]
pub struct Terms {
    /// The hashes of the packs in play, each once, in order.
    pub packs: Vec<String>,
    /// The scenario's id, if the game has scenarios.
    pub scenario: Option<String>,
    /// The map's id, if the game has maps.
    pub map: Option<String>,
    /// What each army may cost, if that is agreed.
    pub budget: Option<u32>,
}

/// What a pack is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
pub struct PackInfo {
    /// The system it is for.
    pub system: String,
    /// Its id: lower-case words and hyphens.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// The BLAKE3 hash of its canonical JSON, 64 hexadecimal digits.
    pub hash: String,
}

/// One fault of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
pub struct PackFault {
    /// A JSON pointer.
    pub path: String,
    /// What is wrong and what would be right.
    pub reason: String,
}
