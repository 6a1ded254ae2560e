//! Who may do what: one table over every route of the document, every kind of caller, and every visibility of a game.

use actix_web::dev::Service;
use actix_web::http::Method;
use actix_web::test::{self, TestRequest};
use hindsight_api::create_app;
use hindsight_openapi::describe::FORM;
use hindsight_openapi::wire::Role;
use hindsight_openapi::{Operation, operations};
use serde_json::{Value, json};

use crate::people::Account;
use crate::table::Server;

/// For whom a route is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum For {
    /// Everybody.
    Everybody,
    /// Who may see the game.
    Seeing,
    /// Who may see the game and is a player or more.
    Annotating,
    /// Everybody, of a game that everybody may see.
    Listed,
    /// Who speaks for a seat of the game, or keeps its record.
    Playing,
    /// Who keeps the record of the game.
    Keeping,
    /// Who is known by a token or a session.
    Known,
    /// Who is signed in.
    SignedIn,
    /// Who is signed in by an account, or has a token of one.
    Member,
    /// Those of these roles.
    Roles(&'static [Role]),
}

const PLAYERS: &[Role] = &[Role::Player, Role::Coach, Role::Steward, Role::Admin];

/// The table.
const TABLE: &[(For, &[&str])] = &[
    (
        For::Everybody,
        &[
            "startPage",
            "explorer",
            "explorerFile",
            "health",
            "icon",
            "metrics",
            "openapi",
            "listProblems",
            "getProblem",
            "ready",
            "script",
            "style",
            "systemPage",
            "signInPage",
            "newGamePage",
            "drawnPosition",
            "signIn",
            "signOut",
            "signUpPage",
            "signUp",
            "accountPage",
            "claimPage",
            "listGames",
            "limits",
            "odds",
            "communityFigures",
            "communityFiguresCsv",
            "communityFiguresParquet",
            "communityFiguresSvg",
            "communityFiguresPng",
            "communityGames",
            "communityDump",
            "getPlayer",
            "communityPage",
            "communityGamesPage",
            "factionPage",
            "unitPage",
            "playerPage",
            "listPacks",
            "getPack",
            "createSession",
            "endSession",
            "listSystems",
            "getSystem",
            "listSystemPacks",
            "listRules",
            "getRule",
            "getSchemas",
            "listRoles",
            "listStudies",
            "getStudy",
            "exportStudy",
            "studiesPage",
            "studyPage",
            "chapterPage",
            "embedChapter",
            "createAccount",
        ],
    ),
    (
        For::Seeing,
        &[
            "embedPage",
            "embedMomentPage",
            "gamePage",
            "gamePageJson",
            "gamePagePng",
            "gamePageSvg",
            "reportPage",
            "figuresPage",
            "auditPage",
            "suggestionsPage",
            "listSuggestions",
            "reportText",
            "momentPage",
            "momentPageJson",
            "momentPagePng",
            "momentPageSvg",
            "momentCard",
            "momentFrame",
            "momentLog",
            "momentUnit",
            "recordPage",
            "recordNow",
            "getGame",
            "auditGame",
            "getBoard",
            "boardPng",
            "boardSvg",
            "listCharts",
            "chartPng",
            "chartSvg",
            "getDice",
            "listEvents",
            "exportGame",
            "inspect",
            "followGame",
            "getOffers",
            "replayGif",
            "getState",
            "getStatistics",
            "getStatisticsCsv",
            "getTimeline",
            "listUnits",
            "listAnnotations",
            "getAnnotation",
            "getAnnotationHistory",
            "listLayers",
            "getLayer",
            "gameSigns",
            "momentAnnotations",
            "listVariations",
            "listReviews",
            "getReview",
            "followReview",
            "compareGames",
            "comparePage",
            "rerollFight",
            "rerollByForm",
            "askOutlook",
            "outlookByForm",
        ],
    ),
    (
        For::Annotating,
        &[
            "annotate",
            "editAnnotation",
            "removeAnnotation",
            "undoAnnotation",
            "reply",
            "editReply",
            "removeReply",
            "annotateOnPage",
            "createLayer",
            "changeLayer",
            "answerSuggestion",
            "answerSuggestionByForm",
            "forkGame",
            "forkByForm",
            "createReview",
            "leadReview",
            "handOverReview",
            "endReview",
            "reviewByForm",
        ],
    ),
    // What is told to other sites, of what everybody may see.
    (For::Listed, &["oembed"]),
    (For::Playing, &["giveCommands", "recordByForm"]),
    (
        For::Keeping,
        // A seat that one took oneself is freed by oneself too; here somebody else's is asked for.
        &[
            "patchGame",
            "deleteGame",
            "correctGame",
            "correctPage",
            "offerSeat",
            "freeSeat",
        ],
    ),
    (For::Known, &["getOwnToken"]),
    (For::SignedIn, &["getSession"]),
    (
        For::Member,
        &[
            "createToken",
            "listTokens",
            "revokeToken",
            "getOwnAccount",
            "patchOwnAccount",
            "deleteOwnAccount",
            "exportOwnAccount",
            "changeAccount",
        ],
    ),
    (
        For::Roles(PLAYERS),
        &[
            "createGame",
            "importGame",
            "newGameByForm",
            "takeSeat",
            "claim",
            "createStudy",
            "changeStudy",
            "cloneStudy",
            "addChapter",
            "changeChapter",
            "removeChapter",
            "orderChapters",
            "newStudyByForm",
            "studyByForm",
        ],
    ),
    (
        For::Roles(&[Role::Steward, Role::Admin]),
        &["uploadPack", "listAccounts", "patchAccount"],
    ),
    (
        For::Roles(&[Role::Coach, Role::Steward, Role::Admin]),
        &["createInvitation", "listInvitations", "withdrawInvitation"],
    ),
];

