//! Visibility: what blocks a line, and what is seen over.

use super::{Field, large, rectangle};
use crate::field::Purpose;
use crate::model::cards::{Piece, TerrainType, UnitType};
use crate::scene::{Scene, colossal, ground, hill, id, line, scene, wall};

fn sees(scene: Scene, target: &str) -> bool {
    looks(scene, target, Purpose::Move)
}

fn looks(scene: Scene, target: &str, purpose: Purpose) -> bool {
    let state = scene.state();
    Field::of(&state).is_visible(id("A1"), id(target), purpose)
}

/// A1 at (18, 10) looks along +y, B1 screens it at (18, 16), B2 stands behind at (18, 22).
fn screened(screen: UnitType) -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", screen, (18.0, 16.0, 180.0))
        .unit("B2", line(), (18.0, 22.0, 180.0))
}

/// Levels 1 to `level` of a hill, each under the whole of a unit at (18, `y`).
fn raised(mut scene: Scene, y: f64, level: u8) -> Scene {
    for each in 1..=level {
        let over = f64::from(3 - each) * 0.2;
        let outline = rectangle((16.25 - over, y - 1.25 - over), (19.75 + over, y + 1.25 + over));
        scene = scene.terrain(hill(each, &outline));
    }
    scene
}

#[test]
fn bg4_geo_12_visible_is_in_the_arc_and_reached_by_a_line() {
    // (book example) Spearmen, Longbowmen behind them, Pikemen beside the strip, Lancers behind the front line.
    let field = || {
        screened(line())
            .unit("B3", line(), (26.0, 16.0, 180.0))
            .unit("B4", line(), (26.0, 8.0, 270.0))
    };
    for (enemy, visible) in [("B1", true), ("B2", false), ("B3", true), ("B4", false)] {
        assert_eq!(sees(field(), enemy), visible, "{enemy}");
    }
    for (x, visible) in [(18.0, false), (20.9, false), (21.1, true)] {
        let behind = |screen: &str| {
            scene()
                .unit("A1", line(), (18.0, 10.0, 0.0))
                .unit(screen, line(), (18.0, 16.0, 180.0))
                .unit("B2", line(), (x, 22.0, 180.0))
        };
        assert_eq!(sees(behind("B1"), "B2"), visible, "{x}");
        assert!(sees(behind("A2"), "B2"), "{x} over a friend");
    }
    let state = field().state();
    let seen = Field::of(&state).visible_enemies(id("A1"), Purpose::Move);
    assert_eq!(seen, [id("B1"), id("B3")]);
}

#[test]
fn bg4_geo_12_arc_and_line_are_tested_apart() {
    // RULING: BG4-GEO-12, the part that the line reaches need not be the part in the arc. Only the strip of B1 above
    // y = 11.25 is in the arc, and B2 hides that strip; a line back through the viewer itself reaches the rest.
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (26.0, 10.2, 180.0))
        .unit("B2", line(), (22.0, 12.5, 180.0))
        .state();
    let field = Field::of(&state);
    assert!(field.in_front_arc(id("A1"), id("B1")));
    assert!(field.is_visible(id("A1"), id("B1"), Purpose::Move));
}

#[test]
fn bg4_geo_13_only_the_inside_of_an_enemy_stops_a_line() {
    let target = |scene: Scene| scene.unit("B3", line(), (18.0, 24.0, 180.0));
    let viewer = || scene().unit("A1", line(), (18.0, 10.0, 0.0));
    // Corner to corner exactly on the line to the target.
    let corners =
        viewer()
            .unit("B1", line(), (16.25, 14.75, 180.0))
            .unit("B2", line(), (19.75, 17.25, 180.0));
    assert!(!sees(target(corners), "B3"));
    for (half_gap, visible) in [(0.002, false), (0.1, true)] {
        let side_by_side = viewer().unit("B1", line(), (16.25 - half_gap, 15.0, 180.0)).unit(
            "B2",
            line(),
            (19.75 + half_gap, 15.0, 180.0),
        );
        assert_eq!(sees(target(side_by_side), "B3"), visible, "{half_gap}");
    }
    // Along the edge of an enemy, the rest of the target open beside it.
    assert!(sees(
        target(viewer().unit("B1", line(), (16.25, 15.0, 180.0))),
        "B3"
    ));
    // A friend in the same place as a whole screen stops nothing.
    assert!(sees(target(viewer().unit("A2", line(), (18.0, 15.0, 0.0))), "B3"));
}

