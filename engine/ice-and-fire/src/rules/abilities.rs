//! Abilities that are always in force, and what they and the abilities of attacks add up to. Rules `IF-UNIT-09`,
//! `IF-ABIL-01` to `-05`, `IF-BON-02` to `-04`, `IF-MOR-04`.

use super::conditions::{User, hold};
use super::{terrain, turns};
use crate::cards::{Ability, AttackAbility, AttackCard, AttackKind, Effect, Trigger};
use crate::field::Side;
use crate::model::agenda::Occasion;
use crate::model::contests::{Attack, Charge, PanicTest};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::unit::Unit;

/// The abilities of a unit, its attachment's included; the same name counts once. Rules `IF-UNIT-06`, `IF-UNIT-09`.
pub fn abilities_of<'s>(state: &'s State, unit: &Unit) -> Vec<&'s Ability> {
    let own = state
        .cards
        .unit(unit.card)
        .map_or(&[][..], |card| &card.abilities);
    let attached = unit
        .attachment
        .and_then(|id| state.cards.attachment(id))
        .map_or(&[][..], |card| &card.abilities);
    let mut abilities: Vec<&Ability> = Vec::new();
    for ability in own.iter().chain(attached) {
        if !abilities.iter().any(|known| known.name == ability.name) {
            abilities.push(ability);
        }
    }
    abilities
}

/// The effects in force of a unit's abilities at an occasion.
pub(crate) fn in_force<'s>(state: &'s State, id: UnitId, at: &Occasion) -> Vec<&'s Effect> {
    let Some(unit) = state.unit(id).filter(|unit| unit.is_alive()) else {
        return Vec::new();
    };
    let user = User {
        seat: id.seat(),
        this: Some(id),
        at,
    };
    abilities_of(state, unit)
        .into_iter()
        .filter(|ability| hold(state, user, &ability.when, &[]))
        .flat_map(|ability| &ability.effects)
        .collect()
}

/// The occasion of an attack.
pub(crate) fn occasion_of(attack: &Attack, trigger: Trigger) -> Occasion {
    Occasion {
        attacker: Some(attack.attacker),
        subject: Some(attack.defender),
        ..Occasion::new(trigger, attack.attacker.seat())
    }
}

/// The occasion of a charge.
pub(crate) fn occasion_of_charge(charge: &Charge, trigger: Trigger) -> Occasion {
    Occasion {
        attacker: Some(charge.charger),
        subject: Some(charge.target),
        ..Occasion::new(trigger, charge.charger.seat())
    }
}

/// The attack on the attacker's card.
pub fn weapon<'s>(state: &'s State, attack: &Attack) -> Option<&'s AttackCard> {
    let unit = state.unit(attack.attacker)?;
    let card = state.cards.unit(unit.card)?;
    card.attacks.get(usize::from(attack.weapon))
}

/// All abilities of an attack, each once: the card's, those of effects, those its unit's abilities add. Rule `IF-UNIT-09`.
pub fn attack_abilities(state: &State, attack: &Attack) -> Vec<AttackAbility> {
    let at = occasion_of(attack, Trigger::AttackDeclared);
    let granted = in_force(state, attack.attacker, &at)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::AddAbility { ability } => Some(*ability),
            _ => None,
        });
    let printed = weapon(state, attack).map_or(&[][..], |card| &card.abilities);
    let mut all: Vec<AttackAbility> = printed
        .iter()
        .copied()
        .chain(attack.effects.abilities.iter().copied())
        .chain(granted)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether an attack has an ability.
pub fn has_ability(state: &State, attack: &Attack, ability: AttackAbility) -> bool {
    attack_abilities(state, attack).contains(&ability)
}

/// The number of attack dice: by remaining ranks, plus those of effects. Rule `IF-ATK-02`.
pub fn attack_dice(state: &State, attack: &Attack) -> u16 {
    let at = occasion_of(attack, Trigger::AttackDeclared);
    let granted: u16 = in_force(state, attack.attacker, &at)
        .into_iter()
        .map(|effect| match effect {
            Effect::AddAttackDice { dice } => u16::from(*dice),
            _ => 0,
        })
        .sum();
    let ranks = state.unit(attack.attacker).map_or(0, |unit| state.ranks(unit));
    let printed = weapon(state, attack).map_or(0, |card| card.dice_with(ranks));
    u16::from(printed) + u16::from(attack.effects.dice) + granted
}

/// The modifier of Flank or Rear to defence dice and to the Panic Test: −1 or −2, in melee alone. Rules
/// `IF-BON-02` to `-04`.
pub const fn flank_or_rear(attack: &Attack) -> i32 {
    match (attack.kind, attack.over) {
        (AttackKind::Ranged, _) | (_, Side::Front) => 0,
        (AttackKind::Melee, Side::Left | Side::Right) => -1,
        (AttackKind::Melee, Side::Rear) => -2,
    }
}

