//! Positions in which the coach speaks of charges, attacks and the dice of them.

use super::*;

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
            Event::Charge(ChargeEvent::ChargeRolled {
                roll: roll(&[2]),
                distance: 7_000,
                needed: Some(needed),
                success: false,
            }),
            Event::Charge(ChargeEvent::ChargeEnded),
            declared(&charge("B1", "A1", Side::Front, 180)),
        ];
        let found = said(&mut Watcher::default(), &state, &events);
        if !trial::about(&found, DETECTORS, "long_charge").is_empty() {
            // It falls short with 1 to 5, never farther than 4.2" from the enemy, of Speed 5.
            let answered = (5.0 / 6.0, 0.0);
            weighs(&found, "long_charge", "chance to be charged in return", answered);
        }
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
        let found = said(
            &mut watcher,
            state,
            &[Event::Round(RoundEvent::TurnEnded { seat: Seat::A })],
        );
        trial::about(&found, DETECTORS, "flank_left_open")
    };
    assert_eq!(ends(&state(false, 0)), ["A1"]);
    assert_eq!(ends(&state(true, 0)), NOBODY, "the enemy was activated already");
    assert_eq!(ends(&state(false, 90)), NOBODY, "it looks at the enemy");
    // The flank is 4.75" from the front of the riders, of Speed 7: any die will do. A Maneuver would have kept it away from them.
    let state = state(false, 0);
    let mut watcher = Watcher {
        acting: Some((unit("A1"), state.clone())),
        walked_at: Some(0),
        ..Watcher::default()
    };
    let walked = said(
        &mut watcher,
        &state,
        &[Event::Round(RoundEvent::TurnEnded { seat: Seat::A })],
    );
    let side = "chance of a charge on its flank or rear";
    weighs(&walked, "flank_left_open", side, (1.0, 0.0));
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
        let events = [Event::Movement(MovementEvent::ActionDeclared {
            unit: unit("A1"),
            action,
            free: false,
        })];
        let found = said(&mut Watcher::default(), &state, &events);
        if !facing {
            // 7 dice hit on 3. The Levy saves on 5 and fails its test below 8; over a flank it has 1 less for both.
            let flank = of_attack(7, 5.0 / 9.0, 26.0);
            let front = of_attack(7, 4.0 / 9.0, 21.0);
            weighs(
                &found,
                "melee_without_facing",
                "expected wounds of its next attack",
                (flank, front),
            );
        }
        trial::about(&found, DETECTORS, "melee_without_facing")
    };
    assert_eq!(strikes(false), ["A1"]);
    assert_eq!(strikes(true), NOBODY);
}

#[test]
fn idle_token_when_many_hits_could_have_been_rolled_again() {
    // The window is passed: its step goes.
    let passed = |state: &State| {
        let mut after = state.clone();
        after.agenda.pop();
        let event = Event::Procedure(ProcedureEvent::Agenda {
            change: hindsight_kernel::agenda::AgendaChange::Proceeded {
                done: 1,
                ahead: Vec::new(),
            },
        });
        let seen = Watched {
            version: 1,
            asked_at: 0,
            before: state,
            event: &event,
            after: &after,
        };
        let mut found = Vec::new();
        Watcher::default().watch(&seen, &mut found);
        if !found.is_empty() {
            // Of seven hits, or of seven dice that hit on 4, each is saved on 4. The Raiders fail their test below 6.
            let wounds = (of_attack(7, 0.5, 10.0), of_attack(7, 0.25, 10.0));
            weighs(&found, "idle_token", "expected wounds of the attack", wounds);
        }
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
        let event = Event::Attack(AttackEvent::DiceRerolled {
            of: RollOf::Attack,
            by,
            places: places.to_vec(),
            roll: roll(&vec![3; places.len()]),
        });
        let found = said(&mut Watcher::default(), &state, &[event]);
        if !found.is_empty() {
            // Two dice hit on 4.
            weighs(&found, "wasted_token", "expected hits of these dice", (1.0, 0.0));
        }
        trial::about(&found, DETECTORS, "wasted_token")
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
        let event = Event::Attack(AttackEvent::DiceRerolled {
            of: RollOf::Panic,
            by: Again::Token,
            places: vec![0],
            roll: roll(&[1]),
        });
        let found = said(&mut Watcher::default(), &state, &[event]);
        if !found.is_empty() {
            // A new die beside the 1 fails below 6 with 1 to 4, and costs the 3 of its D3.
            let wounds = (2.0, 3.0);
            weighs(
                &found,
                "wasted_token",
                "expected wounds of the Panic Test",
                wounds,
            );
        }
        trial::about(&found, DETECTORS, "wasted_token")
    };
    assert_eq!(panicking([1, 1, 6]), ["B1"]);
    assert_eq!(panicking([6, 6, 6]), NOBODY);
}
