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
