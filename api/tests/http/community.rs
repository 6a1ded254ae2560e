//! The community's figures: which games count, kept once, taken out at once.

use std::sync::Arc;

use actix_web::http::Method;
use hindsight_api::access::Scope;
use hindsight_api::analysis::community::rebuild;
use hindsight_openapi::wire::Role;
use hindsight_reports::community::{CommunityAnswer, CommunityQuery, Dimension, Filter};
use hindsight_store::{AppendError, EventStore, MemoryStore, SideRecords, StreamId, StreamIndex};
use serde_json::{Value, json};

use crate::faulty::{Faulty, Plan};
use crate::table::Server;

/// Recorded games of `before-battle` that are over: the last is a draw.
pub const FINISHED: [&str; 4] = [
    include_str!("../../../tests/games/orsa-takes-the-axes.hgn"),
    include_str!("../../../tests/games/the-knights-on-e6.hgn"),
    include_str!("../../../tests/games/the-misread-die.hgn"),
    include_str!("../../../tests/games/two-hidden-armies.hgn"),
];
/// One that begins in the middle, and one with a ruling.
const FROM_A_POSITION: &str = include_str!("../../../tests/games/three-rounds-left.hgn");
pub const WITH_A_RULING: &str = include_str!("../../../tests/games/one-model-too-few.hgn");

fn by(dimensions: &[Dimension]) -> CommunityQuery {
    CommunityQuery {
        by: dimensions.to_vec(),
        filter: Filter {
            with_bots: true,
            ..Filter::default()
        },
        ..CommunityQuery::default()
    }
}

impl Server {
    /// Brings a recorded game in; its id.
    pub async fn recorded(&self, text: &str) -> String {
        let game = self.brought(text).await;
        let public = json!({ "visibility": "public" });
        self.send(Method::PATCH, &self.admin, &format!("/v1/games/{game}"), &public)
            .await
            .is(200);
        game
    }

    /// What the figures are by faction, and how far they are behind.
    async fn figures(&self) -> (CommunityAnswer, u64) {
        let query = by(&[Dimension::Faction, Dimension::Result]);
        let asked = self
            .services
            .community
            .ask(false, move |table| table.answer(&query));
        let (answer, lag) = asked.await.unwrap();
        (answer, lag.events)
    }

    async fn counted(&self) -> u64 {
        self.figures().await.0.whole.games
    }
}

/// The stored rows with the place behind which they stand, byte for byte.
fn stored(store: &dyn EventStore) -> Vec<(Vec<u8>, Vec<u8>)> {
    let rows = store.side_scan("community-rows", b"", None, 1_000).unwrap();
    let place = store.side_scan("community-place", b"", None, 10).unwrap();
    [rows, place].concat()
}

fn id(game: &str) -> StreamId {
    game.parse().unwrap()
}

#[actix_web::test]
async fn rows_that_grew_and_rows_made_anew_are_the_same() {
    let store = Arc::new(MemoryStore::new());
    let server = Server::over(store.clone(), &Server::quiet());
    for (count, text) in (1..).zip(FINISHED) {
        server.recorded(text).await;
        // A game that is not over counts nowhere.
        server.plain_game(&server.admin).await;
        assert_eq!(server.counted().await, count);
    }
    let (grown, behind) = server.figures().await;
    assert_eq!(behind, 0);
    let rows = stored(store.as_ref());
    assert_eq!(rows.len(), FINISHED.len() + 1);

    // The same server started again reads them, and has nothing to do.
    let again = Server::again(store.clone(), &server.admin);
    assert_eq!(again.figures().await, (grown.clone(), 0));
    assert_eq!(stored(store.as_ref()), rows);

    // Thrown away and made anew they are the same, byte for byte.
    let told = rebuild(store.as_ref(), &mut |_| {}).unwrap();
    assert_eq!((told.games, told.rows, told.unfit), (4, 4, 0));
    assert_eq!(stored(store.as_ref()), rows);
    let anew = Server::again(store.clone(), &server.admin);
    assert_eq!(anew.figures().await, (grown, 0));
}

