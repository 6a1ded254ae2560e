//! The dice of a command thrown again, many times.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_openapi::describe::FORM;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

/// A game in which players are asked between the dice of an attack and its result.
const WINDOWS: &str = include_str!("../../../tests/games/the-levy-that-came-back.hgn");
/// A game whose damage is counted in Flight Points.
const POINTS: &str = include_str!("../../../tests/games/the-extended-example.hgn");

async fn recorded() -> (Server, String) {
    let server = Server::new();
    let game = server.brought(GAME).await;
    (server, game)
}

/// All facts of a kind, each with the version of its event.
async fn facts(server: &Server, game: &str, kind: &str) -> Vec<(u64, Value)> {
    let (mut found, mut from) = (Vec::new(), 1);
    loop {
        let path = format!("/v1/games/{game}/events?from={from}&limit=1000&facts=true");
        let page = server.get(&path).await.is(200).json();
        let items = page["items"].as_array().unwrap();
        for item in items {
            from = item["version"].as_u64().unwrap() + 1;
            let told = item["facts"].as_array().unwrap().iter();
            let of_kind = told.filter(|fact| fact["fact"] == kind);
            found.extend(of_kind.map(|fact| (from - 1, fact.clone())));
        }
        if items.len() < 1000 {
            return found;
        }
    }
}

/// The versions of attacks, each with the fact that tells it.
async fn attacks(server: &Server, game: &str) -> Vec<(u64, Value)> {
    facts(server, game, "attack_resolved").await
}

async fn reroll(server: &Server, game: &str, asked: &Value) -> Heard {
    server
        .ask(
            TestRequest::post()
                .uri(&format!("/v1/games/{game}/rerolls"))
                .set_json(asked),
        )
        .await
}

fn damage<'f>(found: &'f Value, attack: &Value) -> &'f Value {
    let numbers = found["numbers"].as_array().unwrap();
    let of = |number: &&Value| {
        number["what"] == "damage"
            && number["unit"] == attack["unit"]
            && number["against"] == attack["against"]
    };
    numbers.iter().find(of).unwrap()
}

#[actix_web::test]
async fn throws_agree_with_the_exact_odds_of_one_resolution() {
    let (server, game) = recorded().await;
    let before = server
        .get(&format!("/v1/games/{game}/export"))
        .await
        .is(200)
        .text();
    let mut with_exact = 0;
    for (version, attack) in attacks(&server, &game).await.into_iter().take(4) {
        let found = reroll(&server, &game, &json!({ "version": version, "times": 3000 }))
            .await
            .is(200)
            .json();
        assert_eq!((&found["times"], &found["refused"]), (&json!(3000), &json!(0)));
        assert!(found["first"].as_u64().unwrap() <= version && version <= found["last"].as_u64().unwrap());
        let number = damage(&found, &attack);
        let whole: f64 = number["distribution"]["p"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| p.as_f64().unwrap())
            .sum();
        assert!((whole - 1.0).abs() < 1e-9);
        let Some(exact) = number.get("exact") else {
            continue;
        };
        with_exact += 1;
        assert_eq!(number["actual"], attack["damage"], "one resolution makes it");
        assert_eq!(exact, &attack["expected"], "the odds that stand in the record");
        // The mean of 3,000 throws of a number that hardly leaves 0 to 10: six standard errors are below 0.4.
        let mean: f64 = exact["p"]
            .as_array()
            .unwrap()
            .iter()
            .zip(exact["from"].as_i64().unwrap()..)
            .map(|(p, value)| p.as_f64().unwrap() * value as f64)
            .sum();
        assert!((number["mean"].as_f64().unwrap() - mean).abs() < 0.4, "{number}");
    }
    assert!(with_exact > 0, "no attack stood alone");
    assert_eq!(
        server.get(&format!("/v1/games/{game}/export")).await.text(),
        before,
        "nothing is recorded"
    );
}

#[actix_web::test]
async fn attack_whose_dice_an_earlier_command_threw_has_no_exact_odds() {
    let server = Server::new();
    let game = server.brought(WINDOWS).await;
    let dice = facts(&server, &game, "dice_rolled").await;
    let (mut thrown_before, mut thrown_here) = (0, 0);
    for (version, attack) in attacks(&server, &game).await {
        let answer = reroll(&server, &game, &json!({ "version": version, "times": 20 })).await;
        if answer.status != 200 {
            // No dice at all were thrown for the command.
            answer.is_problem("invalid-body");
            continue;
        }
        let found = answer.json();
        let command = found["first"].as_u64().unwrap()..=found["last"].as_u64().unwrap();
        let of_attack = |(at, fact): &(u64, Value)| {
            command.contains(at) && fact["unit"] == attack["unit"] && fact["against"] == attack["against"]
        };
        if dice.iter().any(of_attack) {
            thrown_here += 1;
        } else {
            thrown_before += 1;
            let number = damage(&found, &attack);
            assert!(number.get("exact").is_none(), "event {version}: {number}");
        }
    }
    assert!(
        thrown_before > 0 && thrown_here > 0,
        "{thrown_before} and {thrown_here}"
    );
}

