//! Log entries of requests.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::table::Server;

/// A log in memory.
#[derive(Debug, Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[actix_web::test]
async fn no_secret_of_an_address_or_a_header_stands_in_the_log() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let offer = json!({ "seat": "A" });
    let offered = server
        .post(&server.admin, &format!("/v1/games/{game}/claims"), &offer)
        .await
        .is(201)
        .json();
    let path = offered["link"].as_str().unwrap();
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG)
        .with_writer(log.clone())
        .finish();
    // With a single subscriber of one thread, what other threads log for the first time would be taken to interest nobody,
    // for good and everywhere: a second one makes all of them be asked.
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::new());
    let _logging = tracing::subscriber::set_default(subscriber);
    server.get(path).await.is(200);
    server
        .get_as(&server.admin, &format!("/v1/games/{game}"))
        .await
        .is(200);
    let text = log.text();
    assert!(
        text.contains("claimPage") && text.contains("getGame") && text.contains(&game),
        "{text}"
    );
    for secret in [path.trim_start_matches("/claim/"), &server.admin] {
        assert!(!text.contains(secret), "{secret} stands in the log: {text}");
    }
}
