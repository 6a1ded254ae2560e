//! What units do that follow their orders one after the other and turn after turn.

use super::*;

#[test]
fn bg4_turn_06_one_after_the_other_if_the_front_one_goes_first() {
    let mut state = activated(column().state(), &["A1"]).unwrap();
    state.agenda.truncate(1);
    let after = activated(state, &["A2"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(18.0, 13.5, 0.0));
    assert_eq!(place(&after, "A2"), pose(18.0, 11.0, 0.0));
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
        let orders = movement::orders_of(state.unit(id("A1")).unwrap()).unwrap();
        orders.objective == Some(Objective::Friend(id("A9")))
    };
    // It comes up to its leader's rear and keeps its objective.
    let first = activated(start, &["A1"]).unwrap();
    assert_eq!(place(&first, "A1"), pose(18.0, 11.5, 0.0));
    assert!(follows(&first));
    // The next turn its leader goes on, and it goes after it.
    let fresh = |unit: &mut crate::state::Unit| unit.turn = crate::state::TurnMarks::default();
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
fn bg4_prin_05_a_unit_may_not_stop_short_to_keep_its_flank_safe() {
    // (book example) Straight at the Militia, its flank open to the Lancers.
    let exposed = |controlled: bool| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = controlled)
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .unit(
                "B2",
                crate::scene::with_keywords(&[Keyword::Normal, Keyword::Cavalry]),
                (28.0, 12.0, 270.0),
            )
            .state()
    };
    let short = pose(18.0, 11.0, 0.0);
    assert_eq!(rule(reported(exposed(false), "A1", short)), "BG4-MOVE-01");
    let ordered = activated(exposed(false), &["A1"]).unwrap();
    assert_eq!(place(&ordered, "A1"), pose(18.0, 13.5, 0.0));
    // Direct Control is what would allow it.
    assert_eq!(place(&reported(exposed(true), "A1", short).unwrap(), "A1"), short);
}
