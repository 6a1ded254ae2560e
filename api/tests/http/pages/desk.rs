//! What people look for on pages and find there: words of the notation, accounts, what they wrote, figures of every system.

use actix_web::test::TestRequest;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use super::{GAME, as_browser, between, recorded};
use crate::people::{Account, PASSWORD};
use crate::table::{Server, form};

/// A game of leaders and hexes, in which units stand or fall.
const HEXES: &str = include_str!("../../../../tests/games/the-extended-example.hgn");
/// A game in which the sides act unit by unit.
const TRAYS: &str = include_str!("../../../../tests/games/the-archers-on-the-knoll.hgn");

#[actix_web::test]
async fn every_system_has_a_page_of_its_notation() {
    let server = Server::new();
    let import = as_browser(&server, "/import").await.is(200).text();
    for system in hindsight_engine::systems() {
        let path = format!("/systems/{}/notation", system.id());
        assert!(import.contains(&format!("href=\"{path}\"")), "{path}");
        let page = as_browser(&server, &path).await.is(200).text();
        let commands = system.schemas().command["oneOf"].as_array().unwrap().len();
        assert!(
            page.matches("<dt><b>").count() >= commands,
            "{}: every command is named",
            system.id()
        );
        assert!(page.contains("The Hindsight game notation"), "{}", system.id());
        // What is shown of a game can be imported as it stands.
        let (_, shown) = page.split_once("<pre tabindex=\"0\">").unwrap();
        let text = shown.split_once("</pre>").unwrap().0;
        let text = text
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        let made = server
            .import("text/vnd.hindsight.game", text.as_str())
            .await
            .is(201)
            .json();
        assert_eq!(made["card"]["status"], "running", "{}: {text}", system.id());
    }
    server
        .get("/systems/chess/notation")
        .await
        .is_problem("no-such-system");
}

#[actix_web::test]
async fn rules_stand_under_the_titles_of_their_chapters() {
    let server = Server::new();
    for system in hindsight_engine::systems() {
        let path = format!("/systems/{}", system.id());
        let page = as_browser(&server, &path).await.is(200).text();
        for book in [system.rulebook(), hindsight_kernel::table_rules()] {
            for rule in book.rules() {
                let (chapter, title) = (rule.chapter(), book.chapter_title(rule.chapter()));
                assert_ne!(title, chapter, "{} has a title", rule.id);
                assert!(
                    page.contains(&format!("<a href=\"#{chapter}\">{title} ")),
                    "{chapter}: {title}"
                );
            }
        }
    }
    let page = as_browser(&server, "/systems/men-of-iron").await.is(200).text();
    assert!(
        page.contains("Zones of control") && page.contains("Retreat before shock"),
        "{page}"
    );
}

#[actix_web::test]
async fn words_may_begin_with_their_seat_as_in_a_text() {
    let server = Server::new();
    let game = server
        .game(
            &server.admin,
            json!({ "system": "before-battle", "title": "Words", "setup": { "armies": "sample" } }),
        )
        .await;
    let admin = Account {
        id: String::new(),
        cookie: server.sign_in(&server.admin).await,
    };
    let page = server.browse_get(&admin, &format!("/g/{game}/record")).await;
    let page = page.is(200).text();
    assert!(page.contains("/systems/before-battle/notation"), "{page}");
    let version = between(&page, "name=\"version\" value=\"", "\"")[0].to_owned();
    // The first decision after the roll-off is the winner's; the words of both seats are tried, one of them is theirs.
    let mut taken = 0;
    for (place, seat) in ["A", "B"].into_iter().enumerate() {
        let fields = json!({
            "version": version, "key": format!("words-{place}"), "words": format!("1. {seat}: take first turn"),
        });
        let heard = server
            .browse_form(&admin, &format!("/g/{game}/record"), &fields)
            .await;
        let text = heard.text();
        assert!(!text.contains("a line begins with"), "{text}");
        taken += usize::from(!text.contains("/problems/"));
    }
    assert_eq!(taken, 1, "one seat decides");
}

#[actix_web::test]
async fn a_refused_form_keeps_what_was_written() {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    let send = |path: &str, fields: serde_json::Value, from: &str| {
        TestRequest::post()
            .uri(path)
            .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
            .insert_header(("Accept", "text/html"))
            .insert_header(("Host", "localhost:8080"))
            .insert_header(("Referer", format!("http://{from}")))
            .set_payload(form(&fields))
    };
    let written = "What the left wing did <wrong>";
    let fields = json!({ "title": "", "text": written });
    let own = send("/studies", fields.clone(), "localhost:8080/studies");
    let page = server.browse(&ada.cookie, own).await.text();
    assert!(
        page.contains("What the left wing did &lt;wrong&gt;") && page.contains("Try again"),
        "{page}"
    );
    assert!(
        page.contains("href=\"/studies\" data-does=\"back\""),
        "it leads back to the form: {page}"
    );
    // What a page elsewhere sends is put into no form of this server.
    let other = send("/studies", fields, "elsewhere.example/studies");
    let page = server.browse(&ada.cookie, other).await.text();
    assert!(!page.contains("Try again"), "{page}");
    // The name stays where a password was wrong, the password does not.
    let fields = json!({ "name": "ada", "password": "not the right one", "next": "/" });
    let page = server
        .browse("", send("/signin", fields, "localhost:8080/signin"))
        .await
        .text();
    assert!(page.contains("name=\"name\" value=\"ada\""), "{page}");
    assert!(!page.contains("not the right one"), "{page}");
}

