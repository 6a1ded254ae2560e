//! Refusals of the recorder: who may not record, what is no form, what came too late; and what people wrote.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_engine::kernel::Seat;
use serde_json::json;

use super::{FORM, ask, page, reported, send, submit, version};
use crate::table::Server;

#[actix_web::test]
async fn who_may_not_record_is_told_and_changes_nothing() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let before = version(&server, &game).await;
    let say = [
        ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
        ("text", "hello"),
    ];
    // Anybody may look, and is led to the door.
    let shown = server.get(&path).await.is(200).text();
    assert!(
        shown.contains("/signin?next=") && !shown.contains("data-records"),
        "{shown}"
    );
    submit(&server, None, &path, "application/json", &say)
        .await
        .is_problem("unauthorised");
    let stranger = server.token("eve", &[Scope::GameWrite]);
    submit(&server, Some(&stranger), &path, "application/json", &say)
        .await
        .is_problem("forbidden");
    server
        .get_as(&stranger, &format!("{path}/correct/2"))
        .await
        .is_problem("forbidden");
    server
        .get(&format!("{path}/correct/2"))
        .await
        .is_problem("unauthorised");
    // A seat speaks for itself and takes nothing back.
    let seat = server
        .services
        .tokens
        .make("bob", "seat", vec![Scope::Seat(Seat::B)])
        .unwrap();
    let shown = server.get_as(&seat, &path).await.is(200).text();
    assert!(!shown.contains("Undo"));
    let page = submit(&server, Some(&stranger), &path, "text/html", &say)
        .await
        .is(403)
        .text();
    assert!(page.contains("<html"));
    assert_eq!(version(&server, &game).await, before);
    // What is new must be somebody's.
    submit(
        &server,
        None,
        "/new",
        "application/json",
        &[("system", "before-battle")],
    )
    .await
    .is_problem("unauthorised");
    let reader = server.token("rae", &[Scope::GameRead]);
    submit(
        &server,
        Some(&reader),
        "/new",
        "application/json",
        &[("system", "before-battle")],
    )
    .await
    .is_problem("forbidden");
}

#[actix_web::test]
async fn a_game_that_has_gone_on_is_not_recorded_over() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let old = version(&server, &game).await.to_string();
    let say = |text| {
        [
            ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
            ("text", text),
            ("version", old.as_str()),
            ("key", "k1"),
        ]
    };
    ask(&server, &path, &say("first")).await.is(200);
    // Sent again with its key it is the same; another one by the old version is not recorded.
    let again = ask(&server, &path, &say("first")).await.is(200).json();
    assert_eq!(again["applied"][0]["repeated"], true);
    let second = [
        ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
        ("text", "second"),
        ("version", old.as_str()),
    ];
    ask(&server, &path, &second).await.is_problem("stale-version");
    ask(&server, &path, &say("other words"))
        .await
        .is_problem("command-key-reused");
    let shown = send(
        &server,
        &path,
        &[
            ("command", "{\"type\":\"say\",\"seat\":\"A\"}"),
            ("text", "third"),
            ("version", &old),
        ],
    )
    .await
    .is(412)
    .text();
    assert!(shown.contains("role=\"alert\""));
    assert_eq!(
        version(&server, &game).await.to_string(),
        (old.parse::<u64>().unwrap() + 1).to_string()
    );
}

#[actix_web::test]
async fn bad_forms_are_refused_and_change_nothing() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let before = version(&server, &game).await;
    let raw = |media: &'static str, body: Vec<u8>| {
        server.ask(
            TestRequest::post()
                .uri(&path)
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                .insert_header(("Content-Type", media))
                .set_payload(body),
        )
    };
    raw("application/json", b"{}".to_vec())
        .await
        .is_problem("unsupported-media-type");
    raw(FORM, b"a=%ff".to_vec()).await.is_problem("invalid-body");
    raw(FORM, vec![b'a'; (1 << 20) + 1]).await.is_problem("too-large");
    raw(FORM, b"a=1&".repeat(5_000)).await.is_problem("invalid-body");
    let deep = "[".repeat(100_000);
    let rows: [&[(&str, &str)]; 8] = [
        &[],
        &[("command", &deep)],
        &[("command", "{\"type\":\"play\"}")],
        &[("command", "{\"type\":\"sing\"}")],
        &[("words", "fly to the moon")],
        &[("form", "play"), ("variant", "fly")],
        &[
            ("form", "rule"),
            ("variant", "set_unit"),
            ("f/models", "many"),
            ("reason", "x"),
        ],
        &[("command", "{\"type\":\"say\",\"seat\":\"Q\"}"), ("text", "x")],
    ];
    for fields in rows {
        let heard = ask(&server, &path, fields).await;
        assert!((400..500).contains(&heard.status), "{fields:?}: {}", heard.text());
        assert_eq!(heard.header("content-type"), Some("application/problem+json"));
        let shown = send(&server, &path, fields).await;
        assert!(shown.text().contains("<html"), "{fields:?}");
    }
    assert_eq!(version(&server, &game).await, before);
}

#[actix_web::test]
async fn what_people_wrote_is_text_in_the_recorder() {
    let server = Server::new();
    let evil = "\"><script>alert(1)</script>' onmouseover='x";
    let request = json!({
        "system": "before-battle", "title": evil, "players": { "A": evil }, "setup": { "armies": "sample" }
    });
    let game = server.game(&server.admin, request).await;
    let path = format!("/g/{game}/record");
    send(
        &server,
        &path,
        &[("command", "{\"type\":\"say\",\"seat\":\"A\"}"), ("text", evil)],
    )
    .await
    .is(303);
    let at = version(&server, &game).await;
    let refused = send(&server, &path, &[("words", evil), ("text", evil), ("unit", evil)]).await;
    let pages = [
        page(&server, &path).await,
        page(
            &server,
            &format!("{path}?unit=%22%3E%3Cscript%3E&ruling=%22%3E%3Cscript%3E"),
        )
        .await,
        page(&server, &format!("{path}/now")).await,
        page(&server, &format!("{path}/correct/{at}")).await,
        refused.text(),
        send(
            &server,
            "/new",
            &[("system", "before-battle"), ("title", evil), ("f/pack", evil)],
        )
        .await
        .text(),
    ];
    for page in pages {
        assert!(!page.contains("<script>alert"), "{page}");
    }
}
