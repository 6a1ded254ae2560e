//! Reasons to refuse a shot (pp. 3, 8, 16-17).

use battleground_geometry::{Inches, Limit};

use super::shooting::{spell_by, targets};
use super::sight::{has_line_of_fire, shifted};
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::agenda::Answered;
use crate::model::cards::RangedType;
use crate::model::names::UnitId;
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::Unit;
use crate::naming::{by_id, length};
use crate::procedures::attack::weapon::{Weapon, enemy_objective, is_engaged_for_low_arc};

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a shot, in the order in which it is judged.
    pub(crate) enum ShotRefusal {
        OutOfArc { unit: UnitId, enemy: UnitId } = Rule::Geo07, "p. 3", enemy = by_id(*enemy), unit = by_id(*unit);
        /// The target is within the range, heights counted. Rules `BG3-COMB-07` (p. 16), `BG3-MOD-24` (p. 20).
        TooFar { unit: UnitId, enemy: UnitId, distance: Inches, reach: Inches } = Rule::Comb07, "p. 16",
            enemy = by_id(*enemy), distance = length(*distance), unit = by_id(*unit), reach = length(*reach)
            => with("distance", distance), with("reach", reach);
        IntoMelee(unit: UnitId) = Rule::Comb11, "p. 16-17", unit = by_id(*unit);
        /// A line of fire leads to a centre point of the target. Rules `BG3-COMB-08` to `BG3-COMB-10` (pp. 16-17).
        NoLineOfFire { unit: UnitId, enemy: UnitId } = Rule::Shot, "p. 16", unit = by_id(*unit), enemy = by_id(*enemy);
        ObjectiveFirst { unit: UnitId, objective: UnitId } = Rule::Mods17, "p. 8",
            unit = by_id(*unit), objective = by_id(*objective);
        NotClosest { unit: UnitId, nearest: UnitId, enemy: UnitId } = Rule::Comb07, "p. 16",
            nearest = by_id(*nearest), unit = by_id(*unit), enemy = by_id(*enemy) => with("nearest", nearest);
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
