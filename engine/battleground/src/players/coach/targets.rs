//! Mistakes of whom units attack.

use std::collections::BTreeMap;

use hindsight_kernel::{BetterChoice, Detector, Suggestion, Weighed, message, phrase};

use super::exchange::{expected_boxes, points_of_a_box};
use super::watched::{DUBIOUS, MISTAKE, Watched, cited};
use crate::messages::{self, MESSAGES};
use crate::model::agenda::{Answer, Answered, Topic};
use crate::model::attack::{Attack, AttackKind};
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::combat::odds;
use crate::views::prospects::attacks_of;

/// The points that an attack is expected to mark: boxes by what a box of the target is worth.
fn expected_points(state: &State, by: UnitId, target: UnitId, kind: AttackKind) -> Option<f64> {
    Some(expected_boxes(state, by, target, kind)? * points_per_box(state, target)?)
}

fn points_per_box(state: &State, unit: UnitId) -> Option<f64> {
    Some(points_of_a_box(state, state.unit(unit)?))
}

/// The measure of the boxes that an attack is expected to mark, and one on another target instead.
fn boxes_of_both(state: &State, attack: &Attack, other: UnitId) -> Option<Weighed> {
    let boxes = |target| expected_boxes(state, attack.attacker, target, attack.kind);
    Some(Weighed::odds(
        phrase!(MESSAGES, "number-expected-boxes"),
        boxes(attack.target)?,
        boxes(other)?,
    ))
}

