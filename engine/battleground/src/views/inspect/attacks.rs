//! The numbers of an attack and its odds, as they are told of a position (pp. 94-106, 132-133).

use hindsight_kernel::{AttackChances, Distribution, Modifier, RollChances, RuleId, message};

use crate::editions::Edition;
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::attack::{AttackKind, Numbers};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::procedures::attack::choice::Choice;
use crate::rules::combat::{odds, throws_besides};

/// An attack with what is thrown before it: Javelins or Pila on the charge. Rules `BG4-EQUIP-03`, `BG4-EQUIP-05`, `BG4-EQUIP-06`
/// (pp. 132-133).
pub(super) fn with_throw(state: &State, attacker: UnitId, choice: Choice) -> Vec<Choice> {
    let throw = throws_besides(&Field::of(state), attacker, choice).then_some(Choice {
        kind: AttackKind::Thrown,
        ..choice
    });
    throw.into_iter().chain([choice]).collect()
}

/// The changes of a number that has a least and a most, with what keeps it there, so that they add up to it. Rules
/// `BG4-ATK-03` (p. 94), `BG4-MODS-13` (pp. 105-106).
fn summing_to(number: i32, mut changes: Vec<Modifier>, rule: RuleId) -> Vec<Modifier> {
    let sum = changes.iter().map(|one| one.change).fold(0, i32::saturating_add);
    if sum != number {
        let bound = if sum < number { "least" } else { "most" };
        changes.push(Modifier {
            name: message!(MESSAGES, "inspect-bound", bound, number).to_string(),
            change: number.saturating_sub(sum),
            rule,
        });
    }
    changes
}

/// An attack's numbers and odds as the kernel tells them: the attack dice, the to-hit number, Impact Hits where there are
/// any, the to-wound number. The modifiers of each add up to it. Rules `BG4-ATK-02` to `BG4-ATK-04`, `BG4-MODS-13` (pp. 94-95,
/// 105-106).
pub(super) fn attack_odds(
    edition: Edition,
    attacker: UnitId,
    target: UnitId,
    kind: &str,
    numbers: Numbers,
    odds: odds::AttackOdds,
) -> AttackChances {
    let dice = u32::try_from(numbers.dice).unwrap_or_default();
    let mut steps = vec![
        RollChances {
            purpose: "attack dice".to_owned(),
            dice: Some(dice),
            target: None,
            modifiers: summing_to(numbers.dice, numbers.on_dice, Rule::Atk03.of(edition)),
            successes: Distribution::point(numbers.dice),
        },
        RollChances {
            purpose: "to hit".to_owned(),
            dice: Some(dice),
            target: Some(numbers.to_hit),
            modifiers: numbers.on_hit,
            // Impact Hits are hits without a die: they are a step of their own. Rule BG4-MODS-13.
            successes: odds.hits.shift(-numbers.impact_hits),
        },
        RollChances {
            purpose: "to wound".to_owned(),
            dice: None,
            target: Some(numbers.to_wound),
            modifiers: numbers.on_wound,
            successes: odds.wounds,
        },
    ];
    if !numbers.on_impact.is_empty() {
        let impact = RollChances {
            purpose: "Impact Hits".to_owned(),
            dice: None,
            target: None,
            modifiers: summing_to(numbers.impact_hits, numbers.on_impact, Rule::Mods13.of(edition)),
            successes: Distribution::point(numbers.impact_hits),
        };
        steps.insert(2, impact);
    }
    AttackChances {
        unit: attacker.to_string(),
        target: target.to_string(),
        kind: kind.to_owned(),
        steps,
        damage: odds.boxes,
        destroys: odds.destroys,
    }
}
