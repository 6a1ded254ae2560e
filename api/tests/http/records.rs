//! Games as records: the day they were played, their encodings, what a text holds, and battles that are recorded twice. Each is
//! tried by every way in.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use serde_json::{Value, json};

use crate::community::FINISHED;
use crate::people::Account;
use crate::table::{Heard, Server};

const TEXT: &str = "text/vnd.hindsight.game";

/// A recorded game under this title, with these headers more.
fn text(title: &str, headers: &str) -> String {
    let game = FINISHED[0];
    let lines: Vec<&str> = game
        .lines()
        .filter(|line| !line.starts_with("[Title ") && !line.starts_with("[Date "))
        .collect();
    let system = "[System \"before-battle\"]";
    lines
        .join("\n")
        .replacen(system, &format!("{system}\n[Title \"{title}\"]\n{headers}"), 1)
        + "\n"
}

async fn sent(server: &Server, token: &str, media: &str, query: &str, file: impl Into<Vec<u8>>) -> Heard {
    server
        .ask(
            TestRequest::post()
                .uri(&format!("/v1/games/import{query}"))
                .insert_header(("Authorization", format!("Bearer {token}")))
                .insert_header(("Content-Type", media.to_owned()))
                .set_payload(file.into()),
        )
        .await
}

/// The answer of the import page to a text.
async fn pasted(server: &Server, token: &str, text: &str) -> Heard {
    let browser = Account {
        id: String::new(),
        cookie: server.sign_in(token).await,
    };
    server
        .browse_form(&browser, "/import", &json!({ "text": text }))
        .await
}

/// A token that writes games.
fn player(server: &Server, name: &str) -> String {
    server.token(name, &[Scope::GameWrite, Scope::GameRead])
}

fn id(imported: &Value) -> String {
    imported["card"]["id"].as_str().unwrap().to_owned()
}

async fn exported(server: &Server, game: &str, format: &str) -> String {
    let path = format!("/v1/games/{game}/export?format={format}");
    server.get_as(&server.admin, &path).await.is(200).text()
}

#[actix_web::test]
async fn a_game_stands_under_the_day_on_which_it_was_played_whichever_way_it_came_in() {
    let server = Server::new();
    let api = id(&sent(
        &server,
        &server.admin,
        TEXT,
        "",
        text("By API", "[Date \"2019-05-02\"]\n"),
    )
    .await
    .is(201)
    .json());
    let page = pasted(
        &server,
        &server.admin,
        &text("By page", "[Date \"2019-05\"]\n[Tag \"page\"]\n"),
    )
    .await;
    // The same battle is told of, so the page does not go on to the game by itself.
    assert!(page.is(200).text().contains("The same battle is here already"));
    let early = server
        .get("/v1/games?until=2020-01-01T00:00:00Z")
        .await
        .is(200)
        .json();
    let mut dates: Vec<&str> = early["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["created_at"].as_str().unwrap())
        .collect();
    dates.sort_unstable();
    let midnights = ["2019-05-01T00:00:00.000Z", "2019-05-02T00:00:00.000Z"];
    assert_eq!(dates, midnights);
    let report = server.get(&format!("/g/{api}/report")).await.is(200).text();
    assert!(report.contains("2019-05-02"), "{report}");
    let figures = server
        .get("/v1/community/figures?group=month&minimum_games=1")
        .await
        .is(200)
        .json();
    assert_eq!(figures["cells"][0]["group"], json!(["2019-05"]), "{figures}");
    // A record carries the day to another server, for whoever brings it.
    let other = Server::new();
    let ada = player(&other, "ada");
    let file = exported(&server, &api, "ndjson").await;
    let carried = sent(&other, &ada, "application/x-ndjson", "", file)
        .await
        .is(201)
        .json();
    assert_eq!(carried["card"]["created_at"], "2019-05-02T00:00:00.000Z");
    // A day to come is none.
    let late = text("Tomorrow", "[Date \"2999-01-01\"]\n");
    let refused = sent(&server, &server.admin, TEXT, "", late).await;
    assert!(
        refused
            .is_problem("invalid-import")
            .text()
            .contains("lies in the future")
    );
}

#[actix_web::test]
async fn a_game_that_was_recorded_here_tells_its_day_in_its_text() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let text = exported(&server, &game, "hgn").await;
    let card = server
        .get_as(&server.admin, &format!("/v1/games/{game}"))
        .await
        .is(200)
        .json();
    let day = &card["card"]["created_at"].as_str().unwrap()[..10];
    assert!(text.contains(&format!("[Date \"{day}\"]")), "{text}");
}

