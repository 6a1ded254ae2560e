//! Charging, Impact Hits and what is added on the charge.

use super::*;

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
}

#[test]
fn bg4_mods_13_a_throw_on_the_charge_has_no_impact_hit() {
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
    let scene_of = |target: UnitType| {
        let scene = scene()
            .unit("A1", sample("outriders"), FLANK)
            .unit("B1", target, AT);
        rushed_now(scene, "A1", "B1", Side::Left).state()
    };
    let state = scene_of(with_keywords(&[Keyword::Large, Keyword::Infantry]));
    // (3)5/4: no Charging dice, no Flanking, no +2 while Engaged; Large counts.
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Thrown)),
        (3, 5 - 2 + 1, 4 - 2, 0)
    );
    // Cavalry counts as well.
    let riders = scene_of(with_keywords(&[Keyword::Normal, Keyword::Cavalry]));
    assert_eq!(
        short(&numbers(&riders, "A1", "B1", AttackKind::Thrown)),
        (3, 5 - 2 - 1, 4 - 2, 0)
    );
    // The melee attack beside it: 3 + 2 + 2 dice, Flanking.
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (7, 5 - 2 + 1, 4 - 2, 1)
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
    state.units[0].turn = crate::model::state::TurnMarks::default();
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (5, 3, 3, 0)
    );
}

#[test]
fn bg4_rush_26_a_corner_of_the_rear_counts_as_the_rear() {
    let scene = scene()
        .unit("A1", line(), REAR)
        .unit("B1", line(), AT)
        .order("B1", Order::Hold);
    let state = rushed_now(scene, "A1", "B1", Side::Rear)
        .set(|state| state.engagements[0].kind = crate::model::state::RushKind::Corner)
        .state();
    // Charging, Rear Attacking +1 and +1; back at it Attacking to your Rear -1 and -1.
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Melee)),
        (5 + 2, 5 + 1 - 2, 5 + 1 - 2, 0)
    );
    assert_eq!(
        short(&numbers(&state, "B1", "A1", AttackKind::Melee)),
        (5, 5 - 1 - 2, 5 - 1 - 2, 0)
    );
}

#[test]
fn bg4_mods_21_the_bonus_of_a_charging_unit_holds_against_arrows() {
    let scene = scene()
        .unit("B1", knights(), AT)
        .unit("A1", line(), FRONT)
        .unit("A2", line(), FLANK)
        .unit("A3", archers(), (10.0, 5.0, 0.0));
    let state = rushed_now(rushed_now(scene, "A1", "B1", Side::Front), "A2", "B1", Side::Left).state();
    let field = Field::of(&state);
    for (target, has_it) in [("A1", true), ("A2", false)] {
        let situation = Situation {
            chosen: vec![(id("B1"), id(target))],
            ..Situation::of(&field)
        };
        let made = modifiers::numbers(&situation, id("A3"), id("B1"), AttackKind::Ranged);
        assert_eq!(
            made.on_hit.iter().any(|one| one.name.contains("Charging")),
            has_it,
            "attacking {target}"
        );
    }
}
