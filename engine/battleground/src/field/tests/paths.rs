//! Open Paths and obstacles.

use battleground_geometry::Side;

use super::{Field, large, rectangle};
use crate::field::{Blocker, Path, Purpose};
use crate::model::cards::{Piece, TerrainType, UnitType};
use crate::model::effect::Keyword;
use crate::scene::{Scene, colossal, ground, id, line, scene, wall, with_keywords};

/// Whether the path from A1 to this side of B1 is open.
fn path_to(scene: Scene, side: Side, purpose: Purpose) -> Path {
    let state = scene.state();
    let field = Field::of(&state);
    let (to, _) = field.to_side(id("A1"), id("B1"), side).unwrap();
    field.open_path(id("A1"), Some((id("B1"), side)), to, purpose)
}

fn path(scene: Scene) -> Path {
    path_to(scene, Side::Front, Purpose::Move)
}

/// A1 at (18, 10) and the front of B1 9.5 inches straight ahead, with friends at these places.
fn with_friends(friends: &[(f64, f64)]) -> Scene {
    let field = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 22.0, 180.0));
    ["A2", "A3"]
        .into_iter()
        .zip(friends)
        .fold(field, |field, (name, &(x, y))| {
            field.unit(name, line(), (x, y, 0.0))
        })
}

const A2: fn() -> Blocker = || Blocker::Unit(id("A2"));

#[test]
fn bg4_geo_17_the_line_passes_through_no_unit() {
    assert_eq!(path(with_friends(&[(19.7, 15.0)])), Path::Line(A2()));
    assert!(!matches!(path(with_friends(&[(19.76, 15.0)])), Path::Line(_)));
    let behind = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0));
    assert_eq!(
        path_to(behind, Side::Left, Purpose::Move),
        Path::Line(Blocker::Target)
    );
    // An enemy in the way counts as well as a friend; the nearest to the unit is named.
    let enemy = with_friends(&[(18.0, 17.5)]).unit("B2", line(), (18.0, 14.5, 180.0));
    assert_eq!(path(enemy), Path::Line(Blocker::Unit(id("B2"))));
    // The line may pass through the moving unit itself.
    let backward = scene()
        .unit("A1", line(), (18.0, 20.0, 0.0))
        .unit("B1", line(), (18.0, 10.0, 0.0));
    assert_eq!(path(backward), Path::Open);
}

#[test]
fn bg4_geo_18_the_corridor_is_2_5_inches_wide() {
    assert_eq!(path(with_friends(&[(20.75, 15.0)])), Path::Open);
    let gap = |left: f64| path(with_friends(&[(20.75, 15.0), (left, 15.0)]));
    assert!(matches!(gap(15.25), Path::Narrow(_)), "gap 2.0");
    assert_eq!(gap(14.75), Path::Open, "gap 2.5");
    // Staggered: the corridor is straight, the nearer of its bounds is named.
    assert_eq!(
        path(with_friends(&[(20.75, 13.0), (15.25, 18.0)])),
        Path::Narrow(A2())
    );
    let at_edge = |friend: f64| {
        scene()
            .unit("A1", line(), (1.75, 10.0, 0.0))
            .unit("B1", line(), (1.75, 22.0, 180.0))
            .unit("A2", line(), (friend, 15.0, 0.0))
    };
    assert_eq!(path(at_edge(4.25)), Path::Open, "gap 2.5 to the table edge");
    assert!(matches!(path(at_edge(4.2)), Path::Narrow(_)), "gap 2.45");
    // (book example) The Lancers have a line, but only a narrow gap between two other units.
    let lancers = scene()
        .unit("A1", line(), (10.0, 8.0, 45.0))
        .unit("B1", line(), (20.0, 20.0, 225.0))
        .unit("A2", line(), (12.6, 15.4, 45.0))
        .unit("B2", line(), (16.6, 12.0, 225.0));
    assert!(matches!(path(lancers), Path::Narrow(_)));
    // RULING: BG4-GEO-18, a path without length is open, the target's and the mover's bodies do not count.
    let touching = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0));
    assert_eq!(path(touching), Path::Open);
}

#[test]
fn bg4_geo_18_terrain_impassable_to_the_unit_closes_the_path() {
    let with = |unit: UnitType, piece: Piece| {
        path(
            scene()
                .unit("A1", unit, (18.0, 10.0, 0.0))
                .unit("B1", line(), (18.0, 22.0, 180.0))
                .terrain(piece),
        )
    };
    let across = rectangle((10.0, 15.0), (26.0, 17.0));
    let cavalry = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    assert_eq!(
        with(line(), ground(TerrainType::BrokenGround, &across)),
        Path::Open
    );
    assert_eq!(
        with(cavalry(), ground(TerrainType::BrokenGround, &across)),
        Path::Line(Blocker::Terrain(0))
    );
    // Only the gap beside it is too narrow: nothing on the other side means a wide corridor.
    let beside = rectangle((18.5, 15.0), (26.0, 17.0));
    assert_eq!(
        with(cavalry(), ground(TerrainType::BrokenGround, &beside)),
        Path::Open
    );
    // RULING: BG4-TERR-01, an impassable line stops a unit like the side of another unit.
    let line_across = [(10.0, 15.0), (26.0, 15.0)];
    assert_eq!(
        with(line(), wall(TerrainType::FortificationWall, &line_across)),
        Path::Line(Blocker::Terrain(0))
    );
    assert_eq!(
        with(
            with_keywords(&[Keyword::Normal, Keyword::Wheeled]),
            wall(TerrainType::LowWall, &line_across)
        ),
        Path::Line(Blocker::Terrain(0))
    );
    assert_eq!(with(line(), wall(TerrainType::LowWall, &line_across)), Path::Open);
}

