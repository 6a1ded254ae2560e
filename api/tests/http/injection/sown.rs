//! A server on which everything that a person may write is hostile.

use actix_web::http::Method;
use hindsight_openapi::Operation;
use hindsight_openapi::wire::Role;
use serde_json::{Value, json};

use super::evil;
use crate::addresses::filled;
use crate::people::Account;
use crate::table::Server;

/// The server, and the ids of what stands there.
pub struct Sown {
    pub server: Server,
    /// An administrator's account: every form is shown to it.
    pub sower: Account,
    pub game: String,
    /// The versions of the game of which something was said, and its end.
    pub versions: Vec<u64>,
    /// A game that came in as a text with comments.
    pub told: String,
    variation: String,
    study: String,
    review: String,
    annotation: String,
    pack: String,
}

impl Sown {
    pub async fn new() -> Self {
        let server = Server::new();
        let sower = server.account("sower", Role::Admin).await;
        let pack = pack(&server).await;
        // A game that the community counts, for the pages of its factions and units.
        server.recorded(crate::community::FINISHED[0]).await;
        let game = begun(&server, &sower, &pack).await;
        played(&server, &sower, &game).await;
        let version = version(&server, &game).await;
        let annotation = said(&server, &sower, &game, version).await;
        let study = study(&server, &sower, &game).await;
        let mut sown = Self {
            told: told(&server).await,
            variation: variation(&server, &sower, &game, version).await,
            review: review(&server, &sower, &game, version).await,
            versions: vec![version],
            server,
            sower,
            game,
            study,
            annotation,
            pack,
        };
        sown.versions.extend(sown.events_with("x").await);
        let label = json!({ "does": "make-token", "label": evil("xtoken"), "scope": "game:read" });
        sown.server
            .browse_form(&sown.sower, "/account", &label)
            .await
            .is(200);
        sown
    }

    /// The versions of events in which a hostile text stands.
    async fn events_with(&self, word: &str) -> Vec<u64> {
        let path = format!("/v1/games/{}/events?limit=1000", self.game);
        let events = self.server.get_as(&self.server.admin, &path).await.is(200).json();
        let mark = &evil(word)[word.len()..];
        let mark = serde_json::to_string(mark).unwrap();
        let mark = mark.trim_matches('"');
        let items = events["items"].as_array().unwrap().iter();
        items
            // The opening holds the whole pack.
            .filter(|event| event["version"] != 1 && event.to_string().contains(mark))
            .map(|event| event["version"].as_u64().unwrap())
            .collect()
    }

    /// The addresses of an operation here: one, or one for every version that says something.
    pub fn addresses(&self, operation: &Operation) -> Vec<String> {
        let query = match operation.id {
            "oembed" => "?url=http://localhost:8080/g/{game}/{version}",
            "compareGames" => "?with={other}",
            "communityDump" => "?month=2026-03",
            "leaderboard" => "?system=before-battle&minimum_games=1",
            "findSituations" | "situationFacts" | "situationMap" | "askPage" => "?find=anything",
            "momentPage" => "?review={review}",
            "recordPage" => "?unit=A1&ruling=set_unit",
            "newGamePage" => "?system=before-battle",
            _ => "",
        };
        let path = format!("{}{query}", operation.path);
        let at = |version: u64| {
            let version = version.to_string();
            self.filled(&path, &[("{version}", &version)])
        };
        if path.contains("{unit}") {
            // Which stands where something was said of it, and not from the first.
            vec![at(self.versions[0])]
        } else if path.contains("{version}") {
            self.versions.iter().map(|version| at(*version)).collect()
        } else {
            vec![self.filled(&path, &[])]
        }
    }

