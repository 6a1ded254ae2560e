//! Terrain: levels and movement costs.

use battleground_geometry::{Card, Footprint, Inches, Way, shift, shift_sweep};
use hindsight_kernel::{RuleId, Seat};

use super::{Field, card, large, rectangle};
use crate::editions::Edition;
use crate::field::Blocker;
use crate::field::left_after;
use crate::model::agenda::Step;
use crate::model::cards::{LineSide, Piece, TerrainType, UnitType};
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::scene::{
    Scene, colossal, ground, hill, id, in_editions, inches, line, mc, moving, of_editions, play, pose, scene,
    scene_of, wall, with_keywords,
};

use crate::model::state::ArmyList;

use Keyword::{Cavalry, Colossal, Infantry, Large, Normal, Wheeled};

/// The steps of A1 for a way over these cards.
fn steps(scene: Scene, covered: &[Card]) -> i32 {
    let state = scene.state();
    let field = Field::of(&state);
    field.ground_steps(state.unit(id("A1")).unwrap(), covered)
}

/// The steps of A1 that starts at (18, 10) looking along +y and goes straight on.
fn ahead(scene: Scene, distance: f64) -> i32 {
    let start = card((18.0, 10.0, 0.0));
    let end = start.at(shift(start.pose(), Way::Forward, inches(distance)));
    steps(
        scene,
        &[start, shift_sweep(&start, Way::Forward, inches(distance)), end],
    )
}

fn at_start(unit: UnitType) -> Scene {
    scene().unit("A1", unit, (18.0, 10.0, 0.0))
}

/// A band of terrain right across the table.
fn band(kind: TerrainType, from: f64, to: f64) -> Piece {
    ground(kind, &rectangle((0.0, from), (36.0, to)))
}

fn level(scene: Scene) -> u8 {
    let state = scene.state();
    Field::of(&state).level(id("A1"))
}

#[test]
fn bg4_terr_01_a_line_has_no_width() {
    // The front of A1 lies on y = 11.25.
    let wall_at = |y: f64| at_start(line()).terrain(wall(TerrainType::LowWall, &[(10.0, y), (26.0, y)]));
    let here = [card((18.0, 10.0, 0.0))];
    for (y, met) in [(11.25, 0), (11.245, 0), (11.2, -1), (10.0, -1), (8.75, 0)] {
        assert_eq!(steps(wall_at(y), &here), met, "standing, the wall at {y}");
    }
    assert_eq!(ahead(wall_at(11.25), 1.0), -1, "crossing");
    assert_eq!(ahead(wall_at(12.25), 1.0), 0, "up to it");
    assert_eq!(ahead(wall_at(12.24), 1.02), -1, "into it");
}

#[test]
fn bg4_terr_01_no_army_is_built_before_the_terrain_is_fixed() {
    let state = scene()
        .set(|state| state.agenda = vec![Step::AgreeScenario { proposed: None }.into()])
        .state();
    let command = Command::BuildArmy {
        list: ArmyList {
            units: Vec::new(),
            cards: 0,
            abilities: Vec::new(),
        },
    };
    let refused = play(state, &[(Seat::A, command)], &[]).unwrap_err();
    assert_eq!(refused.rule, RuleId::from("BG4-SETUP-01"));
}

#[test]
fn bg4_terr_03_the_level_that_holds_at_least_half() {
    // Of the 2.5 inches of depth from y = 8.75 to 11.25: 55 and 45 percent.
    let on = |share: f64| {
        let from = 11.25 - 2.5 * share;
        at_start(line()).terrain(hill(1, &rectangle((10.0, from), (26.0, 20.0))))
    };
    for (share, found) in [(0.55, 1), (0.45, 0), (0.5, 1), (1.0, 1)] {
        assert_eq!(level(on(share)), found, "{share}");
    }
    // 30 percent on level 2 and 40 percent on level 1.
    let two = on(0.7).terrain(hill(2, &rectangle((10.0, 11.25 - 2.5 * 0.3), (26.0, 20.0))));
    assert_eq!(level(two), 1);
    // RULING: BG4-TERR-03, over three levels: the highest that has half of the unit at that level or higher.
    let three = on(0.8)
        .terrain(hill(2, &rectangle((10.0, 11.25 - 2.5 * 0.5), (26.0, 20.0))))
        .terrain(hill(3, &rectangle((10.0, 11.25 - 2.5 * 0.2), (26.0, 20.0))));
    assert_eq!(level(three), 2);
}

