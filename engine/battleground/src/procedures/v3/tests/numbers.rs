//! Rolls and modifiers (pp. 17-20, 29-31).

use super::*;

use crate::rules::combat::tests::numbers::cards::{AT, FRONT, SWORDS, fight, melee};

const FLANK: (f64, f64, f64) = (21.0, 12.5, 270.0);

/// The same engagement made this turn.
pub(super) fn rushed(own: UnitType, other: UnitType, at: (f64, f64, f64), side: Side) -> Scene {
    fight(Edition::V3, own, other, at, side)
        .set(|state| state.engagements[0].turn = state.turn)
        .change("A1", |unit| unit.turn.rushed = true)
}

#[test]
fn bg3_roll_07_attack_dice_are_not_below_0() {
    // Two dice, Frightened, attacking to its flank, Outreached: 0 dice.
    let giant = armed_as(&[Keyword::Large], (4, 5, 5), (1, 4));
    let made = scene3()
        .unit("A1", armed((2, 5, 5), (2, 2)), AT)
        .unit("B1", giant, FLANK)
        .engaged_now("B1", "A1", Side::Left)
        .change("A1", |unit| unit.turn.frightened = true);
    assert_eq!(melee(made, "A1", "B1").0, 0);
}

#[test]
fn bg3_mod_06_outreached() {
    let sized = |keyword| armed_as(&[keyword], SWORDS, (2, 2));
    // Charged by a larger unit, its fear check failed: (3) 4/4.
    let made = scene3()
        .unit("A1", armed(SWORDS, (2, 2)), AT)
        .unit("B1", sized(Keyword::Large), FRONT)
        .engaged_now("B1", "A1", Side::Front)
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
        .holding("A1", armed(SWORDS, (2, 2)), AT)
        .unit("B1", sized(Keyword::Large), FRONT)
        .engaged_now("B1", "A1", Side::Front)
        .change("B1", |unit| unit.status = Status::Routing);
    assert_eq!(of_attack(&routing.state(), "A1", "B1", AttackKind::Free).dice, 4);
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
}

#[test]
fn bg3_mod_23_high_ground_helps_who_attacks_downhill() {
    let on_hill = |from: f64| {
        fight(
            Edition::V3,
            armed(SWORDS, (2, 2)),
            armed(SWORDS, (2, 2)),
            FRONT,
            Side::Front,
        )
        .terrain(hill_over(1, (10.0, from), (26.0, 11.25)))
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
    let both = fight(
        Edition::V3,
        armed(SWORDS, (2, 2)),
        armed(SWORDS, (2, 2)),
        FRONT,
        Side::Front,
    )
    .terrain(hill_over(1, (10.0, 5.0), (26.0, 20.0)));
    assert_eq!(melee(both, "A1", "B1"), (5, 3, 3, 0));
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
            fight(Edition::V3, knights, armed(SWORDS, (2, 2)), FRONT, Side::Front),
            "A1",
            "B1"
        )
        .2,
        4
    );
}