fn row(operation: &Operation) -> For {
    let rows: Vec<For> = TABLE
        .iter()
        .filter(|(_, ids)| ids.contains(&operation.id))
        .map(|(row, _)| *row)
        .collect();
    assert_eq!(
        rows.len(),
        1,
        "{} must stand in the table of permissions, once",
        operation.id
    );
    rows[0]
}

/// Somebody who asks.
struct Asking {
    name: &'static str,
    cookie: String,
    /// The role of an account; none for nobody.
    role: Option<Role>,
    /// What they are to the game.
    keeps: bool,
    sits: bool,
}

impl Asking {
    /// Whether they may see a game.
    fn sees(&self, visibility: &str) -> bool {
        visibility != "private" || self.keeps || self.sits || self.role == Some(Role::Admin)
    }

    /// Whether a route is for them, as the table says.
    fn may(&self, row: For, visibility: &str) -> bool {
        let admin = self.role == Some(Role::Admin);
        match row {
            For::Everybody => true,
            For::Seeing => self.sees(visibility),
            For::Annotating => self.sees(visibility) && self.role.is_some_and(|role| PLAYERS.contains(&role)),
            For::Listed => visibility != "private",
            For::Playing => self.keeps || self.sits || admin,
            For::Keeping => self.keeps || admin,
            For::Known | For::SignedIn | For::Member => self.role.is_some(),
            For::Roles(roles) => self.role.is_some_and(|role| roles.contains(&role)),
        }
    }
}

/// A body that is wrong in a way that is found out only after the right to send it; or a right one where nothing
/// changes by it, or where only the body says what is asked.
fn body(operation: &Operation) -> Option<(&'static str, String)> {
    let body = operation.body.as_ref()?;
    Some(match operation.id {
        "giveCommands" => (
            "application/json",
            json!({ "type": "say", "seat": "B", "text": "Hello." }).to_string(),
        ),
        "recordByForm" => (FORM, "command={\"type\":\"say\"}&seat=B&text=Hello".to_owned()),
        "importGame" => ("text/plain", "no game".to_owned()),
        _ if body.media == FORM => (FORM, "nonsense=1".to_owned()),
        _ => (body.media, json!({ "nonsense": 1 }).to_string()),
    })
}

