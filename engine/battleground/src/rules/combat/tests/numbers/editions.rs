//! Modifiers that both editions have, the same or with another number (v4 pp. 94-95, 101-110; v3 pp. 14, 17-20, 29-31).

use super::*;
use crate::model::effect::Keyword::{Cavalry, Colossal, Infantry, Large, Normal, Skirmisher};
use crate::model::orders::Orders;
use crate::playing::{on_with, rolls};
use crate::rules::command_cards::may_have_cards;
use crate::scene::{hill_over, in_editions, of_editions, rectangle, scene_of};

/// A1 engaged since an earlier turn with a side of B1.
fn around(edition: Edition, [own, other]: [UnitType; 2], place: (f64, f64, f64), side: Side) -> Scene {
    scene_of(edition)
        .unit("A1", own, place)
        .unit("B1", other, AT)
        .engaged("A1", "B1", side)
}

/// The same engagement, made this turn.
fn rushes(edition: Edition, [own, other]: [UnitType; 2], place: (f64, f64, f64), side: Side) -> Scene {
    let made = scene_of(edition).unit("A1", own, place).unit("B1", other, AT);
    rushed_now(made, "A1", "B1", side)
}

fn lines() -> [UnitType; 2] {
    [line(), line()]
}

/// The melee numbers of A1 at B1 and of B1 at A1.
fn both(made: Scene) -> [(i32, i32, i32, i32); 2] {
    let state = made.state();
    [("A1", "B1"), ("B1", "A1")].map(|(by, on)| short(&numbers(&state, by, on, AttackKind::Melee)))
}

fn target_numbers(edition: Edition) {
    // The second is Ravenwood Swordsmen at Orc Spearmen, the last a book example: Pikemen against Dismounted Knights.
    for ((skill, power), (def_skill, toughness), expected) in [
        ((5, 5), (2, 2), (5, 3, 3, 0)),
        ((5, 5), (2, 3), (5, 3, 2, 0)),
        ((5, 5), (4, 1), (5, 1, 4, 0)),
        ((6, 5), (3, 3), (5, 3, 2, 0)),
    ] {
        let cards = [armed(5, skill, power, 2, 2), armed(5, 4, 5, def_skill, toughness)];
        assert_eq!(melee(around(edition, cards, FRONT, Side::Front)), expected);
    }
}

in_editions!(target_numbers:
    #[test] fn bg4_atk_04_to_wound_is_power_less_toughness(V4);
    #[test] fn bg3_card_03_offence_and_defence_as_printed(V3);
    #[test] fn bg3_card_04_defensive_skill_and_toughness(V3);
);

fn flanks_and_rear(edition: Edition) {
    let spearmen = armed(5, 4, 5, 2, 3);
    for (card, worse) in [(line(), 0), (spearmen, 1)] {
        for (place, side, there, back) in [
            (FRONT, Side::Front, (5, 3, 3), (5, 3, 3)),
            (FLANK, Side::Left, (5, 4, 3), (4, 3, 3)),
            (OTHER_FLANK, Side::Right, (5, 4, 3), (4, 3, 3)),
            (REAR, Side::Rear, (5, 4, 4), (5, 2, 2)),
        ] {
            let found = both(around(edition, [line(), card.clone()], place, side));
            let there = (there.0, there.1, there.2 - worse, 0);
            assert_eq!(found, [there, (back.0, back.1 - worse, back.2, 0)], "{side:?}");
        }
    }
    let pinched = around(edition, lines(), REAR, Side::Rear)
        .unit("A2", line(), FRONT)
        .engaged("A2", "B1", Side::Front);
    assert_eq!(melee(pinched), (5, 5, 5, 0));
}

in_editions!(flanks_and_rear:
    #[test] fn bg4_mods_08_attacking_to_ones_own_flank_or_rear(V4);
    #[test] fn bg4_mods_09_flanking_and_rear_attacking(V4);
    #[test] fn bg3_mod_11_flanks(V3);
    #[test] fn bg3_mod_12_rear(V3);
);