#[test]
fn bg4_terr_09_the_worst_terrain_met_counts_for_the_whole_turn() {
    let both = || {
        at_start(line())
            .terrain(band(TerrainType::Forest, 12.0, 13.0))
            .terrain(band(TerrainType::Swamp, 14.0, 15.0))
    };
    assert_eq!(ahead(both(), 3.5), -2);
    assert_eq!(ahead(both(), 1.0), -1);
    assert_eq!(ahead(both(), 0.75), 0, "its front on the edge of the forest");
    // Forest -1 and sideways -1.
    let state = at_start(moving(6.0))
        .terrain(band(TerrainType::Forest, 9.0, 13.0))
        .state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    let forest = field.turn_steps(unit, &[card((18.0, 10.0, 0.0))]);
    assert_eq!((forest, field.mc_by(unit, forest - 1)), (-1, mc(3.5)));
    // Any part of the unit is enough, and what was met binds after leaving.
    let corner = at_start(line()).terrain(ground(
        TerrainType::Forest,
        &rectangle((19.7, 11.2), (22.0, 13.0)),
    ));
    assert_eq!(steps(corner, &[card((18.0, 10.0, 0.0))]), -1);
    let state = at_start(line())
        .change("A1", |unit| unit.turn.terrain = Some(-1))
        .state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(field.turn_steps(unit, &[card((18.0, 10.0, 0.0))]), -1);
    assert_eq!(field.current_mc(id("A1")), mc(2.5));
    // Road +1 wholly, then into low brush -1.
    let road = at_start(line())
        .terrain(ground(TerrainType::Road, &rectangle((16.0, 0.0), (20.0, 30.0))))
        .terrain(band(TerrainType::LowBrush, 13.0, 15.0));
    assert_eq!(ahead(road, 3.0), -1);
}

#[test]
fn bg4_terr_10_terrain_met_late() {
    for (moved, slowed, left) in [
        (3.0, 1.75, None),
        (1.5, 1.75, Some(0.25)),
        (2.5, 2.5, None),
        (2.0, 2.5, Some(0.5)),
    ] {
        let found = left_after(inches(moved), mc(slowed)).map(Inches::value);
        assert_eq!(found, left, "moved {moved}, slowed to {slowed}");
    }
    // The steps behind these rows: swamp -2 and forest -1 for a Move of 3.5.
    for (kind, slowed) in [(TerrainType::Swamp, 1.75), (TerrainType::Forest, 2.5)] {
        let state = at_start(line()).terrain(band(kind, 12.0, 20.0)).state();
        let field = Field::of(&state);
        let unit = state.unit(id("A1")).unwrap();
        let steps = field.ground_steps(unit, &[card((18.0, 11.0, 0.0))]);
        assert_eq!(field.mc_by(unit, steps), mc(slowed), "{kind:?}");
    }
    // Its front on the edge: it is not in the terrain.
    let at_edge = at_start(line()).terrain(band(TerrainType::Swamp, 12.0, 20.0));
    assert_eq!(steps(at_edge, &[card((18.0, 10.75, 0.0))]), 0);
}

/// What a kind of terrain does to a unit with these keywords.
fn passage(kind: TerrainType, keywords: &[Keyword]) -> Option<i32> {
    let piece = band(kind, 14.0, 16.0);
    let state = at_start(with_keywords(keywords)).state();
    Field::of(&state).passage(state.unit(id("A1")).unwrap(), &piece)
}

