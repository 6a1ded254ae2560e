//! A position in which each detector speaks, and a near one in which it does not.

use hindsight_geometry::hexes::Facing;
use hindsight_kernel::{Coach, Roll, RollSource, Seat, WatchedEvent};

use super::{DETECTORS, Watcher};
use crate::MenOfIron;
use crate::data::{Combat, CombatCell, Order, Outcome, Token};
use crate::field::sample::{hex, id, put, with};
use crate::model::attack::{Attack, Attacker, Course, Defender, Marker, Which};
use crate::model::drm::Throw;
use crate::model::event::{Event, Shot};
use crate::model::names::{CommandId, UnitId};
use crate::model::piece::{LeaderPlace, Occasion, Status};
use crate::model::state::{Activated, Activation, Kind, State};

fn command(text: &str) -> CommandId {
    text.parse().unwrap()
}

fn throw(die: u8) -> Throw {
    Throw {
        roll: Roll {
            purpose: "test".into(),
            sides: 10,
            faces: vec![if die == 0 { 10 } else { die }],
            source: RollSource::Reported,
        },
        drms: Vec::new(),
    }
}

fn shot(result: &[Token]) -> Shot {
    Shot {
        range: 1,
        throw: throw(5),
        result: Outcome::of(result),
    }
}

/// Open ground, side B in an Activation of a Command.
fn scene(of: &str, units: &[(&str, &str, u8)]) -> State {
    let mut state = with(units);
    let battle = std::sync::Arc::make_mut(&mut state.battle);
    battle.map.hex.clear();
    battle.map.side.clear();
    state.active = Seat::B;
    state.activation = Some(Activation {
        kind: Kind::Free,
        of: Activated::Command(command(of)),
    });
    state
}

fn change(state: &mut State, unit: &str, change: impl FnOnce(&mut crate::model::piece::Unit)) {
    change(state.units.get_mut(&id(unit)).unwrap());
}

/// The same position with a unit in the middle of its Move/Fire.
fn begun(mut state: State, unit: &str) -> State {
    let turn = crate::rules::movement::beginning(&state, state.unit(id(unit)).unwrap());
    change(&mut state, unit, |unit| unit.acts.turn = Some(turn));
    state
}

/// What a coach says of events, each in the position before it.
fn said(events: &[(&State, Event)]) -> Vec<String> {
    let mut coach = Watcher::default();
    let mut found = Vec::new();
    for (before, event) in events {
        let mut after = (*before).clone();
        after.evolve(event).unwrap();
        let watched: WatchedEvent<'_, MenOfIron> = WatchedEvent {
            version: 1,
            asked_at: 0,
            before,
            event,
            after: &after,
        };
        coach.watch(&watched, &mut found);
    }
    found.into_iter().map(|suggestion| suggestion.detector).collect()
}

fn speaks(detector: &str, events: &[(&State, Event)]) {
    assert!(
        said(events).iter().any(|said| said == detector),
        "{detector}: {:?}",
        said(events)
    );
}

fn is_silent(detector: &str, events: &[(&State, Event)]) {
    assert!(
        !said(events).iter().any(|said| said == detector),
        "{detector} near twin"
    );
}

fn attack(state: &State, attackers: &[(&str, Option<&[&str]>)], defenders: &[&str]) -> Attack {
    Attack {
        attackers: attackers
            .iter()
            .map(|(unit, path)| {
                let unit = state.unit(id(unit)).unwrap();
                Attacker {
                    unit: unit.id,
                    class: unit.class,
                    at: unit.hex().unwrap(),
                    marker: if path.is_some() {
                        Marker::Charge
                    } else {
                        Marker::Shock
                    },
                    course: path.map(|path| Course {
                        path: path.iter().map(|label| hex(label)).collect(),
                        turn: None,
                    }),
                    rode: false,
                }
            })
            .collect(),
        defenders: defenders
            .iter()
            .map(|unit| Defender {
                unit: id(unit),
                at: state.unit(id(unit)).unwrap().hex().unwrap(),
            })
            .collect(),
        countered_by: Vec::new(),
        rolled: false,
        over: false,
    }
}

