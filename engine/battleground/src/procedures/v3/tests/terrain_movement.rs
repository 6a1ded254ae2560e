//! Movement costs of terrain (pp. 27-28).

use super::movement::forward;
use super::*;
use crate::rules::movement::check_legs;
use crate::scene::wall;

/// The movement of a kind of unit in terrain, standing in the middle of it; nothing if it may not enter.
fn in_terrain(kind: TerrainType, unit: UnitType) -> Option<f64> {
    let outline = [(5.0, 5.0), (31.0, 5.0), (31.0, 25.0), (5.0, 25.0)];
    let state = scene3()
        .unit("A1", unit, (18.0, 15.0, 0.0))
        .terrain(ground(kind, &outline))
        .state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    let closed = field
        .obstacles(unit, &[])
        .iter()
        .any(|obstacle| matches!(obstacle.what, crate::field::Blocker::Terrain(_)));
    (!closed).then(|| field.current_mc(id("A1")).inches().value())
}

fn kind(keywords: &[Keyword], movement: f64) -> UnitType {
    let mut card = if keywords.contains(&Keyword::Colossal) {
        UnitType {
            keywords: with_keywords(keywords).keywords,
            ..colossal()
        }
    } else {
        with_keywords(keywords)
    };
    card.movement = mc(movement);
    card
}

#[test]
fn bg3_terr_12_the_table_of_terrain() {
    use TerrainType::{
        DeepWater, Forest, LowBrush, RiverRapids, Road, RoughGround, Sand, ShallowWater, Shoreline, Swamp,
        VeryDeepWater, VeryRoughGround, WetGround,
    };
    // Rows for normal, cavalry, wheeled, Large and Colossal units of movement 7: steps, none where it is closed.
    let columns: [&[Keyword]; 5] = [
        &[Keyword::Normal],
        &[Keyword::Cavalry],
        &[Keyword::Wheeled],
        &[Keyword::Large],
        &[Keyword::Colossal],
    ];
    let rows: [(TerrainType, [Option<i32>; 5]); 13] = [
        (Road, [Some(1), Some(1), Some(2), Some(1), Some(1)]),
        (Forest, [Some(-1), Some(-1), Some(-3), Some(-3), Some(-3)]),
        (LowBrush, [Some(-1), Some(-1), Some(-3), Some(-1), Some(-1)]),
        (ShallowWater, [Some(-2), Some(-2), Some(-2), Some(-1), Some(0)]),
        (DeepWater, [None, None, None, Some(-2), Some(-1)]),
        (VeryDeepWater, [None, None, None, None, Some(-2)]),
        (RiverRapids, [None, None, None, Some(-3), Some(-2)]),
        (Swamp, [Some(-2), Some(-2), None, Some(-1), Some(0)]),
        (Shoreline, [Some(0); 5]),
        (WetGround, [Some(-1), Some(-1), Some(-2), Some(-1), Some(-1)]),
        (Sand, [Some(-1), Some(-1), Some(-2), Some(-1), Some(-1)]),
        (RoughGround, [Some(-1), Some(-2), Some(-3), Some(-1), Some(-1)]),
        (VeryRoughGround, [Some(-2), None, None, Some(-2), Some(-2)]),
    ];
    for (terrain, steps) in rows {
        for (keywords, steps) in columns.iter().zip(steps) {
            let expected = steps.map(|steps| mc(7.0).stepped(steps).inches().value());
            assert_eq!(
                in_terrain(terrain, kind(keywords, 7.0)),
                expected,
                "{terrain:?} {keywords:?}"
            );
        }
    }
}

#[test]
fn bg3_terr_14_waters() {
    assert_eq!(
        in_terrain(TerrainType::RiverRapids, kind(&[Keyword::Large], 5.0)),
        Some(1.75)
    );
    assert_eq!(
        in_terrain(TerrainType::RiverRapids, kind(&[Keyword::Colossal], 5.0)),
        Some(2.5)
    );
    assert_eq!(
        in_terrain(TerrainType::DeepWater, kind(&[Keyword::Colossal], 5.0)),
        Some(3.5)
    );
}

#[test]
fn bg3_terr_15_swamp_stops_wheels() {
    assert_eq!(
        in_terrain(TerrainType::Swamp, kind(&[Keyword::Wheeled], 5.0)),
        None
    );
    assert_eq!(
        in_terrain(TerrainType::Swamp, kind(&[Keyword::Colossal], 5.0)),
        Some(5.0)
    );
}

#[test]
fn bg3_terr_22_rough_ground() {
    assert_eq!(
        in_terrain(TerrainType::RoughGround, kind(&[Keyword::Cavalry], 7.0)),
        Some(5.0)
    );
    let chariot = kind(&[Keyword::Cavalry, Keyword::Wheeled], 7.0);
    assert_eq!(in_terrain(TerrainType::RoughGround, chariot), Some(3.5));
}

#[test]
fn bg3_terr_05_the_worst_of_several_keywords() {
    let chariot = || kind(&[Keyword::Cavalry, Keyword::Wheeled], 7.0);
    assert_eq!(
        in_terrain(TerrainType::RoughGround, chariot()),
        Some(mc(7.0).stepped(-3).inches().value())
    );
    assert_eq!(in_terrain(TerrainType::VeryRoughGround, chariot()), None);
}

#[test]
fn bg3_key_02_wheeled_units_have_columns_of_their_own() {
    assert_eq!(
        in_terrain(TerrainType::Forest, kind(&[Keyword::Wheeled], 5.0)),
        Some(1.75)
    );
}

