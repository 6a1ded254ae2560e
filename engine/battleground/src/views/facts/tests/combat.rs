//! Counters of a Combat Phase: how units stand in it, what they shoot at, their dice.

use battleground_geometry::Side;

use super::*;
use crate::model::cards::{RangedType, TerrainType, UnitType};
use crate::model::effect::Keyword;
use crate::scene::{ground, hill, moving, shooting, wall, with_keywords};

/// A2 fights the right flank of B1, in front of which A1 stands.
fn pinch() -> Scene {
    scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (15.0, 12.5, 90.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Right)
}

#[test]
fn bg3_mod_13_turns_pinching_flanking_and_charging_are_those_of_the_attackers() {
    // A1 rushed this turn on Close and charges; A2 has fought longer. Each is engaged with B1 alone, on different sides.
    let facts = fought(pinch().set(|state| state.engagements[0].turn = 3), &[]);
    let units = ["A1", "A2", "B1"];
    for (counter, expected) in [
        ("turns_charging", [1.0, 0.0, 0.0]), // BG3-MOD-07
        ("turns_flanking", [0.0, 1.0, 0.0]), // BG3-MOD-11
        ("turns_attacking_rear", [0.0; 3]),
        ("turns_pinching", [1.0, 1.0, 0.0]), // BG3-MOD-13
        ("turns_pinched", [0.0, 0.0, 1.0]),
        ("turns_flanked", [0.0, 0.0, 1.0]),
    ] {
        assert_eq!(of_units(&facts, counter, units), expected, "{counter}");
    }
}

#[test]
fn bg3_mod_12_turns_attacking_a_rear() {
    let made = scene3()
        .unit("A1", line(), (18.0, 15.0, 180.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Rear);
    let facts = fought(made, &[]);
    assert_eq!(of_units(&facts, "turns_attacking_rear", ["A1", "B1"]), [1.0, 0.0]);
    assert_eq!(of_units(&facts, "turns_flanked", ["A1", "B1"]), [0.0, 0.0]);
}

#[test]
fn bg3_cour_12_turns_frightened_and_bg3_mod_06_turns_outreached() {
    let charged = |keyword| {
        scene3()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .order("A1", Order::Hold)
            .unit("B1", with_keywords(&[keyword]), (18.0, 17.5, 180.0))
            .engaged("B1", "A1", Side::Front)
            .set(|state| {
                state.active = Some(Seat::B);
                state.engagements[0].turn = 3;
            })
            .change("B1", |unit| unit.turn.rushed = true)
    };
    // Courage 12: three sixes fail the Fear Check, three ones pass it.
    for (dice, expected) in [([6, 6, 6], 1.0), ([1, 1, 1], 0.0)] {
        let facts = checked(charged(Keyword::Fearsome), &dice);
        assert_eq!(
            of_units(&facts, "turns_frightened", ["A1", "B1"]),
            [expected, 0.0]
        );
    }
    // Charged by a larger unit, as the Movement and Command phase shows when it closes.
    for (keyword, expected) in [(Keyword::Large, 1.0), (Keyword::Normal, 0.0)] {
        let facts = goes_on(charged(keyword).state(), &[(Seat::B, Command::EndPhase)], &[]);
        assert_eq!(
            of_units(&facts, "turns_outreached", ["A1", "B1"]),
            [expected, 0.0]
        );
    }
}

/// A1 shoots north at B1, whose front is so far away.
fn shot(kind: UnitType, distance: f64) -> Scene {
    scene3()
        .unit("A1", shooting(21.0, RangedType::Indirect), (18.0, 3.75, 0.0))
        .order("A1", Order::Range)
        .unit("B1", kind, (18.0, 6.25 + distance, 180.0))
        .order("B1", Order::Hold)
}

#[test]
fn bg3_mod_25_turns_in_cover_and_on_high_ground() {
    let woods = ground(
        TerrainType::Forest,
        &[(10.0, 11.0), (26.0, 11.0), (26.0, 13.5), (10.0, 13.5)],
    );
    let fence = wall(TerrainType::LowWall, &[(14.0, 11.0), (22.0, 11.0)]);
    let rise = |from: f64, to: f64| hill(1, &[(10.0, from), (26.0, from), (26.0, to), (10.0, to)]);
    for (what, piece, cover, high) in [
        ("forest", woods, [0.0, 1.0], [0.0, 0.0]),
        ("wall, on Hold", fence, [0.0, 1.0], [0.0, 0.0]),
        ("shot from above", rise(2.0, 5.5), [0.0, 0.0], [1.0, 0.0]),
        ("shot from below", rise(10.5, 14.0), [0.0, 0.0], [0.0, 1.0]),
    ] {
        let facts = fought(shot(line(), 6.0).terrain(piece), &[]);
        assert_eq!(of_units(&facts, "turns_in_cover", ["A1", "B1"]), cover, "{what}");
        assert_eq!(
            of_units(&facts, "turns_on_high_ground", ["A1", "B1"]),
            high,
            "{what}"
        );
    }
}

#[test]
fn bg3_comb_17_a_turn_on_high_ground_counts_once_for_who_attacks_and_is_attacked() {
    let made = pinch().terrain(hill(1, &[(16.0, 11.3), (20.0, 11.3), (20.0, 13.7), (16.0, 13.7)]));
    // B1 stands on it: both attack it, and it attacks one of them.
    let facts = fought(made, &[]);
    assert_eq!(
        of_units(&facts, "turns_on_high_ground", ["A1", "A2", "B1"]),
        [0.0, 0.0, 1.0]
    );
}

#[test]
fn bg4_mods_05_a_turn_on_high_ground_in_the_later_edition_too() {
    let made = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .terrain(hill(1, &[(16.0, 11.3), (20.0, 11.3), (20.0, 13.7), (16.0, 13.7)]));
    let facts = fought(made, &[]);
    assert_eq!(of_units(&facts, "turns_on_high_ground", ["A1", "B1"]), [0.0, 1.0]);
    // Neither has rushed this turn.
    assert_eq!(of_units(&facts, "turns_charging", ["A1", "B1"]), [0.0, 0.0]);
}

#[test]
fn bg3_mod_16_to_21_shots_by_what_they_are_aimed_at() {
    let counters = [
        "shots_at_long_range",
        "shots_at_extreme_range",
        "shots_moving",
        "shots_at_engaged",
        "shots_at_fast",
        "shots_at_cavalry",
    ];
    let engaged = shot(line(), 6.0)
        .unit("A2", line(), (18.0, 14.75, 180.0))
        .engaged("A2", "B1", Side::Rear);
    for (what, made, one) in [
        ("within 7", shot(line(), 7.0), None),
        ("within 14", shot(line(), 7.1), Some(0)),
        ("beyond 14", shot(line(), 14.1), Some(1)),
        (
            "moved",
            shot(line(), 7.0).change("A1", |unit| unit.turn.moved = true),
            Some(2),
        ),
        ("engaged", engaged, Some(3)),
        (
            "7 on Close",
            shot(moving(7.0), 7.0).order("B1", Order::Close),
            Some(4),
        ),
        ("7 on Hold", shot(moving(7.0), 7.0), None),
        ("cavalry", shot(with_keywords(&[Keyword::Cavalry]), 7.0), Some(5)),
    ] {
        let facts = fought(made, &[]);
        for (place, counter) in counters.into_iter().enumerate() {
            let expected = f64::from(u8::from(one == Some(place)));
            assert_eq!(of_units(&facts, counter, ["A1"]), [expected], "{what}: {counter}");
        }
    }
}

#[test]
fn bg3_comb_18_boxes_by_colour_damage_dice_and_expected_hits() {
    // Five dice at 5 - 2 = 3: three ones hit. Three dice at 5 - 2 = 3: three ones damage. B1 has four green boxes, three of
    // them marked: one green and two yellow follow. Nobody else hits.
    let made = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Front)
        .change("B1", |unit| unit.marked = 3);
    let facts = fought(made, &[1, 1, 1, 6, 6, 1, 1, 1]);
    for (counter, expected) in [
        ("boxes_marked_green", [0.0, 1.0]),
        ("boxes_marked_yellow", [0.0, 2.0]),
        ("boxes_marked_red", [0.0, 0.0]),
        ("damage_dice_melee", [3.0, 0.0]),
        // Five dice at 3 each: half of them.
        ("hits_expected_melee", [2.5, 2.5]),
    ] {
        assert_eq!(of_units(&facts, counter, ["A1", "B1"]), expected, "{counter}");
    }
    // Seven are marked already: the two red ones follow, and the third is lost.
    let red = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Front)
        .change("B1", |unit| unit.marked = 7);
    let facts = fought(red, &[1, 1, 1, 6, 6, 1, 1, 1]);
    assert_eq!(of_units(&facts, "boxes_marked_red", ["B1"]), [2.0]);
    assert_eq!(of_units(&facts, "excess_wounds", ["B1"]), [1.0]);
}

