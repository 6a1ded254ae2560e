//! Variations of a game: made, listed, held beside it; and commands with other dice.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::{AskOutlook, ForkGame, MergeRecords, NewVariation, RerollFight};

use super::made::made_game;
use super::{Answer, Ctx, Mounts};
use crate::analysis::Compared;
use crate::base::error::ApiError;
use crate::base::messages::text;
use crate::games::ForkedGame;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("forkGame", fork);
    mounts.on("listVariations", list);
    mounts.on("compareGames", compare);
    mounts.on("recordDifferences", differences);
    mounts.on("mergeRecords", merge);
    mounts.on("rerollFight", reroll);
    mounts.on("askOutlook", outlook);
}

async fn fork(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let request: ForkGame = ctx.json().await?;
    let key = ctx.key()?;
    let made = ctx
        .services
        .variations
        .fork(&ctx.caller, (&head, &sight), request, key.as_deref())
        .await?;
    let ForkedGame {
        head,
        of,
        bots,
        again,
    } = made;
    let (mut answer, game) = made_game(&ctx, &head, again)?;
    Ok(answer.json(NewVariation { game, of, bots }))
}

async fn differences(ctx: Ctx) -> Answer {
    let (one, sight) = ctx.game().await?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, ctx.path("other")).await?;
    let transfers = &ctx.services.transfers;
    let found = transfers
        .differences((&one, &sight), (&other, &other_sight))
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(found))
}

async fn merge(mut ctx: Ctx) -> Answer {
    let (one, sight) = ctx.game().await?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, ctx.path("other")).await?;
    let request: MergeRecords = ctx.json().await?;
    let services = &ctx.services;
    let records = ((&one, &sight), (&other, &other_sight));
    let (made, again) = services.transfers.merge(&ctx.caller, records, request).await?;
    let head = services.games.head(made).await?;
    let (mut answer, game) = made_game(&ctx, &head, again)?;
    Ok(answer.json(game))
}

async fn list(ctx: Ctx) -> Answer {
    let (head, _) = ctx.game().await?;
    let (cursor, limit) = (ctx.query.cursor()?, ctx.query.page_size());
    let page = ctx
        .services
        .games
        .variations(&ctx.caller, &head, cursor, limit)
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(page))
}

async fn compare(ctx: Ctx) -> Answer {
    let (one, sight) = ctx.game().await?;
    let with = ctx
        .query
        .text("with")
        .ok_or_else(|| ApiError::parameter("with", text!("other-game-id")))?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, with).await?;
    let found = ctx
        .services
        .comparisons
        .compare(
            Compared {
                head: &one,
                viewer: sight.through(None, one.over)?,
            },
            Compared {
                head: &other,
                viewer: other_sight.through(None, other.over)?,
            },
        )
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(found))
}

async fn reroll(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let request: RerollFight = ctx.json().await?;
    let found = ctx.services.rerolls.reroll(&head, &sight, request).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(found))
}

async fn outlook(mut ctx: Ctx) -> Answer {
    let (one, sight) = ctx.game().await?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, ctx.path("other")).await?;
    let request: AskOutlook = ctx.json().await?;
    let found = ctx
        .services
        .outlooks
        .outlook((&one, &sight), (&other, &other_sight), request)
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(found))
}
