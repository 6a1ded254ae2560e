//! Dice of a command while the choices of others are closed to its seat: refusals must not let it try what those choices are.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_engine::kernel::{Ask, Bot, Seat, Viewer, bot_rng};
use hindsight_engine::{AnyGame, CommandError};
use serde_json::{Value, json};

use crate::table::{Heard, Server};

/// The most commands until one list is chosen and the other is not.
const MOST: usize = 60;

/// A game of a system with reported dice, in which South has chosen what North may not know, and North's token.
async fn half_chosen(system: &str) -> (Server, String, String) {
    let server = Server::new();
    let made = server
        .post(
            &server.admin,
            "/v1/games",
            &json!({ "system": system, "dice": "reported" }),
        )
        .await
        .is(201)
        .json();
    let game = made["card"]["id"].as_str().unwrap().to_owned();
    let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": game });
    let token = server
        .post(&server.admin, "/v1/tokens", &seat)
        .await
        .is(201)
        .json();
    let mut rng = bot_rng(3);
    for _ in 0..MOST {
        let now = now(&server, &game).await;
        if now.sealed_choices(Viewer::Seat(Seat::B)) > 0 {
            return (server, game, token["secret"].as_str().unwrap().to_owned());
        }
        let asked = now.info(Viewer::Everything).awaiting;
        let seat = asked.first().unwrap().seat;
        let command = now.choose(Bot::Greedy, seat, &mut rng).unwrap();
        let given = json!({ "type": "play", "seat": seat, "command": command });
        let given = with_dice(now.as_ref(), given);
        server.post(&server.admin, &commands(&game), &given).await.is(200);
    }
    panic!("nothing is closed in {system} after {MOST} commands");
}

fn commands(game: &str) -> String {
    format!("/v1/games/{game}/commands")
}

async fn now(server: &Server, game: &str) -> Arc<dyn AnyGame> {
    Arc::clone(
        &server
            .services
            .games
            .head(game.parse().unwrap())
            .await
            .unwrap()
            .game,
    )
}

/// A command with the dice that the rules ask for, each of them a one.
fn with_dice(game: &dyn AnyGame, mut given: Value) -> Value {
    let mut dice: Vec<u8> = Vec::new();
    loop {
        given["dice"] = json!(dice);
        match game.decide(given.clone(), None, None) {
            Err(CommandError::Refused(refusal)) if refusal.details.contains_key("needed") => {
                let ask: Ask = serde_json::from_value(refusal.details["needed"].clone()).unwrap();
                // Two rolls that are compared must differ at last.
                let face = dice.len() % usize::from(ask.sides) + 1;
                dice.extend(std::iter::repeat_n(u8::try_from(face).unwrap(), ask.count));
            }
            decided => {
                decided.unwrap();
                return given;
            }
        }
    }
}

/// Gives North's list as North, with these dice.
async fn tried(server: &Server, token: &str, game: &str, given: &Value, dice: &Value) -> Heard {
    tried_by("", server, token, game, given, dice).await
}

/// The same by a query of the request.
async fn tried_by(
    query: &str,
    server: &Server,
    token: &str,
    game: &str,
    given: &Value,
    dice: &Value,
) -> Heard {
    let mut given = given.clone();
    given["dice"] = dice.clone();
    let request = TestRequest::post()
        .uri(&format!("{}{query}", commands(game)))
        .insert_header(("Authorization", format!("Bearer {token}")))
        .set_json(given);
    server.ask(request).await
}

#[actix_web::test]
async fn after_three_refusals_for_dice_a_seat_waits_whatever_its_dice_are() {
    for system in ["battleground-4", "battleground-3"] {
        let (server, game, bob) = half_chosen(system).await;
        let now = now(&server, &game).await;
        let list = now.choose(Bot::Greedy, Seat::B, &mut bot_rng(5)).unwrap();
        let given = json!({ "type": "play", "seat": "B", "command": list });
        let whole = with_dice(now.as_ref(), given.clone());
        let spare = json!(vec![1; whole["dice"].as_array().unwrap().len() + 1]);
        for _ in 0..3 {
            let refused = tried(&server, &bob, &game, &given, &spare)
                .await
                .is_problem("refused")
                .json();
            assert!(
                refused.get("needed").is_none() && refused.get("left_over").is_none(),
                "{refused:#}"
            );
        }
        for dice in [&spare, &whole["dice"]] {
            let heard = tried(&server, &bob, &game, &given, dice).await;
            let waits = heard.is_problem("too-many-requests").json();
            assert_eq!(waits["limit"], "dice-of-closed-choices", "{waits:#}");
        }
        // Talk goes on, and whoever keeps the record sees everything anyway.
        let talk = json!({ "type": "say", "seat": "B", "text": "One moment." });
        server.post(&bob, &commands(&game), &talk).await.is(200);
        server.post(&server.admin, &commands(&game), &whole).await.is(200);
    }
}

#[actix_web::test]
async fn dice_that_fit_are_taken_at_once_and_no_refusal_of_another_kind_counts() {
    let (server, game, bob) = half_chosen("battleground-4").await;
    let now = now(&server, &game).await;
    for _ in 0..5 {
        let wrong = json!({ "type": "play", "seat": "B", "command": { "type": "end_phase" } });
        tried(&server, &bob, &game, &wrong, &json!([]))
            .await
            .is_problem("refused");
    }
    let list = now.choose(Bot::Greedy, Seat::B, &mut bot_rng(5)).unwrap();
    let whole = with_dice(
        now.as_ref(),
        json!({ "type": "play", "seat": "B", "command": list }),
    );
    tried(&server, &bob, &game, &whole, &whole["dice"]).await.is(200);
}

