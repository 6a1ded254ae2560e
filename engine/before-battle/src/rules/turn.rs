//! Rounds, turns and phases. §BATTLE, §Actions.

use hindsight_kernel::{Refusal, Seat, Table, refusals};

use crate::BeforeBattle;
use crate::messages::{MESSAGES, seat_message};
use crate::model::event::ActionEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a unit that is picked to act, in the order in which they are judged.
    pub(crate) enum PickRefusal {
        /// A unit of the other player.
        OtherUnit { unit: UnitId, seat: Seat, left: Vec<UnitId> } = "BB-TURN-02", "§Actions", unit, seat = seat_message(*seat)
            => asked(unit), allowed(left);
        /// A unit that is not on the board.
        NotOnBoard { unit: UnitId, name: String, left: Vec<UnitId> } = "BB-TURN-02", "§Actions", name
            => asked(unit), allowed(left);
        /// A unit that has acted.
        HasActed { unit: UnitId, name: String, left: Vec<UnitId> } = "BB-TURN-02", "§Actions", name => asked(unit), allowed(left);
    }
}

/// The turn after the present one, or nothing after the second turn of the last round.
/// Rules `BB-TURN-01`, `BB-TURN-03` (§BATTLE).
///
/// RULING: the order of the players is the same in every round.
pub fn next_turn(state: &State) -> Option<(u8, Seat)> {
    let first = state.start.first_turn.unwrap_or(Seat::A);
    match state.active {
        None => Some((1, first)),
        Some(active) if active == first => Some((state.round, first.opponent())),
        Some(_) if state.round < state.cards.board.rounds => Some((state.round + 1, first)),
        Some(_) => None,
    }
}

/// The number of the present turn over the whole battle, from 1; 0 before it.
pub fn turn_number(state: &State) -> u32 {
    let second = state.active.is_some() && state.active != state.start.first_turn.or(Some(Seat::A));
    (2 * u32::from(state.round) + u32::from(second)).saturating_sub(1)
}

/// Units of the active player that may still be picked. Rule `BB-TURN-02` (§Actions).
///
/// RULING: nobody must act; the phase ends when the player says so or when no unit is left here.
pub fn units_to_act(state: &State) -> impl Iterator<Item = UnitId> {
    state
        .standing()
        .map(|unit| unit.id)
        .filter(|&unit| Some(unit.seat()) == state.active && !state.acted.contains(unit))
}

/// Whether a player may pick a unit to act now. Rule `BB-TURN-02` (§Actions).
pub fn may_be_picked(state: &State, seat: Seat, unit: UnitId) -> Result<(), Refusal> {
    let left = || units_to_act(state).collect();
    let name = || state.name(unit);
    if unit.seat() != seat {
        return Err(PickRefusal::OtherUnit {
            unit,
            seat,
            left: left(),
        }
        .into());
    }
    if state.cell(unit).is_none() {
        return Err(PickRefusal::NotOnBoard {
            unit,
            name: name(),
            left: left(),
        }
        .into());
    }
    if state.acted.contains(unit) {
        return Err(PickRefusal::HasActed {
            unit,
            name: name(),
            left: left(),
        }
        .into());
    }
    Ok(())
}

/// Begins a turn. Rule `BB-TURN-01`.
pub(crate) fn begin_turn(table: &mut Table<'_, BeforeBattle>, round: u8, seat: Seat) {
    table.emit(ActionEvent::TurnBegan { round, seat });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::event::Event;
    use crate::model::state::Stage;
    use crate::scene::{Scene, unit};

    #[test]
    fn bb_turn_01_six_rounds_of_one_turn_each() {
        let mut scene = Scene::new("A1 a1 N, B1 h8 S");
        scene.state.start.first_turn = Some(Seat::B);
        scene.state.active = Some(Seat::B);
        let mut turns = Vec::new();
        while scene.state.stage == Stage::Actions {
            turns.push((scene.state.round, scene.state.active.unwrap()));
            assert_eq!(turn_number(&scene.state), turns.len() as u32);
            scene.play("end actions", &[]).unwrap();
        }
        let expected: Vec<(u8, Seat)> = (1..=6)
            .flat_map(|round| [(round, Seat::B), (round, Seat::A)])
            .collect();
        assert_eq!(turns, expected); // 12 turns; the last is the second player's in round 6.
        assert_eq!(scene.state.stage, Stage::Over);
    }

    #[test]
    fn bb_turn_02_each_unit_acts_once_in_any_order() {
        let mut scene = Scene::new("A1 a1 N, A2 c1 N, B1 h8 S");
        scene.play("move A2 1", &[]).unwrap();
        assert_eq!(scene.refused("move A2 1"), "BB-TURN-02"); // A second action.
        assert_eq!(scene.refused("move B1 1"), "BB-TURN-02"); // Not his.
        assert_eq!(scene.refused("move A3 1"), "BB-TURN-02"); // Not on the board.
        assert_eq!(units_to_act(&scene.state).collect::<Vec<_>>(), [unit("A1")]);
        let events = scene.play("turn A1 left", &[]).unwrap();
        assert!(
            events.contains(&Event::Action(ActionEvent::ActionsEnded)),
            "all have acted: the phase ends by itself"
        );
        assert_eq!(scene.state.active, Some(Seat::B));
        // The phase may also end before every unit has acted.
        scene.play("end actions", &[]).unwrap();
        assert_eq!((scene.state.active, scene.state.round), (Some(Seat::A), 2));
    }

    #[test]
    fn bb_turn_03_marks_are_cleared_at_the_end_of_a_turn() {
        let mut scene = Scene::new("A1 d2 N, A2 a1 N, B1 d5 S, B2 h8 S").card("A1", |card| card.block = 2);
        scene.play("move A1 2", &[]).unwrap();
        assert!(scene.state.charged.contains(unit("A1")));
        // The combat phase: the charger strikes, then its target; all miss. Even: both may reform.
        scene
            .play("end actions", &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        assert!(
            scene.state.charged.contains(unit("A1")),
            "the mark lasts until the end of the turn"
        );
        scene.give(Seat::A, "reform A1 N", &[]).unwrap();
        scene.give(Seat::B, "reform B1 S", &[]).unwrap();
        assert_eq!((scene.state.active, scene.state.round), (Some(Seat::B), 1));
        assert!(scene.state.charged.is_empty() && scene.state.acted.is_empty());
    }
}
