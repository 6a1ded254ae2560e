//! Rolls and modifiers (pp. 17-20, 29-31).

use super::*;
use crate::model::event::CombatEvent;
use crate::model::orders::{Order, Orders};
use crate::model::state::{RushKind, Status};
use crate::procedures::attack::dice::successes;
use crate::procedures::attack::standing::{Shade, shade};
use crate::scene::{colossal, hill};

/// An enemy that looks south at (18, 12.5), and the places at its front, its two flanks and its rear.
const AT: (f64, f64, f64) = (18.0, 12.5, 180.0);

pub(super) const FRONT: (f64, f64, f64) = (18.0, 10.0, 0.0);

const FLANK: (f64, f64, f64) = (21.0, 12.5, 270.0);

const REAR: (f64, f64, f64) = (18.0, 15.0, 180.0);

/// A1 engaged since an earlier turn with a side of B1.
pub(super) fn fight(own: UnitType, other: UnitType, at: (f64, f64, f64), side: Side) -> Scene {
    scene3()
        .unit("A1", own, at)
        .unit("B1", other, AT)
        .engaged("A1", "B1", side)
}

/// The same engagement made this turn.
pub(super) fn rushed(own: UnitType, other: UnitType, at: (f64, f64, f64), side: Side) -> Scene {
    fight(own, other, at, side)
        .set(|state| state.engagements[0].turn = state.turn)
        .change("A1", |unit| unit.turn.rushed = true)
}

pub(super) fn melee(made: Scene, attacker: &str, target: &str) -> (i32, i32, i32, i32) {
    short(&made.state(), attacker, target, AttackKind::Melee)
}

pub(super) const SWORDS: (u8, u8, u8) = (5, 5, 5);

const SPEARMEN: (u8, u8) = (2, 3);

#[test]
fn bg3_card_03_offence_and_defence_as_printed() {
    let plain = fight(
        armed(SWORDS, (2, 2)),
        armed((5, 4, 5), SPEARMEN),
        FRONT,
        Side::Front,
    );
    assert_eq!(
        melee(plain, "A1", "B1"),
        (5, 3, 2, 0),
        "Ravenwood Swordsmen at Orc Spearmen"
    );
}

#[test]
fn bg3_card_04_defensive_skill_and_toughness() {
    for ((skill, toughness), expected) in [((2, 3), (5, 3, 2, 0)), ((4, 1), (5, 1, 4, 0))] {
        let made = fight(
            armed(SWORDS, (2, 2)),
            armed((5, 4, 5), (skill, toughness)),
            FRONT,
            Side::Front,
        );
        assert_eq!(melee(made, "A1", "B1"), expected);
    }
}

