//! Mistakes that the points show.

use battleground_geometry::{Limit, Way};
use hindsight_kernel::{Detector, Suggestion, message, phrase};

use super::history::History;
use super::shooting::band_in_reach;
use super::watched::{DUBIOUS, MISTAKE, Watched, cited, may_control};
use crate::field::{Field, Purpose, TOL};
use crate::messages::{self, MESSAGES};
use crate::model::command::Leg;
use crate::model::names::{UnitId, other};
use crate::model::state::{Ending, State, Status, Unit};
use crate::procedures::attack::standing::{Shade, shade};
use crate::procedures::rush::eligibility::could_rush_now;
use crate::rules::movement::check_legs;
use crate::rules::victory::{share, verdict, victory_points};

pub(super) const CAMP_LEFT_OPEN: Detector = Detector::new(
    "camp_left_open",
    phrase!(MESSAGES, "detector-camp-left-open"),
    MISTAKE,
    phrase!(MESSAGES, "detector-camp-left-open-watches"),
    cited!(V4: Scen03, Cmd06, Geo17),
);

/// Judged at the end of the own Movement & Command Phase, when the command actions were lost.
pub(super) fn camp_left_open(
    seen: &Watched<'_>,
    sackers: &[UnitId],
    history: &History,
) -> Option<Suggestion> {
    let seat = seen.before.active?;
    let moved = history.moved(seat)?;
    let lost = history.lost(seat).filter(|lost| lost.turn == seen.before.turn)?;
    let lost = lost.count;
    // Who wins at this check has no use for a camp any more.
    if verdict(seen.before).is_some_and(|ending| ending.winner == Some(seat)) {
        return None;
    }
    let field = Field::of(moved);
    let sacker = *sackers.iter().find(|unit| unit.seat() != seat)?;
    let (unit, distance) = moved
        .own(seat)
        .filter(|unit| matches!(unit.status, Status::Ready(_)) && !moved.is_engaged(unit.id))
        .filter(|unit| may_control(moved, unit, lost))
        .filter(|unit| !unit.turn.moved && !unit.turn.rushed && field.in_front_arc(unit.id, sacker))
        .find_map(|unit| {
            let reach = field.current_mc(unit.id).inches();
            field
                .possible_sides(unit.id, sacker)
                .into_iter()
                .find_map(|side| {
                    let (point, distance) = field.to_side(unit.id, sacker, side)?;
                    let open = TOL.reaches(distance, reach, Limit::Within)
                        && field
                            .open_path(unit.id, Some((sacker, side)), point, Purpose::Move)
                            .is_open();
                    open.then_some((unit.id, distance))
                })
        })?;
    Some(
        CAMP_LEFT_OPEN.found(
            seen.version,
            seat,
            Some(&unit),
            message!(
                MESSAGES,
                "coach-camp-left-open",
                sacker = messages::unit(moved, sacker),
                unit = messages::unit(moved, unit)
            ),
            &[
                (phrase!(MESSAGES, "number-inches-to-the-enemy"), distance.value()),
                (
                    phrase!(MESSAGES, "number-inches-the-unit-moves"),
                    field.current_mc(unit).inches().value(),
                ),
                (phrase!(MESSAGES, "number-command-actions-lost"), f64::from(lost)),
                (
                    phrase!(MESSAGES, "number-points-of-the-camp"),
                    moved
                        .scenario()
                        .map_or(0.0, |scenario| f64::from(scenario.victory.sacking)),
                ),
            ],
        ),
    )
}

pub(super) const ENDGAME_ARITHMETIC: Detector = Detector::new(
    "endgame_arithmetic",
    phrase!(MESSAGES, "detector-endgame-arithmetic"),
    MISTAKE,
    phrase!(MESSAGES, "detector-endgame-arithmetic-watches"),
    cited!(V4: Scen04, Status05, Cmd06),
);

