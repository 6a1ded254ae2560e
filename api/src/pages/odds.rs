//! The page of exact odds: a form for the usual question, and the language of odds for all others.

use hindsight_kernel::Message;
use hindsight_openapi::operation;
use hindsight_openapi::wire::OddsAnswer;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::chart::{bars, percent, plain};
use super::house::{Page, wide};
use super::links::query;
use super::outcomes::wrong;
use crate::analysis::odds::read_question;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("oddsPage", page);
}

/// The most rows of the table.
const ROWS: usize = 60;

async fn page(ctx: Ctx) -> Answer {
    let asked = question(&ctx);
    let answered = match asked {
        Ok(None) => None,
        Ok(Some(question)) => Some(match read_question(question) {
            Ok(question) => ctx.services.odds.answer(question).await,
            Err(error) => Err(error),
        }),
        Err(error) => Some(Err(error)),
    };
    let status = match &answered {
        Some(Err(error)) if error.kind().status() >= 500 || error.kind().status() == 429 => {
            return answered.and_then(Result::err).map_or_else(
                || {
                    Err(ApiError::fault(
                        "answering",
                        "there was an error and there is none",
                    ))
                },
                Err,
            );
        }
        Some(Err(error)) => error.kind().status(),
        Some(Ok(_)) | None => 200,
    };
    let body = html! {
        h1 { (text!("odds-page-exact-odds")) }
        p.lead { (text!("odds-page-exact-not-simulated")) }
        (usual(&ctx))
        @match &answered {
            None => {},
            Some(Ok(answer)) => (answer_view(answer)),
            Some(Err(error)) => (wrong(Some(error))),
        }
        (language(&ctx))
    };
    let page = Page {
        class: "text odds-page",
        ..Page::plain(text!("odds-page-exact-odds"), body)
    };
    Ok(page.answer_as(status, &ctx.req))
}

/// What the address asks: by the fields of the usual question, or in the language of odds.
fn question(ctx: &Ctx) -> ApiResult<Option<Value>> {
    if let Some(text) = ctx.query.text("q").filter(|text| !text.trim().is_empty()) {
        return serde_json::from_str(text)
            .map(Some)
            .map_err(|why| ApiError::parameter("q", text!("json-expected", why = why.to_string())));
    }
    let Some(dice) = ctx.query.number("dice") else {
        return Ok(None);
    };
    let mut asked = json!({
        "type": "attack", "dice": dice, "hits_on": ctx.query.number("hits").unwrap_or(4),
    });
    if let Some(saves) = ctx.query.number("saves").filter(|saves| *saves <= 6) {
        asked["saved_on"] = json!(saves);
    }
    Ok(Some(asked))
}

/// The usual question: how many dice hit, and how many hits are saved.
fn usual(ctx: &Ctx) -> Markup {
    let at = |name: &str, usual: u64| ctx.query.number(name).unwrap_or(usual);
    let faces = |name: &str, words: Message, usual: u64, none: bool| {
        html! {
            label { span { (words) }
                select name=(name) {
                    @if none { option value="7" selected[at(name, usual) == 7] { (text!("odds-page-none")) } }
                    @for face in 2_u64..=6 { option value=(face) selected[at(name, usual) == face] { (text!("odds-page-or-more", face)) } }
                }
            }
        }
    };
    html! {
        form.search method="get" action="/odds" {
            label { span { (text!("odds-page-dice")) } input type="number" name="dice" min="1" max="1000" value=(at("dice", 8)) required; }
            (faces("hits", text!("odds-page-each-hits"), 4, false))
            (faces("saves", text!("odds-page-saved"), 7, true))
            button type="submit" { (text!("odds-page-calculate")) }
        }
    }
}

fn answer_view(answer: &OddsAnswer) -> Markup {
    let rows: Vec<(i32, f64)> = (answer.distribution.first()..=answer.distribution.last())
        .zip(answer.at_least.iter().copied())
        .take(ROWS)
        .collect();
    html! {
        section aria-labelledby="result" {
            h2 #result { (text!("odds-page-average", average = plain(answer.mean))) }
            p {
                (text!(
                    "odds-page-summary",
                    median = answer.median,
                    deviation = plain(answer.sd);
                    mode = html! { b { (answer.mode) } }
                ))
            }
            (bars(&answer.distribution, None))
            @for step in &answer.steps { p.quiet { (text!("odds-page-step", name = &step.name, average = plain(step.mean))) } }
            @for outcome in &answer.outcomes { p { (outcome.says) ": " b { (percent(outcome.p)) } } }
            (wide(text!("odds-page-chances"), &html! {
                table {
                    thead { tr { th scope="col" { (text!("odds-page-result")) } th.number scope="col" { (text!("odds-page-exactly")) } th.number scope="col" { (text!("odds-page-more")) } } }
                    tbody { @for (value, at_least) in &rows {
                        tr { th scope="row" { (value) } td.number { (percent(answer.distribution.exactly(*value))) } td.number { (percent(*at_least)) } }
                    } }
                }
            }))
        }
    }
}

/// The language of odds, with examples to be tried.
fn language(ctx: &Ctx) -> Markup {
    let examples = operation("odds")
        .and_then(|operation| operation.body.as_ref())
        .map_or(&[][..], |body| body.examples.as_slice());
    html! {
        details open[ctx.query.text("q").is_some()] {
            summary { h2 { (text!("odds-page-other-questions")) } }
            p {
                (text!(
                    "odds-page-language";
                    request = html! { code { "POST /v1/odds" } },
                    documentation = html! { a href="/docs#odds" { (text!("odds-page-documentation")) } }
                ))
            }
            form.fields method="get" action="/odds" {
                label { span { (text!("odds-page-question")) } textarea name="q" rows="6" maxlength="4000" spellcheck="false" { (ctx.query.text("q").unwrap_or_default()) } }
                button.main type="submit" { (text!("odds-page-calculate")) }
            }
            p { (text!("odds-page-examples")) }
            ul { @for (name, example) in examples {
                li { a href=(format!("/odds{}", query([("q", example.to_string().as_str())]))) { (name) } }
            } }
        }
    }
}
