//! Rallies, and Sound the Charge (pp. 10, 29).

use super::*;
use crate::model::event::CommandEvent;

use crate::rules::command_actions::tests::rallies::{acting, charge, far_enemy, rally, routing};

fn flyer(keywords: &[Keyword]) -> UnitType {
    UnitType {
        movement: mc(5.0),
        flying: Some(mc(8.5)),
        ..with_keywords(keywords)
    }
}

#[test]
fn bg3_cmd_11_only_what_the_unit_then_lies_on_counts() {
    // A2 lies flush at its left: it overlaps nothing at heading 90, though it would on the way there.
    let flush = routing(far_enemy(scene3()), "A1", line(), (18.0, 10.0, 0.0)).holding(
        "A2",
        line(),
        (14.5, 10.0, 0.0),
    );
    let (state, _) = play3(acting(flush, 2), &[(Seat::A, rally("A1", 90.0, false))], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 10.0, 90.0)));
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
    assert_eq!(state.players[0].actions, 1);
    // A friend before its front lies where it would at 90 degrees, 0.5 deep; it may keep its facing, or turn about.
    let before = || {
        let made = routing(far_enemy(scene3()), "A1", line(), (18.0, 10.0, 0.0));
        acting(made.holding("A2", line(), (18.0, 12.5, 0.0)), 2)
    };
    for (heading, answer) in [
        (90.0, "BG3-CMD-11"),
        (45.0, "BG3-CMD-11"),
        (0.0, "accepted"),
        (180.0, "accepted"),
    ] {
        assert_eq!(
            refused3(&before(), Seat::A, rally("A1", heading, false)),
            answer,
            "{heading}"
        );
    }
    // So does impassable ground.
    let made = routing(far_enemy(scene3()), "A1", line(), (18.0, 10.0, 0.0)).terrain(rectangle(
        TerrainType::VeryDeepWater,
        (16.0, 11.5),
        (20.0, 13.0),
    ));
    assert_eq!(
        refused3(&acting(made, 2), Seat::A, rally("A1", 90.0, false)),
        "BG3-CMD-11"
    );
}

#[test]
fn bg3_key_16_a_flyer_is_rallied_in_the_air_in_any_facing() {
    let made = || {
        let flying = flyer(&[Keyword::Flying]);
        let made = routing(far_enemy(scene3()), "A1", flying, (18.0, 15.0, 180.0));
        made.change("A1", |unit| unit.airborne = true)
            .holding("A2", line(), (18.0, 15.5, 0.0))
    };
    let state = acting(made(), 2);
    assert_eq!(
        refused3(&state, Seat::A, rally("A1", 90.0, false)),
        "BG3-KEY-16",
        "it does not land"
    );
    let (after, _) = play3(state.clone(), &[(Seat::A, rally("A1", 90.0, true))], &[]).unwrap();
    let unit = after.unit(id("A1")).unwrap();
    assert_eq!(
        (unit.airborne, unit.status, unit.pose),
        (
            true,
            Status::Ready(Some(Orders::plain(Order::Hold))),
            Some(pose(18.0, 15.0, 90.0))
        )
    );
    // All facings are offered, in the air.
    let offers = crate::offers::offers(&state, Seat::A);
    let rallies: Vec<(f64, bool)> = offers
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .filter_map(|command| match command {
            Command::Rally {
                heading, airborne, ..
            } => Some((heading.value(), *airborne)),
            _ => None,
        })
        .collect();
    for heading in [0.0, 45.0, 90.0, 180.0, 315.0] {
        assert!(rallies.contains(&(heading, true)), "{heading}: {rallies:?}");
    }
    assert!(rallies.iter().all(|(_, airborne)| *airborne));
}

#[test]
fn bg3_key_16_a_flyer_that_rallies_by_itself_stays_in_the_air() {
    let kind = flyer(&[Keyword::Flying, Keyword::Skirmisher]);
    let made = routing(far_enemy(scene3()), "A1", kind, (18.0, 8.0, 180.0));
    // The movement phase of A begins: no enemy could rush it (BG3-KEY-37).
    let made = made.change("A1", |unit| unit.airborne = true).set(|state| {
        state.active = Some(Seat::B);
        state.agenda = vec![Step::BeginTurn.into()];
    });
    let state = goes_on(made.state(), &[]).0;
    assert_eq!(asked(&state).unwrap().0, Topic::RallyHeading);
    let north_east = answer(Seat::A, Answer::Heading(degrees(30.0)));
    let (state, _) = played_on(state, &[north_east], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.airborne);
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
    assert_eq!(unit.pose, Some(pose(18.0, 8.0, 30.0)));
}

