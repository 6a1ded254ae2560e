//! Webhooks: who registers them where, what is sent when, how it is signed, sent again and given up.

mod ports;
mod receiver;

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::Method;
use hindsight_api::Settings;
use hindsight_api::access::Scope;
use hindsight_api::base::settings::WebhookTargets;
use hindsight_openapi::wire::Role;
use hindsight_store::MemoryStore;
use serde_json::{Value, json};

use crate::people::{Account, PASSWORD};
use crate::table::Server;
use receiver::{Arrived, Receiver};

/// An hour and a day, in milliseconds.
const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

fn sends(webhooks: WebhookTargets) -> Settings {
    Settings {
        webhooks,
        ..Server::quiet()
    }
}

/// A server that sends anywhere, with an account and a receiver.
async fn scene() -> (Server, Account, Receiver) {
    let server = Server::with(&sends(WebhookTargets::Anywhere));
    let ada = server.account("ada", Role::Player).await;
    (server, ada, Receiver::new())
}

impl Server {
    /// Registers a webhook; its id and its secret.
    async fn hook(&self, who: &Account, receiver: &Receiver, events: &[&str]) -> (String, String) {
        let asked = json!({ "url": receiver.url(), "events": events });
        let made = self.browse_post(who, "/v1/webhooks", &asked).await.is(201).json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&made["webhook"]["id"]), text(&made["secret"]))
    }

    async fn hook_now(&self, who: &Account, id: &str) -> Value {
        self.browse_get(who, &format!("/v1/webhooks/{id}"))
            .await
            .is(200)
            .json()
    }

    async fn test_hook(&self, who: &Account, id: &str) {
        let path = format!("/v1/webhooks/{id}/test");
        self.browse_post(who, &path, &json!({})).await.is(202);
    }

    /// Sends what is due; how many messages were taken and how many attempts failed.
    async fn send_messages(&self, now: u64) -> (u64, u64) {
        let sent = self.services.webhooks.run_at(now).await.unwrap();
        (sent.taken, sent.failed)
    }

    /// Starts to send what is due, as the running server does.
    async fn dispatch(&self) {
        self.services.webhooks.dispatch(|_| ()).await.unwrap();
    }

    /// Sends until nothing is due any more; what is noticed meanwhile is due a moment later.
    async fn send_all(&self, now: u64) -> u64 {
        let mut taken = 0;
        loop {
            let sent = self.send_messages(now + 5_000).await;
            taken += sent.0;
            if sent == (0, 0) {
                return taken;
            }
        }
    }

    /// A game that somebody keeps.
    async fn game_of(&self, who: &Account) -> String {
        let asked = json!({ "system": "before-battle", "title": "Tuesday", "visibility": "private" });
        let made = self.browse_post(who, "/v1/games", &asked).await.is(201).json();
        made["card"]["id"].as_str().unwrap().to_owned()
    }
}

fn now() -> u64 {
    hindsight_api::base::now_ms()
}

#[actix_web::test]
async fn a_test_arrives_signed_as_the_standard_says() {
    let (server, ada, receiver) = scene().await;
    let (id, secret) = server.hook(&ada, &receiver, &["game.finished"]).await;
    server.test_hook(&ada, &id).await;
    assert_eq!(server.send_messages(now()).await, (1, 0));
    let arrived = receiver.arrived();
    assert_eq!(arrived.len(), 1);
    let message = &arrived[0];
    assert_eq!(
        (message.path.as_str(), message.event().as_str()),
        ("/hook", "webhook.test")
    );
    assert_eq!(message.header("content-type"), "application/json");
    assert!(message.is_signed_by(&secret), "{message:?}");
    let at: u64 = message.header("webhook-timestamp").parse().unwrap();
    assert!(now() / 1_000 - at < 60);
    let told = server.hook_now(&ada, &id).await;
    let delivery = &told["deliveries"][0];
    assert_eq!(
        (
            &delivery["id"],
            &delivery["state"],
            &delivery["attempts"],
            &delivery["outcome"]
        ),
        (
            &json!(message.header("webhook-id")),
            &json!("delivered"),
            &json!(1),
            &json!("answered with 200")
        )
    );
    assert_eq!(delivery["body"], message.body);
    // The secret is shown once.
    assert!(!told.to_string().contains(&secret));
    // Nothing is sent twice.
    assert_eq!(server.send_messages(now() + DAY).await, (0, 0));
}

