//! Confidentiality of what is said for few: guests of one keeper, copies of games, texts, rights that were
//! taken away.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::table::Server;

const TEXT: &str = "[Hindsight \"1\"]\n[System \"before-battle\"]\n\n{The Lancers hide on the left.}\n1. A: @say \"Ready?\"\n";

/// How many streams stand in a file, and of how many annotations they tell.
fn streams_and_remarks(file: &str) -> (usize, usize) {
    let count = |word: &str| file.matches(word).count();
    (count("{\"hindsight\":\"stream\""), count("\"annotation_added\""))
}

/// Sends a file as somebody's game.
async fn imported(server: &Server, token: &str, media: &str, file: Vec<u8>) -> crate::table::Heard {
    let request = TestRequest::post()
        .uri("/v1/games/import")
        .insert_header(("Authorization", format!("Bearer {token}")))
        .insert_header(("Content-Type", media.to_owned()))
        .set_payload(file);
    server.ask(request).await
}

fn keeper(server: &Server, name: &str) -> String {
    server.token(name, &[Scope::GameRead, Scope::GameWrite])
}

async fn texts(server: &Server, token: &str, game: &str) -> Vec<String> {
    let path = format!("/v1/games/{game}/annotations");
    let items = server.get_as(token, &path).await.is(200).json()["items"].clone();
    let text = |item: &Value| item["text"].as_str().unwrap().to_owned();
    items.as_array().unwrap().iter().map(text).collect()
}

#[actix_web::test]
async fn guests_of_one_keeper_are_different_people() {
    let server = Server::new();
    let ada = keeper(&server, "ada");
    let game = server.plain_game(&ada).await;
    server.play(&server.admin, &game, 6).await;
    let mut guests = Vec::new();
    for scopes in [
        json!(["seat:A"]),
        json!(["seat:A"]),
        json!(["seat:B"]),
        json!(["game:read"]),
    ] {
        let asked = json!({ "label": "phone", "scopes": scopes, "game": game });
        let made = server.post(&ada, "/v1/tokens", &asked).await.is(201).json();
        guests.push(made["secret"].as_str().unwrap().to_owned());
    }
    let layer = json!({ "title": "My plan", "visibility": "private" });
    let layer = server
        .post(&guests[0], &format!("/v1/games/{game}/layers"), &layer)
        .await
        .is(201)
        .json();
    let said = json!({ "layer": layer["id"], "anchor": { "type": "event", "version": 3 }, "text": "I hold the ford." });
    let said = server
        .post(&guests[0], &format!("/v1/games/{game}/annotations"), &said)
        .await
        .is(201)
        .json();
    assert_eq!(said["author"]["name"], "guest of ada, seat A");
    // Another device of the same seat is the same player; the other seat and a reader are not.
    assert_eq!(texts(&server, &guests[0], &game).await, ["I hold the ford."]);
    assert_eq!(texts(&server, &guests[1], &game).await, ["I hold the ford."]);
    for other in &guests[2..] {
        assert!(texts(&server, other, &game).await.is_empty());
        let path = format!("/v1/games/{game}/annotations/{}", said["id"].as_str().unwrap());
        server
            .get_as(other, &path)
            .await
            .is(404)
            .is_problem("no-such-annotation");
    }
}

#[actix_web::test]
async fn a_text_that_was_hidden_is_in_no_copy() {
    let server = Server::new();
    let ada = keeper(&server, "ada");
    let game = imported(&server, &ada, "text/plain", TEXT.into())
        .await
        .is(201)
        .json();
    let game = game["card"]["id"].as_str().unwrap().to_owned();
    let layers = server
        .get_as(&ada, &format!("/v1/games/{game}/layers"))
        .await
        .is(200)
        .json();
    let layer = layers["items"][0]["id"].as_str().unwrap();
    let copies = |format: &str| format!("/v1/games/{game}/export?format={format}");
    for format in ["hgn", "ndjson"] {
        let before = server.get_as(&ada, &copies(format)).await.is(200).text();
        assert!(before.contains("Lancers hide"), "{format}: {before}");
    }
    let hidden = json!({ "visibility": "private" });
    server
        .send(
            actix_web::http::Method::PATCH,
            &ada,
            &format!("/v1/games/{game}/layers/{layer}"),
            &hidden,
        )
        .await
        .is(200);
    let public = json!({ "visibility": "public" });
    server
        .send(
            actix_web::http::Method::PATCH,
            &ada,
            &format!("/v1/games/{game}"),
            &public,
        )
        .await
        .is(200);
    let bob = keeper(&server, "bob");
    for format in ["hgn", "ndjson"] {
        let copy = server.get_as(&bob, &copies(format)).await.is(200).text();
        assert!(!copy.contains("Lancers hide"), "{format}: {copy}");
    }
}

