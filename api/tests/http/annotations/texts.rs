//! Annotations of texts and of games that are carried from server to server.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use serde_json::json;

use super::{Club, at};
use crate::table::Server;

const TOLD: &str = "[Hindsight \"1\"]\n[System \"before-battle\"]\n[Title \"A greeting\"]\n\n\
{Before anything.} {And again.}\n1. A: @say \"Good luck!\" $2 $16 %lucky %my-own {First.} {Second.}\n2. B: @say \"Thanks.\"\n";

/// What a text says beside its commands is the game's first layer; the text comes out as it came in.
#[actix_web::test]
async fn the_notes_of_a_text_are_the_first_annotations() {
    let server = Server::new();
    let heard = server.import("text/plain", TOLD).await.is(201).json();
    let game = heard["card"]["id"].as_str().unwrap().to_owned();
    let export = format!("/v1/games/{game}/export?format=hgn");
    let before = server.get(&export).await.is(200).text();
    let path = format!("/v1/games/{game}/annotations");
    let page = server.get(&path).await.is(200).json();
    let items = page["items"].as_array().unwrap();
    let told: Vec<(u64, &str)> = items
        .iter()
        .map(|item| {
            (
                item["standing"]["version"].as_u64().unwrap(),
                item["text"].as_str().unwrap(),
            )
        })
        .collect();
    let said = told[2].0;
    assert_eq!(
        told,
        [
            (1, "Before anything."),
            (1, "And again."),
            (said, "First."),
            (said, "Second.")
        ]
    );
    let signs: Vec<&str> = items[2]["glyphs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|glyph| glyph["sign"].as_str().unwrap())
        .collect();
    assert_eq!(signs, ["?", "±"]);
    assert_eq!(
        items[2]["marks"][1],
        json!({ "name": "my-own", "sign": "%", "words": "my own" })
    );
    assert_eq!(page["layers"][0]["from_text"], true);
    assert_eq!(
        server.get(&export).await.is(200).text(),
        before,
        "asking changes nothing"
    );
    // An answer stores the layer; the text says the same as before, and that it holds no answers.
    let id = items[2]["id"].as_str().unwrap();
    let reply = json!({ "text": "I see." });
    server
        .post(&server.admin, &format!("{path}/{id}/replies"), &reply)
        .await
        .is(201);
    let told = "[NotInThisText \"1 answer of annotations; the game's record (NDJSON) holds them\"]\n\n";
    let with_answer = before.replacen("\n\n", &format!("\n{told}"), 1);
    assert_eq!(
        server.get(&export).await.is(200).text(),
        with_answer,
        "byte for byte"
    );
    let again = server.get(&path).await.is(200).json();
    assert_eq!(again["items"][3], items[3]);
    assert_eq!(again["items"][2]["replies"][0]["text"], "I see.");
    // What is edited since, and what others say, is in the text too.
    let edit = json!({ "text": "First, but better.", "marks": [], "glyphs": [1, 16] });
    server
        .send(Method::PATCH, &server.admin, &format!("{path}/{id}"), &edit)
        .await
        .is(200);
    let bob = server.token("bob", &[Scope::GameRead, Scope::GameWrite]);
    let said_of = json!({ "anchor": { "type": "event", "version": said }, "text": "Mine\ntoo.", "glyphs": [1, 36], "marks": ["unlucky"] });
    server.post(&bob, &path, &said_of).await.is(201);
    let hidden = json!({ "title": "Mine", "visibility": "private" });
    let layer = server
        .post(&bob, &format!("/v1/games/{game}/layers"), &hidden)
        .await
        .is(201)
        .json();
    let secret =
        json!({ "layer": layer["id"], "anchor": { "type": "event", "version": said }, "text": "Secret." });
    server.post(&bob, &path, &secret).await.is(201);
    let after = server.get(&export).await.is(200).text();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (was, is) = (
        "? $16 %lucky %my-own {First.} {Second.}",
        "! $16 $36 %unlucky {First, but better.} {Second.} {Mine\\ too.}",
    );
    assert!(words(&before).contains(was), "{before}");
    assert_eq!(words(&after), words(&with_answer).replace(was, is));
}

/// The text of a game that hides something is read by those alone who may know all of it.
#[actix_web::test]
async fn a_text_tells_no_secrets() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let text = "[Hindsight \"1\"]\n[System \"before-battle\"]\n\n{The Lancers hide on the left.}\n1. A: @say \"Ready?\"\n";
    let request = TestRequest::post()
        .uri("/v1/games/import")
        .insert_header(("Authorization", format!("Bearer {ada}")))
        .insert_header(("Content-Type", "text/plain"))
        .set_payload(text);
    let game = server.ask(request).await.is(201).json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/v1/games/{game}/annotations");
    let told = server.get(&path).await.is(200).json();
    assert_eq!(
        told["items"].as_array().unwrap().len(),
        1,
        "nothing is hidden yet"
    );
    // Both choose their armies face down, before any dice.
    server.play(&ada, &game, 2).await;
    let head = server.services.games.head(game.parse().unwrap()).await.unwrap();
    assert!(head.secrets && !head.over, "the test needs a game with secrets");
    let own = server.get_as(&ada, &path).await.is(200).json();
    assert_eq!(own["items"][0]["text"], "The Lancers hide on the left.");
    assert_eq!(server.get(&path).await.is(200).json()["items"], json!([]));
}

