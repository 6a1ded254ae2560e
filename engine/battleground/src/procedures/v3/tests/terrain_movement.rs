//! Movement costs of terrain (pp. 27-28).

use super::*;
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

/// The vectors of single kinds of terrain, each with the movement that is left.
fn single_terrains(_: Edition) {
    use Keyword::{Cavalry, Colossal, Large, Normal, Wheeled};
    use TerrainType::{DeepWater, Forest, RiverRapids, Road, RoughGround, Swamp, VeryRoughGround};
    for (terrain, keywords, moves, expected) in [
        (RiverRapids, &[Large][..], 5.0, Some(1.75)),
        (RiverRapids, &[Colossal], 5.0, Some(2.5)),
        (DeepWater, &[Colossal], 5.0, Some(3.5)),
        (Swamp, &[Wheeled], 5.0, None),
        (Swamp, &[Colossal], 5.0, Some(5.0)),
        (RoughGround, &[Cavalry], 7.0, Some(5.0)),
        // Of several keywords the worst counts.
        (RoughGround, &[Cavalry, Wheeled], 7.0, Some(3.5)),
        (VeryRoughGround, &[Cavalry, Wheeled], 7.0, None),
        (Forest, &[Wheeled], 5.0, Some(1.75)),
        (Forest, &[Large], 7.0, Some(3.5)),
        (Road, &[Wheeled], 5.0, Some(7.0)),
        (Road, &[Normal], 5.0, Some(6.0)),
    ] {
        let found = in_terrain(terrain, kind(keywords, moves));
        assert_eq!(found, expected, "{terrain:?} {keywords:?}");
    }
}

in_editions!(single_terrains:
    #[test] fn bg3_key_02_wheeled_units_have_columns_of_their_own(V3);
    #[test] fn bg3_terr_05_the_worst_of_several_keywords(V3);
    #[test] fn bg3_terr_13_a_large_unit_in_a_forest(V3);
    #[test] fn bg3_terr_14_waters(V3);
    #[test] fn bg3_terr_15_swamp_stops_wheels(V3);
    #[test] fn bg3_terr_20_roads(V3);
    #[test] fn bg3_terr_22_rough_ground(V3);
);

#[test]
fn bg3_terr_04_a_worse_category_under_way() {
    // A unit of 3.5 meets a forest: 3.0 ahead it stops at the edge; 2.0 ahead it goes in, 2.5 in total.
    let ends = |edge: f64| {
        let state = begun(
            scene3()
                .unit("A1", line(), (18.0, 8.75, 0.0))
                .holding("B1", line(), (18.0, 28.0, 180.0))
                .terrain(rectangle(
                    TerrainType::Forest,
                    (5.0, 10.0 + edge),
                    (31.0, 12.2 + edge),
                )),
        );
        let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
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
        legs_allowed(&state, &[forward(3.4)])
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
            .holding("B1", line(), (18.0, 27.0, 180.0))
            .terrain(rectangle(kind, (12.0, from), (24.0, to))),
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
