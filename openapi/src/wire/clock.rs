//! Clocks: how long each player took, and the time control that a game may state.

use hindsight_kernel::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The time that each seat has for its decisions. Nothing ends by itself when it is used up: the table decides what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Minutes for the whole game, 1 to 1,440.
    #[schemars(range(min = 1, max = 1440))]
    pub minutes: u32,
    /// Seconds that each decision adds, 0 to 3,600.
    #[serde(default)]
    #[schemars(range(min = 0, max = 3600))]
    pub increment_seconds: u32,
}

/// How long the players of a game took, by the times at which its commands were recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameClock {
    /// The game.
    pub game: String,
    /// The version of its last event.
    pub version: u64,
    /// The time control, if the game states one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<TimeControl>,
    /// The version of the rules by which the clocks run; a game keeps the one that it was begun with. 1: a wait of more than an
    /// hour is a break. 2: a wait is a break if it is longer than an hour and than the whole time of a seat. 3: as 2, and a pass pays no
    /// increment.
    #[serde(default = "first_rules")]
    pub rules: u32,
    /// Whether the times tell anything: a game that came in as a text was recorded at once.
    pub timed: bool,
    /// The seats, in order.
    pub seats: Vec<SeatClock>,
    /// Waits that count as breaks and for nobody; `rules` says which.
    pub breaks: u32,
    /// The seats whose clocks run now.
    pub running: Vec<Seat>,
    /// Since when they run: the last decision (RFC 3339).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

/// The rules of clocks that nobody named.
const fn first_rules() -> u32 {
    1
}

/// How long a seat took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatClock {
    /// The seat.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// Milliseconds for its decisions so far.
    pub used_ms: u64,
    /// How many decisions these were.
    pub decisions: u32,
    /// The longest of them, in milliseconds.
    pub longest_ms: u64,
    /// The event that the longest led to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_at: Option<u64>,
    /// Milliseconds that it had left after its last decision, under the time control; below 0 once it has used more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<i64>,
    /// The event by which it had used more than it had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overstepped_at: Option<u64>,
    /// Turn by turn.
    pub turns: Vec<TurnTime>,
    /// By what was asked, in order of its name; empty for whom what belongs to the seat is hidden.
    #[serde(default)]
    pub by_decision: Vec<DecisionTime>,
}

/// How long a seat took for the decisions of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DecisionTime {
    /// The decision that was awaited from the seat when the command came, as games name it (`awaiting`): `deploy_unit`,
    /// `movement_command`, `rush_target` ...; `unasked` where none was awaited from it.
    pub decision: String,
    /// How many there were, without those after a break.
    pub decisions: u32,
    /// Milliseconds for all of them.
    pub used_ms: u64,
    /// Milliseconds for one of them on average, rounded down; nothing where each followed a break.
    pub average_ms: Option<u64>,
}

/// How long a seat took in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnTime {
    /// The turn; 0 before the battle.
    pub turn: u32,
    /// Milliseconds.
    pub used_ms: u64,
}
