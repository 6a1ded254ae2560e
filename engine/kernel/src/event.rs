//! Events of a game's stream: the system's, and the table's own around them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Commitment, GameOutcome, NoteKind, NotedPosition, Refusal, ReportedDice, Rules, Seat};

/// Where a game's dice come from, fixed at its opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiceKind {
    /// The server rolls from a seed whose hash is published here.
    Server {
        /// The hash of the seed.
        commitment: Commitment,
    },
    /// The players throw on the table and report the faces with their commands.
    Reported,
    /// A script gives the faces: tests and simulations.
    Scripted,
}

/// A command as it was given, kept with the events it caused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Given<C, P> {
    /// Who spoke, or nothing for the table as a whole.
    pub seat: Option<Seat>,
    /// What was asked.
    pub order: GameOrder<C, P>,
    /// Dice reported with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<ReportedDice>,
}

/// What can be asked of a game, whatever its system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameOrder<C, P> {
    /// Open the game. Only ever the first.
    Open,
    /// Play a command of the system.
    Play {
        /// The command.
        command: C,
    },
    /// Go back to an earlier version of the present line.
    TakeBack {
        /// That version.
        to: u64,
        /// Why, if said.
        reason: Option<String>,
    },
    /// Change the position outside the rules.
    Rule {
        /// What changes.
        patch: P,
        /// Why: not empty.
        reason: String,
    },
    /// Set the whole board as it was noted beside the table.
    Note {
        /// The position.
        position: NotedPosition,
        /// The kind of reason for which the record goes on from it.
        kind: NoteKind,
        /// The reason in words, if said; a correction has one.
        reason: Option<String>,
    },
    /// Give up.
    Concede,
    /// Propose a result.
    Propose {
        /// The winning side, or nothing for a draw.
        winner: Option<crate::SideId>,
    },
    /// Answer the other side's proposal.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Say something.
    Say {
        /// 1 to 2,000 characters.
        text: String,
    },
    /// Put in another command where one was given, then decide the later ones again.
    Correct(Box<Correction<C, P>>),
    /// Commit the server's tray to a new seed (a game that moved here unfinished).
    Reseed,
}

/// A change of the past.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Correction<C, P> {
    /// The version at which the command to change begins.
    pub at: u64,
    /// What to do there.
    pub change: CorrectionChange<C, P>,
    /// Why: not empty.
    pub reason: String,
}

/// What to do with a past command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CorrectionChange<C, P> {
    /// Another command in its place. Dice it needs beyond those given come from the recorded ones.
    Replace {
        /// The right command.
        given: Given<C, P>,
    },
    /// A forgotten command before it.
    Insert {
        /// The forgotten command.
        given: Given<C, P>,
    },
    /// Nothing in its place.
    Remove,
}