/// A1 archers on Hold, A2 Routing, A3 a Routing flyer, A4 Routing after its rout movement.
fn army() -> Scene {
    let archers = shooting(14.0, RangedType::Indirect);
    let made = far_enemy(scene3()).holding("A1", archers, (8.0, 5.0, 0.0));
    let made = routing(made, "A2", line(), (14.0, 5.0, 180.0));
    let made = routing(made, "A3", flyer(&[Keyword::Flying]), (20.0, 5.0, 180.0))
        .change("A3", |unit| unit.airborne = true);
    routing(made, "A4", line(), (26.0, 5.0, 180.0)).change("A4", |unit| unit.turn.activated = true)
}

#[test]
fn bg3_cmd_12_all_routing_units_are_rallied() {
    let state = acting(army(), 3);
    let closes = [("A1", Order::Close)];
    let all = [("A2", 0.0, false), ("A3", 45.0, true)];
    for rallied in [&all[..0], &all[..1], &all[1..]] {
        assert_eq!(
            refused3(&state, Seat::A, charge(&closes, rallied)),
            "BG3-CMD-12",
            "{rallied:?}"
        );
    }
    let (after, events) = play3(state.clone(), &[(Seat::A, charge(&closes, &all))], &[]).unwrap();
    let is = |unit: &str, order: Order| {
        let unit = after.unit(id(unit)).unwrap();
        assert_eq!(
            unit.status,
            Status::Ready(Some(Orders::plain(order))),
            "{}",
            unit.id
        );
    };
    is("A1", Order::Close);
    is("A2", Order::Hold);
    is("A3", Order::Hold);
    assert!(after.unit(id("A3")).unwrap().airborne);
    assert_eq!(after.unit(id("A3")).unwrap().pose, Some(pose(20.0, 5.0, 45.0)));
    assert_eq!(
        after.unit(id("A4")).unwrap().status,
        Status::Routing,
        "it has made its rout movement"
    );
    assert_eq!(after.players[0].actions, 0);
    assert!(events.contains(&Event::Command(CommandEvent::ActionsSpent {
        seat: Seat::A,
        count: 3,
        on: crate::model::event::Use::SoundTheCharge
    })));
    // One whose rout movement is made is not rallied.
    let too_late = [all[0], all[1], ("A4", 0.0, false)];
    assert_eq!(
        refused3(&state, Seat::A, charge(&closes, &too_late)),
        "BG3-CMD-11"
    );
    // What is offered is accepted.
    let offered: Vec<Command> = crate::offers::offers(&state, Seat::A)
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .filter(|command| matches!(command, Command::SoundTheCharge { .. }))
        .cloned()
        .collect();
    assert_eq!(offered.len(), 2, "Close and Ranged");
    for command in offered {
        assert_eq!(refused3(&state, Seat::A, command), "accepted");
    }
}

#[test]
fn bg3_cmd_12_an_airborne_unit_that_charges_lands_after_its_move() {
    let made = far_enemy(scene3())
        .holding("A1", flyer(&[Keyword::Flying]), (18.0, 5.0, 0.0))
        .aloft("A1");
    let sounded = charge(&[("A1", Order::Close)], &[]);
    let (state, _) = play3(acting(made, 2), &[(Seat::A, sounded)], &[]).unwrap();
    assert!(state.unit(id("A1")).unwrap().airborne, "it has still to move");
    let state = landed(play3(state, &[activate(&["A1"])], &[]).unwrap().0);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!((unit.airborne, unit.pose), (false, Some(pose(18.0, 13.5, 0.0))));
}

#[test]
fn bg3_key_17_the_airborne_mark_may_be_given_back_before_the_move() {
    let made = far_enemy(scene3())
        .unit("A1", flyer(&[Keyword::Flying]), (18.0, 5.0, 0.0))
        .aloft("A1");
    let order = |airborne: bool| {
        let order = WrittenOrder {
            airborne,
            ..WrittenOrder::plain(Order::Close)
        };
        let unit = id("A1");
        (Seat::A, Command::ChangeOrder { unit, order })
    };
    let (landing, _) = play3(acting(made, 3), &[order(false)], &[]).unwrap();
    assert_eq!(
        refused3(&landing, Seat::A, order(false).1),
        "BG3-CMD-05",
        "that is its order now"
    );
    let (state, _) = play3(landing, &[order(true), activate(&["A1"])], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1);
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.airborne && unit.pose == Some(pose(18.0, 13.5, 0.0)));
}
