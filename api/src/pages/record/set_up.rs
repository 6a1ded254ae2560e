//! Set-ups of earlier games in the recorder: one tap makes their armies, deployment and orders again.

use hindsight_kernel::Seat;
use hindsight_store::{SortBy, StreamFilter, StreamId};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::links::title_of;
use super::super::seen::RequestedView;
use super::desk::Offered;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::{game_card, set_up_game};
use crate::http::Ctx;

/// Own games that are shown.
const OWN: usize = 3;
/// Sample games that are shown.
const SAMPLES: usize = 4;

/// An earlier game whose set-up can be made again.
struct Earlier {
    id: StreamId,
    title: String,
}

/// The ways to set up as an earlier game did, before the battle.
pub(super) async fn panel(
    ctx: &Ctx,
    seen: &RequestedView,
    offered: &Offered,
    seats: &[Seat],
    (hidden, can_drag): (&Markup, bool),
) -> ApiResult<Markup> {
    let info = &offered.info;
    if seats.is_empty() || info.outcome.is_some() || info.moment.round > 0 {
        return Ok(html! {});
    }
    let (own, samples) = (own_games(ctx, seen).await?, sample_games(ctx, seen).await?);
    let used = used(ctx, seen).await?;
    let action = format!("/g/{}/record", seen.head.id);
    let button = |earlier: &Earlier, main: bool| {
        let command = json!({ "type": "set_up", "game": earlier.id.to_string() });
        html! { button.main[main] type="submit" name="command" value=(command) { (earlier.title) } }
    };
    let form = |inside: &Markup| {
        html! {
            form method="post" action=(action) data-records {
                (hidden)
                input type="hidden" name="imply" value="true";
                (inside)
            }
        }
    };
    let first = used.or_else(|| {
        own.first().map(|earlier| Earlier {
            id: earlier.id,
            title: earlier.title.clone(),
        })
    });
    let others = || {
        own.iter()
            .filter(|earlier| first.as_ref().is_none_or(|first| first.id != earlier.id))
    };
    Ok(html! {
        div.set-up {
            @if let Some(first) = &first {
                p.hint #set-up-as { (text!("recorder-set-up-as")) }
                (form(&button(first, true)))
            }
            @if can_drag { p.hint.drags hidden { (text!("recorder-set-up-drag")) } }
            details {
                summary { (text!("recorder-set-up-other")) }
                @if others().next().is_some() {
                    p.hint { (text!("recorder-set-up-own")) }
                    (form(&html! { @for earlier in others() { (button(earlier, false)) } }))
                }
                @if !samples.is_empty() {
                    p.hint { (text!("recorder-set-up-samples")) }
                    (form(&html! { @for earlier in &samples { (button(earlier, false)) } }))
                }
                (form(&html! {
                    label { span { (text!("recorder-set-up-link")) } input type="text" name="game" required maxlength="300" autocomplete="off"; }
                    button type="submit" { (text!("recorder-set-up-use")) }
                }))
                p.hint { (text!("recorder-set-up-adjust")) }
            }
        }
    })
}

/// The command of a form that names an earlier game, by its address or its id.
pub(super) fn command(game: &str) -> ApiResult<Value> {
    let place = game.trim().split(['?', '#']).next().unwrap_or_default();
    let id = match place.split_once("/g/") {
        Some((_, rest)) => rest.split('/').next().unwrap_or_default(),
        None => place,
    };
    if id.is_empty() {
        return Err(ApiError::body("/game", text!("set-up-no-game")));
    }
    Ok(json!({ "type": "set_up", "game": id }))
}

/// The game whose set-up is under way here already.
async fn used(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Option<Earlier>> {
    let games = &ctx.services.games;
    let past = games.past(&seen.head).await?;
    let Some(id) = past
        .stamps()
        .rev()
        .find_map(|stamp| set_up_game(&stamp.command_id))
    else {
        return Ok(None);
    };
    // ERR: a game that was deleted since, or that the caller may not see, is not offered again.
    Ok(games
        .seen(&ctx.caller, &id.to_string())
        .await
        .ok()
        .map(|(head, _)| {
            let card = game_card(head.id, &head.card, false);
            Earlier {
                id: head.id,
                title: title_of(&card).to_owned(),
            }
        }))
}

/// The last games of the caller that have the same rules.
async fn own_games(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Vec<Earlier>> {
    let Some(subject) = ctx.caller.subject().map(ToOwned::to_owned) else {
        return Ok(Vec::new());
    };
    let own = StreamFilter {
        owner: Some(subject),
        sort: SortBy::Updated,
        ..StreamFilter::default()
    };
    listed(ctx, seen, own, OWN).await
}

/// The games that came with the server and have the same rules.
async fn sample_games(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Vec<Earlier>> {
    let samples = StreamFilter {
        mark: Some("sample".to_owned()),
        ..StreamFilter::default()
    };
    listed(ctx, seen, samples, SAMPLES).await
}

async fn listed(
    ctx: &Ctx,
    seen: &RequestedView,
    filter: StreamFilter,
    count: usize,
) -> ApiResult<Vec<Earlier>> {
    let filter = StreamFilter {
        system: Some(seen.head.system.id().to_owned()),
        audience: ctx.caller.audience(),
        ..filter
    };
    let games = &ctx.services.games;
    let found = games.list_for(&ctx.caller, filter, None, count + 1).await?;
    let others = found.games.iter().filter(|listed| listed.stream != seen.head.id);
    Ok(others
        .take(count)
        .map(|listed| {
            let card = game_card(listed.stream, &listed.card, false);
            Earlier {
                id: listed.stream,
                title: title_of(&card).to_owned(),
            }
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_games_are_named_by_their_address_or_id() {
        let named = |text: &str| command(text).unwrap()["game"].as_str().unwrap().to_owned();
        for text in [
            "01ABC",
            " 01ABC ",
            "/g/01ABC",
            "https://example.org/g/01ABC/12?flip=true#board",
        ] {
            assert_eq!(named(text), "01ABC", "{text}");
        }
        for text in ["", "  ", "https://example.org/g/"] {
            assert!(command(text).is_err(), "{text}");
        }
    }
}
