//! Ports to which a webhook is sent: its outcomes tell nobody what stands behind them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};

use serde_json::json;

use super::{now, scene};

/// A port at which nobody listens.
fn closed() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A port that reads what comes, answers these bytes to each, and closes.
fn answering(answer: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let read = stream.read(&mut [0; 4_096]);
            let written = stream.write_all(answer);
            drop((read, written));
        }
    });
    at
}

#[actix_web::test]
async fn outcomes_tell_no_port_from_another() {
    let (server, ada, _) = scene().await;
    let mut outcomes = Vec::new();
    for (what, port) in [
        ("closed", closed()),
        ("answers nothing", answering(b"")),
        ("speaks no HTTP", answering(b"x")),
        (
            "speaks for another program",
            answering(b"SSH-2.0-OpenSSH_9.9\r\n"),
        ),
    ] {
        let asked = json!({ "url": format!("http://{port}/hook"), "events": ["game.finished"] });
        let made = server
            .browse_post(&ada, "/v1/webhooks", &asked)
            .await
            .is(201)
            .json();
        let id = made["webhook"]["id"].as_str().unwrap();
        server.test_hook(&ada, id).await;
        assert_eq!(server.send_messages(now()).await, (0, 1), "{what}");
        let told = server.hook_now(&ada, id).await;
        let outcome = told["deliveries"][0]["outcome"].as_str().unwrap().to_owned();
        outcomes.push((what, outcome));
    }
    for (what, outcome) in &outcomes {
        assert_eq!(*outcome, outcomes[0].1, "{what}");
    }
    // The page of webhooks tells when each was sent, in the reader's own time.
    let page = server.browse_get(&ada, "/account/webhooks").await.is(200).text();
    assert!(page.contains("data-shows=\"minute\""), "{page}");
}
