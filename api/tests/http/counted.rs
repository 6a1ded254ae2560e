//! Dice that are reported by a count, and commands that are given only where they can be undone.

use hindsight_engine::TableCommand;
use hindsight_engine::kernel::ReportedDice;
use serde_json::{Value, json};

use crate::implied::{BARROW, ROUNDS, Recorded, Scene, commands_of};

/// The place of the first pass behind which dice were rolled for a purpose in the barrow.
fn first_roll(least: usize) -> usize {
    let rolls = |(_, given, declines): &Recorded| *declines && given.dice.len() >= least;
    commands_of(BARROW).iter().position(rolls).unwrap()
}

fn faces(dice: &[ReportedDice]) -> Vec<u8> {
    dice.iter()
        .map(|die| match die {
            ReportedDice::Face(face) => *face,
            other => panic!("{other} is no face"),
        })
        .collect()
}

#[actix_web::test]
async fn a_roll_is_reported_by_how_many_succeeded() {
    let scene = Scene::new(BARROW, first_roll(4)).await;
    let thrown = faces(&scene.behind[0].1.dice);
    let needed = scene.offers("ahead=true").await["ahead"]["needed"].take();
    let most = needed["need"]["at_most"].as_u64().unwrap();
    assert_eq!(needed["count"], thrown.len());
    assert_eq!(
        needed["counted"]["ranges"],
        json!([{ "from": 1, "to": most, "success": true }, { "from": most + 1, "to": 6, "success": false }])
    );
    let hits = thrown.iter().filter(|face| u64::from(**face) <= most).count();
    let missed = thrown.len() - hits;
    let next = |dice: Value| json!({ "type": "next", "dice": dice });

    // Counts of other dice, sums, a count without the failures: told what is expected, and nothing is stored.
    let before = scene.events().await.len();
    for wrong in [
        json!([{ "counts": [hits + 1, missed] }]),
        json!([{ "counts": [hits] }]),
        json!([{ "counts": [hits, missed, 0, 1] }]),
        json!([{ "sums": [12] }]),
    ] {
        let refused = scene
            .give("imply=true", &next(wrong.clone()))
            .await
            .is_problem("refused")
            .json();
        assert_eq!(
            (&refused["rule"], &refused["needed"]),
            (&json!("HS-DICE-01"), &needed),
            "{wrong}"
        );
    }
    for malformed in [
        json!([{ "counts": "many" }]),
        json!([{}]),
        json!([[3]]),
        json!([300]),
    ] {
        let heard = scene.give("imply=true", &next(malformed.clone())).await;
        let problem = heard.is_problem("invalid-body").json();
        assert!(
            problem["detail"].as_str().unwrap().contains("dice"),
            "{malformed}: {problem:#}"
        );
    }
    assert_eq!(scene.events().await.len(), before);

    scene
        .give("imply=true", &next(json!([{ "counts": [hits, missed] }])))
        .await
        .is(200);
    let events = scene.events().await;
    let rolled = events
        .iter()
        .find(|event| event["type"] == "attack_rolled")
        .unwrap();
    let roll = &rolled["event"]["roll"];
    assert_eq!(roll["faces"], json!([]), "no face is made up");
    assert_eq!(
        roll["counted"][0],
        json!({ "between": { "dice": hits, "from": 1, "to": most } })
    );
    assert_eq!(rolled["event"]["successes"], hits);

    // The text says the count, and reads back as the same game.
    let path = format!("/v1/games/{}/export?format=hgn", scene.game);
    let text = scene
        .server
        .get_as(&scene.server.admin, &path)
        .await
        .is(200)
        .text();
    assert!(
        text.contains(&format!("[to hit {hits}/{}]", thrown.len())),
        "{text}"
    );
    let again = scene.server.brought(&text).await;
    let path = format!("/v1/games/{again}/export?format=hgn");
    let back = scene
        .server
        .get_as(&scene.server.admin, &path)
        .await
        .is(200)
        .text();
    let moves = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    assert_eq!(moves(&back), moves(&text));

    // Luck counts the roll; the tables of faces leave it out and say so; its dice can be corrected as a count.
    let path = format!("/v1/games/{}/dice", scene.game);
    let ledger = scene
        .server
        .get_as(&scene.server.admin, &path)
        .await
        .is(200)
        .json();
    let entry = ledger["items"].as_array().unwrap().last().unwrap();
    assert_eq!(entry["result"], hits, "{ledger:#}");
    for (path, words) in [
        (
            format!("/g/{}/figures", scene.game),
            "were reported by a count".to_owned(),
        ),
        (
            format!("/g/{}/record/correct/{}", scene.game, rolled["version"]),
            format!("value=\"{hits}/{}\"", thrown.len()),
        ),
        (
            format!("/g/{}/{}", scene.game, rolled["version"]),
            format!("{missed} × {}–6", most + 1),
        ),
    ] {
        let page = scene
            .server
            .get_as(&scene.server.admin, &path)
            .await
            .is(200)
            .text();
        assert!(page.contains(&words), "{path} says {words}");
    }
}

/// One tap on the panel of the recorder reports the roll that is due.
#[actix_web::test]
async fn the_recorder_has_a_pad_for_the_roll_that_is_due() {
    let scene = Scene::new(BARROW, first_roll(4)).await;
    let page = format!("/g/{}/record", scene.game);
    let shown = scene
        .server
        .get_as(&scene.server.admin, &page)
        .await
        .is(200)
        .text();
    let dice = scene.behind[0].1.dice.len();
    for count in 0..=dice {
        assert!(
            shown.contains(&format!("name=\"dice\" value=\"{count}/{dice}\"")),
            "{count}"
        );
    }
}

/// What rolls the server's dice is refused where only what can be undone is wanted.
#[actix_web::test]
async fn what_cannot_be_undone_is_asked_for_once_more() {
    let ends = commands_of(ROUNDS)
        .iter()
        .position(|(_, given, _)| !given.dice.is_empty())
        .unwrap();
    let scene = Scene::new(ROUNDS, ends).await;
    let (version, given, _) = &scene.behind[0];
    let TableCommand::Play { command } = &given.command else {
        panic!("{}", given.to_value())
    };
    let rolls = json!({ "type": "play", "seat": given.seat, "command": command });
    // Dice of the table can be taken back, and so can what rolls none.
    scene
        .give("undoable=true&dry_run=true", &given.to_value())
        .await
        .is(200);
    let path = format!("/v1/games/{}/variations", scene.of);
    let asked = json!({ "version": version, "dice": "server" });
    let admin = &scene.server.admin;
    let made = scene.server.post(admin, &path, &asked).await.is(201).json();
    let path = format!("/v1/games/{}", made["game"]["card"]["id"].as_str().unwrap());
    let commands = format!("{path}/commands");
    let version = || async { scene.server.get_as(admin, &path).await.json()["card"]["version"].clone() };
    let before = version().await;
    for query in [
        "undoable=true",
        "undoable=true&imply=true",
        "undoable=true&atomic=true",
    ] {
        let refused = scene
            .server
            .post(admin, &format!("{commands}?{query}"), &rolls)
            .await;
        let problem = refused.is_problem("needs-confirmation").json();
        assert_eq!(problem["why"], "it rolls the server's dice", "{query}");
        assert_eq!(version().await, before, "{query}");
    }
    let says = json!({ "type": "say", "seat": "A", "text": "Wait." });
    scene
        .server
        .post(admin, &format!("{commands}?undoable=true"), &says)
        .await
        .is(200);
    scene.server.post(admin, &commands, &rolls).await.is(200);
    assert!(version().await.as_u64() > before.as_u64());
}
