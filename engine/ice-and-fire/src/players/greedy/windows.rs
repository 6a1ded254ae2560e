//! Choices at a trigger: re-rolls and tokens by the dice on the table, cards and Orders where they help at
//! once.

use hindsight_kernel::{Offer, Seat};

use crate::cards::{Effect, Trigger};
use crate::model::agenda::Occasion;
use crate::model::command::{Choice, Command};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds::under_way;
use crate::rules::{abilities, tokens};

/// The choice at a trigger.
pub(super) fn window(state: &State, seat: Seat, at: &Occasion, offers: &[Offer<Command>]) -> Command {
    let commands = || offers.iter().flat_map(Offer::commands);
    for command in commands() {
        match command {
            Command::Reroll { .. } => {
                let dice = misses(state);
                if !dice.is_empty() {
                    return Command::Reroll { dice };
                }
            }
            Command::Expend { .. } => {
                if let Some(dice) = worth_expending(state, at) {
                    return Command::Expend { dice };
                }
            }
            _ => {}
        }
    }
    let used = commands().filter_map(|command| Some((worth(state, seat, at, command)?, command)));
    used.max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|(worth, _)| *worth > 0.0)
        .map_or(Command::Pass, |(_, command)| command.clone())
}

/// The attack dice on the table that miss and may be rolled again.
fn misses(state: &State) -> Vec<u8> {
    let Some(terms) = under_way(state) else {
        return Vec::new();
    };
    let dice = tokens::dice_of(state, crate::model::event::RollOf::Attack);
    let may = tokens::rerollable(state, crate::model::event::RollOf::Attack);
    may.into_iter()
        .filter(|place| {
            dice.get(usize::from(*place))
                .is_some_and(|die| die.face < terms.to_hit)
        })
        .collect()
}

/// The dice for which a condition token is worth expending.
pub(in crate::players) fn worth_expending(state: &State, at: &Occasion) -> Option<Vec<u8>> {
    let (unit, _, of) = tokens::bearing(state, at)?;
    let dice = tokens::dice_of(state, of);
    let may = tokens::rerollable(state, of);
    let shown = |place: &u8| dice.get(usize::from(*place)).map_or(0, |die| die.face);
    let good: Vec<u8> = match at.trigger {
        Trigger::AttackRolled => {
            let to_hit = under_way(state)?.to_hit;
            may.into_iter().filter(|place| shown(place) >= to_hit).collect()
        }
        Trigger::DefenceRolled => {
            let attack = state.attack.as_ref()?;
            let modifier = abilities::defence_modifier(state, attack);
            let save = state.unit_and_card(unit)?.1.defence;
            may.into_iter()
                .filter(|place| abilities::modified(shown(place), modifier) >= save)
                .collect()
        }
        Trigger::PanicRolled => {
            let test = state.panics.last()?;
            let morale = state.unit_and_card(unit)?.1.morale;
            let modifier = abilities::panic_modifier(state, test);
            let passed = i32::from(shown(&0)) + i32::from(shown(&1)) + modifier >= i32::from(morale);
            return match (passed, shown(&2)) {
                // Both dice of a test that was passed, or the higher one where that is likelier to fail.
                (true, _) => Some(vec![u8::from(shown(&0) < shown(&1))]),
                (false, 1 | 2) => Some(vec![2]),
                (false, _) => None,
            }
            .filter(|dice| dice.iter().all(|place| may.contains(place)));
        }
        _ => return None,
    };
    (good.len() >= 2).then_some(good)
}

/// What a card or an Order is worth here; nothing for other commands.
fn worth(state: &State, seat: Seat, at: &Occasion, command: &Command) -> Option<f64> {
    let (effects, choice) = match command {
        Command::PlayCard { card, choice } => (state.cards.tactics_card(*card)?.effects.as_slice(), choice),
        Command::UseOrder { unit, order, choice } => {
            let unit = state.unit(*unit)?;
            (
                state.orders_of(unit).nth((*order).into())?.effects.as_slice(),
                choice,
            )
        }
        _ => return None,
    };
    Some(
        effects
            .iter()
            .map(|effect| effect_worth(state, seat, at, effect, choice))
            .sum(),
    )
}

fn effect_worth(state: &State, seat: Seat, at: &Occasion, effect: &Effect, choice: &Choice) -> f64 {
    let own_attack = at.attacker.is_some_and(|unit| unit.seat() == seat);
    let toward = |good: bool| if good { 1.0 } else { -1.0 };
    let chosen: Option<UnitId> = choice.units.first().copied();
    match effect {
        Effect::ModDefence { by } => toward(!own_attack) * f64::from(*by) * 0.5,
        Effect::ModPanic { by } => {
            let own_test = at.subject.is_some_and(|unit| unit.seat() == seat);
            toward(own_test) * f64::from(*by) * 0.3
        }
        Effect::AddAbility { .. } => toward(own_attack) * 0.6,
        Effect::AddAttackDice { dice } => toward(own_attack) * f64::from(*dice) * 0.4,
        Effect::RerollAttack => {
            0.3 * misses(state).len() as f64 - if choice.dice.is_empty() { 1.0 } else { 0.0 }
        }
        Effect::RerollDefence => 0.4,
        Effect::Restore { wounds, .. } => {
            let lost = chosen.map_or(0, |unit| super::lost(state, unit));
            f64::from(lost.min(u16::from(*wounds))) * 0.3
        }
        Effect::PlaceToken { .. } => 0.4 + engaged(state, chosen),
        Effect::RemoveToken { .. } => 0.5,
        Effect::Wounds { .. } | Effect::PanicTest { .. } => 0.6,
        Effect::ReplacePanic { .. } => 0.2,
        Effect::Draw { cards } => 0.3 * f64::from(*cards),
        Effect::ChargeMod { by } => {
            let own_charge = state
                .charge
                .as_ref()
                .is_some_and(|charge| charge.charger.seat() == seat);
            toward(own_charge) * f64::from(*by) * 0.6
        }
        Effect::CancelChargeBonus => 0.8,
        Effect::ModMorale { .. } | Effect::MoveMod { .. } | Effect::Shift { .. } | Effect::ByRuling => 0.0,
    }
}

fn engaged(state: &State, unit: Option<UnitId>) -> f64 {
    unit.map_or(0.0, |unit| if state.is_engaged(unit) { 0.2 } else { 0.0 })
}
