//! Deploy: rows, alternation, facing, and the moment when all cards are turned up. §Deploy.

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{Refusal, Seat, Table};

use crate::BeforeBattle;
use crate::event::{Event, TurnedUp, by_slot};
use crate::names::{UNITS_PER_ARMY, UnitId};
use crate::state::{SEATS, State, seat_name};
use crate::weapons::items_of;

/// The rows a player deploys in, 0-based: the two next to the home edge. Rules `BB-DEP-01`, `BB-DEP-02` (§Deploy).
pub fn deployment_rows(state: &State, seat: Seat) -> std::ops::Range<u8> {
    let board = &state.cards.board;
    match seat.index() {
        0 => 0..board.deploy_rows,
        _ => board.rows.saturating_sub(board.deploy_rows)..board.rows,
    }
}

/// Whether a unit may be placed on a cell. Rule `BB-DEP-02` (§Deploy).
pub fn may_deploy(state: &State, unit: UnitId, cell: Cell) -> Result<(), Refusal> {
    let seat = unit.seat();
    let rows = deployment_rows(state, seat);
    if !state.field().contains(cell) || !rows.contains(&cell.row()) {
        return Err(Refusal::new(
            "BB-DEP-02",
            format!(
                "{} deploys in rows {} to {}",
                seat_name(seat),
                rows.start + 1,
                rows.end
            ),
        )
        .asked(cell)
        .allowed([rows.start + 1, rows.end]));
    }
    match state.at(cell) {
        Some(other) => Err(Refusal::new("BB-DEP-02", format!("{} stands on {cell}", other.id)).asked(cell)),
        None => Ok(()),
    }
}

/// Who places the next unit once `unit` stands: the players alternate. Rule `BB-DEP-03` (§Deploy).
pub fn next_deployer(state: &State, unit: UnitId) -> Option<Seat> {
    let left = |seat: Seat| {
        UnitId::of(seat)
            .filter(|&other| other != unit && state.cell(other).is_none())
            .count()
    };
    let opponent = unit.seat().opponent();
    [opponent, unit.seat()].into_iter().find(|&seat| left(seat) > 0)
}

/// Places a unit face down; the owner chooses its facing freely. Rules `BB-DEP-02` to `BB-DEP-04` (§Deploy).
pub(crate) fn deploy(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    unit: UnitId,
    cell: Cell,
    facing: Facing,
) -> Result<(), Refusal> {
    let state = table.state();
    if unit.seat() != seat {
        return Err(Refusal::new(
            "BB-DEP-03",
            format!("{unit} is not a unit of {}", seat_name(seat)),
        )
        .asked(unit)
        .allowed(waiting_units(state, seat)));
    }
    if let Some(there) = state.cell(unit) {
        return Err(
            Refusal::new("BB-DEP-03", format!("{unit} stands on {there} already"))
                .asked(unit)
                .allowed(waiting_units(state, seat)),
        );
    }
    may_deploy(state, unit, cell)?;
    let next = next_deployer(state, unit);
    table.emit(Event::UnitDeployed {
        unit,
        cell,
        facing,
        next,
    });
    Ok(())
}

/// The units a player has not placed yet.
pub fn waiting_units(state: &State, seat: Seat) -> Vec<UnitId> {
    UnitId::of(seat)
        .filter(|&unit| state.cell(unit).is_none())
        .collect()
}

/// Turns all units and items of both players face up. Rule `BB-DEP-05` (§Deploy).
///
/// RULING: all at once after the twelfth placement, before the first turn.
pub(crate) fn turn_up(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    let state = table.state();
    let mut units = Vec::with_capacity(2 * UNITS_PER_ARMY);
    for seat in SEATS {
        let player = state.player(seat);
        let (Some(list), Some(weapons)) = (player.list.known(), player.weapons.known()) else {
            return Err(Refusal::new(
                "BB-DEP-05",
                format!("the army of {} is not known yet", seat_name(seat)),
            ));
        };
        for unit in UnitId::of(seat) {
            let card = list.units.get(unit.slot()).copied();
            let Some(card) = card.and_then(|card| state.cards.unit(card)) else {
                return Err(Refusal::new("BB-DEP-05", format!("{unit} has no card")));
            };
            units.push(TurnedUp {
                unit,
                card: card.id,
                items: by_slot(&state.cards, items_of(&state.cards, list, weapons, unit.slot())),
                models: card.models,
            });
        }
    }
    table.emit(Event::ArmiesTurnedUp { units });
    Ok(())
}
