//! The recorder: a game is recorded by choosing what the rules offer. Whole without a script: every choice is a form.
//!
//! `desk` gathers what there is, `deeds` lays out what may be done, `table` what is not of the rules, `given` reads the
//! forms, `correct` changes the past, `undo` goes back in it as the game's policy lets one. The script (`recorder.js`) sends the same forms without a new page, shows on the
//! board where they lead, and keeps what was sent while the line was dead.

mod ahead;
mod army;
mod correct;
mod deeds;
mod desk;
mod equipment;
mod given;
mod noted;
mod orders;
mod placing;
mod set_up;
mod slots;
mod standing;
mod table;
pub(super) mod undo;

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use hindsight_kernel::{Awaiting, Overlay, Seat};
use hindsight_openapi::wire::AppliedCommands;
use hindsight_openapi::{Problem, ProblemKind};
use hindsight_reports::{UnitLinks, svg};
use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use super::clocks;
use super::form::Fields;
use super::house::{Colours, Page, chip};
use super::links::title_of;
use super::outcomes::on_to;
use super::replay::{aspect, said, sides};
use super::seen::{Moment, RequestedView, pointed_at};
use super::systems::{cited, linked};
use super::tabs::{Tab, tabs};
use super::words::result_words;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::COMMANDS;
use crate::base::messages::text;
use crate::base::new_id;
use crate::games::game_card;
use crate::games::player_names::shown_to;
use crate::http::pictures::theme;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};
use deeds::Deeds;
use desk::{Offered, server_rolls, speaks_for};

/// The fields of the forms.
const FIELDS: [&str; 25] = [
    "at", "command", "dice", "dry_run", "f/*", "first", "flip", "form", "game", "how", "imply", "key",
    "orders", "reason", "redone", "repair", "seat", "stopped", "text", "undoable", "unit", "variant",
    "version", "winner", "words",
];

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("recordPage", |ctx| async move {
        let seen = RequestedView::of(&ctx, None).await?;
        page(&ctx, &seen, None).await
    });
    mounts.on("recordNow", now);
    mounts.form::<RecordForm>("giveCommands");
    correct::mount(mounts);
    army::mount(mounts);
    noted::mount(mounts);
    standing::mount(mounts);
    undo::mount(mounts);
}

/// A form that was refused, and why.
struct Refused {
    problem: Problem,
    fields: Fields,
}

/// What stands in every form: the version it was decided by, a key of its own, and what to come back to.
pub(super) fn hidden(seen: &RequestedView, unit: Option<&str>) -> Markup {
    html! {
        input type="hidden" name="version" value=(seen.head.version());
        input type="hidden" name="key" value=(new_id());
        @if let Some(unit) = unit { input type="hidden" name="unit" value=(unit); }
        @if seen.flip { input type="hidden" name="flip" value="true"; }
        @if seen.shows_orders { input type="hidden" name="orders" value="true"; }
    }
}

/// Dice of the table, typed into one field; the script asks for exactly those that are needed.
fn typed_dice(seen: &RequestedView) -> Markup {
    html! {
        @if !server_rolls(seen) {
            label.typed-dice { span { (text!("recorder-dice")) } input type="text" name="dice" inputmode="numeric" maxlength="400" autocomplete="off" placeholder="3 5 6"; }
        }
    }
}

