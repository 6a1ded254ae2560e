//! Questions about situations: over the API, as a file, as a map, on the page.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::community::FINISHED;
use crate::pages::between;
use crate::table::Server;

async fn scene() -> (Server, Vec<String>) {
    let server = Server::new();
    let mut games = Vec::new();
    for text in FINISHED {
        games.push(server.recorded(text).await);
    }
    (server, games)
}

/// Every fact of a game with its version.
async fn facts(server: &Server, game: &str) -> Vec<(u64, Value)> {
    let path = format!("/v1/games/{game}/events?limit=1000&facts=true");
    let events = server.get(&path).await.is(200).json();
    let mut facts = Vec::new();
    for event in events["items"].as_array().unwrap() {
        for fact in event["facts"].as_array().unwrap() {
            facts.push((event["version"].as_u64().unwrap(), fact.clone()));
        }
    }
    facts
}

#[actix_web::test]
async fn what_is_found_is_what_the_events_tell() {
    let (server, games) = scene().await;
    let (mut lost, mut flanks, mut in_games) = (BTreeSet::new(), BTreeSet::new(), 0);
    for game in &games {
        let before = lost.len();
        for (version, fact) in facts(&server, game).await {
            let key = (game.clone(), version);
            match fact["fact"].as_str().unwrap() {
                "destroyed" => {
                    lost.insert((key, fact["unit"].to_string()));
                }
                "engaged" if fact["charge"] == true && fact["direction"] == "flank" => {
                    flanks.insert(key);
                }
                _ => {}
            }
        }
        in_games += u64::from(lost.len() > before);
    }
    assert!(lost.len() > 4, "{lost:?}");
    let told = server
        .get("/v1/situations?find=destroyed&limit=200")
        .await
        .is(200)
        .json();
    assert_eq!(told["looked"], 4);
    assert_eq!(
        (&told["whole"]["count"], &told["whole"]["games"]),
        (&Value::from(lost.len()), &Value::from(in_games))
    );
    let found: BTreeSet<((String, u64), String)> = told["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            let page = item["page"].as_str().unwrap().to_owned();
            let (game, version) = (item["game"].as_str().unwrap(), item["version"].as_u64().unwrap());
            assert_eq!(page, format!("/g/{game}/{version}"));
            ((game.to_owned(), version), item["fields"]["unit.id"].to_string())
        })
        .collect();
    assert_eq!(found, lost);
    let told = server
        .get("/v1/situations?find=charged+where+direction+%3D+flank&limit=200")
        .await
        .is(200)
        .json();
    assert_eq!(told["whole"]["moments"], flanks.len());
    // Each side once a game: where all is told of both sides, half of them won.
    let all = server.get("/v1/situations?find=rolled").await.is(200).json();
    assert_eq!(all["whole"]["won"]["value"], 0.5);
}

#[actix_web::test]
async fn a_count_by_a_field_adds_up() {
    let (server, _) = scene().await;
    let told = server
        .get("/v1/situations?find=destroyed+by+round")
        .await
        .is(200)
        .json();
    let groups = told["groups"].as_array().unwrap();
    let sum: u64 = groups.iter().map(|group| group["count"].as_u64().unwrap()).sum();
    assert_eq!(told["whole"]["count"], sum);
    let rounds: Vec<u64> = groups
        .iter()
        .map(|group| group["value"].as_str().unwrap().parse().unwrap())
        .collect();
    assert!(rounds.is_sorted() && rounds.len() > 1, "{rounds:?}");
    assert_eq!(told["question"], "moments with destroyed by round");
}

#[actix_web::test]
async fn strengths_are_those_just_before() {
    let (server, games) = scene().await;
    let told = server
        .get("/v1/situations?find=destroyed+where+unit.left+%3C+unit.full&limit=1")
        .await
        .is(200)
        .json();
    let item = &told["items"][0];
    let (game, version) = (item["game"].as_str().unwrap(), item["version"].as_u64().unwrap());
    assert!(games.iter().any(|known| known == game));
    let path = format!("/v1/games/{game}/units?at={}", version - 1);
    let units = server.get(&path).await.is(200).json();
    let unit = units
        .as_array()
        .unwrap()
        .iter()
        .find(|unit| unit["id"] == item["fields"]["unit.id"]);
    assert_eq!(
        unit.unwrap()["left"].as_f64(),
        item["fields"]["unit.left"].as_f64(),
        "{item:#}"
    );
}

