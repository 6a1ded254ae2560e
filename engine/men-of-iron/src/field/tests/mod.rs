//! Vectors of the catalogue about what is measured, and properties against naive implementations.

mod charges;
mod command_range;

use hindsight_geometry::hexes::{Direction, Flank, Hex};
use hindsight_kernel::Seat;

use super::sample::{as_class, empty, hex, id, opening, put, with};
use super::{Aspect, Occupants, Walker, ZocMap};
use crate::data::map::CLEAR;
use crate::data::{Battle, Column, Cost, HexGround};
use crate::model::names::{ClassId, TerrainId};
use crate::model::piece::{Formation, Status};
use crate::model::state::State;

const FOOT: Walker = Walker::Unit(Column::Foot);
const MOUNTED: Walker = Walker::Unit(Column::Mounted);

fn labels(hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
    let mut labels: Vec<String> = hexes.into_iter().map(|hex| hex.to_string()).collect();
    labels.sort();
    labels
}

fn points(number: u8) -> Cost {
    Cost::Number(number)
}

#[test]
fn moi_comp_03_classes_as_the_table_has_them() {
    let rows = [
        ("A-LB1", Column::Foot, Some("longbow"), true, false),
        ("B-CB1", Column::Foot, Some("crossbow"), true, false),
        ("A-SL1", Column::Foot, Some("sling"), true, false),
        ("A-PK1", Column::Foot, None, false, false),
        ("A-AX1", Column::Foot, None, false, false),
        ("A-DM1", Column::Foot, None, false, false),
        ("A-MM1", Column::Mounted, None, true, true),
        ("A-HB1", Column::Mounted, None, false, false),
        ("A-GN1", Column::Mounted, Some("javelin"), true, false),
    ];
    let state = opening();
    for (unit, column, weapon, zoc, charges) in rows {
        let unit = state.unit(id(unit)).unwrap();
        assert_eq!(state.column_of(unit), column, "{}", unit.id);
        assert_eq!(
            state.weapon_of(unit).map(|(id, _)| id.to_string()).as_deref(),
            weapon
        );
        assert_eq!(state.exerts_zoc(unit), zoc, "{}", unit.id);
        assert_eq!(state.class_card(unit).unwrap().can_charge, charges, "{}", unit.id);
    }
    let mut state = opening();
    let hobilar = state.units.get_mut(&id("B-HB1")).unwrap();
    hobilar.dismounted = true;
    let hobilar = state.unit(id("B-HB1")).unwrap();
    assert_eq!(
        (state.class_of(hobilar), state.column_of(hobilar)),
        (ClassId::CB, Column::Foot)
    );
    let (_, weapon) = state.weapon_of(hobilar).unwrap();
    assert!(state.exerts_zoc(hobilar) && !weapon.return_fire);
}

#[test]
fn moi_comp_04_missile_infantry_is_on_foot() {
    let mut state = opening();
    state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true;
    for (unit, missile_infantry) in [
        ("A-LB1", true),
        ("B-CB1", true),
        ("A-SL1", true),
        ("A-HB1", true),
        ("B-HB1", false),
        ("A-GN1", false),
        ("A-PK1", false),
    ] {
        assert_eq!(
            state.is_missile_infantry(state.unit(id(unit)).unwrap()),
            missile_infantry,
            "{unit}"
        );
    }
}

#[test]
fn moi_comp_05_each_side_has_its_printed_values() {
    let mut state = opening();
    let rating = |state: &State, unit| state.strength_of(state.unit(id(unit)).unwrap()).sdd;
    assert_eq!((rating(&state, "A-PK1"), rating(&state, "A-LB1")), (0, 1));
    for status in [Status::Disordered, Status::Retired] {
        state.units.get_mut(&id("A-PK1")).unwrap().status = status;
        assert_eq!(rating(&state, "A-PK1"), 1);
    }
    as_class(&mut state, "A-PK1", ClassId::UMAA);
    // Every Unhorsed unit has the chart's values, whatever its counter was.
    let values = state.values_of(state.unit(id("A-MM1")).unwrap());
    state.units.get_mut(&id("A-MM1")).unwrap().class = ClassId::UMAA;
    let unhorsed = state.values_of(state.unit(id("A-MM1")).unwrap());
    assert_eq!(
        (values.ma, unhorsed.ma, unhorsed.sdd, unhorsed.sdd_dis),
        (7, 4, 1, 2)
    );
}

