//! What lasts on a unit: Blessings, Curses, boxes of abilities, effects of cards and rulings; what of it is in force, and
//! when it ends (pp. 6, 18-20, 134-135).

use crate::abilities::waits_for_a_window;
use crate::agenda::BattleTable;
use crate::cards::Window;
use crate::effect::{Change, Condition, Duration, Effect};
use crate::event::Event;
use crate::field::Field;
use crate::names::UnitId;
use crate::orders::{Order, Orders};
use crate::state::{Lasting, State, Status, Unit};

/// The effects in force on a unit, each with what it belongs to. Boxes that wait for their window do nothing yet. Rules
/// `BG4-CMD-09`, `BG4-ATK-17`.
pub(crate) fn in_force<'s>(
    state: &'s State,
    unit: &'s Unit,
) -> impl Iterator<Item = (&'s Lasting, &'s Effect)> {
    unit.lasting
        .iter()
        .filter(move |lasting| !waits_for_a_window(state, unit, lasting))
        .flat_map(|lasting| lasting.effects.iter().map(move |effect| (lasting, effect)))
}

/// The changes of a unit's numbers by what is in force on it, as far as `holds` says that the conditions are met, each
/// with its name. Rules `BG4-CARDS-12`, `BG4-MODS-21`.
pub(crate) fn changes(
    state: &State,
    unit: &Unit,
    holds: &dyn Fn(&[Condition]) -> bool,
) -> Vec<(String, Change)> {
    in_force(state, unit)
        .filter_map(|(lasting, effect)| match effect {
            Effect::Change { change, when, .. } if holds(when) => Some((lasting.name.clone(), *change)),
            _ => None,
        })
        .collect()
}

/// A phase or the turn has ended: every effect that holds no longer ends with it, whatever it belongs to; what was
/// written down to last stays. Rules `BG4-END-03`, `BG4-PRIN-03`.
pub(crate) fn end_with(state: &mut State, end: Duration) {
    let over = |effect: &Effect| match effect.lasts() {
        Duration::Now | Duration::Attack | Duration::Check | Duration::Phase => true,
        Duration::Turn => end == Duration::Turn,
        Duration::UntilCouragePassed
        | Duration::UntilCourageFailed
        | Duration::UntilRoutCheck
        | Duration::UntilHealed
        | Duration::Lasting => false,
    };
    for place in 0..state.units.len() {
        let unit = &state.units[place];
        let ended: Vec<Vec<u8>> = unit
            .lasting
            .iter()
            .map(|lasting| ending(state, unit, lasting, &over))
            .collect();
        let lasting = &mut state.units[place].lasting;
        for (at, ended) in ended.iter().enumerate().rev() {
            if !ended.is_empty() && end_effects(&mut lasting[at], ended) {
                lasting.remove(at);
            }
        }
    }
}

/// The places of the effects that are over; none of a box that waits for its window, since it has not begun.
fn ending(state: &State, unit: &Unit, lasting: &Lasting, over: &dyn Fn(&Effect) -> bool) -> Vec<u8> {
    if waits_for_a_window(state, unit, lasting) {
        return Vec::new();
    }
    (0..=u8::MAX)
        .zip(&lasting.effects)
        .filter(|(_, effect)| over(effect))
        .map(|(place, _)| place)
        .collect()
}

/// Takes the effects of these places away; whether none is left.
pub(crate) fn end_effects(lasting: &mut Lasting, ended: &[u8]) -> bool {
    let effects = std::mem::take(&mut lasting.effects);
    lasting.effects = (0..=u8::MAX)
        .zip(effects)
        .filter(|(place, _)| !ended.contains(place))
        .map(|(_, effect)| effect)
        .collect();
    lasting.effects.is_empty()
}

/// Whether conditions hold for a unit outside any attack or check. Rule `BG4-MODS-21`.
pub(crate) fn holds(state: &State, unit: &Unit, when: &[Condition]) -> bool {
    let holding = || crate::combat::is_holding(&Field::of(state), unit);
    when.iter().all(|condition| met(state, unit, condition, &holding))
}

/// The same for the Movement Category. Whether a unit on Hold with an objective would move depends on its category, so
/// for this it is Holding without an objective only. Rules `BG4-MODS-19`, `-21`.
pub(crate) fn holds_in_movement(state: &State, unit: &Unit, when: &[Condition]) -> bool {
    let holding = || unit.status == Status::Ready(Some(Orders::plain(Order::Hold)));
    when.iter().all(|condition| met(state, unit, condition, &holding))
}

/// Whether a condition holds that does not speak of an attack or a check; `holding` says whether the unit is Holding.
pub(crate) fn met(state: &State, unit: &Unit, condition: &Condition, holding: &dyn Fn() -> bool) -> bool {
    let card = state.kind(unit);
    match condition {
        Condition::Charging => {
            let chosen = crate::combat::chosen_in(&state.declared, unit.id);
            crate::combat::is_charging(state, unit.id, chosen)
        }
        Condition::Holding => holding(),
        Condition::Engaged => state.is_engaged(unit.id),
        Condition::Unengaged => !state.is_engaged(unit.id),
        Condition::Has(keywords) => card.is_any(keywords),
        Condition::Status(status) => unit.status.name() == *status,
        Condition::OnClose => {
            matches!(unit.status, Status::Ready(Some(orders)) if orders.order == Order::Close)
        }
        Condition::NotActivated => !unit.turn.activated,
        Condition::Faction(faction) => card.faction == *faction || card.labels.contains(faction),
        // These speak of an attack or a check.
        Condition::Melee
        | Condition::Ranged
        | Condition::Against(_)
        | Condition::AgainstCharging
        | Condition::RoutCheck
        | Condition::Wounded => false,
    }
}

/// Ends the effects on a unit for whose length `over` says so. Rules `BG4-SPELL-04`, `-05`.
pub(crate) fn end_lasting(table: &mut BattleTable<'_>, id: UnitId, over: &dyn Fn(Duration) -> bool) {
    let state = table.state();
    let Some(unit) = state.unit(id) else {
        return;
    };
    let ended: Vec<(u8, String, Vec<u8>)> = (0..=u8::MAX)
        .zip(&unit.lasting)
        .map(|(place, lasting)| {
            let effects = ending(state, unit, lasting, &|effect| over(effect.lasts()));
            let all = effects.len() == lasting.effects.len();
            (place, lasting, effects, all)
        })
        .filter(|(_, _, effects, _)| !effects.is_empty())
        .map(|(place, lasting, effects, all)| {
            let some = if all { Vec::new() } else { effects };
            (place, lasting.name.clone(), some)
        })
        .collect();
    for (place, name, effects) in ended.into_iter().rev() {
        table.emit(Event::LastingEnded {
            unit: id,
            place,
            name,
            effects,
        });
    }
}

/// Whether a window lies in an attack.
pub(crate) const fn is_in_attack(window: Window) -> bool {
    matches!(
        window,
        Window::HitPre | Window::HitPost | Window::WoundPre | Window::WoundPost | Window::Damage
    )
}

#[cfg(test)]
#[path = "lasting_tests.rs"]
mod tests;
