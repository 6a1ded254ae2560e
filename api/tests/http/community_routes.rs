//! The routes and pages of the community: what they answer, what they refuse, and what they never tell.

use actix_web::http::Method;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::community::{FINISHED, WITH_A_RULING};
use crate::people::{Account, PASSWORD};
use crate::table::Server;

/// A server with four finished games, in the first two of which two accounts sit.
pub async fn scene() -> (Server, Account, Account, Vec<String>) {
    scene_of(FINISHED.map(str::to_owned)).await
}

async fn scene_of(texts: [String; 4]) -> (Server, Account, Account, Vec<String>) {
    let server = Server::new();
    let ada = server.account("ada", Role::Player).await;
    let bob = server.account("bob", Role::Player).await;
    let mut games = Vec::new();
    for text in texts {
        games.push(server.recorded(&text).await);
    }
    for game in &games[..2] {
        server.sits(&ada, game, "A").await;
        server.sits(&bob, game, "B").await;
    }
    (server, ada, bob, games)
}

fn cell<'v>(answer: &'v Value, group: &[&str]) -> &'v Value {
    answer["cells"]
        .as_array()
        .unwrap()
        .iter()
        .find(|cell| cell["group"] == json!(group))
        .unwrap_or_else(|| panic!("no cell {group:?} in {answer:#}"))
}

#[actix_web::test]
async fn figures_link_to_the_games_behind_them() {
    let (server, ..) = scene().await;
    let all = server
        .get("/v1/community/figures?group=system,result&minimum_games=1")
        .await
        .is(200)
        .json();
    assert_eq!((&all["behind"], &all["whole"]["games"]), (&json!(0), &json!(4)));
    let won = cell(&all, &["before-battle", "won"]);
    assert_eq!(won["names"][0], "Before Battle");
    let figures = &won["figures"];
    assert_eq!(figures["won"], won["sides"]);
    assert_eq!(figures["win_rate"]["n"], won["sides"]);
    assert!(figures["survival"]["low"].as_f64() <= figures["survival"]["value"].as_f64());
    for cell in all["cells"].as_array().unwrap() {
        let behind = server
            .get(cell["games_link"].as_str().unwrap())
            .await
            .is(200)
            .json();
        assert_eq!(behind["total"], cell["games"]);
        assert_eq!(
            behind["items"].as_array().unwrap().len() as u64,
            cell["games"].as_u64().unwrap()
        );
    }
    // Before Battle is played without a limit of points.
    let budgets = server
        .get("/v1/community/figures?group=matchup,budget&minimum_games=1")
        .await
        .is(200)
        .json();
    let games = budgets["cells"].as_array().unwrap().iter();
    let games = games.map(|cell| (cell["group"][1].clone(), cell["games"].as_u64().unwrap()));
    assert_eq!(
        games.fold(0, |all, (budget, games)| {
            assert_eq!(budget, "none");
            all + games
        }),
        4
    );
    let none = server.get("/v1/community/games?budget=1500").await.is(200).json();
    assert_eq!(none["total"], 0);
    // Each game with least likely roll; with where a unit was lost, if one is asked for that was.
    let rolls = server.get("/v1/community/games").await.is(200).json();
    assert_eq!(rolls["moments"].as_array().unwrap().len(), 4);
    let units = server
        .get("/v1/community/figures?group=unit&minimum_games=1")
        .await
        .json();
    let mut lost = 0;
    for cell in units["cells"].as_array().unwrap().iter().take(6) {
        let behind = server
            .get(cell["games_link"].as_str().unwrap())
            .await
            .is(200)
            .json();
        for moment in behind["moments"].as_array().unwrap() {
            let (game, version) = (moment["game"].as_str().unwrap(), &moment["version"]);
            assert_eq!(moment["page"], format!("/g/{game}/{version}"));
            let event = server
                .get(&format!(
                    "/v1/games/{game}/events?from={version}&limit=1&facts=true"
                ))
                .await
                .is(200)
                .json();
            let facts = event["items"][0]["facts"].to_string();
            let is_lost = moment["what"] == "unit_lost";
            let fact = if is_lost { "destroyed" } else { "dice_rolled" };
            assert!(
                facts.contains(&format!("\"fact\":\"{fact}\"")),
                "{moment}: {event:#}"
            );
            lost += u32::from(is_lost);
        }
    }
    assert!(lost > 0);
    // Page by page, each game once.
    let mut next = "/v1/community/games?limit=1".to_owned();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..4 {
        let heard = server.get(&next).await.is(200);
        let page = heard.json();
        assert!(seen.insert(page["items"][0]["id"].as_str().unwrap().to_owned()));
        assert_eq!(page["total"], 4);
        next = match &page["next"] {
            Value::Null => String::new(),
            cursor => format!("/v1/community/games?limit=1&cursor={}", cursor.as_str().unwrap()),
        };
        assert_eq!(heard.header("link").is_some(), !next.is_empty());
    }
    assert!(next.is_empty());
}