#[test]
fn bg3_card_08_boxes_and_colours() {
    let colour = |boxes: (u8, u8, u8), marked: u8| {
        let state = scene3()
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

/// Hits and damage of an attack of A1 at B1 with these dice, for each hit a damage die besides.
fn struck(attack: (u8, u8, u8), defence: (u8, u8), dice: &[u8]) -> (u32, u32) {
    let made = fight(
        armed(attack, (2, 2)),
        armed((1, 5, 5), defence),
        FRONT,
        Side::Front,
    )
    .order("A1", Order::Hold)
    .order("B1", Order::Hold);
    let (_, events) = on_with(combat(made), &[], dice).unwrap();
    events
        .iter()
        .find_map(|event| match event {
            Event::Combat(CombatEvent::AttackResolved {
                attacker,
                hits,
                wounds,
                ..
            }) if *attacker == id("A1") => Some((*hits, *wounds)),
            _ => None,
        })
        .unwrap()
}

#[test]
fn bg3_roll_01_a_die_succeeds_at_or_under_the_target() {
    assert_eq!(struck((6, 5, 5), (2, 2), &[1, 2, 3, 4, 5, 6]).0, 3, "at 3");
    assert_eq!(struck((1, 7, 5), (2, 2), &[6]).0, 0, "6 always fails");
    assert_eq!(struck((1, 1, 5), (4, 2), &[1]).0, 1, "1 always succeeds");
}

#[test]
fn bg3_roll_02_to_hit() {
    assert_eq!(
        struck((5, 5, 5), (2, 2), &[1, 2, 2, 5, 6]).0,
        3,
        "skill 5 against 2"
    );
}

#[test]
fn bg3_roll_03_to_damage() {
    let dice = [1, 1, 1, 2, 3, 6];
    assert_eq!(
        struck((3, 5, 5), (2, 3), &dice),
        (3, 1),
        "power 5 against 3: at 2"
    );
}

#[test]
fn bg3_roll_05_overkill() {
    for (target, faces, expected) in [
        (6, &[2, 3, 3, 5, 6][..], 5),
        (6, &[2, 3, 3, 6, 6], 4),
        (8, &[6, 6, 6, 6, 2], 4),
        (7, &[6, 1], 2),
        (5, &[6, 5], 1),
    ] {
        assert_eq!(successes(target, faces), expected, "{target} {faces:?}");
        let attack = (faces.len() as u8, target as u8, 5);
        assert_eq!(struck(attack, (0, 2), faces).0, expected, "{target} {faces:?}");
    }
}

#[test]
fn bg3_roll_06_outmatched() {
    for (skill, def_skill) in [(1, 4), (2, 2), (3, 2)] {
        assert_eq!(
            struck((2, skill, 5), (def_skill, 2), &[1, 2]).0,
            1,
            "{skill} against {def_skill}"
        );
    }
}

#[test]
fn bg3_roll_07_attack_dice_are_not_below_0() {
    // Two dice, Frightened, attacking to its flank, Outreached: 0 dice.
    let giant = armed_as(&[Keyword::Large], (4, 5, 5), (1, 4));
    let made = scene3()
        .unit("A1", armed((2, 5, 5), (2, 2)), AT)
        .unit("B1", giant, FLANK)
        .engaged("B1", "A1", Side::Left)
        .set(|state| state.engagements[0].turn = state.turn)
        .change("A1", |unit| unit.turn.frightened = true);
    assert_eq!(melee(made, "A1", "B1").0, 0);
}

#[test]
fn bg3_mod_03_in_the_yellow_and_in_the_red_cost_skill() {
    let shaded = |marked: u8| {
        let made = fight(
            armed(SWORDS, (2, 2)),
            armed((5, 4, 5), SPEARMEN),
            FRONT,
            Side::Front,
        );
        melee(made.change("A1", |unit| unit.marked = marked), "A1", "B1")
    };
    assert_eq!(shaded(4), (5, 2, 2, 0), "yellow");
    assert_eq!(shaded(7), (5, 1, 2, 0), "red");
}

#[test]
fn bg3_mod_01_modifiers_add_up() {
    // In the yellow on the flank: 5 - 2 - 1 + 1.
    let made = fight(
        armed(SWORDS, (2, 2)),
        armed((5, 4, 5), SPEARMEN),
        FLANK,
        Side::Left,
    );
    assert_eq!(
        melee(made.change("A1", |unit| unit.marked = 4), "A1", "B1"),
        (5, 3, 2, 0)
    );
}

#[test]
fn bg3_mod_04_frightened() {
    let made = fight(
        armed(SWORDS, (2, 2)),
        armed((5, 4, 5), SPEARMEN),
        FRONT,
        Side::Front,
    );
    let state = made.change("A1", |unit| unit.turn.frightened = true).state();
    assert_eq!(short(&state, "A1", "B1", AttackKind::Melee), (4, 2, 1, 0));
    let found = of_attack(&state, "A1", "B1", AttackKind::Melee);
    assert!(found.on_hit.iter().any(|one| one.name == "Frightened"));
    // Command cards may be played on it, other than in the later edition.
    use crate::model::cards::Colour;
    assert!(crate::rules::command_cards::may_have_cards(&state, id("A1"), Colour::Red).is_ok());
}

#[test]
fn bg3_mod_06_outreached() {
    let sized = |keyword| armed_as(&[keyword], SWORDS, (2, 2));
    // Charged by a larger unit, its fear check failed: (3) 4/4.
    let made = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), AT)
        .unit("B1", sized(Keyword::Large), FRONT)
        .engaged("B1", "A1", Side::Front)
        .set(|state| state.engagements[0].turn = state.turn)
        .order("A1", Order::Hold)
        .change("A1", |unit| unit.turn.frightened = true);
    let found = of_attack(&made.state(), "A1", "B1", AttackKind::Melee);
    assert_eq!((found.dice, found.to_hit, found.to_wound), (3, 4 - 2, 4 - 2));
    let dice = |own: Keyword, other: Keyword, turn: u16| {
        let made = scene3()
            .unit("A1", sized(own), AT)
            .unit("B1", sized(other), FRONT)
            .engaged("B1", "A1", Side::Front)
            .set(|state| state.engagements[0].turn = turn)
            .order("A1", Order::Hold);
        melee(made, "A1", "B1").0
    };
    assert_eq!(dice(Keyword::Large, Keyword::Large, 3), 5);
    assert_eq!(dice(Keyword::Large, Keyword::Colossal, 3), 4);
    assert_eq!(
        dice(Keyword::Normal, Keyword::Large, 1),
        5,
        "charged in an earlier turn"
    );
    // The larger one that rushed and routs since: the free attack at it.
    let routing = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), AT)
        .order("A1", Order::Hold)
        .unit("B1", sized(Keyword::Large), FRONT)
        .engaged("B1", "A1", Side::Front)
        .set(|state| state.engagements[0].turn = state.turn)
        .change("B1", |unit| unit.status = Status::Routing);
    assert_eq!(of_attack(&routing.state(), "A1", "B1", AttackKind::Free).dice, 4);
}

