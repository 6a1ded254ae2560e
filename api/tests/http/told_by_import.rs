//! Nothing that is hidden can be found out by bringing in files: to everybody for whom something of what is here is hidden
//! there is one answer, whatever their file holds.

use std::collections::BTreeSet;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use hindsight_kernel::codec;
use hindsight_store::{
    Append, CommandStamp, EventLog, Expected, MemoryStore, NewEvent, Record, StreamCard, StreamId,
    StreamIndex, export, import,
};
use serde_json::{Value, json};

use crate::table::{Heard, Server};

/// The records of a file, and its card.
fn records(file: &[u8]) -> (StreamCard, Vec<Record>) {
    let store = MemoryStore::new();
    import(&store, &mut &*file).unwrap();
    let log = store.log(0, usize::MAX).unwrap();
    let card = store.card(log[0].stream).unwrap().unwrap().card;
    ((*card).clone(), log)
}

/// A file of so many of these records, the last of them changed.
fn file(card: &StreamCard, records: &[Record], change: impl Fn(&mut Value)) -> Vec<u8> {
    let store = MemoryStore::new();
    let last = records.last().unwrap().version;
    let mut rest = records;
    while let Some(first) = rest.first() {
        let (batch, later) = rest.split_at(usize::from(first.batch_len).min(rest.len()));
        rest = later;
        let command = first.command.as_ref().unwrap();
        let events = batch.iter().map(|record| {
            let mut body: Value = codec::decode(&record.body).unwrap();
            if record.version == last {
                change(&mut body);
            }
            NewEvent {
                kind: record.kind.clone(),
                schema: record.schema,
                body: codec::encode(&body),
            }
        });
        store
            .append(Append {
                stream: first.stream,
                expected: Expected::Exactly(first.version - 1),
                recorded_at_ms: first.recorded_at_ms,
                command: CommandStamp {
                    id: first.command_id.clone(),
                    actor: first.actor.clone(),
                    rules: command.rules.clone(),
                    body: command.body.clone(),
                },
                events: events.collect(),
                card: (first.version == 1).then(|| card.clone()),
            })
            .unwrap();
    }
    let mut out = Vec::new();
    export(&store, records[0].stream, &mut out).unwrap();
    out
}

async fn bring(server: &Server, token: &str, file: Vec<u8>) -> Heard {
    server
        .ask(
            TestRequest::post()
                .uri("/v1/games/import")
                .insert_header(("Authorization", format!("Bearer {token}")))
                .insert_header(("Content-Type", "application/x-ndjson"))
                .set_payload(file),
        )
        .await
}

/// A game in which A has confirmed a list that others do not know: its file as its owner has it.
async fn game_with_a_secret(server: &Server, visibility: &str) -> (String, Vec<u8>) {
    let request = json!({ "system": "before-battle", "visibility": visibility });
    let game = server.game(&server.admin, request).await;
    server.play(&server.admin, &game, 1).await;
    let id = game.parse().unwrap();
    assert!(server.services.games.head(id).await.unwrap().hides());
    let whole = server
        .get_as(&server.admin, &format!("/v1/games/{game}/export"))
        .await
        .is(200)
        .body;
    (game, whole)
}

#[actix_web::test]
async fn a_guessed_record_is_answered_as_any_other_file() {
    for visibility in ["public", "unlisted", "private"] {
        let server = Server::new();
        let (game, whole) = game_with_a_secret(&server, visibility).await;
        let (card, records) = records(&whole);
        let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": game });
        let seat = server
            .post(&server.admin, "/v1/tokens", &seat)
            .await
            .is(201)
            .json();
        let seat_b = seat["secret"].as_str().unwrap().to_owned();
        let stranger = server.token("eve", &[Scope::GameWrite]);
        let bob = server.token("bob", &[Scope::GameWrite]);
        let secret = records
            .iter()
            .position(|record| record.kind == "list_confirmed")
            .unwrap();
        let swap = |one: usize, other: usize| {
            move |body: &mut Value| {
                let body = body.as_object_mut().unwrap();
                let event = body.values_mut().next().unwrap();
                let units = event["list"]["units"].as_array_mut().unwrap();
                units.swap(one, other);
            }
        };
        let up_to = &records[..=secret];
        let files = [
            whole.clone(),
            file(&card, up_to, |_| {}),
            file(&card, up_to, swap(0, 1)),
            file(&card, up_to, swap(2, 5)),
            file(&card, &records[..1], |_| {}),
        ];
        for token in [&bob, &stranger] {
            let mut answers = BTreeSet::new();
            for file in &files {
                let heard = bring(&server, token, file.clone())
                    .await
                    .is_problem("already-here");
                let text = heard.text();
                for record in &records {
                    assert!(!text.contains(&record.digest.to_string()), "{text}");
                }
                answers.insert(format!("{:?} {text}", heard.headers));
            }
            assert_eq!(answers.len(), 1, "{visibility}: {answers:#?}");
        }
        // A token of the seat alone brings in nothing at all.
        bring(&server, &seat_b, whole.clone())
            .await
            .is_problem("forbidden");
        // The owner is told what is the matter, without digests.
        let owner = &server.admin;
        assert_eq!(
            bring(&server, owner, whole.clone()).await.is(200).json()["already_existed"],
            true
        );
        let heard = bring(&server, owner, files[2].clone())
            .await
            .is_problem("already-here");
        assert!(heard.text().contains("differs from version"), "{}", heard.text());
        let digests = records.iter().map(|record| record.digest.to_string());
        assert!(digests.into_iter().all(|digest| !heard.text().contains(&digest)));
    }
}

