//! Positions in which the coach speaks of Standards, leaders and the places of units.

use super::*;

#[test]
fn rally_missed() {
    let mut state = scene("B1", &[("B-MM1", "1008", 1), ("A-PK1", "0116", 1)]);
    change(&mut state, "B-MM1", |unit| unit.status = Status::Disordered);
    is_silent(
        "rally_missed",
        &[(&state, Event::Ending(EndingEvent::ActivationEnded))],
    );
    change(&mut state, "B-MM1", |unit| unit.acts.acted = true);
    speaks(
        "rally_missed",
        &[(&state, Event::Ending(EndingEvent::ActivationEnded))],
    );
}

#[test]
fn standard_too_near() {
    let at = |facing| {
        let mut state = scene("B2", &[("B-PK1", "1001", 7), ("A-LB1", "1005", facing)]);
        state.standards.get_mut(&"B2".parse().unwrap()).unwrap().hex = Some(hex("1004"));
        state
    };
    let hit = || {
        Event::Fire(FireEvent::ReactionFired {
            unit: id("A-LB1"),
            target: id("B-PK1"),
            on: Occasion::Move,
            shot: shot(&[Token::Retired]),
        })
    };
    let lost = || {
        Event::Result(ResultEvent::UnitEliminated {
            unit: id("B-PK1"),
            hex: hex("1001"),
        })
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
        said(&[
            (state, status_set("B2", &[])),
            (state, Event::Ending(EndingEvent::ActivationEnded)),
        ])
    };
    let detector = "standard_never_used".to_owned();
    let three = with_retired(&["B-MM1", "B-MM2", "B-MM3"]);
    assert!(events(&three).contains(&detector));
    weighs(
        &detector,
        &[
            (&three, status_set("B2", &[])),
            (&three, Event::Ending(EndingEvent::ActivationEnded)),
        ],
        "units rallied",
        (0.0, 3.0),
    );
    assert!(!events(&with_retired(&["B-MM1", "B-MM2"])).contains(&detector));
}

#[test]
fn standard_moved_away() {
    let mut state = scene("B1", &[("B-MM1", "0703", 1), ("A-PK1", "0116", 1)]);
    state.standards.get_mut(&"B1".parse().unwrap()).unwrap().hex = Some(hex("0702"));
    change(&mut state, "B-MM1", |unit| unit.status = Status::Retired);
    let moves = |lost| {
        [
            Event::Activation(ActivationEvent::StandardActivated {
                seat: Seat::B,
                standard: "B1".parse().unwrap(),
                to: Some(hex("1501")),
            }),
            Event::Rally(RallyEvent::StandardCheckRolled {
                unit: id("B-MM1"),
                throw: throw(6),
                eliminated: lost,
            }),
            Event::Rally(RallyEvent::StandardMoved {
                standard: "B1".parse().unwrap(),
                from: Some(hex("0702")),
                to: hex("1501"),
            }),
        ]
        .map(|event| (&state, event))
    };
    speaks("standard_moved_away", &moves(true));
    // MOI-STD-04: the die and 1 make 5 or more with 4 to 9.
    let lost = "Retired units expected to be eliminated";
    weighs("standard_moved_away", &moves(true), lost, (0.6, 0.0));
    weighs("standard_moved_away", &moves(true), "units rallied", (0.0, 1.0));
    let told = found(&moves(true));
    let reason = told.iter().find(|one| one.detector == "standard_moved_away");
    let reason = &reason.unwrap().reason;
    assert!(reason.contains("could have rallied 1 unit,"), "{reason}");
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
    // 0 to 4 of ten harm the archers (MOI-MOVE-15); around them it costs as much.
    let harm = "chance that the friend is Disordered or Retired";
    weighs("riding_down_archers", &ride(2), harm, (0.5, 0.0));
    weighs("riding_down_archers", &ride(2), "Movement Points", (3.0, 3.0));
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
    let moved = || {
        Event::Movement(MovementEvent::LeaderStepped {
            leader: "Maran".parse().unwrap(),
            from: hex("0705"),
            to: hex("0706"),
            cost: 1,
        })
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
    let away = [(&at(1), Event::Ending(EndingEvent::ActivationEnded))];
    speaks("facing", &away);
    // A crossbow at two hexes adds nothing: 5 to 9.
    weighs(
        "facing",
        &away,
        "chance of an effect of its best shot",
        (0.0, 0.5),
    );
    weighs("facing", &away, "enemies in range and arc", (0.0, 1.0));
    is_silent("facing", &[(&at(7), Event::Ending(EndingEvent::ActivationEnded))]);
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
    let began = || {
        Event::Activation(ActivationEvent::ActivationStarted {
            seat: Seat::B,
            kind: Kind::Free,
            command: command("B3"),
        })
    };
    let bad = declared(&state, &[("B-DM1", None)], &["A-DM1"]);
    let good = declared(&state, &[("B-DM2", None)], &["A-LB1"]);
    let worst = [(&state, began()), (&state, bad)];
    speaks("ignoring_the_flight_level", &worst);
    gains("ignoring_the_flight_level", &worst);
    is_silent("ignoring_the_flight_level", &[(&state, began()), (&state, good)]);
}
