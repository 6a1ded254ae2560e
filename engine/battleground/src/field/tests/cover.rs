//! Cover and High Ground.

use battleground_geometry::Side;
use hindsight_kernel::Modifier;

use super::{Field, large, rectangle};
use crate::model::cards::{LineSide, Piece, TerrainType, UnitType};
use crate::scene::{Scene, colossal, ground, hill, id, line, scene, wall};

const MELEE: bool = false;
const RANGED: bool = true;
const NONE: [i32; 0] = [];

/// The changes of B1's defensive skill against an attack of A1.
fn cover(scene: Scene, ranged: bool) -> Vec<i32> {
    let state = scene.state();
    let found: Vec<Modifier> = Field::of(&state).cover(id("A1"), id("B1"), ranged);
    found.iter().map(|modifier| modifier.change).collect()
}

fn shot_at(target: UnitType) -> Scene {
    scene()
        .unit("A1", line(), (18.0, 8.0, 0.0))
        .unit("B1", target, (18.0, 20.0, 180.0))
}

/// A1 at (18, 10) and B1 at (18, 12.5), front on front along y = 11.25.
fn engaged() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
}

/// Terrain under the part of B1 (y 18.75 to 21.25) above a height.
fn above(kind: TerrainType, y: f64) -> Piece {
    ground(kind, &rectangle((5.0, y), (30.0, 26.0)))
}

#[test]
fn bg4_terr_12_combat_modifiers_need_half_of_the_unit() {
    // 60 and 40 percent of the depth.
    assert_eq!(
        cover(shot_at(line()).terrain(above(TerrainType::Forest, 19.75)), RANGED),
        [1]
    );
    assert_eq!(
        cover(shot_at(line()).terrain(above(TerrainType::Forest, 20.25)), RANGED),
        NONE
    );
    assert_eq!(cover(shot_at(line()), RANGED), NONE);
}

#[test]
fn bg4_terr_13_swamp_covers_normal_and_large_units_from_shots() {
    for (target, found) in [(line(), vec![1]), (large(), vec![1]), (colossal(), vec![])] {
        let shot = shot_at(target.clone()).terrain(above(TerrainType::Swamp, 15.0));
        assert_eq!(cover(shot, RANGED), found, "{:?}", target.keywords);
    }
}

