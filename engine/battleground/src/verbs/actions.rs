//! Common rules of all actions of the Movement & Command Phase: when one may begin, what it costs, and the
//! window after it (pp. 32-35).

use hindsight_kernel::Seat;

use crate::editions::Profile;
use crate::model::agenda::{BattleTable, GreenAt, Step, proceed};
use crate::model::event::{CommandEvent, Event, Use};
use crate::model::names::{UnitId, are_foes};
use crate::model::state::{State, Unit};
use crate::verbs::command_refusal::CommandActionRefusal;

/// An own unit on the table. Rule `BG4-TURN-03` (p. 33).
pub(crate) fn own_unit(state: &State, seat: Seat, id: UnitId) -> Result<&Unit, CommandActionRefusal> {
    state
        .unit(id)
        .filter(|unit| unit.id.seat() == seat && unit.pose.is_some())
        .ok_or(CommandActionRefusal::NotOwnUnit(id))
}

/// Refuses to spend more command actions than are left. Rules `BG4-CMD-04`, `BG4-CMD-15` (pp. 35-38).
pub(crate) fn afford(state: &State, seat: Seat, cost: u8) -> Result<(), CommandActionRefusal> {
    let left = state.player(seat).actions;
    if cost > left {
        return Err(CommandActionRefusal::TooDear { cost, left });
    }
    Ok(())
}

/// Spends command actions. Rule `BG4-CMD-04` (p. 35).
pub(crate) fn spend(table: &mut BattleTable<'_>, seat: Seat, count: u8, on: Use) {
    if count > 0 {
        table.emit(Event::Command(CommandEvent::ActionsSpent { seat, count, on }));
    }
}

/// An action is completed: its effects have taken hold, both may play green cards. Rules `BG4-TURN-07`, `BG4-CARDS-04` (pp. 19,
/// 33-34).
pub(crate) fn completed(table: &mut BattleTable<'_>, seat: Seat) {
    proceed(table, 0, [action_window(seat)]);
}

/// The window after each completed action of the Movement & Command Phase. Rule `BG4-CARDS-04` (p. 19).
pub(crate) const fn action_window(active: Seat) -> Step {
    Step::GreenWindow {
        at: GreenAt::Movement,
        asked: active,
        passed: false,
        passes: 0,
    }
}

/// Whether the turn is the other player's. During the set-up it is nobody's. Rule `BG4-TURN-03` (p. 33).
pub(crate) fn is_anothers_turn(state: &State, seat: Seat) -> bool {
    state.active.is_some_and(|active| are_foes(active, seat))
}

/// Whether an action of the Movement & Command Phase may begin: none is under way. Rule `BG4-TURN-03` (p. 33).
pub(crate) fn is_between_actions(state: &State) -> bool {
    let top = state.agenda.last().map(|frame| &frame.step);
    top == Some(&Step::MovementAndCommand)
}

/// Why a player whose phase it is not does no action. Rules `BG4-TURN-03` (p. 33), `BG3-CMD-02` (p. 10).
const fn not_in_own_phase(profile: &Profile) -> CommandActionRefusal {
    if profile.actions_by_phase {
        CommandActionRefusal::NotInOwnPhase
    } else {
        CommandActionRefusal::NotActive
    }
}

/// Refuses what only the active player may do between two actions of their Movement & Command Phase. Rule `BG4-TURN-03`
/// (p. 33).
pub(crate) fn check_action(state: &State, seat: Seat) -> Result<(), CommandActionRefusal> {
    if is_anothers_turn(state, seat) {
        return Err(not_in_own_phase(state.profile()));
    }
    if state.player(seat).finished {
        return Err(CommandActionRefusal::NotActive);
    }
    if !is_between_actions(state) {
        return Err(CommandActionRefusal::NotBetweenActions);
    }
    Ok(())
}