#[actix_web::test]
async fn a_receiver_that_does_not_answer_delays_only_its_own_webhook() {
    let (server, ada, slow) = scene().await;
    let bob = server.account("bob", Role::Player).await;
    let quick = Receiver::new();
    let (at_slow, _) = server.hook(&ada, &slow, &["game.finished"]).await;
    let (at_quick, _) = server.hook(&bob, &quick, &["game.finished"]).await;
    slow.hold_answers(true);
    server.test_hook(&ada, &at_slow).await;
    server.dispatch().await;
    until(|| !slow.arrived().is_empty()).await;
    // While that attempt is under way another account records faster than once a run of the queue.
    for _ in 0..3 {
        server.test_hook(&bob, &at_quick).await;
    }
    server.dispatch().await;
    let mut arrived = 0;
    until(|| {
        arrived += quick.arrived().len();
        arrived == 3
    })
    .await;
    let state = |hook: &Value| hook["deliveries"][0]["state"].clone();
    assert_eq!(state(&server.hook_now(&ada, &at_slow).await), "waiting");
    // No second task sends the message that is under way.
    server.dispatch().await;
    slow.hold_answers(false);
    while state(&server.hook_now(&ada, &at_slow).await) != "delivered" {
        actix_web::rt::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(slow.arrived().is_empty());
}

/// Waits until something is so.
async fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        actix_web::rt::time::sleep(Duration::from_millis(10)).await;
    }
}

#[actix_web::test]
async fn a_rotated_secret_signs_beside_the_new_one_for_a_day() {
    let (server, ada, receiver) = scene().await;
    let (id, old) = server.hook(&ada, &receiver, &["game.finished"]).await;
    let path = format!("/v1/webhooks/{id}/secret");
    let made = server.browse_post(&ada, &path, &json!({})).await.is(200).json();
    let new = made["secret"].as_str().unwrap();
    assert_ne!(new, old);
    for (later, by_old) in [(0, true), (DAY + HOUR, false)] {
        server.test_hook(&ada, &id).await;
        server.send_messages(now() + later).await;
        let arrived = receiver.arrived();
        assert!(arrived[0].is_signed_by(new));
        assert_eq!(arrived[0].is_signed_by(&old), by_old);
    }
}

#[actix_web::test]
async fn what_happens_in_ones_games_is_told_to_who_wants_to_know_it() {
    let (server, ada, receiver) = scene().await;
    let bob = server.account("bob", Role::Player).await;
    let (at_bob, at_eve) = (Receiver::new(), Receiver::new());
    let eve = server.account("eve", Role::Player).await;
    let all = [
        "game.recorded",
        "game.turn",
        "game.seat_asked",
        "game.finished",
        "game.annotated",
    ];
    server.hook(&ada, &receiver, &all).await;
    server
        .hook(&bob, &at_bob, &["game.seat_asked", "game.finished"])
        .await;
    server.hook(&eve, &at_eve, &all).await;
    let game = server.game_of(&ada).await;
    server.sits(&bob, &game, "B").await;
    server.send_all(now()).await;
    // The keeper is told of any seat that is asked; who sits at B of that one alone.
    let begun = receiver.arrived();
    let events: Vec<String> = begun.iter().map(Arrived::event).collect();
    assert!(events.contains(&"game.recorded".to_owned()) && events.contains(&"game.seat_asked".to_owned()));
    let data = &begun[0].json()["data"];
    assert_eq!((&data["game"], &data["title"]), (&json!(game), &json!("Tuesday")));
    assert!(
        data["page"].as_str().unwrap().contains(&format!("/g/{game}/")),
        "{data}"
    );
    at_bob.events();
    // As the game goes on, B is asked again and again, and every time that B is asked the seat stands in the message.
    let mut asked = 0;
    for _ in 0..40 {
        server.play(&server.admin, &game, 1).await;
        server.send_all(now()).await;
        for message in at_bob.arrived() {
            assert_eq!(message.event(), "game.seat_asked");
            assert!(
                message.json()["data"]["asked"]
                    .as_array()
                    .unwrap()
                    .contains(&json!("B"))
            );
            asked += 1;
        }
    }
    assert!(asked > 2, "B was asked {asked} times");
    assert!(
        receiver
            .events()
            .iter()
            .filter(|event| *event == "game.turn")
            .count()
            > 0
    );
    // Over: both are told once, with the result.
    let concede = json!({ "type": "concede", "seat": "A" });
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &concede)
        .await
        .is(200);
    server.send_all(now()).await;
    for at in [&receiver, &at_bob] {
        let told: Vec<Arrived> = at.arrived();
        let over: Vec<&Arrived> = told
            .iter()
            .filter(|message| message.event() == "game.finished")
            .collect();
        assert_eq!(over.len(), 1, "{told:?}");
        assert!(over[0].json()["data"]["result"].as_str().unwrap().contains("won"));
        assert!(!told.iter().any(|message| message.event() == "game.seat_asked"));
    }
    // Whose game it is not hears nothing of it, though it is there for everybody to see.
    server.show(&game, "public").await;
    server.send_all(now()).await;
    assert!(at_eve.arrived().is_empty());
}

