//! Annotations: layers, what is said in them, answers.

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use hindsight_annotations::AnchorKind;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{NewAnnotation, NewLayer, NewReply, PatchAnnotation, PatchLayer, PatchReply};

use super::conditional::{Keep, tagged};
use super::made::{made, made_at};
use super::{Answer, Ctx, Mounts};
use crate::aggregates::annotations::{AnnotationId, Wanted, WrittenAnnotation};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listAnnotations", list);
    mounts.on("getAnnotation", get);
    mounts.on("getAnnotationHistory", history);
    mounts.on("annotate", annotate);
    mounts.on("editAnnotation", edit);
    mounts.on("removeAnnotation", remove);
    mounts.on("undoAnnotation", undo);
    mounts.on("reply", reply);
    mounts.on("editReply", edit_reply);
    mounts.on("removeReply", remove_reply);
    mounts.on("listLayers", layers);
    mounts.on("createLayer", create_layer);
    mounts.on("getLayer", layer);
    mounts.on("changeLayer", change_layer);
}

fn wanted(ctx: &Ctx) -> ApiResult<Wanted> {
    let query = &ctx.query;
    let layer = query
        .text("layer")
        .map(|id| {
            id.parse()
                .map_err(|_| ApiError::new(ProblemKind::NoSuchLayer, text!("no-such-layer", id = quoted(id))))
        })
        .transpose()?;
    let cursor = query.text("cursor").map(read_cursor).transpose()?;
    Ok(Wanted {
        version: query.number("version"),
        from: query.number("from"),
        to: query.number("to"),
        author: query.text("author").map(ToOwned::to_owned),
        layer,
        kind: query.text("kind").and_then(kind_named),
        unit: query.text("unit").map(ToOwned::to_owned),
        removed: query.flag("removed"),
        cursor,
        limit: query.number("limit").map(|limit| limit as usize),
    })
}

fn kind_named(name: &str) -> Option<AnchorKind> {
    [
        AnchorKind::Event,
        AnchorKind::Span,
        AnchorKind::Unit,
        AnchorKind::Place,
    ]
    .into_iter()
    .find(|kind| kind.name() == name)
}

fn read_cursor(text: &str) -> ApiResult<(u64, AnnotationId)> {
    let wrong = || ApiError::parameter("cursor", text!("cursor-of-page"));
    let (from, id) = text.split_once('-').ok_or_else(wrong)?;
    Ok((
        from.parse().map_err(|_| wrong())?,
        id.parse().map_err(|()| wrong())?,
    ))
}

async fn list(ctx: Ctx) -> Answer {
    let wanted = wanted(&ctx)?;
    let (head, sight) = ctx.game().await?;
    let reader = ctx.reader(&head, &sight);
    let found = ctx
        .services
        .annotations
        .annotations_found(reader, &wanted)
        .await?;
    let body = serde_json::to_vec(&found.page).map_err(|why| ApiError::fault("writing annotations", why))?;
    let mut answer = tagged(
        &ctx,
        "application/json",
        &found.etag,
        Keep::Ask,
        false,
        Bytes::from(body),
    )?;
    if let Some(next) = &found.page.next {
        let link = ctx.next_page(next);
        if let Ok(link) = header::HeaderValue::from_str(&link) {
            answer.headers_mut().insert(header::LINK, link);
        }
    }
    Ok(answer)
}

async fn get(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let reader = ctx.reader(&head, &sight);
    let (annotation, etag) = ctx
        .services
        .annotations
        .annotation(reader, ctx.path("annotation"))
        .await?;
    let body =
        serde_json::to_vec(&annotation).map_err(|why| ApiError::fault("writing an annotation", why))?;
    tagged(
        &ctx,
        "application/json",
        &etag,
        Keep::Ask,
        false,
        Bytes::from(body),
    )
}

async fn history(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let reader = ctx.reader(&head, &sight);
    let history = ctx
        .services
        .annotations
        .annotation_history(reader, ctx.path("annotation"))
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(history))
}

/// The answer to something written.
fn written(mut answer: actix_web::HttpResponseBuilder, written: &WrittenAnnotation) -> HttpResponse {
    answer
        .insert_header((header::ETAG, written.etag.clone()))
        .insert_header((header::CACHE_CONTROL, "no-store"));
    answer.json(&written.annotation)
}

async fn annotate(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let key = ctx.key()?;
    let new: NewAnnotation = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let done = ctx
        .services
        .annotations
        .annotate(reader, new, key.as_deref())
        .await?;
    let at = format!("/v1/games/{}/annotations/{}", reader.head.id, done.annotation.id);
    Ok(written(made_at(at, done.repeated), &done))
}

async fn edit(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let if_match = ctx.if_match()?;
    let patch: PatchAnnotation = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let done = ctx
        .services
        .annotations
        .edit_annotation(reader, ctx.path("annotation"), patch, if_match.as_ref())
        .await?;
    Ok(written(HttpResponse::Ok(), &done))
}

async fn remove(ctx: Ctx) -> Answer {
    let if_match = ctx.if_match()?;
    let (head, sight) = ctx.annotated_game().await?;
    let reader = ctx.reader(&head, &sight);
    ctx.services
        .annotations
        .remove_annotation(reader, ctx.path("annotation"), if_match.as_ref())
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn undo(ctx: Ctx) -> Answer {
    let if_match = ctx.if_match()?;
    let (head, sight) = ctx.annotated_game().await?;
    let reader = ctx.reader(&head, &sight);
    let done = ctx
        .services
        .annotations
        .undo_annotation(reader, ctx.path("annotation"), if_match.as_ref())
        .await?;
    Ok(written(HttpResponse::Ok(), &done))
}

async fn reply(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let key = ctx.key()?;
    let new: NewReply = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let done = ctx
        .services
        .annotations
        .reply(reader, ctx.path("annotation"), new, key.as_deref())
        .await?;
    Ok(written(made(done.repeated), &done))
}

/// The number of the reply in the path.
fn reply_number(ctx: &Ctx) -> ApiResult<u32> {
    let text = ctx.path("reply");
    text.parse().map_err(|_| {
        ApiError::new(
            ProblemKind::NoSuchAnnotation,
            text!("no-such-reply", text = quoted(text)),
        )
    })
}

async fn edit_reply(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let patch: PatchReply = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let number = reply_number(&ctx)?;
    let done = ctx
        .services
        .annotations
        .edit_reply(reader, ctx.path("annotation"), number, patch.text)
        .await?;
    Ok(written(HttpResponse::Ok(), &done))
}

async fn remove_reply(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let reader = ctx.reader(&head, &sight);
    let number = reply_number(&ctx)?;
    ctx.services
        .annotations
        .remove_reply(reader, ctx.path("annotation"), number)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn layers(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let reader = ctx.reader(&head, &sight);
    let layers = ctx.services.annotations.layer_list(reader).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(layers))
}

async fn layer(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let reader = ctx.reader(&head, &sight);
    let layer = ctx.services.annotations.layer(reader, ctx.path("layer")).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(layer))
}

async fn create_layer(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let key = ctx.key()?;
    let new: NewLayer = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let (layer, repeated) = ctx
        .services
        .annotations
        .create_layer(reader, new, key.as_deref())
        .await?;
    let at = format!("/v1/games/{}/layers/{}", reader.head.id, layer.id);
    Ok(made_at(at, repeated)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(layer))
}

async fn change_layer(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.annotated_game().await?;
    let patch: PatchLayer = ctx.json().await?;
    let reader = ctx.reader(&head, &sight);
    let layer = ctx
        .services
        .annotations
        .change_layer(reader, ctx.path("layer"), patch)
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(layer))
}
