//! A position drawn on the board: a row a unit, the board as the rows say, and the rules' word on it. With a script the
//! units are put on the board, dragged and turned there; without one a button draws the board anew.

use hindsight_engine::{Sketched, System};
use hindsight_reports::{PictureOptions, Theme, UnitLinks, svg};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::packs::{Offered, begun_with};
use super::{Refused, pack_begun_with, refusal, seats, the_table};
use crate::access::Scope;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::base::new_id;
use crate::http::systems::known;
use crate::http::{Answer, Ctx};
use crate::pages::form::{Drawing, Fields, Place, read, schemas};
use crate::pages::house::{Colours, Page};
use crate::pages::seen::{is_small_screen, pointed_at};

/// The page with the board as the fields of its form say.
pub(super) async fn drawn(mut ctx: Ctx) -> Answer {
    let (_, body) = ctx.body().await?;
    let fields = Fields::known(&body, &super::FIELDS)?;
    let system = fields
        .text("system")
        .ok_or_else(|| ApiError::body("/system", text!("system-expected")))?;
    let system = known(system)?;
    match board(&ctx, system, begun_with(&fields), Some(&fields)).await {
        Ok(board) => whole(&ctx, system, board, Some(&fields), None).await,
        Err(error) if error.kind().status() < 500 => {
            let refused = Refused {
                problem: error.problem().clone(),
                fields,
            };
            page(&ctx, system, None, Some(&refused)).await
        }
        Err(error) => Err(error),
    }
}

/// The page as it is first seen, perhaps with a pack, or with a form that was refused.
pub(super) async fn page(
    ctx: &Ctx,
    system: &'static dyn System,
    pack: Option<&str>,
    refused: Option<&Refused>,
) -> Answer {
    let fields = refused.map(|refused| &refused.fields);
    let hash = fields.map_or(pack, begun_with);
    let shown = match board(ctx, system, hash, fields).await {
        Ok(board) => board,
        // What cannot be pictured at all is an empty field.
        Err(_) if fields.is_some() => board(ctx, system, None, None).await?,
        Err(error) => return Err(error),
    };
    let mut answer = whole(ctx, system, shown, fields, refused).await?;
    if let Some(refused) = refused {
        *answer.status_mut() = super::status(refused);
    }
    Ok(answer)
}

/// A board that is drawn by hand.
struct Drawn {
    board: Sketched,
    /// The position as the fields say, or that of a pack alone.
    given: Option<Value>,
    packs: Offered,
}

/// What stands on the board by these fields; nobody without them.
async fn board(
    ctx: &Ctx,
    system: &'static dyn System,
    pack: Option<&str>,
    fields: Option<&Fields>,
) -> ApiResult<Drawn> {
    let root = &schemas(system).sketch;
    let place = Place::of(root, root);
    let given = match fields {
        Some(fields) => read(&place, fields)?,
        None => None,
    };
    let packs = Offered::of(ctx, system, pack, given.as_ref()).await?;
    let given = given.or_else(|| packs.named_in(&place));
    let mut sketch = given.clone().unwrap_or_else(|| json!({}));
    if let Some(members) = sketch.as_object_mut() {
        members.entry("units").or_insert_with(|| json!([]));
    }
    let services = &ctx.services;
    let needed = packs.needed(given.as_ref());
    let board = services
        .games
        .picture_of(system, &services.packs, &needed, sketch)
        .await?;
    Ok(Drawn { board, given, packs })
}

async fn whole(
    ctx: &Ctx,
    system: &'static dyn System,
    drawn: Drawn,
    fields: Option<&Fields>,
    refused: Option<&Refused>,
) -> Answer {
    let Drawn {
        board: drawn,
        given,
        packs,
    } = drawn;
    let colours = Colours::of(ctx.req.headers());
    let info = seats(ctx, system).await?;
    let root = &schemas(system).sketch;
    let place = Place::of(root, root);
    let units = drawn
        .board
        .tokens
        .iter()
        .map(|token| (token.id.as_str(), token.name.as_str()));
    let choices = packs.choices().with_table(units, &info.seats);
    let drawing = Drawing {
        choices: &choices,
        prefix: "sketch",
    };
    let body = html! {
        div.recorder.replay.create.sketch data-system=(system.id()) {
            h1 { (text!("sketch-title")) }
            p.lead { (text!("sketch-battle-of", system = system.title())) }
            @if !ctx.caller.has(Scope::GameWrite) {
                p.hint { (text!("sketch-sign-in-first"; sign_in = html! { a href="/signin?next=/new" { (text!("sketch-sign-in")) } })) }
            }
            form.deeds.fields.creates method="post" action="/new" data-checks data-board="/new/position" {
                @if let Some(refused) = refused { (refusal(refused, system)) }
                input type="hidden" name="key" value=(new_id());
                input type="hidden" name="system" value=(system.id());
                input type="hidden" name="draw" value="true";
                div.stage {
                    section.table aria-label=(text!("sketch-board")) {
                        div.view { (picture(&drawn, colours.drawn, is_small_screen(ctx))) }
                        p.hint.how hidden {
                            (text!("sketch-hint"))
                        }
                        button.draws type="submit" formaction="/new/position" { (text!("sketch-draw")) }
                        p.verdict role="status" {}
                        button.main type="submit" { (text!("sketch-submit")) }
                    }
                    div.beside {
                        fieldset.drawn {
                            legend { (text!("sketch-position")) }
                            (drawing.whole(&place, given.as_ref()))
                            (pack_begun_with(&packs))
                        }
                        (the_table(&info, fields))
                    }
                }
            }
        }
    };
    let page = Page {
        colours: Some(colours),
        scripts: &["forms.js", "position.js"],
        class: "wide",
        ..Page::plain(text!("sketch-title"), body)
    };
    Ok(page.answer(&ctx.req))
}

/// The board, with what a script needs to point at it.
fn picture(drawn: &Sketched, theme: Theme, compact: bool) -> Markup {
    let board = &drawn.board;
    let options = PictureOptions {
        theme,
        caption: false,
        legend: false,
        compact,
        // A unit can be pointed at; it leads nowhere without the script.
        unit_links: Some(UnitLinks {
            before: "#".to_owned(),
            after: String::new(),
        }),
        ..PictureOptions::default()
    };
    let mut measures = pointed_at(board, &options);
    measures["features"] = json!(drawn.terrain);
    html! {
        div.board data-part="board" data-theme=(Colours::word(theme)) data-measures=(measures) {
            (PreEscaped(svg(board, &options)))
        }
    }
}
