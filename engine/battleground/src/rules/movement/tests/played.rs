//! Movement that both editions have, played: the way to the nearest enemy, terrain, flyers, engaged units (v4 pp. 38-45, 81, 115-118;
//! v3 pp. 8-13, 27-28).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::field::{Blocker, Field};
use crate::model::agenda::{Answer, Step, Topic};
use crate::model::cards::{TerrainType, UnitType};
use crate::model::command::{Command, Leg};
use crate::model::effect::Keyword;
use crate::model::state::{Phase, State, Status};
use crate::playing::{activate, answer, asked, flying, landed, play_strictly, refused_by, stands};
use crate::rules::movement::check_legs;
use crate::scene::{
    Scene, begun, forward, id, in_editions, legs_allowed, line, mc, moving, of_editions, on_with, pose,
    rectangle, reform, scene_of, shift, submit_legs, wall, with_keywords,
};

fn a_reform_in_a_forest(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", moving(6.0), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .terrain(rectangle(TerrainType::Forest, (10.0, 5.0), (26.0, 25.0)))
        .state();
    let goes = |length: f64| {
        let legs = [reform(90.0), forward(length)];
        legs_allowed(&state, &legs)
    };
    assert_eq!((goes(2.5), goes(2.6)), (true, false));
}

in_editions!(a_reform_in_a_forest:
    #[test] fn bg4_mc_02_a_reform_in_a_forest(V4);
    #[test] fn bg3_mov_03_a_reform_in_a_forest(V3);
);

fn what_counts_as_having_moved(edition: Edition) {
    let state = begun(scene_of(edition).unit("A1", line(), (18.0, 10.0, 0.0)).unit(
        "B1",
        line(),
        (18.0, 27.0, 180.0),
    ));
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    assert!(state.unit(id("A1")).unwrap().turn.moved);
}

in_editions!(what_counts_as_having_moved:
    #[test] fn bg4_mods_16_what_counts_as_having_moved(V4);
    #[test] fn bg3_mov_18_what_counts_as_having_moved(V3);
);

fn the_direct_path_reduces_the_distance_most(edition: Edition) {
    let ends = |at: (f64, f64, f64), enemy: (f64, f64, f64)| {
        let state = begun(
            scene_of(edition)
                .unit("A1", line(), at)
                .holding("B1", line(), enemy),
        );
        let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
        state.unit(id("A1")).unwrap().pose.unwrap()
    };
    // Rule BG3-PATH-02: straight ahead from a goal distance of 12.5 to 9.0.
    let found = ends((18.0, 3.0, 0.0), (18.0, 18.0, 180.0));
    assert_eq!((found.centre.x.value(), found.centre.y.value()), (18.0, 6.5));
}

in_editions!(the_direct_path_reduces_the_distance_most:
    #[test] fn bg4_move_06_the_direct_path_reduces_the_distance_most(V4);
    #[test] fn bg3_path_01_the_direct_path_reduces_the_distance_most(V3);
);

fn a_turn_where_that_brings_it_nearer(edition: Edition) {
    let goal = |enemy: (f64, f64, f64), centre: (f64, f64)| {
        let state = begun(scene_of(edition).unit("A1", line(), (18.0, 3.0, 0.0)).holding(
            "B1",
            line(),
            enemy,
        ));
        let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
        let front = Field::of(&state).card(id("A1")).unwrap().front_centre();
        (front.x.value() - centre.0).hypot(front.y.value() - centre.1)
    };
    assert!(
        goal((26.0, 14.0, 180.0), (26.0, 12.75)) <= 9.0219 + 0.05,
        "a turn to the right by 22 degrees"
    );
    assert!(goal((22.0, 16.0, 180.0), (22.0, 14.75)) <= 8.0582 + 0.05);
    // The only enemy is behind: about face and 2.5.
    let state = begun(scene_of(edition).unit("A1", line(), (18.0, 15.0, 0.0)).holding(
        "B1",
        line(),
        (18.0, 2.0, 0.0),
    ));
    let (state, _) = play_strictly(state, &[activate(&["A1"])], &[]).unwrap();
    let front = Field::of(&state).card(id("A1")).unwrap().front_centre();
    assert!(
        (front.y.value() - 3.25 - 8.0).abs() < 0.06,
        "goal distance 8.0: {front:?}"
    );
}