/// That it could is tried: a straight move ahead, back or aside from where it began the phase, after which nobody reaches it.
pub(super) fn endgame_arithmetic(seen: &Watched<'_>, history: &History) -> Option<Suggestion> {
    let state = seen.before;
    let seat = state.active?;
    let (opening, _) = history.opening()?;
    let victory = state.scenario()?.victory;
    let short = share(state.budget(), victory.threshold).checked_sub(victory_points(state, other(seat)))?;
    let near = share(state.budget(), 5);
    // Points that are short of it count for nothing in a battle that ends at this check.
    if short == 0 || short > near || verdict(state).is_some() {
        return None;
    }
    let unit = state
        .own(seat)
        .filter(|unit| shade(state, unit) == Shade::Red && !state.is_engaged(unit.id))
        .filter(|unit| u32::from(state.kind(unit).points) >= short && is_in_reach(state, unit.id))
        .find(|unit| can_leave(opening, unit.id))?;
    Some(ENDGAME_ARITHMETIC.found(
        seen.version,
        seat,
        Some(&unit.id),
        message!(
            MESSAGES,
            "coach-endgame-arithmetic",
            points = short,
            unit = messages::unit(state, unit.id)
        ),
        &[
            (
                phrase!(MESSAGES, "number-points-short-of-victory"),
                f64::from(short),
            ),
            (
                phrase!(MESSAGES, "number-points-of-the-unit"),
                f64::from(state.kind(unit).points),
            ),
            (
                phrase!(MESSAGES, "number-boxes-it-has-left"),
                f64::from(state.boxes_left(unit)),
            ),
            (
                phrase!(MESSAGES, "number-command-actions-when-the-phase-began"),
                f64::from(opening.player(seat).actions),
            ),
        ],
    ))
}

/// Whether an enemy could rush or shoot a unit as things stand.
fn is_in_reach(state: &State, unit: UnitId) -> bool {
    let field = Field::of(state);
    state
        .enemies_of(unit.seat())
        .any(|enemy| could_rush_now(state, enemy, unit) || band_in_reach(&field, enemy, unit).is_some())
}

/// Whether one straight leg under Direct Control takes a unit to where no enemy reaches it.
fn can_leave(opening: &State, unit: UnitId) -> bool {
    let Some(there) = opening
        .unit(unit)
        .filter(|there| may_control(opening, there, opening.player(unit.seat()).actions))
    else {
        return false;
    };
    let controlled = Unit {
        turn: crate::model::state::TurnMarks {
            controlled: true,
            ..there.turn.clone()
        },
        ..there.clone()
    };
    let field = Field::of(opening);
    let full = field.current_mc(unit).inches();
    [Way::Forward, Way::Backward, Way::Left, Way::Right]
        .into_iter()
        .flat_map(|way| [full, full.half(), full.half().half()].map(|inches| Leg::Shift { way, inches }))
        .filter_map(|leg| check_legs(&field, &controlled, &[leg], None).ok())
        .any(|plan| {
            let mut after = opening.clone();
            if let Some(unit) = after.unit_mut(unit) {
                unit.pose = Some(plan.to);
            }
            !is_in_reach(&after, unit)
        })
}

pub(super) const AIRBORNE_AT_THE_END: Detector = Detector::new(
    "airborne_at_the_end",
    phrase!(MESSAGES, "detector-airborne-at-the-end"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-airborne-at-the-end-watches"),
    cited!(V4: Fly15, Scen04, Scen05),
);

/// The check is made again with the unit on the ground.
pub(super) fn airborne_at_the_end(seen: &Watched<'_>, ending: &Ending) -> Vec<Suggestion> {
    let state = seen.before;
    state
        .on_table()
        .filter(|unit| unit.airborne)
        .filter_map(|unit| {
            let mut grounded = state.clone();
            grounded.unit_mut(unit.id)?.airborne = false;
            let other = verdict(&grounded);
            let same = other
                .as_ref()
                .is_some_and(|other| (other.winner, other.degree) == (ending.winner, ending.degree));
            if same {
                return None;
            }
            let degree = other
                .as_ref()
                .map_or_else(messages::none, |other| messages::degree(other.degree).into());
            let points = |ending: Option<&Ending>| {
                ending.map_or(0.0, |ending| {
                    f64::from(ending.destroyed[1 - super::watched::place(unit.id.seat())])
                })
            };
            Some(AIRBORNE_AT_THE_END.found(
                seen.version,
                unit.id.seat(),
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-airborne-at-the-end",
                    unit = messages::unit(state, unit.id),
                    degree
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-points-of-the-unit"),
                        f64::from(state.kind(unit).points),
                    ),
                    (
                        phrase!(MESSAGES, "number-points-destroyed-by-the-enemy"),
                        points(Some(ending)),
                    ),
                ],
            ))
        })
        .collect()
}
