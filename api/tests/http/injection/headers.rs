//! Nobody writes a header of an answer by what they send, nor leads anybody elsewhere by it.

use actix_web::test::TestRequest;
use hindsight_openapi::describe::{Body, FORM};
use hindsight_openapi::operations;
use serde_json::json;

use super::evil;
use super::sown::Sown;
use crate::document::DOCUMENT;
use crate::table::{Heard, Server, form};

/// A text that would end a header and begin another.
pub const SPLIT: &str = "a\r\nX-Evil: yes\r\n\r\n<script>a()</script>";

/// An answer has no header that was written for it, and leads nowhere else.
#[track_caller]
pub fn no_header_of_theirs(heard: &Heard, at: &str) {
    assert!(heard.status < 500, "{at}: {} {}", heard.status, heard.text());
    assert_eq!(heard.header("x-evil"), None, "{at}");
    for (name, value) in &heard.headers {
        assert!(!value.contains(['\r', '\n']), "{at}: {name}");
    }
    if let Some(to) = heard.header("location") {
        let ours = to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/\\");
        assert!(ours && to.is_ascii(), "{at} leads to {to:?}");
    }
}

#[actix_web::test]
async fn signing_in_leads_to_own_pages_and_sets_one_cookie() {
    let server = Server::new();
    for next in [
        SPLIT,
        "/g\r\nSet-Cookie: hindsight=ss_1",
        "/g\nSet-Cookie: hindsight=ss_1",
        "/g%0d%0aSet-Cookie:%20hindsight=ss_1",
        "//evil.example/",
        "/\\evil.example/",
        "/\t/evil.example/",
        "https://evil.example/",
        "javascript:alert(1)",
        "/ok\u{0}",
        "/\u{2028}",
    ] {
        let fields = json!({ "token": server.admin, "next": next });
        let request = TestRequest::post()
            .uri("/signin")
            .insert_header(("Content-Type", FORM))
            .insert_header(("Sec-Fetch-Site", "same-origin"))
            .set_payload(form(&fields));
        let heard = server.ask(request).await.is(303);
        no_header_of_theirs(&heard, next);
        let cookies = heard.headers.iter().filter(|(name, _)| name == "set-cookie");
        assert_eq!(cookies.count(), 1, "{next:?}");
        // What is still coded is an address of this server, and an odd one.
        let to = if next.starts_with("/g%") { next } else { "/" };
        assert_eq!(heard.header("location"), Some(to), "{next:?}");
    }
}

