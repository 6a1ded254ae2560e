//! Games that begin from a position drawn by hand: over the API, and by the form with its board.

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::table::{Heard, Server, form};

/// Two units that face each other across the middle of the table.
fn battle() -> Value {
    json!({ "units": [
        { "seat": "A", "unit": "league-spears", "pose": { "x": 18.0, "y": 6.0, "heading": 0.0 }, "damage": 2 },
        { "seat": "B", "unit": "clan-spears", "pose": { "x": 18.0, "y": 24.0, "heading": 180.0 } }],
        "active": "B", "turn": 4, "budget": 2000 })
}

fn squares() -> Value {
    json!({ "units": [
        { "seat": "A", "unit": "rm-levy", "cell": "d4", "facing": "N", "models": 3 },
        { "seat": "B", "unit": "af-iron", "cell": "d7", "facing": "S" }],
        "round": 2, "active": "A" })
}

async fn create(server: &Server, body: Value) -> Heard {
    server.post(&server.admin, "/v1/games", &body).await
}

async fn games(server: &Server) -> usize {
    let listed = server.get_as(&server.admin, "/v1/games").await.json();
    listed["items"].as_array().unwrap().len()
}

async fn submit(server: &Server, path: &str, fields: &Value) -> Heard {
    let request = TestRequest::post()
        .uri(path)
        .insert_header(("Authorization", format!("Bearer {}", server.admin)))
        .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
        .insert_header(("Accept", "text/html"))
        .set_payload(form(fields));
    server.ask(request).await
}

#[actix_web::test]
async fn a_game_begins_from_a_drawn_position() {
    let server = Server::new();
    for (system, sketch, unit) in [
        ("battleground-4", battle(), "/units/0/marked"),
        ("before-battle", squares(), "/units/0/models"),
    ] {
        let game = server
            .game(&server.admin, json!({ "system": system, "sketch": sketch }))
            .await;
        let state = server
            .get_as(&server.admin, &format!("/v1/games/{game}/state"))
            .await
            .is(200)
            .json();
        let expected = if system == "before-battle" { 3 } else { 2 };
        assert_eq!(state.pointer(unit), Some(&json!(expected)), "{system}");
        let begun = if system == "before-battle" {
            ("round", "A", 2)
        } else {
            ("turn", "B", 4)
        };
        assert_eq!(
            (&state[begun.0], &state["active"]),
            (&json!(begun.2), &json!(begun.1))
        );
    }
    assert_eq!(games(&server).await, 2);
}

#[actix_web::test]
async fn a_drawn_position_that_cannot_be_is_refused_and_nothing_is_stored() {
    let server = Server::new();
    let system = "battleground-4";
    let changed = |pointer: &str, value: Value| {
        let mut sketch = battle();
        *sketch.pointer_mut(pointer).unwrap() = value;
        json!({ "system": system, "sketch": sketch })
    };
    let refused = [
        changed("/units/1/pose/y", json!(6.5)),
        changed("/units/0/unit", json!("nobody")),
        changed("/units/0/damage", json!(250)),
        changed("/turn", json!(0)),
        json!({ "system": system, "sketch": { "units": 3 } }),
        json!({ "system": system, "sketch": { "units": [], "wind": "north" } }),
    ];
    for body in refused {
        let problem = create(&server, body).await.is_problem("refused").json();
        let rule = problem["rule"].as_str().unwrap();
        assert!(["HS-POS-01", "HS-FORM-01"].contains(&rule), "{problem}");
    }
    for (beside, value) in [("setup", json!({})), ("position", json!({}))] {
        let mut both = json!({ "system": system, "sketch": battle() });
        both[beside] = value;
        let problem = create(&server, both).await.is_problem("invalid-body").json();
        assert_eq!(problem["errors"][0]["path"], "/sketch", "{problem}");
    }
    assert_eq!(games(&server).await, 0);
}

#[actix_web::test]
async fn the_board_is_drawn_as_the_rows_say_and_the_game_begins_from_there() {
    let server = Server::new();
    let empty = server
        .get_as(&server.admin, "/new?system=battleground-4&draw=true")
        .await
        .is(200)
        .text();
    assert!(empty.contains("data-part=\"board\"") && empty.contains("name=\"f/units/0/pose/x\""));
    assert!(!empty.contains("data-unit=\"A1\""));
    let row = |number: usize, seat: &str, unit: &str, y: &str, heading: &str| {
        let field = |name: &str| format!("f/units/{number}/{name}");
        [
            (field("seat"), seat.to_owned()),
            (field("unit"), unit.to_owned()),
            (field("pose/x"), "18".to_owned()),
            (field("pose/y"), y.to_owned()),
            (field("pose/heading"), heading.to_owned()),
        ]
    };
    let fields = |second: &str| {
        let mut fields = json!({ "system": "battleground-4", "draw": "true", "title": "A puzzle" });
        let rows = row(0, "A", "league-spears", "6", "0").into_iter().chain(row(
            1,
            "B",
            "clan-spears",
            second,
            "180",
        ));
        for (name, value) in rows {
            fields[name] = json!(value);
        }
        fields
    };
    let drawn = submit(&server, "/new/position", &fields("24"))
        .await
        .is(200)
        .text();
    for there in [
        "data-unit=\"A1\"",
        "data-unit=\"B1\"",
        "value=\"A puzzle\"",
        "value=\"24\"",
    ] {
        assert!(drawn.contains(there), "{there}");
    }
    // What no game can begin from is shown all the same: who draws sees what is wrong.
    let overlapping = submit(&server, "/new/position", &fields("7"))
        .await
        .is(200)
        .text();
    assert!(overlapping.contains("data-unit=\"B1\""));
    let refused = submit(&server, "/new", &fields("7")).await.is(422).text();
    assert!(
        refused.contains("overlap") && refused.contains("data-unit=\"B1\""),
        "the rows and their board stay"
    );
    assert_eq!(games(&server).await, 0, "nothing is stored by drawing");
    let made = submit(&server, "/new", &fields("24")).await.is(303);
    assert!(made.header("location").unwrap().ends_with("/record"));
    assert_eq!(games(&server).await, 1);
}

