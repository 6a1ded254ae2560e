//! Reviews: begun, led, handed over, ended. Their live stream stands with that of games.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::{HandOver, NewReview, ReviewMoment};
use serde::Serialize;

use super::{Answer, Ctx, Mounts};
use crate::problem::Outcome;
use crate::service::annotations::Reader;
use crate::service::{Head, Sight};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("createReview", create);
    mounts.on("listReviews", list);
    mounts.on("getReview", get);
    mounts.on("leadReview", lead);
    mounts.on("handOverReview", hand_over);
    mounts.on("endReview", end);
}

/// The game in the path as the caller looks at it.
fn reader<'r>(ctx: &'r Ctx, (head, sight): &'r (Arc<Head>, Sight)) -> Reader<'r> {
    Reader {
        caller: &ctx.caller,
        head,
        sight,
    }
}

/// The game in the path, for who may annotate it: said before anything that they sent is read.
async fn annotated(ctx: &Ctx) -> Outcome<(Arc<Head>, Sight)> {
    let game = ctx.game().await?;
    reader(ctx, &game).writer()?;
    Ok(game)
}

/// An answer that is right at this moment only.
fn fresh(mut answer: actix_web::HttpResponseBuilder, body: impl Serialize) -> HttpResponse {
    answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body)
}

async fn create(mut ctx: Ctx) -> Answer {
    let game = annotated(&ctx).await?;
    let new: NewReview = ctx.json().await?;
    let review = ctx.services.begin_review(reader(&ctx, &game), new).await?;
    let mut answer = HttpResponse::Created();
    let at = format!("/v1/games/{}/reviews/{}", review.game, review.id);
    answer.insert_header((header::LOCATION, at));
    Ok(fresh(answer, review))
}

async fn list(ctx: Ctx) -> Answer {
    let game = ctx.game().await?;
    let reviews = ctx.services.own_reviews(reader(&ctx, &game)).await?;
    Ok(fresh(HttpResponse::Ok(), reviews))
}

async fn get(ctx: Ctx) -> Answer {
    let game = ctx.game().await?;
    let reader = reader(&ctx, &game);
    let led = ctx.services.review(reader, ctx.path("review"))?;
    Ok(fresh(
        HttpResponse::Ok(),
        ctx.services.review_told(reader, &led).await?,
    ))
}

async fn lead(mut ctx: Ctx) -> Answer {
    let game = annotated(&ctx).await?;
    let moment: ReviewMoment = ctx.json().await?;
    let reader = reader(&ctx, &game);
    let led = ctx.services.review(reader, ctx.path("review"))?;
    let review = ctx.services.lead_review(reader, &led, moment).await?;
    Ok(fresh(HttpResponse::Ok(), review))
}

async fn hand_over(mut ctx: Ctx) -> Answer {
    let game = annotated(&ctx).await?;
    let asked: HandOver = ctx.json().await?;
    let reader = reader(&ctx, &game);
    let led = ctx.services.review(reader, ctx.path("review"))?;
    let review = ctx.services.hand_over_review(reader, &led, asked).await?;
    Ok(fresh(HttpResponse::Ok(), review))
}

async fn end(ctx: Ctx) -> Answer {
    let game = annotated(&ctx).await?;
    let reader = reader(&ctx, &game);
    let led = ctx.services.review(reader, ctx.path("review"))?;
    ctx.services.end_review(reader, &led)?;
    Ok(HttpResponse::NoContent().finish())
}
