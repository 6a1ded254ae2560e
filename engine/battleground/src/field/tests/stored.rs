//! Poses as events keep them. Rule `BG4-GEO-04`.

use battleground_geometry::{Card, Object, overlaps};

use super::super::stored;
use super::card;
use crate::field::TOL;
use crate::scene::pose;

fn lies_free(lie: Card, beside: &[Card]) -> bool {
    !beside
        .iter()
        .any(|other| overlaps(&lie, Object::Card(other), TOL))
}

#[test]
fn bg4_geo_04_a_pose_is_rounded_beside_an_overlap_not_into_it() {
    // 0.0097" deep beside the right one, as near as touching counts; rounded it would be 0.0101" deep.
    let right = card((13.490_9, 10.0, 0.0));
    let is_free = |there| lies_free(card_at(there), &[right]);
    let end = pose(10.000_6, 10.0, 0.0);
    assert!(is_free(end) && !is_free(end.rounded()), "the rounding matters");
    let kept = stored(end, is_free);
    assert!(is_free(kept) && kept == kept.rounded(), "{kept:?}");
    assert!(kept.centre.distance(end.centre).value() < 0.002);
}

#[test]
fn bg4_geo_04_a_pose_that_overlaps_by_the_rounding_of_its_neighbour_is_kept_beside_it() {
    // Both may lie 0.01" deep in each other, and the neighbour was rounded 0.0005" nearer.
    let right = card((13.489_5, 10.0, 0.0));
    let is_free = |there| lies_free(card_at(there), &[right]);
    let end = pose(10.0, 10.0, 0.0);
    assert!(!is_free(end) && !is_free(end.rounded()));
    let kept = stored(end, is_free);
    assert!(is_free(kept), "{kept:?}");
    assert!(kept.centre.distance(end.centre).value() < 0.002);
}

#[test]
fn bg4_geo_04_between_two_units_that_leave_no_rounded_place_a_pose_is_kept_as_it_is() {
    let (left, right) = (card((6.510_45, 10.0, 0.0)), card((13.490_55, 10.0, 0.0)));
    let is_free = |there| lies_free(card_at(there), &[left, right]);
    let end = pose(10.000_5, 10.0, 0.0);
    assert!(is_free(end) && !is_free(end.rounded()), "the rounding matters");
    assert_eq!(stored(end, is_free), end);
    // Where the place itself is not free, nothing is made better by keeping it exactly.
    let crowded = |_| false;
    assert_eq!(stored(end, crowded), end.rounded());
}

/// A pose that is kept as it is has all its digits, and is read from a stream as it was written to it, to the last bit: one
/// of seven numbers was not, when they were read in the fastest way.
#[test]
fn bg4_geo_04_a_pose_is_read_as_it_was_written() {
    for step in 0..1_000 {
        let far = f64::from(step) / 1_009.0;
        let written = pose(36.0 * far, 30.0 * far, 360.0 * far);
        let text = serde_json::to_string(&written).unwrap();
        let read: battleground_geometry::Pose = serde_json::from_str(&text).unwrap();
        assert_eq!(read, written, "{text}");
    }
}

fn card_at(there: battleground_geometry::Pose) -> Card {
    card((
        there.centre.x.value(),
        there.centre.y.value(),
        there.heading.value(),
    ))
}
