//! Each detector in a position in which it fires, and in a near one in which it does not.

use hindsight_kernel::coach::trial;
use hindsight_kernel::{Roll, RollSource, Seat, Sketches, Suggestion};
use serde_json::{Value, json};

use super::*;
use crate::cards::{ConditionToken, ZoneName};
use crate::field::{Pose, Side};
use crate::model::agenda::Occasion;
use crate::model::contests::{Attack, AttackEffects, Charge, Die, PanicTest};
use crate::model::event::{Again, RollOf};
use crate::model::unit::Engagement;
use crate::odds::Prospect;

fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

#[allow(clippy::needless_pass_by_value, reason = "drawings are written in place")]
fn drawn(units: Value, terrain: Value) -> State {
    let sketch = json!({ "round": 2, "units": units, "terrain": terrain });
    IceAndFire::sketched(&sketch, &[]).unwrap().state
}

fn tray(seat: &str, card: &str, x: f64, y: f64, heading: u16) -> Value {
    json!({ "seat": seat, "card": card, "x": x, "y": y, "heading": heading })
}

/// The same with more said of it.
#[allow(clippy::needless_pass_by_value, reason = "drawings are written in place")]
fn with(mut tray: Value, more: Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        tray[name] = value.clone();
    }
    tray
}

fn said(watcher: &mut Watcher, state: &State, events: &[Event]) -> Vec<Suggestion> {
    trial::watched(watcher, state, events).unwrap()
}

/// The units that a detector points at when events follow a position.
fn of(detector: &str, state: &State, events: &[Event]) -> Vec<String> {
    let found = said(&mut Watcher::default(), state, events);
    trial::about(&found, DETECTORS, detector)
}

const NOBODY: [&str; 0] = [];

fn roll(faces: &[u8]) -> Roll {
    Roll {
        purpose: "test".into(),
        sides: 6,
        faces: faces.to_vec(),
        source: RollSource::Reported,
    }
}

fn charge(charger: &str, target: &str, side: Side, heading: u16) -> Charge {
    Charge {
        charger: unit(charger),
        target: unit(target),
        side,
        heading,
        weapon: None,
        path: Vec::new(),
        modifier: 0,
        die: None,
        hurt: false,
        bonus_lost: false,
        fortified: false,
        effects: AttackEffects::default(),
    }
}

fn declared(charge: &Charge) -> Event {
    Event::ChargeDeclared {
        charge: charge.clone(),
    }
}

/// An attack under way in a position.
fn attack(state: &State, attacker: &str, defender: &str) -> Attack {
    let prospect = Prospect {
        attacker: unit(attacker),
        defender: unit(defender),
        kind: crate::cards::AttackKind::Melee,
        weapon: 0,
        over: Side::Front,
        charge: None,
    };
    prospect.declared(state).attack.unwrap()
}

fn duel() -> State {
    drawn(
        json!([
            tray("A", "mw-shield", 24.0, 19.2, 0),
            tray("B", "ka-raid", 24.0, 24.0, 180)
        ]),
        json!([]),
    )
}

#[test]
fn every_detector_has_an_id_of_its_own_and_rests_on_rules() {
    assert_eq!(DETECTORS.len(), 20);
    let mut ids: Vec<&str> = DETECTORS.iter().map(|detector| detector.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 20);
    for detector in DETECTORS {
        assert!(!detector.rules.is_empty(), "{}", detector.id);
        for rule in detector.rules {
            assert!(crate::packs::rulebook().get(rule).is_some(), "{rule}");
        }
    }
}

#[test]
fn long_charge_is_a_six_that_failed_and_was_answered() {
    // A gap of 10.2 needs a 6 at Speed 5; behind there is room out of every charge.
    let state = drawn(
        json!([
            tray("A", "mw-levy", 24.0, 12.0, 0),
            tray("B", "ka-raid", 24.0, 27.0, 180)
        ]),
        json!([]),
    );
    let failed = |needed: i32| {
        let events = [
            declared(&charge("A1", "B1", Side::Front, 0)),
            Event::ChargeRolled {
                roll: roll(&[2]),
                distance: 7_000,
                needed: Some(needed),
                success: false,
            },
            Event::ChargeEnded,
            declared(&charge("B1", "A1", Side::Front, 180)),
        ];
        of("long_charge", &state, &events)
    };
    assert_eq!(failed(10_200), ["A1"]);
    assert_eq!(failed(9_900), NOBODY, "a 5 would have been enough");
}

