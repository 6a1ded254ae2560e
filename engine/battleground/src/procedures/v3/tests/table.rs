//! The summary table of modifiers (pp. 19-20).

use super::*;
use crate::scene::wall;

const AT: (f64, f64, f64) = (18.0, 12.5, 180.0);
const FRONT: (f64, f64, f64) = (18.0, 10.0, 0.0);
const FLANK: (f64, f64, f64) = (21.0, 12.5, 270.0);
const REAR: (f64, f64, f64) = (18.0, 15.0, 180.0);

fn plain(keywords: &[Keyword]) -> UnitType {
    armed_as(keywords, (5, 5, 5), (2, 2))
}

/// Dice, skill, power and impact dice that a modifier gives the attack of one unit on another beside what it would be without.
fn beside(without: (i32, i32, i32, i32), with: (i32, i32, i32, i32)) -> (i32, i32, i32, i32) {
    (
        with.0 - without.0,
        with.1 - without.1,
        with.2 - without.2,
        with.3 - without.3,
    )
}

/// What a change makes of the attack of A1 on B1, to whose front it is engaged since an earlier turn.
fn engaged(change: impl Fn(Scene) -> Scene, attacker: &str, target: &str) -> (i32, i32, i32, i32) {
    let made = || {
        scene3()
            .holding("A1", plain(&[]), FRONT)
            .holding("B1", plain(&[]), AT)
            .engaged("A1", "B1", Side::Front)
    };
    let numbers = |made: Scene| short(&made.state(), attacker, target, AttackKind::Melee);
    beside(numbers(made()), numbers(change(made())))
}

/// The same of two units that stand so, engaged on this side of B1.
fn placed(own: UnitType, other: UnitType, at: (f64, f64, f64), side: Side, new: bool) -> Scene {
    scene3()
        .unit("A1", own, at)
        .holding("B1", other, AT)
        .engaged("A1", "B1", side)
        .set(|state| {
            if new {
                state.engagements[0].turn = state.turn;
            }
        })
        .change("A1", |unit| unit.turn.rushed = new)
}

