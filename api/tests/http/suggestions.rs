//! Candidate mistakes from outside: found, proved, accepted, put aside; nothing is told that is not known.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_openapi::describe::FORM;
use serde_json::{Value, json};

use crate::table::{Server, form};

/// A server with a game that bots have played far, and two people who may write.
async fn played() -> (Server, String, [String; 2]) {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 150).await;
    let writes = [Scope::GameRead, Scope::GameWrite];
    let people = ["ada", "bob"].map(|name| server.token(name, &writes));
    (server, game, people)
}

async fn found(server: &Server, token: Option<&str>, game: &str, query: &str) -> Value {
    let path = format!("/v1/games/{game}/suggestions{query}");
    let heard = match token {
        Some(token) => server.get_as(token, &path).await,
        None => server.get(&path).await,
    };
    heard.is(200).json()
}

fn items(found: &Value) -> &Vec<Value> {
    found["items"].as_array().unwrap()
}

/// An answer to a suggestion.
fn answer(does: &str, item: &Value) -> Value {
    let mut body = json!({ "does": does, "detector": item["detector"], "version": item["version"] });
    if let Some(unit) = item.get("unit") {
        body["unit"] = unit.clone();
    }
    body
}

/// Takes a game back to the last decision of its present line at or before a version. A refusal names the decisions, or the version
/// before a step of several commands that the version lies in.
async fn go_back(server: &Server, game: &str, wished: u64) {
    let commands = format!("/v1/games/{game}/commands");
    let back = |to: u64| json!({ "type": "take_back", "to": to, "reason": "Once more." });
    let mut to = wished;
    for _ in 0..3 {
        let heard = server.post(&server.admin, &commands, &back(to)).await;
        if heard.status != 422 {
            heard.is(200);
            return;
        }
        let refusal = heard.json();
        to = match (refusal["to"].as_u64(), refusal["allowed"].as_array()) {
            (Some(to), _) => to,
            (None, Some(allowed)) => {
                let decisions = allowed.iter().filter_map(Value::as_u64);
                decisions.filter(|version| *version <= wished).max().unwrap()
            }
            (None, None) => panic!("{refusal:#}"),
        };
    }
    panic!("no way back to {wished} in game {game}");
}

/// An example of an answer, of the first suggestion of a game; bots play on until there is one. A game that ends without one goes
/// back by a quarter of its events and goes on with other dice.
pub async fn answerable(server: &Server, game: &str, example: &Value) -> Value {
    for _ in 0..100 {
        let all = found(server, Some(&server.admin), game, "").await;
        let Some(item) = items(&all).first() else {
            let before = all["version"].as_u64().unwrap();
            if server.play(&server.admin, game, 20).await == before {
                go_back(server, game, before * 3 / 4).await;
            }
            continue;
        };
        let mut body = answer(example["does"].as_str().unwrap(), item);
        if example["version"].is_string() {
            body["version"] = json!(item["version"].to_string());
        }
        return body;
    }
    panic!("nothing is suggested in game {game}");
}

