//! Moderation: reports, what is done about them, and the log of it.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::{Moderate, NewReport, ReportList};

use super::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("reportGame", |mut ctx| async move {
        let (head, _) = ctx.game().await?;
        let new: NewReport = ctx.json().await?;
        let report = ctx.services.moderation.report(&ctx.caller, &head, new).await?;
        Ok(HttpResponse::Created()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .json(report))
    });
    mounts.on("listReports", |ctx| async move {
        let items = ctx.services.moderation.reports().await?;
        Ok(HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .json(ReportList { items }))
    });
    mounts.on("moderate", moderate);
    mounts.on("moderationLog", |ctx| async move {
        let log = ctx
            .services
            .moderation
            .log(ctx.query.cursor()?, ctx.query.page_size())
            .await?;
        Ok(HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .json(log))
    });
}

async fn moderate(mut ctx: Ctx) -> Answer {
    let asked: Moderate = ctx.json().await?;
    let gives = ctx.services.membership.gives(&ctx.caller).await?;
    let entry = ctx
        .services
        .moderation
        .moderate(&ctx.caller, gives, asked)
        .await?;
    Ok(HttpResponse::Created()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(entry))
}
