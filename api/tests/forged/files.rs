//! Every form of file that the service takes in, forged: each is taken, and then all views of what came in answer; or it is
//! refused with its reason, and nothing has changed.
//!
//! The forged files follow from a seed. `HINDSIGHT_FORGED` is how many of each form are tried (some dozens), `all` in the
//! long campaign.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use hindsight_engine::systems;
use serde_json::{Value, json};

use crate::forge::{self, Forgery, chosen};
use crate::papers::{game_with_papers, import, imported, study};
use crate::server::{Answer, Request, Server};
use crate::trial::Trial;
use crate::views::{game_views, sketches, study_views};
use crate::{fields, streams, texts};

pub(crate) const SEED: u64 = 2_026;
pub(crate) const TEXT: &str = include_str!("../../../tests/games/orsa-takes-the-axes.hgn");
/// Two short games, of one system each.
pub(crate) const SHORT: &[u8] = include_bytes!("../../../tests/frozen/0.1.0/three-rounds-left.ndjson");
const BATTLE: &[u8] = include_bytes!("../../../tests/frozen/0.1.0/two-equal-armies.ndjson");
/// A long one, in which there are events of nearly every kind.
const LONG: &[u8] = include_bytes!("../../../tests/frozen/0.1.0/a-turn-in-which-much-happens.ndjson");

/// A game of trays and cards.
const TRAYS: &str = include_str!("../../../tests/games/the-archers-on-the-knoll.hgn");

/// A game of hexes, in which an Activation is played to its end.
const HEXES: &[u8] = include_bytes!("../../../tests/frozen/0.1.0/the-extended-example.ndjson");

/// Changes of the JSON that is all of a file.
pub(crate) fn of_json(like: &Value) -> Vec<Forgery> {
    fields::changes(like)
        .into_iter()
        .map(|field| {
            Forgery::new(field.what.clone(), move |good| {
                field.text(&serde_json::from_slice(good).unwrap()).into_bytes()
            })
        })
        .collect()
}

/// Tries forged files of streams, each under ids of its own.
fn try_streams(
    trial: &mut Trial,
    request: &Request,
    good: &[u8],
    usual: usize,
    came: &dyn Fn(&Server, &Answer) -> Vec<String>,
) {
    let structure = forge::bytes(SEED, 60).into_iter().chain(forge::lines(good));
    let mut all = chosen(structure.collect(), usual / 4);
    all.extend(chosen(streams::changes(good, SEED), usual));
    trial.serial += 1;
    trial.begin(request, &streams::renewed(good, trial.serial), came);
    for forgery in all {
        trial.serial += 1;
        let file = forgery.of(&streams::renewed(good, trial.serial));
        trial.attempt(&forgery.what, request, &file, came);
    }
}

#[test]
fn stream_files_of_games() {
    let server = Server::start();
    let with_papers = game_with_papers(&server, SHORT);
    let trays = imported(&server, "text/plain", TRAYS.as_bytes());
    let trays = server.get(&format!("/v1/games/{trays}/export?format=ndjson"));
    let trays = trays.unwrap().body;
    let mut trial = Trial::new("stream files of games", server);
    let request = import("application/x-ndjson");
    for (good, usual) in [
        (&with_papers[..], 60),
        (BATTLE, 24),
        (LONG, 24),
        (&trays, 24),
        (HEXES, 24),
    ] {
        try_streams(&mut trial, &request, good, usual, &game_views);
    }
    trial.finish();
}

#[test]
fn stream_files_of_studies() {
    let server = Server::start();
    let game = imported(&server, "application/x-ndjson", SHORT);
    let id = study(&server, &game);
    let good = server
        .get(&format!("/v1/studies/{id}/export?format=ndjson"))
        .unwrap()
        .body;
    let mut trial = Trial::new("stream files of studies", server);
    let request = Request {
        path: "/v1/studies/import".to_owned(),
        ..import("application/x-ndjson")
    };
    try_streams(&mut trial, &request, &good, 60, &study_views);
    trial.finish();
}

#[test]
fn texts() {
    let mut trial = Trial::new("texts", Server::start());
    for (good, share) in [(TEXT.as_bytes(), 1), (TRAYS.as_bytes(), 2)] {
        trial.begin(&import("text/plain"), good, &game_views);
        let mut all = chosen(forge::bytes(SEED, 80), 20 / share);
        all.extend(chosen(forge::lines(good), 20 / share));
        all.extend(chosen(texts::changes(good), 50 / share));
        for forgery in all {
            trial.attempt(
                &forgery.what,
                &import("text/plain"),
                &forgery.of(good),
                &game_views,
            );
        }
    }
    trial.finish();
}

