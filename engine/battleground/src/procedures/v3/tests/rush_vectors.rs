//! Vectors of rushes: open sides, contacts, who is rushed, two on a side (pp. 13-14).

use super::*;
use crate::model::state::RushKind;
use crate::procedures::rush::group;
use crate::procedures::rush::no_rush::NoFinalRush;

use crate::rules::final_rush::tests::room::{between, declining, may};

#[test]
fn bg3_rush_11_nearer_enemies_that_may_not_be_rushed_do_not_matter() {
    // Diagram 14.1: no open path to the first, to whose flank the line crosses water, the second is hidden, the third too far.
    let made = || {
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .holding("B1", line(), (14.5, 13.0, 180.0))
            .terrain(between(TerrainType::DeepWater, (16.9, 10.8), (17.7, 11.2)))
            .holding("B2", line(), (18.0, 17.0, 180.0))
            .terrain(between(TerrainType::Forest, (16.3, 12.3), (19.7, 15.6)))
            .holding("B3", line(), (29.0, 11.0, 270.0))
            .holding("B4", line(), (22.5, 14.0, 180.0))
    };
    assert_eq!(may(made(), "A1", "B1"), Err(NoFinalRush::NoOpenPath));
    assert_eq!(may(made(), "A1", "B2"), Err(NoFinalRush::NotVisible));
    assert!(matches!(may(made(), "A1", "B3"), Err(NoFinalRush::TooFar { .. })));
    let state = declining(made(), &["A1"]);
    assert_eq!(fights(&state, "A1")[0].0, id("B4"));
}

/// A1 looks north from the diagonal of B1 between its front, 5.815 away by mirrored corners, and its right, 7.25 away. B2 is so
/// far in front of it, 4 to its left.
fn on_a_diagonal(ahead: f64) -> State {
    begun(
        scene3()
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .holding("B1", line(), (23.25, 13.75, 180.0))
            .holding("B2", line(), (14.0, 11.25 + ahead, 180.0)),
    )
}

#[test]
fn bg3_rush_11_on_a_diagonal_the_owner_says_which_side_measures_the_distance() {
    // B2 is 6.5 away by mirrored corners (4 and 5.123): behind the front of B1, before its right.
    let (state, _) = play3(on_a_diagonal(5.123), &[activate(&["A1"])], &[]).unwrap();
    let (topic, seat, options) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::FacingSide, Seat::A));
    assert_eq!(options, [Answer::Side(Side::Front), Answer::Side(Side::Right)]);
    let rushed = |side: Side| {
        let given = answer(seat, Answer::Side(side));
        let (state, _) = play3(state.clone(), &[given], &[]).unwrap();
        assert_eq!(asked(&state), None);
        fights(&state, "A1")
    };
    // Whatever is measured, the nearest open side is rushed. Rule BG3-RUSH-05.
    assert_eq!(rushed(Side::Front), [(id("B1"), Side::Front, Side::Right)]);
    assert_eq!(rushed(Side::Right), [(id("B2"), Side::Front, Side::Front)]);
}

#[test]
fn bg3_rush_11_a_diagonal_that_decides_nothing_is_no_question() {
    // B2 is 5 away, nearer than either side of B1; then 12 and out of reach.
    for (ahead, enemy) in [(3.0, "B2"), (12.0, "B1")] {
        let (state, _) = play3(on_a_diagonal(ahead), &[activate(&["A1"])], &[]).unwrap();
        assert_eq!(asked(&state), None, "{enemy}");
        assert_eq!(fights(&state, "A1")[0].0, id(enemy));
    }
}

#[test]
fn bg3_rush_15_a_neighbour_leaves_enough_of_a_side() {
    // A2 covers the side of B1 up to this x; A1 has its front left, or a flank, which is declined.
    let rushes = |other: UnitType, at: (f64, f64, f64), flush: f64, side: Side, end: f64| {
        let made = scene3()
            .unit("A1", line(), (19.25, flush - 4.0, 0.0))
            .unit("A2", line(), (end - 1.75, flush - 1.25, 0.0))
            .holding("B1", other, at)
            .engaged("A2", "B1", side);
        !fights(&declining(made, &["A1"]), "A1").is_empty()
    };
    // A front of 3.5 up to 19.75, a flank of 2.5 up to 19.25, a colossal one of 5 up to 20.5: the half of it, and 1.75 at the least.
    let front = |end: f64| rushes(line(), (18.0, 15.5, 180.0), 14.25, Side::Front, end);
    assert_eq!((front(18.0), front(18.05)), (true, false));
    let flank = |end: f64| rushes(line(), (18.0, 15.5, 90.0), 13.75, Side::Right, end);
    assert_eq!((flank(17.5), flank(17.55)), (true, false));
    let colossal = |end: f64| rushes(colossal(), (18.0, 20.0, 90.0), 18.25, Side::Right, end);
    assert_eq!((colossal(18.0), colossal(18.05)), (true, false));
}

