//! Rulings and corrections.

use serde_json::Value;

use super::{ask, forms, page, reported, send, version};
use crate::pages::between;
use crate::table::Server;

#[actix_web::test]
async fn a_ruling_is_a_form_of_its_schema_with_a_reason() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 40).await;
    let path = format!("/g/{game}/record");
    let units = server
        .get_as(&server.admin, &format!("/v1/games/{game}/units"))
        .await
        .json();
    let standing = |unit: &&Value| unit["alive"] == true && unit["left"].as_f64() > Some(1.0);
    let unit = units.as_array().unwrap().iter().find(standing).unwrap();
    let unit = unit["id"].as_str().unwrap();
    let shown = page(&server, &format!("{path}?unit={unit}&ruling=set_unit")).await;
    assert!(
        shown.contains("name=\"f/models\"") && shown.contains("ruling-reason"),
        "{shown}"
    );
    let ruling = |models, reason| {
        [
            ("form", "rule"),
            ("variant", "set_unit"),
            ("f/unit", unit),
            ("f/models", models),
            ("reason", reason),
        ]
    };
    let before = version(&server, &game).await;
    assert!(ask(&server, &path, &ruling("1", "")).await.status >= 400);
    ask(&server, &path, &ruling("200", "too many"))
        .await
        .is_problem("refused");
    assert_eq!(version(&server, &game).await, before);
    ask(&server, &path, &ruling("1", "a card was misread"))
        .await
        .is(200);
    assert!(version(&server, &game).await > before);
}

