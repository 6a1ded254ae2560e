//! The start page and its lists.

use serde_json::json;

use super::between;
use crate::table::Server;

#[actix_web::test]
async fn the_start_page_finds_games_without_a_script() {
    let server = Server::new();
    let empty = server.get("/").await.is(200).text();
    assert!(empty.contains("There are no games yet"));
    let made = [
        ("The bridge", "Ada", "club"),
        ("The mill", "Bob", "cup"),
        ("The bridge again", "Bob", "club"),
    ];
    for (title, player, tag) in made {
        let request = json!({ "system": "before-battle", "title": title, "visibility": "public", "tags": [tag], "players": { "A": player } });
        let game = server.game(&server.admin, request).await;
        if title == "The mill" {
            let concede = json!({ "type": "concede", "seat": "A" });
            server
                .post(&server.admin, &format!("/v1/games/{game}/commands"), &concede)
                .await
                .is(200);
        }
    }
    let titles = |page: String| -> Vec<String> {
        between(&page, "<h3><a href=\"/g/", "</a>")
            .into_iter()
            .map(|part| part.split('>').next_back().unwrap().to_owned())
            .collect()
    };
    let rows: [(&str, &[&str]); 11] = [
        ("", &["The bridge again", "The mill", "The bridge"]),
        ("q=bridge", &["The bridge again", "The bridge"]),
        ("q=bridge&player=Ada", &["The bridge"]),
        ("tag=cup", &["The mill"]),
        ("result=won", &["The mill"]),
        ("result=draw", &[]),
        ("system=battleground-4", &[]),
        (
            "system=before-battle&tag=club",
            &["The bridge again", "The bridge"],
        ),
        (
            "since=2001-01-01&until=2100-01-01&player=Bob",
            &["The bridge again", "The mill"],
        ),
        ("until=2001-01-01", &[]),
        // As a form sends it with most of its fields left empty.
        (
            "q=&system=&player=&faction=&tag=cup&result=&since=&until=",
            &["The mill"],
        ),
    ];
    for (query, expected) in rows {
        let page = server.get(&format!("/?{query}")).await.is(200).text();
        assert!(expected.is_empty() == page.contains("No matches"), "{query}");
        assert_eq!(titles(page), expected, "{query}");
    }
    let filled = server
        .get("/?q=bridge&player=Ada&result=won")
        .await
        .is(200)
        .text();
    assert!(
        filled.contains("name=\"q\" value=\"bridge\"") && filled.contains("name=\"player\" value=\"Ada\"")
    );
    assert!(filled.contains("<option value=\"won\" selected>"));
    assert!(
        filled.contains("href=\"/?q=bridge&amp;result=won#games\""),
        "each filter can be taken away"
    );
    for wrong in ["result=lost", "since=yesterday", "cursor=x"] {
        server
            .get(&format!("/?{wrong}"))
            .await
            .is_problem("invalid-parameter");
    }
}

#[actix_web::test]
async fn pages_of_games_follow_each_other_and_keep_the_filter() {
    let server = Server::new();
    for number in 0..30 {
        let tags = if number % 10 == 0 {
            json!(["rare"])
        } else {
            json!(["often"])
        };
        let request = json!({ "system": "before-battle", "title": format!("No. {number}"), "visibility": "public", "tags": tags });
        server.game(&server.admin, request).await;
    }
    let (mut path, mut seen) = ("/?tag=often".to_owned(), Vec::new());
    for page in 1.. {
        let text = server.get(&path).await.is(200).text();
        seen.extend(
            between(&text, "<h3><a href=\"/g/", "\"")
                .into_iter()
                .map(ToOwned::to_owned),
        );
        let Some(next) = between(&text, "rel=\"next\" href=\"", "#")
            .first()
            .map(|next| next.replace("&amp;", "&"))
        else {
            assert_eq!(page, 2);
            break;
        };
        assert!(next.starts_with("/?tag=often&cursor="), "{next}");
        path = next;
    }
    assert_eq!(seen.len(), 27);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 27, "each game is on one page");
}
