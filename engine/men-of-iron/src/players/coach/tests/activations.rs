//! Positions in which the coach speaks of Activations and Seizures.

use super::*;

#[test]
fn seizing_against_the_odds() {
    let events = |place: &str| {
        let mut state = scene("A1", &[("A-LB1", place, 1), ("B-PK1", "1001", 7)]);
        state.active = Seat::A;
        state
    };
    let rolled = || {
        Event::Activation(ActivationEvent::SeizureRolled {
            seat: Seat::B,
            command: command("B2"),
            throw: throw(7),
            rating: 2,
            success: false,
        })
    };
    let named = || {
        Event::Activation(ActivationEvent::CommandNamed {
            seat: Seat::A,
            command: command("A1"),
        })
    };
    let far = events("0116");
    let seized = [(&far, named()), (&far, rolled())];
    speaks("seizing_against_the_odds", &seized);
    // Rating 2: 0, 1 and 2 of ten. A1 of rating 3 continues with 0 to 3, else the next Activation is B's.
    weighs(
        "seizing_against_the_odds",
        &seized,
        "chance to have the next Activation",
        (0.3, 0.6),
    );
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
    let rolled = [(&state, continuity("B2", 2, false))];
    speaks("continuing_too_long", &rolled);
    // A Pass gives the other player what a failed roll gives them: by the odds it is never better.
    assert!(found(&rolled).iter().all(|one| one.better.is_none()));
    state.players[1].penalty = 1;
    is_silent("continuing_too_long", &[(&state, continuity("B2", 2, false))]);
}

#[test]
fn wrong_order() {
    let first = scene("B1", &[("B-PK1", "0301", 1), ("B-DM1", "0501", 1)]);
    let mut second = first.clone();
    second.players[1].penalty = 1;
    let run = [
        (&first, continuity("B3", 4, true)),
        (&second, continuity("B2", 2, false)),
    ];
    speaks("wrong_order", &run);
    // 4 at +0 and 2 at +1: 5/10 of 2/10. 2 at +0 and 4 at +1: 3/10 of 4/10.
    weighs(
        "wrong_order",
        &run,
        "chance that both Commands continue",
        (0.10, 0.12),
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
    let declared = || {
        Event::Activation(ActivationEvent::SeizureDeclared {
            seat: Seat::B,
            command: command("B2"),
        })
    };
    let at = |place: &str| {
        let mut state = scene(
            "A1",
            &[("A-LB1", "1008", 1), ("B-PK1", "0101", 7), ("B-CB4", place, 7)],
        );
        state.active = Seat::A;
        state
    };
    let near = at("1006");
    speaks("bad_seizure_leader", &[(&near, declared())]);
    // Orel's rating is 2, Vey's 4.
    counts(
        "bad_seizure_leader",
        &[(&near, declared())],
        &[("chance", 0.3), ("better chance", 0.5)],
    );
    is_silent("bad_seizure_leader", &[(&at("2201"), declared())]);
    // Maran's 3 is one point more than Orel's 2: 0.4 against 0.3 is no mistake.
    let mut by_one = scene(
        "A1",
        &[("A-LB1", "1008", 1), ("B-PK1", "0101", 7), ("B-MM1", "1006", 7)],
    );
    by_one.active = Seat::A;
    let chance = |of: &str| crate::odds::seizure_chance(&by_one, Seat::B, command(of));
    assert!((chance("B1") - 0.4).abs() < 1e-9 && (chance("B2") - 0.3).abs() < 1e-9);
    let [rider, archers] = ["B-MM1", "A-LB1"].map(|unit| by_one.unit(id(unit)).unwrap());
    assert!(!crate::views::threats::in_reach(&by_one, rider, &[archers]).is_empty());
    is_silent("bad_seizure_leader", &[(&by_one, declared())]);
}
