//! The wounds that attacks are expected to cause, and the points that the melee attacks of a phase are expected to win and to lose,
//! by exact odds.

use std::collections::BTreeMap;

use battleground_geometry::Side;
use hindsight_kernel::{Phrase, Weighed, phrase};

use crate::messages::MESSAGES;
use crate::model::attack::AttackKind;
use crate::model::names::UnitId;
use crate::model::state::{State, Status, Unit};
use crate::rules::combat::odds;
use crate::views::prospects::as_if_rushed;

/// The exact expected wounds of a melee attack in a position.
pub(super) fn melee_wounds(state: &State, attacker: UnitId, target: UnitId) -> f64 {
    odds::preview(state, attacker, target, AttackKind::Melee).map_or(0.0, |(_, odds)| odds.wounds.mean())
}

/// The measures of a fight of two units as it came and as it would have come: the wounds that the first deals, then those that it
/// takes.
pub(super) fn wounds_of_both(came: &State, instead: &State, unit: UnitId, enemy: UnitId) -> [Weighed; 2] {
    let [dealt, taken] = [(unit, enemy), (enemy, unit)]
        .map(|(attacker, target)| [came, instead].map(|state| melee_wounds(state, attacker, target)));
    [
        Weighed::odds(
            phrase!(MESSAGES, "number-expected-wounds-dealt"),
            dealt[0],
            dealt[1],
        ),
        Weighed::odds(
            phrase!(MESSAGES, "number-expected-wounds-taken"),
            taken[0],
            taken[1],
        )
        .less(),
    ]
}

/// The exact expected wounds as if the attacker had rushed this side of the target.
pub(super) fn wounds_if_rushed(state: &State, attacker: UnitId, target: UnitId, side: Side) -> f64 {
    melee_wounds(&as_if_rushed(state, attacker, target, side), attacker, target)
}

/// The name of an exchange among the measures.
pub(super) const EXCHANGE: Phrase = phrase!(MESSAGES, "number-points-expected-to-be-won-less-those-lost");

/// The points that one box of a unit is worth.
pub(super) fn points_of_a_box(state: &State, unit: &Unit) -> f64 {
    let kind = state.kind(unit);
    f64::from(kind.points) / f64::from(kind.boxes.all().max(1))
}

/// The boxes that an attack is expected to mark.
pub(super) fn expected_boxes(
    state: &State,
    attacker: UnitId,
    target: UnitId,
    kind: AttackKind,
) -> Option<f64> {
    let (_, odds) = odds::preview(state, attacker, target, kind)?;
    Some(odds.boxes.mean())
}

/// The points that a melee attack is expected to take from its target. A Routing enemy is destroyed by the rush that meets it. Rules
/// `BG4-ROUT-04`, `BG4-SCEN-02` (pp. 23-24, 75, 141).
fn points_taken(state: &State, attacker: UnitId, target: UnitId) -> f64 {
    let Some(there) = state.unit(target) else {
        return 0.0;
    };
    points_of_a_box(state, there) * expected_boxes(state, attacker, target, AttackKind::Melee).unwrap_or(0.0)
}

/// The points that a unit engaged with an enemy is expected to win by its attack, less those that it is expected to lose by the
/// enemy's.
pub(super) fn balance(state: &State, unit: UnitId, enemy: UnitId) -> f64 {
    match state.unit(enemy) {
        Some(its) if its.status == Status::Routing => {
            points_of_a_box(state, its) * f64::from(state.boxes_left(its))
        }
        _ => points_taken(state, unit, enemy) - points_taken(state, enemy, unit),
    }
}

/// The points that units are expected to win by their attacks, less those that they are expected to lose to the enemies that they
/// fight. Each unit attacks once, where its attack takes most.
pub(super) fn exchange(state: &State, units: &[UnitId]) -> f64 {
    let mut lost: BTreeMap<UnitId, f64> = BTreeMap::new();
    let mut won = 0.0;
    for &unit in units {
        let mut best: f64 = 0.0;
        for (enemy, ..) in state.engaged_with(unit) {
            best = best.max(points_taken(state, unit, enemy));
            let most = lost.entry(enemy).or_default();
            *most = most.max(points_taken(state, enemy, unit));
        }
        won += best;
    }
    won - lost.values().sum::<f64>()
}