fn address(operation: &Operation, game: &str, nobody: &str) -> String {
    let query = match operation.id {
        "oembed" => format!("?url=http://localhost:8080/g/{game}"),
        "boardPng" | "chartPng" | "chartSvg" => "?width=300".to_owned(),
        "replayGif" => "?from=1&to=2&width=300".to_owned(),
        "uploadPack" => "?system=before-battle".to_owned(),
        "compareGames" => format!("?with={game}"),
        _ => String::new(),
    };
    operation
        .path
        .replace("{game}", game)
        .replace("{other}", game)
        .replace("{version}", "3")
        .replace("{system}", "before-battle")
        .replace("{rule}", "BB-ARMY-01")
        .replace("{hash}", &"0".repeat(64))
        .replace("{chart}", "luck")
        .replace("{problem}", "refused")
        .replace("{file}", "swagger-ui.css")
        .replace("{script}", "replay.js")
        .replace("{unit}", "A1")
        .replace("{seat}", "C")
        .replace("{claim}", "hc_0")
        .replace("{token}", nobody)
        .replace("{account}", nobody)
        .replace("{player}", "the-keeper")
        .replace("{faction}", "Kiln")
        .replace("{invitation}", nobody)
        .replace("{annotation}", &format!("{nobody}-1"))
        .replace("{reply}", "1")
        .replace("{layer}", nobody)
        .replace("{review}", nobody)
        .replace("{study}", nobody)
        .replace("{chapter}", "1")
        + &query
}

/// How a request ended: let through to what it asks, or refused for who asked.
async fn is_let_through(server: &Server, asking: &Asking, operation: &Operation, path: &str) -> bool {
    let mut request = TestRequest::default()
        .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
        .uri(path)
        .insert_header(("Cookie", asking.cookie.as_str()))
        .insert_header(("Sec-Fetch-Site", "same-origin"));
    if let Some((media, body)) = body(operation) {
        request = request.insert_header(("Content-Type", media)).set_payload(body);
    }
    let app = test::init_service(create_app(server.services.clone())).await;
    let answer = app.call(request.to_request()).await.unwrap();
    let status = answer.status().as_u16();
    if status < 400 {
        // A live stream does not end; nothing of it is read.
        return true;
    }
    let bytes = actix_web::body::to_bytes(answer.into_body())
        .await
        .map_err(|_| "the body")
        .unwrap();
    let kind = serde_json::from_slice::<Value>(&bytes).map_or(String::new(), |problem| {
        problem["type"].as_str().unwrap_or_default().to_owned()
    });
    assert!(status < 500, "{} {path}: {status} {kind}", operation.id);
    let documented = operation.all_problems();
    assert!(
        kind.is_empty() || documented.iter().any(|known| known.address() == kind),
        "{} {path} answers {kind}, which its documentation does not say",
        operation.id
    );
    ![
        "/problems/unauthorised",
        "/problems/forbidden",
        "/problems/no-such-game",
    ]
    .contains(&kind.as_str())
}

