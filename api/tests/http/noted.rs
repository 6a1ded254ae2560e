//! Positions noted beside the table: a battle goes on from where everything stands, and the record says what it does not know.

use serde_json::{Value, json};

use crate::implied::{BARROW, LEVY, MARSHAL, ROUNDS, Scene, WOLVES};
use crate::recorder::send;
use crate::table::Server;

/// A game of each system, in the midst of its battle.
const GAMES: [(&str, usize); 5] = [
    (BARROW, 200),
    (WOLVES, 300),
    (LEVY, 60),
    (MARSHAL, 60),
    (ROUNDS, 3),
];

async fn sheet_of(scene: &Scene) -> Value {
    let path = format!("/v1/games/{}/sheet", scene.game);
    scene
        .server
        .get_as(&scene.server.admin, &path)
        .await
        .is(200)
        .json()["sheet"]
        .take()
}

async fn read(scene: &Scene, what: &str) -> Value {
    let path = format!("/v1/games/{}{what}", scene.game);
    scene
        .server
        .get_as(&scene.server.admin, &path)
        .await
        .is(200)
        .json()
}

/// The next turn with one piece weaker, which is gone where it had one step alone.
fn noted(sheet: &Value) -> (Value, Value) {
    let weaker =
        |piece: &&Value| piece["at"].is_object() && piece["left"].as_u64().is_some_and(|left| left > 0);
    let piece = sheet["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .find(weaker)
        .unwrap()
        .clone();
    let left = piece["left"].as_u64().unwrap() - 1;
    let command = json!({ "type": "position", "kind": "gap", "position": {
        "turn": sheet["next"]["turn"], "active": sheet["next"]["active"],
        "pieces": [{ "piece": piece["piece"], "left": left }] } });
    (command, piece)
}

#[actix_web::test]
async fn a_battle_goes_on_from_where_it_was_noted() {
    for (text, place) in GAMES {
        let scene = Scene::new(text, place).await;
        let sheet = sheet_of(&scene).await;
        let (command, piece) = noted(&sheet);
        let done = scene.give("", &command).await.is(200).json();
        let kinds: Vec<&str> = done["events"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|event| event["type"].as_str())
            .collect();
        assert_eq!(kinds[0], "noted", "{done:#}");
        // Everything stands as it was noted, and somebody is asked.
        let after = sheet_of(&scene).await;
        assert_eq!(after["now"]["turn"], sheet["next"]["turn"], "{after:#}");
        let is = after["pieces"]
            .as_array()
            .unwrap()
            .iter()
            .find(|is| is["piece"] == piece["piece"])
            .unwrap();
        let left = piece["left"].as_u64().unwrap() - 1;
        assert!(
            is["left"] == left || (left == 0 && is["gone"].is_string()),
            "{is:#}"
        );
        let offers = scene.offers("").await;
        assert!(!offers["items"].as_array().unwrap().is_empty(), "{}", scene.of);
        // The record says what it does not know.
        let audit = read(&scene, "/audit").await;
        assert_eq!(
            (&audit["sound"], &audit["unrecorded"]),
            (&json!(false), &json!(true))
        );
        assert_eq!(audit["report"]["differences"], json!([]), "{audit:#}");
        let told = &audit["report"]["noted"][0];
        assert_eq!(told["kind"], "gap");
        assert!(!told["effect"].as_array().unwrap().is_empty(), "{told:#}");
        let coverage = &read(&scene, "/stats").await["coverage"];
        assert!(
            coverage["recorded"].as_u64() < coverage["turns"].as_u64(),
            "{coverage}"
        );
        let marks = read(&scene, "/timeline").await["marks"].take();
        assert!(
            marks
                .as_array()
                .unwrap()
                .iter()
                .any(|mark| mark["kind"] == "noted"),
            "{marks:#}"
        );
        let card = read(&scene, "").await["card"].take();
        assert!(
            card["marks"].as_array().unwrap().contains(&json!("not-recorded")),
            "{card:#}"
        );
    }
}

#[actix_web::test]
async fn a_noted_position_is_written_and_read_back() {
    for (text, place) in GAMES {
        let scene = Scene::new(text, place).await;
        let (command, _) = noted(&sheet_of(&scene).await);
        let mut command = command;
        command["reason"] = json!("the table was called away");
        scene.give("", &command).await.is(200);
        let path = format!("/v1/games/{}/export?format=hgn", scene.game);
        let written = scene
            .server
            .get_as(&scene.server.admin, &path)
            .await
            .is(200)
            .text();
        assert!(
            written.contains("@position gap \"the table was called away\""),
            "{written}"
        );
        let again = Server::new();
        let game = again.brought(&written).await;
        let path = format!("/v1/games/{game}/sheet");
        let read = again.get_as(&again.admin, &path).await.is(200).json();
        assert_eq!(read["sheet"], sheet_of(&scene).await, "{}", scene.of);
    }
}

#[actix_web::test]
async fn what_cannot_be_noted_is_refused_and_changes_nothing() {
    let scene = Scene::new(ROUNDS, 3).await;
    let sheet = sheet_of(&scene).await;
    let (gap, _) = noted(&sheet);
    let before = scene.events().await.len();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut command = gap.clone();
        change(&mut command);
        command
    };
    let refused = [
        (with(&|command| command["kind"] = json!("correction")), "/reason"),
        (with(&|command| command["position"]["turn"] = json!(99)), "/turn"),
        (
            with(&|command| command["position"]["active"] = json!("C")),
            "/active",
        ),
        (
            with(&|command| command["position"]["pieces"][0]["piece"] = json!("Z9")),
            "/pieces/0/piece",
        ),
        (
            with(&|command| command["position"]["pieces"][0]["left"] = json!(999)),
            "/pieces/0/left",
        ),
        (
            with(&|command| command["position"]["pieces"][0]["at"] = json!({ "x": 99.5, "y": 1.5 })),
            "/pieces/0/at",
        ),
        (
            with(&|command| command["position"]["pieces"][0]["gone"] = json!("bored")),
            "/pieces/0/gone",
        ),
        (
            with(&|command| command["position"]["points"] = json!({ "A": 3 })),
            "/points/A",
        ),
        (
            with(&|command| {
                let pieces = command["position"]["pieces"].as_array_mut().unwrap();
                pieces.push(pieces[0].clone());
            }),
            "/pieces/1/piece",
        ),
    ];
    for (command, path) in refused {
        let problem = scene.give("", &command).await.is_problem("refused").json();
        assert_eq!(
            (&problem["rule"], &problem["path"]),
            (&json!("HS-NOTE-01"), &json!(path)),
            "{command} {problem:#}"
        );
    }
    for (command, path) in [
        (
            with(&|command| drop(command["position"].as_object_mut().unwrap().remove("turn"))),
            "/position/turn",
        ),
        (
            with(&|command| command["position"]["weather"] = json!("rain")),
            "/position/weather",
        ),
        (with(&|command| command["kind"] = json!("whim")), "/kind"),
    ] {
        let problem = scene.give("", &command).await.is(400).json();
        assert!(
            problem.to_string().contains(path.rsplit('/').next().unwrap()),
            "{path}: {problem:#}"
        );
    }
    // A gap leads on; only a correction goes back in time.
    let round = sheet["now"]["turn"].as_u64().unwrap();
    if round > 1 {
        let back = with(&|command| command["position"]["turn"] = json!(round - 1));
        let problem = scene.give("", &back).await.is_problem("refused").json();
        assert_eq!(problem["path"], "/turn");
    }
    assert_eq!(scene.events().await.len(), before, "nothing was recorded");
    let right = with(&|command| {
        command["kind"] = json!("correction");
        command["reason"] = json!("a model fell over");
    });
    scene.give("", &right).await.is(200);
    let audit = read(&scene, "/audit").await;
    assert_eq!(
        (&audit["unrecorded"], &audit["sound"]),
        (&json!(false), &json!(true)),
        "{audit:#}"
    );
    assert_eq!(audit["report"]["noted"][0]["reason"], "a model fell over");
}

