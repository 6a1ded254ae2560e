//! Annotations on pages and pictures.

use actix_web::test::TestRequest;
use serde_json::json;

use super::{Club, at};

#[actix_web::test]
async fn nothing_that_is_said_becomes_a_tag() {
    let club = Club::new().await;
    let evil = "So: <script>alert(1)</script> <img src=x onerror=alert(2)> [x](javascript:alert(3)) ![y](https://example.org/y.png)";
    let mut body = at(4, evil);
    body["drawings"] = json!([{ "type": "circle", "centre": { "x": 1.0, "y": 1.0 }, "radius": 1.0, "label": "</svg><script>" }]);
    let said = club.says(&club.bob, body).await;
    let html = said["html"].as_str().unwrap();
    assert!(
        !html.contains("<script") && !html.contains("<img") && !html.contains("href=\"javascript"),
        "{html}"
    );
    assert!(
        html.contains("&lt;script&gt;")
            && html.contains("<a href=\"https://example.org/y.png\" rel=\"nofollow noopener ugc\">y</a>")
    );
}

/// The page works without a script: what its forms send is done, and what is said stands on it.
#[actix_web::test]
async fn the_page_annotates_without_a_script() {
    let club = Club::new().await;
    let page = format!("/g/{}/4", club.game);
    let send = |token: String, fields: String| {
        let request = TestRequest::post()
            .uri(&format!("{page}/annotations"))
            .insert_header(("Authorization", format!("Bearer {token}")))
            .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
            .set_payload(fields);
        club.server.ask(request)
    };
    let fields = "does=annotate&glyph=4&position=16&observation=32&observation=36&mark=unlucky&about=place&x=2&y=3.5\
                  &text=Too+%3Cb%3Eearly%3C%2Fb%3E&draw=circle&colour=bad&x1=1&y1=1&x2=1&y2=3&unit=&to=&label=here";
    let done = send(club.bob.clone(), fields.to_owned()).await.is(303);
    assert_eq!(
        done.header("location"),
        Some(format!("{page}#annotations").as_str())
    );
    let shown = club.server.get_as(&club.bob, &page).await.is(200).text();
    for part in [
        "class=\"glyph g4\"",
        "Too &lt;b&gt;early&lt;/b&gt;",
        "class=\"notes\"",
        "here: a circle of 2 cells around (1, 1)",
        "unlucky dice",
        "class=\"remark-line\"",
    ] {
        assert!(shown.contains(part), "{part}");
    }
    assert!(!shown.contains("<b>early"));
    let said = club.server.get(&club.path("annotations")).await.json()["items"][0].clone();
    assert_eq!(
        said["anchor"],
        json!({ "type": "place", "version": 4, "at": { "x": 2.0, "y": 3.5 } })
    );
    assert_eq!(said["glyphs"].as_array().unwrap().len(), 4);
    let id = said["id"].as_str().unwrap();
    let steps = [
        ("edit", "text=Other+words&glyph=2&revision=1".to_owned()),
        ("undo", "revision=2".to_owned()),
        ("reply", "text=Why%3F".to_owned()),
        ("remove-reply", "reply=1".to_owned()),
        ("remove", "revision=3".to_owned()),
    ];
    for (does, more) in steps {
        send(club.bob.clone(), format!("does={does}&annotation={id}&{more}"))
            .await
            .is(303);
    }
    assert_eq!(club.texts(None, "").await, Vec::<String>::new());
    let layer = "does=layer&title=For+the+club&visibility=readers&readers=ada%2C+eve%2C";
    send(club.bob.clone(), layer.to_owned()).await.is(303);
    let layers = club.server.get_as(&club.bob, &club.path("layers")).await.json();
    assert_eq!(layers["items"][1]["readers"], json!(["ada", "eve"]));
    let wrong = [
        ("does=dance", "invalid-body"),
        ("text=x", "invalid-body"),
        ("does=annotate", "invalid-body"),
        ("does=annotate&text=x&about=place&x=1", "invalid-body"),
        ("does=annotate&text=x&glyph=first", "invalid-body"),
        (
            "does=annotate&text=x&draw=star&x1=1&y1=1&x2=2&y2=2",
            "invalid-body",
        ),
        (
            "does=annotate&text=x&draw=arrow&x1=1&y1=1&x2=inf&y2=2",
            "invalid-body",
        ),
        ("does=annotate&text=x&drawings=%5B", "invalid-body"),
        ("does=annotate&text=x&drawings=%7B%7D", "invalid-body"),
        ("does=annotate&text=%ff", "invalid-body"),
        ("does=undo&annotation=x", "no-such-annotation"),
        ("does=layer&title=x&visibility=secret", "invalid-body"),
    ];
    for (fields, problem) in wrong {
        send(club.bob.clone(), fields.to_owned())
            .await
            .is_problem(problem);
    }
    let request = TestRequest::post()
        .uri(&format!("{page}/annotations"))
        .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
        .set_payload("does=annotate&text=x");
    club.server.ask(request).await.is_problem("unauthorised");
    let anybody = club.server.get(&page).await.is(200).text();
    assert!(
        !anybody.contains("data-form="),
        "who may not write is given no form"
    );
}

/// What people drew lies on the pictures of the moment, where it is asked for.
#[actix_web::test]
async fn pictures_show_what_was_drawn() {
    let club = Club::new().await;
    let mut body = at(4, "x");
    body["drawings"] = json!([{ "type": "arrow", "from": { "x": 1.0, "y": 1.0 }, "to": { "x": 4.0, "y": 4.0 }, "label": "this way" }]);
    let path = |version: u64, rest: &str| club.path(&format!("board.svg?at={version}&overlays=none{rest}"));
    let before = club.server.get(&path(4, "&annotations=true")).await.is(200);
    assert!(!before.text().contains("this way"));
    club.says(&club.bob, body).await;
    let after = club.server.get(&path(4, "&annotations=true")).await.is(200);
    assert!(after.text().contains("this way") && after.text().contains("class=\"notes\""));
    assert_ne!(before.header("etag"), after.header("etag"));
    for plain in [path(4, ""), path(5, "&annotations=true")] {
        assert!(
            !club.server.get(&plain).await.is(200).text().contains("this way"),
            "{plain}"
        );
    }
}
