//! Safety of pages: what is not there for a reader is on no page, what people wrote is text, and only what is
//! made for it is framed.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use serde_json::json;

use super::{GAME, addresses, as_browser, between, recorded};
use crate::table::Server;

#[actix_web::test]
async fn a_private_game_is_not_there_on_any_page() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    for path in addresses(&game, 100) {
        server.get(&path).await.is(200);
    }
    server.show(&game, "private").await;
    let nobody = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
    for (path, missing) in addresses(&game, 100).into_iter().zip(addresses(nobody, 100)) {
        let (one, other) = (server.get(&path).await, server.get(&missing).await);
        let one = one.is_problem("no-such-game").text().replace(&game, nobody);
        assert_eq!(one, other.is_problem("no-such-game").text(), "{path}");
        // What comes after the game in the address is looked at by those alone who may see the game.
        let wrong = path.replace("/100", "/100000");
        server.get(&wrong).await.is_problem("no-such-game");
        let page = as_browser(&server, &path).await.is(404);
        assert!(!page.text().contains("Orsa"), "{path}");
    }
    assert!(!server.get("/").await.is(200).text().contains(&game));
    let reader = server.token("reader", &[Scope::GameRead]);
    server
        .get_as(&reader, &format!("/g/{game}/report"))
        .await
        .is_problem("no-such-game");
    // oEmbed tells what anybody may read, so its owner is told nothing of a private game either.
    let oembed = format!("/oembed?url=http://localhost:8080/g/{game}");
    server
        .get_as(&server.admin, &oembed)
        .await
        .is_problem("no-such-game");
}

#[actix_web::test]
async fn text_from_people_is_text_on_every_page() {
    let server = Server::new();
    let evil = "\"><script>alert(1)</script><img src=x onerror=alert(2)>' onmouseover='x";
    let request = json!({
        "system": "before-battle", "title": evil, "tags": ["<b>tag</b>"], "visibility": "public",
        "players": { "A": evil, "B": "</title></textarea><svg onload=alert(3)>" }
    });
    let game = server.game(&server.admin, request).await;
    let said = json!({ "type": "say", "seat": "A", "text": format!("{evil} ]] --> {{{{7*7}}}}") });
    let commands = format!("/v1/games/{game}/commands");
    server.post(&server.admin, &commands, &said).await.is(200);
    let version = server.play(&server.admin, &game, 30).await;
    let mut paths = addresses(&game, version);
    // The words that were said stand at the version after the opening.
    paths.extend(
        addresses(&game, 2)
            .into_iter()
            .filter(|path| !path.contains("A1")),
    );
    paths.push("/".to_owned());
    paths.push(
        "/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&player=%22onfocus=alert(1)%20autofocus=%22".to_owned(),
    );
    for path in paths {
        let heard = server.get(&path).await.is(200);
        let media = heard.header("content-type").unwrap().to_owned();
        let text = match media.as_str() {
            "image/png" => continue,
            "application/json" => heard.json()["html"].as_str().unwrap().to_owned(),
            _ => heard.text(),
        };
        for raw in [
            "<script>",
            "<img src=x",
            "<svg onload",
            "<b>tag",
            "</textarea>",
            "\"onfocus=",
        ] {
            assert!(!text.contains(raw), "{raw} on {path}");
        }
        if media.starts_with("text/html") {
            inert(&text, &path);
        }
    }
    let page = server.get(&format!("/g/{game}/2")).await.is(200).text();
    assert!(
        page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"),
        "it is shown as it was said"
    );
}

/// Nothing on a page runs or styles but files of the server: the policy forbids it, and nothing tries.
fn inert(page: &str, path: &str) {
    for tag in between(page, "<", ">") {
        let attributes = tag.split('"').step_by(2).collect::<String>();
        assert!(!attributes.contains(" style="), "{path}: {tag}");
        assert!(!attributes.contains(" on"), "{path}: {tag}");
        if tag.starts_with("script") {
            assert!(
                tag.starts_with("script type=\"module\" src=\"/script/"),
                "{path}: {tag}"
            );
        }
        assert!(!tag.starts_with("style"), "{path}: {tag}");
    }
    for address in between(page, "href=\"", "\"")
        .into_iter()
        .chain(between(page, "src=\"", "\""))
    {
        let ours = address.starts_with('/')
            || address.starts_with('#')
            || address.starts_with("http://localhost:8080/");
        assert!(ours, "{path} leads to {address}");
    }
}

