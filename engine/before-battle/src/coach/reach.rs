//! Reach of a unit by one Move. A Hustle counts with its sure cells, which a Move of the whole Speed enters
//! too: what hangs on the die proves nothing.

use hindsight_geometry::squares::{Cell, Facing, Hand};

use crate::actions::{charges, check_move};
use crate::geometry::faced_enemy;
use crate::names::UnitId;
use crate::state::State;

/// The end of a Move that is possible.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    unit: UnitId,
    turn: Option<Hand>,
    pub(super) cells: u8,
    pub(super) cell: Cell,
    facing: Facing,
    pub(super) charged: bool,
}

/// Every Move of a unit as it stands. Rule `BB-ACT-01`.
pub(super) fn moves(state: &State, unit: UnitId) -> impl Iterator<Item = Reach> + '_ {
    let speed = if state.cell(unit).is_some() {
        state.gear(unit).speed()
    } else {
        0
    };
    [None, Some(Hand::Left), Some(Hand::Right)]
        .into_iter()
        .flat_map(move |turn| (0..=speed).map(move |cells| (turn, cells)))
        .filter_map(move |(turn, cells)| {
            let (cell, facing) = check_move(state, unit, turn, cells).ok()?;
            Some(Reach {
                unit,
                turn,
                cells,
                cell,
                facing,
                charged: charges(state, unit, cell, facing, cells),
            })
        })
}

impl Reach {
    /// The position with the unit there.
    pub(super) fn after(self, state: &State) -> State {
        let mut after = state.clone();
        let unit = &mut after.units[self.unit.index()];
        (unit.cell, unit.facing) = (Some(self.cell), self.facing);
        if self.charged {
            after.charged.insert(self.unit);
        }
        after
    }

    /// The enemy that the unit would face there.
    pub(super) fn meets(self, state: &State) -> Option<UnitId> {
        faced_enemy(&self.after(state), self.unit)
    }

    /// The Move in words: "a turn to the left and 2 cells".
    pub(super) fn words(self) -> String {
        let cells = match self.cells {
            1 => "1 cell".to_owned(),
            cells => format!("{cells} cells"),
        };
        match self.turn {
            None => cells,
            Some(hand) => format!("a turn to the {hand} and {cells}"),
        }
    }
}