#[test]
fn bg4_terr_13_deep_water_in_the_path() {
    let through = |unit: UnitType| {
        let state = scene()
            .unit("A1", unit, (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 22.0, 180.0))
            .terrain(ground(
                TerrainType::DeepWater,
                &rectangle((0.0, 15.0), (36.0, 17.0)),
            ))
            .state();
        let field = Field::of(&state);
        let (to, _) = field.to_side(id("A1"), id("B1"), Side::Front).unwrap();
        let path = field.open_path(id("A1"), Some((id("B1"), Side::Front)), to, Purpose::Move);
        (
            path.is_open(),
            field.path_steps(id("A1"), (id("B1"), Side::Front), to),
        )
    };
    assert_eq!(through(line()), (false, None));
    assert_eq!(through(large()), (true, Some(-2)));
}

#[test]
fn the_mildest_corridor_counts_for_a_path() {
    // Forest on the right half of the way, swamp on its left from 2 inches on: a corridor of 2.5 inches between.
    let between = |left: f64| {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 22.0, 180.0))
            .terrain(ground(
                TerrainType::Forest,
                &rectangle((18.5, 13.0), (26.0, 17.0)),
            ))
            .terrain(ground(TerrainType::Swamp, &rectangle((5.0, 13.0), (left, 17.0))))
            .state();
        let field = Field::of(&state);
        let (to, _) = field.to_side(id("A1"), id("B1"), Side::Front).unwrap();
        field.path_steps(id("A1"), (id("B1"), Side::Front), to)
    };
    assert_eq!(between(16.0), Some(0), "2.5 inches of open ground");
    assert_eq!(between(17.0), Some(-1), "1.5 inches: through the forest");
}

#[test]
fn bg4_keyw_03_line_of_sight_paths_to_large_targets_pass_through_normal_units() {
    let with = |target: UnitType, between: UnitType, purpose| {
        let field = scene()
            .unit("A1", line(), (18.0, 8.0, 0.0))
            .unit("B1", target, (18.0, 24.0, 180.0))
            .unit("A2", between, (18.0, 14.5, 0.0));
        path_to(field, Side::Front, purpose)
    };
    let blocked = Path::Line(A2());
    assert_eq!(with(large(), line(), Purpose::Shoot), Path::Open);
    assert_eq!(with(large(), large(), Purpose::Shoot), blocked);
    assert_eq!(with(large(), line(), Purpose::Move), blocked);
    assert_eq!(with(line(), line(), Purpose::Shoot), blocked);
}

#[test]
fn bg4_colos_06_line_of_sight_paths_to_colossal_targets_pass_through_normal_and_large_units() {
    for (between, open) in [(line(), true), (large(), true), (colossal(), false)] {
        let field = || {
            scene()
                .unit("A1", line(), (18.0, 8.0, 0.0))
                .unit("B1", colossal(), (18.0, 25.0, 180.0))
                .unit("A2", between.clone(), (18.0, 15.0, 0.0))
        };
        assert_eq!(
            path_to(field(), Side::Front, Purpose::Shoot).is_open(),
            open,
            "{:?}",
            between.keywords
        );
        assert!(!path_to(field(), Side::Front, Purpose::Move).is_open());
    }
}

#[test]
fn bg4_fly_05_an_airborne_unit_obstructs_nobody_and_is_obstructed_by_nobody() {
    let up = |scene: Scene, name: &str| scene.change(name, |unit| unit.airborne = true);
    assert_eq!(path(up(with_friends(&[(18.0, 15.0)]), "A2")), Path::Open);
    // RULING: BG4-FLY-16, for an Airborne unit every path is open.
    assert_eq!(path(up(with_friends(&[(18.0, 15.0)]), "A1")), Path::Open);
    let obstacles = |scene: Scene| {
        let state = scene.state();
        let field = Field::of(&state);
        let mover = state.unit(id("A1")).unwrap();
        field
            .obstacles(mover, &[id("B1")])
            .iter()
            .map(|obstacle| obstacle.what)
            .collect::<Vec<_>>()
    };
    let edges = [Blocker::Edge; 4];
    let forest = ground(TerrainType::BrokenGround, &rectangle((1.0, 1.0), (3.0, 3.0)));
    let wall = || wall(TerrainType::FortificationWall, &[(5.0, 5.0), (9.0, 5.0)]);
    let field = || {
        with_friends(&[(18.0, 15.0), (25.0, 15.0)])
            .terrain(forest.clone())
            .terrain(wall())
    };
    let mut grounded = vec![A2(), Blocker::Unit(id("A3")), Blocker::Terrain(1)];
    grounded.extend(edges);
    assert_eq!(obstacles(field()), grounded);
    assert_eq!(obstacles(up(up(field(), "A2"), "A3"))[..1], [Blocker::Terrain(1)]);
    assert_eq!(obstacles(up(field(), "A1")), edges);
}

#[test]
fn bg4_terr_22_stakes_stop_wheels_only_from_their_sharp_side() {
    use crate::model::cards::LineSide::{Left, Right};
    let wheeled = || with_keywords(&[Keyword::Normal, Keyword::Wheeled]);
    let stakes = |sharp| Piece {
        sharp: Some(sharp),
        ..wall(TerrainType::Stakes, &[(10.0, 15.0), (26.0, 15.0)])
    };
    let with = |sharp| {
        path(
            scene()
                .unit("A1", wheeled(), (18.0, 10.0, 0.0))
                .unit("B1", line(), (18.0, 22.0, 180.0))
                .terrain(stakes(sharp)),
        )
    };
    // The line runs along +x: its right side is the one of A1.
    assert_eq!(with(Right), Path::Line(Blocker::Terrain(0)));
    assert_eq!(with(Left), Path::Open);
}