#[actix_web::test]
async fn who_looks_after_accounts_finds_them() {
    let server = Server::new();
    let root = server.account("root", Role::Admin).await;
    let ada = server.account("ada", Role::Player).await;
    let start = server.browse_get(&root, "/").await.is(200).text();
    assert!(
        start.contains("href=\"/accounts\"") && start.contains("href=\"/moderation\""),
        "{start}"
    );
    let other = server.browse_get(&ada, "/").await.is(200).text();
    assert!(!other.contains("href=\"/accounts\""), "{other}");
    let page = server.browse_get(&root, "/accounts").await.is(200).text();
    assert!(page.contains("ada") && page.contains("--sign-up"), "{page}");
    let change = json!({ "account": ada.id, "role": "coach" });
    server.browse_form(&root, "/accounts", &change).await.is(303);
    let page = server.browse_get(&root, "/accounts").await.is(200).text();
    assert!(page.contains("value=\"coach\" selected"), "{page}");
    let password = "eleven loud hedgehogs";
    let change = json!({ "account": ada.id, "password": password });
    server.browse_form(&root, "/accounts", &change).await.is(303);
    server.sign_in_as("ada", password).await.is(201);
    server
        .sign_in_as("ada", PASSWORD)
        .await
        .is_problem("sign-in-refused");
    for (wrong, problem) in [
        (json!({ "account": "nobody", "role": "coach" }), "no-such-account"),
        (json!({ "account": ada.id, "password": "short" }), "invalid-body"),
    ] {
        let page = server.browse_form(&root, "/accounts", &wrong).await.text();
        assert!(page.contains(&format!("data-problem=\"{problem}\"")), "{page}");
    }
}

#[actix_web::test]
async fn statistics_name_every_unit_and_hide_what_a_game_has_not() {
    let server = Server::new();
    let game = recorded(&server, HEXES).await;
    let page = as_browser(&server, &format!("/g/{game}/figures"))
        .await
        .is(200)
        .text();
    for link in between(&page, "?unit=", "</a>") {
        let name = link.split('>').nth(1).unwrap();
        assert!(!name.is_empty(), "{link}");
    }
    // Its damage is counted in Flight Points.
    assert!(page.contains("Who damaged whom"));
    assert!(!page.contains("No damage has been dealt"));
    assert!(page.contains("Damage in Flight Points, by attacker"));
    assert!(page.contains(" Flight Points ("), "losses of units");
    assert!(!page.contains("wound"), "it has no wounds");
    assert!(page.contains("Faces of dice with 10 sides (10 reads 0)"));
    let chart = format!("/v1/games/{game}/charts/matrix.svg");
    let chart = server.get(&chart).await.is(200).text();
    assert!(chart.contains("Who damaged whom (Flight Points)"), "{chart}");
    assert!(!chart.contains("models") && !chart.contains("wound"), "{chart}");
    // Of a game with wounds and dice of six sides.
    let other = recorded(&server, GAME).await;
    let other = as_browser(&server, &format!("/g/{other}/figures"))
        .await
        .is(200)
        .text();
    assert!(other.contains("Damage in wounds, by attacker"));
    assert!(other.contains("Faces of dice with 6 sides") && !other.contains("reads 0"));
    let report = as_browser(&server, &format!("/g/{game}/report"))
        .await
        .is(200)
        .text();
    assert!(report.contains(" 1 activation · "), "{report}");
}

#[actix_web::test]
async fn a_report_heads_each_stretch_once_and_ends_with_the_result() {
    let server = Server::new();
    for text in [GAME, TRAYS, HEXES] {
        let game = recorded(&server, text).await;
        let page = as_browser(&server, &format!("/g/{game}/report"))
            .await
            .is(200)
            .text();
        let mut headings: Vec<&str> = between(&page, "<article class=\"turn-told\"><div><h3><a", "</a>");
        let all = headings.len();
        for heading in &mut headings {
            *heading = heading.split('>').nth(1).unwrap_or_default();
        }
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), all, "{headings:?}");
        let ending = between(&page, "<p class=\"lead\"><strong>", "</strong>")[0];
        assert!(
            page.contains(&format!("<p class=\"lead\">{ending}</p>")),
            "{ending}"
        );
    }
}