#[actix_web::test]
async fn what_a_stop_leaves_undone_is_done_by_the_next() {
    let faulty = Faulty::default();
    let server = Server::over(Arc::new(faulty.clone()), &Server::quiet());
    let ada = server.account("ada", Role::Player).await;
    for text in FINISHED {
        server.recorded(text).await;
    }
    // Nothing can be written: the figures stay behind, and say so.
    faulty.plan(Plan {
        appends: Some((0, AppendError::Closed)),
        ..Plan::default()
    });
    let (answer, behind) = server.figures().await;
    assert!(behind > 0 && answer.whole.games == 0, "{behind}");
    let answers = [
        "figures?minimum_games=1".to_owned(),
        "games".to_owned(),
        "leaderboard?system=before-battle&minimum_games=1".to_owned(),
        format!("players/{}", ada.id),
    ];
    let counting = async || {
        let mut counting = Vec::new();
        for part in &answers {
            let told = server.get(&format!("/v1/community/{part}")).await.is(200).json();
            counting.push((told["counting"].clone(), told["behind"].as_u64().unwrap() > 0));
        }
        let page = server.get("/community").await.is(200).text();
        let says =
            page.contains("The games of this server are being counted; these figures are not whole yet.");
        (counting, says)
    };
    assert_eq!(counting().await, (vec![(json!(true), true); 4], true));
    assert_eq!(stored(faulty.inner.as_ref()), []);
    // Mended, they follow; and one row without its place, as a stop between two batches leaves it, is no other row.
    faulty.plan(Plan::default());
    assert_eq!(server.counted().await, 4);
    assert_eq!(counting().await, (vec![(json!(false), false); 4], false));
    let rows = stored(faulty.inner.as_ref());
    faulty.inner.remove("community-rows", &rows[1].0).unwrap();
    let again = Server::again(Arc::new(faulty.clone()), &server.admin);
    assert_eq!(again.counted().await, 4);
    assert_eq!(stored(faulty.inner.as_ref()), rows);
    faulty.inner.remove("community-place", b"place").unwrap();
    let again = Server::again(Arc::new(faulty.clone()), &server.admin);
    assert_eq!(again.counted().await, 4);
    assert_eq!(stored(faulty.inner.as_ref())[..4], rows[..4]);
    // A row that cannot be read is made anew.
    faulty
        .inner
        .keep("community-rows", &rows[0].0, b"\x01nonsense")
        .unwrap();
    let again = Server::again(Arc::new(faulty.clone()), &server.admin);
    assert_eq!(again.counted().await, 4);
    assert_eq!(stored(faulty.inner.as_ref())[..4], rows[..4]);
}

#[actix_web::test]
async fn a_game_that_is_made_private_or_goes_on_is_taken_out_at_once() {
    let store = Arc::new(MemoryStore::new());
    let server = Server::over(store.clone(), &Server::quiet());
    let game = server.recorded(FINISHED[0]).await;
    let kept = server.recorded(FINISHED[1]).await;
    assert_eq!(server.counted().await, 2);
    let address = format!("/v1/games/{game}");
    for (visibility, counted) in [("private", 1), ("public", 2), ("unlisted", 1), ("public", 2)] {
        let change = json!({ "visibility": visibility });
        server
            .send(Method::PATCH, &server.admin, &address, &change)
            .await
            .is(200);
        assert_eq!(server.counted().await, counted, "{visibility}");
        assert_eq!(stored(store.as_ref()).len(), counted as usize + 1, "{visibility}");
    }
    // Taken back from its end it is no finished game, and its row is gone.
    let back = json!({ "type": "take_back", "to": 20, "reason": "a die was misread" });
    server
        .post(&server.admin, &format!("{address}/commands"), &back)
        .await
        .is(200);
    assert_eq!(server.counted().await, 1);
    // A card that changes while no server runs is found by the next one.
    let mut card = (*store.card(id(&kept)).unwrap().unwrap().card).clone();
    card.visibility = "private".to_owned();
    drop(server);
    store.set_card(id(&kept), card).unwrap();
    let again = Server::again(store.clone(), "");
    assert_eq!(again.counted().await, 0);
    assert_eq!(stored(store.as_ref()).len(), 1);
}

