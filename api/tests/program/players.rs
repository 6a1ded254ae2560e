//! Players: they make games and choose from what is offered.

use serde_json::{Value, json};

use super::client::{Client, Request};
use super::{Campaign, Random, count};

/// What became of a wish.
enum Step {
    Done,
    /// There is nothing more to do in this game.
    Over,
    /// The campaign is over, or something is wrong.
    End,
}

/// Plays one game after the other.
pub(crate) fn play(campaign: &Campaign, name: &str) {
    let (client, mut random) = (campaign.client(), campaign.random(name));
    for number in 0.. {
        let title = format!("{name}, game {number}");
        let system = match random.below(5) {
            0 => "battleground-4",
            _ => "before-battle",
        };
        let Some(game) = create(campaign, &client, &title, system) else {
            return;
        };
        campaign.ledger.is_in_play(&game, true);
        // Some are left before they are over.
        for _ in 0..20 + random.below(200) {
            if !campaign.service.pause(campaign.pace.command) {
                return;
            }
            match step(campaign, &client, &mut random, &game) {
                Step::Done => {}
                Step::Over => break,
                Step::End => return,
            }
        }
        campaign.ledger.is_in_play(&game, false);
    }
}

/// Makes a game; its id.
fn create(campaign: &Campaign, client: &Client<'_>, title: &str, system: &str) -> Option<String> {
    campaign.ledger.asks_for(title);
    let wanted = json!({ "system": system, "title": title, "visibility": "public" });
    let request = Request::post("/v1/games", &wanted).key(title);
    let made = client.ask(&request, &[200, 201])?.json();
    let id = made["card"]["id"].as_str().unwrap_or_default().to_owned();
    let version = made["card"]["version"].as_u64().unwrap_or_default();
    campaign.ledger.made(title, &id, version);
    Some(id)
}

/// Gives one command.
fn step(campaign: &Campaign, client: &Client<'_>, random: &mut Random, game: &str) -> Step {
    let back = campaign.ledger.begun_before(game, 1);
    let (command, version, expected) = match (random.below(40), back) {
        (0, Some(first)) => {
            // Not everything may be taken back.
            let to = first - 1;
            (
                json!({ "type": "take_back", "seat": "A", "to": to }),
                None,
                &[200, 422][..],
            )
        }
        (1..4, _) => (
            json!({ "type": "say", "seat": "B", "text": "Well played." }),
            None,
            &[200][..],
        ),
        _ => {
            let Some(offers) = client.get(format!("/v1/games/{game}/offers")) else {
                return Step::End;
            };
            let offers = offers.json();
            let Some(command) = chosen(random, &offers) else {
                return Step::Over;
            };
            (command, offers["version"].as_u64(), &[200][..])
        }
    };
    let key = campaign.ledger.commands(game);
    let mut request = Request::post(format!("/v1/games/{game}/commands"), &command)
        .key(&key)
        .header("Prefer", "return=minimal");
    if let Some(version) = version {
        request = request.header("If-Match", format!("\"{version}\""));
    }
    let Some(answer) = client.ask(&request, expected) else {
        return Step::End;
    };
    if answer.status != 200 {
        campaign.ledger.refused(game);
        return Step::Done;
    }
    let applied = answer.json()["applied"][0].clone();
    let number = |name: &str| applied[name].as_u64().unwrap_or_default();
    match campaign.ledger.commanded(game, number("first"), number("last")) {
        Ok(()) => count(&campaign.figures.commands),
        Err(why) => campaign.wrong(why),
    }
    Step::Done
}

/// One of the commands that are offered.
fn chosen(random: &mut Random, offers: &Value) -> Option<Value> {
    let is_whole = |offer: &&Value| offer["command"].is_object() || offer["samples"][0].is_object();
    let whole: Vec<&Value> = offers["items"].as_array()?.iter().filter(is_whole).collect();
    let offer = random.one_of(&whole)?;
    let command = match offer["samples"].as_array() {
        Some(samples) if !offer["command"].is_object() => random.one_of(samples)?,
        _ => &offer["command"],
    };
    Some(json!({ "type": "play", "seat": offer["seat"], "command": command }))
}
