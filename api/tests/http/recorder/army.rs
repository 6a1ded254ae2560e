//! An army built card by card, by links alone, in every system in which armies are built.

use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use crate::pages::between;
use crate::table::Server;

/// A text of a page as it was before it was escaped.
fn plain(text: &str) -> String {
    text.replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
}

/// Goes on with the recorded game until a seat builds its army; nothing where none does.
async fn to_the_armies(server: &Server, game: &str) -> Option<Value> {
    for _ in 0..30 {
        for seat in ["A", "B"] {
            let path = format!("/v1/games/{game}/offers?seat={seat}");
            let offers = server.get_as(&server.admin, &path).await.is(200).json();
            for offer in offers["items"].as_array().unwrap() {
                let kind = offer["samples"][0]["type"].as_str().unwrap_or_default();
                if offer["limits"].is_object() && ["confirm_list", "build_army"].contains(&kind) {
                    return Some(offer.clone());
                }
            }
        }
        let before = server
            .services
            .games
            .head(game.parse().unwrap())
            .await
            .unwrap()
            .version();
        if server.play(&server.admin, game, 1).await == before {
            return None;
        }
    }
    None
}

#[actix_web::test]
async fn an_army_is_built_card_by_card_in_every_system_that_has_them() {
    let mut built = Vec::new();
    for system in hindsight_engine::systems() {
        let server = Server::new();
        let game = server
            .game(&server.admin, json!({ "system": system.id(), "title": "Armies" }))
            .await;
        let Some(offer) = to_the_armies(&server, &game).await else {
            continue;
        };
        built.push(system.id());
        let seat = offer["seat"].as_str().unwrap();
        let recorder = server
            .get_as(&server.admin, &format!("/g/{game}/record"))
            .await
            .is(200)
            .text();
        let way_in = format!("/g/{game}/army?seat={seat}");
        assert!(recorder.contains(&way_in), "{}: {recorder}", system.id());
        // From nothing: it is not legal, and cards may be added.
        let empty = server.get_as(&server.admin, &way_in).await.is(200).text();
        assert!(
            empty.contains("Not legal yet") && empty.contains("<b>0</b> points"),
            "{empty}"
        );
        let adds: Vec<String> = between(&empty, "<a class=\"button\" href=\"", ">")
            .into_iter()
            .filter(|link| link.contains("aria-label=\"Add "))
            .map(|link| plain(link.split('"').next().unwrap()))
            .collect();
        assert!(adds.len() > 4, "{}: {adds:?}", system.id());
        let one = server.get_as(&server.admin, &adds[0]).await.is(200).text();
        assert!(one.contains("aria-label=\"Remove "), "{one}");
        let out = plain(between(&one, "<a class=\"remove\" href=\"", "\"")[0]);
        let again = server.get_as(&server.admin, &out).await.is(200).text();
        assert!(!again.contains("aria-label=\"Remove "), "{again}");
        // A ready army is legal, its points are added up, and its button records it.
        let ready = plain(between(&empty, "<li><a href=\"", "\"")[0]);
        let whole = server.get_as(&server.admin, &ready).await.is(200).text();
        assert!(
            whole.contains("Legal.") && !whole.contains("<b>0</b> points"),
            "{}: {whole}",
            system.id()
        );
        let button = whole.split("Record this army").next().unwrap();
        let command = plain(between(button, "name=\"command\" value=\"", "\"").last().unwrap());
        let key = between(&whole, "name=\"key\" value=\"", "\"")[0].to_owned();
        let admin = crate::people::Account {
            id: String::new(),
            cookie: server.sign_in(&server.admin).await,
        };
        let fields = json!({ "command": command, "key": key });
        server
            .browse_form(&admin, &format!("/g/{game}/record"), &fields)
            .await
            .is(200);
    }
    assert!(
        ["before-battle", "battleground-4"]
            .iter()
            .all(|system| built.contains(system)),
        "{built:?}"
    );
}

/// Links of a page whose label begins so: address and label.
fn labelled(page: &str, label: &str) -> Vec<(String, String)> {
    between(page, "<a class=\"", "</a>")
        .into_iter()
        .filter_map(|link| {
            let told = link.split("aria-label=\"").nth(1)?.split('"').next()?;
            let address = link.split("href=\"").nth(1)?.split('"').next()?;
            told.contains(label).then(|| (plain(address), plain(told)))
        })
        .collect()
}

