//! Packing: nobody who reads or writes notices.

use std::sync::Arc;
use std::time::Duration;

use hindsight_api::base::settings::Settings;
use hindsight_api::games::packing::Packed;
use hindsight_store::{Options, SledStore};
use serde_json::json;

use crate::table::Server;

/// A game to its end.
const TEXT: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

/// A server over a store on the disk that packs what did not change for so long.
fn server(home: &std::path::Path, pack_after: Duration) -> Server {
    let (store, _) = SledStore::open(&home.join("data"), &Options::default()).unwrap();
    let settings = Settings {
        pack_after,
        ..Server::quiet()
    };
    Server::over(Arc::new(store), &settings)
}

async fn pack(server: &Server) -> Packed {
    server.services.packing.pack(Duration::ZERO).await.unwrap()
}

/// All that is told of a game, and of one moment of it, read from the store by a server that knows nothing of it yet.
async fn read_anew(server: &Server, game: &str, at: u64) -> Vec<String> {
    let store = Arc::clone(server.services.store.events());
    let anew = Server::again(store, &server.admin);
    let mut told = Vec::new();
    let state = format!("state?at={at}");
    for part in ["export?format=ndjson", &state, "events", "stats", "dice"] {
        let path = format!("/v1/games/{game}/{part}");
        told.push(anew.get_as(&anew.admin, &path).await.is(200).text());
    }
    told
}

#[actix_web::test]
async fn games_are_packed_and_nobody_notices() {
    let home = tempfile::tempdir().unwrap();
    let server = server(home.path(), Duration::ZERO);
    let over = server.brought(TEXT).await;
    let running = server.plain_game(&server.admin).await;
    server.play(&server.admin, &running, 5).await;
    let begun = read_anew(&server, &running, 5).await;
    let before = read_anew(&server, &over, 40).await;
    let packed = pack(&server).await;
    assert_eq!(
        packed.games, 2,
        "the one that is over, and of the other what is worth it"
    );
    assert!(packed.after * 2 < packed.before, "{packed:?}");
    assert_eq!(read_anew(&server, &over, 40).await, before);
    assert_eq!(read_anew(&server, &running, 5).await, begun);
    assert_eq!(pack(&server).await, Packed::default(), "it is packed already");
    // It is gone on with; what is new is packed later.
    let said = json!({ "type": "say", "text": "A close one." });
    let commands = format!("/v1/games/{over}/commands");
    server.post(&server.admin, &commands, &said).await.is(200);
    let grown = read_anew(&server, &over, 40).await;
    assert_ne!(grown, before);
    assert_eq!(pack(&server).await.games, 1);
    assert_eq!(read_anew(&server, &over, 40).await, grown);
    let audit = server
        .get(&format!("/v1/games/{over}/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(audit["sound"], true, "{audit}");
    let store = server.services.store.events();
    assert!(store.verify(&mut |_| {}).unwrap().is_sound());
}

#[actix_web::test]
async fn a_game_that_somebody_may_still_be_at_is_not_packed() {
    let home = tempfile::tempdir().unwrap();
    let server = server(home.path(), Duration::from_hours(1));
    server.brought(TEXT).await;
    assert_eq!(pack(&server).await, Packed::default());
}

#[actix_web::test]
async fn what_was_played_lately_is_packed_before_a_server_ends() {
    let home = tempfile::tempdir().unwrap();
    let server = server(home.path(), Duration::from_hours(1));
    let over = server.brought(TEXT).await;
    let running = server.plain_game(&server.admin).await;
    server.play(&server.admin, &running, 5).await;
    let before = read_anew(&server, &over, 40).await;
    let at_the_end = async |most| server.services.packing.pack_before_the_end(most).await.unwrap();
    assert_eq!(
        at_the_end(Duration::ZERO).await,
        Packed::default(),
        "it has no time"
    );
    let packed = at_the_end(Duration::from_mins(1)).await;
    assert_eq!(packed.games, 2);
    assert!(packed.after * 2 < packed.before, "{packed:?}");
    assert_eq!(at_the_end(Duration::from_mins(1)).await, Packed::default());
    assert_eq!(read_anew(&server, &over, 40).await, before);
}

#[actix_web::test]
async fn what_has_rested_is_not_looked_at_before_a_server_ends() {
    let home = tempfile::tempdir().unwrap();
    let server = server(home.path(), Duration::ZERO);
    server.brought(TEXT).await;
    let packed = server
        .services
        .packing
        .pack_before_the_end(Duration::from_mins(1));
    assert_eq!(packed.await.unwrap(), Packed::default());
}

#[actix_web::test]
async fn of_a_long_game_that_goes_on_all_but_the_end_is_packed() {
    let home = tempfile::tempdir().unwrap();
    let server = server(home.path(), Duration::ZERO);
    let game = server.plain_game(&server.admin).await;
    let commands = format!("/v1/games/{game}/commands");
    let said = json!({ "type": "say", "text": "The second rank waits. ".repeat(40) });
    for _ in 0..60 {
        server.post(&server.admin, &commands, &said).await.is(200);
    }
    let before = read_anew(&server, &game, 40).await;
    let packed = pack(&server).await;
    assert_eq!(packed.games, 1);
    assert!(packed.after * 4 < packed.before, "{packed:?}");
    assert_eq!(read_anew(&server, &game, 40).await, before);
    assert_eq!(pack(&server).await, Packed::default(), "it has not grown");
    server.post(&server.admin, &commands, &said).await.is(200);
    assert_eq!(
        pack(&server).await,
        Packed::default(),
        "one command is not worth a block"
    );
    assert!(
        server
            .services
            .store
            .events()
            .verify(&mut |_| {})
            .unwrap()
            .is_sound()
    );
}
