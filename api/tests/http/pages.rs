//! Pages for people: what they show, for whom, and that nothing on them is taken for more than text.

use actix_web::test::TestRequest;
use hindsight_api::service::Scope;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

/// Every page and part of a page that shows a game, at a version.
fn addresses(game: &str, version: u64) -> Vec<String> {
    vec![
        format!("/g/{game}"),
        format!("/g/{game}/{version}"),
        format!("/g/{game}/{version}?unit=A1"),
        format!("/g/{game}/{version}/frame"),
        format!("/g/{game}/{version}/log"),
        format!("/g/{game}/{version}/unit/A1"),
        format!("/g/{game}/{version}/card.png"),
        format!("/embed/{game}"),
        format!("/embed/{game}/{version}"),
        format!("/oembed?url=http://localhost:8080/g/{game}/{version}"),
        format!("/g/{game}/signs"),
        format!("/g/{game}/{version}/annotations"),
        format!("/g/{game}/report"),
        format!("/g/{game}/report.md"),
    ]
}

/// A recorded game that everybody may see.
async fn recorded(server: &Server, text: &str) -> String {
    let game = server.brought(text).await;
    show(server, &game, "public").await;
    game
}

async fn show(server: &Server, game: &str, visibility: &str) {
    let patch = json!({ "visibility": visibility });
    server
        .send(
            actix_web::http::Method::PATCH,
            &server.admin,
            &format!("/v1/games/{game}"),
            &patch,
        )
        .await
        .is(200);
}

async fn as_browser(server: &Server, path: &str) -> Heard {
    let request = TestRequest::get()
        .uri(path)
        .insert_header(("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"));
    server.ask(request).await
}

/// What stands between two marks, each time.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    text.split(before)
        .skip(1)
        .map(|part| part.split(after).next().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_private_game_is_not_there_on_any_page() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    for path in addresses(&game, 100) {
        server.get(&path).await.is(200);
    }
    show(&server, &game, "private").await;
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
async fn the_start_page_finds_games_without_a_script() {
    let server = Server::new();
    let empty = server.get("/").await.is(200).text();
    assert!(empty.contains("No game is here yet"));
    let made = [
        ("The bridge", "Ada", "club"),
        ("The mill", "Bob", "cup"),
        ("The bridge again", "Bob", "club"),
    ];
    for (title, player, tag) in made {
        let request = json!({ "system": "before-battle", "title": title, "visibility": "public", "tags": [tag], "players": { "A": player } });
        let game = server.game(&server.admin, request).await;
        if title == "The mill" {
            let concede = json!({ "type": "concede", "seat": "A" });
            server
                .post(&server.admin, &format!("/v1/games/{game}/commands"), &concede)
                .await
                .is(200);
        }
    }
    let titles = |page: String| -> Vec<String> {
        between(&page, "<h3><a href=\"/g/", "</a>")
            .into_iter()
            .map(|part| part.split('>').next_back().unwrap().to_owned())
            .collect()
    };
    let rows: [(&str, &[&str]); 11] = [
        ("", &["The bridge again", "The mill", "The bridge"]),
        ("q=bridge", &["The bridge again", "The bridge"]),
        ("q=bridge&player=Ada", &["The bridge"]),
        ("tag=cup", &["The mill"]),
        ("result=won", &["The mill"]),
        ("result=draw", &[]),
        ("system=battleground-4", &[]),
        (
            "system=before-battle&tag=club",
            &["The bridge again", "The bridge"],
        ),
        (
            "since=2001-01-01&until=2100-01-01&player=Bob",
            &["The bridge again", "The mill"],
        ),
        ("until=2001-01-01", &[]),
        // As a form sends it with most of its fields left empty.
        (
            "q=&system=&player=&faction=&tag=cup&result=&since=&until=",
            &["The mill"],
        ),
    ];
    for (query, expected) in rows {
        let page = server.get(&format!("/?{query}")).await.is(200).text();
        assert!(
            expected.is_empty() == page.contains("No game is like that"),
            "{query}"
        );
        assert_eq!(titles(page), expected, "{query}");
    }
    let filled = server
        .get("/?q=bridge&player=Ada&result=won")
        .await
        .is(200)
        .text();
    assert!(
        filled.contains("name=\"q\" value=\"bridge\"") && filled.contains("name=\"player\" value=\"Ada\"")
    );
    assert!(filled.contains("<option value=\"won\" selected>"));
    assert!(
        filled.contains("href=\"/?q=bridge&amp;result=won#games\""),
        "each filter can be taken away"
    );
    for wrong in ["result=lost", "since=yesterday", "cursor=x"] {
        server
            .get(&format!("/?{wrong}"))
            .await
            .is_problem("invalid-parameter");
    }
}

#[actix_web::test]
async fn pages_of_games_follow_each_other_and_keep_the_filter() {
    let server = Server::new();
    for number in 0..30 {
        let tags = if number % 10 == 0 {
            json!(["rare"])
        } else {
            json!(["often"])
        };
        let request = json!({ "system": "before-battle", "title": format!("No. {number}"), "visibility": "public", "tags": tags });
        server.game(&server.admin, request).await;
    }
    let (mut path, mut seen) = ("/?tag=often".to_owned(), Vec::new());
    for page in 1.. {
        let text = server.get(&path).await.is(200).text();
        seen.extend(
            between(&text, "<h3><a href=\"/g/", "\"")
                .into_iter()
                .map(ToOwned::to_owned),
        );
        let Some(next) = between(&text, "rel=\"next\" href=\"", "#")
            .first()
            .map(|next| next.replace("&amp;", "&"))
        else {
            assert_eq!(page, 2);
            break;
        };
        assert!(next.starts_with("/?tag=often&cursor="), "{next}");
        path = next;
    }
    assert_eq!(seen.len(), 27);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 27, "each game is on one page");
}

