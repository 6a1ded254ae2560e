//! The past over HTTP: versions as they were, positions, lines taken back, audit.

use hindsight_api::access::Scope;
use serde_json::json;

use crate::table::Server;

#[actix_web::test]
async fn time_travel_shows_each_version_as_it_was() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let mut states = Vec::new();
    for _ in 0..30 {
        let version = server.play(&server.admin, &game, 1).await;
        let state = server
            .get_as(&server.admin, &format!("/v1/games/{game}/state"))
            .await
            .is(200)
            .json();
        states.push((version, state));
    }
    server
        .post(
            &server.admin,
            &format!("/v1/games/{game}/commands"),
            &json!({ "type": "concede", "seat": "A" }),
        )
        .await
        .is(200);
    for (version, state) in states {
        let then = server
            .get_as(&server.admin, &format!("/v1/games/{game}/state?at={version}"))
            .await
            .is(200);
        assert_eq!(then.json(), state, "version {version}");
        assert!(
            then.header("cache-control")
                .unwrap()
                .contains("max-age=86400, must-revalidate"),
            "a finished game does not change"
        );
    }
    let end = server.get(&format!("/v1/games/{game}/events")).await.json()["version"]
        .as_u64()
        .unwrap();
    server
        .get(&format!("/v1/games/{game}/state?at={}", end + 1))
        .await
        .is_problem("no-such-version");
}

#[actix_web::test]
async fn a_state_can_be_posted_as_a_position() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 40).await;
    let state = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await
        .is(200)
        .json();
    let copy = server
        .game(
            &server.admin,
            json!({ "system": "before-battle", "position": state }),
        )
        .await;
    let copied = server
        .get_as(&server.admin, &format!("/v1/games/{copy}/state"))
        .await
        .is(200)
        .json();
    assert_eq!(copied, state);
    let both = json!({ "system": "before-battle", "position": state, "setup": {} });
    server
        .post(&server.admin, "/v1/games", &both)
        .await
        .is_problem("refused");
}

#[actix_web::test]
async fn taken_back_lines_stay_readable() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    server.play(&server.admin, &game, 3).await;
    let events = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events"))
        .await
        .json();
    let starts: Vec<u64> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["command"]["type"] == "play")
        .map(|event| event["version"].as_u64().unwrap())
        .collect();
    let back = starts[1] - 1;
    server
        .post(
            &server.admin,
            &commands,
            &json!({ "type": "take_back", "to": back, "reason": "a slip" }),
        )
        .await
        .is(200);
    let live = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events"))
        .await
        .json();
    let all = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events?lines=all"))
        .await
        .json();
    assert!(
        live["items"]
            .as_array()
            .unwrap()
            .iter()
            .all(|event| event["live"] == true)
    );
    assert_eq!(
        all["items"].as_array().unwrap().len() as u64,
        all["version"].as_u64().unwrap()
    );
    let dead: Vec<u64> = all["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["live"] == false && event["type"] != "taken_back")
        .map(|event| event["version"].as_u64().unwrap())
        .collect();
    assert_eq!(dead.first(), Some(&(back + 1)));
    let timeline = server
        .get_as(&server.admin, &format!("/v1/games/{game}/timeline"))
        .await
        .json();
    assert!(
        timeline["marks"]
            .as_array()
            .unwrap()
            .iter()
            .any(|mark| mark["kind"] == "taken_back")
    );
}

#[actix_web::test]
async fn an_audit_finds_a_played_game_sound() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameWrite]);
    let game = server.plain_game(&ada).await;
    server.play(&ada, &game, 50).await;
    let report = server
        .get_as(&ada, &format!("/v1/games/{game}/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(report["sound"], true, "{report}");
    assert!(report["report"]["commands"].as_u64().unwrap() > 20);
}
