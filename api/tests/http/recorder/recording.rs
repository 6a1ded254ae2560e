//! A game is begun and recorded by plain forms.

use serde_json::{Value, json};

use super::{ask, page, press, send, version};
use crate::table::Server;

#[actix_web::test]
async fn a_game_is_begun_and_recorded_without_a_script() {
    let server = Server::new();
    let fields = [
        ("system", "before-battle"),
        ("title", "Club evening"),
        ("player-A", "Ann"),
        ("dice", "server"),
        ("f/armies", "sample"),
    ];
    let made = send(&server, "/new", &fields).await.is(303);
    let record = made.header("location").unwrap().to_owned();
    let shown = page(&server, &record).await;
    assert!(shown.contains("Club evening") && shown.contains("Ann"));
    // The start roll named a winner: the two rights are there as buttons.
    press(&server, &shown, "Take the deployment right", &[])
        .await
        .is(303);
    let shown = page(&server, &record).await;
    press(&server, &shown, "South deploys first", &[]).await.is(303);
    let shown = page(&server, &record).await;
    press(&server, &shown, "South takes the first turn", &[])
        .await
        .is(303);
    // Each unit has a page of its own choices; one more press deploys it.
    let shown = page(&server, &format!("{record}?unit=A1")).await;
    let back = press(&server, &shown, "Deploy on d1 facing north", &[])
        .await
        .is(303);
    assert_eq!(
        back.header("location"),
        Some(format!("{record}?unit=A1").as_str())
    );
    let shown = page(&server, &record).await;
    assert!(
        shown.contains("?unit=B1") && !shown.contains("?unit=A2"),
        "North deploys next: {shown}"
    );
    let theirs = page(&server, &format!("{record}?unit=B1")).await;
    assert!(theirs.contains("Deploy on"), "{theirs}");
    // Taken back, it may be done again.
    let before = version(&server, record.split('/').nth(2).unwrap()).await;
    press(&server, &shown, "Undo", &[]).await.is(303);
    let shown = page(&server, &format!("{record}?unit=A1")).await;
    press(&server, &shown, "Deploy on c1 facing north", &[])
        .await
        .is(303);
    assert!(version(&server, record.split('/').nth(2).unwrap()).await > before);
}

/// A turn, and a move of no cell that begins with the same turn, are one choice.
#[actix_web::test]
async fn two_ways_to_the_very_same_are_offered_once() {
    let server = Server::new();
    let game = include_str!("../../../../tests/games/orsa-takes-the-axes.hgn");
    let game = server.brought(game).await;
    let events = server
        .get_as(&server.admin, &format!("/v1/games/{game}/events?limit=1000"))
        .await
        .is(200)
        .json();
    // Before the first move of the battle.
    let moved = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["command"]["command"]["type"] == "move")
        .unwrap();
    let back = moved["version"].as_u64().unwrap() - 1;
    server
        .post(
            &server.admin,
            &format!("/v1/games/{game}/commands"),
            &json!({ "type": "take_back", "to": back }),
        )
        .await
        .is(200);
    let unit = moved["command"]["command"]["unit"].as_str().unwrap();
    let offers = server
        .get_as(&server.admin, &format!("/v1/games/{game}/offers"))
        .await
        .is(200)
        .json();
    let labels: Vec<String> = offers["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|offer| offer["unit"] == unit)
        .map(|offer| offer["label"].as_str().unwrap().to_owned())
        .collect();
    let of = |words: &str| labels.iter().filter(|label| label.contains(words)).count();
    assert!(
        of("turn left and move 0") == 1 && of("turn left and move 1") == 1,
        "{labels:?}"
    );
    let shown = page(&server, &format!("/g/{game}/record?unit={unit}")).await;
    assert!(
        shown.contains("Turn to face") && shown.contains("Turn left and move 1"),
        "{shown}"
    );
    assert!(
        !shown.contains("Turn left and move 0") && !shown.contains("Turn right and move 0"),
        "{shown}"
    );
}

