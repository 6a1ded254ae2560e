//! Two records of one game: where they differ, and the game that is made of both.

use hindsight_api::access::Scope;
use hindsight_kernel::ReportedDice;
use hindsight_notation::{Act, Document, parse, print};
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
    let first = &differences[0];
    assert_eq!((&first["same_before"], &first["one"]), (&json!(10), &json!([])));
    let line = &first["other"][0];
    assert_eq!(
        (&line["number"], &line["words"], &line["command"]),
        (
            &json!(11),
            &json!("A: says “Forward!”"),
            &json!({ "type": "say", "seat": "A", "text": "Forward!" })
        )
    );
    // It is inserted before the eleventh command of the first record; behind its end nothing is.
    assert!(first["insert_at"].as_u64().unwrap() > 10);
    assert!(differences[1].get("insert_at").is_none());
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

/// The differences of two records, the first of them named first.
async fn differences(server: &Server, one: &str, other: &str) -> Vec<Value> {
    let path = format!("/v1/games/{one}/merge/{other}");
    let found = server.get_as(&server.admin, &path).await.is(200).json();
    found["differences"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn differences_become_corrections_of_one_of_the_records() {
    let scene = Scene::new().await;
    let (server, admin) = (&scene.server, &scene.server.admin);
    // The second record is wrong: it has a word more, and its end is missing.
    let (wrong, right) = (&scene.other, &scene.one);
    let annotation = server.annotated(wrong).await;
    let found = differences(server, wrong, right).await;
    let correct = |change: Value, at: &Value| {
        let body = json!({ "at": at, "change": change, "reason": "as in the other record" });
        let path = format!("/v1/games/{wrong}/corrections");
        async move { server.post(admin, &path, &body).await.is(200) }
    };
    correct(json!({ "type": "remove" }), &found[0]["one"][0]["at"]).await;
    // What was corrected leaves no trace in what is compared.
    let found = differences(server, wrong, right).await;
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["same_before"], scene.commands - 4);
    let missing: Vec<Value> = found[0]["other"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["command"].clone())
        .collect();
    let path = format!("/v1/games/{wrong}/commands");
    server.post(admin, &path, &json!(missing)).await.is(200);
    assert_eq!(differences(server, wrong, right).await, [Value::Null; 0]);
    // It is the same game, and ends as the other does.
    let outcome = async |game: &str| {
        let path = format!("/v1/games/{game}");
        server.get_as(admin, &path).await.is(200).json()["now"]["outcome"].clone()
    };
    assert_eq!(outcome(wrong).await, outcome(right).await);
    let kept = server
        .get_as(admin, &format!("/v1/games/{wrong}/annotations"))
        .await
        .is(200)
        .text();
    assert!(kept.contains(&annotation), "{kept}");
    // Corrected once more, by replacing and inserting.
    let say = |text: &str| json!({ "type": "say", "seat": "A", "text": text });
    let at = |found: &[Value], side: &str| found[0][side][0]["at"].clone();
    let events = server
        .get_as(admin, &format!("/v1/games/{wrong}/events?limit=1000"))
        .await
        .is(200)
        .json();
    let begins = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["version"].as_u64() > Some(5) && !event["command"].is_null())
        .unwrap()["version"]
        .clone();
    correct(json!({ "type": "insert", "command": say("Once") }), &begins).await;
    let found = differences(server, wrong, right).await;
    assert_eq!((found.len(), &found[0]["other"]), (1, &json!([])));
    let replace = json!({ "type": "replace", "command": say("Twice") });
    correct(replace, &at(&found, "one")).await;
    let found = differences(server, wrong, right).await;
    assert_eq!(found[0]["one"][0]["command"], say("Twice"));
    // Seen from the other record it is inserted there.
    let back = differences(server, right, wrong).await;
    let path = format!("/v1/games/{right}/corrections");
    let body = json!({
        "at": back[0]["insert_at"], "reason": "as in the other record",
        "change": { "type": "insert", "command": back[0]["other"][0]["command"] }
    });
    server.post(admin, &path, &body).await.is(200);
    assert_eq!(differences(server, wrong, right).await, [Value::Null; 0]);
}

/// The fields of the first form of a page that has this button.
fn form_of(page: &str, button: &str) -> serde_json::Map<String, Value> {
    let before = &page[..page.find(button).unwrap_or_else(|| panic!("no {button}: {page}"))];
    let form = &before[before.rfind("<form").unwrap()..];
    form.split("<input type=\"hidden\" name=\"")
        .skip(1)
        .map(|input| {
            let (name, rest) = input.split_once("\" value=\"").unwrap();
            let value = rest.split('"').next().unwrap();
            let value = value
                .replace("&quot;", "\"")
                .replace("&gt;", ">")
                .replace("&lt;", "<");
            (name.to_owned(), json!(value.replace("&amp;", "&")))
        })
        .collect()
}

/// A form as a browser sends it, which wants a page.
async fn sent(
    server: &Server,
    who: &crate::people::Account,
    path: &str,
    fields: &Value,
) -> crate::table::Heard {
    let request = actix_web::test::TestRequest::post()
        .uri(path)
        .insert_header(("Content-Type", "application/x-www-form-urlencoded"))
        .insert_header(("Accept", "text/html"))
        .set_payload(crate::table::form(fields));
    server.browse(&who.cookie, request).await
}

