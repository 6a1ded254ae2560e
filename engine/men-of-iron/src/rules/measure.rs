//! Small questions that several chapters ask of a position.

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::Seat;

use crate::field::Occupants;
use crate::model::names::{CommandId, LeaderId, StandardId, UnitId};
use crate::model::piece::Unit;
use crate::model::state::State;

/// Whether a unit's class may Charge. Rule `MOI-CHARGE-03` (pp. 10-11).
pub fn can_charge(state: &State, unit: &Unit) -> bool {
    state.class_card(unit).is_some_and(|card| card.can_charge)
}

/// The leaders who stand with a unit: those of its hex and side who do not ride with another unit there.
/// Rule `MOI-LEAD-03` (p. 5).
pub fn leaders_with(state: &State, id: UnitId) -> Vec<LeaderId> {
    let Some((unit, hex)) = state.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Vec::new();
    };
    let rides_elsewhere = |leader: LeaderId| {
        state.units_at(hex).any(|other| {
            other.id != id
                && other
                    .acts
                    .turn
                    .as_ref()
                    .is_some_and(|turn| turn.riders.contains(&leader))
        })
    };
    state
        .leaders_at(hex)
        .filter(|leader| leader.seat == unit.seat && !rides_elsewhere(leader.id))
        .map(|leader| leader.id)
        .collect()
}

/// The Standard of a Command. Rule `MOI-STD-01` (p. 12).
pub fn standard_of(state: &State, command: CommandId) -> Option<StandardId> {
    state
        .battle
        .standard
        .iter()
        .find(|(_, card)| card.commands.contains(&command))
        .map(|(&id, _)| id)
}

/// The hex of a Command's Standard, if it is in play.
pub fn standard_hex(state: &State, command: CommandId) -> Option<Hex> {
    state.standard(standard_of(state, command)?)?.hex
}

/// The units that use a Standard. Rule `MOI-STD-05` (p. 12).
pub fn units_of_standard(state: &State, standard: StandardId) -> impl Iterator<Item = &Unit> {
    let commands = state
        .battle
        .standard
        .get(&standard)
        .map_or(&[][..], |card| &card.commands);
    state
        .units
        .values()
        .filter(move |unit| commands.contains(&unit.command))
}

/// Whether a hex is next to an enemy combat unit of a seat. Rules `MOI-CMD-05`, `MOI-RALLY-01` (pp. 5, 12).
pub fn is_next_to_enemy(state: &State, hex: Hex, seat: Seat) -> bool {
    Occupants::of(state).next_to_enemy(hex, seat)
}
