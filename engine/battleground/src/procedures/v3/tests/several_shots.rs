//! Cards with several ranged attacks (pp. 3, 6, 16).

use super::*;
use crate::packs::{read_pack_of, sample_packs_of};

fn attack(range: u32, way: RangedType, (dice, skill, power): (u8, u8, u8)) -> RangedAttack {
    RangedAttack {
        range: Distance(range),
        way,
        profile: Some(Profile { dice, skill, power }),
        ..RangedAttack::default()
    }
}

/// 17.5 inches over friends with (3) 4/4, and 10.5 inches with an open line with (6) 5/6.
fn elementalist() -> UnitType {
    UnitType {
        ranged: Some(attack(17_500, RangedType::Indirect, (3, 4, 4))),
        more_ranged: vec![attack(10_500, RangedType::LineOfSight, (6, 5, 6))],
        ..line()
    }
}

const FIRST: AttackKind = AttackKind::Ranged;
const SECOND: AttackKind = AttackKind::OtherRanged { attack: 0 };

/// A1 and an enemy on Hold with defence 2/2, whose nearest centre point is so far away.
fn facing(kind: UnitType, distance: f64) -> Scene {
    scene3().holding("A1", kind, (18.0, 3.75, 0.0)).holding(
        "B1",
        line(),
        (18.0, 5.0 + distance + 1.25, 180.0),
    )
}

fn kinds(state: &State) -> (Vec<AttackKind>, bool) {
    let field = Field::of(state);
    let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
    (
        found.attacks.iter().map(|one| one.kind).collect(),
        found.compulsory,
    )
}

#[test]
fn bg3_card_07_each_ranged_attack_has_a_range_a_type_and_stats_of_its_own() {
    assert_eq!(kinds(&facing(elementalist(), 10.5).state()).0, [FIRST, SECOND]);
    assert_eq!(kinds(&facing(elementalist(), 10.6).state()).0, [FIRST]);
    assert_eq!(kinds(&facing(elementalist(), 17.5).state()).0, [FIRST]);
    assert!(kinds(&facing(elementalist(), 17.6).state()).0.is_empty());
    // A friend between them stops the one that needs an open line.
    let behind = facing(elementalist(), 10.0).unit("A2", line(), (18.0, 9.0, 0.0));
    assert_eq!(kinds(&behind.state()).0, [FIRST]);
    // At 6.0 no modifiers: skill 4 and 5 less 2, power 4 and 6 less 2.
    let near = facing(elementalist(), 6.0).state();
    assert_eq!(short(&near, "A1", "B1", FIRST), (3, 2, 2, 0));
    assert_eq!(short(&near, "A1", "B1", SECOND), (6, 3, 4, 0));
    let far = facing(elementalist(), 10.0).state();
    assert_eq!(short(&far, "A1", "B1", SECOND), (6, 2, 4, 0), "long range");
    let moved = facing(elementalist(), 6.0).change("A1", |unit| unit.turn.moved = true);
    assert_eq!(short(&moved.state(), "A1", "B1", SECOND), (6, 2, 4, 0));
}

#[test]
fn bg3_key_25_no_ranged_attack_of_a_unit_with_javelins_suffers_for_a_move() {
    let mut thrower = elementalist();
    thrower.keywords.insert(Keyword::Javelins);
    let moved = facing(thrower, 6.0).change("A1", |unit| unit.turn.moved = true);
    assert_eq!(short(&moved.state(), "A1", "B1", SECOND), (6, 3, 4, 0));
}

#[test]
fn bg3_card_07_an_attack_without_stats_of_its_own_has_those_on_the_front() {
    let mut kind = elementalist();
    kind.more_ranged[0].profile = None;
    assert_eq!(
        short(&facing(kind, 6.0).state(), "A1", "B1", SECOND),
        (5, 3, 3, 0)
    );
}

