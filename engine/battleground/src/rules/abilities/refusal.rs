//! Why a faction ability may not be used in the Movement & Command Phase (p. 36).

use hindsight_kernel::Refusal;

use crate::model::names::UnitId;
use crate::model::rule::Rule;

/// Why a faction ability may not be used: which one it is, on whom it falls, then what it costs. How many units it names and
/// whose they are is said as it is of cards ([`check_named`](crate::rules::command_cards::check_named)).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum AbilityRefusal {
    /// It is an ability of the player that is used in this phase. Rule `BG4-CMD-09` (p. 36).
    #[error("{asked:?} is no ability you may use now")]
    NotUsable {
        /// The ability asked for.
        asked: String,
        /// The abilities that may be used.
        usable: Vec<String>,
    },
    /// It falls on no unit. Rule `BG4-CMD-09` (p. 36).
    #[error("{ability} is used on no unit")]
    OnNoUnit {
        /// Its name.
        ability: String,
        /// The units named.
        on: Vec<UnitId>,
    },
    /// A unit ability is for units of its own faction. Rule `BG4-MERC-05` (p. 127).
    #[error("{ability} is used on units of its own faction")]
    OfAnotherFaction {
        /// Its name.
        ability: String,
        /// The unit named.
        unit: UnitId,
    },
    /// It heals whom a Healing spell might heal. Rules `BG3-SPELL-05`, `BG3-ERR-02`, `BG3-ERR-03` (pp. 32-33).
    #[error("{ability} heals, and {unit} was healed this turn or is healed by nothing")]
    NotHealed {
        /// Its name.
        ability: String,
        /// The unit named.
        unit: UnitId,
    },
    /// Its box is marked once. Rule `BG4-CMD-09` (p. 36).
    #[error("the box of {ability} is marked on {unit} already")]
    MarkedAlready {
        /// Its name.
        ability: String,
        /// The unit named.
        unit: UnitId,
    },
    /// What it asks of its subject holds. Rule `BG4-CMD-09` (p. 36).
    #[error("{ability} cannot be used on {unit}")]
    NotOn {
        /// Its name.
        ability: String,
        /// The unit named.
        unit: UnitId,
        /// All units named.
        on: Vec<UnitId>,
    },
    /// Its subject takes part in an attack or a courage check. Rule `BG4-CMD-09` (p. 36).
    #[error("{ability} is not used in this phase")]
    NotInThisPhase {
        /// Its name.
        ability: String,
        /// The units named.
        on: Vec<UnitId>,
    },
    /// It is used at its own cost. Rule `BG4-CMD-09` (p. 36).
    #[error("{ability} costs {cost} CA, {left} are left")]
    TooDear {
        /// Its name.
        ability: String,
        /// What it costs.
        cost: u8,
        /// The command actions that are left.
        left: u8,
    },
}

impl AbilityRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::OfAnotherFaction { .. } => Rule::Merc05,
            Self::NotHealed { .. } => Rule::HealedOnce,
            Self::NotUsable { .. }
            | Self::OnNoUnit { .. }
            | Self::MarkedAlready { .. }
            | Self::NotOn { .. }
            | Self::NotInThisPhase { .. }
            | Self::TooDear { .. } => Rule::Cmd09,
        }
    }
}

impl From<AbilityRefusal> for Refusal {
    fn from(why: AbilityRefusal) -> Self {
        use AbilityRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NotUsable { asked, usable } => refusal.asked(asked).allowed(usable),
            Why::OnNoUnit { on, .. } | Why::NotOn { on, .. } | Why::NotInThisPhase { on, .. } => {
                refusal.asked(on)
            }
            Why::OfAnotherFaction { unit, .. }
            | Why::NotHealed { unit, .. }
            | Why::MarkedAlready { unit, .. } => refusal.asked(unit),
            Why::TooDear { cost, left, .. } => refusal.asked(cost).allowed(left),
        }
    }
}
