//! The page on which a game is imported: pasted, or from a file that its script puts into the same field.

use actix_web::http::StatusCode;
use hindsight_incoming_text::without_mark;
use hindsight_openapi::wire::{GameCard, ImportedGame, ImportedGames, ImportedItem};
use maud::html;

use super::form::Fields;
use super::house::Page;
use super::links::title_of;
use super::outcomes::{on_to, wrong};
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::incoming::{FileForm, games_in};
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("importPage", |ctx| async move {
        Ok(page(&ctx, None, None, &Fields::default()).answer(&ctx.req))
    });
    mounts.form::<ImportForm>("importGame");
}

/// The fields of the form.
const FIELDS: [&str; 3] = ["text", "title", "again"];

/// The form by which games are imported.
struct ImportForm;

impl PageForm for ImportForm {
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::known(sent, &FIELDS)?;
        let text = fields
            .written("text")
            .ok_or_else(|| ApiError::body("/text", text!("text-of-game")))?;
        // A browser sends the lines of a field with CR and LF.
        let text = without_mark(text).replace("\r\n", "\n");
        let titled = |request: FormRequest| match fields.text("title") {
            Some(title) => request.query("title", title),
            None => request,
        };
        if FileForm::of(&text) == FileForm::Records {
            return Ok(titled(FormRequest::text("application/x-ndjson", text)));
        }
        let (text, several) = ctx
            .services
            .store
            .work(move |_| games_in(&text).map(|games| (text, games.len() > 1)))
            .await?;
        let request = titled(FormRequest::text("text/plain", text));
        let request = if several {
            request.query("several", "true")
        } else {
            request
        };
        Ok(if fields.ticked("again") {
            request.query("again", "true")
        } else {
            request
        })
    }

    /// Opens the game; or says what became of each of several, of one whose battle is here already, or of one that is here.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let fields = Fields::known(sent, &FIELDS);
        let answer = match (outcome, &fields) {
            (Ok(answer), _) => answer,
            (Err(error), Ok(fields))
                if (400..500).contains(&error.kind().status()) && error.kind().status() != 429 =>
            {
                let page = page(&ctx, Some(&error), None, fields);
                return Ok(page.answer_as(error.kind().status(), &ctx.req));
            }
            (Err(error), _) => return Err(error),
        };
        if answer.status() == StatusCode::MULTI_STATUS {
            let imported: ImportedGames = answered(answer).await?;
            return Ok(listed(&imported.items).answer(&ctx.req));
        }
        let (fields, game) = (fields?, answered::<ImportedGame>(answer).await?);
        if game.already_existed {
            return Ok(page(&ctx, None, Some(&game.card), &fields).answer_as(409, &ctx.req));
        }
        // Whoever asks for another game of a text knows of the first.
        if game.same_battle.is_none() || fields.ticked("again") {
            return Ok(on_to(&format!("/g/{}", game.card.id)).finish());
        }
        let only = ImportedItem {
            line: 1,
            title: None,
            imported: Some(game),
            problem: None,
        };
        Ok(listed(&[only]).answer(&ctx.req))
    }
}

/// The outcome of each game, with the first record of a battle that is here twice.
fn listed(items: &[ImportedItem]) -> Page<'static> {
    let link = |card: &GameCard| html! { a href=(format!("/g/{}", card.id)) { (title_of(card)) } };
    let body = html! {
        h1 { (text!("import-imported")) }
        ul.became {
            @for item in items {
                li {
                    @match (&item.imported, &item.problem) {
                        (Some(game), _) => {
                            (link(&game.card)) ": " @if game.already_existed { (text!("import-here-already")) } @else { (text!("import-imported-2")) } "."
                            @if let Some(same) = &game.same_battle {
                                " " (text!("import-same-battle"; game = link(same)))
                            }
                        }
                        (None, Some(problem)) => {
                            @let title = if let Some(title) = item.title.as_deref() { html! { b { (title) } } } else { html! { b { (text!("import-untitled")) } } };
                            (text!("import-not-imported", line = item.line, why = &problem.detail; title = title))
                        }
                        (None, None) => {}
                    }
                }
            }
        }
        p { a href="/import" { (text!("import-import-more")) } }
    };
    Page {
        class: "text",
        ..Page::plain(text!("import-imported"), body)
    }
}

fn page(
    ctx: &Ctx,
    refused: Option<&ApiError>,
    duplicate: Option<&GameCard>,
    entered: &Fields,
) -> Page<'static> {
    let may = ctx.caller.has(Scope::GameWrite);
    let is_text = !entered
        .written("text")
        .is_some_and(|text| FileForm::of(without_mark(text)) == FileForm::Records);
    let body = html! {
        h1 { (text!("import-import-game")) }
        p.lead { (text!("import-paste-game-text")) }
        (wrong(refused))
        @if let Some(duplicate) = duplicate {
            div.once role="alert" {
                p { (text!("import-duplicate"; game = html! { a href=(format!("/g/{}", duplicate.id)) { (title_of(duplicate)) } })) }
            }
        }
        @if may {
            form.fields.import method="post" action="/import" {
                label { span { (text!("import-file")) } input type="file" accept=".hgn,.ndjson,.txt,text/plain" data-does="read-file"; }
                p.hint hidden data-shows="encoding" role="status" {}
                label { span { (text!("import-game")) }
                    textarea name="text" rows="16" required spellcheck="false" autocomplete="off" placeholder="[System \"before-battle\"] …" { (entered.written("text").unwrap_or_default()) }
                }
                label { span { (text!("import-title")) " " span.quiet { (text!("import-optional")) } } input type="text" name="title" value=(entered.text("title").unwrap_or_default()) maxlength="200" autocomplete="off"; }
                @if duplicate.is_some() && is_text {
                    label.tick { input type="checkbox" name="again" value="true"; " " (text!("import-import-again-as")) }
                }
                button.main type="submit" { (text!("import-import")) }
            }
        } @else {
            p.hint { (text!("import-sign-in-first"; sign_in = html! { a href="/signin?next=%2Fimport" { (text!("import-sign-in")) } })) }
        }
        section aria-labelledby="forms" {
            h2 #forms { (text!("import-what-can-be")) }
            ul {
                li {
                    (text!(
                        "import-about-text";
                        notation = html! { b { (text!("import-text-notation-hgn")) } },
                        systems = html! { @for (place, system) in hindsight_engine::systems().iter().enumerate() { @if place > 0 { ", " } a href=(format!("/systems/{}/notation", system.id())) { (system.title()) } } }
                    ))
                }
                li { (text!("import-about-record"; record = html! { b { (text!("import-record-ndjson")) } })) }
                li {
                    (text!(
                        "import-about-packs";
                        packs = html! { b { (text!("import-packs")) } },
                        page = html! { a href="/packs" { (text!("import-packs")) } }
                    ))
                }
            }
            p.quiet {
                (text!(
                    "import-for-programs";
                    request = html! { code { "POST /v1/games/import" } },
                    text = html! { code { "text/vnd.hindsight.game" } },
                    record = html! { code { "application/x-ndjson" } }
                ))
            }
        }
    };
    Page {
        scripts: &["import.js"],
        class: "text",
        ..Page::plain(text!("import-import-game"), body)
    }
}
