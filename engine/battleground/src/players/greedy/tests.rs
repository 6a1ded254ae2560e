//! Decisions of the greedy player in small positions.

use hindsight_kernel::{Seat, bot_rng};

use super::greedy;
use crate::model::agenda::Step;
use crate::model::cards::{RangedType, TerrainType, UnitType};
use crate::model::command::Command;
use crate::model::orders::Order;
use crate::model::state::{State, Status};
use crate::procedures::rush::eligibility;
use crate::scene::{Scene, begun, ground, id, line, play, scene, shooting};

/// The commands of South's Movement & Command Phase up to its end or to the first card that is drawn, and the position before
/// that.
fn phase_of(mut state: State) -> (Vec<Command>, State) {
    let mut rng = bot_rng(1);
    let mut given = Vec::new();
    loop {
        let seat = match &state.agenda.last().unwrap().step {
            Step::GreenWindow { asked, .. } => *asked,
            _ => Seat::A,
        };
        let command = greedy(&state, seat, &mut rng).unwrap();
        if matches!(command, Command::EndPhase | Command::DrawCard { .. }) {
            return (given, state);
        }
        state = play(state, &[(seat, command.clone())], &[]).unwrap().0;
        if seat == Seat::A {
            given.push(command);
        }
        assert!(given.len() < 40, "{given:?}");
    }
}

/// Archers with a range of 14 inches, a front of three inches' walk before B1.
fn archers() -> UnitType {
    shooting(14.0, RangedType::Indirect)
}

fn orders_of(given: &[Command], unit: &str) -> Vec<Order> {
    given
        .iter()
        .filter_map(|command| match command {
            Command::ChangeOrder { unit: of, order } if *of == id(unit) => Some(order.order),
            _ => None,
        })
        .collect()
}

/// A1 on Range 3 inches before a Routing enemy with its back turned.
fn archers_before_prey() -> Scene {
    scene()
        .unit("A1", archers(), (18.0, 10.0, 0.0))
        .order("A1", Order::Range)
        .unit("B1", line(), (18.0, 15.5, 0.0))
        .change("B1", |unit| unit.status = Status::Routing)
        .unit("B2", line(), (18.0, 28.0, 180.0))
        .set(|state| state.players[0].actions = 4)
}

#[test]
fn an_order_given_for_a_rush_is_not_taken_back_before_it() {
    let (given, end) = phase_of(begun(archers_before_prey()));
    assert_eq!(orders_of(&given, "A1"), [Order::Close], "{given:?}");
    assert!(end.unit(id("A1")).unwrap().turn.rushed, "{given:?}");
}

#[test]
fn archers_left_on_close_return_to_range_once_they_have_nothing_to_rush() {
    let start = scene()
        .unit("A1", archers(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 22.0, 180.0))
        .set(|state| state.players[0].actions = 1);
    let (given, _) = phase_of(begun(start));
    assert_eq!(orders_of(&given, "A1"), [Order::Range]);
}

