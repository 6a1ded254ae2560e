//! Targets of effects: units for roles, tokens, dice, shifts. Rules `IF-CARD-01`, `IF-COND-01`, `IF-TIME-01`.
//!
//! RULING (`IF-TIME-01`): an effect that could change nothing (a token that is there already, wounds of a whole unit) is
//! no effect that may be used, so nobody is asked for it.

use super::super::conditions::{User, hold, in_role};
use super::super::{movement, terrain, tokens, units};
use super::NoChoice;
use crate::cards::{Condition, ConditionToken, Effect, Role, Trigger};
use crate::field::farthest;
use crate::model::command::Choice;
use crate::model::event::RollOf;
use crate::model::names::UnitId;
use crate::model::place::Shift;
use crate::model::state::State;
use crate::model::unit::Unit;

/// The roles whose units the user chooses, each once, in the order in which the effects first name them.
pub(crate) fn chosen_roles(effects: &[Effect]) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    for role in effects.iter().filter_map(Effect::role) {
        if role.is_chosen() && !roles.contains(&role) {
            roles.push(role);
        }
    }
    roles
}

const fn is_open_token(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::PlaceToken { token: None, .. } | Effect::RemoveToken { token: None, .. }
    )
}

/// The effects that leave their token to the user, in order.
pub(crate) fn open_tokens(effects: &[Effect]) -> Vec<&Effect> {
    effects.iter().filter(|effect| is_open_token(effect)).collect()
}

/// Which of the open tokens an effect takes, if it takes one.
pub(super) fn open_token_place(effects: &[Effect], index: usize) -> Option<usize> {
    let effect = effects.get(index)?;
    is_open_token(effect).then(|| {
        effects[..index]
            .iter()
            .filter(|earlier| is_open_token(earlier))
            .count()
    })
}

/// The roll whose dice an effect rolls again.
const fn rerolls(effect: &Effect) -> Option<RollOf> {
    match effect {
        Effect::RerollAttack => Some(RollOf::Attack),
        Effect::RerollDefence => Some(RollOf::Defence),
        _ => None,
    }
}

/// Whether effects need something chosen.
pub(super) fn needs_choice(effects: &[Effect]) -> bool {
    !chosen_roles(effects).is_empty()
        || effects.iter().any(|effect| {
            is_open_token(effect) || rerolls(effect).is_some() || matches!(effect, Effect::Shift { .. })
        })
}

/// The units that may be chosen for a role: of the right player, on the table, as the conditions demand, and such that
/// something can happen to them.
pub(crate) fn units_for(
    state: &State,
    user: User<'_>,
    when: &[Condition],
    effects: &[Effect],
    role: Role,
) -> Vec<UnitId> {
    let fits = |unit: &Unit| match role {
        Role::FriendlyUnit => unit.id.seat() == user.seat,
        Role::EnemyUnit => unit.id.seat() != user.seat,
        _ => true,
    };
    state
        .on_table()
        .map(|(unit, _)| unit)
        .filter(|unit| fits(unit))
        .filter(|unit| hold(state, user, when, &[(role, unit.id)]))
        .filter(|unit| {
            effects
                .iter()
                .filter(|effect| effect.role() == Some(role))
                .any(|effect| can_happen_to(state, effect, unit))
        })
        .map(|unit| unit.id)
        .collect()
}

/// Whether an effect can change anything of a unit.
fn can_happen_to(state: &State, effect: &Effect, unit: &Unit) -> bool {
    if !unit.is_alive() {
        return false;
    }
    match effect {
        Effect::Restore { .. } => state
            .card_of(unit)
            .is_some_and(|card| units::wounds_lost(unit, card) > 0),
        Effect::PlaceToken { token, .. } => match token {
            Some(token) => !unit.has_token(*token),
            None => unit.tokens.len() < ConditionToken::ALL.len(),
        },
        Effect::RemoveToken { token, .. } => match token {
            Some(token) => unit.has_token(*token),
            None => !unit.tokens.is_empty(),
        },
        // RULING (`IF-ACT-09`): a shift cannot take a unit out of an engagement, so an engaged unit does not shift.
        Effect::Shift { .. } => unit.pose.is_some() && !state.is_engaged(unit.id),
        _ => unit.pose.is_some(),
    }
}

