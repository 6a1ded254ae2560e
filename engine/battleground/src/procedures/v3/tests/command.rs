//! Command actions: gained, spent, refused (pp. 5, 10).

use super::*;

use crate::rules::command_actions::tests::editions::{acting, ahead, control};

#[test]
fn bg3_cmd_06_a_controlled_unit_comes_into_contact_without_an_engagement() {
    // On Close it would rush the enemy 2 ahead.
    let made = || {
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .holding("B2", line(), (18.0, 14.5, 180.0))
    };
    let (rushed, _) = play3(acting(made(), 1), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&rushed, "A1"), [(id("B2"), Side::Front, Side::Front)]);
    let commands = [control("A1"), activate(&["A1"]), ahead(2.0)];
    let (state, _) = play3(acting(made(), 1), &commands, &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.0, 0.0)));
    assert!(state.engagements.is_empty());
    assert_eq!(state.players[0].actions, 0);
    // Not through it.
    let through = [control("A1"), activate(&["A1"]), ahead(2.5)];
    assert!(play3(acting(made(), 1), &through, &[]).is_err());
}

#[test]
fn bg3_set_12_follow_stands_among_the_orders_that_are_offered() {
    let text = |edition: Edition| {
        let state = scene3()
            .unit("A1", line(), (18.0, 4.0, 0.0))
            .change("A1", |unit| unit.status = Status::Ready(None))
            .unit("B1", line(), (18.0, 26.0, 180.0))
            .set(|state| {
                state.edition = edition;
                state.turn = 0;
                state.active = None;
                state.phase = Phase::SetUp;
                state.agenda = vec![
                    Step::AssignOrder {
                        next: Seat::A,
                        extra: false,
                    }
                    .into(),
                ];
            })
            .state();
        format!("{:?}", crate::offers::offers(&state, Seat::A))
    };
    assert!(text(Edition::V3).contains("C, H, R, S, L, F with at most one cap"));
    assert!(text(Edition::V4).contains("C, H, R, S, L with at most one cap"));
}
