//! A game that is begun by a form: from its setup, or from a position.

use hindsight_api::access::Scope;
use serde_json::{Value, json};

use super::{ask, begun, page, send, submit};
use crate::table::Server;

#[actix_web::test]
async fn a_new_game_is_checked_by_the_server_before_it_is_begun() {
    let server = Server::new();
    for system in ["before-battle", "battleground-4", "ice-and-fire"] {
        let shown = page(&server, &format!("/new?system={system}")).await;
        assert!(
            shown.contains("name=\"f/armies\"") && shown.contains("name=\"player-B\""),
            "{system}"
        );
        let fields = [("system", system), ("dry_run", "true"), ("f/armies", "sample")];
        let info = ask(&server, "/new", &fields).await.is(200).json();
        assert_eq!(info["system"], system);
    }
    // The names of ready armies come from the pack, without a line about either system.
    let shown = page(&server, "/new?system=battleground-4").await;
    for words in ["Ostmark line", "Barrow Hill", "Breaking Point"] {
        assert!(shown.contains(words), "{words}");
    }
    let listed = server.get_as(&server.admin, "/v1/games").await.json();
    assert_eq!(
        listed["items"].as_array().unwrap().len(),
        0,
        "nothing is stored by looking"
    );
    let wrong: [(&[(&str, &str)], &str); 5] = [
        (&[], "invalid-body"),
        (&[("system", "chess")], "no-such-system"),
        (&[("system", "before-battle"), ("dice", "loaded")], "invalid-body"),
        (&[("system", "before-battle"), ("f/pack", "nobody")], "refused"),
        (
            &[
                ("system", "before-battle"),
                ("from", "01KAG6Q2Y7M3V9XWZ4T5B8C0DE"),
            ],
            "no-such-game",
        ),
    ];
    for (fields, name) in wrong {
        ask(&server, "/new", fields).await.is_problem(name);
    }
    let again = send(
        &server,
        "/new",
        &[
            ("system", "before-battle"),
            ("f/pack", "nobody"),
            ("title", "Kept"),
        ],
    )
    .await;
    assert!(again.status == 422 && again.text().contains("value=\"Kept\""));
    server.get("/new?system=chess").await.is_problem("no-such-system");
    server.get("/new").await.is(200);
}

/// The start dice of armies that are taken from a pack are asked for at the table, as everywhere else.
#[actix_web::test]
async fn sample_armies_with_dice_of_the_table_begin_and_the_start_dice_are_asked_for() {
    let server = Server::new();
    let fields = [
        ("system", "before-battle"),
        ("dice", "reported"),
        ("f/armies", "sample"),
    ];
    let made = send(&server, "/new", &fields).await.is(303);
    let game = begun(&made);
    let commands = format!("/v1/games/{game}/commands");
    let offers = server
        .get_as(&server.admin, &format!("/v1/games/{game}/offers?seat=A"))
        .await
        .is(200)
        .json();
    let command = offers["items"][0]["command"].clone();
    assert_eq!(command["type"], "roll_start", "{offers}");
    let roll = |dice: Value| json!({ "type": "play", "seat": "A", "command": command, "dice": dice });
    let asked = server
        .post(&server.admin, &commands, &roll(json!([])))
        .await
        .is(422)
        .json();
    assert_eq!(asked["rule"], "HS-DICE-01", "{asked}");
    let rolled = server
        .post(&server.admin, &commands, &roll(json!([5, 3])))
        .await
        .is(200)
        .json();
    let events = rolled["events"].as_array().unwrap();
    assert!(
        events.iter().any(|event| event["type"] == "start_rolled"),
        "{rolled}"
    );
}

#[actix_web::test]
async fn a_position_of_a_game_is_played_on_from() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let end = server.play(&server.admin, &game, 60).await;
    // After a whole command: in the middle of one the rules go on by themselves.
    let events = server
        .get_as(
            &server.admin,
            &format!("/v1/games/{game}/events?from={}", end / 2),
        )
        .await
        .json();
    let begins = |event: &&Value| event["command"].is_object();
    let next = events["items"].as_array().unwrap().iter().find(begins).unwrap();
    let at = (next["version"].as_u64().unwrap() - 1).to_string();
    let shown = page(&server, &format!("/new?from={game}&at={at}")).await;
    assert!(shown.contains(&format!("/g/{game}/{at}.svg")));
    let fields = [
        ("system", "before-battle"),
        ("from", game.as_str()),
        ("at", at.as_str()),
        ("dice", "server"),
    ];
    let made = send(&server, "/new", &fields).await.is(303);
    let other = begun(&made);
    let state = async |path: String| server.get_as(&server.admin, &path).await.is(200).json();
    let then = state(format!("/v1/games/{game}/state?at={at}")).await;
    let now = state(format!("/v1/games/{other}/state")).await;
    assert_eq!(then, now);
    // A private game's positions are its owner's alone.
    server
        .send(
            actix_web::http::Method::PATCH,
            &server.admin,
            &format!("/v1/games/{game}"),
            &json!({ "visibility": "private" }),
        )
        .await
        .is(200);
    let eve = server.token("eve", &[Scope::GameWrite]);
    submit(&server, Some(&eve), "/new", "application/json", &fields)
        .await
        .is_problem("no-such-game");
    server
        .get_as(&eve, &format!("/new?from={game}&at={at}"))
        .await
        .is_problem("no-such-game");
}
