//! The server itself: health, figures, limits, the published document.

use std::sync::OnceLock;

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use hindsight_openapi::wire::{Health, Ready};
use hindsight_openapi::{VERSION, document};
use hindsight_store::StoreError;

use super::conditional::{Keep, tagged};
use super::{Answer, Ctx, Mounts};
use crate::base::error::no_writes;
use crate::base::limits;
use crate::base::{now_ms, time_text};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("limits", limits_page);
    mounts.on("health", health);
    mounts.on("ready", ready);
    mounts.on("backup", backup);
    mounts.on("metrics", metrics);
    mounts.on("openapi", openapi);
}

async fn limits_page(_: Ctx) -> Answer {
    Ok(HttpResponse::Ok().json(limits::page()))
}

/// How the server is. A store that will not write again until it is opened anew makes it unwell, so that whoever watches
/// starts it again; a full disk does not, for that would help nobody.
async fn health(ctx: Ctx) -> Answer {
    let store = ctx.services.store.events();
    let (figures, durability) = (store.stats(), store.durability().name());
    let refuses = store.writable().err();
    let (status, mut answer) = match &refuses {
        None => ("ok", HttpResponse::Ok()),
        Some(StoreError::DiskFull { .. }) => ("disk_full", HttpResponse::Ok()),
        Some(StoreError::Stalled { .. }) => ("stalled", HttpResponse::ServiceUnavailable()),
        Some(_) => ("read_only", HttpResponse::ServiceUnavailable()),
    };
    let health = Health {
        status: status.to_owned(),
        durability: durability.to_owned(),
        version: VERSION.to_owned(),
        streams: figures.streams,
        events: figures.position,
        disk_bytes: figures.disk_bytes,
        fault: refuses.as_ref().map(|error| no_writes(error).into()),
    };
    Ok(answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(health))
}

/// Whether requests of every kind are taken.
async fn ready(ctx: Ctx) -> Answer {
    let refuses = ctx.services.store.events().writable().err();
    let ready = Ready {
        ready: refuses.is_none(),
        why: refuses.as_ref().map(|error| no_writes(error).into()),
    };
    let mut answer = if ready.ready {
        HttpResponse::Ok()
    } else {
        HttpResponse::ServiceUnavailable()
    };
    // Proof for commands of this machine, before they send this server a secret.
    let challenge = ctx.header("hindsight-challenge").ok().flatten();
    if let Some(proof) = challenge.and_then(|challenge| ctx.services.tokens.prove(challenge)) {
        answer.insert_header(("hindsight-proof", proof));
    }
    Ok(answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(ready))
}

async fn backup(ctx: Ctx) -> Answer {
    let pieces = ctx.services.store.backup().await?;
    let name = format!(
        "attachment; filename=\"hindsight-{}.backup\"",
        &time_text(now_ms())[..10]
    );
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_TYPE, "application/zstd"))
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .streaming(pieces))
}

async fn metrics(ctx: Ctx) -> Answer {
    let stats = ctx.services.store.events().stats();
    Ok(HttpResponse::Ok()
        .insert_header((
            header::CONTENT_TYPE,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        ))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(ctx.services.metrics.text(&stats, ctx.services.hub.followers())))
}

async fn openapi(ctx: Ctx) -> Answer {
    static READY: OnceLock<(Bytes, String)> = OnceLock::new();
    let (bytes, etag) = READY.get_or_init(|| {
        let bytes = Bytes::from(document());
        let etag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..16]);
        (bytes, etag)
    });
    tagged(&ctx, "application/json", etag, Keep::Hour, true, bytes.clone())
}
