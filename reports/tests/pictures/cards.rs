//! Cards on a table, however they are turned and whatever lies over them.

use super::{card, cards};

#[test]
fn a_card_keeps_its_number_however_it_is_turned() {
    for heading in [0.0, 30.0, 45.0, 90.0, 135.0, 210.0, 300.0] {
        let svg = cards(vec![card("A3", (18.0, 15.0), heading, 0)]);
        assert_eq!(svg.matches(">A3</text>").count(), 1, "heading {heading}");
    }
}

#[test]
fn what_a_flyer_lies_over_keeps_its_outline_and_its_number() {
    let below = || card("A3", (18.0, 15.0), 0.0, 0);
    let alone = cards(vec![below(), card("B2", (30.0, 15.0), 0.0, 1)]);
    let over = cards(vec![below(), card("B2", (18.3, 15.2), 0.0, 1)]);
    let dashed = |svg: &str| svg.matches("stroke-dasharray").count();
    assert_eq!(dashed(&over), dashed(&alone) + 1);
    // Once: in its corner, and where that is hidden above what hides it.
    assert_eq!(alone.matches(">A3</text>").count(), 1);
    assert_eq!(over.matches(">A3</text>").count(), 1);
    let (below, above) = over.split_once("id=\"unit-B2\"").expect("the flyer");
    assert!(!below.contains(">A3</text>") && above.contains(">A3</text>"));
}
