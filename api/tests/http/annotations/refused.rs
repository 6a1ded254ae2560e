//! Annotations that are refused: what is wrong, and what would be too much.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

use super::{Club, at};

#[actix_web::test]
async fn what_is_wrong_is_told_where_and_nothing_is_stored() {
    let club = Club::new().await;
    let point = |x: f64| json!({ "x": x, "y": 1.0 });
    let with = |name: &str, value: Value| {
        let mut body = at(4, "x");
        body[name] = value;
        body
    };
    let rows = [
        (json!({ "text": "x" }), "invalid-body", ""),
        (
            json!({ "anchor": { "type": "event", "version": 4 } }),
            "invalid-body",
            "",
        ),
        (at(0, "x"), "invalid-body", "/anchor/version"),
        (at(100_000, "x"), "invalid-body", "/anchor/version"),
        (
            with("anchor", json!({ "type": "span", "from": 6, "to": 4 })),
            "invalid-body",
            "/anchor/to",
        ),
        (
            with("anchor", json!({ "type": "unit", "version": 4, "unit": "Z9" })),
            "invalid-body",
            "/anchor/unit",
        ),
        (with("anchor", json!({ "type": "dream" })), "invalid-body", ""),
        (with("anchor", json!([4])), "invalid-body", ""),
        (with("glyphs", json!([1, 2])), "invalid-body", "/glyphs/1"),
        (with("glyphs", json!([200])), "invalid-body", "/glyphs/0"),
        (with("glyphs", json!([256])), "invalid-body", "/glyphs/0"),
        (with("marks", json!(["sad"])), "invalid-body", "/marks/0"),
        (
            with(
                "drawings",
                json!([{ "type": "circle", "centre": point(1.0), "radius": -1.0 }]),
            ),
            "invalid-body",
            "/drawings/0/radius",
        ),
        (
            with("drawings", json!([{ "type": "area", "outline": [point(1.0)] }])),
            "invalid-body",
            "/drawings/0/outline",
        ),
        (
            with(
                "drawings",
                json!([{ "type": "arrow", "from": point(1.0), "to": point(2e9) }]),
            ),
            "invalid-body",
            "/drawings/0/to",
        ),
        (
            with(
                "drawings",
                json!(vec![
                    json!({ "type": "arrow", "from": point(1.0), "to": point(2.0) });
                    33
                ]),
            ),
            "invalid-body",
            "/drawings",
        ),
        (with("text", json!("x".repeat(10_001))), "invalid-body", "/text"),
        (with("text", json!("bell \u{7}")), "invalid-body", "/text"),
        (with("colour", json!("red")), "unknown-field", "/colour"),
        (with("layer", json!("nothing")), "no-such-layer", ""),
        (
            with("layer", json!("01KAG6Q2Y7M3V9XWZ4T5B8C0DA")),
            "no-such-layer",
            "",
        ),
        (with("layer", json!(club.game)), "no-such-layer", ""),
    ];
    for (body, problem, place) in rows {
        let heard = club
            .server
            .post(&club.bob, &club.path("annotations"), &body)
            .await
            .is_problem(problem);
        if !place.is_empty() {
            assert_eq!(heard.json()["errors"][0]["path"], place, "{body}");
        }
    }
    // Larger than any body may be, and deeper than any JSON is.
    let raw = |text: String| {
        TestRequest::post()
            .uri(&club.path("annotations"))
            .insert_header(("Authorization", format!("Bearer {}", club.bob)))
            .insert_header(("Content-Type", "application/json"))
            .set_payload(text)
    };
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(200_000));
    club.server.ask(raw(large)).await.is_problem("too-large");
    let deep = format!("{{\"anchor\":{}4{}}}", "[".repeat(50_000), "]".repeat(50_000));
    club.server.ask(raw(deep)).await.is_problem("not-json");
    let listed = club.server.get(&club.path("annotations")).await.is(200).json();
    assert_eq!(
        (listed["items"].clone(), listed["layers"].clone()),
        (json!([]), json!([]))
    );
    let said = club.says(&club.bob, at(4, "x")).await;
    for body in [
        json!({}),
        json!({ "removed": true }),
        json!({ "removed": false, "text": "y" }),
        json!({ "glyphs": [1, 2] }),
    ] {
        club.patch(&club.bob, &said["id"], body)
            .await
            .is_problem("invalid-body");
    }
    for (path, body) in [
        ("layers", json!({ "title": "" })),
        ("layers", json!({ "title": "x", "readers": [""] })),
        ("layers", json!({ "title": "x", "visibility": "secret" })),
        ("layers", json!({ "title": "x".repeat(101) })),
    ] {
        club.server
            .post(&club.bob, &club.path(path), &body)
            .await
            .is_problem("invalid-body");
    }
    for query in [
        "?version=0",
        "?kind=dream",
        "?limit=501",
        "?cursor=x",
        "?cursor=4-x-1",
        "?layer=x",
        "?colour=red",
    ] {
        let heard = club.server.get(&club.path(&format!("annotations{query}"))).await;
        assert!(
            heard.status == 400 || heard.status == 404,
            "{query}: {}",
            heard.text()
        );
    }
}

#[actix_web::test]
async fn layers_and_answers_have_an_end() {
    let club = Club::new().await;
    for count in 0..20 {
        club.layer(&club.bob, json!({ "title": format!("Layer {count}") }))
            .await;
    }
    let one_more = json!({ "title": "One more" });
    let heard = club.server.post(&club.bob, &club.path("layers"), &one_more).await;
    assert_eq!(heard.is_problem("limit-reached").json()["most"], 20);
    club.layer(&club.eve, one_more).await;
    let said = club.says(&club.eve, at(4, "x")).await;
    let replies = club.path(&format!("annotations/{}/replies", said["id"].as_str().unwrap()));
    for depth in 0..8_u32 {
        let to = (depth > 0).then_some(depth);
        let body = json!({ "text": format!("{depth}"), "to": to });
        let heard = club.server.post(&club.bob, &replies, &body).await.is(201);
        assert_eq!(heard.json()["replies"][depth as usize]["depth"], depth);
    }
    club.server
        .post(&club.bob, &replies, &json!({ "text": "too deep", "to": 8 }))
        .await
        .is_problem("limit-reached");
    club.server
        .post(&club.bob, &replies, &json!({ "text": "to nobody", "to": 99 }))
        .await
        .is_problem("no-such-annotation");
    // Its author edits it; the layer's author may take it away, and its words are gone from sight.
    let one = format!("{replies}/1");
    let other = json!({ "text": "other words" });
    club.server
        .send(Method::PATCH, &club.eve, &one, &other)
        .await
        .is_problem("forbidden");
    club.server
        .send(Method::PATCH, &club.bob, &one, &other)
        .await
        .is(200);
    club.without_body(Method::DELETE, &club.ada, &one)
        .await
        .is_problem("forbidden");
    club.without_body(Method::DELETE, &club.eve, &one).await.is(204);
    let listed = club.server.get(&club.path("annotations")).await.is(200);
    assert!(!listed.text().contains("other words"));
    let left = &listed.json()["items"][0]["replies"];
    assert_eq!(
        (left[0]["removed"].clone(), left[1]["removed"].clone()),
        (json!(true), json!(false))
    );
    for wrong in ["0", "9", "x", "4294967296"] {
        let path = format!("{replies}/{wrong}");
        let heard = club.server.send(Method::PATCH, &club.bob, &path, &other).await;
        heard.is_problem("no-such-annotation");
    }
}
