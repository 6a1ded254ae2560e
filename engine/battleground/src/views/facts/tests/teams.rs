//! Counters of a game of teams: what a unit does is its owner's. Rule `BG3-SCEN-03` (p. 26).

use battleground_geometry::Side;

use super::*;
use crate::model::agenda::Step;
use crate::model::state::SeatPlayers;
use crate::scene::{at_table, moving};

/// South is A and C, North is B.
fn teams(made: Scene) -> Scene {
    made.set(|state| {
        state.players = SeatPlayers::new(3);
        for player in &mut state.players {
            player.share = Some(1_500);
        }
    })
}

const SEATS: [usize; 3] = [0, 1, 2];

#[test]
fn bg3_scen_03_points_destroyed_are_those_of_the_owner_of_the_unit() {
    // C1 marks the last box of B1; A1 fights B2, which has lost nothing.
    let made = scene3()
        .unit("A1", line(), (8.0, 10.0, 0.0))
        .unit("B2", line(), (8.0, 12.5, 180.0))
        .order("B2", Order::Hold)
        .engaged("A1", "B2", Side::Front)
        .unit("C1", line(), (28.0, 10.0, 0.0))
        .unit("B1", line(), (28.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("C1", "B1", Side::Front)
        .change("B1", |unit| unit.marked = 8);
    // Five sixes of A1, then five ones of C1 with a die of damage each.
    let dice = [[6; 5], [1; 5], [1; 5]].concat();
    let facts = fought(teams(made), &dice);
    assert_eq!(of_players(&facts, "points_destroyed", SEATS), [0.0, 0.0, 200.0]);
    assert_eq!(of_units(&facts, "units_lost_to_melee", ["B1", "B2"]), [1.0, 0.0]);
}

#[test]
fn bg3_scen_03_points_that_nobody_destroyed_are_shared_by_the_team() {
    let made = scene3()
        .unit("A1", line(), (8.0, 5.0, 0.0))
        .unit("C1", line(), (28.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 28.75, 0.0))
        .change("B1", |unit| unit.status = Status::Routing)
        .unit("B2", line(), (30.0, 25.0, 180.0))
        .order("B2", Order::Hold)
        .set(|state| state.active = Some(Seat::B));
    let facts = goes_on(teams(made).state(), &[activate("B1")], &[]);
    assert_eq!(of_players(&facts, "points_destroyed", SEATS), [100.0, 0.0, 100.0]);
    let scored: f64 = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Scored { amount, .. } => Some(*amount),
            _ => None,
        })
        .sum();
    assert_eq!(scored, 200.0, "together what the side scores");
}

#[test]
fn bg3_scen_03_units_that_see_an_enemy_are_counted_for_their_owners() {
    // A1, C1 and C3 see B1 before them; C2 looks away. C1 alone moves as far as it lies from B1, and farther.
    let state = teams(
        scene3()
            .unit("A1", line(), (12.0, 10.0, 0.0))
            .unit("C1", moving(8.5), (18.0, 10.0, 0.0))
            .unit("C2", line(), (27.0, 10.0, 180.0))
            .unit("C3", line(), (22.5, 10.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0)),
    )
    .set(|state| state.agenda.push(Step::Snapshot.into()))
    .state();
    let (_, _, events) = at_table(state.clone(), &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        crate::rules::final_rush::take_snapshot(table, &frame).is_ok()
    });
    let facts = told(state, &events);
    assert_eq!(
        of_players(&facts, "units_in_sight_of_enemy", SEATS),
        [1.0, 0.0, 2.0]
    );
    assert_eq!(of_players(&facts, "units_with_rush", SEATS), [0.0, 0.0, 1.0]);
}

#[test]
fn bg3_scen_03_what_a_unit_counts_is_its_owners() {
    let made = scene3()
        .unit("A1", line(), (8.0, 3.0, 0.0))
        .order("A1", Order::Hold)
        .unit("C1", line(), (28.0, 3.0, 0.0))
        .order("C1", Order::Follow)
        .unit("B1", line(), (18.0, 28.0, 180.0))
        .order("B1", Order::Hold);
    let facts = fought(teams(made), &[]);
    let owner = |name: &str| {
        facts.iter().find_map(|fact| match fact {
            Fact::Counted { counter, seat, .. } if counter == name => seat.map(Seat::index),
            _ => None,
        })
    };
    assert_eq!(owner("turns_on_follow"), Some(2));
    assert_eq!(
        of_units(&facts, "turns_idle", ["A1", "C1", "B1"]),
        [1.0, 1.0, 0.0]
    );
}