#[test]
fn bg4_keyw_03_large_targets_are_seen_over_normal_units_by_those_who_shoot() {
    let behind = |screen: UnitType| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", screen, (18.0, 16.0, 180.0))
            .unit("B2", large(), (18.0, 22.0, 180.0))
    };
    assert!(looks(behind(line()), "B2", Purpose::Shoot));
    assert!(!looks(behind(large()), "B2", Purpose::Shoot));
    assert!(!looks(behind(colossal()), "B2", Purpose::Shoot));
    // RULING: BG4-KEYW-03, only for ranged attacks; moving uses plain Visibility.
    assert!(!looks(behind(line()), "B2", Purpose::Move));
    // It is the Nearest Enemy for shooting only if it is nearer than the screen.
    let state = behind(line()).state();
    assert_eq!(
        Field::of(&state).nearest_enemy(id("A1"), Purpose::Shoot, &[]),
        Ok(Some(id("B1")))
    );
    // Nearer than its screen: B2 shows its front at 45 degrees, the centre of it at (18, 21.25), 10 inches from A1.
    // A hill hides all of it but the far end, and B1 stands flush before that end, the centre of its own front 3
    // inches farther along at (21.9, 21.6), 11.05 inches from A1.
    let slanted = |screen: UnitType| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", screen, (21.019, 22.473, 135.0))
            .unit("B2", large(), (17.116, 22.134, 135.0))
            .terrain(hill(1, &rectangle((10.0, 15.0), (18.36, 16.0))))
    };
    for (screen, purpose, seen) in [
        (line(), Purpose::Shoot, true),
        (line(), Purpose::Move, false),
        (large(), Purpose::Shoot, false),
    ] {
        assert_eq!(looks(slanted(screen.clone()), "B2", purpose), seen);
        let state = slanted(screen).state();
        assert_eq!(
            Field::of(&state).nearest_enemy(id("A1"), purpose, &[]),
            Ok(Some(id(if seen { "B2" } else { "B1" })))
        );
    }
}

#[test]
fn bg4_keyw_02_normal_units_block_only_normal_ones_from_shots() {
    // RULING: BG4-KEYW-02, Normal is the size of a card that prints none.
    assert!(!looks(screened(line()), "B2", Purpose::Shoot));
    let large_behind = screened(line()).unit("B3", large(), (18.0, 26.0, 180.0));
    assert!(looks(large_behind, "B3", Purpose::Shoot));
}

#[test]
fn bg4_colos_06_colossal_targets_are_seen_over_normal_and_large_units_by_those_who_shoot() {
    for (screen, for_shots) in [(line(), true), (large(), true), (colossal(), false)] {
        let name = screen.keywords.clone();
        let behind = || {
            scene()
                .unit("A1", line(), (18.0, 8.0, 0.0))
                .unit("B1", screen.clone(), (18.0, 15.0, 180.0))
                .unit("B2", colossal(), (18.0, 24.0, 180.0))
        };
        assert_eq!(looks(behind(), "B2", Purpose::Shoot), for_shots, "{name:?}");
        assert!(!looks(behind(), "B2", Purpose::Move), "{name:?}");
    }
}

/// RULING: the front card that was slid under an enemy stands over it. It needs no room there, but it is seen, and stops
/// lines, where it lies.
#[test]
fn bg4_colos_05_both_cards_of_a_slid_unit_are_seen_and_stop_lines() {
    // B1's front card lies under A2, from y 12.5 to 15; from its rear card, up to 17.5, terrain keeps all lines of A1.
    let mut screen = ground(TerrainType::LowBrush, &rectangle((20.5, 13.9), (21.0, 20.0)));
    screen.blocks_visibility = true;
    let beside = scene()
        .unit("A1", line(), (24.0, 13.75, 270.0))
        .unit("A2", line(), (18.0, 13.75, 0.0))
        .unit("B1", colossal(), (18.0, 15.0, 180.0))
        .change("B1", |unit| unit.slid = true)
        .unit("B2", line(), (12.0, 13.75, 90.0))
        .terrain(screen)
        .state();
    assert!(sees(Scene::from(beside.clone()), "B1"));
    assert!(!sees(Scene::from(beside), "B2"));
}

#[test]
fn bg4_terr_02_visibility_blocking_terrain() {
    let behind = |piece: Piece| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 22.0, 180.0))
            .terrain(piece)
    };
    let across = rectangle((0.0, 15.0), (36.0, 17.0));
    // Fortification walls are not listed, no more than anything but forest and hills.
    for kind in [
        TerrainType::FortificationWall,
        TerrainType::BrokenGround,
        TerrainType::Swamp,
        TerrainType::VeryDeepWater,
        TerrainType::SheerCliff,
        TerrainType::Forest,
    ] {
        assert!(sees(behind(ground(kind, &across)), "B1"), "{kind:?}");
    }
    let ruled = |piece: Piece| Piece {
        blocks_visibility: true,
        ..piece
    };
    assert!(!sees(
        behind(ruled(ground(TerrainType::FortificationWall, &across))),
        "B1"
    ));
    let line = wall(TerrainType::FortificationWall, &[(0.0, 16.0), (36.0, 16.0)]);
    assert!(sees(behind(line.clone()), "B1"));
    assert!(!sees(behind(ruled(line)), "B1"));
}