/// Yellow and red cost dice, or skill.
fn colours(edition: Edition) {
    for (marked, expected) in [
        (3, [(5, 3, 3, 0), (5, 3, 3, 0)]),
        (4, [(4, 3, 3, 0), (5, 2, 3, 0)]),
        (7, [(3, 3, 3, 0), (5, 1, 3, 0)]),
    ] {
        let made = around(edition, lines(), FRONT, Side::Front).change("A1", |unit| unit.marked = marked);
        assert_eq!(melee(made), of_editions(edition, expected), "{marked}");
    }
    // In the yellow on the flank.
    let both = around(edition, lines(), FLANK, Side::Left).change("A1", |unit| unit.marked = 4);
    assert_eq!(melee(both), of_editions(edition, [(4, 4, 3, 0), (5, 3, 3, 0)]));
}

in_editions!(colours:
    #[test] fn bg4_status_05_yellow_and_red_cost_dice(V4);
    #[test] fn bg3_mod_01_modifiers_add_up(V3);
    #[test] fn bg3_mod_03_in_the_yellow_and_in_the_red_cost_skill(V3);
    #[test] fn bg3_ref_04_colours_cost_skill_not_dice(V3);
);

fn frightened(edition: Edition) {
    let state = around(edition, lines(), FRONT, Side::Front)
        .change("A1", |unit| unit.turn.frightened = true)
        .state();
    let found = numbers(&state, "A1", "B1", AttackKind::Melee);
    assert_eq!(short(&found), of_editions(edition, [(5, 3, 3, 0), (4, 2, 2, 0)]));
    let named = found.on_hit.iter().any(|one| one.name == "Frightened");
    let has_cards = may_have_cards(&state, id("A1"), crate::model::cards::Colour::Red).is_ok();
    assert_eq!([named, has_cards], of_editions(edition, [[false; 2], [true; 2]]));
}

in_editions!(frightened:
    #[test] fn bg4_mods_04_a_frightened_unit_attacks_unchanged(V4);
    #[test] fn bg3_mod_04_frightened(V3);
    #[test] fn bg3_ref_05_frightened_costs_a_die_too(V3);
);

/// Charging gives two dice of four or more, or power. Rules `BG4-MODS-12` (pp. 101-104), `BG3-MOD-07` (p. 19).
fn charging(edition: Edition) {
    let charges = of_editions(edition, [(7, 3, 3, 0), (5, 3, 4, 0)]);
    let stands = (5, 3, 3, 0);
    let front = || rushes(edition, lines(), FRONT, Side::Front);
    assert_eq!(both(front()), [charges; 2], "both on Close");
    assert_eq!(both(front().order("B1", Order::Hold)), [charges, stands]);
    let bound = front().change("B1", |unit| unit.turn.began_engaged = true);
    assert_eq!(both(bound), [charges, stands]);
    let flank = rushes(edition, lines(), FLANK, Side::Left);
    let on_the_flank = (charges.0, 4, charges.2, 0);
    assert_eq!(both(flank), [on_the_flank, (4, 3, 3, 0)]);
    let capped = front().change("A1", |unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(crate::scene::mc(3.5)),
            ..Orders::plain(Order::Close)
        }));
    });
    assert_eq!(melee(capped), charges, "a cap is still Close");
    let aimed = front().objective("A1", Objective::Enemy(id("B1")));
    assert_eq!(both(aimed), [charges; 2], "so is an objective");
    // Another fights B1 since an earlier turn: A1 charges and pinches it.
    let pinched = front()
        .unit("A2", line(), REAR)
        .engaged("A2", "B1", Side::Rear)
        .set(|state| state.engagements[1].turn = state.turn - 1)
        .change("B1", |unit| unit.turn.began_engaged = true)
        .change("A2", |unit| unit.turn.began_engaged = true);
    assert_eq!(both(pinched), [(charges.0, 4, charges.2 + 1, 0), stands]);
}

in_editions!(charging:
    #[test] fn bg4_rush_18_both_sides_charge_front_to_front(V4);
    #[test] fn bg3_mod_07_charging(V3);
    #[test] fn bg3_ref_08_charging_is_power_not_dice(V3);
);