#[actix_web::test]
async fn a_small_sample_is_hidden_unless_it_is_asked_for() {
    let (server, ..) = scene().await;
    let usual = server
        .get("/v1/community/figures?group=system")
        .await
        .is(200)
        .json();
    let only = cell(&usual, &["before-battle"]);
    assert_eq!((&only["games"], &only["hidden"]), (&json!(4), &json!(true)));
    assert!(only.get("figures").is_none());
    let asked = server
        .get("/v1/community/figures?group=system&minimum_games=4")
        .await
        .is(200)
        .json();
    assert_eq!(cell(&asked, &["before-battle"])["hidden"], false);
    // The three ways to count draws differ where there are draws, and nowhere else. Both sides of a drawn game stand in
    // one cell of `result`; by who began they do not.
    for (draws, value) in [
        ("half", json!(0.5)),
        ("left_out", Value::Null),
        ("not_won", json!(0.0)),
    ] {
        let told = server
            .get(&format!(
                "/v1/community/figures?group=result&minimum_games=1&draws={draws}"
            ))
            .await
            .is(200)
            .json();
        assert_eq!(
            cell(&told, &["won"])["figures"]["win_rate"]["value"],
            1.0,
            "{draws}"
        );
        let told = server
            .get(&format!(
                "/v1/community/figures?group=first,result&minimum_games=1&draws={draws}"
            ))
            .await
            .is(200)
            .json();
        let cells = told["cells"].as_array().unwrap();
        let drawn: Vec<&Value> = cells.iter().filter(|cell| cell["group"][1] == "drawn").collect();
        assert_eq!(drawn.len(), 2, "{told:#}");
        for cell in drawn {
            let rate = &cell["figures"]["win_rate"];
            assert_eq!(
                rate.get("value").cloned().unwrap_or_default(),
                value,
                "{draws}: {cell:#}"
            );
        }
    }
}

#[actix_web::test]
async fn the_table_of_figures_has_a_line_a_cell() {
    let (server, ..) = scene().await;
    let heard = server
        .get("/v1/community/figures.csv?group=faction,result&minimum_games=1")
        .await
        .is(200);
    assert_eq!(heard.header("content-type"), Some("text/csv; charset=utf-8"));
    let text = heard.text();
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(
        columns[..5],
        ["faction", "faction_name", "result", "result_name", "games"]
    );
    let json = server
        .get("/v1/community/figures?group=faction,result&minimum_games=1")
        .await
        .json();
    assert_eq!(lines.count(), json["cells"].as_array().unwrap().len());
}

