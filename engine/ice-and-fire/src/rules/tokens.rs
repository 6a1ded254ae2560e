//! Condition tokens. Rules `IF-COND-01` to `-06`.

use hindsight_kernel::{DiceNeed, Refusal, RollAbout, Seat, refusals};

use super::abilities;
use super::attack::{attack_counts, blocking_face};
use crate::cards::{ConditionToken, Trigger};
use crate::messages::MESSAGES;
use crate::model::agenda::{GameTable, Occasion, Step};
use crate::model::contests::Die;
use crate::model::event::{Again, AttackEvent, RollOf, UnitEvent};
use crate::model::names::UnitId;
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a condition token may not be expended, or dice not be rolled again.
    pub enum NoReroll {
        NotNow = "IF-COND-01", "§Sheet, Conditions; limits outside the sheet";
        NotTheEnemy = "IF-COND-05", "§Sheet, Conditions";
        NoToken { token: &'static str } = "IF-COND-01", "§Sheet, Conditions; limits outside the sheet", token;
        NoDice = "IF-COND-01", "§Sheet, Conditions; limits outside the sheet";
        NoSuchDie = "IF-ATK-04", "§Sheet, Attack bonuses and Conditions; order outside the sheet";
        TwiceRolled = "IF-ATK-04", "§Sheet, Attack bonuses and Conditions; order outside the sheet";
        NoBonus = "IF-BON-01", "§Sheet, Attack bonuses";
    }
}

/// The token that bears on the roll of a trigger and the unit whose roll it is. Rules `IF-COND-02` to `-04`.
pub fn bearing(state: &State, at: &Occasion) -> Option<(UnitId, ConditionToken, RollOf)> {
    match at.trigger {
        Trigger::AttackRolled => {
            let attack = state.attack.as_ref()?;
            Some((attack.attacker, ConditionToken::Weakened, RollOf::Attack))
        }
        Trigger::DefenceRolled => {
            let attack = state.attack.as_ref()?;
            Some((attack.defender, ConditionToken::Vulnerable, RollOf::Defence))
        }
        Trigger::PanicRolled => {
            let test = state.panics.last()?;
            Some((test.unit, ConditionToken::Panicked, RollOf::Panic))
        }
        Trigger::RoundStart
        | Trigger::TurnStart
        | Trigger::ChargeDeclared
        | Trigger::ChargeContact
        | Trigger::AttackDeclared
        | Trigger::PanicPending
        | Trigger::UnitDestroyed
        | Trigger::AttackCompleted
        | Trigger::ZoneClaimed
        | Trigger::TurnEnd
        | Trigger::RoundEnd => None,
    }
}

/// The dice of a roll that lies on the table.
pub fn dice_of(state: &State, of: RollOf) -> &[Die] {
    match of {
        RollOf::Attack => state.attack.as_ref().map_or(&[], |attack| &attack.dice),
        RollOf::Defence => state.attack.as_ref().map_or(&[], |attack| &attack.defence_dice),
        RollOf::Panic => state.panics.last().map_or(&[], |test| &test.dice),
    }
}

/// The places of the dice that may still be rolled again. Rule `IF-ATK-04`.
pub fn rerollable(state: &State, of: RollOf) -> Vec<u8> {
    (0..)
        .zip(dice_of(state, of))
        .filter(|(_, die)| !die.again)
        .map(|(place, _)| place)
        .collect()
}

/// The token that a player may expend at a trigger, if there is one. Rule `IF-COND-05`.
pub fn expendable(state: &State, seat: Seat, at: &Occasion) -> Option<(UnitId, ConditionToken, RollOf)> {
    let (unit, token, of) = bearing(state, at)?;
    let holds = state.unit(unit).is_some_and(|unit| unit.has_token(token));
    (unit.seat() != seat && holds && !rerollable(state, of).is_empty()).then_some((unit, token, of))
}

/// Whether dice may be rolled again: different ones of the roll, none of them a second time. Rule `IF-ATK-04`.
pub(crate) fn check_dice(state: &State, of: RollOf, places: &[u8]) -> Result<(), NoReroll> {
    if places.is_empty() {
        return Err(NoReroll::NoDice);
    }
    let dice = dice_of(state, of);
    let mut named = places.to_vec();
    named.sort_unstable();
    named.dedup();
    if named.len() != places.len() || named.last().is_some_and(|last| usize::from(*last) >= dice.len()) {
        return Err(NoReroll::NoSuchDie);
    }
    if places.iter().any(|place| dice[usize::from(*place)].again) {
        return Err(NoReroll::TwiceRolled);
    }
    Ok(())
}

