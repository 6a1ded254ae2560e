//! Why a spell may not be cast in the Movement & Command Phase (pp. 134-135).

use std::collections::BTreeSet;

use battleground_geometry::Inches;
use hindsight_kernel::Refusal;

use crate::model::effect::Distance;
use crate::model::names::UnitId;
use crate::model::rule::Rule;

/// Why a spell may not be cast: which spell it is, whether its caster may cast now, then its target.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum SpellRefusal {
    /// The unit card has no such spell. Rule `BG4-SPELL-01` (p. 134).
    #[error("{unit} has {count} spells, numbered from 0")]
    NoSuchSpell {
        /// The caster.
        unit: UnitId,
        /// The spell asked for.
        asked: u8,
        /// How many spells it has.
        count: usize,
    },
    /// Attack alone is cast in the Combat Phase. Rule `BG4-SPELL-01` (p. 134).
    #[error("a spell with only the Attack keyword is cast in the Combat Phase")]
    OnlyInCombat(UnitId),
    /// Only a Ready, unengaged unit casts. Rule `BG4-SPELL-02` (p. 134).
    #[error("only a Ready, unengaged unit casts spells")]
    NotReadyOrEngaged(UnitId),
    /// RULING: BG4-SPELL-02, one spell per unit and turn, since each counts as its attack (p. 134).
    #[error("it has cast a spell this turn")]
    CastAlready(UnitId),
    /// A unit Rallied this turn may not cast. Rule `BG4-CMD-10` (pp. 36-37).
    #[error("a unit Rallied this turn may not cast")]
    RalliedThisTurn(UnitId),
    /// A unit that Final Rushes makes no other attack. Rule `BG4-TURN-08` (p. 35).
    #[error("a unit that Final Rushes casts no spell this turn")]
    RushedThisTurn(UnitId),
    /// RULING: BG4-SPELL-01, a Close unit that can rush must; under Direct Control it may decline and cast (p. 134).
    #[error("it can Final Rush now, so it must: it may not cast first")]
    MustRush(UnitId),
    /// No ranged attack is made out of deep water, or out of custom terrain that says so. Rules `BG4-TERR-24` (p. 118),
    /// `BG3-TERR-01` (p. 27).
    #[error("a unit in Deep or Very Deep Water, or in custom terrain that says so, makes no ranged attack")]
    GroundForbidsShooting(UnitId),
    /// An Attack spell uses an ammo box. Rule `BG4-SPELL-08` (p. 135).
    #[error("an Attack spell uses an ammo box, and all are marked")]
    NoAmmo(UnitId),
    /// The target is on the table. Rule `BG4-SPELL-03` (p. 134).
    #[error("{0} is not on the table")]
    TargetNotOnTable(UnitId),
    /// An Attack spell aims as a ranged attack does. Rule `BG4-SPELL-03` (p. 134).
    #[error("an Attack spell is cast at the Nearest Enemy, Visible and in range")]
    NoAttackTarget {
        /// The target asked for.
        asked: UnitId,
        /// The targets that it may have.
        allowed: BTreeSet<UnitId>,
    },
    /// Any other spell reaches the units in its range. Rule `BG4-SPELL-03` (p. 134).
    #[error("{target} is beyond the range of {spell}")]
    OutOfRange {
        /// The target asked for.
        target: UnitId,
        /// The name of the spell.
        spell: String,
        /// How far it is, if it can be measured.
        found: Option<Inches>,
        /// How far the spell reaches.
        range: Distance,
    },
}

impl SpellRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::NoSuchSpell { .. } | Self::OnlyInCombat(_) | Self::MustRush(_) => Rule::Spell01,
            Self::NotReadyOrEngaged(_) | Self::CastAlready(_) => Rule::Spell02,
            Self::RalliedThisTurn(_) => Rule::Cmd10,
            Self::RushedThisTurn(_) => Rule::Turn08,
            Self::GroundForbidsShooting(_) => Rule::Terr24,
            Self::NoAmmo(_) => Rule::Spell08,
            Self::TargetNotOnTable(_) | Self::NoAttackTarget { .. } | Self::OutOfRange { .. } => {
                Rule::Spell03
            }
        }
    }
}

impl From<SpellRefusal> for Refusal {
    fn from(why: SpellRefusal) -> Self {
        use SpellRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NoSuchSpell { asked, .. } => refusal.asked(asked),
            Why::OnlyInCombat(unit)
            | Why::NotReadyOrEngaged(unit)
            | Why::CastAlready(unit)
            | Why::RalliedThisTurn(unit)
            | Why::RushedThisTurn(unit)
            | Why::MustRush(unit)
            | Why::GroundForbidsShooting(unit)
            | Why::NoAmmo(unit)
            | Why::TargetNotOnTable(unit) => refusal.asked(unit),
            Why::NoAttackTarget { asked, allowed } => refusal.asked(asked).allowed(allowed),
            Why::OutOfRange { found, range, .. } => refusal.asked(found).allowed(range),
        }
    }
}