/// Without a script the links alone lead through every moment of the present line, from the first to the last.
#[actix_web::test]
async fn links_lead_through_the_whole_game() {
    let server = Server::new();
    let game = recorded(&server, include_str!("../../../tests/games/the-misread-die.hgn")).await;
    let events = server
        .get(&format!("/v1/games/{game}/events?limit=1000"))
        .await
        .is(200)
        .json();
    let live: Vec<u64> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["version"].as_u64().unwrap())
        .collect();
    let end = events["version"].as_u64().unwrap();
    assert!(
        (live.len() as u64) < end,
        "the game has an abandoned line to go around"
    );
    let mut walked = vec![1];
    loop {
        let here = *walked.last().unwrap();
        let page = server.get(&format!("/g/{game}/{here}")).await.is(200).text();
        let words = &events["items"][walked.len() - 1]["words"];
        let words = maud::html! { (words.as_str().unwrap()) }.into_string();
        assert!(
            page.contains(&format!("<p class=\"words\">{words}</p>")),
            "{here}: {words}"
        );
        let back = between(&page, "<a rel=\"prev\" href=\"", "\"")
            .first()
            .map(|to| (*to).to_owned());
        let before = walked
            .len()
            .checked_sub(2)
            .map(|place| format!("/g/{game}/{}", walked[place]));
        assert_eq!(back, before, "{here}");
        let Some(next) = between(&page, "<a rel=\"next\" href=\"", "\"")
            .first()
            .map(|to| (*to).to_owned())
        else {
            break;
        };
        walked.push(next.rsplit('/').next().unwrap().parse().unwrap());
    }
    assert_eq!(walked, live);
}

