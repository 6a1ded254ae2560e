//! Outcomes of passed and failed checks.

use hindsight_kernel::RefusalReason as _;

use super::*;
use crate::model::event::{CombatEvent, MovementEvent};
use crate::model::state::Cause;
use crate::procedures::courage::courage_target;
use crate::verbs::failed_checks::{Failed, fail_rout_check};

#[test]
fn bg4_cour_10_a_passed_fear_check_has_no_effect() {
    let made = rushed(line(), of_kind(Keyword::Fearsome), Side::Front);
    let (state, events) = run(courage_phase(made, true, CourageStep::Fear), &[1, 1, 1]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Fear, true)]);
    assert!(!state.unit(id("A1")).unwrap().turn.frightened);
    let cards =
        crate::rules::command_cards::may_have_cards(&state, id("A1"), crate::model::cards::Colour::Green);
    assert!(cards.is_ok(), "cards are allowed as usual");
}

#[test]
fn bg4_cour_13_an_engaged_unit_that_fails_routs() {
    for before in [Status::Ready(Some(Orders::plain(Order::Hold))), Status::Disrupted] {
        assert_eq!(fail_rout_check(before, true, false), Failed::Routs);
        let made = caused(rushed(line(), line(), Side::Front), "A1", RoutCause::LastGreen)
            .change("A1", |unit| unit.status = before);
        // The check alone: 6, 6, 6.
        let ((), state, events) = at_table(
            courage_phase(made, true, CourageStep::Rout),
            &[6, 6, 6],
            |table| {
                while !table
                    .state()
                    .units
                    .iter()
                    .any(|unit| unit.status == Status::Routing)
                {
                    let frame = table.state().agenda.last().cloned().unwrap();
                    step_once(table, &frame);
                }
            },
        );
        assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, false)]);
        let unit = state.unit(id("A1")).unwrap();
        assert_eq!(unit.status, Status::Routing, "its order is erased");
        assert_eq!(
            unit.pose,
            Some(pose(18.0, 15.0, 180.0)),
            "a free About Face where it stands"
        );
        assert!(
            state.is_engaged(id("A1")),
            "engaged until the Free Attacks are made"
        );
        assert_eq!(free_attacks_due(&state), [(id("B1"), id("A1"))]);
    }
}

#[test]
fn bg4_cour_14_unengaged_and_ready_it_becomes_disrupted() {
    let made = caused(
        scene().unit("A1", line(), (18.0, 15.0, 0.0)),
        "A1",
        RoutCause::LastGreen,
    );
    let (state, _) = run(courage_phase(made, false, CourageStep::Rout), &[6, 6, 6]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        (unit.status, unit.pose),
        (Status::Disrupted, Some(pose(18.0, 15.0, 0.0)))
    );
}

#[test]
fn bg4_cour_15_unengaged_and_disrupted_it_routs() {
    let made = caused(
        scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .change("A1", |unit| unit.status = Status::Disrupted),
        "A1",
        RoutCause::Red,
    );
    let (state, _) = run(courage_phase(made, false, CourageStep::Rout), &[6, 6, 6]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Routing);
    assert_eq!(
        unit.pose,
        Some(pose(18.0, 11.5, 180.0)),
        "about, then its full MC in this phase"
    );
}

#[test]
fn bg4_skirm_11_a_skirmisher_routs_whether_engaged_or_not() {
    let ready = Status::Ready(Some(Orders::plain(Order::Close)));
    assert_eq!(fail_rout_check(ready, false, true), Failed::Routs);
    assert_eq!(fail_rout_check(ready, false, false), Failed::Disrupted);
}

#[test]
fn bg4_skirm_11_an_unengaged_ready_skirmisher_that_fails_in_a_phase_is_routing() {
    let screen = with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let made = caused(
        scene().unit("A1", screen, (18.0, 15.0, 0.0)),
        "A1",
        RoutCause::LastGreen,
    );
    let (state, _) = run(courage_phase(made, false, CourageStep::Rout), &[6, 6, 6]);
    assert_eq!(status(&state, "A1"), Status::Routing);
}

#[test]
fn bg4_skirm_08_a_skirmisher_that_rushed_a_flank_itself_fights_on() {
    let screen = with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let made = rushed(line(), screen, Side::Left);
    let (state, events) = run(courage_phase(made, true, CourageStep::Rout), &[]);
    assert_eq!(courage_checks(&events), []);
    assert!(matches!(status(&state, "B1"), Status::Ready(_)));
    // Normal melee: in the Combat Phase both attack.
    let combat = Scene::from(state).set(|state| state.agenda = vec![Step::ChooseTargets.into()]);
    let ((), state, _) = at_table(combat.state(), &[], |table| {
        crate::model::agenda::go_on(table).unwrap();
    });
    let melee: Vec<_> = state
        .declared
        .iter()
        .map(|one| (one.attack.attacker, one.attack.target, one.attack.kind))
        .collect();
    let kind = crate::model::attack::AttackKind::Melee;
    assert_eq!(melee, [(id("A1"), id("B1"), kind), (id("B1"), id("A1"), kind)]);
}

