//! Two games side by side: as data and as a page.

use hindsight_api::access::Scope;
use serde_json::{Value, json};

use crate::table::Server;

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

/// A recorded game and a variation of it that bots played to its end.
async fn pair() -> (Server, String, String, u64) {
    let server = Server::new();
    let game = server.brought(GAME).await;
    let bots = json!({ "version": 60, "dice": "server", "title": "<b>Otherwise</b>", "bots": { "seats": { "A": "greedy", "B": "random" } } });
    let made = server
        .post(&server.admin, &format!("/v1/games/{game}/variations"), &bots)
        .await
        .is(201)
        .json();
    let other = made["game"]["card"]["id"].as_str().unwrap().to_owned();
    (server, game, other, made["of"]["version"].as_u64().unwrap())
}

async fn compare(server: &Server, one: &str, other: &str) -> Value {
    server
        .get(&format!("/v1/games/{one}/compare?with={other}"))
        .await
        .is(200)
        .json()
}

fn figure(found: &Value, seat: usize, name: &str) -> (f64, f64, f64) {
    let figures = found["seats"][seat]["figures"].as_array().unwrap();
    let figure = figures.iter().find(|figure| figure["name"] == name).unwrap();
    let read = |field: &str| figure[field].as_f64().unwrap();
    (read("one"), read("other"), read("difference"))
}

#[actix_web::test]
async fn a_game_and_its_variation_part_where_it_branches_off() {
    let (server, game, other, branch) = pair().await;
    let found = compare(&server, &game, &other).await;
    assert!(
        found["one"]["branch"].as_u64().unwrap() >= branch,
        "{}",
        found["one"]
    );
    // Behind the branch point everything that is told is told in its own game, and nothing of before.
    let turns = found["turns"].as_array().unwrap();
    let mut last = None;
    for turn in turns {
        let number = turn["turn"].as_u64();
        assert!(number > last || last.is_none(), "turns stand in order");
        last = number;
        for (side, id) in [("one", &game), ("other", &other)] {
            for event in turn[side].as_array().unwrap() {
                let version = event["version"].as_u64().unwrap();
                assert!(version > found[side]["branch"].as_u64().unwrap());
                let told = server
                    .get(&format!("/g/{id}/{version}.json"))
                    .await
                    .is(200)
                    .json();
                assert_eq!(told["words"], event["words"]);
            }
        }
    }
    assert!(
        turns
            .iter()
            .any(|turn| !turn["other"].as_array().unwrap().is_empty())
    );
    // Its figures are those of the games.
    for (place, id) in [(0, &game), (1, &other)] {
        let stats = server.get(&format!("/v1/games/{id}/stats")).await.is(200).json();
        let seats = stats["seats"].as_array().unwrap();
        for (number, seat) in seats.iter().enumerate() {
            let lost = figure(&found, number, "units lost");
            let of = if place == 0 { lost.0 } else { lost.1 };
            assert_eq!(Some(of), seat["lost"].as_f64(), "seat {number} of {id}");
            assert!((lost.2 - (lost.1 - lost.0)).abs() < 1e-9);
            let luck = figure(&found, number, "luck of the dice");
            let of = if place == 0 { luck.0 } else { luck.1 };
            assert!((of - seat["luck"]["percentile"].as_f64().unwrap()).abs() < 1e-9);
        }
    }
    // Turned round it says the same.
    let round = compare(&server, &other, &game).await;
    assert_eq!(
        (&round["one"], &round["shared"]),
        (&found["other"], &found["shared"])
    );
    let same = compare(&server, &game, &game).await;
    assert_eq!(
        (&same["turns"], &same["one"]["branch"]),
        (&json!([]), &same["one"]["version"])
    );
}

#[actix_web::test]
async fn what_cannot_be_held_together_is_told() {
    let (server, game, _, _) = pair().await;
    let path = |with: &str| format!("/v1/games/{game}/compare{with}");
    server.get(&path("")).await.is_problem("invalid-parameter");
    server
        .get(&path("?with=nonsense"))
        .await
        .is_problem("no-such-game");
    server
        .get(&path("?with=01KAG6Q2Y7M3V9XWZ4T5B8C0DE"))
        .await
        .is_problem("no-such-game");
    let foreign = server
        .game(
            &server.admin,
            json!({ "system": "battleground-4", "dice": "reported" }),
        )
        .await;
    let told = server
        .get(&path(&format!("?with={foreign}")))
        .await
        .is_problem("invalid-parameter");
    assert!(told.json()["detail"].as_str().unwrap().contains("Before Battle"));
    // A private game is none to others, on either side.
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    let private = server
        .game(
            &ada,
            json!({ "system": "before-battle", "visibility": "private" }),
        )
        .await;
    for path in [
        path(&format!("?with={private}")),
        format!("/v1/games/{private}/compare?with={game}"),
        format!("/g/{game}/with/{private}"),
        format!("/g/{private}/with/{game}"),
    ] {
        server.get(&path).await.is_problem("no-such-game");
        server.get_as(&ada, &path).await.is(200);
    }
}

#[actix_web::test]
async fn the_page_steps_both_boards_without_a_script() {
    let (server, game, other, _) = pair().await;
    let address = format!("/g/{game}/with/{other}");
    let opened = server.get(&address).await.is(200).text();
    let last = server.get(&format!("{address}?step=99998")).await.is(200).text();
    assert!(last.contains("&lt;b&gt;Otherwise") && !last.contains("<b>Otherwise"));
    let step = |number: &str| {
        let server = &server;
        let path = format!("{address}?step={number}");
        async move { server.get(&path).await.is(200).text() }
    };
    let first = step("0").await;
    let found = compare(&server, &game, &other).await;
    for side in ["one", "other"] {
        let branch = found[side]["branch"].as_u64().unwrap();
        assert!(first.contains(&format!("Event {branch} of ")), "{side}");
    }
    assert!(first.contains(&format!("{address}?step=1")), "a link leads on");
    let next = step("1").await;
    assert!(next.contains(&format!("{address}?step=0")), "and back");
    let pair = |page: &str| page.split_once("data-part=\"pair\"").unwrap().1.to_owned();
    assert_eq!(pair(&opened), pair(&first), "it opens where the games part");
    assert_eq!(
        pair(&step("99999").await),
        pair(&last),
        "there is nothing behind the end"
    );
    for wrong in ["?step=-1", "?step=x"] {
        server
            .get(&format!("{address}{wrong}"))
            .await
            .is_problem("invalid-parameter");
    }
    let listed = server.get(&format!("/g/{game}")).await.is(200).text();
    assert!(listed.contains(&address), "the list of variations leads here");
}
