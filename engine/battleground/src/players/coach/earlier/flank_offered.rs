//! Flanks that are offered.

use battleground_geometry::{Degrees, Inches, Pose, Side};
use hindsight_kernel::{Detector, Suggestion, Weighed};

use super::flanks::{controlled_by, first_legs, forward};
use super::{MISTAKE, cited};
use crate::field::Field;
use crate::model::command::Leg;
use crate::model::names::{Team, UnitId, side_name};
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::model::words::unit_name;
use crate::players::coach::{Watched, is_on, may_control, wounds_if_rushed};
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::rush::sides::sides_to_rush;
use crate::rules::command_actions::direct_control_cost;

pub(super) const FLANK_OFFERED: Detector = Detector::new(
    "flank_offered",
    "Flank offered",
    MISTAKE,
    "At the end of an own Movement and Command Phase an enemy on Close could rush a flank or the rear of an unengaged unit that is \
     worth at least as many points, and a command action that is lost would have led the unit by Direct Control to where no such enemy \
     could.",
    &[
        cited(Rule::Rush04),
        cited(Rule::Rush07),
        cited(Rule::Cmd06),
        cited(Rule::Mods09),
    ],
);

/// The worst of each unit: where it would take the most wounds more than on its front.
// RULING: the rush is judged as if the enemy's turn began now, and the other place with all others where they lie now. The catalogue
// leaves open which moves are tried: none, and one leg, as `evading_legs` has them. A unit that is engaged now, routs or routed when
// the phase began is left out, and so is one that was under Direct Control: its owner took the move already.
pub(super) fn flanks_offered(
    seen: &Watched<'_>,
    (opening, at): (&State, Option<u64>),
    lost: Option<(u16, u8)>,
) -> Vec<Suggestion> {
    let state = seen.before;
    let (Some(seat), Some((turn, count))) = (state.active, lost) else {
        return Vec::new();
    };
    if turn != state.turn || opening.turn != state.turn {
        return Vec::new();
    }
    let field = Field::of(state);
    state
        .of_team(Team::of(seat))
        .filter(|unit| matches!(unit.status, Status::Ready(_)) && !unit.airborne)
        .filter(|unit| !state.is_engaged(unit.id) && !unit.turn.controlled)
        .filter_map(|unit| {
            let then = opening.unit(unit.id)?;
            let free = matches!(then.status, Status::Ready(_)) && !then.airborne && !opening.is_engaged(then.id);
            if !free || !may_control(state, unit, count) {
                return None;
            }
            let threats = threats(&field, unit);
            let gain = |(enemy, side): (UnitId, Side)| {
                let there = wounds_if_rushed(state, enemy, unit.id, side);
                let front = wounds_if_rushed(state, enemy, unit.id, Side::Front);
                (enemy, side, there, front)
            };
            let (enemy, side, there, front) = threats
                .into_iter()
                .map(gain)
                .max_by(|one, other| (one.2 - one.3).total_cmp(&(other.2 - other.3)))?;
            let (legs, safe) = evasion(state, opening, then)?;
            let mut evaded = state.clone();
            evaded.unit_mut(unit.id)?.pose = Some(safe);
            let [worst, instead] = [state, &evaded].map(|state| worst_rush(state, unit.id));
            let worst = Weighed::odds("expected wounds of the worst rush on it", worst, instead).less();
            if !worst.favours_better() {
                return None;
            }
            let points = |unit: UnitId| state.unit(unit).map_or(0, |unit| state.kind(unit).points);
            let suggestion = FLANK_OFFERED.found(
                seen.version,
                unit.id.seat(),
                Some(&unit.id),
                format!(
                    "{} can rush the {} of {} as things stand; under Direct Control it could have been moved to where it is safe from that.",
                    unit_name(state, enemy),
                    side_name(side),
                    unit_name(state, unit.id),
                ),
                &[
                    ("points of the unit", f64::from(points(unit.id))),
                    ("points of the enemy", f64::from(points(enemy))),
                    ("expected wounds there", there),
                    ("expected wounds on the front", front),
                    ("command actions lost", f64::from(count)),
                    ("command actions needed", f64::from(direct_control_cost(state, unit))),
                ],
            );
            Some(suggestion.instead(at.map(|at| controlled_by(opening, unit.id, &legs, at)), [worst]))
        })
        .collect()
}

/// The enemies on Close, of no more points than a unit, that could rush a flank or the rear of it, and which.
fn threats(field: &Field<'_>, unit: &Unit) -> Vec<(UnitId, Side)> {
    let state = field.state();
    let worth = state.kind(unit).points;
    let dearer = |enemy: UnitId| {
        let enemy = state.unit(enemy);
        enemy.is_some_and(|enemy| state.kind(enemy).points > worth)
    };
    let mut found = rushes_behind(field, unit);
    found.retain(|(enemy, _)| !dearer(*enemy));
    found
}

/// The enemies on Close that could rush a flank or the rear of a unit if their turn began as things stand, and which.
pub(super) fn rushes_behind(field: &Field<'_>, unit: &Unit) -> Vec<(UnitId, Side)> {
    let enemies = field.state().enemies_of(unit.id.seat());
    enemies
        .filter(|enemy| is_on(enemy, Order::Close))
        .flat_map(|enemy| {
            let sides = sides_to_rush(field, enemy, unit.id);
            let behind = sides.into_iter().filter(|side| *side != Side::Front);
            behind.map(|side| (enemy.id, side))
        })
        .collect()
}

/// The most wounds that a unit is expected to take from one enemy on Close that rushes it, on whichever side, if their turn began as
/// things stand.
fn worst_rush(state: &State, unit: UnitId) -> f64 {
    let field = Field::of(state);
    let rushes = state
        .enemies_of(unit.seat())
        .filter(|enemy| is_on(enemy, Order::Close))
        .flat_map(|enemy| {
            sides_to_rush(&field, enemy, unit)
                .into_iter()
                .map(|side| (enemy.id, side))
        });
    rushes
        .map(|(enemy, side)| wounds_if_rushed(state, enemy, unit, side))
        .fold(0.0, f64::max)
}

/// Legs of a unit from where it lay when the phase began to where none of them could, and that place.
fn evasion(state: &State, opening: &State, then: &Unit) -> Option<(Vec<Leg>, Pose)> {
    let start = Field::of(opening);
    let mover = Mover::new(&start, then, MovedBy::Control)?;
    let begun = mover.start();
    let is_safe = |pose: Pose| {
        let there = Field::of(state).with(then.id, pose.rounded());
        let unit = there.state().unit(then.id);
        unit.is_some_and(|unit| {
            Mover::new(&there, unit, MovedBy::Control).is_some_and(|mover| mover.is_free(pose))
                && threats(&there, unit).is_empty()
        })
    };
    if is_safe(begun.pose) {
        return Some((Vec::new(), begun.pose.rounded()));
    }
    evading_legs().find_map(|leg| {
        let end = mover.step(&begun, &leg)?;
        is_safe(end.pose).then(|| (vec![leg], end.pose.rounded()))
    })
}

/// A reform in steps of 15 degrees, a way straight on in steps of half an inch, an about face, a sidestep or a turn.
fn evading_legs() -> impl Iterator<Item = Leg> {
    let headings = (0..24).filter_map(|step| Degrees::new(f64::from(step) * 15.0).ok());
    let reforms = headings.map(|heading| Leg::Reform { heading });
    let straight = (1..=14).map(|step| forward(Inches::mils(step * 500)));
    reforms.chain(straight).chain(first_legs())
}