#[actix_web::test]
async fn a_page_shows_board_units_log_and_odds() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let events = server
        .get(&format!("/v1/games/{game}/events?limit=1000&facts=true"))
        .await
        .json();
    let attack = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| {
            event["facts"]
                .as_array()
                .unwrap()
                .iter()
                .any(|fact| fact["fact"] == "attack_resolved")
        })
        .unwrap();
    let version = attack["version"].as_u64().unwrap();
    let page = server.get(&format!("/g/{game}/{version}")).await.is(200).text();
    let units = server
        .get(&format!("/v1/games/{game}/units?at={version}"))
        .await
        .json();
    for unit in units.as_array().unwrap() {
        let id = unit["id"].as_str().unwrap();
        assert!(
            page.contains(&format!("href=\"/g/{game}/{version}?unit={id}\"")),
            "{id} is listed"
        );
        assert_eq!(
            page.contains(&format!("<a id=\"board-unit-{id}\"")),
            unit["alive"] == true,
            "{id} on the board"
        );
    }
    let attacks = attack["facts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|fact| fact["fact"] == "attack_resolved")
        .count();
    // Each roll of the event opens its explanation: the bars of its exact odds, and the rules behind its number.
    let rolls: Vec<&Value> = attack["facts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|fact| fact["fact"] == "dice_rolled")
        .collect();
    let line = between(
        &page,
        &format!("data-version=\"{version}\" aria-current"),
        "</li>",
    )[0];
    assert_eq!(
        line.matches("<details class=\"figure\"").count(),
        rolls.len() + attacks,
        "each roll, and the damage of each attack"
    );
    for roll in rolls {
        for modifier in roll["modifiers"].as_array().unwrap() {
            let rule = modifier["rule"].as_str().unwrap();
            assert!(
                line.contains(&format!("href=\"/systems/before-battle#{rule}\"")),
                "{rule}"
            );
        }
    }
    assert!(line.contains(" of 100") && line.contains("expected "));
    let rules = server.get("/systems/before-battle").await.is(200).text();
    assert!(rules.contains("id=\"BB-ATK-02\""));
    server.get("/systems/chess").await.is_problem("no-such-system");
}

#[actix_web::test]
async fn a_unit_has_a_card_and_its_reach_on_the_board() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let base = format!("/g/{game}/100");
    let page = server.get(&format!("{base}?unit=A1")).await.is(200).text();
    assert!(page.contains("<article class=\"card\" data-unit=\"A1\">"));
    let part = server.get(&format!("{base}/unit/A1")).await.is(200).text();
    let question = json!({ "unit": "A1" });
    let found = server
        .post(
            &server.admin,
            &format!("/v1/games/{game}/inspect?at=100"),
            &question,
        )
        .await
        .is(200)
        .json();
    for answer in found["answers"].as_array().unwrap() {
        let text = maud::html! { (answer["text"].as_str().unwrap()) }.into_string();
        assert!(part.contains(&text), "{text}");
    }
    let plain = server.get(&format!("{base}/frame")).await.is(200).text();
    let overlays = |text: &str| between(text, "<g class=\"overlays-under\">", "</g>")[0].len();
    assert!(overlays(&part) > overlays(&plain), "its reach is drawn");
    for path in [format!("{base}/unit/Z9"), format!("{base}?unit=Z9")] {
        server.get(&path).await.is_problem("no-such-unit");
    }
    for path in [
        format!("{base}/frame"),
        format!("{base}/log"),
        format!("{base}/unit/A1"),
    ] {
        let wrong = path.replace("/100/", "/100000/");
        server.get(&wrong).await.is_problem("no-such-version");
        server
            .get(&path.replace("/100/", "/soon/"))
            .await
            .is_problem("invalid-parameter");
        let etag = server.get(&path).await.header("etag").unwrap().to_owned();
        let again = TestRequest::get()
            .uri(&path)
            .insert_header(("If-None-Match", etag));
        server.ask(again).await.is(304);
    }
}

/// While a game holds secrets a seat's eyes are its own; afterwards everybody may see what each seat knew.
#[actix_web::test]
async fn points_of_view_are_for_who_may_have_them() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameWrite]);
    let running = server
        .game(&ada, json!({ "system": "before-battle", "visibility": "public" }))
        .await;
    let version = server.play(&ada, &running, 3).await;
    for path in ["", "/frame"] {
        let path = format!("/g/{running}/{version}{path}?seat=A");
        server.get(&path).await.is_problem("forbidden");
        server.get_as(&ada, &path).await.is(200);
    }
    let unit = format!("/g/{running}/{version}/unit/A1?seat=A");
    server.get(&unit).await.is_problem("forbidden");
    let over = server
        .game(&ada, json!({ "system": "before-battle", "visibility": "public" }))
        .await;
    let end = server.play(&ada, &over, 5_000).await;
    let card = server.get(&format!("/g/{over}.json")).await.json();
    assert_eq!(card["card"]["status"], "finished");
    server
        .get(&format!("/g/{over}/1?seat=Q"))
        .await
        .is_problem("invalid-parameter");
    // At some moment the sides knew different things; at the end there is nothing hidden any more.
    let known = async |version: u64, seat: &str| {
        let path = format!("/g/{over}/{version}/frame?seat={seat}");
        let text = server.get(&path).await.is(200).text();
        text.replace(&format!("seat={seat}"), "")
    };
    let mut differed = false;
    for version in 1..=30.min(end) {
        differed |= known(version, "A").await != known(version, "B").await;
    }
    assert!(differed, "armies and weapons are chosen in secret");
    assert_eq!(known(end, "A").await, known(end, "B").await);
    let page = server
        .get(&format!("/g/{over}/5?seat=B&flip=true"))
        .await
        .is(200)
        .text();
    assert!(
        page.contains(&format!("href=\"/g/{over}/6?seat=B&amp;flip=true\"")),
        "steps keep the view"
    );
}

