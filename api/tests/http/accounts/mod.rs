//! Accounts from the outside: coming in, names and passwords, roles, tokens, seats, going.

mod coming_in;
mod forms;
mod life;
mod rights;

use actix_web::test::TestRequest;
use hindsight_api::Settings;
use hindsight_api::base::settings::SignUp;
use serde_json::Value;

use crate::table::{Heard, Server};

fn open_server() -> Server {
    Server::with(&Settings {
        rate_limits: false,
        sign_up: SignUp::Open,
        ..Settings::default()
    })
}

async fn sign_up(server: &Server, body: &Value) -> Heard {
    server
        .ask(TestRequest::post().uri("/v1/accounts").set_json(body))
        .await
}
