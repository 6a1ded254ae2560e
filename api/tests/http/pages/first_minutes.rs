//! First minutes of a newcomer: where games open, how they find their way, how a game comes in.

use actix_web::test::TestRequest;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use super::{GAME, as_browser, between, recorded};
use crate::people::PASSWORD;
use crate::table::Server;

async fn course(server: &Server, game: &str) -> Value {
    let heard = server.get(&format!("/v1/games/{game}/timeline")).await;
    heard.is(200).json()
}

/// The first event of the first turn.
fn begins(course: &Value) -> u64 {
    let entries = course["entries"].as_array().unwrap();
    let first = entries.iter().find(|entry| entry["turn"].as_u64() > Some(0));
    first.unwrap()["from"].as_u64().unwrap()
}

fn shown(page: &str) -> u64 {
    between(page, "data-version=\"", "\"")[0].parse().unwrap()
}

#[actix_web::test]
async fn a_finished_game_opens_where_its_battle_begins_and_does_not_shout_its_result() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let course = course(&server, &game).await;
    let end = course["version"].as_u64().unwrap();
    let page = as_browser(&server, &format!("/g/{game}")).await.is(200).text();
    let at = shown(&page);
    assert_eq!(at, begins(&course));
    assert!(1 < at && at < end);
    assert!(
        page.contains(&format!("data-begins=\"{at}\"")),
        "Play begins there anew"
    );
    assert!(page.contains("<summary>Show result</summary>"));
    // Whoever looks at the end, or asked for results, is told.
    let last = as_browser(&server, &format!("/g/{game}/{end}"))
        .await
        .is(200)
        .text();
    assert!(last.contains("<span class=\"result\">"), "{last}");
    for path in ["/".to_owned(), format!("/g/{game}")] {
        let request = TestRequest::get()
            .uri(&path)
            .insert_header(("Cookie", "results=shown"));
        let told = server.ask(request).await.is(200).text();
        assert!(told.contains("<span class=\"result\">"), "{path}");
        let hidden = as_browser(&server, &path).await.is(200).text();
        assert!(hidden.contains("<summary>Show result</summary>"), "{path}");
        assert!(!hidden.contains("<span class=\"result\">"), "{path}");
    }
}

#[actix_web::test]
async fn a_frame_in_another_page_opens_where_the_replay_does() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let at = begins(&course(&server, &game).await);
    let frame = server.get(&format!("/embed/{game}")).await.is(200).text();
    assert!(frame.contains(&format!("<b>{at}</b> of ")), "{frame}");
    let oembed = format!("/oembed?url=http://localhost:8080/g/{game}");
    let told = server.get(&oembed).await.is(200).json();
    assert!(
        told["html"]
            .as_str()
            .unwrap()
            .contains(&format!("/embed/{game}/{at}\"")),
        "{told}"
    );
    let running = server.plain_game(&server.admin).await;
    let version = server.play(&server.admin, &running, 12).await;
    server.show(&running, "public").await;
    let frame = server.get(&format!("/embed/{running}")).await.is(200).text();
    assert!(frame.contains(&format!("<b>{version}</b> of ")), "{frame}");
}

#[actix_web::test]
async fn a_game_that_goes_on_opens_at_its_present() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let version = server.play(&server.admin, &game, 12).await;
    let page = server
        .get_as(&server.admin, &format!("/g/{game}"))
        .await
        .is(200)
        .text();
    assert_eq!(shown(&page), version);
}

#[actix_web::test]
async fn every_page_of_a_game_leads_to_the_others() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let rows = [
        ("", "Replay"),
        ("/figures", "Statistics"),
        ("/suggestions", "Mistakes"),
        ("/audit", "Rules check"),
        ("/report", "Report"),
    ];
    for (path, here) in rows {
        let page = as_browser(&server, &format!("/g/{game}{path}"))
            .await
            .is(200)
            .text();
        let tabs = between(&page, "<nav class=\"tabs\"", "</nav>")[0];
        for (other, name) in rows {
            assert!(
                tabs.contains(&format!("href=\"/g/{game}{other}\"")) && tabs.contains(name),
                "{path}: {tabs}"
            );
        }
        assert!(
            tabs.contains(&format!("aria-current=\"page\">{here}<")),
            "{path}: {tabs}"
        );
        assert!(tabs.contains("#share\">Share<"), "{path}: {tabs}");
        assert!(
            !tabs.contains("/settings") && !tabs.contains("/record"),
            "for who keeps it alone"
        );
    }
    let own = server
        .get_as(&server.admin, &format!("/g/{game}"))
        .await
        .is(200)
        .text();
    assert!(own.contains(&format!("/g/{game}/settings")) && own.contains(&format!("/g/{game}/record")));
}

