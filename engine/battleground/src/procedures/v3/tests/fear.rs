//! Fear checks that charges call for, whatever becomes of the charger (pp. 22-23, 31).

use super::*;
use crate::model::cards::AlwaysPasses;
use crate::model::effect::Effect;
use crate::model::event::CourageEvent;
use crate::model::state::{CheckKind, LastingKind, RoutCause};
use crate::rules::courage::tests::played::{caused, phase};

/// A unit card that others fear.
fn scary(keyword: Keyword) -> UnitType {
    with_keywords(&[keyword])
}

/// A1 holds and has been charged this turn in North's phase, on its front by B1 and, if there is one, on its right by B2.
fn charged(by: UnitType, also: Option<UnitType>) -> Scene {
    let mut made = scene3()
        .holding("A1", line(), (18.0, 15.0, 0.0))
        .unit("B1", by, (18.0, 17.5, 180.0))
        .engaged("B1", "A1", Side::Front);
    if let Some(also) = also {
        made = made
            .unit("B2", also, (21.0, 15.0, 270.0))
            .engaged("B2", "A1", Side::Right);
    }
    made.set(|state| {
        state.active = Some(Seat::B);
        for engagement in &mut state.engagements {
            engagement.turn = state.turn;
        }
    })
}

/// What an effect does to units before the Movement and Command phase closes.
fn effect(effect: Effect, on: &str) -> Step {
    Step::Effects {
        seat: Seat::B,
        name: "Wave of Terror".to_owned(),
        kind: LastingKind::Rule,
        on: vec![id(on)],
        effects: vec![effect],
        spell: false,
    }
}

/// North's Movement and Command phase closes, after these steps; the turn is played on with these answers and dice.
fn closed(made: Scene, first: Vec<Step>, answers: &[(Seat, Command)], dice: &[u8]) -> (State, Vec<Event>) {
    let state = made
        .set(|state| {
            state.agenda = vec![Step::CloseMovement.into()];
            state.agenda.extend(first.into_iter().rev().map(Into::into));
        })
        .state();
    on_with(state, answers, dice).unwrap()
}

