//! The replay: stepping, the board, units, points of view, colours.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use serde_json::{Value, json};

use super::{GAME, between, recorded};
use crate::table::Server;

/// Without a script the links alone lead through every moment of the present line, from the first to the last.
#[actix_web::test]
async fn links_lead_through_the_whole_game() {
    let server = Server::new();
    let game = recorded(
        &server,
        include_str!("../../../../tests/games/the-misread-die.hgn"),
    )
    .await;
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
            // As the headline, or behind it.
            page.contains(&format!("<p class=\"words\">{words}</p>"))
                || page.contains(&format!("</summary><p>{words}</p>")),
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
    assert!(line.contains("(average ") && line.contains("luckier than"));
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