/// What a preview shows is the picture of the very moment, in the size that its readers want.
#[actix_web::test]
async fn a_moment_describes_itself_to_other_sites() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let here = format!("http://localhost:8080/g/{game}/100");
    let page = server.get(&format!("/g/{game}/100")).await.is(200).text();
    let event = server.get(&format!("/g/{game}/100.json")).await.json();
    let words = maud::html! { (event["words"].as_str().unwrap()) }.into_string();
    for expected in [
        format!("<link rel=\"canonical\" href=\"{here}\">"),
        format!("<meta property=\"og:image\" content=\"{here}/card.png\">"),
        format!("<meta property=\"og:description\" content=\"{words}\">"),
        "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
    ] {
        assert!(page.contains(&expected), "{expected}");
    }
    let size = |picture: &[u8]| {
        let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    };
    let card = server.get(&format!("/g/{game}/100/card.png")).await.is(200);
    assert_eq!(card.header("content-type"), Some("image/png"));
    assert_eq!(size(&card.body), (1200, 630));
    let other = server.get(&format!("/g/{game}/140/card.png")).await.is(200);
    assert_ne!(card.body, other.body, "each moment has its own");
    let alternate = between(&page, "type=\"application/json+oembed\"", ">")[0];
    let oembed = between(alternate, "href=\"http://localhost:8080", "\"")[0];
    let answer = server.get(oembed).await.is(200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    let answer = answer.json();
    assert_eq!(
        (&answer["version"], &answer["type"]),
        (&json!("1.0"), &json!("rich"))
    );
    assert_eq!(answer["thumbnail_url"], format!("{here}/card.png"));
    let frame = between(
        answer["html"].as_str().unwrap(),
        "src=\"http://localhost:8080",
        "\"",
    )[0]
    .to_owned();
    assert_eq!(frame, format!("/embed/{game}/100"));
    server.get(&frame).await.is(200);
    let small = server
        .get(&format!("{oembed}&maxwidth=300&maxheight=250"))
        .await
        .is(200)
        .json();
    assert_eq!((&small["width"], &small["height"]), (&json!(300), &json!(250)));
    let wrong = [
        ("/oembed".to_owned(), "invalid-parameter"),
        (
            "/oembed?url=http://elsewhere.example/g/X".to_owned(),
            "invalid-parameter",
        ),
        (
            format!("/oembed?url=http://localhost:8080/g/{game}/9999"),
            "no-such-version",
        ),
        (
            format!("/oembed?url=http://localhost:8080/g/{game}&format=xml"),
            "invalid-parameter",
        ),
    ];
    for (path, name) in wrong {
        server.get(&path).await.is_problem(name);
    }
}