#[actix_web::test]
async fn a_game_counts_by_the_grade_of_its_record_and_whole_or_not_at_all() {
    let server = Server::new();
    server.recorded(FINISHED[0]).await;
    server.recorded(WITH_A_RULING).await;
    let (provenances, _) = server
        .services
        .community
        .ask(false, |table| table.answer(&by(&[Dimension::Provenance])))
        .await
        .unwrap();
    let mut groups: Vec<(&str, u64)> = provenances
        .cells
        .iter()
        .map(|cell| (cell.group[0].as_str(), cell.games))
        .collect();
    groups.sort_unstable();
    assert_eq!(groups, [("audited_clean", 1), ("table_recorded", 1)]);
    server.recorded(FROM_A_POSITION).await;
    assert_eq!(server.counted().await, 2);
}

impl Server {
    /// The provenances of the games that count, each with how many.
    async fn provenances(&self) -> Vec<(String, u64)> {
        let (provenances, _) = self
            .services
            .community
            .ask(false, |table| table.answer(&by(&[Dimension::Provenance])))
            .await
            .unwrap();
        let mut groups: Vec<(String, u64)> = provenances
            .cells
            .iter()
            .map(|cell| (cell.group[0].clone(), cell.games))
            .collect();
        groups.sort_unstable();
        groups
    }

    /// A public game with this server's dice that was given up after some commands; its id.
    async fn given_up(&self, token: &str) -> String {
        let game = self.plain_game(token).await;
        self.play(token, &game, 12).await;
        let concede = json!({ "type": "concede", "seat": "A" });
        let commands = format!("/v1/games/{game}/commands");
        self.post(token, &commands, &concede).await.is(200);
        let public = json!({ "visibility": "public" });
        self.send(Method::PATCH, &self.admin, &format!("/v1/games/{game}"), &public)
            .await
            .is(200);
        game
    }

    async fn stream_of(&self, game: &str) -> String {
        let path = format!("/v1/games/{game}/export?format=ndjson");
        self.get_as(&self.admin, &path).await.is(200).text()
    }
}

fn graded(provenance: &str, games: u64) -> Vec<(String, u64)> {
    vec![(provenance.to_owned(), games)]
}

#[actix_web::test]
async fn only_this_servers_own_dice_are_the_servers() {
    let server = Server::new();
    let game = server.given_up(&server.admin).await;
    assert_eq!(server.provenances().await, graded("server_dice", 1));
    // Another server cannot know that the seed in the file was not chosen.
    let other = Server::new();
    let file = server.stream_of(&game).await;
    other.import("application/x-ndjson", file).await.is(201);
    assert_eq!(other.provenances().await, graded("audited_clean", 1));
    // Nor can this one once the game went on after the seed was told: back to before the last play.
    let told = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events?limit=500"))
        .await
        .json();
    let plays = |event: &&Value| event["command"]["type"] == "play";
    let last = told["items"].as_array().unwrap().iter().rfind(plays).unwrap();
    let before = last["version"].as_u64().unwrap() - 1;
    let back = json!({ "type": "take_back", "to": before, "reason": "too early" });
    let commands = format!("/v1/games/{game}/commands");
    server.post(&server.admin, &commands, &back).await.is(200);
    server.play(&server.admin, &game, 4).await;
    let concede = json!({ "type": "concede", "seat": "B" });
    server.post(&server.admin, &commands, &concede).await.is(200);
    let provenances = server.provenances().await;
    assert_eq!(
        provenances,
        graded("audited_clean", 1),
        "{}",
        server.stream_of(&game).await
    );
}