in_editions!(a_turn_where_that_brings_it_nearer:
    #[test] fn bg4_move_07_a_turn_where_that_brings_it_nearer(V4);
    #[test] fn bg3_path_02_a_turn_where_that_brings_it_nearer(V3);
);

fn the_slowest_part_counts_alone(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .terrain(rectangle(TerrainType::Forest, (19.0, 15.5), (22.0, 18.0)))
        .terrain(rectangle(TerrainType::Swamp, (14.0, 15.5), (17.0, 18.0)))
        .state();
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(1.75));
}

in_editions!(the_slowest_part_counts_alone:
    #[test] fn bg4_terr_09_the_slowest_part_counts_alone(V4);
    #[test] fn bg3_terr_02_the_slowest_part_counts_alone(V3);
);

fn a_road_helps_only_who_stays_on_it(edition: Edition) {
    let moved = |length: f64| {
        let state = scene_of(edition)
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .terrain(rectangle(TerrainType::Road, (15.0, 0.0), (21.0, 20.0)))
            .state();
        legs_allowed(&state, &[forward(length)])
    };
    assert!(moved(5.0));
    assert!(!moved(5.1));
}

in_editions!(a_road_helps_only_who_stays_on_it:
    #[test] fn bg4_terr_20_a_road_helps_only_who_stays_on_it(V4);
    #[test] fn bg3_terr_03_a_road_helps_only_who_stays_on_it(V3);
);

fn fences_slow_wheels_and_walls_stop_them(edition: Edition) {
    let crosses = |kind| {
        let mut wheels = with_keywords(&[Keyword::Wheeled]);
        wheels.movement = mc(7.0);
        let state = scene_of(edition)
            .unit("A1", wheels, (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .terrain(crate::scene::wall(kind, &[(10.0, 12.0), (26.0, 12.0)]))
            .state();
        let check = |length| legs_allowed(&state, &[forward(length)]);
        (check(6.0), check(6.1))
    };
    assert_eq!(crosses(TerrainType::Fence), (true, false), "-1");
    assert_eq!(crosses(TerrainType::LowWall), (false, false));
    assert_eq!(crosses(TerrainType::Hedge), (false, false));
}

in_editions!(fences_slow_wheels_and_walls_stop_them:
    #[test] fn bg4_keyw_10_fences_slow_wheels_and_walls_stop_them(V4);
    #[test] fn bg3_ref_10_fences_slow_wheels_and_walls_stop_them(V3);
);

/// Whether A1, directly controlled at (18, 15), may go so far ahead over these pieces.
pub(crate) fn may_go(
    edition: Edition,
    heading: f64,
    length: f64,
    pieces: &[crate::model::cards::Piece],
) -> bool {
    may_make(edition, heading, forward(length), pieces)
}

/// Whether it may make this leg over these pieces.
pub(crate) fn may_make(
    edition: Edition,
    heading: f64,
    leg: Leg,
    pieces: &[crate::model::cards::Piece],
) -> bool {
    let mut made = scene_of(edition)
        .unit("A1", moving(3.5), (18.0, 15.0, heading))
        .change("A1", |unit| unit.turn.controlled = true);
    for piece in pieces {
        made = made.terrain(piece.clone());
    }
    let state = made.state();
    legs_allowed(&state, &[leg])
}

/// A road from south to north, wide enough for A1.
pub(crate) fn wide_road() -> crate::model::cards::Piece {
    rectangle(TerrainType::Road, (15.0, 5.0), (21.0, 25.0))
}

fn what_stands_across_a_road_is_crossed(edition: Edition) {
    let across = |kind| wall(kind, &[(10.0, 17.0), (26.0, 17.0)]);
    for kind in [TerrainType::LowWall, TerrainType::Hedge, TerrainType::Fence] {
        let goes = |length: f64| may_go(edition, 0.0, length, &[wide_road(), across(kind)]);
        assert!(goes(2.5) && !goes(2.6), "{kind:?}: -1, 2.5 instead of 5");
    }
    // Drawn with its thickness it is the same wall.
    let thick = rectangle(TerrainType::LowWall, (10.0, 17.0), (26.0, 17.3));
    assert!(!may_go(edition, 0.0, 2.6, &[wide_road(), thick]));
}

in_editions!(what_stands_across_a_road_is_crossed:
    #[test] fn bg4_terr_20_what_stands_across_a_road_is_crossed(V4);
    #[test] fn bg3_terr_20_what_stands_across_a_road_is_crossed(V3);
);

fn cavalry_pays_both_ways(edition: Edition) {
    use crate::model::cards::LineSide::{Left, Right};
    let moves = |keywords: &[Keyword], sharp, length: f64| {
        let mut card = with_keywords(keywords);
        card.movement = mc(7.0);
        let mut stakes = wall(TerrainType::Stakes, &[(10.0, 17.0), (26.0, 17.0)]);
        stakes.sharp = Some(sharp);
        let state = scene_of(edition)
            .unit("A1", card, (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .terrain(stakes)
            .state();
        legs_allowed(&state, &[forward(length)])
    };
    // Northwards over a line from west to east: its right hand is where the unit comes from.
    let most = |keywords: &[Keyword], sharp, rows: i32| {
        let most = mc(7.0).stepped(rows).inches().value();
        moves(keywords, sharp, most) && !moves(keywords, sharp, most + 0.1)
    };
    assert!(most(&[Keyword::Normal], Right, -1), "from the sharp side");
    assert!(most(&[Keyword::Cavalry], Right, -3));
    assert!(most(&[Keyword::Cavalry], Left, -1), "from the blunt side");
}

in_editions!(cavalry_pays_both_ways:
    #[test] fn bg4_terr_22_cavalry_pays_both_ways(V4);
    #[test] fn bg3_terr_17_cavalry_pays_both_ways(V3);
);

fn an_airborne_unit_may_stop_over_others(edition: Edition) {
    let flyer = flying(8.5);
    let state = scene_of(edition)
        .unit("A1", flyer, (18.0, 10.0, 0.0))
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.controlled = true;
        })
        .unit("B1", line(), (18.0, 16.0, 180.0))
        .terrain(rectangle(TerrainType::Swamp, (10.0, 5.0), (26.0, 25.0)))
        .state();
    use battleground_geometry::Way;
    let check = |leg| {
        crate::rules::movement::check_legs(&Field::of(&state), state.unit(id("A1")).unwrap(), &[leg], None)
    };
    assert!(
        check(forward(6.0)).is_ok(),
        "over an enemy, and no terrain slows it"
    );
    assert!(check(shift(Way::Left, 1.0)).is_err(), "no manoeuvres");
}

in_editions!(an_airborne_unit_may_stop_over_others:
    #[test] fn bg4_fly_05_an_airborne_unit_may_stop_over_others(V4);
    #[test] fn bg3_key_15_an_airborne_unit_may_stop_over_others(V3);
);

pub(crate) fn flyer() -> UnitType {
    UnitType {
        movement: mc(5.0),
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Flying])
    }
}

