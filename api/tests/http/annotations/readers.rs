//! Readers and writers of annotations, and who hears of them.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use hindsight_api::access::Scope;
use serde_json::{Value, json};

use super::{Club, at};

/// Who may read a layer, and what is written there, by its visibility: one table.
#[actix_web::test]
async fn who_reads_and_who_writes_what() {
    let club = Club::new().await;
    let admin = club.server.admin.clone();
    let elsewhere = club
        .server
        .game(&club.ada, json!({ "system": "before-battle" }))
        .await;
    let guest = |scopes: &[&str], subject: &str, game: &str| json!({ "subject": subject, "label": "guest", "scopes": scopes, "days": 1, "game": game });
    let mut made = Vec::new();
    for request in [
        guest(&["seat:B"], "zoe", &club.game),
        guest(&["game:read"], "bob", &elsewhere),
        guest(&["game:read"], "eve", &club.game),
    ] {
        let heard = club.server.post(&admin, "/v1/tokens", &request).await.is(201);
        made.push(heard.json()["secret"].as_str().unwrap().to_owned());
    }
    let packs = club.server.token("bob", &[Scope::PackWrite]);
    // The author, the owner of the game, one named, one not named, a seat, a token of another game, one that only reads
    // this game, one for packs, an admin, nobody.
    let people: [(&str, Option<&str>); 10] = [
        ("bob, the author", Some(&club.bob)),
        ("ada, whose game it is", Some(&club.ada)),
        ("eve, who is named", Some(&club.eve)),
        (
            "mia, who is not",
            Some(&club.server.token("mia", &[Scope::GameRead, Scope::GameWrite])),
        ),
        ("zoe, at seat B", Some(&made[0])),
        ("bob, elsewhere", Some(&made[1])),
        ("eve, reading here", Some(&made[2])),
        ("bob, for packs", Some(&packs)),
        ("an admin", Some(&admin)),
        ("nobody", None),
    ]
    .map(|(name, token)| {
        (
            name,
            token.map(|token| Box::leak(token.to_owned().into_boxed_str()) as &str),
        )
    });
    // L: in lists and by its id; I: by its id alone; -: not there.
    let table = [
        ("public", "LLLLLLLLLL"),
        ("unlisted", "LIIIIIIILI"),
        ("readers", "L-L---L-L-"),
        ("private", "L-------L-"),
    ];
    // W: writes there; R: may answer what is read; S: may answer and hide, but not say it otherwise; -: nothing of it.
    let writing = [
        ("public", "WRRRR---S-"),
        ("unlisted", "WRRRR---S-"),
        ("readers", "W-R-----S-"),
        ("private", "W-------S-"),
    ];
    for ((visibility, reads), (_, writes)) in table.into_iter().zip(writing) {
        let layer = club
            .layer(
                &club.bob,
                json!({ "title": visibility, "visibility": visibility, "readers": ["eve"] }),
            )
            .await;
        let mut body = at(4, visibility);
        body["layer"] = json!(layer);
        let said = club.says(&club.bob, body.clone()).await;
        let id = said["id"].as_str().unwrap();
        for (place, (name, token)) in people.iter().enumerate() {
            let who = format!("{name} and a layer that is {visibility}");
            let get = async |path: String| match token {
                Some(token) => club.server.get_as(token, &path).await,
                None => club.server.get(&path).await,
            };
            let letter = &reads[place..=place];
            let listed = get(club.path("layers")).await.is(200);
            assert_eq!(listed.text().contains(&layer), letter == "L", "{who}");
            let all = get(club.path("annotations")).await.is(200);
            assert_eq!(all.text().contains(id), letter == "L", "{who}");
            for (path, problem) in [
                (format!("layers/{layer}"), "no-such-layer"),
                (format!("annotations?layer={layer}"), "no-such-layer"),
                (format!("annotations/{id}"), "no-such-annotation"),
                (format!("annotations/{id}/history"), "no-such-annotation"),
            ] {
                let heard = get(club.path(&path)).await;
                if letter == "-" {
                    let told = heard.is_problem(problem).text();
                    assert!(!told.contains(visibility), "{who}: {told}");
                } else {
                    heard.is(200);
                }
            }
            let named = get(club.path(&format!("layers/{layer}"))).await;
            let tells_readers = named.status == 200 && named.json()["readers"] == json!(["eve"]);
            assert_eq!(tells_readers, matches!(place, 0 | 8), "{who}");
            let Some(token) = token else {
                for path in ["annotations", "layers"] {
                    let asked = TestRequest::post().uri(&club.path(path)).set_json(&body);
                    club.server.ask(asked).await.is_problem("unauthorised");
                }
                continue;
            };
            let letter = &writes[place..=place];
            let wrote = club.server.post(token, &club.path("annotations"), &body).await;
            assert_eq!(wrote.status == 201, letter == "W", "{who}: {}", wrote.text());
            let changed = club
                .server
                .send(
                    Method::PATCH,
                    token,
                    &club.path(&format!("layers/{layer}")),
                    &json!({ "title": format!("{visibility} {place}") }),
                )
                .await;
            assert_eq!(
                changed.status == 200,
                matches!(letter, "W" | "S"),
                "{who}: {}",
                changed.text()
            );
            let answered = club
                .server
                .post(
                    token,
                    &club.path(&format!("annotations/{id}/replies")),
                    &json!({ "text": "Why?" }),
                )
                .await;
            assert_eq!(
                answered.status == 201,
                letter != "-",
                "{who}: {}",
                answered.text()
            );
            let edited = club
                .server
                .send(
                    Method::PATCH,
                    token,
                    &club.path(&format!("annotations/{id}")),
                    &json!({ "text": format!("{visibility} {place}") }),
                )
                .await;
            assert_eq!(edited.status == 200, letter == "W", "{who}: {}", edited.text());
        }
    }
}

