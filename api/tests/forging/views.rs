//! The addresses at which what came in is seen, and positions for it.

use serde_json::{Value, json};

use crate::server::{Answer, Server};

/// Where a game that came in is seen.
pub(crate) fn game_views(server: &Server, heard: &Answer) -> Vec<String> {
    let told = heard.json();
    let by_address = heard.location.split('/').nth(2).unwrap_or_default();
    let Some(game) = told["card"]["id"]
        .as_str()
        .or(Some(by_address).filter(|id| !id.is_empty()))
    else {
        return vec![format!("/v1/games/none-is-named-in-{}", heard.status)];
    };
    let about = server.get(&format!("/v1/games/{game}"));
    let version = about.map_or(1, |about| about.json()["now"]["version"].as_u64().unwrap_or(1));
    let middle = version.div_ceil(2);
    let api = [
        String::new(),
        format!("/state?at={middle}"),
        "/events?limit=200".to_owned(),
        "/timeline".to_owned(),
        "/dice".to_owned(),
        format!("/board.svg?at={middle}"),
        "/board.png?width=300&quality=fast".to_owned(),
        "/stats".to_owned(),
        "/charts".to_owned(),
        "/audit".to_owned(),
        "/offers".to_owned(),
        "/annotations".to_owned(),
        "/export".to_owned(),
        "/export?format=hgn".to_owned(),
    ];
    let pages = [
        String::new(),
        format!("/{middle}"),
        "/report".to_owned(),
        "/figures".to_owned(),
    ];
    let mut views: Vec<String> = api
        .into_iter()
        .map(|path| format!("/v1/games/{game}{path}"))
        .collect();
    views.extend(pages.into_iter().map(|path| format!("/g/{game}{path}")));
    views.extend(["/", "/community", "/studies"].map(ToOwned::to_owned));
    views
}

/// Where a study that came in is seen.
pub(crate) fn study_views(_: &Server, heard: &Answer) -> Vec<String> {
    let told = heard.json();
    let study = told["id"].as_str().unwrap_or("none");
    let mut views = vec![
        format!("/v1/studies/{study}"),
        format!("/v1/studies/{study}/export?format=json"),
        format!("/v1/studies/{study}/export?format=md"),
        format!("/v1/studies/{study}/export?format=ndjson"),
        format!("/s/{study}"),
        "/studies".to_owned(),
    ];
    for chapter in told["chapters"].as_array().into_iter().flatten().take(4) {
        views.push(format!("/s/{study}/{}", chapter["number"]));
        views.push(format!("/embed/s/{study}/{}", chapter["number"]));
    }
    views
}

/// Four systems' positions as they are drawn by hand.
pub(crate) fn sketches() -> [(&'static str, Value); 4] {
    let battle = json!({ "units": [
        { "seat": "A", "unit": "league-spears", "pose": { "x": 18.0, "y": 6.0, "heading": 0.0 }, "damage": 2,
          "order": { "order": "close", "objective": { "location": { "x": 9, "y": 12 } } } },
        { "seat": "B", "unit": "clan-spears", "pose": { "x": 18.0, "y": 24.0, "heading": 180.0 } }],
        "map": "open-field",
        "terrain": [
            { "kind": "forest", "pose": { "x": 9, "y": 18, "heading": 30 }, "width": 6, "depth": 4 },
            { "kind": "stakes", "pose": { "x": 27, "y": 18, "heading": 0 }, "width": 4, "sharp": "left" }],
        "lost": [{ "seat": "B", "unit": "clan-axes" }],
        "active": "B", "turn": 4, "budget": 2000 });
    let squares = json!({ "units": [
        { "seat": "A", "unit": "rm-levy", "cell": "d4", "facing": "N", "models": 3 },
        { "seat": "B", "unit": "af-iron", "cell": "d7", "facing": "S" }],
        "round": 2, "active": "A" });
    let trays = json!({ "units": [
        { "seat": "A", "card": "mw-shield", "attachment": "mw-rehl", "x": 24.0, "y": 19.2, "heading": 0, "wounds": 3,
          "tokens": ["weakened"], "controls": 1 },
        { "seat": "B", "card": "ka-ride", "x": 24.0, "y": 24.1, "heading": 180, "activated": true },
        { "seat": "B", "card": "ka-sling", "x": 38.0, "y": 30.0, "heading": 200 }],
        "terrain": [{ "card": "forest", "x": 10.0, "y": 24.0, "heading": 30 }],
        "round": 3, "active": "B", "south": "A", "points": [2, 1], "engaged": [["A1", "B1"]] });
    let hexes = json!({ "battle": "harrow-ford",
        "units": [
            { "unit": "A-PK1", "hex": "1012", "facing": 1, "formation": "shield_wall" },
            { "unit": "A-LB1", "hex": "0913", "facing": 1, "status": "disordered" },
            { "unit": "B-MM1", "hex": "1011", "facing": 7, "unhorsed": true },
            { "unit": "B-HB1", "hex": "1210", "facing": 7, "dismounted": true }],
        "leaders": { "Osric": "1012" }, "standards": { "A1": "0914" }, "hexsides": { "1110-1111": ["hedge"] },
        "ground": { "1110": { "terrain": "woods", "level": 1 } },
        "active": "B", "last": { "A": "A1" } });
    [
        ("battleground-4", battle),
        ("before-battle", squares),
        ("ice-and-fire", trays),
        ("men-of-iron", hexes),
    ]
}
