//! Facts of events of attacks and their dice.

use hindsight_kernel::Fact;
use hindsight_kernel::odds::SuccessRule;

use super::{attack_declared, counted};
use crate::model::event::AttackEvent;
use crate::model::state::State;
use crate::rules::abilities;
use crate::views::facts::dice::{attack_resolved, dice, rerolled};

/// Tells the facts of an event of attacks and their dice.
pub(super) fn facts(before: &State, event: &AttackEvent, out: &mut Vec<Fact>) {
    match event {
        AttackEvent::AttackDeclared { attack } => attack_declared(attack, out),
        AttackEvent::AttackRolled { roll, to_hit } => {
            if let Some(attack) = &before.attack {
                let need = SuccessRule::at_least(i32::from(*to_hit));
                dice(
                    before,
                    attack,
                    "attack",
                    attack.attacker,
                    roll,
                    need,
                    i32::from(*to_hit),
                    &[],
                    out,
                );
                let sixes = roll.at_least(6);
                out.push(counted(
                    "sixes",
                    Some(attack.attacker),
                    attack.attacker.seat(),
                    f64::from(sixes),
                ));
            }
        }
        AttackEvent::DefenceRolled { roll, save, modifier } => {
            if let Some(attack) = &before.attack {
                let need = SuccessRule::at_least(i32::from(*save))
                    .modified(i32::from(*modifier))
                    .results(0, 6);
                let parts = abilities::defence_parts(before, attack);
                dice(
                    before,
                    attack,
                    "defence",
                    attack.defender,
                    roll,
                    need,
                    i32::from(*save),
                    &parts,
                    out,
                );
            }
        }
        AttackEvent::DiceRerolled { of, places, roll, .. } => rerolled(before, *of, places, roll, out),
        AttackEvent::AttackResolved { blocked, wounds } => attack_resolved(before, *blocked, *wounds, out),
        AttackEvent::AttackChanged { .. }
        | AttackEvent::BonusUsed
        | AttackEvent::HitsCounted { .. }
        | AttackEvent::AttackEnded => {}
    }
}
