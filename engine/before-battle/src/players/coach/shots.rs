//! Mistakes of those who shoot, or could.

use hindsight_geometry::squares::{Cell, Facing, Hand, Lane};
use hindsight_kernel::{BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::{DUBIOUS, MISTAKE, Watched, called};
use crate::field::geometry::{faced_enemy, one_turn};
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::event::Blow;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::attack::take_wounds;
use crate::rules::fleeing::{flee_need, resolve_target};
use crate::rules::shooting::legal_targets;
use crate::views::inspect::shooting_odds;

/// A target that an archer had when the turn began, without turning.
#[derive(Debug, Clone)]
pub(super) struct OpenLane {
    archer: UnitId,
    target: UnitId,
    cell: Cell,
    facing: Facing,
    lane: Lane,
    /// The first two cells of the lane, as far as they lie before the target.
    cells: Vec<Cell>,
    wounds: f64,
}

/// Every target that an archer of the active player has where it stands. Rule `BB-SHOOT-05`.
pub(super) fn open_lanes(state: &State) -> Vec<OpenLane> {
    let Some(seat) = state.active else {
        return Vec::new();
    };
    let mut lanes = Vec::new();
    for archer in state.standing_of(seat) {
        let Some(cell) = archer.cell else { continue };
        for target in legal_targets(state, archer.id, archer.facing) {
            let before = usize::from(target.distance.saturating_sub(1)).min(2);
            lanes.push(OpenLane {
                archer: archer.id,
                target: target.unit,
                cell,
                facing: archer.facing,
                lane: target.lane,
                cells: state
                    .field()
                    .lane(cell, archer.facing, target.lane)
                    .take(before)
                    .collect(),
                wounds: shooting_odds(state, archer.id, target.unit).damage.mean(),
            });
        }
    }
    lanes
}

/// A shot that a unit could make.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shot {
    unit: UnitId,
    turn: Option<Hand>,
    lane: Lane,
    target: UnitId,
    /// The expected wounds.
    wounds: f64,
}

impl Shot {
    /// Its wounds beside those of something else that was done.
    pub(super) fn weighed(self, done: f64) -> Weighed {
        Weighed::odds(
            phrase!(MESSAGES, "number-expected-wounds-dealt"),
            done,
            self.wounds,
        )
    }

    /// It as what would have been better in a position, after this version.
    pub(super) fn instead(self, state: &State, at: u64) -> BetterChoice {
        let Self {
            unit,
            turn,
            lane,
            target,
            ..
        } = self;
        let command = Command::Shoot {
            unit,
            turn,
            lane,
            target,
        };
        let words = message!(
            MESSAGES,
            "coach-shoots",
            unit = called(state, unit),
            target = called(state, target)
        );
        BetterChoice::new(at, words, &[command])
            .by(&unit)
            .against(&target)
    }
}

/// The legal shots whichever way the unit would turn. Rule `BB-ACT-05`.
pub(super) fn legal_shots(state: &State, unit: UnitId) -> impl Iterator<Item = Shot> + '_ {
    let facing = state.unit(unit).facing;
    [None, Some(Hand::Left), Some(Hand::Right)]
        .into_iter()
        .flat_map(move |turn| {
            let targets = legal_targets(state, unit, one_turn(facing, turn));
            targets.into_iter().map(move |target| (turn, target))
        })
        .map(move |(turn, target)| Shot {
            unit,
            turn,
            lane: target.lane,
            target: target.unit,
            wounds: shooting_odds(state, unit, target.unit).damage.mean(),
        })
}

/// The one with the most expected wounds of those that are left.
pub(super) fn best_shot(shots: impl Iterator<Item = Shot>) -> Option<Shot> {
    shots.max_by(|one, other| one.wounds.total_cmp(&other.wounds))
}

pub(super) const SHOT_NOT_TAKEN: Detector = Detector::new(
    "shot_not_taken",
    phrase!(MESSAGES, "detector-shot-not-taken"),
    MISTAKE,
    phrase!(MESSAGES, "detector-shot-not-taken-watches"),
    &["BB-ACT-05", "BB-SHOOT-05"],
)
.of_a_missed_option();

pub(super) fn shot_not_taken(seen: &Watched<'_>, unit: UnitId) -> Option<Suggestion> {
    let shot = best_shot(legal_shots(seen.before, unit))?;
    // Who faces an enemy now will strike in the combat phase.
    if shot.wounds <= 0.0 || faced_enemy(seen.after, unit).is_some() {
        return None;
    }
    Some(
        SHOT_NOT_TAKEN
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-shot-not-taken",
                    unit = called(seen.before, unit),
                    target = called(seen.before, shot.target)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-expected-wounds-of-the-shot"),
                        shot.wounds,
                    ),
                    (phrase!(MESSAGES, "number-expected-wounds-of-what-it-did"), 0.0),
                ],
            )
            .instead(shot.instead(seen.before, seen.asked_at), [shot.weighed(0.0)]),
    )
}

