//! The server itself: health, figures, limits, problem types, the published document.

use std::sync::OnceLock;

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use hindsight_openapi::wire::{Health, ProblemList, ProblemPage, Ready};
use hindsight_openapi::{ProblemKind, VERSION, document};

use super::conditional::{Keep, tagged};
use super::pages::{escape, html};
use super::{Answer, Ctx, Mounts};
use crate::limits;
use crate::problem::ApiError;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("limits", limits_page);
    mounts.on("listProblems", problems);
    mounts.on("getProblem", problem);
    mounts.on("health", health);
    mounts.on("ready", ready);
    mounts.on("metrics", metrics);
    mounts.on("openapi", openapi);
}

async fn limits_page(_: Ctx) -> Answer {
    Ok(HttpResponse::Ok().json(limits::page()))
}

const FORMS: [&str; 2] = ["application/json", "text/html"];

fn explain(kind: ProblemKind) -> ProblemPage {
    ProblemPage {
        kind: kind.address(),
        status: kind.status(),
        title: kind.title().to_owned(),
        explains: kind.explains().to_owned(),
    }
}

async fn problems(ctx: Ctx) -> Answer {
    if ctx.accepted(&FORMS)? == FORMS[0] {
        return Ok(HttpResponse::Ok().json(ProblemList {
            items: ProblemKind::ALL.iter().map(|kind| explain(*kind)).collect(),
        }));
    }
    let rows: String = ProblemKind::ALL
        .iter()
        .map(|kind| {
            format!(
                "<tr><td>{}</td><td><a href=\"{}\">{}</a></td></tr>",
                kind.status(),
                kind.address(),
                escape(kind.title())
            )
        })
        .collect();
    Ok(html(
        "Problem types",
        &format!("<h1>Problem types</h1><table><tr><th>Status</th><th>What</th></tr>{rows}</table>"),
    ))
}

async fn problem(ctx: Ctx) -> Answer {
    let name = ctx.path("problem");
    let kind = ProblemKind::named(name).ok_or_else(|| {
        ApiError::new(
            ProblemKind::NoSuchProblem,
            format!("there is no problem type {name:?}"),
        )
    })?;
    if ctx.accepted(&FORMS)? == FORMS[0] {
        return Ok(HttpResponse::Ok().json(explain(kind)));
    }
    let example = serde_json::to_string_pretty(&kind.example()).unwrap_or_default();
    let body = format!(
        "<h1>{}</h1><p>HTTP status {}.</p><p>{}</p><h2>Example</h2><pre>{}</pre><p><a href=\"/problems\">All problem types</a></p>",
        escape(kind.title()),
        kind.status(),
        escape(kind.explains()),
        escape(&example)
    );
    Ok(html(kind.title(), &body))
}

async fn health(ctx: Ctx) -> Answer {
    let store = ctx.services.vault.store();
    let (stats, durability) = (store.stats(), store.durability().name());
    let health = Health {
        status: if stats.poisoned.is_some() {
            "read_only"
        } else {
            "ok"
        }
        .to_owned(),
        durability: durability.to_owned(),
        version: VERSION.to_owned(),
        streams: stats.streams,
        events: stats.position,
        disk_bytes: stats.disk_bytes,
        fault: stats.poisoned,
    };
    let mut answer = if health.fault.is_none() {
        HttpResponse::Ok()
    } else {
        HttpResponse::ServiceUnavailable()
    };
    Ok(answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(health))
}

async fn ready(_: Ctx) -> Answer {
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(Ready { ready: true }))
}

async fn metrics(ctx: Ctx) -> Answer {
    let stats = ctx.services.vault.store().stats();
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
        let bytes = Bytes::from(document().to_string());
        let etag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..16]);
        (bytes, etag)
    });
    tagged(&ctx, "application/json", etag, Keep::Hour, true, bytes.clone())
}