#[actix_web::test]
async fn comments_of_others_are_told_if_they_may_be_read() {
    let (server, ada, receiver) = scene().await;
    let bob = server.account("bob", Role::Player).await;
    let game = server.game_of(&ada).await;
    server.show(&game, "public").await;
    server.hook(&ada, &receiver, &["game.annotated"]).await;
    let said = |layer: &Value| json!({ "anchor": { "type": "event", "version": 1 }, "text": "Early.", "layer": layer });
    for (visibility, heard) in [("private", 0), ("public", 1)] {
        let about = json!({ "title": visibility, "visibility": visibility });
        let layers = format!("/v1/games/{game}/layers");
        let layer = server.browse_post(&bob, &layers, &about).await.is(201).json();
        let annotations = format!("/v1/games/{game}/annotations");
        server
            .browse_post(&bob, &annotations, &said(&layer["id"]))
            .await
            .is(201);
        server.send_all(now()).await;
        let arrived = receiver.arrived();
        assert_eq!(arrived.len(), heard, "{visibility}: {arrived:?}");
        if let Some(message) = arrived.first() {
            assert_eq!(message.json()["data"]["by"], json!(["bob"]));
        }
    }
    // What one says oneself is no news.
    let annotations = format!("/v1/games/{game}/annotations");
    let own = json!({ "anchor": { "type": "event", "version": 1 }, "text": "Late." });
    server.browse_post(&ada, &annotations, &own).await.is(201);
    server.send_all(now()).await;
    assert!(receiver.arrived().is_empty());
}

#[actix_web::test]
async fn a_message_that_is_not_taken_is_sent_again_later_and_given_up_at_last() {
    let (server, ada, receiver) = scene().await;
    let (id, _) = server.hook(&ada, &receiver, &["game.finished"]).await;
    receiver.answer(&["500 Oops", "302 Found\r\nLocation: /elsewhere"]);
    server.test_hook(&ada, &id).await;
    let begun = now();
    assert_eq!(server.send_messages(begun).await, (0, 1));
    // Not before its time: ten seconds, then four times as long.
    assert_eq!(server.send_messages(begun + 9_000).await, (0, 0));
    assert_eq!(server.send_messages(begun + 10_000).await, (0, 1));
    assert_eq!(server.send_messages(begun + 49_000).await, (0, 0));
    assert_eq!(server.send_messages(begun + 50_000).await, (1, 0));
    // The same message every time, and nobody went where an answer led.
    let arrived = receiver.arrived();
    assert_eq!(arrived.len(), 3);
    for message in &arrived {
        assert_eq!(
            (message.path.as_str(), &message.body),
            ("/hook", &arrived[0].body)
        );
        assert_eq!(message.header("webhook-id"), arrived[0].header("webhook-id"));
    }
    let told = server.hook_now(&ada, &id).await;
    assert_eq!(
        (&told["failures"], &told["deliveries"][0]["attempts"]),
        (&json!(0), &json!(3))
    );

    // Eight attempts are all.
    receiver.answer(&["500 Oops"; 9]);
    server.test_hook(&ada, &id).await;
    let mut when = begun + DAY;
    for _ in 0..8 {
        assert_eq!(server.send_messages(when).await, (0, 1));
        when += DAY;
    }
    assert_eq!(server.send_messages(when).await, (0, 0));
    let told = server.hook_now(&ada, &id).await;
    assert_eq!(
        (&told["deliveries"][0]["state"], &told["deliveries"][0]["outcome"]),
        (&json!("given_up"), &json!("answered with 500"))
    );
}