#[actix_web::test]
async fn every_suggestion_has_its_reason_its_numbers_and_its_rules() {
    let (server, game, _) = played().await;
    let all = found(&server, None, &game, "").await;
    assert!(items(&all).len() >= 2, "{all:#}");
    assert_eq!(all["detectors"].as_array().unwrap().len(), 17);
    for item in items(&all) {
        assert!(!item["reason"].as_str().unwrap().is_empty(), "{item:#}");
        assert!(!item["numbers"].as_array().unwrap().is_empty(), "{item:#}");
        for rule in item["rules"].as_array().unwrap() {
            let path = format!("/v1/systems/before-battle/rules/{}", rule.as_str().unwrap());
            server.get(&path).await.is(200);
        }
        server.get(item["page"].as_str().unwrap()).await.is(200);
        assert_eq!(item["answers"], json!([]));
    }
    let counted: u64 = all["detectors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|detector| detector["found"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, items(&all).len() as u64);
    let versions: Vec<u64> = items(&all)
        .iter()
        .map(|item| item["version"].as_u64().unwrap())
        .collect();
    assert!(versions.is_sorted());
    let first = items(&all)[0]["detector"].as_str().unwrap();
    let some = found(&server, None, &game, &format!("?detector={first}")).await;
    assert!(!items(&some).is_empty() && items(&some).iter().all(|item| item["detector"] == first));
    // Which seat made a mistake is up to the dice.
    let seat = items(&all)[0]["seat"].as_str().unwrap();
    let of_seat = found(&server, None, &game, &format!("?seat={seat}")).await;
    let expected: Vec<&Value> = items(&all).iter().filter(|item| item["seat"] == seat).collect();
    assert_eq!(items(&of_seat).iter().collect::<Vec<_>>(), expected);
}

#[actix_web::test]
async fn a_better_choice_is_told_as_commands_that_a_variation_takes_and_is_drawn() {
    let (server, game, _) = played().await;
    let all = found(&server, None, &game, "").await;
    let page = server.get(&format!("/g/{game}/suggestions")).await.is(200).text();
    let known: Vec<&Value> = items(&all)
        .iter()
        .filter(|item| item.get("better").is_some())
        .collect();
    assert!(!known.is_empty(), "{all:#}");
    for item in known {
        let better = &item["better"];
        let words = better["words"].as_str().unwrap();
        assert!(page.contains(&format!("Better: {words}")), "{words}");
        let weighed = item["weighed"].as_array().unwrap();
        for measure in weighed {
            assert!(page.contains(measure["what"].as_str().unwrap()), "{measure}");
        }
        let (done, more) = (weighed[0]["done"].as_f64(), weighed[0]["better"].as_f64());
        let wants_more = weighed[0]["wanted"] == "more";
        assert!(if wants_more { done < more } else { done > more }, "{item:#}");
        let picture = better["board"].as_str().unwrap();
        let drawn = server.get(picture).await.is(200).text();
        assert!(drawn.contains("<svg"), "{picture}");
        // What was done is another picture than what would have been better.
        let done = format!("/v1/games/{game}/board.svg?at={}&overlays=none", better["at"]);
        assert_ne!(drawn, server.get(&done).await.is(200).text());
        let fork = json!({ "version": better["at"], "dice": "server" });
        let fork = server
            .post(&server.admin, &format!("/v1/games/{game}/variations"), &fork)
            .await
            .is(201)
            .json();
        let fork = fork["game"]["card"]["id"].as_str().unwrap();
        for command in better["commands"].as_array().unwrap() {
            let command = json!({ "type": "play", "seat": item["seat"], "command": command });
            let path = format!("/v1/games/{fork}/commands");
            server.post(&server.admin, &path, &command).await.is(200);
        }
    }
    let at = &items(&all)[0]["version"];
    let none = format!("/v1/games/{game}/board.svg?at={at}&instead=no_such_detector");
    server.get(&none).await.is(400).is_problem("invalid-parameter");
}

#[actix_web::test]
async fn a_suggestion_is_accepted_once_and_becomes_an_annotation() {
    let (server, game, [ada, bob]) = played().await;
    let path = format!("/v1/games/{game}/suggestions");
    let all = found(&server, None, &game, "").await;
    let (one, other) = (&items(&all)[0], &items(&all)[1]);
    let accepted = server
        .post(&ada, &path, &answer("accept", one))
        .await
        .is(200)
        .json();
    let id = accepted["answers"][0]["annotation"].as_str().unwrap().to_owned();
    let said = server
        .get(&format!("/v1/games/{game}/annotations/{id}"))
        .await
        .is(200)
        .json();
    assert_eq!(said["glyphs"][0]["number"], one["glyph"]["number"]);
    let text = said["text"].as_str().unwrap();
    assert!(text.contains(one["reason"].as_str().unwrap()), "{text}");
    assert!(
        text.contains(one["numbers"][0]["name"].as_str().unwrap()),
        "{text}"
    );
    assert_eq!(said["standing"]["version"], one["version"]);
    // Everybody sees that it was accepted; once is enough.
    assert_eq!(
        items(&found(&server, None, &game, "").await)[0]["answers"][0]["annotation"],
        json!(id)
    );
    for does in ["accept", "dismiss"] {
        server
            .post(&ada, &path, &answer(does, one))
            .await
            .is(400)
            .is_problem("invalid-body");
    }
    // Said otherwise.
    let mut otherwise = answer("accept", other);
    otherwise["text"] = json!("I would rather have waited.");
    otherwise["glyphs"] = json!([5]);
    let accepted = server.post(&bob, &path, &otherwise).await.is(200).json();
    let theirs = accepted["answers"][0]["annotation"].as_str().unwrap();
    let said = server
        .get(&format!("/v1/games/{game}/annotations/{theirs}"))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&said["text"], &said["glyphs"][0]["number"]),
        (&json!("I would rather have waited."), &json!(5))
    );
    // Taken away, it waits for an answer again.
    server
        .send(
            actix_web::http::Method::DELETE,
            &ada,
            &format!("/v1/games/{game}/annotations/{id}"),
            &json!({}),
        )
        .await
        .is(204);
    assert_eq!(
        items(&found(&server, None, &game, "").await)[0]["answers"],
        json!([])
    );
    server.post(&ada, &path, &answer("accept", one)).await.is(200);
}