#[actix_web::test]
async fn a_game_that_hides_nothing_is_recognised_and_never_extended_by_others() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let said = json!({ "type": "say", "seat": "A", "text": "well" });
    let path = format!("/v1/games/{game}/commands");
    let eve = server.token("eve", &[Scope::GameWrite]);
    let export = async || server.get(&format!("/v1/games/{game}/export")).await.is(200).body;
    let early = export().await;
    server.post(&server.admin, &path, &said).await.is(200);
    let late = export().await;
    for file in [early.clone(), late.clone()] {
        assert_eq!(
            bring(&server, &eve, file).await.is(200).json()["already_existed"],
            true
        );
    }
    let (card, records) = records(&late);
    let told = bring(
        &server,
        &eve,
        file(&card, &records, |body| {
            if let Some(text) = body
                .as_object_mut()
                .unwrap()
                .values_mut()
                .next()
                .unwrap()
                .get_mut("text")
            {
                *text = "ill".into();
            }
        }),
    )
    .await;
    told.is_problem("already-here");
    // A longer one does not go on with a game of somebody else's.
    let other = Server::new();
    other.import("application/x-ndjson", late.clone()).await.is(201);
    other.post(&other.admin, &path, &said).await.is(200);
    let longer = other
        .get_as(&other.admin, &format!("/v1/games/{game}/export"))
        .await
        .is(200)
        .body;
    bring(&server, &eve, longer).await.is_problem("already-here");
    assert_eq!(export().await, late);
}

#[actix_web::test]
async fn a_deleted_draft_and_a_private_game_are_answered_alike() {
    let server = Server::new();
    let eve = server.token("eve", &[Scope::GameWrite]);
    let mut answers = BTreeSet::new();
    for delete in [false, true] {
        let request = json!({ "system": "before-battle", "visibility": "private" });
        let game = server.game(&server.admin, request).await;
        let path = format!("/v1/games/{game}");
        let file = server
            .get_as(&server.admin, &format!("{path}/export"))
            .await
            .is(200)
            .body;
        if delete {
            server
                .send(Method::DELETE, &server.admin, &path, &json!({}))
                .await
                .is(204);
        }
        answers.insert(bring(&server, &eve, file).await.is_problem("already-here").text());
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
}

/// The record of a layer or a study holds what was taken out of it, and who wrote it may alone have it.
#[actix_web::test]
async fn papers_of_others_that_come_with_a_file_are_left_out_without_a_word() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameWrite]);
    let game = server.plain_game(&ada).await;
    let secret = json!({ "anchor": { "type": "event", "version": 2 }, "text": "A word for me alone." });
    server
        .post(&ada, &format!("/v1/games/{game}/annotations"), &secret)
        .await
        .is(201);
    let mine = server
        .get_as(&ada, &format!("/v1/games/{game}/export"))
        .await
        .is(200)
        .body;
    let parts = hindsight_api::aggregates::bundle::parts(&mine);
    assert_eq!(parts.len(), 2, "the game and its layer");
    let (card, layer) = records(parts[1]);
    // Eve knows the layer's id and writes one of her own under it, with a game of hers.
    let eve = server.token("eve", &[Scope::GameWrite]);
    let hers = server.plain_game(&eve).await;
    let open = server
        .get_as(&eve, &format!("/v1/games/{hers}/export"))
        .await
        .is(200)
        .body;
    let id: StreamId = layer[0].stream;
    let mut forged = Vec::new();
    for text in ["one guess", "another guess"] {
        let store = MemoryStore::new();
        for record in &layer {
            let mut body: Value = codec::decode(&record.body).unwrap();
            let changed = body
                .to_string()
                .replace("\"ada\"", "\"eve\"")
                .replace(&game, &hers)
                .replace("A word for me alone.", text);
            body = serde_json::from_str(&changed).unwrap();
            let command = record.command.clone();
            store
                .append(Append {
                    stream: id,
                    expected: Expected::Exactly(record.version - 1),
                    recorded_at_ms: record.recorded_at_ms,
                    command: CommandStamp {
                        id: format!("{}{}", record.command_id, record.version),
                        actor: "eve".to_owned(),
                        rules: "1".to_owned(),
                        body: command.map(|command| command.body).unwrap_or_default(),
                    },
                    events: vec![NewEvent {
                        kind: record.kind.clone(),
                        schema: record.schema,
                        body: codec::encode(&body),
                    }],
                    card: (record.version == 1).then(|| StreamCard {
                        owner: "eve".to_owned(),
                        ..card.clone()
                    }),
                })
                .unwrap();
        }
        let mut with_layer = open.clone();
        export(&store, id, &mut with_layer).unwrap();
        forged.push(with_layer);
    }
    let mut answers = BTreeSet::new();
    for file in forged.into_iter().chain([open]) {
        let heard = bring(&server, &eve, file).await.is(200);
        answers.insert(heard.text());
    }
    assert_eq!(answers.len(), 1, "{answers:#?}");
    assert_eq!(
        server
            .get_as(&ada, &format!("/v1/games/{game}/export"))
            .await
            .is(200)
            .body,
        mine,
        "nothing was changed"
    );
}

