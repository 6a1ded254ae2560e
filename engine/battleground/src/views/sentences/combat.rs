//! Sentences of attacks.

use hindsight_kernel::{Argument, Message, message};

use super::phrases::{faces, modifiers};
use crate::messages::{self, MESSAGES, attack, unit, unit_or_none};
use crate::model::attack::{Asked, Attack, AttackStage};
use crate::model::effect::Effect;
use crate::model::event::CombatEvent;
use crate::model::names::UnitId;
use crate::model::state::{Declared, Lasting, State};

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &CombatEvent) -> Message {
    let unit = |id: &UnitId| unit(state, *id);
    match event {
        CombatEvent::ChoiceSettled { place } => settled(state, *place),
        CombatEvent::TargetsChosen { seat, declared } if declared.is_empty() => {
            message!(MESSAGES, "no-targets-chosen", seat = messages::seat(*seat))
        }
        CombatEvent::TargetsChosen { seat, declared } => {
            let attacks = declared.iter().map(|one| declared_attack(state, &one.attack));
            message!(
                MESSAGES,
                "targets-chosen",
                seat = messages::seat(*seat),
                attacks = Argument::list(attacks)
            )
        }
        CombatEvent::AttackBegan { attack: begun, .. } => message!(
            MESSAGES,
            "attack-began",
            unit = unit(&begun.attacker),
            attack = attack(begun.kind),
            target = unit(&begun.target),
            dice = begun.numbers.dice,
            to_hit = needed(begun.numbers.to_hit),
            to_wound = needed(begun.numbers.to_wound)
        ),
        CombatEvent::AttackWent { stage, asked } => went(*stage, *asked),
        CombatEvent::AttackRolled {
            to_wound,
            roll,
            rerolled,
            target,
            successes,
            modifiers: changes,
            ..
        } => message!(
            MESSAGES,
            "attack-rolled",
            unit = unit_or_none(state, state.attack.as_ref().map(|attack| attack.attacker)),
            again = rerolled.len(),
            needed = needed(*target),
            roll = if *to_wound { "wound" } else { "hit" },
            modifiers = modifiers(changes),
            faces = faces(roll),
            successes
        ),
        CombatEvent::AttackChanged {
            lasting,
            onto: Some(onto),
        } => {
            message!(
                MESSAGES,
                "attack-wounds-moved",
                effect = &lasting.name,
                unit = unit(onto)
            )
        }
        CombatEvent::AttackChanged { lasting, onto: None } => changed(lasting),
        CombatEvent::AttackResolved {
            attacker,
            target,
            kind,
            dice,
            hits,
            wounds,
        } => message!(
            MESSAGES,
            "attack-resolved",
            unit = unit(attacker),
            attack = attack(*kind),
            target = unit(target),
            dice,
            hits,
            wounds
        ),
    }
}

/// A declared attack that is over without dice.
fn settled(state: &State, place: u8) -> Message {
    match state.declared.get(usize::from(place)) {
        Some(Declared { attack, .. }) => message!(
            MESSAGES,
            "choice-settled",
            unit = unit(state, attack.attacker),
            target = unit(state, attack.target)
        ),
        None => message!(MESSAGES, "choice-settled-unknown"),
    }
}

fn declared_attack(state: &State, declared: &Attack) -> Message {
    message!(
        MESSAGES,
        "attack-declared",
        unit = unit(state, declared.attacker),
        attack = attack(declared.kind),
        target = unit(state, declared.target)
    )
}

/// Where an attack stands, and who may play a card.
fn went(stage: AttackStage, asked: Asked) -> Message {
    let stage = match stage {
        AttackStage::BeforeHit => "before_hit",
        AttackStage::AfterHit => "after_hit",
        AttackStage::BeforeWound => "before_wound",
        AttackStage::AfterWound => "after_wound",
        AttackStage::Damage => "damage",
        AttackStage::Resolution => "resolution",
    };
    let asked = match asked {
        Asked::Attacker | Asked::AttackerAfterCard => "attacker",
        Asked::Defender | Asked::DefenderAfterCard => "defender",
        Asked::DefenderAgain => "defender_again",
        Asked::AttackerAgain => "attacker_again",
        Asked::Nobody | Asked::Closed => "nobody",
    };
    message!(MESSAGES, "attack-went", stage, asked)
}

/// What each die of an attack must show: a 1 always succeeds. Rules `BG4-ATK-11`, `BG4-ATK-12` (p. 98).
fn needed(target: i32) -> Message {
    message!(MESSAGES, "needed", below = target < 1, target)
}

/// What a card or ability changes in the attack at hand.
fn changed(lasting: &Lasting) -> Message {
    let sum = |of: fn(&Effect) -> i32| lasting.effects.iter().map(of).sum::<i32>();
    let wounds = sum(|effect| match effect {
        Effect::Wounds { by } => i32::from(*by),
        _ => 0,
    });
    let hits = sum(|effect| match effect {
        Effect::Hits { by } => i32::from(*by),
        _ => 0,
    });
    let effect = &lasting.name;
    let signed = |change: i32| Argument::text(format_args!("{change:+}"));
    match (hits, wounds) {
        (0, 0) => message!(MESSAGES, "attack-affected", effect),
        (0, change) => message!(MESSAGES, "attack-wounds-changed", effect, wounds = signed(change)),
        (change, 0) => message!(MESSAGES, "attack-hits-changed", effect, hits = signed(change)),
        (hits, wounds) => message!(
            MESSAGES,
            "attack-hits-and-wounds-changed",
            effect,
            hits = signed(hits),
            wounds = signed(wounds)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::needed;

    /// `BG4-ATK-12` (p. 98): with 0 or less only a 1 succeeds.
    #[test]
    fn a_number_below_one_is_told_as_the_one_face_that_succeeds() {
        assert_eq!(
            [5, 1, 0, -1].map(needed),
            [
                "5 or less",
                "1 or less",
                "a 1 (the numbers come to 0)",
                "a 1 (the numbers come to -1)"
            ]
        );
    }
}