#[actix_web::test]
async fn a_card_shows_a_lively_moment_and_not_the_end() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let course = course(&server, &game).await;
    let fight = course["marks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|mark| mark["kind"] == "fight")
        .unwrap()["version"]
        .as_u64()
        .unwrap();
    let thumbnail = server.get(&format!("/g/{game}/thumbnail.svg")).await.is(200);
    assert_eq!(thumbnail.header("content-type"), Some("image/svg+xml"));
    let drawn = thumbnail.text();
    // The picture names its units: those that stood there then, and not those of the end.
    let units = |text: &str| text.matches("data-unit=").count();
    let then = server.get(&format!("/g/{game}/{fight}.svg")).await.is(200).text();
    let end = server.get(&format!("/g/{game}.svg")).await.is(200).text();
    assert_eq!(units(&drawn), units(&then));
    assert_ne!(units(&drawn), units(&end), "units were lost before the end");
    let start = server.get("/").await.is(200).text();
    assert!(start.contains(&format!("/g/{game}/thumbnail.svg")));
}

#[actix_web::test]
async fn a_small_screen_gets_few_large_labels() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let ask = |agent: &'static str| TestRequest::get().uri("/").insert_header(("User-Agent", agent));
    let phone = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
    for (agent, compact) in [("Mozilla/5.0 (X11; Linux x86_64)", false), (phone, true)] {
        let request = ask(agent).uri(&format!("/g/{game}/100"));
        let page = server.ask(request).await.is(200).text();
        assert!(page.contains(&format!("data-compact=\"{compact}\"")), "{agent}");
    }
    // Parts of pages say so in their address, for they are kept for everybody.
    let part = |more: &str| format!("/g/{game}/100/frame?theme=light{more}");
    let wide = server.get(&part("")).await.is(200).text();
    let small = server.get(&part("&compact=true")).await.is(200).text();
    assert_ne!(wide, small);
    let by_phone = server.ask(ask(phone).uri(&part(""))).await.is(200).text();
    assert_eq!(by_phone, wide);
}

#[actix_web::test]
async fn my_games_are_those_one_keeps_and_those_one_played_in() {
    let server = Server::new();
    assert_eq!(
        server.get("/mine").await.is(303).header("location"),
        Some("/signin?next=%2Fmine")
    );
    let (ada, bob) = (
        server.account("ada", Role::Player).await,
        server.account("bob", Role::Player).await,
    );
    let request = json!({ "system": "before-battle", "title": "A private duel", "visibility": "private" });
    let made = server
        .browse_post(&ada, "/v1/games", &request)
        .await
        .is(201)
        .json();
    let game = made["card"]["id"].as_str().unwrap().to_owned();
    let own = server.browse_get(&ada, "/mine").await.is(200).text();
    assert!(
        own.contains("A private duel") && own.contains("Unfinished"),
        "{own}"
    );
    let other = server.browse_get(&bob, "/mine").await.is(200).text();
    assert!(other.contains("You have no games yet") && !other.contains("A private duel"));
    // Whoever takes a seat by the link of the settings has the game in their own list.
    let offered = server
        .browse_form(
            &ada,
            &format!("/g/{game}/settings"),
            &json!({ "does": "offer", "seat": "B" }),
        )
        .await
        .is(200)
        .text();
    let secret = between(&offered, "/claim/", "<")[0].to_owned();
    server
        .browse_form(&bob, "/claim", &json!({ "secret": secret }))
        .await
        .is(303);
    let played = server.browse_get(&bob, "/mine").await.is(200).text();
    assert!(
        played.contains("A private duel") && played.contains("Played in games of others"),
        "{played}"
    );
}

