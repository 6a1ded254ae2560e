//! Several units under Direct Control that are moved in one step (p. 12).

use battleground_geometry::Way;
use hindsight_kernel::Offers as _;

use super::*;
use crate::model::command::{Leg, UnitLegs};
use crate::model::event::{MoveKind, MovementEvent};

/// Two units under Direct Control that were activated together and wait for their legs.
fn waiting(first: (f64, f64, f64), second: (f64, f64, f64)) -> State {
    let made = scene3()
        .unit("A1", moving(5.0), first)
        .unit("A2", moving(5.0), second)
        .holding("A3", line(), (5.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .change("A2", |unit| unit.turn.controlled = true);
    play3(begun(made), &[activate(&["A1", "A2"])], &[]).unwrap().0
}

/// A2 stands right behind A1: touching it, both look north.
fn column() -> State {
    waiting((18.0, 12.5, 0.0), (18.0, 10.0, 0.0))
}

fn together(moves: &[(&str, Vec<Leg>)]) -> Command {
    let moves = moves.iter().map(|(unit, legs)| UnitLegs {
        unit: id(unit),
        legs: legs.clone(),
        land: None,
        nearest: None,
    });
    Command::SubmitLegsTogether {
        moves: moves.collect(),
    }
}

#[test]
fn bg3_mov_15_units_under_direct_control_move_in_one_step() {
    let state = column();
    let both = together(&[("A2", vec![forward(3.5)]), ("A1", vec![forward(3.5)])]);
    let (after, events) = play3(state.clone(), &[(Seat::A, both)], &[]).unwrap();
    assert_eq!(stands(&after, "A1"), Some(pose(18.0, 16.0, 0.0)));
    assert_eq!(stands(&after, "A2"), Some(pose(18.0, 13.5, 0.0)));
    let at_once = |event: &Event| match event {
        Event::Movement(MovementEvent::UnitsMoved { kind, moves }) => {
            *kind == MoveKind::Controlled && moves.len() == 2
        }
        _ => false,
    };
    assert!(events.iter().any(at_once));
    for unit in ["A1", "A2"] {
        assert!(after.unit(id(unit)).unwrap().turn.activated, "{unit}");
    }
    assert_eq!(after.agenda.last().unwrap().step, Step::MovementAndCommand);
    // One after the other the one behind gets nowhere while the one before it stands.
    let one = |unit: &str| together(&[(unit, vec![forward(3.5)])]);
    assert_ne!(refused3(&state, Seat::A, one("A2")), "accepted");
    assert_eq!(refused3(&state, Seat::A, one("A1")), "accepted");
    // As ever the unit that waits may be moved alone, and then the other.
    let (state, _) = play3(
        state,
        &[
            (Seat::A, submit_legs(vec![forward(3.5)])),
            (Seat::A, submit_legs(vec![forward(2.0)])),
        ],
        &[],
    )
    .unwrap();
    assert_eq!(stands(&state, "A2"), Some(pose(18.0, 12.0, 0.0)));
}

#[test]
fn bg3_mov_15_they_do_not_overlap_where_they_end_or_on_the_way() {
    // A1 ends 1 farther, A2 3.5: 2.5 deep in it.
    let into = together(&[("A1", vec![forward(1.0)]), ("A2", vec![forward(3.5)])]);
    assert_eq!(refused3(&column(), Seat::A, into), "BG3-MOV-15");
    // Side by side 0.1 apart, each to where the other stood: they meet half way.
    let beside = waiting((16.2, 10.0, 0.0), (19.8, 10.0, 0.0));
    let swap = together(&[
        ("A1", vec![shift(Way::Right, 3.5)]),
        ("A2", vec![shift(Way::Left, 3.5)]),
    ]);
    assert_eq!(refused3(&beside, Seat::A, swap), "BG3-MOV-15");
    // Both to the right by 3.5 is one movement of both.
    let aside = together(&[
        ("A1", vec![shift(Way::Right, 3.5)]),
        ("A2", vec![shift(Way::Right, 3.5)]),
    ]);
    assert_eq!(refused3(&beside, Seat::A, aside), "accepted");
}

#[test]
fn bg3_mov_15_one_that_stays_stands_in_the_way() {
    let state = column();
    let stays = together(&[("A1", Vec::new()), ("A2", vec![forward(1.0)])]);
    assert_eq!(refused3(&state, Seat::A, stays), "BG3-MOV-14");
    let stands_still = together(&[("A1", Vec::new()), ("A2", Vec::new())]);
    assert_eq!(refused3(&state, Seat::A, stands_still), "accepted");
}

#[test]
fn bg3_mov_15_only_units_of_the_group_are_moved_and_each_once() {
    let state = column();
    let step = |units: &[&str]| {
        let moves: Vec<(&str, Vec<Leg>)> = units.iter().map(|unit| (*unit, vec![forward(1.0)])).collect();
        together(&moves)
    };
    assert_eq!(refused3(&state, Seat::A, step(&["A1", "A3"])), "BG3-MOV-15");
    assert_eq!(refused3(&state, Seat::A, step(&["A1", "A1"])), "BG3-MOV-15");
    assert_ne!(refused3(&state, Seat::A, step(&[])), "accepted");
    assert_ne!(refused3(&state, Seat::B, step(&["A1", "A2"])), "accepted");
    // Before they are activated nobody waits.
    let idle = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0)),
    );
    assert_ne!(refused3(&idle, Seat::A, step(&["A1"])), "accepted");
}

