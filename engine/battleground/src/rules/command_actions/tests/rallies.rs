//! Rallies and Sound the Charge that both editions have (v4 pp. 36-38; v3 pp. 10, 29).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::model::cards::{RangedType, UnitType};
use crate::model::command::{Command, Ordered, Rallied};
use crate::model::event::{CombatEvent, Event};
use crate::model::orders::{Order, Orders, WrittenOrder};
use crate::model::state::{State, Status};
use crate::playing::{activate, play_strictly, refused_by};
use crate::scene::play_in as played_on;
use crate::scene::{
    Scene, begun, degrees, id, in_editions, line, moving, of_editions, pose, scene_of, shooting,
};

pub(crate) fn rally(unit: &str, heading: f64, airborne: bool) -> Command {
    Command::Rally {
        unit: id(unit),
        heading: degrees(heading),
        airborne,
    }
}

/// A number of command actions for South.
pub(crate) fn acting(made: Scene, actions: u8) -> State {
    begun(made.actions(actions))
}

pub(crate) fn routing(made: Scene, unit: &str, kind: UnitType, at: (f64, f64, f64)) -> Scene {
    made.unit(unit, kind, at)
        .change(unit, |unit| unit.status = Status::Routing)
}

pub(crate) fn far_enemy(made: Scene) -> Scene {
    made.holding("B1", line(), (18.0, 27.0, 180.0))
}

fn a_rallied_unit_does_nothing_else_this_turn(edition: Edition) {
    let archers = shooting(14.0, RangedType::Indirect);
    let made = routing(scene_of(edition), "A1", archers, (18.0, 10.0, 180.0)).holding(
        "B1",
        line(),
        (18.0, 20.0, 180.0),
    );
    let (state, _) = play_strictly(acting(made, 4), &[(Seat::A, rally("A1", 0.0, false))], &[]).unwrap();
    let unit = id("A1");
    let order = WrittenOrder::plain(Order::Close);
    for (command, refused) in [
        (
            Command::Activate { units: vec![unit] },
            of_editions(edition, ["BG4-TURN-05", "BG3-MOV-01"]),
        ),
        (
            Command::ChangeOrder { unit, order },
            of_editions(edition, ["BG4-CMD-05", "BG3-CMD-05"]),
        ),
        (
            Command::DirectControl { unit },
            of_editions(edition, ["BG4-CMD-06", "BG3-CMD-06"]),
        ),
        (
            rally("A1", 0.0, false),
            of_editions(edition, ["BG4-CMD-10", "BG3-CMD-11"]),
        ),
    ] {
        assert_eq!(refused_by(&state, Seat::A, command), refused);
    }
    let (_, events) = played_on(state, &[(Seat::A, Command::EndPhase)], &[]).unwrap();
    let shot = |event: &Event| matches!(event, Event::Combat(CombatEvent::AttackRolled { .. }));
    assert!(!events.iter().any(shot), "it does not shoot");
}

in_editions!(a_rallied_unit_does_nothing_else_this_turn:
    #[test] fn bg4_cmd_10_a_rallied_unit_does_nothing_else_this_turn(V4);
    #[test] fn bg3_cmd_11_a_rallied_unit_does_nothing_else_this_turn(V3);
);

pub(crate) fn charge(units: &[(&str, Order)], rallied: &[(&str, f64, bool)]) -> Command {
    let ordered = |(unit, order): &(&str, Order)| Ordered {
        unit: id(unit),
        order: WrittenOrder::plain(*order),
    };
    let rally = |(unit, heading, airborne): &(&str, f64, bool)| Rallied {
        unit: id(unit),
        heading: degrees(*heading),
        airborne: *airborne,
    };
    Command::SoundTheCharge {
        charge: units.iter().map(ordered).collect(),
        rally: rallied.iter().map(rally).collect(),
        reorganize: Vec::new(),
    }
}

fn engaged_units_are_left_out_and_ranged_needs_a_range(edition: Edition) {
    let state = acting(
        far_enemy(scene_of(edition))
            .holding("A1", line(), (8.0, 5.0, 0.0))
            .holding("A2", line(), (18.0, 10.0, 0.0))
            .unit("B2", line(), (18.0, 12.5, 180.0))
            .engaged("B2", "A2", Side::Front),
        2,
    );
    let answer = |unit: &str, order: Order| refused_by(&state, Seat::A, charge(&[(unit, order)], &[]));
    assert_eq!(
        answer("A2", Order::Close),
        of_editions(edition, ["BG4-CMD-05", "BG3-CMD-05"])
    );
    assert_eq!(
        answer("A1", Order::Range),
        of_editions(edition, ["BG4-ORDER-04", "BG3-ORD-04"])
    );
    assert_eq!(
        answer("A1", Order::Hold),
        of_editions(edition, ["BG4-CMD-13", "BG3-CMD-12"])
    );
    assert_eq!(answer("A1", Order::Close), "accepted");
}

