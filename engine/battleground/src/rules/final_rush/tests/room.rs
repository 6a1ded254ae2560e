//! Open sides, and the room that rushers have on them, in either edition (v4 pp. 46-47, 68-71; v3 pp. 13-14).

use battleground_geometry::Side;

use crate::editions::Edition;
use crate::field::Field;
use crate::model::agenda::Topic;
use crate::model::cards::{Piece, TerrainType};
use crate::model::state::{RushKind, State};
use crate::playing::{activate, answer, asked, fights, play_strictly, stands};
use crate::procedures::rush::eligibility::may_rush;
use crate::procedures::rush::no_rush::NoFinalRush;
use crate::scene::{Scene, begun, colossal, ground, id, in_editions, line, moving, pose, scene_of};

pub(crate) fn may(made: Scene, unit: &str, enemy: &str) -> Result<(), NoFinalRush> {
    may_rush(&begun(made), id(unit), id(enemy))
}

/// Ground of a kind between two corners.
pub(crate) fn between(kind: TerrainType, from: (f64, f64), to: (f64, f64)) -> Piece {
    ground(kind, &[from, (to.0, from.1), to, (from.0, to.1)])
}

/// The position after these were activated, and of all that is asked the last was answered: it declines a rush with a flank.
pub(crate) fn declining(made: Scene, units: &[&str]) -> State {
    let (mut state, _) = play_strictly(begun(made), &[activate(units)], &[]).unwrap();
    while let Some((_, seat, options)) = asked(&state) {
        let last = options.last().unwrap().clone();
        state = play_strictly(state, &[answer(seat, last)], &[]).unwrap().0;
    }
    state
}

fn a_side_at_deep_water_is_not_open(edition: Edition) {
    // The front is the nearest side, at 4.35; the right side lies at 5.02.
    let made = || {
        scene_of(edition)
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .holding("B1", line(), (20.2, 15.0, 180.0))
    };
    assert_eq!(
        fights(&declining(made(), &["A1"]), "A1"),
        [(id("B1"), Side::Front, Side::Front)]
    );
    let water = between(TerrainType::DeepWater, (20.0, 13.0), (21.9, 13.7));
    assert_eq!(
        fights(&declining(made().terrain(water), &["A1"]), "A1"),
        [(id("B1"), Side::Front, Side::Right)]
    );
}

in_editions!(a_side_at_deep_water_is_not_open:
    #[test] fn bg4_rush_06_a_side_at_deep_water_is_not_open(V4);
    #[test] fn bg3_rush_04_a_side_at_deep_water_is_not_open(V3);
);

fn an_enemy_almost_beside_it(edition: Edition) {
    // The side centre at (20.99, 11.45) is 2.997 from the front centre, 86 degrees to the right.
    let made =
        scene_of(edition)
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .holding("B1", line(), (22.24, 11.45, 270.0));
    assert_eq!(may(made, "A1", "B1"), Ok(()));
}

in_editions!(an_enemy_almost_beside_it:
    #[test] fn bg4_rush_07_an_enemy_almost_beside_it(V4);
    #[test] fn bg3_rush_08_an_enemy_almost_beside_it(V3);
);

/// The contact of two units along their sides that are engaged.
fn touching(state: &State, unit: &str, own: Side, enemy: &str, side: Side) -> f64 {
    let field = Field::of(state);
    let card = |unit: &str| *field.card(id(unit)).unwrap();
    battleground_geometry::contact_length(&card(unit), own, &card(enemy), side, crate::field::TOL).value()
}

