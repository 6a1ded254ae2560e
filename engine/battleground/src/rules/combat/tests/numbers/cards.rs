//! Modifiers that unit cards name, in either edition (v4 pp. 102-103, 109, 120-122, 132-133; v3 pp. 2-3, 20, 29-30).

use battleground_geometry::Side;

use crate::editions::Edition;
use crate::model::attack::AttackKind;
use crate::model::cards::{RangedAttack, RangedType, UnitType};
use crate::model::effect::{Distance, Keyword};
use crate::model::state::Cause;
use crate::playing::{armed, armed_as, boxed, combat, short};
use crate::procedures::attack::standing::{Shade, shade};
use crate::scene::{Scene, colossal, id, in_editions, line, on_with, scene_of, with_keywords};

fn the_eighth_point_of_damage_destroys_a_unit_of_4_2_2(edition: Edition) {
    let struck = |dice: u8| {
        let made = scene_of(edition)
            .holding("A1", armed((dice, 6, 6), (2, 2)), (18.0, 10.0, 0.0))
            .holding("B1", boxed(4, 2, 2), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front);
        let ones = vec![1; 2 * usize::from(dice)];
        let (state, _) = on_with(combat(made), &[], &ones).unwrap();
        let unit = state.unit(id("B1")).unwrap();
        assert_eq!(unit.pose.is_none(), unit.destroyed.is_some());
        unit.destroyed
    };
    assert_eq!(struck(8), Some(Cause::Attack));
    assert_ne!(struck(7), Some(Cause::Attack));
}

in_editions!(the_eighth_point_of_damage_destroys_a_unit_of_4_2_2:
    #[test] fn bg4_cons_02_units_with_all_boxes_marked_are_removed(V4);
    #[test] fn bg3_card_08_the_eighth_point_of_damage_destroys_a_unit_of_4_2_2(V3);
);

fn what_helps_against_large_helps_against_colossal(edition: Edition) {
    use crate::model::effect::{Change, Condition, Special};
    let mut slayers = armed((5, 5, 5), (2, 2));
    slayers.specials = vec![Special {
        change: Change {
            skill: 1,
            ..Change::default()
        },
        when: vec![Condition::Against(vec![Keyword::Large])],
    }];
    let against = |enemy: UnitType| {
        let deep = enemy.size.depth().value() / 2.0;
        let state = scene_of(edition)
            .unit("A1", slayers.clone(), (18.0, 10.0, 0.0))
            .unit("B1", enemy, (18.0, 11.25 + deep, 180.0))
            .engaged("A1", "B1", Side::Front)
            .state();
        short(&state, "A1", "B1", AttackKind::Melee).1
    };
    assert_eq!(against(line()), 3);
    assert_eq!(against(with_keywords(&[Keyword::Large])), 4);
    assert_eq!(against(colossal()), 4);
}

in_editions!(what_helps_against_large_helps_against_colossal:
    #[test] fn bg4_colos_09_what_helps_against_large_helps_against_colossal(V4);
    #[test] fn bg3_key_05_what_helps_against_large_helps_against_colossal(V3);
);

pub(crate) fn shoots(made: Scene) -> i32 {
    short(&made.state(), "A1", "B1", AttackKind::Ranged).1
}

fn javelins_have_no_move_and_shoot_penalty(edition: Edition) {
    let javelins = UnitType {
        ranged: Some(RangedAttack {
            range: Distance(7_000),
            way: RangedType::LineOfSight,
            ..RangedAttack::default()
        }),
        ..with_keywords(&[Keyword::Javelins])
    };
    let made = scene_of(edition)
        .unit("A1", javelins, (18.0, 3.75, 0.0))
        .change("A1", |unit| unit.turn.moved = true)
        .holding("B1", line(), (18.0, 12.25, 180.0));
    assert_eq!(shoots(made), 3);
}

in_editions!(javelins_have_no_move_and_shoot_penalty:
    #[test] fn bg4_equip_05_javelins_do_not_mind_moving(V4);
    #[test] fn bg3_key_25_javelins_have_no_move_and_shoot_penalty(V3);
);