#[test]
fn no_order_is_corrected_once_a_unit_has_been_activated() {
    let start = scene()
        .unit("A1", archers(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .change("A2", |unit| unit.turn.activated = true)
        .unit("B1", line(), (18.0, 22.0, 180.0))
        .set(|state| state.players[0].actions = 1);
    let (given, _) = phase_of(begun(start));
    assert_eq!(orders_of(&given, "A1"), [], "{given:?}");
}

/// A1 on Range without ammunition, so far from the front of a Ready enemy.
fn empty_archers(gap: f64) -> Scene {
    scene()
        .unit("A1", archers(), (18.0, 5.0, 0.0))
        .order("A1", Order::Range)
        .change("A1", |unit| unit.ammo_marked = 6)
        .unit("B1", line(), (18.0, 7.5 + gap, 180.0))
        .set(|state| {
            state.players[0].actions = 2;
            state.players[0].deck = 10; // A card could be drawn instead.
        })
}

#[test]
fn archers_without_ammunition_reload_and_stay_out_of_melee() {
    for gap in [3.0, 10.0] {
        let (given, end) = phase_of(begun(empty_archers(gap)));
        assert_eq!(orders_of(&given, "A1"), [], "{gap}: {given:?}");
        let there = end.unit(id("A1")).unwrap();
        // A shot of this turn and one of the enemy's.
        assert_eq!(
            (there.ammo_marked, there.turn.rushed),
            (4, false),
            "{gap}: {given:?}"
        );
    }
    // Nobody in range: cards are worth more.
    let (given, end) = phase_of(begun(empty_archers(18.0)));
    assert_eq!(end.unit(id("A1")).unwrap().ammo_marked, 6, "{given:?}");
}

#[test]
fn a_poor_shot_is_worth_less_than_the_first_card_and_more_than_the_twelfth() {
    // At Long Range dice hit on 5 - 2 - 1 = 2 and wound on 5 - 2 = 3, of which five are 5/6 of a box, two a third.
    let reloads = |dice: u8, hand: usize| {
        let start = empty_archers(9.0).set(|state| {
            let kind = state.unit(id("A1")).unwrap().kind;
            let book = std::sync::Arc::make_mut(&mut state.book);
            book.kinds[usize::from(kind.0)].attack.dice = dice;
            state.players[0].hand = vec![None; hand];
            state.players[0].actions = 1;
        });
        let (given, _) = phase_of(begun(start));
        let reload = Command::Reload { unit: id("A1") };
        given.contains(&reload)
    };
    assert!(reloads(5, 0));
    assert!(!reloads(2, 0));
    assert!(reloads(2, 11));
}

/// Greedy game 5 of the earlier edition: a worn unit was ordered to hold, a friend's rush made one of its own worth while, and it
/// was ordered to close again.
#[test]
fn a_worn_unit_that_a_friend_may_open_a_rush_for_keeps_its_order() {
    let changed = |distance: f64| {
        let mut made = scene()
            .set(|state| {
                state.edition = crate::editions::Edition::V3;
                state.turn = 3;
                state.players[0].actions = 3;
            })
            // Its flank is turned to B1, and it has one box in three left.
            .unit("A1", line(), (18.0, 10.0, 90.0))
            .change("A1", |unit| unit.marked = 7)
            .unit("B1", line(), (18.0, 12.5 + distance, 180.0))
            .order("B1", Order::Hold);
        for (number, x) in (2..).zip([2.0, 6.0, 30.0, 34.0]) {
            made = made.unit(&format!("A{number}"), line(), (x, 3.0, 0.0));
        }
        let (given, _) = phase_of(begun(made));
        orders_of(&given, "A1")
    };
    assert_eq!(
        changed(3.0),
        [],
        "an enemy is within its reach, though not in its arc"
    );
    assert_eq!(changed(12.0), [Order::Hold]);
}

#[test]
fn one_of_two_units_that_stand_off_steps_aside() {
    // Flank to flank, the nearest open side 1.75 away, and both move 1.75 here: nobody rushes. A2 before its outside front corner keeps
    // A1 from a turn after a short sidestep, so that it comes no nearer.
    let swamp = [(3.0, 11.0), (9.0, 11.0), (9.0, 14.0), (3.0, 14.0)];
    let water = [(14.0, 13.5), (22.0, 13.5), (22.0, 16.5), (14.0, 16.5)];
    let made = scene()
        .set(|state| {
            state.edition = crate::editions::Edition::V3;
            state.turn = 3;
            state.players[0].actions = 3;
        })
        .unit("A1", line(), (9.0, 13.75, 0.0))
        .unit("A2", line(), (6.0, 16.25, 0.0))
        .order("A2", Order::Hold)
        .unit("B1", line(), (12.5, 15.0, 180.0))
        .terrain(ground(TerrainType::Swamp, &swamp))
        .terrain(ground(TerrainType::ShallowWater, &water));
    let state = begun(made);
    assert!(eligibility::may_rush(&state, id("A1"), id("B1")).is_err());
    let (given, state) = phase_of(state);
    assert!(
        given.contains(&Command::DirectControl { unit: id("A1") }),
        "{given:?}"
    );
    // Sideways by one row less than 1.75.
    let there = state.unit(id("A1")).unwrap().pose;
    assert_eq!(there, Some(crate::scene::pose(7.75, 13.75, 0.0)), "{given:?}");
}

/// Greedy games 136 and 305 of the earlier edition: two worn units on Hold faced each other for ever, since the rush of either was
/// worth a little, but not enough to be ordered for.
#[test]
fn in_a_long_battle_worn_units_that_face_each_other_are_ordered_to_close() {
    let ordered = |turn: u16| {
        let mut made = scene()
            .set(|state| {
                state.edition = crate::editions::Edition::V3;
                state.turn = turn;
                state.players[0].actions = 1;
            })
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .change("A1", |unit| unit.marked = 6)
            .unit("B1", line(), (18.0, 13.0, 180.0))
            .change("B1", |unit| unit.marked = 7)
            .order("B1", Order::Hold);
        for (number, x) in (2..).zip([2.0, 6.0, 30.0, 34.0]) {
            made = made.unit(&format!("A{number}"), line(), (x, 3.0, 0.0));
        }
        let (given, end) = phase_of(begun(made));
        let rushed = end.unit(id("A1")).unwrap().turn.rushed;
        (orders_of(&given, "A1"), rushed)
    };
    assert_eq!(ordered(3), (vec![], false));
    assert_eq!(ordered(46), (vec![Order::Close], true));
}

/// Greedy game 463 of the earlier edition: friends barred the way of units, all of them with the order Close.
#[test]
fn in_a_long_battle_a_unit_whose_way_is_barred_steps_aside() {
    let controlled = |turn: u16| {
        // Water that nobody passes before it, as long as the table is wide.
        let water = [(0.0, 12.0), (36.0, 12.0), (36.0, 14.0), (0.0, 14.0)];
        let made = scene()
            .set(|state| {
                state.edition = crate::editions::Edition::V3;
                state.turn = turn;
                state.players[0].actions = 1;
            })
            .unit("A1", line(), (18.0, 10.75, 0.0))
            .unit("B1", line(), (18.0, 28.0, 180.0))
            .terrain(ground(TerrainType::VeryDeepWater, &water));
        let (given, end) = phase_of(begun(made));
        (
            given.contains(&Command::DirectControl { unit: id("A1") }),
            end.unit(id("A1")).unwrap().pose,
        )
    };
    let start = Some(crate::scene::pose(18.0, 10.75, 0.0));
    assert_eq!(controlled(3), (false, start));
    let (is_controlled, end) = controlled(46);
    assert!(is_controlled && end != start, "{end:?}");
}

/// Greedy game 485 of the newer edition: a worn unit was ordered to hold, a friend's rush made its own worth while, and it was ordered
/// to close again.
#[test]
fn a_worn_unit_that_was_ordered_to_hold_is_not_ordered_to_close_again() {
    let mut made = scene()
        .set(|state| state.players[0].actions = 4)
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.marked = 7)
        .unit("A2", line(), (12.0, 15.0, 90.0))
        .unit("B1", line(), (18.0, 14.5, 180.0))
        .order("B1", Order::Hold)
        .change("B1", |unit| unit.marked = 4);
    for (number, x) in (3..).zip([2.0, 6.0, 30.0, 34.0]) {
        made = made.unit(&format!("A{number}"), line(), (x, 3.0, 0.0));
    }
    let (given, end) = phase_of(begun(made));
    assert!(end.unit(id("A2")).unwrap().turn.rushed, "{given:?}");
    assert_eq!(orders_of(&given, "A1"), [Order::Hold], "{given:?}");
}
