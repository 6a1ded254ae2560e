//! The page on which a game is imported: pasted, or from a file that its script puts into the same field.

use hindsight_store::StreamId;
use maud::html;

use super::account::{on_to, wrong};
use super::form::Fields;
use super::house::Page;
use super::links::title_of;
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::games::ImportAs;
use crate::games::game_card;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("importPage", |ctx| async move {
        Ok(page(&ctx, None, None, &Fields::default()).answer(&ctx.req))
    });
    mounts.on("importByForm", import);
}

/// The fields of the form.
const FIELDS: [&str; 3] = ["text", "title", "again"];

/// A game that is here already.
struct Duplicate {
    id: StreamId,
    title: String,
}

async fn import(mut ctx: Ctx) -> Answer {
    let (_, body) = ctx.body().await?;
    let fields = Fields::known(&body, &FIELDS)?;
    match imported(&ctx, &fields).await {
        Ok(Ok(id)) => Ok(on_to(&format!("/g/{id}")).finish()),
        Ok(Err(duplicate)) => {
            let page = page(&ctx, None, Some(&duplicate), &fields);
            Ok(page.answer_as(409, &ctx.req))
        }
        Err(error) if (400..500).contains(&error.kind().status()) && error.kind().status() != 429 => {
            let page = page(&ctx, Some(&error), None, &fields);
            Ok(page.answer_as(error.kind().status(), &ctx.req))
        }
        Err(error) => Err(error),
    }
}

/// Stores the game of a form; or gives the game that is here already.
async fn imported(ctx: &Ctx, fields: &Fields) -> ApiResult<Result<StreamId, Duplicate>> {
    let text = fields
        .written("text")
        .ok_or_else(|| ApiError::body("/text", "the text of a game is expected"))?;
    // A browser sends the lines of a field with CR and LF.
    let text = text.replace("\r\n", "\n");
    let filed = ImportAs {
        title: fields.text("title").map(ToOwned::to_owned),
        marks: Vec::new(),
    };
    let services = &ctx.services;
    let duplicate = async |id: StreamId| -> ApiResult<Duplicate> {
        let head = services.games.head(id).await?;
        let card = game_card(id, &head.card, true);
        Ok(Duplicate {
            id,
            title: title_of(&card).to_owned(),
        })
    };
    // Records begin with a brace, texts with a bracket or a comment.
    if text.trim_start().starts_with('{') {
        let (id, already_existed) = services
            .transfers
            .import(&ctx.caller, text.into_bytes(), filed)
            .await?;
        services.annotations.forget_all();
        services.studies.forget_all();
        return Ok(if already_existed {
            Err(duplicate(id).await?)
        } else {
            Ok(id)
        });
    }
    if !fields.ticked("again")
        && let Some(id) = services
            .games
            .imported_before(&ctx.caller, text.as_bytes())
            .await?
    {
        return Ok(Err(duplicate(id).await?));
    }
    let (id, _) = services
        .games
        .import_notation(&ctx.caller, &services.packs, text.into_bytes(), filed)
        .await?;
    Ok(Ok(id))
}

fn page(
    ctx: &Ctx,
    refused: Option<&ApiError>,
    duplicate: Option<&Duplicate>,
    entered: &Fields,
) -> Page<'static> {
    let may = ctx.caller.has(Scope::GameWrite);
    let is_text = !entered
        .written("text")
        .is_some_and(|text| text.trim_start().starts_with('{'));
    let body = html! {
        h1 { "Import a game" }
        p.lead { "Paste a game in the text notation, or the NDJSON record that another server exported." }
        (wrong(refused))
        @if let Some(duplicate) = duplicate {
            div.once role="alert" {
                p { "This game is here already: " a href=(format!("/g/{}", duplicate.id)) { (duplicate.title) } "." }
            }
        }
        @if may {
            form.fields.import method="post" action="/import" {
                label { span { "File" } input type="file" accept=".hgn,.ndjson,.txt,text/plain" data-does="read-file"; }
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
                li { b { "Text notation (.hgn)" } ": headers in brackets, then one command a line with its dice. Every game's Share panel offers its own text; it is the easiest to begin from. The commands of "
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
