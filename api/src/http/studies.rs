//! Studies: made, read, changed, copied, carried.

use actix_web::http::header;
use actix_web::{HttpResponse, HttpResponseBuilder};
use hindsight_openapi::wire::{ChapterOrder, CloneStudy, NewStudy, PatchChapter, PatchStudy};
use hindsight_studies::Chapter;

use super::made::made_at;
use super::{Answer, Ctx, Mounts};
use crate::aggregates::studies::{StoredStudy, markdown};
use crate::base::error::ApiResult;
use crate::games::incoming::text_of;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listStudies", list);
    mounts.on("createStudy", create);
    mounts.on("getStudy", get);
    mounts.on("changeStudy", change);
    mounts.on("exportStudy", export);
    mounts.on("importStudy", import);
    mounts.on("cloneStudy", copy);
    mounts.on("addChapter", add_chapter);
    mounts.on("changeChapter", change_chapter);
    mounts.on("removeChapter", remove_chapter);
    mounts.on("orderChapters", order);
}

/// The study in the path, for who may write it: said before anything that they sent is read.
async fn own(ctx: &Ctx) -> ApiResult<StoredStudy> {
    ctx.services
        .studies
        .own_study(&ctx.caller, ctx.path("study"))
        .await
}

async fn read(ctx: &Ctx) -> ApiResult<StoredStudy> {
    ctx.services.studies.study(&ctx.caller, ctx.path("study")).await
}

/// A study as an answer, with its tag.
async fn respond_with_study(ctx: &Ctx, bound: &StoredStudy, mut answer: HttpResponseBuilder) -> Answer {
    let study = ctx.services.studies.describe_study(&ctx.caller, bound).await?;
    Ok(answer
        .insert_header((header::ETAG, bound.etag()))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(study))
}

/// A chapter as an answer, with the tag of its study.
fn respond_with_chapter(
    ctx: &Ctx,
    bound: &StoredStudy,
    number: u32,
    mut answer: HttpResponseBuilder,
) -> Answer {
    let (number, kept) = ctx.services.studies.chapter(bound, &number.to_string())?;
    let chapter = ctx
        .services
        .studies
        .describe_chapter(&ctx.caller, bound, number, kept)?;
    Ok(answer
        .insert_header((header::ETAG, bound.etag()))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(chapter))
}

fn made(bound: &StoredStudy, again: bool) -> HttpResponseBuilder {
    made_at(format!("/v1/studies/{}", bound.id), again)
}

async fn list(ctx: Ctx) -> Answer {
    let (cursor, limit) = (ctx.query.cursor()?, ctx.query.page_size());
    let asked = (
        ctx.query.text("q").map(ToOwned::to_owned),
        ctx.query.flag("yours"),
    );
    let page = ctx
        .services
        .studies
        .studies_listed(&ctx.caller, asked, cursor, limit)
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(page))
}

async fn create(mut ctx: Ctx) -> Answer {
    let new: NewStudy = ctx.json().await?;
    let key = ctx.key()?;
    let (bound, repeated) = ctx
        .services
        .studies
        .create_study(&ctx.caller, new, key.as_deref())
        .await?;
    respond_with_study(&ctx, &bound, made(&bound, repeated)).await
}

async fn get(ctx: Ctx) -> Answer {
    let bound = read(&ctx).await?;
    respond_with_study(&ctx, &bound, HttpResponse::Ok()).await
}

async fn change(mut ctx: Ctx) -> Answer {
    let bound = own(&ctx).await?;
    let if_match = ctx.if_match()?;
    let patch: PatchStudy = ctx.json().await?;
    let bound = ctx
        .services
        .studies
        .change_study(&ctx.caller, &bound, patch, if_match.as_ref())
        .await?;
    respond_with_study(&ctx, &bound, HttpResponse::Ok()).await
}

async fn export(ctx: Ctx) -> Answer {
    let bound = read(&ctx).await?;
    let id = bound.id;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, "private, no-cache"));
    let named = |suffix: &str| format!("attachment; filename=\"{id}.{suffix}\"");
    if ctx.query.text("format") == Some("ndjson") {
        let stream = ctx.services.studies.export_study(&ctx.caller, &bound).await?;
        return Ok(answer
            .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
            .insert_header((header::CONTENT_DISPOSITION, named("ndjson")))
            .body(stream));
    }
    let file = ctx.services.studies.study_file(&ctx.caller, &bound)?;
    if ctx.query.text("format") == Some("md") {
        return Ok(answer
            .insert_header((header::CONTENT_TYPE, "text/markdown; charset=utf-8"))
            .insert_header((header::CONTENT_DISPOSITION, named("md")))
            .body(markdown(&file)));
    }
    Ok(answer
        .insert_header((header::CONTENT_DISPOSITION, named("json")))
        .json(file))
}

async fn import(mut ctx: Ctx) -> Answer {
    let (_, file) = ctx.body().await?;
    let (bound, already_existed) = ctx
        .services
        .studies
        .import_study(&ctx.caller, text_of(&file, ctx.encoding()?)?.into_bytes())
        .await?;
    let mut answer = if already_existed {
        HttpResponse::Ok()
    } else {
        HttpResponse::Created()
    };
    answer.insert_header((header::LOCATION, format!("/v1/studies/{}", bound.id)));
    respond_with_study(&ctx, &bound, answer).await
}

async fn copy(mut ctx: Ctx) -> Answer {
    let bound = read(&ctx).await?;
    let key = ctx.key()?;
    let asked: CloneStudy = ctx.json().await?;
    let (copy, again) = ctx
        .services
        .studies
        .clone_study(&ctx.caller, &bound, asked, key.as_deref())
        .await?;
    respond_with_study(&ctx, &copy, made(&copy, again)).await
}

async fn add_chapter(mut ctx: Ctx) -> Answer {
    let bound = own(&ctx).await?;
    let (if_match, key) = (ctx.if_match()?, ctx.key()?);
    let chapter: Chapter = ctx.json().await?;
    let (bound, number, again) = ctx
        .services
        .studies
        .add_chapter(&ctx.caller, &bound, chapter, if_match.as_ref(), key.as_deref())
        .await?;
    let answer = made_at(format!("/v1/studies/{}/chapters/{number}", bound.id), again);
    respond_with_chapter(&ctx, &bound, number, answer)
}

async fn change_chapter(mut ctx: Ctx) -> Answer {
    let bound = own(&ctx).await?;
    let if_match = ctx.if_match()?;
    let (number, _) = ctx.services.studies.chapter(&bound, ctx.path("chapter"))?;
    let patch: PatchChapter = ctx.json().await?;
    let bound = ctx
        .services
        .studies
        .change_chapter(&ctx.caller, &bound, number, patch, if_match.as_ref())
        .await?;
    respond_with_chapter(&ctx, &bound, number, HttpResponse::Ok())
}

async fn remove_chapter(ctx: Ctx) -> Answer {
    let bound = own(&ctx).await?;
    let if_match = ctx.if_match()?;
    let (number, _) = ctx.services.studies.chapter(&bound, ctx.path("chapter"))?;
    ctx.services
        .studies
        .remove_chapter(&ctx.caller, &bound, number, if_match.as_ref())
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn order(mut ctx: Ctx) -> Answer {
    let bound = own(&ctx).await?;
    let if_match = ctx.if_match()?;
    let asked: ChapterOrder = ctx.json().await?;
    let bound = ctx
        .services
        .studies
        .order_chapters(&ctx.caller, &bound, asked, if_match.as_ref())
        .await?;
    respond_with_study(&ctx, &bound, HttpResponse::Ok()).await
}