#[actix_web::test]
async fn a_wrong_question_points_at_its_word() {
    let (server, _) = scene().await;
    for (find, word, why) in [
        ("flew", "flew", "what happened is expected"),
        ("charged+where+left+%3C+4", "left", "did you mean unit.left"),
        ("charged+when+round+%3D+1", "when", "where"),
    ] {
        for path in ["/v1/situations", "/v1/situations.ndjson", "/v1/situations.svg"] {
            let problem = server
                .get(&format!("{path}?find={find}"))
                .await
                .is_problem("invalid-parameter")
                .json();
            assert_eq!(problem["word"], word);
            assert!(problem["detail"].as_str().unwrap().contains(why), "{problem}");
        }
        let page = server
            .get(&format!("/ask?find={find}"))
            .await
            .is_form_again("invalid-parameter")
            .text();
        assert!(page.contains(&format!("<mark>{word}</mark>")), "{page}");
    }
    server.get("/v1/situations").await.is_problem("invalid-parameter");
    server
        .get("/v1/situations?find=destroyed&cursor=x")
        .await
        .is_problem("invalid-parameter");
    let long = format!("/v1/situations?find={}", "x".repeat(1_001));
    server.get(&long).await.is_problem("invalid-parameter");
}

#[actix_web::test]
async fn games_that_do_not_count_are_not_told_of() {
    let (server, games) = scene().await;
    let looked = async |more: &str| {
        let told = server
            .get(&format!("/v1/situations?find=anything&limit=1{more}"))
            .await;
        told.is(200).json()["looked"].as_u64().unwrap()
    };
    assert_eq!(looked("").await, 4);
    assert_eq!(looked("&system=before-battle").await, 4);
    assert_eq!(looked("&system=battleground-4").await, 0);
    // As of a day on which none was played yet.
    assert_eq!(looked("&until=2001-01-01").await, 0);
    assert_eq!(looked("&since=2001-01-01").await, 4);
    server.show(&games[0], "private").await;
    server.show(&games[1], "unlisted").await;
    assert_eq!(looked("").await, 2);
    for path in ["/v1/situations.ndjson?find=anything", "/ask?find=anything"] {
        let told = server.get_as(&server.admin, path).await.is(200).text();
        assert!(!told.contains(&games[0]) && !told.contains(&games[1]), "{path}");
    }
}

#[actix_web::test]
async fn facts_are_flat_lines_that_the_same_language_reads() {
    use hindsight_reports::situations::{Situation, SituationTally, ask};
    let (server, _) = scene().await;
    let file = server.get("/v1/situations.ndjson?find=anything").await.is(200);
    assert_eq!(file.header("content-type"), Some("application/x-ndjson"));
    let text = file.text();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (first, last) = (&lines[0], lines.last().unwrap());
    assert_eq!(
        (&first["hindsight"], &first["licence"]),
        (&"situations".into(), &"CC0-1.0".into())
    );
    assert_eq!((&last["looked"], &last["left_out"]), (&4.into(), &0.into()));
    assert_eq!(last["moments"], lines.len() - 2);
    let moments: Vec<Situation> = lines[1..lines.len() - 1]
        .iter()
        .map(|line| serde_json::from_value(line.clone()).unwrap())
        .collect();
    let mut found = SituationTally::new(ask("destroyed where unit.points >= 2").unwrap());
    found.add(&moments);
    let told = server
        .get("/v1/situations?find=destroyed+where+unit.points+%3E%3D+2")
        .await
        .json();
    assert_eq!(told["whole"]["moments"], found.whole().moments);
}

