//! Dice, To Hit and To Wound from the cards.

use super::*;

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
    // All of it in one attack: skill 5, Flanking +1, defence 2, Soft Cover +1.
    let mist = Lasting {
        name: "Mist".to_owned(),
        kind: LastingKind::Blessing,
        by: Seat::B,
        effects: vec![Effect::Cover {
            cover: crate::model::effect::Cover::Soft,
            lasts: Duration::UntilCourageFailed,
        }],
    };
    let all = scene()
        .unit("A1", line(), FLANK)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Left)
        .change("B1", |unit| unit.lasting.push(mist));
    assert_eq!(melee(all).1, 3);
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
fn bg4_mods_01_general_modifiers_add_up() {
    let weak = duel(line(), line()).change("A1", |unit| {
        unit.status = Status::Disrupted;
        unit.marked = 4;
    });
    assert_eq!(melee(weak), (3, 4 - 2, 4 - 2, 0));
    let red = duel(line(), line()).change("A1", |unit| unit.marked = 7);
    assert_eq!(melee(red).0, 3);
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
fn bg4_cards_05_green_cards_change_the_frozen_numbers() {
    let surge = Lasting {
        name: "Battle Surge".to_owned(),
        kind: LastingKind::Card(crate::model::names::CardNo(16)),
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
