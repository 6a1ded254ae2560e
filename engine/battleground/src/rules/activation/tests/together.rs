//! Units that are activated together and do not all leave, or would meet on the way.

use super::*;
use crate::model::cards::RangedType;

/// A1 rides 8.5 toward a far enemy; A2 stands in its way, 2.25 inches of open ground before it.
fn rider_behind(kind: UnitType) -> Scene {
    scene()
        .unit("A1", moving(8.5), (18.0, 5.0, 0.0))
        .unit("A2", kind, (18.0, 8.5, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
}

#[test]
fn bg4_turn_06_a_unit_of_the_group_that_stays_is_an_obstacle() {
    let bows = || crate::scene::shooting(14.0, RangedType::Indirect);
    let rows = [
        ("holds", rider_behind(line()).order("A2", Order::Hold)),
        (
            "shoots",
            rider_behind(bows())
                .order("A2", Order::Range)
                .change("B1", |unit| unit.pose = Some(pose(18.0, 22.0, 180.0))),
        ),
    ];
    for (words, scene) in rows {
        let state = scene.state();
        // It goes as it would go alone: round its friend or up to it, not through it.
        let alone = place(&activated(state.clone(), &["A1"]).unwrap(), "A1");
        assert_ne!(alone, pose(18.0, 13.5, 0.0));
        for units in [["A1", "A2"], ["A2", "A1"]] {
            let after = activated(state.clone(), &units).unwrap();
            assert_eq!(place(&after, "A1"), alone, "A2 {words}");
            assert_eq!(place(&after, "A2"), pose(18.0, 8.5, 0.0));
        }
    }
}

#[test]
fn bg4_move_18_units_that_move_together_may_pass_where_neither_is_at_the_time() {
    // A1 crosses behind A2, which has left the crossing by then: their ways overlap, they never do.
    let crossing = scene()
        .unit("A1", moving(8.5), (12.0, 10.0, 90.0))
        .unit("A2", moving(8.5), (18.0, 11.0, 0.0))
        .unit("B1", line(), (18.0, 28.0, 180.0));
    let crossing = heading_for(crossing, "A1", 1, (34.0, 10.0)).state();
    let after = activated(crossing, &["A1", "A2"]).unwrap();
    assert_eq!(place(&after, "A1"), pose(20.5, 10.0, 90.0));
    assert_eq!(place(&after, "A2"), pose(18.0, 19.5, 0.0));
}

#[test]
fn bg4_move_18_a_turn_and_a_straight_way_are_compared_all_the_way() {
    // A1 turns to the right while A2, so far to its right, goes straight on and is far ahead of it in the end.
    let beside = |x: f64| {
        let both = scene()
            .unit("A1", moving(6.0), (10.0, 10.0, 0.0))
            .unit("A2", moving(10.5), (x, 10.0, 0.0))
            .unit("B1", line(), (x, 27.0, 180.0));
        activated(heading_for(both, "A1", 1, (16.0, 21.64)).state(), &["A1", "A2"])
    };
    // Its right front corner comes into A2's way before A2 has passed it.
    let refusal = beside(14.0).unwrap_err().of(crate::editions::Edition::V4);
    assert_eq!(refusal.rule.to_string(), "BG4-TURN-06");
    assert!(
        refusal.message.contains("pass through one another"),
        "{refusal:?}"
    );
    // There it comes only after A2 has passed.
    let after = beside(15.0).unwrap();
    assert_eq!(place(&after, "A2"), pose(15.0, 20.5, 0.0));
    let turned = place(&after, "A1").heading.value();
    assert!((15.0..22.0).contains(&turned), "{turned}");
}

/// A2 follows A1, which marches 3.5 straight ahead; both far from any enemy.
fn following(a2: (f64, f64, f64)) -> Scene {
    scene()
        .unit("A1", moving(3.5), (12.0, 8.0, 0.0))
        .unit("A2", moving(8.5), a2)
        .unit("B1", line(), (12.0, 27.0, 180.0))
        .unit("B2", line(), (30.0, 27.0, 180.0))
        .objective("A2", Objective::Friend(id("A1")))
}

#[test]
fn bg4_ordmv_16_who_is_activated_with_its_leader_follows_it_to_where_it_comes_to() {
    // Behind it and touching; a step behind it; and to its side, where the way to the nearest enemy is another one.
    for a2 in [(12.0, 5.5, 0.0), (12.0, 4.0, 0.0), (17.0, 3.0, 0.0)] {
        let state = following(a2).state();
        let mut first = activated(state.clone(), &["A1"]).unwrap();
        first.agenda.clone_from(&state.agenda);
        let one_by_one = activated(first, &["A2"]).unwrap();
        for units in [["A1", "A2"], ["A2", "A1"]] {
            let after = activated(state.clone(), &units).unwrap();
            assert_eq!(place(&after, "A1"), pose(12.0, 11.5, 0.0), "{a2:?}");
            // As if the leader had gone first.
            assert_eq!(place(&after, "A2"), place(&one_by_one, "A2"), "{a2:?}");
        }
    }
    // Touching from the start it keeps touching: 3.5 straight ahead.
    let after = activated(following((12.0, 5.5, 0.0)).state(), &["A1", "A2"]).unwrap();
    assert_eq!(place(&after, "A2"), pose(12.0, 9.0, 0.0));
}

#[test]
fn bg4_ordmv_16_a_leader_of_the_group_that_stays_is_followed_where_it_stands() {
    let state = following((12.0, 4.0, 0.0)).order("A1", Order::Hold).state();
    let after = activated(state, &["A1", "A2"]).unwrap();
    assert_eq!(place(&after, "A2"), pose(12.0, 5.5, 0.0));
}
