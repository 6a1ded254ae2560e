//! What this edition does not have is not drawn, placed or ruled, and its own rules say so (pp. 3, 6, 22, 28, 35).

use hindsight_kernel::{
    Inspect as _, InspectRequest, Pictures as _, ReportedTray, Rules as _, Sketches as _, Story as _, Table,
};
use serde_json::Value;

use super::*;
use crate::model::command::Patch;
use crate::packs::read_pack_of;
use crate::procedures::backing_up;

/// A drawing of this edition: the refusal, wherever it stands.
fn drawn(sketch: &Value) -> Result<State, Refusal> {
    let drawn = Battleground3::sketched(sketch, &[])?;
    match drawn.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(drawn.state),
    }
}

/// The drawing as a game begins from it.
fn begun_from(sketch: &Value) -> Result<State, Refusal> {
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<Battleground3>::new(State::default(), &mut tray);
    Battleground3::begin_at(&mut table, drawn(sketch)?)?;
    Ok(table.finish()?.0)
}

/// Two units, A1 changed; other fields of the drawing beside them.
fn two(of_a1: &Value, others: &Value) -> Value {
    let mut a1 = json!({ "seat": "A", "unit": "militia", "pose": { "x": 18.0, "y": 10.0, "heading": 0.0 } });
    for (field, value) in of_a1.as_object().unwrap() {
        a1[field] = value.clone();
    }
    let b1 = json!({ "seat": "B", "unit": "militia", "pose": { "x": 18.0, "y": 25.0, "heading": 180.0 } });
    let mut sketch = json!({ "turn": 3, "map": "open-plain", "units": [a1, b1] });
    for (field, value) in others.as_object().unwrap() {
        sketch[field] = value.clone();
    }
    sketch
}

fn refused_by(sketch: &Value) -> (String, String) {
    let refusal = begun_from(sketch).unwrap_err();
    let path = refusal
        .details
        .get("path")
        .and_then(Value::as_str)
        .unwrap_or_default();
    (refusal.rule.0.into_owned(), path.to_owned())
}

#[test]
fn bg3_card_10_a_disrupted_unit_is_neither_drawn_nor_placed_nor_ruled() {
    let sketch = two(&json!({ "status": "disrupted" }), &json!({}));
    assert_eq!(
        refused_by(&sketch),
        ("BG3-CARD-10".to_owned(), "/units/0/status".to_owned())
    );
    // A position of all fields.
    let mut state = drawn(&two(&json!({}), &json!({}))).unwrap();
    state.units[0].status = Status::Disrupted;
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<Battleground3>::new(State::default(), &mut tray);
    let refusal = Battleground3::begin_at(&mut table, state).unwrap_err();
    assert_eq!(refusal.rule.0, "BG3-CARD-10");
    // A ruling.
    let state = begun_from(&two(&json!({}), &json!({}))).unwrap();
    let refusal = ruled(state, &Patch::Disrupt { unit: id("A1") }).unwrap_err();
    assert_eq!(refusal.rule.0, "BG3-CARD-10");
}

fn ruled(state: State, patch: &Patch) -> Result<State, Refusal> {
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<Battleground3>::new(state, &mut tray);
    Battleground3::rule(&mut table, patch)?;
    Ok(table.finish()?.0)
}

#[test]
fn bg3_card_07_ammunition_is_neither_drawn_nor_ruled_nor_told() {
    let bow = |ammo: Value| two(&json!({ "unit": "hawk-bowmen", "ammo": ammo }), &json!({}));
    assert_eq!(
        refused_by(&bow(json!(1))),
        ("BG3-CARD-07".to_owned(), "/units/0/ammo".to_owned())
    );
    let state = begun_from(&bow(Value::Null)).unwrap();
    let patch = Patch::Boxes {
        unit: id("A1"),
        damage: None,
        ammo: Some(1),
    };
    assert_eq!(ruled(state.clone(), &patch).unwrap_err().rule.0, "BG3-CARD-07");
    let told = inspected(&state, "A1");
    assert!(told.iter().all(|(topic, ..)| topic != "ammo"), "{told:?}");
    let board = serde_json::to_string(&Battleground3::board(&state)).unwrap();
    assert!(!board.contains("ammo boxes left"));
}

