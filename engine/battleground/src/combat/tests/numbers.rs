//! Modifiers and target numbers (pp. 94-95, 101-110).

use hindsight_geometry::inches::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::cards::{RangedType, TerrainType};
use crate::combat::modifiers::{Band, band};
use crate::combat::standing::{Shade, base_attacks, is_charging};
use crate::effect::{Change, Condition, Duration, Effect, Special, Target};
use crate::orders::{Objective, Order, Orders};
use crate::scene::{colossal, ground, hill, inches, moving, scene, shooting, wall, with_keywords};
use crate::state::{Lasting, LastingKind, Status};

/// A1 on the front of B1, both line units, engaged since an earlier turn.
fn duel(attacker: UnitType, target: UnitType) -> Scene {
    scene()
        .unit("A1", attacker, FRONT)
        .unit("B1", target, AT)
        .engaged("A1", "B1", Side::Front)
}

/// A shooter that looks north from (18, 10) with its front at 11.25, and a target whose front lies `distance` away.
fn range(shooter: UnitType, target: UnitType, distance: f64) -> Scene {
    let y = 11.25 + distance + target.size.depth().value() / 2.0;
    scene()
        .unit("A1", shooter, (18.0, 10.0, 0.0))
        .unit("B1", target, (18.0, y, 180.0))
        .order("A1", Order::Range)
        .order("B1", Order::Hold)
}

fn archers() -> UnitType {
    shooting(24.5, RangedType::Indirect)
}

fn melee(scene: Scene) -> (i32, i32, i32, i32) {
    short(&numbers(&scene.state(), "A1", "B1", AttackKind::Melee))
}

fn shot(scene: Scene) -> (i32, i32, i32, i32) {
    short(&numbers(&scene.state(), "A1", "B1", AttackKind::Ranged))
}

#[test]
fn bg4_atk_02_to_hit_is_skill_less_defence_with_all_modifiers() {
    // (book example) Pikemen against Dismounted Knights.
    assert_eq!(melee(duel(armed(5, 6, 5, 2, 2), armed(5, 5, 5, 3, 3))).1, 3);
    // Skill 5, flanking +1, defence 2, soft cover +1.
    let state = scene()
        .unit("A1", line(), FLANK)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Left)
        .state();
    let flanking = numbers(&state, "A1", "B1", AttackKind::Melee);
    assert_eq!(flanking.to_hit, 5 + 1 - 2);
    assert_eq!(
        flanking.on_hit.iter().map(|one| one.change).sum::<i32>(),
        flanking.to_hit
    );
    let covered = range(line(), line(), 5.0)
        .change("A1", |unit| {
            unit.status = Status::Ready(Some(Orders::plain(Order::Hold)));
        })
        .terrain(ground(
            TerrainType::Forest,
            &[(10.0, 15.0), (26.0, 15.0), (26.0, 25.0), (10.0, 25.0)],
        ));
    assert_eq!(shot(covered).1, 5 - 2 - 1);
}

#[test]
fn bg4_atk_03_dice_add_up_and_stop_at_none() {
    let spears = with(line(), &[Keyword::Spears]);
    let charge = rushed_now(
        scene().unit("A1", spears, FRONT).unit("B1", line(), AT),
        "A1",
        "B1",
        Side::Front,
    );
    assert_eq!(melee(charge).0, 6);
    // RULING: BG4-ATK-03, two dice In the Red are none.
    let few = duel(armed(2, 5, 5, 2, 2), line()).change("A1", |unit| unit.marked = 7);
    assert_eq!(melee(few).0, 0);
}

#[test]
fn bg4_atk_04_to_wound_is_power_less_toughness() {
    // (book example) Pikemen power 5 against toughness 3.
    assert_eq!(melee(duel(armed(5, 6, 5, 2, 2), armed(5, 5, 5, 3, 3))).2, 2);
    // Three hits and one Impact Hit are four dice: see the sequence of BG4-MODS-13.
}

