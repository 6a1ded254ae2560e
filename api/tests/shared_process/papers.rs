//! Good files, made by a server: a game with its annotations and a study that shows it.

use hindsight_store::StreamId;
use serde_json::json;

use crate::server::{Request, Server};

/// A game with an annotation, an answer to it, a layer of its own, and a study that shows it: its stream file.
pub(crate) fn game_with_papers(server: &Server, game: &[u8]) -> Vec<u8> {
    let id = imported(server, "application/x-ndjson", game);
    let path = format!("/v1/games/{id}");
    let said = json!({ "anchor": { "type": "event", "version": 4 }, "text": "Well timed.", "glyphs": [1] });
    let said = server.send("POST", &format!("{path}/annotations"), &said);
    let said = said["id"].as_str().unwrap();
    let otherwise = json!({ "text": "Very *well* timed." });
    server.send("PATCH", &format!("{path}/annotations/{said}"), &otherwise);
    let reply = json!({ "text": "Was it?" });
    server.send("POST", &format!("{path}/annotations/{said}/replies"), &reply);
    let study = study(server, &id);
    assert!(study.parse::<StreamId>().is_ok());
    let file = server.get(&format!("{path}/export")).unwrap();
    assert_eq!(file.media, "application/x-ndjson");
    file.body
}

/// A study with a chapter of a game, one of a moment and one of a position; its id.
pub(crate) fn study(server: &Server, game: &str) -> String {
    let about = json!({ "title": "Flanks", "text": "See *both*.", "visibility": "public" });
    let made = server.send("POST", "/v1/studies", &about);
    let id = made["id"].as_str().unwrap().to_owned();
    let state = server.get(&format!("/v1/games/{game}/state")).unwrap().json();
    let system = server.get(&format!("/v1/games/{game}")).unwrap().json()["card"]["system"].clone();
    for shows in [
        json!({ "type": "game", "game": game }),
        json!({ "type": "moment", "game": game, "version": 3 }),
        json!({ "type": "position", "system": system, "state": state }),
    ] {
        let chapter = json!({ "title": "One", "text": "Here.", "shows": shows });
        server.send("POST", &format!("/v1/studies/{id}/chapters"), &chapter);
    }
    id
}

/// Brings in a good file; the game's id.
pub(crate) fn imported(server: &Server, media: &'static str, file: &[u8]) -> String {
    let heard = server.ask(&import(media), file).unwrap();
    assert!(heard.status < 300, "{}", heard.json());
    let id = heard.location.rsplit('/').next().unwrap().to_owned();
    assert_eq!(heard.json()["card"]["id"], id);
    id
}

/// The import of games.
pub(crate) fn import(media: &'static str) -> Request {
    Request {
        method: "POST",
        path: "/v1/games/import".to_owned(),
        media,
    }
}
