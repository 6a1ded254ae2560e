//! Activations that both editions have (v4 pp. 33-36, 43; v3 pp. 5-6, 12).

use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::model::command::Command;
use crate::model::names::TokenNo;
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::Phase;
use crate::playing::{activate, play_strictly, refused_by};
use crate::scene::{Scene, begun, id, in_editions, line, moving, of_editions, point, pose, scene_of};

fn orders_change_before_and_after_a_move(edition: Edition) {
    // An action, two units, an action, two more; then one is ordered to Hold after its move.
    let mut made = scene_of(edition).unit("B1", line(), (18.0, 27.0, 180.0));
    for (name, x) in [("A1", 4.0), ("A2", 12.0), ("A3", 24.0), ("A4", 32.0)] {
        made = made.unit(name, line(), (x, 5.0, 0.0));
    }
    let state = begun(made.order("A1", Order::Hold).order("A3", Order::Hold).actions(4));
    let change = |unit: &str, order: Order| {
        let (unit, order) = (id(unit), WrittenOrder::plain(order));
        (Seat::A, Command::ChangeOrder { unit, order })
    };
    let commands = [
        change("A1", Order::Close),
        activate(&["A1"]),
        activate(&["A2"]),
        change("A3", Order::Close),
        activate(&["A3"]),
        activate(&["A4"]),
        change("A1", Order::Hold),
    ];
    let (after, _) = play_strictly(state, &commands, &[]).unwrap();
    let mut own = after.own(Seat::A);
    assert!(own.all(|unit| unit.turn.activated && unit.turn.moved));
    assert_eq!(after.player(Seat::A).actions, 1);
}

in_editions!(orders_change_before_and_after_a_move:
    #[test] fn bg4_turn_03_actions_and_moves_in_any_order(V4);
    #[test] fn bg3_cmd_03_orders_change_before_and_after_a_move(V3);
);

fn every_unit_that_has_to_move_is_moved(edition: Edition) {
    let made = |order| {
        scene_of(edition)
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .order("A1", order)
            .holding("B1", line(), (18.0, 27.0, 180.0))
    };
    assert_eq!(
        refused_by(&made(Order::Close).state(), Seat::A, Command::EndPhase),
        of_editions(edition, ["BG4-TURN-03", "BG3-CMD-03"])
    );
    assert_eq!(
        refused_by(&made(Order::Hold).state(), Seat::A, Command::EndPhase),
        "accepted"
    );
    // Only the earlier edition marks who was run through.
    if edition == Edition::V3 {
        let run_through = made(Order::Close).change("A1", |unit| unit.turn.run_through = true);
        assert_eq!(
            refused_by(&run_through.state(), Seat::A, Command::EndPhase),
            "accepted"
        );
    }
}

in_editions!(every_unit_that_has_to_move_is_moved:
    #[test] fn bg4_turn_03_every_unit_that_has_to_move_is_moved(V4);
    #[test] fn bg3_mov_01_every_unit_that_has_to_move_is_moved(V3);
);

/// A unit on its way to a point.
fn heading_for(made: Scene, unit: &str, number: u8, (x, y): (f64, f64)) -> Scene {
    made.objective(unit, Objective::Location(TokenNo(number)))
        .set(|state| {
            state.tokens.insert(TokenNo(number), (Seat::A, point(x, y)));
        })
}

fn units_move_together(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("A2", line(), (18.0, 7.5, 0.0))
            .holding("B1", line(), (18.0, 27.0, 180.0)),
    );
    let (state, _) = play_strictly(state, &[activate(&["A1", "A2"])], &[]).unwrap();
    let at = |unit: &str| state.unit(id(unit)).unwrap().pose;
    assert_eq!(
        (at("A1"), at("A2")),
        (Some(pose(18.0, 8.5, 0.0)), Some(pose(18.0, 11.0, 0.0)))
    );
    // A group that would end on one another is refused as a whole.
    let crossing = scene_of(edition)
        .unit("A1", line(), (16.0, 10.0, 0.0))
        .unit("A2", line(), (20.0, 10.0, 0.0))
        .holding("B1", line(), (3.0, 28.0, 180.0));
    let crossing = heading_for(crossing, "A1", 1, (17.0, 14.0));
    let crossing = heading_for(crossing, "A2", 2, (18.5, 14.0)).state();
    assert_eq!(
        refused_by(&crossing, Seat::A, activate(&["A1", "A2"]).1),
        of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"])
    );
}

in_editions!(units_move_together:
    #[test] fn bg4_turn_06_units_that_move_together_do_not_stand_in_each_others_way(V4);
    #[test] fn bg3_mov_15_units_move_together(V3);
);

fn no_unit_passes_through_a_slower_one(edition: Edition) {
    let refused = |made: Scene, units: &[&str]| {
        let state = begun(made.holding("B1", line(), (18.0, 28.0, 180.0)));
        let refusal = play_strictly(state, &[activate(units)], &[]).unwrap_err();
        let rule = of_editions(edition, ["BG4-TURN-06", "BG3-MOV-15"]);
        assert_eq!(refusal.rule.to_string(), rule);
        assert!(
            refusal.message.contains("pass through one another"),
            "{refusal:?}"
        );
    };
    // They would not end on one another: at y 13.5 and 9.75. Then cavalry directly behind infantry, to y 14.5 and 12.
    for (behind, slower) in [(5.0, 1.25), (6.0, 3.5)] {
        for units in [["A1", "A2"], ["A2", "A1"]] {
            let made = scene_of(edition)
                .unit("A1", moving(8.5), (18.0, behind, 0.0))
                .unit("A2", moving(slower), (18.0, 8.5, 0.0));
            refused(made, &units);
        }
    }
    // Nor through one that comes the other way: both would end far beyond one another.
    let against = scene_of(edition)
        .unit("A1", moving(10.5), (12.0, 10.0, 90.0))
        .unit("A2", moving(10.5), (20.0, 10.0, 270.0));
    let against = heading_for(against, "A1", 1, (34.0, 10.0));
    refused(heading_for(against, "A2", 2, (2.0, 10.0)), &["A1", "A2"]);
}

in_editions!(no_unit_passes_through_a_slower_one:
    #[test] fn bg4_turn_06_a_unit_does_not_pass_through_one_that_goes_more_slowly(V4);
    #[test] fn bg3_mov_15_units_that_move_together_do_not_pass_through_one_another(V3);
);

fn turns_alternate(edition: Edition) {
    let mut state = scene_of(edition)
        .holding("A1", line(), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 25.0, 180.0))
        .state();
    for (turn, seat) in [(3, Seat::A), (4, Seat::B), (5, Seat::A), (6, Seat::B)] {
        assert_eq!((state.turn, state.active), (turn, Some(seat)));
        assert_eq!(state.phase, Phase::MovementAndCommand);
        // Each turn that begins has its command actions, 4 of 2000 points.
        assert!(turn == 3 || state.player(seat).actions == 4, "{turn}");
        assert!(
            play_strictly(
                state.clone(),
                &[(crate::model::names::other(seat), Command::EndPhase)],
                &[]
            )
            .is_err()
        );
        state = play_strictly(state, &[(seat, Command::EndPhase)], &[]).unwrap().0;
    }
}

in_editions!(turns_alternate:
    #[test] fn bg4_turn_01_turns_alternate(V4);
    #[test] fn bg3_turn_01_turns_alternate(V3);
);
