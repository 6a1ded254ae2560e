//! What command cards changed of attacks and courage checks.

use super::*;
use crate::model::agenda::Step;
use crate::model::effect::{Change, Dice, Duration, Effect, Target};
use crate::model::names::CardNo;
use crate::model::state::{Lasting, LastingKind};
use crate::model::words;

fn card(by: Seat, number: u8, effects: Vec<Effect>) -> Lasting {
    Lasting {
        name: "a card".to_owned(),
        kind: LastingKind::Card(CardNo(number)),
        by,
        effects,
    }
}

fn change(on: Target, change: Change) -> Vec<Effect> {
    vec![Effect::Change {
        on,
        change,
        when: Vec::new(),
        lasts: Duration::Attack,
    }]
}

/// Card 2 of South: +2 to skill.
fn aimed() -> Lasting {
    let skill = Change {
        skill: 2,
        ..Change::default()
    };
    card(Seat::A, 2, change(Target::Attacker, skill))
}

/// Card 6 of North: +2 to the defensive skill.
fn shielded() -> Lasting {
    let def_skill = Change {
        def_skill: 2,
        ..Change::default()
    };
    card(Seat::B, 6, change(Target::Defender, def_skill))
}

/// An attack of A1 on B1 with these dice, target numbers before cards, cards, and dice that lie.
fn attack(numbers: (i32, i32, i32), cards: Vec<Lasting>, to_hit: &[u8], to_wound: &[u8]) -> State {
    let mut state = fight(AttackStage::Resolution);
    let attack = state.attack.as_deref_mut().unwrap();
    let printed = |change| {
        vec![hindsight_kernel::Modifier {
            name: "printed".to_owned(),
            change,
            rule: crate::model::rule::Rule::Atk02.of(crate::editions::Edition::V4),
        }]
    };
    attack.numbers = Numbers {
        dice: numbers.0,
        to_hit: numbers.1,
        to_wound: numbers.2,
        on_dice: printed(numbers.0),
        on_hit: printed(numbers.1),
        on_wound: printed(numbers.2),
        ..Numbers::default()
    };
    attack.cards = cards;
    attack.hit_roll = Some(roll(to_hit));
    attack.wound_roll = (!to_wound.is_empty()).then(|| roll(to_wound));
    state
}

/// What each player's cards changed: hits, wounds, checks.
fn changed(facts: &[Fact]) -> [[f64; 3]; 2] {
    let of = |counter| of_players(facts, counter, [0, 1]);
    let (hits, wounds) = (of("cards_changed_hits"), of("cards_changed_wounds"));
    let checks = of("cards_changed_checks");
    [0, 1].map(|seat| [hits[seat], wounds[seat], checks[seat]])
}

const NOTHING: [f64; 3] = [0.0; 3];

