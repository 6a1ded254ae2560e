//! Drawings that say more than who stands where: engagements that touch, checks to come, known cards, a turn
//! under way.

use super::*;
use crate::model::names::CardNo;
use crate::model::state::RoutCause;

/// A turn of South's that is in its Movement & Command Phase, two units a side.
fn turn_three(change: impl FnOnce(&mut Value)) -> Value {
    let beside = |seat: &str, y: f64, heading: f64| {
        let mut unit = on(seat, y, heading);
        unit["pose"]["x"] = json!(24.0);
        unit
    };
    let mut sketch = json!({ "units": [on("A", 6.0, 0.0), beside("A", 6.0, 0.0), on("B", 24.0, 180.0),
        beside("B", 24.0, 180.0)], "turn": 3, "budget": 2000, "actions": 1 });
    change(&mut sketch);
    sketch
}

#[test]
fn bg4_rush_17_engaged_units_that_do_not_touch_are_refused_with_their_place() {
    let engaged = |y: f64, heading: f64, side: &str| {
        begun(
            &json!({ "units": [on("A", 12.0, 0.0), on("B", y, heading)], "turn": 3,
            "engaged": [{ "rusher": "B1", "rushed": "A1", "side": side }] }),
        )
    };
    // Two cards 2.5 inches deep touch front to front at 2.5 inches, with a hundredth of tolerance.
    for y in [14.5, 14.508] {
        assert!(engaged(y, 180.0, "front").is_ok(), "{y}");
    }
    for (y, heading, side, words) in [
        (27.0, 180.0, "front", "12.5\" apart"),
        (14.6, 180.0, "front", "0.1\" apart"),
        (14.5, 180.0, "rear", "with its front at the front"),
        (9.5, 0.0, "front", "with its front at the rear"),
    ] {
        let refusal = engaged(y, heading, side).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "HS-POS-01", "{refusal:?}");
        assert!(refusal.message.contains(words), "{refusal:?}");
        let told = serde_json::to_value(&refusal).unwrap();
        assert!(told.to_string().contains("/engaged/0"), "{told}");
    }
    assert!(engaged(9.5, 0.0, "rear").is_ok());
}

#[test]
fn bg4_cmd_04_the_command_actions_left_in_a_turn_are_as_drawn() {
    let state = begun(&turn_three(|_| {})).unwrap();
    assert_eq!(
        (state.turn, state.active, state.phase),
        (3, Some(Seat::A), Phase::MovementAndCommand)
    );
    assert_eq!(state.player(Seat::A).actions, 1);
    assert!(state.player(Seat::A).spent_any);
    assert_eq!(state.player(Seat::B).actions, 0);
    // Who is asked may act at once.
    let asked = <Battleground as hindsight_kernel::Rules>::awaiting(&state);
    assert_eq!(
        (asked.len(), asked[0].seat, asked[0].decision.as_str()),
        (1, Seat::A, "movement_command")
    );
}

#[test]
fn bg4_turn_03_a_unit_drawn_as_activated_is_not_activated_again() {
    let state = begun(&turn_three(|sketch| {
        sketch["units"][0]["activated"] = json!(true);
        sketch["units"][1]["moved"] = json!(true);
    }))
    .unwrap();
    for (name, activated, moved) in [
        ("A1", true, false),
        ("A2", true, true),
        ("B1", false, false),
        ("B2", false, false),
    ] {
        let turn = &state.unit(id(name)).unwrap().turn;
        assert_eq!((turn.activated, turn.moved), (activated, moved), "{name}");
    }
    assert!(state.normal_moves);
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<Battleground>::new(state, &mut tray);
    let again = crate::model::command::Command::Activate {
        units: vec![id("A1")],
    };
    assert!(<Battleground as hindsight_kernel::Rules>::decide(&mut table, Seat::A, &again).is_err());
    // In a turn that only begins nobody was activated, and nobody is in the other player's.
    for (change, words) in [
        (
            Box::new(|sketch: &mut Value| sketch["actions"] = json!(null)) as Box<dyn Fn(&mut Value)>,
            "has not begun",
        ),
        (
            Box::new(|sketch| sketch["units"][2]["activated"] = json!(true)),
            "its own turn only",
        ),
    ] {
        let refusal = begun(&turn_three(|sketch| {
            sketch["units"][0]["activated"] = json!(true);
            change(sketch);
        }))
        .unwrap_err();
        assert!(refusal.message.contains(words), "{refusal:?}");
    }
}