/// Only in the earlier edition has the enemy the bonus for the flank of one that rushed with it.
fn flank_first(edition: Edition) {
    let rushed = |own: UnitType, other: UnitType| {
        let made = scene_of(edition)
            .unit("A1", own, (18.0, 9.5, 90.0))
            .unit("B1", other, AT)
            .order("B1", Order::Hold);
        both(flank_rushed_now(made, "A1", "B1", Side::Left, Side::Front))
    };
    let expected = [[(6, 3, 3, 0), (5, 3, 3, 0)], [(4, 3, 4, 0), (5, 4, 3, 0)]];
    assert_eq!(rushed(line(), line()), of_editions(edition, expected));
    let four = rushed(armed(4, 5, 5, 2, 2), armed(5, 5, 5, 0, 0));
    assert_eq!(four[0], of_editions(edition, [(5, 5, 5, 0), (3, 5, 6, 0)]));
}

in_editions!(flank_first:
    #[test] fn bg4_rush_23_a_flank_rush_costs_a_die_and_gives_no_flanking(V4);
    #[test] fn bg3_mod_08_charging_with_a_flank(V3);
    #[test] fn bg3_rush_18_a_unit_that_rushed_with_a_flank_is_flanked(V3);
);

fn impact_hits(edition: Edition) {
    let printed = |card: UnitType, impact_hits: u8| UnitType { impact_hits, ..card };
    let horse = || UnitType {
        keywords: [Normal, Cavalry].into(),
        ..armed(4, 6, 6, 2, 4)
    };
    for (card, expected) in [
        (line(), 0),
        (printed(line(), 2), 2),
        (horse(), 1),
        (printed(horse(), 1), 2),
    ] {
        let cards = [card, line()];
        assert_eq!(
            melee(rushes(edition, cards.clone(), FRONT, Side::Front)).3,
            expected
        );
        assert_eq!(
            melee(around(edition, cards, FRONT, Side::Front)).3,
            0,
            "not charging"
        );
    }
    let charge = melee(rushes(edition, [horse(), line()], FRONT, Side::Front));
    assert_eq!(charge, of_editions(edition, [(6, 4, 4, 1), (4, 4, 5, 1)]));
}

in_editions!(impact_hits:
    #[test] fn bg4_keyw_06_cavalry_has_its_own_impact_hit_besides_the_cards(V4);
    #[test] fn bg4_mods_13_impact_hits_only_while_charging(V4);
    #[test] fn bg3_mod_09_impact_hits_are_damage_dice(V3);
    #[test] fn bg3_mod_10_charging_cavalry_has_one_impact_hit(V3);
    #[test] fn bg3_key_03_cavalry(V3);
);

