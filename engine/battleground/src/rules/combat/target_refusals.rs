//! Why an attack is none of those that a unit may choose (pp. 90-93, 125-126, 132-134).

use battleground_geometry::Inches;
use hindsight_kernel::Refusal;

use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::rule::Rule;

/// Why an attack is none of those that a unit may choose: for which unit a target is chosen, melee, who may shoot, whom it
/// may shoot, swoops.
#[derive(Debug, Clone, PartialEq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
pub(crate) enum TargetRefusal {
    // Choose Target Enemy.
    /// A target is chosen for one unit at a time. Rule `BG4-COMB-03` (pp. 90-91).
    #[error("a target is chosen for {unit} now, not for {by}")]
    AnotherUnitChooses {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The unit that was named.
        by: UnitId,
    },
    /// An attack is made on an enemy on the table. Rule `BG4-COMB-03` (pp. 90-91).
    #[error("{0} is no enemy unit on the table")]
    NoSuchEnemy(UnitId),
    /// Free Attacks belong to the Courage Phase, and a throw on the charge goes with its melee attack. Rule `BG4-COMB-03`
    /// (pp. 90-91).
    #[error("{} is not chosen with the targets of the Combat Phase", phrase(*.kind))]
    NotChosenHere {
        /// How it was to attack.
        kind: AttackKind,
    },

    // Engaged attacks.
    /// An engaged unit attacks an enemy it is engaged with. Rule `BG4-COMB-04` (p. 91).
    #[error("{unit} is not engaged with {enemy}")]
    NotEngagedWith {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
        /// The enemies it is engaged with.
        engaged: Vec<UnitId>,
    },
    /// Engaged units may not make ranged attacks. Rule `BG4-COMB-04` (p. 91).
    #[error("{0} is engaged and makes no ranged attack")]
    Engaged(UnitId),
    /// Whoever can attack in melee or shoot must. Rule `BG4-COMB-05` (pp. 90-91).
    #[error("{0} must attack: only spells, swoops and the answers to swoops may be declined")]
    Compulsory(UnitId),

    // Ranged attacks: who shoots.
    /// Only a Ready unit makes a ranged attack. Rule `BG4-COMB-06` (p. 91).
    #[error("{0} is not Ready and makes no ranged attack")]
    NotReady(UnitId),
    /// A ranged attack needs a Range stat. Rule `BG4-COMB-06` (p. 91).
    #[error("{0} has no ranged attack")]
    NoRangedAttack(UnitId),
    /// Only spells with the Attack keyword alone are cast in the Combat Phase. Rule `BG4-SPELL-01` (p. 134).
    #[error("{unit} has no spell {} that is cast in the Combat Phase", u16::from(*.spell) + 1)]
    NoAttackSpell {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The spell that was named, from 0.
        spell: u8,
    },
    /// A ranged attack needs an unmarked ammo box. Rule `BG4-COMB-06` (p. 91).
    #[error("all ammo boxes of {0} are marked")]
    NoAmmo(UnitId),
    /// A Rallied unit does not shoot this turn. Rules `BG4-COMB-06` (p. 91), `BG4-CMD-10` (pp. 36-37).
    #[error("{0} was Rallied this turn and does not shoot")]
    Rallied(UnitId),
    /// Units in deep water, or in custom terrain that says so, do not shoot. Rules `BG4-TERR-24` (p. 118), `BG3-TERR-01` (p. 27).
    #[error("{0} does not shoot from where it stands: in deep water, or in custom terrain that says so")]
    GroundForbidsShooting(UnitId),
    /// Javelins and Pila on Close are kept for the charge. Rule `BG4-EQUIP-02` (p. 132).
    #[error("{0} is on Close and keeps its throw for the charge")]
    HoldsItsThrow(UnitId),

    // Ranged attacks: at whom.
    /// The target is Visible. Rule `BG4-COMB-06` (p. 91).
    #[error("{enemy} is not Visible to {unit}")]
    NotVisible {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
    },
    /// The target is within the Range stat. Rule `BG4-COMB-06` (p. 91).
    #[error("{enemy} is {distance} away and {unit} shoots {reach}")]
    TooFar {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
        /// How far it is.
        distance: Inches,
        /// The Range stat.
        reach: Inches,
    },
    /// With the orders Short and Long the target is within 7 or 14 inches. Rules `BG4-ORDER-07`, `BG4-ORDER-08` (p. 26).
    #[error("{enemy} is {distance} away and with the order {} {unit} shoots {reach}", .order.letter())]
    BeyondItsOrder {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
        /// How far it is.
        distance: Inches,
        /// The distance of its order.
        reach: Inches,
        /// Its order.
        order: Order,
    },
    /// The enemy that its owner named as the nearest under Direct Control is shot. Rule `BG4-CMD-06` (p. 36).
    #[error("under Direct Control {named} was named as the Nearest Enemy")]
    NamedAnother {
        /// The enemy that was named under Direct Control.
        named: UnitId,
        /// The enemy that was named now.
        enemy: UnitId,
    },
    /// An Enemy Unit Objective that can be shot is shot. Rule `BG4-ORDER-13` (pp. 29-30).
    #[error("{unit} shoots its objective {objective}")]
    ObjectiveFirst {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// Its objective.
        objective: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
    },
    /// The Nearest Enemy is shot. Rule `BG4-COMB-07` (p. 91).
    #[error("{nearest} is nearer to {unit} than {enemy}")]
    NotNearest {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The Nearest Enemy.
        nearest: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
    },
    /// A Line of Sight attack needs an Open Path to the Facing Side. Rule `BG4-COMB-10` (p. 92).
    #[error("{unit} has no Open Path to {enemy}")]
    NoOpenPath {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
    },
    /// A Low Arc attack at an engaged enemy needs an Open Path to the Facing Side. Rule `BG4-COMB-11` (pp. 92-93).
    #[error("{enemy} is engaged and {unit} has no Open Path to it")]
    NoOpenPathIntoMelee {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
    },

