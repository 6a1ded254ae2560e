//! A flank that was there to be rushed.

use battleground_geometry::{Degrees, Hand, Inches, Pose, Side, Way};
use hindsight_kernel::{BetterChoice, Detector, Suggestion};

use super::rushes::Memory;
use super::{DUBIOUS, cited};
use crate::field::Field;
use crate::model::command::{Command, Leg};
use crate::model::names::{UnitId, side_name};
use crate::model::rule::Rule;
use crate::model::state::{Engagement, State, Status, Unit};
use crate::model::words::unit_name;
use crate::players::coach::{Watched, may_control, wounds_if_rushed};
use crate::rules::command_actions::direct_control_cost;
use crate::rules::final_rush::could_rush_side;
use crate::rules::movement::mover::{MovedBy, Mover, Progress};

pub(super) const MISSED_FLANK: Detector = Detector::new(
    "missed_flank",
    "Missed flank",
    DUBIOUS,
    "A unit rushes the front of an enemy, although a command action that its team lost in its last turn would have moved it to \
     where it could rush a flank or the rear now, with more expected wounds.",
    &[cited(Rule::Rush04), cited(Rule::Cmd06), cited(Rule::Mods09)],
)
.of_a_missed_option();

/// The catalogue has legal poses searched and leaves open how finely: first legs in steps of half an inch and 15 degrees, then
/// straight on in steps of half an inch.
const STEP: Inches = Inches::mils(500);
const ANGLE: f64 = 15.0;

pub(super) fn missed_flank(seen: &Watched<'_>, rush: &Engagement, memory: &Memory<'_>) -> Option<Suggestion> {
    let state = seen.before;
    let team = rush.rusher.team().index();
    let (turn, count) = *memory.lost.get(&team)?;
    let (then, opening) = (memory.openings.get(&team)?, memory.opening?);
    let unit = then.unit(rush.rusher)?;
    let idle = matches!(unit.status, Status::Ready(_)) && !unit.airborne && !then.is_engaged(unit.id);
    if rush.rushed_side != Side::Front
        || turn + 2 != state.turn
        || then.turn != turn
        || !idle
        || !may_control(then, unit, count)
    {
        return None;
    }
    let front = wounds_if_rushed(state, rush.rusher, rush.rushed, Side::Front);
    let worth = |side: Side| wounds_if_rushed(state, rush.rusher, rush.rushed, side);
    let mut sides: Vec<(Side, f64)> = [Side::Left, Side::Right, Side::Rear]
        .map(|side| (side, worth(side)))
        .into_iter()
        .filter(|(_, wounds)| *wounds > front)
        .collect();
    sides.sort_by(|one, other| other.1.total_cmp(&one.1));
    if sides.is_empty() {
        return None;
    }
    let poses = poses(&Field::of(then), unit);
    let (side, wounds, (pose, legs)) = sides.into_iter().find_map(|(side, wounds)| {
        let from = poses
            .iter()
            .find(|(pose, _)| could_rush_from(opening, rush, side, *pose));
        from.map(|from| (side, wounds, from))
    })?;
    let better = memory
        .openings_at
        .get(&team)
        .map(|at| controlled_by(then, unit.id, legs, *at));
    Some(MISSED_FLANK.found(
        seen.version,
        rush.rusher.seat(),
        Some(&rush.rusher),
        format!(
            "{} rushes the front of {}; from ({:.2}, {:.2}), where Direct Control would have brought it in the last turn, it could rush \
             its {}.",
            unit_name(state, rush.rusher),
            unit_name(state, rush.rushed),
            pose.centre.x.value(),
            pose.centre.y.value(),
            side_name(side),
        ),
        &[
            ("expected wounds on the front", front),
            ("expected wounds there", wounds),
            ("command actions lost", f64::from(count)),
            ("command actions needed", f64::from(direct_control_cost(then, unit))),
        ],
    )
    .instead(better))
}

/// Legs of a unit under Direct Control as what would have been better, after this version.
pub(super) fn controlled_by(state: &State, unit: UnitId, legs: &[Leg], at: u64) -> BetterChoice {
    let words = format!("{} moves under Direct Control", unit_name(state, unit));
    let commands = [
        Command::DirectControl { unit },
        Command::Activate { units: vec![unit] },
        Command::SubmitLegs {
            legs: legs.to_vec(),
            land: None,
            nearest: None,
        },
    ];
    BetterChoice::new(at, words, &commands).by(&unit)
}

/// Whether a unit that lay there as this turn began could rush this side of its target.
fn could_rush_from(opening: &State, rush: &Engagement, side: Side, pose: Pose) -> bool {
    let field = Field::of(opening).with(rush.rusher, pose.rounded());
    let Some(unit) = opening.unit(rush.rusher) else {
        return false;
    };
    let may_face = |id: UnitId| field.possible_sides(id, rush.rushed).contains(&side);
    may_face(unit.id)
        && Mover::new(&field, unit, MovedBy::Control).is_some_and(|mover| mover.is_free(pose))
        && could_rush_side(&field, unit, rush.rushed, side)
}

/// Where Direct Control can bring a unit, with the legs that do: it stays, or makes a first leg and goes straight on. Rules `BG3-CMD-06` (p. 10),
/// `BG3-MOV-02` (pp. 11, 35).
fn poses(field: &Field<'_>, unit: &Unit) -> Vec<(Pose, Vec<Leg>)> {
    let Some(mover) = Mover::new(field, unit, MovedBy::Control) else {
        return Vec::new();
    };
    let start = mover.start();
    let begun = first_legs().filter_map(|leg| Some((mover.step(&start, &leg)?, Some(leg))));
    let begun: Vec<(Progress, Option<Leg>)> = begun.collect();
    let begun: Vec<(Progress, Option<Leg>)> = std::iter::once((start, None)).chain(begun).collect();
    let straight = |(at, first): &(Progress, Option<Leg>)| {
        let mut poses = vec![(at.pose, first.iter().copied().collect())];
        let mut far = STEP;
        while let Some(end) = mover.step(at, &forward(far)) {
            poses.push((end.pose, first.iter().copied().chain([forward(far)]).collect()));
            far = far + STEP;
        }
        poses
    };
    begun.iter().flat_map(straight).collect()
}

pub(super) const fn forward(inches: Inches) -> Leg {
    Leg::Shift {
        way: Way::Forward,
        inches,
    }
}

/// An about face, a sidestep, or a turn.
pub(super) fn first_legs() -> impl Iterator<Item = Leg> {
    const MOST_STEPS: i32 = 14;
    let length = |step: i32| Inches::mils(step * 500);
    let sideways = (1..=MOST_STEPS).flat_map(move |step| {
        [Way::Left, Way::Right].map(|way| Leg::Shift {
            way,
            inches: length(step),
        })
    });
    let turns = (1..=6).flat_map(move |angle| {
        (1..=MOST_STEPS).flat_map(move |step| {
            let angle = Degrees::new(f64::from(angle) * ANGLE).unwrap_or(Degrees::ZERO);
            [Hand::Left, Hand::Right].map(|hand| Leg::Turn {
                hand,
                angle,
                inches: length(step),
                backward: false,
            })
        })
    });
    std::iter::once(Leg::AboutFace).chain(sideways).chain(turns)
}