/// Topic, value, words and rule of what is told of a unit.
fn inspected(state: &State, unit: &str) -> Vec<(String, Value, String, String)> {
    let question = InspectRequest {
        unit: unit.to_owned(),
        target: None,
        about: serde_json::Map::new(),
    };
    let told = Battleground3::inspect(state, &question).unwrap();
    let told = told.answers.into_iter();
    told.map(|answer| {
        (
            answer.topic,
            answer.value,
            answer.text.to_string(),
            answer.rule.0.into_owned(),
        )
    })
    .collect()
}

fn told(state: &State, unit: &str, topic: &str) -> (Value, String, String) {
    let found = inspected(state, unit).into_iter().find(|(one, ..)| one == topic);
    let (_, value, text, rule) = found.unwrap();
    (value, text, rule)
}

#[test]
fn bg3_terr_12_terrain_of_the_later_table_is_not_drawn() {
    for kind in ["broken_ground", "sheer_cliff"] {
        let piece = json!({ "kind": kind, "width": 4.0, "depth": 2.0, "pose": { "x": 6.0, "y": 15.0, "heading": 0.0 } });
        let sketch = two(&json!({}), &json!({ "terrain": [piece] }));
        assert_eq!(
            refused_by(&sketch),
            ("BG3-TERR-12".to_owned(), "/terrain/0/kind".to_owned()),
            "{kind}"
        );
    }
    let piece = json!({ "kind": "very_rough_ground", "width": 4.0, "depth": 2.0, "pose": { "x": 6.0, "y": 15.0, "heading": 0.0 } });
    assert!(begun_from(&two(&json!({}), &json!({ "terrain": [piece] }))).is_ok());
}

#[test]
fn bg3_terr_12_no_pack_has_terrain_or_effects_of_the_later_edition() {
    let mut pack: Value = serde_json::from_str(crate::packs::SAMPLE_3).unwrap();
    assert!(read_pack_of(Edition::V3, &pack).is_ok());
    pack["maps"][0]["pieces"] = json!([
        { "kind": "broken_ground", "area": [[5.0, 10.0], [9.0, 10.0], [9.0, 13.0], [5.0, 13.0]] },
    ]);
    pack["common_cards"][14]["sides"][0]["effects"] = json!(["reorganize"]);
    let faults = read_pack_of(Edition::V3, &pack).unwrap_err();
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    for path in ["/maps/0/pieces/0/kind", "/common_cards/14/sides/0/effects/0"] {
        assert!(paths.contains(&path), "{path} is not among {paths:?}");
    }
}

#[test]
fn the_schema_of_a_drawing_has_only_what_the_edition_has() {
    let schema = Battleground3::sketch_schema().to_string();
    for word in [
        "\"disrupted\"",
        "\"ammo\"",
        "\"broken_ground\"",
        "\"sheer_cliff\"",
        "\"rises_to\"",
    ] {
        assert!(!schema.contains(word), "{word}");
    }
    for word in ["\"routing\"", "\"very_rough_ground\"", "\"custom\""] {
        assert!(schema.contains(word), "{word}");
    }
}