#[test]
fn bg3_comb_03_of_several_ranged_attacks_one_is_made() {
    let (state, _) = goes_on(combat(facing(elementalist(), 6.0)), &[]);
    let by = |kind| Answer::Attack {
        by: id("A1"),
        kind,
        on: id("B1"),
    };
    let (topic, seat, options) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::Target, Seat::A));
    assert_eq!(options, [by(FIRST), by(SECOND)], "it must make one of them");
    let thrown = |kind: AttackKind| {
        let (_, events) = played_on(state.clone(), &[answer(Seat::A, by(kind))], &[]).unwrap();
        rolls(&events)
    };
    assert_eq!(thrown(FIRST), [(3, 2, false)]);
    assert_eq!(thrown(SECOND), [(6, 3, false)]);
    // Nobody is asked where one of them alone reaches, and it is compulsory. Rule BG3-COMB-04 (p. 16).
    let (_, events) = goes_on(combat(facing(elementalist(), 12.0)), &[6, 6, 6]);
    assert_eq!(rolls(&events), [(3, 1, false)]);
}

#[test]
fn bg3_ord_09_a_card_with_several_ranged_attacks_chooses_its_range_every_turn() {
    let state = begun(facing(elementalist(), 16.0).order("A1", Order::Range));
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let choose = |range: u32, way: RangedType| {
        let range = Distance(range);
        answer(Seat::A, Answer::Ranged { range, way })
    };
    let ends = |range, way| {
        let (state, _) = play3(state.clone(), &[choose(range, way)], &[]).unwrap();
        stands(&state, "A1").unwrap().centre.y.value()
    };
    assert_eq!(ends(17_500, RangedType::Indirect), 3.75, "16 away: it stays");
    assert_eq!(ends(10_500, RangedType::LineOfSight), 7.25, "it advances");
}

#[test]
fn bg3_card_07_one_of_several_ranged_attacks_may_be_paid_for() {
    let mut giant = elementalist();
    giant.more_ranged[0].cost = 1;
    giant.more_ranged[0].range = Distance(21_000);
    let made = begun(facing(giant, 6.0).set(|state| state.players[0].actions = 1));
    assert_eq!(kinds(&made).0, [FIRST], "unpaid");
    let pays = (Seat::A, Command::PayToShoot { unit: id("A1") });
    let (state, _) = play3(made, &[pays], &[]).unwrap();
    assert_eq!(state.players[0].actions, 0);
    assert_eq!(kinds(&state).0, [FIRST, SECOND]);
}

#[test]
fn bg3_comb_04_a_shot_that_is_no_choice_is_refused_with_its_reason() {
    let (state, _) = goes_on(combat(facing(elementalist(), 6.0)), &[]);
    let third = Answer::Attack {
        by: id("A1"),
        kind: AttackKind::OtherRanged { attack: 1 },
        on: id("B1"),
    };
    let refusal = play3(state.clone(), &[answer(Seat::A, third)], &[]).unwrap_err();
    assert!(
        refusal.message.contains("has no ranged attack"),
        "{}",
        refusal.message
    );
    let refusal = play3(state, &[answer(Seat::A, Answer::Decline)], &[]).unwrap_err();
    assert_eq!(refusal.rule.0, "BG3-COMB-04");
}

/// The faults of the sample pack with another card as its first unit's.
fn faults(change: impl FnOnce(&mut serde_json::Value)) -> Vec<String> {
    let mut pack = sample_packs_of(Edition::V3).remove(0);
    change(&mut pack["factions"][0]["units"][0]);
    let faults = read_pack_of(Edition::V3, &pack).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.path).collect()
}

#[test]
fn bg3_card_07_a_pack_says_several_ranged_attacks() {
    let path = |field: &str| vec![format!("/factions/0/units/0/{field}")];
    assert!(
        faults(|unit| {
            unit["ranged"] = json!({"range": 17.5});
            unit["more_ranged"] = json!([{"range": 10.5, "way": "line_of_sight"}]);
        })
        .is_empty()
    );
    assert_eq!(
        faults(|unit| unit["more_ranged"] = json!([{"range": 10.5}])),
        path("ranged"),
        "the first stands in `ranged`"
    );
    assert_eq!(
        faults(|unit| {
            unit["ranged"] = json!({"range": 17.5, "cost": 1});
            unit["more_ranged"] = json!([{"range": 10.5, "cost": 1}]);
        }),
        path("more_ranged"),
        "two that are paid for"
    );
    assert_eq!(
        faults(|unit| {
            unit["ranged"] = json!({"range": 17.5});
            unit["more_ranged"] = json!([{"range": 0}]);
        }),
        path("more_ranged/0/range")
    );
}