pub(super) const MASKED_ARCHERS: Detector = Detector::new(
    "masked_archers",
    phrase!(MESSAGES, "detector-masked-archers"),
    MISTAKE,
    phrase!(MESSAGES, "detector-masked-archers-watches"),
    &["BB-SHOOT-02", "BB-SHOOT-04"],
);

pub(super) fn masked_archers(seen: &Watched<'_>, unit: UnitId, lanes: &[OpenLane]) -> Vec<Suggestion> {
    let state = seen.after;
    let Some(cell) = state
        .cell(unit)
        .filter(|&cell| seen.before.cell(unit) != Some(cell))
    else {
        return Vec::new();
    };
    lanes
        .iter()
        .filter(|lane| lane.archer != unit && lane.cells.contains(&cell))
        .filter(|lane| {
            let archer = state.unit(lane.archer);
            !state.acted.contains(lane.archer)
                && archer.cell == Some(lane.cell)
                && archer.facing == lane.facing
                && state.cell(lane.target).is_some()
        })
        .filter_map(|lane| {
            let shot = Shot {
                unit: lane.archer,
                turn: None,
                lane: lane.lane,
                target: lane.target,
                wounds: lane.wounds,
            };
            // What is left to the archer from where it stands.
            let left = best_shot(legal_shots(state, lane.archer)).map_or(0.0, |shot| shot.wounds);
            let weighed = Weighed::odds(
                phrase!(MESSAGES, "number-expected-wounds-of-the-archer-best-shot"),
                left,
                shot.wounds,
            );
            let suggestion = MASKED_ARCHERS
                .found(
                    seen.version,
                    unit.seat(),
                    Some(&unit),
                    message!(
                        MESSAGES,
                        "coach-masked-archers",
                        unit = called(state, unit),
                        archer = called(state, lane.archer),
                        target = called(state, lane.target)
                    ),
                    &[(
                        phrase!(MESSAGES, "number-expected-wounds-of-the-shot-that-is-masked"),
                        lane.wounds,
                    )],
                )
                .instead(shot.instead(seen.before, seen.asked_at), [weighed]);
            suggestion.better.is_some().then_some(suggestion)
        })
        .collect()
}

pub(super) const WRONG_TARGET: Detector = Detector::new(
    "wrong_target",
    phrase!(MESSAGES, "detector-wrong-target"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-wrong-target-watches"),
    &["BB-SHOOT-05", "BB-FLEE-01", "BB-WIN-02"],
);

/// The expected wounds more from which on another target is clearly better.
const CLEARLY_MORE: f64 = 0.25;

/// The victory points behind one wound of a unit: an Elite is worth two, a General three. Rule `BB-WIN-02`.
fn points_of_a_wound(state: &State, unit: UnitId) -> f64 {
    let card = state.card(unit);
    let wounds = f64::from(card.models) * f64::from(card.wounds_per_model);
    f64::from(state.cards.board.vp.of(card.class)) / wounds.max(1.0)
}

/// Of the target that was left, the wounds that are expected (whole ones) count; of the one shot at, those that came.
pub(super) fn wrong_target(seen: &Watched<'_>, blow: &Blow) -> Option<Suggestion> {
    let (state, unit) = (seen.before, blow.unit);
    let here = shooting_odds(state, unit, blow.target).damage.mean();
    let points = |target: UnitId, wounds: f64| wounds * points_of_a_wound(state, target);
    let crossed = |target: UnitId, models: u8| {
        models == 0 || resolve_target(models, state.card(target).models) != flee_need(state, target)
    };
    if crossed(blow.target, blow.models_after) {
        return None;
    }
    // The way it turns changes no odds, so nothing but another target has more wounds.
    let better = best_shot(legal_shots(state, unit).filter(|&Shot { target, wounds, .. }| {
        let now = state.unit(target);
        let after = take_wounds(
            now.models,
            now.wounds,
            state.card(target).wounds_per_model,
            wounds as u8,
        );
        wounds >= here + CLEARLY_MORE
            && points(target, wounds) > points(blow.target, here)
            && !crossed(target, after.models)
    }))?;
    let (other, there) = (better.target, better.wounds);
    Some(
        WRONG_TARGET
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-wrong-target",
                    unit = called(state, unit),
                    target = called(state, blow.target),
                    other = called(state, other)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-expected-wounds-against-the-target"),
                        here,
                    ),
                    (
                        phrase!(MESSAGES, "number-expected-wounds-against-the-other"),
                        there,
                    ),
                    (
                        phrase!(MESSAGES, "number-victory-points-behind-those-of-the-target"),
                        points(blow.target, here),
                    ),
                    (
                        phrase!(MESSAGES, "number-victory-points-behind-those-of-the-other"),
                        points(other, there),
                    ),
                ],
            )
            .instead(
                better.instead(state, seen.asked_at),
                [
                    better.weighed(here),
                    Weighed::odds(
                        phrase!(MESSAGES, "number-expected-victory-points-behind-the-wounds"),
                        points(blow.target, here),
                        points(other, there),
                    ),
                ],
            ),
    )
}