#[actix_web::test]
async fn encodings_are_read_alike_on_every_way_in_and_lost_letters_have_a_place() {
    let server = Server::new();
    let latin: Vec<u8> = text("Gr\u{fc}n", "").chars().map(|letter| letter as u8).collect();
    let refused = sent(&server, &server.admin, TEXT, "", latin.clone()).await;
    let problem = refused.is_problem("invalid-import").text();
    assert!(
        problem.contains("line 3, column 11") && problem.contains("windows-1252"),
        "{problem}"
    );
    let named = format!("{TEXT}; charset=windows-1252");
    let taken = sent(&server, &server.admin, &named, "", latin)
        .await
        .is(201)
        .json();
    assert_eq!(taken["card"]["title"], "Grün");
    let mut wide = vec![0xff, 0xfe];
    wide.extend(text("Łuk", "").encode_utf16().flat_map(u16::to_le_bytes));
    let taken = sent(&server, &server.admin, TEXT, "", wide).await.is(201).json();
    assert_eq!(taken["card"]["title"], "Łuk");
    // A browser that read the file as UTF-8 has put U+FFFD in the letter's place.
    for way in [
        sent(&server, &server.admin, TEXT, "", text("Gr\u{fffd}n", "")).await,
        pasted(&server, &server.admin, &text("Gr\u{fffd}n", "")).await,
    ] {
        let heard = way.is(422).text();
        assert!(
            heard.contains("line 3") && heard.contains("one was lost"),
            "{heard}"
        );
    }
}

#[actix_web::test]
async fn byte_order_marks_are_dropped_wherever_text_comes_in() {
    let marked = |text: &str| format!("\u{feff}{text}").into_bytes();
    let server = Server::new();
    let game = id(
        &sent(&server, &server.admin, TEXT, "", marked(&text("Marked", "")))
            .await
            .is(201)
            .json(),
    );
    let record = exported(&server, &game, "ndjson").await;
    let other = Server::new();
    sent(&other, &other.admin, "application/x-ndjson", "", marked(&record))
        .await
        .is(201);
    let third = Server::new();
    let page = pasted(&third, &third.admin, &format!("\u{feff}{record}"))
        .await
        .is(303);
    assert_eq!(page.header("location"), Some(&*format!("/g/{game}")));
    // JSON bodies: a pack, as any other.
    let hash = server.get("/v1/packs?system=before-battle").await.is(200).json()["items"][0]["hash"].clone();
    let hash = hash.as_str().unwrap();
    let pack = server.get(&format!("/v1/packs/{hash}")).await.is(200).text();
    let uploaded = TestRequest::post()
        .uri("/v1/packs?system=before-battle")
        .insert_header(("Authorization", format!("Bearer {}", server.admin)))
        .insert_header(("Content-Type", "application/json"))
        .set_payload(marked(&pack));
    assert_eq!(server.ask(uploaded).await.is(200).json()["hash"], hash);
}

#[actix_web::test]
async fn a_text_names_the_packs_in_play_and_a_missing_one_is_asked_for_by_its_hash() {
    let server = Server::new();
    let old = server.get("/v1/packs?system=before-battle").await.is(200).json()["items"][0]["hash"].clone();
    let steps = json!([
        { "op": "replace", "path": "/id", "value": "odd" },
        { "op": "replace", "path": "/name", "value": "Odd" },
    ]);
    let path = format!("/v1/packs/{}", old.as_str().unwrap());
    let made = server
        .send(Method::PATCH, &server.admin, &path, &steps)
        .await
        .is(201)
        .json();
    let hash = made["hash"].as_str().unwrap();
    let asked = json!({
        "system": "before-battle", "packs": [hash], "dice": "reported",
        "setup": { "pack": "odd", "armies": "sample" },
    });
    let game = server.game(&server.admin, asked).await;
    let told = exported(&server, &game, "hgn").await;
    assert!(told.contains(&format!("[Pack \"odd\" \"{hash}\"]")), "{told}");
    let again = sent(&server, &server.admin, TEXT, "", told.clone())
        .await
        .is(201)
        .json();
    assert_eq!(exported(&server, &id(&again), "hgn").await, told);
    let other = Server::new();
    let refused = sent(&other, &other.admin, TEXT, "", told).await;
    let problem = refused.is_problem("invalid-import").text();
    assert!(problem.contains(hash) && problem.contains("odd"), "{problem}");
}

