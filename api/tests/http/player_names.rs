//! Names of players that an owner hides: they stand nowhere for anybody else, and come back as they were.

use actix_web::http::Method;
use hindsight_openapi::wire::Role;
use serde_json::json;

use crate::community::FINISHED;
use crate::people::Account;
use crate::table::Server;

/// Names that are part of no other word of a page.
const NAMES: [&str; 2] = ["Quillonne", "Vesperine"];

/// The account that keeps the game.
const KEEPER: &str = "Octavienne";

/// A public game that is over, kept by an account, with another account at one seat and a name at the other.
struct Scene {
    server: Server,
    keeper: Account,
    player: Account,
    game: String,
}

impl Scene {
    async fn new() -> Self {
        let server = Server::new();
        let keeper = server.account(KEEPER, Role::Player).await;
        let player = server.account(NAMES[0], Role::Player).await;
        let text = hindsight_notation::parse(FINISHED[0]).unwrap();
        let text = hindsight_notation::print(&hindsight_notation::Document {
            seats: std::collections::BTreeMap::new(),
            ..text
        });
        let game = server
            .browse(
                &keeper.cookie,
                actix_web::test::TestRequest::post()
                    .uri("/v1/games/import?title=Hill")
                    .insert_header(("Content-Type", "text/plain"))
                    .set_payload(text),
            )
            .await
            .is(201)
            .json()["card"]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        server.sits(&player, &game, "A").await;
        let scene = Self {
            server,
            keeper,
            player,
            game,
        };
        scene.change(json!({ "players": { "B": NAMES[1] } })).await;
        scene
    }

    async fn change(&self, patch: serde_json::Value) -> serde_json::Value {
        let game = format!("/v1/games/{}", self.game);
        self.server
            .browse_send(&self.keeper, Method::PATCH, &game, &patch)
            .await
            .is(200)
            .json()
    }

    /// Whatever shows the game to somebody.
    fn addresses(&self) -> Vec<String> {
        let game = &self.game;
        let mut all: Vec<String> = [
            "",
            "/record",
            "/figures",
            "/suggestions",
            "/audit",
            "/report",
            "/report.md",
            "/thumbnail.svg",
            "/60",
            "/60.svg",
            "/60/explorer",
        ]
        .map(|part| format!("/g/{game}{part}"))
        .into();
        all.extend(
            [
                "",
                "/state",
                "/events?limit=1000",
                "/timeline",
                "/board.svg",
                "/stats",
                "/stats.csv?of=players",
                "/export?format=hgn",
                "/variations",
            ]
            .map(|part| format!("/v1/games/{game}{part}")),
        );
        all.extend(
            [
                "/",
                "/?q=Hill",
                "/v1/games",
                "/v1/games?q=Hill",
                "/community?group=player&minimum_games=1",
                "/community/games",
                "/community/leaderboard?minimum_games=1",
                "/v1/community/figures?group=player,rival&minimum_games=1",
                "/v1/community/games",
                "/v1/community/leaderboard?system=before-battle&minimum_games=1",
            ]
            .map(ToOwned::to_owned),
        );
        all.push(format!("/embed/{game}"));
        all.push(format!("/embed/{game}/60"));
        all.push(format!("/oembed?url=http://localhost/g/{game}"));
        all
    }

    /// The addresses at which a name is to be read.
    async fn named_at(&self, who: Option<&Account>) -> Vec<String> {
        // Who is signed in reads their own name in the head of every page.
        let own = who.is_some_and(|who| who.id == self.player.id);
        let looked_for = if own { &NAMES[1..] } else { &NAMES[..] };
        self.telling(who, self.addresses(), looked_for).await
    }

    /// Those of some addresses at which one of these words is to be read.
    async fn telling(&self, who: Option<&Account>, addresses: Vec<String>, words: &[&str]) -> Vec<String> {
        let mut named = Vec::new();
        for path in addresses {
            let heard = match who {
                Some(who) => self.server.browse_get(who, &path).await,
                None => self.server.get(&path).await,
            };
            assert!(heard.status < 500, "{path}: {}", heard.status);
            let text = String::from_utf8_lossy(&heard.body).into_owned();
            if words.iter().any(|word| text.contains(word)) {
                named.push(path);
            }
        }
        named
    }