/// Two choices of North, each with dice that fit.
fn two_choices(now: &dyn AnyGame) -> [Value; 2] {
    let chosen = |bot: Bot, seed: u64| now.choose(bot, Seat::B, &mut bot_rng(seed)).unwrap();
    let one = chosen(Bot::Greedy, 5);
    let mut others = (6..200).map(|seed| chosen(Bot::Random, seed));
    let other = others.find(|other| *other != one).unwrap();
    [one, other].map(|command| with_dice(now, json!({ "type": "play", "seat": "B", "command": command })))
}

/// Gives North's choice with a die more than the rules roll.
async fn refused_for_dice(server: &Server, token: &str, game: &str, choice: &Value) {
    let spare = json!(vec![1; choice["dice"].as_array().unwrap().len() + 1]);
    let refused = tried(server, token, game, choice, &spare).await;
    refused.is_problem("refused");
}

/// Gives another choice than the one that stands, with dice that fit, and is refused for it.
async fn refused_as_another(server: &Server, token: &str, game: &str, choice: &Value) {
    let refused = tried(server, token, game, choice, &choice["dice"]).await;
    let refused = refused.is_problem("refused").json();
    let why = refused["detail"].as_str().unwrap();
    assert!(why.contains("you have chosen already"), "{why}");
}

#[actix_web::test]
async fn a_choice_refused_for_its_dice_stands_and_only_its_dice_may_change() {
    for system in ["battleground-4", "battleground-3"] {
        let (server, game, bob) = half_chosen(system).await;
        let [one, other] = two_choices(now(&server, &game).await.as_ref());
        refused_for_dice(&server, &bob, &game, &one).await;
        refused_as_another(&server, &bob, &game, &other).await;
        // Nor do words free the seat from its choice.
        let talk = json!({ "type": "say", "seat": "B", "text": "One moment." });
        server.post(&bob, &commands(&game), &talk).await.is(200);
        refused_as_another(&server, &bob, &game, &other).await;
        // A die was misread: the same choice with the dice as they lie.
        tried(&server, &bob, &game, &one, &one["dice"]).await.is(200);
    }
}

#[actix_web::test]
async fn whoever_keeps_the_record_gives_another_choice_than_the_one_that_stands() {
    for system in ["battleground-4", "battleground-3"] {
        let (server, game, bob) = half_chosen(system).await;
        let [one, other] = two_choices(now(&server, &game).await.as_ref());
        refused_for_dice(&server, &bob, &game, &one).await;
        server.post(&server.admin, &commands(&game), &other).await.is(200);
    }
}

#[actix_web::test]
async fn a_choice_that_stands_is_taken_back_with_the_consent_of_the_other_side_alone() {
    for system in ["battleground-4", "battleground-3"] {
        let (server, game, bob) = half_chosen(system).await;
        let at = format!("/v1/games/{game}");
        server
            .send(Method::PATCH, &server.admin, &at, &json!({ "undo": "own_last" }))
            .await
            .is(200);
        let [one, other] = two_choices(now(&server, &game).await.as_ref());
        let before = now(&server, &game).await.version();
        // Words of their own are a seat's to take back, but not as long as its choice stands.
        let talk = json!({ "type": "say", "seat": "B", "text": "One moment." });
        server.post(&bob, &commands(&game), &talk).await.is(200);
        refused_for_dice(&server, &bob, &game, &one).await;
        let back = json!({ "type": "take_back", "seat": "B", "to": before });
        server
            .post(&bob, &commands(&game), &back)
            .await
            .is_problem("needs-consent");
        let asked = server
            .post(&bob, &format!("{at}/undo"), &json!({ "to": before }))
            .await;
        assert_eq!(asked.is(200).json()["done"], false);
        refused_as_another(&server, &bob, &game, &other).await;
        let agreed = server
            .post(
                &server.admin,
                &format!("{at}/undo/answer"),
                &json!({ "agree": true }),
            )
            .await;
        assert_eq!(agreed.is(200).json()["done"], true);
        tried(&server, &bob, &game, &other, &other["dice"]).await.is(200);
    }
}

/// A run past passes decides commands on its way: no dice are tried by it, and no roll behind a closed choice is told.
#[actix_web::test]
async fn implied_passes_are_no_way_round_a_closed_choice() {
    for system in ["battleground-4", "battleground-3"] {
        let (server, game, bob) = half_chosen(system).await;
        let [one, other] = two_choices(now(&server, &game).await.as_ref());
        let ahead = server
            .get_as(&bob, &format!("/v1/games/{game}/offers?ahead=true"))
            .await
            .is(200)
            .json();
        assert_eq!(
            (&ahead["ahead"]["ends"], ahead["ahead"].get("needed")),
            (&json!("shows"), None)
        );
        let next = json!({ "type": "next", "seat": "B" });
        tried_by("?imply=true", &server, &bob, &game, &next, &json!([3, 4]))
            .await
            .is_problem("refused");
        let spare = json!(vec![1; one["dice"].as_array().unwrap().len() + 1]);
        let refused = tried_by("?imply=true", &server, &bob, &game, &one, &spare).await;
        let refused = refused.is_problem("refused").json();
        assert!(
            refused.get("needed").is_none() && refused.get("left_over").is_none(),
            "{refused:#}"
        );
        // The choice stands, whichever way it is given.
        for query in ["?imply=true", ""] {
            let refused = tried_by(query, &server, &bob, &game, &other, &other["dice"]).await;
            let why = refused.is_problem("refused").json()["detail"].to_string();
            assert!(why.contains("you have chosen already"), "{why}");
        }
        tried_by("?imply=true", &server, &bob, &game, &one, &one["dice"])
            .await
            .is(200);
    }
}