#[test]
fn bg4_mods_01_general_modifiers_add_up() {
    let weak = duel(line(), line()).change("A1", |unit| {
        unit.status = Status::Disrupted;
        unit.marked = 4;
    });
    assert_eq!(melee(weak), (3, 4 - 2, 4 - 2, 0));
    let red = duel(line(), line()).change("A1", |unit| unit.marked = 7);
    assert_eq!(melee(red).0, 3);
}

#[test]
fn bg4_mods_02_melee_modifiers() {
    // A charging five-dice unit into a flank: (7), skill +1.
    let charge = rushed_now(
        scene().unit("A1", line(), FLANK).unit("B1", line(), AT),
        "A1",
        "B1",
        Side::Left,
    );
    assert_eq!(melee(charge), (7, 5 - 2 + 1, 5 - 2, 0));
}

#[test]
fn bg4_mods_03_ranged_modifiers() {
    let fast = UnitType {
        movement: crate::scene::mc(8.5),
        ..with_keywords(&[Keyword::Normal, Keyword::Cavalry])
    };
    let worst = range(archers(), fast, 10.0)
        .order("B1", Order::Close)
        .change("A1", |unit| unit.turn.moved = true);
    assert_eq!(shot(worst).1, 5 - 2 - 4);
}

#[test]
fn bg4_mods_04_a_frightened_unit_attacks_unchanged() {
    let calm = duel(line(), line());
    let frightened = duel(line(), line()).change("A1", |unit| unit.turn.frightened = true);
    assert_eq!(melee(frightened), melee(calm));
}

#[test]
fn bg4_mods_05_high_ground_helps_the_defence_only() {
    let slope =
        || duel(line(), line()).terrain(hill(1, &[(10.0, 11.3), (26.0, 11.3), (26.0, 20.0), (10.0, 20.0)]));
    assert_eq!(melee(slope()).1, 2);
    let down = numbers(&slope().state(), "B1", "A1", AttackKind::Melee);
    assert_eq!(down.to_hit, 3);
}

#[test]
fn bg4_mods_06_high_ground_shifts_the_range_bands() {
    let rows = [
        (10.0, true, false, Band::Short),
        (14.0, true, false, Band::Long),
        (18.0, true, false, Band::Extreme),
        (3.5, false, true, Band::Short),
        (4.0, false, true, Band::Long),
        (10.5, false, true, Band::Long),
        (11.0, false, true, Band::Extreme),
    ];
    for (distance, shooter, target, expected) in rows {
        assert_eq!(band(inches(distance), shooter, target), expected, "{distance}");
    }
}

#[test]
fn bg4_mods_07_cover_of_one_sort_counts_once() {
    // Two forests, one hedge before them: Soft Cover once.
    let forest = |from: f64, to: f64| {
        ground(
            TerrainType::Forest,
            &[(from, 14.0), (to, 14.0), (to, 25.0), (from, 25.0)],
        )
    };
    let covered = range(archers(), line(), 5.0)
        .terrain(forest(10.0, 18.0))
        .terrain(forest(18.0, 26.0))
        .terrain(wall(TerrainType::Hedge, &[(10.0, 13.0), (26.0, 13.0)]));
    let state = covered.state();
    assert_eq!(numbers(&state, "A1", "B1", AttackKind::Ranged).to_hit, 5 - 2 - 1);
    // RULING: BG4-MODS-07, one Soft and one Hard count both: the attack reads each entry of the field's cover.
    let fort = range(archers(), line(), 5.0)
        .terrain(forest(10.0, 26.0))
        .terrain(ground(
            TerrainType::FortificationInside,
            &[(10.0, 15.0), (26.0, 15.0), (26.0, 25.0), (10.0, 25.0)],
        ));
    assert_eq!(shot(fort).1, 5 - 2 - 3);
}

#[test]
fn bg4_mods_08_attacking_to_ones_own_flank_or_rear() {
    let around = |place, side| {
        scene()
            .unit("A1", line(), place)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", side)
            .state()
    };
    let back = |place, side| short(&numbers(&around(place, side), "B1", "A1", AttackKind::Melee));
    assert_eq!(back(REAR, Side::Rear), (5, 2, 2, 0));
    assert_eq!(back(FLANK, Side::Left), (4, 3, 3, 0));
    assert_eq!(back(FRONT, Side::Front), (5, 3, 3, 0));
}

