//! Index of combat units by hex.

use hindsight_geometry::hexes::{Extent, Hex};
use hindsight_kernel::Seat;

use crate::model::piece::Unit;
use crate::model::state::State;

/// The combat units of a position by hex. Where one passes through another the one that stays is found first.
#[derive(Debug, Clone)]
pub struct Occupants<'s> {
    extent: Extent,
    at: Vec<Option<&'s Unit>>,
}

impl<'s> Occupants<'s> {
    /// Those of a position.
    pub fn of(state: &'s State) -> Self {
        Self::without(state, None)
    }

    /// Those of a position, without one that is being moved in thought.
    pub fn without(state: &'s State, moved: Option<&Unit>) -> Self {
        let extent = state.battle.map.extent();
        let mut at: Vec<Option<&Unit>> = vec![None; extent.count()];
        for unit in state.units.values() {
            let Some(hex) = unit.hex().filter(|hex| extent.contains(*hex)) else {
                continue;
            };
            if moved.is_some_and(|moved| moved.id == unit.id) {
                continue;
            }
            let passes = |unit: &Unit| unit.acts.turn.as_ref().is_some_and(|turn| turn.passing.is_some());
            let place = &mut at[extent.index(hex)];
            if place.is_none_or(passes) {
                *place = Some(unit);
            }
        }
        Self { extent, at }
    }

    /// The combat unit of a hex.
    pub fn at(&self, hex: Hex) -> Option<&'s Unit> {
        if self.extent.contains(hex) {
            self.at[self.extent.index(hex)]
        } else {
            None
        }
    }

    /// Whether an enemy combat unit of a seat stands in a hex.
    pub fn enemy_at(&self, hex: Hex, seat: Seat) -> bool {
        self.at(hex).is_some_and(|unit| unit.seat != seat)
    }

    /// Whether a combat unit of a seat stands in a hex.
    pub fn friend_at(&self, hex: Hex, seat: Seat) -> bool {
        self.at(hex).is_some_and(|unit| unit.seat == seat)
    }

    /// Whether a hex is next to an enemy combat unit of a seat. Rules `MOI-CMD-05`, `MOI-CHARGE-03`, `MOI-RALLY-01`.
    pub fn next_to_enemy(&self, hex: Hex, seat: Seat) -> bool {
        self.extent
            .neighbours(hex)
            .any(|(_, neighbour)| self.enemy_at(neighbour, seat))
    }
}