#[test]
fn moi_comp_11_surrounded_by_units_edges_and_impassable_ground() {
    let around = ["1007", "1108", "1109", "1009", "0909", "0908"];
    let units = ["B-PK1", "B-PK2", "B-PK3", "B-PK4", "B-AX1", "B-AX2"];
    let mut state = with(&[("A-LB1", "1008", 1)]);
    for (unit, label) in units.iter().zip(around).take(5) {
        put(&mut state, unit, label, 1);
    }
    assert!(!state.is_surrounded(hex("1008"), Seat::A, FOOT));
    put(&mut state, units[5], around[5], 1);
    assert!(state.is_surrounded(hex("1008"), Seat::A, FOOT));
    let corner = with(&[("B-PK1", "0201", 1), ("B-PK2", "0102", 1)]);
    assert!(corner.is_surrounded(hex("0101"), Seat::A, FOOT));
    assert!(!with(&[("B-PK1", "0201", 1)]).is_surrounded(hex("0101"), Seat::A, FOOT));
}

#[test]
fn moi_hex_03_frontal_hexes_of_a_unit() {
    for (facing, frontal) in [(1, ["1007", "1108"]), (7, ["0909", "1009"])] {
        let state = with(&[("A-LB1", "1008", facing)]);
        assert_eq!(labels(state.unit(id("A-LB1")).unwrap().frontal_hexes()), frontal);
    }
}

#[test]
fn moi_hex_05_aspects_of_a_unit() {
    let state = with(&[("A-LB1", "1008", 1)]);
    let unit = state.unit(id("A-LB1")).unwrap();
    let (front, right, rear, left) = (Flank::Front, Flank::RightFlank, Flank::Rear, Flank::LeftFlank);
    let rows = [
        ("1109", Aspect::Side(right)),
        ("1208", Aspect::Spine(front, right)),
        ("0808", Aspect::Spine(rear, left)),
        ("1010", Aspect::Side(rear)),
        ("1107", Aspect::Spine(front, front)),
    ];
    for (from, aspect) in rows {
        assert_eq!(Aspect::of(unit, hex(from)), Some(aspect), "{from}");
    }
    for direction in Direction::ALL {
        let neighbour = hex("1008").neighbour(direction).unwrap();
        assert!(matches!(Aspect::of(unit, neighbour), Some(Aspect::Side(_))));
    }
}

#[test]
fn moi_schil_03_all_sides_of_a_schiltron_are_frontal() {
    let mut state = with(&[("A-PK1", "1008", 1)]);
    state.units.get_mut(&id("A-PK1")).unwrap().formation = Formation::Schiltron;
    let unit = state.unit(id("A-PK1")).unwrap();
    assert_eq!(unit.frontal_hexes().count(), 6);
    for label in ["1007", "1109", "1010", "0808", "1208"] {
        assert!(Aspect::of(unit, hex(label)).unwrap().is_frontal(), "{label}");
    }
}

#[test]
fn moi_hex_09_slopes_follow_from_levels_and_marks_win() {
    let mut battle = (*empty().battle).clone();
    let (one, other) = (hex("1008"), hex("1007"));
    let mut slope = |one_level, other_level, mark: Option<&str>| {
        let level = |level| HexGround {
            level,
            ..HexGround::default()
        };
        battle.map.hex.insert(one, level(one_level));
        battle.map.hex.insert(other, level(other_level));
        battle.map.side.clear();
        if let Some(mark) = mark {
            battle
                .map
                .side
                .insert("1007-1008".parse().unwrap(), vec![mark.parse().unwrap()]);
        }
        battle.slope_between(one, other).map(|slope| slope.to_string())
    };
    assert_eq!(slope(1, 0, None).as_deref(), Some("slope"));
    assert_eq!(slope(2, 0, None).as_deref(), Some("steep_slope"));
    assert_eq!(slope(1, 1, None), None);
    assert_eq!(slope(1, 0, Some("steep_slope")).as_deref(), Some("steep_slope"));
    assert_eq!(slope(3, 0, Some("slope")).as_deref(), Some("slope"));
}