/// One event of a game's stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEvent<E, C, P> {
    /// Something happened in the game.
    Played(E),
    /// The table was opened.
    Opened {
        /// The system's id.
        system: String,
        /// The version of the rules that began the game.
        rules_version: String,
        /// Where the dice come from.
        dice: DiceKind,
    },
    /// The game went back; what came after `to` is an abandoned line.
    TakenBack {
        /// The version the game went back to.
        to: u64,
        /// Why, if said.
        reason: Option<String>,
    },
    /// The past was corrected; what came from `at` on is an abandoned line, decided again below.
    Corrected {
        /// Where the changed command began.
        at: u64,
        /// Why.
        reason: String,
        /// How many later commands were decided again.
        redone: u32,
        /// The first one that is no longer legal; it and all after it are left out.
        stopped: Option<Stopped>,
    },
    /// The events up to the next marker come from a command decided again.
    Redone {
        /// Where that command, or the one it replaces, began before; nothing for one that is put in besides.
        was: Option<u64>,
        /// The command.
        given: Given<C, P>,
    },
    /// The players changed the position outside the rules, by the event that follows.
    Ruled {
        /// Who asked for it.
        seat: Option<Seat>,
        /// Why.
        reason: String,
    },
    /// The board was set as it was noted beside the table, by the event that follows.
    Noted {
        /// The seat that asked for it.
        seat: Option<Seat>,
        /// The kind of reason for which the record goes on from there.
        kind: NoteKind,
        /// The reason in words, if said.
        reason: Option<String>,
    },
    /// A seat gave up.
    Conceded {
        /// Which.
        seat: Seat,
    },
    /// A seat proposed a result.
    Proposed {
        /// Which seat.
        seat: Seat,
        /// The winning side, or nothing for a draw.
        winner: Option<crate::SideId>,
    },
    /// The proposal was answered.
    Answered {
        /// By which seat.
        seat: Seat,
        /// Whether it was accepted.
        accept: bool,
    },
    /// Table talk.
    Said {
        /// Who spoke.
        seat: Option<Seat>,
        /// What.
        text: String,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: GameOutcome,
    },
    /// The seed is public: anyone can check the server's dice.
    SeedRevealed {
        /// 64 hexadecimal digits.
        seed: String,
        /// The commitment it opens.
        commitment: Commitment,
    },
    /// From here on the server's dice come from another seed.
    Reseeded {
        /// Its hash.
        commitment: Commitment,
    },
}

/// Where a correction had to stop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stopped {
    /// Where the command that is no longer legal began.
    pub at: u64,
    /// How many commands, this one included, were left out.
    pub dropped: u32,
    /// Why it is refused now; its details say what could mend it.
    pub refusal: Refusal,
}

/// The events of a system's games.
pub type EventOf<R> = GameEvent<<R as Rules>::Event, <R as Rules>::Command, <R as Rules>::Patch>;
/// The orders of a system's games.
pub type OrderOf<R> = GameOrder<<R as Rules>::Command, <R as Rules>::Patch>;
/// A command given in a system's game.
pub type GivenOf<R> = Given<<R as Rules>::Command, <R as Rules>::Patch>;

/// An event with the command that caused it, where it is the first of that command.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEvent<R: Rules> {
    /// What happened.
    pub event: EventOf<R>,
    /// The command, on its first event.
    pub given: Option<GivenOf<R>>,
}

impl<E, C, P> GameEvent<E, C, P> {
    /// The name of a table event, or nothing for an event of the system.
    pub const fn table_name(&self) -> Option<&'static str> {
        match self {
            Self::Played(_) => None,
            Self::Opened { .. } => Some("opened"),
            Self::TakenBack { .. } => Some("taken_back"),
            Self::Corrected { .. } => Some("corrected"),
            Self::Redone { .. } => Some("redone"),
            Self::Ruled { .. } => Some("ruled"),
            Self::Noted { .. } => Some("noted"),
            Self::Conceded { .. } => Some("conceded"),
            Self::Proposed { .. } => Some("proposed"),
            Self::Answered { .. } => Some("answered"),
            Self::Said { .. } => Some("said"),
            Self::Ended { .. } => Some("ended"),
            Self::SeedRevealed { .. } => Some("seed_revealed"),
            Self::Reseeded { .. } => Some("reseeded"),
        }
    }

    /// The version this event sends the game back to, if it does.
    pub const fn rewinds_to(&self) -> Option<u64> {
        match self {
            Self::TakenBack { to, .. } => Some(*to),
            Self::Corrected { at, .. } => Some(at.saturating_sub(1)),
            Self::Played(_)
            | Self::Opened { .. }
            | Self::Redone { .. }
            | Self::Ruled { .. }
            | Self::Noted { .. }
            | Self::Conceded { .. }
            | Self::Proposed { .. }
            | Self::Answered { .. }
            | Self::Said { .. }
            | Self::Ended { .. }
            | Self::SeedRevealed { .. }
            | Self::Reseeded { .. } => None,
        }
    }
}