#[test]
fn bg3_mod_07_charging() {
    let power = |made: Scene, unit: &str, other: &str| melee(made, unit, other).2;
    let both = || rushed(armed(SWORDS, (2, 2)), armed(SWORDS, (2, 2)), FRONT, Side::Front);
    assert_eq!(
        (power(both(), "A1", "B1"), power(both(), "B1", "A1")),
        (4, 4),
        "both on Close"
    );
    let holds = || both().order("B1", Order::Hold);
    assert_eq!((power(holds(), "A1", "B1"), power(holds(), "B1", "A1")), (4, 3));
    let flank = || rushed(armed(SWORDS, (2, 2)), armed(SWORDS, (2, 2)), FLANK, Side::Left);
    assert_eq!((power(flank(), "A1", "B1"), power(flank(), "B1", "A1")), (4, 3));
    let bound = || both().change("B1", |unit| unit.turn.began_engaged = true);
    assert_eq!((power(bound(), "A1", "B1"), power(bound(), "B1", "A1")), (4, 3));
    let capped = both().change("A1", |unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(crate::scene::mc(3.5)),
            ..Orders::plain(Order::Close)
        }));
    });
    assert_eq!(power(capped, "A1", "B1"), 4, "a cap is still Close");
    // No dice, other than in the later edition.
    assert_eq!(melee(both(), "A1", "B1").0, 5);
}

#[test]
fn bg3_mod_08_charging_with_a_flank() {
    let made = rushed(
        armed((4, 5, 5), (2, 2)),
        armed(SWORDS, (0, 0)),
        (18.0, 9.5, 90.0),
        Side::Front,
    )
    .set(|state| {
        state.engagements[0].kind = RushKind::Flank;
        state.engagements[0].rusher_side = Side::Left;
    });
    assert_eq!(melee(made, "A1", "B1"), (3, 5, 6, 0));
}

#[test]
fn bg3_rush_18_a_unit_that_rushed_with_a_flank_is_flanked() {
    let made = rushed(
        armed((4, 5, 5), (2, 2)),
        armed(SWORDS, (2, 2)),
        (18.0, 9.5, 90.0),
        Side::Front,
    )
    .set(|state| {
        state.engagements[0].kind = RushKind::Flank;
        state.engagements[0].rusher_side = Side::Left;
    })
    .order("B1", Order::Hold);
    assert_eq!(melee(made, "B1", "A1"), (5, 4, 3, 0), "flanking +1");
}

#[test]
fn bg3_mod_09_impact_hits_are_damage_dice() {
    let mut card = armed(SWORDS, (2, 2));
    card.impact_hits = 2;
    let made = rushed(card, armed(SWORDS, (2, 2)), FRONT, Side::Front);
    assert_eq!(melee(made, "A1", "B1").3, 2);
    let mut card = armed(SWORDS, (2, 2));
    card.impact_hits = 2;
    let made = fight(card, armed(SWORDS, (2, 2)), FRONT, Side::Front);
    assert_eq!(melee(made, "A1", "B1").3, 0, "not charging");
}