/// The modifiers of each defence die against an attack, each part with its rule. Rules `IF-BON-02`,
/// `IF-BON-03`, `IF-ABIL-03`, `IF-TERR-07`, `IF-UNIT-09`.
pub fn defence_parts(state: &State, attack: &Attack) -> Vec<(&'static str, i32)> {
    let mut parts = Vec::new();
    match flank_or_rear(attack) {
        0 => {}
        -2 => parts.push(("IF-BON-03", -2)),
        by => parts.push(("IF-BON-02", by)),
    }
    if has_ability(state, attack, AttackAbility::Sundering) {
        parts.push(("IF-ABIL-03", -1));
    }
    let charge = state.charge.as_ref();
    if attack.of_a_charge && charge.is_some_and(|charge| charge.fortified) {
        parts.push(("IF-TERR-07", 1));
    }
    let at = occasion_of(attack, Trigger::AttackDeclared);
    let abilities: i32 = in_force(state, attack.defender, &at)
        .into_iter()
        .map(|effect| match effect {
            Effect::ModDefence { by } => i32::from(*by),
            _ => 0,
        })
        .sum();
    let effects = abilities + i32::from(attack.effects.defence);
    if effects != 0 {
        parts.push(("IF-UNIT-09", effects));
    }
    parts
}

/// The modifier of each defence die against an attack. Rule `IF-ATK-07`.
pub fn defence_modifier(state: &State, attack: &Attack) -> i32 {
    defence_parts(state, attack).iter().map(|(_, by)| by).sum()
}

/// The reading of a die with modifiers: at most 6, at least 0. Rule `IF-ATK-07`.
pub fn modified(face: u8, modifier: i32) -> u8 {
    (i32::from(face) + modifier).clamp(0, 6) as u8
}

/// The modifiers of a Panic Test, each part with its rule. Rule `IF-MOR-04`.
pub fn panic_parts(state: &State, test: &PanicTest) -> Vec<(&'static str, i32)> {
    let mut parts = Vec::new();
    let attack = state.attack.as_ref().filter(|_| test.of_attack);
    if let Some(attack) = attack {
        match flank_or_rear(attack) {
            0 => {}
            -2 => parts.push(("IF-BON-03", -2)),
            by => parts.push(("IF-BON-02", by)),
        }
        if has_ability(state, attack, AttackAbility::Vicious) {
            parts.push(("IF-ABIL-04", -2));
        }
        let at = occasion_of(attack, Trigger::AttackDeclared);
        let own: i32 = in_force(state, attack.attacker, &at)
            .into_iter()
            .map(|effect| match effect {
                Effect::ModPanic { by } => i32::from(*by),
                _ => 0,
            })
            .sum();
        let effects = own + i32::from(attack.effects.panic);
        if effects != 0 {
            parts.push(("IF-UNIT-09", effects));
        }
    }
    parts.extend(morale_parts(state, test.unit));
    if test.modifier != 0 {
        parts.push(("IF-MOR-04", test.modifier.into()));
    }
    parts
}

/// The modifiers of every Morale Test of a unit: its abilities and terrain. Rules `IF-MOR-04`, `IF-TERR-09`,
/// `IF-TERR-11`.
pub fn morale_parts(state: &State, unit: UnitId) -> Vec<(&'static str, i32)> {
    let mut parts = Vec::new();
    let at = Occasion {
        subject: Some(unit),
        ..Occasion::new(Trigger::PanicPending, turns::active(state))
    };
    let abilities: i32 = in_force(state, unit, &at)
        .into_iter()
        .map(|effect| match effect {
            Effect::ModMorale { by } => i32::from(*by),
            _ => 0,
        })
        .sum();
    if abilities != 0 {
        parts.push(("IF-UNIT-09", abilities));
    }
    let (horrific, inspiring) = terrain::moods(state, unit);
    if horrific {
        parts.push(("IF-TERR-09", -1));
    }
    if inspiring {
        parts.push(("IF-TERR-11", 1));
    }
    parts
}

/// The modifier of a Panic Test. Rule `IF-MOR-04`.
pub fn panic_modifier(state: &State, test: &PanicTest) -> i32 {
    panic_parts(state, test).iter().map(|(_, by)| by).sum()
}

/// Inches that abilities always in force add to a charge. Rule `IF-CHG-04`.
pub fn charge_abilities(state: &State, charge: &Charge) -> i32 {
    let at = occasion_of_charge(charge, Trigger::ChargeDeclared);
    in_force(state, charge.charger, &at)
        .into_iter()
        .map(|effect| match effect {
            Effect::ChargeMod { by } => i32::from(*by),
            _ => 0,
        })
        .sum()
}

/// Whether an ability of the charged unit takes the Charge Bonus. Rule `IF-BON-01`.
pub fn cancels_bonus(state: &State, charge: &Charge) -> bool {
    let at = occasion_of_charge(charge, Trigger::ChargeContact);
    in_force(state, charge.target, &at)
        .into_iter()
        .any(|effect| matches!(effect, Effect::CancelChargeBonus))
}