#[test]
fn bg4_terr_11_several_keywords() {
    for (kind, keywords, found) in [
        (
            TerrainType::RoughGround,
            &[Normal, Cavalry, Wheeled][..],
            Some(-3),
        ),
        (TerrainType::Road, &[Normal, Cavalry, Wheeled], Some(2)),
        (TerrainType::Swamp, &[Large, Wheeled], Some(-1)),
        (TerrainType::BrokenGround, &[Large, Cavalry], None),
        // RULING: BG4-TERR-11, keywords that the line does not name do not count with the general value.
        (TerrainType::Road, &[Normal, Wheeled], Some(2)),
    ] {
        assert_eq!(passage(kind, keywords), found, "{kind:?} {keywords:?}");
    }
}

/// The costs for Normal, Cavalry, Wheeled, Large and Colossal units; impassable is nothing.
type Costs = [Option<i32>; 5];

/// The movement of a unit of movement 7 in the middle of terrain; nothing if it may not enter.
fn in_terrain(edition: Edition, kind: TerrainType, keywords: &[Keyword]) -> Option<Inches> {
    let card = UnitType {
        movement: mc(7.0),
        ..with_keywords(keywords)
    };
    let state = scene_of(edition)
        .unit("A1", card, (18.0, 15.0, 0.0))
        .terrain(crate::scene::rectangle(kind, (5.0, 5.0), (31.0, 25.0)))
        .state();
    let (field, unit) = (Field::of(&state), state.unit(id("A1")).unwrap());
    let obstacles = field.obstacles(unit, &[]);
    let closed = |what: &Blocker| matches!(what, Blocker::Terrain(_));
    let open = !obstacles.iter().any(|obstacle| closed(&obstacle.what));
    open.then(|| field.current_mc(id("A1")).inches())
}

fn table_of_areas(edition: Edition) {
    use TerrainType as T;
    const NO: Option<i32> = None;
    let both = [
        (T::Forest, [Some(-1), Some(-1), Some(-3), Some(-3), Some(-3)]),
        (T::LowBrush, [Some(-1), Some(-1), Some(-3), Some(-1), Some(-1)]),
        (T::Road, [Some(1), Some(1), Some(2), Some(1), Some(1)]),
        (T::RoughGround, [Some(-1), Some(-2), Some(-3), Some(-1), Some(-1)]),
        (T::ShallowWater, [Some(-2), Some(-2), Some(-2), Some(-1), Some(0)]),
        (T::DeepWater, [NO, NO, NO, Some(-2), Some(-1)]),
        (T::VeryDeepWater, [NO, NO, NO, NO, Some(-2)]),
        (T::WetGround, [Some(-1), Some(-1), Some(-2), Some(-1), Some(-1)]),
    ];
    let own: &[(TerrainType, Costs)] = of_editions(
        edition,
        [
            &[
                (T::BrokenGround, [Some(-2), NO, NO, Some(-2), Some(-2)]),
                (T::FortificationInside, [Some(0); 5]),
                (T::Sand, [Some(-1), Some(-2), Some(-2), Some(-1), Some(-1)]),
                (T::Swamp, [Some(-2), Some(-2), Some(-2), Some(-1), Some(0)]),
            ],
            &[
                (T::RiverRapids, [NO, NO, NO, Some(-3), Some(-2)]),
                (T::Shoreline, [Some(0); 5]),
                (T::Sand, [Some(-1), Some(-1), Some(-2), Some(-1), Some(-1)]),
                (T::Swamp, [Some(-2), Some(-2), NO, Some(-1), Some(0)]),
                (T::VeryRoughGround, [Some(-2), NO, NO, Some(-2), Some(-2)]),
            ],
        ],
    );
    for (kind, costs) in both.iter().chain(own) {
        for (keywords, cost) in KINDS.iter().zip(costs) {
            let moves = cost.map(|steps| mc(7.0).stepped(steps).inches());
            assert_eq!(
                in_terrain(edition, *kind, keywords),
                moves,
                "{kind:?} {keywords:?}"
            );
        }
    }
}