#[test]
fn bg4_mods_09_flanking_and_rear_attacking() {
    let around = |place, side| {
        scene()
            .unit("A1", line(), place)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", side)
    };
    assert_eq!(melee(around(OTHER_FLANK, Side::Right)), (5, 4, 3, 0));
    assert_eq!(melee(around(REAR, Side::Rear)), (5, 4, 4, 0));
    let pinched = around(REAR, Side::Rear)
        .unit("A2", line(), FRONT)
        .engaged("A2", "B1", Side::Front);
    assert_eq!(melee(pinched), (5, 5, 5, 0));
}

#[test]
fn bg4_mods_10_pinching_counts_sides() {
    let on = |sides: &[(&str, (f64, f64, f64), Side)]| {
        let start = scene().unit("B1", line(), AT);
        let all = sides.iter().fold(start, |scene, (name, place, side)| {
            scene.unit(name, line(), *place).engaged(name, "B1", *side)
        });
        all.state()
    };
    let front = ("A1", FRONT, Side::Front);
    let flank = ("A2", FLANK, Side::Left);
    let other = ("A3", OTHER_FLANK, Side::Right);
    let rear = ("A4", REAR, Side::Rear);
    for (sides, plus) in [
        (vec![front], 0),
        (vec![front, flank], 1),
        (vec![front, flank, other], 2), // (book example)
        (vec![front, flank, other, rear], 3),
    ] {
        let of_front = numbers(&on(&sides), "A1", "B1", AttackKind::Melee);
        assert_eq!(
            (of_front.to_hit, of_front.to_wound),
            (3 + plus, 3 + plus),
            "{plus}"
        );
    }
    // Two on the front, one on a flank: two sides for all three.
    let three = on(&[
        ("A1", (16.25, 10.0, 0.0), Side::Front),
        ("A2", (19.75, 10.0, 0.0), Side::Front),
        ("A3", FLANK, Side::Left),
    ]);
    for (unit, plus) in [("A1", 1), ("A2", 1), ("A3", 2)] {
        assert_eq!(
            numbers(&three, unit, "B1", AttackKind::Melee).to_hit,
            3 + plus,
            "{unit}"
        );
    }
    // Rule BG4-SKIRM-13: a Skirmisher does not count.
    let screen = scene()
        .unit("B1", line(), AT)
        .unit("A1", line(), FRONT)
        .unit(
            "A2",
            with_keywords(&[Keyword::Normal, Keyword::Skirmisher]),
            FLANK,
        )
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left);
    assert_eq!(melee(screen).1, 3);
}

fn while_engaged(card: UnitType, dice: i8) -> UnitType {
    let mut card = card;
    card.specials.push(Special {
        change: Change {
            dice,
            ..Change::default()
        },
        when: vec![Condition::Engaged],
    });
    card
}

#[test]
fn bg4_mods_11_base_attacks_know_only_yellow_red_and_while_engaged() {
    // (book example) Persian Cavalry: three printed, two more while Engaged.
    let persian = while_engaged(armed(3, 5, 5, 2, 2), 2);
    let plain = line();
    for (card, shade, base) in [
        (&persian, Shade::Green, 5),
        (&persian, Shade::Yellow, 4),
        (&persian, Shade::Red, 3),
        (&plain, Shade::Green, 5),
    ] {
        assert_eq!(base_attacks(card, shade, true), base, "{shade:?}");
    }
    let charge = |marked, dice: u8| {
        let state = rushed_now(
            scene()
                .unit(
                    "A1",
                    while_engaged(armed(dice, 5, 5, 2, 2), if dice == 3 { 2 } else { 0 }),
                    FRONT,
                )
                .unit("B1", line(), AT)
                .change("A1", |unit| unit.marked = marked),
            "A1",
            "B1",
            Side::Front,
        )
        .state();
        numbers(&state, "A1", "B1", AttackKind::Melee).dice
    };
    assert_eq!([charge(0, 3), charge(4, 3), charge(7, 3)], [5 + 2, 4 + 2, 3 + 1]);
    assert_eq!(charge(4, 4), 3 + 1);
}

