//! Candidate mistakes: listed and answered.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::AnswerSuggestion;

use super::{Answer, Ctx, Mounts};
use crate::analysis::suggestions::WantedSuggestions;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listSuggestions", list);
    mounts.on("answerSuggestion", answer);
}

async fn list(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let reader = ctx.reader(&head, &sight);
    let wanted = WantedSuggestions {
        seat: ctx.query.seat(),
        detector: ctx.query.text("detector"),
    };
    let found = ctx.services.coach.suggestions(reader, wanted).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(found))
}

async fn answer(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let request: AnswerSuggestion = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let shown = ctx.services.coach.answer_suggestion(reader, request).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(shown))
}
