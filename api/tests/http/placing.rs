//! Pieces placed elsewhere before the battle. Rule `HS-PLACE-01`.

use hindsight_engine::TableCommand;
use hindsight_engine::kernel::{PlacedPiece, Viewer};
use hindsight_notation::bridge::replay;
use hindsight_notation::parse;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::implied::{BARROW, LEVY, ORSA, Scene, WOLVES};
use crate::table::{Heard, form};

const RINGS: &str = include_str!("../../../tests/games/the-rings-on-the-ridge.hgn");

/// A game of each system with pieces that are placed.
const GAMES: [&str; 5] = [BARROW, WOLVES, LEVY, RINGS, ORSA];

/// A recorded set-up: the place of the command with which the battle begins, and the pieces placed before it, the first one first.
fn set_up(text: &str) -> (usize, Vec<PlacedPiece>) {
    let replayed = replay(&parse(text).unwrap(), &[]).unwrap();
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    let (mut last, mut pieces) = (0, Vec::new());
    for (place, (before, request, _)) in crate::implied::commands_of(text).iter().enumerate().skip(1) {
        let game = chronicle.game_at(*before, Viewer::Everything).unwrap();
        if game.info(Viewer::Everything).moment.round > 0 {
            break;
        }
        last = place;
        if let TableCommand::Play { command } = &request.command {
            pieces.extend(game.placed_by(command));
        }
    }
    (last, pieces)
}

/// A game whose set-up is over, all but the last command.
struct Table {
    scene: Scene,
    pieces: Vec<PlacedPiece>,
}

impl Table {
    async fn new(text: &str) -> Self {
        let (last, mut pieces) = set_up(text);
        let scene = Scene::new(text, last).await;
        // The last command may have placed the last piece.
        let board = board(&scene).await;
        pieces.retain(|piece| place_of(&board, &piece.piece).is_some());
        Self { scene, pieces }
    }

    async fn give(&self, query: &str, command: &Value) -> Heard {
        let path = format!("/v1/games/{}/commands{query}", self.scene.game);
        self.scene
            .server
            .post(&self.scene.server.admin, &path, command)
            .await
    }

    async fn version(&self) -> u64 {
        let path = format!("/v1/games/{}", self.scene.game);
        let game = self.scene.server.get_as(&self.scene.server.admin, &path).await;
        game.is(200).json()["card"]["version"].as_u64().unwrap()
    }

    async fn state(&self) -> Value {
        let path = format!("/v1/games/{}/state", self.scene.game);
        let state = self.scene.server.get_as(&self.scene.server.admin, &path).await;
        state.is(200).json()
    }

    /// A piece with another place that the rules allow: tried out, nothing is stored.
    async fn moved(&self) -> (PlacedPiece, Value) {
        let steps = [0.25, -0.25, 1.0, -1.0, 2.0, -2.0];
        for piece in &self.pieces {
            for (dx, dy) in steps.iter().flat_map(|step| [(*step, 0.0), (0.0, *step)]) {
                let at = json!({ "x": piece.at.x + dx, "y": piece.at.y + dy });
                let command = json!({ "type": "place", "piece": piece.piece, "at": at });
                if self.give("?dry_run=true", &command).await.status == 200 {
                    return (piece.clone(), command);
                }
            }
        }
        panic!("no piece can stand elsewhere");
    }
}

async fn board(scene: &Scene) -> Value {
    let path = format!("/v1/games/{}/board", scene.game);
    let board = scene.server.get_as(&scene.server.admin, &path).await;
    board.is(200).json()
}

/// The outline of a piece on the board.
fn place_of<'b>(board: &'b Value, piece: &str) -> Option<&'b Value> {
    let is_piece = |token: &&Value| {
        let id = token["id"].as_str().unwrap();
        [
            piece.to_owned(),
            format!("leader-{piece}"),
            format!("standard-{piece}"),
        ]
        .contains(&id.to_owned())
    };
    board["tokens"]
        .as_array()?
        .iter()
        .find(is_piece)
        .map(|token| &token["outline"])
}

#[actix_web::test]
async fn hs_place_01_a_placed_piece_is_moved_and_the_rest_of_the_deployment_stays() {
    for text in GAMES {
        let table = Table::new(text).await;
        let (piece, command) = table.moved().await;
        let (version, before) = (table.version().await, board(&table.scene).await);
        let (state, was) = (
            table.state().await,
            place_of(&before, &piece.piece).unwrap().clone(),
        );
        let done = table.give("", &command).await.is(200).json();
        assert_eq!(done["applied"].as_array().unwrap().len(), 1, "{done:#}");
        let first = &done["events"][0];
        assert_eq!(
            (&first["event"]["type"], &first["event"]["reason"]),
            (&json!("corrected"), &json!("Placed elsewhere before the battle")),
            "{first:#}"
        );
        assert_eq!(first["event"]["stopped"], Value::Null, "{first:#}");
        let after = board(&table.scene).await;
        assert_ne!(place_of(&after, &piece.piece), Some(&was), "{}", piece.piece);
        for other in table.pieces.iter().filter(|other| other.piece != piece.piece) {
            let places = [&before, &after].map(|board| place_of(board, &other.piece));
            assert_eq!(places[0], places[1], "{}", other.piece);
        }
        // Placed back it is as it was.
        let back = json!({ "type": "place", "piece": piece.piece, "at": piece.at });
        assert!(table.version().await > version);
        table.give("", &back).await.is(200);
        assert_eq!(table.state().await, state, "{}", piece.piece);
    }
}

