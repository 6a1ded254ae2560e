//! Pictures, notation, drawn positions, hidden information and inspections, as players see them.

use hindsight_kernel::{
    BoardPoint, Inspect, InspectRequest, Notation, NotedPositions, OtherPlace, Overlay, Pictures, Rules,
    Seat, Secrets, Setups, Shape, Sketches, Story, Viewer,
};
use serde_json::{Value, json};

use crate::IceAndFire;
use crate::cards::ZoneName;
use crate::field::Pose;
use crate::model::command::{Action, Choice, Command};
use crate::model::names::{UnitId, Way};
use crate::model::place::Shift;
use crate::model::state::State;

fn drawn(sketch: &Value) -> State {
    IceAndFire::sketched(sketch, &[]).unwrap().state
}

/// Two units front to front, an archer behind, a forest.
fn sketch() -> Value {
    json!({
        "round": 2,
        "units": [
            { "seat": "A", "card": "mw-shield", "attachment": "mw-rehl", "x": 24.0, "y": 19.2, "heading": 0, "tokens": ["weakened"] },
            { "seat": "A", "card": "mw-arch", "x": 10.0, "y": 10.0, "heading": 0 },
            { "seat": "B", "card": "ka-raid", "x": 24.0, "y": 24.0, "heading": 180, "wounds": 5, "controls": 1 },
            { "seat": "B", "card": "ka-ride", "x": 12.0, "y": 21.0, "heading": 180 },
        ],
        "terrain": [{ "card": "forest", "x": 36.0, "y": 24.0 }],
    })
}

fn unit(text: &str) -> UnitId {
    text.parse().unwrap()
}