#[test]
fn bg3_mod_10_charging_cavalry_has_one_impact_hit() {
    let cavalry = || armed_as(&[Keyword::Cavalry], (4, 6, 6), (2, 4));
    let made = rushed(cavalry(), armed(SWORDS, (2, 2)), FRONT, Side::Front);
    assert_eq!(melee(made, "A1", "B1"), (4, 4, 5, 1));
    let mut more = cavalry();
    more.impact_hits = 1;
    let made = rushed(more, armed(SWORDS, (2, 2)), FRONT, Side::Front);
    assert_eq!(melee(made, "A1", "B1").3, 2, "in addition to those printed");
}

#[test]
fn bg3_key_03_cavalry() {
    let cavalry = armed_as(&[Keyword::Cavalry], (4, 6, 6), (2, 4));
    let made = rushed(cavalry, armed(SWORDS, (2, 2)), FRONT, Side::Front);
    assert_eq!(melee(made, "A1", "B1").3, 1);
}

#[test]
fn bg3_mod_11_flanks() {
    let made = || {
        fight(
            armed(SWORDS, (2, 2)),
            armed((5, 4, 5), SPEARMEN),
            FLANK,
            Side::Left,
        )
    };
    assert_eq!(melee(made(), "A1", "B1"), (5, 4, 2, 0));
    assert_eq!(melee(made(), "B1", "A1"), (4, 2, 3, 0));
}

#[test]
fn bg3_mod_12_rear() {
    let made = || {
        fight(
            armed(SWORDS, (2, 2)),
            armed((5, 4, 5), SPEARMEN),
            REAR,
            Side::Rear,
        )
    };
    assert_eq!(melee(made(), "A1", "B1"), (5, 4, 3, 0));
    assert_eq!(melee(made(), "B1", "A1"), (5, 1, 2, 0));
}

#[test]
fn bg3_mod_13_who_is_engaged_with_two_pinches_nobody() {
    // Diagram 20.1: A1 and A2 fight B1 from two sides; A1 is fought by B2 as well.
    let made = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), FRONT)
        .unit("A2", armed(SWORDS, (2, 2)), FLANK)
        .unit("B1", armed(SWORDS, (2, 2)), AT)
        .unit("B2", armed(SWORDS, (2, 2)), (15.0, 10.0, 90.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left)
        .engaged("B2", "A1", Side::Left)
        .state();
    let hit = |unit, other| short(&made, unit, other, AttackKind::Melee).1;
    assert_eq!(
        (hit("A2", "B1"), hit("B2", "A1")),
        (3 + 1 + 1, 3 + 1 + 1),
        "flanking and pinching"
    );
    let with_two = (hit("A1", "B1"), hit("B1", "A1"), hit("B1", "A2"));
    assert_eq!(with_two, (3, 3, 3), "engaged with two");
    // Two on one side and nobody elsewhere: no pinch.
    let made = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), (16.25, 10.0, 0.0))
        .unit("A2", armed(SWORDS, (2, 2)), (19.75, 10.0, 0.0))
        .unit("B1", armed(SWORDS, (2, 2)), AT)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Front)
        .state();
    assert_eq!(short(&made, "A1", "B1", AttackKind::Melee), (5, 3, 3, 0));
}

#[test]
fn bg3_mod_14_a_bonus_for_each_unit_besides() {
    let fighters = |units: &[((f64, f64, f64), Side)]| {
        let mut made = scene3().unit("B1", armed(SWORDS, (2, 2)), AT);
        for (number, (at, side)) in (1..).zip(units) {
            let name = format!("A{number}");
            made = made
                .unit(&name, armed(SWORDS, (2, 2)), *at)
                .engaged(&name, "B1", *side);
        }
        melee(made, "A1", "B1")
    };
    let front = (FRONT, Side::Front);
    assert_eq!(fighters(&[front, (FLANK, Side::Left)]), (5, 4, 4, 0));
    assert_eq!(
        fighters(&[front, (FLANK, Side::Left), (REAR, Side::Rear)]),
        (5, 5, 5, 0)
    );
    let sharing = [
        ((16.25, 10.0, 0.0), Side::Front),
        ((19.75, 10.0, 0.0), Side::Front),
        (FLANK, Side::Left),
    ];
    assert_eq!(fighters(&sharing), (5, 5, 5, 0), "three units on two sides");
    // Charging cavalry on the flank of a unit that is fought in front too.
    let made = scene3()
        .unit("A1", armed_as(&[Keyword::Cavalry], (4, 6, 6), (2, 4)), FLANK)
        .unit("A2", armed(SWORDS, (2, 2)), FRONT)
        .unit("B1", armed(SWORDS, (0, 0)), AT)
        .engaged("A1", "B1", Side::Left)
        .engaged("A2", "B1", Side::Front)
        .set(|state| state.engagements[0].turn = state.turn)
        .change("A1", |unit| unit.turn.rushed = true);
    assert_eq!(melee(made, "A1", "B1"), (4, 8, 8, 1));
}

