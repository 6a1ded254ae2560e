//! Wounds of an attack that are marked on another unit than the one attacked (p. 18).

use battleground_geometry::{overlaps, touches};
use hindsight_kernel::Seat;

use super::hits_and_wounds::{changed, wound_changes_by_card, wounds_before_changes};
use crate::field::TOL;
use crate::model::agenda::{Answer, Asking, Frame, Need, Options, Topic, answer_to};
use crate::model::attack::{Attack, Numbers};
use crate::model::effect::{Condition, Effect};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::model::words::unit_name;
use crate::procedures::lasting::holds;

/// The units on which wounds of an attack may be marked instead: others of the same owner that touch the target and meet the
/// conditions.
// RULING: BG3-CCARD-07 (p. 18), not one in the air, and none that has no box left: damage beyond the last box is lost.
pub(crate) fn takers(state: &State, attack: &Attack, to: &[Condition]) -> Vec<UnitId> {
    let target = state.unit(attack.target).and_then(|unit| state.card(unit));
    let Some(target) = target else {
        return Vec::new();
    };
    let near = |unit: UnitId| {
        let card = state.unit(unit).and_then(|unit| state.card(unit));
        card.is_some_and(|card| touches(&card, &target, TOL) || overlaps(&card, &target, TOL))
    };
    state
        .own(attack.target.seat())
        .filter(|unit| unit.id != attack.target && !unit.airborne && state.boxes_left(unit) > 0)
        .filter(|unit| holds(state, unit, to) && near(unit.id))
        .map(|unit| unit.id)
        .collect()
}

/// Whether an effect would move wounds of an attack and no unit is there to take them.
pub(crate) fn finds_no_taker(state: &State, attack: &Attack, effect: &Effect) -> bool {
    matches!(effect, Effect::MoveWounds { to, .. } if takers(state, attack, to).is_empty())
}

/// The unit that takes wounds of the attack at hand: the only one that may, or the one that the player of the card names.
pub(crate) fn taker(
    state: &State,
    frame: &Frame,
    seat: Seat,
    to: &[Condition],
) -> Result<Option<UnitId>, Need> {
    let Some(attack) = state.attack.as_deref() else {
        return Ok(None);
    };
    let takers = takers(state, attack, to);
    if takers.len() < 2 {
        return Ok(takers.first().copied());
    }
    match answer_to(&frame.answers, Topic::WoundsTo, Some(attack.target), None) {
        Some(Answer::Unit(unit)) if takers.contains(unit) => Ok(Some(*unit)),
        Some(_) | None => Err(Asking {
            seat,
            topic: Topic::WoundsTo,
            unit: Some(attack.target),
            about: None,
            options: Options::OneOf(
                takers
                    .into_iter()
                    .map(|unit| (Answer::Unit(unit), unit_name(state, unit)))
                    .collect(),
            ),
            rule: Rule::Cards12.into(),
        }
        .into()),
    }
}

/// The wounds of an attack that are marked on other units, as the dice lie in the end. What a Colossal unit does at the least is
/// done before it is moved. Rule `BG3-KEY-06` (p. 30).
pub(crate) fn moved(state: &State, attack: &Attack, numbers: &Numbers) -> Vec<(UnitId, u32)> {
    let mut wounds = wounds_before_changes(state, attack, numbers);
    let mut found = Vec::new();
    for (card, by) in wound_changes_by_card(attack) {
        let before = wounds;
        wounds = changed(before, by);
        let onto = attack.moved.iter().find(|moved| usize::from(moved.card) == card);
        if let Some(onto) = onto.filter(|_| wounds < before) {
            found.push((onto.unit, before - wounds));
        }
    }
    found
}
