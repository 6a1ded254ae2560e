//! Flyers that are given orders or Rallied.

use super::*;
use crate::model::orders::Orders;
use crate::scene::{inches, mc};

/// A flyer that moves 3.5 on the ground and 8.5 in the air.
fn flyer() -> UnitType {
    UnitType {
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

/// A3 in the air on Hold, where it could land.
fn above_the_camp() -> Scene {
    camp(4)
        .unit("A3", flyer(), (28.0, 12.0, 0.0))
        .order("A3", Order::Hold)
        .change("A3", |unit| {
            unit.airborne = true;
            unit.turn.began_flying = true;
        })
}

#[test]
fn bg4_fly_11_a_rallied_flyer_lands_or_stays() {
    let routing = |at: (f64, f64, f64)| {
        camp(1)
            .unit("A3", flyer(), at)
            .change("A3", |unit| {
                unit.status = Status::Routing;
                unit.airborne = true;
            })
            .state()
    };
    let rally = |heading: f64, airborne: bool| Command::Rally {
        unit: id("A3"),
        heading: Degrees::new(heading).unwrap(),
        airborne,
    };
    // Beside a unit there is room only once it has turned: it lands as it will lie.
    let beside = camp(1)
        .unit("A3", flyer(), (26.0, 12.0, 45.0))
        .unit("A4", line(), (29.55, 12.0, 0.0))
        .change("A3", |unit| {
            unit.status = Status::Routing;
            unit.airborne = true;
        })
        .state();
    let (_, events) = play(beside.clone(), &[(Seat::A, rally(0.0, false))], &[]).unwrap();
    crate::scene::assert_sound_throughout(&beside, &events);
    let free = (28.0, 12.0, 30.0);
    let (landed, _) = play(routing(free), &[(Seat::A, rally(200.0, false))], &[]).unwrap();
    let unit = landed.unit(id("A3")).unwrap();
    assert!(!unit.airborne);
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
    assert_eq!(unit.pose.unwrap().heading.value(), 200.0);
    let (stays, _) = play(routing(free), &[(Seat::A, rally(30.0, true))], &[]).unwrap();
    let unit = stays.unit(id("A3")).unwrap();
    assert!(unit.airborne, "HA");
    assert_eq!(unit.pose.unwrap().heading.value(), 30.0);
    assert_eq!(refused(routing(free), rally(40.0, true)), "BG4-FLY-11");
    // Above another unit there is no landing.
    let above = (10.5, 5.0, 30.0);
    assert_eq!(refused(routing(above), rally(30.0, false)), "BG4-FLY-11");
    assert!(play(routing(above), &[(Seat::A, rally(30.0, true))], &[]).is_ok());
}

#[test]
fn bg4_fly_02_ordered_into_the_air_it_flies_at_its_activation() {
    let state = camp(1).unit("A3", flyer(), (18.0, 10.0, 0.0)).state();
    let commands = [
        Command::ChangeOrder {
            unit: id("A3"),
            order: WrittenOrder {
                airborne: true,
                ..WrittenOrder::plain(Order::Close)
            },
        },
        Command::Activate {
            units: vec![id("A3")],
        },
    ]
    .map(|command| (Seat::A, command));
    let (state, _) = play(state, &commands, &[]).unwrap();
    let unit = state.unit(id("A3")).unwrap();
    assert_eq!(unit.pose, Some(crate::scene::pose(18.0, 18.5, 0.0)));
    assert!(unit.airborne);
    assert_eq!(state.player(Seat::A).actions, 0);
}

#[test]
fn bg4_fly_11_of_two_flyers_over_one_another_only_one_lands() {
    let rout = |unit: &mut crate::model::state::Unit| {
        unit.status = Status::Routing;
        unit.airborne = true;
    };
    let state = camp(4)
        .unit("A3", flyer(), (26.0, 5.0, 0.0))
        .unit("A4", flyer(), (27.0, 5.0, 0.0))
        .change("A3", rout)
        .change("A4", rout)
        .state();
    let sound = |second: bool| {
        let rally = |unit: &str, airborne: bool| Rallied {
            unit: id(unit),
            heading: Degrees::ZERO,
            airborne,
        };
        let command = Command::SoundTheCharge {
            charge: vec![],
            rally: vec![rally("A3", false), rally("A4", second)],
            reorganize: vec![],
        };
        play(state.clone(), &[(Seat::A, command)], &[])
    };
    assert_eq!(sound(false).unwrap_err().rule.0, "BG4-FLY-11");
    let (after, _) = sound(true).unwrap();
    let up = |unit: &str| after.unit(id(unit)).unwrap().airborne;
    assert!(!up("A3") && up("A4"));
}

#[test]
fn bg4_fly_06_whoever_flew_farther_than_it_walks_does_not_land_by_an_order() {
    let controlled = |distance: f64| {
        let leg = crate::model::command::Leg::Shift {
            way: battleground_geometry::Way::Forward,
            inches: inches(distance),
        };
        [
            Command::DirectControl { unit: id("A3") },
            Command::Activate {
                units: vec![id("A3")],
            },
            Command::SubmitLegs {
                legs: vec![leg],
                land: None,
                nearest: None,
            },
            change("A3", Order::Close),
        ]
        .map(|command| (Seat::A, command))
    };
    let (state, _) = play(above_the_camp().state(), &controlled(3.5), &[]).unwrap();
    let landed = state.unit(id("A3")).unwrap();
    assert!(!landed.airborne);
    assert_eq!(landed.status, Status::Ready(Some(Orders::plain(Order::Close))));
    let far = play(above_the_camp().state(), &controlled(4.0), &[]).unwrap_err();
    assert_eq!(far.rule.to_string(), "BG4-FLY-06");
    // In the next turn it may.
    let begun = above_the_camp()
        .change("A3", |unit| unit.turn.flown = None)
        .state();
    assert!(play(begun, &[(Seat::A, change("A3", Order::Close))], &[]).is_ok());
}

#[test]
fn bg4_cmd_13_a_flyer_lands_to_charge_without_modifiers() {
    let charge = |airborne: bool| Command::SoundTheCharge {
        charge: vec![Ordered {
            unit: id("A3"),
            order: WrittenOrder {
                airborne,
                ..WrittenOrder::plain(Order::Close)
            },
        }],
        rally: Vec::new(),
        reorganize: Vec::new(),
    };
    let above = || above_the_camp().state();
    assert_eq!(refused(above(), charge(true)), "BG4-CMD-13", "A is a modifier");
    let (state, _) = play(above(), &[(Seat::A, charge(false))], &[]).unwrap();
    let unit = state.unit(id("A3")).unwrap();
    assert!(!unit.airborne);
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Close))));
    // What is offered is legal, also where one flies over the other and only one of them can land.
    let two = above_the_camp()
        .unit("A4", flyer(), (28.5, 12.5, 0.0))
        .order("A4", Order::Hold)
        .change("A4", |unit| unit.airborne = true)
        .state();
    let mut offered = Vec::new();
    offers(&two, Seat::A, &mut offered);
    let samples: Vec<&Command> = offered
        .iter()
        .flat_map(Offer::commands)
        .filter(|command| matches!(command, Command::SoundTheCharge { .. }))
        .collect();
    assert!(!samples.is_empty());
    for command in samples {
        let (after, _) = play(two.clone(), &[(Seat::A, command.clone())], &[]).unwrap();
        let up = |unit: &str| after.unit(id(unit)).unwrap().airborne;
        assert!(up("A3") != up("A4"), "{command:?}");
    }
}

