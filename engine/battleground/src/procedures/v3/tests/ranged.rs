//! Modifiers of ranged attacks (pp. 19-20, 29-30).

use super::*;
use crate::procedures::attack::weapon;
use crate::procedures::v3::shooting::is_legal;

use crate::rules::combat::tests::numbers::cards::shoots;

/// A1 shoots north at B1, whose nearest centre point is so far away.
fn shot(distance: f64, range: f64) -> Scene {
    scene3()
        .unit("A1", shooting(range, RangedType::Indirect), (18.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (18.0, 5.0 + distance + 1.25, 180.0))
}

#[test]
fn bg3_mod_20_who_casts_an_attack_while_engaged_is_no_engagement_of_its_target() {
    let bolt = Spell {
        name: "Bolt".to_owned(),
        keywords: [SpellKeyword::Attack].into(),
        range: Distance(7_000),
        profile: Some(Profile {
            dice: 3,
            skill: 5,
            power: 4,
        }),
        while_engaged: true,
        ..Spell::default()
    };
    let cast = |other: bool| {
        let caster = UnitType {
            spells: vec![bolt.clone()],
            ..line()
        };
        let made = scene3()
            .unit("A1", caster, (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front);
        let made = if other {
            made.unit("A2", line(), (18.0, 15.0, 180.0))
                .engaged("A2", "B1", Side::Rear)
        } else {
            made
        };
        short(&made.state(), "A1", "B1", AttackKind::Spell { spell: 0 }).1
    };
    assert_eq!(
        cast(false) - cast(true),
        1,
        "the penalty, with another engaged alone"
    );
}

#[test]
fn bg3_mod_20_engaged_target() {
    let made = shot(6.0, 14.0)
        .unit("A2", line(), (18.0, 14.75, 180.0))
        .unit("A3", line(), (21.0, 12.25, 270.0))
        .unit("A4", line(), (15.0, 12.25, 90.0))
        .engaged("A2", "B1", Side::Rear)
        .engaged("A3", "B1", Side::Left)
        .engaged("A4", "B1", Side::Right);
    assert_eq!(shoots(made), 2, "three units engaged with it: still -1");
    // Javelins thrown by who is engaged with it: the penalty only where another is engaged with the target too.
    let thrower = UnitType {
        keywords: with_keywords(&[Keyword::Normal, Keyword::Javelins]).keywords,
        ..shooting(7.0, RangedType::LineOfSight)
    };
    let thrown = |other: bool| {
        let made = scene3()
            .unit("A1", thrower.clone(), (18.0, 10.0, 0.0))
            .holding("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front);
        let made = if other {
            made.unit("A2", line(), (18.0, 15.0, 180.0))
                .engaged("A2", "B1", Side::Rear)
        } else {
            made
        };
        short(&made.state(), "A1", "B1", AttackKind::Thrown).1
    };
    assert_eq!((thrown(false), thrown(true)), (3, 2));
}

#[test]
fn bg3_mod_24_height_shifts_distances_by_2_5() {
    let above = |made: Scene| made.terrain(hill_over(1, (10.0, 0.5), (26.0, 6.0)));
    let below = |made: Scene, y: f64| made.terrain(hill_over(1, (10.0, y), (26.0, y + 4.0)));
    assert_eq!(shoots(above(shot(9.0, 14.0))), 4, "6.5: no penalty, +1");
    assert_eq!(shoots(below(shot(9.0, 14.0), 13.8)), 2, "11.5: -1");
    let targets = |made: Scene, range: f64| {
        let state = made.state();
        let field = Field::of(&state);
        let weapon = weapon::Weapon {
            kind: AttackKind::Ranged,
            way: RangedType::Indirect,
            range: Distance::try_from(range).unwrap().inches(),
        };
        is_legal(&field, id("A1"), id("B1"), weapon)
    };
    assert!(targets(above(shot(12.5, 10.5)), 10.5), "10.0 from above");
    assert!(!targets(shot(12.5, 10.5), 10.5));
    assert!(!targets(below(shot(12.0, 14.0), 16.8), 14.0), "14.5 from below");
}

#[test]
fn bg3_mod_25_cover_needs_more_than_half_of_the_unit() {
    let wooded = |deep: f64| {
        shot(6.0, 14.0).terrain(rectangle(TerrainType::Forest, (10.0, 11.0), (26.0, 11.0 + deep)))
    };
    assert_eq!(shoots(wooded(1.43)), 2, "5 of 8.75 square inches");
    assert_eq!(shoots(wooded(1.25)), 3, "exactly half");
}
