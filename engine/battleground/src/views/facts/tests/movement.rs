//! Counters of movement: what moves are made of, what they lose, Final Rushes.

use battleground_geometry::{Degrees, Hand, Side, Way};

use super::*;
use crate::model::cards::{RangedType, TerrainType, UnitType};
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::scene::{at_table, begun, ground, inches, mc, moving, shift, shooting, with_keywords};

/// A unit that moves 5 goes these legs under Direct Control, which its owner buys before.
fn controlled(legs: &[Leg]) -> Vec<Fact> {
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 28.0, 180.0))
            .order("B1", Order::Hold)
            .set(|state| (state.players[0].actions, state.players[0].gained) = (3, 3)),
    );
    let control = (Seat::A, Command::DirectControl { unit: id("A1") });
    let submit = Command::SubmitLegs {
        legs: legs.to_vec(),
        land: None,
        nearest: None,
    };
    goes_on(state, &[control, activate("A1"), (Seat::A, submit)], &[])
}

#[test]
fn bg3_mov_04_inches_by_kind_and_steps_lost_to_maneuvers() {
    // A sidestep of 1 leaves 3.5 of 5; a turn of 30 degrees along 1.5 and 1 straight on use up the rest.
    let turn = Leg::Turn {
        hand: Hand::Right,
        angle: Degrees::new(30.0).unwrap(),
        inches: inches(1.5),
        backward: false,
    };
    let facts = controlled(&[shift(Way::Left, 1.0), turn, shift(Way::Forward, 1.0)]);
    for (counter, expected) in [
        ("inches_maneuvering", 1.0),
        ("inches_turning", 1.5),
        ("inches_forward", 1.0),
        ("maneuvers", 1.0),
        ("steps_lost_to_maneuvers", 1.0),
        ("direct_controls", 1.0),
    ] {
        assert_eq!(of_units(&facts, counter, ["A1"]), [expected], "{counter}");
    }
}

#[test]
fn bg3_mov_07_to_10_what_each_maneuver_costs() {
    let reform = Leg::Reform {
        heading: Degrees::new(90.0).unwrap(),
    };
    for (what, legs, rows) in [
        ("backward", vec![shift(Way::Backward, 1.0)], 2.0),
        ("sideways", vec![shift(Way::Right, 1.0)], 1.0),
        ("about face", vec![Leg::AboutFace], 1.0),
        ("reform", vec![reform], 2.0),
        ("two of them", vec![shift(Way::Right, 1.0), Leg::AboutFace], 2.0),
        ("none", vec![shift(Way::Forward, 5.0)], 0.0),
    ] {
        let facts = controlled(&legs);
        assert_eq!(
            of_units(&facts, "steps_lost_to_maneuvers", ["A1"]),
            [rows],
            "{what}"
        );
    }
}

#[test]
fn bg3_terr_02_steps_lost_to_terrain_are_the_worst_that_a_mover_met() {
    // Rough ground right before A1, where A2 stands still all turn. It costs a row, and cavalry two.
    let lost = |kind: UnitType| {
        let rough = &[(10.0, 11.25), (30.0, 11.25), (30.0, 20.0), (10.0, 20.0)];
        let state = begun(
            scene3()
                .unit("A1", kind, (15.0, 10.0, 0.0))
                .unit("A2", line(), (25.0, 15.0, 0.0))
                .order("A2", Order::Hold)
                .unit("B1", line(), (15.0, 28.0, 180.0))
                .order("B1", Order::Hold)
                .terrain(ground(TerrainType::RoughGround, rough)),
        );
        let end = (Seat::A, Command::EndPhase);
        let facts = goes_on(state, &[activate("A1"), end], &[]);
        of_units(&facts, "steps_lost_to_terrain", ["A1", "A2", "B1"])
    };
    assert_eq!(lost(moving(5.0)), [1.0, 0.0, 0.0]);
    let rider = UnitType {
        movement: mc(5.0),
        ..with_keywords(&[Keyword::Cavalry])
    };
    assert_eq!(lost(rider), [2.0, 0.0, 0.0]);
}