#[actix_web::test]
async fn what_is_put_aside_is_kept_and_told_to_its_author_alone() {
    let (server, game, [ada, bob]) = played().await;
    let path = format!("/v1/games/{game}/suggestions");
    let all = found(&server, None, &game, "").await;
    let one = &items(&all)[0];
    for _ in 0..2 {
        let aside = server
            .post(&ada, &path, &answer("dismiss", one))
            .await
            .is(200)
            .json();
        assert_eq!(aside["answers"].as_array().unwrap().len(), 1);
        assert!(aside["answers"][0].get("annotation").is_none());
    }
    let answers = |found: &Value| items(found)[0]["answers"].clone();
    assert_eq!(
        answers(&found(&server, Some(&ada), &game, "").await)[0]["author"]["you"],
        true
    );
    assert_eq!(answers(&found(&server, Some(&bob), &game, "").await), json!([]));
    assert_eq!(answers(&found(&server, None, &game, "").await), json!([]));
    let again = server
        .post(&ada, &path, &answer("reopen", one))
        .await
        .is(200)
        .json();
    assert_eq!(again["answers"], json!([]));
}

#[actix_web::test]
async fn what_cannot_be_answered_is_refused_and_changes_nothing() {
    let (server, game, [ada, _]) = played().await;
    let path = format!("/v1/games/{game}/suggestions");
    let all = found(&server, None, &game, "").await;
    let one = &items(&all)[0];
    server
        .ask(TestRequest::post().uri(&path).set_json(answer("accept", one)))
        .await
        .is(401);
    let wrong = |field: &str, value: Value| {
        let mut body = answer("accept", one);
        body[field] = value;
        body
    };
    for (body, problem) in [
        (wrong("detector", json!("no_such_thing")), "invalid-body"),
        (wrong("version", json!(1)), "invalid-body"),
        (wrong("unit", json!("Z9")), "invalid-body"),
        (wrong("glyphs", json!([99])), "invalid-body"),
        (wrong("text", json!("x".repeat(10_001))), "invalid-body"),
        (
            wrong("layer", json!("01KAG6Q2Y7M3V9XWZ4T5B8C0DE")),
            "no-such-layer",
        ),
        (wrong("nonsense", json!(1)), "unknown-field"),
    ] {
        let heard = server.post(&ada, &path, &body).await;
        assert!((400..500).contains(&heard.status), "{body}: {}", heard.status);
        heard.is_problem(problem);
    }
    let mut said = answer("dismiss", one);
    said["text"] = json!("No.");
    server
        .post(&ada, &path, &said)
        .await
        .is(400)
        .is_problem("invalid-body");
    assert_eq!(
        items(&found(&server, Some(&ada), &game, "").await)[0]["answers"],
        json!([])
    );
}

#[actix_web::test]
async fn nobody_is_told_what_lies_face_down() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 2).await;
    let none =
        json!({ "type": "play", "seat": "A", "command": { "type": "confirm_weapons", "weapons": [] } });
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &none)
        .await
        .is(200);
    let keeper = found(&server, Some(&server.admin), &game, "").await;
    assert!(
        items(&keeper)
            .iter()
            .any(|item| item["detector"] == "weapon_points_left"),
        "{keeper:#}"
    );
    let public = found(&server, None, &game, "").await;
    assert_eq!(items(&public), &Vec::<Value>::new(), "the lists lie face down");
    for detector in public["detectors"].as_array().unwrap() {
        assert_eq!(detector["found"], 0);
    }
    let page = server.get(&format!("/g/{game}/suggestions")).await.is(200).text();
    assert!(!page.contains("weapon points stay unspent"));
}

#[actix_web::test]
async fn the_pages_take_answers_by_plain_forms() {
    let (server, game, [ada, _]) = played().await;
    let page = format!("/g/{game}/suggestions");
    let anonymous = server.get(&page).await.is(200).text();
    assert!(
        anonymous.contains("Sign in") && !anonymous.contains("<form method=\"post\""),
        "nothing to send"
    );
    let cookie = server.sign_in(&ada).await;
    let all = found(&server, None, &game, "").await;
    let one = &items(&all)[0];
    let version = one["version"].to_string();
    let post = |fields: Value| {
        TestRequest::post()
            .uri(&page)
            .insert_header(("Content-Type", FORM))
            .set_payload(form(&fields))
    };
    let mut fields =
        json!({ "does": "accept", "detector": one["detector"], "version": version, "back": version });
    if let Some(unit) = one.get("unit") {
        fields["unit"] = unit.clone();
    }
    let done = server.browse(&cookie, post(fields.clone())).await.is(303);
    let back = done.header("location").unwrap();
    assert!(back.starts_with(&format!("/g/{game}/{version}#s-")), "{back}");
    let told = server
        .browse(&cookie, TestRequest::get().uri(&page))
        .await
        .is(200)
        .text();
    assert!(told.contains("accepted") && told.contains("the annotation"));
    let replay = server
        .browse(&cookie, TestRequest::get().uri(&format!("/g/{game}/{version}")))
        .await
        .is(200)
        .text();
    assert!(replay.contains("Possible mistakes"));
    fields["does"] = json!("burn");
    server.browse(&cookie, post(fields)).await.is(400);
}
