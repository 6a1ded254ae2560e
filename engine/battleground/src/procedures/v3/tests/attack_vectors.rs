//! Vectors of movement before shots, lines of fire and modifiers of attacks (pp. 6, 11, 16, 18-20).

use super::combat::targets;
use super::numbers::{FRONT, SWORDS, rushed};
use super::*;

/// A1 shoots with a range of 14 at B1.
fn archer(at: (f64, f64, f64), enemy: (f64, f64, f64)) -> Scene {
    scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), at)
        .order("A1", Order::Range)
        .holding("B1", line(), enemy)
}

#[test]
fn bg3_mod_19_a_unit_that_only_turned_in_place_has_moved() {
    let hit = |made: Scene| {
        let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
        let moved = state.unit(id("A1")).unwrap().turn.moved;
        (moved, short(&state, "A1", "B1", AttackKind::Ranged).1)
    };
    // Within 6 ahead it stays; within 6 behind it faces about. Rule BG3-PATH-10.
    let (_, stays) = hit(archer((18.0, 3.75, 0.0), (18.0, 12.25, 180.0)));
    let (moved, turns) = hit(archer((18.0, 20.0, 0.0), (18.0, 11.5, 0.0)));
    assert!(moved);
    assert_eq!(turns, stays - 1);
    assert!(!hit(archer((18.0, 3.75, 0.0), (18.0, 12.25, 180.0))).0);
}

#[test]
fn bg3_comb_08_the_nearest_at_6_is_hidden_the_second_at_9_is_shot() {
    let made = || {
        scene3()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", line(), (18.0, 12.25, 180.0))
            .unit("B2", line(), (23.4, 13.45, 180.0))
    };
    assert_eq!(targets(made()), [id("B1")], "at 6, and nothing in the way");
    let wood = ground(
        TerrainType::Forest,
        &[(15.0, 6.0), (18.5, 6.0), (20.0, 10.0), (15.0, 10.0)],
    );
    assert_eq!(targets(made().terrain(wood)), [id("B2")]);
}

#[test]
fn bg3_mov_03_a_reform_in_a_forest() {
    let state = scene3()
        .unit("A1", moving(6.0), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.turn.controlled = true)
        .terrain(rectangle(TerrainType::Forest, (10.0, 5.0), (26.0, 25.0)))
        .state();
    let goes = |length: f64| {
        let legs = [reform(90.0), forward(length)];
        legs_allowed(&state, &legs)
    };
    assert_eq!((goes(2.5), goes(2.6)), (true, false));
}

#[test]
fn bg3_mov_17_two_that_share_a_side_stay_where_they_are() {
    let state = scene3()
        .unit("A1", line(), (16.25, 10.0, 0.0))
        .unit("A2", line(), (19.75, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Front)
        .set(|state| state.agenda.push(Step::Realign.into()))
        .state();
    let (_, state, _) = crate::scene::at_table(state, &[], |table| {
        let frame = table.state().agenda.last().cloned().unwrap();
        crate::rules::turn::realign(table, &frame).unwrap()
    });
    assert_eq!(
        ["A1", "A2"].map(|unit| stands(&state, unit)),
        [Some(pose(16.25, 10.0, 0.0)), Some(pose(19.75, 10.0, 0.0))]
    );
}

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

#[test]
fn bg3_mov_17_no_slide_separates_from_the_second_enemy_of_the_side() {
    // B1 and B2 share the front of A1: a slide to either would leave the other.
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (16.25, 12.5, 180.0))
        .unit("B2", line(), (19.75, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Front)
        .set(|state| state.agenda = vec![Step::MovementAndCommand.into(), Step::Realign.into()])
        .state();
    let (state, _) = on_with(state, &[], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 10.0, 0.0)));
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
