//! Clocks: how long each seat took by the times of its decisions, and the time control that a game states.

use std::sync::Arc;

use hindsight_openapi::wire::Role;
use hindsight_store::{
    Append, CommandStamp, EventStore, Expected, MemoryStore, NewEvent, StreamCard, StreamId,
};
use serde_json::{Value, json};

use crate::table::Server;

/// The beginning of the copied game, milliseconds of Unix time.
const BEGUN: u64 = 1_700_000_000_000;

/// Copies a game of a store into it again, its commands recorded so many seconds one after the other.
fn copied(store: &dyn EventStore, game: &str, seconds: &[u64], extra: (&str, &str)) -> String {
    let from: StreamId = game.parse().unwrap();
    let end = store.head(from).unwrap().unwrap().version;
    let records = store.read(from, 1, end).unwrap();
    let listed = store.card(from).unwrap().unwrap();
    let id = StreamId::new(BEGUN, 7);
    let (mut at_ms, mut version, mut waits) = (BEGUN, 0, seconds.iter().cycle());
    for batch in records.chunk_by(|_, next| next.command.is_none()) {
        let command = batch[0].command.clone().unwrap();
        let mut card = StreamCard::clone(&listed.card);
        card.extra.insert(extra.0.to_owned(), extra.1.to_owned());
        let append = Append {
            stream: id,
            expected: if version == 0 {
                Expected::New
            } else {
                Expected::Exactly(version)
            },
            recorded_at_ms: at_ms,
            command: CommandStamp {
                id: batch[0].command_id.clone(),
                actor: batch[0].actor.clone(),
                rules: command.rules.clone(),
                body: command.body.clone(),
            },
            events: batch
                .iter()
                .map(|record| NewEvent {
                    kind: record.kind.clone(),
                    schema: record.schema,
                    body: record.body.clone(),
                })
                .collect(),
            card: (version == 0).then_some(card),
        };
        let (send, receive) = std::sync::mpsc::channel();
        store.submit(append, Box::new(move |done| send.send(done).unwrap()));
        receive.recv().unwrap().unwrap();
        version += batch.len() as u64;
        at_ms += waits.next().unwrap() * 1_000;
    }
    id.to_string()
}

/// The commands of a game: who played each, and the version of its first event; nothing for who only spoke.
fn decisions(events: &Value) -> Vec<(u64, Option<String>)> {
    let begun = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["command"].is_object());
    begun
        .map(|event| {
            let command = &event["command"];
            let seat = (command["type"] == "play").then(|| command["seat"].as_str().unwrap().to_owned());
            (event["version"].as_u64().unwrap(), seat)
        })
        .collect()
}