#[actix_web::test]
async fn the_page_corrects_a_record_difference_by_difference() {
    let scene = Scene::new().await;
    let server = &scene.server;
    let keeper = crate::people::Account {
        id: String::new(),
        cookie: server.sign_in(&server.admin).await,
    };
    let merge = format!("/g/{}/merge/{}", scene.one, scene.other);
    let record = format!("/g/{}/record", scene.one);
    let page = server.browse_get(&keeper, &merge).await.is(200).text();
    assert!(
        page.contains("Correct the second record instead") && page.contains("Difference 2 of 2"),
        "{page}"
    );
    let fields = Value::from(form_of(&page, "Insert: A: says"));
    let preview = sent(server, &keeper, &record, &fields).await.is(200).text();
    assert!(
        preview.contains("What would change") && preview.contains("Forward!"),
        "{preview}"
    );
    // Nothing is recorded before it is applied.
    assert_eq!(differences(server, &scene.one, &scene.other).await.len(), 2);
    let apply = Value::from(form_of(&preview, "Apply correction"));
    sent(server, &keeper, &record, &apply).await.is(303);
    let page = server.browse_get(&keeper, &merge).await.is(200).text();
    assert!(page.contains("Difference 1 of 1"), "{page}");
    // The end that the second record lacks is recorded there, command by command.
    let (merge, record) = (
        format!("/g/{}/merge/{}", scene.other, scene.one),
        format!("/g/{}/record", scene.other),
    );
    for left in (0..4).rev() {
        let page = server.browse_get(&keeper, &merge).await.is(200).text();
        let fields = Value::from(form_of(&page, "Record at the end"));
        sent(server, &keeper, &record, &fields).await.is(303);
        let found = differences(server, &scene.other, &scene.one).await;
        let missing = found
            .first()
            .map_or(0, |at| at["other"].as_array().unwrap().len());
        assert_eq!(missing, left);
    }
    // Who keeps neither record is offered no correction.
    for game in [&scene.one, &scene.other] {
        server.show(game, "public").await;
    }
    let nobody = server.get(&merge).await.is(200).text();
    assert!(!nobody.contains("Correct the"), "{nobody}");
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

/// A game with the server's dice, and how somebody wrote it down at the table: with a word more, up to a roll of which a die was
/// misread.
async fn written_down(server: &Server) -> (String, String) {
    let rolled = server.plain_game(&server.admin).await;
    server.play(&server.admin, &rolled, 70).await;
    let path = format!("/v1/games/{rolled}/export?format=hgn");
    let text = server.get_as(&server.admin, &path).await.is(200).text();
    let text = text.replace("[Dice \"server\"]", "[Dice \"reported\"]");
    let rolls = parse(&text).unwrap().line.entries.len();
    // With another face the rules may ask for dice that nobody rolled: the last roll is taken for which they do not.
    for last in (11..rolls).rev() {
        let mut written = parse(&text).unwrap();
        let Act::Play { dice, .. } = &mut written.line.entries[last].given.act else {
            continue;
        };
        let Some(ReportedDice::Face(face)) = dice.first_mut().and_then(|roll| roll.faces.first_mut()) else {
            continue;
        };
        *face = 7 - *face;
        written.result = None;
        written.line.entries.truncate(last + 1);
        written.line.entries.insert(10, command("A: @say \"Forward!\""));
        let heard = server.import("text/plain", print(&written)).await;
        if heard.status == 201 {
            let written = heard.json()["card"]["id"].as_str().unwrap().to_owned();
            return (rolled, written);
        }
    }
    panic!("no roll of the game can be misread");
}

#[actix_web::test]
async fn a_record_with_dice_of_the_server_is_corrected_without_the_dice_of_another() {
    let server = Server::new();
    let (rolled, written) = written_down(&server).await;
    let keeper = crate::people::Account {
        id: String::new(),
        cookie: server.sign_in(&server.admin).await,
    };
    let merge = format!("/g/{rolled}/merge/{written}");
    let page = server.browse_get(&keeper, &merge).await.is(200).text();
    for told in [
        "id=\"server-dice\"",
        "Only the dice differ here.",
        "Merge into a new game",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    // No form that corrects brings dice along.
    let commands = page.split("name=\"command\" value=\"").skip(1);
    let commands: Vec<&str> = commands.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(!commands.is_empty() && commands.iter().all(|command| !command.contains("dice")));
    let record = format!("/g/{rolled}/record");
    let fields = Value::from(form_of(&page, "Insert: A: says"));
    let preview = sent(&server, &keeper, &record, &fields).await.is(200).text();
    let apply = Value::from(form_of(&preview, "Apply correction"));
    sent(&server, &keeper, &record, &apply).await.is(303);
    assert_eq!(differences(&server, &rolled, &written).await.len(), 1);
    // Its dice are all those of the server still.
    let audit = format!("/v1/games/{rolled}/audit");
    let audit = server.get_as(&server.admin, &audit).await.is(200).json();
    assert_eq!(audit["sound"], true);
    let dice = server
        .get_as(&server.admin, &format!("/v1/games/{rolled}/dice"))
        .await
        .is(200)
        .text();
    assert!(!dice.contains("reported"), "{dice}");
    // Once the game is over its seed is published: nothing rolled anew could be held against it.
    server.play(&server.admin, &rolled, 300).await;
    let page = server.browse_get(&keeper, &merge).await.is(200).text();
    assert!(
        page.contains("id=\"sealed\"") && !page.contains("class=\"corrections\""),
        "{page}"
    );
    // The record of the table takes the server's roll, with its dice.
    let page = server
        .browse_get(&keeper, &format!("/g/{written}/merge/{rolled}"))
        .await
        .is(200)
        .text();
    assert!(
        !page.contains("server-dice") && page.contains("Replace "),
        "{page}"
    );
}
