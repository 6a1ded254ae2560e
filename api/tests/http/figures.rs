//! The page of a game's figures.

use hindsight_api::access::Scope;
use serde_json::{Value, json};

use crate::table::Server;

const GAMES: [&str; 2] = [
    include_str!("../../../tests/games/orsa-takes-the-axes.hgn"),
    include_str!("../../../tests/games/the-colossus-on-the-tor.hgn"),
];

/// The addresses that a page leads to.
fn links(page: &str) -> Vec<String> {
    page.split(" href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(|link| link.replace("&amp;", "&"))
        .collect()
}

#[actix_web::test]
async fn figures_say_the_version_of_the_game_up_to_which_they_are_counted() {
    let server = Server::new();
    for game in GAMES {
        let told = server.import("text/plain", game).await.is(201).json();
        let id = told["card"]["id"].as_str().unwrap().to_owned();
        let stats = format!("/v1/games/{id}/stats");
        let stats = async || server.get_as(&server.admin, &stats).await.is(200).json()["version"].clone();
        let version = async || {
            let game = server.get_as(&server.admin, &format!("/v1/games/{id}")).await;
            game.is(200).json()["card"]["version"].as_u64().unwrap()
        };
        let commands = format!("/v1/games/{id}/commands");
        let end = version().await;
        assert_eq!(stats().await, end);
        // Words are no fact, and yet they are counted.
        let say = json!({ "type": "say", "text": "What a game." });
        server.post(&server.admin, &commands, &say).await.is(200);
        assert_eq!(stats().await, end + 1);
        // So is that a line was abandoned, though its facts are not.
        let back = json!({ "type": "take_back", "to": 5 });
        server.post(&server.admin, &commands, &back).await.is(200);
        assert_eq!(version().await, end + 2);
        assert_eq!(stats().await, end + 2);
    }
}

#[actix_web::test]
async fn counts_come_first_and_every_link_leads_somewhere() {
    let server = Server::new();
    for game in GAMES {
        let told = server.import("text/plain", game).await.is(201).json();
        let game = told["card"]["id"].as_str().unwrap().to_owned();
        let page = server.get(&format!("/g/{game}/figures")).await.is(200).text();
        let place = |id: &str| {
            page.find(&format!("<h2 id=\"{id}\""))
                .unwrap_or_else(|| panic!("no part {id}"))
        };
        let parts = [
            "counts", "luck", "time", "damage", "units", "morale", "command", "rolls", "method",
        ];
        assert!(parts.map(place).is_sorted(), "counts, then luck, then the rest");
        let figures = server
            .get(&format!("/v1/games/{game}/stats"))
            .await
            .is(200)
            .json();
        for seat in figures["seats"].as_array().unwrap() {
            // It leads to the least likely of them.
            let rolls = format!(" title=\"The least likely roll\">{}</a></td>", seat["rolls"]);
            assert!(page.contains(&rolls), "{rolls}");
            let lost = format!(
                " title=\"The most valuable unit lost\">{} of {}</a>",
                seat["lost"], seat["units"]
            );
            assert!(seat["lost"] == 0 || page.contains(&lost), "{lost}");
            for (name, spent) in seat["spent"].as_object().unwrap() {
                let spent = spent.as_f64().unwrap();
                let figure = format!(" title=\"Where most was spent at once\">{spent}</a></td>");
                assert!(spent == 0.0 || page.contains(&figure), "{name}: {figure}");
            }
            for (name, counted) in seat["counters"].as_object().unwrap() {
                let counted = counted.as_f64().unwrap();
                let figure = " title=\"Where it rose most\">";
                assert!(counted <= 0.0 || page.contains(figure), "{name}");
            }
        }
        // Every kind of test of every unit leads to one of its tests.
        let tests = figures["units"].as_array().unwrap().iter();
        let tests: usize = tests.map(|unit| unit["checks"].as_object().unwrap().len()).sum();
        let by_unit = page.split("<caption>Morale by unit</caption>").nth(1);
        let led = by_unit.map_or(0, |table| {
            let table = table.split("</table>").next().unwrap();
            table.matches(" title=\"The least likely morale test\"").count()
        });
        assert_eq!(led, 2 * tests, "taken and passed");
        for unit in figures["units"].as_array().unwrap() {
            let id = unit["unit"].as_str().unwrap();
            assert!(page.contains(&format!("id=\"unit-{id}\"")), "no story of {id}");
        }
        let mut leads = links(&page);
        leads.retain(|link| link.starts_with("/v1/") || link.starts_with("/g/"));
        leads.sort();
        leads.dedup();
        assert!(leads.len() > 15);
        // Moments by the hundred are all alike.
        for link in leads
            .iter()
            .filter(|link| link.starts_with("/v1/") || link.contains("unit="))
        {
            server.get(link).await.is(200);
        }
        for within in links(&page).iter().filter(|link| link.starts_with('#')) {
            assert!(page.contains(&format!("id=\"{}\"", &within[1..])), "{within}");
        }
    }
}

#[actix_web::test]
async fn the_threat_of_each_turn_is_told_drawn_and_written_down() {
    let server = Server::new();
    for game in GAMES {
        let told = server.import("text/plain", game).await.is(201).json();
        let game = told["card"]["id"].as_str().unwrap().to_owned();
        let figures = server
            .get(&format!("/v1/games/{game}/stats"))
            .await
            .is(200)
            .json();
        let threat = figures["threat"].as_array().unwrap();
        // Of every turn, the last one included, there is one figure a seat, at the last event of the turn.
        let turns: Vec<u64> = threat
            .iter()
            .map(|point| point["stage"]["turn"].as_u64().unwrap())
            .collect();
        let last = *turns.last().unwrap();
        let expected: Vec<u64> = (1..=last).flat_map(|turn| [turn, turn]).collect();
        assert_eq!(turns, expected);
        let units = |seat: &str| -> f64 {
            let units = figures["units"].as_array().unwrap().iter();
            units
                .filter(|unit| unit["seat"] == seat)
                .map(|unit| unit["points"].as_f64().unwrap())
                .sum()
        };
        let mut some = 0;
        for point in threat {
            let (of, all) = (
                point["points"].as_f64().unwrap(),
                point["enemy_points"].as_f64().unwrap(),
            );
            let enemy = if point["seat"] == "A" { "B" } else { "A" };
            assert!(0.0 <= of && of <= all && all <= units(enemy) + 1e-9, "{point}");
            let share = if all > 0.0 { of / all } else { 0.0 };
            assert!(
                (point["share"].as_f64().unwrap() - share).abs() < 1e-12,
                "{point}"
            );
            some += usize::from(of > 0.0);
            let at = point["version"].as_u64().unwrap();
            let then = server
                .get(&format!("/v1/games/{game}/board?at={at}"))
                .await
                .is(200);
            assert!(!then.text().is_empty());
        }
        assert!(some > 2, "somebody comes near somebody in a battle");
        let table = server
            .get(&format!("/v1/games/{game}/stats.csv?of=turns"))
            .await
            .is(200)
            .text();
        let written = table
            .lines()
            .skip(1)
            .filter(|line| !line.contains(",,,,"))
            .count();
        assert_eq!(written, threat.len(), "{table}");
        let names = server.get(&format!("/v1/games/{game}/charts")).await.json();
        assert!(names.as_array().unwrap().contains(&json!("threat")));
        let chart = server
            .get(&format!("/v1/games/{game}/charts/threat.svg"))
            .await
            .is(200)
            .text();
        let first = threat[0]["share"].as_f64().unwrap() * 100.0;
        assert!(chart.contains(&format!("Seat A: turn 1 {first:.0} %")), "{chart}");
        let picture = server
            .get(&format!("/v1/games/{game}/charts/threat.png"))
            .await
            .is(200);
        assert!(picture.body.starts_with(b"\x89PNG"));
        let page = server.get(&format!("/g/{game}/figures")).await.is(200).text();
        assert!(page.contains(">Threat<") && page.contains("charts/threat.svg"));
    }
}

#[actix_web::test]
async fn a_game_that_has_only_begun_has_a_page_too_and_a_private_one_none() {
    let server = Server::new();
    let ada = server.token("ada", &[Scope::GameRead, Scope::GameWrite]);
    for (visibility, status) in [("public", 200), ("private", 404)] {
        let asked = json!({ "system": "before-battle", "visibility": visibility });
        let game = server.game(&ada, asked).await;
        for page in ["figures", "suggestions"] {
            let told = server.get(&format!("/g/{game}/{page}")).await.is(status).text();
            if status == 200 && page == "suggestions" {
                assert!(told.contains("nothing to point out"));
            }
        }
    }
}

#[actix_web::test]
async fn what_lies_face_down_stands_in_no_figure() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    server.play(&server.admin, &game, 5).await;
    let page = server.get(&format!("/g/{game}/figures")).await.is(200).text();
    let keeper = server
        .get_as(&server.admin, &format!("/v1/games/{game}/units"))
        .await
        .is(200)
        .json();
    let known: Value = server
        .get(&format!("/v1/games/{game}/units"))
        .await
        .is(200)
        .json();
    assert!(known.as_array().map_or(0, Vec::len) < keeper.as_array().map_or(0, Vec::len));
    for unit in keeper.as_array().unwrap() {
        let name = unit["name"].as_str().unwrap();
        assert!(!page.contains(name), "{name} is not turned up yet");
    }
}
