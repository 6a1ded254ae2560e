//! By which rule a shot is refused (pp. 3, 8, 16-17).

use super::*;

/// A1 with this weapon at (18, 10), B1 4 inches before it; South is asked for its target, for it could heal instead.
fn shooter(range: f64, way: RangedType) -> Scene {
    let mut archer = shooting(range, way);
    archer.spells = vec![Spell {
        range: Distance(7_000),
        keywords: [SpellKeyword::Healing].into(),
        ..Spell::default()
    }];
    scene3()
        .holding("A1", archer, (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 16.5, 180.0))
}

/// The rule by which a shot of A1 at a unit is refused.
fn refused(made: Scene, on: &str) -> String {
    let shot = Answer::Attack {
        by: id("A1"),
        kind: AttackKind::Ranged,
        on: id(on),
    };
    let (state, _) = on_with(combat(made), &[], &[]).unwrap();
    match played_on(state, &[answer(Seat::A, shot)], &[]) {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => refusal.rule.0.into_owned(),
    }
}

#[test]
fn bg3_comb_07_to_comb_13_a_shot_is_refused_by_the_rule_that_forbids_it() {
    let indirect = || shooter(14.0, RangedType::Indirect);
    assert_eq!(refused(indirect(), "B1"), "accepted");
    // Not ahead of the front line (y = 11.25).
    let behind = indirect().unit("B2", line(), (24.0, 9.0, 0.0));
    assert_eq!(refused(behind.order("B2", Order::Hold), "B2"), "BG3-GEO-01");
    // In the arc, 14.01 away and more.
    let far = indirect().unit("B2", line(), (18.0, 28.0, 180.0));
    assert_eq!(refused(far.order("B2", Order::Hold), "B2"), "BG3-COMB-07");
    // Engaged with a unit of its own size: no target of Low Arc.
    let low = shooter(14.0, RangedType::LowArc)
        .holding("B2", line(), (24.0, 16.5, 180.0))
        .holding("A2", line(), (24.0, 14.0, 0.0))
        .engaged("A2", "B2", Side::Front);
    assert_eq!(refused(low, "B2"), "BG3-COMB-11");
    // Behind another enemy of its size.
    let hidden = indirect().unit("B2", line(), (18.0, 20.0, 180.0));
    assert_eq!(refused(hidden.order("B2", Order::Hold), "B2"), "BG3-COMB-08");
    // Farther than another legal target.
    let farther = indirect().unit("B2", line(), (26.0, 18.0, 180.0));
    assert_eq!(refused(farther.order("B2", Order::Hold), "B2"), "BG3-COMB-07");
    // Passed over for the objective.
    let objective = indirect()
        .holding("B2", line(), (26.0, 18.0, 180.0))
        .objective("A1", Objective::Enemy(id("B2")));
    assert_eq!(refused(objective, "B1"), "BG3-ORD-12");
}

#[test]
fn bg3_spell_02_a_spell_beyond_its_range_is_refused_by_its_rule() {
    let made = shooter(14.0, RangedType::Indirect).holding("A2", line(), (3.0, 3.0, 0.0));
    let heal = |on: &str| Answer::Attack {
        by: id("A1"),
        kind: AttackKind::Spell { spell: 0 },
        on: id(on),
    };
    let (state, _) = on_with(combat(made), &[], &[]).unwrap();
    let refusal = played_on(state.clone(), &[answer(Seat::A, heal("A2"))], &[]).unwrap_err();
    assert_eq!(refusal.rule.0, "BG3-SPELL-02");
    assert!(played_on(state, &[answer(Seat::A, heal("A1"))], &[]).is_ok());
}
