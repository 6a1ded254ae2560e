//! Pinches that nobody made.

use hindsight_kernel::{Detector, Suggestion};

use super::{MISTAKE, cited};
use crate::field::Field;
use crate::model::names::{Team, UnitId, side_name};
use crate::model::pinched::sides_engaged;
use crate::model::rule::Rule;
use crate::model::state::{State, Unit};
use crate::model::words::unit_name;
use crate::players::coach::{Watched, wounds_if_rushed};
use crate::procedures::rush::sides::sides_to_rush;

pub(super) const MISSED_PINCH: Detector = Detector::new(
    "missed_pinch",
    "Missed pinch",
    MISTAKE,
    "An own unit that fights nobody could have rushed another side of an enemy that a friend fights and so pinched it, and did not \
     rush.",
    &[cited(Rule::Rush19), cited(Rule::Mods10)],
)
.of_a_missed_option();

/// Judged at the end of the Movement and Command Phase. `opening` is the position when the phase had begun, `rushing` the last one in
/// which rushes could still be made. Skirmishers give the bonus too. Rule `BG3-KEY-30` (p. 31).
// RULING: the unit could rush if it could with the order and from the place that it began the phase with, against the fights of the
// last moment for rushes. A unit that rushed somebody else had another use.
pub(super) fn missed_pinches(seen: &Watched<'_>, opening: &State, rushing: &State) -> Vec<Suggestion> {
    let state = seen.before;
    let Some(seat) = state.active else {
        return Vec::new();
    };
    let team = Team::of(seat);
    // Of several that could have come, one misses the pinch.
    let mut missed: Vec<UnitId> = Vec::new();
    let is_free = |unit: &&Unit| !unit.turn.rushed && !unit.airborne && !state.is_engaged(unit.id);
    state
        .of_team(team)
        .filter(is_free)
        .filter_map(|unit| {
            let then = as_it_began(rushing, opening, unit.id)?;
            let there = then.unit(unit.id)?;
            let field = Field::of(&then);
            let mut fought = state.enemies_of(seat).filter(|enemy| {
                if missed.contains(&enemy.id) {
                    return false;
                }
                let mut friends = rushing.engaged_with(enemy.id);
                friends.any(|(friend, ..)| friend.team() == team)
                    && sides_engaged(rushing, enemy.id) == 1
                    && sides_engaged(state, enemy.id) == 1
            });
            let pinch = |enemy: &Unit| {
                let (friend, own, _) = rushing.engaged_with(enemy.id).next()?;
                let mut sides = sides_to_rush(&field, there, enemy.id).into_iter();
                let side = sides.find(|side| *side != own)?;
                Some((enemy.id, friend, own, side))
            };
            let (enemy, friend, own, side) = fought.find_map(pinch)?;
            missed.push(enemy);
            Some(MISSED_PINCH.found(
                seen.version,
                unit.id.seat(),
                Some(&unit.id),
                format!(
                    "{} fights the {} of {}; {} could have rushed its {} and pinched it.",
                    unit_name(state, friend),
                    side_name(own),
                    unit_name(state, enemy),
                    unit_name(state, unit.id),
                    side_name(side),
                ),
                &[
                    ("sides fought on", 1.0),
                    ("sides that could have been fought on", 2.0),
                    (
                        "expected wounds of the rush",
                        wounds_if_rushed(&then, unit.id, enemy, side),
                    ),
                ],
            ))
        })
        .collect()
}

/// A position with a unit as it began the phase; nothing if it was not there or was engaged then.
fn as_it_began(rushing: &State, opening: &State, unit: UnitId) -> Option<State> {
    let began = opening.unit(unit).filter(|_| !opening.is_engaged(unit))?;
    let mut then = rushing.clone();
    *then.unit_mut(unit)? = began.clone();
    Some(then)
}
