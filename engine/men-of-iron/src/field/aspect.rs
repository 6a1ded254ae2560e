//! Through which of its sides a unit is seen, shot at or attacked (§6.1, §9.1, §10.4, pp. 5-9).

use hindsight_geometry::hexes::{Bearing, Facing, Flank, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::piece::{Formation, Unit};

/// Through which side of a unit a line meets it: one side, or exactly along the spine between two. Rule `MOI-HEX-05`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// Through one side.
    Side(Flank),
    /// Along the spine between two sides.
    Spine(Flank, Flank),
}

impl Aspect {
    /// The aspect of something at `at` with a facing, seen from `from`; nothing from its own hex. Rule `MOI-HEX-05` (pp. 5-9).
    pub fn seen(at: Hex, facing: Facing, from: Hex) -> Option<Self> {
        Some(match at.bearing_to(from)? {
            Bearing::Side(side) => Self::Side(facing.flank(side)),
            Bearing::Spine(vertex) => {
                let [left, right] = vertex.frontal();
                let (one, other) = (facing.flank(left), facing.flank(right));
                Self::Spine(one.min(other), one.max(other))
            }
        })
    }

    /// The aspect of a combat unit seen from a hex. All six sides of a Schiltron are frontal. Rules `MOI-HEX-05`,
    /// `MOI-SCHIL-03` (pp. 5-13).
    pub fn of(unit: &Unit, from: Hex) -> Option<Self> {
        let seen = Self::seen(unit.hex()?, unit.facing()?, from)?;
        Some(match (unit.formation, seen) {
            (Formation::Schiltron, Self::Side(_)) => Self::Side(Flank::Front),
            (Formation::Schiltron, Self::Spine(..)) => Self::Spine(Flank::Front, Flank::Front),
            (Formation::Open | Formation::ShieldWall, seen) => seen,
        })
    }

    /// Whether it lies in the arc of Active and Return Fire, and not in the rear: a frontal or flank side, or a spine that
    /// touches a frontal side and no rear one. Rules `MOI-FIRE-03`, `MOI-FIRE-04`, `MOI-CC-01` (pp. 7, 11).
    pub const fn is_in_arc(self) -> bool {
        match self {
            Self::Side(side) => !matches!(side, Flank::Rear),
            Self::Spine(one, other) => {
                (matches!(one, Flank::Front) || matches!(other, Flank::Front))
                    && !matches!(one, Flank::Rear)
                    && !matches!(other, Flank::Rear)
            }
        }
    }

    /// Whether it is frontal: a frontal side, or a spine between two. Rule `MOI-WALL-05` (p. 13).
    pub const fn is_frontal(self) -> bool {
        match self {
            Self::Side(side) => matches!(side, Flank::Front),
            Self::Spine(one, other) => matches!(one, Flank::Front) && matches!(other, Flank::Front),
        }
    }

    /// Whether it is a flank side; no spine is. Rule `MOI-FIRE-20` (p. 8).
    pub const fn is_flank(self) -> bool {
        matches!(self, Self::Side(Flank::LeftFlank | Flank::RightFlank))
    }
}

impl Unit {
    /// Its two frontal hexes, as far as they can be named; for a Schiltron all six around it. Rules `MOI-HEX-03`,
    /// `MOI-SCHIL-03` (pp. 5, 13).
    pub fn frontal_hexes(&self) -> impl Iterator<Item = Hex> {
        let around = self.formation == Formation::Schiltron;
        self.hex()
            .zip(self.facing())
            .into_iter()
            .flat_map(move |(hex, facing)| {
                hex.neighbours()
                    .filter(move |(direction, _)| around || facing.flank(*direction) == Flank::Front)
                    .map(|(_, neighbour)| neighbour)
            })
    }

    /// Whether a hex is one of its frontal hexes.
    pub fn has_in_front(&self, hex: Hex) -> bool {
        self.frontal_hexes().any(|frontal| frontal == hex)
    }
}
