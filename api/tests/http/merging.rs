//! Two records of one game: where they differ, and the game that is made of both.

use hindsight_api::access::Scope;
use hindsight_notation::{Document, parse, print};
use serde_json::{Value, json};

use crate::table::Server;

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

/// A command of the notation, to be put into a record.
fn command(words: &str) -> hindsight_notation::Entry {
    let text = format!("[Hindsight \"1\"]\n[System \"before-battle\"]\n\n1. {words}\n");
    parse(&text).unwrap().line.entries.remove(0)
}

/// The record as it is, and as somebody else wrote it: with a word more, and without the last four commands.
fn records() -> (Document, Document) {
    let one = parse(GAME).unwrap();
    let mut other = one.clone();
    other.result = None;
    other.line.entries.insert(10, command("A: @say \"Forward!\""));
    other.line.entries.truncate(one.line.entries.len() - 3);
    (one, other)
}

struct Scene {
    server: Server,
    one: String,
    other: String,
    commands: usize,
}

impl Scene {
    async fn new() -> Self {
        let server = Server::new();
        let (one, other) = records();
        let commands = one.line.entries.len();
        let one = server.brought(&print(&one)).await;
        let other = server.brought(&print(&other)).await;
        Self {
            server,
            one,
            other,
            commands,
        }
    }

    fn path(&self) -> String {
        format!("/v1/games/{}/merge/{}", self.one, self.other)
    }

    async fn text_of(&self, game: &str) -> Document {
        let path = format!("/v1/games/{game}/export?format=hgn");
        parse(&self.server.get_as(&self.server.admin, &path).await.is(200).text()).unwrap()
    }
}