/// The best other attack of a unit by a measure: whom, and what it is worth.
fn best_other(
    state: &State,
    attack: &Attack,
    worth: impl Fn(UnitId, AttackKind) -> Option<f64>,
) -> Option<(UnitId, f64)> {
    attacks_of(state, attack.attacker)?
        .attacks
        .into_iter()
        .filter(|choice| choice.target != attack.target && choice.kind == attack.kind)
        .filter_map(|choice| Some((choice.target, worth(choice.target, choice.kind)?)))
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// The unmarked boxes of the colour that a unit is in: with the last of them it crosses into the next, or falls. Rule `BG3-CARD-08`
/// (pp. 18-19).
fn left_in_band(state: &State, unit: UnitId) -> Option<i32> {
    let unit = state.unit(unit)?;
    let (boxes, marked) = (state.kind(unit).boxes, unit.all_marked());
    let yellow = boxes.green.saturating_add(boxes.yellow);
    let lines = [boxes.green, yellow, boxes.all()];
    let line = lines.into_iter().find(|line| *line > marked)?;
    Some(i32::from(line - marked))
}

/// What a melee attack is worth in points, and the chance that it takes its target into the next colour or destroys it.
struct Worth {
    points: f64,
    crosses: f64,
}

// RULING: the catalogue counts points times the chance to cross a band. The boxes that are expected are counted beside it by what a box
// is worth, so that a band more likely crossed does not outweigh boxes that are surely marked.
fn melee_worth(state: &State, by: UnitId, target: UnitId) -> Option<Worth> {
    let (_, odds) = odds::preview(state, by, target, AttackKind::Melee)?;
    let crosses = odds.boxes.at_least(left_in_band(state, target)?);
    let points = f64::from(state.kind(state.unit(target)?).points);
    Some(Worth {
        points: odds.boxes.mean() * points_per_box(state, target)? + points * crosses,
        crosses,
    })
}

/// The versions after which players said whom units attack in the Combat Phase at hand.
pub(super) type TargetsAsked = BTreeMap<UnitId, u64>;

/// Notes that a player says whom a unit attacks.
pub(super) fn note_target(seen: &Watched<'_>, answered: &Answered, asked: &mut TargetsAsked) {
    if let (Topic::Target, Answer::Attack { by, .. }) = (answered.topic, &answered.answer) {
        asked.insert(*by, seen.asked_at);
    }
}

/// The attack on another target as what would have been better.
fn aimed_instead(state: &State, attack: &Attack, on: UnitId, asked: &TargetsAsked) -> Option<BetterChoice> {
    let by = attack.attacker;
    let answer = Answer::Attack {
        by,
        kind: attack.kind,
        on,
    };
    let words = message!(
        MESSAGES,
        "coach-attacks",
        unit = messages::unit(state, by),
        target = messages::unit(state, on)
    );
    let better = BetterChoice::new(*asked.get(&by)?, words, &[Command::Choose { answer }]);
    Some(better.by(&by).against(&on))
}

pub(super) const WRONG_PREY: Detector = Detector::new(
    "wrong_prey",
    phrase!(MESSAGES, "detector-wrong-prey"),
    MISTAKE,
    phrase!(MESSAGES, "detector-wrong-prey-watches"),
    cited!(V3: Comb07, Cmd06),
);

pub(super) fn wrong_prey(seen: &Watched<'_>, attack: &Attack, asked: &TargetsAsked) -> Option<Suggestion> {
    let state = seen.before;
    let unit = state.unit(attack.attacker)?;
    if !unit.turn.controlled || attack.kind == AttackKind::Melee {
        return None;
    }
    let chosen = expected_points(state, unit.id, attack.target, attack.kind)?;
    let points = |target, kind| expected_points(state, unit.id, target, kind);
    let (other, best) = best_other(state, attack, points)?;
    let boxes = boxes_of_both(state, attack, other)?;
    (chosen * 2.0 < best).then(|| {
        WRONG_PREY
            .found(
                seen.version,
                unit.id.seat(),
                Some(&unit.id),
                message!(
                    MESSAGES,
                    "coach-wrong-prey",
                    unit = messages::unit(state, unit.id),
                    target = messages::unit(state, attack.target),
                    other = messages::unit(state, other)
                ),
                &[
                    (phrase!(MESSAGES, "number-expected-points-of-the-target"), chosen),
                    (phrase!(MESSAGES, "number-expected-points-of-the-other"), best),
                ],
            )
            .instead(
                aimed_instead(state, attack, other, asked),
                [
                    Weighed::odds(
                        phrase!(MESSAGES, "number-expected-points-of-the-boxes"),
                        chosen,
                        best,
                    ),
                    boxes,
                ],
            )
    })
}

pub(super) const MELEE_TARGET: Detector = Detector::new(
    "melee_target",
    phrase!(MESSAGES, "detector-melee-target"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-melee-target-watches"),
    cited!(V3: Comb04, Atk02),
);

pub(super) fn melee_target(seen: &Watched<'_>, attack: &Attack, asked: &TargetsAsked) -> Option<Suggestion> {
    let state = seen.before;
    if attack.kind != AttackKind::Melee || state.engaged_with(attack.attacker).nth(1).is_none() {
        return None;
    }
    let worth = |target| melee_worth(state, attack.attacker, target);
    let chosen = worth(attack.target)?;
    let (other, best) = best_other(state, attack, |target, _| Some(worth(target)?.points))?;
    let short = (best - chosen.points) / points_per_box(state, other)?;
    if short < 0.5 {
        return None;
    }
    let crosses = worth(other)?.crosses;
    let weighed = [
        Weighed::odds(
            phrase!(MESSAGES, "number-worth-of-the-attack-in-points"),
            chosen.points,
            best,
        ),
        boxes_of_both(state, attack, other)?,
        Weighed::odds(
            phrase!(MESSAGES, "number-chance-to-cross-a-colour"),
            chosen.crosses,
            crosses,
        ),
    ];
    Some(
        MELEE_TARGET
            .found(
                seen.version,
                attack.attacker.seat(),
                Some(&attack.attacker),
                message!(
                    MESSAGES,
                    "coach-melee-target",
                    unit = messages::unit(state, attack.attacker),
                    target = messages::unit(state, attack.target),
                    other = messages::unit(state, other)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-worth-of-the-attack-in-points"),
                        chosen.points,
                    ),
                    (phrase!(MESSAGES, "number-worth-against-the-other"), best),
                    (
                        phrase!(MESSAGES, "number-chance-to-cross-a-colour"),
                        chosen.crosses,
                    ),
                    (phrase!(MESSAGES, "number-chance-against-the-other"), crosses),
                    (
                        phrase!(MESSAGES, "number-boxes-of-the-other-by-which-it-falls-short"),
                        short,
                    ),
                ],
            )
            .instead(aimed_instead(state, attack, other, asked), weighed),
    )
}
