//! Rushing a Colossal unit whose front card was slid under an enemy that is gone: what lies on the table of it is its rear
//! card. RULING: BG4-COLOS-05.

use super::*;
use crate::field::Field;
use crate::scene::{assert_sound_throughout, colossal, inches, point};

/// B1's rear card lies from y 15 to 17.5, its front is the joint at y 15; A1 stands before it.
fn deserted(y: f64) -> Scene {
    scene()
        .unit("A1", line(), (18.0, y, 0.0))
        .unit("B1", colossal(), (18.0, 15.0, 180.0))
        .change("B1", |unit| unit.slid = true)
}

/// Greedy battle 75 and others: the rusher stayed where the front card would end, and touched nothing.
#[test]
fn bg4_colos_05_a_slid_unit_is_rushed_at_its_joint() {
    let state = begun(deserted(11.0));
    let (after, events) = rushed(state.clone(), &["A1"], &[]).unwrap();
    assert_lies(&after, "A1", (18.0, 13.75, 0.0));
    assert_eq!(after.engagements.len(), 1);
    assert_sound_throughout(&state, &events);
    // The distance is that to the joint.
    assert!(matches!(
        may_rush(&begun(deserted(10.1)), id("A1"), id("B1")),
        Err(NoFinalRush::TooFar { distance, .. }) if distance.rounded() == inches(3.65)
    ));
}

#[test]
fn bg4_colos_05_whoever_lies_on_the_front_card_stands_before_the_joint() {
    let state = begun(deserted(11.0).unit("A2", line(), (18.0, 13.75, 0.0)));
    assert!(!must_rush(&state, id("A1")), "no rush through A2");
}

/// Greedy battle 412: the middle of a flank, of which half lay under others, was rushed.
#[test]
fn bg4_colos_05_a_flank_is_that_of_the_rear_card() {
    let beside = |slid: bool| {
        let state = scene()
            .unit("A1", line(), (24.0, 12.0, 270.0))
            .unit("B1", colossal(), (18.0, 15.0, 180.0))
            .change("B1", |unit| unit.slid = slid)
            .state();
        Field::of(&state)
            .to_side(id("A1"), id("B1"), Side::Left)
            .unwrap()
            .0
    };
    assert!(beside(true).distance(point(19.75, 16.25)) < inches(0.001));
    let whole = beside(false).distance(point(19.75, 13.75));
    assert!(whole < inches(0.001), "BG4-COLOS-02");
}

#[test]
fn bg4_colos_03_the_flank_of_a_slid_unit_is_rushed_at_its_last_point() {
    // B1's rear card lies from y 15 to 17.5; of the three points of the whole flank, its middle is the last from the front.
    let state = begun(
        scene()
            .unit("A1", line(), (22.5, 16.0, 270.0))
            .unit("B1", colossal(), (18.0, 15.0, 180.0))
            .change("B1", |unit| unit.slid = true),
    );
    let (after, _) = rushed(state, &["A1"], &[]).unwrap();
    assert_lies(&after, "A1", (21.0, 16.25, 270.0));
    assert_eq!(engaged(&after, "A1"), [(id("B1"), Side::Front, Side::Left)]);
    assert_eq!(after.engagements[0].point, Some(2));
}
