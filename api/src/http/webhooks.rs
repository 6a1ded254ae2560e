//! Webhooks, as data.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::{CreateWebhook, PatchWebhook, WebhookList};

use super::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("createWebhook", create);
    mounts.on("listWebhooks", list);
    mounts.on("getWebhook", get);
    mounts.on("patchWebhook", patch);
    mounts.on("deleteWebhook", delete);
    mounts.on("rotateWebhookSecret", rotate);
    mounts.on("testWebhook", test);
}

fn fresh(mut answer: actix_web::HttpResponseBuilder) -> actix_web::HttpResponseBuilder {
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    answer
}

async fn create(mut ctx: Ctx) -> Answer {
    // A token that somebody found must not make what outlives it.
    let account = ctx.present_account().await?;
    let request: CreateWebhook = ctx.json().await?;
    let origin = ctx.own_address();
    let made = ctx.services.webhooks.create(account.id, origin, request).await?;
    Ok(fresh(HttpResponse::Created()).json(made))
}

async fn list(ctx: Ctx) -> Answer {
    let account = ctx.account().await?;
    let items = ctx.services.webhooks.list(account.id).await?;
    Ok(fresh(HttpResponse::Ok()).json(WebhookList { items }))
}

async fn get(ctx: Ctx) -> Answer {
    let account = ctx.account().await?;
    let hook = ctx.services.webhooks.get(account.id, ctx.path("webhook")).await?;
    Ok(fresh(HttpResponse::Ok()).json(hook))
}

async fn patch(mut ctx: Ctx) -> Answer {
    let account = ctx.present_account().await?;
    let id = ctx.path("webhook").to_owned();
    let change: PatchWebhook = ctx.json().await?;
    let hook = ctx.services.webhooks.change(account.id, &id, change).await?;
    Ok(fresh(HttpResponse::Ok()).json(hook))
}

async fn delete(ctx: Ctx) -> Answer {
    let account = ctx.account().await?;
    ctx.services
        .webhooks
        .remove(account.id, ctx.path("webhook"))
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn rotate(ctx: Ctx) -> Answer {
    let account = ctx.present_account().await?;
    let made = ctx
        .services
        .webhooks
        .rotate(account.id, ctx.path("webhook"))
        .await?;
    Ok(fresh(HttpResponse::Ok()).json(made))
}

async fn test(ctx: Ctx) -> Answer {
    let account = ctx.account().await?;
    let queued = ctx
        .services
        .webhooks
        .test(account.id, ctx.path("webhook"))
        .await?;
    Ok(fresh(HttpResponse::Accepted()).json(queued))
}
