//! Rolling blows: dice, hits, blocks, wounds and models. §Combat.

use hindsight_kernel::{Distribution, Refusal, Roll, Seat, Table};

use crate::BeforeBattle;
use crate::event::{Blow, Event};
use crate::names::UnitId;
use crate::order_of_blows::{Strike, strikes_of_tier};
use crate::state::State;
use crate::weapons::Attack;

/// Models alive up to the front rank, times the attacks of each. Rule `BB-ATK-01` (§Combat).
pub fn attack_dice(models: u8, front_rank: u8, attacks: u8) -> u16 {
    u16::from(models.min(front_rank)) * u16::from(attacks)
}

/// The attack dice of a unit with its items, as it stands now. Rule `BB-ATK-01`.
pub fn melee_dice(state: &State, unit: UnitId) -> u16 {
    let gear = state.gear(unit);
    attack_dice(state.unit(unit).models, gear.card.front_rank, gear.attacks())
}

/// The least face that hits in melee. Rule `BB-ATK-02` (§Combat).
pub fn melee_need(state: &State, unit: UnitId) -> u8 {
    state.gear(unit).melee_target()
}

/// The least face with which a unit blocks the blows of another, whatever their direction. Rule `BB-ATK-03` (§Combat).
///
/// RULING: shields work against flank and rear too.
pub fn block_need(state: &State, unit: UnitId, target: UnitId) -> u8 {
    let gear = state.gear(unit);
    state
        .gear(target)
        .block_target(Attack::Melee, gear.weapon(Attack::Melee), gear.charged)
}

/// The sides of every die. Rule `BB-ATK-04` (§Combat).
pub const DIE: u8 = 6;

/// One block die for each hit, none where no face blocks. Rules `BB-ATK-03`, `BB-SHOOT-08`.
pub(crate) fn block_dice(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    hits: u8,
    need: u8,
) -> Result<Option<Roll>, Refusal> {
    if hits == 0 || need > DIE {
        return Ok(None);
    }
    table.roll("block", seat, DIE, usize::from(hits)).map(Some)
}

/// What unsaved hits do to a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Losses {
    /// Wounds taken from models.
    pub wounds: u8,
    /// Wounds lost because no model was left.
    pub surplus: u8,
    /// Models alive after it.
    pub models: u8,
    /// Wounds on the wounded model after it.
    pub wounded: u8,
}

/// Takes wounds from one model until it dies, then from the next. Rule `BB-ATK-05` (§Combat).
pub fn take_wounds(models: u8, wounded: u8, wounds_per_model: u8, unsaved: u8) -> Losses {
    let each = wounds_per_model.max(1);
    let left = capacity(models, wounded, each);
    let taken = u16::from(unsaved).min(left);
    let rest = left - taken;
    let alive = rest.div_ceil(u16::from(each));
    Losses {
        wounds: taken as u8,
        surplus: unsaved - taken as u8,
        models: alive as u8,
        wounded: (alive * u16::from(each) - rest) as u8,
    }
}

/// The wounds that destroy a unit. Rule `BB-ATK-05`.
pub fn capacity(models: u8, wounded: u8, wounds_per_model: u8) -> u16 {
    (u16::from(models) * u16::from(wounds_per_model)).saturating_sub(u16::from(wounded))
}

/// The wounds that destroy a unit as it stands now.
pub fn unit_capacity(state: &State, unit: UnitId) -> u16 {
    let now = state.unit(unit);
    capacity(now.models, now.wounds, state.card(unit).wounds_per_model)
}

/// What unsaved hits do to a unit as it stands now. Rule `BB-ATK-05`.
pub(crate) fn losses(state: &State, unit: UnitId, unsaved: u8) -> Losses {
    let now = state.unit(unit);
    take_wounds(now.models, now.wounds, state.card(unit).wounds_per_model, unsaved)
}

/// The chance that a die shows `need` or more.
pub fn chance(need: u8) -> f64 {
    f64::from(7_u8.saturating_sub(need.max(1))) / 6.0
}

/// The chance that an attack die becomes a wound.
pub fn wound_chance(need: u8, block_need: u8) -> f64 {
    chance(need) * (1.0 - chance(block_need))
}

/// The exact wounds of an attack: each die hits or not, each hit is blocked or not, and a unit cannot lose more than it
/// has. Rules `BB-ATK-02`, `BB-ATK-03`, `BB-ATK-05`, `BB-RES-02`.
pub fn wound_odds(dice: u16, need: u8, block_need: u8, capacity: u16) -> Distribution {
    Distribution::binomial(u32::from(dice), wound_chance(need, block_need)).cap(i32::from(capacity))
}

/// Rolls all blows of a tier at once: attack dice of every striker by cell, then the block dice in the same order; losses
/// come off when all is rolled. Rule `BB-ORD-07` (§Who attacks first?).
pub(crate) fn fight_tier(table: &mut Table<'_, BeforeBattle>, tier: u8) -> Result<(), Refusal> {
    let mut attacks: Vec<(Strike, Roll, u8, u8)> = Vec::new();
    for strike in strikes_of_tier(table.state(), tier) {
        let (dice, need) = (
            melee_dice(table.state(), strike.unit),
            melee_need(table.state(), strike.unit),
        );
        let attack = table.roll("attack", strike.unit.seat(), DIE, usize::from(dice))?;
        let hits = attack.at_least(need) as u8;
        attacks.push((strike, attack, need, hits));
    }
    let mut blows: Vec<Blow> = Vec::with_capacity(attacks.len());
    for (Strike { unit, target, .. }, attack, need, hits) in attacks {
        let block_need = block_need(table.state(), unit, target);
        let block = block_dice(table, target.seat(), hits, block_need)?;
        let blocked = block.as_ref().map_or(0, |roll| roll.at_least(block_need) as u8);
        let now = table.state().unit(target);
        let (models, wounded) = blows
            .iter()
            .rev()
            .find(|blow| blow.target == target)
            .map_or((now.models, now.wounds), |blow| {
                (blow.models_after, blow.wounds_after)
            });
        let after = take_wounds(
            models,
            wounded,
            table.state().card(target).wounds_per_model,
            hits - blocked,
        );
        blows.push(Blow {
            unit,
            target,
            attack,
            need,
            hits,
            block,
            block_need,
            blocked,
            wounds: after.wounds,
            surplus: after.surplus,
            models_after: after.models,
            wounds_after: after.wounded,
        });
    }
    table.emit(Event::TierFought { tier, blows });
    Ok(())
}
