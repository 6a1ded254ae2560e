//! Events of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.

use hindsight_geometry::hexes::{Facing, Hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::attack::{Attack, Course, Which};
use super::super::drm::Throw;
use super::super::names::{LeaderId, UnitId};
use super::parts::Against;
use super::subjects::Subjects;
use crate::data::{Combat, CombatCell, Order};

/// Attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum ShockEvent {
    /// A Counter-Charge was tried. Rule `MOI-CC-07`.
    CounterChargeRolled {
        /// The unit.
        unit: UnitId,
        /// Whom it counter-charges.
        targets: Vec<UnitId>,
        /// Against which trigger.
        against: Against,
        /// The roll.
        throw: Throw,
        /// Whether it succeeds.
        success: bool,
    },
    /// A counter-charging unit moved one hex. Rule `MOI-CC-10`.
    CounterChargerMoved {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A counter-charging unit attacks: once it is there, and again with each Continued Attack. Rules `MOI-CC-10`, `MOI-CC-13`.
    CounterAttackMade {
        /// The attack.
        attack: Attack,
    },
    /// All attacks of the round were declared. Rule `MOI-SHOCK-05`.
    AttacksDeclared {
        /// The attacks.
        attacks: Vec<Attack>,
    },
    /// A charger takes another course, its own being no longer free; or it drops out. Rule `MOI-CHARGE-10`.
    ChargeRerouted {
        /// The charger.
        unit: UnitId,
        /// Its course; none: it drops out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<Course>,
    },
    /// A charger moved one hex. Rule `MOI-CHARGE-10`.
    ChargerMoved {
        /// The charger.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A charger has come to the end of its course, or fallen out on the way.
    ChargeArrived {
        /// The charger.
        unit: UnitId,
    },
    /// A Reluctance roll. Rule `MOI-CHARGE-13`.
    ReluctanceRolled {
        /// The charger.
        unit: UnitId,
        /// Its target.
        target: UnitId,
        /// The roll.
        throw: Throw,
        /// Whether the Charge goes on.
        success: bool,
    },
    /// A unit retreated before shock. Rule `MOI-RBS-02`.
    RetreatedBeforeShock {
        /// The unit.
        unit: UnitId,
        /// From where.
        from: Hex,
        /// Where to.
        to: Hex,
        /// The vertex it then faces.
        facing: Facing,
        /// The leaders that go with it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
    },
    /// A roll on the Shock or Charge Table. Rule `MOI-SHOCK-08`.
    ShockRolled {
        /// Which attack.
        attack: Which,
        /// The attackers that take part.
        attackers: Vec<UnitId>,
        /// The defender.
        defender: UnitId,
        /// The table. Rule `MOI-SHOCK-07`.
        table: Combat,
        /// The column.
        column: Order,
        /// The roll.
        throw: Throw,
        /// The result.
        result: CombatCell,
    },
    /// An attack is over: fought, or come to nothing. Rule `MOI-SHOCK-13`.
    AttackOver {
        /// Which.
        attack: Which,
    },
}

impl ShockEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::CounterChargeRolled {
                unit, targets, throw, ..
            } => Subjects::units([*unit].into_iter().chain(targets.iter().copied())).thrown(&throw.roll),
            Self::ReluctanceRolled {
                unit, target, throw, ..
            } => Subjects::units([*unit, *target]).thrown(&throw.roll),
            Self::ShockRolled {
                attackers,
                defender,
                throw,
                ..
            } => Subjects::units(attackers.iter().copied().chain([*defender])).thrown(&throw.roll),
            Self::CounterChargerMoved { unit, .. }
            | Self::ChargeRerouted { unit, .. }
            | Self::ChargerMoved { unit, .. }
            | Self::ChargeArrived { unit }
            | Self::RetreatedBeforeShock { unit, .. } => Subjects::units([*unit]),
            Self::CounterAttackMade { .. } | Self::AttacksDeclared { .. } | Self::AttackOver { .. } => {
                Subjects::default()
            }
        }
    }
}
