//! What lasts on a unit: Blessings, Curses, boxes of abilities, effects of cards (pp. 18-20, 134-135).

use crate::agenda::{Frame, Need};
use crate::effect::{Change, Condition, Duration, Effect};
use crate::flow::{BattleTable, Taken, not_built};
use crate::state::{Lasting, State, Unit};

/// Whether it ends with the turn. Rule `BG4-END-03`.
pub(crate) fn ends_with_the_turn(lasting: &Lasting) -> bool {
    let ends = |effect: &Effect| match effect {
        Effect::Change { lasts, .. } => matches!(
            lasts,
            Duration::Now | Duration::Attack | Duration::Check | Duration::Phase | Duration::Turn
        ),
        Effect::NoCards { .. } => true,
        Effect::Mark
        | Effect::Reroll { .. }
        | Effect::RerollCourage
        | Effect::Wounds { .. }
        | Effect::BoxOnAttacker { .. }
        | Effect::Ignore { .. }
        | Effect::GainCommandActions { .. }
        | Effect::DrawCards { .. }
        | Effect::EraseAmmo { .. }
        | Effect::Reorganize
        | Effect::Rally { .. }
        | Effect::FearCheck
        | Effect::Heal { .. }
        | Effect::Damage { .. } => false,
    };
    matches!(lasting.kind, crate::state::LastingKind::Card(_)) && lasting.effects.iter().all(ends)
}

/// The change of a unit's numbers by what lasts on it and by its own card, as far as `holds` says that the conditions
/// are met, each with its name. Rules `BG4-CARDS-12`, `BG4-MODS-21`.
pub(crate) fn changes(
    _state: &State,
    unit: &Unit,
    holds: &dyn Fn(&[Condition]) -> bool,
) -> Vec<(String, Change)> {
    let mut found = Vec::new();
    for lasting in &unit.lasting {
        for effect in &lasting.effects {
            if let Effect::Change { change, when, .. } = effect
                && holds(when)
            {
                found.push((lasting.name.clone(), *change));
            }
        }
    }
    found
}

/// Applies effects of a card, spell or ability one by one.
pub(crate) fn apply_effects(_table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    Err(not_built().into())
}
