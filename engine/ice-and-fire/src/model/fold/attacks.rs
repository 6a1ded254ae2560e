//! Folding of events of charges, attacks and Panic Tests.

use hindsight_kernel::{FoldError, Roll};

use crate::field::Pose;
use crate::model::contests::{Attack, AttackEffects, Charge, Die, PanicTest};
use crate::model::event::{AttackChange, Cause, Event, RollOf};
use crate::model::names::UnitId;
use crate::model::state::State;

/// Applies an event of a charge, an attack or a Panic Test.
pub(super) fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
    match event {
        Event::ChargeDeclared { charge } => state.charge = Some(charge.clone()),
        Event::ChargeModified { by } => {
            let charge = charge(state)?;
            charge.modifier = charge.modifier.saturating_add(*by);
        }
        Event::ChargeBonusLost { .. } => {
            charge(state)?.bonus_lost = true;
            if let Some(attack) = &mut state.attack {
                attack.bonus = false;
            }
        }
        Event::ChargeFortified { .. } => charge(state)?.fortified = true,
        Event::ChargeRolled { roll, .. } => charge(state)?.die = roll.faces.first().copied(),
        Event::ChargerHurt => charge(state)?.hurt = true,
        Event::ChargeEnded => state.charge = None,
        Event::AttackDeclared { attack } => state.attack = Some((**attack).clone()),
        Event::AttackChanged { change: by } => change(state, *by)?,
        Event::AttackRolled { roll, .. } => attack(state)?.dice = thrown(roll),
        Event::DiceRerolled { of, places, roll, .. } => {
            let dice = match of {
                RollOf::Attack => &mut attack(state)?.dice,
                RollOf::Defence => &mut attack(state)?.defence_dice,
                RollOf::Panic => &mut test(state)?.dice,
            };
            reroll(dice, places, roll)?;
        }
        Event::BonusUsed => attack(state)?.bonus = false,
        Event::HitsCounted { hits, precise } => {
            let attack = attack(state)?;
            (attack.hits, attack.precise) = (*hits, *precise);
        }
        Event::DefenceRolled { roll, .. } => attack(state)?.defence_dice = thrown(roll),
        Event::AttackResolved { .. } => attack(state)?.struck = true,
        Event::AttackEnded => state.attack = None,
        Event::PanicDemanded { test } => state.panics.push(test.clone()),
        Event::PanicModified { by } => {
            let test = test(state)?;
            test.modifier = test.modifier.saturating_add(*by);
        }
        Event::PanicReplaced { wounds } => test(state)?.replaced = Some(*wounds),
        Event::PanicRolled { roll, .. } => test(state)?.dice = thrown(roll),
        Event::PanicResolved { .. } => {}
        Event::PanicEnded => {
            state
                .panics
                .pop()
                .ok_or_else(|| FoldError::new("no Panic Test is under way"))?;
        }
        _ => {
            return Err(FoldError::new(
                "this is no event of a charge, an attack or a Panic Test",
            ));
        }
    }
    Ok(())
}

fn charge(state: &mut State) -> Result<&mut Charge, FoldError> {
    state
        .charge
        .as_mut()
        .ok_or_else(|| FoldError::new("no charge is under way"))
}

fn attack(state: &mut State) -> Result<&mut Attack, FoldError> {
    state
        .attack
        .as_mut()
        .ok_or_else(|| FoldError::new("no attack is under way"))
}

fn test(state: &mut State) -> Result<&mut PanicTest, FoldError> {
    state
        .panics
        .last_mut()
        .ok_or_else(|| FoldError::new("no Panic Test is under way"))
}

fn thrown(roll: &Roll) -> Vec<Die> {
    roll.faces.iter().map(|&face| Die::thrown(face)).collect()
}

fn reroll(dice: &mut [Die], places: &[u8], roll: &Roll) -> Result<(), FoldError> {
    for (index, place) in places.iter().enumerate() {
        let again = dice
            .get_mut(usize::from(*place))
            .ok_or_else(|| FoldError::new("no such die was rolled"))?;
        again.again = true;
        // Faces that a viewer may not know are left out; nobody is shown a roll so.
        if let Some(&face) = roll.faces.get(index) {
            again.face = face;
        }
    }
    Ok(())
}

/// An effect bears on the attack under way, or on the one that a charge is about to make.
fn effects(state: &mut State) -> Result<&mut AttackEffects, FoldError> {
    match (&mut state.attack, &mut state.charge) {
        (Some(attack), _) => Ok(&mut attack.effects),
        (None, Some(charge)) => Ok(&mut charge.effects),
        (None, None) => Err(FoldError::new("no attack is under way")),
    }
}

pub(super) fn change(state: &mut State, change: AttackChange) -> Result<(), FoldError> {
    let effects = effects(state)?;
    match change {
        AttackChange::Dice { dice } => effects.dice = effects.dice.saturating_add(dice),
        AttackChange::Ability { ability } => {
            if !effects.abilities.contains(&ability) {
                effects.abilities.push(ability);
            }
        }
        AttackChange::Defence { by } => effects.defence = effects.defence.saturating_add(by),
        AttackChange::Panic { by } => effects.panic = effects.panic.saturating_add(by),
    }
    Ok(())
}

/// A charge remembers its way to the contact.
pub(super) fn note_path(state: &mut State, unit: UnitId, path: &[Pose]) {
    if let Some(charge) = &mut state.charge
        && charge.charger == unit
    {
        charge.path = path.to_vec();
    }
}

/// Wounds of the attack and of its Panic Test are counted to it.
pub(super) fn count_wounds(state: &mut State, unit: UnitId, wounds: u16, cause: Cause) {
    let of_attack = match cause {
        Cause::Attack => true,
        Cause::Panic => state.panics.last().is_some_and(|test| test.of_attack),
        Cause::Terrain | Cause::Effect => false,
    };
    if let Some(attack) = &mut state.attack
        && attack.defender == unit
        && of_attack
    {
        attack.wounds = attack.wounds.saturating_add(wounds);
    }
}

/// The attack that destroys its defender remembers who else was engaged with it.
pub(super) fn note_destroyed(state: &mut State, unit: UnitId, cause: Cause) {
    let of_attack = match cause {
        Cause::Attack => true,
        Cause::Panic => state.panics.last().is_some_and(|test| test.of_attack),
        Cause::Terrain | Cause::Effect => false,
    };
    let engaged: Vec<UnitId> = state.engaged_with(unit).map(|(_, other, _)| other).collect();
    if let Some(attack) = &mut state.attack
        && attack.defender == unit
        && of_attack
    {
        attack.destroyed = true;
        attack.partners = engaged
            .into_iter()
            .filter(|other| *other != attack.attacker)
            .collect();
    }
}