#[actix_web::test]
async fn only_embedded_pages_may_be_framed() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    for path in [format!("/embed/{game}"), format!("/embed/{game}/100")] {
        let page = server.get(&path).await.is(200);
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.contains("frame-ancestors *") && policy.contains("default-src 'none'"),
            "{policy}"
        );
        assert_eq!(page.header("x-frame-options"), None);
        inert(&page.text(), &path);
    }
    for path in [
        "/".to_owned(),
        format!("/g/{game}/100"),
        format!("/g/{game}/report"),
        "/systems/before-battle".to_owned(),
    ] {
        let page = server.get(&path).await.is(200);
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(page.header("x-frame-options"), Some("DENY"));
        inert(&page.text(), &path);
    }
}

#[actix_web::test]
async fn a_browser_is_told_of_problems_on_a_page() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    for (path, status, words) in [
        (format!("/g/{game}/9999"), 404, "here is no version 9999"),
        ("/g/nothing".to_owned(), 404, "There is no game nothing"),
        ("/nowhere/<b>".to_owned(), 404, "othing is at"),
        (format!("/g/{game}/soon"), 400, "whole number from 1"),
    ] {
        let page = as_browser(&server, &path.replace('<', "%3C").replace('>', "%3E"))
            .await
            .is(status);
        assert_eq!(
            page.header("content-type"),
            Some("text/html; charset=utf-8"),
            "{path}"
        );
        let text = page.text();
        assert!(text.contains(words), "{path}: {text}");
        inert(&text, &path);
    }
    // Programs get data, also those that take anything.
    let anything = TestRequest::get()
        .uri("/g/nothing")
        .insert_header(("Accept", "*/*"));
    server.ask(anything).await.is_problem("no-such-game");
    as_browser(&server, "/v1/games/nothing")
        .await
        .is_problem("no-such-game");
    for script in ["replay.js", "house.js"] {
        let heard = server.get(&format!("/script/{script}")).await.is(200);
        assert_eq!(
            heard.header("content-type"),
            Some("text/javascript; charset=utf-8")
        );
    }
    server.get("/script/none.js").await.is_problem("no-such-route");
}

/// What people write in a script of another direction stays in its place: the sheet that every page loads isolates what stands in
/// a line, and lets each block begin as it is read.
#[actix_web::test]
async fn names_of_another_direction_turn_nothing_beside_them() {
    let server = Server::new();
    let page = server.get("/").await.is(200).text();
    assert!(
        page.contains("<link rel=\"stylesheet\" href=\"/style.css\">"),
        "{page}"
    );
    let sheet = server.get("/style.css").await.is(200).text();
    let with = |declaration: &str| {
        let rule = sheet
            .split('}')
            .find(|rule| rule.trim_end().ends_with(declaration));
        let rule = rule.unwrap_or_else(|| panic!("no rule has {declaration}"));
        let (selectors, _) = rule.rsplit_once('{').unwrap();
        let selectors = selectors.rsplit("*/").next().unwrap();
        selectors
            .split(',')
            .map(|one| one.trim().to_owned())
            .collect::<Vec<_>>()
    };
    let isolated = with("unicode-bidi: isolate;");
    for inline in ["a", "b", "em", "strong", "span", "small", "time", "label", "bdi"] {
        assert!(isolated.iter().any(|one| one == inline), "{inline}: {isolated:?}");
    }
    let by_itself = with("unicode-bidi: plaintext;");
    for block in ["h1", "h2", "h3", "p", "li", "td", "th", "dd", "option"] {
        assert!(by_itself.iter().any(|one| one == block), "{block}: {by_itself:?}");
    }
}
