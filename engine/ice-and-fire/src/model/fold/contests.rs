//! Charges, attacks and Panic Tests as events change them.

use hindsight_kernel::{FoldError, Roll, message};

use crate::field::Pose;
use crate::messages::MESSAGES;
use crate::model::contests::{Attack, AttackEffects, Charge, Die, PanicTest};
use crate::model::event::{AttackChange, Cause};
use crate::model::names::UnitId;
use crate::model::state::State;

pub(super) fn charge(state: &mut State) -> Result<&mut Charge, FoldError> {
    state
        .charge
        .as_mut()
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-charge")))
}

pub(super) fn attack(state: &mut State) -> Result<&mut Attack, FoldError> {
    state
        .attack
        .as_mut()
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-attack")))
}

pub(super) fn test(state: &mut State) -> Result<&mut PanicTest, FoldError> {
    state
        .panics
        .last_mut()
        .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-panic-test")))
}

pub(super) fn thrown(roll: &Roll) -> Vec<Die> {
    roll.ranges().into_iter().map(Die::between).collect()
}

pub(super) fn reroll(dice: &mut [Die], places: &[u8], roll: &Roll) -> Result<(), FoldError> {
    let ranges = roll.ranges();
    for (index, place) in places.iter().enumerate() {
        let again = dice
            .get_mut(usize::from(*place))
            .ok_or_else(|| FoldError::new(message!(MESSAGES, "fold-no-die")))?;
        again.again = true;
        // Faces that a viewer may not know are left out; nobody is shown a roll so.
        if let Some(&range) = ranges.get(index) {
            *again = Die {
                again: true,
                ..Die::between(range)
            };
        }
    }
    Ok(())
}

/// An effect bears on the attack under way, or on the one that a charge is about to make.
pub(super) fn effects(state: &mut State) -> Result<&mut AttackEffects, FoldError> {
    match (&mut state.attack, &mut state.charge) {
        (Some(attack), _) => Ok(&mut attack.effects),
        (None, Some(charge)) => Ok(&mut charge.effects),
        (None, None) => Err(FoldError::new(message!(MESSAGES, "fold-no-attack"))),
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