fn declared(state: &State, attackers: &[(&str, Option<&[&str]>)], defenders: &[&str]) -> Event {
    Event::AttacksDeclared {
        attacks: vec![attack(state, attackers, defenders)],
    }
}

fn stepped(unit: &str, from: &str, to: &str, cost: u8, passing: Option<UnitId>) -> Event {
    Event::UnitStepped {
        unit: id(unit),
        from: hex(from),
        to: hex(to),
        facing: Facing::One,
        cost,
        stopped: false,
        zocs_left: Vec::new(),
        leaders: Vec::new(),
        passing,
    }
}

fn status_set(of: &str, out: &[&str]) -> Event {
    Event::CommandStatusSet {
        command: command(of),
        out_of_command: out.iter().map(|unit| id(unit)).collect(),
        adjacent: Vec::new(),
        in_zoc: Vec::new(),
    }
}

fn continuity(of: &str, rating: u8, success: bool) -> Event {
    Event::ContinuityRolled {
        seat: Seat::B,
        command: command(of),
        throw: throw(3),
        rating,
        success,
    }
}

#[test]
fn all_25_of_the_catalogue_are_there() {
    assert_eq!(DETECTORS.len(), 25);
    let ids: std::collections::BTreeSet<&str> = DETECTORS.iter().map(|detector| detector.id).collect();
    assert_eq!(ids.len(), 25);
    let book = <MenOfIron as hindsight_kernel::Rules>::rulebook();
    for detector in DETECTORS {
        for rule in detector.rules {
            assert!(book.get(rule).is_some(), "{}: {rule}", detector.id);
        }
    }
}

#[test]
fn seizing_against_the_odds() {
    let events = |place: &str| {
        let mut state = scene("A1", &[("A-LB1", place, 1), ("B-PK1", "1001", 7)]);
        state.active = Seat::A;
        state
    };
    let rolled = || Event::SeizureRolled {
        seat: Seat::B,
        command: command("B2"),
        throw: throw(7),
        rating: 2,
        success: false,
    };
    let named = || Event::CommandNamed {
        seat: Seat::A,
        command: command("A1"),
    };
    let far = events("0116");
    speaks("seizing_against_the_odds", &[(&far, named()), (&far, rolled())]);
    let near = events("1003");
    is_silent("seizing_against_the_odds", &[(&near, named()), (&near, rolled())]);
}

#[test]
fn continuing_too_long() {
    let mut state = scene(
        "B1",
        &[("B-MM1", "0101", 1), ("B-PK1", "0301", 1), ("A-PK1", "2216", 1)],
    );
    change(&mut state, "B-MM1", |unit| unit.status = Status::Disordered);
    state.players[1].penalty = 2;
    state.players[1].last = Some(command("B1"));
    speaks("continuing_too_long", &[(&state, continuity("B2", 2, false))]);
    state.players[1].penalty = 1;
    is_silent("continuing_too_long", &[(&state, continuity("B2", 2, false))]);
}

#[test]
fn wrong_order() {
    let first = scene("B1", &[("B-PK1", "0301", 1), ("B-DM1", "0501", 1)]);
    let mut second = first.clone();
    second.players[1].penalty = 1;
    speaks(
        "wrong_order",
        &[
            (&first, continuity("B3", 4, true)),
            (&second, continuity("B2", 2, false)),
        ],
    );
    is_silent(
        "wrong_order",
        &[
            (&first, continuity("B2", 2, true)),
            (&second, continuity("B3", 4, false)),
        ],
    );
}