/// Refusals of drawings that are told beside the position, which was taken as far as it goes.
#[test]
fn refusals_of_drawn_positions_cite_rules_of_this_edition() {
    let piece = |kind: &str, x: f64, more: Value| {
        let mut piece = json!({ "kind": kind, "width": 4.0, "depth": 3.0, "pose": { "x": x, "y": 15.0, "heading": 0.0 } });
        for (field, value) in more.as_object().unwrap() {
            piece[field] = value.clone();
        }
        json!({ "terrain": [piece] })
    };
    let ordered = |order: Value| two(&json!({ "order": order }), &json!({}));
    let cases = [
        (two(&json!({}), &piece("forest", 40.0, json!({}))), "BG3-SET-01"),
        (
            two(&json!({}), &piece("hill", 6.0, json!({ "level": 2 }))),
            "BG3-TERR-19",
        ),
        (
            ordered(json!({ "order": "close", "airborne": true })),
            "BG3-ORD-20",
        ),
        (ordered(json!({ "order": "range" })), "BG3-ORD-04"),
        (
            ordered(json!({ "order": "follow", "objective": { "friend": "A1" } })),
            "BG3-ORD-11",
        ),
    ];
    for (sketch, rule) in cases {
        let refusal = drawn(&sketch).unwrap_err();
        assert_eq!(refusal.rule.0, rule, "{}", refusal.message);
        assert!(
            !serde_json::to_string(&refusal).unwrap().contains("BG4-"),
            "{refusal:?}"
        );
    }
}

#[test]
fn bg3_mod_04_frightened_is_told_with_its_numbers_and_bars_no_cards() {
    let mut state = begun_from(&two(&json!({}), &json!({}))).unwrap();
    state.units[0].turn.frightened = true;
    let (_, words, rule) = told(&state, "A1", "frightened");
    assert_eq!(
        (words.as_str(), rule.as_str()),
        (
            "Frightened this turn: -1 attack dice, -1 Offensive Skill, -1 Power",
            "BG3-MOD-04"
        )
    );
}

#[test]
fn bg3_turn_02_a_drawn_turn_follows_a_phase_of_this_edition() {
    let state = drawn(&two(&json!({}), &json!({}))).unwrap();
    assert_eq!(Battleground3::moment(&state).phase, "Post-Combat Courage");
}

#[test]
fn bg3_rout_11_who_was_run_through_would_not_move() {
    let mut state = begun_from(&two(&json!({ "order": { "order": "close" } }), &json!({}))).unwrap();
    let before = told(&state, "A1", "would_move");
    assert_eq!(before.0["to"]["y"], json!(13.5), "militia moves 3.5");
    state.units[0].turn.run_through = true;
    let (value, words, rule) = told(&state, "A1", "would_move");
    assert_eq!(value["to"]["y"], json!(10.0));
    assert!(words.contains("run through"), "{words}");
    assert_eq!(rule, "BG3-ROUT-11");
}

#[test]
fn bg3_ord_11_the_objective_is_the_nearest_enemy() {
    let objective = json!({ "order": "close", "objective": { "enemy": "B1" } });
    let unit = |seat: &str, x: f64, y: f64, heading: f64, order: Value| json!({ "seat": seat, "unit": "militia", "pose": { "x": x, "y": y, "heading": heading }, "order": order });
    let hold = || json!({ "order": "hold" });
    let sketch = json!({ "turn": 3, "map": "open-plain", "units": [
        unit("A", 18.0, 15.0, 0.0, objective),
        unit("B", 18.0, 3.0, 0.0, hold()),
        unit("B", 18.0, 21.5, 180.0, hold()),
    ] });
    let state = begun_from(&sketch).unwrap();
    let (nearest, _, rule) = told(&state, "A1", "nearest_enemy");
    assert_eq!((nearest, rule.as_str()), (json!("B1"), "BG3-ORD-11"));
    // Without the objective it is the visible one, 4 inches ahead.
    let mut plain = state;
    plain.units[0].status = Status::Ready(Some(Orders::plain(Order::Close)));
    assert_eq!(told(&plain, "A1", "nearest_enemy").0, json!("B2"));
}

