//! Audits of recorded games: departures, what the table ruled, what nobody took.

use hindsight_store::{Append, CommandStamp, EventStore, Expected, NewEvent, StreamId};
use serde_json::{Value, json};

use crate::table::Server;

async fn audit(server: &Server, game: &str) -> Value {
    server
        .get_as(&server.admin, &format!("/v1/games/{game}/audit"))
        .await
        .is(200)
        .json()
}

async fn page(server: &Server, game: &str) -> String {
    server
        .get_as(&server.admin, &format!("/g/{game}/audit"))
        .await
        .is(200)
        .text()
}

#[actix_web::test]
async fn a_ruling_is_told_with_its_reason_and_what_it_changed() {
    let server = Server::new();
    let game = server
        .brought(include_str!("../../../tests/games/one-model-too-few.hgn"))
        .await;
    let told = audit(&server, &game).await;
    assert_eq!(told["sound"], true);
    assert_eq!(told["report"]["differences"], json!([]));
    let ruled = told["report"]["ruled"].as_array().unwrap();
    assert_eq!(ruled.len() as u64, told["report"]["rulings"].as_u64().unwrap());
    assert_eq!(ruled.len(), 1);
    let reason = ruled[0]["reason"].as_str().unwrap();
    let effect = ruled[0]["effect"].as_array().unwrap();
    let strength = effect.iter().find(|effect| effect["of"] == "strength").unwrap();
    assert_ne!(strength["recorded"], strength["by_the_rules"]);
    let page = page(&server, &game).await;
    let escaped = reason
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    for words in [
        escaped.as_str(),
        strength["recorded"].as_str().unwrap(),
        strength["by_the_rules"].as_str().unwrap(),
        "Record, rules and dice agree throughout.",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let at = ruled[0]["at"].as_u64().unwrap();
    assert!(page.contains(&format!("/g/{game}/{at}")), "the moment is linked");
}

/// Copies a game into another stream, with one of its commands written down as another one.
fn misrecorded(store: &dyn EventStore, game: StreamId) -> (StreamId, u64) {
    let records = store.read(game, 1, u64::MAX).unwrap();
    let played: Vec<&Vec<u8>> = records
        .iter()
        .filter(|record| record.command_id != "open")
        .filter_map(|record| record.command.as_ref().map(|command| &command.body))
        .collect();
    let (wrong, last) = (played[0].clone(), played.len() - 1);
    let copy = StreamId::new(7, 7);
    let (mut at, mut number) = (0, 0);
    let card = store.card(game).unwrap().unwrap().card;
    while let Some(first) = records.get(at) {
        let batch = &records[at..at + usize::from(first.batch_len)];
        let command = first.command.as_ref().unwrap();
        let is_last = first.command_id != "open" && number == last;
        let append = Append {
            stream: copy,
            expected: Expected::Exactly(at as u64),
            recorded_at_ms: first.recorded_at_ms,
            command: CommandStamp {
                id: first.command_id.clone(),
                actor: first.actor.clone(),
                rules: command.rules.clone(),
                body: if is_last {
                    wrong.clone()
                } else {
                    command.body.clone()
                },
            },
            events: batch
                .iter()
                .map(|record| NewEvent {
                    kind: record.kind.clone(),
                    schema: record.schema,
                    body: record.body.clone(),
                })
                .collect(),
            card: (at == 0).then(|| hindsight_store::StreamCard::clone(&card)),
        };
        store.append(append).unwrap();
        if is_last {
            return (copy, at as u64 + 1);
        }
        number += usize::from(first.command_id != "open");
        at += batch.len();
    }
    panic!("no command was changed");
}

#[actix_web::test]
async fn a_departure_is_told_with_its_rule_and_its_moment() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 30).await;
    let (copy, at) = misrecorded(server.services.store.events().as_ref(), game.parse().unwrap());
    let told = audit(&server, &copy.to_string()).await;
    assert_eq!(told["sound"], false);
    let differences = told["report"]["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 1, "{told:#}");
    let one = &differences[0];
    // The armies are mustered once, long before the last thing that was recorded.
    assert_eq!((&one["how"], &one["at"]), (&json!("illegal"), &json!(at)));
    let rule = one["refusal"]["rule"].as_str().unwrap();
    assert_eq!(one["rules"], json!([rule]));
    let page = page(&server, &copy.to_string()).await;
    assert!(page.contains("The record departs from the rules once."));
    assert!(page.contains(&format!("/systems/before-battle#{rule}")));
    assert!(page.contains(&format!("/g/{copy}/{at}")));
}

#[actix_web::test]
async fn who_may_not_know_all_of_a_game_audits_it_when_it_is_over() {
    let server = Server::new();
    let asked = json!({ "system": "before-battle", "visibility": "public" });
    let game = server.game(&server.admin, asked).await;
    server.play(&server.admin, &game, 6).await;
    for path in [format!("/v1/games/{game}/audit"), format!("/g/{game}/audit")] {
        server.get(&path).await.is_problem("hidden-until-the-end");
        server.get_as(&server.admin, &path).await.is(200);
    }
    server.play(&server.admin, &game, 10_000).await;
    let told = server
        .get(&format!("/v1/games/{game}/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(told["sound"], true);
}

/// What could have been done and was not stands apart from what was done wrong.
#[actix_web::test]
async fn options_that_nobody_took_stand_apart() {
    let server = Server::new();
    let game = server
        .brought(include_str!("../../../tests/games/one-model-too-few.hgn"))
        .await;
    let told = audit(&server, &game).await;
    let found = server
        .get(&format!("/v1/games/{game}/suggestions"))
        .await
        .is(200)
        .json();
    let options: Vec<&Value> = found["detectors"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|detector| detector["missed"] == true)
        .map(|detector| &detector["id"])
        .collect();
    assert!(!options.is_empty());
    let missed: Vec<(&Value, &Value)> = found["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| options.contains(&&item["detector"]))
        .map(|item| (&item["version"], &item["detector"]))
        .collect();
    let listed: Vec<(&Value, &Value)> = told["missed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["version"], &one["detector"]))
        .collect();
    assert_eq!(listed, missed);
    // A unit of this game stands idle for two turns.
    assert!(
        listed.iter().any(|(_, detector)| *detector == "idle_unit"),
        "{told:#}"
    );
    let page = page(&server, &game).await;
    assert!(page.contains("Idle unit"));
}

async fn laboratory(server: &Server, game: &str, asked: &Value) -> Value {
    let path = format!("/v1/games/{game}/laboratory");
    server.post(&server.admin, &path, asked).await.is(200).json()
}

#[actix_web::test]
async fn a_game_is_decided_again_by_the_rules_of_another_edition_and_is_not_changed() {
    let server = Server::new();
    let game = server
        .brought(include_str!("../../../tests/games/the-knights-at-the-barrow.hgn"))
        .await;
    let before = server
        .get_as(&server.admin, &format!("/v1/games/{game}"))
        .await
        .is(200)
        .text();
    let own = laboratory(&server, &game, &json!({ "rules": "battleground-4" })).await;
    let report = &own["report"];
    assert_eq!(
        report["same"], report["commands"],
        "the rules of this release decide as it was recorded"
    );
    let other = laboratory(&server, &game, &json!({})).await;
    let report = &other["report"];
    assert_eq!(report["rules"], "battleground-3", "left out, the other edition");
    let number = |name: &str| report[name].as_u64().unwrap();
    assert_eq!(
        number("same") + number("refused") + number("otherwise") + number("unread"),
        number("commands")
    );
    assert!(number("refused") > 0 && number("otherwise") > 0, "{report}");
    // Each names its rules: in both editions where both have one.
    let (mut both, mut differing) = (0, 0);
    for step in report["steps"].as_array().unwrap() {
        assert!(!step["what"].as_str().unwrap().is_empty() && !step["command"].as_str().unwrap().is_empty());
        let rules: Vec<&str> = step["rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|rule| rule.as_str().unwrap())
            .collect();
        assert!(!rules.is_empty(), "{step}");
        if step["how"] != "unread" {
            let of = |edition: &str| rules.iter().any(|rule| rule.starts_with(edition));
            differing += 1;
            both += usize::from(of("BG3-") && of("BG4-"));
        }
    }
    assert!(both * 2 > differing, "{both} of {differing}: {report}");
    let lenses: Vec<&str> = other["lenses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lens| lens["id"].as_str().unwrap())
        .collect();
    assert_eq!(lenses, ["battleground-4", "battleground-3"]);
    // The page tells the same.
    let path = format!("/g/{game}/audit?rules=battleground-3");
    let page = server.get_as(&server.admin, &path).await.is(200).text();
    for words in ["Under other rules", "Refused", "Decided otherwise"] {
        assert!(page.contains(words), "{words}");
    }
    // Nobody else's rules.
    let path = format!("/v1/games/{game}/laboratory");
    let refused = server
        .post(&server.admin, &path, &json!({ "rules": "before-battle" }))
        .await
        .is(422)
        .json();
    assert_eq!(refused["rule"], "HS-LENS-01");
    let after = server
        .get_as(&server.admin, &format!("/v1/games/{game}"))
        .await
        .is(200)
        .text();
    assert_eq!(before, after, "the game is as it was");
}

#[actix_web::test]
async fn a_unit_is_asked_about_by_the_rules_of_another_edition() {
    let server = Server::new();
    let game = server
        .brought(include_str!("../../../tests/games/the-knights-at-the-barrow.hgn"))
        .await;
    let ask = |about: Value| json!({ "unit": "A5", "target": "B8", "about": about });
    let path = format!("/v1/games/{game}/inspect?at=400");
    let here = server
        .post(&server.admin, &path, &ask(json!({})))
        .await
        .is(200)
        .json();
    let there = server
        .post(&server.admin, &path, &ask(json!({ "rules": "battleground-3" })))
        .await
        .is(200)
        .json();
    let rules = |told: &Value| -> Vec<String> {
        let answers = told["answers"].as_array().unwrap();
        answers
            .iter()
            .map(|one| one["rule"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(rules(&here).iter().all(|rule| rule.starts_with("BG4-")), "{here}");
    assert!(
        rules(&there).iter().all(|rule| rule.starts_with("BG3-")),
        "{there}"
    );
    let wrong = server
        .post(&server.admin, &path, &ask(json!({ "rules": "men-of-iron" })))
        .await
        .is(422)
        .json();
    assert_eq!(wrong["rule"], "HS-LENS-01");
    // The unit's card says what the other edition says otherwise.
    let page = server
        .get_as(&server.admin, &format!("/g/{game}/400?unit=A5"))
        .await
        .is(200)
        .text();
    assert!(page.contains("data-rules=\"battleground-3\""));
}

#[actix_web::test]
async fn every_command_by_which_two_editions_differ_is_listed_page_by_page() {
    let server = Server::new();
    let game = server
        .brought(include_str!("../../../tests/games/the-knights-at-the-barrow.hgn"))
        .await;
    let whole = laboratory(&server, &game, &json!({ "limit": 500 })).await;
    let report = &whole["report"];
    let all = report["steps"].as_array().unwrap();
    let number = |name: &str| report[name].as_u64().unwrap();
    assert_eq!(all.len() as u64, number("commands") - number("same"));
    assert!(report["next"].is_null() && all.len() > 20, "{}", all.len());
    let mut steps: Vec<Value> = Vec::new();
    let mut from = json!(null);
    // A page and what is left: each decides the whole game again.
    let limit = all.len() * 2 / 3;
    loop {
        let page = laboratory(&server, &game, &json!({ "from": from, "limit": limit })).await;
        let listed = page["report"]["steps"].as_array().unwrap().clone();
        assert!(listed.len() <= limit && !listed.is_empty());
        assert_eq!(
            page["report"]["same"], report["same"],
            "all are counted on every page"
        );
        steps.extend(listed);
        from = page["report"]["next"].clone();
        if from.is_null() {
            break;
        }
    }
    assert_eq!(&steps, all);
    // The page leads on to the rest.
    let at = all[5]["at"].as_u64().unwrap();
    let path = format!("/g/{game}/audit?rules=battleground-3&from={at}");
    let page = server.get_as(&server.admin, &path).await.is(200).text();
    assert!(page.contains(&format!("from event {at} on")) && page.contains(">First</a>"));
    let first = all[0]["at"].as_u64().unwrap();
    let listed = &page[page.find("id=\"other-rules\"").unwrap()..];
    assert!(
        !listed.contains(&format!(">event {first}</a>")),
        "the first is on the page before"
    );
}

#[actix_web::test]
async fn a_release_names_the_versions_of_the_rules_that_it_has() {
    let server = Server::new();
    let game = server
        .brought(include_str!("../../../tests/games/the-knights-at-the-barrow.hgn"))
        .await;
    let lenses = laboratory(&server, &game, &json!({})).await["lenses"].clone();
    let of_this = lenses[0]["rules_version"].as_str().unwrap().to_owned();
    let rules = format!("battleground-4@{of_this}");
    let told = laboratory(&server, &game, &json!({ "rules": rules })).await;
    assert_eq!(told["report"]["rules_version"], of_this.as_str());
    let path = format!("/v1/games/{game}/laboratory");
    let refused = server
        .post(&server.admin, &path, &json!({ "rules": "battleground-4@1.0.0" }))
        .await
        .is(422)
        .json();
    assert_eq!(refused["rule"], "HS-LENS-01");
    let detail = refused["detail"].as_str().unwrap();
    let said = format!(
        "this release has no rules version 1.0.0 of battleground-4, but battleground-4 {of_this} and battleground-3"
    );
    assert!(detail.contains(&said), "{detail}");
}

/// A position of the later edition in which the earlier one sees and rushes less: A2 stands before A1, and B2 is exactly as far from
/// A3 as that moves.
fn seen_otherwise() -> Value {
    let unit = |seat: &str, unit: &str, [x, y, heading]: [f64; 3], order: &str| {
        json!({
            "seat": seat,
            "unit": unit,
            "pose": { "x": x, "y": y, "heading": heading },
            "order": { "order": order },
        })
    };
    json!({ "units": [
        unit("A", "league-spears", [18.0, 10.0, 0.0], "close"),
        unit("A", "league-spears", [18.0, 13.0, 0.0], "hold"),
        unit("A", "league-spears", [5.0, 10.0, 0.0], "close"),
        unit("A", "league-spears", [31.0, 5.0, 0.0], "close"),
        unit("B", "clan-spears", [18.0, 20.0, 180.0], "hold"),
        unit("B", "clan-spears", [5.0, 16.0, 180.0], "hold"),
        unit("B", "clan-spears", [31.0, 25.0, 180.0], "hold") ],
        "active": "A", "turn": 4, "budget": 2000 })
}

#[actix_web::test]
async fn a_card_says_under_both_editions_whom_a_unit_sees_and_which_side_it_may_rush() {
    let server = Server::new();
    let game = server
        .game(
            &server.admin,
            json!({ "system": "battleground-4", "sketch": seen_otherwise() }),
        )
        .await;
    let details = server
        .get_as(&server.admin, &format!("/v1/games/{game}"))
        .await
        .is(200)
        .json();
    let version = details["now"]["version"].as_u64().unwrap();
    let card = async |fields: &str| {
        let path = format!("/g/{game}/{version}?{fields}");
        let page = server.get_as(&server.admin, &path).await.is(200).text();
        let start = page.find("class=\"pairs\"").expect("the card compares enemies");
        page[start..].to_owned()
    };
    // A friend in between hides B1 in the earlier edition alone. Rules BG3-GEO-03 (p. 7), BG4-GEO-13 (p. 12).
    let told = card("unit=A1").await;
    let pair = &told[told.find("data-pair=\"B1\"").unwrap()..];
    let pair = &pair[..pair.find("</section>").unwrap()];
    for words in [
        "Sees it",
        "V4.0: </span>Visible ",
        "rules version 3.0: </span>not Visible: hidden by League Spears (A2) ",
        "BG4-GEO-12",
        "BG3-GEO-03",
        "rules version 3.0: </span>no Final Rush: it is not clearly visible ",
        "BG3-RUSH-03",
    ] {
        assert!(pair.contains(words), "{words}: {pair}");
    }
    // 3.5 away is within a movement of 3.5, and not less than it. Rules BG4-RUSH-07 (p. 65), BG3-RUSH-08 (p. 14).
    let told = card("unit=A3&target=B2").await;
    let first = &told[told.find("data-pair=").unwrap()..];
    let pair = &first[..first.find("</section>").unwrap()];
    assert!(pair.starts_with("data-pair=\"B2\" data-differs"), "{pair}");
    for words in [
        "May rush it",
        "V4.0: </span>it may Final Rush Clan Spears (B2) now: the front at 3.5 inches ",
        "rules version 3.0: </span>no Final Rush: too far: it is 3.5 inches away, and the unit rushes only what is nearer than 3.5 inches ",
        "BG3-RUSH-08",
        "Both: </span>Visible ",
    ] {
        assert!(pair.contains(words), "{words}: {pair}");
    }
    // 17.5 away is too far by either edition: each says so in its words, and they do not differ.
    let told = card("unit=A4&target=B3").await;
    let first = &told[told.find("data-pair=").unwrap()..];
    let pair = &first[..first.find("</section>").unwrap()];
    assert!(
        pair.starts_with("data-pair=\"B3\"") && !pair.contains("data-differs"),
        "{pair}"
    );
    for words in [
        "V4.0: </span>no Final Rush: too far",
        "rules version 3.0: </span>no Final Rush: too far",
    ] {
        assert!(pair.contains(words), "{words}: {pair}");
    }
}