#[test]
fn moi_move_03_path_and_cost_by_column() {
    let battle = &empty().battle;
    let rows = [
        ("0402", "0403", FOOT, points(2)),
        ("0402", "0403", MOUNTED, points(3)),
        ("0811", "0812", FOOT, points(2)),
        ("0812", "0811", FOOT, points(1)),
        ("1009", "1008", FOOT, points(2)),
        ("0513", "0613", MOUNTED, Cost::Na),
        ("0513", "0613", FOOT, points(3)),
        ("2102", "2103", FOOT, Cost::Na),
        ("1001", "1003", FOOT, Cost::Na),
    ];
    for (from, to, walker, cost) in rows {
        assert_eq!(
            battle.step_cost(hex(from), hex(to), walker),
            cost,
            "{from} to {to}"
        );
    }
}

#[test]
fn moi_move_04_roads_and_bridges() {
    let battle = &empty().battle;
    let rows = [
        ("1107", "1106", MOUNTED, points(1)),
        ("1006", "1106", MOUNTED, points(2)),
        ("1111", "1112", FOOT, points(2)),
        ("1109", "1108", FOOT, points(1)),
    ];
    for (from, to, walker, cost) in rows {
        assert_eq!(
            battle.step_cost(hex(from), hex(to), walker),
            cost,
            "{from} to {to}"
        );
    }
}

#[test]
fn moi_move_09_leaders_take_the_cheaper_column() {
    let battle = &empty().battle;
    assert_eq!(
        battle.step_cost(hex("0402"), hex("0403"), Walker::Leader),
        points(2)
    );
    assert_eq!(
        battle.step_cost(hex("1001"), hex("1002"), Walker::Leader),
        points(1)
    );
    assert_eq!(
        battle.step_cost(hex("0513"), hex("0613"), Walker::Leader),
        points(3)
    );
}

#[test]
fn moi_zoc_01_who_exerts_a_zoc() {
    let mut state = opening();
    let exerts = |state: &State, unit| state.exerts_zoc(state.unit(id(unit)).unwrap());
    for (unit, zoc) in [
        ("A-MM1", true),
        ("A-HB1", false),
        ("A-DM1", false),
        ("A-GN1", true),
        ("A-PK1", false),
    ] {
        assert_eq!(exerts(&state, unit), zoc, "{unit}");
    }
    state.units.get_mut(&id("A-LB1")).unwrap().status = Status::Retired;
    state.units.get_mut(&id("A-LB2")).unwrap().status = Status::Disordered;
    assert_eq!((exerts(&state, "A-LB1"), exerts(&state, "A-LB2")), (false, true));
    for formation in [Formation::Schiltron, Formation::ShieldWall] {
        for unit in ["A-PK1", "A-DM1"] {
            state.units.get_mut(&id(unit)).unwrap().formation = formation;
            assert!(!exerts(&state, unit));
        }
    }
}

#[test]
fn moi_zoc_02_the_two_frontal_hexes() {
    let state = with(&[("A-LB1", "1008", 1), ("A-LB2", "0101", 11)]);
    assert_eq!(
        labels(state.zoc_hexes(state.unit(id("A-LB1")).unwrap())),
        ["1007", "1108"]
    );
    assert!(state.zoc_hexes(state.unit(id("A-LB2")).unwrap()).is_empty());
}

#[test]
fn moi_zoc_04_several_zocs_in_one_hex_are_told_apart() {
    let state = with(&[("B-MM1", "1006", 7), ("B-MM2", "1106", 7), ("B-PK1", "0907", 5)]);
    assert_eq!(state.enemy_zocs(hex("1007"), Seat::A), [id("B-MM1")]);
    assert_eq!(state.enemy_zocs(hex("1006"), Seat::A), [id("B-MM2")]);
    let zocs = ZocMap::against(&state, Seat::A);
    for at in state.battle.map.extent().hexes() {
        assert_eq!(zocs.of(at), state.enemy_zocs(at, Seat::A), "{at}");
        assert!(state.enemy_zocs(at, Seat::B).is_empty());
    }
}