fn each_of_two_has_half_of_a_front(edition: Edition) {
    for units in [["A1", "A2"], ["A2", "A1"]] {
        let made = scene_of(edition)
            .unit("A1", line(), (16.2, 12.5, 0.0))
            .unit("A2", line(), (19.8, 12.5, 0.0))
            .holding("B1", line(), (18.0, 17.25, 180.0));
        let state = declining(made, &units);
        let mut poses = ["A1", "A2"].map(|unit| stands(&state, unit).unwrap());
        // Whoever is further along the side takes that half in the later edition; the owner says so in the earlier one.
        if edition == Edition::V3 {
            poses.sort_by_key(|pose| pose.centre.x);
        }
        assert_eq!(poses, [pose(16.25, 14.75, 0.0), pose(19.75, 14.75, 0.0)]);
        for unit in units {
            let contact = touching(&state, unit, Side::Front, "B1", Side::Front);
            assert!((contact - 1.75).abs() < 0.001, "{unit}: {contact}");
        }
        assert!(state.unit(id("B1")).unwrap().pending.rout.is_empty(), "no pinch");
    }
}

in_editions!(each_of_two_has_half_of_a_front:
    #[test] fn bg4_rush_21_twos_company(V4);
    #[test] fn bg3_rush_16_each_of_two_has_half_of_a_front(V3);
);

fn a_flank_of_2_5_has_no_room_for_two(edition: Edition) {
    let made = scene_of(edition)
        .unit("A1", moving(5.0), (16.2, 13.75, 0.0))
        .unit("A2", moving(5.0), (19.8, 13.75, 0.0))
        .holding("B1", line(), (18.0, 20.0, 90.0));
    let state = declining(made, &["A1", "A2"]);
    let sides: Vec<Side> = state.engagements.iter().map(|one| one.rushed_side).collect();
    assert_eq!(sides, [Side::Right]);
    let rusher = state.engagements[0].rusher.to_string();
    assert_eq!(stands(&state, &rusher), Some(pose(18.0, 17.0, 0.0)));
}

in_editions!(a_flank_of_2_5_has_no_room_for_two:
    #[test] fn bg4_rush_21_a_flank_of_2_5_has_no_room_for_two(V4);
    #[test] fn bg3_rush_16_a_flank_of_2_5_has_no_room_for_two(V3);
);

/// Knights in a line of friends with a gap of 2.7 before the middle of an enemy line; with an enemy behind that or none.
fn battle_line(edition: Edition, second_rank: bool) -> Scene {
    let made = scene_of(edition)
        .unit("A1", moving(7.0), (18.0, 8.5, 0.0))
        .holding("A2", line(), (14.9, 12.2, 0.0))
        .holding("A3", line(), (21.1, 12.2, 0.0))
        .holding("B1", line(), (18.0, 14.8, 180.0))
        .holding("B2", line(), (14.5, 14.8, 180.0))
        .holding("B3", line(), (21.5, 14.8, 180.0));
    if second_rank {
        made.holding("B4", line(), (18.0, 17.5, 180.0))
    } else {
        made
    }
}

fn a_rear_out_of_reach_does_not_keep_a_flank_from_leading(edition: Edition) {
    for second_rank in [false, true] {
        assert_eq!(
            may(battle_line(edition, second_rank), "A1", "B1"),
            Ok(()),
            "{second_rank}"
        );
        let (state, _) = play_strictly(
            begun(battle_line(edition, second_rank)),
            &[activate(&["A1"])],
            &[],
        )
        .unwrap();
        let (topic, seat, options) = asked(&state).expect("a rush with a flank is optional");
        assert_eq!(topic, Topic::FlankRush);
        let (state, _) = play_strictly(state, &[answer(seat, options[0].clone())], &[]).unwrap();
        let engagement = state.engagements.first().unwrap();
        assert_eq!(
            (engagement.kind, engagement.rushed, engagement.rushed_side),
            (RushKind::Flank, id("B1"), Side::Front)
        );
    }
}

in_editions!(a_rear_out_of_reach_does_not_keep_a_flank_from_leading:
    #[test] fn bg4_rush_22_an_enemy_line_in_a_gap_is_rushed_with_a_flank(V4);
    #[test] fn bg3_rush_18_a_rear_out_of_reach_does_not_keep_a_flank_from_leading(V3);
);