#[test]
fn bg4_mods_12_charging_dice() {
    let charge = |card: UnitType| {
        melee(rushed_now(
            scene().unit("A1", card, FRONT).unit("B1", line(), AT),
            "A1",
            "B1",
            Side::Front,
        ))
        .0
    };
    // (book example) Spearmen with five base attacks: +2 and -1.
    assert_eq!(charge(with(line(), &[Keyword::Spears])), 6);
    assert_eq!(
        [charge(armed(4, 5, 5, 2, 2)), charge(armed(3, 5, 5, 2, 2))],
        [6, 4]
    );
    assert_eq!(charge(armed(1, 5, 5, 2, 2)), 2);
    // RULING: BG4-MODS-12, no base attacks, no charging dice.
    assert_eq!(charge(armed(0, 5, 5, 2, 2)), 0);
    // Both Close, front to front: both charge (BG4-RUSH-18); on Hold, or with the own flank, not.
    let struck = |order, side, place| {
        let state = rushed_now(
            scene()
                .unit("A1", line(), place)
                .unit("B1", line(), AT)
                .order("B1", order),
            "A1",
            "B1",
            side,
        )
        .state();
        numbers(&state, "B1", "A1", AttackKind::Melee).dice
    };
    assert_eq!(struck(Order::Close, Side::Front, FRONT), 7);
    assert_eq!(struck(Order::Hold, Side::Front, FRONT), 5);
    assert_eq!(struck(Order::Close, Side::Left, FLANK), 4);
}

#[test]
fn bg4_mods_13_impact_hits_only_while_charging() {
    let horse = with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let charge = rushed_now(
        scene().unit("A1", horse.clone(), FRONT).unit("B1", line(), AT),
        "A1",
        "B1",
        Side::Front,
    );
    assert_eq!(melee(charge).3, 1);
    assert_eq!(melee(duel(horse, line())).3, 0);
    assert_eq!(melee(duel(line(), line())).3, 0);
    // RULING: BG4-MODS-13, none for a throw on the charge.
    let javelins = with(sample("outriders"), &[]);
    let throw = rushed_now(
        scene().unit("A1", javelins, FRONT).unit("B1", line(), AT),
        "A1",
        "B1",
        Side::Front,
    )
    .state();
    assert_eq!(numbers(&throw, "A1", "B1", AttackKind::Thrown).impact_hits, 0);
}

#[test]
fn bg4_mods_14_long_and_extreme_range() {
    for (distance, expected) in [
        (7.0, Band::Short),
        (7.1, Band::Long),
        (14.0, Band::Long),
        (14.1, Band::Extreme),
    ] {
        assert_eq!(band(inches(distance), false, false), expected, "{distance}");
        let penalty = match expected {
            Band::Short => 0,
            Band::Long => 1,
            Band::Extreme => 2,
        };
        assert_eq!(
            shot(range(archers(), line(), distance)).1,
            3 - penalty,
            "{distance}"
        );
    }
}

#[test]
fn bg4_mods_15_fast_moving_targets() {
    let at = |card: UnitType, order: Order| range(archers(), card, 5.0).order("B1", order);
    assert_eq!(shot(at(moving(8.5), Order::Close)).1, 2);
    assert_eq!(shot(at(moving(6.0), Order::Close)).1, 3);
    // (book example) A cap of 6.
    let capped = at(moving(8.5), Order::Close).change("B1", |unit| {
        unit.status = Status::Ready(Some(Orders {
            order: Order::Close,
            cap: Some(crate::scene::mc(6.0)),
            objective: None,
        }));
    });
    assert_eq!(shot(capped).1, 3);
    let hidden = at(moving(7.0), Order::Close).terrain(ground(
        TerrainType::Forest,
        &[(10.0, 15.5), (26.0, 15.5), (26.0, 25.0), (10.0, 25.0)],
    ));
    assert_eq!(
        shot(hidden).1,
        3 - 1,
        "Move 7 in a forest is 6; only the cover counts"
    );
    let routing = at(moving(7.0), Order::Close).change("B1", |unit| unit.status = Status::Routing);
    assert_eq!(shot(routing).1, 2);
    // RULING: BG4-MODS-15, a Holding or Disrupted unit counts as slow.
    assert_eq!(shot(at(moving(8.5), Order::Hold)).1, 3);
    let disrupted = at(moving(8.5), Order::Close).change("B1", |unit| unit.status = Status::Disrupted);
    assert_eq!(shot(disrupted).1, 3);
}

