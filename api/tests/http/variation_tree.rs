//! The variations of a game as one tree on its page: games, what branches off them, and the lines of its text.

use hindsight_openapi::wire::Role;
use serde_json::json;

use crate::pages::between;
use crate::table::Server;

const GAME: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");

/// The panel of variations on a page.
fn panel(page: &str) -> &str {
    between(page, "<summary>Variations", "<form class=\"fork\"")
        .first()
        .copied()
        .unwrap_or_default()
}

#[actix_web::test]
async fn games_their_own_variations_and_lines_of_the_text_stand_in_one_tree() {
    let server = Server::new();
    let game = server.brought(GAME).await;
    server.show(&game, "public").await;
    let ada = server.account("ada", Role::Player).await;
    let fork = async |of: &str, version: u64, title: &str| {
        let path = format!("/v1/games/{of}/variations");
        let made = server
            .browse_post(&ada, &path, &json!({ "version": version, "title": title }))
            .await
            .is(201)
            .json();
        made["game"]["card"]["id"].as_str().unwrap().to_owned()
    };
    let child = fork(&game, 60, "What if").await;
    let grandchild = fork(&child, 50, "And then").await;
    let page = server
        .browse_get(&ada, &format!("/g/{game}/60"))
        .await
        .is(200)
        .text();
    let tree = panel(&page);
    // The two lines that the text gives, and the game that branches off.
    assert!(tree.starts_with(" (3)"), "{tree}");
    for words in [
        "Closer instead of shooting:",
        "South instead of west:",
        "A: move A2 2",
        "What if",
        "And then",
    ] {
        assert!(tree.contains(words), "{words}: {tree}");
    }
    // The grandchild stands below its own parent, and is compared with it.
    assert!(tree.find("And then").unwrap() > tree.find("What if").unwrap());
    assert!(
        tree.contains(&format!("/g/{child}/with/{grandchild}"))
            && tree.contains(&format!("/g/{game}/with/{child}"))
    );
    // Who is not signed in sees all of it and opens none.
    let nobody = server.get(&format!("/g/{game}/60")).await.is(200).text();
    assert!(nobody.contains("Closer instead of shooting:") && !nobody.contains("Open as a game"));
}

#[actix_web::test]
async fn a_line_of_the_text_opens_as_a_game_that_plays_it() {
    let server = Server::new();
    let game = server.brought(GAME).await;
    server.show(&game, "public").await;
    let ada = server.account("ada", Role::Player).await;
    let path = format!("/g/{game}/variations");
    let fields = json!({ "version": "1", "line": "31.0" });
    let made = server.browse_form(&ada, &path, &fields).await.is(303);
    let location = made.header("location").unwrap().to_owned();
    let id = location
        .split('/')
        .nth(4)
        .unwrap()
        .split('?')
        .next()
        .unwrap()
        .to_owned();
    let text = server
        .browse_get(&ada, &format!("/v1/games/{id}/export?format=hgn"))
        .await
        .is(200)
        .text();
    let document = hindsight_notation::parse(&text).unwrap();
    let whole = hindsight_notation::parse(GAME).unwrap();
    // Thirty commands of the game, then the three of the line with the dice that it gives.
    let given = |entries: &[hindsight_notation::Entry]| {
        entries
            .iter()
            .map(|entry| entry.given.clone())
            .collect::<Vec<_>>()
    };
    let line = &whole.line.entries[30].variations[0].entries;
    assert_eq!(document.line.entries.len(), 33);
    assert_eq!(
        given(&document.line.entries[..30]),
        given(&whole.line.entries[..30])
    );
    assert_eq!(given(&document.line.entries[30..]), given(line));
    let audit = server
        .browse_get(&ada, &format!("/v1/games/{id}/audit"))
        .await
        .is(200)
        .json();
    assert_eq!(audit["sound"], true, "{audit}");
    // Opened again it is the same game.
    let again = server.browse_form(&ada, &path, &fields).await.is(303);
    assert_eq!(again.header("location").unwrap(), location);
    for wrong in ["32.0", "31.1", "31.0.0.0", "x", "31"] {
        let fields = json!({ "version": "1", "line": wrong });
        server
            .browse_form(&ada, &path, &fields)
            .await
            .is_problem("invalid-body");
    }
}
