//! Poses as events keep them. Rule `BG4-GEO-04`.

use hindsight_geometry::inches::{Card, Object, overlaps};

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

fn card_at(there: hindsight_geometry::inches::Pose) -> Card {
    card((
        there.centre.x.value(),
        there.centre.y.value(),
        there.heading.value(),
    ))
}