/// The parts of the page that change with every command.
async fn parts(ctx: &Ctx, seen: &RequestedView, drawn: hindsight_reports::Theme) -> ApiResult<Markup> {
    let moment = seen.moment(ctx).await?;
    let seats = speaks_for(seen, seen.head.game.as_ref());
    let ahead = ahead::ahead(ctx, seen, &seats).await?;
    let chosen = ctx.query.text("unit").map(ToOwned::to_owned);
    let offered = Offered::now(ctx, seen, &moment, chosen).await?;
    let offered = offered.with_next(ctx, seen, ahead.as_ref()).await?;
    let chosen = offered.chosen.as_deref();
    let (hidden, asks) = (hidden(seen, chosen), typed_dice(seen));
    let action = format!("/g/{}/record", seen.head.id);
    let choose = |unit: &str| table::address(seen, Some(unit), None);
    let deeds = Deeds {
        offered: &offered,
        system: seen.head.system,
        action: &action,
        choose: &choose,
        hidden: &hidden,
        asks: &asks,
        elsewhere: &|offer| slots::is_built(offer, &offered.choices, seen),
    };
    let orders = orders::orders(ctx, seen).await?;
    let pieces = placing::pieces(ctx, seen).await?;
    let set_up = set_up::panel(ctx, seen, &offered, &seats, (&hidden, !pieces.is_empty())).await?;
    let standing = standing::panel(ctx, seen, &offered.info).await?;
    let ruling = ctx.query.text("ruling").filter(|_| seen.sight.keeps);
    Ok(html! {
        div.stage {
            section.table aria-label=(text!("recorder-table")) {
                (sides(&moment))
                div.view {
                    (board(seen, &moment, (drawn, orders::ghosts(&orders)), chosen, &placing::form(seen, &pieces, &hidden)))
                    div.zoom hidden {
                        button type="button" data-does="closer" aria-label=(text!("recorder-zoom-in")) { "+" }
                        button type="button" data-does="further" aria-label=(text!("recorder-zoom-out")) { "−" }
                        button type="button" data-does="whole" aria-label=(text!("recorder-whole-board")) { "⤢" }
                    }
                }
                div aria-live="polite" aria-atomic="true" { (said(&moment)) }
            }
            aside.beside {
                section.ask aria-labelledby="asked" data-part="ask" {
                    (clocks::running(ctx, seen).await?)
                    (undo::button(ctx, seen, &hidden).await?)
                    (undo::request(ctx, seen, &offered.info))
                    (asked(seen, &offered, &seats))
                    // What a unit does after passes comes before what could be done instead of them.
                    @let beyond = offered.next.iter().any(|next| next.passes > 0);
                    @if beyond { (deeds.of_the_chosen()) }
                    @if let Some(ahead) = &ahead { (ahead::panel(ahead, seen, &deeds)) }
                    (orders::panel(&orders, seen, &offered, (&action, &hidden)))
                    (set_up)
                    (standing)
                    (table::proposal(seen, &offered, &seats, &hidden))
                    @for offer in slots::building(&offered.offers, &offered.choices, seen) {
                        @let of = offered.info.seats.iter().find(|info| info.seat == offer.seat).map_or("", |info| info.name.as_str());
                        p.ways-in { a.main href=(format!("/g/{}/army?seat={}", seen.head.id, offer.seat)) { (text!("recorder-card-by-card", army = slots::heading(offer, &offered.choices, seen, of))) } }
                    }
                    @if !seats.is_empty() {
                        @if !beyond { (deeds.of_the_chosen()) }
                        // Another unit is chosen as easily where the acts of one are laid out.
                        @if offered.next.is_empty() { (deeds.of_the_table()) }
                        (deeds.units())
                        @if !offered.next.is_empty() { (deeds.of_the_table()) }
                    }
                }
                section.lately-recorded aria-labelledby="lately" data-part="lately" {
                    h2 #lately { (text!("history-title")) }
                    (table::lately(ctx, seen, &hidden).await?)
                }
                @if !seats.is_empty() {
                    section.besides aria-label=(text!("recorder-besides")) data-part="besides" {
                        p.ways-in { a href="/help/recording" { (text!("recorder-help")) } }
                        (by_words(seen, &hidden, &asks))
                        (table::talk(seen, &offered, &seats, &hidden))
                        @if seen.sight.keeps {
                            (table::ruling(seen, &offered, ruling, &hidden))
                            @if seen.head.game.sheet(seen.viewer).is_some() {
                                p.ways-in { a href=(noted::address(seen)) { (text!("recorder-note-positions")) } }
                            }
                        }
                    }
                }
            }
        }
    })
}

