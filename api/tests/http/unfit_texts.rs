//! Texts that would command a terminal or turn the direction of what stands beside them.

use serde_json::json;

use crate::table::Server;

#[actix_web::test]
async fn texts_that_control_or_turn_are_refused_at_their_place_on_every_way_in() {
    let server = Server::new();
    let hash = server.get("/v1/packs?system=before-battle").await.json()["items"][0]["hash"].clone();
    let hash = hash.as_str().unwrap();
    let mut pack = server.get(&format!("/v1/packs/{hash}")).await.is(200).json();
    pack["name"] = json!("Cards\u{202e}");
    let refused = server
        .post(&server.admin, "/v1/packs?system=before-battle", &pack)
        .await
        .is_problem("invalid-pack")
        .json();
    assert_eq!(refused["errors"][0]["path"], "/name", "{refused:#}");

    let rivers = json!({ "battle": "bannockburn", "ground": { "1307": { "terrain": "clear", "name": "Ford\u{202e}" } } });
    let map = json!({ "terrain": [{ "custom": { "name": "Fen\u{1b}[2J" } }] });
    for (system, part, form, place) in [
        ("men-of-iron", "sketch", rivers, "/sketch/ground/1307/name"),
        ("battleground-3", "sketch", map, "/sketch/terrain/0/custom/name"),
        (
            "ice-and-fire",
            "setup",
            json!({ "pack": "cards\u{7}" }),
            "/setup/pack",
        ),
        (
            "before-battle",
            "position",
            json!({ "name": "a\u{2066}" }),
            "/position/name",
        ),
    ] {
        let mut request = json!({ "system": system });
        request[part] = form;
        let refused = server
            .post(&server.admin, "/v1/games", &request)
            .await
            .is_problem("invalid-body")
            .json();
        assert_eq!(refused["errors"][0]["path"], place, "{refused:#}");
    }

    let game = server
        .game(&server.admin, json!({ "system": "battleground-4" }))
        .await;
    let patch = json!({ "type": "roll_off", "dispute": "sight\u{202e}", "south": 1, "north": 2 });
    let ruling = json!({ "type": "rule", "patch": patch, "reason": "agreed" });
    let refused = server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &ruling)
        .await
        .is_problem("invalid-body")
        .json();
    assert_eq!(refused["errors"][0]["path"], "/patch/dispute", "{refused:#}");
}