#[test]
fn bg4_terr_04_on_level_0_screens_block() {
    // Both stand on the ground: a screen of any size blocks, and without it they see each other.
    for screen in [line(), large(), colossal()] {
        assert!(!sees(screened(screen), "B2"));
    }
    let state = screened(line()).state();
    let field = Field::of(&state);
    assert_eq!((field.level(id("A1")), field.level(id("B2"))), (0, 0));
    let open = screened(line()).change("B1", |unit| {
        unit.pose = Some(crate::scene::pose(4.0, 26.0, 180.0));
    });
    assert!(sees(open, "B2"), "without the screen");
}

#[test]
fn bg4_terr_05_level_1_sees_and_is_seen_over_normal_units() {
    assert!(sees(raised(screened(line()), 10.0, 1), "B2"));
    assert!(!sees(raised(screened(large()), 10.0, 1), "B2"));
    assert!(!sees(raised(screened(colossal()), 10.0, 1), "B2"));
    // Archers on the ground looking at a unit on level 1 over their enemy's screen.
    assert!(sees(raised(screened(line()), 22.0, 1), "B2"));
    assert!(!sees(raised(screened(large()), 22.0, 1), "B2"));
}

#[test]
fn bg4_terr_06_level_2_sees_and_is_seen_over_large_units() {
    for y in [10.0, 22.0] {
        assert!(sees(raised(screened(line()), y, 2), "B2"));
        assert!(sees(raised(screened(large()), y, 2), "B2"));
        assert!(!sees(raised(screened(colossal()), y, 2), "B2"));
    }
}

#[test]
fn bg4_terr_07_level_3_sees_and_is_seen_over_all_units() {
    for y in [10.0, 22.0] {
        for screen in [line(), large(), colossal()] {
            assert!(sees(raised(screened(screen), y, 3), "B2"));
        }
    }
}

#[test]
fn bg4_terr_08_levels_are_subtracted() {
    let on_hills =
        |screen: UnitType, from: u8, to: u8| raised(raised(screened(screen), 10.0, from), 22.0, to);
    assert!(
        sees(on_hills(line(), 3, 2), "B2"),
        "3 against 2 is 1: Normal units are seen over"
    );
    assert!(
        !sees(on_hills(large(), 3, 2), "B2"),
        "3 against 2 is 1: Large units block"
    );
    assert!(!sees(on_hills(line(), 2, 2), "B2"), "equal levels: normal rules");
    assert!(sees(on_hills(large(), 1, 3), "B2"), "1 against 3 is 2");
    // RULING: BG4-TERR-08, a blocker that stands higher than the lower of the two blocks as normal.
    let blocker_on_1 = |from: u8, to: u8| raised(on_hills(line(), from, to), 16.0, 1);
    let state = blocker_on_1(2, 0).state();
    assert_eq!(Field::of(&state).level(id("B1")), 1);
    assert!(!sees(blocker_on_1(2, 0), "B2"));
}

#[test]
fn bg4_terr_14_forest_stops_lines_beyond_2_5_inches() {
    let through = |from: f64, to: f64| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 22.0, 180.0))
            .terrain(ground(TerrainType::Forest, &rectangle((0.0, from), (36.0, to))))
    };
    for (depth, visible) in [(2.5, true), (2.509, true), (2.6, false)] {
        assert_eq!(sees(through(14.0, 14.0 + depth), "B1"), visible, "{depth}");
    }
    // 1 inch inside the forest, looking out.
    assert!(sees(through(5.0, 12.25), "B1"));
    assert!(!sees(through(5.0, 14.25), "B1"), "3 inches inside");
    // RULING: BG4-TERR-14, separate forests are measured each for itself, those that touch as one.
    let second = |from: f64| ground(TerrainType::Forest, &rectangle((0.0, from), (36.0, from + 2.0)));
    assert!(sees(through(13.0, 15.0).terrain(second(16.0)), "B1"));
    assert!(!sees(through(13.0, 15.0).terrain(second(15.0)), "B1"));
}

