//! Pinches, and units that are given up for their Back Up Units, in either edition (v4 pp. 59, 82-83, 88; v3 pp. 19, 23, 30).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::model::agenda::Answer;
use crate::model::attack::AttackKind;
use crate::model::command::Command;
use crate::model::event::{CombatEvent, CourageEvent, DamageEvent, Event};
use crate::model::state::{Cause, RoutCause};
use crate::playing::goes_on as run;
use crate::playing::{answer, fights, has, play_strictly, stands};
use crate::rules::courage::tests::played::{caused, phase};
use crate::rules::engagement::pinched_by;
use crate::scene::{Scene, id, in_editions, line, on_with, pose, scene_of};

fn a_pinch_that_forms_owes_a_rout_check(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
        .state();
    assert_eq!(
        pinched_by(&state, id("B2"), id("A1")),
        Some(Event::Courage(CourageEvent::CauseNoted {
            unit: id("A1"),
            cause: RoutCause::Pinched
        }))
    );
}

in_editions!(a_pinch_that_forms_owes_a_rout_check:
    #[test] fn bg4_rush_19_a_pinch_that_forms_owes_a_rout_check(V4);
    #[test] fn bg3_mod_15_a_pinch_that_forms_owes_a_rout_check(V3);
);

fn a_second_enemy_on_the_same_side_is_no_pinch(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (16.25, 17.5, 180.0))
        .unit("B2", line(), (19.75, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Front)
        .state();
    assert_eq!(pinched_by(&state, id("B2"), id("A1")), None);
}

in_editions!(a_second_enemy_on_the_same_side_is_no_pinch:
    #[test] fn bg4_rush_19_a_second_enemy_on_the_same_side_is_no_pinch(V4);
    #[test] fn bg3_ref_02_a_second_enemy_on_the_same_side_is_no_pinch(V3);
);

fn a_unit_that_fails_may_be_given_up(edition: Edition) {
    let made = caused(
        scene_of(edition)
            .holding("A1", line(), (18.0, 15.0, 0.0))
            .unit("A2", line(), (18.0, 12.5, 0.0))
            .holding("B1", line(), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front),
        "A1",
        RoutCause::Red,
    );
    let (state, _) = run(phase(made, true), &[6, 6, 6]);
    let choose = Command::Choose {
        answer: Answer::Unit(id("A2")),
    };
    let (state, events) = play_strictly(state, &[(Seat::A, choose)], &[6; 10]).unwrap();
    assert!(
        has!(events, Event::Damage(DamageEvent::UnitDestroyed { unit, cause: Cause::Sacrificed, .. }) if *unit == id("A1"))
    );
    assert!(
        !events.iter().any(
            |event| matches!(event, Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Free)
        )
    );
    // It is engaged on the same side, and nobody is charging. Rule BG3-BACK-04.
    assert_eq!(fights(&state, "A2"), [(id("B1"), Side::Front, Side::Front)]);
    assert_eq!(stands(&state, "A2"), Some(pose(18.0, 15.0, 0.0)));
    assert!(state.unit(id("A2")).unwrap().pending.rout.is_empty());
}

in_editions!(a_unit_that_fails_may_be_given_up:
    #[test] fn bg4_eng_08_given_up_after_a_failed_check(V4);
    #[test] fn bg3_back_03_a_unit_that_fails_may_be_given_up(V3);
);

fn who_stepped_in_makes_the_free_attack_of_the_engagement_that_goes_on(edition: Edition) {
    // A1 fails and is given up for A2; then B1, which fought A1 when the phase began, fails too.
    let made = scene_of(edition)
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front);
    let made = caused(caused(made, "A1", RoutCause::Red), "B1", RoutCause::Red);
    let steps_in = answer(Seat::A, Answer::Unit(id("A2")));
    let (_, events) = on_with(phase(made, true), &[steps_in], &[6; 20]).unwrap();
    let free = events.iter().filter_map(|event| match event {
        Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Free => {
            Some((attack.attacker, attack.target))
        }
        _ => None,
    });
    assert_eq!(free.collect::<Vec<_>>(), [(id("A2"), id("B1"))]);
}

in_editions!(who_stepped_in_makes_the_free_attack_of_the_engagement_that_goes_on:
    #[test] fn bg4_cour_18_who_stepped_in_makes_the_free_attack_of_the_engagement_that_goes_on(V4);
    #[test] fn bg3_cour_16_who_stepped_in_makes_the_free_attack_of_the_engagement_that_goes_on(V3);
);

/// A1 looks north, fought on its front and on its right.
pub(crate) fn fought_twice(edition: Edition) -> Scene {
    scene_of(edition)
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .holding("B1", line(), (18.0, 17.5, 180.0))
        .holding("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
}

fn the_replacement_takes_over_the_engagements(edition: Edition) {
    let made = caused(
        fought_twice(edition).unit("A2", line(), (18.0, 12.5, 0.0)),
        "A1",
        RoutCause::Red,
    );
    let (state, _) = run(phase(made, true), &[6, 6, 6]);
    let choose = Command::Choose {
        answer: Answer::Unit(id("A2")),
    };
    let (state, events) = play_strictly(state, &[(Seat::A, choose)], &[]).unwrap();
    assert_eq!(fights(&state, "A2").len(), 2, "front and flank");
    assert!(state.engagements.iter().all(|engagement| engagement.taken_over));
    assert!(
        !has!(events, Event::Courage(CourageEvent::CauseNoted { .. })),
        "no check for the pinch"
    );
}

in_editions!(the_replacement_takes_over_the_engagements:
    #[test] fn bg4_eng_09_the_replacement_takes_over_the_engagements(V4);
    #[test] fn bg3_back_04_the_replacement_takes_over_the_engagements(V3);
);