#[test]
fn bg4_mods_16_move_and_shoot_by_what_was_moved() {
    let still = range(archers(), line(), 5.0);
    assert_eq!(shot(still).1, 3);
    let moved = range(archers(), line(), 5.0).change("A1", |unit| unit.turn.moved = true);
    assert_eq!(shot(moved).1, 2);
}

#[test]
fn bg4_mods_17_not_nearest_enemy() {
    let two = |objective: &str| {
        range(archers(), line(), 13.0)
            .unit("B2", line(), (21.0, 18.5, 180.0))
            .order("B2", Order::Hold)
            .objective("A1", Objective::Enemy(id(objective)))
    };
    let far = numbers(&two("B1").state(), "A1", "B1", AttackKind::Ranged);
    assert!(far.on_hit.iter().any(|one| one.name == "Not Nearest Enemy"));
    let near = numbers(&two("B2").state(), "A1", "B2", AttackKind::Ranged);
    assert!(
        near.on_hit.iter().all(|one| one.name != "Not Nearest Enemy"),
        "it is the nearest"
    );
    let controlled = two("B1").change("A1", |unit| unit.turn.controlled = true);
    let controlled = numbers(&controlled.state(), "A1", "B1", AttackKind::Ranged);
    assert!(
        controlled
            .on_hit
            .iter()
            .all(|one| one.name != "Not Nearest Enemy")
    );
}

#[test]
fn bg4_mods_18_orders_count_on_either_turn() {
    // The same order gives the same numbers whoever is active.
    for active in [Seat::A, Seat::B] {
        let struck = rushed_now(
            scene().unit("A1", line(), FRONT).unit("B1", line(), AT),
            "A1",
            "B1",
            Side::Front,
        )
        .set(|state| state.active = Some(active))
        .state();
        assert_eq!(
            numbers(&struck, "B1", "A1", AttackKind::Melee).dice,
            7,
            "{active:?}"
        );
    }
}

#[test]
fn bg4_mods_19_holding() {
    let holds = |scene: Scene| {
        let state = scene.state();
        crate::combat::is_holding(&Field::of(&state), state.unit(id("A1")).unwrap())
    };
    let on = |order| scene().unit("A1", line(), (18.0, 5.0, 0.0)).order("A1", order);
    assert!(holds(on(Order::Hold)));
    assert!(!holds(on(Order::Close)));
    // RULING: BG4-MODS-19, directly controlled and moved, its order still would not move it.
    assert!(holds(on(Order::Hold).change("A1", |unit| {
        unit.turn.controlled = true;
        unit.turn.moved = true;
    })));
    assert!(!holds(
        on(Order::Hold).change("A1", |unit| unit.status = Status::Disrupted)
    ));
}

#[test]
fn bg4_mods_20_cavalry_large_and_colossal_targets() {
    for (card, change) in [
        (with_keywords(&[Keyword::Normal, Keyword::Cavalry]), -1),
        (with_keywords(&[Keyword::Large, Keyword::Cavalry]), 0),
        (with_keywords(&[Keyword::Large, Keyword::Infantry]), 1),
        (colossal(), 2), // RULING: BG4-MODS-20, not 3.
    ] {
        assert_eq!(shot(range(archers(), card, 5.0)).1, 3 + change);
    }
}

fn knights() -> UnitType {
    let mut card = with(armed(5, 5, 5, 2, 2), &[Keyword::Cavalry]);
    card.keywords.remove(&Keyword::Infantry);
    for change in [
        Change {
            power: 1,
            ..Change::default()
        },
        Change {
            def_skill: 1,
            ..Change::default()
        },
    ] {
        card.specials.push(Special {
            change,
            when: vec![Condition::Charging],
        });
    }
    card
}

