//! An attack with its dice as they lie and without one of its cards (pp. 98-99, derived).

use hindsight_kernel::{Distribution, Roll};

use super::odds;
use super::odds::successes_with;
use crate::model::attack::Attack;
use crate::model::state::State;
use crate::procedures::attack::hits_and_wounds;
use crate::procedures::attack::hits_and_wounds::is_spoiled;
use crate::procedures::attack::numbers::numbers_now;

/// Hits and wounds of an attack, as they are to be expected with the dice that lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DiceResult {
    /// Hits, Impact Hits with them.
    pub(crate) hits: f64,
    /// Wounds after all changes of their number, also those beyond the last box.
    pub(crate) wounds: f64,
}

/// The attack at hand without the card at a place among those played in it: the same faces at the target numbers that are left.
/// Without dice that the card added, the last ones are left out; of dice that it kept from being thrown, their chance counts.
pub(crate) fn without_card(state: &State, attack: &Attack, card: usize) -> Option<DiceResult> {
    let mut without = attack.clone();
    if card >= without.cards.len() {
        return None;
    }
    without.cards.remove(card);
    let place = |moved: &crate::model::attack::MovedTo| usize::from(moved.card);
    without.moved.retain(|moved| place(moved) != card);
    let left = numbers_now(state, &without).dice.max(0) as u32;
    let dice = attack.hit_roll.as_ref().map_or(left, |roll| {
        let thrown = roll.dice() as u32;
        let had = numbers_now(state, attack).dice.max(0) as u32;
        // A change that came after the roll added no die and took none away.
        if had == thrown { left } else { thrown }
    });
    Some(result(state, &without, dice))
}

/// The attack at hand with other dice in place of those that lie.
pub(crate) fn with_dice(state: &State, attack: &Attack, to_wound: bool, roll: &Roll) -> DiceResult {
    let mut other = attack.clone();
    let dice = if to_wound {
        other.wound_roll = Some(roll.clone());
        attack.hit_roll.as_ref().map_or(0, Roll::dice)
    } else {
        other.hit_roll = Some(roll.clone());
        roll.dice()
    };
    result(state, &other, dice as u32)
}

/// The result of an attack that throws so many to-hit dice: those that lie first.
fn result(state: &State, attack: &Attack, dice: u32) -> DiceResult {
    if is_spoiled(attack) {
        return DiceResult {
            hits: 0.0,
            wounds: 0.0,
        };
    }
    let numbers = numbers_now(state, attack);
    let rolled = lying(attack.hit_roll.as_ref(), numbers.to_hit, dice);
    let changed = hits_and_wounds::hit_changes(attack)
        .fold(rolled, |hits, by| odds::changed(&hits, by))
        .shift(numbers.impact_hits.max(0));
    let made = changed
        .bind(|hits| lying(attack.wound_roll.as_ref(), numbers.to_wound, hits.max(0) as u32))
        .shift(i32::try_from(attack.direct).unwrap_or(i32::MAX));
    let changes = hits_and_wounds::wound_changes(attack).into_iter();
    let least = hits_and_wounds::least_damage(state, attack) as i32;
    let wounds = changes.fold(made.clamp(least, i32::MAX), |wounds, (_, by)| {
        wounds.bind(|made| Distribution::point(hits_and_wounds::changed(made.max(0) as u32, by) as i32))
    });
    DiceResult {
        hits: changed.mean(),
        wounds: wounds.mean(),
    }
}

/// Successes of so many dice, of which the first may lie already.
fn lying(roll: Option<&Roll>, target: i32, dice: u32) -> Distribution {
    let faces = roll.map_or_else(Default::default, Roll::read);
    let kept = faces.len().min(dice as usize);
    successes_with(target, &faces[..kept], dice - kept as u32)
}
