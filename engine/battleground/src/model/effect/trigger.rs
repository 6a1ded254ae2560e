//! Special rules that answer what happens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Condition, Effect};

/// What a special rule waits for, as seen by the unit that has it. Rules `BG4-ATK-10`, `BG4-CONS-01`, `BG4-END-01` (pp. 97-98,
/// 111-113).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Happening {
    /// It begins an attack; before the to-hit roll and its cards.
    AttackBegins,
    /// It is attacked; before the to-hit roll and its cards.
    Attacked,
    /// The to-hit dice of its attack are thrown; before cards are played on the roll.
    ThrownToHit {
        /// At least so many of them show one of the faces.
        #[serde(default = "one")]
        least: u8,
        /// Which faces.
        faces: Vec<u8>,
    },
    /// The to-wound dice of its attack are thrown; before cards are played on the roll.
    ThrownToWound {
        /// At least so many of them show one of the faces.
        #[serde(default = "one")]
        least: u8,
        /// Which faces.
        faces: Vec<u8>,
    },
    /// It was destroyed: `other` is whose attack marked its last box, if one did.
    Destroyed,
    /// It destroyed an enemy: its attack marked the last box.
    DestroysEnemy,
    /// It was put In the Yellow.
    InYellow,
    /// It was put In the Red.
    InRed,
    /// An enemy that it attacked was put In the Yellow.
    EnemyInYellow,
    /// An enemy that it attacked was put In the Red.
    EnemyInRed,
    /// An enemy engaged with it was destroyed or routs away, and it is engaged no more.
    EngagementWon,
    /// It passed a courage check.
    CouragePassed,
    /// It failed a courage check.
    CourageFailed,
    /// A turn ends. Rule `BG4-END-01` (pp. 112-113).
    EndOfTurn,
}

impl Happening {
    /// Whether an attack is at hand when it happens.
    pub const fn is_in_attack(&self) -> bool {
        matches!(
            self,
            Self::AttackBegins | Self::Attacked | Self::ThrownToHit { .. } | Self::ThrownToWound { .. }
        )
    }

    /// Whether it speaks of another unit besides the one that has the rule.
    pub const fn has_other(&self) -> bool {
        match self {
            Self::AttackBegins
            | Self::Attacked
            | Self::ThrownToHit { .. }
            | Self::ThrownToWound { .. }
            | Self::Destroyed
            | Self::DestroysEnemy
            | Self::EnemyInYellow
            | Self::EnemyInRed
            | Self::EngagementWon => true,
            Self::InYellow | Self::InRed | Self::CouragePassed | Self::CourageFailed | Self::EndOfTurn => {
                false
            }
        }
    }
}

/// On which of the units that a happening speaks of effects fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// The unit that has the rule.
    #[default]
    Itself,
    /// The other unit: the enemy of the attack, of the engagement, the one destroyed or hurt.
    Other,
}

/// A special rule that answers what happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// Its name, as it is cited.
    #[schemars(length(min = 1, max = 60))]
    pub name: String,
    /// What it waits for.
    pub at: Happening,
    /// What must hold then of the unit that has it, and of the attack at hand.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Whether its owner may leave it.
    #[serde(default)]
    pub may: bool,
    /// On whom its effects fall.
    #[serde(default)]
    pub on: Whom,
    /// What it does, in order.
    #[schemars(length(max = 20))]
    pub effects: Vec<Effect>,
}

const fn one() -> u8 {
    1
}
