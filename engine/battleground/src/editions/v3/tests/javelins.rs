//! Javelins and thrown weapons (p. 29).

use super::*;

#[test]
fn bg3_key_22_javelin_units_shoot_while_unengaged_whatever_their_order() {
    for order in [Order::Close, Order::Hold, Order::Range] {
        let state = scene3()
            .unit("A1", javelins(7_000), (18.0, 3.75, 0.0))
            .order("A1", order)
            .unit("B1", line(), (18.0, 11.0, 180.0))
            .state();
        let field = Field::of(&state);
        let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
            .unwrap()
            .attacks;
        assert_eq!(attacks.len(), 1, "{order:?}");
    }
}

/// B1 rushed A1, a javelin unit, on this side this turn; it began the turn so far from A1's front centre.
fn rushed_javelins(kind: UnitType, began: f64, side: Side) -> Vec<UnitId> {
    let far = scene3()
        .unit("A1", kind.clone(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 11.25 + began + 1.25, 180.0))
        .set(|state| state.active = Some(Seat::B))
        .state();
    let beyond = super::super::throws::beyond_range(&Field::of(&far), far.unit(id("A1")).unwrap());
    let state = scene3()
        .unit("A1", kind, (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("B1", "A1", side)
        .set(|state| {
            state.engagements[0].turn = state.turn;
            state.active = Some(Seat::B);
        })
        .change("A1", |unit| unit.turn.beyond = beyond)
        .state();
    super::super::throws::targets(&state, state.unit(id("A1")).unwrap())
}

#[test]
fn bg3_key_23_missiles_are_thrown_on_engaging() {
    assert_eq!(rushed_javelins(javelins(7_000), 8.0, Side::Front), [id("B1")]);
    assert!(
        rushed_javelins(javelins(7_000), 6.0, Side::Front).is_empty(),
        "from inside their range"
    );
    assert!(
        rushed_javelins(javelins(7_000), 8.0, Side::Left).is_empty(),
        "on the flank"
    );
    // A unit that makes the rush itself throws too.
    let state = scene3()
        .unit("A1", javelins(7_000), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .set(|state| state.engagements[0].turn = state.turn)
        .state();
    assert_eq!(
        super::super::throws::targets(&state, state.unit(id("A1")).unwrap()),
        [id("B1")]
    );
}

#[test]
fn bg3_key_26_centaurs_throw_from_however_near() {
    let mut centaurs = javelins(10_500);
    centaurs.ranged = centaurs.ranged.map(|ranged| RangedAttack {
        thrown_at_any_rusher: true,
        ..ranged
    });
    assert_eq!(rushed_javelins(centaurs, 3.0, Side::Front), [id("B1")]);
    assert!(rushed_javelins(javelins(10_500), 3.0, Side::Front).is_empty());
}

#[test]
fn bg3_err_04_javelin_units_use_the_javelin_rule() {
    assert_eq!(rushed_javelins(javelins(7_000), 8.0, Side::Front), [id("B1")]);
}

#[test]
fn bg3_key_24_thrown_damage_counts_at_once() {
    let thrower = || {
        let mut thrower = javelins(7_000);
        thrower.attack = Profile {
            dice: 2,
            skill: 8,
            power: 8,
        };
        thrower
    };
    // A1 has just rushed B1; thrown: two hits, two damage. Then A1 misses, and B1 attacks.
    let thrown = |boxes: (u8, u8, u8), more: fn(Scene) -> Scene| {
        let made = scene3()
            .unit("A1", thrower(), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit(
                "B1",
                UnitType {
                    boxes: boxed(boxes.0, boxes.1, boxes.2).boxes,
                    ..armed((3, 5, 5), (2, 2))
                },
                (18.0, 12.5, 180.0),
            )
            .order("B1", Order::Hold)
            .engaged("A1", "B1", Side::Front)
            .set(|state| state.engagements[0].turn = state.turn);
        on_with(combat(more(made)), &[], &[1, 1, 1, 1]).unwrap()
    };
    let of_b1 = |all: &[(usize, i32, bool)]| all.iter().find(|roll| roll.0 == 3).copied();
    let (_, events) = thrown((2, 4, 2), |made| made);
    let all = rolls(&events);
    assert_eq!(all[0], (2, 6, false), "8 - 2: no engaged target, and no range");
    assert_eq!(of_b1(&all), Some((3, 2, false)), "in the yellow: 5 - 2 - 1");
    assert!(events.contains(&Event::Marked {
        unit: id("A1"),
        mark: TurnMark::Threw
    }));
    // Destroyed by it, it still attacks, with the red penalty.
    let (state, events) = thrown((1, 0, 1), |made| made);
    assert_eq!(of_b1(&rolls(&events)), Some((3, 1, false)), "5 - 2 - 2");
    assert!(stands(&state, "B1").is_none());
    // Another unit engaged with the target: the penalty of an engaged target.
    let (_, events) = thrown((4, 4, 2), |made| {
        made.unit("A2", line(), (21.0, 12.5, 270.0))
            .order("A2", Order::Hold)
            .engaged("A2", "B1", Side::Left)
    });
    assert_eq!(rolls(&events)[0], (2, 5, false), "8 - 2 - 1");
}
