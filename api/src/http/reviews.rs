//! Reviews: begun, led, handed over, ended. Their live stream stands with that of games.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::{HandOver, NewReview, ReviewMoment};
use serde::Serialize;

use super::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("createReview", create);
    mounts.on("listReviews", list);
    mounts.on("getReview", get);
    mounts.on("leadReview", lead);
    mounts.on("handOverReview", hand_over);
    mounts.on("endReview", end);
}

/// An answer that is right at this moment only.
fn fresh(mut answer: actix_web::HttpResponseBuilder, body: impl Serialize) -> HttpResponse {
    answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(body)
}

async fn create(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let new: NewReview = ctx.json().await?;
    let review = ctx
        .services
        .reviews
        .begin_review(ctx.reader(&head, &sight), new)
        .await?;
    let mut answer = HttpResponse::Created();
    let at = format!("/v1/games/{}/reviews/{}", review.game, review.id);
    answer.insert_header((header::LOCATION, at));
    Ok(fresh(answer, review))
}

async fn list(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let reviews = ctx
        .services
        .reviews
        .own_reviews(ctx.reader(&head, &sight))
        .await?;
    Ok(fresh(HttpResponse::Ok(), reviews))
}

async fn get(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let reader = ctx.reader(&head, &sight);
    let led = ctx.services.reviews.review(reader, ctx.path("review"))?;
    Ok(fresh(
        HttpResponse::Ok(),
        ctx.services.reviews.describe_review(reader, &led).await?,
    ))
}

async fn lead(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let moment: ReviewMoment = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let led = ctx.services.reviews.review(reader, ctx.path("review"))?;
    let review = ctx.services.reviews.lead_review(reader, &led, moment).await?;
    Ok(fresh(HttpResponse::Ok(), review))
}

async fn hand_over(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let asked: HandOver = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let led = ctx.services.reviews.review(reader, ctx.path("review"))?;
    let review = ctx.services.reviews.hand_over_review(reader, &led, asked).await?;
    Ok(fresh(HttpResponse::Ok(), review))
}

async fn end(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let reader = ctx.reader(&head, &sight);
    let led = ctx.services.reviews.review(reader, ctx.path("review"))?;
    ctx.services.reviews.end_review(reader, &led)?;
    Ok(HttpResponse::NoContent().finish())
}