#[test]
fn bg4_mods_21_what_the_unit_card_adds_while_charging() {
    // (book example) Knights: power and defence besides the Charging dice and the Impact Hit.
    let charge = rushed_now(
        scene()
            .unit("A1", knights(), FRONT)
            .unit("B1", line(), AT)
            .order("B1", Order::Hold),
        "A1",
        "B1",
        Side::Front,
    )
    .state();
    assert_eq!(
        short(&numbers(&charge, "A1", "B1", AttackKind::Melee)),
        (7, 3, 4, 1)
    );
    assert_eq!(numbers(&charge, "B1", "A1", AttackKind::Melee).to_hit, 2);
    // Knights on Close rushed on the front by A1 and on the flank by A2.
    let both = || {
        let scene = scene()
            .unit("B1", knights(), AT)
            .unit("A1", line(), FRONT)
            .unit("A2", line(), FLANK);
        rushed_now(rushed_now(scene, "A1", "B1", Side::Front), "A2", "B1", Side::Left).state()
    };
    let defence = |target: &str| {
        let state = both();
        let field = Field::of(&state);
        let situation = Situation {
            chosen: vec![(id("B1"), id(target))],
            ..Situation::of(&field)
        };
        ["A1", "A2"].map(|attacker| {
            let made = modifiers::numbers(&situation, id(attacker), id("B1"), AttackKind::Melee);
            made.on_hit.iter().any(|one| one.name.contains("Charging"))
        })
    };
    assert_eq!(
        defence("A1"),
        [true, true],
        "attacking the front enemy, it has the bonus against both"
    );
    assert_eq!(
        defence("A2"),
        [false, false],
        "attacking the flank enemy, it is not Charging"
    );
    let state = both();
    assert!(
        is_charging(&state, id("B1"), None),
        "before targets are chosen an enemy on the front is enough"
    );
    assert_eq!(numbers(&state, "B1", "A2", AttackKind::Melee).impact_hits, 0);
    assert_eq!(numbers(&state, "B1", "A1", AttackKind::Melee).impact_hits, 1);
}

#[test]
fn bg4_mods_21_a_replacement_ends_the_charge() {
    // RULING: BG4-ENG-09, toward a unit that stepped in nobody is Charging.
    let scene = scene().unit("A1", knights(), FRONT).unit("B1", line(), AT);
    let mut state = rushed_now(scene, "A1", "B1", Side::Front).state();
    assert!(is_charging(&state, id("A1"), None));
    state.engagements[0].taken_over = true;
    assert!(!is_charging(&state, id("A1"), None));
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (5, 3, 3, 0)
    );
    // Its enemy gone, a rusher stays Charging for its defence.
    state.engagements.clear();
    assert!(is_charging(&state, id("A1"), None));
}

#[test]
fn bg4_mods_22_a_throw_on_the_charge_has_ranged_modifiers_only() {
    let scene = scene().unit("A1", sample("outriders"), FLANK).unit(
        "B1",
        with_keywords(&[Keyword::Large, Keyword::Infantry]),
        AT,
    );
    let state = rushed_now(scene, "A1", "B1", Side::Left).state();
    // (3)5/4: no Charging dice, no Flanking, no +2 while Engaged; Large counts.
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Thrown)),
        (3, 5 - 2 + 1, 4 - 2, 0)
    );
    // The melee attack beside it: 3 + 2 + 2 dice, Flanking.
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (7, 5 - 2 + 1, 4 - 2, 1)
    );
}

#[test]
fn bg4_status_02_a_disrupted_unit_fights_worse() {
    let state = duel(line(), line())
        .change("A1", |unit| unit.status = Status::Disrupted)
        .state();
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (4, 2, 2, 0)
    );
}

#[test]
fn bg4_status_05_yellow_and_red_by_marked_boxes() {
    let boxes = line().boxes;
    for (marked, shade) in [
        (3, Shade::Green),
        (4, Shade::Yellow),
        (6, Shade::Yellow),
        (7, Shade::Red),
        (9, Shade::Red),
    ] {
        assert_eq!(Shade::of(boxes, marked), shade, "{marked}");
    }
    // RULING: BG4-STATUS-05, Red replaces Yellow.
    assert_eq!([Shade::Yellow.dice(), Shade::Red.dice()], [-1, -2]);
}