in_editions!(engaged_units_are_left_out_and_ranged_needs_a_range:
    #[test] fn bg4_cmd_13_engaged_units_are_left_out_and_ranged_needs_a_range(V4);
    #[test] fn bg3_cmd_12_engaged_units_are_left_out_and_ranged_needs_a_range(V3);
);

fn sound_the_charge(edition: Edition) {
    use crate::model::command::Ordered;
    let made = || {
        scene_of(edition)
            .holding("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
    };
    let charge = Command::SoundTheCharge {
        charge: vec![Ordered {
            unit: id("A1"),
            order: WrittenOrder::plain(Order::Close),
        }],
        rally: Vec::new(),
        reorganize: Vec::new(),
    };
    let spent = made()
        .actions(3)
        .set(|state| state.players[0].spent_any = true)
        .state();
    assert_eq!(
        refused_by(&spent, Seat::A, charge.clone()),
        of_editions(edition, ["BG4-CMD-13", "BG3-CMD-12"])
    );
    assert_eq!(
        refused_by(&made().actions(0).state(), Seat::A, charge.clone()),
        of_editions(edition, ["BG4-CMD-13", "BG3-CMD-12"]),
        "none was gained"
    );
    let (state, _) = play_strictly(made().actions(2).state(), &[(Seat::A, charge)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 0);
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Close)))
    );
}

in_editions!(sound_the_charge:
    #[test] fn bg4_cmd_13_the_charge_takes_all_actions_and_comes_first(V4);
    #[test] fn bg3_cmd_12_sound_the_charge(V3);
);

/// A routing unit of this movement.
pub(crate) fn router(made: Scene, name: &str, movement: f64, at: (f64, f64, f64)) -> Scene {
    made.unit(name, moving(movement), at)
        .change(name, |unit| unit.status = Status::Routing)
}

/// A turn with four command actions.
pub(crate) fn with_actions(made: Scene) -> State {
    made.actions(4).state()
}

fn rallying(edition: Edition) {
    let routs =
        || router(scene_of(edition), "A1", 3.5, (18.0, 15.0, 180.0)).unit("B1", line(), (3.0, 28.0, 180.0));
    let state = with_actions(routs());
    for heading in [30.0, 90.0, 180.0] {
        let (after, _) =
            play_strictly(state.clone(), &[(Seat::A, rally("A1", heading, false))], &[]).unwrap();
        let unit = after.unit(id("A1")).unwrap();
        assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
        assert_eq!(unit.pose.unwrap().heading.value(), heading);
        assert!(unit.turn.rallied && unit.turn.activated);
        let order = Command::ChangeOrder {
            unit: id("A1"),
            order: WrittenOrder::plain(Order::Close),
        };
        assert_eq!(
            refused_by(&after, Seat::A, order),
            of_editions(edition, ["BG4-CMD-05", "BG3-CMD-05"]),
            "not in the turn of its rally"
        );
    }
    // Not after its rout movement, and no unit that does not rout.
    let rule = of_editions(edition, ["BG4-CMD-10", "BG3-CMD-11"]);
    let (after, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(refused_by(&after, Seat::A, rally("A1", 90.0, false)), rule);
    let ready = with_actions(routs().order("A1", Order::Hold));
    assert_eq!(refused_by(&ready, Seat::A, rally("A1", 90.0, false)), rule);
    // A heading that would overlap a neighbour is not available.
    let crowded = with_actions(routs().unit("A3", line(), (21.5, 15.0, 0.0)));
    assert_eq!(
        refused_by(&crowded, Seat::A, rally("A1", 45.0, false)),
        of_editions(edition, ["BG4-MAN-07", "BG3-CMD-11"])
    );
}

in_editions!(rallying:
    #[test] fn bg4_cmd_10_rally_to_hold_in_any_direction(V4);
    #[test] fn bg3_cmd_11_rallying(V3);
);

fn it_moves_in_each_of_its_owners_phases(edition: Edition) {
    let state = router(scene_of(edition), "A1", 3.5, (18.0, 15.0, 180.0))
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .state();
    assert_eq!(
        refused_by(&state, Seat::A, Command::EndPhase),
        of_editions(edition, ["BG4-TURN-03", "BG3-CMD-03"]),
        "it has not moved yet"
    );
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.5, 180.0)));
}

in_editions!(it_moves_in_each_of_its_owners_phases:
    #[test] fn bg4_rout_02_it_moves_in_each_of_its_owners_phases(V4);
    #[test] fn bg3_rout_03_it_moves_in_each_of_its_owners_phases(V3);
);