/// Whose decision it is.
fn asked(seen: &RequestedView, offered: &Offered, seats: &[Seat]) -> Markup {
    let info = &offered.info;
    // Many questions begin with the name of who is asked.
    let name = |awaiting: &Awaiting| {
        let found = info.seats.iter().find(|info| info.seat == awaiting.seat);
        found
            .map(|info| info.name.as_str())
            .filter(|name| !awaiting.question.starts_with(name))
    };
    let players = shown_to(&seen.head.card, seen.sight.yours);
    let player = |seat: Seat| {
        let known = players.get(&seat);
        let side = info.seats.iter().find(|info| info.seat == seat);
        // A player who is called as their side is named once.
        known.filter(|name| !name.is_empty() && side.is_none_or(|side| side.name != **name))
    };
    html! {
        h2 #asked { @if info.outcome.is_some() { (text!("recorder-over")) } @else { (text!("recorder-next")) } }
        @if let Some(outcome) = &info.outcome {
            p { (seen.head.card.result.as_deref().map_or_else(|| outcome.reason.to_string(), |result| result_words(result).into())) " " (cited(seen.head.system, &outcome.rule)) }
            @let game = seen.head.id;
            p.ways-in {
                a.main href=(format!("/g/{game}")) { (text!("recorder-replay")) }
                a href=(format!("/g/{game}/figures")) { (text!("recorder-statistics")) }
                a href=(format!("/g/{game}/report")) { (text!("recorder-report")) }
            }
        }
        @for awaiting in info.awaiting.iter().filter(|_| info.outcome.is_none()) {
            p.question {
                (chip(awaiting.seat)) " "
                @if let Some(name) = name(awaiting) { strong { (name) } ": " }
                (awaiting.question) " "
                @if let Some(player) = player(awaiting.seat) { span.quiet { "(" (player) ") " } } (cited(seen.head.system, &awaiting.rule))
            }
        }
        @if seats.is_empty() {
            p.hint {
                (text!("recorder-who-records"; sign_in = html! { a href=(format!("/signin?next=/g/{}/record", seen.head.id)) { (text!("recorder-sign-in")) } }))
            }
        } @else if info.outcome.is_none() && !info.awaiting.iter().any(|awaiting| seats.contains(&awaiting.seat)) {
            p.hint { (text!("recorder-other-side")) }
        }
    }
}

/// A command in the words of the notation, for who knows them.
fn by_words(seen: &RequestedView, hidden: &Markup, asks: &Markup) -> Markup {
    html! {
        details.words {
            summary { (text!("recorder-type")) }
            form method="post" action=(format!("/g/{}/record", seen.head.id)) data-records {
                (hidden)
                label.grows { span { (text!("recorder-notation")) } input type="text" name="words" maxlength="4000" autocomplete="off" spellcheck="false"; }
                (asks)
                button type="submit" { (text!("recorder-record")) }
                p.quiet { a href=(format!("/systems/{}/notation", seen.head.system.id())) { (text!("recorder-commands")) } }
            }
        }
    }
}

/// The board; its units lead to what they may do. What its script needs to point at it stands beside it.
fn board(
    seen: &RequestedView,
    moment: &Moment,
    (theme, ghosts): (hindsight_reports::Theme, Vec<Overlay>),
    chosen: Option<&str>,
    placing: &Markup,
) -> Markup {
    let mut drawing = seen.options(moment, theme);
    drawing.overlays = ghosts;
    drawing.unit_links = Some(UnitLinks {
        before: format!("/g/{}/record?unit=", seen.head.id),
        after: if seen.flip {
            "&flip=true".to_owned()
        } else {
            String::new()
        },
    });
    let measures = pointed_at(&moment.board, &seen.options(moment, theme));
    html! {
        div.board data-part="board" data-theme=(Colours::word(theme)) data-chosen=[chosen] data-measures=(measures) {
            (PreEscaped(svg(&moment.board, &drawing)))
            (placing)
        }
    }
}