fn no_flyer_is_placed_on_another_unit(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", flyer(), (18.0, 4.0, 0.0))
        .unit("A2", line(), (25.0, 4.0, 0.0))
        .change("A1", |unit| {
            unit.pose = None;
            unit.status = Status::Ready(None);
        })
        .change("A2", |unit| unit.status = Status::Ready(None))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .change("B1", |unit| unit.status = Status::Ready(None))
        .set(|state| {
            state.turn = 0;
            state.active = None;
            state.phase = Phase::SetUp;
            state.deployer = Some(Seat::A);
            state.agenda = vec![
                Step::Deploy {
                    next: Seat::A,
                    extra: false,
                }
                .into(),
            ];
        })
        .state();
    let legal = |x: f64| {
        let places = Command::Deploy {
            unit: id("A1"),
            pose: pose(x, 4.0, 0.0),
        };
        refused_by(&state, Seat::A, places)
    };
    let taken = of_editions(edition, ["BG4-DEPLOY-03", "BG3-SET-06"]);
    for (x, answer) in [
        (18.0, "accepted"),
        (21.5, "accepted"),
        (22.0, taken),
        (25.0, taken),
    ] {
        assert_eq!(legal(x), answer, "{x}");
    }
}

in_editions!(no_flyer_is_placed_on_another_unit:
    #[test] fn bg4_deploy_03_no_flyer_is_placed_on_another_unit(V4);
    #[test] fn bg3_key_21_no_flyer_is_placed_on_another_unit(V3);
);

