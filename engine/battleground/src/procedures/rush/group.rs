//! Groups that Final Rush together: who of them rushes, and who may share a side (pp. 13-14).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::eligibility::may_have_targets;
use super::placement::Ways;
use super::preferred::preferred;
use super::targets::targets;
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::names::{Team, UnitId};
use crate::model::refusal::refusals;
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::naming::{by_id, card_side};
use crate::procedures::rush::ladder::Target;
use crate::procedures::rush::targets::must_rush;

/// Whether a unit must be moved by its Final Rush before anything moves normally: not where it could rush with a flank alone,
/// which is its owner's choice. Rules `BG3-RUSH-12` (pp. 6, 14), `BG4-RUSH-11` (pp. 50, 61).
pub(crate) fn holds_up_moves(state: &State, unit: UnitId) -> bool {
    must_rush(state, unit)
        && (state.profile().flank_rush_compels
            || targets(&Field::of(state), unit)
                .iter()
                .any(|target| matches!(target.ways, Ways::Front(_))))
}

/// Those of a group that Final Rush: each that would by itself; where units that rush together count each other as gone, also
/// those that could if the others that rush with them were away. Rules `BG3-RUSH-17` (pp. 13-14), `BG4-TURN-06` (p. 33).
pub(crate) fn rushers_of(state: &State, units: &[UnitId]) -> Vec<UnitId> {
    if !state.profile().rushers_ignore_each_other || units.len() < 2 {
        let alone = units.iter().copied().filter(|unit| must_rush(state, *unit));
        return alone.collect();
    }
    let field = Field::of(state);
    let mut rushing: Vec<UnitId> = units.to_vec();
    rushing.retain(|unit| may_have_targets(state, *unit));
    loop {
        let mut legal = rushing.clone();
        legal.retain(|unit| {
            must_rush(state, *unit) || !targets(&beside(&field, *unit, &rushing), *unit).is_empty()
        });
        if legal.len() == rushing.len() {
            return legal;
        }
        rushing = legal;
    }
}

/// The field without the others of a group that rush together with a unit.
pub(crate) fn beside<'f>(field: &Field<'f>, unit: UnitId, group: &[UnitId]) -> Field<'f> {
    let others: Vec<UnitId> = group.iter().copied().filter(|other| *other != unit).collect();
    field.clone().without(&others)
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a group whose units would share a side of an enemy.
    pub(crate) enum SharingRefusal {
        MoreThanTwo { enemy: UnitId, side: Side, units: Vec<UnitId> } = Rule::Rush21, "p. 69",
            side = card_side(*side), enemy = by_id(*enemy) => asked(units);
        AnotherIsNearer { nearer: UnitId, enemy: UnitId, side: Side, units: Vec<UnitId> } = Rule::Rush21, "p. 69",
            nearer = by_id(*nearer), side = card_side(*side), enemy = by_id(*enemy) => asked(units);
    }
}

/// Only the two nearest of the units of a side that could rush a side of an enemy share it, whoever of the players of a team
/// they belong to. Rules `BG3-RUSH-16` (p. 14), `BG3-SCEN-03` (p. 26).
///
/// # Errors
/// A third is named, or one that is farther away than another unit that could rush the side.
pub(crate) fn check_shared_sides(state: &State, seat: Seat, units: &[UnitId]) -> Result<(), SharingRefusal> {
    if !state.profile().nearest_two_share || units.len() < 2 {
        return Ok(());
    }
    let group = rushers_of(state, units);
    if group.len() < 2 {
        return Ok(());
    }
    let field = Field::of(state);
    let aims: Vec<(UnitId, Target)> = group
        .iter()
        .flat_map(|unit| {
            let targets = preferred_targets(&beside(&field, *unit, &group), *unit);
            targets.into_iter().map(|target| (*unit, target))
        })
        .collect();
    let others = state
        .of_team(Team::of(seat))
        .filter(|other| !group.contains(&other.id) && !other.turn.controlled);
    let others: Vec<(UnitId, Target)> = others
        .filter(|other| must_rush(state, other.id))
        .flat_map(|other| {
            let targets = preferred_targets(&field, other.id);
            targets.into_iter().map(|target| (other.id, target))
        })
        .collect();
    let same = |one: &Target, other: &Target| one.enemy == other.enemy && one.side == other.side;
    for (_, target) in &aims {
        let sharing: Vec<&(UnitId, Target)> = aims.iter().filter(|(_, other)| same(target, other)).collect();
        let farthest = sharing.iter().map(|(_, other)| other.distance).max();
        let tie = state.profile().measures.tie;
        let nearer = others.iter().find(|(_, other)| {
            same(target, other) && farthest.is_some_and(|farthest| other.distance + tie < farthest)
        });
        let (enemy, side, units) = (target.enemy, target.side, || units.to_vec());
        if sharing.len() > 2 {
            return Err(SharingRefusal::MoreThanTwo {
                enemy,
                side,
                units: units(),
            });
        }
        if sharing.len() == 2
            && let Some((nearer, _)) = nearer
        {
            return Err(SharingRefusal::AnotherIsNearer {
                nearer: *nearer,
                enemy,
                side,
                units: units(),
            });
        }
    }
    Ok(())
}

/// The targets of a unit that its order has it rush: of several enemies those between which its owner would choose.
fn preferred_targets(field: &Field<'_>, unit: UnitId) -> Vec<Target> {
    let mut found = targets(field, unit);
    let sides: Vec<(UnitId, Side)> = found.iter().map(|target| (target.enemy, target.side)).collect();
    let preferred = preferred(field, unit, &sides);
    found.retain(|target| preferred.contains(&target.enemy));
    found
}
