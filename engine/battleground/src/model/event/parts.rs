//! Parts of events: what moved a unit and how far, what command actions were spent on, marks of a turn.

use battleground_geometry::{Inches, Pose, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Event, MovementEvent};
use crate::model::command::Leg;
use crate::model::names::UnitId;
use crate::model::state::Lasting;

/// What moved a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MoveKind {
    /// Deployment.
    Deployed,
    /// Under its standing order.
    Ordered,
    /// Under Direct Control.
    Controlled,
    /// A Final Rush.
    Rush,
    /// Realignment of an engaged unit, or a Colossal unit sliding back.
    Realigned,
    /// A free About Face on Routing.
    RoutTurn,
    /// A rout move.
    Rout,
    /// A Reform on Rally.
    Rally,
    /// A Back Up Unit steps in.
    SteppedIn,
    /// A ruling.
    Ruling,
}

/// What command actions were spent on. Rule `BG4-CMD-15` (pp. 35-38).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// Rule `BG4-CMD-05` (pp. 35-36).
    ChangeOrder(UnitId),
    /// Rule `BG4-CMD-06` (pp. 36, 46).
    DirectControl(UnitId),
    /// Rule `BG4-CMD-08` (p. 36).
    DrawCard,
    /// Rule `BG4-CMD-09` (pp. 36, 100).
    Ability(String),
    /// Rule `BG4-CMD-10` (pp. 36-37, 44).
    Rally(UnitId),
    /// Rule `BG4-CMD-11` (p. 37).
    Reload(UnitId),
    /// Rule `BG4-CMD-12` (p. 37).
    Reorganize(UnitId),
    /// Rule `BG4-CMD-13` (pp. 37-38).
    SoundTheCharge,
    /// Rule `BG4-CMD-14` (pp. 38, 127-128).
    Recall,
    /// A spell or special rule that costs some.
    Other(String),
}

/// The way of one of several units that move at the same time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Who.
    pub unit: UnitId,
    /// What it did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<Leg>,
    /// Where it lies now.
    pub to: Pose,
    /// Inches measured.
    pub distance: Inches,
    /// Inches it might have moved.
    pub allowance: Inches,
    /// Why, where that is not the reason of the event: units under Direct Control move beside others under orders. Rule `BG3-MOV-15`
    /// (p. 12).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<MoveKind>,
}

/// A mark that holds for this turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnMark {
    /// Activated.
    Activated,
    /// Does not Final Rush any more this turn.
    NoRush,
    /// Under Direct Control.
    Controlled,
    /// Its owner names this enemy as nearest.
    NamedEnemy(UnitId),
    /// Rallied.
    Rallied,
    /// Frightened.
    Frightened,
    /// Counts as engaged since the turn began. Rule `BG3-BACK-04` (p. 23).
    BeganEngaged,
    /// Took its Fear Check.
    FearChecked,
    /// Was charged by a Terrifying unit. Rule `BG4-KEYW-09` (p. 131).
    Terrified,
    /// Charged a larger unit, or was charged by one. Rule `BG3-MOD-06` (p. 19).
    Outreached,
    /// Cast a spell.
    Cast,
    /// Subject of a Healing spell.
    Healed,
    /// Took off.
    TookOff,
    /// So many of its boxes were marked before a spell of the Combat Phase at hand healed it. Rule `BG3-SPELL-05` (p. 32).
    HealedFrom(u8),
    /// These Blessings and Curses lay on it before a spell of the present Combat Phase changed them. Rule `BG3-COMB-02`
    /// (pp. 16-17).
    SpelledFrom(Vec<Lasting>),
    /// Lands at the end of its move, or no more. Rule `BG3-KEY-17` (p. 29).
    Lands(bool),
    /// Used its sideways shift.
    Shifted,
    /// Has suffered for being rushed as a Skirmisher. Rule `BG3-KEY-33` (p. 31).
    RiddenDown,
    /// Its ranged attack that must be paid for is enabled. Rule `BG3-ORD-08` (p. 6).
    Paid,
    /// Was run through by a routing friend: it neither moves nor fires this turn. Rule `BG3-ROUT-11` (p. 24).
    RunThrough,
    /// Has thrown its Javelins or Pila besides this turn. Rule `BG3-KEY-23` (p. 30).
    Threw,
    /// These enemies are out of the range of its missiles as the turn begins. Rule `BG3-KEY-23` (p. 30).
    Beyond(Vec<UnitId>),
    /// Routs, and touches these friends as the turn begins. Rules `BG3-TURN-05` (p. 14), `BG3-ROUT-11` (p. 24).
    Touched(Vec<UnitId>),
    /// Has rallied at the end of a rout move of this turn. Rules `BG3-KEY-34`, `BG3-KEY-35` (pp. 10, 31).
    RalliedAfterRunning,
    /// Uses this ranged attack for its movement.
    RangedMode(u8),
    /// This side of an enemy faces it for the whole turn.
    FacingSide(UnitId, Side),
    /// Does not rush this enemy with a flank or at a corner, though it could. Rule `BG3-RUSH-12` (pp. 6, 14).
    RushDeclined(UnitId),
    /// Takes a path that does not lead past this enemy. Rule `BG3-PATH-07` (p. 13).
    PathNotPast(UnitId),
    /// Met terrain with this change of MC.
    Terrain(i8),
}

impl Movement {
    /// The event of a unit that moves alone.
    pub fn alone(self, kind: MoveKind) -> Event {
        let Self {
            unit,
            legs,
            to,
            distance,
            allowance,
            kind: own,
        } = self;
        Event::Movement(MovementEvent::UnitMoved {
            unit,
            kind: own.unwrap_or(kind),
            legs,
            to,
            distance,
            allowance,
            shown: None,
        })
    }
}