#[test]
fn head_on_charge_when_the_flank_was_in_reach_of_a_maneuver() {
    // Beside the corner of the enemy; its charge reach ends before the flank.
    let state = |x: f64, heading: u16| {
        drawn(
            json!([
                tray("A", "ka-ride", x, 22.0, 90),
                tray("B", "mw-shield", 24.0, 28.0, heading)
            ]),
            json!([]),
        )
    };
    let events = [declared(&charge("A1", "B1", Side::Front, 45))];
    assert_eq!(of("head_on_charge", &state(16.0, 180), &events), ["A1"]);
    let flank = [declared(&charge("A1", "B1", Side::Right, 45))];
    assert_eq!(
        of("head_on_charge", &state(16.0, 180), &flank),
        NOBODY,
        "it charges the flank"
    );
}

#[test]
fn flank_left_open_to_an_enemy_to_be_activated() {
    let state = |activated: bool, heading: u16| {
        let rider = with(
            tray("B", "ka-ride", 34.0, 24.0, 270),
            json!({ "activated": activated }),
        );
        let mut state = drawn(
            json!([tray("A", "mw-levy", 24.0, 24.0, heading), rider]),
            json!([]),
        );
        state.activated = Some(Activated::Unit(unit("A1")));
        state
    };
    let ends = |state: &State| {
        let mut watcher = Watcher {
            acting: Some((unit("A1"), state.clone())),
            ..Watcher::default()
        };
        let found = said(&mut watcher, state, &[Event::TurnEnded { seat: Seat::A }]);
        trial::about(&found, DETECTORS, "flank_left_open")
    };
    assert_eq!(ends(&state(false, 0)), ["A1"]);
    assert_eq!(ends(&state(true, 0)), NOBODY, "the enemy was activated already");
    assert_eq!(ends(&state(false, 90)), NOBODY, "it looks at the enemy");
}

#[test]
fn melee_without_facing_over_its_own_flank() {
    let state = drawn(
        json!([
            tray("A", "mw-levy", 24.0, 24.0, 180),
            tray("B", "ka-raid", 29.15, 24.0, 270)
        ]),
        json!([]),
    );
    let strikes = |facing| {
        let action = Action::Melee {
            target: unit("B1"),
            facing,
            slot: None,
            weapon: None,
        };
        let events = [Event::ActionDeclared {
            unit: unit("A1"),
            action,
            free: false,
        }];
        of("melee_without_facing", &state, &events)
    };
    assert_eq!(strikes(false), ["A1"]);
    assert_eq!(strikes(true), NOBODY);
}

/// A position at the trigger after the attack dice of A1 on B1, with a token on A1.
fn rolled(faces: &[u8], token: Option<ConditionToken>) -> State {
    let mut state = duel();
    let mut attack = attack(&state, "A1", "B1");
    attack.dice = faces.iter().map(|face| Die::thrown(*face)).collect();
    state.attack = Some(attack);
    state.units[0].tokens.extend(token);
    let at = Occasion {
        attacker: Some(unit("A1")),
        subject: Some(unit("B1")),
        ..Occasion::new(crate::cards::Trigger::AttackRolled, Seat::A)
    };
    state.agenda = vec![
        Step::RollDefence.into(),
        Step::Window {
            at,
            asked: Seat::B,
            used: false,
        }
        .into(),
    ];
    state
}

#[test]
fn idle_token_when_many_hits_could_have_been_rolled_again() {
    // The window is passed: its step goes.
    let passed = |state: &State| {
        let mut after = state.clone();
        after.agenda.pop();
        let event = Event::Agenda {
            change: hindsight_kernel::agenda::AgendaChange::Proceeded {
                done: 1,
                ahead: Vec::new(),
            },
        };
        let seen = Watched {
            version: 1,
            asked_at: 0,
            before: state,
            event: &event,
            after: &after,
        };
        let mut found = Vec::new();
        Watcher::default().watch(&seen, &mut found);
        trial::about(&found, DETECTORS, "idle_token")
    };
    assert_eq!(passed(&rolled(&[6; 7], Some(ConditionToken::Weakened))), ["A1"]);
    assert_eq!(
        passed(&rolled(&[1; 7], Some(ConditionToken::Weakened))),
        NOBODY,
        "there is nothing to roll again"
    );
    assert_eq!(passed(&rolled(&[6; 7], None)), NOBODY, "there is no token");
}

