//! The five actions. §Actions.

use hindsight_geometry::squares::{Cell, Facing, Hand, Rotation};
use hindsight_kernel::{Refusal, Table};

use crate::BeforeBattle;
use crate::combat::in_combat;
use crate::event::Event;
use crate::geometry::{cell_ahead, faced_enemy, free_ahead, one_turn};
use crate::names::UnitId;
use crate::state::State;

/// The least face of the Hustle die that brings one cell more. Rule `BB-ACT-02` (§Actions).
pub const HUSTLE_NEED: u8 = 4;
/// The cells a unit must enter in one action to charge. Rule `BB-ACT-09` (§Who attacks first?).
pub const CHARGE_CELLS: u8 = 2;

/// Where a unit stands; a refusal for one that is not on the board.
pub(crate) fn standing_cell(state: &State, unit: UnitId) -> Result<Cell, Refusal> {
    state
        .cell(unit)
        .ok_or_else(|| Refusal::new("BB-TURN-02", format!("{unit} is not on the board")).asked(unit))
}

/// A unit in combat may only turn. Rule `BB-ACT-07` (§Actions).
pub fn free_to_act(state: &State, unit: UnitId) -> Result<(), Refusal> {
    if in_combat(state, unit) {
        return Err(Refusal::new(
            "BB-ACT-07",
            format!("{} is in combat and may only turn", state.name(unit)),
        )
        .asked(unit)
        .allowed("turn"));
    }
    Ok(())
}

/// Where a Move ends: one turn or none, then up to Speed cells straight ahead. Rule `BB-ACT-01` (§Actions).
///
/// Enemies beside or ahead of the way stop nobody (`BB-ACT-08`): only the end of the action counts.
pub fn check_move(
    state: &State,
    unit: UnitId,
    turn: Option<Hand>,
    cells: u8,
) -> Result<(Cell, Facing), Refusal> {
    let from = standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    if turn.is_none() && cells == 0 {
        return Err(Refusal::new(
            "BB-ACT-01",
            "a Move without a turn and without a cell is no action",
        )
        .asked(cells));
    }
    let speed = state.gear(unit).speed();
    if cells > speed {
        return Err(Refusal::new(
            "BB-ACT-01",
            format!("{} moves {speed} cells at most", state.name(unit)),
        )
        .asked(cells)
        .allowed(speed));
    }
    let facing = one_turn(state.unit(unit).facing, turn);
    let free = free_ahead(state, from, facing, cells);
    if cells > free {
        return Err(Refusal::new(
            "BB-GEO-05",
            format!("only {free} cells {} of {from} are free", facing.word()),
        )
        .asked(cells)
        .allowed(free));
    }
    Ok((cell_ahead(state, from, facing, cells), facing))
}

/// Where the sure part of a Hustle ends: exactly Speed cells straight ahead. Rule `BB-ACT-02` (§Actions).
///
/// RULING: the whole Speed must be free.
pub fn check_hustle(state: &State, unit: UnitId) -> Result<Cell, Refusal> {
    let from = standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    let (speed, facing) = (state.gear(unit).speed(), state.unit(unit).facing);
    let free = free_ahead(state, from, facing, speed);
    if free < speed {
        return Err(Refusal::new(
            "BB-ACT-02",
            format!("a Hustle needs all {speed} cells ahead free, {free} are"),
        )
        .asked(speed)
        .allowed(free));
    }
    Ok(cell_ahead(state, from, facing, speed))
}

/// Where a Sidestep ends: the flank cell of that side, the facing kept. Rule `BB-ACT-04` (§Actions).
pub fn check_sidestep(state: &State, unit: UnitId, hand: Hand) -> Result<Cell, Refusal> {
    let from = standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    let Some(to) = state.field().step(from, state.unit(unit).facing.turned(hand)) else {
        return Err(Refusal::new("BB-ACT-04", format!("the board ends to the {hand} of {from}")).asked(hand));
    };
    match state.at(to) {
        Some(other) => Err(Refusal::new("BB-GEO-05", format!("{} stands on {to}", other.id)).asked(to)),
        None => Ok(to),
    }
}

/// Whether a unit that entered so many cells charges the enemy it would face from there.
/// Rule `BB-ACT-09` (§Who attacks first?).
///
/// RULING: the cells of the one action that brought it there.
pub fn charges(state: &State, unit: UnitId, to: Cell, facing: Facing, entered: u8) -> bool {
    let ahead = state.field().step(to, facing).and_then(|cell| state.at(cell));
    entered >= CHARGE_CELLS && ahead.is_some_and(|other| other.id.seat() != unit.seat())
}

/// Move. Rule `BB-ACT-01`.
pub(crate) fn move_unit(
    table: &mut Table<'_, BeforeBattle>,
    unit: UnitId,
    turn: Option<Hand>,
    cells: u8,
) -> Result<(), Refusal> {
    let state = table.state();
    let from = standing_cell(state, unit)?;
    let (to, facing) = check_move(state, unit, turn, cells)?;
    let charged = charges(state, unit, to, facing, cells);
    table.emit(Event::UnitMoved {
        unit,
        turn,
        from,
        to,
        facing,
        entered: cells,
        charged,
    });
    Ok(())
}

/// Hustle: Speed cells, then the die; the extra cell is entered if it is on the board and free, else lost.
/// Rule `BB-ACT-02`.
pub(crate) fn hustle(table: &mut Table<'_, BeforeBattle>, unit: UnitId) -> Result<(), Refusal> {
    let from = standing_cell(table.state(), unit)?;
    let halfway = check_hustle(table.state(), unit)?;
    let roll = table.roll("hustle", unit.seat(), 6, 1)?;
    let state = table.state();
    let (speed, facing) = (state.gear(unit).speed(), state.unit(unit).facing);
    let extra = if roll.at_least(HUSTLE_NEED) > 0 {
        free_ahead(state, halfway, facing, 1)
    } else {
        0
    };
    let to = cell_ahead(state, halfway, facing, extra);
    let entered = speed + extra;
    let charged = charges(state, unit, to, facing, entered);
    table.emit(Event::UnitHustled {
        unit,
        from,
        to,
        entered,
        roll,
        charged,
    });
    Ok(())
}

/// Turn once or twice by 90 degrees. Open to units in combat too. Rules `BB-ACT-03`, `BB-ACT-07`.
pub(crate) fn turn_unit(
    table: &mut Table<'_, BeforeBattle>,
    unit: UnitId,
    rotation: Rotation,
) -> Result<(), Refusal> {
    standing_cell(table.state(), unit)?;
    let facing = table.state().unit(unit).facing.rotated(rotation);
    table.emit(Event::UnitTurned {
        unit,
        rotation,
        facing,
    });
    Ok(())
}

/// Sidestep. Rule `BB-ACT-04`.
pub(crate) fn sidestep(table: &mut Table<'_, BeforeBattle>, unit: UnitId, hand: Hand) -> Result<(), Refusal> {
    let from = standing_cell(table.state(), unit)?;
    let to = check_sidestep(table.state(), unit, hand)?;
    table.emit(Event::UnitSidestepped { unit, hand, from, to });
    Ok(())
}

/// Enemies that a unit meets where it stands now: whom it faces, and who faces it.
pub fn contacts(state: &State, unit: UnitId) -> Vec<UnitId> {
    let faced = faced_enemy(state, unit);
    state
        .standing_of(unit.seat().opponent())
        .map(|other| other.id)
        .filter(|&other| faced == Some(other) || crate::geometry::faces(state, other, unit))
        .collect()
}
