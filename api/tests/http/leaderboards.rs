//! Leaderboards, and figures as of a day: who is listed in which place, who is not, and where the day is kept.

use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::community::FINISHED;
use crate::community_routes::scene;
use crate::table::Server;

const BOARD: &str = "/v1/community/leaderboard?system=before-battle";

/// The places and names of a leaderboard.
async fn listed(server: &Server, query: &str) -> Vec<(u64, String)> {
    let board = server.get(&format!("{BOARD}{query}")).await.is(200).json();
    let line = |line: &Value| {
        let name = line["name"].as_str().unwrap().to_owned();
        (line["place"].as_u64().unwrap(), name)
    };
    board["items"].as_array().unwrap().iter().map(line).collect()
}

/// A server with two accounts that have won a game each against each other, and a third that has drawn with the first.
async fn three() -> Server {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    let bob = server.account("bob", Role::Player).await;
    let cid = server.account("cid", Role::Player).await;
    for (text, one, other) in [
        (FINISHED[0], &ada, &bob),
        (FINISHED[1], &cid, &bob),
        (FINISHED[3], &ada, &cid),
    ] {
        let game = server.recorded(text).await;
        server.sits(one, &game, "A").await;
        server.sits(other, &game, "B").await;
    }
    server
}

#[actix_web::test]
async fn a_leaderboard_lists_who_is_rated_and_leads_to_their_games() {
    let (server, ada, bob, games) = scene().await;
    let board = server
        .get(&format!("{BOARD}&minimum_games=2"))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&board["system"], &board["players"], &board["minimum_games"]),
        (&json!("before-battle"), &json!("people"), &json!(2))
    );
    let items = board["items"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    let ratings = |line: &Value| line["rating"].as_f64().unwrap();
    // Beginners against each other: what one wins the other loses. The higher rating stands first.
    assert!((ratings(&items[0]) + ratings(&items[1]) - 3000.0).abs() < 1e-6);
    assert!(ratings(&items[0]) >= ratings(&items[1]));
    for line in items {
        assert!([&ada.id, &bob.id].iter().any(|id| line["id"] == **id));
        assert_eq!(line["games"], 2);
        let behind = server
            .get(line["games_link"].as_str().unwrap())
            .await
            .is(200)
            .json();
        let mut ids: Vec<&str> = behind["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["id"].as_str().unwrap())
            .collect();
        ids.sort_unstable();
        let mut both: Vec<&str> = games[..2].iter().map(String::as_str).collect();
        both.sort_unstable();
        assert_eq!(ids, both);
    }
    // Five games are the least if nothing is said, and each of them has two.
    assert!(listed(&server, "").await.is_empty());
    assert!(listed(&server, "&minimum_games=3").await.is_empty());
    // Bots have a table of their own, in which nobody stands.
    assert!(listed(&server, "&minimum_games=1&players=bots").await.is_empty());
    // A game that is no longer public counts for nobody, at once.
    server.show(&games[0], "private").await;
    assert!(listed(&server, "&minimum_games=2").await.is_empty());
    assert_eq!(listed(&server, "&minimum_games=1").await.len(), 2);
}

#[actix_web::test]
async fn pages_of_a_leaderboard_hold_each_account_once() {
    let server = three().await;
    let whole = listed(&server, "&minimum_games=1").await;
    assert_eq!(whole.len(), 3);
    let (mut next, mut seen) = (format!("{BOARD}&minimum_games=1&limit=1"), Vec::new());
    for _ in 0..3 {
        let heard = server.get(&next).await.is(200);
        let page = heard.json();
        let line = &page["items"][0];
        seen.push((
            line["place"].as_u64().unwrap(),
            line["name"].as_str().unwrap().to_owned(),
        ));
        next = heard.header("link").map_or(String::new(), |link| {
            link.split(['<', '>']).nth(1).unwrap().to_owned()
        });
        assert_eq!(page.get("next").is_some(), !next.is_empty());
    }
    assert_eq!((seen, next.as_str()), (whole, ""));
}

#[actix_web::test]
async fn who_left_was_suspended_or_does_not_want_to_takes_no_place() {
    let server = three().await;
    let whole = listed(&server, "&minimum_games=1").await;
    let names = |listed: &[(u64, String)]| listed.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>();
    let first = &whole[0].1;
    let account = server.services.accounts.named(first).await.unwrap().unwrap();
    let others: Vec<String> = names(&whole[1..]);
    let rating = |name: &str| {
        let path = format!("{BOARD}&minimum_games=1");
        let name = name.to_owned();
        let server = &server;
        async move {
            let board = server.get(&path).await.is(200).json();
            let items = board["items"].as_array().unwrap().clone();
            let line = items.iter().find(|line| line["name"] == name.as_str()).cloned();
            line.map(|line| line["rating"].as_f64().unwrap())
        }
    };
    let before = rating(&others[0]).await;

    // By their own choice, in their own browser, and back again.
    let cookie = server
        .sign_in_as(first, crate::people::PASSWORD)
        .await
        .is(201)
        .cookie();
    let who = crate::people::Account {
        id: account.id.to_string(),
        cookie,
    };
    server
        .browse_form(&who, "/account", &json!({ "does": "leave-leaderboards" }))
        .await
        .is(303);
    let left = listed(&server, "&minimum_games=1").await;
    assert_eq!(names(&left), others);
    assert_eq!(left[0].0, 1, "the first place is not left free");
    assert_eq!(
        rating(&others[0]).await,
        before,
        "their games still count for others"
    );
    let own = server.browse_get(&who, "/v1/accounts/self").await.is(200).json();
    assert_eq!(own["off_leaderboards"], true);
    let page = server.browse_get(&who, "/account").await.is(200).text();
    assert!(page.contains("List me again"), "{page}");
    let change = json!({ "current_password": crate::people::PASSWORD, "off_leaderboards": false });
    server
        .browse_send(&who, actix_web::http::Method::PATCH, "/v1/accounts/self", &change)
        .await
        .is(200);
    assert_eq!(listed(&server, "&minimum_games=1").await, whole);

    // By moderators, and back again.
    server.services.accounts.suspend(account.id, true).await.unwrap();
    assert_eq!(names(&listed(&server, "&minimum_games=1").await), others);
    server.services.accounts.suspend(account.id, false).await.unwrap();
    assert_eq!(listed(&server, "&minimum_games=1").await, whole);

    // For good.
    server.services.accounts.delete(account.id).await.unwrap();
    assert_eq!(names(&listed(&server, "&minimum_games=1").await), others);
}

#[actix_web::test]
async fn figures_as_of_a_day_know_no_later_game() {
    let (server, ..) = scene().await;
    for path in [
        "/v1/community/figures?group=system&minimum_games=1",
        "/v1/community/games?system=before-battle",
        "/v1/community/players/ada?draws=half",
        "/v1/community/leaderboard?system=before-battle&minimum_games=1",
    ] {
        let games = |told: &Value| {
            let whole = [&told["whole"]["games"], &told["total"]];
            let whole = whole.iter().find_map(|count| count.as_u64());
            whole.unwrap_or_else(|| told["items"].as_array().unwrap().len() as u64)
        };
        let now = server.get(path).await.is(200).json();
        let ever = server
            .get(&format!("{path}&as_of=2999-12-31"))
            .await
            .is(200)
            .json();
        let never = server
            .get(&format!("{path}&as_of=1970-01-01"))
            .await
            .is(200)
            .json();
        assert!(games(&now) > 0, "{path}");
        assert_eq!(games(&ever), games(&now), "{path}");
        assert_eq!(games(&never), 0, "{path}");
        for wrong in ["2026-02-30", "2026-13-01", "1969-12-31", "2026-03", "yesterday"] {
            let heard = server.get(&format!("{path}&as_of={wrong}")).await;
            let told = heard.is_problem("invalid-parameter").text();
            assert!(told.contains("a day such as"), "{path}, {wrong}: {told}");
        }
    }
    // Files and charts are of the same games.
    let csv = server
        .get("/v1/community/figures.csv?group=system&minimum_games=1&as_of=1970-01-01")
        .await
        .is(200)
        .text();
    assert_eq!(csv.lines().count(), 1, "{csv}");
    for kind in ["svg", "png", "parquet"] {
        let path = format!("/v1/community/figures.{kind}?group=system&as_of=2999-12-31");
        server.get(&path).await.is(200);
    }
    server
        .get("/v1/community/leaderboard")
        .await
        .is_problem("invalid-parameter");
}

/// The addresses to which the main part of a page leads.
fn links(page: &str) -> Vec<String> {
    let main = page
        .split("<main")
        .nth(1)
        .unwrap()
        .split("</main>")
        .next()
        .unwrap();
    let links = main.split("href=\"").skip(1);
    links
        .map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&"))
        .collect()
}

#[actix_web::test]
async fn pages_keep_the_day_in_every_way_to_other_figures() {
    let (server, ..) = scene().await;
    let figures = [
        "/community",
        "/factions/",
        "/units/",
        "/players/",
        "/v1/community",
    ];
    let mut looked = 0;
    for path in [
        "/community?minimum_games=1",
        "/community?minimum_games=1&group=player",
        "/community?minimum_games=1&group=unit&bots=true",
        "/community/games?system=before-battle",
        "/community/leaderboard?minimum_games=1",
        "/players/ada?draws=half",
    ] {
        let page = server
            .get(&format!("{path}&as_of=2999-12-31"))
            .await
            .is(200)
            .text();
        assert!(page.contains("As of <time"), "{path}");
        let ways: Vec<String> = links(&page)
            .into_iter()
            .filter(|link| figures.iter().any(|start| link.starts_with(start)))
            .collect();
        looked += ways.len();
        let without: Vec<&String> = ways.iter().filter(|link| !link.contains("as_of=")).collect();
        // One way leads to the figures of now.
        assert!(without.len() == 1, "{path}: {without:?}");
    }
    assert!(looked > 40, "only {looked} links");
    // A player's one address keeps it too.
    let heard = server.get("/players/ADA?as_of=2026-01-31").await.is(303);
    assert_eq!(
        heard.header("location"),
        Some("/players/ada?as_of=2026%2D01%2D31")
    );
}

#[actix_web::test]
async fn the_pages_show_the_leaderboard() {
    let (server, ada, bob, _) = scene().await;
    let page = server
        .get("/community/leaderboard?minimum_games=1")
        .await
        .is(200)
        .text();
    for account in [&ada, &bob] {
        assert!(page.contains(&format!("/players/{}", account.id)), "{page}");
    }
    assert!(
        page.contains("Before Battle") && page.contains("Rated games"),
        "{page}"
    );
    let dashboard = server.get("/community?minimum_games=1").await.is(200).text();
    assert!(
        dashboard.contains("id=\"leaderboards\"") && dashboard.contains(&format!("/players/{}", ada.id)),
        "{dashboard}"
    );
    // With the usual least of games nobody is listed, and the page says why.
    let usual = server.get("/community/leaderboard").await.is(200).text();
    assert!(usual.contains("No player has that many rated games"), "{usual}");
    let dashboard = server.get("/community").await.is(200).text();
    assert!(!dashboard.contains("id=\"leaderboards\""));
}
