//! The rights of the start roll: who takes the first turn decides more than who deploys first.
//!
//! Foot that goes first ends its way where the enemy's charge begins, so the greedy player does better with the second turn
//! (1,000 games of armies of its own: 60 % of the decided games against 41 %, whoever deploys first). Units of Speed 3 and
//! more cross the gap in their own first turn: where many of them are on the board, the first turn is better (four in the
//! sample armies: 57 to 61 % against 38 to 47 %).

use hindsight_kernel::Seat;

use crate::model::cards::UnitCard;
use crate::model::names::UNITS_PER_ARMY;
use crate::model::state::State;

/// The least Speed of a fast unit.
const FAST: u8 = 3;
/// The fast units of both sides beyond which the first turn is better.
const MANY: f64 = 3.0;

/// Who shall take the first turn of every round, for a player who may decide it.
pub(super) fn first_player(state: &State, seat: Seat) -> Seat {
    if own_fast_units(state, seat) + expected_fast_units(state, seat.opponent()) > MANY {
        seat
    } else {
        seat.opponent()
    }
}

fn is_fast(card: &UnitCard) -> bool {
    card.speed >= FAST
}

fn own_fast_units(state: &State, seat: Seat) -> f64 {
    let list = state.player(seat).list.known();
    let cards = list.iter().flat_map(|list| &list.units);
    cards
        .filter_map(|&id| state.cards.unit(id))
        .filter(|card| is_fast(card))
        .count() as f64
}

/// The fast units of an army of which only the mixed list is known: as many of the army as among all that was shown. Rule
/// `BB-REV-01`.
fn expected_fast_units(state: &State, seat: Seat) -> f64 {
    let Some(shown) = &state.player(seat).shown else {
        return 0.0;
    };
    let fast = shown
        .iter()
        .filter_map(|&id| state.cards.unit(id))
        .filter(|card| is_fast(card))
        .count();
    (UNITS_PER_ARMY * fast) as f64 / shown.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::bot_rng;
    use serde_json::json;

    use hindsight_kernel::Players as _;

    use crate::BeforeBattle;
    use crate::model::command::Command;
    use crate::model::state::{Right, State};
    use crate::scene::Scene;
    use hindsight_kernel::Seat;

    /// The start roll of the sample armies, all units of so many of South's and of North's cards being fast.
    fn rolled(fast: [usize; 2]) -> State {
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        let seats = [Seat::A, Seat::B];
        let lists = seats.map(|seat| scene.state.player(seat).list.known().unwrap().units.clone());
        let cards = std::sync::Arc::make_mut(&mut scene.state.cards);
        for card in &mut cards.units {
            card.speed = 2;
        }
        for (list, fast) in lists.iter().zip(fast) {
            for card in list.iter().take(fast) {
                let card = cards.units.iter_mut().find(|other| other.id == *card).unwrap();
                card.speed = 3;
            }
        }
        scene.give(Seat::A, "take first turn", &[]).unwrap();
        scene.give(Seat::B, "name A first deployer", &[]).unwrap();
        scene.state
    }

    fn named(fast: [usize; 2]) -> Option<Command> {
        BeforeBattle::greedy(&rolled(fast), Seat::A, &mut bot_rng(1))
    }

    #[test]
    fn whoever_wins_the_start_roll_keeps_the_turn_to_decide() {
        let scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        let right = BeforeBattle::greedy(&scene.state, Seat::A, &mut bot_rng(1));
        assert_eq!(
            right,
            Some(Command::TakeRight {
                right: Right::FirstTurn
            })
        );
    }

    #[test]
    fn foot_goes_second_and_riders_go_first() {
        let first = |seat| Some(Command::NameFirst { seat });
        assert_eq!(named([0, 0]), first(Seat::B));
        // Of the nine cards that each player has shown six are of the army: three fast ones count as two.
        assert_eq!(named([1, 3]), first(Seat::B), "three");
        assert_eq!(named([2, 3]), first(Seat::A), "four");
        assert_eq!(named([4, 0]), first(Seat::A), "all of them South's own");
    }
}
