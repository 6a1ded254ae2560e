//! The enemies that a unit may Final Rush now (pp. 13-14, 61-68).

use battleground_geometry::Side;

use super::eligibility::may_have_targets;
use super::placement::Ways;
use crate::editions::profile::RushSeen;
use crate::field::{Altered, Field};
use crate::memo::cached;
use crate::model::names::UnitId;
use crate::model::state::{State, Unit};
use crate::procedures::attack::weapon::enemy_objective;
use crate::procedures::rush::bounds::bounds;
use crate::procedures::rush::glimpses::seen;
use crate::procedures::rush::ladder::{Target, ladder};

/// What the enemies that may be rushed are asked of, beside the position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AskedRushes {
    unit: UnitId,
    altered: Vec<Altered>,
}

/// The enemies that a unit may Final Rush now, one or two entries for each. Rules `BG4-RUSH-01`, `BG4-RUSH-27` (pp. 61, 62-68).
pub(crate) fn targets(field: &Field<'_>, id: UnitId) -> Vec<Target> {
    let state = field.state();
    let Some(unit) = state.unit(id).filter(|_| may_have_targets(state, id)) else {
        return Vec::new();
    };
    let asked = AskedRushes {
        unit: id,
        altered: field.altered().to_vec(),
    };
    cached(state, asked, || targets_of(field, unit))
}

fn targets_of(field: &Field<'_>, unit: &Unit) -> Vec<Target> {
    let state = field.state();
    let bounds = bounds(field, unit);
    let mut found: Vec<Target> = seen(field, unit)
        .iter()
        // ERR: an enemy that may not be rushed is no target; `no_rush_of` tells why.
        .filter_map(|glimpse| ladder(field, unit, glimpse, &bounds).ok())
        .collect();
    if state.profile().rush_seen == RushSeen::WhenMade {
        found.retain(|target| !is_declined(unit, target));
        // From a diagonal both Facing Sides lead to the nearest open side. Rule BG3-RUSH-05 (p. 13).
        let mut known: Vec<(UnitId, Side)> = Vec::new();
        found.retain(|target| {
            let aim = (target.enemy, target.side);
            let is_new = !known.contains(&aim);
            known.push(aim);
            is_new
        });
    }
    found
}

/// Whether its owner has declined a target this turn: a flank or corner of an enemy, whose front is rushed all the same once it is
/// open, or an enemy that is no objective past which its path does not lead. Rules `BG3-PATH-07` (p. 13), `BG3-RUSH-12` (pp. 6, 14).
fn is_declined(unit: &Unit, target: &Target) -> bool {
    let (marks, enemy) = (&unit.turn, target.enemy);
    let is_objective = enemy_objective(unit) == Some(enemy);
    !matches!(target.ways, Ways::Front(_)) && marks.rushes_declined.contains(&enemy)
        || marks.path_not_past.contains(&enemy) && !is_objective
}

/// Whether a unit, if it were activated now, would Final Rush, or, under Direct Control, may: compulsory for a unit under
/// its order. False once a normal move was made this turn, and for a unit that is marked to rush no more. Rules
/// `BG4-RUSH-01` to `BG4-RUSH-11`, `BG4-TURN-04` (pp. 33, 50, 61-62, 64, 65, 66).
pub(crate) fn must_rush(state: &State, unit: UnitId) -> bool {
    may_have_targets(state, unit) && !targets(&Field::of(state), unit).is_empty()
}
