//! Studies as stream files: out with their history and their chain, and in elsewhere.

use actix_web::test::TestRequest;

use super::*;

/// The study as it is stored.
async fn file(shelf: &Shelf, study: &str) -> String {
    let path = format!("/v1/studies/{study}/export?format=ndjson");
    let told = shelf.server.browse_get(&shelf.ada, &path).await.is(200);
    assert_eq!(told.header("content-type"), Some("application/x-ndjson"));
    told.text()
}

/// Brings a study in, as the administrator of a server or with the cookie of somebody else.
async fn bring(server: &Server, cookie: Option<&str>, file: &str) -> Heard {
    let request = TestRequest::post()
        .uri("/v1/studies/import")
        .insert_header(("Content-Type", "application/x-ndjson"))
        .set_payload(file.to_owned());
    if let Some(cookie) = cookie {
        return server.browse(cookie, request).await;
    }
    let admin = format!("Bearer {}", server.admin);
    server.ask(request.insert_header(("Authorization", admin))).await
}

#[actix_web::test]
async fn a_study_keeps_its_history_and_its_chain_from_server_to_server() {
    let shelf = Shelf::new().await;
    let study = shelf
        .study(&[("one", shelf.moment(1)), ("two", shelf.moment(2))])
        .await;
    let first = file(&shelf, &study).await;
    let other = Server::new();
    let made = bring(&other, None, &first).await.is(201);
    assert_eq!(
        made.header("location"),
        Some(format!("/v1/studies/{study}").as_str())
    );
    let there = made.json();
    assert_eq!(
        (there["title"].as_str(), titles(&there)),
        (Some("Flanks"), vec!["one", "two"])
    );
    // The same again is recognised.
    bring(&other, None, &first).await.is(200);
    // What comes out there is what went in, record by record.
    let path = format!("/v1/studies/{study}/export?format=ndjson");
    let again = other.get_as(&other.admin, &path).await.is(200).text();
    assert_eq!(
        again.lines().skip(1).collect::<Vec<_>>(),
        first.lines().skip(1).collect::<Vec<_>>()
    );
    assert!(first.lines().count() == 4, "a header, the study and two chapters");
    // It went on at home: elsewhere it goes on too, and what is older is recognised still.
    shelf.add(&study, "three", &shelf.moment(3)).await.is(201);
    let later = file(&shelf, &study).await;
    let there = bring(&other, None, &later).await.is(201).json();
    assert_eq!(titles(&there), ["one", "two", "three"]);
    bring(&other, None, &first).await.is(200);
    // Of two that went on in two ways neither takes the other's place.
    let path = format!("/v1/studies/{study}");
    let title = json!({ "title": "Wings" });
    other
        .ask(
            TestRequest::patch()
                .uri(&path)
                .insert_header(("Authorization", format!("Bearer {}", other.admin)))
                .set_json(&title),
        )
        .await
        .is(200);
    shelf.add(&study, "four", &shelf.moment(4)).await.is(201);
    bring(&other, None, &file(&shelf, &study).await)
        .await
        .is_problem("already-here");
}

#[actix_web::test]
async fn a_line_that_was_tampered_with_is_refused_by_its_number_and_nothing_is_kept() {
    let shelf = Shelf::new().await;
    let study = shelf
        .study(&[("one", shelf.moment(1)), ("two", shelf.moment(2))])
        .await;
    let sound = file(&shelf, &study).await;
    let other = Server::new();
    let lines: Vec<String> = sound.lines().map(str::to_owned).collect();
    for line in 1..lines.len() {
        let mut record: Value = serde_json::from_str(&lines[line]).unwrap();
        let at = record["recorded_at_ms"].as_u64();
        let changed = ["actor", "kind"]
            .into_iter()
            .find(|name| record[*name].is_string());
        match (at, changed) {
            (Some(at), _) => record["recorded_at_ms"] = json!(at + 1),
            (None, Some(name)) => record[name] = json!("somebody"),
            (None, None) => panic!("{record}"),
        }
        let mut tampered = lines.clone();
        tampered[line] = record.to_string();
        let problem = bring(&other, None, &tampered.join("\n"))
            .await
            .is_problem("invalid-import")
            .json();
        let detail = problem["detail"].as_str().unwrap();
        let number = format!("line {}", line + 1);
        let version = format!("version {line}");
        assert!(
            detail.contains(&number) || detail.contains(&version),
            "{number}: {detail}"
        );
    }
    // One line less, or twice the same.
    for wrong in [
        lines[..lines.len() - 1].to_vec(),
        [lines.clone(), vec![lines[1].clone()]].concat(),
    ] {
        bring(&other, None, &wrong.join("\n"))
            .await
            .is_problem("invalid-import");
    }
    let path = format!("/v1/studies/{study}");
    other
        .get_as(&other.admin, &path)
        .await
        .is_problem("no-such-study");
}

#[actix_web::test]
async fn a_study_is_carried_by_its_author_or_an_administrator() {
    let shelf = Shelf::new().await;
    let study = shelf.study(&[("one", shelf.moment(1))]).await;
    let sound = file(&shelf, &study).await;
    // Its record holds what was taken out of it: it is its author's.
    let path = format!("/v1/studies/{study}/export?format=ndjson");
    shelf
        .server
        .browse_get(&shelf.bob, &path)
        .await
        .is_problem("forbidden");
    // Nobody brings in what somebody else wrote: not even where it is already.
    bring(&shelf.server, Some(&shelf.bob.cookie), &sound)
        .await
        .is_problem("forbidden");
    bring(&shelf.server, Some(&shelf.ada.cookie), &sound)
        .await
        .is(200);
    bring(&shelf.server, Some(""), &sound)
        .await
        .is_problem("unauthorised");
    // What is no study is none.
    let game = format!("/v1/games/{}/export", shelf.game);
    let game = shelf
        .server
        .get_as(&shelf.server.admin, &game)
        .await
        .is(200)
        .text();
    for wrong in [game.as_str(), "", "{}", "no file"] {
        bring(&shelf.server, None, wrong)
            .await
            .is_problem("invalid-import");
    }
}

#[actix_web::test]
async fn a_game_takes_its_keepers_studies_of_it_along() {
    let shelf = Shelf::new().await;
    let admin = shelf.server.admin.clone();
    let make = async |shows: Value| {
        let about = json!({ "title": "Mine" });
        let made = shelf
            .server
            .post(&admin, "/v1/studies", &about)
            .await
            .is(201)
            .json();
        let id = made["id"].as_str().unwrap().to_owned();
        let chapter = json!({ "title": "One", "shows": shows });
        let chapters = format!("/v1/studies/{id}/chapters");
        shelf.server.post(&admin, &chapters, &chapter).await.is(201);
        id
    };
    let own = make(shelf.moment(2)).await;
    let another = shelf.server.plain_game(&admin).await;
    let elsewhere = make(json!({ "type": "game", "game": another })).await;
    let of_ada = shelf.study(&[("one", shelf.moment(1))]).await;
    let export = format!("/v1/games/{}/export", shelf.game);
    let file = shelf.server.get_as(&admin, &export).await.is(200).text();
    let other = Server::new();
    other.import("application/x-ndjson", file.clone()).await.is(201);
    other.import("application/x-ndjson", file).await.is(200);
    for (study, is_there) in [(own, true), (elsewhere, false), (of_ada, false)] {
        let told = other.get_as(&other.admin, &format!("/v1/studies/{study}")).await;
        assert_eq!(told.status == 200, is_there, "{study}");
        if is_there {
            assert_eq!(titles(&told.json()), ["One"]);
        }
    }
}