#[test]
fn bg3_terr_02_the_slowest_part_counts_alone() {
    let state = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .terrain(ground(
            TerrainType::Forest,
            &[(19.0, 15.5), (22.0, 15.5), (22.0, 18.0), (19.0, 18.0)],
        ))
        .terrain(ground(
            TerrainType::Swamp,
            &[(14.0, 15.5), (17.0, 15.5), (17.0, 18.0), (14.0, 18.0)],
        ))
        .state();
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(1.75));
}

#[test]
fn bg3_terr_03_a_road_helps_only_who_stays_on_it() {
    let moved = |length: f64| {
        let state = scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .terrain(ground(
                TerrainType::Road,
                &[(15.0, 0.0), (21.0, 0.0), (21.0, 20.0), (15.0, 20.0)],
            ))
            .state();
        check_legs(
            &Field::of(&state),
            state.unit(id("A1")).unwrap(),
            &[forward(length)],
            None,
        )
        .is_ok()
    };
    assert!(moved(5.0));
    assert!(!moved(5.1));
}

#[test]
fn bg3_terr_20_roads() {
    let wheeled = kind(&[Keyword::Wheeled], 5.0);
    assert_eq!(in_terrain(TerrainType::Road, wheeled), Some(7.0), "+2");
    assert_eq!(
        in_terrain(TerrainType::Road, kind(&[Keyword::Normal], 5.0)),
        Some(6.0)
    );
}

#[test]
fn bg3_terr_04_a_worse_category_under_way() {
    // A unit of 3.5 meets a forest: 3.0 ahead it stops at the edge; 2.0 ahead it goes in, 2.5 in total.
    let ends = |edge: f64| {
        let state = crate::scene::begun(
            scene3()
                .unit("A1", line(), (18.0, 8.75, 0.0))
                .unit("B1", line(), (18.0, 28.0, 180.0))
                .order("B1", Order::Hold)
                .terrain(ground(
                    TerrainType::Forest,
                    &[
                        (5.0, 10.0 + edge),
                        (31.0, 10.0 + edge),
                        (31.0, 12.2 + edge),
                        (5.0, 12.2 + edge),
                    ],
                )),
        );
        let activate = Command::Activate {
            units: vec![id("A1")],
        };
        let (state, _) = play3(state, &[(Seat::A, activate)], &[]).unwrap();
        // It may go round the forest, or into it. Rule BG3-PATH-09.
        let enters = Answer::Meet(crate::model::agenda::PathObstacle::Terrain(0));
        let (state, _) = play3(state, &[answer(Seat::A, enters)], &[]).unwrap();
        state.unit(id("A1")).unwrap().pose.unwrap().centre.y.value() - 8.75
    };
    assert!((ends(3.0) - 3.0).abs() < 0.02);
    assert!((ends(2.0) - 2.5).abs() < 0.02);
}

#[test]
fn bg3_terr_17_wheels_never_cross_stakes() {
    let crosses = |keywords: &[Keyword], sharp: crate::model::cards::LineSide| {
        let mut stakes = wall(TerrainType::Stakes, &[(10.0, 12.0), (26.0, 12.0)]);
        stakes.sharp = Some(sharp);
        let state = scene3()
            .unit("A1", kind(keywords, 7.0), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .terrain(stakes)
            .state();
        let unit = state.unit(id("A1")).unwrap();
        check_legs(&Field::of(&state), unit, &[forward(3.4)], None).is_ok()
    };
    use crate::model::cards::LineSide;
    assert!(
        !crosses(&[Keyword::Wheeled], LineSide::Left),
        "from the blunt side neither"
    );
    assert!(!crosses(&[Keyword::Wheeled], LineSide::Right));
    assert!(crosses(&[Keyword::Normal], LineSide::Left));
}

/// How far A1 moves under its order on Close toward an enemy far ahead, its front at y 6.25.
fn ordered_over(kind: TerrainType, from: f64, to: f64) -> f64 {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .order("B1", Order::Hold)
            .terrain(ground(
                kind,
                &[(12.0, from), (24.0, from), (24.0, to), (12.0, to)],
            )),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    stands(&state, "A1").unwrap().centre.y.value() - 5.0
}

#[test]
fn bg3_terr_02_who_leaves_the_forest_at_once_is_slowed_all_the_same() {
    // 3.5 less a category: 2.5, of which 1.25 lead out of the forest.
    let moved = ordered_over(TerrainType::Forest, 2.0, 5.0);
    assert!((moved - 2.5).abs() < 0.02, "{moved}");
    assert!(
        (ordered_over(TerrainType::Forest, 0.0, 3.7) - 3.5).abs() < 0.02,
        "behind it"
    );
}

#[test]
fn bg3_terr_04_an_advance_ends_with_the_road_that_carried_it_farther() {
    // The book's example: 5 inches on the road; it ends after 4, and the whole card stays on it.
    let on_road = |ends: f64| ordered_over(TerrainType::Road, 0.0, 6.25 + ends);
    for (ends, expected) in [(4.0, 4.0), (3.0, 3.5), (8.0, 5.0)] {
        let moved = on_road(ends);
        assert!(
            (moved - expected).abs() < 0.02,
            "the road ends after {ends}: {moved}"
        );
    }
}

#[test]
fn bg3_terr_13_a_large_unit_in_a_forest() {
    let large = kind(&[Keyword::Large], 7.0);
    assert_eq!(in_terrain(TerrainType::Forest, large), Some(3.5));
}