/// The fear checks among events: whose, and against what.
fn fear_checks(events: &[Event]) -> Vec<(UnitId, i32)> {
    let of = |event: &Event| match event {
        Event::Courage(CourageEvent::CourageChecked {
            unit,
            kind: CheckKind::Fear,
            target,
            ..
        }) => Some((*unit, *target)),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

/// Courage 12 in the way of three dice: passed, failed.
const PASSED: [u8; 3] = [1, 1, 1];
const FAILED: [u8; 3] = [6, 6, 6];

#[test]
fn bg3_cour_10_a_charge_is_feared_though_the_charger_routs_in_step_1() {
    // B1 fails its rout check; then A1 takes its fear check, for a Terrifying one at -2.
    for (keyword, target) in [(Keyword::Fearsome, 12), (Keyword::Terrifying, 10)] {
        let made = caused(charged(scary(keyword), None), "B1", RoutCause::Red);
        let (_, events) = closed(made, Vec::new(), &[], &[FAILED, PASSED].concat());
        assert_eq!(
            courage_checks(&events)[..2],
            [
                (id("B1"), CheckKind::Rout, false),
                (id("A1"), CheckKind::Fear, true)
            ]
        );
        assert_eq!(fear_checks(&events), [(id("A1"), target)], "{keyword:?}");
    }
    // On Hold it charges nobody, and a plain unit frightens nobody.
    let hold = caused(charged(scary(Keyword::Fearsome), None), "B1", RoutCause::Red);
    let (_, events) = closed(hold.order("B1", Order::Hold), Vec::new(), &[], &FAILED);
    assert!(fear_checks(&events).is_empty());
    let plain = caused(charged(line(), None), "B1", RoutCause::Red);
    assert!(fear_checks(&closed(plain, Vec::new(), &[], &FAILED).1).is_empty());
}

#[test]
fn bg3_cour_10_a_charge_is_feared_though_the_charger_is_given_up() {
    // B2 backs up B1, which is destroyed for it instead of routing. Nobody fears B2, as scary as it is. Rule BG3-BACK-04.
    let made =
        charged(scary(Keyword::Fearsome), None).unit("B2", scary(Keyword::Fearsome), (18.0, 20.0, 180.0));
    let made = caused(made, "B1", RoutCause::Red);
    let steps_in = answer(Seat::B, Answer::Unit(id("B2")));
    let (state, events) = closed(made, Vec::new(), &[steps_in], &[FAILED, PASSED].concat());
    assert!(stands(&state, "B1").is_none());
    assert_eq!(fear_checks(&events), [(id("A1"), 12)]);
}

#[test]
fn bg3_cour_10_a_charge_is_feared_though_the_charger_is_destroyed_before_the_phase() {
    let made = charged(scary(Keyword::Terrifying), None);
    let made = made.holding("B2", line(), (3.0, 28.0, 180.0));
    let falls = effect(Effect::Damage { wounds: 20 }, "B1");
    let (state, events) = closed(made, vec![falls], &[], &PASSED);
    assert!(stands(&state, "B1").is_none());
    assert_eq!(fear_checks(&events), [(id("A1"), 10)]);
}

#[test]
fn bg3_cour_03_three_fear_checks_and_a_rout_check_are_one_of_each() {
    // The book's example: pinched by two Fearsome chargers, and a card that asks for a fear check.
    let made = charged(scary(Keyword::Fearsome), Some(scary(Keyword::Fearsome)));
    let made = caused(made, "A1", RoutCause::Pinched);
    let wave = effect(Effect::FearCheck, "A1");
    let (state, events) = closed(made, vec![wave], &[], &[PASSED, PASSED].concat());
    let own: Vec<_> = courage_checks(&events)
        .into_iter()
        .filter(|check| check.0 == id("A1"))
        .collect();
    assert_eq!(
        own,
        [
            (id("A1"), CheckKind::Rout, true),
            (id("A1"), CheckKind::Fear, true)
        ]
    );
    assert!(
        !state.unit(id("A1")).unwrap().pending.fear,
        "the others are dropped"
    );
}

#[test]
fn bg3_cour_11_a_terrifying_and_a_fearsome_charger_are_one_check_at_minus_2() {
    // Courage 12, in the yellow: 12 - 1 - 2.
    let made = charged(scary(Keyword::Terrifying), Some(scary(Keyword::Fearsome)));
    let made = made.change("A1", |unit| unit.marked = 4);
    let (_, events) = on_with(phase(made, true), &[], &PASSED).unwrap();
    assert_eq!(fear_checks(&events), [(id("A1"), 9)]);
    // A Fearsome unit is not the plain unit that has the -2.
    let made = scene3()
        .holding("A1", scary(Keyword::Fearsome), (18.0, 15.0, 0.0))
        .unit("B1", scary(Keyword::Terrifying), (18.0, 17.5, 180.0))
        .engaged_now("B1", "A1", Side::Front);
    let (_, events) = closed(made, Vec::new(), &[], &PASSED);
    assert_eq!(fear_checks(&events), [(id("A1"), 12)]);
}

#[test]
fn bg3_cour_11_a_terrifying_unit_that_does_not_charge_is_feared_as_much() {
    // A1 has rushed B1, which is on Hold and so charges nobody; a card asks for a fear check.
    let checked = |turn_of_the_rush: u16, card: UnitType| {
        let made = scene3()
            .unit("A1", card, (18.0, 15.0, 0.0))
            .order("A1", Order::Close)
            .holding("B1", scary(Keyword::Terrifying), (18.0, 17.5, 180.0))
            .engaged("A1", "B1", Side::Front)
            .set(|state| state.engagements[0].turn = turn_of_the_rush);
        let wave = effect(Effect::FearCheck, "A1");
        let (_, events) = closed(made, vec![wave], &[], &PASSED);
        fear_checks(&events)
    };
    assert_eq!(checked(3, line()), [(id("A1"), 10)], "12 - 2");
    assert_eq!(
        checked(1, line()),
        [(id("A1"), 12)],
        "engaged since an earlier turn"
    );
    assert_eq!(checked(3, scary(Keyword::Fearsome)), [(id("A1"), 12)]);
}

#[test]
fn bg3_back_04_nobody_fears_the_charger_of_the_unit_that_was_replaced() {
    // A1, charged by a Fearsome unit on Close, fails its rout check and is given up for A2.
    let made = charged(scary(Keyword::Fearsome), None).unit("A2", line(), (18.0, 12.5, 0.0));
    let made = caused(made, "A1", RoutCause::Red);
    let steps_in = answer(Seat::A, Answer::Unit(id("A2")));
    let (state, events) = closed(made, Vec::new(), &[steps_in], &FAILED);
    assert_eq!(fights(&state, "A2"), [(id("B1"), Side::Front, Side::Front)]);
    assert!(fear_checks(&events).is_empty(), "{events:?}");
}

/// A line unit whose card passes these checks.
fn passing(passes: AlwaysPasses) -> UnitType {
    UnitType {
        passes: Some(passes),
        ..line()
    }
}

/// A1, of this card, is charged by a Terrifying unit and pinched, and a card asks for a fear check besides.
fn frightened(kind: &UnitType, dice: &[u8]) -> (State, Vec<Event>) {
    let made = caused(
        charged(scary(Keyword::Terrifying), None),
        "A1",
        RoutCause::Pinched,
    );
    let made = made.set(|state| {
        let at = state.unit(id("A1")).unwrap().kind;
        let own = &mut std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(at.0)];
        (own.passes, own.courage) = (kind.passes, kind.courage);
    });
    closed(made, vec![effect(Effect::FearCheck, "A1")], &[], dice)
}

#[test]
fn bg3_mod_05_who_passes_all_fear_checks_takes_none_and_still_checks_for_rout() {
    let (_, events) = frightened(&line(), &[PASSED, FAILED].concat());
    assert_eq!(fear_checks(&events), [(id("A1"), 10)], "a usual card checks");
    let (state, events) = frightened(&passing(AlwaysPasses::FearChecks), &PASSED);
    assert!(fear_checks(&events).is_empty());
    let own = state.unit(id("A1")).unwrap();
    assert!(!own.turn.frightened && !own.pending.fear);
    assert_eq!(
        courage_checks(&events)[..1],
        [(id("A1"), CheckKind::Rout, true)],
        "a rout check of three dice"
    );
    let (state, _) = frightened(&passing(AlwaysPasses::FearChecks), &FAILED);
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Routing,
        "it may fail"
    );
}