#[test]
fn bg4_terr_15_fortifications_give_hard_cover_from_outside() {
    let fort = |kind| above(kind, 20.0);
    for kind in [TerrainType::FortificationInside, TerrainType::FortificationDoor] {
        // RULING: BG4-TERR-15, at least half inside or in the door.
        assert_eq!(
            cover(shot_at(line()).terrain(fort(kind)), RANGED),
            [2],
            "{kind:?}"
        );
        assert_eq!(cover(shot_at(line()).terrain(fort(kind)), MELEE), [2], "{kind:?}");
        assert_eq!(
            cover(shot_at(line()).terrain(above(kind, 20.2)), RANGED),
            NONE,
            "{kind:?}"
        );
    }
    // Half in the door, the other half inside.
    let doorway = shot_at(line())
        .terrain(ground(
            TerrainType::FortificationInside,
            &rectangle((18.0, 18.0), (30.0, 26.0)),
        ))
        .terrain(ground(
            TerrainType::FortificationDoor,
            &rectangle((10.0, 18.0), (18.0, 26.0)),
        ));
    assert_eq!(cover(doorway, MELEE), [2]);
    // The attacker inside as well; and inside another fortification.
    let inside = |to: f64| {
        scene()
            .unit("A1", line(), (18.0, 8.0, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .terrain(ground(
                TerrainType::FortificationInside,
                &rectangle((10.0, 15.0), (26.0, 26.0)),
            ))
            .terrain(ground(
                TerrainType::FortificationInside,
                &rectangle((10.0, 5.0), (26.0, to)),
            ))
    };
    assert_eq!(cover(inside(15.0), RANGED), NONE);
    assert_eq!(cover(inside(14.0), RANGED), [2]);
}

#[test]
fn bg4_terr_16_low_walls_cover_a_front_on_them() {
    let on = |scene: Scene, y: f64| scene.terrain(wall(TerrainType::LowWall, &[(10.0, y), (26.0, y)]));
    assert_eq!(cover(on(engaged(), 11.25), MELEE), [1]);
    assert_eq!(cover(on(engaged(), 11.25), RANGED), NONE, "ranged");
    assert_eq!(cover(on(engaged(), 13.75), MELEE), NONE, "the wall at its rear");
    // An enemy engaged on the flank has nothing to fear of the wall in front.
    let flank = scene()
        .unit("A1", line(), (15.0, 12.5, 90.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Right);
    assert_eq!(cover(on(flank, 11.25), MELEE), NONE);
    let not_engaged = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0));
    assert_eq!(cover(on(not_engaged, 11.25), MELEE), NONE);
}

#[test]
fn bg4_terr_17_hedges_cover_normal_and_large_units_from_shots() {
    let hedge = |x: f64, y: f64| wall(TerrainType::Hedge, &[(x, y), (26.0, y)]);
    for (target, found) in [(line(), vec![1]), (large(), vec![1]), (colossal(), vec![])] {
        assert_eq!(
            cover(shot_at(target.clone()).terrain(hedge(10.0, 14.0)), RANGED),
            found,
            "{:?}",
            target.keywords
        );
    }
    assert_eq!(
        cover(shot_at(line()).terrain(hedge(18.1, 14.0)), RANGED),
        NONE,
        "beside the line"
    );
    assert_eq!(
        cover(shot_at(line()).terrain(hedge(10.0, 20.0)), RANGED),
        NONE,
        "beyond the Facing Side"
    );
    assert_eq!(
        cover(shot_at(line()).terrain(hedge(10.0, 18.75)), RANGED),
        [1],
        "its front on the hedge"
    );
    assert_eq!(cover(engaged().terrain(hedge(10.0, 11.25)), MELEE), NONE);
}

#[test]
fn bg4_terr_19_the_higher_level_is_high_ground() {
    let state = scene()
        .unit("A1", line(), (18.0, 20.0, 180.0))
        .unit("B1", line(), (18.0, 12.0, 0.0))
        .unit("B2", line(), (18.0, 5.0, 0.0))
        .terrain(hill(1, &rectangle((10.0, 10.0), (26.0, 25.0))))
        .terrain(hill(2, &rectangle((11.0, 18.0), (25.0, 24.0))))
        .state();
    let field = Field::of(&state);
    let high = |unit: &str, over: &str| field.has_high_ground(id(unit), id(over));
    assert!(high("A1", "B1") && !high("B1", "A1"), "2 against 1");
    assert!(high("B1", "B2") && !high("B2", "B1"), "1 against 0");
    assert!(!high("B1", "B1"));
}

#[test]
fn bg4_terr_22_stakes_cover_those_behind_them() {
    // The line runs along +x: left of it stands B1, right of it A1.
    let stakes = |sharp, y: f64| {
        engaged().terrain(Piece {
            sharp: Some(sharp),
            ..wall(TerrainType::Stakes, &[(10.0, y), (26.0, y)])
        })
    };
    assert_eq!(cover(stakes(LineSide::Right, 11.25), MELEE), [1]);
    assert_eq!(cover(stakes(LineSide::Left, 11.25), MELEE), NONE, "the reverse");
    assert_eq!(cover(stakes(LineSide::Right, 11.25), RANGED), NONE);
    assert_eq!(
        cover(stakes(LineSide::Right, 13.75), MELEE),
        NONE,
        "the attacker does not touch them"
    );
}

#[test]
fn bg4_terr_23_the_shoreline_is_high_ground_over_units_in_the_water() {
    // A1 attacks at (18, 10), y 8.75 to 11.25; B1 stands before it on y 11.25.
    let river = |from: f64, to: f64| ground(TerrainType::ShallowWater, &rectangle((0.0, from), (36.0, to)));
    let high = |scene: Scene| {
        let state = scene.state();
        let field = Field::of(&state);
        (
            field.has_high_ground(id("B1"), id("A1")),
            field.has_high_ground(id("A1"), id("B1")),
        )
    };
    assert_eq!(
        high(engaged().terrain(river(5.0, 11.25))),
        (true, false),
        "the attacker wholly in the water"
    );
    assert_eq!(
        high(engaged().terrain(river(5.0, 10.0))),
        (true, false),
        "half of it"
    );
    assert_eq!(
        high(engaged().terrain(river(5.0, 9.9))),
        (false, false),
        "less than half"
    );
    // RULING: BG4-TERR-23, no part of the defender may be in the water.
    assert_eq!(high(engaged().terrain(river(5.0, 11.5))), (false, false));
    // RULING: BG4-TERR-23, the enemy must reach the bank.
    let far = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 16.0, 180.0))
        .terrain(river(5.0, 13.0));
    assert_eq!(high(far), (false, false));
    // On the crossing, drawn beside the water or over it.
    let crossing = ground(TerrainType::WetGround, &rectangle((15.0, 5.0), (21.0, 11.25)));
    let beside = engaged()
        .terrain(ground(
            TerrainType::ShallowWater,
            &rectangle((0.0, 5.0), (15.0, 11.25)),
        ))
        .terrain(ground(
            TerrainType::ShallowWater,
            &rectangle((21.0, 5.0), (36.0, 11.25)),
        ))
        .terrain(crossing.clone());
    assert_eq!(high(beside), (false, false));
    assert_eq!(
        high(engaged().terrain(river(5.0, 11.25)).terrain(crossing)),
        (false, false)
    );
}

#[test]
fn bg4_terr_25_forest_and_swamp_cover_from_shots_only() {
    for kind in [TerrainType::Forest, TerrainType::Swamp] {
        let within = || engaged().terrain(ground(kind, &rectangle((10.0, 5.0), (26.0, 20.0))));
        assert_eq!(cover(within(), MELEE), NONE, "{kind:?}");
        assert_eq!(cover(within(), RANGED), [1], "{kind:?}");
    }
    let fort = engaged().terrain(ground(
        TerrainType::FortificationInside,
        &rectangle((10.0, 11.25), (26.0, 20.0)),
    ));
    assert_eq!(cover(fort, MELEE), [2]);
}

#[test]
fn bg4_mods_07_cover_counts_once_of_each_kind() {
    let forest_and_hedge = shot_at(line())
        .terrain(above(TerrainType::Forest, 15.0))
        .terrain(wall(TerrainType::Hedge, &[(10.0, 14.0), (26.0, 14.0)]));
    assert_eq!(cover(forest_and_hedge, RANGED), [1]);
    // RULING: BG4-MODS-07, one of each kind: both count.
    let both = shot_at(line())
        .terrain(above(TerrainType::Forest, 15.0))
        .terrain(above(TerrainType::FortificationInside, 15.0));
    assert_eq!(cover(both, RANGED), [1, 2]);
}

#[test]
fn bg4_fly_08_a_flyer_has_no_cover_of_the_ground() {
    for kind in [
        TerrainType::Forest,
        TerrainType::Swamp,
        TerrainType::FortificationInside,
    ] {
        let flying = shot_at(line())
            .terrain(above(kind, 15.0))
            .change("B1", |unit| unit.airborne = true);
        assert_eq!(cover(flying, RANGED), NONE, "{kind:?}");
    }
}