/// A1 rushes the front of B1, which lies 2 away with this order.
fn rush(order: Order) -> Vec<Fact> {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 14.5, 180.0))
            .order("B1", order),
    );
    goes_on(state, &[activate("A1")], &[])
}

#[test]
fn bg3_mod_07_charges_of_both_and_the_length_of_the_contact() {
    for (order, back) in [(Order::Close, 1.0), (Order::Hold, 0.0)] {
        let facts = rush(order);
        assert_eq!(of_units(&facts, "charges_made", ["A1", "B1"]), [1.0, 0.0]);
        assert_eq!(of_units(&facts, "charges_when_rushed", ["A1", "B1"]), [0.0, back]);
        // Both fronts are 3.5 wide and lie opposite to each other.
        assert_eq!(
            of_units(&facts, "final_rush_contact_inches", ["A1", "B1"]),
            [3.5, 0.0]
        );
        assert_eq!(of_units(&facts, "final_rush_inches", ["A1", "B1"]), [2.0, 0.0]);
        assert_eq!(of_units(&facts, "pinches_made", ["A1", "B1"]), [0.0, 0.0]);
    }
}

#[test]
fn bg3_mod_15_a_rush_that_makes_a_pinch_is_the_rushers() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", moving(5.0), (12.0, 12.5, 90.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .order("B1", Order::Hold)
            .engaged("A1", "B1", Side::Front),
    );
    let facts = goes_on(state, &[activate("A2")], &[]);
    assert_eq!(of_units(&facts, "pinches_made", ["A1", "A2"]), [0.0, 1.0]);
    // The flank is 2.5 long.
    assert_eq!(of_units(&facts, "final_rush_contact_inches", ["A2"]), [2.5]);
}

#[test]
fn bg3_rush_15_rushes_made_together() {
    let state = begun(
        scene3()
            .unit("A1", line(), (16.2, 12.5, 0.0))
            .unit("A2", line(), (19.8, 12.5, 0.0))
            .unit("B1", line(), (18.0, 17.25, 180.0))
            .order("B1", Order::Hold),
    );
    let both = Command::Activate {
        units: vec![id("A1"), id("A2")],
    };
    let facts = goes_on(state, &[(Seat::A, both)], &[]);
    assert_eq!(of_units(&facts, "rushes_together", ["A1", "A2"]), [1.0, 1.0]);
    assert_eq!(of_units(&facts, "final_rushes_made", ["A1", "A2"]), [1.0, 1.0]);
    assert_eq!(of_units(&rush(Order::Hold), "rushes_together", ["A1"]), [0.0]);
}

#[test]
fn bg3_rush_06_units_with_an_open_path_and_in_range_when_a_turn_begins() {
    // A1 shoots 10 and sees B1 at 9.5; A2 shoots 9 and does not reach it, A3 shoots not at all. All have an Open Path.
    let archer = |range| shooting(range, RangedType::Indirect);
    let state = scene3()
        .unit("A1", archer(10.0), (18.0, 10.0, 0.0))
        .unit("A2", archer(9.0), (13.0, 10.0, 0.0))
        .unit("A3", line(), (23.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 22.0, 180.0))
        .set(|state| state.agenda.push(crate::model::agenda::Step::Snapshot.into()))
        .state();
    let (_, _, events) = at_table(state.clone(), &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        crate::rules::final_rush::take_snapshot(table, &frame).is_ok()
    });
    let facts = told(state, &events);
    for (counter, expected) in [
        ("units_in_sight_of_enemy", [3.0, 0.0]),
        ("units_in_range", [1.0, 0.0]),
        ("units_with_open_path", [3.0, 0.0]),
        ("units_with_rush", [0.0, 0.0]),
    ] {
        assert_eq!(of_players(&facts, counter, [0, 1]), expected, "{counter}");
    }
}