#[test]
fn bg4_keyw_06_cavalry_has_its_own_impact_hit_besides_the_cards() {
    let mut card = with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    card.impact_hits = 1;
    let charge = rushed_now(
        scene().unit("A1", card, FRONT).unit("B1", line(), AT),
        "A1",
        "B1",
        Side::Front,
    );
    assert_eq!(melee(charge).3, 2);
    assert_eq!(
        shot(range(
            archers(),
            with_keywords(&[Keyword::Normal, Keyword::Cavalry]),
            5.0
        ))
        .1,
        2
    );
}

#[test]
fn bg4_keyw_07_no_impact_hit_in_the_second_turn() {
    let horse = with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let mut state = rushed_now(
        scene().unit("A1", horse, FRONT).unit("B1", line(), AT),
        "A1",
        "B1",
        Side::Front,
    )
    .state();
    state.turn += 1;
    state.units[0].turn = crate::state::TurnMarks::default();
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (5, 3, 3, 0)
    );
}

#[test]
fn bg4_rush_23_a_flank_rush_costs_a_die_and_gives_no_flanking() {
    // (book example) Knights: +2 and -1; the enemy gets no Flanking.
    let scene = scene()
        .unit("A1", line(), (18.0, 9.5, 90.0))
        .unit("B1", line(), AT)
        .order("B1", Order::Hold);
    let state = flank_rushed_now(scene, "A1", "B1", Side::Left, Side::Front).state();
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (6, 3, 3, 0)
    );
    assert_eq!(
        short(&numbers(&state, "B1", "A1", AttackKind::Melee)),
        (5, 3, 3, 0)
    );
}

#[test]
fn bg4_cards_05_green_cards_change_the_frozen_numbers() {
    let surge = Lasting {
        name: "Battle Surge".to_owned(),
        kind: LastingKind::Card(crate::names::CardNo(16)),
        by: Seat::A,
        effects: vec![Effect::Change {
            on: Target::Chosen,
            change: Change {
                dice: 1,
                ..Change::default()
            },
            when: Vec::new(),
            lasts: Duration::Turn,
        }],
    };
    let with_surge = duel(line(), line()).change("A1", |unit| unit.lasting.push(surge));
    assert_eq!(melee(with_surge).0, 6);
}

#[test]
fn bg4_cards_12_stats_change_and_not_dice() {
    let changed = |skill: u8, plus: i8| {
        let grip = Lasting {
            name: "Aim".to_owned(),
            kind: LastingKind::Blessing,
            by: Seat::A,
            effects: vec![Effect::Change {
                on: Target::Chosen,
                change: Change {
                    skill: plus,
                    ..Change::default()
                },
                when: Vec::new(),
                lasts: Duration::Turn,
            }],
        };
        melee(duel(armed(5, skill, 5, 2, 2), line()).change("A1", |unit| unit.lasting.push(grip))).1
    };
    assert_eq!([changed(2, 2), changed(1, 2)], [2, 1]);
}

#[test]
fn bg4_atk_02_the_sample_units_reproduce_the_books_numbers() {
    // (book example) by the sample units: Pike Block against Household Foot gives 3 and 2.
    let block = duel(sample("pike-block"), sample("household-foot"));
    let block = numbers(&block.state(), "A1", "B1", AttackKind::Melee);
    assert_eq!((block.to_hit, block.to_wound), (3, 2));
    // Iron Knights charging Town Archers in the rear: 6 and 7.
    let scene = scene()
        .unit("A1", sample("iron-knights"), REAR)
        .unit("B1", sample("town-archers"), AT);
    let knights = numbers(
        &rushed_now(scene, "A1", "B1", Side::Rear).state(),
        "A1",
        "B1",
        AttackKind::Melee,
    );
    assert_eq!((knights.to_hit, knights.to_wound, knights.impact_hits), (6, 7, 1));
    assert_eq!(base_attacks(&sample("outriders"), Shade::Green, true), 5);
}