#[actix_web::test]
async fn an_import_is_held_to_what_a_form_takes() {
    let source = Server::new();
    let game = source.plain_game(&source.admin).await;
    let (card, records) = records(
        &source
            .get_as(&source.admin, &format!("/v1/games/{game}/export"))
            .await
            .is(200)
            .body,
    );
    let server = Server::new();
    let eve = server.token("eve", &[Scope::GameWrite]);
    let with = |card: StreamCard| file(&card, &records, |_| {});
    let long = "x".repeat(20_002);
    for (what, wrong) in [
        (
            "title",
            StreamCard {
                title: long.clone(),
                ..card.clone()
            },
        ),
        (
            "title",
            StreamCard {
                title: "line\nline".to_owned(),
                ..card.clone()
            },
        ),
        (
            "tags",
            StreamCard {
                tags: vec!["t".to_owned(); 300],
                ..card.clone()
            },
        ),
        (
            "tags",
            StreamCard {
                tags: vec!["t".repeat(300)],
                ..card.clone()
            },
        ),
        (
            "players",
            StreamCard {
                players: vec!["p".repeat(3_000)],
                ..card.clone()
            },
        ),
        (
            "players",
            StreamCard {
                players: vec!["p".to_owned(); 40],
                ..card.clone()
            },
        ),
    ] {
        let heard = bring(&server, &eve, with(wrong))
            .await
            .is_problem("invalid-import");
        assert!(
            heard.text().contains("the file's card"),
            "{what}: {}",
            heard.text()
        );
    }
    // A record of a time to come would stand on top of every list for ever.
    let mut later = records.clone();
    for record in &mut later {
        record.recorded_at_ms = 253_402_300_799_000;
    }
    let heard = bring(&server, &eve, file(&card, &later, |_| {}))
        .await
        .is_problem("invalid-import");
    assert!(heard.text().contains("recorded_at_ms"), "{}", heard.text());
    assert!(
        server.get("/v1/games").await.is(200).json()["items"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    // When it was made follows from its first record, and only marks that mean nothing are taken.
    let boasts = StreamCard {
        created_ms: u64::MAX,
        marks: ["sample", "bot", "of:somebody"].map(ToOwned::to_owned).to_vec(),
        extra: [
            ("request".to_owned(), "x".to_owned()),
            ("seat:A".to_owned(), "ada".to_owned()),
        ]
        .into(),
        ..card.clone()
    };
    bring(&server, &eve, with(boasts)).await.is(201);
    let listed = server
        .get_as(&eve, &format!("/v1/games/{game}"))
        .await
        .is(200)
        .json();
    assert_eq!(listed["card"]["marks"], json!(["bot"]));
    let id = game.parse().unwrap();
    let kept = server.services.games.head(id).await.unwrap();
    assert_eq!(kept.card.created_ms, records[0].recorded_at_ms);
    assert_eq!(kept.card.extra.keys().collect::<Vec<_>>(), ["opened"]);
    assert_eq!(kept.card.owner, "eve");
}

#[actix_web::test]
async fn what_no_table_can_have_recorded_is_refused() {
    let server = Server::new();
    let frozen = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/frozen/0.1.0");
    let whole = std::fs::read(frozen.join("a-turn-in-which-much-happens.ndjson")).unwrap();
    let (card, records) = records(&whole);
    let at = records
        .iter()
        .position(|record| record.kind == "attack_rolled")
        .unwrap();
    let end = at + usize::from(records[at].batch_len - records[at].batch_index);
    let field = |name: &'static str, number: i64| {
        move |body: &mut Value| {
            let event = body.as_object_mut().unwrap().values_mut().next().unwrap();
            event[name] = number.into();
        }
    };
    let up_to = |change: &dyn Fn(&mut Value)| {
        let mut changed = records[..end].to_vec();
        let mut body: Value = codec::decode(&changed[at].body).unwrap();
        change(&mut body);
        changed[at].body = codec::encode(&body);
        file(&card, &changed, |_| {})
    };
    for (name, number) in [
        ("successes", 1 << 31),
        ("successes", 1_000),
        ("target", 1 << 30),
        ("target", -1_001),
    ] {
        let forged = up_to(&field(name, number));
        let heard = server
            .import("application/x-ndjson", forged)
            .await
            .is_problem("invalid-import");
        assert!(
            heard.text().contains("no table can have recorded"),
            "{}",
            heard.text()
        );
    }
    server
        .import("application/x-ndjson", up_to(&|_| {}))
        .await
        .is(201);
}
