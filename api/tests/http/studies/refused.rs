//! Refused studies and chapters.

use actix_web::http::Method;
use hindsight_api::access::Scope;
use serde_json::json;

use super::Shelf;

#[actix_web::test]
async fn what_cannot_be_a_study_or_a_chapter_is_refused_and_changes_nothing() {
    let shelf = Shelf::new().await;
    let study = shelf.study(&[("one", shelf.moment(1))]).await;
    let before = shelf.get(&study).await;
    for (about, problem) in [
        (json!({}), "invalid-body"),
        (json!({ "title": "" }), "invalid-body"),
        (json!({ "title": "x".repeat(101) }), "invalid-body"),
        (
            json!({ "title": "x", "text": "x".repeat(20_001) }),
            "invalid-body",
        ),
        (json!({ "title": "x", "visibility": "secret" }), "invalid-body"),
        (json!({ "title": "x", "chapters": [] }), "unknown-field"),
        (
            json!({ "title": "x", "readers": (0..101).map(|n| n.to_string()).collect::<Vec<_>>() }),
            "invalid-body",
        ),
    ] {
        shelf
            .send(&shelf.ada, Method::POST, "/v1/studies", about)
            .await
            .is_problem(problem);
    }
    let later = shelf.version + 1;
    for (shows, problem) in [
        (
            json!({ "type": "moment", "game": shelf.game, "version": later }),
            "no-such-version",
        ),
        (
            json!({ "type": "moment", "game": shelf.game, "version": 0 }),
            "invalid-body",
        ),
        (
            json!({ "type": "moment", "game": "nothing", "version": 1 }),
            "no-such-game",
        ),
        (json!({ "type": "game", "game": study }), "no-such-game"),
        (json!({ "type": "variation", "game": shelf.game }), "invalid-body"),
        (
            json!({ "type": "position", "system": "chess", "state": {} }),
            "no-such-system",
        ),
        (
            json!({ "type": "position", "system": "before-battle", "state": { "no": "position" } }),
            "",
        ),
        (json!({ "type": "picture" }), "invalid-body"),
    ] {
        let told = shelf.add(&study, "x", &shows).await;
        if problem.is_empty() {
            assert!((400..500).contains(&told.status), "{shows}: {}", told.text());
        } else {
            told.is_problem(problem);
        }
    }
    assert_eq!(shelf.get(&study).await, before);
    // Without the right to write, or with a token for one game alone, there is no study.
    let reading = shelf.server.token("carl", &[Scope::GameRead]);
    let new = json!({ "title": "x" });
    shelf
        .server
        .post(&reading, "/v1/studies", &new)
        .await
        .is_problem("forbidden");
    let one_game = json!({ "subject": "dora", "scopes": ["game:write"], "game": shelf.game });
    let one_game = shelf
        .server
        .post(&shelf.server.admin, "/v1/tokens", &one_game)
        .await
        .is(201)
        .json();
    shelf
        .server
        .post(one_game["secret"].as_str().unwrap(), "/v1/studies", &new)
        .await
        .is_problem("forbidden");
}