#[test]
fn bg4_skirm_08_rushed_by_a_line_unit_it_routs_without_a_check() {
    let skirmisher = with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let made = |by_line: bool| {
        scene()
            .unit("A1", skirmisher.clone(), (18.0, 15.0, 0.0))
            .unit("B1", line(), (30.0, 25.0, 180.0))
            .change("A1", |unit| unit.turn.rushed_by_line = by_line)
    };
    let (state, events) = run(courage_phase(made(true), true, CourageStep::Rout), &[]);
    assert_eq!(status(&state, "A1"), Status::Routing);
    assert_eq!(courage_checks(&events), [], "no check is taken");
    // It rushed an enemy's flank itself and nobody rushed it: no automatic rout.
    let (state, _) = run(courage_phase(made(false), true, CourageStep::Rout), &[]);
    assert!(matches!(status(&state, "A1"), Status::Ready(_)));
}

#[test]
fn bg4_status_01_ready_disrupted_or_routing() {
    use crate::model::effect::StatusName;
    let ready = Status::Ready(Some(Orders::plain(Order::Close)));
    assert_eq!(
        [ready, Status::Disrupted, Status::Routing].map(Status::name),
        [StatusName::Ready, StatusName::Disrupted, StatusName::Routing]
    );
    let state = scene().unit("A1", line(), (18.0, 15.0, 0.0)).state();
    assert_eq!(status(&state, "A1"), ready, "units start Ready, with an order");
}

#[test]
fn bg4_status_01_a_routing_flyer_shows_no_order_but_that_it_flies() {
    use crate::procedures::movement::context::orders_of;
    let flyer = |kind: UnitType| UnitType {
        flying: Some(crate::scene::mc(8.5)),
        ..kind
    };
    let ordered = |unit: &mut Unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(crate::scene::mc(2.5)),
            ..Orders::plain(Order::Close)
        }));
    };
    // In the air, a Skirmisher that fails its check routs at once.
    let skirmisher = flyer(with_keywords(&[
        Keyword::Normal,
        Keyword::Skirmisher,
        Keyword::Flying,
    ]));
    let above = scene()
        .unit("A1", skirmisher, (18.0, 15.0, 0.0))
        .change("A1", ordered)
        .change("A1", |unit| unit.airborne = true);
    let state = courage_phase(
        caused(above, "A1", RoutCause::LastGreen),
        false,
        CourageStep::Rout,
    );
    let before = state.unit(id("A1")).unwrap();
    assert!(before.airborne && orders_of(before).is_some());
    let (state, _) = run(state, &[6, 6, 6]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!((unit.status, unit.airborne), (Status::Routing, true));
    assert_eq!(orders_of(unit), None);
    // Engaged on the ground it routs, and flies with its rout move.
    let flying = flyer(with_keywords(&[
        Keyword::Normal,
        Keyword::Infantry,
        Keyword::Flying,
    ]));
    let below = scene()
        .unit("A1", flying, (18.0, 15.0, 0.0))
        .change("A1", ordered)
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front);
    let state = courage_phase(caused(below, "A1", RoutCause::LastGreen), true, CourageStep::Rout);
    // The Free Attack misses.
    let (state, _) = run(state, &[6; 3 + 5]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!((unit.status, unit.airborne), (Status::Routing, true));
    assert_eq!(unit.pose, Some(pose(18.0, 6.5, 180.0)));
    assert_eq!(orders_of(unit), None);
}

/// A1 charged by a Fearsome unit, South holding a reroll card.
fn afraid_with_a_reroll() -> State {
    let made = rushed(line(), of_kind(Keyword::Fearsome), Side::Front).set(|state| {
        let sample = crate::packs::sample_book();
        let book = std::sync::Arc::make_mut(&mut state.book);
        book.factions = sample.factions;
        for kind in &mut book.kinds {
            kind.faction = "ostmark".to_owned();
        }
        state.players[0].allegiance = crate::model::state::Secret::Known(crate::model::state::Allegiance {
            faction: "ostmark".to_owned(),
            mercenaries: None,
            also: Vec::new(),
        });
        state.players[0].hand = vec![Some(crate::model::names::CardNo(13))];
    });
    courage_phase(caused(made, "A1", RoutCause::Pinched), true, CourageStep::Fear)
}

