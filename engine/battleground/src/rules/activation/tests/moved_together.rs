//! Several units that are moved in one step in either edition (v4 pp. 33, 43, 46; v3 p. 12).

use battleground_geometry::Way;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::model::agenda::Step;
use crate::model::command::{Command, Leg};
use crate::model::event::{Event, MoveKind, MovementEvent};
use crate::model::orders::Order;
use crate::model::state::State;
use crate::playing::{activate, play_strictly, refused_by, stands, together};
use crate::scene::{
    begun, forward, id, in_editions, line, moving, of_editions, pose, scene_of, shift, submit_legs,
};

/// Two units under Direct Control that were activated together and wait for their legs.
fn waiting(edition: Edition, first: (f64, f64, f64), second: (f64, f64, f64)) -> State {
    let made = scene_of(edition)
        .unit("A1", moving(5.0), first)
        .unit("A2", moving(5.0), second)
        .holding("A3", line(), (5.0, 5.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .change("A2", |unit| unit.turn.controlled = true);
    play_strictly(begun(made), &[activate(&["A1", "A2"])], &[])
        .unwrap()
        .0
}

/// A2 stands right behind A1: touching it, both look north.
fn column(edition: Edition) -> State {
    waiting(edition, (18.0, 12.5, 0.0), (18.0, 10.0, 0.0))
}

fn units_under_direct_control_move_in_one_step(edition: Edition) {
    let state = column(edition);
    let both = together(&[("A2", vec![forward(3.5)]), ("A1", vec![forward(3.5)])]);
    let (after, events) = play_strictly(state.clone(), &[(Seat::A, both)], &[]).unwrap();
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
    assert_ne!(refused_by(&state, Seat::A, one("A2")), "accepted");
    assert_eq!(refused_by(&state, Seat::A, one("A1")), "accepted");
    // As ever the unit that waits may be moved alone, and then the other.
    let (state, _) = play_strictly(
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

in_editions!(units_under_direct_control_move_in_one_step:
    #[test] fn bg4_turn_06_units_under_direct_control_move_in_one_step(V4);
    #[test] fn bg3_mov_15_units_under_direct_control_move_in_one_step(V3);
);

fn they_do_not_overlap_where_they_end_or_on_the_way(edition: Edition) {
    // A1 ends 1 farther, A2 3.5: 2.5 deep in it.
    let into = together(&[("A1", vec![forward(1.0)]), ("A2", vec![forward(3.5)])]);
    assert_eq!(
        refused_by(&column(edition), Seat::A, into),
        of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"])
    );
    // Side by side 0.1 apart, each to where the other stood: they meet half way.
    let beside = waiting(edition, (16.2, 10.0, 0.0), (19.8, 10.0, 0.0));
    let swap = together(&[
        ("A1", vec![shift(Way::Right, 3.5)]),
        ("A2", vec![shift(Way::Left, 3.5)]),
    ]);
    assert_eq!(
        refused_by(&beside, Seat::A, swap),
        of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"])
    );
    // Both to the right by 3.5 is one movement of both.
    let aside = together(&[
        ("A1", vec![shift(Way::Right, 3.5)]),
        ("A2", vec![shift(Way::Right, 3.5)]),
    ]);
    assert_eq!(refused_by(&beside, Seat::A, aside), "accepted");
}

in_editions!(they_do_not_overlap_where_they_end_or_on_the_way:
    #[test] fn bg4_turn_06_they_do_not_overlap_where_they_end_or_on_the_way(V4);
    #[test] fn bg3_mov_15_they_do_not_overlap_where_they_end_or_on_the_way(V3);
);

fn one_that_stays_stands_in_the_way(edition: Edition) {
    let state = column(edition);
    let stays = together(&[("A1", Vec::new()), ("A2", vec![forward(1.0)])]);
    assert_eq!(
        refused_by(&state, Seat::A, stays),
        of_editions(edition, ["BG4-MOVE-18", "BG3-MOV-14"])
    );
    let stands_still = together(&[("A1", Vec::new()), ("A2", Vec::new())]);
    assert_eq!(refused_by(&state, Seat::A, stands_still), "accepted");
}

in_editions!(one_that_stays_stands_in_the_way:
    #[test] fn bg4_turn_06_one_that_stays_stands_in_the_way(V4);
    #[test] fn bg3_mov_15_one_that_stays_stands_in_the_way(V3);
);

fn only_units_of_the_group_are_moved_and_each_once(edition: Edition) {
    let state = column(edition);
    let step = |units: &[&str]| {
        let moves: Vec<(&str, Vec<Leg>)> = units.iter().map(|unit| (*unit, vec![forward(1.0)])).collect();
        together(&moves)
    };
    assert_eq!(
        refused_by(&state, Seat::A, step(&["A1", "A3"])),
        of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"])
    );
    assert_eq!(
        refused_by(&state, Seat::A, step(&["A1", "A1"])),
        of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"])
    );
    assert_ne!(refused_by(&state, Seat::A, step(&[])), "accepted");
    assert_ne!(refused_by(&state, Seat::B, step(&["A1", "A2"])), "accepted");
    // Before they are activated nobody waits.
    let idle = begun(scene_of(edition).unit("A1", line(), (18.0, 10.0, 0.0)).unit(
        "B1",
        line(),
        (18.0, 27.0, 180.0),
    ));
    assert_ne!(refused_by(&idle, Seat::A, step(&["A1"])), "accepted");
}

in_editions!(only_units_of_the_group_are_moved_and_each_once:
    #[test] fn bg4_turn_06_only_units_of_the_group_are_moved_and_each_once(V4);
    #[test] fn bg3_mov_15_only_units_of_the_group_are_moved_and_each_once(V3);
);

/// A1, under its order, right before A2, which is under Direct Control: both look north and were activated together.
fn mixed(edition: Edition, order: Order) -> State {
    let made = scene_of(edition)
        .unit("A1", moving(5.0), (18.0, 12.5, 0.0))
        .order("A1", order)
        .unit("A2", moving(5.0), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .change("A2", |unit| unit.turn.controlled = true);
    play_strictly(begun(made), &[activate(&["A1", "A2"])], &[])
        .unwrap()
        .0
}

fn units_under_an_order_and_under_direct_control_move_in_one_step(edition: Edition) {
    let state = mixed(edition, Order::Close);
    // One after the other A1 stands in the way of A2.
    let submit = submit_legs(vec![forward(5.0)]);
    assert_eq!(
        refused_by(&state, Seat::A, submit),
        of_editions(edition, ["BG4-MOVE-18", "BG3-MOV-14"])
    );
    // Together both go 5 inches: A1, named without legs, as Close leads it.
    let both = together(&[("A1", Vec::new()), ("A2", vec![forward(5.0)])]);
    let (moved, events) = play_strictly(state.clone(), &[(Seat::A, both)], &[]).unwrap();
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
    assert_eq!(
        refused_by(&state, Seat::A, legs),
        of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"])
    );
}

in_editions!(units_under_an_order_and_under_direct_control_move_in_one_step:
    #[test] fn bg4_turn_06_units_under_an_order_and_under_direct_control_move_in_one_step(V4);
    #[test] fn bg3_mov_15_units_under_an_order_and_under_direct_control_move_in_one_step(V3);
);

fn one_that_its_order_lets_stay_stands_in_the_way(edition: Edition) {
    let both = together(&[("A1", Vec::new()), ("A2", vec![forward(1.0)])]);
    assert_eq!(
        refused_by(&mixed(edition, Order::Hold), Seat::A, both),
        of_editions(edition, ["BG4-MOVE-18", "BG3-MOV-14"])
    );
}

in_editions!(one_that_its_order_lets_stay_stands_in_the_way:
    #[test] fn bg4_turn_06_one_that_its_order_lets_stay_stands_in_the_way(V4);
    #[test] fn bg3_mov_15_one_that_its_order_lets_stay_stands_in_the_way(V3);
);

fn they_do_not_go_into_one_another(edition: Edition) {
    // A1 goes 5 north in the way of A2, which shifts to where it comes by: from beside its end.
    let made = scene_of(edition)
        .unit("A1", moving(5.0), (18.0, 10.0, 0.0))
        .order("A1", Order::Close)
        .unit("A2", moving(8.5), (22.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
        .change("A2", |unit| unit.turn.controlled = true);
    let state = play_strictly(begun(made), &[activate(&["A1", "A2"])], &[])
        .unwrap()
        .0;
    let into = together(&[("A1", Vec::new()), ("A2", vec![shift(Way::Left, 3.0)])]);
    assert_eq!(
        refused_by(&state, Seat::A, into),
        of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"])
    );
    let beside = together(&[("A1", Vec::new()), ("A2", vec![shift(Way::Left, 0.4)])]);
    assert_eq!(refused_by(&state, Seat::A, beside), "accepted");
}

in_editions!(they_do_not_go_into_one_another:
    #[test] fn bg4_turn_06_they_do_not_go_into_one_another(V4);
    #[test] fn bg3_mov_15_they_do_not_go_into_one_another(V3);
);

fn moving_both_kinds_in_one_step_is_offered(edition: Edition) {
    let state = mixed(edition, Order::Close);
    let offers = crate::offers::offers(&state, Seat::A);
    let of_both =
        |command: &&Command| matches!(command, Command::SubmitLegsTogether { moves } if moves.len() == 2);
    let found = offers
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .filter(of_both);
    assert!(found.count() > 0);
}

in_editions!(moving_both_kinds_in_one_step_is_offered:
    #[test] fn bg4_turn_06_moving_both_kinds_in_one_step_is_offered(V4);
    #[test] fn bg3_mov_15_moving_both_kinds_in_one_step_is_offered(V3);
);

fn moving_them_in_one_step_is_offered(edition: Edition) {
    let state = column(edition);
    let offers = crate::offers::offers(&state, Seat::A);
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
            refused_by(&state, Seat::A, command.clone()),
            "accepted",
            "{command:?}"
        );
    }
}

in_editions!(moving_them_in_one_step_is_offered:
    #[test] fn bg4_turn_06_moving_them_in_one_step_is_offered(V4);
    #[test] fn bg3_mov_15_moving_them_in_one_step_is_offered(V3);
);
