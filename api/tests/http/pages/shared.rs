//! Descriptions of a moment for other sites, and the report.

use serde_json::{Value, json};

use super::{GAME, between, recorded};
use crate::table::Server;

#[actix_web::test]
async fn tables_of_the_pages_open_in_spreadsheets() {
    let server = Server::new();
    let game = recorded(&server, GAME).await;
    let page = server.get(&format!("/g/{game}/figures")).await.is(200).text();
    let address = format!("/v1/games/{game}/stats.csv?of=units&amp;for=spreadsheet");
    assert!(
        page.contains(&address),
        "the page offers the table for spreadsheets"
    );
    let with_commas = format!("{address}-comma");
    assert!(
        page.contains(&format!("\"{with_commas}\"")),
        "and for those of decimal commas"
    );
    let plain = format!("/v1/games/{game}/stats.csv?of=units");
    let plain = server.get(&plain).await.is(200).text();
    let marked = server.get(&address.replace("&amp;", "&")).await.is(200).text();
    assert!(!plain.starts_with('\u{FEFF}') && marked.starts_with('\u{FEFF}'));
    let lines = |table: &str| {
        table
            .trim_start_matches('\u{FEFF}')
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(lines(&plain), lines(&marked));
    let comma = format!("/v1/games/{game}/stats.csv?of=units&for=spreadsheet-comma");
    let comma = server.get(&comma).await.is(200).text();
    assert!(comma.lines().all(|line| line.contains(';')));
}

#[actix_web::test]
async fn days_carry_their_time_so_that_a_reader_sees_their_own() {
    let server = Server::new();
    let told = async |path: &str| server.get_as(&server.admin, path).await.is(200).text();
    // A game that is recorded here has a minute; one of which the text tells the day alone is of that day everywhere.
    let made = server.plain_game(&server.admin).await;
    server.play(&server.admin, &made, 4).await;
    let page = told(&format!("/g/{made}/report")).await;
    let day = between(&page, "<time ", "</time>")[0];
    assert!(
        day.contains("data-shows=\"day\"") && day.ends_with(" UTC"),
        "{day}"
    );
    let dated = recorded(&server, GAME).await;
    let page = told(&format!("/g/{dated}/report")).await;
    let day = between(&page, "<time ", "</time>")[0];
    assert_eq!(day, "datetime=\"2026-05-02\">2026-05-02");
    assert!(told("/community").await.contains("Months are those of UTC."));
    let script = server.get("/script/house.js").await.is(200).text();
    assert!(
        script.contains("data-shows"),
        "the script of every page turns them"
    );

    let hidden = json!({ "does": "hide", "target": made, "reason": "Spam" });
    server
        .post(&server.admin, "/v1/moderation/actions", &hidden)
        .await
        .is(201);
    let page = told("/moderation").await;
    assert!(page.contains("data-shows=\"minute\""), "{page}");
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
async fn a_report_has_pictures_of_its_beginning_its_end_and_its_turning_points() {
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
    let decided = turns_that_decided(&server, &game, &course).await;
    assert!(
        decided > 0 && pictures.len() == 2 + decided.min(4),
        "{pictures:?}, {decided} turns"
    );
    let text = server.get(&format!("/g/{game}/report.md")).await.is(200);
    assert_eq!(text.header("content-type"), Some("text/markdown; charset=utf-8"));
    let text = text.text();
    // Both show the same positions, in the same order.
    let version = |address: &&str| address.split('.').next().unwrap().to_owned();
    let on_page: Vec<String> = pictures.iter().map(version).collect();
    let written: Vec<String> = between(&text, "](http://localhost:8080/g/", ")")
        .iter()
        .filter_map(|address| address.strip_prefix(&format!("{game}/"))?.strip_suffix(".png"))
        .map(ToOwned::to_owned)
        .collect();
    assert_eq!(on_page, written);
    assert_eq!(on_page[1], course["version"].to_string(), "the end");
    let units = server.get(&format!("/v1/games/{game}/stats")).await.json()["units"].clone();
    for unit in units.as_array().unwrap() {
        let name = unit["name"].as_str().unwrap();
        assert!(page.contains(name) && text.contains(name), "{name}");
    }
    for picture in pictures {
        server.get(&format!("/g/{game}/{picture}")).await.is(200);
    }
}

/// The turns in which one side lost more points than the other.
async fn turns_that_decided(server: &Server, game: &str, course: &Value) -> usize {
    let events = server
        .get(&format!("/v1/games/{game}/events?limit=1000&facts=true"))
        .await
        .json();
    let turn = |version: u64| {
        let mut entries = course["entries"].as_array().unwrap().iter();
        let entry = entries
            .rfind(|entry| entry["from"].as_u64().unwrap() <= version)
            .unwrap();
        (entry["round"].as_u64(), entry["turn"].as_u64())
    };
    let mut lost = std::collections::BTreeMap::<_, f64>::new();
    for event in events["items"].as_array().unwrap() {
        for fact in event["facts"].as_array().unwrap() {
            if fact["fact"] == "destroyed" {
                let sign = if fact["seat"] == "A" { 1.0 } else { -1.0 };
                let turn = turn(event["version"].as_u64().unwrap());
                *lost.entry(turn).or_default() += sign * fact["points"].as_f64().unwrap();
            }
        }
    }
    lost.values().filter(|balance| **balance != 0.0).count()
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