#[test]
fn wasted_token_on_dice_that_miss() {
    let state = rolled(&[1, 2, 6], Some(ConditionToken::Weakened));
    let again = |by, places: &[u8]| {
        let event = Event::DiceRerolled {
            of: RollOf::Attack,
            by,
            places: places.to_vec(),
            roll: roll(&vec![3; places.len()]),
        };
        of("wasted_token", &state, &[event])
    };
    assert_eq!(again(Again::Token, &[0, 1]), ["A1"]);
    assert_eq!(again(Again::Token, &[0, 2]), NOBODY, "one of them hits");
    assert_eq!(again(Again::ChargeBonus, &[0, 1]), NOBODY, "no token");
    // A Panic Test that has failed with the highest D3.
    let panicking = |dice: [u8; 3]| {
        let mut state = duel();
        let mut test = PanicTest::demanded(unit("B1"), false, 0);
        test.dice = dice.map(Die::thrown).to_vec();
        state.panics.push(test);
        let event = Event::DiceRerolled {
            of: RollOf::Panic,
            by: Again::Token,
            places: vec![0],
            roll: roll(&[1]),
        };
        of("wasted_token", &state, &[event])
    };
    assert_eq!(panicking([1, 1, 6]), ["B1"]);
    assert_eq!(panicking([6, 6, 6]), NOBODY);
}

#[test]
fn order_unused_though_its_trigger_came_twice() {
    let state = duel();
    let ended = |chances: u32, used: &[u8]| {
        let mut state = state.clone();
        state.units[0].orders_used = used.to_vec();
        let mut watcher = Watcher {
            order_chances: BTreeMap::from([((unit("A1"), 0), chances)]),
            ..Watcher::default()
        };
        let found = said(&mut watcher, &state, &[Event::BoardCleared]);
        trial::about(&found, DETECTORS, "order_unused")
    };
    assert_eq!(ended(2, &[]), ["A1"]);
    assert_eq!(ended(1, &[]), NOBODY);
    assert_eq!(ended(2, &[0]), NOBODY);
}

#[test]
fn cards_stalled_with_three_that_could_be_played() {
    let mut state = duel();
    let cards: Vec<CardId> = ["mw-hold", "mw-salt", "mw-heads"]
        .map(|id| id.parse().unwrap())
        .to_vec();
    state.players[0].hand = cards.iter().copied().map(Some).collect();
    let ended = |playable: &[CardId]| {
        let mut watcher = Watcher {
            playable: [playable.to_vec(), Vec::new()],
            ..Watcher::default()
        };
        let found = said(&mut watcher, &state, &[Event::BoardCleared]);
        trial::about(&found, DETECTORS, "cards_stalled").len()
    };
    assert_eq!(ended(&cards), 1);
    assert_eq!(ended(&cards[..2]), 0);
}

/// A position with NCUs of both players.
fn with_ncus(zones: [Option<ZoneName>; 6]) -> State {
    let mut state = duel();
    let ids = ["AN1", "AN2", "AN3", "BN1", "BN2", "BN3"];
    for (id, zone) in ids.into_iter().zip(zones) {
        let card = if id.starts_with('A') { "mw-iline" } else { "ka-ash" };
        state.ncus.push(crate::model::unit::NcuState {
            id: id.parse().unwrap(),
            card: card.parse().unwrap(),
            zone,
            activated: zone.is_some(),
        });
    }
    state
}

#[test]
fn zone_lost_when_combat_units_came_first() {
    use ZoneName::{Combat, Crown, Maneuver, Tactics, Wealth};
    let full = with_ncus([
        Some(Crown),
        Some(Wealth),
        None,
        Some(Tactics),
        Some(Combat),
        Some(Maneuver),
    ]);
    let open = with_ncus([Some(Crown), Some(Wealth), None, Some(Tactics), Some(Combat), None]);
    let ended = |state: &State, before: u32| {
        let mut watcher = Watcher {
            activated: [before, 0],
            ..Watcher::default()
        };
        let found = said(&mut watcher, state, &[Event::BoardCleared]);
        found
            .iter()
            .filter(|one| one.detector == "zone_lost")
            .map(|one| one.seat)
            .collect::<Vec<_>>()
    };
    assert_eq!(ended(&full, 2), [Seat::A]);
    assert_eq!(ended(&full, 1), []);
    assert_eq!(ended(&open, 2), []);
}