/// The systems whose packs are forged in every run; the others share their packs' form with one of these, and are forged in
/// the long campaign.
const FORGED_ALWAYS: [&str; 4] = ["before-battle", "battleground-4", "ice-and-fire", "men-of-iron"];

/// Of each system a pack; a game is made with those that are taken. `HINDSIGHT_FORGED_SYSTEM` is the only system whose packs
/// are forged.
#[test]
fn packs() {
    let mut trial = Trial::new("packs", Server::start());
    let long = std::env::var("HINDSIGHT_FORGED").is_ok_and(|wanted| wanted == "all");
    let only = std::env::var("HINDSIGHT_FORGED_SYSTEM").ok();
    for system in systems() {
        let id = system.id();
        let is_wanted = match &only {
            Some(only) => only == id,
            None => long || FORGED_ALWAYS.contains(&id),
        };
        if !is_wanted {
            continue;
        }
        let request = Request {
            path: format!("/v1/packs?system={id}"),
            ..import("application/json")
        };
        let good = system.sample_packs().remove(0);
        let mut all = chosen(forge::bytes(SEED, 60), 12);
        all.extend(chosen(of_json(&good), 60));
        let came = |server: &Server, heard: &Answer| {
            let hash = heard.json()["hash"].as_str().unwrap_or("none").to_owned();
            let mut views = vec![
                format!("/v1/packs/{hash}"),
                format!("/v1/packs?system={id}"),
                format!("/new?system={id}&pack={hash}"),
                format!("/new?system={id}&draw=true&pack={hash}"),
            ];
            let made = import("application/json");
            let made = Request {
                path: "/v1/games".to_owned(),
                ..made
            };
            let game = json!({ "system": id, "packs": [hash] });
            match server.ask(&made, game.to_string().as_bytes()) {
                Ok(made) if made.status < 300 => views.extend(game_views(server, &made)),
                Ok(made) if made.status < 500 => {}
                // Said again where it is looked at.
                _ => views.push(format!("/v1/games?a-game-with-the-pack-{hash}-cannot-be-made")),
            }
            views
        };
        let good = good.to_string();
        trial.begin(&request, good.as_bytes(), &came);
        for forgery in all {
            trial.attempt(
                &format!("{id}: {}", forgery.what),
                &request,
                &forgery.of(good.as_bytes()),
                &came,
            );
        }
    }
    trial.finish();
}

/// Games that begin from a setup, from a position and from one that is drawn; and chapters that show a position.
#[test]
fn positions() {
    let server = Server::start();
    let mut good = Vec::new();
    for (system, sketch) in sketches() {
        let asked = json!({ "system": system, "title": "Drawn", "sketch": sketch, "tags": ["club"],
            "players": { "A": "South" }, "dice": "server", "visibility": "public", "packs": [] });
        let made = server.send("POST", "/v1/games", &asked);
        let game = made["card"]["id"].as_str().unwrap();
        let state = server.get(&format!("/v1/games/{game}/state")).unwrap().json();
        good.push((format!("{system}, drawn"), asked, 30));
        good.push((
            format!("{system}, position"),
            json!({ "system": system, "position": state }),
            40,
        ));
    }
    let game = imported(&server, "application/x-ndjson", SHORT);
    let study = study(&server, &game);
    let mut trial = Trial::new("positions", server);
    let request = Request {
        path: "/v1/games".to_owned(),
        ..import("application/json")
    };
    for (which, asked, usual) in good {
        let text = asked.to_string();
        trial.begin(&request, text.as_bytes(), &game_views);
        let mut all = chosen(forge::bytes(SEED, 60), 6);
        all.extend(chosen(of_json(&asked), usual));
        for forgery in all {
            let what = format!("{which}: {}", forgery.what);
            trial.attempt(&what, &request, &forgery.of(text.as_bytes()), &game_views);
        }
        // The same position as what a chapter shows.
        let Some(state) = asked.get("position") else {
            continue;
        };
        let shows = json!({ "type": "position", "system": asked["system"], "state": state });
        let chapter = json!({ "title": "One", "text": "Here.", "shows": shows });
        let request = Request {
            method: "PATCH",
            path: format!("/v1/studies/{study}/chapters/1"),
            media: "application/json",
        };
        let views = [
            format!("/v1/studies/{study}"),
            format!("/s/{study}/1"),
            format!("/embed/s/{study}/1"),
        ];
        trial.begin(&request, chapter.to_string().as_bytes(), &|_, _| views.to_vec());
        for forgery in chosen(of_json(&chapter), usual / 2) {
            let what = format!("{which} in a chapter: {}", forgery.what);
            let file = forgery.of(chapter.to_string().as_bytes());
            trial.attempt(&what, &request, &file, &|_, _| views.to_vec());
        }
    }
    trial.finish();
}