#[test]
fn bg3_rush_18_half_of_a_flank_and_half_of_the_side() {
    let lake = |from, to| between(TerrainType::VeryDeepWater, from, to);
    // Lakes close three sides of B1; A2 leaves this much of the fourth, a flank of 2.5 up to y 21.25.
    let of_a_flank = |left: f64| {
        let made = scene3()
            .unit("A1", moving(7.0), (26.0, 20.5, 270.0))
            .holding("A2", line(), (21.5, 21.25 - left - 1.25, 0.0))
            .holding("B1", line(), (18.0, 20.0, 180.0))
            .terrain(lake((16.25, 16.0), (19.7, 18.6)))
            .terrain(lake((16.25, 21.4), (19.0, 23.0)))
            .terrain(lake((14.0, 18.75), (16.1, 21.25)));
        may(made, "A1", "B1")
    };
    assert_eq!(of_a_flank(1.25), Ok(()));
    assert!(of_a_flank(1.2).is_err());
    // Between A2 and A3 a flank of 2.5 fits, no front of 3.5: on the front of B1 up to x 19.75.
    let of_a_front = |left: f64| {
        scene3()
            .unit("A1", moving(7.0), (19.3, 12.5, 0.0))
            .unit("A2", line(), (19.75 - left - 1.75, 17.5, 0.0))
            .holding("A3", line(), (23.15, 17.3, 0.0))
            .holding("B1", line(), (18.0, 20.0, 180.0))
            .engaged("A2", "B1", Side::Front)
            .terrain(lake((19.8, 19.9), (22.0, 21.25)))
            .terrain(lake((16.25, 21.3), (19.75, 23.0)))
            .terrain(lake((14.0, 18.8), (16.2, 21.25)))
    };
    assert_eq!(may(of_a_front(1.75), "A1", "B1"), Ok(()));
    assert!(may(of_a_front(1.7), "A1", "B1").is_err());
    // It fights with its flank, which the enemy has the bonus against.
    let (state, _) = play3(begun(of_a_front(1.75)), &[activate(&["A1"])], &[]).unwrap();
    let (topic, seat, options) = asked(&state).expect("a rush with a flank is optional");
    assert_eq!(topic, Topic::FlankRush);
    let (state, _) = play3(state, &[answer(seat, options[0].clone())], &[]).unwrap();
    let engagement = state
        .engagements
        .iter()
        .find(|one| one.rusher == id("A1"))
        .unwrap();
    assert_eq!(
        (engagement.kind, engagement.rushed_side),
        (RushKind::Flank, Side::Front)
    );
    assert!(matches!(engagement.rusher_side, Side::Left | Side::Right));
    let plain = fights(&state, "A2")[0];
    assert_eq!(plain.0, id("B1"));
    let skill = |unit: &str| of_attack(&state, "B1", unit, AttackKind::Melee).to_hit;
    assert_eq!(skill("A1"), skill("A2") + 1, "flanking");
}

/// A1 may rush the front of B1 with a flank alone, as between A2 and A3 it lacks a tenth of an inch for its front. A3 may rush B2, if
/// it has the order to.
fn room_for_a_flank(a3_rushes: bool) -> Scene {
    let lake = |from, to| between(TerrainType::VeryDeepWater, from, to);
    let made = scene3()
        .unit("A1", moving(7.0), (19.3, 12.5, 0.0))
        .unit("A2", line(), (16.25, 17.5, 0.0))
        .unit("A3", line(), (23.15, 17.3, 0.0))
        .holding("B1", line(), (18.0, 20.0, 180.0))
        .holding("B2", line(), (25.0, 22.5, 180.0))
        .engaged("A2", "B1", Side::Front)
        .terrain(lake((19.8, 19.9), (22.0, 21.25)))
        .terrain(lake((16.25, 21.3), (19.75, 23.0)))
        .terrain(lake((14.0, 18.8), (16.2, 21.25)));
    if a3_rushes {
        made.objective("A3", Objective::Enemy(id("B2")))
    } else {
        made.order("A3", Order::Hold)
    }
}

#[test]
fn bg3_rush_12_a_declined_flank_leaves_the_front_to_be_rushed_once_it_is_open() {
    let state = declining(room_for_a_flank(true), &["A1"]);
    let there = state.unit(id("A1")).unwrap();
    assert!(!there.turn.activated, "A3 rushes first");
    assert_eq!(there.turn.rushes_declined, [id("B1")]);
    let (state, _) = play3(state, &[activate(&["A3"])], &[]).unwrap();
    assert_eq!(fights(&state, "A3")[0].0, id("B2"));
    // Now there is room for its front: it must rush, unasked.
    assert!(group::holds_up_moves(&state, id("A1")));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(asked(&state), None);
    assert_eq!(fights(&state, "A1"), [(id("B1"), Side::Front, Side::Front)]);
}

#[test]
fn bg3_rush_12_a_declined_flank_is_not_asked_again() {
    let state = declining(room_for_a_flank(false), &["A1"]);
    let there = state.unit(id("A1")).unwrap();
    assert!(
        there.turn.activated && !there.turn.no_rush,
        "it has moved by its order"
    );
    assert_eq!(there.turn.rushes_declined, [id("B1")]);
    assert!(fights(&state, "A1").is_empty());
}

#[test]
fn bg3_rush_18_a_side_within_reach_that_is_open_to_the_front_keeps_a_flank_from_leading() {
    // Before the right side of B1, at 4.8, 2.7 are free between A2 and the water: a flank fits. Its front, at 6.1, is open.
    let made = scene3()
        .unit("A1", moving(7.0), (12.0, 11.25, 0.0))
        .holding("A2", line(), (14.5, 17.85, 90.0))
        .terrain(between(TerrainType::VeryDeepWater, (15.9, 13.3), (16.2, 13.4)))
        .holding("B1", line(), (18.0, 14.8, 180.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    let engagement = state.engagements.first().unwrap();
    assert_eq!(
        (engagement.kind, engagement.rushed_side),
        (RushKind::Front, Side::Front)
    );
}