#[actix_web::test]
async fn the_map_counts_the_places() {
    let (server, _) = scene().await;
    let told = server.get("/v1/situations?find=destroyed&limit=200").await.json();
    let placed = told["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["fields"]["unit.x"].is_number());
    let map = server
        .get("/v1/situations.svg?find=destroyed&system=before-battle")
        .await
        .is(200);
    assert_eq!(map.header("content-type"), Some("image/svg+xml"));
    let svg = map.text();
    let counts: u64 = between(&svg, "<title>", "</title>")[1..]
        .iter()
        .map(|count| count.parse::<u64>().unwrap())
        .sum();
    assert_eq!(counts, placed.count() as u64);
    assert!(counts > 0);
}

#[actix_web::test]
async fn the_page_answers_and_explains_without_a_script() {
    let (server, games) = scene().await;
    let guide = server.get("/ask").await.is(200).text();
    let examples = between(&guide, "href=\"/ask?find=", "\"");
    assert_eq!(examples.len(), hindsight_reports::situations::GUIDE.len());
    for example in examples {
        let page = server.get(&format!("/ask?find={example}")).await.is(200).text();
        assert!(page.contains("games looked at"), "{example}");
    }
    let page = server
        .get("/ask?find=destroyed+by+unit.name&system=before-battle")
        .await
        .is(200)
        .text();
    let links = between(&page, "<li><a href=\"/g/", "\"");
    assert!(!links.is_empty());
    for link in links {
        assert!(games.iter().any(|game| link.starts_with(game.as_str())), "{link}");
        server.get(&format!("/g/{link}")).await.is(200);
    }
    assert!(page.contains("/v1/situations.ndjson?find=") && page.contains("/v1/situations.svg?find="));
    let dashboard = server.get("/community").await.is(200).text();
    assert!(dashboard.contains("href=\"/ask\"") && page.contains("href=\"/community\""));
    let none = server
        .get("/ask?find=destroyed+where+round+%3D+99")
        .await
        .is(200)
        .text();
    assert!(none.contains("bots=true"), "{none}");
}

#[actix_web::test]
async fn all_games_of_somebody_are_one_file() {
    let (server, games) = scene().await;
    let file = server.get_as(&server.admin, "/v1/games/export").await.is(200);
    assert_eq!(file.header("content-type"), Some("application/x-ndjson"));
    let text = file.text();
    let streams: BTreeSet<String> = text
        .lines()
        .filter_map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            (line["hindsight"] == "stream").then(|| line["stream"].as_str().unwrap().to_owned())
        })
        .collect();
    assert!(games.iter().all(|game| streams.contains(game)), "{streams:?}");
    // Nobody else's are in it.
    let ada = server.token("ada", &[hindsight_api::access::Scope::GameRead]);
    assert_eq!(server.get_as(&ada, "/v1/games/export").await.is(200).text(), "");
    server.get("/v1/games/export").await.is_problem("unauthorised");
}

#[actix_web::test]
async fn positions_like_one_are_told_with_what_was_done_there() {
    let (server, games) = scene().await;
    let game = &games[0];
    // The first decision of the first turn: the keys are those that the game's system gives.
    let events = server
        .get(&format!("/v1/games/{game}/events?limit=1000"))
        .await
        .json();
    let all = events["items"].as_array().unwrap();
    let command = all
        .iter()
        .find(|event| event["command"]["command"]["type"] == "end_actions")
        .unwrap();
    let (at, seat) = (
        command["version"].as_u64().unwrap() - 1,
        command["command"]["seat"].as_str().unwrap(),
    );
    let path = format!("/v1/games/{game}/explorer?at={at}&seat={seat}");
    let told = server.get(&path).await.is(200).json();
    assert_eq!(told["looked"], 4);
    let likeness = told["likeness"].as_array().unwrap();
    let used = told["used"].as_u64().unwrap() as usize;
    assert!((1..=likeness.len()).contains(&used), "{told}");
    let choices = told["choices"].as_array().unwrap();
    assert!(
        choices.iter().any(|choice| choice["done"] == "end_actions"),
        "{told:#}"
    );
    let sum: u64 = choices
        .iter()
        .map(|choice| choice["count"].as_u64().unwrap())
        .sum();
    assert_eq!(told["positions"], sum);
    let shares: f64 = choices
        .iter()
        .map(|choice| choice["share"].as_f64().unwrap())
        .sum();
    assert!((shares - 1.0).abs() < 1e-9);
    for choice in choices {
        for moment in choice["moments"].as_array().unwrap() {
            let (of, version) = (
                moment["game"].as_str().unwrap(),
                moment["version"].as_u64().unwrap(),
            );
            let event = server
                .get(&format!("/v1/games/{of}/events?from={version}&limit=1"))
                .await
                .json();
            assert_eq!(
                event["items"][0]["command"]["command"]["type"], choice["done"],
                "{moment}"
            );
        }
    }
    let page = server
        .get(&format!("/g/{game}/{at}/explorer"))
        .await
        .is(200)
        .text();
    assert!(
        page.contains("Compared by") && page.contains("End actions"),
        "{page}"
    );
    let replay = server.get(&format!("/g/{game}/{at}")).await.is(200).text();
    assert!(replay.contains(&format!("/g/{game}/{at}/explorer")));
    server
        .get(&format!("/v1/games/{game}/explorer?at=9999"))
        .await
        .is_problem("no-such-version");
    server.show(&games[1], "private").await;
    server
        .get(&format!("/v1/games/{}/explorer", games[1]))
        .await
        .is_problem("no-such-game");
    assert_eq!(server.get(&path).await.json()["looked"], 3);
}