#[test]
fn bad_seizure_leader() {
    let declared = || Event::SeizureDeclared {
        seat: Seat::B,
        command: command("B2"),
    };
    let at = |place: &str| {
        let mut state = scene(
            "A1",
            &[("A-LB1", "1008", 1), ("B-PK1", "0101", 7), ("B-CB4", place, 7)],
        );
        state.active = Seat::A;
        state
    };
    speaks("bad_seizure_leader", &[(&at("1006"), declared())]);
    is_silent("bad_seizure_leader", &[(&at("2201"), declared())]);
}

#[test]
fn wrong_target() {
    let fired = || Event::ActiveFired {
        unit: id("B-CB1"),
        target: id("A-PK1"),
        shot: shot(&[]),
    };
    let mut state = scene(
        "B2",
        &[("B-CB1", "1008", 1), ("A-PK1", "1006", 7), ("A-PK2", "1106", 7)],
    );
    is_silent("wrong_target", &[(&state, fired())]);
    change(&mut state, "A-PK2", |unit| unit.status = Status::Disordered);
    speaks("wrong_target", &[(&state, fired())]);
}

#[test]
fn walking_into_fire() {
    let at = |facing| {
        let units = [
            ("B-DM1", "1107", 7),
            ("A-PK1", "1008", 7),
            ("A-LB1", "1109", facing),
        ];
        begun(scene("B3", &units), "B-DM1")
    };
    let step = || stepped("B-DM1", "1107", "1108", 1, None);
    speaks("walking_into_fire", &[(&at(11), step())]);
    is_silent("walking_into_fire", &[(&at(5), step())]);
}

#[test]
fn crossbow_wasted() {
    let mut state = scene(
        "A2",
        &[("B-CB1", "1008", 1), ("A-PK1", "1007", 7), ("A-PK2", "1107", 7)],
    );
    state.active = Seat::A;
    let battle = std::sync::Arc::make_mut(&mut state.battle);
    battle
        .charts
        .weapon
        .get_mut(&"crossbow".parse().unwrap())
        .unwrap()
        .range_drm[0] = -4;
    let mut state = begun(state, "A-PK2");
    let reaction = || Event::ReactionFired {
        unit: id("B-CB1"),
        target: id("A-PK1"),
        on: Occasion::Move,
        shot: shot(&[]),
    };
    let step = || stepped("A-PK2", "1107", "1108", 1, None);
    is_silent("crossbow_wasted", &[(&state, reaction()), (&state, step())]);
    change(&mut state, "A-PK2", |unit| unit.status = Status::Disordered);
    speaks("crossbow_wasted", &[(&state, reaction()), (&state, step())]);
}

#[test]
fn declined_return_fire() {
    let mut state = scene(
        "A1",
        &[("A-LB1", "1008", 1), ("A-LB2", "0116", 1), ("B-GN1", "1007", 7)],
    );
    state.active = Seat::A;
    let fired = || Event::ActiveFired {
        unit: id("A-LB1"),
        target: id("B-GN1"),
        shot: shot(&[]),
    };
    let ended = Event::MoveFireEnded { unit: id("A-LB1") };
    let returned = Event::ReturnFired {
        unit: id("B-GN1"),
        target: id("A-LB1"),
        shot: shot(&[]),
    };
    speaks("declined_return_fire", &[(&state, fired()), (&state, ended)]);
    is_silent("declined_return_fire", &[(&state, fired()), (&state, returned)]);
}

#[test]
fn frontal_charge() {
    let state = scene("B1", &[("B-MM1", "1010", 1), ("A-PK1", "1208", 9)]);
    let by = |path: &[&str]| declared(&state, &[("B-MM1", Some(path))], &["A-PK1"]);
    speaks("frontal_charge", &[(&state, by(&["1009", "1109"]))]);
    is_silent("frontal_charge", &[(&state, by(&["1110", "1209"]))]);
}

