//! Folding of events of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.

use hindsight_kernel::FoldError;

use crate::model::attack::Marker;
use crate::model::event::ShockEvent;
use crate::model::piece::Formation;
use crate::model::state::State;

impl State {
    /// Applies an event of attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.
    pub(super) fn evolve_shock(&mut self, event: &ShockEvent) -> Result<(), FoldError> {
        match event {
            ShockEvent::CounterChargeRolled {
                unit,
                targets,
                against,
                success,
                ..
            } => {
                self.unit_mut(*unit)?.acts.countercharged = true;
                if *success {
                    self.countercharged(*unit, targets, *against);
                }
            }
            ShockEvent::CounterChargerMoved {
                unit, to, leaders, ..
            } => self.carry(*unit, *to, leaders)?,
            ShockEvent::CounterAttackMade { attack } => {
                self.counter = Some(attack.clone());
                self.continuing.clear();
            }
            ShockEvent::AttacksDeclared { attacks } => {
                self.attacks.clone_from(attacks);
                self.continuing.clear();
                for attacker in attacks.iter().flat_map(|attack| &attack.attackers) {
                    let acts = &mut self.unit_mut(attacker.unit)?.acts;
                    (acts.declared, acts.acted) = (true, true);
                }
            }
            ShockEvent::ChargeRerouted { unit, course } => match course {
                Some(course) => {
                    for attacker in self.attackers_mut(*unit) {
                        attacker.course = Some(course.clone());
                    }
                }
                None => {
                    for attack in &mut self.attacks {
                        attack.attackers.retain(|attacker| attacker.unit != *unit);
                    }
                }
            },
            ShockEvent::ChargerMoved {
                unit, to, leaders, ..
            } => {
                self.carry(*unit, *to, leaders)?;
                for attacker in self.attackers_mut(*unit) {
                    attacker.at = *to;
                }
            }
            ShockEvent::ChargeArrived { unit } => {
                for attacker in self.attackers_mut(*unit) {
                    attacker.rode = true;
                }
            }
            ShockEvent::ReluctanceRolled { unit, success, .. } => {
                if !success {
                    for attacker in self.attackers_mut(*unit) {
                        attacker.marker = Marker::Shock;
                    }
                }
            }
            ShockEvent::RetreatedBeforeShock {
                unit,
                to,
                facing,
                leaders,
                ..
            } => {
                self.go(*unit, *to, *facing, leaders)?;
                self.unit_mut(*unit)?.formation = Formation::Open;
            }
            ShockEvent::ShockRolled {
                attack,
                attackers,
                defender,
                ..
            } => {
                let first = !self.attack_mut(*attack)?.rolled;
                self.attack_mut(*attack)?.rolled = true;
                for &unit in attackers {
                    let acts = &mut self.unit_mut(unit)?.acts;
                    acts.acted = true;
                    acts.attacks = acts.attacks.saturating_add(u8::from(first));
                }
                self.unit_mut(*defender)?.acts.acted = true;
            }
            ShockEvent::AttackOver { attack } => self.attack_mut(*attack)?.over = true,
        }
        Ok(())
    }
}
