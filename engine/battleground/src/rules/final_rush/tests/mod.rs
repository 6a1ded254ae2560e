//! Final Rush by the catalogue's vectors.

pub(crate) mod editions;
mod effects;
mod eligibility;
mod kinds;
mod narrow_space;
mod objectives;
mod placement;
mod properties;
pub(crate) mod room;
mod together;

use battleground_geometry::{Pose, Side};

use super::rush;
use crate::model::agenda::{Answer, Answered, Asking, Frame, Need, Step, Topic};
use crate::model::event::Event;
use crate::model::names::UnitId;
use crate::model::state::{Engagement, State};
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::procedures::rush::targets::must_rush;
use crate::scene::{Scene, at_table, begun, id, line, moving, scene};

/// Lets units be activated together until none of them rushes any more; or what is asked.
fn rushed(mut state: State, units: &[&str], answers: &[Answered]) -> Result<(State, Vec<Event>), Asking> {
    let units: Vec<UnitId> = units.iter().map(|unit| id(unit)).collect();
    let frame = Frame {
        step: Step::Activate { units: units.clone() },
        answers: answers.to_vec(),
    };
    let mut all = Vec::new();
    while let Some(unit) = units.iter().find(|unit| must_rush(&state, **unit)) {
        let (taken, after, events) = at_table(state, &[], |table| rush(table, &frame, *unit));
        match taken {
            Ok(_) => {}
            Err(Need::Ask(question)) => return Err(*question),
            Err(Need::Refuse(refusal)) => panic!("{refusal:?}"),
        }
        assert!(!events.is_empty(), "a step that emits nothing is taken for ever");
        state = after;
        all.extend(events);
    }
    Ok((state, all))
}

fn answer(topic: Topic, unit: &str, about: Option<&str>, answer: Answer) -> Answered {
    Answered {
        topic,
        unit: Some(id(unit)),
        about: about.map(id),
        answer,
    }
}

fn lies(state: &State, unit: &str) -> Pose {
    state.unit(id(unit)).unwrap().pose.unwrap()
}

fn assert_lies(state: &State, unit: &str, (x, y, heading): (f64, f64, f64)) {
    let pose = lies(state, unit);
    let near = (pose.centre.x.value() - x).abs() < 0.002
        && (pose.centre.y.value() - y).abs() < 0.002
        && (pose.heading.value() - heading).abs() < 0.02;
    assert!(near, "{unit} lies at {pose:?}, not {x}, {y}, {heading}");
}

fn may(state: &State, unit: &str, enemy: &str) -> Result<(), NoFinalRush> {
    may_rush(state, id(unit), id(enemy))
}

/// The sides of the engagement of a rusher: its own and its enemy's.
fn engaged(state: &State, rusher: &str) -> Vec<(UnitId, Side, Side)> {
    let of = |one: &&Engagement| one.rusher == id(rusher);
    state
        .engagements
        .iter()
        .filter(of)
        .map(|one| (one.rushed, one.rusher_side, one.rushed_side))
        .collect()
}

/// A1 with Move 3.5 and 2.5 inches straight before it the front of B1.
fn facing() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
}

/// A1 ahead of B1; A2, with Move 5, beside it, for which B1's front is the Facing Side too.
fn two_before_one() -> Scene {
    facing().unit("A2", moving(5.0), (21.6, 9.9, 0.0))
}
