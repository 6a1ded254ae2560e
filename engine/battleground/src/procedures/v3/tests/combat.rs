//! The Combat phase (pp. 16-18, 24-25, 30).

use super::*;
use crate::model::event::{CombatEvent, DamageEvent};
use crate::playing;
use crate::procedures::attack::weapon;

use crate::rules::combat::tests::choices::{of, shooter, targets};

fn sized(keyword: Keyword) -> UnitType {
    with_keywords(&[keyword])
}

/// Whether A1 may shoot B2 past what stands between.
fn past(way: RangedType, between: (&str, UnitType), shooter_kind: Keyword, target: UnitType) -> bool {
    let mut own = shooting(14.0, way);
    own.keywords = with_keywords(&[shooter_kind]).keywords;
    let deep = target.size.depth().value() / 2.0;
    let state = scene3()
        .unit("A1", own, (18.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .unit(between.0, between.1, (18.0, 9.0, 180.0))
        .unit("B2", target, (18.0, 12.0 + deep, 180.0))
        .state();
    let weapon = weapon::Weapon {
        kind: AttackKind::Ranged,
        way,
        range: battleground_geometry::Inches::mils(14_000),
    };
    crate::procedures::v3::shooting::is_legal(&Field::of(&state), id("A1"), id("B2"), weapon)
}

#[test]
fn bg3_comb_09_indirect_fire() {
    use Keyword::{Large, Normal};
    let way = RangedType::Indirect;
    assert!(past(way, ("A2", line()), Normal, line()), "over a friend");
    assert!(!past(way, ("B1", line()), Normal, line()));
    assert!(
        past(way, ("B1", line()), Normal, sized(Large)),
        "over what is smaller"
    );
}

#[test]
fn bg3_comb_10_line_of_sight() {
    use Keyword::{Large, Normal};
    let way = RangedType::LineOfSight;
    assert!(
        !past(way, ("A2", line()), Normal, line()),
        "Crossbowmen at Swordsmen"
    );
    assert!(!past(way, ("B1", line()), Normal, line()));
    assert!(
        past(way, ("B1", line()), Normal, sized(Large)),
        "Crossbowmen at a Hill Giant"
    );
    assert!(
        past(way, ("A2", line()), Large, line()),
        "a Large shooter over a smaller friend"
    );
    assert!(
        !past(way, ("B1", line()), Large, line()),
        "not over a smaller enemy"
    );
}

#[test]
fn bg3_comb_11_low_arc_at_no_engaged_target() {
    let at = |target: UnitType, fighters: &[UnitType]| {
        let mut made = shooter(Edition::V3, RangedType::LowArc).unit("B1", target, (18.0, 12.0, 180.0));
        let places = [
            ((18.0, 14.5, 180.0), Side::Rear),
            ((21.0, 12.0, 270.0), Side::Left),
        ];
        for ((number, kind), (place, side)) in (2..).zip(fighters).zip(places) {
            let name = format!("A{number}");
            made = made.unit(&name, kind.clone(), place).engaged(&name, "B1", side);
        }
        made
    };
    assert!(
        targets(at(line(), &[line()])).is_empty(),
        "Axemen engaged with Shortbeards"
    );
    let trolls = at(sized(Keyword::Large), &[line()]);
    assert_eq!(targets(trolls), [id("B1")], "Trolls engaged with Shortbeards");
    let numbers = of_attack(
        &at(sized(Keyword::Large), &[line()]).state(),
        "A1",
        "B1",
        AttackKind::Ranged,
    );
    assert!(
        numbers.on_hit.iter().all(|one| one.name != "Engaged Target"),
        "without the penalty"
    );
    assert!(targets(at(sized(Keyword::Large), &[sized(Keyword::Large), line()])).is_empty());
}

#[test]
fn bg3_terr_09_total_heights_are_compared() {
    let legal = |way: RangedType, made: Scene| {
        let state = made.state();
        let weapon = weapon::Weapon {
            kind: AttackKind::Ranged,
            way,
            range: battleground_geometry::Inches::mils(21_000),
        };
        crate::procedures::v3::shooting::is_legal(&Field::of(&state), id("A1"), id("B2"), weapon)
    };
    let made = |between: &str, target: UnitType| {
        scene3()
            .unit("A1", shooting(21.0, RangedType::LineOfSight), (18.0, 3.75, 0.0))
            .unit(between, line(), (18.0, 9.0, 180.0))
            .unit("B2", target, (18.0, 15.25, 180.0))
    };
    let hill_at = |y: f64| hill_over(1, (10.0, y), (26.0, y + 3.5));
    use crate::model::cards::RangedType::{Indirect, LineOfSight};
    assert!(!legal(Indirect, made("B1", line())));
    assert!(
        legal(Indirect, made("B1", line()).terrain(hill_at(13.5))),
        "10 < 20"
    );
    assert!(legal(Indirect, made("B1", sized(Keyword::Large))));
    assert!(
        !legal(Indirect, made("B1", sized(Keyword::Large)).terrain(hill_at(7.5))),
        "20 not < 20"
    );
    assert!(
        legal(LineOfSight, made("A2", line()).terrain(hill_at(2.0))),
        "a friend lower than the shooter"
    );
}

#[test]
fn bg3_terr_07_height_sees_over_what_is_not_taller_than_the_ground() {
    let made = |between: UnitType| {
        let state = scene3()
            .unit("A1", shooting(21.0, RangedType::LineOfSight), (18.0, 3.75, 0.0))
            .unit("B1", between, (18.0, 9.0, 180.0))
            .unit("B2", line(), (18.0, 15.25, 180.0))
            .terrain(hill_over(1, (10.0, 2.0), (26.0, 5.5)))
            .state();
        let weapon = weapon::Weapon {
            kind: AttackKind::Ranged,
            way: RangedType::LineOfSight,
            range: battleground_geometry::Inches::mils(21_000),
        };
        crate::procedures::v3::shooting::is_legal(&Field::of(&state), id("A1"), id("B2"), weapon)
    };
    assert!(made(line()), "its top is at 10, as the ground of the shooter");
    assert!(!made(sized(Keyword::Large)));
}

#[test]
fn bg3_key_13_height_of_airborne_units() {
    let shoots = |range: f64, distance: f64, own: bool| {
        let flying = if own { "A1" } else { "B1" };
        let state = scene3()
            .unit("A1", shooting(range, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", line(), (18.0, 5.0 + distance + 1.25, 180.0))
            .change(flying, |unit| unit.airborne = true)
            .state();
        !of(&state, "A1").attacks.is_empty()
    };
    assert!(!shoots(14.0, 12.0, false), "14.5 from below");
    assert!(shoots(7.0, 9.0, true), "6.5 from above");
}

/// The Combat Phase of A1 engaged with B1, played out with these dice.
fn fought(
    own: UnitType,
    other: UnitType,
    change: impl Fn(Scene) -> Scene,
    dice: &[u8],
) -> (State, Vec<Event>) {
    let deep = own.size.depth().value() / 2.0;
    let made = scene3()
        .holding("A1", own, (18.0, 11.25 - deep, 0.0))
        .holding("B1", other, (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front);
    goes_on(playing::combat(change(made)), dice)
}

#[test]
fn bg3_comb_16_who_has_no_boxes_left_need_not_be_attacked() {
    // A1 marks all boxes of B1; A2 has chosen it too.
    let made = scene3()
        .holding("A1", armed((3, 8, 8), (2, 2)), (16.25, 10.0, 0.0))
        .holding("A2", armed((1, 5, 5), (2, 2)), (19.75, 10.0, 0.0))
        .holding(
            "B1",
            in_boxes(armed((1, 5, 5), (0, 0)), (1, 1, 1)),
            (18.0, 12.5, 180.0),
        )
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Front);
    let first = Answer::Attack {
        by: id("A1"),
        kind: AttackKind::Melee,
        on: id("B1"),
    };
    let (asking, _) = on_with(combat(made), &[answer(Seat::A, first)], &[1, 1, 1, 1, 1, 1]).unwrap();
    let (topic, seat, options) = asked(&asking).unwrap();
    assert_eq!((topic, seat), (Topic::RollAnyway, Seat::A));
    assert_eq!(options, [Answer::Decline, Answer::Accept]);
    let rolled = |answered: Answer| {
        let (_, events) = played_on(asking.clone(), &[answer(Seat::A, answered)], &[]).unwrap();
        has!(events, Event::Combat(CombatEvent::AttackResolved { attacker, .. }) if *attacker == id("A2"))
    };
    assert!(!rolled(Answer::Decline) && rolled(Answer::Accept));
}

#[test]
fn bg3_key_06_a_colossal_unit_does_at_least_one_damage() {
    let damage = |dice: &[u8]| {
        let (_, events) = fought(
            UnitType {
                keywords: colossal().keywords,
                size: colossal().size,
                ..armed((1, 5, 5), (0, 0))
            },
            armed((1, 5, 5), (0, 0)),
            |made| made,
            dice,
        );
        events
            .iter()
            .find_map(|event| match event {
                Event::Damage(DamageEvent::BoxesMarked { unit, boxes, .. }) if *unit == id("B1") => {
                    Some(*boxes)
                }
                _ => None,
            })
            .unwrap_or(0)
    };
    assert_eq!(damage(&[1, 6, 6]), 1, "a hit without damage");
    assert_eq!(damage(&[6, 6]), 1, "no hit");
}

#[test]
fn bg3_ref_09_what_the_sheet_leaves_out_is_the_bodys_rule() {
    use crate::scene::wall;
    // Outreached: a die fewer for who is charged by a larger unit.
    let reached = |keyword: Keyword| {
        let made = scene3()
            .holding("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", sized(keyword), (18.0, 12.5, 180.0))
            .engaged_now("B1", "A1", Side::Front);
        short(&made.state(), "A1", "B1", AttackKind::Melee).0
    };
    assert_eq!((reached(Keyword::Normal), reached(Keyword::Large)), (5, 4));
    // A Colossal unit does 1 damage in an engaged attack though it misses.
    let damage = |own: UnitType| {
        let (_, events) = fought(own, armed((1, 5, 5), (0, 0)), |made| made, &[6, 6]);
        events
            .iter()
            .filter(|event| matches!(event, Event::Damage(DamageEvent::BoxesMarked { unit, boxes: 1, .. }) if *unit == id("B1")))
            .count()
    };
    let giant = UnitType {
        keywords: colossal().keywords,
        size: colossal().size,
        ..armed((1, 5, 5), (0, 0))
    };
    assert_eq!((damage(giant), damage(armed((1, 5, 5), (0, 0)))), (1, 0));
    // A wall covers who is on Hold.
    let walled = |order: Order| {
        let made = scene3()
            .holding("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .order("B1", order)
            .engaged("A1", "B1", Side::Front)
            .terrain(wall(TerrainType::LowWall, &[(10.0, 11.25), (26.0, 11.25)]));
        short(&made.state(), "A1", "B1", AttackKind::Melee).1
    };
    assert_eq!(walled(Order::Close) - walled(Order::Hold), 1);
    // Javelins are thrown as well by who has moved.
    let moved = |kind: UnitType, moved: bool| {
        let made = scene3()
            .unit("A1", kind, (18.0, 3.75, 0.0))
            .order("A1", Order::Range)
            .change("A1", |unit| unit.turn.moved = moved)
            .holding("B1", line(), (18.0, 10.0, 180.0));
        short(&made.state(), "A1", "B1", AttackKind::Ranged).1
    };
    assert_eq!(moved(javelins(7_000), true), moved(javelins(7_000), false));
    let archer = || shooting(7.0, RangedType::LineOfSight);
    assert_eq!(moved(archer(), true), moved(archer(), false) - 1);
}