fn a_unit_that_must_turn_to_land_is_not_offered_to_stay_as_it_lies(edition: Edition) {
    // Across the edge of the field its corners would lie outside: it lands looking along the edge or away from it.
    let made = scene_of(edition)
        .holding("A1", with_keywords(&[Keyword::Flying]), (18.0, 1.305, 211.8))
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.lands = true;
        })
        .holding("B1", line(), (18.0, 28.0, 180.0));
    let state = begun(made);
    let mut offers = Vec::new();
    crate::rules::activation::offers(&state, Seat::A, &mut offers);
    let samples: Vec<Command> = offers
        .iter()
        .flat_map(|offer| offer.commands().to_vec())
        .collect();
    assert!(samples.contains(&Command::Activate {
        units: vec![id("A1")]
    }));
    for command in samples {
        let activates = matches!(command, Command::Activate { .. });
        let what = format!("{command:?}");
        let (state, _) = play_strictly(state.clone(), &[(Seat::A, command)], &[]).unwrap_or_else(|refusal| {
            panic!("{what} is refused: {refusal:?}");
        });
        let state = landed(state);
        if activates {
            assert_ne!(stands(&state, "A1"), Some(pose(18.0, 1.305, 211.8)));
            assert!(!state.unit(id("A1")).unwrap().airborne, "it landed");
        }
    }
}

in_editions!(a_unit_that_must_turn_to_land_is_not_offered_to_stay_as_it_lies:
    #[test] fn bg4_fly_07_a_unit_that_must_turn_to_land_is_not_offered_to_stay_as_it_lies(V4);
    #[test] fn bg3_key_17_a_unit_that_must_turn_to_land_is_not_offered_to_stay_as_it_lies(V3);
);

fn impassable_ground_is_gone_round(edition: Edition) {
    let state = begun(
        scene_of(edition)
            .unit("A1", moving(5.0), (18.0, 5.0, 0.0))
            .holding("B1", line(), (18.0, 25.0, 180.0))
            .terrain(rectangle(TerrainType::DeepWater, (16.0, 8.0), (20.0, 10.0))),
    );
    let (state, _) = match play_strictly(state.clone(), &[activate(&["A1"])], &[]) {
        Ok(done) => done,
        Err(refusal) => panic!("{refusal}"),
    };
    let unit = state.unit(id("A1")).unwrap();
    let field = Field::of(&state);
    let wet = field
        .obstacles(unit, &[])
        .iter()
        .filter(|obstacle| matches!(obstacle.what, Blocker::Terrain(_)))
        .any(|obstacle| {
            battleground_geometry::overlaps(field.card(id("A1")).unwrap(), obstacle.object, crate::field::TOL)
        });
    assert!(!wet);
}

in_editions!(impassable_ground_is_gone_round:
    #[test] fn bg4_path_08_impassable_ground_is_gone_round(V4);
    #[test] fn bg3_path_06_impassable_ground_is_gone_round(V3);
);