#[actix_web::test]
async fn an_owner_changes_title_tags_visibility_and_players_on_a_page() {
    let server = Server::new();
    let (ada, bob) = (
        server.account("ada", Role::Player).await,
        server.account("bob", Role::Player).await,
    );
    let request = json!({ "system": "before-battle", "title": "A mistake", "visibility": "public", "players": { "A": "Eve" } });
    let made = server
        .browse_post(&ada, "/v1/games", &request)
        .await
        .is(201)
        .json();
    let game = made["card"]["id"].as_str().unwrap().to_owned();
    let path = format!("/g/{game}/settings");
    let page = server.browse_get(&ada, &path).await.is(200).text();
    assert!(
        page.contains("value=\"A mistake\"") && page.contains("value=\"Eve\""),
        "{page}"
    );
    server.browse_get(&bob, &path).await.is(403);
    let describe = |title: &str| json!({ "does": "describe", "title": title, "tags": "club, cup", "visibility": "private", "player-A": "" });
    server
        .browse_form(&bob, &path, &describe("Mine now"))
        .await
        .is(403);
    // What is refused comes back as it was written.
    let long = "x".repeat(201);
    let again = server
        .browse_form(&ada, &path, &describe(&long))
        .await
        .is(400)
        .text();
    assert!(again.contains(&long) && again.contains("role=\"alert\"") && again.contains("club, cup"));
    server
        .browse_form(&ada, &path, &describe("The duel"))
        .await
        .is(303);
    let card = server.browse_get(&ada, &format!("/v1/games/{game}")).await.json()["card"].clone();
    assert_eq!(
        (&card["title"], &card["tags"], &card["visibility"]),
        (&json!("The duel"), &json!(["club", "cup"]), &json!("private"))
    );
    assert_eq!(
        card["players"],
        json!({}),
        "a name that is left empty is not shown"
    );
    server.browse_get(&bob, &format!("/g/{game}")).await.is(404);
    assert_eq!(
        server
            .browse_form(&ada, &path, &json!({ "does": "delete" }))
            .await
            .is(303)
            .header("location"),
        Some("/mine")
    );
    server.browse_get(&ada, &format!("/g/{game}")).await.is(404);
}

#[actix_web::test]
async fn a_game_is_imported_by_paste_and_a_duplicate_is_told() {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    assert!(server.get("/import").await.is(200).text().contains("Sign in"));
    let wrong = GAME.replacen("before-battle", "chess", 1);
    let refused = server
        .browse_form(&ada, "/import", &json!({ "text": wrong, "title": "Kept" }))
        .await;
    assert!((400..500).contains(&refused.status), "{}", refused.status);
    let refused = refused.text();
    assert!(
        refused.contains("role=\"alert\"") && refused.contains("chess") && refused.contains("value=\"Kept\"")
    );
    // As a browser sends lines.
    let pasted = json!({ "text": GAME.replace('\n', "\r\n") });
    let first = server.browse_form(&ada, "/import", &pasted).await.is(303);
    let place = first.header("location").unwrap().to_owned();
    server.browse_get(&ada, &place).await.is(200);
    let again = server.browse_form(&ada, "/import", &pasted).await.is(409).text();
    assert!(
        again.contains("This game is here already") && again.contains(&place),
        "{again}"
    );
    let anyway = json!({ "text": GAME, "again": "true" });
    let second = server.browse_form(&ada, "/import", &anyway).await.is(303);
    assert_ne!(second.header("location").unwrap(), place);
    // A record with its chain of digests is the same game wherever it comes from.
    let id = place.rsplit('/').next().unwrap();
    let record = server
        .browse_get(&ada, &format!("/v1/games/{id}/export"))
        .await
        .is(200)
        .text();
    let known = server
        .browse_form(&ada, "/import", &json!({ "text": record }))
        .await;
    assert!(known.is(409).text().contains("This game is here already"));
}

#[actix_web::test]
async fn a_text_that_was_imported_before_is_recognised_by_programs_too() {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    let bob = server.account("bob", Role::Player).await;
    let import = |who: &'static str, query: &'static str| {
        let (cookie, server) = (if who == "ada" { &ada } else { &bob }.cookie.clone(), &server);
        async move {
            let request = TestRequest::post()
                .uri(&format!("/v1/games/import{query}"))
                .insert_header(("Content-Type", "text/plain"))
                .set_payload(GAME);
            server.browse(&cookie, request).await
        }
    };
    let first = import("ada", "").await.is(201).json();
    assert_eq!(first["already_existed"], false);
    let known = import("ada", "").await.is(200);
    assert_eq!(
        known.header("location").unwrap(),
        format!("/v1/games/{}", first["card"]["id"].as_str().unwrap())
    );
    let known = known.json();
    assert_eq!(
        (&known["already_existed"], &known["card"]["id"]),
        (&json!(true), &first["card"]["id"])
    );
    let another = import("ada", "?again=true").await.is(201).json();
    assert_ne!(another["card"]["id"], first["card"]["id"]);
    // What somebody else imported is nothing to go by.
    let theirs = import("bob", "").await.is(201).json();
    assert_ne!(theirs["card"]["id"], first["card"]["id"]);
}

