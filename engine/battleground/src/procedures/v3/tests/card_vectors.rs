//! Vectors of unit cards and keywords, numbers of the sample pack among them (pp. 2-3, 19-20, 29-31).

use super::frame::begun3;
use super::*;
use crate::procedures::attack::weapon::Weapon;
use crate::procedures::movement::reach::reaches;
use crate::procedures::v3::shooting::is_legal;

/// A card of the sample pack.
fn printed(kind: &str) -> UnitType {
    let state = begun3(&json!({ "armies": "sample" }), &[]);
    state.book.kind_named(kind).unwrap().1.clone()
}

#[test]
fn bg3_card_05_hawk_swordsmen_move_3_5() {
    let made = scene3()
        .unit("A1", printed("hawk-swordsmen"), (18.0, 8.75, 0.0))
        .order("A1", Order::Close)
        .holding("B1", line(), (18.0, 28.0, 180.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 12.25, 0.0)));
}

#[test]
fn bg3_card_07_several_ranges_and_one_that_is_paid_for() {
    let profile = Edition::V3.profile();
    // The Elementalist: two attacks with ranges 17.5 and 10.5.
    let elementalist = UnitType {
        spells: vec![Spell {
            keywords: [SpellKeyword::Attack].into(),
            range: Distance(10_500),
            profile: Some(Profile {
                dice: 4,
                skill: 4,
                power: 6,
            }),
            ..Spell::default()
        }],
        ..shooting(17.5, RangedType::Indirect)
    };
    let ranges = |kind: &UnitType| -> Vec<f64> {
        let all = reaches(profile, kind);
        all.iter().map(|one| one.range.inches().value()).collect()
    };
    assert_eq!(ranges(&elementalist), [17.5, 10.5]);
    let state = scene3()
        .holding("A1", elementalist, (18.0, 8.75, 0.0))
        .unit("B1", line(), (18.0, 21.25, 180.0))
        .state();
    let attacks = |state: &State| {
        let field = Field::of(state);
        let found = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]).unwrap();
        found.attacks.iter().map(|one| one.kind).collect::<Vec<_>>()
    };
    let spell = AttackKind::Spell { spell: 0 };
    assert_eq!(attacks(&state), [AttackKind::Ranged, spell], "at 10 both reach");
    // The Hill Giant of the pack: range 21 for one command action.
    let giant = printed("hill-giant");
    assert_eq!(ranges(&giant), [21.0]);
    let made = |actions: u8| {
        begun(
            scene3()
                .unit("A1", giant.clone(), (18.0, 5.0, 0.0))
                .order("A1", Order::Range)
                .holding("B1", line(), (18.0, 27.0, 180.0))
                .actions(actions),
        )
    };
    let pays = (Seat::A, Command::PayToShoot { unit: id("A1") });
    assert!(attacks(&made(1)).is_empty(), "unpaid");
    let (state, _) = play3(made(1), &[pays], &[]).unwrap();
    assert_eq!(state.players[0].actions, 0, "one command action");
    assert_eq!(attacks(&state), [AttackKind::Ranged]);
}

#[test]
fn bg3_key_13_an_airborne_shooter_at_9_inches_has_no_long_range_penalty() {
    // 6.5 counts: 5 against 2, and +1 from above. On the ground 9 is long range.
    let state = |airborne: bool| {
        scene3()
            .holding("A1", shooting(7.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .change("A1", |unit| unit.airborne = airborne)
            .holding("B1", line(), (18.0, 15.25, 180.0))
            .state()
    };
    let weapon = Weapon {
        kind: AttackKind::Ranged,
        way: RangedType::Indirect,
        range: battleground_geometry::Inches::mils(7_000),
    };
    for (airborne, legal, to_hit) in [(true, true, 4), (false, false, 2)] {
        let state = state(airborne);
        let field = Field::of(&state);
        let found = is_legal(&field, id("A1"), id("B1"), weapon);
        assert_eq!(found, legal);
        assert_eq!(short(&state, "A1", "B1", AttackKind::Ranged).1, to_hit);
    }
}
