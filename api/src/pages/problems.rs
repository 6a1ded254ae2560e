//! The types of problems, as data and as pages.

use actix_web::HttpResponse;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{ProblemList, ProblemPage};
use maud::html;

use super::Page;
use crate::base::error::ApiError;
use crate::base::messages::{quoted, text};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listProblems", problems);
    mounts.on("getProblem", problem);
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
    let body = html! {
        h1 { (text!("problems-problem-types")) }
        table {
            thead { tr { th { (text!("problems-status")) } th { (text!("problems-what")) } } }
            tbody {
                @for kind in ProblemKind::ALL {
                    tr { td { (kind.status()) } td { a href=(kind.address()) { (kind.title()) } } }
                }
            }
        }
    };
    Ok(Page::plain(text!("problems-problem-types"), body).answer(&ctx.req))
}

async fn problem(ctx: Ctx) -> Answer {
    let name = ctx.path("problem");
    let kind = ProblemKind::named(name).ok_or_else(|| {
        ApiError::new(
            ProblemKind::NoSuchProblem,
            text!("no-such-problem", name = quoted(name)),
        )
    })?;
    if ctx.accepted(&FORMS)? == FORMS[0] {
        return Ok(HttpResponse::Ok().json(explain(kind)));
    }
    let example = serde_json::to_string_pretty(&kind.example()).unwrap_or_default();
    let body = html! {
        h1 { (kind.title()) }
        p { (text!("problems-http-status", status = kind.status())) }
        p { (kind.explains()) }
        h2 { (text!("problems-example")) }
        pre tabindex="0" { (example) }
        p { a href="/problems" { (text!("problems-all-problem-types")) } }
    };
    Ok(Page::plain(kind.title(), body).answer(&ctx.req))
}
