//! Requests from the forms of a study.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    ChapterOrder, CloneStudy, NewStudy, NewStudyForm, PatchChapter, PatchStudy, StudyForm,
};
use hindsight_studies::{Chapter, Shows, StudyVisibility};
use maud::html;

use super::forms::{self, VISIBILITIES};
use crate::aggregates::studies::StoredStudy;
use crate::base::error::{ApiError, ApiResult};
use crate::http::{Answer, Ctx};
use crate::pages::account::wrong;
use crate::pages::form::Fields;
use crate::pages::house::Page;

fn to(address: String) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

pub(super) async fn create(mut ctx: Ctx) -> Answer {
    let (_, body) = ctx.body().await?;
    let fields = Fields::of::<NewStudyForm>(&body)?;
    let new = NewStudy {
        title: fields.text("title").unwrap_or_default().to_owned(),
        text: String::new(),
        visibility: StudyVisibility::default(),
        readers: BTreeSet::new(),
    };
    let key = fields.text("key");
    let (bound, _) = ctx.services.studies.create_study(&ctx.caller, new, key).await?;
    Ok(to(format!("/s/{}", bound.id)))
}

/// Does what a form of a study says; where that is refused, the form again with what was written.
pub(super) async fn change(mut ctx: Ctx) -> Answer {
    // A study that is not for these eyes comes first, whatever is sent to it.
    ctx.services.studies.study(&ctx.caller, ctx.path("study")).await?;
    let (_, body) = ctx.body().await?;
    match changed(&ctx, &body).await {
        Err(error) if is_for_the_form(&error) => {
            let study = ctx.services.studies.study(&ctx.caller, ctx.path("study")).await?;
            let fields = Fields::of::<StudyForm>(&body)?;
            let Some(form) = forms::again(&format!("/s/{}", study.id), &fields) else {
                return Err(error);
            };
            let body = html! { h1 { "Study" } (wrong(Some(&error))) (form) };
            Ok(Page::plain("Study", body).answer_as(error.kind().status(), &ctx.req))
        }
        other => other,
    }
}

/// Whether a form is shown again with what is wrong with it.
fn is_for_the_form(error: &ApiError) -> bool {
    use ProblemKind as P;
    [
        P::InvalidBody,
        P::NoSuchGame,
        P::NoSuchVersion,
        P::NoSuchSystem,
        P::Refused,
        P::LimitReached,
    ]
    .contains(&error.kind())
}

async fn changed(ctx: &Ctx, body: &[u8]) -> Answer {
    let services = std::sync::Arc::clone(&ctx.services);
    // A study that is not for these eyes comes first, whatever is sent to it; then one that is not for this hand.
    let bound = services.studies.study(&ctx.caller, ctx.path("study")).await?;
    let fields = Fields::of::<StudyForm>(body);
    let clones = fields
        .as_ref()
        .is_ok_and(|fields| fields.text("does") == Some("clone"));
    let own = if clones {
        None
    } else {
        Some(
            services
                .studies
                .own_study(&ctx.caller, &bound.id.to_string())
                .await?,
        )
    };
    let fields = fields?;
    let does = fields.text("does").unwrap_or_default();
    let Some(bound) = own else {
        let asked = CloneStudy::default();
        let (copy, _) = services
            .studies
            .clone_study(&ctx.caller, &bound, asked, fields.text("key"))
            .await?;
        return Ok(to(format!("/s/{}", copy.id)));
    };
    let number = || -> ApiResult<u32> {
        let text = fields.text("chapter").unwrap_or_default();
        services.studies.chapter(&bound, text).map(|(number, _)| number)
    };
    let id = bound.id;
    match does {
        "change" => {
            services
                .studies
                .change_study(&ctx.caller, &bound, study(&fields)?, None)
                .await?;
            Ok(to(format!("/s/{id}")))
        }
        "add" => {
            let chapter = Chapter {
                title: fields.text("title").unwrap_or_default().to_owned(),
                text: fields.written("text").unwrap_or_default().to_owned(),
                shows: shows(ctx, &fields).await?,
            };
            let (_, number, _) = services
                .studies
                .add_chapter(&ctx.caller, &bound, chapter, None, fields.text("key"))
                .await?;
            Ok(to(format!("/s/{id}/{number}")))
        }
        "edit" => {
            let number = number()?;
            let patch = PatchChapter {
                title: fields.text("title").map(ToOwned::to_owned),
                text: Some(fields.written("text").unwrap_or_default().to_owned()),
                shows: shown_otherwise(ctx, &fields).await?,
            };
            services
                .studies
                .change_chapter(&ctx.caller, &bound, number, patch, None)
                .await?;
            Ok(to(format!("/s/{id}/{number}")))
        }
        "remove" => {
            services
                .studies
                .remove_chapter(&ctx.caller, &bound, number()?, None)
                .await?;
            Ok(to(format!("/s/{id}")))
        }
        "earlier" | "later" => {
            let number = number()?;
            let order = moved(&bound, number, does == "later");
            services
                .studies
                .order_chapters(&ctx.caller, &bound, ChapterOrder { order }, None)
                .await?;
            Ok(to(format!("/s/{id}/{number}")))
        }
        other => {
            let known = "`change`, `add`, `edit`, `remove`, `earlier`, `later` or `clone` is expected";
            Err(ApiError::body("/does", format!("{known}, not {other:?}")))
        }
    }
}