#[actix_web::test]
async fn a_receiver_that_never_answers_well_is_sent_nothing_more() {
    let (server, ada, receiver) = scene().await;
    let (id, _) = server.hook(&ada, &receiver, &["game.finished"]).await;
    receiver.answer(&["500 Oops"; 24]);
    for _ in 0..24 {
        server.test_hook(&ada, &id).await;
    }
    // Twenty-four attempts in a row, each of another message.
    for _ in 0..24 {
        assert_eq!(server.send_messages(now() + 1_000).await, (0, 1));
    }
    let told = server.hook_now(&ada, &id).await;
    assert_eq!(
        (&told["enabled"], &told["disabled_because"]),
        (&json!(false), &json!("24 attempts in a row failed"))
    );
    assert_eq!(server.send_messages(now() + DAY).await, (0, 0));
    assert_eq!(receiver.arrived().len(), 24);
    // Its owner starts it again, and what waited is sent.
    let path = format!("/v1/webhooks/{id}");
    let on = json!({ "enabled": true });
    let told = server
        .browse_send(&ada, Method::PATCH, &path, &on)
        .await
        .is(200)
        .json();
    assert_eq!((&told["enabled"], &told["failures"]), (&json!(true), &json!(0)));
    assert_eq!(server.send_all(now() + DAY).await, 24);
    // Of what is done with the last twenty are kept.
    let told = server.hook_now(&ada, &id).await;
    assert_eq!(told["deliveries"].as_array().unwrap().len(), 20);
    // Who answers that it is gone is believed at once.
    receiver.answer(&["410 Gone"]);
    server.test_hook(&ada, &id).await;
    assert_eq!(server.send_messages(now() + DAY).await, (0, 1));
    let told = server.hook_now(&ada, &id).await;
    assert!(
        told["disabled_because"].as_str().unwrap().contains("410"),
        "{told}"
    );
}

#[actix_web::test]
async fn what_waits_survives_a_restart_and_what_happened_meanwhile_is_told() {
    let store = Arc::new(MemoryStore::new());
    let settings = sends(WebhookTargets::Anywhere);
    let server = Server::over(store.clone(), &settings);
    let (ada, receiver) = (server.account("ada", Role::Player).await, Receiver::new());
    let game = server.game_of(&ada).await;
    let (id, secret) = server.hook(&ada, &receiver, &["game.finished"]).await;
    // One message waits; what is recorded after it is in no message yet.
    server.test_hook(&ada, &id).await;
    let concede = json!({ "type": "concede", "seat": "A" });
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &concede)
        .await
        .is(200);
    let admin = server.admin.clone();
    drop(server);
    let again = Server::over_again(store, &settings, &admin);
    assert_eq!(again.send_all(now()).await, 2);
    let mut arrived = receiver.arrived();
    arrived.sort_by_key(Arrived::event);
    assert_eq!(
        arrived.iter().map(Arrived::event).collect::<Vec<_>>(),
        ["game.finished", "webhook.test"]
    );
    assert!(arrived.iter().all(|message| message.is_signed_by(&secret)));
    assert_eq!(again.send_all(now() + DAY).await, 0);
}

