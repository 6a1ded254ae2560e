//! Cells, facing and direction as this game uses them. §Actions, §Who attacks first?

use hindsight_geometry::squares::{Cell, Facing, Hand};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::UnitId;
use crate::state::State;

/// The cell after one "turn": 90 degrees to a hand in the same cell. Rule `BB-GEO-01` (§Actions).
pub const fn one_turn(facing: Facing, hand: Option<Hand>) -> Facing {
    match hand {
        Some(hand) => facing.turned(hand),
        None => facing,
    }
}

/// The cell a unit faces, if it is on the board. Rule `BB-GEO-02` (§Actions).
pub fn front_cell(state: &State, unit: UnitId) -> Option<Cell> {
    let unit = state.unit(unit);
    state.field().step(unit.cell?, unit.facing)
}

/// The cell behind a unit, if it is on the board. Rule `BB-GEO-02`.
pub fn rear_cell(state: &State, unit: UnitId) -> Option<Cell> {
    let unit = state.unit(unit);
    state.field().step(unit.cell?, unit.facing.opposite())
}

/// The cells left and right of a unit that are on the board. Rule `BB-GEO-02`.
pub fn flank_cells(state: &State, unit: UnitId) -> impl Iterator<Item = Cell> {
    let here = state.unit(unit);
    let field = state.field();
    Hand::ALL
        .into_iter()
        .filter_map(move |hand| field.step(here.cell?, here.facing.turned(hand)))
}

/// Whether `unit` faces `other`: that unit stands in its front cell. Rule `BB-GEO-02`.
pub fn faces(state: &State, unit: UnitId, other: UnitId) -> bool {
    match (state.cell(unit), state.cell(other)) {
        (Some(here), Some(there)) => here.towards(there) == Some(state.unit(unit).facing),
        _ => false,
    }
}

/// The enemy a unit faces. Rule `BB-GEO-02`.
pub fn faced_enemy(state: &State, unit: UnitId) -> Option<UnitId> {
    let other = state.at(front_cell(state, unit)?)?.id;
    (other.seat() != unit.seat()).then_some(other)
}

/// Whether two units stand on cells that share an edge. Rule `BB-GEO-03` (§Actions).
///
/// RULING: diagonal cells are not adjacent.
pub fn adjacent(state: &State, one: UnitId, other: UnitId) -> bool {
    match (state.cell(one), state.cell(other)) {
        (Some(here), Some(there)) => here.towards(there).is_some(),
        _ => false,
    }
}

/// Where an attack meets its target.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Direction {
    /// Face to face.
    Front,
    /// From a side.
    Flank,
    /// From behind.
    Rear,
}

/// The direction from which a neighbour on `from` meets a unit on `target` looking to `facing`.
/// Rule `BB-GEO-04` (§Who attacks first?).
pub fn direction(target: Cell, facing: Facing, from: Cell) -> Option<Direction> {
    let side = target.towards(from)?;
    Some(if side == facing {
        Direction::Front
    } else if side == facing.opposite() {
        Direction::Rear
    } else {
        Direction::Flank
    })
}

/// The direction in which `unit` meets `target`, if they are adjacent. Rule `BB-GEO-04`.
pub fn attack_direction(state: &State, unit: UnitId, target: UnitId) -> Option<Direction> {
    direction(state.cell(target)?, state.unit(target).facing, state.cell(unit)?)
}

/// How many cells straight ahead are free, at most `most`. No unit passes another, friend or enemy, and none leaves the
/// board. Rule `BB-GEO-05` (§Actions).
pub fn free_ahead(state: &State, cell: Cell, facing: Facing, most: u8) -> u8 {
    state
        .field()
        .ahead(cell, facing)
        .take(usize::from(most))
        .take_while(|&next| state.at(next).is_none())
        .count() as u8
}

/// The cell so many steps ahead. Rule `BB-GEO-05`.
pub fn cell_ahead(state: &State, cell: Cell, facing: Facing, steps: u8) -> Cell {
    state
        .field()
        .ahead(cell, facing)
        .take(usize::from(steps))
        .last()
        .unwrap_or(cell)
}