/// The later edition counts sides, and no Skirmishers; the earlier one units besides the attacker.
fn pinching(edition: Edition) {
    let on = |kind: UnitType, others: &[((f64, f64, f64), Side, UnitType)]| {
        let start = scene_of(edition).unit("B1", kind, AT);
        let made = { (1..).zip(others) }.fold(start, |made, (number, (place, side, card))| {
            let name = format!("A{number}");
            made.unit(&name, card.clone(), *place).engaged(&name, "B1", *side)
        });
        let state = made.state();
        move |unit: &str| short(&numbers(&state, unit, "B1", AttackKind::Melee))
    };
    let front = (FRONT, Side::Front, line());
    let flank = (FLANK, Side::Left, line());
    let other = (OTHER_FLANK, Side::Right, line());
    let rear = (REAR, Side::Rear, line());
    let shared = [16.25, 19.75].map(|x| ((x, 10.0, 0.0), Side::Front, line()));
    let skirmisher = with_keywords(&[Normal, Skirmisher]);
    let beside = (FLANK, Side::Left, skirmisher.clone());
    let behind = (REAR, Side::Rear, skirmisher);
    let [one, two] = shared.clone();
    for (units, plus) in [
        (vec![front.clone()], [0, 0]),
        (vec![front.clone(), flank.clone()], [1, 1]),
        (vec![front.clone(), flank.clone(), other.clone()], [2, 2]), // (book example)
        (vec![front.clone(), flank.clone(), rear.clone()], [2, 2]),
        (vec![front.clone(), flank.clone(), other, rear], [3, 3]),
        (shared.to_vec(), [0, 0]),
        (vec![one, two, flank.clone()], [1, 2]),
        (vec![front.clone(), beside], [0, 1]),
        (vec![front, flank.clone(), behind], [1, 2]),
    ] {
        let plus = of_editions(edition, plus);
        let numbers_of = on(line(), &units);
        for (number, (_, side, _)) in (1..).zip(&units) {
            // A Skirmisher is no more pinching than pinched in the later edition.
            if units[number - 1].2 == line() || edition == Edition::V3 {
                let flanking = i32::from(*side != Side::Front);
                let rear = i32::from(*side == Side::Rear);
                let expected = (5, 3 + plus + flanking, 3 + plus + rear, 0);
                assert_eq!(
                    numbers_of(&format!("A{number}")),
                    expected,
                    "A{number}: {units:?}"
                );
            }
        }
    }
    // A Colossal unit reaches from y 10 to 15; two on one flank of it are on one side.
    let before = ((18.0, 8.75, 0.0), Side::Front, line());
    assert_eq!(on(colossal(), std::slice::from_ref(&before))("A1"), (5, 3, 3, 0));
    assert_eq!(on(colossal(), &[before, flank])("A1"), (5, 4, 4, 0));
    let one_flank = [11.25, 13.75].map(|y| ((21.0, y, 270.0), Side::Left, line()));
    assert_eq!(on(colossal(), &one_flank)("A1"), (5, 4, 3, 0), "flanking alone");
    // Charging cavalry on the flank of a unit that is fought in front too.
    let horse = UnitType {
        keywords: [Normal, Cavalry].into(),
        ..armed(4, 6, 6, 2, 4)
    };
    let made = rushes(edition, [horse, armed(5, 5, 5, 0, 0)], FLANK, Side::Left)
        .unit("A2", line(), FRONT)
        .engaged("A2", "B1", Side::Front);
    assert_eq!(melee(made), of_editions(edition, [(6, 8, 7, 1), (4, 8, 8, 1)]));
}

in_editions!(pinching:
    #[test] fn bg4_mods_10_pinching_counts_sides(V4);
    #[test] fn bg4_skirm_13_two_line_units_pinch_besides_a_skirmisher(V4);
    #[test] fn bg4_colos_08_pinching_helps_against_a_colossal_unit_too(V4);
    #[test] fn bg3_mod_14_a_bonus_for_each_unit_besides(V3);
    #[test] fn bg3_key_11_a_colossal_unit_is_pinched_like_others(V3);
    #[test] fn bg3_key_30_skirmishers_count_for_the_bonus_of_a_pinch(V3);
    #[test] fn bg3_key_31_a_skirmisher_and_a_regular_both_have_the_bonus_of_the_pinch(V3);
);

/// The same as [`range`](super::range), in an edition.
fn shoots(edition: Edition, target: UnitType, distance: f64) -> Scene {
    range(archers(), target, distance).set(|state| (state.edition, state.turn) = (edition, 3))
}

fn kinds_of_targets(edition: Edition) {
    let both = UnitType {
        keywords: [Large, Colossal, Infantry].into(),
        ..colossal()
    };
    for (card, change) in [
        (line(), 0),
        (with_keywords(&[Normal, Cavalry]), -1),
        (with_keywords(&[Large, Cavalry]), 0),
        (with_keywords(&[Large, Infantry]), 1),
        (colossal(), 2), // RULING: BG4-MODS-20, not 3.
        (both, 2),
    ] {
        let keywords = card.keywords.clone();
        assert_eq!(shot(shoots(edition, card, 5.0)).1, 3 + change, "{keywords:?}");
    }
}

in_editions!(kinds_of_targets:
    #[test] fn bg4_mods_20_cavalry_large_and_colossal_targets(V4);
    #[test] fn bg3_mod_17_large_and_colossal_targets(V3);
    #[test] fn bg3_mod_18_cavalry_target(V3);
    #[test] fn bg3_key_04_large_units_are_easier_to_shoot(V3);
    #[test] fn bg3_key_05_a_colossal_target_counts_as_colossal_alone(V3);
    #[test] fn bg3_ref_06_cavalry_target_is_a_penalty(V3);
);

