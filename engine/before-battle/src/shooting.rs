//! Shooting: lanes, range, obscured units, dice. §Shooting.

use hindsight_geometry::squares::{Facing, Hand, Lane};
use hindsight_kernel::{Refusal, Table};

use crate::BeforeBattle;
use crate::actions::{free_to_act, standing_cell};
use crate::attack::{block_dice, losses};
use crate::combat::in_combat;
use crate::event::{Blow, Event};
use crate::geometry::one_turn;
use crate::names::UnitId;
use crate::state::State;
use crate::weapons::Attack;

/// A legal target of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The lane it stands in.
    pub lane: Lane,
    /// Its place in the lane, from 1.
    pub distance: u8,
    /// Who.
    pub unit: UnitId,
}

/// A unit with a ranged stat and a ranged weapon that is not in combat may shoot; gives its range.
/// Rules `BB-SHOOT-01`, `BB-SHOOT-03` (§Shooting).
pub fn may_shoot(state: &State, unit: UnitId) -> Result<u8, Refusal> {
    standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    let gear = state.gear(unit);
    if gear.card.ranged.is_none() {
        return Err(
            Refusal::new("BB-SHOOT-01", format!("{} has no ranged stat", state.name(unit))).asked(unit),
        );
    }
    match gear.ranged_weapon(&state.cards).and_then(|weapon| weapon.range) {
        Some(range) => Ok(range),
        None => Err(Refusal::new(
            "BB-SHOOT-01",
            format!("{} has no ranged weapon", state.name(unit)),
        )
        .asked(unit)),
    }
}

/// The nearest unit in a lane within range: it obscures every unit behind it. Rules `BB-SHOOT-02` to `BB-SHOOT-04`.
///
/// RULING: three parallel lanes along the facing.
pub fn nearest_in_lane(state: &State, unit: UnitId, facing: Facing, lane: Lane, range: u8) -> Option<Target> {
    let from = state.cell(unit)?;
    (1..=range)
        .zip(state.field().lane(from, facing, lane))
        .find_map(|(distance, cell)| {
            Some(Target {
                lane,
                distance,
                unit: state.at(cell)?.id,
            })
        })
}

/// The nearest unit of a lane if it is an enemy that is not in combat. Rule `BB-SHOOT-05` (§Shooting).
///
/// RULING: neither shooter nor target may be in combat, judged before the optional turn.
pub fn lane_target(
    state: &State,
    unit: UnitId,
    facing: Facing,
    lane: Lane,
    range: u8,
) -> Result<Target, Refusal> {
    let refuse = |message: String| Err(Refusal::new("BB-SHOOT-05", message));
    match nearest_in_lane(state, unit, facing, lane, range) {
        None => refuse(format!("nobody stands in the {lane} lane within {range} cells")),
        Some(near) if near.unit.seat() == unit.seat() => refuse(format!(
            "{} of the own side is the nearest in the {lane} lane",
            state.name(near.unit)
        )),
        Some(near) if in_combat(state, near.unit) => {
            refuse(format!("{} is in combat", state.name(near.unit)))
        }
        Some(near) => Ok(near),
    }
}

/// Every legal target of a unit that looks to `facing`. Rule `BB-SHOOT-05`.
pub fn legal_targets(state: &State, unit: UnitId, facing: Facing) -> Vec<Target> {
    match may_shoot(state, unit) {
        Ok(range) => Lane::ALL
            .iter()
            .filter_map(|&lane| lane_target(state, unit, facing, lane, range).ok())
            .collect(),
        Err(_) => Vec::new(),
    }
}

/// The least face that hits in shooting. Rule `BB-SHOOT-07` (§Shooting).
pub fn shooting_need(state: &State, unit: UnitId) -> Option<u8> {
    state.gear(unit).ranged_target()
}

/// One die for each model, at most the front rank. Rule `BB-SHOOT-06` (§Shooting).
pub const fn shooting_dice(models: u8, front_rank: u8) -> u8 {
    if models < front_rank { models } else { front_rank }
}

/// The least face with which a unit blocks a shot of another. Rule `BB-SHOOT-08`.
pub fn shot_block_need(state: &State, unit: UnitId, target: UnitId) -> u8 {
    let gear = state.gear(unit);
    state
        .gear(target)
        .block_target(Attack::Shooting, gear.ranged_weapon(&state.cards), gear.charged)
}

/// Shoot: an optional turn, a lane, a target, dice and losses. Rules `BB-ACT-05`, `BB-SHOOT-01` to `-09`.
///
/// Losses from shooting test nobody's resolve and count for no combat (`BB-SHOOT-09`).
pub(crate) fn shoot(
    table: &mut Table<'_, BeforeBattle>,
    unit: UnitId,
    turn: Option<Hand>,
    lane: Lane,
    target: UnitId,
) -> Result<(), Refusal> {
    let state = table.state();
    let range = may_shoot(state, unit)?;
    let facing = one_turn(state.unit(unit).facing, turn);
    let aimed = lane_target(state, unit, facing, lane, range)
        .map_err(|refusal| refusal.asked(target).allowed(target_names(state, unit, facing)))?;
    if aimed.unit != target {
        return Err(Refusal::new(
            "BB-SHOOT-04",
            format!("the target of the {lane} lane is {}", state.name(aimed.unit)),
        )
        .asked(target)
        .allowed(aimed.unit));
    }
    let (gear, need) = (state.gear(unit), shooting_need(state, unit).unwrap_or(6));
    let dice = shooting_dice(state.unit(unit).models, gear.card.front_rank);
    let block_need = shot_block_need(state, unit, target);
    let attack = table.roll("shoot", unit.seat(), 6, usize::from(dice))?;
    let hits = attack.at_least(need) as u8;
    let block = block_dice(table, target.seat(), hits, block_need)?;
    let blocked = block.as_ref().map_or(0, |roll| roll.at_least(block_need) as u8);
    let after = losses(table.state(), target, hits - blocked);
    table.emit(Event::UnitShot {
        turn,
        facing,
        lane,
        distance: aimed.distance,
        blow: Blow {
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
        },
    });
    Ok(())
}

fn target_names(state: &State, unit: UnitId, facing: Facing) -> Vec<String> {
    legal_targets(state, unit, facing)
        .iter()
        .map(|target| format!("lane {} at {}", target.lane, target.unit))
        .collect()
}
