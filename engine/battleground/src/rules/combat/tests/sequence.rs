//! The attack sequence: rolls, windows, damage (pp. 93-100).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::flow::decide;
use crate::model::agenda::Frame;
use crate::model::attack::{Asked, AttackStage};
use crate::model::cards::RangedType;
use crate::model::effect::Dice;
use crate::model::event::CombatEvent;
use crate::model::orders::Order;
use crate::procedures::attack::ammunition::ammo_boxes;
use crate::procedures::attack::dice::{Read, candidates, overkill, places, successes};
use crate::rules::combat::{begin_attack, odds};
use crate::scene::{scene, shooting, with_keywords};

/// A1 attacks B1, both engaged since an earlier turn, with nobody holding a card.
fn duel() -> Scene {
    scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
}

/// One Free Attack of A1 on B1 with these dice, played to its end.
fn one(scene: Scene, kind: AttackKind, dice: &[u8]) -> (State, Vec<Event>) {
    let mut state = scene.state();
    state.agenda.clear();
    let (result, state, events) = at_table(state, dice, |table| {
        begin_attack(table, id("A1"), id("B1"), kind, None);
        go_on(table)
    });
    result.unwrap();
    (state, events)
}

#[test]
fn bg4_atk_01_the_sequence_of_an_attack() {
    // Five dice at 3: two hits; two dice at 3: one wound; one box.
    let (state, events) = one(duel(), AttackKind::Melee, &[1, 3, 4, 5, 6, 3, 4]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 2, 1)]);
    assert_eq!(state.unit(id("B1")).unwrap().marked, 1);
    assert!(state.attack.is_none());
    // No hits end the attack; on a ranged attack an ammo box is marked all the same.
    let bow = scene()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .order("A1", Order::Range)
        .unit("B1", line(), (18.0, 17.5, 180.0));
    let (state, events) = one(bow, AttackKind::Ranged, &[6, 6, 6, 5, 4]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 0, 0)]);
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 1);
    // No hits but one Impact Hit: step 2 with one die.
    let horse = with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let charge = rushed_now(
        scene().unit("A1", horse, FRONT).unit("B1", line(), AT),
        "A1",
        "B1",
        Side::Front,
    );
    let (_, events) = one(charge, AttackKind::Melee, &[6, 6, 6, 6, 6, 6, 6, 2]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 1)]);
}

#[test]
fn bg4_atk_03_no_dice_no_roll() {
    let weak = || {
        scene()
            .unit("A1", armed(2, 5, 5, 2, 2), FRONT)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", Side::Front)
            .change("A1", |unit| unit.marked = 7)
    };
    let (_, events) = one(weak(), AttackKind::Melee, &[]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 0, 0)]);
    assert!(events.iter().all(|event| event.rolls().is_empty()));
}