#[actix_web::test]
async fn differences_are_found_and_the_chosen_record_is_played_again() {
    let scene = Scene::new().await;
    let admin = &scene.server.admin;
    let found = scene.server.get_as(admin, &scene.path()).await.is(200).json();
    let differences = found["differences"].as_array().unwrap();
    assert_eq!(
        (found["begin_alike"].clone(), differences.len()),
        (json!(true), 2)
    );
    assert_eq!(
        differences[0],
        json!({
            "same_before": 10, "one": [], "other": [{ "number": 11, "words": "A: says “Forward!”" }]
        })
    );
    let missing: Vec<u64> = differences[1]["one"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["number"].as_u64().unwrap())
        .collect();
    let end = scene.commands as u64;
    assert_eq!(missing, [end - 3, end - 2, end - 1, end]);
    assert_eq!(differences[1]["other"], json!([]));
    // The word of the other, and the end of the first: all that both have.
    let take = json!({ "take": ["other", "one"], "title": "Both records" });
    let made = scene
        .server
        .post(admin, &scene.path(), &take)
        .await
        .is(201)
        .json();
    let id = made["card"]["id"].as_str().unwrap();
    assert_eq!(made["card"]["title"], "Both records");
    let both = scene.text_of(id).await;
    let (one, _) = records();
    assert_eq!(both.line.entries.len(), scene.commands + 1);
    assert_eq!(both.line.entries[10].given, command("A: @say \"Forward!\"").given);
    assert_eq!(both.line.entries[11].given, one.line.entries[10].given);
    let first = scene
        .server
        .get_as(admin, &format!("/v1/games/{}", scene.one))
        .await
        .is(200)
        .json();
    assert_eq!(
        made["now"]["outcome"], first["now"]["outcome"],
        "it ends as the whole record does"
    );
    let audit = scene
        .server
        .get_as(admin, &format!("/v1/games/{id}/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(audit["sound"], true);
    // Asked for again it is there already.
    let again = scene
        .server
        .post(admin, &scene.path(), &take)
        .await
        .is(200)
        .json();
    assert_eq!(again["card"]["id"], id);
    // Left open, the first record holds: nothing of the other is taken.
    let usual = scene
        .server
        .post(admin, &scene.path(), &json!({}))
        .await
        .is(201)
        .json();
    let usual = scene.text_of(usual["card"]["id"].as_str().unwrap()).await;
    assert_eq!(usual.line.entries.len(), scene.commands);
}

#[actix_web::test]
async fn what_the_rules_refuse_stores_nothing_and_says_why() {
    let scene = Scene::new().await;
    let admin = &scene.server.admin;
    let count = |listed: Value| listed["items"].as_array().unwrap().len();
    let before = count(scene.server.get_as(admin, "/v1/games").await.json());
    let many = json!({ "take": ["one", "one", "one"] });
    scene
        .server
        .post(admin, &scene.path(), &many)
        .await
        .is_problem("invalid-body");
    // The other record says that South gave up; after the end that the first has, nobody can.
    let (mut given_up, _) = records();
    given_up.result = None;
    given_up.line.entries.truncate(scene.commands - 4);
    given_up.line.entries.push(command("A: @concede"));
    let given_up = scene.server.brought(&print(&given_up)).await;
    let path = format!("/v1/games/{}/merge/{given_up}", scene.one);
    let heard = scene
        .server
        .post(admin, &path, &json!({ "take": ["both"] }))
        .await
        .is_problem("invalid-import");
    let why = heard.json()["detail"].as_str().unwrap().to_owned();
    assert!(why.contains("over"), "{why}");
    // Games of two systems are no two records of one game.
    let barrow = include_str!("../../../tests/games/the-knights-at-the-barrow.hgn");
    let stranger = scene.server.brought(barrow).await;
    let path = format!("/v1/games/{}/merge/{stranger}", scene.one);
    scene
        .server
        .get_as(admin, &path)
        .await
        .is_problem("invalid-import");
    scene
        .server
        .post(admin, &path, &json!({}))
        .await
        .is_problem("invalid-import");
    assert_eq!(
        count(scene.server.get_as(admin, "/v1/games").await.json()),
        before + 2
    );
}

#[actix_web::test]
async fn the_page_shows_both_and_keeps_what_was_chosen() {
    let scene = Scene::new().await;
    for game in [&scene.one, &scene.other] {
        scene.server.show(game, "public").await;
    }
    let page = format!("/g/{}/merge/{}", scene.one, scene.other);
    let nobody = scene.server.get(&page).await.is(200).text();
    assert!(
        nobody.contains("Forward!") && nobody.contains("Difference 2 of 2") && nobody.contains("Sign in"),
        "{nobody}"
    );
    let beside = scene
        .server
        .get(&format!("/g/{}/with/{}", scene.one, scene.other))
        .await
        .is(200)
        .text();
    assert!(beside.contains(&page));
    let ada = scene
        .server
        .account("ada", hindsight_openapi::wire::Role::Player)
        .await;
    // The other game is found by its id or by any address of it.
    let with = format!("/g/{}/with", scene.one);
    for other in [
        scene.other.clone(),
        format!("http://127.0.0.1/g/{}/40", scene.other),
    ] {
        let heard = scene
            .server
            .browse_form(&ada, &with, &json!({ "other": other }))
            .await
            .is(303);
        assert_eq!(
            heard.header("location").unwrap(),
            format!("{with}/{}", scene.other)
        );
    }
    for wrong in ["nothing", scene.one.as_str()] {
        let heard = scene
            .server
            .browse_form(&ada, &with, &json!({ "other": wrong }))
            .await;
        heard.is_problem("invalid-body");
    }
    let fields = json!({ "take-0": "other", "take-1": "sideways", "title": "Kept" });
    let again = scene
        .server
        .browse_form(&ada, &page, &fields)
        .await
        .is(400)
        .text();
    assert!(
        again.contains("take-1")
            && again.contains("value=\"Kept\"")
            && again.contains("value=\"other\" checked"),
        "{again}"
    );
    let fields = json!({ "take-0": "other", "take-1": "one", "title": "Kept" });
    let made = scene.server.browse_form(&ada, &page, &fields).await.is(303);
    assert!(made.header("location").unwrap().starts_with("/g/"));
    let token = scene.server.token("eve", &[Scope::GameRead]);
    scene
        .server
        .post(&token, &scene.path(), &json!({}))
        .await
        .is_problem("forbidden");
}