/// What a study is to say of itself.
fn study(fields: &Fields) -> ApiResult<PatchStudy> {
    let visibility = match fields.text("visibility") {
        None => None,
        Some(text) => {
            let found = VISIBILITIES.iter().find(|(_, name, _)| *name == text);
            let wrong = || ApiError::body("/visibility", "public, unlisted, readers or private is expected");
            Some(found.ok_or_else(wrong)?.0)
        }
    };
    let title = fields.text("title").map(ToOwned::to_owned);
    // Fields that nobody filled in come with the others; alone, a form speaks of what it sends.
    let whole = title.is_some();
    let names = fields.text("readers").unwrap_or_default();
    let readers = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    Ok(PatchStudy {
        title,
        text: whole.then(|| fields.written("text").unwrap_or_default().to_owned()),
        visibility,
        readers: whole.then(|| readers.map(ToOwned::to_owned).collect()),
    })
}

/// What a chapter is to show from now on; nothing if the form says nothing of it, as where its game may not be seen.
async fn shown_otherwise(ctx: &Ctx, fields: &Fields) -> ApiResult<Option<Shows>> {
    if fields.text("address").is_none() && fields.text("position").is_none() {
        return Ok(None);
    }
    shows(ctx, fields).await.map(Some)
}

/// What a chapter is to show: a game by its address, or a position.
async fn shows(ctx: &Ctx, fields: &Fields) -> ApiResult<Shows> {
    if let Some(position) = fields.text("position") {
        let state = serde_json::from_str(position)
            .map_err(|why| ApiError::body("/position", format!("JSON is expected: {why}")))?;
        let system = fields.text("system").unwrap_or_default().to_owned();
        return Ok(Shows::Position { system, state });
    }
    let wrong = || {
        ApiError::body(
            "/address",
            "the address of a game or a moment is expected, such as /g/{game}/40",
        )
    };
    let address = fields.text("address").ok_or_else(wrong)?;
    let (_, path) = address.split_once("/g/").ok_or_else(wrong)?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/');
    let game = parts
        .next()
        .filter(|game| !game.is_empty())
        .ok_or_else(wrong)?
        .to_owned();
    match parts.next() {
        Some(version) if !version.is_empty() => {
            let version = version.parse().map_err(|_| wrong())?;
            Ok(Shows::Moment { game, version })
        }
        _ => {
            let (head, _) = ctx.services.games.seen(&ctx.caller, &game).await?;
            Ok(match crate::games::Branch::of(&head.card) {
                Some(_) => Shows::Variation { game },
                None => Shows::Game { game },
            })
        }
    }
}

/// The order in which a chapter stands one place later, or earlier.
fn moved(bound: &StoredStudy, number: u32, later: bool) -> Vec<u32> {
    let mut order = bound.study.order().to_vec();
    let place = order.iter().position(|other| *other == number);
    let other = place.and_then(|place| {
        if later {
            Some(place + 1)
        } else {
            place.checked_sub(1)
        }
    });
    if let (Some(place), Some(other)) = (place, other)
        && other < order.len()
    {
        order.swap(place, other);
    }
    order
}