/// Rolls dice again; their second faces count. Rule `IF-ATK-04`.
pub(crate) fn reroll(table: &mut GameTable<'_>, of: RollOf, by: Again, places: &[u8]) -> Result<(), Refusal> {
    let Some(owner) = roller(table.state(), of) else {
        return Ok(());
    };
    let roll = table.roll_about(
        about(table.state(), of),
        match of {
            RollOf::Attack => "attack again",
            RollOf::Defence => "defence again",
            RollOf::Panic => "panic test again",
        },
        owner,
        6,
        places.len(),
    )?;
    table.emit(AttackEvent::DiceRerolled {
        of,
        by,
        places: places.to_vec(),
        roll,
    });
    Ok(())
}

/// What dice that are rolled again must show, and how they may be counted: as in the first roll. Of a Panic Test each face matters.
fn about(state: &State, of: RollOf) -> RollAbout {
    let Some(attack) = &state.attack else {
        return RollAbout::default();
    };
    match of {
        RollOf::Attack => {
            let to_hit = abilities::weapon(state, attack).map_or(6, |card| card.to_hit);
            RollAbout::of(&attack.attacker)
                .against(&attack.defender)
                .need(DiceNeed::AtLeast(to_hit.into()))
                .counted(attack_counts(state, attack, to_hit))
        }
        RollOf::Defence => {
            let save = state
                .unit_and_card(attack.defender)
                .map_or(7, |(_, card)| card.defence);
            let least = blocking_face(save, abilities::defence_modifier(state, attack));
            RollAbout::of(&attack.defender)
                .against(&attack.attacker)
                .successes(DiceNeed::AtLeast(least.into()), 6)
        }
        RollOf::Panic => RollAbout::default(),
    }
}

/// Who throws the dice of a roll.
fn roller(state: &State, of: RollOf) -> Option<Seat> {
    Some(match of {
        RollOf::Attack => state.attack.as_ref()?.attacker.seat(),
        RollOf::Defence => state.attack.as_ref()?.defender.seat(),
        RollOf::Panic => state.panics.last()?.unit.seat(),
    })
}

/// Whether the token of a trigger may be expended on these dice.
fn check_expend(
    state: &State,
    seat: Seat,
    places: &[u8],
) -> Result<(UnitId, ConditionToken, RollOf), NoReroll> {
    let Some(Step::Window { at, .. }) = state.step() else {
        return Err(NoReroll::NotNow);
    };
    let (unit, token, of) = bearing(state, at).ok_or(NoReroll::NotNow)?;
    if unit.seat() == seat {
        return Err(NoReroll::NotTheEnemy);
    }
    if !state.unit(unit).is_some_and(|unit| unit.has_token(token)) {
        return Err(NoReroll::NoToken { token: token.title() });
    }
    check_dice(state, of, places)?;
    Ok((unit, token, of))
}

/// A condition token is expended: the dice named are rolled again. It uses up no effect of the trigger.
/// Rules `IF-COND-02` to `-06`.
pub(crate) fn expend(table: &mut GameTable<'_>, seat: Seat, places: &[u8]) -> Result<(), Refusal> {
    let (unit, token, of) = check_expend(table.state(), seat, places)?;
    table.emit(UnitEvent::TokenExpended { seat, unit, token });
    reroll(table, of, Again::Token, places)
}

/// Whether a player may use the Charge Bonus now. Rules `IF-BON-01`, `IF-ATK-04`.
pub fn has_bonus(state: &State, seat: Seat, at: &Occasion) -> bool {
    at.trigger == Trigger::AttackRolled
        && state
            .attack
            .as_ref()
            .is_some_and(|attack| attack.bonus && attack.attacker.seat() == seat)
        && !rerollable(state, RollOf::Attack).is_empty()
}

/// The attacker re-rolls any of its attack dice by the Charge Bonus, once. Rules `IF-BON-01`, `IF-ATK-04`.
pub(crate) fn use_bonus(table: &mut GameTable<'_>, seat: Seat, places: &[u8]) -> Result<(), Refusal> {
    let state = table.state();
    let Some(Step::Window { at, .. }) = state.step() else {
        return Err(NoReroll::NotNow.into());
    };
    if !has_bonus(state, seat, at) {
        return Err(NoReroll::NoBonus.into());
    }
    check_dice(state, RollOf::Attack, places)?;
    table.emit(AttackEvent::BonusUsed);
    reroll(table, RollOf::Attack, Again::ChargeBonus, places)
}

/// A unit becomes Panicked, Vulnerable or Weakened; a second token of a kind changes nothing. Rule `IF-COND-01`.
pub(crate) fn place(table: &mut GameTable<'_>, unit: UnitId, token: ConditionToken) {
    let lacks = |unit: &crate::model::unit::Unit| unit.is_alive() && !unit.has_token(token);
    if table.state().unit(unit).is_some_and(lacks) {
        table.emit(UnitEvent::TokenPlaced { unit, token });
    }
}

/// A unit loses a token without anything following.
pub(crate) fn remove(table: &mut GameTable<'_>, unit: UnitId, token: ConditionToken) {
    if table.state().unit(unit).is_some_and(|unit| unit.has_token(token)) {
        table.emit(UnitEvent::TokenRemoved { unit, token });
    }
}
