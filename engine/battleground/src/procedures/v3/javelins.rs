//! Javelins and Pila: the units that throw them on engaging, and their targets (p. 30).

use battleground_geometry::{Limit, Side};

use crate::field::Field;
use crate::model::effect::Keyword;
use crate::model::names::UnitId;
use crate::model::state::{State, Status, Unit};

/// The enemies that began the turn outside the range of a unit's missiles, which they will be thrown at if they engage it on
/// its front. Rule `BG3-KEY-23` (p. 30): only distance counts.
pub(crate) fn beyond_range(field: &Field<'_>, unit: &Unit) -> Vec<UnitId> {
    let state = field.state();
    let Some(ranged) = thrown(state, unit) else {
        return Vec::new();
    };
    let outside = |enemy: &&Unit| {
        let distance = field.within(unit.id, enemy.id);
        let measures = field.profile().measures;
        ranged.thrown_at_any_rusher
            || distance
                .is_some_and(|distance| !measures.reaches(distance, ranged.range.inches(), Limit::Within))
    };
    state
        .enemies_of(unit.id.seat())
        .filter(outside)
        .map(|enemy| enemy.id)
        .collect()
}

/// The ranged attack of a unit that throws.
fn thrown(state: &State, unit: &Unit) -> Option<crate::model::cards::RangedAttack> {
    let card = state.kind(unit);
    card.ranged
        .filter(|_| card.is_any(&[Keyword::Javelins, Keyword::Pila]))
}

/// The enemies of a new engagement at which a unit may throw now: those it rushed, or, if it began the turn free, those that
/// rushed its front from outside its range; for Centaurs all that rushed their front. None if it may not shoot at all. Rules `BG3-KEY-23`, `BG3-KEY-26`, `BG3-KEY-27`
/// (pp. 30, 33), `BG3-TERR-11` (p. 28), `BG3-ROUT-11` (p. 24).
pub(crate) fn targets(state: &State, unit: &Unit) -> Vec<UnitId> {
    if unit.turn.threw || thrown(state, unit).is_none() || !matches!(unit.status, Status::Ready(_)) {
        return Vec::new();
    }
    // RULING: BG3-TERR-11, BG3-ROUT-11 (pp. 24, 28), the throw on engaging is a shot too: none out of deep water, and none by a
    // unit that "cannot move or fire this turn".
    let may_fire = || !unit.turn.run_through && !Field::of(state).ground_forbids_shooting(unit.id);
    // RULING: BG3-KEY-26 (p. 33), Centaurs throw "whenever" an enemy rushes their front: also where they began the turn engaged with
    // another, and from wherever it came. How they throw is the Javelin rule.
    let whenever = state
        .kind(unit)
        .ranged
        .is_some_and(|ranged| ranged.thrown_at_any_rusher);
    let due = |rusher: UnitId| whenever || (!unit.turn.began_engaged && unit.turn.beyond.contains(&rusher));
    let fresh = |one: &&crate::model::state::Engagement| one.turn == state.turn && !one.taken_over;
    let mut at: Vec<UnitId> = state
        .engagements
        .iter()
        .filter(fresh)
        .filter_map(|one| {
            let rushed_it = one.rusher == unit.id;
            let was_rushed = one.rushed == unit.id && one.rushed_side == Side::Front && due(one.rusher);
            (rushed_it || was_rushed).then_some(if rushed_it { one.rushed } else { one.rusher })
        })
        .collect();
    if !at.is_empty() && !may_fire() {
        at.clear();
    }
    at
}

/// The enemies in a new engagement with a unit that have thrown at it, or may have.
pub(crate) fn throwers_at(state: &State, unit: UnitId) -> Vec<UnitId> {
    let fresh = state
        .engagements
        .iter()
        .filter(|one| one.turn == state.turn && !one.taken_over)
        .filter_map(|one| one.seen_by(unit));
    fresh
        .map(|(enemy, _, _)| enemy)
        .filter(|enemy| state.unit(*enemy).is_some_and(|enemy| enemy.turn.threw))
        .collect()
}

/// Whose throw marked the last box of a unit, if only one enemy has thrown at it. Rule `BG3-KEY-24` (p. 30).
pub(crate) fn felled_by(state: &State, unit: &Unit) -> Option<UnitId> {
    let throwers = throwers_at(state, unit.id);
    match &throwers[..] {
        [only] if unit.marked >= state.kind(unit).boxes.all() => Some(*only),
        _ => None,
    }
}
