//! Checks: which units, when, and against which number.

use super::*;
use crate::model::state::Cause;
use crate::procedures::courage::courage_target;

#[test]
fn bg4_cour_04_modifiers_add_up() {
    let target = |marked: u8, terrifying: bool, own: UnitType| {
        let charger = if terrifying {
            of_kind(Keyword::Terrifying)
        } else {
            line()
        };
        let state = rushed(own, charger, Side::Front)
            .change("A1", |unit| unit.marked = marked)
            .state();
        courage_target(&state, state.unit(id("A1")).unwrap(), CheckKind::Rout, &[])
            .unwrap()
            .0
    };
    assert_eq!(target(0, false, line()), 12);
    assert_eq!(target(4, true, line()), 10);
    assert_eq!(target(7, false, line()), 10);
    assert_eq!(target(7, true, line()), 9);
    assert_eq!(
        target(0, true, of_kind(Keyword::Fearsome)),
        12,
        "Fearsome is exempted"
    );
    // RULING: two Terrifying chargers give -1 once.
    let two = rushed(line(), of_kind(Keyword::Terrifying), Side::Front)
        .unit("B2", of_kind(Keyword::Terrifying), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Right)
        .change("B2", |unit| unit.turn.rushed = true)
        .set(|state| state.engagements[1].turn = state.turn)
        .state();
    let unit = two.unit(id("A1")).unwrap();
    assert_eq!(courage_target(&two, unit, CheckKind::Rout, &[]).unwrap().0, 11);
}

#[test]
fn bg4_cour_01_fear_and_pinch_are_checked_before_combat_only() {
    // Damage in combat: checked after it.
    let made = caused(
        scene().unit("A1", line(), (18.0, 15.0, 0.0)),
        "A1",
        RoutCause::LastGreen,
    );
    let (_, events) = run(courage_phase(made, false, CourageStep::Rout), &[1, 1, 1]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, true)]);
    // Whom a Fearsome unit charges is afraid before combat, and after it nobody is: that phase begins with step 2.
    let charged = rushed(line(), of_kind(Keyword::Fearsome), Side::Front);
    let (_, events) = run(courage_phase(charged, true, CourageStep::Fear), &[1, 1, 1]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Fear, true)]);
    let charged = rushed(line(), of_kind(Keyword::Fearsome), Side::Front);
    let (_, events) = run(courage_phase(charged, false, CourageStep::Rout), &[]);
    assert_eq!(courage_checks(&events), []);
}

#[test]
fn bg4_cour_01_a_unit_pinched_by_a_rush_checks_before_combat_and_not_after_it() {
    use crate::model::command::Command;
    use hindsight_kernel::Seat;
    // A1 fights B1's front since an earlier turn, A2 rushes its left flank.
    let state = crate::scene::begun(
        scene()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("A2", line(), (22.5, 15.0, 270.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front),
    );
    let rush = Command::Activate {
        units: vec![id("A2")],
    };
    let commands = [(Seat::A, rush), (Seat::A, Command::EndPhase)];
    // The check is passed with 3; all blows of the Combat Phase miss with sixes.
    let (state, events) = crate::scene::play_out(state, &commands, &[1, 1, 1]).unwrap();
    let caused = Event::Courage(CourageEvent::CauseNoted {
        unit: id("B1"),
        cause: RoutCause::Pinched,
    });
    let at = events.iter().position(|event| *event == caused).unwrap();
    let begins = |phase: Phase| {
        let began = Event::Turn(TurnEvent::PhaseBegan { phase });
        events.iter().position(|event| *event == began).unwrap()
    };
    let (pre, combat) = (begins(Phase::PreCombatCourage), begins(Phase::Combat));
    let post = begins(Phase::PostCombatCourage);
    assert!(at < pre && pre < combat && combat < post, "{events:?}");
    assert_eq!(
        courage_checks(&events[pre..combat]),
        [(id("B1"), CheckKind::Rout, true)]
    );
    assert_eq!(courage_checks(&events[..pre]), []);
    assert_eq!(courage_checks(&events[combat..]), []);
    assert_eq!(state.active, Some(Seat::B), "the turn is over");
    assert_eq!(state.engagements.len(), 2);
}

#[test]
fn bg4_cour_02_whoever_owns_it_checks_in_the_next_phase() {
    let made = caused(
        scene().unit("B1", line(), (18.0, 15.0, 0.0)),
        "B1",
        RoutCause::LastGreen,
    );
    let (state, events) = run(courage_phase(made, true, CourageStep::Fear), &[1, 1, 1]);
    assert_eq!(courage_checks(&events).len(), 1);
    assert!(state.unit(id("B1")).unwrap().pending.rout.is_empty());
}

#[test]
fn bg4_cour_08_who_is_charged_by_a_fearsome_unit_checks() {
    let feared = |state: &State, name: &str| needs_fear_check(state, state.unit(id(name)).unwrap());
    assert!(feared(
        &rushed(line(), of_kind(Keyword::Fearsome), Side::Front).state(),
        "A1"
    ));
    // A Fearsome Close unit is Final Rushed on its front by U, so it is Charging: U checks.
    let close = |side: Side| {
        rushed(of_kind(Keyword::Fearsome), line(), side)
            .order("A1", Order::Close)
            .state()
    };
    assert!(feared(&close(Side::Front), "B1"));
    assert!(!feared(&close(Side::Left), "B1"), "rushed on its flank: no check");
    // On its front by U and on its flank by V: U checks, V does not.
    let both = rushed(of_kind(Keyword::Fearsome), line(), Side::Front)
        .order("A1", Order::Close)
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Right)
        .set(|state| state.engagements[1].turn = state.turn)
        .state();
    assert!(feared(&both, "B1") && !feared(&both, "B2"));
    // Spells and cards force one.
    let forced = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.pending.fear = true)
        .state();
    assert!(feared(&forced, "A1"));
}

