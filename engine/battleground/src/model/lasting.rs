//! Lasting effects on a unit and which of them are in force: Blessings, Curses, boxes of abilities, effects
//! of cards and rulings (pp. 6, 18-20, 134-135).

use crate::model::agenda::Step;
use crate::model::cards::{Ability, Window};
use crate::model::effect::{Change, Condition, Duration, Effect};
use crate::model::orders::{Order, Orders};
use crate::model::state::{Lasting, LastingKind, State, Status, Unit};

/// The effects in force on a unit, each with what it belongs to. Boxes that wait for their window do nothing yet. Rules
/// `BG4-CMD-09`, `BG4-ATK-17` (pp. 36, 100). In a Combat Phase whose spells have changed the Blessings and Curses on a unit, those
/// of its start are in force to its consequences: units function "at the level they were at the start of the phase" (`BG3-COMB-02`,
/// pp. 16-17).
pub(crate) fn in_force<'s>(
    state: &'s State,
    unit: &'s Unit,
) -> impl Iterator<Item = (&'s Lasting, &'s Effect)> {
    let before = unit.turn.spelled_from.as_ref().filter(|_| in_combat(state));
    let stays = before.is_none();
    unit.lasting
        .iter()
        .filter(move |lasting| stays || !lasting.kind.is_blessing_or_curse())
        .chain(before.into_iter().flatten())
        .filter(move |lasting| !waits_for_a_window(state, unit, lasting))
        .flat_map(|lasting| lasting.effects.iter().map(move |effect| (lasting, effect)))
}

/// The changes of a unit's numbers by what is in force on it, as far as `holds` says that the conditions are met, each
/// with its name. Rules `BG4-CARDS-12`, `BG4-MODS-21` (pp. 98, 109).
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
/// written down to last stays. Rules `BG4-END-03`, `BG4-PRIN-03` (pp. 6, 32).
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
pub(crate) fn ending(
    state: &State,
    unit: &Unit,
    lasting: &Lasting,
    over: &dyn Fn(&Effect) -> bool,
) -> Vec<u8> {
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

/// The same for the Movement Category. Whether a unit on Hold with an objective would move depends on its category, so
/// for this it is Holding without an objective only. Rules `BG4-MODS-19`, `BG4-MODS-21` (pp. 54, 109, 110, 133).
pub(crate) fn holds_in_movement(state: &State, unit: &Unit, when: &[Condition]) -> bool {
    let holding = || unit.status == Status::Ready(Some(Orders::plain(Order::Hold)));
    when.iter().all(|condition| met(state, unit, condition, &holding))
}

/// Whether a condition holds that does not speak of an attack or a check; `holding` says whether the unit is Holding.
pub(crate) fn met(state: &State, unit: &Unit, condition: &Condition, holding: &dyn Fn() -> bool) -> bool {
    let card = state.kind(unit);
    match condition {
        Condition::Charging => {
            let chosen = crate::model::charging::chosen_in(&state.declared, unit.id);
            crate::model::charging::is_charging(state, unit.id, chosen)
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
        Condition::InYellowOrRed => is_in_yellow_or_red(state, unit),
        // These speak of an attack or a check.
        Condition::AgainstFlankOrRear
        | Condition::AgainstInYellowOrRed
        | Condition::FearCheck
        | Condition::Melee
        | Condition::Ranged
        | Condition::Against(_)
        | Condition::AgainstCharging
        | Condition::RoutCheck
        | Condition::Wounded => false,
    }
}

/// Whether a Combat Phase has its consequences still before it.
pub(crate) fn in_combat(state: &State) -> bool {
    state.agenda.iter().any(|frame| frame.step == Step::Consequences)
}

/// Whether a unit is In the Yellow or In the Red; boxes marked or erased in the Combat Phase at hand do not count yet. Rules
/// `BG4-STATUS-05`, `BG4-COMB-02`, `BG3-SPELL-05` (p. 32).
pub(crate) fn is_in_yellow_or_red(state: &State, unit: &Unit) -> bool {
    let before_healing = unit.turn.healed_from.filter(|_| in_combat(state));
    before_healing.unwrap_or(unit.marked) >= state.kind(unit).boxes.green
}

/// Whether a window lies in an attack.
pub(crate) const fn is_in_attack(window: Window) -> bool {
    matches!(
        window,
        Window::HitPre | Window::HitPost | Window::WoundPre | Window::WoundPost | Window::Damage
    )
}

/// An ability that works for a unit, by its id: a unit ability of its own faction, or one of its owner's primary faction.
/// Rule `BG4-MERC-05` (p. 127).
pub(crate) fn ability_of<'s>(state: &'s State, unit: &Unit, id: &str) -> Option<&'s Ability> {
    let own = state
        .book
        .faction(&state.kind(unit).faction)
        .and_then(|faction| faction.ability(id));
    own.filter(|ability| ability.of_unit)
        .or_else(|| state.faction(unit.id.seat())?.ability(id))
        .or(own)
}

/// Whether something on a unit is the box of an ability that waits for its window in an attack.
pub(crate) fn waits_for_a_window(state: &State, unit: &Unit, lasting: &Lasting) -> bool {
    let LastingKind::Mark(id) = &lasting.kind else {
        return false;
    };
    ability_of(state, unit, id)
        .and_then(|ability| ability.mark.as_ref())
        .is_some_and(|mark| mark.spent_at.is_some())
}