#[test]
fn bg4_cour_12_checks_that_are_drawn_are_taken() {
    let state = begun(&turn_three(|sketch| {
        sketch["units"][0]["checks"] = json!(["last_green", "pinched", "last_green"]);
        sketch["units"][2]["checks"] = json!(["fear"]);
    }))
    .unwrap();
    let pending = |name: &str| state.unit(id(name)).unwrap().pending.clone();
    assert_eq!(pending("A1").rout, [RoutCause::LastGreen, RoutCause::Pinched]);
    assert!(!pending("A1").fear && pending("B1").fear);
    assert!(pending("A2").rout.is_empty());
}

#[test]
fn bg4_cour_12_checks_that_are_drawn_are_rolled_in_the_next_courage_phase() {
    use crate::model::command::Command;
    use crate::model::event::{Event, TurnEvent};
    use crate::model::state::CheckKind;
    use crate::scene::courage_checks;
    let state = begun(&turn_three(|sketch| {
        sketch["units"][0]["checks"] = json!(["last_green", "pinched", "last_green"]);
        sketch["units"][0]["activated"] = json!(true);
        sketch["units"][1]["activated"] = json!(true);
        sketch["units"][2]["checks"] = json!(["fear"]);
    }))
    .unwrap();
    // B1's Fear Check shows 3; A1's Rout Check, one for all its causes, three sixes.
    let end = [(Seat::A, Command::EndPhase)];
    let (state, events) = crate::scene::play_out(state, &end, &[1, 1, 1]).unwrap();
    let combat = events
        .iter()
        .position(|event| {
            let phase = Phase::Combat;
            *event == Event::Turn(TurnEvent::PhaseBegan { phase })
        })
        .unwrap();
    assert_eq!(
        courage_checks(&events[..combat]),
        [
            (id("B1"), CheckKind::Fear, true),
            (id("A1"), CheckKind::Rout, false)
        ]
    );
    assert_eq!(courage_checks(&events[combat..]), []);
    assert_eq!(state.unit(id("A1")).unwrap().status, Status::Disrupted);
    assert!(state.unit(id("A1")).unwrap().pending.rout.is_empty());
    assert!(!state.unit(id("B1")).unwrap().pending.fear);
}

#[test]
fn bg4_cards_13_known_cards_are_in_the_hand_and_played_ones_on_the_discards() {
    let state = begun(&turn_three(|sketch| {
        sketch["hands"] = json!({ "A": 3 });
        sketch["known"] = json!({ "A": [3], "B": [7, 21] });
        sketch["discards"] = json!({ "A": [30, 1] });
    }))
    .unwrap();
    let south = state.player(Seat::A);
    assert_eq!(south.hand, [Some(CardNo(3)), None, None]);
    assert_eq!(south.discards, [CardNo(30), CardNo(1)]);
    assert_eq!((south.deck, south.unseen.len()), (25, 27));
    let north = state.player(Seat::B);
    assert_eq!(north.hand, [Some(CardNo(7)), Some(CardNo(21))]);
    assert_eq!((north.deck, north.unseen.len()), (28, 28));
    for (field, cards, path) in [
        ("known", json!({ "A": [31] }), "/known/A/0"),
        ("known", json!({ "B": [4, 4] }), "/known/B/1"),
    ] {
        let refusal = begun(&turn_three(|sketch| sketch[field] = cards)).unwrap_err();
        let told = serde_json::to_value(&refusal).unwrap().to_string();
        assert!(told.contains(path), "{told}");
    }
}

/// A flyer drawn in the air has not landed this turn, whoever's turn it is.
#[test]
fn bg4_fly_06_a_flyer_is_drawn_in_the_air_in_a_turn_that_has_begun() {
    for (seat, place, y, heading) in [("A", 0, 6.0, 0.0), ("B", 2, 24.0, 180.0)] {
        let state = begun(&turn_three(|sketch| {
            sketch["units"][place] = json!({ "seat": seat, "unit": "rook-riders",
                "pose": { "x": 18.0, "y": y, "heading": heading }, "order": { "order": "close", "airborne": true } });
        }))
        .unwrap();
        let flyer = state.unit(id(&format!("{seat}1"))).unwrap();
        assert!(flyer.airborne && flyer.turn.began_flying, "{seat}");
    }
}