#[actix_web::test]
async fn the_notation_has_a_media_type_of_its_own_both_ways() {
    let server = Server::new();
    let told = server
        .import("text/vnd.hindsight.game", GAME)
        .await
        .is(201)
        .json();
    let id = told["card"]["id"].as_str().unwrap();
    let text = server
        .get_as(&server.admin, &format!("/v1/games/{id}/export?format=hgn"))
        .await
        .is(200);
    assert_eq!(
        text.header("content-type"),
        Some("text/vnd.hindsight.game; charset=utf-8")
    );
    server
        .import("text/vnd.hindsight.game", text.text())
        .await
        .is(201);
}

#[actix_web::test]
async fn a_whole_game_is_a_gif_with_a_frame_a_turn() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let course = course(&server, &game).await;
    let mut turns: Vec<(u64, u64)> = course["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["round"].as_u64().unwrap(), entry["turn"].as_u64().unwrap()))
        .collect();
    turns.dedup();
    let moving = server
        .get(&format!("/v1/games/{game}/replay.gif?each=turn&width=300"))
        .await
        .is(200);
    assert_eq!(moving.header("content-type"), Some("image/gif"));
    // Each picture has a graphic control extension before it.
    let frames = moving
        .body
        .windows(3)
        .filter(|bytes| *bytes == [0x21, 0xf9, 0x04])
        .count();
    assert_eq!(frames, turns.len());
}

#[actix_web::test]
async fn the_first_administrator_makes_an_account_and_invites_on_a_page() {
    let server = Server::new();
    let cookie = server.sign_in(&server.admin).await;
    let first = crate::people::Account {
        id: String::new(),
        cookie,
    };
    let page = server.browse_get(&first, "/account").await.is(200).text();
    assert!(
        page.contains("Make your administrator account") && page.contains("Invite somebody"),
        "{page}"
    );
    let invited = server
        .browse_form(&first, "/account", &json!({ "does": "invite", "role": "player" }))
        .await
        .is(200)
        .text();
    assert!(invited.contains("/signup?invitation=hi_"), "{invited}");
    let make =
        |name: &str| json!({ "does": "make-account", "name": name, "password": PASSWORD, "role": "admin" });
    let refused = server
        .browse_form(&first, "/account", &make("x"))
        .await
        .is(400)
        .text();
    assert!(
        refused.contains("role=\"alert\"") && refused.contains("value=\"x\""),
        "{refused}"
    );
    let made = server
        .browse_form(&first, "/account", &make("root"))
        .await
        .is(303);
    let root = crate::people::Account {
        id: String::new(),
        cookie: made.cookie(),
    };
    let own = server.browse_get(&root, "/account").await.is(200).text();
    assert!(own.contains("root</h1>") && own.contains("admin"), "{own}");
    // Nobody else makes accounts so.
    let player = server.account("ada", Role::Player).await;
    server
        .browse_form(&player, "/account", &make("mallory"))
        .await
        .is(403);
}

#[actix_web::test]
async fn a_page_of_a_problem_leads_back() {
    let server = Server::new();
    let ask = |referer: &'static str| {
        TestRequest::get()
            .uri("/g/NOPE")
            .insert_header(("Accept", "text/html"))
            .insert_header(("Host", "h.example"))
            .insert_header(("Referer", referer))
    };
    let page = server
        .ask(ask("http://h.example/community?group=unit"))
        .await
        .is(404)
        .text();
    assert!(
        page.contains("href=\"/community?group=unit\" data-does=\"back\""),
        "{page}"
    );
    for other in [
        "http://evil.example/x",
        "http://h.example.evil/x",
        "http://h.example//evil.example",
    ] {
        let page = server.ask(ask(other)).await.is(404).text();
        assert!(!page.contains("data-does=\"back\""), "{other}");
    }
}
