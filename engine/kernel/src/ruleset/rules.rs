//! The trait of the rulebook: how a game begins, goes on and ends.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Wire;
use crate::{Awaiting, FoldError, GameOutcome, Message, Refusal, Rulebook, Seat, Table};

/// The rules of a game: its ids, its types, its decisions and what follows from them.
///
/// Everything is a pure function of the state: no clock, no file, no randomness but the table's tray.
pub trait Rules: Sized + Clone + PartialEq + Send + Sync + Debug + 'static {
    /// The system's id in addresses and streams: `before-battle`.
    const ID: &'static str;
    /// The game's title.
    const TITLE: &'static str;
    /// The version of the rules code: raised whenever a decision may come out differently.
    const RULES_VERSION: &'static str;
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

    /// The fixed part of a state, where it keeps one. Snapshots hold that apart, so that going from one to
    /// the next does not read it again.
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
    fn evolve(state: &mut Self::State, event: &Self::Event) -> Result<(), FoldError>;

    /// Applies a ruling: emits the event that records the patch, or refuses it.
    fn rule(table: &mut Table<'_, Self>, patch: &Self::Patch) -> Result<(), Refusal>;

    /// Whose decisions are awaited. Empty exactly when the game is over.
    fn awaiting(state: &Self::State) -> Vec<Awaiting>;

    /// The outcome of the game, if the rules have ended it.
    fn outcome(state: &Self::State) -> Option<GameOutcome>;

    /// The worth of a concession of `seat`, where the rules grade it; without it the other side simply wins.
    fn conceded(_state: &Self::State, _seat: Seat) -> Option<GameOutcome> {
        None
    }

    /// The invariants of every state, each by name; the first that does not hold.
    fn invariants(state: &Self::State) -> Result<(), Message>;

    /// Whether a state in which somebody is asked is one that a table can have: the invariants, and every number within what
    /// it can be. Streams from outside are held to it between any two commands.
    ///
    /// # Errors
    /// What no table can have.
    fn sound(state: &Self::State) -> Result<(), Message> {
        Self::invariants(state)
    }
}
