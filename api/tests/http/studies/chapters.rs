//! Chapters: what they show, and how they are changed, moved and taken out.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use serde_json::json;

use super::{Shelf, titles};

#[actix_web::test]
async fn a_public_chapter_describes_itself_to_other_sites() {
    let scene = Shelf::new().await;
    let study = scene.study(&[("The charge", scene.moment(2))]).await;
    let card = format!("http://localhost:8080/g/{}/2/card.png", scene.game);
    for page in [format!("/s/{study}/1"), format!("/s/{study}")] {
        let text = scene.server.get(&page).await.is(200).text();
        for expected in [
            format!("<link rel=\"canonical\" href=\"http://localhost:8080{page}\">"),
            format!("<meta property=\"og:image\" content=\"{card}\">"),
            "type=\"application/json+oembed\"".to_owned(),
        ] {
            assert!(text.contains(&expected), "{page}: {expected}");
        }
        let asked = format!(
            "/oembed?url=http%3A%2F%2Flocalhost%3A8080{}",
            page.replace('/', "%2F")
        );
        let answer = scene.server.get(&asked).await.is(200).json();
        assert_eq!(answer["thumbnail_url"], card);
        let html = answer["html"].as_str().unwrap();
        assert!(html.contains(&format!("/embed/s/{study}/1")), "{html}");
    }
    // A private study does not exist for other sites.
    let hidden = scene
        .make(&scene.ada, json!({ "title": "Mine", "visibility": "private" }))
        .await;
    let asked = format!("/oembed?url=http%3A%2F%2Flocalhost%3A8080%2Fs%2F{hidden}");
    scene.server.browse_get(&scene.ada, &asked).await.is(404);
}

#[actix_web::test]
async fn a_study_has_chapters_of_games_moments_variations_and_positions() {
    let shelf = Shelf::new().await;
    let recorded = shelf
        .server
        .brought(include_str!("../../../../tests/games/orsa-takes-the-axes.hgn"))
        .await;
    let variation = shelf
        .server
        .browse_post(
            &shelf.ada,
            &format!("/v1/games/{recorded}/variations"),
            &json!({ "version": 40 }),
        )
        .await
        .is(201)
        .json()["game"]["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let position = shelf
        .server
        .get(&format!("/v1/games/{recorded}/state?at=150"))
        .await
        .is(200)
        .json();
    let study = shelf
        .study(&[
            ("The moment", shelf.moment(4)),
            ("The game", json!({ "type": "game", "game": shelf.game })),
            ("Another *way*", json!({ "type": "variation", "game": variation })),
            (
                "A position",
                json!({ "type": "position", "system": "before-battle", "state": position }),
            ),
        ])
        .await;
    let told = shelf.get(&study).await;
    assert_eq!(
        titles(&told),
        ["The moment", "The game", "Another *way*", "A position"]
    );
    assert_eq!(told["author"]["name"], "ada");
    assert_eq!(told["chapters"][0]["shows"], shelf.moment(4));
    assert!(
        told["chapters"][0]["html"]
            .as_str()
            .unwrap()
            .contains("<em>left</em>")
    );
    for number in 1..=4 {
        let page = shelf
            .server
            .get(&format!("/s/{study}/{number}"))
            .await
            .is(200)
            .text();
        assert!(
            page.contains("class=\"board\"") && page.contains("<em>left</em>"),
            "chapter {number}"
        );
        let framed = shelf
            .server
            .get(&format!("/embed/s/{study}/{number}"))
            .await
            .is(200);
        assert_eq!(framed.header("x-frame-options"), None);
        let policy = framed.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors *"), "{policy}");
        assert!(framed.text().contains("class=\"board\""));
    }
    let file = shelf
        .server
        .get(&format!("/v1/studies/{study}/export"))
        .await
        .is(200)
        .json();
    assert_eq!(file["chapters"].as_array().unwrap().len(), 4);
    assert_eq!(file["chapters"][3]["shows"]["state"], position);
    let text = shelf
        .server
        .get(&format!("/v1/studies/{study}/export?format=md"))
        .await
        .is(200);
    assert!(text.header("content-type").unwrap().starts_with("text/markdown"));
    let text = text.text();
    assert!(
        text.starts_with("# Flanks\n")
            && text.contains(&format!("/g/{}/4.svg", shelf.game))
            && text.contains("## 3. Another \\*way\\*\n"),
        "{text}"
    );
}

#[actix_web::test]
async fn chapters_are_changed_moved_and_taken_out_and_keep_their_numbers() {
    let shelf = Shelf::new().await;
    let study = shelf
        .study(&[
            ("one", shelf.moment(1)),
            ("two", shelf.moment(2)),
            ("three", shelf.moment(3)),
        ])
        .await;
    let at = format!("/v1/studies/{study}");
    shelf
        .send(
            &shelf.ada,
            Method::POST,
            &format!("{at}/order"),
            json!({ "order": [3, 1, 2] }),
        )
        .await
        .is(200);
    shelf
        .send(&shelf.ada, Method::DELETE, &format!("{at}/chapters/1"), json!({}))
        .await
        .is(204);
    let edited = shelf
        .send(
            &shelf.ada,
            Method::PATCH,
            &format!("{at}/chapters/2"),
            json!({ "title": "second" }),
        )
        .await
        .is(200);
    assert_eq!(edited.json()["text"], "See the *left*.", "what is left out stays");
    assert_eq!(
        shelf.add(&study, "four", &shelf.moment(4)).await.is(201).json()["number"],
        4
    );
    let told = shelf.get(&study).await;
    assert_eq!(titles(&told), ["three", "second", "four"]);
    for gone in ["1", "9", "0", "01", "x"] {
        shelf
            .server
            .get(&format!("/s/{study}/{gone}"))
            .await
            .is_problem("no-such-chapter");
    }
    for order in [json!([3, 2]), json!([3, 2, 4, 4]), json!([3, 2, 1])] {
        shelf
            .send(
                &shelf.ada,
                Method::POST,
                &format!("{at}/order"),
                json!({ "order": order }),
            )
            .await
            .is_problem("invalid-body");
    }
    // A change is decided by what its author saw.
    let seen = told["version"].as_u64().unwrap();
    let by = |version: u64| {
        TestRequest::patch()
            .uri(&at)
            .insert_header(("If-Match", format!("\"{version}\"")))
            .set_json(json!({ "title": "Wings" }))
    };
    shelf
        .server
        .browse(&shelf.ada.cookie, by(seen - 1))
        .await
        .is_problem("stale-version");
    let now = shelf
        .server
        .browse(&shelf.ada.cookie, by(seen))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&now["title"], &now["version"]),
        (&json!("Wings"), &json!(seen + 1))
    );
}
