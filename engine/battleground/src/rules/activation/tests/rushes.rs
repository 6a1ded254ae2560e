//! Final Rushes of an activation: those it must make, and moves that may not become one.

use super::*;
use crate::procedures::movement::context::orders_of;
use crate::procedures::rush::{eligibility, targets};

#[test]
fn bg4_rush_11_a_normal_move_instead_of_the_rush_is_refused() {
    // B1 stands aside of the way: following its order without a rush, A1 would turn toward it and not come up square.
    let aside = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (19.5, 15.0, 180.0))
    };
    let late = aside().set(|state| state.normal_moves = true).state();
    let normal = movement::would_move(&Field::of(&late), id("A1"), &[]).unwrap().to;
    assert!(normal.heading.value() > 10.0, "{normal:?}");
    assert_eq!(reported(late, "A1", normal).map(|_| ()), Ok(()));
    let state = begun(aside());
    assert!(targets::must_rush(&state, id("A1")));
    assert_eq!(rule(reported(state.clone(), "A1", normal)), "BG4-MOVE-01");
    // Where the rush leads it is accepted, and it is a rush.
    let after = reported(state, "A1", pose(19.5, 12.5, 0.0)).unwrap();
    assert!(after.is_engaged(id("A1")) && after.unit(id("A1")).unwrap().turn.rushed);
}

#[test]
fn bg4_ordmv_10_the_rest_of_the_move_touches_the_enemy_and_is_no_rush() {
    // 2.435 to the token, the other 1.065 up to the front of the Nearest Enemy; without the token it would be rushed.
    let ahead = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 16.0, 180.0))
    };
    assert!(targets::must_rush(&begun(ahead()), id("A1")));
    let state = begun(heading_for(ahead(), "A1", 1, (18.0, 14.0)));
    assert!(!state.normal_moves);
    let after = activated(state, &["A1"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 13.5, 0.0));
    assert!(after.engagements.is_empty() && !after.unit(id("A1")).unwrap().turn.rushed);
    let orders = orders_of(after.unit(id("A1")).unwrap()).unwrap();
    assert_eq!((orders.order, orders.objective), (Order::Close, None));
    assert!(after.tokens.is_empty());
}

#[test]
fn bg4_turn_04_changed_to_close_after_a_normal_move_it_rushes_no_more() {
    let state = begun(
        one_before_its_enemy()
            .order("A1", Order::Hold)
            .set(|state| state.players[0].actions = 1),
    );
    let activate = |unit: &str| Command::Activate {
        units: vec![id(unit)],
    };
    let close = Command::ChangeOrder {
        unit: id("A1"),
        order: crate::model::orders::WrittenOrder::plain(Order::Close),
    };
    let after = |commands: &[Command]| {
        let commands: Vec<_> = commands
            .iter()
            .map(|command| (Seat::A, command.clone()))
            .collect();
        play(state.clone(), &commands, &[]).unwrap().0
    };
    // Before any normal move it would rush.
    let first = after(&[close.clone(), activate("A1")]);
    assert!(first.unit(id("A1")).unwrap().turn.rushed && first.is_engaged(id("A1")));
    // After one, the enemy being 2.5 ahead as it was, it moves up to it and no more.
    let moved = after(&[activate("A2"), close.clone()]);
    assert!(moved.normal_moves && !targets::must_rush(&moved, id("A1")));
    let last = after(&[activate("A2"), close, activate("A1")]);
    let unit = last.unit(id("A1")).unwrap();
    assert!(unit.turn.moved && !unit.turn.rushed);
    assert_eq!(place(&last, "A1"), pose(18.0, 12.5, 0.0));
    assert!(last.engagements.is_empty());
}

#[test]
fn bg4_move_06_an_enemy_not_seen_when_the_turn_began_is_touched_and_not_engaged() {
    let facing = |y: f64| {
        begun(
            scene()
                .unit("A1", line(), (18.0, 10.0, 0.0))
                .unit("B1", line(), (18.0, y, 180.0)),
        )
    };
    // 2 inches ahead since the turn began, it is rushed; it was behind then, and it is not.
    assert!(targets::must_rush(&facing(14.5), id("A1")));
    let state = Scene::from(facing(2.0))
        .change("B1", |unit| unit.pose = Some(pose(18.0, 14.5, 180.0)))
        .state();
    assert_eq!(
        eligibility::may_rush(&state, id("A1"), id("B1")),
        Err(crate::procedures::rush::no_rush::NoFinalRush::NotVisible)
    );
    assert!(!state.normal_moves);
    let after = activated(state, &["A1"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 12.0, 0.0));
    assert!(after.engagements.is_empty() && !after.unit(id("A1")).unwrap().turn.rushed);
}