in_editions!(table_of_areas:
    #[test] fn bg4_terr_13_the_table_of_areas(V4);
    #[test] fn bg3_terr_12_the_table_of_terrain(V3);
);

/// A keyword list for each column of the table.
const KINDS: [&[Keyword]; 5] = [
    &[Normal, Infantry],
    &[Normal, Cavalry],
    &[Normal, Wheeled],
    &[Large, Infantry],
    &[Colossal, Infantry],
];

#[test]
fn bg4_terr_13_the_table_of_terrain_types() {
    use TerrainType as T;
    let no = None;
    let rows: [(TerrainType, Costs); 19] = [
        (T::BrokenGround, [Some(-2), no, no, Some(-2), Some(-2)]),
        (T::Forest, [Some(-1), Some(-1), Some(-3), Some(-3), Some(-3)]),
        (T::FortificationWall, [no; 5]),
        (T::FortificationDoor, [Some(0); 5]),
        (T::FortificationInside, [Some(0); 5]),
        (T::LowBrush, [Some(-1), Some(-1), Some(-3), Some(-1), Some(-1)]),
        (T::LowWall, [Some(-1), Some(-1), no, Some(-1), Some(0)]),
        (T::Hedge, [Some(-1), Some(-1), no, Some(-1), Some(0)]),
        (T::Hill, [Some(-1); 5]),
        (T::Road, [Some(1), Some(1), Some(2), Some(1), Some(1)]),
        (T::RoughGround, [Some(-1), Some(-2), Some(-3), Some(-1), Some(-1)]),
        (T::Sand, [Some(-1), Some(-2), Some(-2), Some(-1), Some(-1)]),
        (T::SheerCliff, [no, no, no, no, Some(-3)]),
        // Against their points; the other direction is in the test of BG4-TERR-22.
        (T::Stakes, [Some(-1), Some(-3), no, Some(-1), Some(-1)]),
        (T::Swamp, [Some(-2), Some(-2), Some(-2), Some(-1), Some(0)]),
        (T::ShallowWater, [Some(-2), Some(-2), Some(-2), Some(-1), Some(0)]),
        (T::DeepWater, [no, no, no, Some(-2), Some(-1)]),
        (T::VeryDeepWater, [no, no, no, no, Some(-2)]),
        (T::WetGround, [Some(-1), Some(-1), Some(-2), Some(-1), Some(-1)]),
    ];
    for (kind, costs) in rows {
        for (keywords, cost) in KINDS.into_iter().zip(costs) {
            assert_eq!(passage(kind, keywords), cost, "{kind:?} {keywords:?}");
        }
    }
    for (kind, keywords, found) in [
        (T::Forest, &[Large, Cavalry][..], Some(-3)),
        (T::Swamp, &[Colossal, Infantry], Some(0)),
        (T::Swamp, &[Normal, Wheeled], Some(-2)),
        (T::LowWall, &[Colossal, Infantry], Some(0)),
        (T::LowWall, &[Colossal, Wheeled], None),
    ] {
        assert_eq!(passage(kind, keywords), found, "{kind:?} {keywords:?}");
    }
    // Met on the way: the same numbers for the whole move, roads and lines aside.
    for (kind, steps) in [
        (T::LowBrush, -1),
        (T::Sand, -1),
        (T::WetGround, -1),
        (T::BrokenGround, -2),
        (T::FortificationInside, 0),
    ] {
        assert_eq!(
            ahead(at_start(line()).terrain(band(kind, 13.0, 14.0)), 3.5),
            steps,
            "{kind:?}"
        );
    }
}

