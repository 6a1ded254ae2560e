//! Why a shot is none of those that a unit may make (pp. 3, 8, 16-17).

use battleground_geometry::{Inches, Limit};
use hindsight_kernel::Refusal;

use super::shooting::{spell_by, targets};
use super::sight::{has_line_of_fire, shifted};
use crate::field::Field;
use crate::model::agenda::Answered;
use crate::model::cards::RangedType;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::Unit;
use crate::rules::combat::weapon::{Weapon, enemy_objective, is_engaged_for_low_arc};

/// Why a shot is none of those that a unit may make, in the order in which it is tested.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub(crate) enum ShotRefusal {
    /// The target is in the front arc. Rules `BG3-GEO-01` (p. 3), `BG3-COMB-07` (p. 16).
    #[error("{enemy} is not in the front arc of {unit}")]
    OutOfArc {
        /// Who shoots.
        unit: UnitId,
        /// At whom.
        enemy: UnitId,
    },
    /// The target is within the range, heights counted. Rules `BG3-COMB-07` (p. 16), `BG3-MOD-24` (p. 20).
    #[error("{enemy} is {distance} away and {unit} shoots {reach}")]
    TooFar {
        /// Who shoots.
        unit: UnitId,
        /// At whom.
        enemy: UnitId,
        /// How far it is, as heights shift it.
        distance: Inches,
        /// The range.
        reach: Inches,
    },
    /// A Low Arc attack is not made at an engaged unit. Rule `BG3-COMB-11` (pp. 16-17).
    #[error("{0} is engaged with a unit of its size or larger and is no target of a Low Arc attack")]
    IntoMelee(UnitId),
    /// A line of fire leads to a centre point of the target. Rules `BG3-COMB-08` to `BG3-COMB-10` (pp. 16-17).
    #[error("{unit} has no line of fire to {enemy}")]
    NoLineOfFire {
        /// Who shoots.
        unit: UnitId,
        /// At whom.
        enemy: UnitId,
    },
    /// An enemy objective that can be shot is shot. Rule `BG3-ORD-12` (p. 8).
    #[error("{unit} shoots its objective {objective}")]
    ObjectiveFirst {
        /// Who shoots.
        unit: UnitId,
        /// Its objective.
        objective: UnitId,
    },
    /// The closest legal target is shot. Rule `BG3-COMB-07` (p. 16).
    #[error("{nearest} is closer to {unit} than {enemy}")]
    NotClosest {
        /// Who shoots.
        unit: UnitId,
        /// The closest legal target.
        nearest: UnitId,
        /// At whom.
        enemy: UnitId,
    },
}

impl ShotRefusal {
    /// The rule that forbids it.
    const fn rule(&self) -> Rule {
        match self {
            Self::OutOfArc { .. } => Rule::Geo07,
            Self::TooFar { .. } | Self::NotClosest { .. } => Rule::Comb07,
            Self::IntoMelee(_) => Rule::Comb11,
            Self::NoLineOfFire { .. } => Rule::Shot,
            Self::ObjectiveFirst { .. } => Rule::Mods17,
        }
    }
}

impl From<ShotRefusal> for Refusal {
    fn from(why: ShotRefusal) -> Self {
        let refusal = Self::new(why.rule(), why.to_string());
        match why {
            ShotRefusal::TooFar { distance, reach, .. } => {
                refusal.with("distance", distance).with("reach", reach)
            }
            ShotRefusal::NotClosest { nearest, .. } => refusal.with("nearest", nearest),
            ShotRefusal::OutOfArc { .. }
            | ShotRefusal::IntoMelee(_)
            | ShotRefusal::NoLineOfFire { .. }
            | ShotRefusal::ObjectiveFirst { .. } => refusal,
        }
    }
}

/// Refuses a shot that the rules do not allow; none by a spell that reaches the whole battlefield. Rule `BG3-SPELL-02` (p. 31).
///
/// # Errors
/// The first rule that forbids it.
pub(crate) fn check(
    field: &Field<'_>,
    shooter: &Unit,
    weapon: Weapon,
    enemy: UnitId,
    answers: &[Answered],
) -> Result<(), ShotRefusal> {
    let unit = shooter.id;
    if spell_by(field, unit, weapon).is_some_and(|spell| spell.battlefield) {
        return Ok(());
    }
    if !field.in_front_arc(unit, enemy) {
        return Err(ShotRefusal::OutOfArc { unit, enemy });
    }
    let distance = field.within(unit, enemy).unwrap_or(Inches::MOST);
    let distance = shifted(field, unit, enemy, distance);
    let reach = weapon.range;
    if !field.profile().measures.reaches(distance, reach, Limit::Within) {
        return Err(ShotRefusal::TooFar {
            unit,
            enemy,
            distance,
            reach,
        });
    }
    if weapon.way == RangedType::LowArc && is_engaged_for_low_arc(field.state(), enemy) {
        return Err(ShotRefusal::IntoMelee(enemy));
    }
    if !has_line_of_fire(field, unit, enemy, weapon.way) {
        return Err(ShotRefusal::NoLineOfFire { unit, enemy });
    }
    match targets(field, shooter, weapon, answers).as_deref() {
        Ok([only]) if *only != enemy && enemy_objective(shooter) == Some(*only) => {
            Err(ShotRefusal::ObjectiveFirst {
                unit,
                objective: *only,
            })
        }
        Ok([only]) if *only != enemy => Err(ShotRefusal::NotClosest {
            unit,
            nearest: *only,
            enemy,
        }),
        Ok(_) | Err(_) => Ok(()),
    }
}