#[actix_web::test]
async fn key_moments_are_short_and_their_dice_are_behind_them() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let path = format!("/v1/games/{game}/timeline");
    let course = server.get(&path).await.is(200).json();
    let marks = course["marks"].as_array().unwrap();
    let gone: Vec<(&str, u64)> = marks
        .iter()
        .filter(|mark| mark["kind"] == "destroyed")
        .map(|mark| (mark["words"].as_str().unwrap(), mark["version"].as_u64().unwrap()))
        .collect();
    assert!(!gone.is_empty());
    for (words, version) in gone {
        assert!(!words.contains("dice at"), "{words}");
        assert!(
            words.contains("destroyed") || words.contains("was lost"),
            "{words}"
        );
        let page = as_browser(&server, &format!("/g/{game}/{version}"))
            .await
            .is(200)
            .text();
        assert!(
            page.contains("<summary>Show dice</summary>")
                || page.contains(&format!("<p class=\"words\">{words}")),
            "{version}: {words}"
        );
    }
}

#[actix_web::test]
async fn a_map_is_drawn_of_one_system() {
    let server = Server::new();
    recorded(&server, GAME).await;
    let of = |system: &str| format!("/ask?find=destroyed&bots=true&system={system}");
    let all = as_browser(&server, &of("")).await.is(200).text();
    assert!(
        !all.contains("/v1/situations.svg") && all.contains("choose a system"),
        "{all}"
    );
    let one = as_browser(&server, &of("before-battle")).await.is(200).text();
    assert!(one.contains("/v1/situations.svg"), "{one}");
}

#[actix_web::test]
async fn a_game_begins_with_one_button() {
    let server = Server::new();
    let admin = Account {
        id: String::new(),
        cookie: server.sign_in(&server.admin).await,
    };
    for system in hindsight_engine::systems() {
        let path = format!("/new?system={}", system.id());
        let page = server.browse_get(&admin, &path).await.is(200).text();
        let quick = between(&page, "<form class=\"quick\"", "</form>")[0];
        let mut fields = serde_json::Map::new();
        for input in between(quick, "<input type=\"hidden\" name=\"", ">") {
            let (name, value) = input.split_once("\" value=\"").unwrap();
            fields.insert(name.to_owned(), json!(value.trim_end_matches('"')));
        }
        let begun = server.browse_form(&admin, "/new", &fields.into()).await.is(201);
        let place = format!("/g/{}/record", begun.json()["card"]["id"].as_str().unwrap());
        server.browse_get(&admin, &place).await.is(200);
    }
}

/// The commands of the guide of the API, as they stand on its page.
fn guide(page: &str) -> Vec<(String, Option<Value>)> {
    between(page, "<ol class=\"guide\">", "</ol>")[0]
        .split("curl -s ")
        .skip(1)
        .map(|step| {
            let step = step
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
            let address = step.trim_start_matches('"').split(['"', ' ']).next().unwrap();
            let path = &address[address.find("/v1").unwrap()..];
            let body = step
                .split_once("-d '")
                .map(|(_, rest)| serde_json::from_str(rest.split_once('\'').unwrap().0).unwrap());
            (path.to_owned(), body)
        })
        .collect()
}

#[actix_web::test]
async fn the_guide_of_the_api_works_step_by_step() {
    let server = Server::new();
    let page = server.get("/docs").await.is(200).text();
    for system in hindsight_engine::systems() {
        assert!(
            page.contains(&format!("/systems/{}/notation", system.id())),
            "{}",
            system.id()
        );
    }
    let steps = guide(&page);
    assert_eq!(steps.len(), 5, "{steps:?}");
    let mut game = String::new();
    let mut offered = Vec::new();
    for (path, body) in steps {
        let path = path.replace("$GAME", &game);
        match body {
            Some(body) if game.is_empty() => {
                let made = server.post(&server.admin, &path, &body).await.is(201).json();
                game = made["card"]["id"].as_str().unwrap().to_owned();
            }
            Some(body) => {
                assert!(offered.contains(&body["command"]), "{body} is one of {offered:?}");
                let done = server.post(&server.admin, &path, &body).await.is(200).json();
                assert!(!done["events"].as_array().unwrap().is_empty());
            }
            None => {
                let heard = server.get_as(&server.admin, &path).await.is(200);
                if path.ends_with("/offers") {
                    let offers = heard.json()["items"].clone();
                    offered = offers
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|offer| offer["command"].clone())
                        .collect();
                }
            }
        }
    }
}

#[actix_web::test]
async fn the_share_panel_leads_to_the_words_of_the_notation() {
    let server = Server::new();
    let game = server
        .brought(include_str!("../../../../tests/games/orsa-takes-the-axes.hgn"))
        .await;
    server.show(&game, "public").await;
    let page = server.get(&format!("/g/{game}")).await.is(200).text();
    assert!(
        page.contains("href=\"/systems/before-battle/notation\""),
        "{page}"
    );
}
