//! Units that head for a token or follow a friend.

use super::*;
use crate::procedures::movement::context::orders_of;

#[test]
fn bg4_order_12_a_covered_token_disrupts() {
    let covered = |x: f64, whose: &str| {
        let base = scene()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit(whose, line(), (x, 20.0, 0.0))
            .unit("B9", line(), (5.0, 28.0, 180.0));
        activated(heading_for(base, "A1", 1, (18.0, 20.0)).state(), &["A1"]).unwrap()
    };
    let disrupted = |state: &State| state.unit(id("A1")).unwrap().status == Status::Disrupted;
    let under = covered(18.0, "A2");
    assert!(disrupted(&under));
    assert_eq!(place(&under, "A1"), pose(18.0, 5.0, 0.0));
    assert!(under.tokens.is_empty());
    // A strip of it shows.
    assert!(!disrupted(&covered(19.5, "A2")));
    assert!(!disrupted(&covered(18.0, "B1")));
}

#[test]
fn bg4_order_12_one_corner_of_a_token_that_shows_is_enough() {
    // A friend over the token looks north-east; the farther back it stands, the more of the token shows before its front,
    // the north-eastern corner first.
    let token = (18.0, 20.0);
    let after = |back: f64| {
        let off = back * std::f64::consts::FRAC_1_SQRT_2;
        let base = scene()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("A2", line(), (token.0 - off, token.1 - off, 45.0))
            .unit("B1", line(), (5.0, 28.0, 180.0));
        let state = heading_for(base, "A1", 1, token).state();
        let card = *Field::of(&state).card(id("A2")).unwrap();
        let half = 0.315;
        let shows = |(x, y): &(f64, f64)| {
            let (_, ahead) = card.own_axes(point(token.0 + x * half, token.1 + y * half));
            ahead > crate::scene::inches(1.25)
        };
        let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let shown = corners.iter().filter(|corner| shows(corner)).count();
        let after = activated(state, &["A1"]).unwrap();
        (shown, after.unit(id("A1")).unwrap().status == Status::Disrupted)
    };
    assert_eq!(after(0.5), (0, true));
    assert_eq!(after(1.0), (1, false));
}

#[test]
fn bg4_order_14_a_follower_that_reached_its_leader_follows_it_again() {
    let start = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .objective("A1", Objective::Friend(id("A9")))
        .unit("A9", line(), (18.0, 14.0, 0.0))
        .order("A9", Order::Hold)
        .unit("B1", line(), (18.0, 28.0, 180.0))
        .state();
    let follows = |state: &State| {
        let orders = orders_of(state.unit(id("A1")).unwrap()).unwrap();
        orders.objective == Some(Objective::Friend(id("A9")))
    };
    // It comes up to its leader's rear and keeps its objective.
    let first = activated(start, &["A1"]).unwrap();
    assert_eq!(place(&first, "A1"), pose(18.0, 11.5, 0.0));
    assert!(follows(&first));
    // The next turn its leader goes on, and it goes after it.
    let fresh = |unit: &mut crate::model::state::Unit| unit.turn = crate::model::state::TurnMarks::default();
    let next = Scene::from(first)
        .change("A1", fresh)
        .order("A9", Order::Close)
        .set(|state| {
            state.normal_moves = false;
            state.agenda.truncate(1);
        })
        .state();
    let mut led = activated(next, &["A9"]).unwrap();
    assert_eq!(place(&led, "A9"), pose(18.0, 17.5, 0.0));
    led.agenda.truncate(1);
    let second = activated(led, &["A1"]).unwrap();
    assert_eq!(place(&second, "A1"), pose(18.0, 15.0, 0.0));
    assert!(follows(&second));
}

#[test]
fn bg4_order_16_a_token_stays_while_somebody_heads_for_it() {
    let base = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .order("A2", Order::Hold);
    let both = heading_for(heading_for(base, "A2", 1, (18.0, 14.0)), "A1", 1, (18.0, 14.0)).state();
    let mut first = activated(both, &["A1"]).unwrap();
    assert_eq!(orders_of(first.unit(id("A1")).unwrap()).unwrap().objective, None);
    assert_eq!(first.tokens.len(), 1, "the other unit still heads for it");
    first.agenda.truncate(1);
    first.unit_mut(id("A2")).unwrap().pose = Some(pose(18.0, 18.0, 180.0));
    let last = activated(first, &["A2"]).unwrap();
    assert!(last.tokens.is_empty());
    // A destroyed unit heads for nothing.
    let heading = || {
        heading_for(
            scene().unit("A1", line(), (18.0, 10.0, 0.0)),
            "A1",
            1,
            (18.0, 14.0),
        )
    };
    let destroyed = |scene: Scene| {
        let cause = crate::model::state::Cause::Damage;
        let ((), state, _) = at_table(scene.state(), &[], |table| {
            crate::verbs::damage::destroy(table, id("A1"), cause, None);
        });
        state.tokens.len()
    };
    assert_eq!(destroyed(heading()), 0);
    let shared = heading_for(
        heading().unit("A2", line(), (8.0, 10.0, 0.0)),
        "A2",
        1,
        (18.0, 14.0),
    );
    assert_eq!(destroyed(shared), 1);
}

#[test]
fn bg4_fly_04_an_airborne_unit_erases_its_objective_and_stays_in_the_air() {
    let flyer = UnitType {
        flying: Some(crate::scene::mc(8.5)),
        ..line()
    };
    let bound = heading_for(
        scene()
            .unit("A1", flyer, (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .change("A1", |unit| {
                unit.airborne = true;
                unit.turn.began_flying = true;
            }),
        "A1",
        1,
        (18.0, 16.0),
    );
    let after = activated(bound.state(), &["A1"]).unwrap();
    let unit = after.unit(id("A1")).unwrap();
    assert_eq!(
        unit.pose,
        Some(pose(18.0, 14.435, 0.0)),
        "its front on the edge of the token"
    );
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
    assert!(unit.airborne);
    assert!(after.tokens.is_empty());
}