#[actix_web::test]
async fn each_seat_is_charged_the_time_before_its_own_decisions() {
    let store = Arc::new(MemoryStore::new());
    let server = Server::over(store.clone(), &Server::quiet());
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 25).await;
    // Twenty seconds, five, and once in seven a break of two hours.
    let seconds = [20, 5, 20, 5, 20, 5, 7_200];
    let copy = copied(store.as_ref(), &game, &seconds, ("clock", "1+10"));
    let events = server
        .get_as(&server.admin, &format!("/v1/games/{copy}/events?limit=200"))
        .await
        .is(200)
        .json();
    // Worked out from the events alone: the wait before each command, in the order in which they were recorded.
    let mut used = std::collections::BTreeMap::from([("A".to_owned(), (0, 0)), ("B".to_owned(), (0, 0))]);
    let mut breaks = 0;
    for (place, (_, seat)) in decisions(&events).into_iter().enumerate().skip(1) {
        let wait = seconds[(place - 1) % seconds.len()];
        let entry = used.get_mut(&seat.expect("nobody spoke")).unwrap();
        entry.1 += 1;
        if wait > 3_600 {
            breaks += 1;
        } else {
            entry.0 += wait * 1_000;
        }
    }
    let clock = server
        .get_as(&server.admin, &format!("/v1/games/{copy}/clock"))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&clock["timed"], &clock["breaks"]),
        (&json!(true), &json!(breaks))
    );
    assert_eq!(clock["control"], json!({ "minutes": 1, "increment_seconds": 10 }));
    for seat in clock["seats"].as_array().unwrap() {
        let (ms, decisions) = used[seat["seat"].as_str().unwrap()];
        assert_eq!(
            (&seat["used_ms"], &seat["decisions"]),
            (&json!(ms), &json!(decisions)),
            "{seat}"
        );
        assert_eq!(seat["longest_ms"], 20_000);
        let turns = seat["turns"].as_array().unwrap();
        let by_turn: u64 = turns.iter().map(|turn| turn["used_ms"].as_u64().unwrap()).sum();
        assert_eq!(by_turn, ms);
        assert_eq!(
            seat["left_ms"].as_i64().unwrap(),
            60_000 + 10_000 * i64::from(decisions) - ms as i64
        );
    }
    // The page of statistics shows it, and the moment says how long it took.
    let page = server
        .get_as(&server.admin, &format!("/g/{copy}/figures"))
        .await
        .is(200)
        .text();
    assert!(
        page.contains("Time for decisions, by turn")
            && page.contains("Time control: 1 min for each player, 10 s more"),
        "{page}"
    );
    let (second, _) = decisions(&events)[1].clone();
    let moment = server
        .get_as(&server.admin, &format!("/g/{copy}/{second}"))
        .await
        .is(200)
        .text();
    assert!(moment.contains("took 0:20"), "{moment}");
    // A game that came in as a text was recorded at once, and nothing is told of it.
    let text = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");
    let brought = server.brought(text).await;
    let clock = server
        .get_as(&server.admin, &format!("/v1/games/{brought}/clock"))
        .await
        .is(200)
        .json();
    assert_eq!(clock["timed"], false);
    let page = server
        .get_as(&server.admin, &format!("/g/{brought}/figures"))
        .await
        .is(200)
        .text();
    assert!(!page.contains("Time for decisions"));
}

#[actix_web::test]
async fn a_game_may_state_a_time_control_and_the_recorder_shows_it() {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    for (wrong, at) in [
        (json!({ "minutes": 0 }), "/clock/minutes"),
        (json!({ "minutes": 1_441 }), "/clock/minutes"),
        (
            json!({ "minutes": 5, "increment_seconds": 3_601 }),
            "/clock/increment_seconds",
        ),
    ] {
        let asked = json!({ "system": "before-battle", "clock": wrong });
        let heard = server
            .browse_post(&ada, "/v1/games", &asked)
            .await
            .is_problem("invalid-body");
        assert_eq!(heard.json()["errors"][0]["path"], at);
    }
    let fields = json!({ "system": "before-battle", "clock-minutes": "90", "clock-increment": "30", "dice": "server" });
    let made = server.browse_form(&ada, "/new", &fields).await.is(201);
    let made = made.json();
    let game = made["card"]["id"].as_str().unwrap();
    let record = format!("/g/{game}/record");
    let page = server.browse_get(&ada, &record).await.is(200).text();
    assert!(
        page.contains("data-clock=") && page.contains("clock.js"),
        "{page}"
    );
    let clock = server
        .browse_get(&ada, &format!("/v1/games/{game}/clock"))
        .await
        .is(200)
        .json();
    assert_eq!(
        clock["control"],
        json!({ "minutes": 90, "increment_seconds": 30 })
    );
    assert_eq!(clock["seats"][0]["left_ms"], 90 * 60_000);
    assert!(!clock["running"].as_array().unwrap().is_empty());
    // Without one the recorder shows no clocks.
    let made = server
        .browse_form(
            &ada,
            "/new",
            &json!({ "system": "before-battle", "dice": "server" }),
        )
        .await
        .is(201)
        .json();
    let record = format!("/g/{}/record", made["card"]["id"].as_str().unwrap());
    let page = server.browse_get(&ada, &record).await.is(200).text();
    assert!(!page.contains("data-clock="));
}
