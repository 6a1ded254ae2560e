//! Facts of attacks.

use super::Story;
use crate::model::event::CombatEvent;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_combat(&mut self, event: &CombatEvent) {
        match event {
            CombatEvent::AttackRolled { .. } => self.attack_rolled(event),
            CombatEvent::AttackResolved { hits, wounds, .. } => {
                self.cards_of_attack(*hits, *wounds);
                self.wounds_by_cards();
                // With wounds it was told when the boxes were marked, also where that destroyed the target at once.
                if *wounds == 0 {
                    self.resolved(0, 0);
                }
            }
            CombatEvent::TargetsChosen { declared, .. } => self.targets_chosen(declared),
            CombatEvent::ChoiceSettled { .. }
            | CombatEvent::AttackChanged { .. }
            | CombatEvent::AttackBegan { .. }
            | CombatEvent::AttackWent { .. } => {}
        }
    }
}