/// What a change makes of a shot of A1 at B1, this far away.
fn ranged(distance: f64, target: UnitType, change: impl Fn(Scene) -> Scene) -> (i32, i32, i32, i32) {
    let made = |distance: f64, target: UnitType| {
        let deep = target.size.depth().value() / 2.0;
        scene3()
            .holding("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .holding("B1", target, (18.0, 5.0 + distance + deep, 180.0))
    };
    let numbers = |made: Scene| short(&made.state(), "A1", "B1", AttackKind::Ranged);
    beside(
        numbers(made(6.0, line())),
        numbers(change(made(distance, target))),
    )
}

#[test]
fn bg3_mod_02_modifiers_of_engaged_attacks() {
    let same = |made: Scene| made;
    let shaded = |marked: u8| engaged(|made| made.change("A1", |unit| unit.marked = marked), "A1", "B1");
    assert_eq!(shaded(4), (0, -1, 0, 0), "in the yellow");
    assert_eq!(shaded(7), (0, -2, 0, 0), "in the red");
    assert_eq!(
        engaged(
            |made| made.change("A1", |unit| unit.turn.frightened = true),
            "A1",
            "B1"
        ),
        (-1, -1, -1, 0),
        "frightened"
    );
    let of = |made: Scene, attacker: &str, target: &str| {
        let base = short(
            &placed(plain(&[]), plain(&[]), FRONT, Side::Front, false).state(),
            "A1",
            "B1",
            AttackKind::Melee,
        );
        beside(base, short(&made.state(), attacker, target, AttackKind::Melee))
    };
    assert_eq!(
        of(
            same(placed(plain(&[]), plain(&[]), FRONT, Side::Front, false)),
            "A1",
            "B1"
        ),
        (0, 0, 0, 0)
    );
    let large = placed(plain(&[Keyword::Large]), plain(&[]), FRONT, Side::Front, true);
    assert_eq!(of(large, "B1", "A1"), (-1, 0, 0, 0), "outreached");
    let charge = |own: &[Keyword]| placed(plain(own), plain(&[]), FRONT, Side::Front, true);
    assert_eq!(of(charge(&[]), "A1", "B1"), (0, 0, 1, 0), "charging");
    assert_eq!(
        of(charge(&[Keyword::Cavalry]), "A1", "B1"),
        (0, 0, 1, 1),
        "an impact hit"
    );
    let flank = || placed(plain(&[]), plain(&[]), FLANK, Side::Left, false);
    assert_eq!(of(flank(), "A1", "B1"), (0, 1, 0, 0), "flanking");
    assert_eq!(of(flank(), "B1", "A1"), (-1, 0, 0, 0), "attacking to its flank");
    let rear = || placed(plain(&[]), plain(&[]), REAR, Side::Rear, false);
    assert_eq!(of(rear(), "A1", "B1"), (0, 1, 1, 0), "rear attack");
    assert_eq!(of(rear(), "B1", "A1"), (0, -1, -1, 0), "attacking to its rear");
    let pinching = |others: usize| {
        let mut made = placed(plain(&[]), plain(&[]), FRONT, Side::Front, false);
        let places = [(FLANK, Side::Left), (REAR, Side::Rear)];
        for (number, (at, side)) in (2..).zip(&places[..others]) {
            let name = format!("A{number}");
            made = made.unit(&name, plain(&[]), *at).engaged(&name, "B1", *side);
        }
        of(made, "A1", "B1")
    };
    assert_eq!(pinching(1), (0, 1, 1, 0), "pinching, a unit besides");
    assert_eq!(pinching(2), (0, 2, 2, 0), "pinching, two besides");
    let uphill = |made: Scene| made.terrain(hill_over(1, (10.0, 8.0), (26.0, 11.25)));
    assert_eq!(engaged(uphill, "A1", "B1"), (0, 1, 0, 0), "high ground");
    let soft = |made: Scene| made.terrain(wall(TerrainType::LowWall, &[(10.0, 11.25), (26.0, 11.25)]));
    assert_eq!(engaged(soft, "A1", "B1"), (0, -1, 0, 0), "soft cover");
}

#[test]
fn bg3_mod_02_modifiers_of_ranged_attacks() {
    let same = |made: Scene| made;
    assert_eq!(ranged(10.0, line(), same), (0, -1, 0, 0), "long range");
    assert_eq!(ranged(15.0, line(), same), (0, -2, 0, 0), "extreme range");
    assert_eq!(ranged(6.0, with_keywords(&[Keyword::Large]), same), (0, 1, 0, 0));
    assert_eq!(ranged(6.0, colossal(), same), (0, 2, 0, 0));
    assert_eq!(
        ranged(6.0, with_keywords(&[Keyword::Cavalry]), same),
        (0, -1, 0, 0)
    );
    let moved = |made: Scene| made.change("A1", |unit| unit.turn.moved = true);
    assert_eq!(ranged(6.0, line(), moved), (0, -1, 0, 0), "move and shoot");
    let fought = |made: Scene| {
        made.unit("A2", line(), (18.0, 14.75, 180.0))
            .engaged("A2", "B1", Side::Rear)
    };
    assert_eq!(ranged(6.0, line(), fought), (0, -1, 0, 0), "engaged target");
    let fast = |made: Scene| made.order("B1", Order::Close);
    assert_eq!(
        ranged(6.0, moving(7.0), fast),
        (0, -1, 0, 0),
        "fast-moving target"
    );
    assert_eq!(ranged(6.0, moving(6.0), fast), (0, 0, 0, 0), "below 7");
    let above = |made: Scene| made.terrain(hill_over(1, (10.0, 0.5), (26.0, 6.0)));
    assert_eq!(ranged(6.0, line(), above), (0, 1, 0, 0), "shooting down");
    assert_eq!(ranged(9.5, line(), above), (0, 1, 0, 0), "2.5 closer: 7.0");
    let below = |made: Scene| made.terrain(hill_over(1, (10.0, 9.0), (26.0, 20.0)));
    assert_eq!(
        ranged(6.0, line(), below),
        (0, -1, 0, 0),
        "2.5 further: long range"
    );
    let wood = |made: Scene| made.terrain(rectangle(TerrainType::Forest, (10.0, 10.9), (26.0, 14.0)));
    assert_eq!(ranged(6.0, line(), wood), (0, -1, 0, 0), "soft cover");
    let house = |made: Scene| {
        made.terrain(rectangle(
            TerrainType::FortificationInside,
            (10.0, 10.9),
            (26.0, 14.0),
        ))
    };
    assert_eq!(ranged(6.0, line(), house), (0, -2, 0, 0), "hard cover");
}
