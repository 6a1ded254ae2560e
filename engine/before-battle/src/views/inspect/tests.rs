//! Inspections: distances, sides, targets, odds.

use super::*;
use crate::scene::Scene;

fn ask(scene: &Scene, unit: &str, target: Option<&str>) -> Inspection {
    let question = InspectRequest {
        unit: unit.to_owned(),
        target: target.map(ToOwned::to_owned),
        about: serde_json::Map::new(),
    };
    BeforeBattle::inspect(&scene.state, &question).unwrap()
}

fn answer<'i>(inspection: &'i Inspection, topic: &str) -> (&'i Value, String) {
    let answer = inspection
        .answers
        .iter()
        .find(|answer| answer.topic == topic)
        .unwrap_or_else(|| panic!("{topic}"));
    (&answer.value, answer.rule.to_string())
}

#[test]
fn a_fighting_unit_is_explained() {
    let scene = Scene::new("A1 c5 E, B1 d5 S")
        .items("A1", "sword-2")
        .items("B1", "shield-1");
    let told = ask(&scene, "A1", Some("B1"));
    assert_eq!(answer(&told, "distance"), (&json!(1), "BB-GEO-03".to_owned()));
    assert_eq!(
        answer(&told, "direction"),
        (&json!("flank"), "BB-GEO-04".to_owned())
    );
    assert_eq!(
        answer(&told, "in_combat"),
        (&json!(["B1"]), "BB-ACT-06".to_owned())
    );
    assert_eq!(
        answer(&told, "actions"),
        (&json!(["turn"]), "BB-ACT-07".to_owned())
    );
    assert_eq!(answer(&told, "strikes").0["tier"], json!(1));
    assert_eq!(answer(&told, "flee_target").0, &json!(2));
    // Melee 4+ less 1 for the sword; block 5+ less 1 for the shield plus 1 for the sword.
    let [attack] = &told.attacks[..] else {
        panic!("{:?}", told.attacks)
    };
    assert_eq!(
        (
            attack.steps[0].dice,
            attack.steps[0].target,
            attack.steps[1].target
        ),
        (Some(5), Some(3), Some(5))
    );
    let changes: Vec<(String, i32)> = attack.steps[1]
        .modifiers
        .iter()
        .map(|part| (part.name.clone(), part.change))
        .collect();
    assert_eq!(
        changes,
        [
            ("block 5+".to_owned(), 5),
            ("shield-1".to_owned(), -1),
            ("sword-2".to_owned(), 1)
        ]
    );
    let chance = 4.0 / 6.0 * 4.0 / 6.0_f64;
    assert!((attack.damage.mean() - 5.0 * chance).abs() < 1e-12);
    assert!((attack.destroys - chance.powi(5)).abs() < 1e-12);
}

#[test]
fn an_archer_sees_lanes_and_targets() {
    let scene = Scene::new("A1 d2 N, A2 e4 N, B1 d4 S, B2 c5 S")
        .card("A1", |card| {
            (card.ranged, card.innate_ranged, card.models) = (Some(4), Some("bow-1".parse().unwrap()), 2);
        })
        .card("B1", |card| {
            (card.models, card.block, card.wounds_per_model) = (1, 7, 3);
        });
    let told = ask(&scene, "A1", None);
    assert_eq!(answer(&told, "range").0, &json!(3));
    let targets = answer(&told, "legal_targets").0;
    assert_eq!(targets[0], json!({ "unit": "B2", "lane": "left", "distance": 3 }));
    assert_eq!(
        targets[1],
        json!({ "unit": "B1", "lane": "centre", "distance": 2 })
    );
    assert_eq!(
        answer(&told, "lanes").0[2],
        json!({ "lane": "right", "open": ["e3", "e4"], "obscured": ["e5"] })
    );
    assert_eq!(told.attacks.len(), 2);
    // Two dice cannot destroy a unit that dies of three wounds.
    let shot = told.attacks.iter().find(|attack| attack.target == "B1").unwrap();
    assert_eq!((shot.damage.last(), shot.destroys), (2, 0.0));
    assert!((shot.damage.mean() - 1.0).abs() < 1e-12);
    for kind in ["range", "blocked", "target", "path", "arc"] {
        assert!(told.overlays.iter().any(|overlay| overlay.kind == kind), "{kind}");
    }
    // Another facing is weighed on request.
    let mut question = InspectRequest {
        unit: "A1".to_owned(),
        target: None,
        about: serde_json::Map::new(),
    };
    question.about.insert("facing".to_owned(), json!("E"));
    let east = BeforeBattle::inspect(&scene.state, &question).unwrap();
    assert_eq!(answer(&east, "legal_targets").0, &json!([]));
}

#[test]
fn reach_is_told_by_the_rules_of_moving() {
    let scene = Scene::new("A1 a1 N, A2 a3 N, B1 h8 S");
    let told = ask(&scene, "A1", Some("B1"));
    assert_eq!(answer(&told, "reachable_cells").0, &json!(["b1", "c1", "a2"]));
    assert_eq!(answer(&told, "direction_to_target").0, &Value::Null);
    assert_eq!(answer(&told, "flight").1, "BB-FLEE-04");
}

#[test]
fn questions_about_nobody_are_refused() {
    let scene = Scene::new("A1 a1 N, B1 h8 S");
    let mut question = InspectRequest {
        unit: "A9".to_owned(),
        target: None,
        about: serde_json::Map::new(),
    };
    assert_eq!(
        BeforeBattle::inspect(&scene.state, &question)
            .unwrap_err()
            .rule
            .to_string(),
        "HS-FORM-01"
    );
    question.unit = "A3".to_owned();
    assert_eq!(
        answer(
            &BeforeBattle::inspect(&scene.state, &question).unwrap(),
            "on_board"
        )
        .0,
        &json!(false)
    );
    question.about.insert("mood".to_owned(), json!("bad"));
    assert!(BeforeBattle::inspect(&scene.state, &question).is_err());
}
