//! The moments behind figures of orders, fights and rushes: each is where that happened first in its game.

use serde_json::{Value, json};

use crate::community::FINISHED;
use crate::table::Server;

async fn scene() -> Server {
    let server = Server::new();
    for text in FINISHED {
        server.recorded(text).await;
    }
    server
}

/// The facts of a game with their versions.
async fn facts(server: &Server, game: &str) -> Vec<(u64, Value)> {
    let mut facts = Vec::new();
    let mut next = Some(1);
    while let Some(from) = next {
        let path = format!("/v1/games/{game}/events?limit=1000&facts=true&from={from}");
        let page = server.get(&path).await.is(200).json();
        for item in page["items"].as_array().unwrap() {
            let told = item["facts"].as_array().into_iter().flatten();
            facts.extend(told.map(|fact| (item["version"].as_u64().unwrap(), fact.clone())));
        }
        next = page["next"].as_u64();
    }
    facts
}

async fn moments(server: &Server, link: &str) -> Vec<Value> {
    let page = server.get(link).await.is(200).json();
    assert_eq!(
        page["items"].as_array().unwrap().len(),
        page["moments"].as_array().unwrap().len()
    );
    page["moments"].as_array().unwrap().clone()
}

#[actix_web::test]
async fn the_games_behind_an_order_lead_to_where_it_was_first_given() {
    let server = scene().await;
    let told = server
        .get("/v1/community/figures?group=order&minimum_games=1")
        .await
        .is(200)
        .json();
    let mut looked_at = 0;
    for cell in told["cells"].as_array().unwrap() {
        let order = cell["group"][0].as_str().unwrap();
        for moment in moments(&server, cell["games_link"].as_str().unwrap()).await {
            assert_eq!(moment["what"], "order_given", "{order}");
            let all = facts(&server, moment["game"].as_str().unwrap()).await;
            // Before Battle has no orders: what its units did counts.
            let taken = |fact: &Value| match order.strip_prefix("Damage taken: ") {
                Some(cause) => fact["fact"] == "damage_dealt" && fact["cause"] == cause,
                None => {
                    fact["fact"] == "activated"
                        && fact["action"].as_str().unwrap().split(" (").next() == Some(order)
                }
            };
            let first = all
                .iter()
                .find(|(_, fact)| taken(fact))
                .map(|(version, _)| *version);
            assert_eq!(moment["version"].as_u64(), first, "{order}");
            let page = server.get(moment["page"].as_str().unwrap()).await.is(200);
            assert!(!page.text().is_empty());
            looked_at += 1;
        }
    }
    assert!(looked_at > 8, "only {looked_at} moments");
}

#[actix_web::test]
async fn the_games_behind_fights_and_rushes_lead_to_them() {
    let server = scene().await;
    for (look, what) in [("fight", "fight_decided"), ("rush", "rushed")] {
        for moment in moments(&server, &format!("/v1/community/games?moment={look}")).await {
            assert_eq!(moment["what"], what);
            let all = facts(&server, moment["game"].as_str().unwrap()).await;
            let at = moment["version"].as_u64().unwrap();
            let expected = match look {
                "fight" => {
                    let damage = |fact: &Value| -> u64 {
                        let dealt = fact["damage"].as_array().unwrap().iter();
                        dealt.map(|side| side[1].as_u64().unwrap()).sum()
                    };
                    let decided = all
                        .iter()
                        .filter(|(_, fact)| fact["fact"] == "fight_ended" && !fact["winner"].is_null());
                    let most = decided.clone().map(|(_, fact)| damage(fact)).max().unwrap();
                    decided
                        .filter(|(_, fact)| damage(fact) == most)
                        .map(|(version, _)| *version)
                        .min()
                }
                _ => all
                    .iter()
                    .filter(|(_, fact)| fact["fact"] == "engaged" && fact["charge"] == json!(true))
                    .map(|(version, _)| *version)
                    .min(),
            };
            assert_eq!(Some(at), expected, "{look}");
        }
    }
    server
        .get("/v1/community/games?moment=colour")
        .await
        .is_problem("invalid-parameter");
    // The way on through the pages keeps what is looked for.
    let heard = server
        .get("/v1/community/games?moment=fight&limit=1")
        .await
        .is(200);
    assert!(heard.header("link").unwrap().contains("moment=fight"));
}

#[actix_web::test]
async fn figures_of_won_luck_morale_damage_and_losses_lead_to_such_moments() {
    let server = scene().await;
    for (look, what) in [
        ("won", "decided"),
        ("luck", "unlikeliest_roll"),
        ("morale", "tested"),
        ("attack", "struck"),
        ("loss", "greatest_loss"),
        ("kill", "greatest_kill"),
    ] {
        let mut own = 0;
        for moment in moments(&server, &format!("/v1/community/games?moment={look}")).await {
            // A game without such a moment leads to its usual one.
            if moment["what"] != what {
                continue;
            }
            own += 1;
            let all = facts(&server, moment["game"].as_str().unwrap()).await;
            let at = moment["version"].as_u64().unwrap();
            let here = |kind: &str| -> Vec<&Value> {
                let of_kind = all
                    .iter()
                    .filter(|(version, fact)| *version == at && fact["fact"] == kind);
                of_kind.map(|(_, fact)| fact).collect()
            };
            match look {
                "luck" => assert!(!here("dice_rolled").is_empty(), "{moment}"),
                "morale" => assert!(!here("morale_checked").is_empty(), "{moment}"),
                "attack" => {
                    // No attack of its seat did more.
                    let is_greatest = here("attack_resolved").iter().any(|attack| {
                        let of_seat = all.iter().filter(|(_, fact)| {
                            fact["fact"] == "attack_resolved" && fact["seat"] == attack["seat"]
                        });
                        of_seat.map(|(_, fact)| fact["damage"].as_u64()).max().unwrap()
                            == attack["damage"].as_u64()
                    });
                    assert!(is_greatest, "{moment}");
                }
                _ => assert!(!here("destroyed").is_empty(), "{moment}"),
            }
        }
        assert!(own > 0, "no moment of {look}");
    }
}

#[actix_web::test]
async fn the_table_of_the_page_leads_from_a_figure_to_its_moments() {
    let server = scene().await;
    let page = server
        .get("/community?group=system&minimum_games=1")
        .await
        .is(200)
        .text();
    let factions = server
        .get("/community?group=faction&minimum_games=1")
        .await
        .is(200)
        .text();
    for (page, look, words) in [
        (&page, "fight", "greatest fight decided"),
        (&page, "rush", "first charge"),
        // Of all sides together nothing is won.
        (&factions, "won", "greatest loss of the loser"),
        (&factions, "attack", "greatest damage"),
    ] {
        let link = page
            .split("href=\"")
            .filter_map(|rest| rest.split('"').next())
            .find(|link| link.contains(&format!("moment={look}")))
            .unwrap_or_else(|| panic!("no way to {look}: {page}"))
            .replace("&amp;", "&");
        let games = server.get(&link).await.is(200).text();
        assert_eq!(games.matches(words).count(), FINISHED.len(), "{games}");
    }
    let orders = server
        .get("/community?group=order&minimum_games=1")
        .await
        .is(200)
        .text();
    let link = orders
        .split("href=\"")
        .filter_map(|rest| rest.split('"').next())
        .find(|link| link.contains("order="))
        .expect("a link to the games behind an order")
        .replace("&amp;", "&");
    let games = server.get(&link).await.is(200).text();
    assert!(games.contains("first such order"), "{games}");
}
