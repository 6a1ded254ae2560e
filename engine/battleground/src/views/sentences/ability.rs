//! Sentences of special rules, abilities, spells and lasting effects.

use hindsight_kernel::{Argument, Message, message};

use super::phrases::ability_name;
use crate::messages::{self, MESSAGES, none, unit, units_or_none};
use crate::model::event::AbilityEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &AbilityEvent) -> Message {
    let unit = |id: &UnitId| unit(state, *id);
    match event {
        AbilityEvent::RuleTriggered { triggered } => message!(
            MESSAGES,
            "rule-triggered",
            unit = unit(&triggered.unit),
            rule = &triggered.rule.name
        ),
        AbilityEvent::RuleSettled { place, used } => match state.triggered.get(usize::from(*place)) {
            Some(triggered) => message!(
                MESSAGES,
                "rule-settled",
                rule = &triggered.rule.name,
                unit = unit(&triggered.unit),
                used
            ),
            None => message!(MESSAGES, "rule-settled-unknown"),
        },
        AbilityEvent::AbilityUsed { seat, ability, on } => message!(
            MESSAGES,
            "ability-used",
            seat = messages::seat(*seat),
            ability = ability_name(state, ability),
            on = units_or_none(state, on)
        ),
        AbilityEvent::SpellCast {
            unit: caster,
            spell,
            target,
        } => message!(
            MESSAGES,
            "spell-cast",
            unit = unit(caster),
            spell = spell_name(state, *caster, *spell),
            target = unit(target)
        ),
        AbilityEvent::LastingAdded { unit: id, lasting } => {
            message!(MESSAGES, "lasting-added", unit = unit(id), effect = &lasting.name)
        }
        AbilityEvent::LastingEnded {
            unit: id,
            name,
            effects,
            ..
        } => message!(
            MESSAGES,
            "lasting-ended",
            effect = name,
            whole = effects.is_empty(),
            unit = unit(id)
        ),
    }
}

/// The name of a spell by its place on the caster's card.
fn spell_name(state: &State, caster: UnitId, spell: u8) -> Argument {
    let caster = state.unit(caster).map(|caster| state.kind(caster));
    let known = caster.and_then(|card| card.spells.get(usize::from(spell)));
    known.map_or_else(none, |spell| Argument::from(&spell.name))
}