#[actix_web::test]
async fn what_cannot_be_pictured_says_why() {
    let server = Server::new();
    let with = |name: &str, value: &str| {
        let mut fields = json!({ "system": "battleground-4", "draw": "true", "f/units/0/seat": "A",
            "f/units/0/unit": "league-spears", "f/units/0/pose/x": "1", "f/units/0/pose/y": "1", "f/units/0/pose/heading": "0" });
        fields[name] = json!(value);
        fields
    };
    let page = submit(&server, "/new/position", &with("f/units/0/pose/x", "far"))
        .await
        .is(400)
        .text();
    assert!(page.contains("role=\"alert\"") && page.contains("data-part=\"board\""));
    let page = submit(&server, "/new/position", &with("f/units/0/unit", "nobody"))
        .await
        .is(422)
        .text();
    assert!(page.contains("no unit card nobody"));
    for (fields, problem) in [
        (with("system", "chess"), "no-such-system"),
        (json!({ "draw": "true" }), "invalid-body"),
    ] {
        let request = TestRequest::post()
            .uri("/new/position")
            .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
            .set_payload(form(&fields));
        server.ask(request).await.is_problem(problem);
    }
}

#[actix_web::test]
async fn objectives_terrain_and_losses_are_drawn_over_the_api_and_told_by_their_place() {
    let server = Server::new();
    let mut sketch = battle();
    sketch["units"][0]["order"] =
        json!({ "order": "close", "objective": { "location": { "x": 9, "y": 12 } } });
    sketch["map"] = json!("open-field");
    sketch["terrain"] = json!([
        { "kind": "forest", "pose": { "x": 9, "y": 18, "heading": 30 }, "width": 6, "depth": 4 },
        { "kind": "stakes", "pose": { "x": 27, "y": 18, "heading": 0 }, "width": 4, "sharp": "left" }]);
    sketch["lost"] = json!([{ "seat": "B", "unit": "clan-axes" }]);
    let asked = json!({ "system": "battleground-4", "sketch": sketch });
    let game = server.game(&server.admin, asked.clone()).await;
    let state = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await
        .is(200)
        .json();
    assert_eq!(state["tokens"]["1"][1], json!({ "x": 9.0, "y": 12.0 }));
    assert_eq!(state["units"][2]["destroyed"], "attack");
    let board = server
        .get_as(&server.admin, &format!("/v1/games/{game}/board"))
        .await
        .is(200)
        .json();
    let names: Vec<&str> = board["terrain"]
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| piece["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Forest", "Stakes"]);
    // Its state begins a game as any other does: the drawn ground goes along.
    let again = json!({ "system": "battleground-4", "position": state });
    server.game(&server.admin, again).await;
    let before = games(&server).await;
    for (place, value, rule, path) in [
        ("/terrain/0/pose/x", json!(1), "BG4-GEO-01", "/terrain/0/pose"),
        ("/terrain/1/sharp", Value::Null, "BG4-TERR-22", "/terrain/1/sharp"),
        ("/terrain/0/width", json!(0), "HS-POS-01", "/terrain/0/width"),
        ("/lost/0/unit", json!("nobody"), "HS-POS-01", "/lost/0/unit"),
        ("/lost/0/seat", json!("C"), "HS-POS-01", "/lost/0/seat"),
        (
            "/units/0/order/objective",
            json!({ "enemy": "B2" }),
            "BG4-ORDER-13",
            "/units/0/order",
        ),
        (
            "/units/0/order/objective",
            json!({ "friend": "A1" }),
            "BG4-ORDER-14",
            "/units/0/order",
        ),
        ("/terrain/0/kind", json!("lava"), "HS-FORM-01", "/terrain/0/kind"),
    ] {
        let mut wrong = asked.clone();
        *wrong["sketch"].pointer_mut(place).unwrap() = value;
        let problem = create(&server, wrong).await.is_problem("refused").json();
        assert_eq!(
            (problem["rule"].as_str(), problem["path"].as_str()),
            (Some(rule), Some(path)),
            "{problem}"
        );
    }
    assert_eq!(games(&server).await, before);
}
