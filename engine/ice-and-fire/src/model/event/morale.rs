//! Events of Panic Tests and retreats.

use hindsight_kernel::Roll;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::contests::PanicTest;
use super::super::names::UnitId;
use super::parts::RollOf;
use super::subjects::{Contest, Roller, Subjects};
use crate::cards::is_default;

/// Panic Tests and retreats.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum MoraleEvent {
    /// A Panic Test was demanded. Rule `IF-MOR-02`.
    PanicDemanded {
        /// It.
        test: PanicTest,
    },
    /// An effect changed the pending Panic Test. Rule `IF-MOR-04`.
    PanicModified {
        /// How much is added to its roll.
        by: i8,
    },
    /// The pending Panic Test is not taken; wounds are suffered instead.
    PanicReplaced {
        /// How many.
        wounds: u8,
    },
    /// The dice of a Panic Test were rolled: two D6 and the D3, thrown as a D6. Rules `IF-MOR-02`, `IF-MOR-05`.
    PanicRolled {
        /// The dice, the D3 last.
        roll: Roll,
        /// All modifiers together.
        modifier: i8,
        /// The Morale number.
        morale: u8,
    },
    /// A Panic Test was read. Rule `IF-MOR-02`.
    PanicResolved {
        /// Which unit took it.
        unit: UnitId,
        /// The modified total; none where it was replaced.
        #[serde(default, skip_serializing_if = "is_default")]
        total: Option<u8>,
        /// Whether it passed.
        passed: bool,
        /// Wounds that follow, surplus included.
        wounds: u8,
    },
    /// A Panic Test is over.
    PanicEnded,
    /// The distance die of a retreat was rolled. Rule `IF-RET-01`.
    RetreatRolled {
        /// Which unit.
        unit: UnitId,
        /// The die.
        roll: Roll,
        /// The highest distance before terrain, in thousandths of an inch.
        reach: i32,
    },
}

impl MoraleEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::PanicDemanded { test } => Subjects::units([test.unit]),
            Self::PanicRolled { roll, .. } => {
                Subjects::of(Contest::Roll(RollOf::Panic)).thrown(roll, Roller::Of(RollOf::Panic), None)
            }
            Self::PanicResolved { unit, .. } => Subjects::units([*unit]),
            Self::RetreatRolled { unit, roll, .. } => {
                Subjects::units([*unit]).thrown(roll, Roller::Unit(*unit), None)
            }
            Self::PanicModified { .. } | Self::PanicReplaced { .. } | Self::PanicEnded => Subjects::default(),
        }
    }
}
