//! Footprints and sizes by keyword.

use battleground_geometry::Side;

use super::{Field, large};
use crate::field::Size;
use crate::model::effect::Keyword;
use crate::scene::{colossal, id, inches, line, pose, scene, with_keywords};

#[test]
fn bg4_colos_01_two_cards_joined_along_the_long_edges() {
    let state = scene().unit("A1", colossal(), (18.0, 10.0, 0.0)).state();
    let size = Field::of(&state).card(id("A1")).unwrap().size();
    for (side, length) in [
        (Side::Front, 3.5),
        (Side::Rear, 3.5),
        (Side::Left, 5.0),
        (Side::Right, 5.0),
    ] {
        assert_eq!(size.side(side), inches(length), "{side:?}");
    }
}

#[test]
fn bg4_colos_05_a_slid_unit_takes_the_room_of_its_rear_card() {
    let scene = || scene().unit("A1", colossal(), (18.0, 10.0, 0.0));
    let state = scene().change("A1", |unit| unit.slid = true).state();
    let field = Field::of(&state);
    let body = field.body(id("A1")).unwrap();
    // RULING: BG4-COLOS-05, the collision footprint is the rear card only.
    assert_eq!(body.pose(), pose(18.0, 8.75, 0.0));
    assert_eq!(
        (body.size().width(), body.size().depth()),
        (inches(3.5), inches(2.5))
    );
    let state = scene().state();
    let field = Field::of(&state);
    assert_eq!(field.body(id("A1")), field.card(id("A1")));
}

#[test]
fn bg4_colos_05_the_rear_card_of_a_slid_unit_lies_on_nobody() {
    let lying = |y| {
        scene()
            .unit("A1", colossal(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.slid = true)
            .unit("B1", line(), (18.0, y, 0.0))
            .state()
    };
    let apart = |y| {
        crate::positions::start::invariants(&lying(y)).map_or_else(|why| !why.contains("overlap"), |()| true)
    };
    // The card reaches from 7.5 to 12.5, its rear half to 10: an enemy lies on the front half and on nothing else.
    assert!(apart(11.25));
    assert!(!apart(11.2));
    assert!(!apart(8.0));
}

#[test]
fn bg4_colos_09_what_holds_for_large_holds_for_colossal() {
    assert!(Size::of(&colossal()) > Size::Large && Size::of(&large()) == Size::Large);
    assert_eq!(Size::of(&line()), Size::Normal);
    assert_eq!(Size::of(&with_keywords(&[Keyword::Cavalry])), Size::Normal);
}

#[test]
fn a_field_may_differ_from_its_position() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (10.0, 10.0, 0.0))
        .state();
    let field = Field::of(&state)
        .without(&[id("A2")])
        .with(id("A1"), pose(20.0, 12.0, 90.0));
    assert_eq!(field.card(id("A2")), None);
    assert_eq!(field.card(id("A1")).unwrap().pose(), pose(20.0, 12.0, 90.0));
    assert_eq!(
        field
            .bearing(id("A1"), crate::scene::point(30.0, 12.0))
            .unwrap()
            .value(),
        90.0
    );
}
