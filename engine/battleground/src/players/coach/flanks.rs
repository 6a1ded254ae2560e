//! Flanks that are offered.

use battleground_geometry::{Degrees, Inches, Limit, Pose, Side};
use hindsight_kernel::{Detector, Suggestion, Weighed, message, phrase};

use super::exchange::wounds_if_rushed;
use super::history::History;
use super::missed_flank::{controlled_by, first_legs, forward};
use super::watched::{MISTAKE, Watched, cited, is_on, may_control};
use crate::field::{Field, Purpose, TOL};
use crate::messages::{self, MESSAGES};
use crate::model::command::Leg;
use crate::model::names::{Team, UnitId};
use crate::model::orders::Order;
use crate::model::state::{State, Status, Unit};
use crate::procedures::movement::mover::{MovedBy, Mover};
use crate::procedures::rush::sides::sides_to_rush;
use crate::rules::command_actions::direct_control_cost;

/// A side of a unit that an enemy could rush, with the expected wounds there and on its front.
struct Offered {
    enemy: UnitId,
    side: Side,
    there: f64,
    front: f64,
}

/// Of the sides that enemies could rush, the one where the unit would take the most wounds more than on its front.
fn worst(state: &State, unit: UnitId, threats: impl IntoIterator<Item = (UnitId, Side)>) -> Option<Offered> {
    let offered = threats.into_iter().map(|(enemy, side)| Offered {
        enemy,
        side,
        there: wounds_if_rushed(state, enemy, unit, side),
        front: wounds_if_rushed(state, enemy, unit, Side::Front),
    });
    offered.max_by(|one, other| (one.there - one.front).total_cmp(&(other.there - other.front)))
}

pub(super) const FLANK_SHOWN: Detector = Detector::new(
    "flank_offered",
    phrase!(MESSAGES, "detector-flank-shown"),
    MISTAKE,
    phrase!(MESSAGES, "detector-flank-shown-watches"),
    cited!(V4: Geo10, Geo17, Rush04, Mods09),
);

/// The worst of each unit, of flanks that no enemy saw when the phase began. A Routing unit lies as its rout left it.
pub(super) fn shown(seen: &Watched<'_>, history: &History) -> Vec<Suggestion> {
    let state = seen.before;
    let (Some(seat), Some((opening, _))) = (state.active, history.opening()) else {
        return Vec::new();
    };
    let (field, then) = (Field::of(state), Field::of(opening));
    state
        .own(seat)
        .filter(|unit| !state.is_engaged(unit.id) && !unit.airborne && unit.status != Status::Routing)
        .filter_map(|unit| {
            let enemies = state.enemies_of(seat);
            let threats = enemies.filter_map(|enemy| {
                let (side, _) = threat(&field, enemy.id, unit.id)?;
                threat(&then, enemy.id, unit.id)
                    .is_none()
                    .then_some((enemy.id, side))
            });
            let worst = worst(state, unit.id, threats)?;
            let (side, distance) = threat(&field, worst.enemy, unit.id)?;
            Some(FLANK_SHOWN.found(
                seen.version,
                seat,
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-flank-shown",
                    enemy = messages::unit(state, worst.enemy),
                    unit = messages::unit(state, unit.id),
                    side = messages::side(side)
                ),
                &[
                    (phrase!(MESSAGES, "number-inches-to-that-side"), distance.value()),
                    (
                        phrase!(MESSAGES, "number-inches-the-enemy-moves"),
                        field.current_mc(worst.enemy).inches().value(),
                    ),
                    (phrase!(MESSAGES, "number-expected-wounds-there"), worst.there),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-on-the-front"),
                        worst.front,
                    ),
                ],
            ))
        })
        .collect()
}

