//! Positions in which the coach speaks of shots, Charges and Shock.

use super::*;

#[test]
fn wrong_target() {
    let fired = || {
        Event::Fire(FireEvent::ActiveFired {
            unit: id("B-CB1"),
            target: id("A-PK1"),
            shot: shot(&[]),
        })
    };
    let mut state = scene(
        "B2",
        &[("B-CB1", "1008", 1), ("A-PK1", "1006", 7), ("A-PK2", "1106", 7)],
    );
    is_silent("wrong_target", &[(&state, fired())]);
    change(&mut state, "A-PK2", |unit| unit.status = Status::Disordered);
    speaks("wrong_target", &[(&state, fired())]);
    // At two hexes a crossbow adds nothing: 5 to 9 Disorder a Normal unit, half a step. At three it takes 1 away: a Disordered one
    // retreats on 5 and 6 and is Retired on 7 to 9, which eliminates it where no Standard stands: 2 of a step and 3 of three.
    let aimed = [(&state, fired())];
    let harm = [
        ("harm in steps", 0.5),
        ("harm in steps there", 1.1),
        ("chance to eliminate", 0.0),
        ("chance to eliminate there", 0.3),
    ];
    counts("wrong_target", &aimed, &harm);
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
    let before = at(11);
    speaks("walking_into_fire", &[(&before, step())]);
    // A longbow at one hex adds 2, dismounted men-at-arms take 1 away: 4 to 9 have an effect.
    counts(
        "walking_into_fire",
        &[(&before, step())],
        &[("chance of an effect", 0.6)],
    );
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
    let reaction = || {
        Event::Fire(FireEvent::ReactionFired {
            unit: id("B-CB1"),
            target: id("A-PK1"),
            on: Occasion::Move,
            shot: shot(&[]),
        })
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
    let fired = || {
        Event::Fire(FireEvent::ActiveFired {
            unit: id("A-LB1"),
            target: id("B-GN1"),
            shot: shot(&[]),
        })
    };
    let ended = Event::Movement(MovementEvent::MoveFireEnded { unit: id("A-LB1") });
    let returned = Event::Fire(FireEvent::ReturnFired {
        unit: id("B-GN1"),
        target: id("A-LB1"),
        shot: shot(&[]),
    });
    let declined = [(&state, fired()), (&state, ended)];
    speaks("declined_return_fire", &declined);
    // Javelins add nothing at one hex: 5 to 9.
    let effect = "chance of an effect on the firer";
    weighs("declined_return_fire", &declined, effect, (0.0, 0.5));
    is_silent("declined_return_fire", &[(&state, fired()), (&state, returned)]);
}

#[test]
fn frontal_charge() {
    let state = scene("B1", &[("B-MM1", "1010", 1), ("A-PK1", "1208", 9)]);
    let by = |path: &[&str]| declared(&state, &[("B-MM1", Some(path))], &["A-PK1"]);
    let frontal = [(&state, by(&["1009", "1109"]))];
    speaks("frontal_charge", &frontal);
    gains("frontal_charge", &frontal);
    // 5 to 9 of ten are reluctant before the front, nobody is beside it.
    weighs("frontal_charge", &frontal, "chance of reluctance", (0.5, 0.0));
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
    gains("one_against_two", &[(&helped, both(&helped))]);
    weighs(
        "one_against_two",
        &[(&helped, both(&helped))],
        "strength DRM",
        (-1.0, 0.0),
    );
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
    gains("missing_the_second_side", &[(&helped, alone(&helped))]);
    weighs(
        "missing_the_second_side",
        &[(&helped, alone(&helped))],
        "angle DRM",
        (0.0, 4.0),
    );
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
    gains("disordered_attack", &[(&state, both(&state))]);
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
    speaks(
        "exposed_horse",
        &[(&at("1009"), Event::Ending(EndingEvent::ActivationEnded))],
    );
    is_silent(
        "exposed_horse",
        &[(&at("1007"), Event::Ending(EndingEvent::ActivationEnded))],
    );
}

#[test]
fn no_retreat_before_shock() {
    let mut state = scene("A2", &[("A-AX1", "1009", 1), ("B-GN1", "1008", 1)]);
    state.active = Seat::A;
    let shock = || declared(&state, &[("A-AX1", None)], &["B-GN1"]);
    let retired = || {
        Event::Result(ResultEvent::UnitRetired {
            unit: id("B-GN1"),
            from: hex("1008"),
            to: hex("0702"),
            facing: Facing::One,
        })
    };
    let back = || {
        Event::Shock(ShockEvent::RetreatedBeforeShock {
            unit: id("B-GN1"),
            from: hex("1008"),
            to: hex("1007"),
            facing: Facing::One,
            leaders: Vec::new(),
        })
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
    let rolled = || {
        Event::Shock(ShockEvent::ShockRolled {
            attack: Which::Round(0),
            attackers: vec![id("A-MM1")],
            defender: id("B-MM1"),
            table: Combat::Charge,
            column: Order::Normal,
            throw: throw(5),
            result: CombatCell::default(),
        })
    };
    speaks("forgotten_counter_charge", &[(&state, rolled())]);
    change(&mut state, "B-MM1", |unit| unit.acts.countercharged = true);
    is_silent("forgotten_counter_charge", &[(&state, rolled())]);
}