#[test]
fn bg3_key_30_skirmishers_count_for_the_bonus_of_a_pinch() {
    let made = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), FRONT)
        .unit("A2", armed_as(&[Keyword::Skirmisher], SWORDS, (2, 2)), FLANK)
        .unit("B1", armed(SWORDS, (2, 2)), AT)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left);
    assert_eq!(melee(made, "A1", "B1"), (5, 4, 4, 0));
}

#[test]
fn bg3_key_11_a_colossal_unit_is_pinched_like_others() {
    let made = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), (18.0, 8.75, 0.0))
        .unit("A2", armed(SWORDS, (2, 2)), FLANK)
        .unit("B1", colossal(), AT)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left);
    assert_eq!(melee(made, "A1", "B1"), (5, 4, 4, 0));
    // Two on one flank are on one side.
    let made = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), (21.0, 11.25, 270.0))
        .unit("A2", armed(SWORDS, (2, 2)), (21.0, 13.75, 270.0))
        .unit("B1", colossal(), AT)
        .engaged("A1", "B1", Side::Left)
        .engaged("A2", "B1", Side::Left);
    assert_eq!(melee(made, "A1", "B1"), (5, 4, 3, 0), "flanking alone");
}

#[test]
fn bg3_mod_23_high_ground_helps_who_attacks_downhill() {
    let on_hill = |from: f64| {
        fight(armed(SWORDS, (2, 2)), armed(SWORDS, (2, 2)), FRONT, Side::Front).terrain(hill(
            1,
            &[(10.0, from), (26.0, from), (26.0, 11.25), (10.0, 11.25)],
        ))
    };
    assert_eq!(melee(on_hill(9.75), "A1", "B1"), (5, 4, 3, 0), "60 % of it");
    assert_eq!(
        melee(on_hill(9.75), "B1", "A1"),
        (5, 3, 3, 0),
        "no penalty uphill"
    );
    assert_eq!(
        melee(on_hill(10.0), "A1", "B1"),
        (5, 3, 3, 0),
        "50 % are not more than half"
    );
    let both = fight(armed(SWORDS, (2, 2)), armed(SWORDS, (2, 2)), FRONT, Side::Front)
        .terrain(hill(1, &[(10.0, 5.0), (26.0, 5.0), (26.0, 20.0), (10.0, 20.0)]));
    assert_eq!(melee(both, "A1", "B1"), (5, 3, 3, 0));
}

#[test]
fn bg3_mod_22_weapons_are_rules_of_unit_cards() {
    use crate::model::effect::{Change, Condition, Special};
    let mut spears = armed(SWORDS, (2, 2));
    spears.specials = vec![Special {
        change: Change {
            skill: 1,
            ..Change::default()
        },
        when: vec![Condition::Against(vec![Keyword::Cavalry])],
    }];
    let against = |kind: UnitType| melee(fight(spears.clone(), kind, FRONT, Side::Front), "A1", "B1").1;
    assert_eq!(against(armed_as(&[Keyword::Cavalry], SWORDS, (2, 2))), 4);
    assert_eq!(against(armed(SWORDS, (2, 2))), 3);
}

#[test]
fn bg3_card_09_special_rules_are_data() {
    use crate::model::effect::{Change, Condition, Special};
    let mut knights = armed_as(&[Keyword::Cavalry], (4, 6, 6), (2, 4));
    knights.specials = vec![Special {
        change: Change {
            power: 1,
            ..Change::default()
        },
        when: vec![Condition::Charging],
    }];
    let made = rushed(knights.clone(), armed(SWORDS, (2, 2)), FRONT, Side::Front);
    assert_eq!(melee(made, "A1", "B1").2, 6 - 2 + 1 + 1, "charging twice over");
    assert_eq!(
        melee(
            fight(knights, armed(SWORDS, (2, 2)), FRONT, Side::Front),
            "A1",
            "B1"
        )
        .2,
        4
    );
}
