//! Effects of a rush.

use super::*;
use crate::model::charging::charges_toward;
use crate::model::effect::Keyword;
use crate::model::event::{MoveKind, MovementEvent};
use crate::model::pinched::pinched_sides;
use crate::model::state::{Cause, RoutCause, Status};
use crate::scene::{colossal, inches, pose, with_keywords};
use crate::verbs::damage::destroy;

/// A1 rushes from before B1's front, A2 from its left flank.
fn two_sides() -> Scene {
    facing().unit("A2", line(), (22.5, 15.0, 270.0))
}

fn has_pinch(state: &State, unit: &str) -> bool {
    state
        .unit(id(unit))
        .unwrap()
        .pending
        .rout
        .contains(&RoutCause::Pinched)
}

#[test]
fn bg4_rush_17_engaged_until_the_last_record_is_gone() {
    let (state, _) = rushed(begun(two_sides()), &["A2"], &[]).unwrap();
    assert!(state.is_engaged(id("A2")) && state.is_engaged(id("B1")) && !state.is_engaged(id("A1")));
    let ((), state, _) = at_table(state, &[], |table| destroy(table, id("B1"), Cause::Attack, None));
    assert!(!state.is_engaged(id("A2")));
}

#[test]
fn bg4_move_19_touching_is_not_engaging() {
    // A1 ends a normal move touching B1.
    let state = begun(facing());
    let ((), state, _) = at_table(state, &[], |table| {
        table.emit(Event::Movement(MovementEvent::UnitMoved {
            unit: id("A1"),
            kind: MoveKind::Ordered,
            legs: Vec::new(),
            to: pose(18.0, 12.5, 0.0),
            distance: inches(2.5),
            allowance: inches(3.5),
            shown: None,
        }));
    });
    assert!(!state.is_engaged(id("A1")) && !state.is_engaged(id("B1")));
    assert!(!must_rush(&state, id("A1")));
}

/// A1 fights B1's front since an earlier turn; A2 is about to rush its left flank.
fn about_to_pinch(kinds: [crate::model::cards::UnitType; 3]) -> Scene {
    let [one, two, enemy] = kinds;
    scene()
        .unit("A1", one, (18.0, 12.5, 0.0))
        .unit("A2", two, (22.5, 15.0, 270.0))
        .unit("B1", enemy, (18.0, 15.0, 180.0))
        .engaged("A1", "B1", Side::Front)
}

#[test]
fn bg4_rush_19_pinched() {
    let lines = || [line(), line(), line()];
    let (state, _) = rushed(begun(about_to_pinch(lines())), &["A2"], &[]).unwrap();
    assert!(has_pinch(&state, "B1") && !has_pinch(&state, "A2"));
    // The next turn without a new rush there is no new cause.
    let mut next = state.clone();
    next.unit_mut(id("B1")).unwrap().pending.rout.clear();
    next.turn += 1;
    let next = begun(next.into());
    assert!(!has_pinch(&next, "B1"));
    // A further rush while it is Pinched gives one, though it adds no side.
    let further = Scene::from(next).unit("A3", line(), (18.0, 20.5, 180.0)).state();
    let (state, _) = rushed(begun(further.into()), &["A3"], &[]).unwrap();
    assert!(has_pinch(&state, "B1"));
}

#[test]
fn bg4_skirm_13_skirmishers_do_not_count() {
    let skirmishers = || with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Skirmisher]);
    // One Skirmisher on the flank, one line unit on the front, either of them the rusher.
    for kinds in [[line(), skirmishers(), line()], [skirmishers(), line(), line()]] {
        let (state, _) = rushed(begun(about_to_pinch(kinds)), &["A2"], &[]).unwrap();
        assert_eq!(state.engagements.len(), 2);
        assert!(!has_pinch(&state, "B1"));
        assert_eq!(pinched_sides(&state, id("B1")), 1);
    }
    // Two line units and a Skirmisher on the rear: a cause, and two sides.
    let third = |kind| {
        about_to_pinch([line(), line(), line()])
            .unit("A3", kind, (18.0, 17.5, 180.0))
            .engaged("A3", "B1", Side::Rear)
    };
    let (state, _) = rushed(begun(third(skirmishers())), &["A2"], &[]).unwrap();
    assert!(has_pinch(&state, "B1"));
    assert_eq!(pinched_sides(&state, id("B1")), 2);
    // RULING: Pinched since an earlier turn, rushed by a Skirmisher only: no new cause.
    let pinched = about_to_pinch([line(), skirmishers(), line()])
        .unit("A3", line(), (18.0, 17.5, 180.0))
        .engaged("A3", "B1", Side::Rear);
    let (state, _) = rushed(begun(pinched), &["A2"], &[]).unwrap();
    assert_eq!(state.engagements.len(), 3);
    assert!(!has_pinch(&state, "B1"));
}

#[test]
fn bg4_colos_08_a_colossal_unit_takes_no_pinch_check() {
    let state = begun(
        scene()
            .unit("A1", line(), (18.0, 11.25, 0.0))
            .unit("A2", line(), (22.5, 15.0, 270.0))
            .unit("B1", colossal(), (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front),
    );
    let (state, _) = rushed(state, &["A2"], &[]).unwrap();
    assert_eq!(pinched_sides(&state, id("B1")), 2);
    assert!(!has_pinch(&state, "B1"));
}

#[test]
fn bg4_status_04_a_disrupted_unit_is_engaged_and_stays_disrupted() {
    let (state, _) = rushed(
        begun(facing().change("B1", |unit| unit.status = Status::Disrupted)),
        &["A1"],
        &[],
    )
    .unwrap();
    assert!(state.is_engaged(id("B1")));
    assert_eq!(state.unit(id("B1")).unwrap().status, Status::Disrupted);
    assert!(!charges_toward(&state, id("B1"), id("A1")));
    assert!(charges_toward(&state, id("A1"), id("B1")));
}

#[test]
fn bg4_skirm_08_one_line_unit_among_its_rushers_is_enough() {
    let screen = || with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let before = || {
        scene()
            .unit("A1", screen(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (22.5, 15.0, 270.0))
            .unit("B1", screen(), (18.0, 15.0, 180.0))
    };
    for (rushers, by_line) in [(&["A1"][..], false), (&["A1", "A2"], true)] {
        let (mut state, mut engaged) = (begun(before()), 0);
        for rusher in rushers {
            state = rushed(state, &[rusher], &[]).unwrap().0;
            engaged += 1;
        }
        assert_eq!(state.engagements.len(), engaged);
        assert_eq!(state.unit(id("B1")).unwrap().turn.rushed_by_line, by_line);
    }
}