#[test]
fn moi_zoc_05_a_turn_changes_the_zoc_at_once() {
    let mut state = with(&[("B-CB1", "1008", 1)]);
    assert!(state.in_enemy_zoc(hex("1007"), Seat::A));
    put(&mut state, "B-CB1", "1008", 7);
    assert!(!state.in_enemy_zoc(hex("1007"), Seat::A));
    assert!(state.in_enemy_zoc(hex("1009"), Seat::A));
}

#[test]
fn moi_fire_03_the_arc_of_active_and_return_fire() {
    let state = with(&[("A-LB1", "1008", 1)]);
    let unit = state.unit(id("A-LB1")).unwrap();
    let rows = [
        ("1208", true),
        ("1209", true),
        ("0807", true),
        ("0907", true),
        ("1010", false),
        ("0910", false),
        ("0808", false),
        ("0809", false),
    ];
    for (target, in_arc) in rows {
        assert_eq!(
            Aspect::of(unit, hex(target)).unwrap().is_in_arc(),
            in_arc,
            "{target}"
        );
    }
}

#[test]
fn moi_fire_20_the_flanks_that_give_an_angle_of_fire() {
    let state = with(&[("A-MM1", "1008", 1)]);
    let unit = state.unit(id("A-MM1")).unwrap();
    for (firer, flank) in [("1209", true), ("1208", false), ("1010", false), ("0807", true)] {
        assert_eq!(Aspect::of(unit, hex(firer)).unwrap().is_flank(), flank, "{firer}");
    }
}

#[test]
fn moi_fire_21_crossbows_do_not_fire_over_units() {
    let fires = |state: &State, from: &str, to: &str, through_units| {
        state
            .battle
            .line_of_fire(hex(from), hex(to), through_units, &Occupants::of(state))
    };
    let mut state = with(&[("A-PK1", "1107", 1), ("A-PK2", "1108", 1)]);
    // The sample map has a village in 1206, which the target's own hex may be.
    assert!(fires(&state, "1008", "1206", true) && !fires(&state, "1008", "1206", false));
    state = empty();
    state.standards.get_mut(&"A1".parse().unwrap()).unwrap().hex = Some(hex("1007"));
    assert!(fires(&state, "1008", "1006", false));
}

#[test]
fn moi_fire_22_terrain_drm_of_the_target() {
    let battle = &empty().battle;
    let rows = [
        ("0402", "0403", -1),
        ("1007", "1106", -1),
        ("0206", "0207", 0),
        ("1410", "1412", -1),
        ("1414", "1412", 0),
    ];
    for (firer, target, drm) in rows {
        assert_eq!(
            battle.fire_terrain(hex(firer), hex(target)),
            drm,
            "{firer} at {target}"
        );
    }
    // On a spine both sides that meet there must be marked: 1312 has hedges to 1311 only, 1412 to 1411 only.
    assert_eq!(battle.fire_terrain(hex("1411"), hex("1312")), 0);
}

#[test]
fn moi_los_01_the_ends_never_block() {
    let battle = &empty().battle;
    for (from, to, open) in [
        ("1806", "1804", true),
        ("1804", "1806", true),
        ("1805", "1807", false),
        ("1806", "1807", true),
    ] {
        assert_eq!(battle.line_of_sight(hex(from), hex(to)), open, "{from} to {to}");
    }
}

#[test]
fn moi_los_02_blocking_terrain() {
    let battle = &empty().battle;
    for (from, to, open) in [
        ("1305", "1106", true),
        ("1005", "1206", false),
        ("1805", "1808", false),
    ] {
        assert_eq!(battle.line_of_sight(hex(from), hex(to)), open, "{from} to {to}");
    }
}