/// Whether an effect can change anything where its unit, if it has one, is known.
fn can_happen(state: &State, user: User<'_>, effect: &Effect) -> bool {
    if let Some(role) = effect.role() {
        return in_role(user, role, &[])
            .and_then(|id| state.unit(id))
            .is_some_and(|unit| can_happen_to(state, effect, unit));
    }
    match effect {
        Effect::RerollAttack => !tokens::rerollable(state, RollOf::Attack).is_empty(),
        Effect::RerollDefence => !tokens::rerollable(state, RollOf::Defence).is_empty(),
        Effect::ChargeMod { .. } => state.charge.as_ref().is_some_and(|charge| charge.die.is_none()),
        Effect::CancelChargeBonus => state
            .charge
            .as_ref()
            .is_some_and(crate::model::contests::Charge::has_bonus),
        Effect::ReplacePanic { .. } => state
            .panics
            .last()
            .is_some_and(|test| test.replaced.is_none() && user.at.trigger == Trigger::PanicPending),
        Effect::Draw { .. } => state.player(user.seat).deck > 0,
        Effect::ModMorale { .. } | Effect::MoveMod { .. } => false,
        _ => true,
    }
}

/// Whether effects may be used: the conditions hold, every role finds a unit, and something can change.
/// Rule `IF-TIME-01`.
pub(crate) fn is_possible(state: &State, user: User<'_>, when: &[Condition], effects: &[Effect]) -> bool {
    if !hold(state, user, when, &[]) {
        return false;
    }
    let roles = chosen_roles(effects);
    if roles
        .iter()
        .any(|role| units_for(state, user, when, effects, *role).is_empty())
    {
        return false;
    }
    !roles.is_empty() || effects.iter().any(|effect| can_happen(state, user, effect))
}

/// The same for effects as they stand on a card or an Order.
pub(crate) fn is_possible_at_all(
    state: &State,
    user: User<'_>,
    when: &[Condition],
    effects: &[Effect],
) -> bool {
    let shifts = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Shift { .. }));
    is_possible(state, user, when, effects)
        && (!shifts || !sample_choices(state, user, when, effects).is_empty())
}

/// Whether a choice is complete and legal for effects.
pub(crate) fn check_choice(
    state: &State,
    user: User<'_>,
    when: &[Condition],
    effects: &[Effect],
    choice: &Choice,
) -> Result<(), hindsight_kernel::Refusal> {
    if !is_possible(state, user, when, effects) {
        return Err(NoChoice::NotMet.into());
    }
    let roles = chosen_roles(effects);
    if choice.units.len() != roles.len() {
        return Err(NoChoice::Units { needed: roles.len() }.into());
    }
    for (role, unit) in roles.iter().zip(&choice.units) {
        if !units_for(state, user, when, effects, *role).contains(unit) {
            return Err(NoChoice::Unit { unit: *unit }.into());
        }
    }
    let chosen: Vec<(Role, UnitId)> = roles.into_iter().zip(choice.units.iter().copied()).collect();
    check_tokens(state, user, effects, &chosen, choice)?;
    check_dice(state, effects, choice)?;
    check_shift(state, user, effects, &chosen, choice)
}

fn check_tokens(
    state: &State,
    user: User<'_>,
    effects: &[Effect],
    chosen: &[(Role, UnitId)],
    choice: &Choice,
) -> Result<(), NoChoice> {
    let open = open_tokens(effects);
    if choice.tokens.len() != open.len() {
        return Err(NoChoice::Tokens { needed: open.len() });
    }
    for (effect, token) in open.into_iter().zip(&choice.tokens) {
        let unit = effect
            .role()
            .and_then(|role| in_role(user, role, chosen))
            .and_then(|id| state.unit(id));
        let Some(unit) = unit else { continue };
        let removes = matches!(effect, Effect::RemoveToken { .. });
        if unit.has_token(*token) != removes {
            return Err(NoChoice::Token { unit: unit.id });
        }
    }
    Ok(())
}

fn check_dice(state: &State, effects: &[Effect], choice: &Choice) -> Result<(), hindsight_kernel::Refusal> {
    match effects.iter().find_map(rerolls) {
        Some(of) => Ok(tokens::check_dice(state, of, &choice.dice)?),
        None if choice.dice.is_empty() => Ok(()),
        None => Err(NoChoice::TooMuch.into()),
    }
}