#[actix_web::test]
async fn of_a_private_game_nothing_is_there() {
    let club = Club::new().await;
    let said = club.says(&club.bob, at(4, "hidden words")).await;
    let id = said["id"].as_str().unwrap();
    let layer = said["layer"].as_str().unwrap();
    let hide = json!({ "visibility": "private" });
    club.server
        .send(
            Method::PATCH,
            &club.ada,
            &format!("/v1/games/{}", club.game),
            &hide,
        )
        .await
        .is(200);
    for path in [
        "annotations".to_owned(),
        format!("annotations/{id}"),
        format!("annotations/{id}/history"),
        "layers".to_owned(),
        format!("layers/{layer}"),
    ] {
        club.server
            .get_as(&club.bob, &club.path(&path))
            .await
            .is_problem("no-such-game");
        club.server.get_as(&club.ada, &club.path(&path)).await.is(200);
    }
    club.server
        .post(&club.bob, &club.path("annotations"), &at(4, "more"))
        .await
        .is_problem("no-such-game");
    // The layer itself is no game, for nobody.
    for path in [
        format!("/v1/games/{layer}"),
        format!("/v1/games/{layer}/events"),
        format!("/g/{layer}"),
    ] {
        club.server
            .get_as(&club.server.admin, &path)
            .await
            .is_problem("no-such-game");
    }
    let all = club
        .server
        .get_as(&club.server.admin, "/v1/games?limit=200")
        .await
        .is(200);
    assert!(!all.text().contains(layer));
    // Another game's address does not lead to it either.
    let other = club
        .server
        .game(&club.bob, json!({ "system": "before-battle" }))
        .await;
    club.server
        .get_as(&club.bob, &format!("/v1/games/{other}/annotations/{id}"))
        .await
        .is_problem("no-such-annotation");
}

/// Who follows the game hears of what is said of it, as far as they may read it, and of nothing else.
#[actix_web::test]
async fn followers_hear_what_is_said() {
    use actix_web::body::MessageBody;
    use actix_web::dev::Service;
    let club = Club::new().await;
    let services = std::sync::Arc::clone(&club.server.services);
    let app = actix_web::test::init_service(hindsight_api::create_app(services)).await;
    let request = TestRequest::get()
        .uri(&club.path("live"))
        .insert_header(("Accept", "text/event-stream"))
        .insert_header(("Authorization", format!("Bearer {}", club.eve)))
        .to_request();
    let mut body = Box::pin(app.call(request).await.unwrap().into_body());
    let mut text = String::new();
    let mut shown = String::new();
    let mut begun = false;
    while text.matches("event: annotation").count() < 2 {
        let chunk = std::future::poll_fn(|cx| body.as_mut().poll_next(cx)).await;
        let chunk = chunk.expect("the stream goes on").map_err(|_| "a chunk").unwrap();
        text.push_str(std::str::from_utf8(&chunk).unwrap());
        if !begun {
            begun = true;
            let private = json!({ "title": "Mine", "visibility": "private" });
            let private = club.layer(&club.bob, private).await;
            let mut secret = at(4, "secret");
            secret["layer"] = json!(private);
            club.says(&club.bob, secret).await;
            shown = club.says(&club.bob, at(4, "shown")).await["layer"]
                .as_str()
                .unwrap()
                .to_owned();
        } else if text.contains(&shown) && text.matches("event: annotation").count() == 1 {
            // Hidden again, it is gone from this follower's sight.
            let hide = json!({ "visibility": "private" });
            let path = club.path(&format!("layers/{shown}"));
            club.server
                .send(Method::PATCH, &club.bob, &path, &hide)
                .await
                .is(200);
        }
    }
    let told: Vec<Value> = text
        .split("event: annotation\n")
        .skip(1)
        .filter_map(|said| said.lines().next()?.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    assert_eq!(told.len(), 2, "{text}");
    assert!(told.iter().all(|said| said["layer"] == shown.as_str()), "{text}");
    assert_eq!(told[1]["version"], 0);
    assert!(!text.contains("id: "), "no id of a game's event: {text}");
}