#[actix_web::test]
async fn a_report_has_a_picture_of_every_turn() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let course = server.get(&format!("/v1/games/{game}/timeline")).await.json();
    let mut turns: Vec<(Value, Value)> = course["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["round"].clone(), entry["turn"].clone()))
        .collect();
    turns.dedup();
    assert!(turns.len() > 3, "{} turns", turns.len());
    let page = server.get(&format!("/g/{game}/report")).await.is(200).text();
    let pictures = between(&page, &format!("<img src=\"/g/{game}/"), "\"");
    assert_eq!(pictures.len(), turns.len());
    let text = server.get(&format!("/g/{game}/report.md")).await.is(200);
    assert_eq!(text.header("content-type"), Some("text/markdown; charset=utf-8"));
    let text = text.text();
    assert_eq!(
        text.matches(".png)](http://localhost:8080/g/").count(),
        turns.len()
    );
    let units = server.get(&format!("/v1/games/{game}/stats")).await.json()["units"].clone();
    for unit in units.as_array().unwrap() {
        let name = unit["name"].as_str().unwrap();
        assert!(page.contains(name) && text.contains(name), "{name}");
    }
    for picture in pictures {
        server.get(&format!("/g/{game}/{picture}")).await.is(200);
    }
}

/// Marks and stops of a course are those that the events themselves tell.
#[actix_web::test]
async fn a_course_stops_where_something_is_told() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let course = server.get(&format!("/v1/games/{game}/timeline")).await.json();
    let events = server
        .get(&format!("/v1/games/{game}/events?limit=1000&facts=true"))
        .await
        .json();
    let numbers = |name: &str| -> Vec<u64> {
        course[name]
            .as_array()
            .unwrap()
            .iter()
            .map(|version| version.as_u64().unwrap())
            .collect()
    };
    let (told, activations) = (numbers("told"), numbers("activations"));
    assert!(told.is_sorted() && activations.is_sorted());
    let begins: Vec<u64> = course["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["from"].as_u64().unwrap())
        .collect();
    let mut swings = 0;
    for event in events["items"].as_array().unwrap() {
        let version = event["version"].as_u64().unwrap();
        let facts = event["facts"].as_array().unwrap();
        let has = |names: &[&str]| {
            facts
                .iter()
                .any(|fact| names.contains(&fact["fact"].as_str().unwrap()))
        };
        if has(&["dice_rolled", "unit_moved", "destroyed", "damage_dealt"]) {
            assert!(told.contains(&version), "{event}");
        }
        let acts = has(&["activated"]) || begins.contains(&version);
        assert_eq!(activations.contains(&version), acts, "{version}");
        let marked = |kind: &str| {
            course["marks"]
                .as_array()
                .unwrap()
                .iter()
                .any(|mark| mark["version"] == version && mark["kind"] == kind)
        };
        assert_eq!(marked("destroyed"), has(&["destroyed"]), "{version}");
        assert_eq!(marked("broken"), has(&["broken"]), "{version}");
        assert_eq!(marked("fight"), has(&["engaged"]), "{version}");
        swings += u32::from(marked("lucky") || marked("unlucky"));
    }
    assert!(swings > 0, "some roll of a whole game is one in ten");
}

#[actix_web::test]
async fn pages_take_the_colours_that_their_reader_chose() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let ask = |name: &'static str, value: &'static str| {
        let request = TestRequest::get()
            .uri(&format!("/g/{game}/100"))
            .insert_header((name, value));
        server.ask(request)
    };
    let rows = [
        ("Cookie", "a=b; theme=dark; c=d", Some("dark"), "dark"),
        ("Cookie", "theme=light", Some("light"), "light"),
        ("Cookie", "theme=\"><script>", None, "light"),
        ("Sec-CH-Prefers-Color-Scheme", "\"dark\"", None, "dark"),
        ("Accept", "text/html", None, "light"),
    ];
    for (name, value, chosen, drawn) in rows {
        let page = ask(name, value).await.is(200);
        assert!(page.header("vary").unwrap().contains("Cookie"));
        let text = page.text();
        let root = between(&text, "<html ", ">")[0];
        assert_eq!(
            between(root, "data-theme=\"", "\"").first().copied(),
            chosen,
            "{value}"
        );
        assert!(
            text.contains(&format!("data-part=\"board\" data-theme=\"{drawn}\"")),
            "{value}"
        );
    }
}

#[actix_web::test]
async fn a_browser_is_told_of_problems_on_a_page() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    for (path, status, words) in [
        (format!("/g/{game}/9999"), 404, "there is no version 9999"),
        ("/g/nothing".to_owned(), 404, "there is no game nothing"),
        ("/nowhere/<b>".to_owned(), 404, "nothing is at"),
        (format!("/g/{game}/soon"), 400, "a whole number from 1"),
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