#[test]
fn bg4_fly_06_whoever_landed_this_turn_does_not_take_off_again() {
    let up = || Command::ChangeOrder {
        unit: id("A3"),
        order: WrittenOrder {
            airborne: true,
            ..WrittenOrder::plain(Order::Hold)
        },
    };
    let takes_off = |state: &State| {
        let mut offered = Vec::new();
        offers(state, Seat::A, &mut offered);
        offered
            .iter()
            .flat_map(Offer::commands)
            .any(|command| matches!(command, Command::ChangeOrder { unit, order } if *unit == id("A3") && order.airborne))
    };
    // Landed by an order.
    let (landed, _) = play(
        above_the_camp().state(),
        &[(Seat::A, change("A3", Order::Close))],
        &[],
    )
    .unwrap();
    assert!(!landed.unit(id("A3")).unwrap().airborne);
    assert_eq!(refused(landed.clone(), up()), "BG4-FLY-06");
    assert!(!takes_off(&landed));
    // Landed under Direct Control.
    let controlled = [
        Command::DirectControl { unit: id("A3") },
        Command::Activate {
            units: vec![id("A3")],
        },
        Command::SubmitLegs {
            legs: Vec::new(),
            land: Some(Degrees::ZERO),
            nearest: None,
        },
    ]
    .map(|command| (Seat::A, command));
    let (landed, _) = play(above_the_camp().state(), &controlled, &[]).unwrap();
    assert!(!landed.unit(id("A3")).unwrap().airborne);
    assert_eq!(refused(landed.clone(), up()), "BG4-FLY-06");
    // In the next turn it may, and so may one that began this turn on the ground.
    let next = Scene::from(landed)
        .change("A3", |unit| unit.turn = crate::model::state::TurnMarks::default())
        .state();
    assert!(play(next, &[(Seat::A, up())], &[]).is_ok());
}