#[test]
fn bg3_comb_06_expected_hits_and_damage_dice_of_shots() {
    // Five dice at 5 - 2 = 3, all of them ones: five hits, each with a die for damage.
    let facts = fought(shot(line(), 6.0), &[1; 10]);
    assert_eq!(of_units(&facts, "hits_expected_ranged", ["A1"]), [2.5]);
    assert_eq!(of_units(&facts, "damage_dice_ranged", ["A1"]), [5.0]);
    assert_eq!(of_units(&facts, "hits_expected_melee", ["A1"]), [0.0]);
}

#[test]
fn bg3_ord_07_turns_on_follow_and_idle_turns() {
    // A1 shoots and A4 fights: neither is idle, nor are units of who is not active. A2 follows, A3 stands.
    let made = shot(line(), 6.0)
        .unit("A2", line(), (5.0, 3.75, 0.0))
        .order("A2", Order::Follow)
        .unit("A3", line(), (10.0, 3.75, 0.0))
        .order("A3", Order::Hold)
        .unit("A4", line(), (30.0, 10.0, 0.0))
        .unit("B2", line(), (30.0, 12.5, 180.0))
        .order("B2", Order::Hold)
        .engaged("A4", "B2", Side::Front)
        .unit("B3", line(), (5.0, 28.0, 180.0))
        .order("B3", Order::Hold);
    let facts = fought(made, &[]);
    let units = ["A1", "A2", "A3", "A4", "B1", "B3"];
    assert_eq!(
        of_units(&facts, "turns_idle", units),
        [0.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    );
    assert_eq!(
        of_units(&facts, "turns_on_follow", units),
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    );
    // Who rushed a Routing unit this turn is engaged with nobody and was not idle.
    let rushed = scene3()
        .unit("A1", moving(5.0), (18.0, 3.75, 0.0))
        .change("A1", |unit| unit.turn.rushed = true)
        .unit("B1", line(), (18.0, 25.0, 180.0));
    assert_eq!(of_units(&fought(rushed, &[]), "turns_idle", ["A1"]), [0.0]);
}
