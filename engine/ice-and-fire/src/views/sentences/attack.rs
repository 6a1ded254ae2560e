//! Sentences of events of attacks and their dice.

use hindsight_kernel::words::sentence::count;

use super::faces;
use crate::cards::AttackKind;
use crate::model::event::{Again, AttackChange, AttackEvent, RollOf};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::names::{signed, unit};

/// Describes an event of attacks and their dice in one sentence.
pub(super) fn describe(before: &State, event: &AttackEvent) -> String {
    let name = |id: &UnitId| unit(before, *id);
    match event {
        AttackEvent::AttackDeclared { attack } => {
            let weapon = crate::rules::abilities::weapon(before, attack)
                .map(|card| card.name.clone())
                .unwrap_or_default();
            let over = match attack.kind {
                AttackKind::Melee => format!("the {} of ", attack.over.title()),
                AttackKind::Ranged => String::new(),
            };
            format!(
                "{} attacks {over}{} with {weapon}.",
                name(&attack.attacker),
                name(&attack.defender)
            )
        }
        AttackEvent::AttackChanged { change } => match change {
            AttackChange::Dice { dice } => {
                format!("The attack has {} more.", count(i64::from(*dice), "die", "dice"))
            }
            AttackChange::Ability { ability } => format!("The attack has {}.", ability.title()),
            AttackChange::Defence { by } => format!("Defence dice have {}.", signed(*by)),
            AttackChange::Panic { by } => format!("The Panic Test has {}.", signed(*by)),
        },
        AttackEvent::AttackRolled { roll, to_hit } => {
            format!("Attack dice {}, To Hit {to_hit}+.", faces(roll))
        }
        AttackEvent::DiceRerolled { of, by, places, roll } => {
            let of = match of {
                RollOf::Attack => "attack dice",
                RollOf::Defence => "defence dice",
                RollOf::Panic => "dice of the Panic Test",
            };
            let by = match by {
                Again::ChargeBonus => "by the Charge Bonus",
                Again::Token => "by the token",
                Again::Effect => "by the effect",
            };
            if places.is_empty() {
                format!("No {of} are rolled again {by}.")
            } else {
                format!("{} of the {of} rolled again {by}: {}.", places.len(), faces(roll))
            }
        }
        AttackEvent::BonusUsed => "The Charge Bonus is used.".to_owned(),
        AttackEvent::HitsCounted { hits, precise } => {
            let more = match precise {
                0 => String::new(),
                wounds => format!(
                    " and {} without a die",
                    count(i64::from(*wounds), "wound", "wounds")
                ),
            };
            format!("{}{more}.", count(i64::from(*hits), "hit", "hits"))
        }
        AttackEvent::DefenceRolled { roll, save, modifier } => {
            let with = match modifier {
                0 => String::new(),
                by => format!(" with {}", signed(*by)),
            };
            format!("Defence dice {}, save {save}+{with}.", faces(roll))
        }
        AttackEvent::AttackResolved { blocked, wounds } => format!(
            "{} blocked, {}.",
            count(i64::from(*blocked), "hit", "hits"),
            count(i64::from(*wounds), "wound", "wounds")
        ),
        AttackEvent::AttackEnded => "The attack is over.".to_owned(),
    }
}