    // Swoops.
    /// Only a unit in the air swoops. Rule `BG4-FLY-13` (pp. 125-126).
    #[error("{0} is not in the air and does not swoop")]
    NotInTheAir(UnitId),
    /// RULING: BG4-FLY-13, an enemy in the air is not swooped on (pp. 125-126).
    #[error("{0} is in the air and is not swooped on")]
    EnemyInTheAir(UnitId),
    /// Two side centre points of the flyer lie over the enemy. Rule `BG4-FLY-13` (pp. 125-126).
    #[error("fewer than two side centre points of {unit} lie over {enemy}")]
    NotOverIt {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
    },
    /// A unit in a forest or in terrain that blocks Visibility is not swooped on. Rule `BG4-FLY-13` (pp. 125-126).
    #[error("{0} stands in terrain that hides it from above")]
    HiddenFromAbove(UnitId),
    /// Only the flyer that swoops is answered. Rule `BG4-FLY-14` (p. 126).
    #[error("{enemy} does not swoop on {unit}")]
    NotSwoopedOn {
        /// The unit whose target is chosen.
        unit: UnitId,
        /// The enemy that was named.
        enemy: UnitId,
    },
}

/// An attack that nobody chooses, as a sentence begins with it.
const fn phrase(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Free => "a Free Attack",
        AttackKind::Thrown => "a throw on the charge",
        AttackKind::Melee
        | AttackKind::Ranged
        | AttackKind::OtherRanged { .. }
        | AttackKind::Swoop
        | AttackKind::SwoopAnswer
        | AttackKind::Spell { .. }
        | AttackKind::Strike { .. } => "this attack",
    }
}

impl TargetRefusal {
    /// The rule that forbids it.
    pub(crate) const fn rule(&self) -> Rule {
        match self {
            Self::AnotherUnitChooses { .. } | Self::NoSuchEnemy(_) | Self::NotChosenHere { .. } => {
                Rule::Comb03
            }
            Self::NotEngagedWith { .. } | Self::Engaged(_) => Rule::Comb04,
            Self::Compulsory(_) => Rule::Comb05,
            Self::NotReady(_)
            | Self::NoRangedAttack(_)
            | Self::NoAmmo(_)
            | Self::Rallied(_)
            | Self::NotVisible { .. }
            | Self::TooFar { .. } => Rule::Comb06,
            Self::NoAttackSpell { .. } => Rule::Spell01,
            Self::GroundForbidsShooting(_) => Rule::Terr24,
            Self::HoldsItsThrow(_) => Rule::Equip02,
            Self::BeyondItsOrder {
                order: Order::Short, ..
            } => Rule::Order07,
            Self::BeyondItsOrder { .. } => Rule::Order08,
            Self::NamedAnother { .. } => Rule::Cmd06,
            Self::ObjectiveFirst { .. } => Rule::Order13,
            Self::NotNearest { .. } => Rule::Comb07,
            Self::NoOpenPath { .. } => Rule::Comb10,
            Self::NoOpenPathIntoMelee { .. } => Rule::Comb11,
            Self::NotInTheAir(_)
            | Self::EnemyInTheAir(_)
            | Self::NotOverIt { .. }
            | Self::HiddenFromAbove(_) => Rule::Fly13,
            Self::NotSwoopedOn { .. } => Rule::Fly14,
        }
    }
}

/// The question itself knows what was asked and what it allows.
impl From<TargetRefusal> for Refusal {
    fn from(why: TargetRefusal) -> Self {
        use TargetRefusal as Why;
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            Why::NotEngagedWith { engaged, .. } => refusal.with("engaged_with", engaged),
            Why::TooFar { distance, reach, .. } | Why::BeyondItsOrder { distance, reach, .. } => {
                refusal.with("distance", distance).with("reach", reach)
            }
            Why::NotNearest { nearest, .. } => refusal.with("nearest", nearest),
            Why::AnotherUnitChooses { .. }
            | Why::NoSuchEnemy(_)
            | Why::NotChosenHere { .. }
            | Why::Engaged(_)
            | Why::Compulsory(_)
            | Why::NotReady(_)
            | Why::NoRangedAttack(_)
            | Why::NoAttackSpell { .. }
            | Why::NoAmmo(_)
            | Why::Rallied(_)
            | Why::GroundForbidsShooting(_)
            | Why::HoldsItsThrow(_)
            | Why::NotVisible { .. }
            | Why::NamedAnother { .. }
            | Why::ObjectiveFirst { .. }
            | Why::NoOpenPath { .. }
            | Why::NoOpenPathIntoMelee { .. }
            | Why::NotInTheAir(_)
            | Why::EnemyInTheAir(_)
            | Why::NotOverIt { .. }
            | Why::HiddenFromAbove(_)
            | Why::NotSwoopedOn { .. } => refusal,
        }
    }
}