async fn page(ctx: &Ctx, seen: &RequestedView, refused: Option<Refused>) -> Answer {
    let colours = Colours::of(ctx.req.headers());
    let game = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
    let title = title_of(&game);
    let status = refused.as_ref().map_or(200, |refused| refused.problem.status);
    let moment = seen.moment(ctx).await?;
    let body = html! {
        div class=(format!("recorder replay {}", aspect(seen, &moment, colours.drawn))) data-game=(seen.head.id) data-version=(seen.head.version()) data-drawn=(Colours::word(colours.drawn))
            data-chosen=[colours.chosen.map(Colours::word)] data-compact=(seen.compact) data-system=(seen.head.system.id()) {
            header.game {
                div {
                    h1 { (title) }
                    p.quiet {
                        a href=(format!("/systems/{}", seen.head.system.id())) { (seen.head.system.title()) }
                        @for (seat, name) in &game.players { " · " (seat) " " (name) }
                    }
                }
                p.line role="status" data-is="line" hidden {}
            }
            (tabs(seen, Tab::Record))
            div.notes aria-live="polite" { @if let Some(refused) = &refused { (refusal(seen, refused)) } }
            section.dice-wanted aria-labelledby="dice-wanted" hidden { h2 #dice-wanted { (text!("recorder-dice-wanted")) } }
            div.confirm.undo-bar data-is="undo-bar" hidden {
                span data-is="what" role="status" {}
                button type="button" {}
            }
            div.confirm data-is="confirm" hidden {
                span data-is="what" role="status" {}
                button type="button" data-does="cancel" { (text!("recorder-cancel")) }
                button.main type="button" data-does="confirm" { (text!("recorder-record")) }
            }
            section.waiting aria-labelledby="waiting" hidden { h2 #waiting { (text!("recorder-waiting")) } ol {} }
            section.came-of-it aria-labelledby="came-of-it" hidden { h2 #came-of-it { (text!("recorder-recorded")) } ul data-is="done" aria-live="polite" {} }
            (parts(ctx, seen, colours.drawn).await?)
        }
    };
    let heading = text!("recorder-title", title = title.to_owned());
    let page = Page {
        colours: Some(colours),
        head: html! { meta name="robots" content="noindex"; },
        scripts: &["recorder.js", "clock.js"],
        class: "wide",
        ..Page::plain(heading, body)
    };
    let mut answer = page.answer(&ctx.req);
    *answer.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    Ok(answer)
}

/// Why nothing was recorded; where dice are missing, the same form again with a field for them.
fn refusal(seen: &RequestedView, refused: &Refused) -> Markup {
    let problem = &refused.problem;
    let needs_dice = problem.more.get("needed").is_some();
    let again = ["version", "key", "dice"];
    html! {
        section.refused role="alert" {
            p {
                strong { (text!("recorder-refusal", title = &problem.title)) } " " (problem.detail) " "
                @if let Some(rule) = &problem.rule { (linked(seen.head.system, rule)) }
                @if let Some(page) = &problem.page { " " span.quiet { (page) } }
            }
            @let faults = faults(problem);
            @if !faults.is_empty() { ul { @for fault in faults { li { (fault) } } } }
            @if needs_dice {
                form method="post" action=(format!("/g/{}/record", seen.head.id)) {
                    input type="hidden" name="version" value=(seen.head.version());
                    input type="hidden" name="key" value=(new_id());
                    @for (name, value) in refused.fields.pairs().filter(|(name, _)| !again.contains(name)) {
                        input type="hidden" name=(name) value=(value);
                    }
                    label { span { (text!("recorder-all-dice")) } input type="text" name="dice" value=[refused.fields.text("dice")] inputmode="numeric" autocomplete="off"; }
                    button type="submit" { (text!("recorder-record")) }
                }
            }
        }
    }
}

/// Every fault that a problem names.
pub(super) fn faults(problem: &Problem) -> Vec<String> {
    let listed = problem
        .more
        .get("faults")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    let words = |fault: &Value| match fault {
        Value::String(text) => text.clone(),
        other => {
            let text = |name: &str| other.get(name).and_then(Value::as_str);
            let told = text("message")
                .or_else(|| text("reason"))
                .or_else(|| text("fault"));
            told.map_or_else(|| other.to_string(), ToOwned::to_owned)
        }
    };
    listed.iter().map(words).collect()
}

async fn now(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let parts = parts(&ctx, &seen, theme(&ctx)).await?;
    let part = html! { div.frame data-version=(seen.head.version()) { (parts) } };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(part.0))
}

/// What a refused form is shown with again, instead of a page that only says what is wrong.
const SHOWN_AGAIN: &[ProblemKind] = &[
    ProblemKind::Refused,
    ProblemKind::InvalidBody,
    ProblemKind::UnknownField,
    ProblemKind::StaleVersion,
    ProblemKind::CommandKeyReused,
];

/// The forms of the recorder.
struct RecordForm;

impl PageForm for RecordForm {
    const DATA_FIRST: bool = true;

    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let (head, sight) = ctx.game().await?;
        let fields = Fields::known(sent, &FIELDS)?;
        let mut asked = given::asked(&fields, head.system)?;
        let request = if let Some(repair) = asked.repair.take() {
            correct::refuse_others(&sight)?;
            let left_out = correct::commands_from(ctx, &head, repair.stopped).await?;
            let mut commands = vec![asked.command, repair.command];
            commands.extend(left_out.into_iter().take(repair.redone.min(COMMANDS - 2)));
            FormRequest::json(&commands)?
        } else if let Some(first) = asked.first.take() {
            FormRequest::json(&[first, asked.command])?.query("atomic", "true")
        } else {
            FormRequest::json(&asked.command)?
        };
        let request = request.decided_by(asked.version).key(asked.key.as_deref());
        let request = ["imply", "undoable"]
            .into_iter()
            .filter(|flag| fields.ticked(flag))
            .fold(request, |request, flag| request.query(flag, "true"));
        Ok(if asked.dry_run {
            request.query("dry_run", "true")
        } else {
            request
        })
    }

    /// Leads back to the recorder; shows what a correction would change, or the form again with what was refused.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let answer = match outcome {
            Ok(answer) => answer,
            Err(error) => return refused(&ctx, sent, error).await,
        };
        let fields = Fields::known(sent, &FIELDS)?;
        let asked = given::asked(&fields, ctx.game().await?.0.system)?;
        let seen = RequestedView::of(&ctx, None).await?;
        if let (Some(at), true) = (asked.corrects, asked.dry_run) {
            let done: AppliedCommands = answered(answer).await?;
            return correct::preview(&ctx, &seen, at, &fields, &done).await;
        }
        let seen = RequestedView {
            flip: asked.flip,
            shows_orders: asked.orders,
            ..seen
        };
        if fields.text("form") == Some("position") {
            return Ok(on_to(&noted::address(&seen)).finish());
        }
        Ok(on_to(&table::address(&seen, asked.unit.as_deref(), None)).finish())
    }
}