#[test]
fn bg4_keyw_10_wheeled_units_have_their_own_column() {
    use TerrainType as T;
    for (kind, found) in [
        (T::Forest, Some(-3)),
        (T::LowBrush, Some(-3)),
        (T::RoughGround, Some(-3)),
        (T::Sand, Some(-2)),
        (T::WetGround, Some(-2)),
        (T::Road, Some(2)),
        (T::BrokenGround, None),
        (T::LowWall, None),
        (T::Hedge, None),
    ] {
        assert_eq!(passage(kind, &[Normal, Wheeled]), found, "{kind:?}");
    }
}

#[test]
fn bg4_terr_18_touching_an_elevation_line_costs_a_row() {
    let tor = || at_start(line()).terrain(hill(1, &rectangle((10.0, 12.0), (26.0, 20.0))));
    assert_eq!(ahead(tor(), 3.5), -1, "up");
    assert_eq!(ahead(tor(), 0.75), 0, "up to the line");
    let within = card((18.0, 14.0, 0.0));
    assert_eq!(
        steps(tor(), &[within]),
        0,
        "wholly on the level no line is touched"
    );
    // RULING: BG4-TERR-18, down as well as up.
    let down = within.at(pose(18.0, 18.0, 0.0));
    assert_eq!(
        steps(tor(), &[within, down, down.at(pose(18.0, 22.0, 0.0))]),
        0,
        "poses that touch no line"
    );
    assert_eq!(
        steps(tor(), &[within, down, down.at(pose(18.0, 19.5, 0.0))]),
        -1,
        "down"
    );
    let two = tor().terrain(hill(2, &rectangle((12.0, 15.0), (24.0, 18.0))));
    assert_eq!(steps(two, &[within]), -1, "the line of level 2");
}

#[test]
fn bg4_terr_20_roads_hold_for_the_whole_unit_and_the_whole_move() {
    let road =
        |to: f64| at_start(line()).terrain(ground(TerrainType::Road, &rectangle((16.0, 0.0), (20.0, to))));
    assert_eq!(ahead(road(30.0), 5.0), 1);
    assert_eq!(ahead(road(15.25), 4.0), 1, "to the end of the road");
    assert_eq!(ahead(road(15.25), 4.1), 0, "over its end");
    let turned = card((18.0, 10.0, 0.0));
    assert_eq!(
        steps(road(30.0), &[turned, turned.at(pose(18.3, 11.0, 0.0))]),
        0,
        "a corner beside it"
    );
    // Two pieces that join are one road.
    let joined = road(11.0).terrain(ground(TerrainType::Road, &rectangle((16.0, 11.0), (20.0, 30.0))));
    assert_eq!(ahead(joined, 5.0), 1);
    let state = road(15.25).state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(field.mc_by(unit, 1), mc(5.0));
    // Move 3.5 on the road is 5: at 4 inches it ends, and more than 3.5 was moved, so the unit stops on it.
    // RULING: BG4-TERR-20, otherwise it goes on with the lower MC.
    assert_eq!(left_after(inches(4.0), mc(3.5)), None);
    assert_eq!(left_after(inches(3.0), mc(3.5)), Some(inches(0.5)));
    // Whoever left the road this turn has no bonus on it any more.
    let state = road(30.0)
        .change("A1", |unit| unit.turn.terrain = Some(0))
        .state();
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(3.5));
}

#[test]
fn bg4_terr_20_a_door_that_the_road_leads_through_takes_no_bonus() {
    let road = ground(TerrainType::Road, &rectangle((16.0, 0.0), (20.0, 30.0)));
    let across = |kind| {
        let piece = ground(kind, &rectangle((15.0, 12.0), (21.0, 13.0)));
        ahead(at_start(line()).terrain(road.clone()).terrain(piece), 5.0)
    };
    assert_eq!(across(TerrainType::FortificationDoor), 1, "no MC penalty");
    assert_eq!(across(TerrainType::WetGround), -1, "a crossing lowers it");
}

