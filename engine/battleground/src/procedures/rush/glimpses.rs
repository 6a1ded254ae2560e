//! Sight of enemies that may be rushed: their sides, and how far they are (pp. 13-14, 46-47, 62-64).

use battleground_geometry::{FacingSide, Inches, Side, gap};

use crate::editions::profile::{RushSeen, RushSide, TurningBackTo};
use crate::field::{Field, Purpose};
use crate::model::names::UnitId;
use crate::model::state::{Glimpse, State, Unit};
use crate::procedures::rush::glimpses;
use crate::procedures::{v3, v4};

/// What a unit sees of all its enemies as things stand.
pub(crate) fn look_at_all(field: &Field<'_>, unit: &Unit) -> Vec<Glimpse> {
    let visible = field.visible_enemies(unit.id, Purpose::Move);
    field
        .state()
        .enemies_of(unit.id.seat())
        .flat_map(|enemy| glimpses(field, unit, enemy.id, visible.contains(&enemy.id)))
        .collect()
}

/// What a unit sees of an enemy as things stand: one glimpse, or one for each side between which the owner may choose.
pub(crate) fn look(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<Glimpse> {
    glimpses(
        field,
        unit,
        enemy,
        field.is_visible(unit.id, enemy, Purpose::Move),
    )
}

/// The glimpses that a unit has of an enemy, of which it is said whether it is visible.
pub(crate) fn glimpses(field: &Field<'_>, unit: &Unit, enemy: UnitId, visible: bool) -> Vec<Glimpse> {
    let opened = with_doors_opened(field, enemy);
    let field = opened.as_ref().unwrap_or(field);
    let facings = match field.facing_sides(unit.id, enemy) {
        None => return Vec::new(),
        Some(FacingSide::One(side)) => vec![(side, None)],
        Some(FacingSide::Either(one, other)) => vec![(one, Some(one)), (other, Some(other))],
    };
    let mut found = Vec::with_capacity(facings.len());
    let profile = field.profile();
    for (facing, of) in facings {
        let distance = |side: Option<Side>| match profile.no_turning_back_to {
            TurningBackTo::FacingSideCentre => field
                .to_side(unit.id, enemy, side.unwrap_or(facing))
                .map(|(_, distance)| distance),
            TurningBackTo::AnyPart => glimpses::distance_to_any_part(field, unit.id, enemy),
        };
        let glimpse = |side: Option<Side>| Glimpse {
            unit: unit.id,
            enemy,
            visible,
            side,
            distance: distance(side).map_or(Inches::MOST, Inches::rounded),
            could_rush: false,
            facing: of,
        };
        let sides = if visible {
            permitted(field, unit, enemy, facing)
        } else {
            Vec::new()
        };
        if sides.is_empty() {
            found.push(glimpse(None));
        }
        found.extend(sides.into_iter().map(|side| glimpse(Some(side))));
    }
    found
}

/// The field on which the doors that an enemy defends let its rushers come up to it; nothing where it defends none. Rule
/// `BG3-TERR-21` (p. 28).
pub(crate) fn with_doors_opened<'s>(field: &Field<'s>, enemy: UnitId) -> Option<Field<'s>> {
    let doors = field.doors_at(enemy);
    (!doors.is_empty()).then(|| field.clone().opened(&doors))
}

/// The sides of an enemy that may be rushed in place of its Facing Side; two if they tie. Rules `BG4-RUSH-05`, `BG4-RUSH-06` (pp. 62,
/// 64), `BG3-RUSH-04` to `BG3-RUSH-07` (pp. 13-14).
pub(crate) fn permitted(field: &Field<'_>, unit: &Unit, enemy: UnitId, facing: Side) -> Vec<Side> {
    if field.profile().rush_side == RushSide::NearestOpenSide {
        v3::rush::permitted(field, unit, enemy, facing)
    } else {
        v4::rush::permitted(field, unit, enemy, facing)
    }
}

/// What a unit's Final Rushes are judged by: what the start of the turn showed, or what it sees as they are made. Rules
/// `BG4-GEO-21`, `BG3-RUSH-03` (p. 13).
pub(crate) fn seen(field: &Field<'_>, unit: &Unit) -> Vec<Glimpse> {
    let state = field.state();
    match state.profile().rush_seen {
        RushSeen::AtStartOfTurn => glimpses_of(state, unit).copied().collect(),
        RushSeen::WhenMade => look_at_all(field, unit),
    }
}

/// What the start of the turn showed a unit, for the Facing Sides its owner has chosen since. Rule `BG4-GEO-11` (p. 8).
pub(crate) fn glimpses_of<'s>(state: &'s State, unit: &'s Unit) -> impl Iterator<Item = &'s Glimpse> {
    state.snapshot.iter().filter(|glimpse| {
        let chosen = unit
            .turn
            .diagonals
            .iter()
            .rev()
            .find(|(enemy, _)| *enemy == glimpse.enemy);
        let fits = match (glimpse.facing, chosen) {
            (Some(facing), Some((_, side))) => facing == *side,
            (None, _) | (_, None) => true,
        };
        glimpse.unit == unit.id && fits
    })
}

/// What its Final Rushes are judged by of one enemy.
pub(crate) fn seen_of(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<Glimpse> {
    match field.profile().rush_seen {
        RushSeen::AtStartOfTurn => glimpses_of(field.state(), unit)
            .filter(|glimpse| glimpse.enemy == enemy)
            .copied()
            .collect(),
        RushSeen::WhenMade => look(field, unit, enemy),
    }
}

/// The Facing Sides of an enemy between which a unit's owner chooses, as the turn began: two on a diagonal, else at most one.
/// Rule `BG4-GEO-11` (p. 8).
pub(crate) fn facings_seen(state: &State, unit: &Unit, enemy: UnitId) -> Vec<Side> {
    if state.profile().rush_seen != RushSeen::AtStartOfTurn {
        return Vec::new();
    }
    let mut facings: Vec<Side> = glimpses_of(state, unit)
        .filter(|glimpse| glimpse.enemy == enemy)
        .filter_map(|glimpse| glimpse.facing)
        .collect();
    facings.dedup();
    facings
}

/// How near the card of an enemy is to a unit's front centre point. Rule `BG3-RUSH-10` (p. 14).
pub(crate) fn distance_to_any_part(field: &Field<'_>, unit: UnitId, enemy: UnitId) -> Option<Inches> {
    Some(gap(&field.card(unit)?.front_centre(), field.card(enemy)?))
}
