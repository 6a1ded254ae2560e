//! Turning in the Move/Fire Phase (§6.1-§6.2, p. 5).

use hindsight_geometry::hexes::Facing;
use hindsight_kernel::{Refusal, Seat, refusals};

use super::asking::BattleTable;
use super::movement::{begin, check_acting, turn_of};
use crate::data::Column;
use crate::messages::MESSAGES;
use crate::model::event::{MovementEvent, TurnBy};
use crate::model::names::UnitId;
use crate::model::piece::{Formation, Unit};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a turn is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum TurnRefusal {
        OffMap = "MOI-REINF-02", "§5.3 p. 5";
        Schiltron = "MOI-SCHIL-03", "§14.1 p. 13";
        Fired = "MOI-FACE-05", "§9.2 p. 7";
        Same = "MOI-FACE-01", "§6.1, §6.2 p. 5";
        ShieldWall = "MOI-WALL-04", "§14.1 p. 13";
        InZoc = "MOI-FACE-03", "§6.2 p. 5";
    }
}

/// Whether a unit that may act may turn to a facing. Rules `MOI-FACE-01` to `MOI-FACE-05` (p. 5).
pub fn check_turn(state: &State, unit: &Unit, to: Facing) -> Result<Facing, TurnRefusal> {
    let from = unit.facing().ok_or(TurnRefusal::OffMap)?;
    if unit.formation == Formation::Schiltron {
        return Err(TurnRefusal::Schiltron);
    }
    if unit.acts.fired && state.column_of(unit) == Column::Foot {
        return Err(TurnRefusal::Fired);
    }
    if from == to {
        return Err(TurnRefusal::Same);
    }
    let turn = turn_of(state, unit);
    let one_vertex = to.vertices_to(turn.facing) <= 1;
    if unit.formation == Formation::ShieldWall && !one_vertex {
        return Err(TurnRefusal::ShieldWall);
    }
    if !turn.left && !turn.in_zoc_of.is_empty() && !one_vertex {
        return Err(TurnRefusal::InZoc);
    }
    Ok(from)
}

/// Turns a unit: no Movement Points, no Reaction Fire. Rule `MOI-FACE-04` (p. 5).
pub(crate) fn turn(table: &mut BattleTable<'_>, seat: Seat, id: UnitId, to: Facing) -> Result<(), Refusal> {
    let unit = check_acting(table.state(), seat, id)?;
    let from = check_turn(table.state(), unit, to)?;
    begin(table, id);
    table.emit(MovementEvent::UnitTurned {
        unit: id,
        from,
        to,
        by: TurnBy::Order,
    });
    Ok(())
}
