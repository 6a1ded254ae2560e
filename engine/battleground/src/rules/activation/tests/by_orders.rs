//! Units that are activated one after the other by their orders.

use super::*;
use crate::editions::Edition;
use crate::scene::{in_editions, scene_of};

/// The units with their orders, in the order in which they are tried, each with whether it is due.
fn listed(state: &State) -> Vec<(String, bool)> {
    let orders = standing_orders(state, Seat::A).into_iter();
    orders.map(|order| (order.unit, order.is_due)).collect()
}

fn due(state: &State) -> Vec<String> {
    let listed = listed(state).into_iter();
    listed
        .filter(|(_, is_due)| *is_due)
        .map(|(unit, _)| unit)
        .collect()
}

fn the_front_most_unit_is_first(edition: Edition) {
    let column = || {
        scene_of(edition)
            .unit("A1", line(), (18.0, 7.5, 0.0))
            .unit("A2", line(), (18.0, 10.0, 0.0))
            .unit("A3", line(), (10.0, 9.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
    };
    assert_eq!(due(&column().state()), ["A2", "A3", "A1"]);
    // The other player has the same from their side, and nothing while it is not their turn.
    assert!(standing_orders(&column().state(), Seat::B).is_empty());
    // One that stays where it lies need not be activated, but may be.
    let holds = column().order("A3", Order::Hold).state();
    assert_eq!(due(&holds), ["A2", "A1"]);
    assert!(listed(&holds).contains(&("A3".to_owned(), false)));
    // Its owner leads one under Direct Control, and one that has moved is done.
    let led = column()
        .change("A2", |unit| unit.turn.controlled = true)
        .change("A1", |unit| unit.turn.activated = true);
    assert_eq!(
        listed(&led.state()),
        [("A2".to_owned(), false), ("A3".to_owned(), true)]
    );
    // While something is asked, nobody acts.
    let asked = column().set(|state| state.agenda.push(Step::Snapshot.into()));
    assert!(listed(&asked.state()).is_empty());
}

in_editions!(the_front_most_unit_is_first:
    #[test] fn bg4_turn_05_the_front_most_unit_is_first(V4);
    #[test] fn bg3_mov_01_the_front_most_unit_is_first(V3);
);

#[test]
fn bg4_turn_04_the_only_unit_that_rushes_is_first_and_of_several_none() {
    let one = begun(one_before_its_enemy().unit("A3", line(), (30.0, 12.0, 0.0)));
    assert_eq!(due(&one), ["A1", "A3", "A2"]);
    let two = begun(one_before_its_enemy().unit("A3", line(), (28.0, 12.0, 0.0)).unit(
        "B2",
        line(),
        (28.0, 17.0, 180.0),
    ));
    assert!(targets::must_rush(&two, id("A1")) && targets::must_rush(&two, id("A3")));
    assert_eq!(due(&two), ["A2"]);
    assert_eq!(rule(activated(two.clone(), &["A2"])), "BG4-TURN-04");
    assert_eq!(listed(&two).len(), 3, "their players may name them");
}