#[test]
fn bg4_keyw_09_terrifying() {
    let unit = |state: &State, name: &str| {
        let unit = state.unit(id(name)).unwrap();
        let target = courage_target(state, unit, CheckKind::Fear, &[]).unwrap().0;
        (needs_fear_check(state, unit), target)
    };
    // Courage 12 charged by Terrifying: Fear Check at 11, and Rout Checks this turn at 11 as well.
    let plain = rushed(line(), of_kind(Keyword::Terrifying), Side::Front).state();
    assert_eq!(unit(&plain, "A1"), (true, 11));
    let rout = |state: &State| {
        let unit = state.unit(id("A1")).unwrap();
        courage_target(state, unit, CheckKind::Rout, &[]).unwrap().0
    };
    assert_eq!(rout(&plain), 11);
    // All turn: also when they are engaged no more, and when the charger is gone.
    let ((), closed, _) = at_table(plain, &[], |table| {
        crate::rules::turn::close_movement(table, &Step::CloseMovement.into()).unwrap();
    });
    let apart = Scene::from(closed.clone())
        .set(|state| state.engagements.clear())
        .change("A1", |unit| unit.marked = 7)
        .state();
    assert_eq!(rout(&apart), 9, "In the Red");
    let ((), alone, _) = at_table(closed, &[], |table| {
        crate::verbs::damage::destroy(table, id("B1"), Cause::Damage, None);
    });
    assert_eq!(rout(&alone), 11);
    // Charging Fearsome charged by Terrifying: checks at full courage.
    let fearsome = rushed(
        of_kind(Keyword::Fearsome),
        of_kind(Keyword::Terrifying),
        Side::Front,
    )
    .order("A1", Order::Close)
    .state();
    assert_eq!(unit(&fearsome, "A1"), (true, 12));
    // RULING: Charging Terrifying charged by Fearsome takes none; Terrifying charged by Terrifying has -1.
    let greater = rushed(
        of_kind(Keyword::Terrifying),
        of_kind(Keyword::Fearsome),
        Side::Front,
    )
    .order("A1", Order::Close)
    .state();
    assert!(!unit(&greater, "A1").0);
    let equal = rushed(
        of_kind(Keyword::Terrifying),
        of_kind(Keyword::Terrifying),
        Side::Front,
    )
    .order("A1", Order::Close)
    .state();
    assert_eq!(unit(&equal, "A1"), (false, 11));
}

#[test]
fn bg4_cour_12_a_mark_stays_until_its_check() {
    // A mark set by damage stays although healing erases the box: the check is taken with the modifiers of then.
    let made = caused(
        scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.marked = 3),
        "A1",
        RoutCause::LastGreen,
    );
    let (_, events) = run(courage_phase(made, true, CourageStep::Rout), &[4, 4, 4]);
    assert_eq!(
        courage_checks(&events),
        [(id("A1"), CheckKind::Rout, true)],
        "at courage 12, no longer In the Yellow"
    );
    // The check clears all causes; a destroyed unit has none.
    let two = caused(
        caused(
            scene().unit("A1", line(), (18.0, 15.0, 0.0)),
            "A1",
            RoutCause::LastGreen,
        ),
        "A1",
        RoutCause::LastYellow,
    );
    let (state, events) = run(courage_phase(two, true, CourageStep::Rout), &[1, 1, 1]);
    assert_eq!(courage_checks(&events).len(), 1);
    assert!(state.unit(id("A1")).unwrap().pending.rout.is_empty());
}

