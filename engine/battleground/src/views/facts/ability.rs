//! Facts of special rules, abilities, spells and lasting effects.

use super::Story;
use crate::model::event::AbilityEvent;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_ability(&mut self, event: &AbilityEvent) {
        match event {
            AbilityEvent::AbilityUsed { seat, ability, .. } => {
                self.decided(*seat, "ability", ability.clone());
            }
            AbilityEvent::SpellCast { unit, spell, .. } => {
                let name = self
                    .before
                    .unit(*unit)
                    .and_then(|caster| self.before.kind(caster).spells.get(usize::from(*spell)))
                    .map_or_else(|| spell.to_string(), |spell| spell.name.clone());
                self.decided(unit.seat(), "spell", name);
            }
            AbilityEvent::RuleTriggered { .. }
            | AbilityEvent::RuleSettled { .. }
            | AbilityEvent::LastingAdded { .. }
            | AbilityEvent::LastingEnded { .. } => {}
        }
    }
}