/// Takes the steps of the phase; South plays their card after the roll, or passes whenever they are asked.
fn with_card(plays: bool, dice: &[u8]) -> (State, Vec<Event>, usize) {
    use hindsight_kernel::Seat;
    let (asked, state, events) = at_table(afraid_with_a_reroll(), dice, |table| {
        let mut asked = 0;
        for _ in 0..200 {
            let frame = table.state().agenda.last().cloned().unwrap();
            match &frame.step {
                Step::ChooseTargets | Step::MovementAndCommand => break,
                Step::Effects { .. } => {
                    crate::verbs::taking_effect::apply_effects(table, &frame).unwrap();
                }
                Step::GreenWindow { at, .. } => {
                    let waits = crate::rules::command_cards::green_window(table, &frame).unwrap();
                    if waits == Taken::Waits {
                        asked += 1;
                        if plays && *at == GreenAt::AfterCheck {
                            let card = crate::model::names::CardNo(13);
                            let colour = crate::model::cards::Colour::Green;
                            crate::rules::command_cards::play_card(table, Seat::A, card, colour, &[])
                                .unwrap();
                        } else {
                            crate::rules::command_cards::pass(table, Seat::A).unwrap();
                        }
                    }
                }
                _ => step_once(table, &frame),
            }
        }
        asked
    });
    (state, events, asked)
}

#[test]
fn bg4_cour_09_a_reroll_that_succeeds_leaves_no_fear() {
    // Hold Fast, after the roll: failed with 18, passed with 3. The Rout Check passes too.
    let (state, events, _) = with_card(true, &[6, 6, 6, 1, 1, 1, 1, 1, 1]);
    assert!(!state.unit(id("A1")).unwrap().turn.frightened);
    assert_eq!(
        courage_checks(&events),
        [
            (id("A1"), CheckKind::Fear, true),
            (id("A1"), CheckKind::Rout, true)
        ]
    );
    assert!(state.players[0].hand.is_empty());
    // Failed for good in step 1: on its Rout Check in step 2 of the same phase a card is refused.
    let (state, events, _) = with_card(false, &[6, 6, 6, 1, 1, 1]);
    assert!(state.unit(id("A1")).unwrap().turn.frightened);
    assert_eq!(courage_checks(&events).len(), 2);
    let refused =
        crate::rules::command_cards::may_have_cards(&state, id("A1"), crate::model::cards::Colour::Green);
    assert_eq!(
        refused.unwrap_err().rule().id(crate::editions::Edition::V4),
        "BG4-COUR-11"
    );
}

#[test]
fn bg4_status_04_a_disrupted_unit_that_is_rushed_pinched_and_fails_routs() {
    let made = rushed(line(), line(), Side::Front)
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .engaged("B2", "A1", Side::Right)
        .change("A1", |unit| unit.status = Status::Disrupted);
    let made = caused(made, "A1", RoutCause::Pinched);
    let (state, events) = run(courage_phase(made, true, CourageStep::Rout), &[6, 6, 6]);
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, false)]);
    assert_eq!(status(&state, "A1"), Status::Routing);
}

#[test]
fn bg4_rout_12_a_routing_friend_that_is_moved_through_and_fails_is_destroyed() {
    let made = scene()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.pending.passed_by = vec![id("A2")];
        });
    let (state, _) = run(courage_phase(made, true, CourageStep::Other), &[6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().destroyed, Some(Cause::RoutCheck));
}

/// A2 steps in for A1, which B1 has rushed this turn and which gave way.
fn stepped_in(rusher: UnitType) -> State {
    let state = rushed(line(), rusher, Side::Front)
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .state();
    let ((), state, _) = at_table(state, &[], |table| {
        crate::verbs::backing_up::step_in(table, id("A1"), id("A2"));
    });
    assert!(state.is_engaged(id("A2")));
    state
}

#[test]
fn bg4_eng_08_nobody_strikes_freely_at_a_unit_that_was_given_up() {
    assert_eq!(free_attacks_due(&stepped_in(line())), []);
}

#[test]
fn bg4_eng_09_who_steps_in_fears_nobody_that_charged_before() {
    for kind in [Keyword::Fearsome, Keyword::Terrifying] {
        let state = stepped_in(of_kind(kind));
        let unit = state.unit(id("A2")).unwrap();
        assert!(!needs_fear_check(&state, unit), "{kind:?}");
        let target = courage_target(&state, unit, CheckKind::Rout, &[]).unwrap().0;
        assert_eq!(target, 12, "{kind:?}");
    }
}

#[test]
fn bg4_skirm_08_about_face_then_free_attacks_then_the_rout_move() {
    let screen = with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let made = rushed(screen, line(), Side::Front).change("A1", |unit| unit.turn.rushed_by_line = true);
    // B1 charges with 5 + 2 dice, none of which hits; no dice are thrown for a check.
    let (state, events) = run(courage_phase(made, true, CourageStep::Rout), &[6; 7]);
    let place = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let turned = place(|event| matches!(event, Event::Movement(MovementEvent::UnitTurned { .. })));
    let struck = place(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })));
    let moved = place(|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { .. })));
    assert!(turned < struck && struck < moved, "{events:?}");
    assert_eq!(state.unit(id("A1")).unwrap().pose, Some(pose(18.0, 11.5, 180.0)));
}