    /// How many games a list has.
    async fn found(&self, query: &str) -> usize {
        let list = self
            .server
            .get(&format!("/v1/games?{query}"))
            .await
            .is(200)
            .json();
        list["items"].as_array().unwrap().len()
    }
}

#[actix_web::test]
async fn hidden_names_stand_nowhere_for_others_and_come_back() {
    let scene = Scene::new().await;
    let server = &scene.server;
    // As long as they are shown, they stand at many places, so that the check would find them.
    let named = scene.named_at(None).await;
    for path in [
        "/",
        "/v1/games",
        "/v1/community/figures?group=player,rival&minimum_games=1",
    ] {
        assert!(named.iter().any(|known| known == path), "{path}: {named:?}");
    }
    for part in ["", "/report", "/report.md"] {
        assert!(
            named.contains(&format!("/g/{}{part}", scene.game)),
            "{part}: {named:?}"
        );
    }
    let search = [
        format!("q={}", NAMES[1]),
        format!("player={}", NAMES[0]),
        format!("player={}", NAMES[1]),
    ];
    for query in &search {
        assert_eq!(scene.found(query).await, 1, "{query}");
    }

    let hidden = scene.change(json!({ "names_hidden": true })).await;
    assert_eq!(hidden["card"]["names_hidden"], true);
    assert_eq!(scene.named_at(None).await, [""; 0]);
    assert_eq!(scene.named_at(Some(&scene.player)).await, [""; 0]);
    for query in &search {
        assert_eq!(scene.found(query).await, 0, "{query}");
    }
    for name in NAMES {
        assert_eq!(scene.found(&format!("winner={name}")).await, 0, "{name}");
    }
    let figures = server
        .get(&format!("/v1/community/players/{}", scene.player.id))
        .await
        .is(200)
        .json();
    assert_eq!(figures["whole"]["games"], 0);
    // Its seat is still the player's own.
    let seen = server
        .browse_get(&scene.player, &format!("/v1/games/{}", scene.game))
        .await
        .is(200)
        .json();
    assert_eq!(seen["card"]["players"], json!({}));
    let mine = server.browse_get(&scene.player, "/mine").await.is(200).text();
    assert!(mine.contains(&scene.game), "{mine}");

    // The owner reads and changes them as before.
    let named = scene.named_at(Some(&scene.keeper)).await;
    assert!(named.contains(&format!("/g/{}", scene.game)), "{named:?}");
    let settings = server
        .browse_get(&scene.keeper, &format!("/g/{}/settings", scene.game))
        .await
        .is(200)
        .text();
    assert!(
        NAMES.iter().all(|name| settings.contains(name))
            && settings.contains("name=\"hide-names\" value=\"true\" checked"),
        "{settings}"
    );
    let renamed = scene
        .change(json!({ "players": { "B": "Vesperine the Second" } }))
        .await;
    assert_eq!(renamed["card"]["players"]["B"], "Vesperine the Second");
    assert_eq!(scene.named_at(None).await, [""; 0]);

    let shown = scene.change(json!({ "names_hidden": false })).await;
    assert_eq!(
        shown["card"]["players"],
        json!({ "A": NAMES[0], "B": "Vesperine the Second" })
    );
    assert!(shown["card"].get("names_hidden").is_none());
    assert_eq!(scene.found(&search[0]).await, 1);
    let figures = server
        .get(&format!("/v1/community/players/{}", scene.player.id))
        .await
        .json();
    assert_eq!(figures["whole"]["games"], 1);
}