#[test]
fn combat_without_target_while_wealth_could_restore_three() {
    let state = |wounds: u16| {
        let hurt = with(tray("A", "mw-levy", 24.0, 8.0, 0), json!({ "wounds": wounds }));
        let mut state = drawn(json!([hurt, tray("B", "ka-raid", 24.0, 40.0, 180)]), json!([]));
        state.ncus = with_ncus([None; 6]).ncus;
        state
    };
    let claims = |state: &State, zone| {
        let events = [Event::ZoneClaimed {
            ncu: "AN1".parse().unwrap(),
            zone,
        }];
        of("combat_without_target", state, &events).len()
    };
    assert_eq!(claims(&state(3), ZoneName::Combat), 1);
    assert_eq!(
        claims(&state(2), ZoneName::Combat),
        0,
        "nobody lacks three wounds"
    );
    assert_eq!(claims(&state(3), ZoneName::Wealth), 0);
}

#[test]
fn wealth_on_the_wrong_unit() {
    let state = |wounds: u16| {
        let mut state = drawn(
            json!([
                with(tray("A", "mw-levy", 10.0, 8.0, 0), json!({ "wounds": 1 })),
                with(tray("A", "mw-arch", 24.0, 8.0, 0), json!({ "wounds": wounds })),
                tray("B", "ka-raid", 24.0, 40.0, 180),
            ]),
            json!([]),
        );
        state.agenda.push(
            Step::ZoneEffect {
                ncu: "AN1".parse().unwrap(),
                zone: ZoneName::Wealth,
            }
            .into(),
        );
        state
    };
    let restores = |state: &State| {
        let events = [Event::WoundsRestored {
            unit: unit("A1"),
            wounds: 1,
            models: 12,
            wounded: 0,
        }];
        of("wealth_too_late", state, &events)
    };
    assert_eq!(restores(&state(4)), ["A1"]);
    assert_eq!(restores(&state(2)), NOBODY);
}

#[test]
fn objective_walked_past_with_way_left() {
    let state = drawn(
        json!([
            tray("A", "mw-levy", 6.0, 12.0, 0),
            tray("B", "ka-raid", 24.0, 40.0, 180)
        ]),
        json!([]),
    );
    let moves = |y: i32| {
        let events = [Event::UnitMoved {
            unit: unit("A1"),
            kind: MoveKind::March,
            from: vec![Pose::new(6_000, 12_000, 0)],
            to: Pose::new(6_000, y, 0),
        }];
        of("objective_walked_past", &state, &events)
    };
    // The token lies at (6, 18); a March of Speed 5 goes 10".
    assert_eq!(moves(14_000), ["A1"]);
    assert_eq!(moves(18_000), NOBODY, "it covers the token");
    assert_eq!(moves(22_000), NOBODY, "too little way is left");
}

#[test]
fn retreat_instead_of_attack_from_a_weaker_enemy() {
    let state = |wounds: u16| {
        drawn(
            json!([
                tray("A", "mw-axes", 24.0, 19.2, 0),
                with(
                    tray("B", "ka-sling", 24.0, 24.0, 180),
                    json!({ "wounds": wounds })
                ),
            ]),
            json!([]),
        )
    };
    let retreats = |state: &State, id: &str| {
        let events = [Event::ActionDeclared {
            unit: unit(id),
            action: Action::Retreat,
            free: false,
        }];
        of("retreat_instead_of_attack", state, &events)
    };
    assert_eq!(retreats(&state(0), "A1"), ["A1"]);
    assert_eq!(
        retreats(&state(0), "B1"),
        NOBODY,
        "the slingers expect fewer wounds"
    );
}