/// Who may read a layer may not read what was taken out of it, and a copy of its stream would hold that.
#[actix_web::test]
async fn a_copy_of_a_game_holds_ones_own_layers_alone() {
    let server = Server::new();
    let ada = keeper(&server, "ada");
    let bob = keeper(&server, "bob");
    let request = json!({ "system": "before-battle", "visibility": "public" });
    let game = server.game(&ada, request).await;
    server.play(&server.admin, &game, 30).await;
    let path = format!("/v1/games/{game}/annotations");
    for (token, text) in [(&ada, "Ada was here."), (&bob, "Bob was here.")] {
        let said = json!({ "anchor": { "type": "event", "version": 3 }, "text": text });
        let said = server.post(token, &path, &said).await.is(201).json();
        let one = format!("{path}/{}", said["id"].as_str().unwrap());
        let request = TestRequest::delete()
            .uri(&one)
            .insert_header(("Authorization", format!("Bearer {token}")));
        server.ask(request).await.is(204);
    }
    let copy = |token: String| {
        let path = format!("/v1/games/{game}/export?format=ndjson");
        let server = &server;
        async move { server.get_as(&token, &path).await.is(200).text() }
    };
    // The events of a layer are not text in a file, but each says of what kind it is.
    for token in [ada, bob] {
        assert_eq!(streams_and_remarks(&copy(token).await), (2, 1));
    }
    assert_eq!(streams_and_remarks(&copy(server.admin.clone()).await), (3, 2));
}

/// A file says nothing of a game that somebody else keeps.
#[actix_web::test]
async fn nobody_annotates_anothers_game_by_a_file() {
    let (server, elsewhere) = (Server::new(), Server::new());
    let ada = keeper(&server, "ada");
    let request = json!({ "system": "before-battle", "visibility": "public" });
    let game = server.game(&ada, request).await;
    server.play(&server.admin, &game, 30).await;
    let plain = server
        .get_as(&ada, &format!("/v1/games/{game}/export?format=ndjson"))
        .await
        .is(200)
        .body;
    // Elsewhere the game is Eve's own, and so is what she says of it there.
    let eve = keeper(&elsewhere, "eve");
    imported(&elsewhere, &eve, "application/x-ndjson", plain)
        .await
        .is(201);
    let said = json!({ "anchor": { "type": "event", "version": 3 }, "text": "Eve was here." });
    elsewhere
        .post(&eve, &format!("/v1/games/{game}/annotations"), &said)
        .await
        .is(201);
    let file = elsewhere
        .get_as(&eve, &format!("/v1/games/{game}/export?format=ndjson"))
        .await
        .is(200)
        .body;
    assert_eq!(streams_and_remarks(&String::from_utf8_lossy(&file)), (2, 1));
    let here = keeper(&server, "eve");
    let heard = imported(&server, &here, "application/x-ndjson", file).await;
    assert!(heard.status == 200, "it is here already: {}", heard.text());
    for token in [&ada, &here] {
        assert!(texts(&server, token, &game).await.is_empty());
    }
}

#[actix_web::test]
async fn a_token_gives_no_more_than_it_holds() {
    let server = Server::new();
    let admin = server.account("the-admin", Role::Admin).await;
    let target = server.account("somebody", Role::Player).await;
    for (scope, gives) in [("account:invite", "player"), ("account:write", "coach")] {
        let asked = json!({ "label": "narrow", "scopes": [scope] });
        let token = server
            .browse_post(&admin, "/v1/tokens", &asked)
            .await
            .is(201)
            .json();
        let token = token["secret"].as_str().unwrap().to_owned();
        if scope == "account:invite" {
            let given = json!({ "role": gives });
            server.post(&token, "/v1/invitations", &given).await.is(201);
            for more in ["coach", "steward", "admin"] {
                let asked = json!({ "role": more });
                server.post(&token, "/v1/invitations", &asked).await.is(403);
            }
        } else {
            let path = format!("/v1/accounts/{}", target.id);
            let patch = actix_web::http::Method::PATCH;
            for more in ["steward", "admin"] {
                let asked = json!({ "role": more });
                server.send(patch.clone(), &token, &path, &asked).await.is(403);
            }
            server
                .send(patch, &token, &path, &json!({ "role": gives }))
                .await
                .is(200);
        }
    }
}

/// Who may no longer invite has no invitations left that are good.
#[actix_web::test]
async fn an_invitation_ends_with_the_right_to_make_it() {
    let server = Server::new();
    let coach = server.account("the-coach", Role::Coach).await;
    let asked = json!({ "role": "player" });
    let made = server
        .browse_post(&coach, "/v1/invitations", &asked)
        .await
        .is(201)
        .json();
    let come = json!({ "name": "grace", "password": crate::people::PASSWORD, "invitation": made["secret"] });
    let path = format!("/v1/accounts/{}", coach.id);
    let patch = actix_web::http::Method::PATCH;
    for (role, status) in [("player", 404), ("coach", 201)] {
        server
            .send(patch.clone(), &server.admin, &path, &json!({ "role": role }))
            .await
            .is(200);
        let request = TestRequest::post().uri("/v1/accounts").set_json(&come);
        server.ask(request).await.is(status);
    }
}