#[actix_web::test]
async fn the_stream_of_a_game_with_hidden_names_is_for_its_owner_and_keeps_them() {
    let scene = Scene::new().await;
    let server = &scene.server;
    let export = format!("/v1/games/{}/export", scene.game);
    server.get(&export).await.is(200);
    scene.change(json!({ "names_hidden": true })).await;
    let heard = server.get(&export).await.is_problem("forbidden");
    assert!(heard.text().contains("format=hgn"), "{}", heard.text());
    server
        .browse_get(&scene.player, &export)
        .await
        .is_problem("forbidden");
    let share = server.get(&format!("/g/{}", scene.game)).await.is(200).text();
    assert!(!share.contains("events (NDJSON)"));
    let file = server.browse_get(&scene.keeper, &export).await.is(200).body;
    // On another server it is as it was here.
    let other = Server::new();
    let id = other
        .import("application/x-ndjson", file.clone())
        .await
        .is(201)
        .json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/v1/games/{id}");
    let own = other.get_as(&other.admin, &path).await.is(200).json();
    assert_eq!(own["card"]["players"], json!({ "A": NAMES[0], "B": NAMES[1] }));
    let others = other.get(&path).await.is(200).json();
    assert_eq!(
        (&others["card"]["players"], &others["card"]["names_hidden"]),
        (&json!({}), &json!(true))
    );
    // A file cannot bring names that no form would take.
    let text = String::from_utf8(file.clone()).unwrap();
    let long = text.replacen(NAMES[1], &"x".repeat(101), 1);
    assert_ne!(long, text);
    Server::new()
        .import("application/x-ndjson", long)
        .await
        .is_problem("invalid-import");
}

#[actix_web::test]
async fn names_are_hidden_by_the_form_of_the_settings_and_from_the_beginning() {
    let scene = Scene::new().await;
    let server = &scene.server;
    let settings = format!("/g/{}/settings", scene.game);
    let page = server.browse_get(&scene.keeper, &settings).await.is(200).text();
    assert!(page.contains("Hide players"), "{page}");
    let fields = json!({ "does": "describe", "title": "Hill", "visibility": "public", "player-B": NAMES[1], "hide-names": "true" });
    server
        .browse_form(&scene.keeper, &settings, &fields)
        .await
        .is(303);
    assert_eq!(scene.named_at(None).await, [""; 0]);
    // A game may hide them from its beginning; a seat that is taken later shows no name either.
    let request = json!({
        "system": "before-battle", "players": { "B": NAMES[1] }, "names_hidden": true
    });
    let made = server
        .browse_post(&scene.keeper, "/v1/games", &request)
        .await
        .is(201)
        .json();
    assert_eq!(made["card"]["players"], json!({ "B": NAMES[1] }));
    let game = made["card"]["id"].as_str().unwrap();
    let offer = server
        .browse_post(
            &scene.keeper,
            &format!("/v1/games/{game}/claims"),
            &json!({ "seat": "A" }),
        )
        .await
        .is(201)
        .json();
    let page = server
        .browse_get(&scene.player, offer["link"].as_str().unwrap())
        .await
        .is(200)
        .text();
    assert!(
        page.contains("hidden from others") && !page.contains("shows your name"),
        "{page}"
    );
    server
        .browse_post(&scene.player, "/v1/claims", &json!({ "secret": offer["secret"] }))
        .await
        .is(200);
    let seen = server.get(&format!("/v1/games/{game}")).await.is(200).json();
    assert_eq!(seen["card"]["players"], json!({}));
    let own = server
        .browse_get(&scene.keeper, &format!("/v1/games/{game}"))
        .await
        .is(200)
        .json();
    assert_eq!(own["card"]["players"], json!({ "A": NAMES[0], "B": NAMES[1] }));
}

/// Addresses that tell what is said of the game, and a review of it.
fn told_of(game: &str, review: &str) -> Vec<String> {
    let mut all = ["/annotations", "/layers", "/suggestions"]
        .map(|part| format!("/v1/games/{game}{part}"))
        .to_vec();
    all.push(format!("/v1/games/{game}/reviews/{review}"));
    all.push(format!("/g/{game}/60?review={review}"));
    all.push(format!("/g/{game}/1"));
    all
}