fn pila_ignore_colour_but_no_range(edition: Edition) {
    let pila = UnitType {
        ranged: Some(RangedAttack {
            range: Distance(10_500),
            way: RangedType::LineOfSight,
            ..RangedAttack::default()
        }),
        ..armed_as(&[Keyword::Pila], SWORDS, (3, 3))
    };
    let thrown = |distance: f64, marked: u8| {
        let made = scene_of(edition)
            .unit("A1", pila.clone(), (18.0, 3.75, 0.0))
            .change("A1", |unit| unit.marked = marked)
            .holding("B1", armed(SWORDS, (0, 0)), (18.0, 5.0 + distance + 1.25, 180.0));
        short(&made.state(), "A1", "B1", AttackKind::Ranged)
    };
    assert_eq!(thrown(3.0, 0), (3, 5, 6, 0), "(5) 5/5 throws (3) 5/6");
    assert_eq!(thrown(8.0, 7), (3, 4, 6, 0), "in the red, long range: (3) 4/6");
}

in_editions!(pila_ignore_colour_but_no_range:
    #[test] fn bg4_equip_06_pila_ignore_colour_but_no_range(V4);
    #[test] fn bg3_key_27_pila_ignore_colour_but_no_range(V3);
);

/// An enemy that looks south at (18, 12.5), and the places at its front, its two flanks and its rear.
pub(crate) const AT: (f64, f64, f64) = (18.0, 12.5, 180.0);

pub(crate) const FRONT: (f64, f64, f64) = (18.0, 10.0, 0.0);

/// A1 engaged since an earlier turn with a side of B1.
pub(crate) fn fight(
    edition: Edition,
    own: UnitType,
    other: UnitType,
    at: (f64, f64, f64),
    side: Side,
) -> Scene {
    scene_of(edition)
        .unit("A1", own, at)
        .unit("B1", other, AT)
        .engaged("A1", "B1", side)
}

pub(crate) fn melee(made: Scene, attacker: &str, target: &str) -> (i32, i32, i32, i32) {
    short(&made.state(), attacker, target, AttackKind::Melee)
}

pub(crate) const SWORDS: (u8, u8, u8) = (5, 5, 5);

fn boxes_and_colours(edition: Edition) {
    let colour = |boxes: (u8, u8, u8), marked: u8| {
        let state = scene_of(edition)
            .unit("A1", boxed(boxes.0, boxes.1, boxes.2), FRONT)
            .change("A1", |unit| unit.marked = marked)
            .state();
        shade(&state, state.unit(id("A1")).unwrap())
    };
    assert_eq!(colour((4, 2, 2), 4), Shade::Yellow, "book example");
    for (marked, expected) in [
        (3, Shade::Green),
        (4, Shade::Yellow),
        (5, Shade::Yellow),
        (6, Shade::Red),
        (7, Shade::Red),
    ] {
        assert_eq!(colour((4, 2, 2), marked), expected, "{marked}");
    }
}

in_editions!(boxes_and_colours:
    #[test] fn bg4_status_05_in_the_yellow_and_in_the_red_exclude_each_other(V4);
    #[test] fn bg3_card_08_boxes_and_colours(V3);
);

fn weapons_are_rules_of_unit_cards(edition: Edition) {
    use crate::model::effect::{Change, Condition, Special};
    let mut spears = armed(SWORDS, (2, 2));
    spears.specials = vec![Special {
        change: Change {
            skill: 1,
            ..Change::default()
        },
        when: vec![Condition::Against(vec![Keyword::Cavalry])],
    }];
    let against = |kind: UnitType| {
        melee(
            fight(edition, spears.clone(), kind, FRONT, Side::Front),
            "A1",
            "B1",
        )
        .1
    };
    assert_eq!(against(armed_as(&[Keyword::Cavalry], SWORDS, (2, 2))), 4);
    assert_eq!(against(armed(SWORDS, (2, 2))), 3);
}

in_editions!(weapons_are_rules_of_unit_cards:
    #[test] fn bg4_mods_21_weapons_are_rules_of_unit_cards(V4);
    #[test] fn bg3_mod_22_weapons_are_rules_of_unit_cards(V3);
);