#[actix_web::test]
async fn paragraphs_and_lists_of_comments_go_through_a_text_and_it_says_what_it_leaves_out() {
    let server = Server::new();
    let game = id(&sent(&server, &server.admin, TEXT, "", text("Told", ""))
        .await
        .is(201)
        .json());
    let markdown = "First paragraph.\n\n- one\n- two\n\n> a quote\n\n1. `code`";
    let all = format!("/v1/games/{game}/annotations");
    let anchor = json!({ "type": "event", "version": 4 });
    let arrow = json!({ "type": "arrow", "from": { "x": 1.0, "y": 1.0 }, "to": { "x": 4.0, "y": 4.0 } });
    let said = json!({ "anchor": anchor, "text": markdown, "drawings": [arrow] });
    let said = server.post(&server.admin, &all, &said).await.is(201).json();
    let drawn = json!({ "anchor": anchor, "drawings": [arrow] });
    server.post(&server.admin, &all, &drawn).await.is(201);
    let replies = format!("{all}/{}/replies", said["id"].as_str().unwrap());
    server
        .post(&server.admin, &replies, &json!({ "text": "Was it?" }))
        .await
        .is(201);
    let told = exported(&server, &game, "hgn").await;
    assert!(
        told.contains("[NotInThisText \"2 drawings and 1 answer of annotations;"),
        "{told}"
    );
    let other = Server::new();
    let copy = id(&sent(&other, &other.admin, TEXT, "", told.clone())
        .await
        .is(201)
        .json());
    let listed = other
        .get(&format!("/v1/games/{copy}/annotations"))
        .await
        .is(200)
        .json();
    let texts: Vec<&str> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["text"].as_str().unwrap())
        .collect();
    assert!(texts.contains(&markdown), "{texts:?}");
    assert_eq!(exported(&other, &copy, "hgn").await, told);
}

