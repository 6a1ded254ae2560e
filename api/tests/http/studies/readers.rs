//! Readers of a study, and what of it they are shown.

use actix_web::http::Method;
use hindsight_openapi::wire::Role;
use serde_json::json;

use super::{Shelf, titles};
use crate::table::Heard;

#[actix_web::test]
async fn a_study_is_for_whom_its_author_says() {
    let shelf = Shelf::new().await;
    let eve = shelf.server.account("eve", Role::Reader).await;
    for (visibility, listed, by_address, for_named) in [
        ("public", true, true, true),
        ("unlisted", false, true, true),
        ("readers", false, false, true),
        ("private", false, false, false),
    ] {
        let about =
            json!({ "title": format!("A {visibility} one"), "visibility": visibility, "readers": ["eve"] });
        let study = shelf.make(&shelf.ada, about).await;
        let at = format!("/v1/studies/{study}");
        let lists = |heard: Heard| heard.is(200).text().contains(&study);
        assert_eq!(
            lists(shelf.server.get("/v1/studies").await),
            listed,
            "{visibility}"
        );
        assert_eq!(lists(shelf.server.get("/studies").await), listed, "{visibility}");
        assert!(lists(
            shelf
                .server
                .browse_get(&shelf.ada, "/v1/studies?yours=true")
                .await
        ));
        assert!(!lists(
            shelf
                .server
                .browse_get(&shelf.bob, "/v1/studies?yours=true")
                .await
        ));
        shelf.add(&study, "one", &shelf.moment(4)).await.is(201);
        for path in [
            at.clone(),
            format!("{at}/export"),
            format!("/s/{study}"),
            format!("/s/{study}/1"),
            format!("/embed/s/{study}/1"),
        ] {
            let stranger = shelf.server.get(&path).await;
            assert_eq!(stranger.status == 200, by_address, "{visibility} {path}");
            let named = shelf.server.browse_get(&eve, &path).await;
            assert_eq!(named.status == 200, for_named, "{visibility} {path}");
            let other = shelf.server.browse_get(&shelf.bob, &path).await;
            assert_eq!(other.status == 200, by_address, "{visibility} {path}");
            if !by_address {
                // As if there were none.
                let nowhere = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
                let none = shelf
                    .server
                    .browse_get(&shelf.bob, &path.replace(&study, nowhere))
                    .await;
                assert_eq!(
                    none.text().replace(nowhere, "X"),
                    other.text().replace(&study, "X")
                );
            }
            shelf.server.browse_get(&shelf.ada, &path).await.is(200);
        }
        let copied = shelf
            .send(&shelf.bob, Method::POST, &format!("{at}/clones"), json!({}))
            .await;
        assert_eq!(copied.status == 201, by_address, "{visibility}");
        // Nobody else writes in it: as if there were none, where they may not read it.
        let refusal = if by_address { "forbidden" } else { "no-such-study" };
        let chapter = json!({ "title": "Mine", "shows": shelf.moment(1) });
        for (method, path, body) in [
            (Method::PATCH, at.clone(), json!({ "title": "Mine" })),
            (Method::POST, format!("{at}/chapters"), chapter),
            (
                Method::PATCH,
                format!("{at}/chapters/1"),
                json!({ "title": "Mine" }),
            ),
            (Method::DELETE, format!("{at}/chapters/1"), json!({})),
            (Method::POST, format!("{at}/order"), json!({ "order": [1] })),
        ] {
            shelf
                .send(&shelf.bob, method, &path, body)
                .await
                .is_problem(refusal);
        }
        // Its readers are told to its author alone.
        if by_address {
            assert_eq!(shelf.server.get(&at).await.json()["readers"], json!([]));
        }
        assert_eq!(shelf.get(&study).await["readers"], json!(["eve"]));
    }
    // No list of games shows one, and none is a game.
    let study = shelf.study(&[]).await;
    let games = shelf
        .server
        .browse_get(&shelf.ada, "/v1/games?limit=200")
        .await
        .is(200);
    assert!(!games.text().contains(&study));
    shelf
        .server
        .browse_get(&shelf.ada, &format!("/v1/games/{study}"))
        .await
        .is_problem("no-such-game");
    shelf
        .server
        .get(&format!("/v1/studies/{}", shelf.game))
        .await
        .is_problem("no-such-study");
}

#[actix_web::test]
async fn a_chapter_shows_nobody_a_game_that_they_may_not_see() {
    let shelf = Shelf::new().await;
    let asked = json!({ "system": "before-battle", "visibility": "private", "title": "Secret plans" });
    let made = shelf
        .server
        .browse_post(&shelf.ada, "/v1/games", &asked)
        .await
        .is(201);
    let private = made.json()["card"]["id"].as_str().unwrap().to_owned();
    let hidden = json!({ "type": "game", "game": private });
    let study = shelf
        .study(&[("Hidden", hidden.clone()), ("Open", shelf.moment(2))])
        .await;
    assert_eq!(shelf.get(&study).await["chapters"][0]["shows"], hidden);
    for path in [
        format!("/v1/studies/{study}"),
        format!("/s/{study}"),
        format!("/s/{study}/1"),
        format!("/embed/s/{study}/1"),
        format!("/v1/studies/{study}/export"),
        format!("/v1/studies/{study}/export?format=md"),
    ] {
        for told in [
            shelf.server.get(&path).await,
            shelf.server.browse_get(&shelf.bob, &path).await,
        ] {
            let text = told.is(200).text();
            assert!(
                !text.contains(&private) && !text.contains("Secret plans"),
                "{path}"
            );
        }
    }
    // It stays behind in a copy, which is its maker's own.
    let copied = shelf
        .send(
            &shelf.bob,
            Method::POST,
            &format!("/v1/studies/{study}/clones"),
            json!({}),
        )
        .await
        .is(201)
        .json();
    assert_eq!(titles(&copied), ["Open"]);
    assert_eq!(
        (
            &copied["author"]["name"],
            &copied["visibility"],
            &copied["copy_of"]
        ),
        (&json!("bob"), &json!("private"), &json!(study))
    );
    // What one may not see cannot be put in.
    let theirs = format!("/v1/studies/{}/chapters", copied["id"].as_str().unwrap());
    let chapter = json!({ "title": "x", "shows": hidden });
    shelf
        .send(&shelf.bob, Method::POST, &theirs, chapter)
        .await
        .is_problem("no-such-game");
}