#[actix_web::test]
async fn the_figures_are_drawn_as_they_are_told() {
    let (server, ..) = scene().await;
    let asked = "group=first,result&minimum_games=1&measure=survival";
    let told = server
        .get("/v1/community/figures?group=first,result&minimum_games=1")
        .await
        .json();
    let heard = server
        .get(&format!("/v1/community/figures.svg?{asked}"))
        .await
        .is(200);
    assert_eq!(heard.header("content-type"), Some("image/svg+xml"));
    let svg = heard.text();
    for cell in told["cells"].as_array().unwrap() {
        let group = cell["group"].as_array().unwrap();
        let words: Vec<&str> = group.iter().map(|word| word.as_str().unwrap()).collect();
        let survival = &cell["figures"]["survival"];
        let share = (survival["value"].as_f64().unwrap() * 1_000.0).round() / 10.0;
        // Every bar can be pointed at, and says its number and from how many it was counted.
        let says = format!("{}: {share} %", words.join(" · "));
        assert!(
            svg.contains(&says) && svg.contains(&format!("n {}", survival["n"])),
            "{says}: {svg}"
        );
    }
    let dark = server
        .get(&format!("/v1/community/figures.svg?{asked}&theme=dark"))
        .await
        .is(200)
        .text();
    assert_ne!(svg, dark);
    let heard = server
        .get(&format!("/v1/community/figures.png?{asked}&width=640"))
        .await
        .is(200);
    assert_eq!(heard.header("content-type"), Some("image/png"));
    assert!(heard.body.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(heard.body[16..20], 640_u32.to_be_bytes());
    // Small samples are hidden here, too, and nothing of them is drawn.
    let few = server
        .get("/v1/community/figures.svg?group=faction")
        .await
        .is(200)
        .text();
    assert!(few.contains("too few games have it"), "{few}");
    for query in ["measure=colour", "width=10", "theme=blue", "group=colour"] {
        server
            .get(&format!("/v1/community/figures.svg?{query}"))
            .await
            .is_problem("invalid-parameter");
    }
}

#[actix_web::test]
async fn what_cannot_be_asked_is_refused_with_what_can() {
    let (server, ..) = scene().await;
    for (query, word) in [
        ("group=colour", "faction"),
        ("group=faction,faction", "twice"),
        ("group=faction,system,month", "at most 2"),
        ("since=2026-13", "a month"),
        ("month=october", "a month"),
        ("until=2026-1", "a month"),
        ("draws=never", "half"),
        ("provenance=best", "server_dice"),
        ("minimum_games=0", "1 to 10000"),
        ("name=ada", "no such parameter"),
    ] {
        let heard = server
            .get(&format!("/v1/community/figures?{query}"))
            .await
            .is_problem("invalid-parameter");
        assert!(heard.text().contains(word), "{query}: {}", heard.text());
    }
    for path in [
        "/v1/community/figures?player=nobody",
        "/v1/community/games?rival=nobody",
        "/v1/community/players/nobody",
    ] {
        server.get(path).await.is_problem("no-such-account");
    }
    server
        .get("/v1/community/games?cursor=here")
        .await
        .is_problem("invalid-parameter");
    // What nobody has played is no mistake.
    let none = server
        .get("/v1/community/figures?faction=Nobody")
        .await
        .is(200)
        .json();
    assert_eq!(none["whole"]["games"], 0);
    let page = server.get("/players/nobody").await;
    assert_eq!(page.status, 404);
}

#[actix_web::test]
async fn a_player_has_a_record_a_rating_and_the_population_beside_them() {
    let (server, ada, bob, games) = scene().await;
    let told = server.get("/v1/community/players/ada").await.is(200).json();
    assert_eq!(
        (&told["id"], &told["whole"]["games"]),
        (&json!(ada.id), &json!(2))
    );
    assert_eq!(told["rivals"][0]["names"], json!(["bob"]));
    let other = server
        .get(&format!("/v1/community/players/{}", bob.id))
        .await
        .is(200)
        .json();
    let (mine, theirs) = (&told["ratings"][0], &other["ratings"][0]);
    assert_eq!((&mine["games"], &theirs["games"]), (&json!(2), &json!(2)));
    // Beginners against each other: what one wins the other loses.
    let sum = mine["rating"].as_f64().unwrap() + theirs["rating"].as_f64().unwrap();
    assert!((sum - 3000.0).abs() < 1e-6, "{sum}");
    // A game that is no longer public counts for nobody, at once.
    server.show(&games[0], "private").await;
    let told = server.get("/v1/community/players/ada").await.is(200).json();
    assert_eq!(
        (&told["whole"]["games"], &told["ratings"][0]["games"]),
        (&json!(1), &json!(1))
    );
    // One address a player, whatever case the name is written in.
    let heard = server.get("/players/ADA").await.is(303);
    assert_eq!(heard.header("location"), Some("/players/ada"));
    let page = server.get("/players/ada").await.is(200).text();
    assert!(
        page.contains("Glicko-2") && page.contains(&format!("/players/{}", bob.id)),
        "{page}"
    );
}

#[actix_web::test]
async fn who_left_is_still_found_behind_the_lines_of_their_games() {
    let (server, ada, ..) = scene().await;
    server
        .browse_post(
            &ada,
            "/v1/accounts/self/deletion",
            &json!({ "current_password": PASSWORD }),
        )
        .await
        .is(204);
    let page = server
        .get("/community?group=player&minimum_games=1")
        .await
        .is(200)
        .text();
    let address = format!("/players/{}", ada.id);
    assert!(page.contains(&format!("href=\"{address}\"")), "{page}");
    let page = server.get(&address).await.is(200).text();
    assert!(
        page.contains("former-player-") && !page.contains(">ada<"),
        "{page}"
    );
    // Whoever is still here has one address.
    let bob = server.get("/v1/community/players/bob").await.is(200).json();
    let heard = server
        .get(&format!("/players/{}", bob["id"].as_str().unwrap()))
        .await
        .is(303);
    assert_eq!(heard.header("location"), Some("/players/bob"));
}

#[actix_web::test]
async fn everybody_wins_as_many_games_as_draws_leave() {
    let (server, ..) = scene().await;
    // A fifth game, so that everybody's figures are no small sample: one of five is drawn.
    server.recorded(WITH_A_RULING).await;
    let everybody = async |draws: &str| {
        let page = server
            .get(&format!("/players/ada?draws={draws}"))
            .await
            .is(200)
            .text();
        let from = page.find("Compared with all players").unwrap();
        let row = &page[from..][..page[from..].find("Points destroyed").unwrap()];
        let cell = row.rfind("<td class=\"number quiet\">").unwrap();
        row[cell..].split(['<', '>']).nth(2).unwrap().to_owned()
    };
    assert_eq!(everybody("half").await, "50 %");
    assert_eq!(everybody("left_out").await, "50 %");
    assert_eq!(everybody("not_won").await, "40 %");
}

#[actix_web::test]
async fn nothing_of_a_private_game_is_told_by_any_route() {
    let (server, ada, _, games) = scene().await;
    let before = server
        .get("/v1/community/figures?group=faction&minimum_games=1")
        .await
        .is(200)
        .json();
    let factions: Vec<String> = before["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["group"][0].as_str().unwrap().to_owned())
        .collect();
    let units = server
        .get("/v1/community/figures?group=unit&minimum_games=1")
        .await
        .json();
    let unit = units["cells"][0]["group"][0].as_str().unwrap();
    let unit_page = format!("/units/{}", unit.replace(':', "/"));
    let told = server.get(&unit_page).await.is(200).text();
    assert!(told.contains("All armies with it"), "{told}");
    for game in &games {
        let private = json!({ "visibility": "private", "title": "A secret" });
        server
            .send(
                Method::PATCH,
                &server.admin,
                &format!("/v1/games/{game}"),
                &private,
            )
            .await
            .is(200);
    }
    for path in [
        "/v1/community/figures?group=faction&minimum_games=1",
        "/v1/community/figures?group=unit&minimum_games=1",
        "/v1/community/figures.csv?minimum_games=1",
        "/v1/community/games",
        "/v1/community/players/ada",
        "/community",
        "/community?group=unit&minimum_games=1",
        "/community/games",
        &unit_page,
        "/players/ada",
    ] {
        // The keeper of the games is told no more than others: figures are of what everybody may see, and a unit that no
        // counted game has is not found.
        let status = if path == unit_page { 404 } else { 200 };
        for told in [
            server.get(path).await.is(status),
            server.get_as(&server.admin, path).await.is(status),
        ] {
            let text = told.text();
            for game in &games {
                assert!(!text.contains(game.as_str()), "{path} tells of {game}");
            }
            assert!(!text.contains("A secret"), "{path}");
            for faction in &factions {
                assert!(!text.contains(faction.as_str()), "{path} tells of {faction}");
            }
        }
    }
    let page = server
        .get(&format!("/factions/{}", factions[0].replace(' ', "%20")))
        .await
        .is(404);
    assert!(page.text().contains("No counted game"));
    assert_eq!(
        server
            .get(&format!("/v1/community/players/{}", ada.id))
            .await
            .json()["whole"]["games"],
        0
    );
}

#[actix_web::test]
async fn a_month_is_given_as_a_file_without_names() {
    // All of them were played in one month.
    let dated = FINISHED.map(|text| {
        let (before, from) = text.split_once("[Date \"").unwrap();
        format!("{before}[Date \"2026-05-02{}", &from["2026-05-02".len()..])
    });
    let (server, ada, bob, games) = scene_of(dated).await;
    let months = server
        .get("/v1/community/figures?group=month&minimum_games=1")
        .await
        .json();
    let month = months["cells"][0]["group"][0].as_str().unwrap();
    let address = format!("/v1/community/games.ndjson.zst?month={month}");
    let lines = async || {
        let heard = server.get(&address).await.is(200);
        assert_eq!(heard.header("content-type"), Some("application/zstd"));
        let text = String::from_utf8(zstd::decode_all(&heard.body[..]).unwrap()).unwrap();
        for name in ["bob", &ada.id, &bob.id] {
            assert!(!text.contains(name), "{name} stands in {text}");
        }
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<Value>>()
    };
    let told = lines().await;
    assert_eq!(
        (&told[0]["licence"], &told[0]["month"]),
        (&json!("CC0-1.0"), &json!(month))
    );
    assert_eq!((told.len(), &told[5]["games"]), (6, &json!(4)));
    let of = |lines: &[Value], game: &str| {
        let line = lines.iter().find(|line| line["game"] == game).cloned();
        line.map(|line| line["sides"][0]["account"].clone())
    };
    // One pseudonym an account, in every game and whenever the file is made.
    let pseudonym = of(&told, &games[0]).unwrap();
    assert!(
        pseudonym.as_str().is_some_and(|text| text.starts_with('p')),
        "{pseudonym}"
    );
    assert_eq!(of(&told, &games[1]).unwrap(), pseudonym);
    assert_eq!(lines().await, told);
    server.show(&games[0], "private").await;
    let left = lines().await;
    assert_eq!((left.len(), of(&left, &games[0])), (5, None));
    for query in ["", "?month=october", "?month=2026-13"] {
        server
            .get(&format!("/v1/community/games.ndjson.zst{query}"))
            .await
            .is_problem("invalid-parameter");
    }
}

#[actix_web::test]
async fn pages_show_what_the_address_asks_and_escape_it() {
    let (server, ..) = scene().await;
    let page = server
        .get("/community?group=faction,first&minimum_games=1")
        .await
        .is(200)
        .text();
    assert!(
        page.contains("By faction and first turn") && page.contains("/factions/"),
        "{page}"
    );
    assert!(
        page.contains("/v1/community/figures.csv?group=faction,first&amp;minimum_games=1"),
        "{page}"
    );
    for path in [
        "/community?faction=%3Cscript%3Ealert(1)%3C/script%3E",
        "/factions/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    ] {
        // A faction that nobody played is not found.
        let status = if path.starts_with("/factions") { 404 } else { 200 };
        let page = server.get(path).await.is(status).text();
        assert!(!page.contains("<script>alert"), "{page}");
    }
    // A unit of the table has a page of its own, which links to where it was lost.
    let units = server
        .get("/community?group=unit&minimum_games=1")
        .await
        .is(200)
        .text();
    let from = units.find("/units/").expect("a link to a unit");
    let address = units[from..].split('"').next().unwrap();
    let unit = server.get(address).await.is(200).text();
    assert!(
        unit.contains("All armies with it") && unit.contains("Before Battle"),
        "{unit}"
    );
    let nobody = server
        .get("/units/before-battle/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
        .await;
    let nobody = nobody.is(404).text();
    assert!(
        nobody.contains("No counted game") && !nobody.contains("<script>alert"),
        "{nobody}"
    );
    let hidden = server.get("/community").await.is(200).text();
    assert!(hidden.contains("too few games"), "{hidden}");
    let games = server.get("/community/games").await.is(200).text();
    assert_eq!(games.matches("<li><a href=\"/g/").count(), 4, "{games}");
    assert_eq!(games.matches("least likely roll").count(), 4, "{games}");
}
