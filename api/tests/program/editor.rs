//! An editor: remarks on games, labels, and tokens that are made and revoked.

use serde_json::json;

use super::client::{Client, Request};
use super::{Campaign, count};

/// Writes side records, one after the other.
pub(crate) fn edit(campaign: &Campaign, name: &str) {
    let (client, mut random) = (campaign.client(), campaign.random(name));
    // Tokens that may be revoked.
    let mut tokens: Vec<(String, String)> = Vec::new();
    let mut number = 0;
    while campaign.service.pause(campaign.pace.edit) {
        number += 1;
        let Some((game, version)) = campaign.ledger.any(&mut random) else {
            continue;
        };
        let done = match random.below(8) {
            0..4 => remark(campaign, &client, &game, 1 + random.below(version), number),
            4..6 => label(campaign, &client, &game, number),
            6 => {
                if let Some(made) = token(campaign, &client, number) {
                    tokens.push(made);
                }
                Some(())
            }
            _ => match tokens.pop() {
                Some((subject, id)) => revoke(campaign, &client, &subject, &id),
                None => Some(()),
            },
        };
        if done.is_none() {
            return;
        }
        count(&campaign.figures.edits);
    }
}

fn remark(campaign: &Campaign, client: &Client<'_>, game: &str, version: u64, number: u64) -> Option<()> {
    let text = format!("remark {number}");
    campaign.ledger.remarks(game, &text);
    let said = json!({ "anchor": { "type": "event", "version": version }, "text": text, "glyphs": [1] });
    let request = Request::post(format!("/v1/games/{game}/annotations"), &said).key(&text);
    client.ask(&request, &[200, 201])?;
    campaign.ledger.remarked(game);
    Some(())
}

fn label(campaign: &Campaign, client: &Client<'_>, game: &str, number: u64) -> Option<()> {
    let label = format!("label {number}");
    campaign.ledger.labels(game, &label);
    let request = Request::patch(format!("/v1/games/{game}"), &json!({ "tags": [label] }));
    client.ask(&request, &[200])?;
    campaign.ledger.labelled(game);
    Some(())
}

/// Makes a token: subject and id. It is asked for once, for asked twice it is made twice.
fn token(campaign: &Campaign, client: &Client<'_>, number: u64) -> Option<(String, String)> {
    let subject = format!("subject {number}");
    campaign.ledger.token(&subject, |_| {});
    let wanted = json!({ "subject": subject, "scopes": ["game:read"] });
    let made = client.once(&Request::post("/v1/tokens", &wanted), &[201])?.json();
    let id = made["token"]["id"].as_str().unwrap_or_default().to_owned();
    campaign
        .ledger
        .token(&subject, |token| token.id = Some(id.clone()));
    Some((subject, id))
}

fn revoke(campaign: &Campaign, client: &Client<'_>, subject: &str, id: &str) -> Option<()> {
    campaign.ledger.token(subject, |token| token.revoking = true);
    client.ask(&Request::delete(format!("/v1/tokens/{id}")), &[204])?;
    campaign.ledger.token(subject, |token| token.revoked = true);
    Some(())
}
