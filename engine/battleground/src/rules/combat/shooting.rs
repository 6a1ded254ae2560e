//! Targets of shooting: range, nearest enemy, Indirect Fire, Line of Sight, Low Arc (pp. 26, 91-93).

use battleground_geometry::{FacingSide, Inches, Limit, Side};

use crate::editions::Profile;
use crate::editions::profile::{LinesOfFire, Measure, Throws};
use crate::field::{Field, Path, Purpose};
use crate::model::agenda::{Answered, Need};
use crate::model::attack::AttackKind;
use crate::model::cards::{RangedAttack, RangedType, Spell};
use crate::model::names::{UnitId, are_foes};
use crate::model::orders::Order;
use crate::model::state::{Status, Unit};

use super::bands::band_by;
use super::weapon::{Weapon, enemy_objective, is_engaged_for_low_arc, is_shot};
use super::{ammunition, equipment};

/// What a unit could shoot with now if it had a target.
///
/// Rules `BG3-CARD-07` (pp. 3, 6), `BG3-SPELL-01` (p. 31), `BG4-COMB-06`, `BG4-COMB-13`, `BG4-EQUIP-02`, `BG4-SPELL-01`,
/// `BG4-SPELL-02`, `BG4-SPELL-08`, `BG4-TERR-24` (pp. 91, 132-134).
pub(crate) fn weapons(field: &Field<'_>, unit: &Unit) -> Vec<Weapon> {
    let state = field.state();
    let card = state.kind(unit);
    let Status::Ready(Some(orders)) = unit.status else {
        return Vec::new(); // Rule BG4-COMB-06: only Ready units.
    };
    // Only the active player's units shoot in the earlier edition, and none that a routing friend ran through. Rules
    // BG3-COMB-06 (p. 16), BG3-ROUT-11 (p. 24).
    let waits = !state.profile().passive_shoots
        && state
            .active
            .is_some_and(|active| are_foes(active, unit.id.seat()));
    if waits || unit.turn.run_through {
        return Vec::new();
    }
    let engaged = state.is_engaged(unit.id);
    if unit.turn.cast || unit.turn.rallied || !ammunition::has_ammo(state, unit) {
        return Vec::new();
    }
    if field.ground_forbids_shooting(unit.id) {
        return Vec::new();
    }
    let keeps =
        state.profile().throws == Throws::WhenCharging && equipment::holds_its_throw(card, orders.order);
    let shoots = |(_, ranged): &(AttackKind, RangedAttack)| {
        let is_held = engaged || keeps || ranged.no_move_and_shoot && unit.turn.moved;
        !is_held && (ranged.cost == 0 || unit.turn.paid)
    };
    let mut found: Vec<Weapon> = card
        .ranged_attacks()
        .filter(shoots)
        .map(|(kind, ranged)| Weapon::of_card(card, kind, ranged))
        .collect();
    // Engaged it casts only what says that it may be cast then. Rule BG3-SPELL-01 (p. 31).
    let casts = |spell: &Spell| is_shot(state.profile(), spell) && (!engaged || spell.while_engaged);
    let spells = (0..=u8::MAX).zip(&card.spells);
    found.extend(
        spells
            .filter(|(_, spell)| casts(spell))
            .map(|(place, spell)| Weapon::of_spell(place, spell)),
    );
    found
}

/// How far a unit shoots by its order. Rules `BG4-ORDER-07`, `BG4-ORDER-08` (p. 26).
///
/// RULING: BG4-COMB-07, Direct Control does not lift this limit.
pub(super) fn limit(profile: &Profile, unit: &Unit, range: Inches) -> Inches {
    if !profile.orders_hold_fire {
        return range; // Rule BG3-ORD-05 (p. 6).
    }
    match unit.status {
        Status::Ready(Some(orders)) => match orders.order {
            Order::Short => range.min(Inches::mils(7_000)),
            Order::Long => range.min(Inches::mils(14_000)),
            Order::Close | Order::Hold | Order::Range | Order::Follow => range,
        },
        Status::Ready(None) | Status::Disrupted | Status::Routing => range,
    }
}

/// The enemies that a unit may shoot with a weapon: none, the one that the rules name, or under Direct Control all that
/// are legal.
///
/// # Errors
/// [`Need::Ask`] where its owner must choose a Facing Side or between tied enemies.
///
/// Rules `BG4-COMB-06`, `BG4-COMB-07`, `BG4-COMB-09` to `BG4-COMB-11`, `BG4-ORDER-13` (pp. 30, 91-93).
pub(crate) fn targets(
    field: &Field<'_>,
    unit: &Unit,
    weapon: Weapon,
    answers: &[Answered],
) -> Result<Vec<UnitId>, Need> {
    if field.profile().lines_of_fire == LinesOfFire::ByHeight {
        return crate::editions::v3::shooting::targets(field, unit, weapon, answers);
    }
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

/// The side of a target that faces a unit: of an engaged pair the engaged one. Rule `BG4-GEO-20` (pp. 39, 50-51, 65, 107).
fn side_of(field: &Field<'_>, unit: UnitId, target: UnitId, answers: &[Answered]) -> Result<Side, Need> {
    if let Some(engagement) = super::standing::engagement_of(field.state(), unit, target)
        && let Some((_, _, its)) = engagement.seen_by(unit)
    {
        return Ok(its);
    }
    field.facing_side(unit, target, answers)
}

/// The distance to a target's Facing Side; before its owner has chosen on a diagonal, to the front or rear. Rules
/// `BG4-GEO-20`, `BG4-MODS-14` (pp. 39, 50-51, 65, 107).
pub(crate) fn distance(
    field: &Field<'_>,
    unit: UnitId,
    target: UnitId,
    answers: &[Answered],
) -> Option<Inches> {
    if field.profile().shots_measured_to == Measure::ClosestPoint {
        return field.within(unit, target); // Rule BG3-MOD-16 (pp. 20, 35).
    }
    // ERR: before its owner has chosen, the front or rear is measured.
    let side = side_of(field, unit, target, answers).ok().or_else(|| {
        field.facing_sides(unit, target).map(|facing| match facing {
            FacingSide::One(side) | FacingSide::Either(side, _) => side,
        })
    })?;
    field.to_side(unit, target, side).map(|(_, distance)| distance)
}

/// Whether a target is within the range of a unit: its nearest centre point, whichever side that is of.
///
/// Its owner is asked for the Facing Side on a diagonal where the two sides lie in different bands, for the attack is
/// judged by one of them. Rules `BG4-GEO-20` (p. 12), `BG4-MODS-14` (p. 107).
fn is_in_reach(
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
fn by_side<T: PartialEq>(
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
pub(super) fn is_way_free(
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

/// Whether a unit shoots its Enemy Unit Objective past a nearer enemy. Rule `BG4-MODS-17` (p. 108).
pub(crate) fn is_not_nearest(field: &Field<'_>, unit: &Unit, target: UnitId) -> bool {
    if unit.turn.controlled || enemy_objective(unit) != Some(target) {
        return false;
    }
    match field.nearest_enemy(unit.id, Purpose::Shoot, &[]) {
        Ok(nearest) => nearest.is_some_and(|nearest| nearest != target),
        Err(_) => false, // A tie that its owner breaks: the objective may be the nearest.
    }
}