/// Annotations travel with their game: the layers of who exports it (an admin: all), taken in whole by an admin, else those
/// of who brings them.
#[actix_web::test]
async fn annotations_travel_with_their_game() {
    let club = Club::new().await;
    club.says(&club.bob, at(4, "public words")).await;
    let private = club
        .layer(&club.bob, json!({ "title": "Mine", "visibility": "private" }))
        .await;
    let mut secret = at(5, "private words");
    secret["layer"] = json!(private);
    club.says(&club.bob, secret).await;
    let export = club.path("export");
    let read_by = async |token: &str| club.server.get_as(token, &export).await.is(200).text();
    let (of_bob, of_ada) = (read_by(&club.bob).await, read_by(&club.ada).await);
    assert_eq!(of_bob.matches("{\"hindsight\":\"stream\"").count(), 3);
    // A stream holds what was taken back too, so nobody carries another's away.
    assert_eq!(of_ada.matches("{\"hindsight\":\"stream\"").count(), 1);
    let texts = async |server: &Server, token: &str| -> Vec<String> {
        let page = server
            .get_as(token, &club.path("annotations"))
            .await
            .is(200)
            .json();
        let items = page["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["text"].as_str().unwrap().to_owned())
            .collect()
    };
    let other = Server::new();
    other.import("application/x-ndjson", of_bob.clone()).await.is(201);
    assert_eq!(
        texts(&other, &other.admin).await,
        ["public words", "private words"]
    );
    other.import("application/x-ndjson", of_bob.clone()).await.is(200);
    assert_eq!(texts(&other, &other.admin).await.len(), 2);
    let again = other
        .get_as(&other.admin, &club.path("export"))
        .await
        .is(200)
        .text();
    let lines = |text: &str| {
        text.lines()
            .filter(|line| line.contains("\"annotation_added\""))
            .map(ToOwned::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&again), lines(&of_bob));
    // Somebody else brings the file: nobody's words are put into another's mouth.
    for (subject, expected) in [("bob", 2), ("mia", 0)] {
        let third = Server::new();
        let token = third.token(subject, &[Scope::GameRead, Scope::GameWrite]);
        let request = TestRequest::post()
            .uri("/v1/games/import")
            .insert_header(("Authorization", format!("Bearer {token}")))
            .insert_header(("Content-Type", "application/x-ndjson"))
            .set_payload(of_bob.clone());
        third.ask(request).await.is(201);
        assert_eq!(texts(&third, &third.admin).await.len(), expected, "{subject}");
    }
    // A file that was tampered with brings nothing, the game neither.
    let fourth = Server::new();
    let at = of_bob.rfind("\"digest\"").unwrap();
    let mut broken = of_bob.clone();
    broken.replace_range(at + 11..at + 13, "zz");
    fourth
        .import("application/x-ndjson", broken)
        .await
        .is_problem("invalid-import");
    fourth
        .get_as(&fourth.admin, &format!("/v1/games/{}", club.game))
        .await
        .is_problem("no-such-game");
}