fn check_shift(
    state: &State,
    user: User<'_>,
    effects: &[Effect],
    chosen: &[(Role, UnitId)],
    choice: &Choice,
) -> Result<(), hindsight_kernel::Refusal> {
    let shift = effects.iter().find_map(|effect| match effect {
        Effect::Shift { on, inches } => Some((*on, *inches)),
        _ => None,
    });
    let Some((role, inches)) = shift else {
        return match choice.shift {
            None => Ok(()),
            Some(_) => Err(NoChoice::TooMuch.into()),
        };
    };
    let (Some(unit), Some(shift)) = (in_role(user, role, chosen), choice.shift) else {
        return Err(NoChoice::Shift.into());
    };
    movement::check_shift(state, unit, shift, i32::from(inches) * 1_000).map(|_| ())
}

/// Directions and distances of shifts that are tried: a few, and where none of them is legal the first direction of all in
/// which the unit has room. Rule `IF-TIME-01`: an effect may be used if any shift may.
fn shifts(state: &State, unit: UnitId, inches: u8) -> Vec<Shift> {
    let most = i32::from(inches) * 1_000;
    let mut tried: Vec<Shift> = [0, 90, 180, 270, 45, 135, 225, 315]
        .into_iter()
        .flat_map(|direction| [most, 500].map(|distance| Shift { direction, distance }))
        .filter(|shift| movement::check_shift(state, unit, *shift, most).is_ok())
        .collect();
    if tried.is_empty()
        && let Some(tray) = terrain::tray(state, unit)
    {
        let ground = terrain::ground(state, unit);
        tried.extend((0..360).find_map(|direction| {
            let distance = farthest(&ground, &tray, direction, most)?;
            Some(Shift { direction, distance })
        }));
    }
    tried
}

/// The most choices that are listed for one card or Order.
const MOST_SAMPLES: usize = 24;

/// Complete legal choices for effects: of units and tokens all there are, up to a bound; of dice those that miss, all of
/// them and each alone.
pub(crate) fn sample_choices(
    state: &State,
    user: User<'_>,
    when: &[Condition],
    effects: &[Effect],
) -> Vec<Choice> {
    if !is_possible(state, user, when, effects) {
        return Vec::new();
    }
    let mut choices = vec![Choice::default()];
    for role in chosen_roles(effects) {
        let units = units_for(state, user, when, effects, role);
        choices = choices
            .iter()
            .flat_map(|choice| {
                units.iter().map(|unit| {
                    let mut choice = choice.clone();
                    choice.units.push(*unit);
                    choice
                })
            })
            .collect();
    }
    for _ in open_tokens(effects) {
        choices = choices
            .iter()
            .flat_map(|choice| {
                ConditionToken::ALL.into_iter().map(|token| {
                    let mut choice = choice.clone();
                    choice.tokens.push(token);
                    choice
                })
            })
            .collect();
    }
    if let Some(of) = effects.iter().find_map(rerolls) {
        let places = tokens::rerollable(state, of);
        let mut sets = vec![places.clone()];
        sets.extend(places.iter().map(|place| vec![*place]));
        choices = choices
            .iter()
            .flat_map(|choice| {
                sets.iter().map(|dice| Choice {
                    dice: dice.clone(),
                    ..choice.clone()
                })
            })
            .collect();
    }
    if let Some((role, inches)) = effects.iter().find_map(|effect| match effect {
        Effect::Shift { on, inches } => Some((*on, *inches)),
        _ => None,
    }) {
        let roles = chosen_roles(effects);
        choices = choices
            .iter()
            .flat_map(|choice| {
                let chosen: Vec<(Role, UnitId)> =
                    roles.iter().copied().zip(choice.units.iter().copied()).collect();
                let unit = in_role(user, role, &chosen);
                let shifts = unit.map_or_else(Vec::new, |unit| shifts(state, unit, inches));
                shifts.into_iter().map(|shift| Choice {
                    shift: Some(shift),
                    ..choice.clone()
                })
            })
            .collect();
    }
    choices
        .into_iter()
        .filter(|choice| check_choice(state, user, when, effects, choice).is_ok())
        .take(MOST_SAMPLES)
        .collect()
}
