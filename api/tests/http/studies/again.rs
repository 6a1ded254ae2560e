//! Requests that are sent again.

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::{Shelf, titles};
use crate::people::Account;

#[actix_web::test]
async fn a_request_sent_again_makes_no_second_study() {
    let shelf = Shelf::new().await;
    let ask = |who: &Account, title: &str| {
        let request = TestRequest::post()
            .uri("/v1/studies")
            .insert_header(("Idempotency-Key", "once"))
            .set_json(json!({ "title": title }));
        let (server, cookie) = (&shelf.server, who.cookie.clone());
        async move { server.browse(&cookie, request).await }
    };
    let first = ask(&shelf.ada, "Flanks").await.is(201).json();
    let again = ask(&shelf.ada, "Flanks").await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.json()["id"], first["id"]);
    ask(&shelf.ada, "Wings").await.is_problem("command-key-reused");
    assert_ne!(ask(&shelf.bob, "Flanks").await.is(201).json()["id"], first["id"]);
}

#[actix_web::test]
async fn a_request_sent_again_makes_no_second_chapter_and_no_second_copy() {
    let shelf = Shelf::new().await;
    let study = shelf.study(&[]).await;
    let at = format!("/v1/studies/{study}");
    let ask = |who: &Account, path: String, body: &Value| {
        let request = TestRequest::post()
            .uri(&path)
            .insert_header(("Idempotency-Key", "once"))
            .set_json(body);
        let (server, cookie) = (&shelf.server, who.cookie.clone());
        async move { server.browse(&cookie, request).await }
    };
    let chapter = json!({ "title": "one", "shows": shelf.moment(1) });
    let chapters = || format!("{at}/chapters");
    let first = ask(&shelf.ada, chapters(), &chapter).await.is(201);
    shelf.add(&study, "two", &shelf.moment(2)).await.is(201);
    let again = ask(&shelf.ada, chapters(), &chapter).await.is(200);
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(again.json()["number"], 1);
    assert_eq!(titles(&shelf.get(&study).await), ["one", "two"]);
    let other = json!({ "title": "other", "shows": shelf.moment(1) });
    ask(&shelf.ada, chapters(), &other)
        .await
        .is_problem("command-key-reused");

    let clones = || format!("{at}/clones");
    let copy = ask(&shelf.bob, clones(), &json!({})).await.is(201).json();
    // It is the same copy, though the study went on.
    shelf.add(&study, "three", &shelf.moment(3)).await.is(201);
    let again = ask(&shelf.bob, clones(), &json!({})).await.is(200).json();
    assert_eq!((&again["id"], titles(&again)), (&copy["id"], vec!["one", "two"]));
    ask(&shelf.bob, clones(), &json!({ "title": "Mine" }))
        .await
        .is_problem("command-key-reused");
}