pub(crate) fn at(state: &State, unit: &str) -> (f64, f64) {
    let pose = stands(state, unit).unwrap();
    (pose.centre.x.value(), pose.centre.y.value())
}

/// Activates these together, and of what is asked chooses the option of this number.
pub(crate) fn rush_together(state: State, units: &[&str], number: usize) -> State {
    let (mut state, _) = play_strictly(state, &[activate(units)], &[]).unwrap();
    while let Some((_, seat, options)) = asked(&state) {
        let option = options[number.min(options.len() - 1)].clone();
        state = play_strictly(state, &[answer(seat, option)], &[]).unwrap().0;
    }
    state
}

fn half_a_colossal_flank_each(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", moving(5.0), (16.0, 14.0, 0.0))
            .unit("A2", moving(5.0), (20.0, 14.0, 0.0))
            .holding("B1", colossal(), (18.0, 20.0, 90.0)),
    );
    let state = rush_together(state, &["A1", "A2"], 0);
    let mut ends = [at(&state, "A1"), at(&state, "A2")];
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    // 2.5 of the 5 each: the fronts meet at x 18.
    assert_eq!(ends, [(16.25, 17.0), (19.75, 17.0)]);
}

in_editions!(half_a_colossal_flank_each:
    #[test] fn bg4_rush_21_half_a_colossal_flank_each(V4);
    #[test] fn bg3_rush_16_half_a_colossal_flank_each(V3);
);

/// A place so far to the right and ahead of (18, 15), for somebody who looks to a heading.
fn seen_from_the_middle(heading: f64, right: f64, ahead: f64) -> (f64, f64, f64) {
    let (sin, cos) = heading.to_radians().sin_cos();
    (
        18.0 + right * cos + ahead * sin,
        15.0 - right * sin + ahead * cos,
        heading,
    )
}

fn two_that_share_a_side_in_a_narrow_gap_do_not_overlap_once_they_are_rounded(edition: Edition) {
    // A3 and A4 leave 6.9785 for two fronts of 3.5: as near as touching counts A1 lies 0.0065 deep in A3, A2 0.005 in A4, and both 0.01 in
    // each other. Rounding of A1 alone would make that more, at a heading of 5 degrees 0.0107.
    for heading in (0..90).step_by(5).map(f64::from) {
        let at = |right: f64, ahead: f64| seen_from_the_middle(heading, right, ahead);
        let (x, y, _) = at(0.0, 0.0);
        let state = begun(
            scene_of(edition)
                .unit("A1", moving(5.0), at(-1.9, -5.5))
                .unit("A2", moving(5.0), at(1.9, -5.5))
                .holding("A3", line(), at(-5.2335, -2.5))
                .holding("A4", line(), at(5.245, -2.5))
                .holding("B1", line(), (x, y, heading + 180.0)),
        );
        let state = rush_together(state, &["A1", "A2"], 0);
        assert_eq!(state.engagements.len(), 2, "{heading}");
        let cards = ["A1", "A2", "A3", "A4"].map(|unit| state.card(state.unit(id(unit)).unwrap()).unwrap());
        for (place, one) in cards.iter().enumerate() {
            for other in &cards[place + 1..] {
                assert!(
                    !battleground_geometry::overlaps(one, other, crate::field::TOL),
                    "at {heading}: {:?}, {:?}",
                    one.pose(),
                    other.pose()
                );
            }
        }
    }
}

in_editions!(two_that_share_a_side_in_a_narrow_gap_do_not_overlap_once_they_are_rounded:
    #[test] fn bg4_geo_04_two_that_share_a_side_in_a_narrow_gap_do_not_overlap_once_they_are_rounded(V4);
    #[test] fn bg3_gen_02_two_that_share_a_side_in_a_narrow_gap_do_not_overlap_once_they_are_rounded(V3);
);
