//! Two moments that bots play on, many times.

use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_openapi::describe::FORM;
use serde_json::{Value, json};

use crate::community::FINISHED;
use crate::table::{Heard, Server};

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

async fn recorded() -> (Server, String) {
    let server = Server::new();
    let game = server.brought(GAME).await;
    (server, game)
}

async fn ask(server: &Server, (one, other): (&str, &str), asked: &Value) -> Heard {
    server
        .ask(
            TestRequest::post()
                .uri(&format!("/v1/games/{one}/with/{other}/outlook"))
                .set_json(asked),
        )
        .await
}

/// Whether an interval holds a value, but for the last digits.
fn holds(interval: &Value, value: f64) -> bool {
    let end = |name: &str| interval[name].as_f64().unwrap();
    end("low") - 1e-12 <= value && value <= end("high") + 1e-12
}

#[actix_web::test]
async fn every_game_is_won_by_somebody_or_drawn_and_nothing_is_recorded() {
    let (server, game) = recorded().await;
    let path = format!("/v1/games/{game}/export");
    let before = server.get(&path).await.is(200).text();
    let asked = json!({ "version": 150, "other_version": 60, "games": 3 });
    let found = ask(&server, (&game, &game), &asked).await.is(200).json();
    assert_eq!((&found["asked"], &found["games"]), (&json!(3), &json!(3)));
    for (side, version) in [("one", 150), ("other", 60)] {
        let of = &found[side];
        assert_eq!((&of["game"], &of["version"]), (&json!(game), &json!(version)));
        let seats = of["seats"].as_array().unwrap();
        let won: u64 = seats.iter().map(|seat| seat["won"].as_u64().unwrap()).sum();
        assert_eq!(won + of["drawn"].as_u64().unwrap(), 3, "{of}");
        let mut whole = 0.0;
        for seat in seats {
            let (won, drawn) = (seat["won"].as_f64().unwrap(), of["drawn"].as_f64().unwrap());
            let share = &seat["share"];
            let value = share["value"].as_f64().unwrap();
            assert!((value - (won + drawn / 2.0) / 3.0).abs() < 1e-12, "{seat}");
            assert!(holds(share, value), "{seat}");
            assert_eq!(share["n"], 3);
            whole += value;
        }
        assert!((whole - 1.0).abs() < 1e-12, "one side's win is the other's loss");
    }
    for (place, difference) in found["differences"].as_array().unwrap().iter().enumerate() {
        let share = |side: &str| found[side]["seats"][place]["share"]["value"].as_f64().unwrap();
        let value = difference["value"].as_f64().unwrap();
        assert!(
            (value - (share("other") - share("one"))).abs() < 1e-12,
            "{difference}"
        );
        assert!(holds(difference, value), "{difference}");
    }
    assert_eq!(server.get(&path).await.text(), before, "nothing is recorded");
}

#[actix_web::test]
async fn the_seed_of_an_answer_gives_the_answer_again_and_one_moment_is_worth_as_much_as_itself() {
    let (server, game) = recorded().await;
    let asked = json!({ "version": 150, "other_version": 150, "games": 4 });
    let first = ask(&server, (&game, &game), &asked).await.is(200).json();
    // Both are the same moment, and the games of one number have the same dice.
    assert_eq!(first["one"], first["other"]);
    assert!(
        first["differences"]
            .as_array()
            .unwrap()
            .iter()
            .all(|difference| difference["value"] == 0.0)
    );
    let mut again = asked.clone();
    again["seed"] = first["seed"].clone();
    assert_eq!(ask(&server, (&game, &game), &again).await.is(200).json(), first);
    let other = ask(&server, (&game, &game), &asked).await.is(200).json();
    assert_ne!(other["seed"], first["seed"], "nobody knows the dice before");
}

#[actix_web::test]
async fn what_is_wrong_is_told_with_its_place() {
    let (server, game) = recorded().await;
    let stats = server
        .get(&format!("/v1/games/{game}/stats"))
        .await
        .is(200)
        .json();
    let end = stats["version"].as_u64().unwrap();
    let rows = [
        (
            json!({ "version": 0, "other_version": 150 }),
            "no-such-version",
            "",
        ),
        (
            json!({ "version": 150, "other_version": 999_999 }),
            "no-such-version",
            "",
        ),
        (json!({ "version": 150 }), "invalid-body", ""),
        (
            json!({ "version": 150, "other_version": 150, "games": 0 }),
            "invalid-body",
            "/games",
        ),
        (
            json!({ "version": 150, "other_version": 150, "games": 101 }),
            "invalid-body",
            "/games",
        ),
        (
            json!({ "version": 150, "other_version": 150, "seed": "abc" }),
            "invalid-body",
            "/seed",
        ),
        (
            json!({ "version": 150, "other_version": 150, "gmaes": 1 }),
            "unknown-field",
            "/gmaes",
        ),
        // Where the game is over nobody is asked anything.
        (
            json!({ "version": 150, "other_version": end, "games": 1 }),
            "refused",
            "",
        ),
    ];
    for (asked, problem, place) in rows {
        let told = ask(&server, (&game, &game), &asked)
            .await
            .is_problem(problem)
            .json();
        if !place.is_empty() {
            assert_eq!(told["errors"][0]["path"], place, "{asked}: {told}");
        }
    }
    let foreign = json!({ "system": "battleground-4", "dice": "reported" });
    let foreign = server.game(&server.admin, foreign).await;
    let asked = json!({ "version": 150, "other_version": 1, "games": 1 });
    let told = ask(&server, (&game, &foreign), &asked)
        .await
        .is_problem("invalid-body")
        .json();
    assert!(told["errors"].to_string().contains("Before Battle"), "{told}");
    ask(&server, (&game, "nonsense"), &asked)
        .await
        .is_problem("no-such-game");
}