#[test]
fn bg4_atk_07_every_ranged_attack_marks_a_box() {
    let bow = |marked| {
        scene()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
            .order("A1", Order::Range)
            .change("A1", |unit: &mut crate::model::state::Unit| {
                unit.ammo_marked = marked;
            })
            .unit("B1", line(), (18.0, 17.5, 180.0))
    };
    let (state, _) = one(bow(5), AttackKind::Ranged, &[6, 6, 6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 6);
    // All marked: it does not shoot any more.
    let (state, events) = fight(combat(bow(6).order("B1", Order::Hold)), &[], &[]);
    assert!(resolved(&events).is_empty());
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 6);
    // Melee marks none.
    let (state, _) = one(duel(), AttackKind::Melee, &[6, 6, 6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 0);
}

#[test]
fn bg4_atk_08_ammo_boxes_by_type_and_range() {
    let of = |range: f64, way, keywords: &[Keyword]| ammo_boxes(&with(shooting(range, way), keywords));
    use RangedType::{Indirect, LineOfSight, LowArc};
    for (range, way, keywords, boxes) in [
        (14.0, Indirect, &[][..], 6),
        (10.5, LineOfSight, &[], 3),
        (21.0, LowArc, &[], 6),
        (10.5, Indirect, &[Keyword::Skirmisher], 3),
        (10.5, Indirect, &[], 4),
        (10.5, LowArc, &[], 4),
        (14.0, LineOfSight, &[], 4),
        (7.0, LineOfSight, &[Keyword::Javelins], 1),
        (3.5, LineOfSight, &[Keyword::Pila], 1),
        (3.5, LineOfSight, &[Keyword::Skirmisher, Keyword::Javelins], 2),
        (12.0, Indirect, &[], 4), // RULING: BG4-ATK-08.
    ] {
        assert_eq!(of(range, way, keywords), boxes, "{range} {way:?} {keywords:?}");
    }
    let mut printed = shooting(14.0, Indirect);
    printed.ammo = Some(2);
    assert_eq!(ammo_boxes(&printed), 2);
    assert_eq!(ammo_boxes(&line()), 0);
    for (card, boxes) in [
        ("town-archers", 6),
        ("arbalesters", 4),
        ("runner-screen", 2),
        ("outriders", 1),
        ("field-ballista", 6),
        ("moor-bows", 4),
        ("bog-slingers", 3),
        ("hag-coven", 4),
        ("sworn-exiles", 1),
    ] {
        assert_eq!(ammo_boxes(&sample(card)), boxes, "{card}");
    }
}

#[test]
fn bg4_atk_09_several_ranged_attacks_share_the_larger_set() {
    let coven = |spell: RangedType, own: (f64, RangedType)| {
        let mut card = sample("hag-coven");
        card.spells.truncate(1);
        card.spells[0].way = spell;
        card.ranged = shooting(own.0, own.1).ranged;
        ammo_boxes(&card)
    };
    // Line of Sight 14 with Indirect 10.5, then with Indirect 14.
    assert_eq!(coven(RangedType::LineOfSight, (10.5, RangedType::Indirect)), 4);
    assert_eq!(coven(RangedType::LineOfSight, (14.0, RangedType::Indirect)), 6);
}

#[test]
fn bg4_skirm_14_skirmishers_have_two_or_three() {
    assert_eq!(
        [
            ammo_boxes(&sample("runner-screen")),
            ammo_boxes(&sample("bog-slingers"))
        ],
        [2, 3]
    );
}

#[test]
fn bg4_atk_10_overkill_comes_after_rerolls() {
    // A unit rule that rerolls one 6 at a target of 6: reroll first, then Overkill on what is still 6.
    assert_eq!(successes(6, &[6, 6]), 1);
    assert_eq!(successes(6, &[2, 6]), 2);
}

#[test]
fn bg4_atk_11_overkill() {
    assert_eq!(successes(6, &[6, 6, 3]), 2);
    assert_eq!(successes(7, &[6, 6, 6]), 2);
    // (book example) To hit at 6 one is converted, to wound at 7 two.
    assert_eq!([overkill(6), overkill(7), overkill(5)], [1, 2, 0]);
    // The failed 6 rolled again shows 6: still two. The converted one rolled to 2: the other 6 counts, three.
    assert_eq!(successes(6, &[6, 6, 3]), 2);
    assert_eq!(successes(6, &[2, 6, 3]), 3);
    let read: Vec<Read> = places(6, &[6, 6, 3]).collect();
    assert_eq!(read, [Read::Converted, Read::Failure, Read::Success]);
    assert_eq!(candidates(6, &[6, 6, 3], Dice::Failed), [(1, Read::Failure)]);
    assert_eq!(
        candidates(6, &[6, 6, 3], Dice::Successful),
        [(2, Read::Success), (0, Read::Converted)]
    );
}

#[test]
fn bg4_atk_12_ones_always_succeed() {
    assert_eq!(successes(-2, &[1, 2, 1]), 2);
    for target in -5..10 {
        assert_eq!(successes(target, &[1]), 1, "{target}");
    }
}

#[test]
fn bg4_atk_13_chance_of_a_die() {
    for (target, of_six) in [(3, 3.0), (0, 1.0), (-4, 1.0), (5, 5.0), (8, 5.0)] {
        assert!(
            (odds::rule(target).chance() - of_six / 6.0).abs() < 1e-12,
            "{target}"
        );
    }
    // At 8 the conversion of up to three 6s comes on top.
    for (sixes, hits) in [(1, 1), (2, 2), (3, 3), (4, 3)] {
        assert_eq!(successes(8, &[6; 4][..sixes]), hits, "{sixes} sixes");
    }
    assert_eq!(successes(8, &[5, 6, 6, 6, 6]), 4);
    let mean = |dice, target| {
        let prospect = odds::Prospect {
            start: odds::Start::Dice(dice),
            to_hit: target,
            hit_rerolls: vec![],
            hits: vec![],
            impact_hits: 0,
            to_wound: 0,
            wound_rerolls: vec![],
            wounds: vec![],
            least: 0,
            boxes: 9,
        };
        prospect.odds().unwrap().hits.mean()
    };
    assert!((mean(2, 6) - 71.0 / 36.0).abs() < 1e-12);
    assert!((mean(1, 6) - 1.0).abs() < 1e-12);
}

/// The windows that open in an attack of A1 on B1: the stage and who is asked, everybody passing.
fn windows(scene: Scene, dice: &[u8]) -> Vec<(AttackStage, Asked)> {
    let mut state = scene.state();
    state.agenda = vec![Frame::from(Step::Attacks)];
    state.agenda.clear();
    let ((), _, events) = at_table(state, dice, |table| {
        begin_attack(table, id("A1"), id("B1"), AttackKind::Melee, None);
        go_on(table).unwrap();
        while let Some((seat, _)) = asked(table.state()).first().cloned() {
            decide(table, seat, &Command::Pass).unwrap();
        }
    });
    events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackWent { stage, asked })
                if !matches!(asked, Asked::Nobody | Asked::Closed) =>
            {
                Some((*stage, *asked))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn bg4_atk_14_windows_attacker_first_then_defender() {
    use AttackStage::{AfterHit, AfterWound, BeforeHit, BeforeWound, Damage};
    let dice = [1, 6, 6, 6, 6, 1];
    let both = windows(with_hands(duel(), [&[1], &[1]]), &dice);
    let all: Vec<_> = [BeforeHit, AfterHit, BeforeWound, AfterWound, Damage]
        .into_iter()
        .flat_map(|stage| [(stage, Asked::Attacker), (stage, Asked::Defender)])
        .collect();
    assert_eq!(both, all);
    // Nobody is asked who holds no card.
    assert!(windows(with_hands(duel(), [&[], &[]]), &dice).is_empty());
    let only_defender = windows(with_hands(duel(), [&[], &[1]]), &dice);
    assert!(only_defender.iter().all(|(_, asked)| *asked == Asked::Defender));
    assert_eq!(only_defender.len(), 5);
    // No hits: no window after that of the to-hit roll.
    let missed = windows(with_hands(duel(), [&[1], &[]]), &[6, 6, 6, 6, 6]);
    assert_eq!(
        missed,
        [(BeforeHit, Asked::Attacker), (AfterHit, Asked::Attacker)]
    );
}

#[test]
fn bg4_atk_16_a_window_is_always_offered() {
    // The attacker cannot roll before the defender was asked: the dice lie only after their pass.
    let state = with_hands(duel(), [&[], &[1]]).state();
    let ((), _, events) = at_table(
        State {
            agenda: Vec::new(),
            ..state
        },
        &[6, 6, 6, 6, 6],
        |table| {
            begin_attack(table, id("A1"), id("B1"), AttackKind::Melee, None);
            go_on(table).unwrap();
            assert_eq!(asked(table.state()), [(Seat::B, "attack_card".to_owned())]);
            assert!(table.state().attack.as_ref().unwrap().hit_roll.is_none());
            let early = decide(table, Seat::A, &Command::Pass).unwrap_err();
            assert_eq!(early.id(crate::editions::Edition::V4), "BG4-ATK-14");
            decide(table, Seat::B, &Command::Pass).unwrap();
            decide(table, Seat::B, &Command::Pass).unwrap();
        },
    );
    assert_eq!(resolved(&events).len(), 1);
}

#[test]
fn bg4_atk_18_direct_damage_begins_at_the_damage_step() {
    let mut coven = sample("hag-coven");
    let direct = crate::model::effect::Effect::Damage { wounds: 2 };
    coven.spells[0].profile = None;
    coven.spells[0].effects = vec![direct];
    let scene = scene()
        .unit("A1", coven, (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 17.5, 180.0));
    // The defender's card 10, Close Ranks: one wound less.
    let mut state = with_hands(scene, [&[], &[10]]).state();
    state.agenda.clear();
    let ((), state, events) = at_table(state, &[], |table| {
        begin_attack(table, id("A1"), id("B1"), AttackKind::Spell { spell: 0 }, None);
        go_on(table).unwrap();
        let card = Command::PlayCard {
            card: crate::model::names::CardNo(10),
            colour: crate::model::cards::Colour::Blue,
            on: vec![],
        };
        decide(table, Seat::B, &card).unwrap();
    });
    assert_eq!(resolved(&events), [("A1".to_owned(), 0, 1)]);
    assert_eq!(state.unit(id("B1")).unwrap().marked, 1);
}