/// A1, under its order, right before A2, which is under Direct Control: both look north and were activated together.
fn mixed(order: Order) -> State {
    let made = scene3()
        .unit("A1", moving(5.0), (18.0, 12.5, 0.0))
        .order("A1", order)
        .unit("A2", moving(5.0), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .change("A2", |unit| unit.turn.controlled = true);
    play3(begun(made), &[activate(&["A1", "A2"])], &[]).unwrap().0
}

#[test]
fn bg3_mov_15_units_under_an_order_and_under_direct_control_move_in_one_step() {
    let state = mixed(Order::Close);
    // One after the other A1 stands in the way of A2.
    let submit = submit_legs(vec![forward(5.0)]);
    assert_eq!(refused3(&state, Seat::A, submit), "BG3-MOV-14");
    // Together both go 5 inches: A1, named without legs, as Close leads it.
    let both = together(&[("A1", Vec::new()), ("A2", vec![forward(5.0)])]);
    let (moved, events) = play3(state.clone(), &[(Seat::A, both)], &[]).unwrap();
    assert_eq!(stands(&moved, "A1"), Some(pose(18.0, 17.5, 0.0)));
    assert_eq!(stands(&moved, "A2"), Some(pose(18.0, 15.0, 0.0)));
    // One event: in none between them the one lies where the other has not left yet.
    let told: Vec<Vec<MoveKind>> = events
        .iter()
        .map(|event| event.movements().into_iter().map(|(kind, _)| kind).collect())
        .filter(|kinds: &Vec<MoveKind>| !kinds.is_empty())
        .collect();
    assert_eq!(told, [[MoveKind::Controlled, MoveKind::Ordered]]);
    let done = |unit: &str| moved.unit(id(unit)).unwrap().turn.activated;
    assert!(done("A1") && done("A2"));
    // Whoever follows an order takes no legs.
    let legs = together(&[("A1", vec![forward(1.0)]), ("A2", vec![forward(1.0)])]);
    assert_eq!(refused3(&state, Seat::A, legs), "BG3-MOV-15");
}

#[test]
fn bg3_mov_15_a_follower_comes_to_where_its_leader_under_direct_control_goes() {
    // The rear of A2 is at 13.75 and the front of A1 at 11.25. One after the other A1 comes 2.5 inches up to A2; in one step A2 leads it
    // 3.5 farther, and it has 5 (BG3-ORD-07).
    let made = || {
        scene3()
            .unit("A1", moving(5.0), (18.0, 10.0, 0.0))
            .order("A1", Order::Follow)
            .unit("A2", moving(5.0), (18.0, 15.0, 0.0))
            .holding("B1", line(), (18.0, 27.0, 180.0))
            .change("A2", |unit| unit.turn.controlled = true)
    };
    let alone = play3(begun(made()), &[activate(&["A1"])], &[]).unwrap().0;
    assert_eq!(stands(&alone, "A1"), Some(pose(18.0, 12.5, 0.0)));
    let state = play3(begun(made()), &[activate(&["A1", "A2"])], &[]).unwrap().0;
    let both = together(&[("A1", Vec::new()), ("A2", vec![forward(3.5)])]);
    let (moved, _) = play3(state, &[(Seat::A, both)], &[]).unwrap();
    assert_eq!(stands(&moved, "A2"), Some(pose(18.0, 18.5, 0.0)));
    assert_eq!(stands(&moved, "A1"), Some(pose(18.0, 15.0, 0.0)));
}

#[test]
fn bg3_mov_15_one_that_its_order_lets_stay_stands_in_the_way() {
    let both = together(&[("A1", Vec::new()), ("A2", vec![forward(1.0)])]);
    assert_eq!(refused3(&mixed(Order::Hold), Seat::A, both), "BG3-MOV-14");
}

#[test]
fn bg3_mov_15_they_do_not_go_into_one_another() {
    // A1 goes 5 north in the way of A2, which shifts to where it comes by: from beside its end.
    let made = scene3()
        .unit("A1", moving(5.0), (18.0, 10.0, 0.0))
        .order("A1", Order::Close)
        .unit("A2", moving(8.5), (22.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .change("A2", |unit| unit.turn.controlled = true);
    let state = play3(begun(made), &[activate(&["A1", "A2"])], &[]).unwrap().0;
    let into = together(&[("A1", Vec::new()), ("A2", vec![shift(Way::Left, 3.0)])]);
    assert_eq!(refused3(&state, Seat::A, into), "BG3-MOV-15");
    let beside = together(&[("A1", Vec::new()), ("A2", vec![shift(Way::Left, 0.4)])]);
    assert_eq!(refused3(&state, Seat::A, beside), "accepted");
}

#[test]
fn bg3_mov_15_moving_both_kinds_in_one_step_is_offered() {
    let state = mixed(Order::Close);
    let offers = Battleground3::offers(&state, Seat::A);
    let of_both =
        |command: &&Command| matches!(command, Command::SubmitLegsTogether { moves } if moves.len() == 2);
    let found = offers
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .filter(of_both);
    assert!(found.count() > 0);
}

#[test]
fn bg3_mov_15_moving_them_in_one_step_is_offered() {
    let state = column();
    let offers = Battleground3::offers(&state, Seat::A);
    let of_both =
        |command: &&Command| matches!(command, Command::SubmitLegsTogether { moves } if moves.len() == 2);
    let found: Vec<Command> = offers
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .filter(of_both)
        .cloned()
        .collect();
    assert!(!found.is_empty());
    for command in found {
        assert_eq!(
            refused3(&state, Seat::A, command.clone()),
            "accepted",
            "{command:?}"
        );
    }
}
