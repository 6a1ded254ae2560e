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

use super::forms::{self, visibilities};
use crate::aggregates::studies::StoredStudy;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::http::{Answer, Ctx, FormRequest, PageForm, made_id};
use crate::pages::form::Fields;
use crate::pages::house::Page;
use crate::pages::outcomes::wrong;

fn to(address: String) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

/// The form that makes a study.
pub(super) struct CreateForm;

impl PageForm for CreateForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::of::<NewStudyForm>(sent)?;
        let new = NewStudy {
            title: fields.text("title").unwrap_or_default().to_owned(),
            text: String::new(),
            visibility: StudyVisibility::default(),
            readers: BTreeSet::new(),
        };
        Ok(FormRequest::json(&new)?.key(fields.text("key")))
    }

    async fn page(_: Ctx, _: &[u8], outcome: Answer) -> Answer {
        Ok(to(format!("/s/{}", made_id(&outcome?)?)))
    }
}

/// The forms by which a study is changed.
pub(super) struct ChangeForm;

impl PageForm for ChangeForm {
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::of::<StudyForm>(sent)?;
        let studies = &ctx.services.studies;
        let bound = studies.study(&ctx.caller, ctx.path("study")).await?;
        let number = || -> ApiResult<u32> {
            let text = fields.text("chapter").unwrap_or_default();
            studies.chapter(&bound, text).map(|(number, _)| number)
        };
        let of_chapter = |request: FormRequest, number: u32| request.path("chapter", number.to_string());
        match fields.text("does").unwrap_or_default() {
            "change" => FormRequest::json(&study(&fields)?),
            "add" => {
                let chapter = Chapter {
                    title: fields.text("title").unwrap_or_default().to_owned(),
                    text: fields.written("text").unwrap_or_default().to_owned(),
                    shows: shows(ctx, &fields).await?,
                };
                Ok(FormRequest::json(&chapter)?.key(fields.text("key")))
            }
            "edit" => {
                let number = number()?;
                let patch = PatchChapter {
                    title: fields.text("title").map(ToOwned::to_owned),
                    text: Some(fields.written("text").unwrap_or_default().to_owned()),
                    shows: shown_otherwise(ctx, &fields).await?,
                };
                Ok(of_chapter(FormRequest::json(&patch)?, number))
            }
            "remove" => Ok(of_chapter(FormRequest::default(), number()?)),
            does @ ("earlier" | "later") => FormRequest::json(&ChapterOrder {
                order: moved(&bound, number()?, does == "later"),
            }),
            "clone" => Ok(FormRequest::json(&CloneStudy::default())?.key(fields.text("key"))),
            other => Err(ApiError::body(
                "/does",
                text!("study-does", other = quoted(other)),
            )),
        }
    }

    /// Leads to the study or its chapter; or shows the form again with what was written.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let fields = Fields::of::<StudyForm>(sent);
        let error = match outcome {
            Ok(answer) => return changed(&ctx, &fields?, &answer).await,
            Err(error) => error,
        };
        let form = match fields {
            Ok(fields) if is_for_the_form(&error) => {
                let study = ctx.services.studies.study(&ctx.caller, ctx.path("study")).await?;
                forms::again(&format!("/s/{}", study.id), &fields)
            }
            _ => None,
        };
        let Some(form) = form else {
            return Err(error);
        };
        let body = html! { h1 { (text!("studies-field-study")) } (wrong(Some(&error))) (form) };
        Ok(Page::plain(text!("studies-field-study"), body).answer_as(error.kind().status(), &ctx.req))
    }
}

/// Leads to what was changed: the study, its chapter, its copy.
async fn changed(ctx: &Ctx, fields: &Fields, answer: &HttpResponse) -> Answer {
    let study = ctx.services.studies.study(&ctx.caller, ctx.path("study")).await?;
    let id = study.id;
    let chapter = fields.text("chapter").unwrap_or_default();
    Ok(to(match fields.text("does") {
        Some("clone") => format!("/s/{}", made_id(answer)?),
        Some("add") => format!("/s/{id}/{}", made_id(answer)?),
        Some("edit" | "earlier" | "later") => {
            let (number, _) = ctx.services.studies.chapter(&study, chapter)?;
            format!("/s/{id}/{number}")
        }
        _ => format!("/s/{id}"),
    }))
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

/// What a study is to say of itself.
fn study(fields: &Fields) -> ApiResult<PatchStudy> {
    let visibility = match fields.text("visibility") {
        None => None,
        Some(text) => {
            let found = visibilities().into_iter().find(|(_, name, _)| *name == text);
            let wrong = || ApiError::body("/visibility", text!("study-visibility"));
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
            .map_err(|why| ApiError::body("/position", text!("json-expected", why = why.to_string())))?;
        let system = fields.text("system").unwrap_or_default().to_owned();
        return Ok(Shows::Position { system, state });
    }
    let wrong = || ApiError::body("/address", text!("study-address"));
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