#[actix_web::test]
async fn every_route_is_for_those_of_the_table_and_for_nobody_else() {
    let server = Server::new();
    let keeper = server.account("the-keeper", Role::Player).await;
    let sitter = server.account("the-sitter", Role::Player).await;
    let mut games = Vec::new();
    for visibility in ["public", "unlisted", "private"] {
        games.push((visibility, game(&server, visibility, &keeper, &sitter).await));
    }
    let asking = |name, account: &Account, role, keeps, sits| Asking {
        name,
        cookie: account.cookie.clone(),
        role: Some(role),
        keeps,
        sits,
    };
    let mut all = vec![
        Asking {
            name: "nobody",
            cookie: String::new(),
            role: None,
            keeps: false,
            sits: false,
        },
        asking("the keeper", &keeper, Role::Player, true, false),
        asking("who took seat B", &sitter, Role::Player, false, true),
    ];
    for role in Role::ALL {
        let account = server.account(&format!("a-{}", role.name()), role).await;
        all.push(asking(role.name(), &account, role, false, false));
    }
    let nobody = "01KAG6Q2Y7M3V9XWZ4T5B8C0DE";
    let mut tried = 0;
    let mut wrong = Vec::new();
    for operation in operations() {
        let row = row(operation);
        // What would end the session it comes by is tried elsewhere.
        if ["endSession", "signOut"].contains(&operation.id) {
            continue;
        }
        let of_a_game = operation.path.contains("{game}") || operation.id == "oembed";
        for (visibility, game) in &games {
            if !of_a_game && *visibility != "public" {
                continue;
            }
            let path = address(operation, game, nobody);
            for asking in &all {
                tried += 1;
                let through = is_let_through(&server, asking, operation, &path).await;
                if through != asking.may(row, visibility) {
                    wrong.push(format!(
                        "{} ({visibility} game) for {}: {}",
                        operation.id,
                        asking.name,
                        if through { "let through" } else { "refused" }
                    ));
                }
            }
        }
    }
    assert!(tried > 1_000, "only {tried} requests");
    assert!(wrong.is_empty(), "against the table:\n{}", wrong.join("\n"));
}

/// A game of this visibility, a few events old, with seat B taken.
async fn game(server: &Server, visibility: &str, keeper: &Account, sitter: &Account) -> String {
    let asked = json!({ "system": "before-battle", "visibility": visibility });
    let game = server
        .browse_post(keeper, "/v1/games", &asked)
        .await
        .is(201)
        .json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    server.play(&server.admin, &game, 8).await;
    let offer = server
        .browse_post(
            keeper,
            &format!("/v1/games/{game}/claims"),
            &json!({ "seat": "B" }),
        )
        .await
        .is(201)
        .json();
    server
        .browse_post(sitter, "/v1/claims", &json!({ "secret": offer["secret"] }))
        .await
        .is(200);
    game
}

/// A private game is the same as no game: for who may not see it, every route answers both alike, byte for byte but for
/// the id that was asked for.
#[actix_web::test]
async fn private_games_cannot_be_told_from_games_that_are_not() {
    let server = Server::new();
    let keeper = server.account("the-keeper", Role::Player).await;
    let stranger = server.account("a-stranger", Role::Player).await;
    let asked = json!({ "system": "before-battle", "visibility": "private", "title": "Secret plans" });
    let game = server
        .browse_post(&keeper, "/v1/games", &asked)
        .await
        .is(201)
        .json()["card"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let (nowhere, nobody) = ("01KAG6Q2Y7M3V9XWZ4T5B8C0DE", "01KAG6Q2Y7M3V9XWZ4T5B8C0DF");
    for operation in operations()
        .iter()
        .filter(|operation| operation.path.contains("{game}"))
    {
        let mut told = Vec::new();
        for id in [game.as_str(), nowhere] {
            let mut request = TestRequest::default()
                .method(Method::from_bytes(operation.method.name().as_bytes()).unwrap())
                .uri(&address(operation, id, nobody));
            if let Some((media, body)) = body(operation) {
                request = request.insert_header(("Content-Type", media)).set_payload(body);
            }
            let heard = server.browse(&stranger.cookie, request).await;
            assert_eq!(heard.status, 404, "{} {id}: {}", operation.id, heard.text());
            told.push(heard.text().replace(id, "ID"));
        }
        assert_eq!(told[0], told[1], "{}", operation.id);
        assert!(!told[0].contains("Secret"), "{}", operation.id);
    }
    for path in ["/v1/games", "/", "/?q=Secret", "/v1/games?q=Secret"] {
        let listed = server.browse_get(&stranger, path).await.is(200).text();
        assert!(
            !listed.contains(&game) && !listed.contains("Secret plans"),
            "{path}"
        );
    }
}
