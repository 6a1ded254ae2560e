use super::super::tests::{TOL, assert_at, card, colossal, inches, point, table};
use super::*;

const LEAST: Inches = Inches::mils(1_750);

fn unit() -> Footprint {
    card(0.0, 0.0, 0.0).size()
}

fn enemy() -> Card {
    card(18.0, 15.0, 180.0)
}

#[test]
fn bg4_rush_12_flush_and_centre_to_centre() {
    let enemy = enemy();
    let rows = [
        (Side::Front, (18.0, 12.5), 0.0),
        (Side::Left, (21.0, 15.0), 270.0),
        (Side::Rear, (18.0, 17.5), 180.0),
    ];
    for (side, at, heading) in rows {
        let found = Approach::front_to(&enemy, side, unit()).best(LEAST, &[], TOL);
        assert_eq!(found.len(), 1);
        assert_at(found[0].pose.centre, at);
        assert!((found[0].pose.heading.value() - heading).abs() < 1e-9, "{side:?}");
        let card = Card::new(found[0].pose, unit());
        assert_at(
            card.front_centre(),
            (
                enemy.side_centre(side).x.value(),
                enemy.side_centre(side).y.value(),
            ),
        );
    }
}

#[test]
fn bg4_rush_13_contact_after_sliding() {
    let enemy = enemy();
    let contact = |side, own, slide| {
        Approach::front_to(&enemy, side, unit())
            .with_side(own)
            .contact(inches(slide))
            .rounded()
            .value()
    };
    assert_eq!(
        [
            contact(Side::Front, Side::Front, 0.75),
            contact(Side::Front, Side::Front, -0.75)
        ],
        [2.75, 2.75]
    );
    assert_eq!(
        [0.5, -0.5, 1.0].map(|slide| contact(Side::Left, Side::Front, slide)),
        [2.5, 2.5, 2.0]
    );
    assert_eq!(contact(Side::Front, Side::Front, 9.0).to_bits(), 0);
}

#[test]
fn bg4_rush_13_slide_for_the_greatest_contact() {
    let friend = card(20.75, 12.5, 0.0);
    let enemy = enemy();
    let found = Approach::front_to(&enemy, Side::Front, unit()).best(LEAST, &[(&friend).into()], TOL);
    assert_eq!(found.len(), 1);
    assert_at(found[0].pose.centre, (17.25, 12.5));
    assert_eq!(
        (found[0].slide.rounded(), found[0].contact.rounded()),
        (inches(-0.75), inches(2.75))
    );
}

#[test]
fn bg4_rush_13_equal_slides_are_the_owners_choice() {
    // A post in the middle of the front: left and right are mirror images, of 1.70 inches only.
    let post = super::super::tests::area(&[(17.95, 12.0), (18.05, 12.0), (18.05, 12.5), (17.95, 12.5)]);
    let enemy = enemy();
    let approach = Approach::front_to(&enemy, Side::Front, unit());
    assert!(approach.best(LEAST, &[(&post).into()], TOL).is_empty());
    let found = approach.best(Inches::mils(1_500), &[(&post).into()], TOL);
    let slides: Vec<Inches> = found.iter().map(|one| one.slide.rounded()).collect();
    assert_eq!(slides, [inches(-1.8), inches(1.8)]);
}

#[test]
fn bg4_rush_14_at_least_half_a_front() {
    let enemy = enemy();
    let best = |left: f64| {
        let friend = card(left + 1.75, 12.5, 0.0);
        Approach::front_to(&enemy, Side::Front, unit()).best(LEAST, &[(&friend).into()], TOL)
    };
    let legal = best(18.0);
    assert_eq!(legal.len(), 1);
    assert_at(legal[0].pose.centre, (16.25, 12.5));
    assert_eq!(legal[0].contact.rounded(), LEAST);
    // 1.65 inches are left on the western half; the eastern one is all taken.
    assert!(best(17.9).is_empty());
}

#[test]
fn bg4_rush_15_nothing_may_be_overlapped() {
    let enemy = card(1.0, 15.0, 180.0);
    let table = table();
    let found = Approach::front_to(&enemy, Side::Front, unit()).best(LEAST, &table.outside(), TOL);
    assert_at(found[0].pose.centre, (1.75, 12.5));
    // A second enemy that is only touched is no hindrance.
    let second = card(14.5, 12.5, 90.0);
    let enemy = card(18.0, 15.0, 180.0);
    let second = second.at(Pose::new(inches(15.0), second.pose().centre.y, Degrees::QUARTER));
    let found = Approach::front_to(&enemy, Side::Front, unit()).best(LEAST, &[(&second).into()], TOL);
    assert_eq!(found[0].slide, Inches::ZERO);
    assert!(super::super::touches(
        &Card::new(found[0].pose, unit()),
        &second,
        TOL
    ));
}