fn range_bands(edition: Edition) {
    let beyond = of_editions(edition, [0.1, 0.01]);
    for (distance, band, penalty) in [
        (7.0, Band::Short, 0),
        (7.0 + beyond, Band::Long, 1),
        (14.0, Band::Long, 1),
        (14.0 + beyond, Band::Extreme, 2),
    ] {
        let found = band_by(edition.profile(), inches(distance), (false, false));
        assert_eq!(found, band, "{distance}");
        assert_eq!(
            shot(shoots(edition, line(), distance)).1,
            3 - penalty,
            "{distance}"
        );
    }
}

in_editions!(range_bands:
    #[test] fn bg4_mods_14_long_and_extreme_range(V4);
    #[test] fn bg3_mod_16_range_bands(V3);
);

fn fast_targets(edition: Edition) {
    let at = |moves: f64, order: Order| shoots(edition, moving(moves), 5.0).order("B1", order);
    let routing = |made: Scene| made.change("B1", |unit| unit.status = Status::Routing);
    let wood = |made: Scene, from: (f64, f64), to: (f64, f64)| {
        let outline = [from, (to.0, from.1), to, (from.0, to.1)];
        made.terrain(ground(TerrainType::Forest, &outline))
    };
    let capped = at(8.5, Order::Close).change("B1", |unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(crate::scene::mc(6.0)),
            ..Orders::plain(Order::Close)
        }));
    });
    for (made, expected) in [
        (at(8.5, Order::Close), 2),
        (at(7.0, Order::Close), 2),
        (at(6.0, Order::Close), 3),
        (capped, 3),
        // RULING: BG4-MODS-15, a Holding unit counts as slow.
        (at(8.5, Order::Hold), 3),
        (routing(at(7.0, Order::Close)), 2),
        // Move 7 in a forest is 6; only the cover counts.
        (wood(at(7.0, Order::Close), (10.0, 15.5), (26.0, 25.0)), 2),
    ] {
        assert_eq!(shot(made).1, expected);
    }
    match edition {
        // RULING: BG4-MODS-15, a Disrupted unit counts as slow too.
        Edition::V4 => {
            let disrupted = at(8.5, Order::Close).change("B1", |unit| unit.status = Status::Disrupted);
            assert_eq!(shot(disrupted).1, 3);
        }
        Edition::V3 => {
            let hardly_wooded = wood(at(7.0, Order::Close), (17.9, 17.4), (18.1, 18.0));
            assert_eq!(shot(hardly_wooded).1, 3, "6 inches in the forest");
            let engaged = at(8.5, Order::Close)
                .unit("A2", line(), (18.0, 20.0, 180.0))
                .engaged("A2", "B1", Side::Rear);
            assert_eq!(shot(engaged).1, 2, "not fast, but an engaged target");
        }
    }
}

in_editions!(fast_targets:
    #[test] fn bg4_mods_15_fast_moving_targets(V4);
    #[test] fn bg3_mod_21_fast_moving_target(V3);
);

/// Only in the later edition does an order count that would move the shooter: see the vectors of `BG4-MODS-16`.
fn move_and_shoot(edition: Edition) {
    let still = || shoots(edition, line(), 5.0);
    assert_eq!(shot(still()).1, 3);
    assert_eq!(shot(still().change("A1", |unit| unit.turn.moved = true)).1, 2);
    let close = shot(still().order("A1", Order::Close)).1;
    assert_eq!(close, of_editions(edition, [2, 3]));
}

in_editions!(move_and_shoot:
    #[test] fn bg4_mods_16_move_and_shoot_by_what_was_moved(V4);
    #[test] fn bg3_mod_19_move_and_shoot_only_if_it_moved(V3);
);