#[actix_web::test]
async fn a_noted_position_is_taken_back_as_one_step() {
    let scene = Scene::new(LEVY, 60).await;
    let before = sheet_of(&scene).await;
    let begins = read(&scene, "").await["card"]["version"].as_u64().unwrap();
    scene.give("", &noted(&before).0).await.is(200);
    scene
        .give("", &json!({ "type": "take_back", "to": begins }))
        .await
        .is(200);
    assert_eq!(sheet_of(&scene).await, before);
    assert_eq!(read(&scene, "/audit").await["unrecorded"], false);
}

#[actix_web::test]
async fn only_who_keeps_the_record_notes_positions() {
    let scene = Scene::new(ROUNDS, 3).await;
    let command = noted(&sheet_of(&scene).await).0;
    let path = format!("/v1/games/{}/commands", scene.game);
    let make = json!({ "scopes": ["seat:A"], "game": scene.game });
    let token = scene
        .server
        .post(&scene.server.admin, "/v1/tokens", &make)
        .await
        .is(201)
        .json();
    let seat = token["secret"].as_str().unwrap();
    scene
        .server
        .post(seat, &path, &command)
        .await
        .is_problem("forbidden");
    // Before the battle there is no sheet: lists and cards are hidden then.
    let game = scene
        .server
        .game(&scene.server.admin, json!({ "system": "before-battle" }))
        .await;
    let path = format!("/v1/games/{game}");
    let admin = &scene.server.admin;
    let sheet = scene
        .server
        .get_as(admin, &format!("{path}/sheet"))
        .await
        .is(200)
        .json();
    assert!(sheet.get("sheet").is_none(), "{sheet:#}");
    scene
        .server
        .post(admin, &format!("{path}/commands"), &command)
        .await
        .is_problem("refused");
}

