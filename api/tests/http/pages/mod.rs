//! Pages for people: what they show, for whom, and that nothing on them is taken for more than text.

mod desk;
mod first_minutes;
mod replay;
mod safety;
mod shared;
mod start;

use actix_web::test::TestRequest;

use crate::table::{Heard, Server};

const GAME: &str = include_str!("../../../../tests/games/orsa-takes-the-axes.hgn");

/// Every page and part of a page that shows a game, at a version.
fn addresses(game: &str, version: u64) -> Vec<String> {
    vec![
        format!("/g/{game}"),
        format!("/g/{game}/{version}"),
        format!("/g/{game}/{version}?unit=A1"),
        format!("/g/{game}/{version}/frame"),
        format!("/g/{game}/{version}/log"),
        format!("/g/{game}/{version}/unit/A1"),
        format!("/g/{game}/{version}/card.png"),
        format!("/embed/{game}"),
        format!("/embed/{game}/{version}"),
        format!("/oembed?url=http://localhost:8080/g/{game}/{version}"),
        format!("/g/{game}/signs"),
        format!("/g/{game}/{version}/annotations"),
        format!("/g/{game}/report"),
        format!("/g/{game}/report.md"),
    ]
}

/// A recorded game that everybody may see.
async fn recorded(server: &Server, text: &str) -> String {
    let game = server.brought(text).await;
    server.show(&game, "public").await;
    game
}

async fn as_browser(server: &Server, path: &str) -> Heard {
    let request = TestRequest::get()
        .uri(path)
        .insert_header(("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"));
    server.ask(request).await
}

/// The text between two marks, each time.
pub fn between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    text.split(before)
        .skip(1)
        .map(|part| part.split(after).next().unwrap())
        .collect()
}
