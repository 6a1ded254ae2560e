//! Declared attacks: who attacks whom, by Shock or by Charge, and what has become of them.

use hindsight_geometry::hexes::{Facing, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::{ClassId, UnitId};

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The course of a Charge or Counter-Charge: hexes entered, and one turn of one vertex at most. Rule `MOI-CHARGE-04`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The hexes entered, the last next to the target.
    pub path: Vec<Hex>,
    /// The turn, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnAt>,
}

/// Where in a Charge the unit turns. Rule `MOI-CHARGE-04`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnAt {
    /// After how many steps: 0 before the first, the number of steps at the end.
    pub after: u8,
    /// To which facing, one vertex from the one before.
    pub facing: Facing,
}

/// One attack as it is declared. Rule `MOI-SHOCK-14`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// The attackers.
    pub attackers: Vec<DeclaredAttacker>,
    /// The one defender, or the two of a single attacker. Rule `MOI-SHOCK-03`.
    pub defenders: Vec<UnitId>,
}

/// An attacker as it is declared: by Shock, or by a Charge along a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeclaredAttacker {
    /// The unit.
    pub unit: UnitId,
    /// Its course, if it Charges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charge: Option<Course>,
}

/// An attack that was declared, until its round is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The attackers.
    pub attackers: Vec<Attacker>,
    /// The defenders.
    pub defenders: Vec<Defender>,
    /// The defenders that counter-charged Shocking attackers of it. Rule `MOI-CC-09`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub countered_by: Vec<UnitId>,
    /// Whether it has been rolled for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rolled: bool,
    /// Whether it was fought or came to nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
}

/// The marker of an attacker. Rule `MOI-COMP-07`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Marker {
    /// It attacks by Shock.
    #[default]
    Shock,
    /// It Charges. A Charging unit that is Disordered attacks by Shock. Rule `MOI-CHARGE-10`.
    Charge,
}

/// A unit of an attack and where it must be found to take part. Rule `MOI-SHOCK-13`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attacker {
    /// The unit.
    pub unit: UnitId,
    /// Its class when it was declared: an Unhorsed unit takes no part.
    pub class: ClassId,
    /// Its hex.
    pub at: Hex,
    /// Its marker.
    #[serde(default, skip_serializing_if = "is_default")]
    pub marker: Marker,
    /// The course of a charger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// Whether a charger has ridden it, to its end or not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rode: bool,
}

/// A defender and where it must be found to be attacked. Rule `MOI-SHOCK-13`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defender {
    /// The unit.
    pub unit: UnitId,
    /// Its hex.
    pub at: Hex,
}

/// Which attack a step speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// One of the round, counted from 0 as declared.
    Round(u8),
    /// That of a Counter-Charge against fire. Rule `MOI-CC-10`.
    Counter,
}
