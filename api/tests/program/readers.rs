//! Readers and reviewers: pictures, statistics, lists, pages, candidate mistakes, games looked at together.

use serde_json::json;

use super::client::{Client, Request};
use super::{Campaign, Random, count};

/// Views of one game; `{at}` stands for a version of it.
const OF_A_GAME: &[&str] = &[
    "/v1/games/{game}",
    "/v1/games/{game}/board.svg?at={at}",
    "/v1/games/{game}/board.png?at={at}&width=400&quality=fast",
    "/v1/games/{game}/board",
    "/v1/games/{game}/state?at={at}",
    "/v1/games/{game}/stats",
    "/v1/games/{game}/stats.csv?of=dice",
    "/v1/games/{game}/timeline",
    "/v1/games/{game}/dice",
    "/v1/games/{game}/events?from={at}&limit=100",
    "/v1/games/{game}/annotations",
    "/v1/games/{game}/export",
    "/v1/games/{game}/audit",
    "/g/{game}",
    "/g/{game}/{at}",
    "/g/{game}/{at}/frame",
    "/g/{game}/report",
];

/// Views of many games.
const OF_MANY: &[&str] = &[
    "/",
    "/community",
    "/v1/community/figures",
    "/v1/community/figures.svg",
    "/v1/community/figures.parquet",
    "/v1/community/games",
    "/v1/games?limit=50&sort=-updated",
    "/v1/games?q=bot&status=finished",
    "/v1/tokens",
    "/metrics",
    "/healthz",
    "/readyz",
];

/// Reads one view after the other.
pub(crate) fn read(campaign: &Campaign, name: &str) {
    let (client, mut random) = (campaign.client(), campaign.random(name));
    while campaign.service.pause(campaign.pace.read) {
        let path = match campaign.ledger.any(&mut random) {
            Some((game, version)) if random.below(3) > 0 => of_a_game(&mut random, &game, version),
            _ => random.one_of(OF_MANY).copied().unwrap_or_default().to_owned(),
        };
        if client.get(path).is_none() {
            return;
        }
        count(&campaign.figures.views);
    }
}

fn of_a_game(random: &mut Random, game: &str, version: u64) -> String {
    if random.below(30) == 0 {
        let from = 1 + random.below(version);
        let to = version.min(from + 15);
        return format!("/v1/games/{game}/replay.gif?from={from}&to={to}&width=300");
    }
    let at = (1 + random.below(version)).to_string();
    let view = random.one_of(OF_A_GAME).copied().unwrap_or_default();
    view.replace("{game}", game).replace("{at}", &at)
}

/// Looks at games together with others, and at their candidate mistakes.
pub(crate) fn review(campaign: &Campaign, name: &str) {
    let (client, mut random) = (campaign.client(), campaign.random(name));
    while campaign.service.pause(campaign.pace.read * 4) {
        let Some((game, version)) = campaign.ledger.any(&mut random) else {
            continue;
        };
        let suggestions = client.get(format!("/v1/games/{game}/suggestions"));
        if suggestions.is_none() || together(campaign, &client, &mut random, &game, version).is_none() {
            return;
        }
        count(&campaign.figures.views);
    }
}

/// Leads a review. It is kept in memory alone: after a restart it is not there any more.
fn together(
    campaign: &Campaign,
    client: &Client<'_>,
    random: &mut Random,
    game: &str,
    version: u64,
) -> Option<()> {
    let all = format!("/v1/games/{game}/reviews");
    let wanted = json!({ "title": "Together", "version": version });
    let begun = client.ask(&Request::post(&all, &wanted), &[201])?;
    let review = format!("{all}/{}", begun.json()["id"].as_str().unwrap_or_default());
    for _ in 0..3 {
        let moment = json!({ "version": 1 + random.below(version), "flip": true });
        let shown = client.ask(&Request::post(format!("{review}/moment"), &moment), &[200, 404])?;
        if shown.life != begun.life {
            return Some(());
        }
        if shown.status == 404 {
            campaign.wrong(format!("{review} is gone"));
            return None;
        }
    }
    client.ask(&Request::delete(review), &[204, 404]).map(drop)
}
