//! Delayed reading of games with hidden information: who only follows such a game sees it later, whatever
//! they ask for.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use actix_web::test::TestRequest;
use hindsight_api::Settings;
use serde_json::json;

use crate::live::{bearer, lively, stranger};
use crate::table::Server;

const HOUR: Duration = Duration::from_hours(1);

fn delayed(delay: Duration) -> Server {
    Server::with(&Settings {
        live_delay: delay,
        ..lively()
    })
}

/// A game that hides its players' armies from each other, some commands old; its version.
async fn secret_game(server: &Server) -> (String, u64) {
    let asked = json!({ "system": "before-battle", "visibility": "public" });
    let game = server.game(&server.admin, asked).await;
    let version = server.play(&server.admin, &game, 6).await;
    let head = server.services.games.head(game.parse().unwrap()).await.unwrap();
    assert!(head.secrets && !head.over, "the test needs a game with secrets");
    (game, version)
}

#[actix_web::test]
async fn every_view_of_a_game_with_secrets_is_behind_for_who_only_follows() {
    let server = delayed(HOUR);
    let (game, version) = secret_game(&server).await;
    let path = format!("/v1/games/{game}");
    let told = server.get(&path).await.is(200).json();
    assert_eq!(told["live"]["delay_seconds"], 3_600);
    let seen = told["card"]["version"].as_u64().unwrap();
    assert!(seen < version, "{seen} of {version}");
    let events = server
        .get(&format!("{path}/events?lines=all"))
        .await
        .is(200)
        .json();
    let versions: Vec<u64> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["version"].as_u64().unwrap())
        .collect();
    assert_eq!(versions, (1..=seen).collect::<Vec<_>>());
    for behind in ["timeline", "state", "board", "units", "dice"] {
        let part = format!("{path}/{behind}");
        let first = server.get(&part).await.is(200);
        // What the table does meanwhile changes nothing of it.
        let tag = first.header("etag").unwrap().to_owned();
        assert!(tag.starts_with(&format!("\"{seen}-p")), "{behind}: {tag}");
    }
    for ahead in [
        format!("{path}/state?at={version}"),
        format!("/g/{game}/{version}"),
        format!("/g/{game}/{version}.svg"),
    ] {
        server
            .ask(TestRequest::get().uri(&ahead))
            .await
            .is_problem("no-such-version");
    }
    server
        .get(&format!("{path}/export"))
        .await
        .is_problem("hidden-until-the-end");
    let page = server.get(&format!("/g/{game}")).await.is(200).text();
    assert!(page.contains("60 minutes behind the table"), "the page says so");

    // Lists tell no more of it.
    let listed = server.get("/v1/games").await.is(200).json();
    assert_eq!(listed["items"][0]["version"], seen);
    let updated = &listed["items"][0]["updated_at"];
    assert_eq!(updated, &told["card"]["updated_at"]);
    let own = server.get_as(&server.admin, "/v1/games").await.is(200).json();
    assert_eq!(own["items"][0]["version"], version);
    // Times sort as texts.
    assert!(updated.as_str().unwrap() < own["items"][0]["updated_at"].as_str().unwrap());

    // Who keeps the game sees it as it is, and so does who sits at it.
    let seat = json!({ "subject": "bob", "scopes": ["seat:B"], "game": game });
    let seat = server
        .post(&server.admin, "/v1/tokens", &seat)
        .await
        .is(201)
        .json();
    for token in [server.admin.as_str(), seat["secret"].as_str().unwrap()] {
        let told = server.get_as(token, &path).await.is(200).json();
        assert_eq!(
            (&told["card"]["version"], &told["live"]["delay_seconds"]),
            (&json!(version), &json!(0))
        );
    }
}

#[actix_web::test]
async fn what_is_said_of_a_later_moment_waits_too() {
    let server = delayed(HOUR);
    let (game, version) = secret_game(&server).await;
    let all = format!("/v1/games/{game}/annotations");
    let mut ids = Vec::new();
    for at in [1, version] {
        let said = json!({ "anchor": { "type": "event", "version": at }, "text": format!("of {at}") });
        let said = server.post(&server.admin, &all, &said).await.is(201).json();
        ids.push(said["id"].as_str().unwrap().to_owned());
    }
    let heard = server.get(&all).await.is(200).json();
    assert_eq!(heard["items"].as_array().unwrap().len(), 1);
    assert_eq!(heard["items"][0]["id"], ids[0].as_str());
    server.get(&format!("{all}/{}", ids[0])).await.is(200);
    server
        .get(&format!("{all}/{}", ids[1]))
        .await
        .is_problem("no-such-annotation");
    let own = server.get_as(&server.admin, &all).await.is(200).json();
    assert_eq!(own["items"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn a_live_stream_lets_go_what_is_old_enough_and_tells_the_table_at_once() {
    // Long enough that nothing is let go while the test runs ...
    let server = delayed(HOUR);
    let (game, version) = secret_game(&server).await;
    let path = format!("/v1/games/{game}/live?from=1");
    let mut follower = server.listen(&path, stranger()).await;
    let heard = follower.until("event: opened").await;
    assert!(heard.contains("\"delay_seconds\":3600"), "{heard}");
    let mut keeper = server.listen(&path, bearer(&server.admin)).await;
    let heard = keeper.until(&format!("id: {version}\n")).await;
    assert!(heard.contains("\"delay_seconds\":0"), "{heard}");
    // ... until the game hides nothing any more.
    let end = server.play(&server.admin, &game, 10_000).await;
    let head = server.services.games.head(game.parse().unwrap()).await.unwrap();
    assert!(head.over, "the bots play it out");
    follower.until(&format!("id: {end}\n")).await;
    let told = server.get(&format!("/v1/games/{game}")).await.is(200).json();
    assert_eq!(
        (&told["card"]["version"], &told["live"]["delay_seconds"]),
        (&json!(end), &json!(0))
    );
}

#[actix_web::test]
async fn nothing_is_let_go_before_its_time() {
    let delay = Duration::from_millis(60);
    let server = delayed(delay);
    let (game, _) = secret_game(&server).await;
    let mut follower = server.listen(&format!("/v1/games/{game}/live"), stranger()).await;
    let version = server.play(&server.admin, &game, 1).await;
    let recorded = server
        .services
        .store
        .events()
        .read(game.parse().unwrap(), version, version)
        .unwrap()[0]
        .recorded_at_ms;
    follower.until(&format!("id: {version}\n")).await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    assert!(now >= Duration::from_millis(recorded) + delay);
}

#[actix_web::test]
async fn a_game_without_secrets_and_a_server_without_delay_tell_at_once() {
    let server = delayed(Duration::ZERO);
    let (game, version) = secret_game(&server).await;
    let told = server.get(&format!("/v1/games/{game}")).await.is(200).json();
    assert_eq!(
        (&told["card"]["version"], &told["live"]["delay_seconds"]),
        (&json!(version), &json!(0))
    );
    let server = delayed(HOUR);
    let game = server.plain_game(&server.admin).await;
    let say = json!({ "type": "say", "text": "hello" });
    let said = server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &say)
        .await
        .is(200)
        .json();
    let told = server.get(&format!("/v1/games/{game}")).await.is(200).json();
    assert_eq!(
        (&told["card"]["version"], &told["live"]["delay_seconds"]),
        (&said["version"], &json!(0)),
        "nothing is hidden yet"
    );
}