#[test]
fn every_kind_of_command_is_read_as_it_was_written() {
    let lines = [
        "army merrow mw-shield+mw-rehl mw-arch mw-levy ncus: mw-iline mw-hobb",
        "army merrow mw-shield",
        "roll to start",
        "terrain forest",
        "place forest 24,20.5 heading 30",
        "name B",
        "side south",
        "deploy A1 24,7.6 heading 0",
        "activate A1",
        "arrive B2 3.125,40 heading 180",
        "claim AN1 crown",
        "maneuver pivot 90 move 5 then 45",
        "maneuver move 0",
        "march move 9.99",
        "charge B2 heading 21 arc front",
        "charge B2 heading 21",
        "charge B2 heading 21 weapon 2",
        "charge B2 heading 21 arc rear weapon 3",
        "melee B2 facing slot centre weapon 2",
        "melee B2",
        "shoot B2 shift 225 2 weapon 1",
        "shoot B2",
        "demolish 3",
        "retreat",
        "forgo",
        "play ka-mist on A1,A2 token weakened dice 1,3 shift 90 3",
        "order A1 2 dice 2",
        "reroll 1,2,5",
        "expend none",
        "pass",
        "align left",
        "back backward 6 then 180",
        "pivot B1 270",
        "target B1 vulnerable",
        "target B1",
        "choose on B1",
        "settled",
        "discard",
        "discard mw-hold mw-salt",
    ];
    for line in lines {
        let command = IceAndFire::parse(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(IceAndFire::format(&command), line);
    }
    for (line, column) in [
        ("deploy A1 24;7 heading 0", "column 11"),
        ("march move fast", "column 12"),
        ("fly A1", "column 1"),
    ] {
        let fault = IceAndFire::parse(line).unwrap_err();
        assert!(fault.contains(column), "{line}: {fault}");
    }
}

#[test]
fn numbers_that_no_table_has_are_written_and_read_too() {
    let commands = [
        Command::Act {
            action: Action::Ranged {
                target: unit("B1"),
                shift: Some(Shift {
                    direction: 65_535,
                    distance: -2_147_483_647,
                }),
                weapon: Some(255),
            },
        },
        Command::MoveBack {
            way: Way::Left,
            distance: -1,
            last: Some(40_000),
        },
        Command::Choose {
            choice: Choice {
                dice: vec![0, 255],
                ..Choice::default()
            },
        },
    ];
    for command in commands {
        assert_eq!(IceAndFire::parse(&IceAndFire::format(&command)), Ok(command));
    }
}

#[test]
fn if_geo_03_the_picture_shows_trays_strength_and_tokens() {
    let board = IceAndFire::board(&drawn(&sketch()));
    let token = |id: &str| board.tokens.iter().find(|token| token.id == id).unwrap();
    let shield = token("A1");
    assert_eq!(
        (shield.facing, shield.strength, shield.kind.as_str()),
        (Some(0.0), 1.0, "leader")
    );
    assert_eq!(shield.outline[0], BoardPoint::new(21.25, 21.6));
    assert!(shield.badges.iter().any(|badge| badge.text == "Weakened"));
    let raiders = token("B1");
    assert_eq!(raiders.strength_text, "7/12 models, 2 ranks");
    assert!(
        raiders
            .badges
            .iter()
            .any(|badge| badge.text == "controls objective 1")
    );
    assert_eq!(board.links.len(), 1);
    assert_eq!(
        board
            .zones
            .iter()
            .filter(|zone| zone.name.starts_with("Objective"))
            .count(),
        5
    );
    for zone in ["Crown", "Wealth", "Tactics", "Combat", "Maneuver"] {
        assert!(board.zones.iter().any(|known| known.name == zone), "{zone}");
    }
    assert_eq!(board.terrain[0].kind, "forest");
}

#[test]
fn if_eng_02_a_drawn_position_engages_those_who_touch() {
    let state = drawn(&sketch());
    let sides: Vec<_> = state.engaged_with(unit("A1")).collect();
    assert_eq!(
        sides,
        [(crate::field::Side::Front, unit("B1"), crate::field::Side::Front)]
    );
    assert_eq!(IceAndFire::invariants(&state), Ok(()));
    let far = json!({ "units": sketch()["units"], "engaged": [["A2", "B1"]] });
    let refused = IceAndFire::sketched(&far, &[]).unwrap_err();
    assert_eq!(refused.rule, hindsight_kernel::RuleId::new("HS-POS-01"));
    for (path, value) in [
        ("/units/0/card", json!("nobody")),
        ("/units/0/x", json!(99.0)),
        ("/units/2/wounds", json!(12)),
    ] {
        let mut wrong = sketch();
        *wrong.pointer_mut(path).unwrap() = value;
        assert!(IceAndFire::sketched(&wrong, &[]).is_err(), "{path}");
    }
}

#[test]
fn if_tac_01_a_drawn_position_has_ncus_and_hands() {
    let with = |ncus: Value, hands: Value| {
        let mut sketch = sketch();
        sketch["ncus"] = ncus;
        sketch["hands"] = hands;
        IceAndFire::sketched(&sketch, &[])
    };
    let ncus = json!([
        { "seat": "A", "card": "mw-iline", "zone": "wealth" }, { "seat": "A", "card": "mw-hobb" },
        { "seat": "B", "card": "ka-ash", "zone": "crown" },
    ]);
    let state = with(ncus, json!([["mw-salt", "mw-salt"], []])).unwrap().state;
    assert_eq!(IceAndFire::sound(&state), Ok(()));
    let told: Vec<_> = state
        .ncus
        .iter()
        .map(|ncu| (ncu.id.to_string(), ncu.zone, ncu.activated))
        .collect();
    let expected = [
        ("AN1", Some(ZoneName::Wealth), true),
        ("AN2", None, false),
        ("BN1", Some(ZoneName::Crown), true),
    ];
    assert_eq!(
        told,
        expected.map(|(id, zone, activated)| (id.to_owned(), zone, activated))
    );
    let south = state.player(Seat::A);
    assert_eq!((south.hand.len(), south.deck, south.unseen.len()), (2, 18, 18));
    for (ncus, hands, path) in [
        (
            json!([{ "seat": "A", "card": "nobody" }]),
            json!([[], []]),
            "/ncus/0/card",
        ),
        (
            json!([{ "seat": "A", "card": "mw-hobb", "zone": "crown" }, { "seat": "B", "card": "ka-ash", "zone": "crown" }]),
            json!([[], []]),
            "/ncus/1/zone",
        ),
        (
            json!([]),
            json!([["mw-salt", "mw-salt", "mw-salt"], []]),
            "/hands/0/2",
        ),
        (json!([]), json!([[], ["mw-salt"]]), "/hands/1/0"),
    ] {
        let refused = with(ncus, hands).unwrap_err();
        assert_eq!(refused.details["path"], path, "{refused}");
    }
}

#[test]
fn if_card_03_hands_and_decks_are_hidden_from_the_opponent() {
    let mut state = drawn(&sketch());
    let player = &mut state.players[0];
    let card = player.unseen.remove(4);
    player.hand.push(Some(card));
    player.deck -= 1;
    assert!(IceAndFire::has_secrets(&state));
    let own = IceAndFire::view(&state, Viewer::Seat(Seat::A));
    assert_eq!(own, state);
    let other = IceAndFire::view(&state, Viewer::Seat(Seat::B));
    assert_eq!(other.players[0].hand, [None]);
    assert_eq!((other.players[0].deck, other.players[0].unseen.len()), (19, 20));
    assert!(!IceAndFire::has_secrets(&IceAndFire::view(
        &state,
        Viewer::Public
    )));
}

#[test]
fn inspect_gives_the_odds_with_and_without_each_token() {
    let state = drawn(&sketch());
    let ask = |unit: &str, target: Option<&str>| {
        let request = InspectRequest {
            unit: unit.to_owned(),
            target: target.map(ToOwned::to_owned),
            about: serde_json::Map::new(),
        };
        IceAndFire::inspect(&state, &request)
    };
    let found = ask("A1", Some("B1")).unwrap();
    assert_eq!(found.attacks[0].kind, "melee: Boar Spears");
    // The attacker is Weakened: the defender's player could expend that.
    let weakened = found
        .attacks
        .iter()
        .find(|odds| odds.kind.contains("Weakened"))
        .unwrap();
    assert!(weakened.damage.mean() < found.attacks[0].damage.mean());
    let purposes: Vec<&str> = found.attacks[0]
        .steps
        .iter()
        .map(|step| step.purpose.as_str())
        .collect();
    assert_eq!(
        purposes,
        ["attack", "wounds", "panic", "models lost", "ranks lost"]
    );
    let charge = ask("B2", Some("A2")).unwrap();
    assert!(charge.answers.iter().any(|answer| answer.topic == "charge"));
    assert!(ask("C9", None).is_err());
    assert!(
        ask("A2", None)
            .unwrap()
            .overlays
            .iter()
            .any(|overlay| overlay.kind == "range")
    );
}

/// `IF-GEO-05`, `IF-GEO-07`: what is drawn as the range of an attack is where its targets may be: ahead, within 12 inches of the
/// front point.
#[test]
fn ranges_are_drawn_where_targets_may_be() {
    let drawing = json!({ "units": [
        { "seat": "A", "card": "mw-arch", "x": 24.0, "y": 10.0, "heading": 0 },
        { "seat": "B", "card": "ka-raid", "x": 24.0, "y": 24.0, "heading": 180 },
        { "seat": "B", "card": "ka-raid", "x": 6.0, "y": 43.0, "heading": 180 },
    ] });
    let state = drawn(&drawing);
    let overlays = |target: Option<&str>| {
        let request = InspectRequest {
            unit: "A1".to_owned(),
            target: target.map(ToOwned::to_owned),
            about: serde_json::Map::new(),
        };
        IceAndFire::inspect(&state, &request).unwrap().overlays
    };
    let all = overlays(None);
    let range = all.iter().find(|overlay| overlay.kind == "range").unwrap();
    let Shape::Area { outline } = &range.shape else {
        panic!("{range:?}");
    };
    let near = |x: f64, y: f64| outline.iter().any(|at| (at.x - x).hypot(at.y - y) < 0.01);
    // The two front corners, and straight ahead 12 inches from the front point (24, 12.4).
    assert!(
        near(21.25, 12.4) && near(26.75, 12.4) && near(24.0, 24.4),
        "{outline:?}"
    );
    for at in outline {
        let far = (at.x - 24.0).hypot(at.y - 12.4);
        assert!(far < 12.001, "{at:?}");
        // 5.5 wide, 4.8 deep: no point beyond the diagonals.
        assert!((at.x - 24.0).abs() * 4.8 <= (at.y - 10.0) * 5.5 + 0.01, "{at:?}");
    }
    // The corners of the rim lie on both.
    let on_both = |at: &&BoardPoint| {
        ((at.x - 24.0).hypot(at.y - 12.4) - 12.0).abs() < 0.001
            && ((at.x - 24.0).abs() * 4.8 - (at.y - 10.0) * 5.5).abs() < 0.001
    };
    assert_eq!(outline.iter().filter(on_both).count(), 2);
    // Who can be attacked, and that a unit asked about cannot be.
    let labels = |all: &[Overlay], kind: &str| -> Vec<String> {
        let found = all.iter().filter(|overlay| overlay.kind == kind);
        found.filter_map(|overlay| overlay.label.clone()).collect()
    };
    // Straight ahead 9.2", but with a heading of 20 degrees the left front corner is there after (11.6 - 2.4 cos 20 - 2.75 sin
    // 20) / cos 20 = 8.94": Speed 5 and a 4.
    assert_eq!(labels(&all, "target"), ["shot, charge 4+"]);
    let far = overlays(Some("B2"));
    assert_eq!(
        (labels(&far, "target").len(), labels(&far, "blocked")),
        (0, vec!["out of reach".to_owned()])
    );
}

#[test]
fn threats_name_those_who_can_be_attacked_without_luck() {
    let state = drawn(&sketch());
    let threats = IceAndFire::threats(&state).unwrap();
    assert_eq!(threats[0].enemies, ["B1", "B2"]);
    // A1 strikes B1; A2 shoots B2, which is 8.6" ahead.
    assert_eq!(threats[0].in_reach, ["B1", "B2"]);
}

#[test]
fn a_setup_names_packs_armies_and_points() {
    let setup = |request: Value| IceAndFire::setup_from(&request, &[]);
    let sample = setup(json!({ "armies": "sample", "options": { "points": 30 } })).unwrap();
    assert_eq!((sample.agreed.points, sample.agreed.victory), (30, 8));
    assert!(sample.armies.iter().all(Option::is_some));
    assert_eq!(setup(json!({})).unwrap().agreed.victory, 10);
    assert_eq!(
        setup(json!({ "options": { "points": 50 } }))
            .unwrap()
            .agreed
            .victory,
        12
    );
    assert!(setup(json!({ "pack": "nowhere" })).is_err());
    assert!(setup(json!({ "options": { "ready_armies": { "A": "x", "B": "y" } } })).is_err());
    assert_eq!(IceAndFire::terms(&drawn(&sketch())).budget, Some(40));
}

/// Lengths are whole thousandths of an inch, headings whole degrees. Rule `IF-SETUP-09`.
#[test]
fn hs_place_01_a_deployed_unit_is_placed_elsewhere() {
    let state = drawn(&sketch());
    let deploy = |x, y, heading| Command::Deploy {
        unit: unit("A1"),
        pose: Pose::new(x, y, heading),
    };
    let place = |x, y, facing| OtherPlace {
        at: BoardPoint::new(x, y),
        facing,
    };
    let deployed = deploy(24_000, 4_250, 10);
    let placed = IceAndFire::placed_by(&state, &deployed).unwrap();
    assert_eq!(
        (placed.piece.as_str(), placed.at, placed.facing),
        ("A1", BoardPoint::new(24.0, 4.25), Some(10.0))
    );
    for (place, expected) in [
        (place(24.0, 4.25, Some(10.0)), deployed.clone()),
        (place(20.123_4, 4.0, None), deploy(20_123, 4_000, 10)),
        (place(24.0, 4.25, Some(-0.6)), deploy(24_000, 4_250, 359)),
        (place(24.0, 4.25, Some(359.6)), deploy(24_000, 4_250, 0)),
    ] {
        assert_eq!(
            IceAndFire::placed_elsewhere(&state, &deployed, &place),
            Ok(expected)
        );
    }
    let refusal = IceAndFire::placed_elsewhere(&state, &deployed, &place(59.0, 4.0, None)).unwrap_err();
    assert_eq!(
        (refusal.rule.to_string().as_str(), &refusal.details["path"]),
        ("HS-PLACE-01", &json!("/at"))
    );
    // A unit that comes from the reserve in the battle is not set up.
    let arrives = Command::Arrive {
        unit: unit("A1"),
        pose: Pose::new(24_000, 4_250, 0),
    };
    assert_eq!(IceAndFire::placed_by(&state, &arrives), None);
}
