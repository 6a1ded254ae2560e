//! Counters of losses: to what units fall, who steps in for them, why they check their courage.

use battleground_geometry::Side;

use super::*;
use crate::model::agenda::Answer;
use crate::model::cards::{Boxes, RangedType, UnitType};
use crate::model::command::Patch;
use crate::model::event::ProcedureEvent;
use crate::model::state::RoutCause;
use crate::scene::{begun, moving, shooting};

const LOST_TO: [&str; 9] = [
    "units_lost_to_melee",
    "units_lost_to_shooting",
    "units_lost_to_free_attacks",
    "units_lost_to_table_edge",
    "units_lost_to_enemy_in_way",
    "units_lost_to_no_room",
    "units_lost_to_other_damage",
    "units_lost_to_rout_checks",
    "units_lost_to_rushes",
];

/// A unit with one box.
fn frail() -> UnitType {
    UnitType {
        boxes: Boxes {
            green: 1,
            yellow: 0,
            red: 0,
        },
        ..line()
    }
}

fn facing() -> Scene {
    scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", frail(), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Front)
}

fn assert_lost_to(facts: &[Fact], unit: &str, expected: &str) {
    for counter in LOST_TO {
        let one = f64::from(u8::from(counter == expected));
        assert_eq!(of_units(facts, counter, [unit]), [one], "{unit}: {counter}");
    }
}

#[test]
fn bg3_comb_19_units_lost_to_melee_and_to_shooting() {
    assert_lost_to(&fought(facing(), &[1; 10]), "B1", "units_lost_to_melee");
    let shot = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .unit("B1", frail(), (18.0, 12.25, 180.0))
        .order("B1", Order::Hold);
    assert_lost_to(&fought(shot, &[1; 10]), "B1", "units_lost_to_shooting");
}