#[test]
fn bg4_terr_21_sheer_cliffs_rise_by_one_step() {
    let cliff = |unit: UnitType, y: f64| {
        scene().unit("A1", unit, (18.0, y, 0.0)).terrain(Piece {
            rises_to: 2,
            ..ground(TerrainType::SheerCliff, &rectangle((10.0, 15.0), (26.0, 21.0)))
        })
    };
    assert_eq!(level(cliff(line(), 18.0)), 2);
    assert_eq!(level(cliff(line(), 10.0)), 0);
    // Only the edge is impassable: on top the ground is free.
    assert_eq!(steps(cliff(line(), 18.0), &[card((18.0, 18.0, 0.0))]), 0);
    let state = cliff(line(), 18.0).state();
    let field = Field::of(&state);
    let (unit, piece) = (state.unit(id("A1")).unwrap(), &state.map().unwrap().pieces[0]);
    assert_eq!(
        (field.passage(unit, piece), field.barred_area(unit, piece)),
        (None, None)
    );
    assert!(
        field
            .barred_area(unit, &band(TerrainType::DeepWater, 5.0, 9.0))
            .is_some()
    );
    assert!(
        field
            .barred_area(unit, &band(TerrainType::Swamp, 5.0, 9.0))
            .is_none()
    );
    let state = cliff(colossal(), 10.0).state();
    let field = Field::of(&state);
    let own = *field.card(id("A1")).unwrap();
    let climbing = own.at(pose(18.0, 14.0, 0.0));
    assert_eq!(
        field.ground_steps(state.unit(id("A1")).unwrap(), &[own, climbing]),
        -3
    );
    // Whoever stands on it has High Ground.
    let state = cliff(line(), 18.0).unit("B1", line(), (18.0, 10.0, 0.0)).state();
    let field = Field::of(&state);
    assert!(field.has_high_ground(id("A1"), id("B1")) && !field.has_high_ground(id("B1"), id("A1")));
    assert_eq!(field.levels_above(id("A1"), id("B1")), 2);
}

#[test]
fn bg4_terr_22_stakes_cost_by_the_direction_of_the_crossing() {
    // The line runs along +x at y = 12: left of it is the far side of A1, right of it the near one.
    let stakes = |unit: UnitType, sharp| {
        at_start(unit).terrain(Piece {
            sharp: Some(sharp),
            ..wall(TerrainType::Stakes, &[(10.0, 12.0), (26.0, 12.0)])
        })
    };
    let cavalry = || with_keywords(&[Normal, Cavalry]);
    let wheeled = || with_keywords(&[Normal, Wheeled]);
    for (unit, sharp, cost) in [
        (line(), LineSide::Right, -1),
        (line(), LineSide::Left, 0),
        (cavalry(), LineSide::Right, -3),
        (cavalry(), LineSide::Left, -1),
        (large(), LineSide::Right, -1),
        // RULING: BG4-TERR-13, Wheeled units from the non-sharp side: 0, as printed.
        (wheeled(), LineSide::Left, 0),
    ] {
        assert_eq!(
            ahead(stakes(unit.clone(), sharp), 3.5),
            cost,
            "{:?} {sharp:?}",
            unit.keywords
        );
        // The sweep alone tells the direction too, and so does the heading of a unit that has not moved yet.
        let start = card((18.0, 10.0, 0.0));
        let sweep = shift_sweep(&start, Way::Forward, inches(3.5));
        assert_eq!(steps(stakes(unit, sharp), &[sweep]), cost);
    }
    // Crossed twice in one activation, there and back: the worse of the two directions, whichever comes first.
    let (near, far) = (card((18.0, 10.0, 0.0)), card((18.0, 14.5, 0.0)));
    for sharp in [LineSide::Right, LineSide::Left] {
        let there_and_back = [
            near,
            shift_sweep(&near, Way::Forward, inches(4.5)),
            far,
            shift_sweep(&far, Way::Backward, inches(4.5)),
        ];
        assert_eq!(steps(stakes(cavalry(), sharp), &there_and_back), -3, "{sharp:?}");
    }
    // A neighbourhood of the unit: the worst that may happen there.
    let around = Card::new(
        pose(18.0, 10.0, 0.0),
        Footprint::new(inches(12.0), inches(12.0), 1).unwrap(),
    );
    for sharp in [LineSide::Left, LineSide::Right] {
        assert_eq!(steps(stakes(cavalry(), sharp), &[around]), -3, "{sharp:?}");
    }
    // Backward out of them, having stood across: the other direction.
    let across = card((18.0, 12.0, 0.0));
    let back = across.at(pose(18.0, 11.0, 0.0));
    let standing = |sharp| {
        scene().unit("A1", cavalry(), (18.0, 12.0, 0.0)).terrain(Piece {
            sharp: Some(sharp),
            ..wall(TerrainType::Stakes, &[(10.0, 12.0), (26.0, 12.0)])
        })
    };
    assert_eq!(steps(standing(LineSide::Right), &[across, back]), -1);
    assert_eq!(steps(standing(LineSide::Left), &[across, back]), -3);
    assert_eq!(
        steps(standing(LineSide::Right), &[across]),
        -3,
        "it would go forward"
    );
    // From a point.
    let state = standing(LineSide::Right).state();
    let field = Field::of(&state);
    let (unit, piece) = (state.unit(id("A1")).unwrap(), &state.map().unwrap().pieces[0]);
    for (from, cost) in [((18.0, 5.0), -3), ((18.0, 20.0), -1)] {
        assert_eq!(
            field.passage_from(unit, piece, crate::scene::point(from.0, from.1)),
            Some(cost)
        );
    }
}

