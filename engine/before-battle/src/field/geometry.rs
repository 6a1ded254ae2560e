//! Cells, facing and direction as this game uses them. §Actions, §Who attacks first?

use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::strike::Direction;
use hindsight_geometry::squares::{Cell, Facing, Hand};

/// The facing after one "turn" in the same cell. Rule `BB-GEO-01` (§Actions).
///
/// RULING: one turn is 90 degrees.
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

/// The number of free cells straight ahead, at most `most`; none leaves the board. Rule `BB-GEO-05`
/// (§Actions).
///
/// RULING: no unit passes another, be it a friend.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, cell, unit};

    #[test]
    fn bb_geo_01_one_turn_is_ninety_degrees() {
        assert_eq!(one_turn(Facing::N, Some(Hand::Right)), Facing::E);
        assert_eq!(one_turn(Facing::N, Some(Hand::Left)), Facing::W);
        assert_eq!(
            one_turn(one_turn(Facing::N, Some(Hand::Left)), Some(Hand::Left)),
            Facing::S
        ); // Two turns.
        assert_eq!(one_turn(Facing::N, None), Facing::N);
    }

    #[test]
    fn bb_geo_02_front_rear_and_flank_cells() {
        let scene = Scene::new("A1 d4 N, A2 a1 S, B1 d5 E");
        let a1 = unit("A1");
        assert_eq!(front_cell(&scene.state, a1), Some(cell("d5")));
        assert_eq!(rear_cell(&scene.state, a1), Some(cell("d3")));
        assert_eq!(
            flank_cells(&scene.state, a1).collect::<Vec<_>>(),
            [cell("c4"), cell("e4")]
        );
        assert!(faces(&scene.state, a1, unit("B1")));
        assert!(!faces(&scene.state, unit("B1"), a1));
        assert_eq!(front_cell(&scene.state, unit("A2")), None); // Off the board: it faces nothing.
        assert_eq!(faced_enemy(&scene.state, unit("A2")), None);
    }

    #[test]
    fn bb_geo_03_cells_that_share_an_edge_are_adjacent() {
        let scene = Scene::new("A1 d4 N, B1 d5 S, B2 e5 S");
        assert!(adjacent(&scene.state, unit("A1"), unit("B1")));
        assert!(!adjacent(&scene.state, unit("A1"), unit("B2")));
    }

    #[test]
    fn bb_geo_04_front_flank_and_rear() {
        let target = (cell("d5"), Facing::S);
        let rows = [
            ("d4", Some(Direction::Front)),
            ("d6", Some(Direction::Rear)),
            ("c5", Some(Direction::Flank)),
            ("e5", Some(Direction::Flank)),
            ("e4", None),
        ];
        for (from, expected) in rows {
            assert_eq!(direction(target.0, target.1, cell(from)), expected, "{from}");
        }
    }

    #[test]
    fn bb_geo_05_no_unit_passes_another_or_leaves_the_board() {
        for blocker in ["A2 d4 N, B1 h8 S", "B1 d4 S"] {
            let scene = Scene::new(&format!("A1 d2 N, {blocker}")).card("A1", |card| card.speed = 3);
            assert_eq!(free_ahead(&scene.state, cell("d2"), Facing::N, 3), 1);
            assert_eq!(scene.refused("move A1 2"), "BB-GEO-05");
            let one = crate::rules::actions::check_move(&scene.state, unit("A1"), None, 1);
            assert_eq!(one, Ok((cell("d3"), Facing::N)));
        }
        let scene = Scene::new("A1 d7 N, B1 h8 S");
        assert_eq!(free_ahead(&scene.state, cell("d7"), Facing::N, 3), 1);
        assert_eq!(scene.refused("move A1 2"), "BB-GEO-05");
        assert_eq!(cell_ahead(&scene.state, cell("d7"), Facing::N, 1), cell("d8"));
    }
}