#[actix_web::test]
async fn the_queue_of_a_webhook_is_bounded_and_what_finds_it_full_is_counted() {
    let (server, ada, receiver) = scene().await;
    let (id, _) = server.hook(&ada, &receiver, &["game.recorded"]).await;
    for _ in 0..200 {
        server.test_hook(&ada, &id).await;
    }
    let path = format!("/v1/webhooks/{id}/test");
    server
        .browse_post(&ada, &path, &json!({}))
        .await
        .is_problem("limit-reached");
    receiver.answer(&["500 Oops"]);
    server.game_of(&ada).await;
    server.send_messages(now() + 1_000).await;
    let told = server.hook_now(&ada, &id).await;
    assert_eq!(told["dropped"], 1);
    assert_eq!(told["deliveries"].as_array().unwrap().len(), 200);
}

#[actix_web::test]
async fn nothing_is_sent_into_the_operators_own_network() {
    for (targets, refused) in [
        (
            WebhookTargets::Https,
            vec![
                "http://example.org/",
                "https://127.0.0.1/",
                "https://[::1]/",
                "https://10.0.0.7/",
                "https://localhost:8080/",
                "https://ada:secret@example.org/",
                "ftp://example.org/",
                "example.org",
                "",
            ],
        ),
        (
            WebhookTargets::Http,
            vec!["http://192.168.1.1/", "http://169.254.169.254/latest"],
        ),
    ] {
        let server = Server::with(&sends(targets));
        let ada = server.account("ada", Role::Player).await;
        for url in refused {
            let heard = server
                .browse_post(&ada, "/v1/webhooks", &json!({ "url": url }))
                .await
                .is_problem("invalid-body");
            assert_eq!(heard.json()["errors"][0]["path"], "/url", "{url}");
        }
    }
    // A name that leads inside is found out when it is looked up, however it is written.
    let server = Server::with(&sends(WebhookTargets::Http));
    let (ada, receiver) = (server.account("ada", Role::Player).await, Receiver::new());
    let url = format!("http://127.1:{}/hook", receiver.port);
    let made = server
        .browse_post(&ada, "/v1/webhooks", &json!({ "url": url }))
        .await
        .is(201)
        .json();
    let id = made["webhook"]["id"].as_str().unwrap();
    server.test_hook(&ada, id).await;
    assert_eq!(server.send_messages(now()).await, (0, 1));
    assert!(receiver.arrived().is_empty());
    let told = server.hook_now(&ada, id).await;
    assert_eq!(
        told["deliveries"][0]["outcome"],
        "the name leads to no address of the public internet"
    );
    // Where the operator wants none, there are none.
    let server = Server::with(&sends(WebhookTargets::Off));
    let ada = server.account("ada", Role::Player).await;
    server
        .browse_post(&ada, "/v1/webhooks", &json!({ "url": "https://example.org/" }))
        .await
        .is_problem("forbidden");
}

#[actix_web::test]
async fn webhooks_are_their_owners_alone_and_so_many_at_most() {
    let (server, ada, receiver) = scene().await;
    let bob = server.account("bob", Role::Player).await;
    let (id, _) = server.hook(&ada, &receiver, &["game.turn"]).await;
    let path = format!("/v1/webhooks/{id}");
    for (method, path) in [
        (Method::GET, path.clone()),
        (Method::DELETE, path.clone()),
        (Method::POST, format!("{path}/test")),
        (Method::POST, format!("{path}/secret")),
    ] {
        server
            .browse_send(&bob, method, &path, &json!({}))
            .await
            .is_problem("no-such-webhook");
    }
    // Nobody else, and no token, registers one: what a lost token did would outlive it.
    let token = server.token("somebody", &[Scope::GameRead, Scope::GameWrite]);
    let asked = json!({ "url": receiver.url() });
    server
        .post(&token, "/v1/webhooks", &asked)
        .await
        .is_problem("forbidden");
    for wrong in [
        json!({ "url": receiver.url(), "events": [] }),
        json!({ "url": receiver.url(), "events": ["webhook.test"] }),
        json!({ "url": receiver.url(), "text_field": "Data" }),
        json!({ "url": receiver.url(), "text_field": "data" }),
        json!({ "url": receiver.url(), "label": "x".repeat(101) }),
    ] {
        server
            .browse_post(&ada, "/v1/webhooks", &wrong)
            .await
            .is_problem("invalid-body");
    }
    for _ in 1..5 {
        server.hook(&ada, &receiver, &["game.turn"]).await;
    }
    let heard = server.browse_post(&ada, "/v1/webhooks", &asked).await;
    assert_eq!(heard.is_problem("limit-reached").json()["limit"], "webhooks");
    let listed = server.browse_get(&ada, "/v1/webhooks").await.is(200).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 5);
    let export = server
        .browse_get(&ada, "/v1/accounts/self/export")
        .await
        .is(200)
        .json();
    assert_eq!(export["webhooks"].as_array().unwrap().len(), 5);
    server
        .browse_send(&ada, Method::DELETE, &path, &json!({}))
        .await
        .is(204);
    server.browse_get(&ada, &path).await.is_problem("no-such-webhook");
    // Who leaves takes them along.
    let gone = json!({ "current_password": PASSWORD });
    server
        .browse_post(&ada, "/v1/accounts/self/deletion", &gone)
        .await
        .is(204);
    let account = ada.id.parse().unwrap();
    assert!(server.services.webhooks.list(account).await.unwrap().is_empty());
}