#[actix_web::test]
async fn a_page_notes_positions_without_a_script() {
    for (text, place) in GAMES {
        let scene = Scene::new(text, place).await;
        let sheet = sheet_of(&scene).await;
        let (command, piece) = noted(&sheet);
        let page = format!("/g/{}/note", scene.game);
        let html = scene
            .server
            .get_as(&scene.server.admin, &page)
            .await
            .is(200)
            .text();
        let id = piece["piece"].as_str().unwrap();
        let named = |field: &str| format!("f/piece/{id}/{field}");
        assert!(html.contains(&format!("name=\"{}\"", named("was"))), "{html}");
        // The fields of the piece as the page has them, with one number changed.
        let keep = ["piece", "at", "facing", "left", "conditions", "gone"];
        let was: serde_json::Map<String, Value> = keep
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), piece.get(*name)?.clone())))
            .collect();
        let text = |value: &Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), ToOwned::to_owned)
        };
        let left = text(&command["position"]["pieces"][0]["left"]);
        let mut fields = vec![
            ("form".to_owned(), "position".to_owned()),
            ("f/turn".to_owned(), text(&command["position"]["turn"])),
            ("f/active".to_owned(), text(&command["position"]["active"])),
            (named("was"), Value::from(was).to_string()),
            (named("x"), text(&piece["at"]["x"])),
            (named("y"), text(&piece["at"]["y"])),
            (named("facing"), text(&piece["facing"])),
            (named("left"), left.clone()),
            (named("gone"), String::new()),
        ];
        for condition in piece["conditions"].as_array().into_iter().flatten() {
            fields.push((named("is"), text(condition)));
        }
        let fields: Vec<(&str, &str)> = fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let record = format!("/g/{}/record", scene.game);
        let answer = send(&scene.server, &record, &fields).await.is(303);
        assert_eq!(answer.header("Location"), Some(page.as_str()));
        let after = sheet_of(&scene).await;
        let is = after["pieces"]
            .as_array()
            .unwrap()
            .iter()
            .find(|is| is["piece"] == id)
            .unwrap();
        assert!(text(&is["left"]) == left || is["gone"].is_string(), "{is:#}");
        // Pieces that did not change are not in the record.
        let events = scene.events().await;
        let given = events.iter().find_map(|event| event.get("command")).unwrap();
        assert_eq!(
            given["position"]["pieces"].as_array().unwrap().len(),
            1,
            "{given:#}"
        );
        assert_eq!(given["kind"], "gap");
    }
}