    /// A path with the ids of what stands here; `own` comes first.
    pub fn filled(&self, path: &str, own: &[(&str, &str)]) -> String {
        let (layer, _) = self.annotation.split_once('-').expect("a layer and a number");
        let here = [
            ("{game}", self.game.as_str()),
            ("{other}", &self.variation),
            ("{layer}", layer),
            ("{annotation}", &self.annotation),
            ("{review}", &self.review),
            ("{study}", &self.study),
            ("{chapter}", "1"),
            ("{hash}", &self.pack),
            ("{player}", "sower"),
            ("{account}", &self.sower.id),
            ("{seat}", "A"),
            ("{token}", crate::permissions::place::NOBODY),
            ("{invitation}", crate::permissions::place::NOBODY),
            ("{claim}", "hc_0"),
        ];
        filled(path, &[own, &here].concat())
    }
}

async fn made(server: &Server, who: &Account, path: &str, body: &Value) -> Value {
    server.browse_post(who, path, body).await.is(201).json()
}

fn id(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn version(server: &Server, game: &str) -> u64 {
    let path = format!("/v1/games/{game}");
    let game = server.get_as(&server.admin, &path).await.is(200).json();
    game["card"]["version"].as_u64().unwrap()
}

/// The sample pack with hostile names.
async fn pack(server: &Server) -> String {
    let listed = server.get("/v1/packs?system=before-battle").await.is(200).json();
    let hash = listed["items"][0]["hash"].as_str().unwrap();
    let mut pack = server.get(&format!("/v1/packs/{hash}")).await.is(200).json();
    pack["id"] = json!("hostile");
    pack["name"] = json!(evil("xpack"));
    for (list, word) in [
        ("units", "xunit"),
        ("rosters", "xfaction"),
        ("armies", "xarmy"),
        ("items", "xitem"),
    ] {
        for (number, thing) in pack[list].as_array_mut().unwrap().iter_mut().enumerate() {
            if thing.get("name").is_some() {
                thing["name"] = json!(evil(&format!("{word} {number} ")));
            }
        }
    }
    let path = "/v1/packs?system=before-battle";
    let kept = server.post(&server.admin, path, &pack).await.is(201).json();
    id(&kept["hash"])
}

/// A game with that pack, whose title, labels and players are hostile, and in which two have spoken.
async fn begun(server: &Server, sower: &Account, pack: &str) -> String {
    let request = json!({
        "system": "before-battle", "packs": [pack], "setup": { "pack": "hostile", "armies": "sample" },
        "title": evil("xtitle"), "tags": [evil("xtag")], "visibility": "public",
        "players": { "A": evil("xsouth"), "B": evil("xnorth") }
    });
    let game = id(&made(server, sower, "/v1/games", &request).await["card"]["id"]);
    let path = format!("/v1/games/{game}");
    for text in ["Ready?", &evil("xsaid")] {
        let say = json!({ "type": "say", "seat": "A", "text": text });
        server
            .browse_post(sower, &format!("{path}/commands"), &say)
            .await
            .is(200);
    }
    let first = server
        .browse_get(sower, &format!("{path}/events"))
        .await
        .is(200)
        .json();
    let first = first["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["command"]["type"] == "say")
        .map(|event| event["version"].clone())
        .unwrap();
    let corrected = json!({
        "at": first, "reason": evil("xcorrection"),
        "change": { "type": "replace", "command": { "type": "say", "seat": "A", "text": evil("xmisheard") } }
    });
    server
        .browse_post(sower, &format!("{path}/corrections"), &corrected)
        .await
        .is(200);
    game
}

/// Bots play; then something is taken back, and ruled.
async fn played(server: &Server, sower: &Account, game: &str) {
    server.play(&server.admin, game, 60).await;
    let commands = format!("/v1/games/{game}/commands");
    let back = version(server, game).await;
    let word = json!({ "type": "say", "seat": "B", "text": "Wait." });
    server.browse_post(sower, &commands, &word).await.is(200);
    let units = server
        .browse_get(sower, &format!("/v1/games/{game}/units"))
        .await
        .is(200)
        .json();
    let stands = |unit: &&Value| unit["alive"] == true && unit["left"].as_f64() > Some(1.0);
    let unit = units.as_array().unwrap().iter().find(stands).unwrap();
    for order in [
        json!({ "type": "take_back", "to": back, "reason": evil("xback") }),
        json!({
            "type": "rule", "reason": evil("xruling"),
            "patch": { "type": "set_unit", "unit": unit["id"], "models": 1 }
        }),
    ] {
        server.browse_post(sower, &commands, &order).await.is(200);
    }
}

/// A layer by somebody of a hostile name, an annotation with a drawing, and an answer; the annotation's id.
async fn said(server: &Server, sower: &Account, game: &str, version: u64) -> String {
    let path = format!("/v1/games/{game}");
    let token = json!({ "subject": evil("xauthor"), "scopes": ["game:read", "game:write"] });
    let token = made(server, sower, "/v1/tokens", &token).await;
    let token = token["secret"].as_str().unwrap();
    let layer = json!({ "title": evil("xlayer") });
    let layer = server
        .post(token, &format!("{path}/layers"), &layer)
        .await
        .is(201)
        .json();
    let circle = json!({
        "type": "circle", "centre": { "x": 1.0, "y": 1.0 }, "radius": 1.0, "label": evil("xlabel")
    });
    let remark = json!({
        "layer": layer["id"], "anchor": { "type": "event", "version": version },
        "text": evil("xremark"), "glyphs": [2], "drawings": [circle]
    });
    let annotations = format!("{path}/annotations");
    let remark = server.post(token, &annotations, &remark).await.is(201).json();
    let annotation = id(&remark["id"]);
    let reply = json!({ "text": evil("xreply") });
    made(
        server,
        sower,
        &format!("{annotations}/{annotation}/replies"),
        &reply,
    )
    .await;
    let accept =
        crate::suggestions::answerable(server, game, &json!({ "does": "accept", "version": 0 })).await;
    let mut accept = accept;
    accept["text"] = json!(evil("xaccepted"));
    server
        .post(token, &format!("{path}/suggestions"), &accept)
        .await
        .is(200);
    annotation
}

/// A study with two chapters.
async fn study(server: &Server, sower: &Account, game: &str) -> String {
    let about = json!({ "title": evil("xstudy"), "text": evil("xpreface"), "visibility": "public" });
    let study = id(&made(server, sower, "/v1/studies", &about).await["id"]);
    let chapters = format!("/v1/studies/{study}/chapters");
    for (title, text) in [("xchapter", "xwords"), ("xnext", "xmore")] {
        let shows = json!({ "type": "game", "game": game });
        let chapter = json!({ "title": evil(title), "text": evil(text), "shows": shows });
        made(server, sower, &chapters, &chapter).await;
    }
    study
}

async fn variation(server: &Server, sower: &Account, game: &str, version: u64) -> String {
    let asked = json!({ "version": version, "title": evil("xvariation") });
    let path = format!("/v1/games/{game}/variations");
    let variation = id(&made(server, sower, &path, &asked).await["game"]["card"]["id"]);
    let shown = json!({ "visibility": "public" });
    server
        .browse_send(sower, Method::PATCH, &format!("/v1/games/{variation}"), &shown)
        .await
        .is(200);
    variation
}

/// A review with a drawing.
async fn review(server: &Server, sower: &Account, game: &str, version: u64) -> String {
    let path = format!("/v1/games/{game}/reviews");
    let review = json!({ "title": evil("xreview"), "version": version });
    let review = id(&made(server, sower, &path, &review).await["id"]);
    let circle = json!({
        "type": "circle", "centre": { "x": 1.0, "y": 1.0 }, "radius": 1.0, "label": evil("xdrawn")
    });
    let moment = json!({ "version": version, "unit": "A1", "drawings": [circle] });
    server
        .browse_post(sower, &format!("{path}/{review}/moment"), &moment)
        .await
        .is(200);
    review
}

/// A game that comes in as a text.
async fn told(server: &Server) -> String {
    let text = format!(
        "[Hindsight \"1\"]\n[System \"before-battle\"]\n[Title \"Told\"]\n\n{{{}}}\n1. A: @say \"Ready?\" {{{}}}\n",
        evil("xforeword"),
        evil("xcomment"),
    );
    server.brought(&text).await
}
