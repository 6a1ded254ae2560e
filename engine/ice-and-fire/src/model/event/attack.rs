//! Events of attacks and their dice.

use hindsight_kernel::Roll;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::contests::Attack;
use super::parts::{Again, AttackChange, RollOf};
use super::subjects::{Contest, Roller, Subjects};

/// Attacks and their dice.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum AttackEvent {
    /// An attack was declared. Rule `IF-ATK-01`.
    AttackDeclared {
        /// It.
        attack: Box<Attack>,
    },
    /// An effect changed the attack.
    AttackChanged {
        /// How.
        change: AttackChange,
    },
    /// The attack dice were rolled. Rule `IF-ATK-02`.
    AttackRolled {
        /// The dice.
        roll: Roll,
        /// To Hit.
        to_hit: u8,
    },
    /// Dice were rolled again. Rules `IF-ATK-04`, `IF-ATK-08`, `IF-COND-02` to `-04`.
    DiceRerolled {
        /// Of which roll.
        of: RollOf,
        /// Why.
        by: Again,
        /// Places in the roll, from 0.
        places: Vec<u8>,
        /// Their new faces.
        roll: Roll,
    },
    /// The Charge Bonus was used or let go. Rule `IF-BON-01`.
    BonusUsed,
    /// The hits were counted. Rules `IF-ATK-03`, `IF-ATK-05`.
    HitsCounted {
        /// Hits that allow a defence die.
        hits: u16,
        /// Wounds that allow none.
        precise: u16,
    },
    /// The defence dice were rolled. Rules `IF-ATK-06`, `IF-ATK-07`.
    DefenceRolled {
        /// The dice.
        roll: Roll,
        /// The Defence save.
        save: u8,
        /// Added to each die.
        modifier: i8,
    },
    /// The dice of an attack were read. Rule `IF-ATK-09`.
    AttackResolved {
        /// Hits blocked.
        blocked: u16,
        /// Wounds dealt, surplus included.
        wounds: u16,
    },
    /// An attack is over.
    AttackEnded,
}

impl AttackEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::AttackDeclared { attack } => Subjects::units([attack.attacker, attack.defender]),
            Self::AttackRolled { roll, to_hit } => {
                Subjects::of(Contest::Attack).thrown(roll, Roller::Of(RollOf::Attack), Some(*to_hit))
            }
            Self::DiceRerolled { of, roll, .. } => {
                Subjects::of(Contest::Roll(*of)).thrown(roll, Roller::Of(*of), None)
            }
            Self::DefenceRolled { roll, save, modifier } => {
                let target = (i32::from(*save) - i32::from(*modifier)).clamp(1, 7) as u8;
                Subjects::of(Contest::Attack).thrown(roll, Roller::Of(RollOf::Defence), Some(target))
            }
            Self::AttackChanged { .. }
            | Self::BonusUsed
            | Self::HitsCounted { .. }
            | Self::AttackResolved { .. }
            | Self::AttackEnded => Subjects::default(),
        }
    }
}