#[test]
fn moi_los_03_elevation() {
    let battle = &empty().battle;
    for (from, to, open) in [("0911", "0915", false), ("1011", "1312", true)] {
        assert_eq!(battle.line_of_sight(hex(from), hex(to)), open, "{from} to {to}");
    }
}

#[test]
fn moi_los_05_along_a_hexside() {
    let battle = &empty().battle;
    for (from, to, open) in [
        ("1006", "1206", true),
        ("1005", "1205", false),
        ("0402", "0504", false),
        ("1605", "1707", true),
    ] {
        assert_eq!(battle.line_of_sight(hex(from), hex(to)), open, "{from} to {to}");
    }
}

#[test]
fn moi_los_06_units_and_crossbows_along_a_hexside() {
    let open = |units: &[(&str, &str, u8)]| {
        let state = with(units);
        state
            .battle
            .line_of_fire(hex("1008"), hex("1208"), false, &Occupants::of(&state))
    };
    assert!(open(&[("A-PK1", "1108", 1)]));
    assert!(!open(&[("A-PK1", "1108", 1), ("A-PK2", "1109", 1)]));
}

/// What blocks a line, by sampling: a point every thousandth of the way belongs to the hex whose centre is nearest.
fn sampled_sight(battle: &Battle, from: Hex, to: Hex) -> bool {
    let centre = |hex: Hex| {
        let place = hex.axial();
        let (q, r) = (f64::from(place.q), f64::from(place.r));
        (q * 3.0_f64.sqrt() / 2.0, r + q / 2.0)
    };
    let level = battle.map.level(from).max(battle.map.level(to));
    let blocks = |hex: Hex| {
        hex != from
            && hex != to
            && (battle.charts.terrain[&battle.map.terrain(hex)].blocks_los || battle.map.level(hex) > level)
    };
    let ((ax, ay), (bx, by)) = (centre(from), centre(to));
    (1..1000).all(|step| {
        let share = f64::from(step) / 1000.0;
        let (x, y) = (ax + (bx - ax) * share, ay + (by - ay) * share);
        let mut nearest: Vec<(f64, Hex)> = battle
            .map
            .extent()
            .hexes()
            .map(|hex| {
                let (hx, hy) = centre(hex);
                ((hx - x).hypot(hy - y), hex)
            })
            .collect();
        nearest.sort_by(|one, other| one.0.total_cmp(&other.0));
        let least = nearest[0].0;
        let here: Vec<Hex> = nearest
            .iter()
            .filter(|(distance, _)| distance - least < 1e-9)
            .map(|&(_, hex)| hex)
            .collect();
        match here[..] {
            [hex] => !blocks(hex),
            // Along a side: the line is blocked there only if both hexes block.
            [one, other] => !(blocks(one) && blocks(other)),
            [..] => true,
        }
    })
}

#[test]
fn line_of_sight_agrees_with_sampling_on_random_maps() {
    let mut seed = 7_u64;
    let mut next = |below: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut battle = (*empty().battle).clone();
    (battle.map.width, battle.map.height) = (9, 9);
    let mut verdicts = [0, 0];
    for _ in 0..6 {
        battle.map.hex.clear();
        battle.map.side.clear();
        for hex in battle.map.extent().hexes() {
            let ground = HexGround {
                terrain: if next(5) == 0 {
                    TerrainId::of("woods")
                } else {
                    CLEAR
                },
                level: next(3) as u8,
                ..HexGround::default()
            };
            battle.map.hex.insert(hex, ground);
        }
        for _ in 0..25 {
            let mut any = || Hex::new(1 + next(9) as u8, 1 + next(9) as u8).unwrap();
            let (from, to) = (any(), any());
            // A line that clips so little of a hex that no sample falls into it: 9 columns are short enough for none.
            let open = battle.line_of_sight(from, to);
            assert_eq!(open, battle.line_of_sight(to, from), "{from} and {to}");
            assert_eq!(open, sampled_sight(&battle, from, to), "{from} to {to}");
            verdicts[usize::from(open)] += 1;
        }
    }
    assert!(verdicts[0] > 20 && verdicts[1] > 20, "{verdicts:?}");
}
