//! Vectors of movement before shots, lines of fire and modifiers of attacks (pp. 6, 11, 16, 18-20).

use super::numbers::rushed;
use super::*;
use crate::rules::combat::tests::numbers::cards::{FRONT, SWORDS};

/// A1 and A2 side by side, A1 0.75 to the left of B1, A2 0.55 to the left of B2 and 0.2 from A1.
fn two_that_slide() -> Scene {
    scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.75, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .unit("A2", line(), (21.7, 10.0, 0.0))
        .unit("B2", line(), (22.25, 12.5, 180.0))
        .engaged("A2", "B2", Side::Front)
        .set(|state| state.agenda = vec![Step::MovementAndCommand.into(), Step::Realign.into()])
}

#[test]
fn bg3_mov_17_the_owner_says_who_slides_first_and_the_smallest_slide_is_the_default() {
    // A1 has 0.75 to go and room for 0.2 alone; once A2 has gone its 0.55 there is room for 0.75.
    let (state, _) = on_with(two_that_slide().state(), &[], &[]).unwrap();
    let (topic, seat, options) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::RealignOrder, Seat::A));
    assert_eq!(options, [Answer::Unit(id("A2")), Answer::Unit(id("A1"))]);
    let ends = |first: usize| {
        let (state, _) = play3(state.clone(), &[answer(seat, options[first].clone())], &[]).unwrap();
        ["A1", "A2"].map(|unit| stands(&state, unit).unwrap().centre.x.value())
    };
    assert_eq!(ends(0), [18.75, 22.25]);
    assert_eq!(ends(1), [18.2, 22.25]);
    // Who lies right already is no choice, and where the order is no matter nobody is asked.
    let third = two_that_slide()
        .unit("A3", line(), (5.0, 10.0, 0.0))
        .unit("B3", line(), (5.0, 12.5, 180.0))
        .engaged("A3", "B3", Side::Front);
    let (third, _) = on_with(third.state(), &[], &[]).unwrap();
    assert_eq!(asked(&third).unwrap().2, options);
    let apart = two_that_slide()
        .change("A2", |unit| unit.pose = Some(pose(29.7, 10.0, 0.0)))
        .change("B2", |unit| unit.pose = Some(pose(30.25, 12.5, 180.0)));
    let (apart, _) = on_with(apart.state(), &[], &[]).unwrap();
    assert_eq!(asked(&apart), None);
}

/// A1 has rushed the front of B1, which looks south at (18, 12.5), this turn.
fn rushed_front(own: UnitType) -> Scene {
    rushed(own, armed(SWORDS, (2, 2)), FRONT, Side::Front)
}

/// The power of A1 at B1 and of B1 at A1.
fn powers(made: Scene) -> (i32, i32) {
    let state = made.state();
    let power = |unit, other| short(&state, unit, other, AttackKind::Melee).2;
    (power("A1", "B1"), power("B1", "A1"))
}

#[test]
fn bg3_mod_07_who_was_engaged_when_the_turn_began_does_not_charge() {
    // Its objective is no matter: it is still on Close.
    let made = rushed_front(armed(SWORDS, (2, 2))).objective("A1", Objective::Enemy(id("B1")));
    assert_eq!(powers(made), (4, 4));
    // Another fights B1 since an earlier turn.
    let made = rushed_front(armed(SWORDS, (2, 2)))
        .unit("A2", armed(SWORDS, (2, 2)), (18.0, 15.0, 180.0))
        .engaged("A2", "B1", Side::Rear)
        .set(|state| state.engagements[1].turn = state.turn - 1)
        .change("B1", |unit| unit.turn.began_engaged = true)
        .change("A2", |unit| unit.turn.began_engaged = true);
    assert_eq!(powers(made), (3 + 1 + 1, 3), "A1 charges and pinches it");
}

#[test]
fn bg3_mod_09_an_impact_hit_is_a_die_to_damage_without_a_hit() {
    let rolled = |impact_hits: u8, dice: &[u8]| {
        let card = UnitType {
            impact_hits,
            ..armed(SWORDS, (2, 2))
        };
        let state = combat(rushed_front(card).order("B1", Order::Hold));
        let (_, events) = on_with(state, &[], dice).unwrap();
        let rolls = rolls(&events);
        ((rolls[0].0, rolls[0].2), (rolls[1].0, rolls[1].2))
    };
    assert_eq!(
        rolled(1, &[1, 1, 6, 6, 6]),
        ((5, false), (3, true)),
        "two hits and one"
    );
    assert_eq!(
        rolled(2, &[6, 6, 6, 6, 6]),
        ((5, false), (2, true)),
        "no hits and two"
    );
}