/// Answers a form that was refused. The others are asked for what they have to agree to.
async fn refused(ctx: &Ctx, sent: &[u8], error: ApiError) -> Answer {
    let Ok(fields) = Fields::known(sent, &FIELDS) else {
        return Err(error);
    };
    let (head, _) = ctx.game().await?;
    if error.kind() == ProblemKind::NeedsConsent {
        let asked = given::asked(&fields, head.system)?;
        if asked.corrects.is_none() || asked.dry_run || asked.repair.is_some() {
            return Err(error);
        }
        let seen = RequestedView::of(ctx, None).await?;
        return match undo::ask_to_correct(ctx, &seen, asked.command).await {
            Ok(()) => Ok(on_to(&format!("/g/{}/record", head.id)).finish()),
            Err(error) => shown_again(ctx, fields, error).await,
        };
    }
    shown_again(ctx, fields, error).await
}

/// The page of a form that was refused with the form again, where that helps.
async fn shown_again(ctx: &Ctx, fields: Fields, error: ApiError) -> Answer {
    if !SHOWN_AGAIN.contains(&error.kind()) {
        return Err(error);
    }
    let seen = RequestedView::of(ctx, None).await?;
    let refused = Refused {
        problem: error.problem().clone(),
        fields,
    };
    if refused.fields.text("form") == Some("position") {
        let mut answer = noted::page(ctx, &seen, Some(&refused)).await?;
        *answer.status_mut() = StatusCode::from_u16(refused.problem.status).unwrap_or(StatusCode::OK);
        return Ok(answer);
    }
    match refused.fields.text("at").and_then(|at| at.parse().ok()) {
        Some(at) => correct::page(ctx, &seen, at, Some(refused)).await,
        None => page(ctx, &seen, Some(refused)).await,
    }
}