#[actix_web::test]
async fn damage_is_told_in_the_words_of_the_game() {
    let server = Server::new();
    let game = server.brought(POINTS).await;
    let mut told = 0;
    for (version, _) in attacks(&server, &game).await {
        let answer = reroll(&server, &game, &json!({ "version": version, "times": 20 })).await;
        if answer.status != 200 {
            answer.is_problem("invalid-body");
            continue;
        }
        let found = answer.json();
        for number in found["numbers"].as_array().unwrap() {
            assert_ne!(number["what"], "models", "{number}");
            if number["what"] == "wounds" {
                told += 1;
                assert!(
                    number["words"].as_str().unwrap().starts_with("Flight Points of "),
                    "{number}"
                );
            }
        }
    }
    assert!(told > 0);
}

#[actix_web::test]
async fn the_seed_of_an_answer_gives_the_answer_again() {
    let (server, game) = recorded().await;
    let (version, _) = attacks(&server, &game).await.remove(0);
    let first = reroll(&server, &game, &json!({ "version": version, "times": 50 }))
        .await
        .is(200)
        .json();
    let again = json!({ "version": version, "times": 50, "seed": first["seed"] });
    assert_eq!(reroll(&server, &game, &again).await.is(200).json(), first);
    let other = reroll(&server, &game, &json!({ "version": version, "times": 50 }))
        .await
        .json();
    assert_ne!(other["seed"], first["seed"], "nobody knows the dice before");
    // Each throw takes the next dice: ten times as many throws are not ten times the same.
    let more = json!({ "version": version, "times": 500, "seed": first["seed"] });
    let more = reroll(&server, &game, &more).await.is(200).json();
    assert_eq!(more["times"], 500);
    let spread = |told: &Value| -> Vec<Value> {
        let numbers = told["numbers"].as_array().unwrap();
        numbers
            .iter()
            .map(|number| number["distribution"].clone())
            .collect()
    };
    assert_ne!(spread(&more), spread(&first));
}

#[actix_web::test]
async fn what_is_wrong_is_told_with_its_place() {
    let (server, game) = recorded().await;
    let (version, _) = attacks(&server, &game).await.remove(0);
    let rows = [
        (json!({ "version": 0 }), "no-such-version", ""),
        (json!({ "version": 999_999 }), "no-such-version", ""),
        (json!({ "version": 1 }), "invalid-body", "/version"),
        (
            json!({ "version": version, "times": 0 }),
            "invalid-body",
            "/times",
        ),
        (
            json!({ "version": version, "times": 10_001 }),
            "invalid-body",
            "/times",
        ),
        (
            json!({ "version": version, "seed": "abc" }),
            "invalid-body",
            "/seed",
        ),
        (
            json!({ "version": version, "tmies": 1 }),
            "unknown-field",
            "/tmies",
        ),
        (json!({ "version": "soon" }), "invalid-body", "/version"),
    ];
    for (asked, problem, place) in rows {
        let told = reroll(&server, &game, &asked).await.is_problem(problem).json();
        if !place.is_empty() {
            assert_eq!(told["errors"][0]["path"], place, "{asked}: {told}");
        }
    }
}

#[actix_web::test]
async fn hidden_things_do_not_show_in_other_dice() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let id = game.parse().unwrap();
    let mut refused = 0;
    for _ in 0..12 {
        let version = server.play(&server.admin, &game, 3).await;
        let head = server.services.games.head(id).await.unwrap();
        if head.secrets && !head.over {
            reroll(&server, &game, &json!({ "version": version }))
                .await
                .is_problem("hidden-until-the-end");
            refused += 1;
        }
    }
    assert!(refused > 0, "no moment had secrets");
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let private = server
        .game(
            &ada,
            json!({ "system": "before-battle", "visibility": "private" }),
        )
        .await;
    reroll(&server, &private, &json!({ "version": 1 }))
        .await
        .is_problem("no-such-game");
}

#[actix_web::test]
async fn the_log_has_a_button_and_the_form_works_without_a_script() {
    let (server, game) = recorded().await;
    let (version, attack) = attacks(&server, &game).await.remove(0);
    let page = server.get(&format!("/g/{game}/{version}")).await.is(200).text();
    assert!(page.contains(&format!("action=\"/g/{game}/rerolls\"")));
    let send = |fields: String| {
        server.ask(
            TestRequest::post()
                .uri(&format!("/g/{game}/rerolls"))
                .insert_header(("Content-Type", FORM))
                .insert_header(("Accept", "text/html"))
                .set_payload(fields),
        )
    };
    let told = send(format!("version={version}&times=100")).await.is(200).text();
    assert!(
        told.contains("100 times") && told.contains("percentile"),
        "{told}"
    );
    assert!(told.contains(attack["unit"].as_str().unwrap()));
    assert!(told.contains(&format!("href=\"/g/{game}/")), "a way back");
    send("version=".to_owned()).await.is(400);
    send(format!("version={version}&times=0")).await.is(400);
}
