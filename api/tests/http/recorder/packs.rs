//! Packs that are taken in by a form: as JSON, and made of files from elsewhere.

use serde_json::{Value, json};

use super::{ask, page, send};
use crate::table::Server;

const KIND: &str = "ice-and-fire/asoiaf-tmg-data";

/// A file in the form of the public data, with an Order and a card of which one is live and one is text.
fn faction() -> Value {
    json!({
        "units": [{
            "id": "1", "name": "Reed Guards",
            "statistics": {
                "faction": "reeds", "type": "infantry", "cost": 5, "speed": 5, "defense": 4, "morale": 6,
                "attacks": [{ "name": "Spears", "type": "melee", "hit": 4, "dice": [7, 5, 4] }],
                "abilities": ["Order: Hold", "Spears"],
            },
        }, {
            "id": "2", "name": "Fen Riders",
            "statistics": { "faction": "reeds", "type": "cavalry", "cost": 6, "speed": "quick" },
        }],
        "tactics": [{
            "id": "3", "name": "Fog",
            "statistics": { "faction": "reeds", "text": [{ "trigger": "When the moon is up:", "effect": ["Nobody sees."] }] },
        }],
    })
}

fn texts() -> Value {
    json!({
        "ORDER: HOLD": {
            "trigger": "When this unit is Attacked, before rolling Attack Dice:",
            "effect": ["The Defender gains +1 to Defense Dice rolls."],
        },
        "SPEARS": { "effect": ["• **Sundering**"] },
    })
}

#[actix_web::test]
async fn public_data_become_a_pack_with_a_report_and_a_new_game_offers_it() {
    let server = Server::new();
    let shown = page(&server, "/packs").await;
    assert!(shown.contains(KIND) && shown.contains("built in"));
    let files = json!({ "reeds.json": faction().to_string(), "abilities.json": texts().to_string() });
    let fields = [
        ("kind", KIND),
        ("id", "reeds-data"),
        ("name", "Data of the reeds"),
        ("files", &files.to_string()),
    ];
    let came = send(&server, "/packs", &fields).await.is(200).text();
    for words in [
        "Data of the reeds is here",
        "Combat units",
        "reeds.json /units/1/statistics/speed",
    ] {
        assert!(came.contains(words), "{words}: {came}");
    }
    // A new game offers the packs that are here, the uploaded one by its id too, and needs no hash of it.
    let shown = page(&server, "/new?system=ice-and-fire").await;
    let choice = |shown: &str| {
        let from = shown.find("name=\"f/pack\"").unwrap_or_else(|| panic!("{shown}"));
        shown[from..].split("</select>").next().unwrap().to_owned()
    };
    let offered = choice(&shown);
    for words in ["value=\"reeds-data\"", "Data of the reeds", "value=\"sample\""] {
        assert!(offered.contains(words), "{words}: {offered}");
    }
    let fields = [
        ("system", "ice-and-fire"),
        ("dry_run", "true"),
        ("f/pack", "reeds-data"),
    ];
    ask(&server, "/new", &fields).await.is(200);
    let mut unknown = fields;
    unknown[2].1 = "nobodys-data";
    ask(&server, "/new", &unknown).await.is_problem("refused");
    // Begun with it, its own things are chosen from.
    let packs = server
        .get_as(&server.admin, "/v1/packs?system=ice-and-fire")
        .await
        .json();
    let is_ours = |pack: &&Value| pack["id"] == "reeds-data";
    let hash = packs["items"].as_array().unwrap().iter().find(is_ours).unwrap()["hash"].clone();
    let hash = hash.as_str().unwrap();
    let listed = page(&server, "/packs").await;
    assert!(listed.contains(&format!("/new?system=ice%2Dand%2Dfire&amp;pack={hash}")));
    let shown = page(&server, &format!("/new?system=ice-and-fire&pack={hash}")).await;
    assert!(choice(&shown).contains("value=\"reeds-data\" selected"));
    let drawn = page(
        &server,
        &format!("/new?system=ice-and-fire&draw=true&pack={hash}"),
    )
    .await;
    assert!(choice(&drawn).contains("value=\"reeds-data\" selected"));
    assert!(drawn.contains("Reed Guards") && !drawn.contains("Merrow Shieldmen"));
    let nothing = format!("/new?system=ice-and-fire&pack={}", "0".repeat(64));
    server.get(&nothing).await.is_problem("no-such-pack");
    // Without a script the two files are pasted.
    let (faction, texts) = (faction().to_string(), texts().to_string());
    let fields = [("kind", KIND), ("text", &*faction), ("more", &*texts)];
    let came = send(&server, "/packs", &fields).await.is(200).text();
    assert!(came.contains("asoiaf-tmg-data is here"));
}

#[actix_web::test]
async fn a_pack_is_taken_as_json_and_what_is_none_is_told() {
    let server = Server::new();
    let sample = hindsight_engine::system("before-battle")
        .unwrap()
        .sample_packs()
        .remove(0)
        .to_string();
    let came = send(
        &server,
        "/packs",
        &[("kind", "before-battle"), ("text", &*sample)],
    )
    .await;
    assert!(came.is(200).text().contains("is here"));
    let rows: [Row<'_>; 6] = [
        (&[], 400, "kind"),
        (&[("kind", "chess"), ("text", "{}")], 404, "chess"),
        (&[("kind", "before-battle"), ("text", "{")], 400, "text"),
        (&[("kind", "before-battle"), ("text", "{}")], 422, "system"),
        (
            &[("kind", "ice-and-fire/paper"), ("text", "{}")],
            422,
            "asoiaf-tmg-data",
        ),
        (&[("kind", KIND), ("files", "[]")], 400, "files"),
    ];
    for (fields, status, words) in rows {
        let answer = send(&server, "/packs", fields).await.is(status).text();
        assert!(answer.contains(words), "{words}: {answer}");
    }
    let answer = send(&server, "/packs", &[("kind", KIND), ("text", "{\"units\": 3}")]).await;
    assert!(answer.is(422).text().contains("no file holds combat units"));
}

/// Fields of the form, the status of the answer, and what it says.
type Row<'a> = (&'a [(&'a str, &'a str)], u16, &'a str);
