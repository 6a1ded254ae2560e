//! Ground, cover and the sides attacked.

use super::*;

#[test]
fn bg4_mods_05_high_ground_helps_the_defence_only() {
    let slope =
        || duel(line(), line()).terrain(hill(1, &[(10.0, 11.3), (26.0, 11.3), (26.0, 20.0), (10.0, 20.0)]));
    assert_eq!(melee(slope()).1, 2);
    let down = numbers(&slope().state(), "B1", "A1", AttackKind::Melee);
    assert_eq!(down.to_hit, 3);
}

#[test]
fn bg4_terr_23_the_bank_helps_against_who_stands_in_the_water() {
    // A1 reaches from y 8.75 to 11.25, B1 stands before it on dry ground.
    let river = |from: f64| {
        duel(line(), line()).terrain(ground(
            TerrainType::ShallowWater,
            &[(0.0, 5.0), (36.0, 5.0), (36.0, from), (0.0, from)],
        ))
    };
    assert_eq!(melee(river(10.0)).1, 3 - 1, "half of it in the water");
    assert_eq!(melee(river(9.9)).1, 3);
}

#[test]
fn bg4_mods_06_high_ground_shifts_the_range_bands() {
    let rows = [
        (10.0, true, false, Band::Short),
        (14.0, true, false, Band::Long),
        (18.0, true, false, Band::Extreme),
        (3.5, false, true, Band::Short),
        (4.0, false, true, Band::Long),
        (10.5, false, true, Band::Long),
        (11.0, false, true, Band::Extreme),
    ];
    for (distance, shooter, target, expected) in rows {
        assert_eq!(
            band_by(Edition::V4.profile(), inches(distance), (shooter, target)),
            expected,
            "{distance}"
        );
    }
}

#[test]
fn bg4_mods_06_a_hill_under_the_shooter_or_the_target_changes_what_range_costs() {
    // Fronts so far apart; the hill lies under one of the two.
    let at = |distance: f64, below: fn(f64) -> f64| {
        let y = 4.0 + 2.5 + distance;
        let middle = below(y);
        let (from, to) = (middle - 1.25, middle + 1.25);
        scene()
            .unit("A1", archers(), (18.0, 4.0, 0.0))
            .order("A1", Order::Range)
            .unit("B1", line(), (18.0, y, 180.0))
            .order("B1", Order::Hold)
            .terrain(hill(1, &[(16.0, from), (20.0, from), (20.0, to), (16.0, to)]))
    };
    for (distance, penalty) in [(10.0, 0), (14.0, 1), (18.0, 2)] {
        assert_eq!(
            shot(at(distance, |_| 4.0)).1,
            3 - penalty,
            "from a hill at {distance}"
        );
    }
    for (distance, penalty) in [(3.5, 0), (4.0, 1), (10.5, 1), (11.0, 2)] {
        assert_eq!(
            shot(at(distance, |y| y)).1,
            3 - penalty,
            "at a hill at {distance}"
        );
    }
}

#[test]
fn bg4_mods_07_cover_of_one_sort_counts_once() {
    // Two forests, one hedge before them: Soft Cover once.
    let forest = |from: f64, to: f64| {
        ground(
            TerrainType::Forest,
            &[(from, 14.0), (to, 14.0), (to, 25.0), (from, 25.0)],
        )
    };
    let covered = range(archers(), line(), 5.0)
        .terrain(forest(10.0, 18.0))
        .terrain(forest(18.0, 26.0))
        .terrain(wall(TerrainType::Hedge, &[(10.0, 13.0), (26.0, 13.0)]));
    let state = covered.state();
    assert_eq!(numbers(&state, "A1", "B1", AttackKind::Ranged).to_hit, 5 - 2 - 1);
    // RULING: BG4-MODS-07, one Soft and one Hard count both: the attack reads each entry of the field's cover.
    let fort = range(archers(), line(), 5.0)
        .terrain(forest(10.0, 26.0))
        .terrain(ground(
            TerrainType::FortificationInside,
            &[(10.0, 15.0), (26.0, 15.0), (26.0, 25.0), (10.0, 25.0)],
        ));
    assert_eq!(shot(fort).1, 5 - 2 - 3);
}

#[test]
fn bg4_mods_07_a_forest_and_a_spell_give_soft_cover_once() {
    let mist = |cover| Lasting {
        name: "Mist".to_owned(),
        kind: LastingKind::Blessing,
        by: Seat::B,
        effects: vec![Effect::Cover {
            cover,
            lasts: Duration::UntilCourageFailed,
        }],
    };
    let wood = |scene: Scene| {
        scene.terrain(ground(
            TerrainType::Forest,
            &[(10.0, 14.0), (26.0, 14.0), (26.0, 25.0), (10.0, 25.0)],
        ))
    };
    let plain = || range(archers(), line(), 5.0);
    let blessed = |cover| plain().change("B1", |unit| unit.lasting.push(mist(cover)));
    assert_eq!(shot(blessed(crate::model::effect::Cover::Soft)).1, 3 - 1);
    assert_eq!(shot(wood(blessed(crate::model::effect::Cover::Soft))).1, 3 - 1);
    // RULING: BG4-MODS-07, one Soft and one Hard count both.
    assert_eq!(shot(wood(blessed(crate::model::effect::Cover::Hard))).1, 3 - 3);
}

