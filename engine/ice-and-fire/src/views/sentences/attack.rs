//! Sentences of events of attacks and their dice.

use hindsight_kernel::{Message, Roll, message};

use super::faces;
use crate::cards::AttackKind;
use crate::messages::{MESSAGES, or_none};
use crate::model::event::{Again, AttackChange, AttackEvent, RollOf};
use crate::model::state::State;
use crate::views::names::{signed, unit};

/// Describes an event of attacks and their dice in one sentence.
pub(super) fn describe(before: &State, event: &AttackEvent) -> Message {
    match event {
        AttackEvent::AttackDeclared { attack } => {
            let weapon = crate::rules::abilities::weapon(before, attack)
                .map(|card| card.name.clone())
                .unwrap_or_default();
            let side = match attack.kind {
                AttackKind::Melee => attack.over.title(),
                AttackKind::Ranged => "none",
            };
            let (unit, target) = (unit(before, attack.attacker), unit(before, attack.defender));
            message!(MESSAGES, "attack-declared", unit, side, target, weapon)
        }
        AttackEvent::AttackChanged { change } => match change {
            AttackChange::Dice { dice } => message!(MESSAGES, "attack-has-dice", dice),
            AttackChange::Ability { ability } => {
                message!(MESSAGES, "attack-has-ability", ability = ability.title())
            }
            AttackChange::Defence { by } => message!(MESSAGES, "defence-changed", by = signed(*by)),
            AttackChange::Panic { by } => message!(MESSAGES, "panic-changed", by = signed(*by)),
        },
        AttackEvent::AttackRolled { roll, to_hit } => {
            message!(MESSAGES, "attack-rolled", faces = faces(roll), to_hit)
        }
        AttackEvent::DiceRerolled { of, by, places, roll } => rerolled(*of, *by, places.len(), roll),
        AttackEvent::BonusUsed => message!(MESSAGES, "bonus-used"),
        AttackEvent::HitsCounted { hits, precise: 0 } => message!(MESSAGES, "hits-counted", hits),
        AttackEvent::HitsCounted { hits, precise } => {
            message!(MESSAGES, "hits-counted-precise", hits, wounds = precise)
        }
        AttackEvent::DefenceRolled { roll, save, modifier } => {
            let modifier = or_none((*modifier != 0).then(|| signed(*modifier)));
            message!(MESSAGES, "defence-rolled", faces = faces(roll), save, modifier)
        }
        AttackEvent::AttackResolved { blocked, wounds } => {
            message!(MESSAGES, "attack-resolved", hits = blocked, wounds)
        }
        AttackEvent::AttackEnded => message!(MESSAGES, "attack-ended"),
    }
}

fn rerolled(of: RollOf, by: Again, places: usize, roll: &Roll) -> Message {
    let of = match of {
        RollOf::Attack => "attack",
        RollOf::Defence => "defence",
        RollOf::Panic => "panic",
    };
    let by = match by {
        Again::ChargeBonus => "charge_bonus",
        Again::Token => "token",
        Again::Effect => "effect",
    };
    if places == 0 {
        message!(MESSAGES, "no-dice-rerolled", of, by)
    } else {
        message!(MESSAGES, "dice-rerolled", places, of, by, faces = faces(roll))
    }
}