#[test]
fn bg3_ccard_05_what_a_card_changed_is_told_from_the_same_dice() {
    let dice = Change {
        dice: 2,
        ..Change::default()
    };
    let power = Change {
        power: 2,
        ..Change::default()
    };
    let toughness = Change {
        toughness: 1,
        ..Change::default()
    };
    let wounds = |by, seat, number| card(seat, number, vec![Effect::Wounds { by }]);
    let more_dice = card(Seat::A, 4, change(Target::Attacker, dice));
    let driven = card(Seat::A, 1, change(Target::Attacker, power));
    let hides = card(Seat::B, 7, change(Target::Defender, toughness));
    for (what, state, (hits, made), expected) in [
        (
            // 5 instead of 3: 1, 4 and 5 hit, else only the 1; of 2, 6, 3 two wound at 3, of the first die alone one.
            "skill",
            attack((4, 3, 3), vec![aimed()], &[1, 4, 5, 6], &[2, 6, 3]),
            (3, 2),
            [[2.0, 1.0, 0.0], NOTHING],
        ),
        (
            // Four dice instead of two: without the last two 2 alone hits, and its die shows a 6.
            "dice",
            attack((2, 3, 3), vec![more_dice], &[6, 2, 3, 4], &[6, 1]),
            (2, 1),
            [[1.0, 1.0, 0.0], NOTHING],
        ),
        (
            // 3 instead of 5 keeps two of four hits off; their dice were not thrown and wound at 3 one time in two.
            "defensive skill",
            attack((4, 5, 3), vec![shielded()], &[4, 5, 3, 1], &[1, 6]),
            (2, 1),
            [NOTHING, [2.0, 1.0, 0.0]],
        ),
        (
            // 3 instead of 1: both hits wound, else none.
            "power",
            attack((3, 6, 1), vec![driven], &[6, 6, 3], &[3, 2]),
            (2, 2),
            [[0.0, 2.0, 0.0], NOTHING],
        ),
        (
            // 2 instead of 3: of 3, 2 one wounds, else both.
            "toughness",
            attack((3, 6, 3), vec![hides], &[6, 6, 3], &[3, 2]),
            (2, 1),
            [NOTHING, [0.0, 1.0, 0.0]],
        ),
        (
            // One wound and one more, less one. Without the first none is left of the one that the dice make, without the
            // other there are two.
            "wounds",
            attack(
                (3, 6, 2),
                vec![wounds(1, Seat::A, 5), wounds(-1, Seat::B, 10)],
                &[6, 6, 3],
                &[1, 3],
            ),
            (2, 1),
            [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        ),
        (
            // 3 with both: one hit and one wound. Without red at 1: none. Without blue at 5: two more hits, one wound of two
            // dice not thrown.
            "both cards",
            attack((4, 3, 3), vec![aimed(), shielded()], &[4, 3, 5, 6], &[2]),
            (1, 1),
            [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0]],
        ),
        (
            // At 5 as at 3 the same dice hit.
            "in vain",
            attack((4, 3, 3), vec![aimed()], &[1, 3, 6, 6], &[2, 6]),
            (2, 1),
            [NOTHING, NOTHING],
        ),
    ] {
        let told = of(
            &state,
            &Event::Combat(CombatEvent::AttackResolved {
                attacker: id("A1"),
                target: id("B1"),
                kind: AttackKind::Melee,
                dice: 4,
                hits,
                wounds: made,
            }),
        );
        assert_eq!(changed(&told), expected, "{what}");
    }
}

#[test]
fn bg3_ccard_05_each_card_is_told_by_name_and_those_of_a_broken_off_attack_are_not() {
    let mut state = attack((4, 3, 3), vec![aimed(), shielded()], &[4, 3, 5, 6], &[2]);
    let end = Event::Combat(CombatEvent::AttackResolved {
        attacker: id("A1"),
        target: id("B1"),
        kind: AttackKind::Melee,
        dice: 4,
        hits: 1,
        wounds: 1,
    });
    let told: Vec<(Seat, String, f64)> = of(&state, &end)
        .into_iter()
        .filter_map(|fact| match fact {
            Fact::CardWorked { seat, card, hits, .. } => Some((seat, card, hits)),
            _ => None,
        })
        .collect();
    let named = |seat, number| words::card(&state, seat, CardNo(number));
    assert_eq!(
        told,
        [
            (Seat::A, named(Seat::A, 2), 1.0),
            (Seat::B, named(Seat::B, 6), 2.0)
        ]
    );
    state.attack.as_deref_mut().unwrap().stage = AttackStage::AfterWound;
    assert_eq!(changed(&of(&state, &end)), [NOTHING, NOTHING]);
}