#[test]
fn bg3_cour_16_units_lost_to_free_attacks() {
    // B1 has two boxes, one of them marked: it fails the check that it owes, and a Free Attack of A1 marks the other.
    let two = UnitType {
        boxes: Boxes {
            green: 1,
            yellow: 1,
            red: 0,
        },
        ..line()
    };
    let made = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", two, (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Front)
        .change("B1", |unit| {
            unit.marked = 1;
            unit.pending.rout.push(RoutCause::LastGreen);
        });
    let facts = checked(made, &[6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_lost_to(&facts, "B1", "units_lost_to_free_attacks");
    assert_eq!(of_players(&facts, "points_destroyed", [0, 1]), [200.0, 0.0]);
}

#[test]
fn bg3_rout_07_units_lost_to_the_table_edge() {
    // A router that touches its own edge and looks over it.
    let made = scene3()
        .unit("A1", line(), (18.0, 1.25, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("A2", line(), (30.0, 5.0, 0.0))
        .order("A2", Order::Hold)
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .order("B1", Order::Hold);
    let facts = goes_on(made.state(), &[activate("A1")], &[]);
    assert_lost_to(&facts, "A1", "units_lost_to_table_edge");
    // Nobody's unit did it: the points are those of the only enemy player.
    assert_eq!(of_players(&facts, "points_destroyed", [0, 1]), [0.0, 200.0]);
}

#[test]
fn bg3_back_02_back_ups_used_and_sacrifices() {
    // B1 falls in the fight, and of what is offered the first is that B2 takes its place: nobody was given up.
    let backed = facing().unit("B2", line(), (18.0, 15.0, 180.0));
    let facts = fought(backed, &[1; 10]);
    assert_eq!(of_units(&facts, "back_ups_used", ["B1", "B2"]), [0.0, 1.0]);
    assert_eq!(of_units(&facts, "sacrifices", ["B1", "B2"]), [0.0, 0.0]);
}

#[test]
fn bg3_back_03_a_unit_given_up_for_its_back_up_unit_is_a_sacrifice() {
    let made = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .order("A1", Order::Hold)
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("B1", "A1", Side::Front)
        .change("A1", |unit| unit.pending.rout.push(RoutCause::Red));
    let given_up = Command::Choose {
        answer: Answer::Unit(id("A2")),
    };
    let facts = goes_on(courage_phase(made), &[(Seat::A, given_up)], &[6, 6, 6]);
    assert_eq!(of_units(&facts, "sacrifices", ["A1", "A2"]), [1.0, 0.0]);
    assert_eq!(of_units(&facts, "back_ups_used", ["A1", "A2"]), [0.0, 1.0]);
    assert_eq!(of_units(&facts, "rout_checks_red", ["A1"]), [1.0]);
    assert_eq!(of_units(&facts, "rout_checks_red_passed", ["A1"]), [0.0]);
}

#[test]
fn bg3_cour_05_rout_checks_by_their_causes() {
    for (cause, counter) in [
        (RoutCause::LastGreen, "rout_checks_last_green"),
        (RoutCause::LastYellow, "rout_checks_last_yellow"),
        (RoutCause::MovedThrough, "rout_checks_moved_through"),
        (RoutCause::Pinched, "rout_checks_pinched"),
        (RoutCause::Red, "rout_checks_red"),
    ] {
        // Courage 12: three ones pass, three sixes fail.
        for (dice, passed) in [([1, 1, 1], 1.0), ([6, 6, 6], 0.0)] {
            let made = scene3()
                .unit("A1", line(), (18.0, 15.0, 90.0))
                .order("A1", Order::Hold)
                .unit("B1", line(), (3.0, 28.0, 180.0))
                .order("B1", Order::Hold)
                .change("A1", |unit| unit.pending.rout.push(cause));
            let facts = checked(made, &dice);
            assert_eq!(of_units(&facts, counter, ["A1"]), [1.0], "{counter}");
            let of_passed = format!("{counter}_passed");
            assert_eq!(of_units(&facts, &of_passed, ["A1"]), [passed], "{of_passed}");
        }
    }
}

#[test]
fn bg3_cour_05_one_check_answers_for_all_its_causes() {
    let made = scene3()
        .unit("A1", line(), (18.0, 15.0, 90.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .order("B1", Order::Hold)
        .change("A1", |unit| {
            unit.pending.rout = vec![RoutCause::Red, RoutCause::Pinched, RoutCause::Red];
        });
    let facts = checked(made, &[1, 1, 1]);
    for counter in ["rout_checks_red", "rout_checks_pinched", "courage_passed"] {
        assert_eq!(of_units(&facts, counter, ["A1"]), [1.0], "{counter}");
    }
}

#[test]
fn bg3_rout_01_points_that_are_routing_at_the_end_of_a_turn() {
    let made = scene3()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("A2", line(), (8.0, 5.0, 0.0))
        .order("A2", Order::Hold)
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .order("B1", Order::Hold);
    let facts = fought(made, &[]);
    assert_eq!(
        of_units(&facts, "points_routing", ["A1", "A2", "B1"]),
        [200.0, 0.0, 0.0]
    );
    assert_eq!(
        of_units(&facts, "turns_routing", ["A1", "A2", "B1"]),
        [1.0, 0.0, 0.0]
    );
}

#[test]
fn bg3_rout_07_every_cause_of_a_loss_but_a_ruling_has_its_counter() {
    let state = scene3()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .state();
    for (cause, counter) in [
        (Cause::FreeAttack, "units_lost_to_free_attacks"),
        (Cause::RoutIntoEdge, "units_lost_to_table_edge"),
        (Cause::Fled, "units_lost_to_table_edge"),
        (Cause::RoutIntoEnemy, "units_lost_to_enemy_in_way"),
        (Cause::NoPlace, "units_lost_to_no_room"),
        (Cause::Damage, "units_lost_to_other_damage"),
        (Cause::RoutCheck, "units_lost_to_rout_checks"),
        (Cause::FollowUpCheck, "units_lost_to_rout_checks"),
        (Cause::Rushed, "units_lost_to_rushes"),
        (Cause::Ruling, "none"),
    ] {
        let event = Event::Damage(DamageEvent::UnitDestroyed {
            unit: id("A1"),
            cause,
            by: None,
        });
        assert_lost_to(&of(&state, &event), "A1", counter);
    }
}

#[test]
fn bg3_rout_13_a_routing_unit_that_is_rushed_is_lost_to_a_rush() {
    let made = scene3()
        .unit("A1", moving(3.5), (18.0, 10.0, 0.0))
        .unit("A2", line(), (3.0, 3.0, 0.0))
        .order("A2", Order::Hold)
        .unit("B1", line(), (18.0, 15.0, 0.0))
        .change("B1", |unit| unit.status = Status::Routing)
        .unit("B2", line(), (3.0, 28.0, 180.0));
    let facts = goes_on(begun(made), &[activate("A1")], &[]);
    assert_lost_to(&facts, "B1", "units_lost_to_rushes");
}

#[test]
fn bg3_rout_11_friends_run_through_are_counted_for_the_router() {
    // A1 begins flush behind A2 and is set down on its far side.
    let through = |y: f64| {
        let made = scene3()
            .unit("A1", moving(3.5), (18.0, y, 180.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .unit("A2", line(), (18.0, 10.0, 0.0))
            .order("A2", Order::Hold)
            .unit("B1", line(), (3.0, 28.0, 180.0))
            .order("B1", Order::Hold);
        let facts = goes_on(begun(made), &[activate("A1")], &[]);
        of_units(&facts, "friends_routed_through", ["A1", "A2"])
    };
    assert_eq!(through(12.5), [1.0, 0.0]);
    assert_eq!(through(13.5), [0.0, 0.0], "1 short of it, it stops");
}

/// A2 stands alone in a courage phase, run through this turn and owing a check, in this status.
fn run_through(status: Option<Status>) -> Scene {
    scene3()
        .unit("A1", line(), (8.0, 5.0, 0.0))
        .order("A1", Order::Hold)
        .unit("A2", frail(), (18.0, 15.0, 180.0))
        .order("A2", Order::Hold)
        .unit("B1", line(), (3.0, 28.0, 180.0))
        .order("B1", Order::Hold)
        .change("A2", |unit| {
            unit.status = status.unwrap_or(unit.status);
            unit.turn.run_through = true;
            unit.pending.rout.push(RoutCause::MovedThrough);
        })
}

#[test]
fn bg3_rout_11_units_lost_to_a_run_through() {
    let lost = |facts: &[Fact]| of_units(facts, "units_lost_to_run_through", ["A1", "A2", "B1"]);
    // Routing already, it is destroyed by the check that it fails; if it passes it lives.
    let failed = checked(run_through(Some(Status::Routing)), &[6, 6, 6]);
    assert_eq!(lost(&failed), [0.0, 1.0, 0.0]);
    assert_lost_to(&failed, "A2", "units_lost_to_rout_checks");
    let passed = checked(run_through(Some(Status::Routing)), &[1, 1, 1]);
    assert_eq!(lost(&passed), [0.0; 3]);
    // Ready, it routs from its place and lives.
    assert_eq!(lost(&checked(run_through(None), &[6, 6, 6])), [0.0; 3]);
    // Engaged, it routs and a Free Attack marks its only box.
    let engaged = || {
        run_through(None)
            .unit("B2", line(), (18.0, 17.5, 180.0))
            .order("B2", Order::Hold)
            .engaged("B2", "A2", Side::Rear)
    };
    let dice = [6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    let facts = checked(engaged(), &dice);
    assert_eq!(lost(&facts), [0.0, 1.0, 0.0]);
    assert_lost_to(&facts, "A2", "units_lost_to_free_attacks");
    // The same for another cause, and nobody ran through it.
    let made = engaged().change("A2", |unit| {
        unit.turn.run_through = false;
        unit.pending.rout = vec![RoutCause::Pinched];
    });
    assert_eq!(lost(&checked(made, &dice)), [0.0; 3]);
}

#[test]
fn bg3_rout_11_a_router_that_is_lost_before_its_check_is_not_lost_to_the_run_through() {
    let destroyed = |cause: Cause, change: fn(&mut crate::model::state::Unit)| {
        let state = run_through(Some(Status::Routing))
            .change("A2", |unit| {
                unit.pending.rout.clear();
                unit.turn.just_routed = true;
            })
            .change("A2", change)
            .state();
        let event = Event::Damage(DamageEvent::UnitDestroyed {
            unit: id("A2"),
            cause,
            by: None,
        });
        counted(&of(&state, &event), "units_lost_to_run_through")
    };
    assert_eq!(destroyed(Cause::RoutIntoEnemy, |_| {}), 1.0);
    let owes = |unit: &mut crate::model::state::Unit| unit.pending.rout.push(RoutCause::MovedThrough);
    assert_eq!(destroyed(Cause::RoutIntoEnemy, owes), 0.0, "it owes the check");
    let routed_before = |unit: &mut crate::model::state::Unit| unit.turn.just_routed = false;
    assert_eq!(
        destroyed(Cause::RoutIntoEdge, routed_before),
        0.0,
        "it routed before"
    );
    assert_eq!(destroyed(Cause::Attack, |_| {}), 0.0, "it falls in the fight");
}

#[test]
fn boxes_healed_or_given_back_by_a_ruling_are_told_as_shares_of_the_unit() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .change("A1", |unit| (unit.marked, unit.fresh) = (4, 1))
        .state();
    let all = f64::from(state.kind(state.unit(id("A1")).unwrap()).boxes.all());
    let healed = Event::Damage(DamageEvent::BoxesErased {
        unit: id("A1"),
        boxes: 3,
    });
    let boxes = |damage: u8| {
        Event::Procedure(ProcedureEvent::Ruled {
            patch: Patch::Boxes {
                unit: id("A1"),
                damage: Some(damage),
                ammo: None,
            },
            roll: None,
        })
    };
    // Of five marked boxes two are left, then six, then one.
    let shares: Vec<f64> = told(state, &[healed, boxes(6), boxes(1)])
        .iter()
        .filter_map(|fact| match fact {
            Fact::Restored(regained) => Some(regained.share * all),
            Fact::DamageDealt(lost) => Some(-lost.share * all),
            _ => None,
        })
        .collect();
    assert_eq!(shares.len(), 3, "{shares:?}");
    for (told, expected) in shares.iter().zip([3.0, -4.0, 5.0]) {
        assert!((told - expected).abs() < 1e-9, "{shares:?}");
    }
}