#[actix_web::test]
async fn a_game_of_bots_stays_one_when_its_file_loses_the_mark() {
    let server = Server::new();
    let bots = server.token("simulate", &[Scope::GameRead, Scope::GameWrite]);
    server.given_up(&bots).await;
    assert_eq!(server.provenances().await, graded("bots", 1));
}

#[actix_web::test]
async fn no_game_is_over_later_than_now() {
    let store = Arc::new(MemoryStore::new());
    let server = Server::over(store.clone(), &Server::quiet());
    let game = server.recorded(FINISHED[0]).await;
    for created_ms in [253_402_300_800_000, u64::MAX] {
        let mut card = (*store.card(id(&game)).unwrap().unwrap().card).clone();
        card.created_ms = created_ms;
        store.set_card(id(&game), card).unwrap();
        let (games, _) = server
            .services
            .community
            .ask(false, |table| table.games(&Filter::default(), None, 10))
            .await
            .unwrap();
        assert_eq!(games.1, 1);
        assert!(games.0[0].0 <= hindsight_api::base::now_ms(), "{games:?}");
    }
}

#[actix_web::test]
async fn a_variation_of_a_game_is_no_other_game() {
    let store = Arc::new(MemoryStore::new());
    let server = Server::over(store.clone(), &Server::quiet());
    let game = server.recorded(FINISHED[0]).await;
    assert_eq!(server.counted().await, 1);
    let mut card = (*store.card(id(&game)).unwrap().unwrap().card).clone();
    card.marks.push("variation".to_owned());
    store.set_card(id(&game), card).unwrap();
    assert_eq!(server.counted().await, 0);
}

#[actix_web::test]
async fn a_game_that_was_brought_in_later_counts_in_the_month_in_which_it_was_played() {
    let store = Arc::new(MemoryStore::new());
    let server = Server::over(store.clone(), &Server::quiet());
    let game = server.recorded(FINISHED[0]).await;
    let mut card = (*store.card(id(&game)).unwrap().unwrap().card).clone();
    // 1 March 2024, as a file with this date is filed.
    card.created_ms = 1_709_251_200_000;
    store.set_card(id(&game), card).unwrap();
    let (months, _) = server
        .services
        .community
        .ask(false, |table| table.answer(&by(&[Dimension::Month])))
        .await
        .unwrap();
    assert_eq!(
        (months.cells.len(), &months.cells[0].group[0][..]),
        (1, "2024-03")
    );
}

#[actix_web::test]
async fn rows_name_accounts_and_no_person() {
    let store = Arc::new(MemoryStore::new());
    let server = Server::over(store.clone(), &Server::quiet());
    let ada = server.account("ada-lovelace", Role::Player).await;
    let game = server.recorded(FINISHED[0]).await;
    let named = json!({ "players": { "B": "Charles Babbage" } });
    server
        .send(Method::PATCH, &server.admin, &format!("/v1/games/{game}"), &named)
        .await
        .is(200);
    server.sits(&ada, &game, "A").await;
    let (players, _) = server
        .services
        .community
        .ask(false, |table| table.answer(&by(&[Dimension::Player])))
        .await
        .unwrap();
    let mut groups: Vec<&str> = players.cells.iter().map(|cell| cell.group[0].as_str()).collect();
    groups.sort_unstable();
    assert_eq!(groups, [ada.id.as_str(), "none"]);
    for (_, row) in stored(store.as_ref()) {
        let text = String::from_utf8_lossy(&row).into_owned();
        assert!(
            !text.contains("ada-lovelace") && !text.contains("Babbage"),
            "{text}"
        );
    }
}

impl Server {
    /// Lets an account take a seat of a game.
    pub async fn sits(&self, account: &crate::people::Account, game: &str, seat: &str) {
        let offer = self
            .post(
                &self.admin,
                &format!("/v1/games/{game}/claims"),
                &json!({ "seat": seat }),
            )
            .await
            .is(201)
            .json();
        let secret = json!({ "secret": offer["secret"] });
        self.browse_post(account, "/v1/claims", &secret).await.is(200);
    }
}