#[test]
fn bg4_terr_18_intervening_levels_of_hills_block() {
    let opposite = |target: UnitType, levels: u8| {
        let mut field = scene()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", target, (18.0, 25.0, 180.0))
            .terrain(hill(1, &rectangle((8.0, 11.0), (28.0, 19.0))));
        if levels > 1 {
            field = field.terrain(hill(2, &rectangle((9.0, 13.0), (27.0, 17.0))));
        }
        field
    };
    for (target, levels, visible) in [
        (line(), 1, false),
        (large(), 1, false),
        (colossal(), 1, true),
        (colossal(), 2, false),
    ] {
        assert_eq!(
            sees(opposite(target.clone(), levels), "B1"),
            visible,
            "{:?} {levels}",
            target.keywords
        );
    }
    let two_levels = |viewer: (f64, f64, f64)| {
        scene()
            .unit("A1", line(), viewer)
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .terrain(hill(1, &rectangle((8.0, 11.0), (28.0, 19.0))))
            .terrain(hill(2, &rectangle((9.0, 14.0), (27.0, 17.0))))
    };
    // On level 1, the target at ground beyond level 2.
    assert!(!sees(two_levels((18.0, 12.3, 0.0)), "B1"));
    // On level 2 neither level is intervening, nor on level 1 beyond level 2.
    assert!(sees(two_levels((18.0, 15.5, 0.0)), "B1"));
    assert!(sees(two_levels((18.0, 17.5, 0.0)), "B1"));
    // RULING: BG4-TERR-18, another hill blocks by its own levels, however high the viewer stands.
    let another = two_levels((18.0, 15.5, 0.0)).terrain(hill(1, &rectangle((8.0, 20.0), (28.0, 22.0))));
    assert!(!sees(another, "B1"));
}

#[test]
fn bg4_terr_18_a_level_drawn_in_pieces_is_one() {
    // Level 1 is drawn around level 2, in two halves: a unit on level 2 stands on level 1 too.
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .terrain(hill(1, &rectangle((8.0, 11.0), (28.0, 13.0))))
        .terrain(hill(2, &rectangle((8.0, 13.0), (28.0, 17.0))))
        .terrain(hill(1, &rectangle((8.0, 17.0), (28.0, 19.0))))
        .state();
    let field = Field::of(&state);
    assert_eq!(field.level(id("A1")), 2);
    assert!(field.is_visible(id("A1"), id("B1"), Purpose::Move));
}

#[test]
fn bg4_fly_09_flyers_look_from_one_level_above_everything() {
    let up = |scene: Scene, name: &str| scene.change(name, |unit| unit.airborne = true);
    for flyer in ["A1", "B2"] {
        assert!(sees(up(screened(line()), flyer), "B2"), "{flyer}");
        assert!(!sees(up(screened(large()), flyer), "B2"), "{flyer}");
    }
    // RULING: BG4-FLY-09, hills never stop a line to or from a flyer, forests do as ever.
    let over_hill = || {
        scene()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .terrain(hill(1, &rectangle((8.0, 11.0), (28.0, 19.0))))
            .terrain(hill(2, &rectangle((9.0, 13.0), (27.0, 17.0))))
    };
    assert!(!sees(over_hill(), "B1"));
    let forest = || over_hill().terrain(ground(TerrainType::Forest, &rectangle((0.0, 20.0), (36.0, 23.0))));
    for flyer in ["A1", "B1"] {
        assert!(sees(up(over_hill(), flyer), "B1"), "{flyer}");
        assert!(!sees(up(forest(), flyer), "B1"), "{flyer}");
    }
    // Against a unit on a level 2 hill the relative level is 1 and the flyer has High Ground.
    let state = up(raised(screened(line()), 22.0, 2), "A1").state();
    let field = Field::of(&state);
    assert_eq!(
        (
            field.levels_above(id("A1"), id("B2")),
            field.levels_above(id("B2"), id("A1"))
        ),
        (1, 0)
    );
    assert!(field.has_high_ground(id("A1"), id("B2")) && !field.has_high_ground(id("B2"), id("A1")));
    assert_eq!(field.level(id("A1")), 3);
    // Flyers are level with each other.
    let state = up(up(screened(line()), "A1"), "B2").state();
    let field = Field::of(&state);
    assert_eq!(field.levels_above(id("A1"), id("B2")), 0);
    assert!(!field.has_high_ground(id("A1"), id("B2")) && !field.has_high_ground(id("B2"), id("A1")));
    assert!(field.has_high_ground(id("A1"), id("B1")));
}

#[test]
fn bg4_fly_05_flyers_stop_no_line_between_units_on_the_ground() {
    let over = screened(line()).change("B1", |unit| unit.airborne = true);
    assert!(sees(over, "B2"));
}
