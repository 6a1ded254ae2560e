//! Hobilars mount and dismount (§14.2, p. 13).

use hindsight_kernel::{Refusal, Seat, refusals};

use super::asking::BattleTable;
use super::measure;
use super::movement::{begin, check_acting, turn_of};
use crate::messages::MESSAGES;
use crate::model::event::MovementEvent;
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::Unit;
use crate::model::state::State;

/// Movement Points of mounting or dismounting. Rule `MOI-HOBI-02` (p. 13).
pub const CHANGE_COST: u8 = 3;

refusals! {
    messages = MESSAGES;
    /// Reasons why mounting or dismounting is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum ChangeRefusal {
        NoHobilar = "MOI-HOBI-01", "§2.5, §14.2 p. 3, 13";
        OffMap = "MOI-REINF-02", "§5.3 p. 5";
        Retired = "MOI-MOVE-19", "§12.4 p. 11";
        Fired = "MOI-FIRE-06", "§9.2, ESP-B p. 7, 16";
        Stopped = "MOI-MOVE-06", "§5.1, §7.2 p. 5, 6";
        Changed = "MOI-HOBI-03", "§14.2 p. 13";
        TooDear = "MOI-HOBI-02", "§14.2 p. 13";
        NearEnemy = "MOI-HOBI-02", "§14.2 p. 13";
        InRange = "MOI-HOBI-02", "§14.2 p. 13";
    }
}

/// Whether a unit that may act may mount or dismount. Rules `MOI-HOBI-02`, `MOI-HOBI-03` (p. 13).
pub fn check_change(state: &State, unit: &Unit) -> Result<(), ChangeRefusal> {
    let card = state.battle.unit.get(&unit.id);
    if unit.class != ClassId::HOB || card.is_none_or(|card| card.dismounted.is_none()) {
        return Err(ChangeRefusal::NoHobilar);
    }
    let hex = unit.hex().ok_or(ChangeRefusal::OffMap)?;
    if unit.is_retired() {
        return Err(ChangeRefusal::Retired);
    }
    if unit.acts.fired {
        return Err(ChangeRefusal::Fired);
    }
    let turn = turn_of(state, unit);
    if turn.stopped {
        return Err(ChangeRefusal::Stopped);
    }
    if turn.changed {
        return Err(ChangeRefusal::Changed);
    }
    let allowance = turn.allowance[usize::from(unit.is_disordered())];
    if turn.spent.saturating_add(CHANGE_COST) > allowance {
        return Err(ChangeRefusal::TooDear);
    }
    if measure::is_next_to_enemy(state, hex, unit.seat) {
        return Err(ChangeRefusal::NearEnemy);
    }
    // Plain distance, whatever the arc and the line of sight.
    let in_range = state.on_map(unit.seat.opponent()).any(|enemy| {
        !enemy.is_retired()
            && state.weapon_of(enemy).is_some_and(|(_, weapon)| {
                enemy
                    .hex()
                    .is_some_and(|at| at.distance_to(hex) <= weapon.range())
            })
    });
    if in_range {
        return Err(ChangeRefusal::InRange);
    }
    Ok(())
}

/// Mounts or dismounts a hobilar. Rule `MOI-HOBI-02` (p. 13).
pub(crate) fn change(table: &mut BattleTable<'_>, seat: Seat, id: UnitId) -> Result<(), Refusal> {
    let unit = check_acting(table.state(), seat, id)?;
    check_change(table.state(), unit)?;
    let dismounted = !unit.dismounted;
    begin(table, id);
    table.emit(MovementEvent::HobilarChanged {
        unit: id,
        dismounted,
        cost: CHANGE_COST,
    });
    Ok(())
}
