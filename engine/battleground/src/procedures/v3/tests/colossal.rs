//! Colossal units (p. 30).

use super::*;
use crate::model::agenda::PathObstacle;

/// A Colossal unit that moves 5, its front edge at y = 10, on Close; a friend this far ahead and an enemy beyond.
fn before_a_friend(ahead: f64, friend: UnitType, change: impl Fn(Scene) -> Scene) -> State {
    let giant = UnitType {
        movement: mc(5.0),
        ..colossal()
    };
    let deep = friend.size.depth().value() / 2.0;
    begun(change(
        scene3()
            .unit("A1", giant, (18.0, 7.5, 0.0))
            .holding("A2", friend, (18.0, 10.0 + ahead + deep, 0.0))
            .holding("B1", line(), (18.0, 28.0, 180.0)),
    ))
}

/// The damage of A2 after A1 has moved and met it.
fn trampled(state: State) -> u8 {
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let meets = Answer::Meet(PathObstacle::Unit(id("A2")));
    let state = match asked(&state) {
        Some((Topic::AvoidObstacle, _, _)) => play3(state, &[answer(Seat::A, meets)], &[]).unwrap().0,
        _ => state,
    };
    marked(&state, "A2")
}

#[test]
fn bg3_key_09_a_colossal_unit_tramples_a_friend_that_it_chooses_to_meet() {
    let same = |made: Scene| made;
    assert_eq!(trampled(before_a_friend(2.0, line(), same)), 1);
    // It goes round it instead: none.
    let (state, _) = play3(before_a_friend(2.0, line(), same), &[activate(&["A1"])], &[]).unwrap();
    let round = answer(Seat::A, Answer::Avoid(PathObstacle::Unit(id("A2"))));
    let (state, _) = play3(state, &[round], &[]).unwrap();
    assert_eq!(marked(&state, "A2"), 0);
    // With a cap of 1.75 it is not reached.
    let capped = |made: Scene| {
        made.change("A1", |unit| {
            if let Status::Ready(Some(orders)) = &mut unit.status {
                orders.cap = Some(mc(1.75));
            }
        })
    };
    assert_eq!(trampled(before_a_friend(2.0, line(), capped)), 0);
    assert_eq!(
        trampled(before_a_friend(2.0, colossal(), same)),
        0,
        "a Colossal friend"
    );
    // On another order it tramples nobody.
    let ranged = UnitType {
        movement: mc(5.0),
        ranged: Some(RangedAttack {
            range: Distance(7_000),
            ..RangedAttack::default()
        }),
        ..colossal()
    };
    let state = begun(
        scene3()
            .unit("A1", ranged, (18.0, 7.5, 0.0))
            .order("A1", Order::Range)
            .holding("A2", line(), (18.0, 13.25, 0.0))
            .holding("B1", line(), (18.0, 28.0, 180.0)),
    );
    assert_eq!(trampled(state), 0);
}

#[test]
fn bg3_key_09_who_cannot_go_round_a_friend_does_not_choose_to_meet_it() {
    // Walls on both sides leave the way that the friend stands in, and no other.
    let walls = |from: f64, to: f64| rectangle(TerrainType::FortificationWall, (from, 10.5), (to, 20.0));
    let between = |made: Scene| made.terrain(walls(0.0, 15.9)).terrain(walls(20.1, 36.0));
    let state = before_a_friend(2.0, line(), between);
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state), None, "there is nothing to choose");
    assert_eq!(
        stands(&state, "A1").unwrap().centre.y.value(),
        9.5,
        "up to its friend"
    );
    assert_eq!(marked(&state, "A2"), 0);
}

#[test]
fn bg3_key_07_a_colossal_unit_rushes_into_a_space_for_a_normal_card() {
    // Between A2 and the front of B1 there are 3 inches: the front card alone fits, and the rest is slid under the enemy.
    let giant = UnitType {
        movement: mc(5.0),
        ..colossal()
    };
    let rushed = |narrow: bool| {
        let made =
            scene3()
                .unit("A1", giant.clone(), (13.5, 11.8, 90.0))
                .holding("B1", line(), (18.0, 15.0, 180.0));
        let state = begun(if narrow {
            made.holding("A2", line(), (18.0, 9.5, 0.0))
        } else {
            made
        });
        let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
        (fights(&state, "A1"), state.unit(id("A1")).unwrap().slid)
    };
    let front = vec![(id("B1"), Side::Front, Side::Front)];
    assert_eq!(rushed(false), (front.clone(), false), "both cards fit");
    assert_eq!(rushed(true), (front, true), "only one fits");
}

#[test]
fn bg3_key_09_it_tramples_also_after_it_has_gone_round_something_and_reached_its_point() {
    // Round A3, which ends 1.45 beside its line, to its point, and on up to A2 with what is left of its movement.
    let giant = UnitType {
        movement: mc(14.0),
        ..colossal()
    };
    let made = scene3()
        .unit("A1", giant, (18.0, 5.0, 0.0))
        .objective("A1", Objective::Location(crate::model::names::TokenNo(1)))
        .set(|state| {
            let at = crate::scene::point(18.0, 13.5);
            state
                .tokens
                .insert(crate::model::names::TokenNo(1), (Seat::A, at));
        })
        .holding("A2", line(), (18.0, 18.0, 0.0))
        .holding("A3", line(), (21.2, 10.0, 0.0))
        .holding("B1", line(), (18.0, 28.0, 180.0));
    let (mut state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    let (round, meets) = (
        Answer::Avoid(PathObstacle::Unit(id("A3"))),
        Answer::Meet(PathObstacle::Unit(id("A2"))),
    );
    let mut given = Vec::new();
    while let Some((_, seat, options)) = asked(&state) {
        let said = [&round, &meets].into_iter().find(|said| options.contains(said));
        let said = said.unwrap_or(&options[0]).clone();
        state = play3(state, &[answer(seat, said.clone())], &[]).unwrap().0;
        given.push(said);
    }
    assert!(given.contains(&round) && given.contains(&meets), "{given:?}");
    let objective = match state.unit(id("A1")).unwrap().status {
        Status::Ready(Some(orders)) => orders.objective,
        _ => panic!("it is Ready"),
    };
    assert_eq!(objective, None, "the point is reached");
    assert_eq!(marked(&state, "A2"), 1, "{:?}", stands(&state, "A1"));
}
