//! The page on which a game is imported: pasted, or from a file that its script puts into the same field.

use hindsight_incoming_text::{Encoding, without_mark};
use hindsight_openapi::wire::{GameCard, ImportedItem};
use hindsight_store::StreamId;
use maud::html;

use super::account::{on_to, wrong};
use super::form::Fields;
use super::house::Page;
use super::links::title_of;
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::GAMES_OF_TEXT;
use crate::games::ImportAs;
use crate::games::game_card;
use crate::games::incoming::FileForm;
use crate::games::notation::TextOutcome;
use crate::http::games::listed_outcomes;
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

/// The outcome of a form.
enum Became {
    /// A new game, to be opened.
    Game(StreamId),
    /// A game that was here before.
    Duplicate(Duplicate),
    /// Several games, or one whose battle is here already.
    List(Vec<ImportedItem>),
}

async fn import(mut ctx: Ctx) -> Answer {
    let (_, body) = ctx.body().await?;
    let fields = Fields::known(&body, &FIELDS)?;
    match imported(&ctx, &fields).await {
        Ok(Became::Game(id)) => Ok(on_to(&format!("/g/{id}")).finish()),
        Ok(Became::List(items)) => Ok(outcome(&items).answer(&ctx.req)),
        Ok(Became::Duplicate(duplicate)) => {
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

/// Stores the games of a form; or gives the game that is here already.
async fn imported(ctx: &Ctx, fields: &Fields) -> ApiResult<Became> {
    let text = fields
        .written("text")
        .ok_or_else(|| ApiError::body("/text", "the text of a game is expected"))?;
    // A browser sends the lines of a field with CR and LF.
    let text = without_mark(text).replace("\r\n", "\n");
    let filed = ImportAs {
        title: fields.text("title").map(ToOwned::to_owned),
        marks: Vec::new(),
    };
    let services = &ctx.services;
    let mut outcomes = if FileForm::of(&text) == FileForm::Records {
        let imported = services
            .transfers
            .import(&ctx.caller, text.into_bytes(), filed)
            .await?;
        services.annotations.forget_all();
        services.studies.forget_all();
        vec![TextOutcome {
            line: 1,
            title: None,
            imported: Ok(imported),
        }]
    } else {
        let again = (fields.ticked("again"), GAMES_OF_TEXT);
        let another = || ctx.another_game();
        services
            .games
            .import_texts(
                &ctx.caller,
                text.into_bytes(),
                Encoding::Unicode,
                filed,
                again,
                &another,
            )
            .await?
    };
    if outcomes.len() > 1 {
        return Ok(Became::List(listed_outcomes(ctx, outcomes).await?));
    }
    let only = outcomes
        .pop()
        .ok_or_else(|| ApiError::fault("importing a text", "it held no game"))?;
    let game = only.imported?;
    if game.already_existed {
        let head = services.games.head(game.id).await?;
        let card = game_card(game.id, &head.card, true);
        return Ok(Became::Duplicate(Duplicate {
            id: game.id,
            title: title_of(&card).to_owned(),
        }));
    }
    // Whoever asks for another game of a text knows of the first.
    if game.same_battle.is_none() || fields.ticked("again") {
        return Ok(Became::Game(game.id));
    }
    let told = TextOutcome {
        line: only.line,
        title: only.title,
        imported: Ok(game),
    };
    Ok(Became::List(listed_outcomes(ctx, vec![told]).await?))
}

/// The outcome of each game, with the first record of a battle that is here twice.
fn outcome(items: &[ImportedItem]) -> Page<'static> {
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
    duplicate: Option<&Duplicate>,
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
                p { "This game is here already: " a href=(format!("/g/{}", duplicate.id)) { (duplicate.title) } "." }
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
