//! The page to take a seat that the keeper of a game offers.

use hindsight_openapi::wire::ClaimForm;
use maud::html;

use super::house::Page;
use super::links::query;
use super::outcomes::{on_to, unkept};
use crate::base::messages::text;
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
            h1 { (text!("claim-did-you-play", seat)) }
            p { (text!("claim-offer", seat, hides)) }
            @if let Some(account) = account {
                form.fields method="post" action="/claim" {
                    input type="hidden" name="secret" value=(secret);
                    button.main type="submit" { (text!("claim-take", name = &account.name)) }
                }
                p { a href=(address) { (text!("claim-look-game-first")) } }
            } @else {
                p { (text!("claim-sign-in-first"; sign_in = html! { a href=(format!("/signin{}", query([("next", here.as_str())]))) { (text!("claim-sign-your-account")) } })) }
            }
        }
    };
    Ok(unkept(
        Page::plain(text!("claim-seat-you"), body).answer(&ctx.req),
    ))
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
