//! Counters of the set-up: who chooses who takes the first turn.

use super::*;
use crate::model::agenda::Step;

#[test]
fn bg3_set_09_who_chooses_the_first_player_is_counted_and_not_who_is_named() {
    for named in [Seat::A, Seat::B] {
        let state = scene3()
            .unit("A1", line(), (18.0, 3.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .set(|state| {
                state.turn = 0;
                state.active = None;
                state.first = None;
                state.phase = Phase::SetUp;
                state.deployer = Some(Seat::B);
                state.agenda = vec![Step::ChooseFirstPlayer { by: Seat::B }.into()];
            })
            .state();
        let facts = goes_on(state, &[(Seat::B, Command::Name { seat: named })], &[]);
        assert_eq!(
            of_players(&facts, "chooses_first_player", [0, 1]),
            [0.0, 1.0],
            "B names {named}"
        );
        let takes = |fact: &Fact| match fact {
            Fact::Decided { seat, decision, .. } if decision == "takes_first_turn" => Some(*seat),
            _ => None,
        };
        assert_eq!(facts.iter().find_map(takes), Some(named));
    }
}