#[test]
fn bg4_fly_08_a_flyer_pays_for_no_terrain_and_is_in_none() {
    let state = at_start(line())
        .terrain(band(TerrainType::Forest, 5.0, 20.0))
        .terrain(band(TerrainType::FortificationWall, 12.0, 13.0))
        .change("A1", |unit| unit.airborne = true)
        .state();
    let field = Field::of(&state);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        field.ground_steps(unit, &[card((18.0, 10.0, 0.0)), card((18.0, 15.0, 0.0))]),
        0
    );
    assert!(!field.is_in(id("A1"), TerrainType::Forest));
    let pieces = &state.map().unwrap().pieces;
    assert_eq!(field.passage(unit, &pieces[0]), Some(0));
    assert_eq!(field.passage(unit, &pieces[1]), Some(0));
}

#[test]
fn bg4_fly_13_no_swoop_into_forests_or_blocking_terrain() {
    let hidden = |piece: Piece| {
        let state = at_start(line()).terrain(piece).state();
        Field::of(&state).is_hidden_from_above(id("A1"))
    };
    assert!(hidden(band(TerrainType::Forest, 10.0, 20.0)), "half of it");
    assert!(!hidden(band(TerrainType::Forest, 10.5, 20.0)));
    assert!(hidden(Piece {
        blocks_visibility: true,
        ..band(TerrainType::Sand, 5.0, 20.0)
    }));
    // RULING: BG4-FLY-13, a unit on a hill stands on it.
    assert!(!hidden(hill(1, &rectangle((10.0, 5.0), (26.0, 20.0)))));
}

#[test]
fn bg4_terr_24_at_least_half_in_deep_water() {
    for (kind, from, kept) in [
        (TerrainType::DeepWater, 10.0, true),
        (TerrainType::DeepWater, 10.1, false),
        (TerrainType::VeryDeepWater, 9.0, true),
        (TerrainType::ShallowWater, 5.0, false),
    ] {
        let state = at_start(large()).terrain(band(kind, from, 20.0)).state();
        assert_eq!(
            Field::of(&state).ground_forbids_shooting(id("A1")),
            kept,
            "{kind:?} from {from}"
        );
    }
}