#[test]
fn moved_before_charging() {
    let start = scene("B1", &[("B-MM1", "1010", 1), ("A-AX1", "1008", 7)]);
    let mut moved = start.clone();
    change(&mut moved, "B-MM1", |unit| unit.acts.moved = true);
    let charge = |state: &State| declared(state, &[("B-MM1", Some(&["1009"]))], &["A-AX1"]);
    speaks(
        "moved_before_charging",
        &[(&start, status_set("B1", &[])), (&moved, charge(&moved))],
    );
    is_silent(
        "moved_before_charging",
        &[(&start, status_set("B1", &[])), (&start, charge(&start))],
    );
}

#[test]
fn leader_left_home() {
    let at = |label: &str| {
        let mut state = scene("B1", &[("B-MM1", "1010", 1), ("A-AX1", "1008", 7)]);
        let place = LeaderPlace::On { hex: hex(label) };
        state.leaders.get_mut(&"Maran".parse().unwrap()).unwrap().place = place;
        state
    };
    let charge = |state: &State| declared(state, &[("B-MM1", Some(&["1009"]))], &["A-AX1"]);
    let near = at("1011");
    speaks("leader_left_home", &[(&near, charge(&near))]);
    let far = at("1013");
    is_silent("leader_left_home", &[(&far, charge(&far))]);
}

#[test]
fn one_against_two() {
    let with_second = |facing| {
        scene(
            "B3",
            &[
                ("B-DM1", "1009", 1),
                ("B-DM2", "1110", facing),
                ("A-PK1", "1008", 7),
                ("A-PK2", "1109", 7),
            ],
        )
    };
    let both = |state: &State| declared(state, &[("B-DM1", None)], &["A-PK1", "A-PK2"]);
    let shaken = |facing| {
        let mut state = with_second(facing);
        for unit in ["A-PK1", "A-PK2"] {
            change(&mut state, unit, |unit| unit.status = Status::Disordered);
        }
        state
    };
    let helped = shaken(11);
    speaks("one_against_two", &[(&helped, both(&helped))]);
    let turned = shaken(5);
    is_silent("one_against_two", &[(&turned, both(&turned))]);
    // Before steady pikes two attacks gain no more than the one: nothing.
    let steady = with_second(11);
    is_silent("one_against_two", &[(&steady, both(&steady))]);
}

#[test]
fn missing_the_second_side() {
    let with_second = |facing| {
        scene(
            "B3",
            &[
                ("B-DM1", "1009", 1),
                ("B-DM2", "1007", facing),
                ("A-PK1", "1008", 7),
            ],
        )
    };
    let alone = |state: &State| declared(state, &[("B-DM1", None)], &["A-PK1"]);
    let helped = with_second(5);
    speaks("missing_the_second_side", &[(&helped, alone(&helped))]);
    let turned = with_second(1);
    is_silent("missing_the_second_side", &[(&turned, alone(&turned))]);
}

#[test]
fn disordered_attack() {
    let beside = |facing| {
        scene(
            "B3",
            &[
                ("B-DM1", "1009", 1),
                ("B-DM2", "1109", 11),
                ("A-PK1", "1008", facing),
            ],
        )
    };
    let both = |state: &State| declared(state, &[("B-DM1", None), ("B-DM2", None)], &["A-PK1"]);
    let mut state = beside(11);
    is_silent("disordered_attack", &[(&state, both(&state))]);
    change(&mut state, "B-DM2", |unit| unit.status = Status::Disordered);
    speaks("disordered_attack", &[(&state, both(&state))]);
    // Before the front of the pikes the second attacker is worth more than its Disorder costs.
    let mut frontal = beside(7);
    change(&mut frontal, "B-DM2", |unit| unit.status = Status::Disordered);
    is_silent("disordered_attack", &[(&frontal, both(&frontal))]);
}