#[test]
fn bg4_cards_03_a_courage_bonus_for_the_turn_counts_after_combat() {
    let bonus = Lasting {
        name: "Dogged Stand".to_owned(),
        kind: LastingKind::Card(crate::model::names::CardNo(8)),
        by: hindsight_kernel::Seat::A,
        effects: vec![Effect::Change {
            on: Target::Defender,
            change: Change {
                courage: 2,
                ..Change::default()
            },
            when: Vec::new(),
            lasts: Duration::Turn,
        }],
    };
    let state = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.lasting.push(bonus))
        .state();
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(courage_target(&state, unit, CheckKind::Rout, &[]).unwrap().0, 14);
}

#[test]
fn an_ability_box_helps_the_next_rout_check_and_is_erased() {
    let stand = Lasting {
        name: "Stand".to_owned(),
        kind: LastingKind::Mark("stand-firm".to_owned()),
        by: hindsight_kernel::Seat::A,
        effects: vec![Effect::Change {
            on: Target::Chosen,
            change: Change {
                courage: 2,
                ..Change::default()
            },
            when: vec![Condition::RoutCheck],
            lasts: Duration::UntilRoutCheck,
        }],
    };
    let made = caused(
        scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.lasting.push(stand)),
        "A1",
        RoutCause::LastGreen,
    );
    let state = courage_phase(made, true, CourageStep::Rout);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        courage_target(&state, unit, CheckKind::Fear, &[]).unwrap().0,
        12,
        "not on Fear Checks"
    );
    let (state, events) = run(state, &[5, 5, 4]);
    assert!(courage_checks(&events)[0].2, "14 passes at 14");
    assert!(
        state.unit(id("A1")).unwrap().lasting.is_empty(),
        "erased, passed or failed"
    );
}

#[test]
fn bg4_mods_21_charging_and_holding_are_states_outside_attacks_too() {
    let card = |condition: Condition| UnitType {
        specials: vec![crate::model::effect::Special {
            change: Change {
                courage: 1,
                mc: 1,
                ..Change::default()
            },
            when: vec![condition],
        }],
        ..line()
    };
    let target = |state: &State, name: &str| {
        let unit = state.unit(id(name)).unwrap();
        courage_target(state, unit, CheckKind::Rout, &[]).unwrap().0
    };
    let holding = |order| {
        scene()
            .unit("A1", card(Condition::Holding), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .order("A1", order)
            .state()
    };
    assert_eq!(target(&holding(Order::Hold), "A1"), 13);
    assert_eq!(target(&holding(Order::Close), "A1"), 12);
    let charging = rushed(line(), card(Condition::Charging), Side::Front).state();
    assert_eq!(target(&charging, "B1"), 13);
    let before = Scene::from(charging).change("B1", |unit| unit.turn.rushed = false);
    let before = before.set(|state| state.engagements[0].turn = 0).state();
    assert_eq!(target(&before, "B1"), 12);
    // On Hold with an objective it is Holding if it would not move; its Movement Category, on which that depends, does not
    // count it as Holding then.
    let aiming = |objective| {
        Scene::from(holding(Order::Hold))
            .objective("A1", objective)
            .set(|state| {
                let token = crate::model::names::TokenNo(1);
                let at = crate::scene::point(18.0, 20.0);
                state.tokens.insert(token, (Seat::A, at));
            })
            .state()
    };
    let enemy = aiming(crate::model::orders::Objective::Enemy(id("B1")));
    assert_eq!(target(&enemy, "A1"), 13);
    let location = aiming(crate::model::orders::Objective::Location(
        crate::model::names::TokenNo(1),
    ));
    assert_eq!(target(&location, "A1"), 12);
    let category = |state: &State| {
        let mc = crate::field::Field::of(state).current_mc(id("A1"));
        mc.inches().value()
    };
    assert_eq!(category(&holding(Order::Hold)), 5.0);
    assert_eq!(category(&enemy), 3.5);
}
