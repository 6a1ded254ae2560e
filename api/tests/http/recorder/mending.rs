//! Rulings and corrections.

use serde_json::Value;

use super::{ask, forms, page, reported, send, version};
use crate::table::Server;

#[actix_web::test]
async fn a_ruling_is_a_form_of_its_schema_with_a_reason() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 40).await;
    let path = format!("/g/{game}/record");
    let units = server
        .get_as(&server.admin, &format!("/v1/games/{game}/units"))
        .await
        .json();
    let standing = |unit: &&Value| unit["alive"] == true && unit["left"].as_f64() > Some(1.0);
    let unit = units.as_array().unwrap().iter().find(standing).unwrap();
    let unit = unit["id"].as_str().unwrap();
    let shown = page(&server, &format!("{path}?unit={unit}&ruling=set_unit")).await;
    assert!(
        shown.contains("name=\"f/models\"") && shown.contains("ruling-reason"),
        "{shown}"
    );
    let ruling = |models, reason| {
        [
            ("form", "rule"),
            ("variant", "set_unit"),
            ("f/unit", unit),
            ("f/models", models),
            ("reason", reason),
        ]
    };
    let before = version(&server, &game).await;
    assert!(ask(&server, &path, &ruling("1", "")).await.status >= 400);
    ask(&server, &path, &ruling("200", "too many"))
        .await
        .is_problem("refused");
    assert_eq!(version(&server, &game).await, before);
    ask(&server, &path, &ruling("1", "a card was misread"))
        .await
        .is(200);
    assert!(version(&server, &game).await > before);
}

#[actix_web::test]
async fn a_correction_shows_what_would_change_before_it_is_made() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let say = |text| [("command", "{\"type\":\"say\",\"seat\":\"A\"}"), ("text", text)];
    send(&server, &path, &say("Wrong word")).await.is(303);
    let at = version(&server, &game).await;
    send(&server, &path, &say("Later word")).await.is(303);
    let end = version(&server, &game).await;
    let shown = page(&server, &format!("{path}/correct/{at}")).await;
    assert!(shown.contains("Wrong word") && !shown.contains("Later word"));
    let at_text = at.to_string();
    let right = [
        ("at", at_text.as_str()),
        ("how", "replace"),
        (
            "command",
            "{\"type\":\"say\",\"seat\":\"A\",\"text\":\"Right word\"}",
        ),
        ("reason", "misheard"),
    ];
    let preview = send(&server, &path, &[&right[..], &[("dry_run", "true")]].concat())
        .await
        .is(200)
        .text();
    assert!(
        preview.contains("Right word")
            && preview.contains("Wrong word")
            && preview.contains("data-is=\"confirm\"")
    );
    assert_eq!(
        version(&server, &game).await,
        end,
        "nothing is recorded by looking"
    );
    // The page's own form confirms it.
    let confirm = forms(&preview)
        .into_iter()
        .find(|form| form.action == path)
        .unwrap();
    let fields: Vec<(&str, &str)> = confirm
        .hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    send(&server, &path, &fields).await.is(303);
    let replay = server
        .get_as(
            &server.admin,
            &format!("/v1/games/{game}/events?from={}", end + 1),
        )
        .await
        .json();
    let words: Vec<&str> = replay["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["words"].as_str().unwrap())
        .collect();
    assert!(
        words.iter().any(|words| words.contains("Right word")),
        "{words:?}"
    );
    assert!(
        words.iter().any(|words| words.contains("Later word")),
        "{words:?}"
    );
    // Without a reason, or where nothing was played, it is refused.
    let at_end = (end + 100).to_string();
    ask(
        &server,
        &path,
        &[("at", &at_end), ("how", "remove"), ("reason", "no")],
    )
    .await
    .is_problem("refused");
    server
        .get_as(&server.admin, &format!("{path}/correct/1"))
        .await
        .is_problem("invalid-parameter");
    server
        .get_as(&server.admin, &format!("{path}/correct/100000"))
        .await
        .is_problem("no-such-version");
}
