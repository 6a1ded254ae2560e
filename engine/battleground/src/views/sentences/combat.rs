//! Sentences of attacks.

use super::phrases::{because, faces};
use crate::model::attack::{Asked, AttackStage};
use crate::model::effect::Effect;
use crate::model::event::CombatEvent;
use crate::model::names::{UnitId, seat_name};
use crate::model::state::State;
use crate::model::words::{self, count, unit_name};

/// The dice of the attack at hand, with what they needed and what they gave.
fn rolled(state: &State, event: &CombatEvent) -> String {
    let CombatEvent::AttackRolled {
        to_wound,
        roll,
        rerolled,
        target,
        successes,
        modifiers,
        ..
    } = event
    else {
        return String::new();
    };
    let who = state.attack.as_ref().map_or_else(
        || "The attacker".to_owned(),
        |attack| unit_name(state, attack.attacker),
    );
    let (what, one, many) = if *to_wound {
        ("to wound", "wound", "wounds")
    } else {
        ("to hit", "hit", "hits")
    };
    let again = match rerolled.len() {
        0 => String::new(),
        dice => format!(" rolls {} again,", count(dice as i64, "die", "dice")),
    };
    format!(
        "{who}{again} needs {} {what}{}: {} is {}",
        needed(*target),
        because(modifiers),
        faces(roll),
        count(*successes, one, many)
    )
}

/// What each die of an attack must show: a 1 always succeeds. Rules `BG4-ATK-11`, `BG4-ATK-12` (p. 98).
fn needed(target: impl Into<i32>) -> String {
    match target.into() {
        target if target < 1 => format!("a 1 (the numbers come to {target})"),
        target => format!("{target} or less"),
    }
}

/// An event of the chapter in one sentence.
pub(super) fn sentence(state: &State, event: &CombatEvent) -> String {
    let name = |unit: &UnitId| unit_name(state, *unit);
    match event {
        CombatEvent::ChoiceSettled { place } => match state.declared.get(usize::from(*place)) {
            Some(declared) => format!(
                "{} rolls nothing against {}",
                name(&declared.attack.attacker),
                name(&declared.attack.target)
            ),
            None => "An attack is settled without dice".to_owned(),
        },
        CombatEvent::TargetsChosen { seat, declared } => {
            let attacks: Vec<String> = declared
                .iter()
                .map(|one| {
                    format!(
                        "{} makes {} against {}",
                        name(&one.attack.attacker),
                        words::attack(one.attack.kind),
                        name(&one.attack.target)
                    )
                })
                .collect();
            if attacks.is_empty() {
                format!("{} has no attack", seat_name(*seat))
            } else {
                format!("{}: {}", seat_name(*seat), words::list(&attacks))
            }
        }
        CombatEvent::AttackBegan { attack, .. } => format!(
            "{} makes {} against {}: {}, {} to hit, {} to wound",
            name(&attack.attacker),
            words::attack(attack.kind),
            name(&attack.target),
            count(attack.numbers.dice, "die", "dice"),
            needed(attack.numbers.to_hit),
            needed(attack.numbers.to_wound)
        ),
        CombatEvent::AttackWent { stage, asked } => {
            let stage = match stage {
                AttackStage::BeforeHit => "before the roll to hit",
                AttackStage::AfterHit => "after the roll to hit",
                AttackStage::BeforeWound => "before the roll to wound",
                AttackStage::AfterWound => "after the roll to wound",
                AttackStage::Damage => "at the damage step",
                AttackStage::Resolution => "at Attack Resolution",
            };
            let asked = match asked {
                Asked::Attacker | Asked::AttackerAfterCard => ": the attacker may play a Red card",
                Asked::Defender | Asked::DefenderAfterCard => ": the defender may play a Blue card",
                Asked::DefenderAgain => ": the defender may play a Blue card as well",
                Asked::AttackerAgain => ": the attacker may play a Red card after all",
                Asked::Nobody | Asked::Closed => "",
            };
            format!("The attack stands {stage}{asked}")
        }
        CombatEvent::AttackRolled { .. } => rolled(state, event),
        CombatEvent::AttackChanged {
            lasting,
            onto: Some(unit),
        } => format!("{} moves wounds to {}", lasting.name, name(unit)),
        CombatEvent::AttackChanged { lasting, onto: None } => {
            let sum = |of: fn(&Effect) -> i32| lasting.effects.iter().map(of).sum::<i32>();
            let wounds = sum(|effect| match effect {
                Effect::Wounds { by } => i32::from(*by),
                _ => 0,
            });
            let hits = sum(|effect| match effect {
                Effect::Hits { by } => i32::from(*by),
                _ => 0,
            });
            match (hits, wounds) {
                (0, 0) => format!("{} works in the attack", lasting.name),
                (0, change) => format!("{} changes the wounds by {change:+}", lasting.name),
                (change, 0) => format!("{} changes the hits by {change:+}", lasting.name),
                (hits, wounds) => {
                    format!(
                        "{} changes the hits by {hits:+} and the wounds by {wounds:+}",
                        lasting.name
                    )
                }
            }
        }
        CombatEvent::AttackResolved {
            attacker,
            target,
            kind,
            dice,
            hits,
            wounds,
        } => {
            let verb = words::attack(*kind);
            format!(
                "{} ends {verb} against {}: {}, {}, {}",
                name(attacker),
                name(target),
                count(*dice, "die", "dice"),
                count(*hits, "hit", "hits"),
                count(*wounds, "wound", "wounds")
            )
        }
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