#[actix_web::test]
async fn several_games_of_a_text_are_taken_one_by_one_with_a_list_of_what_became_of_each() {
    let faulty = text("Second", "").replace("[System \"before-battle\"]", "[System \"no-such-game\"]");
    let all = [text("First", ""), faulty, FINISHED[1].to_owned()].join("\n");
    let server = Server::new();
    let refused = sent(&server, &server.admin, TEXT, "", all.clone()).await;
    assert!(refused.is_problem("invalid-import").text().contains("several"));
    let answer = sent(&server, &server.admin, TEXT, "?several=true", all.clone())
        .await
        .is(207)
        .json();
    let items = answer["items"].as_array().unwrap();
    let became: Vec<(bool, bool)> = items
        .iter()
        .map(|item| (item["imported"].is_object(), item["problem"].is_object()))
        .collect();
    assert_eq!(became, [(true, false), (false, true), (true, false)], "{answer}");
    assert_eq!(
        (&items[0]["line"], &items[1]["title"]),
        (&json!(1), &json!("Second"))
    );
    let other = Server::new();
    let page = pasted(&other, &other.admin, &all).await.is(200).text();
    assert_eq!(page.matches(": imported.").count(), 2, "{page}");
    assert!(page.contains("Second") && page.contains("not imported"), "{page}");
    let listed = other.get("/v1/games").await.is(200).json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn a_comment_before_the_headers_is_no_record() {
    let server = Server::new();
    let commented = format!("{{Found in a box.}}\n{}", text("Boxed", ""));
    pasted(&server, &server.admin, &commented).await.is(303);
}

#[actix_web::test]
async fn a_battle_that_is_recorded_twice_counts_once_and_its_second_importer_is_told() {
    let server = Server::new();
    let ada = player(&server, "ada");
    let bob = player(&server, "bob");
    let first = sent(&server, &ada, TEXT, "", text("The axes", ""))
        .await
        .is(201)
        .json();
    assert_eq!(first["same_battle"], Value::Null);
    let second = sent(&server, &bob, TEXT, "", text("the  axes!", "[Tag \"club\"]\n"))
        .await
        .is(201)
        .json();
    assert_eq!(second["same_battle"]["id"], first["card"]["id"]);
    let counted = || async {
        let figures = server.get("/v1/community/figures").await.is(200).json();
        figures["whole"]["games"].as_u64().unwrap()
    };
    assert_eq!(counted().await, 1);
    // What its owner shows to nobody is told to nobody, and the record that others may see is counted.
    let hidden = json!({ "visibility": "private" });
    let path = format!("/v1/games/{}", id(&first));
    server.send(Method::PATCH, &ada, &path, &hidden).await.is(200);
    assert_eq!(counted().await, 1);
    let path = format!("/v1/games/{}", id(&second));
    server
        .send(Method::PATCH, &bob, &path, &json!({ "visibility": "unlisted" }))
        .await
        .is(200);
    assert_eq!(counted().await, 0);
    let cid = player(&server, "cid");
    let third = sent(&server, &cid, TEXT, "", text("Again", ""))
        .await
        .is(201)
        .json();
    assert_eq!(third["same_battle"], Value::Null);
    assert_eq!(counted().await, 1);
    // Their own game is told to whoever brings it once more under another title.
    let own = sent(&server, &ada, TEXT, "", text("My own", ""))
        .await
        .is(201)
        .json();
    assert_eq!(own["same_battle"]["id"], first["card"]["id"]);
    // Another battle is another one.
    let other = sent(&server, &cid, TEXT, "", FINISHED[1]).await.is(201).json();
    assert_eq!(other["same_battle"], Value::Null);
    assert_eq!(counted().await, 2);
}

#[actix_web::test]
async fn a_page_with_a_slash_behind_its_address_is_found() {
    let server = Server::new();
    let game = server.brought(FINISHED[0]).await;
    for (asked, found) in [
        (format!("/g/{game}/"), format!("/g/{game}")),
        (
            format!("/g/{game}/12/?flip=true"),
            format!("/g/{game}/12?flip=true"),
        ),
        ("/community//".to_owned(), "/community".to_owned()),
    ] {
        let heard = server.get(&asked).await.is(308);
        assert_eq!(heard.header("location"), Some(&*found), "{asked}");
    }
    for other in ["//example.org/", "/v1/games/", "/%5Cexample.org/nothing"] {
        let heard = server.get(other).await.is(404);
        assert_eq!(heard.header("location"), None, "{other}");
    }
}

#[actix_web::test]
async fn a_time_control_goes_with_the_record_and_with_the_text() {
    let server = Server::new();
    let asked = json!({ "system": "before-battle", "dice": "reported", "setup": { "armies": "sample" },
        "clock": { "minutes": 90, "increment_seconds": 30 } });
    let game = server.game(&server.admin, asked).await;
    let told = exported(&server, &game, "hgn").await;
    assert!(told.contains("[TimeControl \"90+30\"]"), "{told}");
    let record = exported(&server, &game, "ndjson").await;
    let other = Server::new();
    let keeper = other.token("keeper", &[Scope::GameWrite, Scope::GameRead]);
    let control = json!({ "minutes": 90, "increment_seconds": 30 });
    for (media, file) in [("application/x-ndjson", record), (TEXT, told)] {
        let copy = id(&sent(&other, &keeper, media, "", file).await.is(201).json());
        let clock = other
            .get_as(&keeper, &format!("/v1/games/{copy}/clock"))
            .await
            .is(200)
            .json();
        assert_eq!(
            (&clock["control"], &clock["rules"]),
            (&control, &json!(3)),
            "{media}"
        );
    }
}