#[actix_web::test]
async fn a_channel_gets_a_sentence_in_the_field_that_it_shows() {
    let (server, ada, receiver) = scene().await;
    let asked = json!({ "url": receiver.url(), "text_field": "content", "events": ["game.finished"] });
    server.browse_post(&ada, "/v1/webhooks", &asked).await.is(201);
    let game = server.game_of(&ada).await;
    let concede = json!({ "type": "concede", "seat": "A" });
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &concede)
        .await
        .is(200);
    server.send_all(now()).await;
    let arrived = receiver.arrived();
    let content = arrived[0].json()["content"].as_str().unwrap().to_owned();
    assert!(
        content.starts_with("Tuesday: ") && content.contains(&format!("/g/{game}/")),
        "{content}"
    );
}

#[actix_web::test]
async fn the_page_registers_tests_stops_and_takes_away() {
    let (server, ada, receiver) = scene().await;
    let page = "/account/webhooks";
    let nobody = server.get(page).await.is(303);
    assert!(nobody.header("location").unwrap().starts_with("/signin"));
    let account = server.browse_get(&ada, "/account").await.is(200).text();
    assert!(account.contains(page), "{account}");
    let fields = json!({ "does": "create", "url": receiver.url(), "label": "club bot", "finished": "on" });
    let made = server.browse_form(&ada, page, &fields).await.is(200).text();
    assert!(made.contains("whsec_") && made.contains("club bot"), "{made}");
    let listed = server.browse_get(&ada, "/v1/webhooks").await.is(200).json();
    let hook = &listed["items"][0];
    assert_eq!(hook["events"], json!(["game.finished"]));
    let id = hook["id"].as_str().unwrap();
    let does = |does: &str| json!({ "does": does, "id": id });
    server.browse_form(&ada, page, &does("test")).await.is(303);
    server.send_all(now()).await;
    let shown = server.browse_get(&ada, page).await.is(200).text();
    assert!(
        shown.contains("Delivered") && !shown.contains("whsec_"),
        "{shown}"
    );
    server.browse_form(&ada, page, &does("disable")).await.is(303);
    let shown = server.browse_get(&ada, page).await.is(200).text();
    assert!(shown.contains("stopped by its owner"), "{shown}");
    server.browse_form(&ada, page, &does("enable")).await.is(303);
    let fields = json!({ "does": "change", "id": id, "url": receiver.url(), "turn": "on" });
    server.browse_form(&ada, page, &fields).await.is(303);
    let told = server.hook_now(&ada, id).await;
    assert_eq!(
        (&told["events"], &told["label"]),
        (&json!(["game.turn"]), &json!(""))
    );
    server
        .browse_form(
            &ada,
            page,
            &json!({ "does": "create", "url": "nowhere", "turn": "on" }),
        )
        .await
        .is_form_again("invalid-body");
    server.browse_form(&ada, page, &does("remove")).await.is(303);
    let listed = server.browse_get(&ada, "/v1/webhooks").await.is(200).json();
    assert_eq!(listed["items"], json!([]));
}