/// Trays and cards look straight ahead when they are deployed: there the rules refuse a heading between.
#[actix_web::test]
async fn hs_place_01_a_piece_is_turned_where_it_stands() {
    for (text, turns) in [
        (BARROW, false),
        (WOLVES, false),
        (LEVY, false),
        (RINGS, true),
        (ORSA, true),
    ] {
        let table = Table::new(text).await;
        let mut units = table.pieces.iter().filter(|piece| piece.facing.is_some());
        let piece = units.next().unwrap();
        let facing = piece.facing.unwrap() + piece.heading_step;
        let command = json!({ "type": "place", "piece": piece.piece, "at": piece.at, "facing": facing });
        let told = table.give("?dry_run=true", &command).await;
        if turns {
            told.is(200);
        } else {
            let problem = told.is_problem("refused").json();
            assert_ne!(problem["rule"], "HS-PLACE-01", "{problem:#}");
        }
    }
}

#[actix_web::test]
async fn hs_place_01_a_trial_stores_nothing_and_a_key_counts_once() {
    let table = Table::new(BARROW).await;
    let (_, command) = table.moved().await;
    let version = table.version().await;
    let tried = table.give("?dry_run=true", &command).await.is(200).json();
    assert_eq!(
        (&tried["dry_run"], table.version().await),
        (&json!(true), version)
    );
    let path = format!("/v1/games/{}/commands", table.scene.game);
    let server = &table.scene.server;
    let keyed = |command: &Value| {
        actix_web::test::TestRequest::post()
            .uri(&path)
            .insert_header(("authorization", format!("Bearer {}", server.admin)))
            .insert_header(("idempotency-key", "drag"))
            .set_json(command)
    };
    let done = server.ask(keyed(&command)).await.is(200).json();
    let again = server.ask(keyed(&command)).await.is(200).json();
    assert_eq!(again["version"], done["version"]);
    assert_eq!(again["applied"][0]["repeated"], true, "{again:#}");
    let mut other = command.clone();
    other["at"]["x"] = json!(command["at"]["x"].as_f64().unwrap() + 0.01);
    server.ask(keyed(&other)).await.is_problem("command-key-reused");
}

/// Where a later command would no longer be legal nothing is stored, and the problem names it.
#[actix_web::test]
async fn hs_place_01_no_later_command_is_dropped() {
    for text in GAMES {
        let table = Table::new(text).await;
        let first = table.pieces.iter().find(|piece| piece.facing.is_some()).unwrap();
        let (version, side) = (table.version().await, first.piece.chars().next());
        let mut others = table.pieces.iter().rev().filter(|other| {
            other.facing.is_some() && other.piece != first.piece && other.piece.chars().next() == side
        });
        let other = others.next().unwrap();
        let command = json!({
            "type": "place", "piece": first.piece, "at": other.at, "facing": other.facing,
        });
        let problem = table.give("", &command).await.is_problem("refused").json();
        assert!(
            problem["at"].is_u64() && problem["dropped"].is_u64(),
            "{problem:#}"
        );
        assert!(problem["rule"].is_string(), "{problem:#}");
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("would no longer be legal"), "{detail}");
        table.give("?dry_run=true", &command).await.is_problem("refused");
        assert_eq!(table.version().await, version, "nothing is stored");
    }
}

#[actix_web::test]
async fn hs_place_01_what_is_no_other_place_is_refused() {
    let table = Table::new(BARROW).await;
    let piece = &table.pieces[0];
    let at = json!(piece.at);
    for (command, place) in [
        (json!({ "type": "place", "piece": "A1" }), "/at"),
        (json!({ "type": "place", "at": at }), "/piece"),
        (json!({ "type": "place", "piece": "Z9", "at": at }), "/piece"),
        (
            json!({ "type": "place", "piece": piece.piece, "at": at, "dice": [3] }),
            "/dice",
        ),
        (
            json!({ "type": "place", "piece": piece.piece, "at": { "x": 1.0 } }),
            "/at",
        ),
    ] {
        let problem = table.give("", &command).await.is_problem("invalid-body").json();
        assert!(
            problem["errors"][0]["path"].as_str().unwrap().starts_with(place),
            "{problem:#}"
        );
    }
    let rule_of = |problem: Heard| problem.is_problem("refused").json()["rule"].clone();
    let place = |x: f64| json!({ "type": "place", "piece": piece.piece, "at": { "x": x, "y": 1.0 } });
    let far = table.give("", &place(5_000.0)).await;
    assert_eq!(rule_of(far), "HS-PLACE-01");
    // The rules of the game judge a place of the board.
    let beside = rule_of(table.give("", &place(-20.0)).await);
    assert!(beside.as_str().unwrap().starts_with("BG4-"), "{beside}");
    let same = json!({ "type": "place", "piece": piece.piece, "at": piece.at });
    assert_eq!(rule_of(table.give("", &same).await), "HS-PLACE-01");
    let (_, legal) = table.moved().await;
    // As a correction it belongs to no step of several commands.
    table.give("?imply=true", &legal).await.is_problem("refused");
    let several = json!([legal, legal]);
    table.give("?atomic=true", &several).await.is_problem("refused");
}

