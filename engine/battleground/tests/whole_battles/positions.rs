//! Any moment of a game at which somebody is asked is a position to begin from.

use battleground::Battleground;
use battleground::model::event::{Event, ProcedureEvent};
use battleground::model::state::State;
use hindsight_kernel::{Rules, bot_rng};

use crate::laws::{Broken, check_event, check_hand_over};
use crate::playout::{Playout, begin, each_of, games, is_over, request, step};

/// A battle may begin wherever another one stands: nothing is added but the note of a turn's start that is missing, and
/// the battle goes on from there by every law.
#[test]
fn a_battle_can_begin_from_any_moment_of_another() {
    each_of(games(1, 20), |number| {
        let mut rng = bot_rng(number + 7_000);
        let mut playout = begin(number + 7_000, &request(number));
        let mut began = 0;
        while step(&mut playout, &mut rng).is_some() && playout.state.turn < 10 {
            if is_over(&playout) || !playout.commands.len().is_multiple_of(43) {
                continue;
            }
            let mut other = Playout::begin_at(number, playout.state.clone())
                .unwrap_or_else(|refusal| panic!("{}: {refusal:?}", playout.place()));
            assert!(matches!(
                other.events[0],
                Event::Procedure(ProcedureEvent::Placed { .. })
            ));
            if other.events.len() == 1 {
                assert_eq!(other.state, playout.state);
            }
            began += 1;
            let (mut folded, mut checked) = (State::default(), 0);
            let (mut facts, mut broken) = (Vec::new(), Broken::default());
            for _ in 0..12 {
                while checked < other.events.len() {
                    folded = check_event(&other.events, checked, &folded, &mut facts, &mut broken);
                    checked += 1;
                }
                if is_over(&other) {
                    break;
                }
                check_hand_over(&other.state, &mut broken);
                step(&mut other, &mut rng);
            }
            broken.check(number);
        }
        assert!(began > 0, "game {number} gave no position");
    });
}

/// Positions of one moment read as the same JSON both ways, and what was written is what is read.
#[test]
fn a_position_is_the_same_as_json() {
    each_of(games(1, 40), |number| {
        let mut rng = bot_rng(number + 8_000);
        let mut playout = begin(number + 8_000, &request(number));
        while step(&mut playout, &mut rng).is_some() && playout.state.turn < 8 {
            if playout.commands.len().is_multiple_of(29) {
                let json = serde_json::to_value(&playout.state).unwrap();
                let read: State = serde_json::from_value(json).unwrap();
                assert_eq!(read, playout.state, "{}", playout.place());
                assert_eq!(Battleground::invariants(&read), Ok(()));
            }
        }
    });
}
