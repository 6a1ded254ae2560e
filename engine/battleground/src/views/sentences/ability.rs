//! Sentences of special rules, abilities, spells and lasting effects.

use super::phrases::ability_name;
use crate::model::event::AbilityEvent;
use crate::model::names::{UnitId, seat_name};
use crate::model::state::State;
use crate::model::words::{unit_name, unit_names};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &AbilityEvent) -> String {
    let name = |unit: &UnitId| unit_name(state, *unit);
    match event {
        AbilityEvent::RuleTriggered { triggered } => {
            format!("{}: {}", unit_name(state, triggered.unit), triggered.rule.name)
        }
        AbilityEvent::RuleSettled { place, used } => match state.triggered.get(usize::from(*place)) {
            Some(triggered) => format!(
                "{} of {} {}",
                triggered.rule.name,
                unit_name(state, triggered.unit),
                if *used { "is applied" } else { "is not used" }
            ),
            None => "A special rule is settled".to_owned(),
        },
        AbilityEvent::AbilityUsed { seat, ability, on } => {
            let on = if on.is_empty() {
                String::new()
            } else {
                format!(" on {}", unit_names(state, on))
            };
            format!("{} uses {}{on}", seat_name(*seat), ability_name(state, ability))
        }
        AbilityEvent::SpellCast { unit, spell, target } => {
            let known = state
                .unit(*unit)
                .and_then(|caster| state.kind(caster).spells.get(usize::from(*spell)));
            format!(
                "{} casts {} on {}",
                name(unit),
                known.map_or("a spell", |spell| &spell.name),
                name(target)
            )
        }
        AbilityEvent::LastingAdded { unit, lasting } => {
            format!("{} is under the effect of {}", name(unit), lasting.name)
        }
        AbilityEvent::LastingEnded {
            unit,
            name: ended,
            effects,
            ..
        } => match effects.as_slice() {
            [] => format!("{ended} ends on {}", name(unit)),
            _ => format!("a part of {ended} ends on {}", name(unit)),
        },
    }
}
