//! Conditions under which an effect holds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Keyword, StatusName};

/// When an effect holds. All conditions of an effect must hold together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The unit is Charging (for attack numbers: toward the enemy it attacks). Rule `BG4-MODS-21` (p. 109).
    Charging,
    /// The unit is engaged.
    Engaged,
    /// The unit is not engaged.
    Unengaged,
    /// The unit is Holding. Rule `BG4-MODS-19` (pp. 54, 110, 133).
    Holding,
    /// The attack is a melee attack.
    Melee,
    /// The attack is a ranged attack.
    Ranged,
    /// The unit has one of these keywords.
    Has(Vec<Keyword>),
    /// The other unit of the attack has one of these keywords.
    Against(Vec<Keyword>),
    /// The other unit of the attack is Charging.
    AgainstCharging,
    /// The unit is Ready, Disrupted or Routing.
    Status(StatusName),
    /// The unit's base order is Close.
    OnClose,
    /// The unit has not been activated this turn.
    NotActivated,
    /// The unit belongs to this faction, or is marked with this faction label.
    Faction(String),
    /// Any wound was caused in the attack.
    Wounded,
    /// The attack is a melee attack, and the unit is engaged with a flank or the rear of the other. Rule `BG4-MODS-09` (p. 103).
    AgainstFlankOrRear,
    /// The unit is In the Yellow or In the Red. Rule `BG4-STATUS-05` (pp. 102-103, 111).
    InYellowOrRed,
    /// The other unit of the attack is In the Yellow or In the Red.
    AgainstInYellowOrRed,
    /// The courage check at hand is a Rout Check or a Follow-up Rout Check.
    RoutCheck,
    /// The courage check at hand is a Fear Check.
    FearCheck,
}

impl Condition {
    /// Whether it speaks of the courage check at hand.
    pub(crate) const fn is_of_a_check(&self) -> bool {
        matches!(self, Self::RoutCheck | Self::FearCheck)
    }

    /// Whether it speaks of an attack or a courage check and holds in none.
    pub(crate) const fn is_of_a_moment(&self) -> bool {
        match self {
            Self::Melee
            | Self::Ranged
            | Self::Against(_)
            | Self::AgainstCharging
            | Self::Wounded
            | Self::AgainstFlankOrRear
            | Self::AgainstInYellowOrRed
            | Self::RoutCheck
            | Self::FearCheck => true,
            Self::InYellowOrRed
            | Self::Charging
            | Self::Engaged
            | Self::Unengaged
            | Self::Holding
            | Self::Has(_)
            | Self::Status(_)
            | Self::OnClose
            | Self::NotActivated
            | Self::Faction(_) => false,
        }
    }
}
