//! The page on which positions alone are noted: everything is put where it stands at the end of a turn, and the turn goes on.
//!
//! Without a script each piece is a row of fields. With it (`note.js`) pieces are dragged on the board, and the row of the one that was
//! chosen last stands below it.

use hindsight_kernel::{BoardPoint, NoteKind, NoteSheet, NotedPiece, NotedPosition, SheetPiece};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::form::Fields;
use super::super::house::{Colours, Page, chip};
use super::super::links::title_of;
use super::super::replay::aspect;
use super::super::seen::RequestedView;
use super::super::tabs::{Tab, tabs};
use super::{Refused, board, hidden};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{said_elsewhere, text};
use crate::games::game_card;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this page.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("notePage", |ctx| async move {
        let seen = RequestedView::of(&ctx, None).await?;
        page(&ctx, &seen, None).await
    });
}

/// The address of the page.
pub(super) fn address(seen: &RequestedView) -> String {
    format!("/g/{}/note", seen.head.id)
}

/// The page; with what was refused, and the fields as they were sent.
pub(super) async fn page(ctx: &Ctx, seen: &RequestedView, refused: Option<&Refused>) -> Answer {
    let sent = refused.map(|refused| &refused.fields);
    let colours = Colours::of(ctx.req.headers());
    let game = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
    let title = title_of(&game);
    let moment = seen.moment(ctx).await?;
    let sheet = seen.head.game.sheet(seen.viewer);
    let info = seen.head.game.info(seen.viewer);
    let seats = info
        .seats
        .iter()
        .map(|info| (info.seat, info.name.clone()))
        .collect::<Vec<_>>();
    let body = html! {
        div class=(format!("recorder replay note {}", aspect(seen, &moment, colours.drawn))) data-game=(seen.head.id) data-version=(seen.head.version()) {
            header.game { div { h1 { (title) } p.quiet { (moment.caption) } } }
            (tabs(seen, Tab::Record))
            p.hint {
                (text!("note-put-everything")) " "
                a href=(format!("/g/{}/record", seen.head.id)) { (text!("note-every-command")) }
                " · " a href="/help/noting" { (text!("note-help")) }
            }
            @match (&sheet, seen.sight.keeps) {
                (None, _) => p { (text!("note-nothing-to-note")) },
                (Some(_), false) => p.hint { (text!("note-keeper-notes"; sign_in = html! { a href=(format!("/signin?next={}", address(seen))) { (text!("note-sign-in")) } })) },
                (Some(sheet), true) => {
                    form.noting method="post" action=(format!("/g/{}/record", seen.head.id)) data-step=(sheet.heading_step) data-turns=(sheet.turns_a_count) data-second=[(sheet.next.turn == sheet.now.turn).then_some("true")] data-counts=(capital(&sheet.counts)) {
                        div.stage {
                            section.table aria-label=(text!("note-the-board").to_string()) {
                                div.view { (board(seen, &moment, (colours.drawn, Vec::new()), None, &html! {})) }
                                div.notes aria-live="polite" { @if let Some(refused) = refused { (super::refusal(seen, refused)) } }
                                section.waiting aria-labelledby="waiting" hidden { h2 #waiting { (text!("recorder-waiting")) } ol {} }
                                p.hint.how hidden { (text!("note-drag")) }
                            }
                            div.beside {
                                (hidden(seen, None))
                                input type="hidden" name="form" value="position";
                                (moment_fields(sheet, &seats, sent))
                                fieldset.pieces {
                                    legend { (text!("note-pieces")) }
                                    p.hint.how hidden { (text!("note-tap-shows")) }
                                    @for piece in &sheet.pieces { (row(piece, sheet, sent)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    let heading = text!("note-positions-of", title = title.to_owned()).to_string();
    let page = Page {
        colours: Some(colours),
        head: html! { meta name="robots" content="noindex"; },
        scripts: &["note.js"],
        class: "wide",
        ..Page::plain(&heading, body)
    };
    Ok(page.answer(&ctx.req))
}

/// The moment that the position is of, and why the record goes on from it.
fn moment_fields(
    sheet: &NoteSheet,
    seats: &[(hindsight_kernel::Seat, String)],
    sent: Option<&Fields>,
) -> Markup {
    let was_sent = |name: &str| sent.and_then(|fields| fields.text(name)).map(ToOwned::to_owned);
    let next = &sheet.next;
    let name = |seat| {
        seats
            .iter()
            .find(|(known, _)| *known == seat)
            .map_or("", |(_, name)| name.as_str())
    };
    html! {
        fieldset.moment {
            legend { (text!("note-the-position")) }
            div.field { label for="note-turn" { (capital(&sheet.counts)) } input #note-turn type="number" name="f/turn" min="1" value=(was_sent("f/turn").unwrap_or_else(|| next.turn.to_string())) required; }
            div.field {
                label for="note-active" { (text!("note-whose-turn")) }
                select #note-active name="f/active" {
                    @for (seat, name) in seats { option value=(seat) selected[was_sent("f/active").map_or(*seat == next.active, |sent| sent == seat.to_string())] { (name) } }
                }
            }
            @for (seat, points) in &sheet.points {
                div.field { label for=(format!("points-{seat}")) { (text!("note-points-of", player = name(*seat).to_owned())) } input id=(format!("points-{seat}")) type="number" name=(format!("f/points/{seat}")) min="0" max="1000" value=(was_sent(&format!("f/points/{seat}")).unwrap_or_else(|| points.to_string())); }
            }
            button.main type="submit" { (capital(&sheet.counts)) " " (next.turn) ": " (name(next.active)) }
            details.why open[was_sent("f/kind").as_deref() == Some("correction")] {
                summary { (text!("note-why-in-words")) }
            div.field {
                label for="note-kind" { (text!("note-why")) }
                select #note-kind name="f/kind" {
                    option value="gap" { (text!("note-gap")) }
                    option value="correction" selected[was_sent("f/kind").as_deref() == Some("correction")] { (text!("note-correction")) }
                }
            }
            div.field { label for="note-reason" { (text!("note-reason")) } input #note-reason type="text" name="reason" maxlength="2000" autocomplete="off" value=[was_sent("reason")]; }
            }
        }
    }
}

/// A row of fields for a piece; `f/piece/<id>/was` holds how it stands, so that what did not change is not noted.
fn row(piece: &SheetPiece, sheet: &NoteSheet, sent: Option<&Fields>) -> Markup {
    let id = &piece.now.piece;
    let named = |field: &str| format!("f/piece/{id}/{field}");
    let filled = |name: &str, now: Option<String>| match sent {
        Some(fields) => fields.text(&named(name)).map(ToOwned::to_owned),
        None => now,
    };
    let number = |name: &str, label: &str, now: Option<f64>| {
        let value = filled(name, now.map(|number| number.to_string()));
        html! {
            label { span { (label) } input type="number" step="any" name=(named(name)) value=[value]; }
        }
    };
    let now = &piece.now;
    let words = |known: &[hindsight_kernel::NotedWord], id: &str| {
        known
            .iter()
            .find(|word| word.id == id)
            .map_or_else(|| id.to_owned(), |word| word.name.clone())
    };
    let conditions: Vec<String> = match sent {
        Some(fields) => fields.all(&named("is")).map(ToOwned::to_owned).collect(),
        None => now.conditions.clone().unwrap_or_default(),
    };
    let gone = filled("gone", now.gone.clone());
    html! {
        details.piece data-piece=(id) data-seat=(piece.seat) {
            summary { (chip(piece.seat)) " " (piece.name) " " span.quiet data-is="state" { (state(piece, sheet)) } }
            input type="hidden" name=(named("was")) value=(json!(now));
            div.numbers {
                (number("x", &text!("note-east").to_string(), now.at.map(|at| at.x)))
                (number("y", &text!("note-north").to_string(), now.at.map(|at| at.y)))
                (number("facing", &text!("note-heading").to_string(), now.facing))
                @if let Some(full) = piece.full {
                    label { span { (text!("note-left-of", full)) } input type="number" min="0" max=(full) name=(named("left")) value=[filled("left", now.left.map(|left| left.to_string()))]; }
                }
            }
            @if !piece.can_be.is_empty() {
                div.conditions {
                    @for condition in &piece.can_be {
                        label { input type="checkbox" name=(named("is")) value=(condition) checked[conditions.contains(condition)]; " " (words(&sheet.conditions, condition)) }
                    }
                }
            }
            @if !piece.can_go.is_empty() {
                label { span { (text!("note-off-the-field")) }
                    select name=(named("gone")) {
                        option value="" { (text!("note-on-the-field")) }
                        @for way in &piece.can_go { option value=(way) selected[gone.as_ref() == Some(way)] { (capital(&words(&sheet.ways_to_go, way))) } }
                        @if let Some(way) = now.gone.as_ref().filter(|way| !piece.can_go.contains(way)) { option value=(way) selected { (capital(&words(&sheet.ways_to_go, way))) } }
                    }
                }
            }
        }
    }
}

/// How a piece stands, in a few words.
fn state(piece: &SheetPiece, sheet: &NoteSheet) -> String {
    let now = &piece.now;
    if let Some(way) = &now.gone {
        let known = sheet.ways_to_go.iter().find(|word| word.id == *way);
        return known.map_or_else(|| way.clone(), |word| word.name.clone());
    }
    let left = piece.full.filter(|full| *full > 1).zip(now.left);
    let mut words: Vec<String> = left
        .map(|(full, left)| text!("note-left", left, full).to_string())
        .into_iter()
        .collect();
    for condition in now.conditions.iter().flatten() {
        let known = sheet.conditions.iter().find(|word| word.id == *condition);
        words.extend(known.map(|word| word.name.clone()));
    }
    words.join(", ")
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The command that the fields of the page give: pieces that stand as they stood are left out.
pub(super) fn command(fields: &Fields) -> ApiResult<Value> {
    let number = |name: &str| -> ApiResult<Option<f64>> {
        fields.text(name).map_or(Ok(None), |text| {
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            number
                .map(Some)
                .ok_or_else(|| ApiError::body(format!("/{name}"), text!("note-number-expected")))
        })
    };
    let mut pieces = Vec::new();
    for (name, was) in fields.pairs() {
        let Some(id) = name
            .strip_prefix("f/piece/")
            .and_then(|rest| rest.strip_suffix("/was"))
        else {
            continue;
        };
        let was: NotedPiece = serde_json::from_str(was)
            .map_err(|why| ApiError::body(format!("/{name}"), said_elsewhere(why)))?;
        let of = |field: &str| format!("f/piece/{id}/{field}");
        let gone = fields.text(&of("gone")).map(ToOwned::to_owned);
        let at = number(&of("x"))?.zip(number(&of("y"))?);
        let left = fields.count(&of("left"))?;
        let conditions: Vec<String> = fields.all(&of("is")).map(ToOwned::to_owned).collect();
        let is = NotedPiece {
            piece: id.to_owned(),
            at: at.map(|(x, y)| BoardPoint::new(x, y)).filter(|_| gone.is_none()),
            facing: number(&of("facing"))?.filter(|_| gone.is_none()),
            left: left.filter(|_| gone.is_none()),
            conditions: was
                .conditions
                .as_ref()
                .or((!conditions.is_empty()).then_some(&Vec::new()))
                .map(|_| conditions.clone())
                .filter(|_| gone.is_none()),
            gone,
        };
        if is != was {
            pieces.push(is);
        }
    }
    let active = fields.needed("f/active")?;
    let kind = match fields.text("f/kind") {
        None | Some("gap") => NoteKind::Gap,
        Some("correction") => NoteKind::Correction,
        Some(_) => return Err(ApiError::body("/f/kind", text!("note-kind-expected"))),
    };
    let mut points = std::collections::BTreeMap::new();
    for (name, _) in fields.pairs() {
        let seat = name.strip_prefix("f/points/").and_then(|seat| seat.parse().ok());
        if let Some(seat) = seat
            && let Some(number) = fields.count(name)?
        {
            points.insert(seat, number);
        }
    }
    let position = NotedPosition {
        turn: fields
            .count("f/turn")?
            .ok_or_else(|| ApiError::body("/f/turn", text!("note-number-expected")))?,
        active: active
            .parse()
            .map_err(|_| ApiError::body("/f/active", text!("note-seat-expected")))?,
        phase: None,
        points,
        pieces,
    };
    Ok(json!({ "type": "position", "kind": kind, "position": position }))
}