/// Every row of the tables of engaged attacks (v4 p. 101; v3 pp. 19-20), each against the plain attack.
fn engaged_attacks(edition: Edition) {
    let stands = |place, side| around(edition, lines(), place, side);
    let front = || stands(FRONT, Side::Front);
    let charges =
        |own: UnitType, place, side| rushes(edition, [own, line()], place, side).order("B1", Order::Hold);
    let horse = || UnitType {
        keywords: [Normal, Cavalry].into(),
        ..line()
    };
    let pinch = || front().unit("A2", line(), FLANK).engaged("A2", "B1", Side::Left);
    let twice = || pinch().unit("A3", line(), REAR).engaged("A3", "B1", Side::Rear);
    let low_wall = || wall(TerrainType::LowWall, &[(10.0, 11.25), (26.0, 11.25)]);
    let large = || with_keywords(&[Large, Infantry]);
    for (words, made, by, expected) in [
        ("no row", front(), "A1", [(5, 3, 3, 0); 2]),
        (
            "in the yellow",
            front().change("A1", |unit| unit.marked = 4),
            "A1",
            [(4, 3, 3, 0), (5, 2, 3, 0)],
        ),
        (
            "in the red",
            front().change("A1", |unit| unit.marked = 7),
            "A1",
            [(3, 3, 3, 0), (5, 1, 3, 0)],
        ),
        (
            "frightened",
            front().change("A1", |unit| unit.turn.frightened = true),
            "A1",
            [(5, 3, 3, 0), (4, 2, 2, 0)],
        ),
        (
            "outreached",
            charges(large(), FRONT, Side::Front),
            "B1",
            [(5, 3, 3, 0), (4, 3, 3, 0)],
        ),
        (
            "charging",
            charges(line(), FRONT, Side::Front),
            "A1",
            [(7, 3, 3, 0), (5, 3, 4, 0)],
        ),
        (
            "charging with 3 dice",
            charges(armed(3, 5, 5, 2, 2), FRONT, Side::Front),
            "A1",
            [(4, 3, 3, 0), (3, 3, 4, 0)],
        ),
        (
            "charging Cavalry",
            charges(horse(), FRONT, Side::Front),
            "A1",
            [(7, 3, 3, 1), (5, 3, 4, 1)],
        ),
        (
            "charging a flank",
            charges(line(), FLANK, Side::Left),
            "A1",
            [(7, 4, 3, 0), (5, 4, 4, 0)],
        ),
        ("flanking", stands(FLANK, Side::Left), "A1", [(5, 4, 3, 0); 2]),
        ("to its flank", stands(FLANK, Side::Left), "B1", [(4, 3, 3, 0); 2]),
        ("rear attack", stands(REAR, Side::Rear), "A1", [(5, 4, 4, 0); 2]),
        ("to its rear", stands(REAR, Side::Rear), "B1", [(5, 2, 2, 0); 2]),
        ("pinching, one besides", pinch(), "A1", [(5, 4, 4, 0); 2]),
        ("pinching, two besides", twice(), "A1", [(5, 5, 5, 0); 2]),
        // In the later edition high ground helps the defence only.
        (
            "high ground",
            front().terrain(hill_over(1, (10.0, 8.0), (26.0, 11.25))),
            "A1",
            [(5, 3, 3, 0), (5, 4, 3, 0)],
        ),
        (
            "soft cover",
            front().order("B1", Order::Hold).terrain(low_wall()),
            "A1",
            [(5, 2, 3, 0); 2],
        ),
    ] {
        let target = if by == "A1" { "B1" } else { "A1" };
        let found = short(&numbers(&made.state(), by, target, AttackKind::Melee));
        assert_eq!(found, of_editions(edition, expected), "{words}");
    }
    // No modifier of shots counts in melee: a horse is no harder to strike.
    assert_eq!(melee(around(edition, [line(), horse()], FRONT, Side::Front)).1, 3);
}

in_editions!(engaged_attacks:
    #[test] fn bg4_mods_02_melee_modifiers(V4);
    #[test] fn bg3_mod_02_modifiers_of_engaged_attacks(V3);
);