#[actix_web::test]
async fn hs_place_01_pieces_stay_where_they_are_once_the_battle_has_begun() {
    let (last, pieces) = set_up(ORSA);
    let scene = Scene::new(ORSA, last + 6).await;
    let command = json!({ "type": "place", "piece": pieces[0].piece, "at": { "x": 20.0, "y": 4.0 } });
    let path = format!("/v1/games/{}/commands", scene.game);
    let problem = scene
        .server
        .post(&scene.server.admin, &path, &command)
        .await
        .is_problem("refused")
        .json();
    assert_eq!(problem["rule"], "HS-PLACE-01");
    assert!(
        problem["detail"].as_str().unwrap().contains("has begun"),
        "{problem:#}"
    );
}

/// Corrections are for who keeps the record, and as the game's policy of undoing has it.
#[actix_web::test]
async fn hs_place_01_who_may_not_correct_places_nothing_elsewhere() {
    let table = Table::new(BARROW).await;
    let (_, command) = table.moved().await;
    let (server, game) = (&table.scene.server, &table.scene.game);
    let path = format!("/v1/games/{game}/commands");
    for seat in ["A", "B"] {
        let asked = json!({ "subject": "bob", "scopes": [format!("seat:{seat}")], "game": game });
        let token = server
            .post(&server.admin, "/v1/tokens", &asked)
            .await
            .is(201)
            .json();
        let token = token["secret"].as_str().unwrap();
        server.post(token, &path, &command).await.is_problem("forbidden");
    }
    let stranger = server.account("stranger", Role::Player).await;
    server
        .browse_post(&stranger, &path, &command)
        .await
        .is_problem("forbidden");
    let patch = |undo: &str| {
        actix_web::test::TestRequest::patch()
            .uri(&format!("/v1/games/{game}"))
            .insert_header(("authorization", format!("Bearer {}", server.admin)))
            .set_json(json!({ "undo": undo }))
    };
    server.ask(patch("nobody")).await.is(200);
    table.give("", &command).await.is_problem("refused");
    server.ask(patch("recorder")).await.is(200);
    table.give("", &command).await.is(200);
}

/// The command of the button that undoes what was recorded last.
fn undo_of(page: &str) -> Value {
    let button = page.split_once("class=\"undo\"").expect("a button").1;
    let value = button.split_once("name=\"command\" value=\"").unwrap().1;
    let value = value.split_once('"').unwrap().0;
    serde_json::from_str(&value.replace("&quot;", "\"")).unwrap()
}

#[actix_web::test]
async fn hs_place_01_one_undo_places_a_piece_back_and_the_next_undoes_what_was_before() {
    for text in GAMES {
        let table = Table::new(text).await;
        let page = format!("/g/{}/record", table.scene.game);
        let server = &table.scene.server;
        let state = table.state().await;
        let shown = server.get_as(&server.admin, &page).await.is(200).text();
        assert!(shown.contains("data-pieces="), "pieces can be dragged");
        let earlier = undo_of(&shown);
        assert_eq!(earlier["type"], "take_back");
        let (piece, command) = table.moved().await;
        // The form that the script sends.
        let fields = json!({ "version": table.version().await.to_string(), "command": command.to_string() });
        let sent = actix_web::test::TestRequest::post()
            .uri(&page)
            .insert_header(("authorization", format!("Bearer {}", server.admin)))
            .insert_header(("content-type", "application/x-www-form-urlencoded"))
            .insert_header(("accept", "application/json"))
            .set_payload(form(&fields));
        server.ask(sent).await.is(200);
        let undo = undo_of(&server.get_as(&server.admin, &page).await.is(200).text());
        assert_eq!(
            (&undo["type"], &undo["piece"]),
            (&json!("place"), &json!(piece.piece)),
            "{undo}"
        );
        table.give("", &undo).await.is(200);
        assert_eq!(table.state().await, state);
        let next = undo_of(&server.get_as(&server.admin, &page).await.is(200).text());
        assert_eq!(next["type"], "take_back", "{next}");
        table.give("", &next).await.is(200);
    }
}