/// The catalogue's vectors of what touches: along more than 0.01 inches.
#[test]
fn bg3_back_01_a_hair_of_contact_backs_nobody_up() {
    let backs_up = |x: f64| {
        let state = scene3()
            .unit("A1", line(), (18.0, 12.5, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .unit("B2", line(), (x, 17.5, 180.0))
            .order("B2", Order::Follow)
            .engaged("A1", "B1", Side::Front)
            .state();
        backing_up::is_backing_up(&state, id("B2"))
    };
    // 3.5 wide both: at 21.4 they share 0.1, at 21.499 a thousandth, at 21.49 a hundredth, at 21.488 a little more.
    assert!(backs_up(21.4) && backs_up(21.488));
    for x in [21.49, 21.499, 21.5] {
        assert!(!backs_up(x), "{x}");
    }
}

#[test]
fn bg3_cmd_11_rally_cry_is_refused_on_a_router_that_has_moved() {
    let made = |moved: bool| {
        let made = scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .change("A1", |unit| {
                unit.status = Status::Routing;
                unit.turn.activated = moved;
            })
            .unit("B1", line(), (18.0, 27.0, 180.0));
        with_cards(made, &[15], &[]).state()
    };
    let play = Command::PlayCard {
        card: CardNo(15),
        colour: Colour::Green,
        on: vec![id("A1")],
    };
    assert_eq!(refused3(&made(true), Seat::A, play.clone()), "BG3-CMD-11");
    assert_eq!(refused3(&made(false), Seat::A, play), "accepted");
}

#[test]
fn bg3_cmd_12_the_charge_is_not_sounded_for_nobody() {
    let state = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .set(|state| state.players[0].actions = 4)
        .state();
    let nobody = Command::SoundTheCharge {
        charge: Vec::new(),
        rally: Vec::new(),
        reorganize: Vec::new(),
    };
    assert_eq!(refused3(&state, Seat::A, nobody), "BG3-CMD-12");
}

/// Militia at (18, 10) on Close, an enemy far ahead: the rules lead to y 13.5.
#[test]
fn bg3_mov_01_a_reported_move_ends_where_the_rules_lead() {
    let state = begun(scene3().unit("A1", moving(3.5), (18.0, 10.0, 0.0)).holding(
        "B1",
        line(),
        (18.0, 27.0, 180.0),
    ));
    for y in [13.3, 13.7] {
        let report = Command::ReportMove {
            unit: id("A1"),
            pose: pose(18.0, y, 1.0),
        };
        let (after, _) = play3(state.clone(), &[(Seat::A, report)], &[]).unwrap();
        assert_eq!(stands(&after, "A1"), Some(pose(18.0, 13.5, 0.0)), "{y}");
    }
}

#[test]
fn bg3_rout_03_a_router_is_reported_by_the_rules_of_this_edition() {
    // It looks east and routs toward its own edge, south; straight ahead is the later edition's way.
    let state = begun(
        scene3()
            .unit("A1", moving(3.5), (18.0, 15.0, 90.0))
            .change("A1", |unit| unit.status = Status::Routing)
            .holding("B1", line(), (18.0, 27.0, 180.0)),
    );
    let (unasked, _) = play3(state.clone(), &[activate(&["A1"])], &[]).unwrap();
    let there = stands(&unasked, "A1").unwrap();
    assert!(there.centre.y.value() < 14.0, "{there:?}");
    let report = Command::ReportMove {
        unit: id("A1"),
        pose: there,
    };
    let (after, _) = play3(state, &[(Seat::A, report)], &[]).unwrap();
    assert_eq!(stands(&after, "A1"), Some(there));
}

#[test]
fn bg3_key_12_a_flyer_is_drawn_in_the_air_in_a_turn_that_has_begun() {
    for active in ["A", "B"] {
        let sketch = two(
            &json!({ "unit": "griffon-riders", "order": { "order": "close", "airborne": true } }),
            &json!({ "actions": 3, "active": active, "turn": if active == "A" { 3 } else { 4 } }),
        );
        let state = begun_from(&sketch).unwrap();
        let flyer = state.unit(id("A1")).unwrap();
        assert!(flyer.airborne && flyer.turn.began_flying, "{active}");
    }
}
