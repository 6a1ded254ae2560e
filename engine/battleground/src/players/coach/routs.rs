//! Mistakes that a rout shows.

use battleground_geometry::{Limit, about_face};
use hindsight_kernel::{Detector, Suggestion, message, phrase};

use super::history::History;
use super::watched::{DUBIOUS, MISTAKE, Watched, cited};
use crate::field::{Field, TOL};
use crate::messages::{self, MESSAGES};
use crate::model::names::UnitId;
use crate::model::state::{Cause, Phase, State, Status};

/// A friend that was moved through on an Initial Rout Move, with the position before it.
#[derive(Debug)]
pub(super) struct Passed {
    pub(super) through: UnitId,
    pub(super) by: UnitId,
    pub(super) state: State,
}

pub(super) const ROUT_LANE_NOT_FREE: Detector = Detector::new(
    "rout_lane_not_free",
    phrase!(MESSAGES, "detector-rout-lane-not-free"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-rout-lane-not-free-watches"),
    cited!(V4: Rout11, Rout12),
);

pub(super) fn rout_lane_not_free(
    seen: &Watched<'_>,
    unit: UnitId,
    passed: bool,
    through: &[Passed],
    history: &History,
) -> Option<Suggestion> {
    let by = through.iter().find(|one| one.through == unit && !passed)?;
    let then = history.moved(unit.seat())?;
    let field = Field::of(then);
    let pose = then.unit(by.by)?.pose?;
    let reach = field.uncapped_mc_by(then.unit(by.by)?, 0).inches();
    let turned = field.clone().with(by.by, about_face(pose));
    let distance = turned.within(by.by, unit)?;
    let behind = turned.is_directly_ahead(by.by, unit) && TOL.reaches(distance, reach, Limit::Within);
    behind.then(|| {
        ROUT_LANE_NOT_FREE.found(
            seen.version,
            unit.seat(),
            Some(&unit),
            message!(
                MESSAGES,
                "coach-rout-lane-not-free",
                by = messages::unit(&by.state, by.by),
                unit = messages::unit(seen.before, unit)
            ),
            &[
                (
                    phrase!(MESSAGES, "number-inches-behind-it-then"),
                    distance.value(),
                ),
                (phrase!(MESSAGES, "number-inches-it-routs"), reach.value()),
                (
                    phrase!(MESSAGES, "number-friends-it-routed-through"),
                    through.iter().filter(|one| one.by == by.by).count() as f64,
                ),
            ],
        )
    })
}

pub(super) const NO_WAY_OUT: Detector = Detector::new(
    "no_way_out",
    phrase!(MESSAGES, "detector-no-way-out"),
    MISTAKE,
    phrase!(MESSAGES, "detector-no-way-out-watches"),
    cited!(V4: Rout08, Rout10, Rout16),
);

pub(super) fn no_way_out(
    seen: &Watched<'_>,
    unit: UnitId,
    cause: Cause,
    history: &History,
) -> Option<Suggestion> {
    let (state, last_turn) = (seen.before, history.last_turn()?);
    let met = match cause {
        Cause::RoutIntoEnemy => "enemy",
        Cause::RoutIntoEdge => "edge",
        Cause::NoPlace => "no_room",
        _ => return None,
    };
    let checks = matches!(state.phase, Phase::PreCombatCourage | Phase::PostCombatCourage);
    let then = last_turn.unit(unit)?;
    let stood = matches!(then.status, Status::Ready(_)) && then.pose.is_some() && !last_turn.is_engaged(unit);
    if !checks || !stood || last_turn.turn + 1 != state.turn {
        return None;
    }
    let reach = Field::of(last_turn).uncapped_mc_by(then, 0).inches();
    Some(NO_WAY_OUT.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        message!(
            MESSAGES,
            "coach-no-way-out",
            unit = messages::unit(state, unit),
            met
        ),
        &[
            (phrase!(MESSAGES, "number-inches-it-had-to-rout"), reach.value()),
            (
                phrase!(MESSAGES, "number-boxes-it-had-left"),
                f64::from(last_turn.boxes_left(then)),
            ),
            (
                phrase!(MESSAGES, "number-points-lost"),
                f64::from(state.kind(then).points),
            ),
        ],
    ))
}