/// Who acts beside the board (here on a tactics board) is no unit of the list; what they may do is offered all the same.
#[actix_web::test]
async fn what_is_done_beside_the_board_is_offered_too() {
    let server = Server::new();
    let game = server
        .brought(include_str!(
            "../../../../tests/games/the-archers-on-the-knoll.hgn"
        ))
        .await;
    // The second round begins: no NCU stands on a zone.
    let state = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state?at=346"))
        .await;
    let request = json!({ "system": "ice-and-fire", "position": state.json(), "dice": "reported" });
    let game = server.game(&server.admin, request).await;
    let record = format!("/g/{game}/record");
    let shown = page(&server, &record).await;
    assert!(shown.contains("?unit=B1"));
    press(&server, &shown, "Grandmother Ash claims the Maneuver zone", &[])
        .await
        .is(303);
    let state = server
        .get_as(&server.admin, &format!("/v1/games/{game}/state"))
        .await
        .json();
    let ncus = state["ncus"].as_array().unwrap();
    let ash = ncus.iter().find(|ncu| ncu["id"] == "BN1").unwrap();
    assert_eq!(ash["zone"], "maneuver");
}

#[actix_web::test]
async fn dice_that_are_missing_are_asked_for_and_exactly_as_many() {
    let server = Server::new();
    let request = json!({ "system": "before-battle", "dice": "reported" });
    let game = server.game(&server.admin, request).await;
    let path = format!("/g/{game}/record");
    for seat in ["A", "B"] {
        for kind in ["build", "weapons"] {
            let offers = server
                .get_as(&server.admin, &format!("/v1/games/{game}/offers?seat={seat}"))
                .await
                .json();
            let Some(offer) = offers["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(|offer| offer["decision"] == kind)
            else {
                continue;
            };
            let command = json!({ "type": "play", "seat": seat, "command": offer["samples"][0] }).to_string();
            send(&server, &path, &[("command", &command)]).await;
        }
    }
    // Whatever asks for dice first: with none, the page says how many and holds the same command.
    let before = version(&server, &game).await;
    let offers = server
        .get_as(&server.admin, &format!("/v1/games/{game}/offers"))
        .await
        .json();
    let command = |offer: &Value| {
        let command = offer
            .get("command")
            .cloned()
            .unwrap_or_else(|| offer["samples"][0].clone());
        json!({ "type": "play", "seat": offer["seat"], "command": command }).to_string()
    };
    let mut asked = None;
    for offer in offers["items"].as_array().unwrap() {
        let heard = ask(&server, &path, &[("command", &command(offer)), ("dry_run", "1")]).await;
        if heard.status == 422 && heard.json()["needed"].is_object() {
            asked = Some((command(offer), heard.json()["needed"]["count"].as_u64().unwrap()));
            break;
        }
    }
    let (command, count) = asked.expect("the last hidden choice leads to the start roll");
    let refused = send(&server, &path, &[("command", &command)]).await.is(422);
    let shown = refused.text();
    assert!(
        shown.contains("role=\"alert\"") && shown.contains("name=\"dice\""),
        "{shown}"
    );
    assert_eq!(version(&server, &game).await, before);
    let faces = vec!["5"; usize::try_from(count).unwrap()];
    for wrong in ["7", "x", "1 1 1 1 1 1 1 1 1"] {
        let heard = ask(&server, &path, &[("command", &command), ("dice", wrong)]).await;
        assert!((400..500).contains(&heard.status), "{wrong}");
    }
    assert_eq!(version(&server, &game).await, before);
    // One roll may lead to the next: each is asked for in turn, and those before it stay.
    let mut dice: Vec<String> = faces.into_iter().map(ToOwned::to_owned).collect();
    loop {
        let heard = ask(
            &server,
            &path,
            &[("command", &command), ("dice", &dice.join(" "))],
        )
        .await;
        if heard.status == 200 {
            break;
        }
        let problem = heard.json();
        assert_eq!(
            problem["used_before"].as_u64(),
            Some(dice.len() as u64),
            "{problem}"
        );
        let more = problem["needed"]["count"].as_u64().unwrap();
        dice.extend((0..more).map(|_| "2".to_owned()));
        assert!(dice.len() < 50);
    }
    assert!(version(&server, &game).await > before);
}

#[actix_web::test]
async fn a_form_by_schema_is_checked_and_recorded_by_the_rules() {
    let server = Server::new();
    let request = json!({ "system": "battleground-4", "setup": { "armies": "sample" } });
    let game = server.game(&server.admin, request).await;
    let path = format!("/g/{game}/record");
    let offers = server
        .get_as(&server.admin, &format!("/v1/games/{game}/offers"))
        .await
        .json();
    let offer = &offers["items"][0];
    let (seat, unit) = (offer["seat"].as_str().unwrap(), offer["unit"].as_str().unwrap());
    let shown = page(&server, &format!("{path}?unit={unit}")).await;
    assert!(
        shown.contains("data-pose=\"f/pose\""),
        "a place and a heading: {shown}"
    );
    let sample = &offer["samples"][0]["pose"];
    let number = |name: &str| sample[name].to_string();
    let (x, y, heading) = (number("x"), number("y"), number("heading"));
    let fields = |x| {
        vec![
            ("form", "play"),
            ("variant", "deploy"),
            ("seat", seat),
            ("f/unit", unit),
            ("f/pose/x", x),
            ("f/pose/y", y.as_str()),
            ("f/pose/heading", heading.as_str()),
        ]
    };
    let with = |x, more: &[(&'static str, &'static str)]| [fields(x), more.to_vec()].concat();
    let before = version(&server, &game).await;
    // Off the table it is refused with its rule, by a dry run and for good; nothing changes.
    for more in [&[("dry_run", "true")][..], &[]] {
        let refused = ask(&server, &path, &with("-40", more))
            .await
            .is_problem("refused");
        assert!(refused.json()["rule"].as_str().unwrap().starts_with("BG4-"));
    }
    assert!(
        ask(&server, &path, &with(&x, &[("dry_run", "true")]))
            .await
            .is(200)
            .json()["dry_run"]
            == true
    );
    assert_eq!(version(&server, &game).await, before);
    ask(&server, &path, &with("", &[]))
        .await
        .is_problem("invalid-body");
    let wrong = ask(&server, &path, &with("far", &[]))
        .await
        .is_problem("invalid-body");
    assert_eq!(wrong.json()["errors"][0]["path"], "/pose/x");
    let done = ask(&server, &path, &with(&x, &[])).await.is(200).json();
    assert_eq!(done["version"].as_u64(), Some(version(&server, &game).await));
}

/// The orders that the book advises beginners to give are one button, as every other complete command (BG3-SET-12, p. 4).
#[actix_web::test]
async fn the_beginners_first_orders_are_given_by_one_button() {
    let server = Server::new();
    let request = json!({ "system": "battleground-3", "setup": { "armies": "sample" } });
    let game = server.game(&server.admin, request).await;
    let offered = async || {
        let path = format!("/v1/games/{game}/offers");
        let mut found = Vec::new();
        for seat in ["A", "B"] {
            let offers = server
                .get_as(&server.admin, &format!("{path}?seat={seat}"))
                .await
                .is(200)
                .json();
            let items = offers["items"].as_array().unwrap().clone();
            found.extend(items.into_iter().map(|offer| (seat, offer)));
        }
        found
    };
    let advice = |offers: &[(&'static str, Value)]| {
        let is_advice = |(_, offer): &&(&str, Value)| offer["command"]["type"] == "assign_defaults";
        offers.iter().find(is_advice).cloned()
    };
    let mut found = advice(&offered().await);
    for _ in 0..100 {
        if found.is_none() {
            server.play(&server.admin, &game, 1).await;
            found = advice(&offered().await);
        }
    }
    let (seat, offer) = found.expect("every unit is deployed within 100 commands");
    let label = offer["label"].as_str().unwrap();
    let words = format!("G{}", label.strip_prefix('g').unwrap());
    let before = version(&server, &game).await;
    let shown = page(&server, &format!("/g/{game}/record")).await;
    press(&server, &shown, &words, &[]).await.is(303);
    assert!(version(&server, &game).await > before);
    // All units of the player have their orders now.
    let waits = |(of, offer): &(&str, Value)| *of == seat && offer["samples"][0]["type"] == "assign_order";
    assert!(!offered().await.iter().any(waits));
}