#[test]
fn bg4_rush_15_a_gap_a_hair_too_narrow_still_holds_a_unit() {
    let (left, right) = (card(14.503, 12.5, 0.0), card(21.497, 12.5, 0.0));
    let enemy = enemy();
    let tight = [Object::Card(&left), Object::Card(&right)];
    let found = Approach::front_to(&enemy, Side::Front, unit()).best(LEAST, &tight, TOL);
    assert_eq!(found.len(), 1);
    assert!(found[0].slide.abs().value() <= 0.01, "{found:?}");
}

#[test]
fn bg4_rush_22_a_flank_against_the_side() {
    let enemy = enemy();
    for (own, heading) in [(Side::Left, 90.0), (Side::Right, 270.0)] {
        let approach = Approach::front_to(&enemy, Side::Front, unit()).with_side(own);
        let found = approach.best(LEAST, &[], TOL)[0];
        assert!((found.pose.heading.value() - heading).abs() < 1e-9, "{own:?}");
        let card = Card::new(found.pose, unit());
        assert_at(card.side_centre(own), (18.0, 13.75));
        let contact = |slide| approach.contact(inches(slide)).rounded();
        assert_eq!([contact(0.5), contact(1.25)], [inches(2.5), inches(1.75)]);
        assert_eq!(
            super::super::contact_length(&card, own, &enemy, Side::Front, TOL).rounded(),
            inches(2.5)
        );
    }
}

#[test]
fn bg4_colos_03_a_long_flank_is_aimed_at_one_of_its_points() {
    let target = colossal(18.0, 10.0, 0.0);
    let approach = Approach::front_to(&target, Side::Right, unit()).aimed_at(point(19.75, 11.25));
    let found = approach.best(LEAST, &[], TOL);
    assert_eq!(
        (found[0].slide, found[0].contact.rounded()),
        (Inches::ZERO, inches(3.0))
    );
    assert_at(found[0].pose.centre, (21.0, 11.25));
    // Two beside one another on the five inches.
    let first = Card::new(approach.pose(Inches::ZERO), unit());
    let second = Approach::front_to(&target, Side::Right, unit()).aimed_at(point(19.75, 8.75));
    let found = second.best(LEAST, &[(&first).into()], TOL);
    // The first covers y from 9.5 up: two inches of the flank are left.
    assert_at(found[0].pose.centre, (21.0, 7.75));
    assert_eq!(
        (found[0].slide.rounded(), found[0].contact.rounded()),
        (inches(-1.0), inches(2.0))
    );
}

#[test]
fn bg4_path_01_open_sides_have_room_for_half_a_front() {
    let enemy = card(18.0, 20.0, 180.0);
    let friend = card(18.0, 17.5, 0.0);
    let open = open_sides(&enemy, unit(), LEAST, &[(&friend).into()], TOL);
    let sides: Vec<Side> = open.iter().map(|(side, _)| *side).collect();
    assert_eq!(sides, [Side::Right, Side::Rear, Side::Left]);
    let nearest = nearest_open_sides(&enemy, point(20.5, 13.0), unit(), LEAST, &[(&friend).into()], TOL);
    assert_eq!(
        nearest
            .iter()
            .map(|(side, far)| (*side, far.rounded()))
            .collect::<Vec<_>>(),
        [(Side::Left, inches(7.04))]
    );
    let middle = nearest_open_sides(&enemy, point(18.0, 13.0), unit(), LEAST, &[(&friend).into()], TOL);
    assert_eq!(middle.len(), 2, "both flanks are equally near");
}

#[test]
fn bg4_rush_25_a_corner_is_turned_to_as_little_as_possible() {
    let enemy = enemy();
    let friend = card(17.15, 12.5, 0.0);
    let poses = corner_placements(&enemy, Side::Front, Hand::Right, unit(), &[(&friend).into()], TOL);
    assert_eq!(poses.len(), 1);
    assert_at(poses[0].centre, (20.843, 13.144));
    assert!((poses[0].heading.value() - 299.0).abs() < 1e-9);
    // Nothing in the way: flush with the side.
    let flush = corner_placements(&enemy, Side::Front, Hand::Left, unit(), &[], TOL);
    assert_at(flush[0].centre, (16.25, 12.5));
}

#[test]
fn bg4_rush_25_no_room_at_the_corner_at_all() {
    let enemy = enemy();
    let around = [
        card(18.0, 12.5, 0.0),
        card(21.0, 15.0, 270.0),
        card(21.0, 11.5, 0.0),
    ];
    let around: Vec<Object<'_>> = around.iter().map(Object::Card).collect();
    assert!(corner_placements(&enemy, Side::Front, Hand::Right, unit(), &around, TOL).is_empty());
}
