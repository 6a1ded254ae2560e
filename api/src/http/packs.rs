//! Data packs.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::{Pack, PackChanges, PackPage};

use super::conditional::{Keep, tagged};
use super::systems::known;
use super::{Answer, Ctx, Mounts};
use crate::base::error::ApiError;
use crate::base::messages::text;
use crate::games::PackRegistry;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listPacks", list);
    mounts.on("uploadPack", upload);
    mounts.on("getPack", get);
    mounts.on("changePack", change);
}

async fn list(ctx: Ctx) -> Answer {
    let only = ctx.query.text("system");
    if let Some(id) = only {
        known(id)?;
    }
    let cursor = ctx.query.text("cursor").map(ToOwned::to_owned);
    let limit = ctx.query.page_size();
    let mut items = if cursor.is_none() {
        PackRegistry::built_in(only)
    } else {
        Vec::new()
    };
    let (uploaded, next) = ctx
        .services
        .packs
        .uploaded(only.map(ToOwned::to_owned), cursor, limit)
        .await?;
    items.extend(uploaded);
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((header::LINK, ctx.next_page(next)));
    }
    Ok(answer.json(PackPage { items, next }))
}

async fn upload(mut ctx: Ctx) -> Answer {
    // Before the system, which a form names by one of its fields: what is wrong with those is told first.
    let pack = ctx.value().await?;
    let id = ctx
        .query
        .text("system")
        .ok_or_else(|| ApiError::parameter("system", text!("needed")))?;
    let system = known(id)?;
    let (shown, new) = ctx
        .services
        .packs
        .upload(system, pack, ctx.caller.actor())
        .await?;
    Ok(stored(&shown, new))
}

async fn change(mut ctx: Ctx) -> Answer {
    let hash = ctx.path("hash").to_owned();
    let changes: PackChanges = hindsight_kernel::wire::read(&ctx.value().await?)
        .map_err(|fault| ApiError::body(fault.path, fault.reason))?;
    let actor = ctx.caller.actor();
    let (shown, new) = ctx.services.packs.change(&hash, &changes, actor).await?;
    Ok(stored(&shown, new))
}

/// The answer to who stored a pack.
fn stored(pack: &Pack, new: bool) -> HttpResponse {
    let mut answer = if new {
        HttpResponse::Created()
    } else {
        HttpResponse::Ok()
    };
    answer.insert_header((header::LOCATION, format!("/v1/packs/{}", pack.hash)));
    answer.json(pack)
}

async fn get(ctx: Ctx) -> Answer {
    let hash = ctx.path("hash").to_owned();
    let body = ctx.services.packs.text(&hash).await?;
    tagged(
        &ctx,
        "application/json",
        &format!("\"{}\"", &hash[..16]),
        Keep::Long,
        true,
        body,
    )
}
