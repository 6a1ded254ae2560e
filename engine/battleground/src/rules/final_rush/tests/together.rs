//! Several rushes at once.

use super::*;
use crate::model::event::EngagementEvent;
use crate::model::state::RushKind;
use crate::scene::colossal;

/// Two flanks of 2.5 inches side by side, an attacker before each.
fn two_flanks() -> Scene {
    scene()
        .unit("A1", line(), (15.5, 9.0, 0.0))
        .unit("A2", line(), (19.1, 9.0, 0.0))
        .unit("B1", line(), (16.0, 15.0, 90.0))
        .unit("B2", line(), (18.6, 15.0, 90.0))
}

#[test]
fn bg4_rush_20_simultaneous_rushes_share_the_room() {
    let contacts = |events: &[Event]| -> Vec<f64> {
        events
            .iter()
            .filter_map(|event| match event {
                Event::Engagement(EngagementEvent::FinalRushed { contact, .. }) => Some(contact.value()),
                _ => None,
            })
            .collect()
    };
    let (state, events) = rushed(begun(two_flanks()), &["A1", "A2"], &[]).unwrap();
    assert_eq!(contacts(&events), [2.5, 2.5]);
    let (one, two) = (
        lies(&state, "A1").centre.x.value(),
        lies(&state, "A2").centre.x.value(),
    );
    assert!((two - one - 3.5).abs() < 0.002);
    // The least sum of slides that makes room: 0.9.
    assert!(((16.0 - one) + (two - 18.6) - 0.9).abs() < 0.002 && one <= 16.0 && two >= 18.6);
    assert_eq!(engaged(&state, "A1"), [(id("B1"), Side::Front, Side::Right)]);
    assert_eq!(engaged(&state, "A2"), [(id("B2"), Side::Front, Side::Right)]);
    // One after the other the second has less.
    let (state, _) = rushed(begun(two_flanks()), &["A1"], &[]).unwrap();
    let (_, events) = rushed(state, &["A2"], &[]).unwrap();
    assert!((contacts(&events)[0] - 2.1).abs() < 0.002);
    // Where each can have its best place, it has (book example: each on its own enemy).
    let apart = begun(
        scene()
            .unit("A1", line(), (14.0, 10.0, 0.0))
            .unit("A2", line(), (22.0, 10.0, 0.0))
            .unit("B1", line(), (14.0, 15.0, 180.0))
            .unit("B2", line(), (22.0, 15.0, 180.0)),
    );
    let (state, _) = rushed(apart, &["A1", "A2"], &[]).unwrap();
    assert_lies(&state, "A1", (14.0, 12.5, 0.0));
    assert_lies(&state, "A2", (22.0, 12.5, 0.0));
}

#[test]
fn bg4_rush_20_any_number_of_units_shares_the_room() {
    // Two fronts 3.5 inches apart, two rushers on each: four units side by side fill it exactly.
    let four = begun(
        scene()
            .unit("A1", line(), (10.2, 10.0, 0.0))
            .unit("A2", line(), (13.72, 10.0, 0.0))
            .unit("A3", line(), (17.28, 10.0, 0.0))
            .unit("A4", line(), (20.8, 10.0, 0.0))
            .unit("B1", line(), (12.0, 15.0, 180.0))
            .unit("B2", line(), (19.0, 15.0, 180.0)),
    );
    let (state, events) = rushed(four, &["A1", "A2", "A3", "A4"], &[]).unwrap();
    for (unit, x) in [("A1", 10.25), ("A2", 13.75), ("A3", 17.25), ("A4", 20.75)] {
        assert_lies(&state, unit, (x, 12.5, 0.0));
    }
    let contacts: f64 = events
        .iter()
        .filter_map(|event| match event {
            Event::Engagement(EngagementEvent::FinalRushed { contact, .. }) => Some(contact.value()),
            _ => None,
        })
        .sum();
    assert!((contacts - 7.0).abs() < 0.01);
}

#[test]
fn bg4_rush_20_those_that_rush_together_arrive_at_once() {
    let (_, events) = rushed(begun(two_before_one()), &["A1", "A2"], &[]).unwrap();
    let moves: Vec<usize> = events
        .iter()
        .map(|event| event.movements().len())
        .filter(|&moves| moves > 0)
        .collect();
    assert_eq!(moves, [2], "one event tells of both");
}

