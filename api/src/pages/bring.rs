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
        h1 { "Imported" }
        ul.became {
            @for item in items {
                li {
                    @match (&item.imported, &item.problem) {
                        (Some(game), _) => {
                            (link(&game.card)) ": " @if game.already_existed { "here already" } @else { "imported" } "."
                            @if let Some(same) = &game.same_battle {
                                " The same battle is here already: " (link(same)) ". The community's figures count it once."
                            }
                        }
                        (None, Some(problem)) => {
                            b { (item.title.as_deref().unwrap_or("Untitled")) } " (line " (item.line) "): not imported. " (problem.detail)
                        }
                        (None, None) => {}
                    }
                }
            }
        }
        p { a href="/import" { "Import more" } }
    };
    Page {
        class: "text",
        ..Page::plain("Imported", body)
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
        h1 { "Import a game" }
        p.lead { "Paste a game in the text notation, or the NDJSON record that another server exported." }
        (wrong(refused))
        @if let Some(duplicate) = duplicate {
            div.once role="alert" {
                p { "This game is here already: " a href=(format!("/g/{}", duplicate.id)) { (title_of(duplicate)) } "." }
            }
        }
        @if may {
            form.fields.import method="post" action="/import" {
                label { span { "File" } input type="file" accept=".hgn,.ndjson,.txt,text/plain" data-does="read-file"; }
                p.hint hidden data-shows="encoding" role="status" {}
                label { span { "Game" }
                    textarea name="text" rows="16" required spellcheck="false" autocomplete="off" placeholder="[System \"before-battle\"] …" { (entered.written("text").unwrap_or_default()) }
                }
                label { span { "Title " span.quiet { "(optional)" } } input type="text" name="title" value=(entered.text("title").unwrap_or_default()) maxlength="200" autocomplete="off"; }
                @if duplicate.is_some() && is_text {
                    label.tick { input type="checkbox" name="again" value="true"; " Import it again, as another game" }
                }
                button.main type="submit" { "Import" }
            }
        } @else {
            p.hint { a href="/signin?next=%2Fimport" { "Sign in" } " to import a game." }
        }
        section aria-labelledby="forms" {
            h2 #forms { "What can be imported" }
            ul {
                li { b { "Text notation (.hgn)" } ": headers in brackets, then one command a line with its dice. Several games may stand one after the other. Every game's Share panel offers its own text; it is the easiest to begin from. The commands of "
                    @for (place, system) in hindsight_engine::systems().iter().enumerate() { @if place > 0 { ", " } a href=(format!("/systems/{}/notation", system.id())) { (system.title()) } }
                    "." }
                li { b { "Record (.ndjson)" } ": every event with its chain of digests, which is checked. The game keeps its id." }
                li { b { "Packs" } ": units, cards and terrain of your own, or made of public data: " a href="/packs" { "Packs" } "." }
            }
            p.quiet { "For programs: " code { "POST /v1/games/import" } " with " code { "text/vnd.hindsight.game" } " or " code { "application/x-ndjson" } "." }
        }
    };
    Page {
        scripts: &["import.js"],
        class: "text",
        ..Page::plain("Import a game", body)
    }
}
