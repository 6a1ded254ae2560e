//! Placement of the rusher.

use battleground_geometry::{Card, Hand, Inches, Object, Placement, overlaps};

use super::*;
use crate::field::{Field, TOL};
use crate::model::cards::{TerrainType, UnitType};
use crate::model::event::{EngagementEvent, MovementEvent, TurnEvent};
use crate::model::state::RushKind;
use crate::procedures::rush::choice;
use crate::procedures::rush::placement::{Spot, Ways, spot, ways};
use crate::scene::{colossal, ground};

/// How A1 may be placed against a side of B1, wherever it comes from.
fn ways_to(scene: Scene, side: Side) -> Option<Ways> {
    let state = scene.state();
    let field = Field::of(&state);
    let target = *field.card(id("B1")).unwrap();
    let from = field.card(id("A1")).unwrap().front_centre();
    let point = target.target_point(side, from);
    ways(&field, state.unit(id("A1")).unwrap(), id("B1"), side, point)
}

/// The slides and contacts of front placements, to hundredths.
fn fronts(ways: Option<Ways>) -> Vec<(i32, i32)> {
    match ways {
        Some(Ways::Front(spots)) => spots
            .iter()
            .map(|spot| (hundredths(spot.slide.value()), hundredths(spot.contact.value())))
            .collect(),
        Some(Ways::Flank(_) | Ways::Corner(_)) | None => Vec::new(),
    }
}

fn hundredths(inches: f64) -> i32 {
    (inches * 100.0).round() as i32
}

/// A1 far away, B1 at (18, 15) looking at y = 0, A2 there.
fn with_friend(at: (f64, f64, f64)) -> Scene {
    with_friends(&[at])
}

fn with_friends(friends: &[(f64, f64, f64)]) -> Scene {
    let base = scene()
        .unit("A1", line(), (5.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0));
    ["A2", "A3"]
        .into_iter()
        .zip(friends)
        .fold(base, |scene, (name, at)| scene.unit(name, line(), *at))
}