/// Every row of the tables of shots (v4 p. 101; v3 pp. 19-20), each against the plain shot (to hit 3).
fn shots(edition: Edition) {
    let at = |target: UnitType, distance: f64| {
        let deep = target.size.depth().value() / 2.0;
        scene_of(edition)
            .holding("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .holding("B1", target, (18.0, 5.0 + distance + deep, 180.0))
    };
    let fast = |movement: f64| at(moving(movement), 6.0).order("B1", Order::Close);
    let moved = |made: Scene| made.change("A1", |unit| unit.turn.moved = true);
    let large = with_keywords(&[Large, Infantry]);
    let horse = || with_keywords(&[Normal, Cavalry]);
    let fought = at(line(), 6.0)
        .unit("A2", line(), (18.0, 14.75, 180.0))
        .engaged("A2", "B1", Side::Rear);
    let other_nearer = at(line(), 6.0)
        .holding("B2", line(), (22.0, 9.0, 180.0))
        .objective("A1", Objective::Enemy(id("B1")));
    let above = |distance: f64| at(line(), distance).terrain(hill_over(1, (10.0, 0.5), (26.0, 6.0)));
    let below = at(line(), 6.0).terrain(hill_over(1, (10.0, 9.0), (26.0, 20.0)));
    let covered = |kind| at(line(), 6.0).terrain(rectangle(kind, (10.0, 10.9), (26.0, 14.0)));
    let swift_horse = UnitType {
        movement: crate::scene::mc(8.5),
        ..horse()
    };
    let worst = moved(at(swift_horse, 10.0)).order("B1", Order::Close);
    for (words, made, expected) in [
        ("no row", at(line(), 6.0), [3, 3]),
        ("long range", at(line(), 10.0), [2, 2]),
        ("extreme range", at(line(), 15.0), [1, 1]),
        ("large target", at(large, 6.0), [4, 4]),
        ("colossal target", at(colossal(), 6.0), [5, 5]),
        ("cavalry target", at(horse(), 6.0), [2, 2]),
        ("move and shoot", moved(at(line(), 6.0)), [2, 2]),
        ("engaged target", fought, [3, 2]),
        ("not the nearest enemy", other_nearer, [2, 3]),
        ("fast-moving target", fast(7.0), [2, 2]),
        ("below 7", fast(6.0), [3, 3]),
        ("four of them", worst, [-1, -1]),
        ("shooting down", above(6.0), [3, 4]),
        ("shooting down, 2.5 closer", above(9.5), [3, 4]),
        ("shooting up, 2.5 farther", below, [2, 2]),
        ("soft cover", covered(TerrainType::Forest), [2, 2]),
        ("hard cover", covered(TerrainType::FortificationInside), [1, 1]),
    ] {
        let found = short(&numbers(&made.state(), "A1", "B1", AttackKind::Ranged));
        let to_hit = of_editions(edition, expected);
        assert_eq!(found, (5, to_hit, 3, 0), "{words}");
    }
}

in_editions!(shots:
    #[test] fn bg4_mods_03_ranged_modifiers(V4);
    #[test] fn bg3_mod_02_modifiers_of_ranged_attacks(V3);
);

fn impact_hits_are_dice_to_damage(edition: Edition) {
    let dice = of_editions(edition, [7, 5]);
    let rolled = |impact_hits: u8, hits: usize| {
        let card = UnitType {
            impact_hits,
            ..line()
        };
        let made = rushes(edition, [card, line()], FRONT, Side::Front).order("B1", Order::Hold);
        let shown = [vec![1; hits], vec![6; dice - hits]].concat();
        let (_, events) = on_with(crate::playing::combat(made), &[], &shown).unwrap();
        rolls(&events)[..2]
            .iter()
            .map(|roll| (roll.0, roll.2))
            .collect::<Vec<_>>()
    };
    assert_eq!(rolled(1, 2), [(dice, false), (3, true)], "two hits and one");
    assert_eq!(rolled(2, 0), [(dice, false), (2, true)], "no hits and two");
}

in_editions!(impact_hits_are_dice_to_damage:
    #[test] fn bg4_mods_13_impact_hits_are_dice_to_wound(V4);
    #[test] fn bg3_mod_09_an_impact_hit_is_a_die_to_damage_without_a_hit(V3);
);