#[actix_web::test]
async fn a_correction_shows_what_would_change_before_it_is_made() {
    let server = Server::new();
    let game = reported(&server).await;
    let path = format!("/g/{game}/record");
    let say = |text| [("command", "{\"type\":\"say\",\"seat\":\"A\"}"), ("text", text)];
    send(&server, &path, &say("Wrong word")).await.is(303);
    let at = version(&server, &game).await;
    send(&server, &path, &say("Later word")).await.is(303);
    let end = version(&server, &game).await;
    let shown = page(&server, &format!("{path}/correct/{at}")).await;
    assert!(shown.contains("Wrong word") && !shown.contains("Later word"));
    let at_text = at.to_string();
    let right = [
        ("at", at_text.as_str()),
        ("how", "replace"),
        (
            "command",
            "{\"type\":\"say\",\"seat\":\"A\",\"text\":\"Right word\"}",
        ),
        ("reason", "misheard"),
    ];
    let preview = send(&server, &path, &[&right[..], &[("dry_run", "true")]].concat())
        .await
        .is(200)
        .text();
    assert!(
        preview.contains("Right word")
            && preview.contains("Wrong word")
            && preview.contains("data-is=\"confirm\"")
    );
    assert_eq!(
        version(&server, &game).await,
        end,
        "nothing is recorded by looking"
    );
    // The page's own form confirms it.
    let confirm = forms(&preview)
        .into_iter()
        .find(|form| form.action == path)
        .unwrap();
    let fields: Vec<(&str, &str)> = confirm
        .hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    send(&server, &path, &fields).await.is(303);
    let replay = server
        .get_as(
            &server.admin,
            &format!("/v1/games/{game}/events?from={}", end + 1),
        )
        .await
        .json();
    let words: Vec<&str> = replay["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["words"].as_str().unwrap())
        .collect();
    assert!(
        words.iter().any(|words| words.contains("Right word")),
        "{words:?}"
    );
    assert!(
        words.iter().any(|words| words.contains("Later word")),
        "{words:?}"
    );
    // Without a reason, or where nothing was played, it is refused.
    let at_end = (end + 100).to_string();
    ask(
        &server,
        &path,
        &[("at", &at_end), ("how", "remove"), ("reason", "no")],
    )
    .await
    .is_problem("refused");
    server
        .get_as(&server.admin, &format!("{path}/correct/1"))
        .await
        .is_problem("invalid-parameter");
    server
        .get_as(&server.admin, &format!("{path}/correct/100000"))
        .await
        .is_problem("no-such-version");
}

const GAME: &str = include_str!("../../../../tests/games/orsa-takes-the-axes.hgn");

/// The commands of the present line: where each begins, and what it is.
async fn commands(server: &Server, game: &str) -> Vec<(u64, Value)> {
    let mut found = Vec::new();
    let mut from = 1;
    loop {
        let path = format!("/v1/games/{game}/events?from={from}&limit=500");
        let page = server.get_as(&server.admin, &path).await.is(200).json();
        for event in page["items"].as_array().unwrap() {
            if event["command"].is_object() && event["live"] == true {
                found.push((event["version"].as_u64().unwrap(), event["command"].clone()));
            }
        }
        match page["next"].as_u64() {
            Some(next) => from = next,
            None => return found,
        }
    }
}

#[actix_web::test]
async fn a_misread_die_is_put_right_by_itself() {
    let server = Server::new();
    let game = server.brought(GAME).await;
    let path = format!("/g/{game}/record");
    let all = commands(&server, &game).await;
    let (at, command) = all
        .iter()
        .rev()
        .find(|(_, command)| command["dice"].as_array().is_some_and(|dice| dice.len() > 2))
        .unwrap();
    let dice: Vec<u64> = command["dice"]
        .as_array()
        .unwrap()
        .iter()
        .map(|die| die.as_u64().unwrap())
        .collect();
    let shown = page(&server, &format!("{path}/correct/{at}")).await;
    let form = forms(&shown)
        .into_iter()
        .find(|form| form.hidden.iter().any(|(name, _)| name == "command") && shown.contains("recorded-dice"))
        .expect("a form of the recorded dice");
    let faces: Vec<u64> = between(&shown, "type=\"number\" name=\"dice\" value=\"", "\"")
        .into_iter()
        .map(|face| face.parse().unwrap())
        .collect();
    assert_eq!(faces, dice, "every die that was recorded, in order");
    // One of them is another one; all others are sent as they were.
    let mut fields: Vec<(&str, String)> = form
        .hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    let mut mended = dice.clone();
    mended[0] = if dice[0] == 6 { 5 } else { dice[0] + 1 };
    fields.extend(mended.iter().map(|die| ("dice", die.to_string())));
    fields.push(("reason", "misread".to_owned()));
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let preview = send(&server, &path, &fields).await;
    // Another die may lead to other rolls, which are then asked for; nothing else is.
    match preview.status {
        200 => assert!(preview.text().contains("What would change")),
        status => assert!(
            status == 422 && preview.text().contains("name=\"dice\""),
            "{status}"
        ),
    }
}

#[actix_web::test]
async fn a_correction_says_what_it_drops_and_what_would_mend_it() {
    let server = Server::new();
    let game = server.brought(GAME).await;
    let path = format!("/g/{game}/record");
    let end = version(&server, &game).await;
    let mut mended = None;
    for (at, command) in commands(&server, &game).await {
        if command["type"] != "play" {
            continue;
        }
        let at = at.to_string();
        let remove = [
            ("at", at.as_str()),
            ("how", "remove"),
            ("reason", "it never happened"),
            ("dry_run", "true"),
        ];
        let preview = send(&server, &path, &remove).await;
        if preview.status != 200 {
            continue;
        }
        let preview = preview.text();
        if preview.contains("What would change") && preview.contains("later command") {
            assert!(
                preview.contains("This correction drops") && preview.contains("role=\"alert\""),
                "{preview}"
            );
            assert!(
                preview.contains("Apply correction and drop"),
                "the button says it too"
            );
            mended = forms(&preview)
                .into_iter()
                .find(|form| form.hidden.iter().any(|(name, _)| name == "repair"));
            if mended.is_some() {
                break;
            }
        }
    }
    let form = mended.expect("a command whose absence is mended by another");
    let fields: Vec<(&str, &str)> = form
        .hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let preview = send(&server, &path, &fields).await.is(200).text();
    assert!(!preview.contains("This correction drops"), "{preview}");
    assert_eq!(
        version(&server, &game).await,
        end,
        "nothing is recorded by looking"
    );
    let confirm = forms(&preview)
        .into_iter()
        .find(|form| form.action == path && form.hidden.iter().any(|(name, _)| name == "key"))
        .unwrap();
    let fields: Vec<(&str, &str)> = confirm
        .hidden
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    send(&server, &path, &fields).await.is(303);
    assert!(version(&server, &game).await > end);
}