#[actix_web::test]
async fn hidden_things_do_not_show_in_what_bots_make_of_them() {
    let (server, open) = recorded().await;
    let game = server.plain_game(&server.admin).await;
    let id = game.parse().unwrap();
    let asked = json!({ "version": 1, "other_version": 1, "games": 1 });
    let mut refused = 0;
    for _ in 0..12 {
        server.play(&server.admin, &game, 3).await;
        let head = server.services.games.head(id).await.unwrap();
        if head.secrets && !head.over {
            for pair in [(&game, &open), (&open, &game)] {
                ask(&server, (pair.0, pair.1), &asked)
                    .await
                    .is_problem("hidden-until-the-end");
            }
            refused += 1;
        }
    }
    assert!(refused > 0, "no moment had secrets");
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let private = json!({ "system": "before-battle", "visibility": "private" });
    let private = server.game(&ada, private).await;
    for pair in [(&private, &open), (&open, &private)] {
        ask(&server, (pair.0, pair.1), &asked)
            .await
            .is_problem("no-such-game");
    }
}

#[actix_web::test]
async fn the_page_of_two_games_has_a_form_that_works_without_a_script() {
    let (server, game) = recorded().await;
    let fork = json!({ "version": 60, "dice": "server", "bots": { "seats": { "A": "greedy", "B": "greedy" }, "commands": 4 } });
    let made = server
        .post(&server.admin, &format!("/v1/games/{game}/variations"), &fork)
        .await
        .is(201)
        .json();
    let other = made["game"]["card"]["id"].as_str().unwrap().to_owned();
    let page = server
        .get_as(&server.admin, &format!("/g/{game}/with/{other}?step=1"))
        .await
        .is(200)
        .text();
    let action = format!("/g/{game}/with/{other}/outlook");
    let form = page
        .split_once(&format!("action=\"{action}\""))
        .expect("a form")
        .1;
    let hidden = |name: &str| {
        let from = form.split_once(&format!("name=\"{name}\" value=\"")).unwrap().1;
        from.split('"').next().unwrap().to_owned()
    };
    let fields = format!(
        "version={}&other_version={}&games=2",
        hidden("version"),
        hidden("other_version")
    );
    let send = |fields: &str| {
        server.ask(
            TestRequest::post()
                .uri(&action)
                .insert_header(("Authorization", format!("Bearer {}", server.admin)))
                .insert_header(("Content-Type", FORM))
                .insert_header(("Accept", "text/html"))
                .set_payload(fields.to_owned()),
        )
    };
    let told = send(&fields).await.is(200).text();
    assert!(
        told.contains("2 times each") && told.contains("Share of games won"),
        "{told}"
    );
    assert!(
        told.contains(&format!("href=\"/g/{game}/with/{other}\"")),
        "a way back"
    );
    send("version=").await.is(400);
    send(&format!("{fields}&games=0")).await.is(400);
}

#[actix_web::test]
async fn luck_is_told_apart_since_the_games_part() {
    let (server, game) = recorded().await;
    let compare = async |other: &str| {
        server
            .get(&format!("/v1/games/{game}/compare?with={other}"))
            .await
            .is(200)
            .json()
    };
    let luck = |found: &Value, seat: usize, name: &str| {
        let figures = found["seats"][seat]["figures"].as_array().unwrap();
        let figure = figures.iter().find(|figure| figure["name"] == name).unwrap();
        (figure["one"].as_f64().unwrap(), figure["other"].as_f64().unwrap())
    };
    // Of games that are the same no die was thrown since they part: neither lucky nor unlucky.
    let same = compare(&game).await;
    for seat in 0..2 {
        assert_eq!(luck(&same, seat, "luck of the dice since they part"), (0.5, 0.5));
    }
    // Games that part before the first die differ in all their dice.
    let apart = server.brought(FINISHED[1]).await;
    let found = compare(&apart).await;
    let first_die = async |game: &str| {
        let table = server
            .get(&format!("/v1/games/{game}/stats.csv?of=dice"))
            .await
            .is(200)
            .text();
        let first = table.lines().nth(1).expect("a roll").to_owned();
        first.split(',').next().unwrap().parse::<u64>().unwrap()
    };
    assert!(found["one"]["branch"].as_u64().unwrap() < first_die(&game).await);
    assert!(found["other"]["branch"].as_u64().unwrap() < first_die(&apart).await);
    for seat in 0..2 {
        assert_eq!(
            luck(&found, seat, "luck of the dice since they part"),
            luck(&found, seat, "luck of the dice")
        );
    }
}