#[test]
fn exposed_horse() {
    let at = |label: &str| {
        let mut state = scene("B1", &[("B-MM1", "1008", 1), ("A-PK1", label, 1)]);
        change(&mut state, "B-MM1", |unit| unit.status = Status::Disordered);
        state
    };
    speaks("exposed_horse", &[(&at("1009"), Event::ActivationEnded)]);
    is_silent("exposed_horse", &[(&at("1007"), Event::ActivationEnded)]);
}

#[test]
fn no_retreat_before_shock() {
    let mut state = scene("A2", &[("A-AX1", "1009", 1), ("B-GN1", "1008", 1)]);
    state.active = Seat::A;
    let shock = || declared(&state, &[("A-AX1", None)], &["B-GN1"]);
    let retired = || Event::UnitRetired {
        unit: id("B-GN1"),
        from: hex("1008"),
        to: hex("0702"),
        facing: Facing::One,
    };
    let back = || Event::RetreatedBeforeShock {
        unit: id("B-GN1"),
        from: hex("1008"),
        to: hex("1007"),
        facing: Facing::One,
        leaders: Vec::new(),
    };
    speaks(
        "no_retreat_before_shock",
        &[(&state, shock()), (&state, retired())],
    );
    is_silent(
        "no_retreat_before_shock",
        &[(&state, shock()), (&state, back()), (&state, retired())],
    );
}

#[test]
fn forgotten_counter_charge() {
    let mut state = scene("A3", &[("A-MM1", "1009", 1), ("B-MM1", "1008", 7)]);
    state.active = Seat::A;
    let mut charge = attack(&state, &[("A-MM1", None)], &["B-MM1"]);
    charge.attackers[0].marker = Marker::Charge;
    state.attacks = vec![charge];
    let rolled = || Event::ShockRolled {
        attack: Which::Round(0),
        attackers: vec![id("A-MM1")],
        defender: id("B-MM1"),
        table: Combat::Charge,
        column: Order::Normal,
        throw: throw(5),
        result: CombatCell::default(),
    };
    speaks("forgotten_counter_charge", &[(&state, rolled())]);
    change(&mut state, "B-MM1", |unit| unit.acts.countercharged = true);
    is_silent("forgotten_counter_charge", &[(&state, rolled())]);
}

#[test]
fn rally_missed() {
    let mut state = scene("B1", &[("B-MM1", "1008", 1), ("A-PK1", "0116", 1)]);
    change(&mut state, "B-MM1", |unit| unit.status = Status::Disordered);
    is_silent("rally_missed", &[(&state, Event::ActivationEnded)]);
    change(&mut state, "B-MM1", |unit| unit.acts.acted = true);
    speaks("rally_missed", &[(&state, Event::ActivationEnded)]);
}

#[test]
fn standard_too_near() {
    let at = |facing| {
        let mut state = scene("B2", &[("B-PK1", "1001", 7), ("A-LB1", "1005", facing)]);
        state.standards.get_mut(&"B2".parse().unwrap()).unwrap().hex = Some(hex("1004"));
        state
    };
    let hit = || Event::ReactionFired {
        unit: id("A-LB1"),
        target: id("B-PK1"),
        on: Occasion::Move,
        shot: shot(&[Token::Retired]),
    };
    let lost = || Event::UnitEliminated {
        unit: id("B-PK1"),
        hex: hex("1001"),
    };
    let near = at(11);
    speaks("standard_too_near", &[(&near, hit()), (&near, lost())]);
    let away = at(5);
    is_silent("standard_too_near", &[(&away, hit()), (&away, lost())]);
}

#[test]
fn standard_never_used() {
    let with_retired = |units: &[&str]| {
        let places = ["0702", "0703", "0602"];
        let mut state = scene("B2", &[("B-PK1", "1501", 7), ("A-PK1", "0116", 1)]);
        state.standards.get_mut(&"B1".parse().unwrap()).unwrap().hex = Some(hex("0702"));
        for (unit, place) in units.iter().zip(places) {
            put(&mut state, unit, place, 1);
            change(&mut state, unit, |unit| unit.status = Status::Retired);
        }
        state
    };
    let events = |state: &State| -> Vec<String> {
        said(&[(state, status_set("B2", &[])), (state, Event::ActivationEnded)])
    };
    let detector = "standard_never_used".to_owned();
    assert!(events(&with_retired(&["B-MM1", "B-MM2", "B-MM3"])).contains(&detector));
    assert!(!events(&with_retired(&["B-MM1", "B-MM2"])).contains(&detector));
}

