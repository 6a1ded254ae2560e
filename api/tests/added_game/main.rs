//! A new game, added by its rules alone: it goes through every law of the kernel, is played over HTTP, recorded on its
//! page, drawn, exported and brought in again, and what is hidden in it stays hidden.

#![allow(
    clippy::unwrap_used,
    clippy::wrong_self_convention,
    reason = "a test that cannot go on fails"
)]
#![allow(missing_docs, unreachable_pub, reason = "one test program")]

mod causeway;
#[path = "../http/table.rs"]
#[allow(dead_code, reason = "the tests of the other program use the rest")]
mod table;

use std::sync::Once;

use actix_web::test::TestRequest;
use causeway::Causeway;
use hindsight_engine::kernel::testing::conformance;
use hindsight_engine::{built_in_systems, system_of, use_systems};
use serde_json::{Value, json};
use table::{Heard, Server, form};

fn server() -> Server {
    static ADDED: Once = Once::new();
    ADDED.call_once(|| {
        let mut systems = built_in_systems();
        systems.push(system_of::<Causeway>());
        use_systems(systems).unwrap();
    });
    Server::new()
}

async fn causeway(server: &Server) -> String {
    server
        .game(&server.admin, json!({ "system": "causeway", "title": "A test" }))
        .await
}

async fn command(server: &Server, game: &str, seat: &str, command: Value, dice: &[u8]) -> Heard {
    let body = json!({ "type": "play", "seat": seat, "command": command, "dice": dice });
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &body)
        .await
}

#[test]
fn a_new_game_keeps_every_law_of_the_kernel() {
    conformance::<Causeway>();
}

#[actix_web::test]
async fn a_new_game_is_listed_and_described() {
    let server = server();
    let listed = server.get("/v1/systems").await.is(200).json();
    let ids: Vec<&str> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|system| system["id"].as_str().unwrap())
        .collect();
    assert_eq!(
        ids,
        [
            "before-battle",
            "battleground-4",
            "battleground-3",
            "ice-and-fire",
            "men-of-iron",
            "causeway"
        ]
    );
    let rules = server.get("/v1/systems/causeway/rules").await.is(200).json();
    assert_eq!(rules["items"].as_array().unwrap().len(), 4);
}

#[actix_web::test]
async fn a_new_game_is_played_drawn_exported_and_brought_in_again() {
    let server = server();
    let game = causeway(&server).await;
    server.play(&server.admin, &game, 100).await;
    let address = format!("/v1/games/{game}");
    let summary = server.get_as(&server.admin, &address).await.is(200).json();
    assert_eq!(summary["card"]["status"], "finished", "{summary}");
    let picture = server
        .get_as(&server.admin, &format!("{address}/board.svg"))
        .await
        .is(200)
        .text();
    assert!(picture.contains("Runner") && picture.contains("Keeper"));
    server
        .get_as(&server.admin, &format!("{address}/board.png"))
        .await
        .is(200);
    let audit = server
        .get_as(&server.admin, &format!("{address}/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(audit["sound"], true, "{audit}");
    let stream = server
        .get_as(&server.admin, &format!("{address}/export"))
        .await
        .is(200)
        .body;
    let other = self::server();
    other.import("application/x-ndjson", stream.clone()).await.is(201);
    let again = other
        .get_as(&other.admin, &format!("{address}/export"))
        .await
        .is(200)
        .body;
    assert_eq!(stream, again);
    let end = server.get_as(&server.admin, &address).await.is(200).json()["card"]["version"].clone();
    let page = server
        .get_as(&server.admin, &format!("/g/{game}/{end}"))
        .await
        .is(200)
        .text();
    assert!(page.contains("Causeway") && page.contains("moves to square"));
}

#[actix_web::test]
async fn the_other_player_is_asked_in_the_middle_of_a_move() {
    let server = server();
    let game = server
        .game(
            &server.admin,
            json!({ "system": "causeway", "title": "A test", "dice": "reported" }),
        )
        .await;
    command(
        &server,
        &game,
        "B",
        json!({ "type": "hide_pit", "square": 8 }),
        &[],
    )
    .await
    .is(200);
    // RULE CW-03: five squares, halved and rounded up are three.
    command(&server, &game, "A", json!({ "type": "run" }), &[5])
        .await
        .is(200);
    let refused = command(&server, &game, "A", json!({ "type": "run" }), &[5]).await;
    refused.is_problem("refused");
    command(&server, &game, "B", json!({ "type": "shout" }), &[])
        .await
        .is(200);
    let state = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await
        .is(200)
        .json();
    assert_eq!(state["at"], json!([3, 11]), "{state}");
}

#[actix_web::test]
async fn what_a_new_game_hides_stays_hidden() {
    let server = server();
    let game = causeway(&server).await;
    command(
        &server,
        &game,
        "B",
        json!({ "type": "hide_pit", "square": 7 }),
        &[],
    )
    .await
    .is(200);
    server.show(&game, "public").await;
    for path in ["state", "events", "timeline", "board"] {
        let told = server
            .get(&format!("/v1/games/{game}/{path}"))
            .await
            .is(200)
            .text();
        assert!(
            !told.contains("\"known\":7") && !told.contains("pit 7"),
            "{path}: {told}"
        );
    }
}

#[actix_web::test]
async fn a_new_game_is_begun_and_recorded_on_its_pages() {
    let server = server();
    let begun = browse(
        &server,
        "/new",
        &json!({ "system": "causeway", "title": "At the table" }),
    )
    .await;
    let record = begun.is(303).header("location").unwrap().to_owned();
    let page = server.get_as(&server.admin, &record).await.is(200).text();
    assert!(
        page.contains("Pit 3") && page.contains("Pit 9"),
        "the offers are buttons"
    );
    let told = browse(
        &server,
        &record,
        &json!({ "command": json!({ "type": "play", "seat": "B", "command": { "type": "hide_pit", "square": 4 } }).to_string() }),
    )
    .await;
    told.is(303);
    let page = server.get_as(&server.admin, &record).await.is(200).text();
    assert!(page.contains(">Run</button>"), "the runner is asked");
}

/// As a browser sends a form.
async fn browse(server: &Server, path: &str, fields: &Value) -> Heard {
    server
        .ask(
            TestRequest::post()
                .uri(path)
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
                .insert_header(("Accept", "text/html"))
                .set_payload(form(fields)),
        )
        .await
}
