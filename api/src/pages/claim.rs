//! The page to take a seat that the keeper of a game offers.

use hindsight_openapi::wire::ClaimForm;
use maud::html;

use super::house::Page;
use super::links::query;
use super::outcomes::{on_to, unkept};
use crate::games::player_names::are_hidden;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("claimPage", claim_page);
    mounts.on("claim", claim);
}

async fn claim_page(ctx: Ctx) -> Answer {
    let secret = ctx.path("claim").to_owned();
    let (game, seat) = ctx.services.games.offered(&secret).await?;
    let hides = are_hidden(&ctx.services.games.head(game).await?.card);
    let address = format!("/g/{game}");
    let here = format!("/claim/{secret}");
    let account = ctx.account().await.ok();
    let body = html! {
        div.sign {
            h1 { "Did you play seat " (seat) "?" }
            p { "Who keeps the record of a game offers you its seat " (seat) ". If you take it, " @if hides { "you see the game as that seat does. Its players' names are hidden from others." } @else { "the game shows your name there, and you see it as that seat does." } }
            @if let Some(account) = account {
                form.fields method="post" action="/claim" {
                    input type="hidden" name="secret" value=(secret);
                    button.main type="submit" { "Take the seat as " (account.name) }
                }
                p { a href=(address) { "Look at the game first" } }
            } @else {
                p { a href=(format!("/signin{}", query([("next", here.as_str())]))) { "Sign in with your account" } " to take it." }
            }
        }
    };
    Ok(unkept(Page::plain("A seat for you", body).answer(&ctx.req)))
}

async fn claim(mut ctx: Ctx) -> Answer {
    let account = ctx.account().await?;
    let ClaimForm { secret } = ctx.form().await?;
    let seat = ctx
        .services
        .games
        .take_seat(&ctx.services.accounts, account.id, secret.trim())
        .await?;
    Ok(on_to(&format!("/g/{}", seat.game)).finish())
}