#[test]
fn bg4_atk_11_dice_rolled_again_are_compared_with_those_before() {
    let again = |to_wound, faces: &[u8]| {
        Event::Combat(CombatEvent::AttackRolled {
            to_wound,
            roll: roll(faces),
            rerolled: vec![0],
            again: Some(roll(&faces[..1])),
            target: 3,
            successes: 0,
            modifiers: Vec::new(),
        })
    };
    let by = |seat, to_hit: &[u8], to_wound: &[u8]| {
        let mut state = attack((2, 3, 3), vec![card(seat, 11, Vec::new())], to_hit, to_wound);
        state.agenda = vec![
            Step::Reroll {
                seat,
                dice: Dice::Failed,
                most: None,
                to_wound: !to_wound.is_empty(),
            }
            .into(),
        ];
        state
    };
    // A failed die hits now; it will wound at 3 one time in two.
    let told = of(&by(Seat::A, &[6, 3], &[]), &again(false, &[2, 3]));
    assert_eq!(changed(&told), [[1.0, 0.5, 0.0], NOTHING]);
    // A hit fails now, good for the defender who played.
    let told = of(&by(Seat::B, &[2, 3], &[]), &again(false, &[6, 3]));
    assert_eq!(changed(&told), [NOTHING, [1.0, 0.5, 0.0]]);
    // A failed die wounds now; hits stay.
    let told = of(&by(Seat::A, &[2, 3], &[6, 5]), &again(true, &[1, 5]));
    assert_eq!(changed(&told), [[0.0, 1.0, 0.0], NOTHING]);
}

/// A Rout Check of A1, courage 12, with these cards, which has been rolled so.
fn check(cards: Vec<Lasting>, faces: Option<&[u8]>, target: i32) -> State {
    let mut state = fight(AttackStage::Resolution);
    state.attack = None;
    state.check = Some(Check {
        unit: id("A1"),
        kind: CheckKind::Rout,
        roll: faces.map(roll),
        target,
        cards,
        demanded: Vec::new(),
    });
    state
}

#[test]
fn bg3_cour_03_a_card_that_decides_a_courage_check_is_told() {
    let courage = |seat, by| {
        let courage = Change {
            courage: by,
            ..Change::default()
        };
        card(seat, 14, change(Target::Checking, courage))
    };
    let passes = card(Seat::A, 21, vec![Effect::PassCourage { then: Vec::new() }]);
    let faces = |faces: &'static [u8]| Some(faces);
    for (what, cards, faces, target, passed, expected) in [
        (
            "14 passes at 15, not at 12",
            courage(Seat::A, 3),
            faces(&[5, 5, 4]),
            15,
            true,
            [1.0, 0.0],
        ),
        (
            "12 passes at both",
            courage(Seat::A, 3),
            faces(&[4, 4, 4]),
            15,
            true,
            [0.0, 0.0],
        ),
        (
            "11 fails at 10, not at 12",
            courage(Seat::B, -2),
            faces(&[4, 4, 3]),
            10,
            false,
            [0.0, 1.0],
        ),
        // 56 of 216 throws of three dice exceed 12.
        (
            "passed without a roll",
            passes,
            None,
            0,
            true,
            [56.0 / 216.0, 0.0],
        ),
    ] {
        let state = check(vec![cards], faces, target);
        let told = of(
            &state,
            &Event::Courage(CourageEvent::CourageChecked {
                unit: id("A1"),
                kind: CheckKind::Rout,
                roll: faces.map(roll),
                target,
                passed,
            }),
        );
        let made = of_players(&told, "cards_changed_checks", [0, 1]);
        let near = made
            .iter()
            .zip(expected)
            .all(|(one, other)| (one - other).abs() < 1e-8);
        assert!(near, "{what}: {made:?}");
    }
}

#[test]
fn bg3_cour_03_a_check_rolled_again_by_a_card_is_told() {
    let mut state = check(Vec::new(), Some(&[6, 6, 6]), 12);
    state.agenda = vec![
        Step::Effects {
            seat: Seat::A,
            name: "a card".to_owned(),
            kind: LastingKind::Card(CardNo(13)),
            on: vec![id("A1")],
            effects: Vec::new(),
            spell: false,
        }
        .into(),
    ];
    for (faces, expected) in [([1, 1, 1], 1.0), ([6, 6, 1], 0.0)] {
        let told = of(
            &state,
            &Event::Courage(CourageEvent::CheckRolled {
                roll: roll(&faces),
                target: 12,
                modifiers: Vec::new(),
            }),
        );
        assert_eq!(of_players(&told, "cards_changed_checks", [0, 1]), [expected, 0.0]);
    }
}
