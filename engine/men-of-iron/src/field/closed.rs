//! Hexes from which there is no way out (§2.4, §15.5, pp. 3, 14).

use hindsight_geometry::hexes::{Direction, Hex};
use hindsight_kernel::Seat;

use super::{Occupants, Walker};
use crate::model::names::CommandId;
use crate::model::piece::PiecePlace;
use crate::model::state::State;

impl State {
    /// Whether every side of a hex leads to an enemy combat unit, to ground that a piece of the seat may not enter, or off
    /// the map. Enemy zones of control do not count. Rule `MOI-COMP-11` (p. 3).
    pub fn is_surrounded(&self, hex: Hex, seat: Seat, walker: Walker) -> bool {
        let occupants = Occupants::of(self);
        Direction::ALL.into_iter().all(|direction| {
            hex.neighbour(direction).is_none_or(|neighbour| {
                occupants.enemy_at(neighbour, seat) || !self.battle.may_step(hex, neighbour, walker)
            })
        })
    }

    /// Whether leaders of a seat in a hex that an enemy has entered are captured: every hex around holds an enemy combat unit,
    /// lies in an enemy ZOC without a friendly unit in it, cannot be entered, or is off the map. Rule `MOI-LEAD-10` (p. 14).
    pub fn leaders_are_captured(&self, hex: Hex, seat: Seat) -> bool {
        let occupants = Occupants::of(self);
        Direction::ALL.into_iter().all(|direction| {
            hex.neighbour(direction).is_none_or(|neighbour| {
                occupants.enemy_at(neighbour, seat)
                    || !occupants.friend_at(neighbour, seat) && self.in_enemy_zoc(neighbour, seat)
                    || !self.battle.may_step(hex, neighbour, Walker::Leader)
            })
        })
    }

    /// Whether a leader or a Standard of the other side stands in a hex.
    pub fn enemy_leader_or_standard_at(&self, hex: Hex, seat: Seat) -> bool {
        self.leaders_at(hex).any(|leader| leader.seat != seat)
            || self.standards_at(hex).any(|standard| standard.seat != seat)
    }

    /// Whether a hex is barred to a seat because enemy reinforcements are still due to enter there. Rule `MOI-MOVE-11` (p. 5).
    pub fn is_enemy_entry(&self, hex: Hex, seat: Seat) -> bool {
        let Some(ground) = self.battle.map.hex.get(&hex) else {
            return false;
        };
        ground
            .entry_for
            .iter()
            .any(|command| self.battle.side_of(*command) != Some(seat) && self.has_units_due(*command))
    }

    /// Whether a Command has units still to enter. Rule `MOI-REINF-01` (p. 5).
    pub fn has_units_due(&self, command: CommandId) -> bool {
        self.units
            .values()
            .any(|unit| unit.command == command && unit.place == PiecePlace::Due)
    }
}
