//! Shield Wall and Schiltron: who may form them, and the orders (§14.1, p. 13).

use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{Refusal, Seat, refusals};

use super::asking::{BattleTable, ask, then};
use crate::messages::MESSAGES;
use crate::model::agenda::{Answer, FormationOrder, Frame, Need, Options, Step, Topic};
use crate::model::event::ActivationEvent;
use crate::model::names::{CommandId, UnitId};
use crate::model::piece::{Formation, Status};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why an opening formation order is refused, in the order in which it is judged.
    #[derive(Copy, Eq)]
    pub enum OpeningOrderRefusal {
        NotNow = "MOI-SETUP-03", "§14.1 p. 13";
        NotYours = "MOI-SETUP-03", "§14.1 p. 13";
        NoCommand = "MOI-COMP-08", "§2.4, §3.3, §15.1 p. 3, 4, 13";
        Given = "MOI-SETUP-03", "§14.1 p. 13";
        NotAllowed = "MOI-WALL-01", "§14.1 p. 13";
        Nobody = "MOI-WALL-03", "§14.1 p. 13";
    }
}

/// The units that an order would change: all that are eligible. Rules `MOI-WALL-01` to `MOI-WALL-03`, `MOI-SCHIL-02` (p. 13).
pub fn obeying(state: &State, command: CommandId, order: FormationOrder) -> Vec<UnitId> {
    let Some(card) = state.battle.command.get(&command) else {
        return Vec::new();
    };
    let allowed = match order {
        FormationOrder::FormShieldWall | FormationOrder::LeaveShieldWall => card.may_shield_wall,
        FormationOrder::FormSchiltron | FormationOrder::LeaveSchiltron => card.may_schiltron,
    };
    state
        .units
        .values()
        .filter(|unit| allowed && unit.command == command && unit.hex().is_some())
        .filter(|unit| {
            let class = state.class_card(unit);
            let forms = unit.formation == Formation::Open && unit.status == Status::Normal;
            match order {
                FormationOrder::FormShieldWall => forms && class.is_some_and(|class| class.shield_wall_ok),
                FormationOrder::FormSchiltron => forms && class.is_some_and(|class| class.schiltron_ok),
                FormationOrder::LeaveShieldWall => unit.formation == Formation::ShieldWall,
                FormationOrder::LeaveSchiltron => unit.formation == Formation::Schiltron,
            }
        })
        .map(|unit| unit.id)
        .collect()
}

const ORDERS: [FormationOrder; 4] = [
    FormationOrder::FormShieldWall,
    FormationOrder::LeaveShieldWall,
    FormationOrder::FormSchiltron,
    FormationOrder::LeaveSchiltron,
];

/// The orders that would change something.
pub fn orders(state: &State, command: CommandId) -> impl Iterator<Item = FormationOrder> {
    ORDERS
        .into_iter()
        .filter(move |&order| !obeying(state, command, order).is_empty())
}

fn obey(table: &mut BattleTable<'_>, command: CommandId, order: FormationOrder) {
    let units = obeying(table.state(), command, order);
    table.emit(ActivationEvent::FormationChanged {
        command,
        order,
        units,
    });
}

/// A formation order at the start of an Activation, before anything else is done. Rules `MOI-WALL-02`, `MOI-ACT-16`
/// (pp. 13, 16).
pub(crate) fn order_on_activation(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    command: CommandId,
) -> Result<Taken, Need> {
    let state = table.state();
    let mut options: Vec<Answer> = orders(state, command)
        .map(|order| Answer::Formation { order })
        .collect();
    if options.is_empty() {
        return Ok(then(table, []));
    }
    options.push(Answer::No);
    let given = ask(
        frame,
        state.active,
        Topic::FormationOrder,
        "MOI-WALL-02",
        None,
        || Options::OneOf(options),
    )?;
    if let Answer::Formation { order } = given {
        obey(table, command, order);
    }
    Ok(then(table, []))
}

/// The opening orders of a player that are still possible, by Command. Rules `MOI-WALL-07`, `MOI-SETUP-03` (p. 13).
pub fn opening_orders(state: &State, seat: Seat, done: &[CommandId]) -> Vec<(CommandId, FormationOrder)> {
    state
        .battle
        .commands_of(seat)
        .filter(|command| !done.contains(command))
        .flat_map(|command| orders(state, command).map(move |order| (command, order)))
        .filter(|&(command, order)| may_open_with(state, command, order))
        .collect()
}

/// Whether the battle lets a Command begin in a formation. Rules `MOI-WALL-07`, `MOI-SETUP-03` (p. 13).
fn may_open_with(state: &State, command: CommandId, order: FormationOrder) -> bool {
    state
        .battle
        .command
        .get(&command)
        .is_some_and(|card| match order {
            FormationOrder::FormShieldWall => card.shield_wall_at_start,
            FormationOrder::FormSchiltron => card.schiltron_at_start,
            FormationOrder::LeaveShieldWall | FormationOrder::LeaveSchiltron => false,
        })
}

/// The opening orders of a player; none possible: the next step. Rule `MOI-SETUP-03` (p. 13).
pub(crate) fn opening(table: &mut BattleTable<'_>, seat: Seat, done: &[CommandId]) -> Result<Taken, Need> {
    if opening_orders(table.state(), seat, done).is_empty() {
        return Ok(then(table, []));
    }
    Ok(Taken::Waits)
}

/// Whether an opening order may be given. Rule `MOI-SETUP-03` (p. 13).
pub fn check_opening_order(
    state: &State,
    seat: Seat,
    command: CommandId,
    order: FormationOrder,
) -> Result<(), OpeningOrderRefusal> {
    use OpeningOrderRefusal as Refused;
    let Some(Step::OpeningFormations { seat: asked, done }) = state.agenda.last().map(|frame| &frame.step)
    else {
        return Err(Refused::NotNow);
    };
    if *asked != seat {
        return Err(Refused::NotYours);
    }
    if state.battle.side_of(command) != Some(seat) {
        return Err(Refused::NoCommand);
    }
    if done.contains(&command) {
        return Err(Refused::Given);
    }
    if !may_open_with(state, command, order) {
        return Err(Refused::NotAllowed);
    }
    if obeying(state, command, order).is_empty() {
        return Err(Refused::Nobody);
    }
    Ok(())
}

/// Gives an opening order. Rule `MOI-SETUP-03` (p. 13).
pub(crate) fn opening_order(
    table: &mut BattleTable<'_>,
    seat: Seat,
    command: CommandId,
    order: FormationOrder,
) -> Result<(), Refusal> {
    check_opening_order(table.state(), seat, command, order)?;
    let mut given = match table.state().agenda.last().map(|frame| &frame.step) {
        Some(Step::OpeningFormations { done, .. }) => done.clone(),
        _ => Vec::new(),
    };
    given.push(command);
    obey(table, command, order);
    then(table, [Step::OpeningFormations { seat, done: given }]);
    Ok(())
}