/// The flank or rear of a unit that a Ready, unengaged enemy on Close sees and could reach, and how far it is.
fn threat(field: &Field<'_>, enemy: UnitId, unit: UnitId) -> Option<(Side, Inches)> {
    let state = field.state();
    let there = state.unit(enemy)?;
    if !is_on(there, Order::Close)
        || there.airborne
        || state.is_engaged(enemy)
        || !field.is_visible(enemy, unit, Purpose::Move)
    {
        return None;
    }
    let reach = field.current_mc(enemy).inches();
    field
        .possible_sides(enemy, unit)
        .into_iter()
        .filter(|side| *side != Side::Front)
        .find_map(|side| {
            let (point, distance) = field.to_side(enemy, unit, side)?;
            let open = TOL.reaches(distance, reach, Limit::Within)
                && field
                    .open_path(enemy, Some((unit, side)), point, Purpose::Move)
                    .is_open();
            open.then_some((side, distance))
        })
}

pub(super) const FLANK_AVOIDABLE: Detector = Detector::new(
    "flank_offered",
    phrase!(MESSAGES, "detector-flank-avoidable"),
    MISTAKE,
    phrase!(MESSAGES, "detector-flank-avoidable-watches"),
    cited!(V3: Rush04, Rush07, Cmd06, Mods09),
);

/// The worst of each unit, of flanks that a command action which is lost would have brought out of reach.
// RULING: the rush is judged as if the enemy's turn began now, and the other place with all others where they lie now. The catalogue
// leaves open which moves are tried: none, and one leg, as `evading_legs` has them. A unit that is engaged now, routs or routed when
// the phase began is left out, and so is one that was under Direct Control: its owner took the move already.
pub(super) fn avoidable(seen: &Watched<'_>, history: &History) -> Vec<Suggestion> {
    let state = seen.before;
    let (Some(seat), Some((opening, at))) = (state.active, history.opening()) else {
        return Vec::new();
    };
    let Some(lost) = history.lost(seat).filter(|lost| lost.turn == state.turn) else {
        return Vec::new();
    };
    let count = lost.count;
    let field = Field::of(state);
    state
        .of_team(Team::of(seat))
        .filter(|unit| matches!(unit.status, Status::Ready(_)) && !unit.airborne)
        .filter(|unit| !state.is_engaged(unit.id) && !unit.turn.controlled)
        .filter_map(|unit| {
            let then = opening.unit(unit.id)?;
            let free =
                matches!(then.status, Status::Ready(_)) && !then.airborne && !opening.is_engaged(then.id);
            if !free || !may_control(state, unit, count) {
                return None;
            }
            let Offered {
                enemy,
                side,
                there,
                front,
            } = worst(state, unit.id, threats(&field, unit))?;
            let (legs, safe) = evasion(state, opening, then)?;
            let mut evaded = state.clone();
            evaded.unit_mut(unit.id)?.pose = Some(safe);
            let [worst, instead] = [state, &evaded].map(|state| worst_rush(state, unit.id));
            let worst = Weighed::odds(
                phrase!(MESSAGES, "number-expected-wounds-of-the-worst-rush-on-it"),
                worst,
                instead,
            )
            .less();
            if !worst.favours_better() {
                return None;
            }
            let points = |unit: UnitId| state.unit(unit).map_or(0, |unit| state.kind(unit).points);
            let suggestion = FLANK_AVOIDABLE.found(
                seen.version,
                unit.id.seat(),
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-flank-avoidable",
                    enemy = messages::unit(state, enemy),
                    side = messages::side(side),
                    unit = messages::unit(state, unit.id)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-points-of-the-unit"),
                        f64::from(points(unit.id)),
                    ),
                    (
                        phrase!(MESSAGES, "number-points-of-the-enemy"),
                        f64::from(points(enemy)),
                    ),
                    (phrase!(MESSAGES, "number-expected-wounds-there"), there),
                    (phrase!(MESSAGES, "number-expected-wounds-on-the-front"), front),
                    (phrase!(MESSAGES, "number-command-actions-lost"), f64::from(count)),
                    (
                        phrase!(MESSAGES, "number-command-actions-needed"),
                        f64::from(direct_control_cost(state, unit)),
                    ),
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
