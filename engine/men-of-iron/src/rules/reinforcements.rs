//! Reinforcements enter the map (§5.3, p. 5).

use hindsight_geometry::hexes::{Facing, Hex};
use hindsight_kernel::agenda::proceed;
use hindsight_kernel::{Refusal, Seat, refusals};

use super::asking::BattleTable;
use super::measure;
use super::movement::{begin, beginning, check_acting, entered};
use crate::data::Column;
use crate::field::Walker;
use crate::messages::MESSAGES;
use crate::model::event::MovementEvent;
use crate::model::names::LeaderId;
use crate::model::names::UnitId;
use crate::model::piece::{LeaderPlace, Occasion, PiecePlace, Unit};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why an entry is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum EntryRefusal {
        NotDue = "MOI-REINF-01", "§5.3 p. 5";
        NoEntry = "MOI-REINF-01", "§5.3 p. 5";
        EnemyEntry = "MOI-MOVE-11", "§5.2 p. 5";
        Occupied = "MOI-REINF-03", "§5.3, §8.0 p. 5, 6";
        Prohibited = "MOI-MOVE-03", "§5.1 p. 4-5";
        NearEnemy = "MOI-CMD-05", "§5.2, §15.2 p. 5, 13";
        EnemyPiece = "MOI-CMD-05", "§5.2, §15.2 p. 5, 13";
        TooDear = "MOI-REINF-02", "§5.3 p. 5";
        NotThisLeader = "MOI-MOVE-07", "§5.1 p. 5";
        LeaderFirst = "MOI-REINF-04", "§5.3 p. 5";
    }
}

/// The cost of an entry, if it is allowed. Rules `MOI-REINF-01` to `MOI-REINF-04` (p. 5).
pub fn check_entry(state: &State, unit: &Unit, at: Hex, with: &[LeaderId]) -> Result<u8, EntryRefusal> {
    if unit.place != PiecePlace::Due {
        return Err(EntryRefusal::NotDue);
    }
    if !state.battle.map.entries(unit.command).any(|entry| entry == at) {
        return Err(EntryRefusal::NoEntry);
    }
    if state.is_enemy_entry(at, unit.seat) {
        return Err(EntryRefusal::EnemyEntry);
    }
    if state.unit_at(at).is_some() {
        return Err(EntryRefusal::Occupied);
    }
    if !state.battle.may_stand(at, Walker::Unit(state.column_of(unit))) {
        return Err(EntryRefusal::Prohibited);
    }
    if unit.acts.out_of_command && measure::is_next_to_enemy(state, at, unit.seat) {
        return Err(EntryRefusal::NearEnemy);
    }
    if unit.acts.out_of_command && state.enemy_leader_or_standard_at(at, unit.seat) {
        return Err(EntryRefusal::EnemyPiece);
    }
    let card = state.battle.command.get(&unit.command);
    let cost = card.map_or(1, |card| card.entry_cost);
    if cost > beginning(state, unit).allowance[usize::from(unit.is_disordered())] {
        return Err(EntryRefusal::TooDear);
    }
    let waits = |id: LeaderId| {
        state
            .leader(id)
            .is_some_and(|leader| leader.seat == unit.seat && leader.place == LeaderPlace::Due)
    };
    if !with.iter().all(|&leader| waits(leader)) {
        return Err(EntryRefusal::NotThisLeader);
    }
    let own = card.map(|card| card.leader);
    if own.is_some_and(|own| waits(own) && !with.contains(&own)) {
        return Err(EntryRefusal::LeaderFirst);
    }
    Ok(cost)
}

/// Brings a reinforcement onto the map. Rule `MOI-REINF-02` (p. 5).
pub(crate) fn enter(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    at: Hex,
    facing: Facing,
    with: &[LeaderId],
) -> Result<(), Refusal> {
    let state = table.state();
    let unit = check_acting(state, seat, id)?;
    let cost = check_entry(state, unit, at, with)?;
    let exempt = state.battle.options.gen_ignores_zoc
        && state.column_of(unit) == Column::Mounted
        && state.weapon_of(unit).is_some();
    let stopped = !exempt && state.in_enemy_zoc(at, seat);
    begin(table, id);
    table.emit(MovementEvent::ReinforcementEntered {
        unit: id,
        at,
        facing,
        cost,
        stopped,
        leaders: with.to_vec(),
    });
    proceed(table, 0, entered(id, at, seat, Occasion::Move));
    Ok(())
}