#[test]
fn bg3_mod_05_who_passes_all_courage_checks_rolls_for_none() {
    let (state, events) = frightened(&passing(AlwaysPasses::CourageChecks), &[]);
    assert_eq!(
        courage_checks(&events)[..1],
        [(id("A1"), CheckKind::Rout, true)],
        "passed without dice"
    );
    assert!(fear_checks(&events).is_empty());
    assert!(matches!(state.unit(id("A1")).unwrap().status, Status::Ready(_)));
}

#[test]
fn bg3_mod_05_who_passes_all_fear_checks_has_no_penalty_of_frightened() {
    let dice = |passes: Option<AlwaysPasses>| {
        let kind = UnitType { passes, ..line() };
        let made = scene3()
            .unit("A1", kind, (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.frightened = true)
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front);
        short(&made.state(), "A1", "B1", AttackKind::Melee)
    };
    let usual = dice(None);
    let brave = dice(Some(AlwaysPasses::FearChecks));
    // Frightened is (-1) -1/-1. Rule BG3-MOD-04 (p. 19).
    assert_eq!(
        (brave.0 - usual.0, brave.1 - usual.1, brave.2 - usual.2),
        (1, 1, 1)
    );
}

#[test]
fn bg3_mod_05_a_pack_says_which_checks_a_card_passes() {
    use crate::packs::{read_pack_of, sample_packs_of};
    let faults = |edition: Edition, passes: serde_json::Value, courage: bool| -> Vec<String> {
        let mut pack = sample_packs_of(edition).remove(0);
        let unit = &mut pack["factions"][0]["units"][0];
        unit["passes"] = passes;
        if !courage {
            unit.as_object_mut().unwrap().remove("courage");
        }
        let faults = read_pack_of(edition, &pack).err().unwrap_or_default();
        faults.into_iter().map(|fault| fault.path).collect()
    };
    let at = "/factions/0/units/0/passes";
    for word in ["fear_checks", "courage_checks"] {
        assert!(faults(Edition::V3, json!(word), true).is_empty());
        assert_eq!(faults(Edition::V4, json!(word), true), [at]);
        assert_eq!(
            faults(Edition::V3, json!(word), false),
            [at],
            "no courage to pass with"
        );
    }
}
