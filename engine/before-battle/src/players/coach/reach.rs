//! Reach of a unit by one Move. A Hustle counts with its sure cells, which a Move of the whole Speed enters
//! too: what hangs on the die proves nothing.

use hindsight_geometry::squares::{Cell, Facing, Hand};
use hindsight_kernel::{BetterChoice, Message, message};

use super::called;
use crate::field::geometry::faced_enemy;
use crate::messages::{MESSAGES, turn_word};
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::rules::actions::{charges, check_move};

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

    /// The command that orders it.
    pub(super) const fn command(self) -> Command {
        Command::Move {
            unit: self.unit,
            turn: self.turn,
            cells: self.cells,
        }
    }

    /// It as what would have been better in a position, after this version.
    pub(super) fn instead(self, state: &State, at: u64) -> BetterChoice {
        let words = message!(
            MESSAGES,
            "coach-moves",
            unit = called(state, self.unit),
            turn = turn_word(self.turn),
            cells = self.cells
        );
        let better = BetterChoice::new(at, words, &[self.command()]).by(&self.unit);
        match self.meets(state) {
            Some(enemy) => better.against(&enemy),
            None => better,
        }
    }

    /// The Move in words: "a turn to the left and 2 cells".
    pub(super) fn words(self) -> Message {
        message!(
            MESSAGES,
            "coach-way",
            turn = turn_word(self.turn),
            cells = self.cells
        )
    }
}
