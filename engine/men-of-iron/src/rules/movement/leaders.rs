//! Leaders that move alone. Rules `MOI-MOVE-08`, `MOI-MOVE-09` (p. 5).

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::{Refusal, Seat, refusals};

use super::super::asking::BattleTable;
use super::{is_open, passing_unit};
use crate::field::Walker;
use crate::messages::MESSAGES;
use crate::model::event::MovementEvent;
use crate::model::names::LeaderId;
use crate::model::state::{Mover, State};

refusals! {
    messages = MESSAGES;
    /// Reasons why a leader's step alone is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum LeaderStepRefusal {
        NoLeader = "MOI-COMP-12", "§5.1, §8.0, §15.0 p. 5, 7, 13";
        NotActive = "MOI-MOVE-08", "§5.1 p. 5";
        NotNow = "MOI-ACT-06", "§3.1, §4.1 p. 4";
        Passing = "MOI-MOVE-14", "§8.0 p. 6";
        Moved = "MOI-MOVE-07", "§5.1 p. 5";
        NotAdjacent = "MOI-MOVE-03", "§5.1 p. 4-5";
        Edge = "MOI-MOVE-10", "§5.2 p. 5";
        EnemyPiece = "MOI-MOVE-08", "§5.1 p. 5";
        InZoc = "MOI-MOVE-08", "§5.1 p. 5";
        Prohibited = "MOI-MOVE-03", "§5.1 p. 4-5";
        TooDear = "MOI-MOVE-02", "§5.1, §12.2 p. 4, 11";
    }
}

use LeaderStepRefusal as Refused;

/// The cost of a leader's step alone, if it is allowed. Rules `MOI-MOVE-08`, `MOI-MOVE-09` (p. 5).
pub fn check_leader_step(state: &State, seat: Seat, id: LeaderId, to: Hex) -> Result<u8, Refused> {
    let leader = state.leader(id).ok_or(Refused::NoLeader)?;
    let from = leader.hex().ok_or(Refused::NoLeader)?;
    let card = state.battle.leader.get(&id).ok_or(Refused::NoLeader)?;
    let activated = state
        .active_command()
        .is_some_and(|command| card.commands.contains(&command));
    if leader.seat != seat || seat != state.active || !activated {
        return Err(Refused::NotActive);
    }
    if !is_open(state) {
        return Err(Refused::NotNow);
    }
    if passing_unit(state).is_some() {
        return Err(Refused::Passing);
    }
    if leader.moved && state.mover != Some(Mover::Leader(id)) {
        return Err(Refused::Moved);
    }
    if !from.is_adjacent_to(to) {
        return Err(Refused::NotAdjacent);
    }
    if !state.battle.map.extent().contains(to) {
        return Err(Refused::Edge);
    }
    let friend = state.units_at(to).any(|unit| unit.seat == seat);
    if state.units_at(to).any(|unit| unit.seat != seat) || state.enemy_leader_or_standard_at(to, seat) {
        return Err(Refused::EnemyPiece);
    }
    if !friend && state.in_enemy_zoc(to, seat) {
        return Err(Refused::InZoc);
    }
    let cost = state
        .battle
        .step_cost(from, to, Walker::Leader)
        .number()
        .ok_or(Refused::Prohibited)?;
    let allowance = if leader.replaced {
        card.replacement.ma
    } else {
        card.ma
    };
    if leader.spent.saturating_add(cost) > allowance {
        return Err(Refused::TooDear);
    }
    Ok(cost)
}

/// Moves a leader alone one hex. Rule `MOI-MOVE-08` (p. 5).
pub(crate) fn step_leader(
    table: &mut BattleTable<'_>,
    seat: Seat,
    leader: LeaderId,
    to: Hex,
) -> Result<(), Refusal> {
    let cost = check_leader_step(table.state(), seat, leader, to)?;
    if let Some(from) = table
        .state()
        .leader(leader)
        .and_then(crate::model::piece::Leader::hex)
    {
        table.emit(MovementEvent::LeaderStepped {
            leader,
            from,
            to,
            cost,
        });
    }
    Ok(())
}
