//! Targets of shooting: range, nearest enemy, Indirect Fire, Line of Sight, Low Arc (pp. 26, 91-93).

use battleground_geometry::{FacingSide, Inches, Limit, Side};

use crate::field::{Field, Path, Purpose};
use crate::model::agenda::{Answered, Need};
use crate::model::cards::RangedType;
use crate::model::names::UnitId;
use crate::model::state::Unit;
use crate::procedures::attack::bands::band_by;
use crate::procedures::attack::shots::{limit, side_of};
use crate::procedures::attack::weapon::{Weapon, enemy_objective, is_engaged_for_low_arc};

/// Whether a target is within the range of a unit: its nearest centre point, whichever side that is of.
///
/// Its owner is asked for the Facing Side on a diagonal where the two sides lie in different bands, for the attack is
/// judged by one of them. Rules `BG4-GEO-20` (p. 12), `BG4-MODS-14` (p. 107).
pub(crate) fn is_in_reach(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    reach: Inches,
    answers: &[Answered],
) -> Result<bool, Need> {
    let within = field
        .within(unit, target)
        .is_some_and(|distance| field.profile().measures.reaches(distance, reach, Limit::Within));
    if !within {
        return Ok(false);
    }
    let high = (
        field.has_high_ground(unit, target),
        field.has_high_ground(target, unit),
    );
    let band_of = |side| {
        let (_, distance) = field.to_side(unit, target, side)?;
        Some(band_by(field.profile(), distance, high))
    };
    by_side(field, unit, target, answers, band_of)?;
    Ok(true)
}

/// What is so of the side of a target that faces a unit. Its owner is asked on a diagonal only where the two sides differ
/// in it. Rules `BG4-GEO-11`, `BG4-GEO-20` (pp. 8, 39, 50-51, 65, 107).
pub(crate) fn by_side<T: PartialEq>(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    answers: &[Answered],
    judged: impl Fn(Side) -> T,
) -> Result<T, Need> {
    match side_of(field, unit, target, answers) {
        Ok(side) => Ok(judged(side)),
        Err(need) => match field.facing_sides(unit, target) {
            Some(FacingSide::Either(one, other)) if judged(one) == judged(other) => Ok(judged(one)),
            Some(FacingSide::Either(..) | FacingSide::One(_)) | None => Err(need),
        },
    }
}

/// Whether an attack finds its way to a Visible target. Rules `BG4-COMB-09` to `BG4-COMB-11` (pp. 91-93).
pub(crate) fn is_way_free(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    way: RangedType,
    answers: &[Answered],
) -> Result<bool, Need> {
    let needs_path = match way {
        RangedType::Indirect => false,
        RangedType::LineOfSight => true,
        RangedType::LowArc => is_engaged_for_low_arc(field.state(), target),
    };
    if !needs_path {
        return Ok(true);
    }
    by_side(field, unit, target, answers, |side| {
        field.to_side(unit, target, side).is_some_and(|(point, _)| {
            field.open_path(unit, Some((target, side)), point, Purpose::Shoot) == Path::Open
        })
    })
}

/// The enemies that a unit may shoot with a weapon: none, the one that the rules name, or under Direct Control all that are legal.
/// Rules `BG4-COMB-06`, `BG4-COMB-07`, `BG4-COMB-09` to `BG4-COMB-11`, `BG4-ORDER-13` (pp. 30, 91-93).
///
/// # Errors
/// [`Need::Ask`] where its owner must choose a Facing Side or between tied enemies.
pub(crate) fn targets(
    field: &Field<'_>,
    unit: &Unit,
    weapon: Weapon,
    answers: &[Answered],
) -> Result<Vec<UnitId>, Need> {
    let visible = field.visible_enemies(unit.id, Purpose::Shoot);
    let reach = limit(field.profile(), unit, weapon.range);
    if unit.turn.controlled {
        let mut legal = Vec::new();
        for &enemy in &visible {
            if is_in_reach(field, unit.id, enemy, reach, answers)?
                && is_way_free(field, unit.id, enemy, weapon.way, answers)?
            {
                legal.push(enemy);
            }
        }
        return Ok(match unit.turn.named_enemy {
            Some(named) if legal.contains(&named) => vec![named],
            Some(_) | None => legal,
        });
    }
    if let Some(objective) = enemy_objective(unit)
        && visible.contains(&objective)
        && is_in_reach(field, unit.id, objective, reach, answers)?
        && is_way_free(field, unit.id, objective, weapon.way, answers)?
    {
        return Ok(vec![objective]);
    }
    let mut dropped = Vec::new();
    while dropped.len() < visible.len() {
        let nearest = field.nearest_enemy_but(unit.id, Purpose::Shoot, &dropped, answers)?;
        let Some(nearest) = nearest.filter(|enemy| visible.contains(enemy)) else {
            break;
        };
        if !is_in_reach(field, unit.id, nearest, reach, answers)? {
            break; // RULING: BG4-COMB-09, the target is the Nearest Enemy, and it must itself be in range.
        }
        if is_way_free(field, unit.id, nearest, weapon.way, answers)? {
            return Ok(vec![nearest]);
        }
        dropped.push(nearest); // Rule BG4-COMB-10: the next Nearest Enemy.
    }
    Ok(Vec::new())
}