#[actix_web::test]
async fn weapons_are_given_unit_by_unit() {
    let server = Server::new();
    let game = server
        .game(
            &server.admin,
            json!({ "system": "before-battle", "title": "Weapons" }),
        )
        .await;
    // Both lists first: by ready armies, as the page of the list gives them.
    for seat in ["A", "B"] {
        let offers = format!("/v1/games/{game}/offers?seat={seat}");
        let offers = server.get_as(&server.admin, &offers).await.is(200).json();
        let list = &offers["items"][0]["samples"][0];
        assert_eq!(list["type"], "confirm_list", "{offers}");
        let command = json!({ "type": "play", "seat": seat, "command": list });
        server
            .post(&server.admin, &format!("/v1/games/{game}/commands"), &command)
            .await
            .is(200);
    }
    let recorder = server
        .get_as(&server.admin, &format!("/g/{game}/record"))
        .await
        .is(200)
        .text();
    assert!(recorder.contains("Weapons of South, card by card"), "{recorder}");
    assert!(
        !recorder.contains("class=\"deeds samples\""),
        "ready choices stand on the page of the weapons alone: {recorder}"
    );
    let way_in = format!("/g/{game}/army?seat=A");
    let empty = server.get_as(&server.admin, &way_in).await.is(200).text();
    // Each of the six units by its number and name; carrying nothing is legal.
    for unit in 1..=6 {
        assert!(
            empty.contains(&format!("<span class=\"quiet\">A{unit}</span>")),
            "A{unit}: {empty}"
        );
    }
    assert!(
        empty.contains("Legal.") && empty.contains("Record these weapons"),
        "{empty}"
    );
    // Whatever is shown is legal by itself, and nothing that is carried is offered to another.
    let given = labelled(&empty, " to ");
    assert!(given.len() > 3, "{empty}");
    for (address, label) in &given {
        let page = server.get_as(&server.admin, address).await.is(200).text();
        assert!(page.contains("Legal."), "{label}: {page}");
        let thing = label.split(" to ").next().unwrap();
        let again = labelled(&page, &format!("{thing} to "));
        assert!(again.is_empty(), "{again:?}");
        assert_eq!(labelled(&page, &format!("Take {thing} from")).len(), 1, "{page}");
    }
    let armed = server.get_as(&server.admin, &given[0].0).await.is(200).text();
    let button = armed.split("Record these weapons").next().unwrap();
    let command = plain(between(button, "name=\"command\" value=\"", "\"").last().unwrap());
    let command: Value = serde_json::from_str(&command).unwrap();
    assert_eq!(command["command"]["type"], "confirm_weapons");
    assert_eq!(command["command"]["weapons"].as_array().unwrap().len(), 1);
    server
        .post(&server.admin, &format!("/v1/games/{game}/commands"), &command)
        .await
        .is(200);
}

#[actix_web::test]
async fn only_who_has_the_seat_builds_its_army() {
    let server = Server::new();
    let game = server.plain_game(&server.admin).await;
    let eve = server.account("eve", Role::Player).await;
    server.show(&game, "private").await;
    server
        .browse_get(&eve, &format!("/g/{game}/army"))
        .await
        .is_problem("no-such-game");
    server.show(&game, "public").await;
    server
        .browse_get(&eve, &format!("/g/{game}/army"))
        .await
        .is_problem("forbidden");
    for wrong in ["army=x", "army=[]", "seat=Q7"] {
        server
            .get_as(&server.admin, &format!("/g/{game}/army?{wrong}"))
            .await
            .is_problem("invalid-parameter");
    }
    // Whatever stands in the address, it is a list that the rules may refuse.
    let odd = "army=%7B%22type%22%3A%22confirm_list%22%2C%22list%22%3A%7B%22units%22%3A%5B%22%3Cscript%3E%22%5D%7D%7D";
    let page = server
        .get_as(&server.admin, &format!("/g/{game}/army?{odd}"))
        .await
        .is(200)
        .text();
    assert!(
        page.contains("Not legal yet") && !page.contains("<script>\""),
        "{page}"
    );
    // A finished game has no army to build.
    let over = server.recorded(crate::community::FINISHED[0]).await;
    let page = server
        .get_as(&server.admin, &format!("/g/{over}/army"))
        .await
        .is(200)
        .text();
    assert!(page.contains("There is no army to build now"), "{page}");
}