#[test]
fn shot_blocked_by_friends_who_stepped_into_the_line() {
    // Three trays side by side hide the enemy, whatever the archers' shift.
    let state = |y: f64| {
        drawn(
            json!([
                tray("A", "mw-arch", 24.0, 10.0, 0),
                tray("A", "mw-levy", 18.5, y, 0),
                tray("A", "mw-levy", 24.0, y, 0),
                tray("A", "mw-levy", 29.5, y, 0),
                tray("B", "ka-raid", 24.0, 24.0, 180),
            ]),
            json!([]),
        )
    };
    let ends = |start: &State, now: &State| {
        let mut now = now.clone();
        now.activated = Some(Activated::Unit(unit("A1")));
        let mut watcher = Watcher {
            round_start: Some(start.clone()),
            acting: Some((unit("A1"), now.clone())),
            ..Watcher::default()
        };
        let found = said(&mut watcher, &now, &[Event::TurnEnded { seat: Seat::A }]);
        trial::about(&found, DETECTORS, "shot_blocked_by_friends")
    };
    let (free, blocked) = (state(34.0), state(17.0));
    assert_eq!(ends(&free, &blocked), ["A1"]);
    assert_eq!(ends(&free, &free), NOBODY);
    assert_eq!(ends(&blocked, &blocked), NOBODY, "the line was never free");
}

#[test]
fn dangerous_step_that_wins_nothing() {
    let state = |x: f64| {
        let mut state = drawn(
            json!([
                tray("A", "mw-levy", x, 18.0, 0),
                tray("B", "ka-raid", 24.0, 40.0, 180)
            ]),
            json!([{ "card": "stakes", "x": 12.0, "y": 18.0 }, { "card": "stakes", "x": 6.0, "y": 20.0 }]),
        );
        state.agenda.push(
            Step::Resolve {
                unit: unit("A1"),
                action: Action::March {
                    distance: 0,
                    last: None,
                },
                bonus: 0,
            }
            .into(),
        );
        state
    };
    let hurt = |state: &State| {
        let events = [Event::WoundsSuffered {
            unit: unit("A1"),
            wounds: 2,
            cause: Cause::Terrain,
            roll: Some(roll(&[1])),
            models: 10,
            wounded: 0,
        }];
        of("dangerous_step", state, &events)
    };
    assert_eq!(hurt(&state(13.0)), ["A1"]);
    assert_eq!(hurt(&state(6.0)), NOBODY, "it covers a token");
}

#[test]
fn activation_order_when_the_destroyer_was_in_reach() {
    let state = |y: f64| {
        drawn(
            json!([
                tray("A", "mw-levy", 24.0, 12.0, 0),
                tray("B", "ka-raid", 24.0, y, 180)
            ]),
            json!([]),
        )
    };
    let destroyed = |then: &State, by: Option<&str>| {
        let mut watcher = Watcher {
            own_turn: [Some(then.clone()), None],
            ..Watcher::default()
        };
        let at = Occasion {
            attacker: by.map(unit),
            subject: Some(unit("A1")),
            by_melee: true,
            ..Occasion::new(crate::cards::Trigger::UnitDestroyed, Seat::B)
        };
        let event = Event::UnitDestroyed {
            unit: unit("A1"),
            at,
            cause: Cause::Attack,
        };
        let found = said(&mut watcher, then, &[event]);
        trial::about(&found, DETECTORS, "activation_order")
    };
    assert_eq!(destroyed(&state(24.0), Some("B1")), ["A1"]);
    assert_eq!(destroyed(&state(34.0), Some("B1")), NOBODY, "it was out of reach");
    assert_eq!(destroyed(&state(24.0), None), NOBODY);
}

#[test]
fn horrific_duel_of_a_unit_of_weak_morale() {
    let engaged = |card: &str, pile: f64| {
        let mut state = drawn(
            json!([
                tray("A", card, 24.0, 19.2, 0),
                tray("B", "ka-raid", 24.0, 24.0, 180)
            ]),
            json!([{ "card": "corpse-pile", "x": 24.0, "y": pile }]),
        );
        state.engagements.clear();
        let mut way = charge("A1", "B1", Side::Front, 0);
        way.path = vec![Pose::new(24_000, 11_000, 0)];
        state.charge = Some(way);
        let engagement = Engagement::between(unit("A1"), Side::Front, unit("B1"), Side::Front);
        of("horrific_duel", &state, &[Event::Engaged { engagement }])
    };
    // The Levy has Morale 8+, the Shieldmen 6+.
    assert_eq!(engaged("mw-levy", 28.0), ["A1"]);
    assert_eq!(engaged("mw-shield", 28.0), NOBODY);
    assert_eq!(engaged("mw-levy", 44.0), NOBODY, "the pile is far off");
}