#[test]
fn bg4_rush_13_maximum_contact() {
    // A friend touches the same front from x = 19 on.
    let state = begun(facing().unit("A2", line(), (20.75, 12.5, 0.0)));
    let (state, events) = rushed(state, &["A1"], &[]).unwrap();
    assert_lies(&state, "A1", (17.25, 12.5, 0.0));
    let contact = events.iter().find_map(|event| match event {
        Event::Engagement(EngagementEvent::FinalRushed { contact, .. }) => Some(hundredths(contact.value())),
        _ => None,
    });
    assert_eq!(contact, Some(275));
    // The 2.5 inch side: slides up to 0.5 cost nothing, 1.0 leaves 2.0. The onlooker's left is y = 0 here.
    for (edge, slide, contact) in [(17.0, 0, 250), (16.25, 50, 250), (15.75, 100, 200)] {
        let found = fronts(ways_to(with_friend((21.0, edge + 1.75, 270.0)), Side::Left));
        assert_eq!(
            found.iter().map(|one| (one.0.abs(), one.1)).collect::<Vec<_>>(),
            [(slide, contact)]
        );
    }
    // Left and right are equal: the owner chooses.
    let post = ground(
        TerrainType::FortificationWall,
        &[(17.995, 11.3), (18.005, 11.3), (18.005, 12.0), (17.995, 12.0)],
    );
    let state = begun(
        scene()
            .unit("A1", line(), (21.384, 11.616, 315.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .terrain(post),
    );
    let question = rushed(state.clone(), &["A1"], &[]).unwrap_err();
    assert_eq!(
        (question.topic, question.about),
        (Topic::PlacementSide, Some(id("B1")))
    );
    for (hand, left) in [(Hand::Left, true), (Hand::Right, false)] {
        let given = answer(Topic::PlacementSide, "A1", Some("B1"), Answer::Hand(hand));
        let (state, _) = rushed(state.clone(), &["A1"], &[given]).unwrap();
        assert_eq!(lies(&state, "A1").centre.x.value() < 18.0, left);
    }
}

#[test]
fn bg4_rush_14_minimum_contact() {
    let front = |edge: f64| fronts(ways_to(with_friend((edge + 1.75, 12.5, 0.0)), Side::Front));
    assert_eq!(front(18.0), [(-175, 175)]);
    assert_eq!(front(17.9), []);
    let flank = |edge: f64| fronts(ways_to(with_friend((21.0, edge + 1.75, 270.0)), Side::Left));
    assert_eq!(flank(15.5).iter().map(|one| one.1).collect::<Vec<_>>(), [175]);
    assert_eq!(flank(15.4), []);
}

#[test]
fn bg4_rush_15_what_may_not_be_overlapped() {
    // An enemy and impassable ground are no better than a friend.
    let enemy = with_friends(&[]).unit("B2", line(), (20.75, 12.5, 180.0));
    assert_eq!(fronts(ways_to(enemy, Side::Front)), [(-75, 275)]);
    let water = ground(
        TerrainType::DeepWater,
        &[(19.0, 11.5), (25.0, 11.5), (25.0, 13.5), (19.0, 13.5)],
    );
    assert_eq!(
        fronts(ways_to(with_friends(&[]).terrain(water), Side::Front)),
        [(-75, 275)]
    );
    // The table edge: there are 1.75 inches beside B1.
    let at_edge = |x: f64| {
        scene()
            .unit("A1", line(), (5.0, 5.0, 0.0))
            .unit("B1", line(), (x, 15.0, 0.0))
    };
    assert_eq!(fronts(ways_to(at_edge(32.5), Side::Right)), []);
    assert_eq!(fronts(ways_to(at_edge(31.75), Side::Right)), [(0, 250)]);
}

/// Between two friends 2.8 inches apart before B1's front; A1 is 3 inches away.
fn in_the_gap(kind: UnitType) -> Scene {
    scene()
        .unit("A1", kind, (18.0, 9.5, 0.0))
        .unit("A2", line(), (14.85, 12.5, 0.0))
        .unit("A3", line(), (21.15, 12.5, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
}

#[test]
fn bg4_rush_22_with_a_flank() {
    let state = begun(in_the_gap(line()));
    let question = rushed(state.clone(), &["A1"], &[]).unwrap_err();
    assert_eq!(
        (question.topic, question.about),
        (Topic::FlankRush, Some(id("B1")))
    );
    for (side, heading) in [(Side::Left, 90.0), (Side::Right, 270.0)] {
        let given = answer(Topic::FlankRush, "A1", Some("B1"), Answer::Side(side));
        let (state, events) = rushed(state.clone(), &["A1"], &[given]).unwrap();
        assert_lies(&state, "A1", (18.0, 12.0, heading));
        assert_eq!(engaged(&state, "A1"), [(id("B1"), side, Side::Front)]);
        assert!(events.iter().any(|event| matches!(
            event,
            Event::Engagement(EngagementEvent::FinalRushed { contact, .. }) if hundredths(contact.value()) == 250
        )));
    }
    // Declined, there is no rush of that enemy, with flank or corner.
    let declined = answer(Topic::FlankRush, "A1", Some("B1"), Answer::Decline);
    let (state, _) = rushed(state, &["A1"], &[declined]).unwrap();
    assert!(state.engagements.is_empty() && !must_rush(&state, id("A1")));
    assert!(!state.unit(id("A1")).unwrap().turn.activated);
    // RULING: too little contact opens it as well. From 15.5 to 18.0 there is room for 1.75 inches of a flank.
    let narrow = with_friends(&[(13.75, 12.5, 0.0), (19.75, 12.5, 0.0)]);
    match ways_to(narrow, Side::Front) {
        Some(Ways::Flank(sides)) => {
            assert_eq!(sides.len(), 2);
            for (_, spots) in sides {
                assert_eq!(hundredths(spots[0].contact.value()), 175);
                assert_eq!(hundredths(spots[0].slide.value()), -125);
            }
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn bg4_rush_23_effects_of_a_flank_rush() {
    let given = answer(Topic::FlankRush, "A1", Some("B1"), Answer::Side(Side::Left));
    let (state, _) = rushed(begun(in_the_gap(line())), &["A1"], &[given]).unwrap();
    assert_eq!(state.engagements[0].kind, RushKind::Flank);
    assert!(crate::model::charging::charges_toward(&state, id("A1"), id("B1")));
}

#[test]
fn bg4_rush_24_a_corner_only_if_nothing_else_fits() {
    // A flank fits: no corner.
    let gap = with_friends(&[(14.85, 12.5, 0.0), (21.15, 12.5, 0.0)]);
    assert!(matches!(ways_to(gap, Side::Front), Some(Ways::Flank(_))));
    // Neither front nor flank: one of the side's two corners, or none.
    let state = begun(at_the_corner(180.0));
    let question = rushed(state.clone(), &["A1"], &[]).unwrap_err();
    assert_eq!((question.topic, question.about), (Topic::Corner, Some(id("B1"))));
    let declined = answer(Topic::Corner, "A1", Some("B1"), Answer::Decline);
    let (state, _) = rushed(state, &["A1"], &[declined]).unwrap();
    assert!(state.engagements.is_empty());
}

/// A2 stands from x = 17.9 on, 1.25 inches before a side of B1: there is room for neither front nor flank.
fn at_the_corner(heading: f64) -> Scene {
    scene()
        .unit("A1", line(), (14.716, 11.116, 45.0))
        .unit("A2", line(), (19.65, 11.25, 0.0))
        .unit("B1", line(), (18.0, 15.0, heading))
}

#[test]
fn bg4_rush_25_placement_at_a_corner() {
    match ways_to(with_friend((17.15, 12.5, 0.0)), Side::Front) {
        Some(Ways::Corner(ends)) => {
            let (_, spots) = ends.iter().find(|(end, _)| *end == Hand::Right).unwrap();
            assert_eq!(spots.len(), 1);
            let at = spots[0].pose;
            assert!((at.centre.x.value() - 20.843).abs() < 0.002);
            assert!((at.centre.y.value() - 13.144).abs() < 0.002);
            assert_eq!(at.heading.value(), 299.0);
        }
        other => panic!("{other:?}"),
    }
    let corner = answer(Topic::Corner, "A1", Some("B1"), Answer::Hand(Hand::Left));
    let (state, _) = rushed(begun(at_the_corner(180.0)), &["A1"], &[corner]).unwrap();
    let front = state.card(state.unit(id("A1")).unwrap()).unwrap().front_centre();
    assert!((front.x.value() - 16.25).abs() < 0.002 && (front.y.value() - 13.75).abs() < 0.002);
    assert_eq!(state.engagements[0].kind, RushKind::Corner);
}

#[test]
fn bg4_rush_25_two_places_at_one_corner_are_told_apart() {
    // Both lie on the same side of the middle of the side that is rushed.
    let spot = |x: f64| Spot {
        pose: crate::scene::pose(x, 13.0, 315.0),
        slide: crate::scene::inches(1.5),
        contact: crate::scene::inches(0.0),
        slid: false,
        steps: 0,
        reach: crate::scene::inches(3.5),
    };
    let option = |x: f64| choice::place_option(RushKind::Corner, &spot(x));
    let (one, other) = (option(20.0), option(20.5));
    assert_ne!(one.0, other.0, "the answers");
    assert_ne!(one.1, other.1, "the words");
}

#[test]
fn bg4_rush_26_a_corner_rusher_fights_on_the_chosen_side() {
    for (heading, side) in [(180.0, Side::Front), (0.0, Side::Rear)] {
        let corner = answer(Topic::Corner, "A1", Some("B1"), Answer::Hand(Hand::Left));
        let (state, _) = rushed(begun(at_the_corner(heading)), &["A1"], &[corner]).unwrap();
        assert_eq!(engaged(&state, "A1"), [(id("B1"), Side::Front, side)]);
    }
}

#[test]
fn bg4_rush_27_the_procedure_continues() {
    let scene = || in_the_gap(moving(5.0)).unit("B2", line(), (13.2, 9.4, 90.0));
    let declined = answer(Topic::FlankRush, "A1", Some("B1"), Answer::Decline);
    let (state, _) = rushed(begun(scene()), &["A1"], &[declined]).unwrap();
    assert_eq!(engaged(&state, "A1"), [(id("B2"), Side::Front, Side::Front)]);
}

#[test]
fn bg4_colos_03_a_colossal_flank_is_rushed_at_one_of_its_points() {
    let state = begun(scene().unit("A1", line(), (23.5, 11.25, 270.0)).unit(
        "B1",
        colossal(),
        (18.0, 10.0, 0.0),
    ));
    let (state, events) = rushed(state, &["A1"], &[]).unwrap();
    assert_lies(&state, "A1", (21.0, 11.25, 270.0));
    assert_eq!(state.engagements[0].point, Some(0));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Engagement(EngagementEvent::FinalRushed { contact, .. }) if hundredths(contact.value()) == 300
    )));
}

#[test]
fn bg4_geo_04_rounding_lays_no_rusher_on_a_friend() {
    // 9.9 thousandths deep in a friend it does not overlap it; rounded to the nearest thousandth it would.
    let size = line().size;
    let friend = Card::new(crate::scene::pose(6.510_39, 10.0, 0.0), size);
    let placement = Placement {
        pose: crate::scene::pose(10.000_49, 10.0, 0.0),
        slide: Inches::ZERO,
        contact: crate::scene::inches(3.5),
    };
    let overlaps = |pose: Pose| overlaps(&Card::new(pose, size), &friend, TOL);
    assert!(!overlaps(placement.pose) && overlaps(placement.pose.rounded()));
    let spot = spot(&placement, size, &[Object::Card(&friend)]);
    assert!(!overlaps(spot.pose));
    assert_eq!(spot.pose, spot.pose.rounded(), "it can be stored");
}

#[test]
fn bg4_colos_05_into_narrow_space() {
    // 3 inches are free before B1's front.
    let narrow = || {
        scene()
            .unit("A1", colossal(), (5.0, 5.0, 0.0))
            .unit("A2", line(), (18.0, 9.5, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
    };
    match ways_to(narrow(), Side::Front) {
        Some(Ways::Front(spots)) => {
            assert_eq!(spots.len(), 1);
            assert!(spots[0].slid);
            // The rear card at y 11.25 to 13.75.
            assert_eq!(hundredths(spots[0].pose.centre.y.value()), 1_375);
            assert_eq!(hundredths(spots[0].contact.value()), 350);
        }
        other => panic!("{other:?}"),
    }
    // With room for both cards it does not slide.
    let roomy = scene()
        .unit("A1", colossal(), (18.0, 8.0, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0));
    let (state, _) = rushed(begun(roomy), &["A1"], &[]).unwrap();
    assert_lies(&state, "A1", (18.0, 11.25, 0.0));
    assert!(!state.unit(id("A1")).unwrap().slid);
}

/// Random battle 17: the enemy was gone, there was no room yet to slide back, and the next rush left the front card behind.
#[test]
fn bg4_colos_05_who_was_slid_under_an_enemy_that_is_gone_rushes_with_both_cards() {
    let was_slid = scene()
        .unit("A1", colossal(), (18.0, 8.0, 0.0))
        .change("A1", |unit| unit.slid = true)
        .unit("B1", line(), (18.0, 15.0, 180.0));
    let (state, events) = rushed(begun(was_slid), &["A1"], &[]).unwrap();
    assert_lies(&state, "A1", (18.0, 11.25, 0.0));
    assert!(!state.unit(id("A1")).unwrap().slid);
    let place = |sought: fn(&Event) -> bool| events.iter().position(sought).unwrap();
    let (moved, out, rushed) = (
        place(|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { .. }))),
        place(|event| {
            matches!(
                event,
                Event::Movement(MovementEvent::SlidUnder { slid: false, .. })
            )
        }),
        place(|event| matches!(event, Event::Engagement(EngagementEvent::FinalRushed { .. }))),
    );
    assert!(
        moved < out && out < rushed,
        "where it was there was no room for both"
    );
}

#[test]
fn bg4_end_03_the_mark_of_a_flank_rush_stays_while_the_engagement_lasts() {
    let given = answer(Topic::FlankRush, "A1", Some("B1"), Answer::Side(Side::Left));
    let (state, _) = rushed(begun(in_the_gap(line())), &["A1"], &[given]).unwrap();
    let ((), state, _) = at_table(state, &[], |table| table.emit(Event::Turn(TurnEvent::TurnEnded)));
    assert_eq!(state.engagements[0].kind, RushKind::Flank);
}