#[test]
fn bg4_mods_08_attacking_to_ones_own_flank_or_rear() {
    let around = |place, side| {
        scene()
            .unit("A1", line(), place)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", side)
            .state()
    };
    let back = |place, side| short(&numbers(&around(place, side), "B1", "A1", AttackKind::Melee));
    assert_eq!(back(REAR, Side::Rear), (5, 2, 2, 0));
    assert_eq!(back(FLANK, Side::Left), (4, 3, 3, 0));
    assert_eq!(back(FRONT, Side::Front), (5, 3, 3, 0));
}

#[test]
fn bg4_mods_09_flanking_and_rear_attacking() {
    let around = |place, side| {
        scene()
            .unit("A1", line(), place)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", side)
    };
    assert_eq!(melee(around(OTHER_FLANK, Side::Right)), (5, 4, 3, 0));
    assert_eq!(melee(around(REAR, Side::Rear)), (5, 4, 4, 0));
    let pinched = around(REAR, Side::Rear)
        .unit("A2", line(), FRONT)
        .engaged("A2", "B1", Side::Front);
    assert_eq!(melee(pinched), (5, 5, 5, 0));
}

#[test]
fn bg4_mods_10_pinching_counts_sides() {
    let on = |sides: &[(&str, (f64, f64, f64), Side)]| {
        let start = scene().unit("B1", line(), AT);
        let all = sides.iter().fold(start, |scene, (name, place, side)| {
            scene.unit(name, line(), *place).engaged(name, "B1", *side)
        });
        all.state()
    };
    let front = ("A1", FRONT, Side::Front);
    let flank = ("A2", FLANK, Side::Left);
    let other = ("A3", OTHER_FLANK, Side::Right);
    let rear = ("A4", REAR, Side::Rear);
    for (sides, plus) in [
        (vec![front], 0),
        (vec![front, flank], 1),
        (vec![front, flank, other], 2), // (book example)
        (vec![front, flank, other, rear], 3),
    ] {
        let of_front = numbers(&on(&sides), "A1", "B1", AttackKind::Melee);
        assert_eq!(
            (of_front.to_hit, of_front.to_wound),
            (3 + plus, 3 + plus),
            "{plus}"
        );
    }
    // Two on the front, one on a flank: two sides for all three.
    let three = on(&[
        ("A1", (16.25, 10.0, 0.0), Side::Front),
        ("A2", (19.75, 10.0, 0.0), Side::Front),
        ("A3", FLANK, Side::Left),
    ]);
    for (unit, flanking) in [("A1", 0), ("A2", 0), ("A3", 1)] {
        let made = numbers(&three, unit, "B1", AttackKind::Melee);
        assert_eq!((made.to_hit, made.to_wound), (3 + 1 + flanking, 3 + 1), "{unit}");
    }
    // Rule BG4-SKIRM-13: a Skirmisher does not count.
    let screen = scene()
        .unit("B1", line(), AT)
        .unit("A1", line(), FRONT)
        .unit(
            "A2",
            with_keywords(&[Keyword::Normal, Keyword::Skirmisher]),
            FLANK,
        )
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left);
    assert_eq!(melee(screen).1, 3);
}

#[test]
fn bg4_skirm_13_two_line_units_pinch_besides_a_skirmisher() {
    let pinched = scene()
        .unit("B1", line(), AT)
        .unit("A1", line(), FRONT)
        .unit("A2", line(), FLANK)
        .unit("A3", with_keywords(&[Keyword::Normal, Keyword::Skirmisher]), REAR)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left)
        .engaged("A3", "B1", Side::Rear);
    assert_eq!(melee(pinched), (5, 3 + 1, 3 + 1, 0));
}

#[test]
fn bg4_colos_08_pinching_helps_against_a_colossal_unit_too() {
    // It reaches from y 10 to 15 and looks south.
    let pinched = |both: bool| {
        let scene = scene()
            .unit("B1", colossal(), AT)
            .unit("A1", line(), (18.0, 8.75, 0.0))
            .unit("A2", line(), FLANK)
            .engaged("A1", "B1", Side::Front);
        let scene = if both {
            scene.engaged("A2", "B1", Side::Left)
        } else {
            scene
        };
        melee(scene)
    };
    assert_eq!(pinched(false), (5, 3, 3, 0));
    assert_eq!(pinched(true), (5, 3 + 1, 3 + 1, 0));
}