fn nobody_leaves_the_field_by_moving(edition: Edition) {
    // North's edge is 1.75 ahead of the front: a move of 3.5 stops there.
    let state = begun(
        scene_of(edition)
            .unit("A1", line(), (18.0, 27.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .unit("B1", line(), (3.0, 3.0, 0.0)),
    );
    let legs = |inches: f64| submit_legs(vec![forward(inches)]);
    let moved = play_strictly(state.clone(), &[activate(&["A1"]), (Seat::A, legs(1.75))], &[]);
    assert_eq!(
        moved.unwrap().0.unit(id("A1")).unwrap().pose,
        Some(pose(18.0, 28.75, 0.0))
    );
    let refusal = play_strictly(state, &[activate(&["A1"]), (Seat::A, legs(2.0))], &[]).unwrap_err();
    assert_eq!(
        refusal.rule.0,
        of_editions(edition, ["BG4-MOVE-20", "BG3-SET-02"])
    );
}

in_editions!(nobody_leaves_the_field_by_moving:
    #[test] fn bg4_move_20_nobody_leaves_the_field_by_moving(V4);
    #[test] fn bg3_set_02_nobody_leaves_the_field_by_moving(V3);
);

fn engaged_units_do_not_move(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .state();
    let refusal = check_legs(
        &Field::of(&state),
        state.unit(id("A1")).unwrap(),
        &[forward(1.0)],
        None,
    )
    .unwrap_err();
    assert_eq!(
        refusal.of(edition).rule.0,
        of_editions(edition, ["BG4-ENG-04", "BG3-MOV-16"])
    );
}

in_editions!(engaged_units_do_not_move:
    #[test] fn bg4_eng_04_engaged_units_do_not_move(V4);
    #[test] fn bg3_mov_16_engaged_units_do_not_move(V3);
);

/// The position when the engaged units of South are lined up, or their owner is asked.
fn realigned(made: Scene) -> State {
    let made = made.set(|state| state.agenda = vec![Step::MovementAndCommand.into(), Step::Realign.into()]);
    on_with(made.state(), &[], &[]).unwrap().0
}

fn no_slide_separates_from_a_second_enemy(edition: Edition) {
    let one = || scene_of(edition).unit("A1", line(), (18.0, 10.0, 0.0));
    // B1 and B2 share the front of A1: a slide to either would leave the other.
    let shared = one()
        .unit("B1", line(), (16.25, 12.5, 180.0))
        .unit("B2", line(), (19.75, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Front);
    // One on its front, to which it would slide, the other on its flank.
    let flanked = one()
        .unit("B1", line(), (18.75, 12.5, 180.0))
        .unit("B2", line(), (15.0, 10.0, 90.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("B2", "A1", Side::Left);
    // A1 and A2 share the front of B1.
    let together = one()
        .unit("A2", line(), (21.5, 10.0, 0.0))
        .unit("B1", line(), (19.75, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Front);
    for made in [shared, flanked, together] {
        let before = made.state();
        let after = realigned(Scene::from(before.clone()));
        for unit in before.own(Seat::A) {
            assert_eq!(after.unit(unit.id).unwrap().pose, unit.pose);
        }
    }
}

in_editions!(no_slide_separates_from_a_second_enemy:
    #[test] fn bg4_eng_03_no_move_with_two_enemies(V4);
    #[test] fn bg3_mov_17_two_that_share_a_side_stay_where_they_are(V3);
);

/// A1 and A2 side by side, A1 0.75 to the left of B1, A2 0.55 to the left of B2 and 0.2 from A1.
fn two_that_slide(edition: Edition) -> Scene {
    scene_of(edition)
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.75, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .unit("A2", line(), (21.7, 10.0, 0.0))
        .unit("B2", line(), (22.25, 12.5, 180.0))
        .engaged("A2", "B2", Side::Front)
}

fn the_owner_says_who_slides_first(edition: Edition) {
    // A1 has 0.75 to go and room for 0.2 alone; once A2 has gone its 0.55 there is room for 0.75.
    let state = realigned(two_that_slide(edition));
    let (topic, seat, options) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::RealignOrder, Seat::A));
    // In the earlier edition the smallest slide is the default.
    let order = of_editions(edition, [["A1", "A2"], ["A2", "A1"]]);
    assert_eq!(options, order.map(|unit| Answer::Unit(id(unit))));
    for (first, ends) in [("A2", [18.75, 22.25]), ("A1", [18.2, 22.25])] {
        let named = answer(seat, Answer::Unit(id(first)));
        let (state, _) = play_strictly(state.clone(), &[named], &[]).unwrap();
        let found = ["A1", "A2"].map(|unit| stands(&state, unit).unwrap().centre.x.value());
        assert_eq!(found, ends, "{first}");
    }
    // Where the order is no matter nobody is asked.
    let apart = two_that_slide(edition)
        .change("A2", |unit| unit.pose = Some(pose(29.7, 10.0, 0.0)))
        .change("B2", |unit| unit.pose = Some(pose(30.25, 12.5, 180.0)));
    assert_eq!(asked(&realigned(apart)), None);
    // In the earlier edition who lies right already is no choice either.
    if edition == Edition::V3 {
        let third = two_that_slide(edition)
            .unit("A3", line(), (5.0, 10.0, 0.0))
            .unit("B3", line(), (5.0, 12.5, 180.0))
            .engaged("A3", "B3", Side::Front);
        assert_eq!(asked(&realigned(third)).unwrap().2, options);
    }
}

in_editions!(the_owner_says_who_slides_first:
    #[test] fn bg4_eng_01_the_order_is_asked_only_where_it_matters(V4);
    #[test] fn bg3_mov_17_the_owner_says_who_slides_first_and_the_smallest_slide_is_the_default(V3);
);