#[test]
fn bg4_rush_20_three_fit_into_a_gap_to_a_hundredth() {
    // Three flanks 2.57 apart need slides of 0.93 to both sides, and friends leave just the 10.5 inches for that.
    let three = begun(
        scene()
            .unit("A1", line(), (15.0, 9.0, 0.0))
            .unit("A2", line(), (18.57, 9.0, 0.0))
            .unit("A3", line(), (22.14, 9.0, 0.0))
            .unit("A4", line(), (11.57, 12.0, 0.0))
            .order("A4", crate::model::orders::Order::Hold)
            .unit("A5", line(), (25.57, 12.0, 0.0))
            .order("A5", crate::model::orders::Order::Hold)
            .unit("B1", line(), (16.0, 15.0, 90.0))
            .unit("B2", line(), (18.57, 15.0, 90.0))
            .unit("B3", line(), (21.14, 15.0, 90.0)),
    );
    let (state, _) = rushed(three, &["A1", "A2", "A3"], &[]).unwrap();
    for (unit, x) in [("A1", 15.07), ("A2", 18.57), ("A3", 22.07)] {
        assert_lies(&state, unit, (x, 12.0, 0.0));
    }
    assert_eq!(state.engagements.len(), 3);
}

/// Two share a front of which a friend beside it leaves too little room for both their fronts.
fn a_friend_beside() -> Scene {
    scene()
        .unit("A1", line(), (15.9, 10.0, 0.0))
        .unit("A2", line(), (19.8, 10.0, 0.0))
        .unit("A3", line(), (22.3, 12.5, 0.0))
        .order("A3", crate::model::orders::Order::Hold)
        .unit("B1", line(), (18.0, 15.0, 180.0))
}

#[test]
fn bg4_rush_21_twos_company_with_a_flank() {
    // A3 begins at x 20.55. Fronts need 7 inches from 14.5 on; a front and a flank need 6, with 1.75 of contact each.
    let question = rushed(begun(a_friend_beside()), &["A1", "A2"], &[]).unwrap_err();
    assert_eq!(
        (question.topic, question.unit, question.about),
        (Topic::FlankRush, Some(id("A2")), Some(id("B1")))
    );
    let said = |answer: Answer| [super::answer(Topic::FlankRush, "A2", Some("B1"), answer)];
    for (side, heading) in [(Side::Left, 90.0), (Side::Right, 270.0)] {
        let answers = said(Answer::Side(side));
        let (state, events) = rushed(begun(a_friend_beside()), &["A1", "A2"], &answers).unwrap();
        assert_lies(&state, "A1", (16.25, 12.5, 0.0));
        assert_lies(&state, "A2", (19.25, 12.0, heading));
        assert_eq!(engaged(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
        assert_eq!(engaged(&state, "A2"), [(id("B1"), side, Side::Front)]);
        let kinds: Vec<RushKind> = state.engagements.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [RushKind::Front, RushKind::Flank]);
        let arrivals = events.iter().filter(|event| event.movements().len() == 2);
        assert_eq!(arrivals.count(), 1, "at the same time");
    }
    // It is voluntary: without it only one has room.
    let answers = said(Answer::Decline);
    let (state, _) = rushed(begun(a_friend_beside()), &["A1", "A2"], &answers).unwrap();
    assert_eq!(state.engagements.len(), 1);
}

#[test]
fn bg4_colos_05_a_giant_that_must_slide_rushes_beside_another() {
    // Walls leave A1's rear card no room behind its front one: with both it needs the 3.5 inches between x 16.6 and 20.
    let pillar = |from: f64, to: f64| {
        crate::scene::ground(
            crate::model::cards::TerrainType::FortificationWall,
            &[(from, 9.6), (to, 9.6), (to, 10.9), (from, 10.9)],
        )
    };
    let giant = crate::model::cards::UnitType {
        movement: crate::scene::mc(6.0),
        ..colossal()
    };
    let scene = scene()
        .unit("A1", giant, (18.3, 7.0, 0.0))
        .unit("A2", moving(6.0), (22.3, 9.5, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .terrain(pillar(15.0, 16.6))
        .terrain(pillar(20.0, 20.4));
    let (state, events) = rushed(begun(scene), &["A1", "A2"], &[]).unwrap();
    assert_eq!(state.engagements.len(), 2);
    // Its rear card lies where a single card would: an inch and three quarters to the left of the middle.
    assert!(state.unit(id("A1")).unwrap().slid);
    assert_lies(&state, "A1", (16.25, 13.75, 0.0));
    assert_lies(&state, "A2", (19.75, 12.5, 0.0));
    let contacts = events.iter().filter(
        |event| matches!(event, Event::Engagement(EngagementEvent::FinalRushed { contact, .. }) if (contact.value() - 1.75).abs() < 0.011),
    );
    assert_eq!(contacts.count(), 2);
}