/// Every field of every form of a page, one after the other.
#[actix_web::test]
async fn no_field_of_a_form_writes_a_header() {
    let sown = Sown::new().await;
    let mut tried = 0;
    for operation in operations() {
        let takes_form = |body: &Body| body.media == FORM || body.also.contains(&FORM);
        let takes_form = operation.body.as_ref().is_some_and(takes_form);
        if !takes_form && operation.form.is_none() {
            continue;
        }
        // It would end the session it comes by.
        if operation.id == "signOut" {
            continue;
        }
        let method = operation.method.name().to_lowercase();
        let described = &DOCUMENT["paths"][operation.path][method]["requestBody"]["content"][FORM]["schema"];
        let name = described["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next())
            .unwrap_or_default();
        let known = &DOCUMENT["components"]["schemas"][name]["properties"];
        let mut fields: Vec<String> = known
            .as_object()
            .map(|known| known.keys().cloned().collect())
            .unwrap_or_default();
        let names = operation
            .form
            .map_or("", |form| form.about)
            .split('`')
            .skip(1)
            .step_by(2);
        fields.extend(names.map(str::to_owned));
        // Where the game says which fields there are.
        fields.extend(["unit", "back", "key", "title"].map(str::to_owned));
        let does = operation.form.and_then(|form| form.does.first());
        let mut paths: Vec<String> = sown.addresses(operation).into_iter().take(1).collect();
        paths.retain(|_| takes_form);
        paths.extend(
            operation
                .form
                .map(|form| sown.filled(form.path, &[("{version}", "3")])),
        );
        for field in fields {
            for path in &paths {
                let mut body = json!({ field.clone(): SPLIT });
                if let Some(does) = does.filter(|_| field != "does") {
                    body["does"] = json!(does);
                }
                let body = form(&body);
                let request = TestRequest::post()
                    .uri(path)
                    .insert_header(("Content-Type", FORM))
                    .set_payload(body);
                let heard = sown.server.browse(&sown.sower.cookie, request).await;
                no_header_of_theirs(&heard, &format!("{} by {field}", operation.id));
                tried += 1;
            }
        }
    }
    assert!(tried > 50, "only {tried} fields");
}

/// Names of files say nothing but what the server calls them.
#[actix_web::test]
async fn files_are_named_by_the_server() {
    let sown = Sown::new().await;
    for path in [
        "/v1/games/{game}/export",
        "/v1/games/{game}/export?format=hgn",
        "/v1/studies/{study}/export",
        "/v1/studies/{study}/export?format=md",
        "/v1/accounts/self/export",
        "/v1/community/games.ndjson.zst?month=2026-03",
    ] {
        let path = sown.filled(path, &[]);
        let heard = sown.server.browse_get(&sown.sower, &path).await.is(200);
        let named = heard.header("content-disposition").unwrap();
        let name = named
            .strip_prefix("attachment; filename=\"")
            .and_then(|rest| rest.strip_suffix('"'))
            .unwrap_or_else(|| panic!("{path}: {named}"));
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-.".contains(letter);
        assert!(!name.is_empty() && name.chars().all(plain), "{path}: {named}");
    }
}

/// What was asked comes back in the link to the next page as it was asked, and makes no link of its own.
#[actix_web::test]
async fn a_link_to_the_next_page_is_one_link() {
    let server = Server::new();
    let tag = "a>; rel=\"next\", </evil.example>; rel=\"next";
    for _ in 0..2 {
        let request = json!({ "system": "before-battle", "visibility": "public", "tags": [tag] });
        server.game(&server.admin, request).await;
    }
    let coded = percent_encoding::utf8_percent_encode(tag, percent_encoding::NON_ALPHANUMERIC);
    let heard = server
        .get(&format!("/v1/games?limit=1&tag={coded}"))
        .await
        .is(200);
    assert_eq!(heard.json()["items"].as_array().unwrap().len(), 1);
    let link = heard.header("link").unwrap();
    assert!(link.starts_with("</v1/games?cursor="), "{link}");
    assert!(link.ends_with(">; rel=\"next\""), "{link}");
    assert_eq!(
        (link.matches('<').count(), link.matches('>').count()),
        (1, 1),
        "{link}"
    );
    let next = link[1..].split('>').next().unwrap();
    let more = server.get(next).await.is(200).json();
    assert_eq!(
        more["items"].as_array().unwrap().len(),
        1,
        "the same is asked of the next page"
    );
}

#[actix_web::test]
async fn a_problem_repeats_the_path_as_it_was_sent() {
    let server = Server::new();
    for path in [
        "/v1/games/%0d%0aX-Evil:%20yes",
        "/v1/games/%22%7D,%7B%22type%22:%22x",
        "/g/%3Cscript%3Ea()%3C/script%3E",
        "/nothing/%0D%0ASet-Cookie:%20hindsight=ss_1",
    ] {
        let heard = server.get(path).await;
        no_header_of_theirs(&heard, path);
        assert_eq!(heard.json()["instance"], path);
        let request = TestRequest::get()
            .uri(path)
            .insert_header(("Accept", "text/html"));
        let heard = server.ask(request).await;
        no_header_of_theirs(&heard, path);
        let found = super::shown_of(&heard)
            .iter()
            .flat_map(|text| super::alive(text))
            .count();
        assert_eq!(found, 0, "{path}: {}", heard.text());
    }
}

/// A title that would split a header is no title: it is refused, and the game keeps the one it has.
#[actix_web::test]
async fn what_could_split_a_header_is_refused_where_it_is_stored() {
    let sown = Sown::new().await;
    let game = format!("/v1/games/{}", sown.game);
    for (path, body) in [
        ("/v1/games/{game}", json!({ "title": SPLIT })),
        ("/v1/games/{game}", json!({ "tags": [SPLIT] })),
        ("/v1/games/{game}", json!({ "players": { "A": SPLIT } })),
        ("/v1/studies/{study}", json!({ "title": SPLIT })),
        ("/v1/games/{game}/layers/{layer}", json!({ "title": SPLIT })),
    ] {
        let path = sown.filled(path, &[]);
        let patch = actix_web::http::Method::PATCH;
        sown.server
            .browse_send(&sown.sower, patch, &path, &body)
            .await
            .is_problem("invalid-body");
    }
    let kept = sown.server.get(&game).await.is(200).json();
    assert_eq!(kept["card"]["title"], evil("xtitle"));
}
