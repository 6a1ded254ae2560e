//! Engagements of units, and what the start of the turn showed to each of them.

use battleground_geometry::{Inches, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::omitted::is_false;
use crate::model::names::UnitId;

/// How a rusher came to be engaged. Rules `BG4-RUSH-16`, `BG4-RUSH-23`, `BG4-RUSH-25` (pp. 58-59, 71, 72-73).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RushKind {
    /// With its front.
    Front,
    /// With a flank: FRF.
    Flank,
    /// With a corner: FRC.
    Corner,
}

/// Two engaged units. Rules `BG4-RUSH-16`, `BG4-RUSH-17`, `BG4-COLOS-03` (pp. 58-59, 121).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Engagement {
    /// The unit that Final Rushed, or its replacement.
    pub rusher: UnitId,
    /// The rusher's engaged side.
    pub rusher_side: Side,
    /// The unit that was rushed, or its replacement.
    pub rushed: UnitId,
    /// The rushed unit's engaged side.
    pub rushed_side: Side,
    /// How.
    pub kind: RushKind,
    /// On a Colossal flank, which of its centre points counts, from the front: 0, 1, 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<u8>,
    /// The turn of the Final Rush.
    pub turn: u16,
    /// Whether one of the two stepped in for a unit destroyed: nobody is Charging in it. Rule `BG4-ENG-09` (p. 83).
    #[serde(default, skip_serializing_if = "is_false")]
    pub taken_over: bool,
}

impl Engagement {
    /// Whether a unit takes part.
    pub fn has(&self, unit: UnitId) -> bool {
        self.rusher == unit || self.rushed == unit
    }

    /// The other unit, as one of them sees it, with the own side and the other's side.
    pub fn seen_by(&self, unit: UnitId) -> Option<(UnitId, Side, Side)> {
        if unit == self.rusher {
            Some((self.rushed, self.rusher_side, self.rushed_side))
        } else if unit == self.rushed {
            Some((self.rusher, self.rushed_side, self.rusher_side))
        } else {
            None
        }
    }
}

/// What the start of the turn showed one own unit of one enemy. Rule `BG4-GEO-21` (pp. 62-65).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Glimpse {
    /// The own unit.
    pub unit: UnitId,
    /// The enemy.
    pub enemy: UnitId,
    /// Whether it was Visible.
    pub visible: bool,
    /// The only side that may be Final Rushed this turn: the Facing Side, or the Nearest Open Side if the Facing Side
    /// was blocked; nothing if no Open Path led to it, or if the enemy was not Visible.
    pub side: Option<Side>,
    /// From the front centre to the centre point of that side; of the Facing Side if there is none.
    pub distance: Inches,
    /// Whether the unit could have Final Rushed it then. Rule `BG4-RUSH-10` (p. 66).
    pub could_rush: bool,
    /// Where the front centre lay on a diagonal: the Facing Side for which this holds. The pair then has a glimpse for
    /// either. Rule `BG4-GEO-11` (p. 8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Side>,
}