#[test]
fn standard_moved_away() {
    let mut state = scene("B1", &[("B-MM1", "0703", 1), ("A-PK1", "0116", 1)]);
    state.standards.get_mut(&"B1".parse().unwrap()).unwrap().hex = Some(hex("0702"));
    change(&mut state, "B-MM1", |unit| unit.status = Status::Retired);
    let moves = |lost| {
        [
            Event::StandardActivated {
                seat: Seat::B,
                standard: "B1".parse().unwrap(),
                to: Some(hex("1501")),
            },
            Event::StandardCheckRolled {
                unit: id("B-MM1"),
                throw: throw(6),
                eliminated: lost,
            },
            Event::StandardMoved {
                standard: "B1".parse().unwrap(),
                from: Some(hex("0702")),
                to: hex("1501"),
            },
        ]
        .map(|event| (&state, event))
    };
    speaks("standard_moved_away", &moves(true));
    is_silent("standard_moved_away", &moves(false));
}

#[test]
fn riding_down_archers() {
    let start = begun(
        scene(
            "B1",
            &[("B-MM1", "1010", 1), ("B-CB1", "1009", 1), ("A-PK1", "0116", 1)],
        ),
        "B-MM1",
    );
    let ride = |first| {
        [
            (&start, stepped("B-MM1", "1010", "1009", first, Some(id("B-CB1")))),
            (&start, stepped("B-MM1", "1009", "1008", 1, None)),
        ]
    };
    speaks("riding_down_archers", &ride(2));
    is_silent("riding_down_archers", &ride(1));
}

#[test]
fn out_of_command() {
    let mut state = scene(
        "B1",
        &[("B-MM1", "0704", 1), ("B-MM2", "0604", 1), ("A-PK1", "2216", 1)],
    );
    let place = LeaderPlace::On { hex: hex("0705") };
    state.leaders.get_mut(&"Maran".parse().unwrap()).unwrap().place = place;
    let moved = || Event::LeaderStepped {
        leader: "Maran".parse().unwrap(),
        from: hex("0705"),
        to: hex("0706"),
        cost: 1,
    };
    speaks(
        "out_of_command",
        &[(&state, moved()), (&state, status_set("B1", &["B-MM1", "B-MM2"]))],
    );
    is_silent(
        "out_of_command",
        &[(&state, moved()), (&state, status_set("B1", &["B-MM1"]))],
    );
}

#[test]
fn facing() {
    let at = |facing| scene("B2", &[("B-CB1", "1008", facing), ("A-PK1", "1010", 1)]);
    speaks("facing", &[(&at(1), Event::ActivationEnded)]);
    is_silent("facing", &[(&at(7), Event::ActivationEnded)]);
}

#[test]
fn ignoring_the_flight_level() {
    let state = scene(
        "B3",
        &[
            ("B-DM1", "1009", 1),
            ("A-DM1", "1008", 7),
            ("B-DM2", "0405", 1),
            ("A-LB1", "0404", 1),
        ],
    );
    let began = || Event::ActivationStarted {
        seat: Seat::B,
        kind: Kind::Free,
        command: command("B3"),
    };
    let bad = declared(&state, &[("B-DM1", None)], &["A-DM1"]);
    let good = declared(&state, &[("B-DM2", None)], &["A-LB1"]);
    speaks("ignoring_the_flight_level", &[(&state, began()), (&state, bad)]);
    is_silent("ignoring_the_flight_level", &[(&state, began()), (&state, good)]);
}