#[actix_web::test]
async fn no_review_and_no_text_names_the_keeper_of_a_game_with_hidden_names() {
    let scene = Scene::new().await;
    let (server, game) = (&scene.server, &scene.game);
    let reviews = format!("/v1/games/{game}/reviews");
    let begun = json!({ "title": "Tuesday", "version": 60 });
    let review = server
        .browse_post(&scene.keeper, &reviews, &begun)
        .await
        .is(201)
        .json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let told = || {
        let mut all = scene.addresses();
        all.extend(told_of(game, &review));
        all
    };
    // As long as names are shown, whoever leads the review and brought the text is named.
    let named = scene.telling(None, told_of(game, &review), &[KEEPER]).await;
    for part in [
        format!("/v1/games/{game}/annotations"),
        format!("{reviews}/{review}"),
    ] {
        assert!(named.contains(&part), "{part}: {named:?}");
    }
    scene.change(json!({ "names_hidden": true })).await;
    for who in [None, Some(&scene.player)] {
        assert_eq!(scene.telling(who, told(), &[KEEPER]).await, [""; 0]);
    }
    let said = server
        .get(&format!("/v1/games/{game}/annotations"))
        .await
        .is(200)
        .json();
    let author = &said["layers"][0]["author"];
    assert_eq!(
        (&author["subject"], &author["name"]),
        (&json!("keeper"), &json!("the keeper of the record"))
    );
    let found = server
        .get(&format!("/v1/games/{game}/annotations?author={KEEPER}"))
        .await
        .is(200)
        .json();
    assert_eq!(
        found["items"],
        json!([]),
        "nobody is found by a name that is not told"
    );
    let refused = server
        .browse_post(
            &scene.player,
            &format!("{reviews}/{review}/moment"),
            &json!({ "version": 59 }),
        )
        .await
        .is_problem("forbidden")
        .json();
    let why = refused["detail"].as_str().unwrap();
    assert!(why.starts_with("Somebody else leads this review"), "{why}");
    // The keeper reads it as before.
    let own = server
        .browse_get(&scene.keeper, &format!("{reviews}/{review}"))
        .await
        .is(200)
        .json();
    assert_eq!(own["leader"]["name"], KEEPER);
}

#[actix_web::test]
async fn guests_are_not_called_by_the_keeper_of_a_game_with_hidden_names() {
    let scene = Scene::new().await;
    let (server, game) = (&scene.server, &scene.game);
    scene.change(json!({ "names_hidden": true })).await;
    let asked = json!({ "label": "phone", "scopes": ["seat:B"], "game": game });
    let guest = server
        .browse_post(&scene.keeper, "/v1/tokens", &asked)
        .await
        .is(201)
        .json()["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    let annotations = format!("/v1/games/{game}/annotations");
    let said = json!({ "anchor": { "type": "event", "version": 60 }, "text": "Marsh lights." });
    let own = server.post(&guest, &annotations, &said).await.is(201).json();
    assert_eq!(own["author"]["name"], format!("guest of {KEEPER}, seat B"));
    let mut told = told_of(game, "none");
    told.push(format!("/g/{game}/60"));
    for who in [None, Some(&scene.player)] {
        let shown = scene.telling(who, told.clone(), &["Marsh lights"]).await;
        assert!(shown.contains(&annotations), "{shown:?}");
        assert_eq!(
            scene
                .telling(who, told.clone(), &[KEEPER, &scene.keeper.id])
                .await,
            [""; 0]
        );
    }
    let layers = server
        .get(&format!("/v1/games/{game}/layers"))
        .await
        .is(200)
        .json();
    let of_guest = layers["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|layer| layer["from_text"] != true);
    let of_guest = of_guest.unwrap();
    assert_eq!(
        (&of_guest["title"], &of_guest["author"]["name"]),
        (&json!("Notes of a guest"), &json!("a guest"))
    );
    // Whoever writes by themselves signs, as the settings say.
    server
        .browse_post(&scene.keeper, &annotations, &said)
        .await
        .is(201);
    assert_eq!(scene.telling(None, vec![annotations], &[KEEPER]).await.len(), 1);
    let settings = server
        .browse_get(&scene.keeper, &format!("/g/{game}/settings"))
        .await
        .is(200)
        .text();
    assert!(
        settings.contains("Comments and studies show who wrote them, reviews do not."),
        "{settings}"
    );
}
