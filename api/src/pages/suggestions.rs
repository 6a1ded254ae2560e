//! Candidate mistakes: a panel on the replay page, and a page of their own. Everything is a link or a form.

use std::collections::BTreeMap;

use hindsight_annotations::{Glyph, GlyphKind};
use hindsight_kernel::Message;
use hindsight_kernel::coach::MeasureBasis;
use hindsight_openapi::wire::{
    AnswerSuggestion, SuggestionDeed, SuggestionForm, SuggestionShown, Suggestions, Timeline,
};
use maud::{Markup, html};

use super::form::Fields;
use super::house::{Colours, Page, board_picture, chip, wide};
use super::links::{query, title_of};
use super::outcomes::on_to;
use super::seen::RequestedView;
use super::systems::all_linked;
use super::tabs::{Tab, tabs};
use super::timeline::turn_of;
use crate::analysis::suggestions::{WantedSuggestions, proof_number};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::game_card;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("suggestionsPage", page);
    mounts.form::<AnswerForm>("answerSuggestion");
}

/// The suggestions of a game for its replay page, unless the coach would take long to find them.
pub(super) async fn near(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Option<Suggestions>> {
    let viewer = seen.sight.through(None, seen.head.over)?;
    if !ctx.services.coach.suggestions_are_near(&seen.head, viewer) {
        return Ok(None);
    }
    let found = ctx
        .services
        .coach
        .suggestions(seen.reader(ctx), WantedSuggestions::default())
        .await;
    // A busy coach is no reason to show no replay.
    Ok(found.ok())
}

/// The panel of the replay page.
pub(super) fn panel(
    ctx: &Ctx,
    seen: &RequestedView,
    known: Option<&Suggestions>,
    course: &Timeline,
) -> Markup {
    let all = format!("/g/{}/suggestions", seen.head.id);
    html! {
        details.suggestions #suggestions {
            summary { (text!("mistakes-possible")) @if let Some(known) = known { " (" (known.items.len()) ")" } }
            @match known {
                None => p.hint { a href=(all) { (text!("mistakes-look-possible-mistakes")) } "." },
                Some(known) => {
                    p.quiet { (text!("mistakes-found-rules-over")) " " a href=(all) { (text!("mistakes-all-them-what")) } }
                    (list(ctx, seen, &known.items, course, Shown::Beside(seen.version)))
                }
            }
        }
    }
}

/// Where suggestions are shown.
#[derive(Clone, Copy)]
enum Shown<'s> {
    /// Beside the board of a moment, to which forms lead back.
    Beside(u64),
    /// On a page of their own, each with its boards; the second ones by the places of suggestions.
    Alone(&'s BTreeMap<String, Other>, Colours),
}

impl Shown<'_> {
    const fn back(self) -> Option<u64> {
        match self {
            Self::Beside(version) => Some(version),
            Self::Alone(..) => None,
        }
    }
}

/// The boards of a suggestion: what was done as a trail, and beside it what would have been better, or all that the unit could
/// have done at that decision.
fn moment_boards(seen: &RequestedView, item: &SuggestionShown, shown: Shown<'_>) -> Markup {
    let Shown::Alone(others, colours) = shown else {
        return html! {};
    };
    let board = |fields: &[(&str, &str)], leads_to: u64, alt: Message, caption: &Markup| {
        let fields = query(fields.iter().copied());
        let address = format!("/v1/games/{}/board.svg{fields}", seen.head.id);
        html! {
            figure {
                a href=(seen.address(leads_to)) { (board_picture(colours, &address, alt)) }
                figcaption { (caption) }
            }
        }
    };
    let at = item.version.to_string();
    let done = text!("mistakes-board-done", event = item.version);
    html! {
        div.moment-boards {
            (board(&[("at", &at), ("overlays", "last:1")], item.version, done, &html! { (text!("mistakes-what-was-done")) }))
            @match others.get(&name(item)) {
                Some(Other::Better { rolls }) => @if let Some(better) = &item.better {
                    @let instead = of_unit(item);
                    @let alt = text!("mistakes-board-chosen", event = better.at, words = &better.words);
                    (board(&[("at", &at), ("instead", &instead)], better.at, alt, &html! {
                        b { (text!("mistakes-better-choice", words = &better.words)) }
                        @if *rolls { br; span.quiet { (text!("mistakes-dice-decide-rest")) } }
                    }))
                },
                Some(Other::All { before }) => @if let Some(unit) = &item.unit {
                    @let (at, overlays) = (before.to_string(), format!("inspect:{unit}"));
                    @let alt = text!("mistakes-board-could", event = *before, unit);
                    (board(&[("at", &at), ("overlays", &overlays)], *before, alt, &html! { (text!("mistakes-what-could-have")) }))
                },
                None => {}
            }
        }
    }
}

/// A suggestion at a version, as pictures name it.
fn of_unit(item: &SuggestionShown) -> String {
    match &item.unit {
        Some(unit) => format!("{}:{unit}", item.detector),
        None => item.detector.clone(),
    }
}

/// What the second board of a suggestion shows.
#[derive(Debug, Clone, Copy)]
enum Other {
    /// The better choice that the suggestion knows, which may roll dice.
    Better { rolls: bool },
    /// All that its unit could have done in the decision after this version.
    All { before: u64 },
}

/// The second boards of suggestions, by their places on the page; none where nothing stood on the board.
async fn other_boards(
    ctx: &Ctx,
    seen: &RequestedView,
    items: &[SuggestionShown],
) -> ApiResult<BTreeMap<String, Other>> {
    let games = &ctx.services.games;
    let past = games.past(&seen.head).await?;
    let mut found = BTreeMap::new();
    for item in items {
        let before = match &item.better {
            Some(better) => better.at,
            None => past.command_of(item.version).saturating_sub(1),
        };
        if before == 0 {
            continue;
        }
        let then = games.at(&seen.head, Some(before), seen.viewer).await?;
        let other = if let Some(better) = &item.better {
            let done = then.without_dice(item.seat, &better.commands, seen.viewer);
            done.ok()
                .filter(|done| !done.board.tokens.is_empty())
                .map(|done| Other::Better { rolls: done.rolls })
        } else {
            let board = then.board(seen.viewer);
            let stands = |unit: &String| board.tokens.iter().any(|token| token.id == *unit);
            item.unit
                .as_ref()
                .filter(|unit| stands(unit))
                .map(|_| Other::All { before })
        };
        found.extend(other.map(|other| (name(item), other)));
    }
    Ok(found)
}

fn list(
    ctx: &Ctx,
    seen: &RequestedView,
    items: &[SuggestionShown],
    course: &Timeline,
    shown: Shown<'_>,
) -> Markup {
    let units = seen.head.game.units(seen.viewer);
    let place = |item: &SuggestionShown| {
        let unit = item.unit.as_ref().map(|id| {
            let known = units.iter().find(|known| known.id == *id);
            known.map_or_else(|| id.clone(), |known| known.name.clone())
        });
        let turn = turn_of(course, item.version);
        match unit {
            Some(unit) => format!("{turn}: {unit}"),
            None => turn,
        }
    };
    let writes = ctx.caller.annotates(seen.head.id).is_some();
    html! {
        @if items.is_empty() { p.hint { (text!("mistakes-coach-found-nothing")) } }
        @else {
            ol.suggestion-list {
                @for item in items { (suggestion_item(seen, item, &place(item), writes, shown)) }
            }
        }
    }
}

fn suggestion_item(
    seen: &RequestedView,
    item: &SuggestionShown,
    place: &str,
    writes: bool,
    shown: Shown<'_>,
) -> Markup {
    let back = shown.back();
    let dismissed = item.answers.iter().any(|answer| answer.annotation.is_none());
    let mine = item
        .answers
        .iter()
        .any(|answer| answer.author.you && answer.annotation.is_some());
    html! {
        li.suggestion.aside[dismissed] id=(name(item)) {
            // On its own page everything is there to be read; beside a board only what is of that moment.
            details open[back.is_none_or(|back| back == item.version)] {
                summary {
                    (chip(item.seat)) " "
                    span.glyph title=(item.glyph.words) { (item.glyph.sign) } " " b { (item.name) }
                    " · " (place)
                    " " span.quiet { (text!("mistakes-event", version = item.version)) @if dismissed { " · " (text!("mistakes-dismissed")) } @if mine { " · " (text!("mistakes-accepted")) } }
                }
                (moment_boards(seen, item, shown))
                p { (item.reason) }
                @if let Some(better) = item.better.as_ref().filter(|_| !has_picture(item, shown)) {
                    p.better { b { (text!("mistakes-better-choice", words = &better.words)) } }
                }
                table.proof {
                    tbody { @for proof in &item.numbers { tr { th scope="row" { (proof.name) } td.number { (proof_number(proof.value)) } } } }
                }
                @if !item.weighed.is_empty() { (measures(item)) }
                p.quiet {
                    (text!("mistakes-rules-of"; rules = all_linked(seen.head.system, &item.rules)))
                    " · " a href=(seen.address(item.version)) data-go=(item.version) { (text!("mistakes-show-board")) }
                }
                @for answer in &item.answers {
                    @if let Some(annotation) = &answer.annotation {
                        p.quiet { (text!("mistakes-accepted-by", name = &answer.author.name; annotation = html! { a href=(format!("{}#a-{annotation}", item.page)) { (text!("mistakes-annotation")) } })) }
                    }
                }
                @if writes && !mine { (answers(seen, item, dismissed, back)) }
            }
        }
    }
}

/// The measures of what was done and of the better choice, side by side.
fn measures(item: &SuggestionShown) -> Markup {
    let basis = |basis: MeasureBasis| match basis {
        MeasureBasis::Odds => text!("mistakes-exact-odds"),
        MeasureBasis::Certain => text!("mistakes-no-dice"),
    };
    html! {
        table.proof {
            thead { tr { th scope="col" { (text!("mistakes-compared")) } th.number scope="col" { (text!("mistakes-done")) } th.number scope="col" { (text!("mistakes-better")) } th scope="col" { (text!("mistakes-by")) } } }
            tbody {
                @for one in &item.weighed {
                    tr {
                        th scope="row" { (one.what) }
                        td.number { (proof_number(one.done)) }
                        td.number { (proof_number(one.better)) }
                        td { (basis(one.basis)) }
                    }
                }
            }
        }
    }
}

/// Whether the better choice of a suggestion is drawn.
fn has_picture(item: &SuggestionShown, shown: Shown<'_>) -> bool {
    matches!(shown, Shown::Alone(others, _) if matches!(others.get(&name(item)), Some(Other::Better { .. })))
}

/// The place of a suggestion on a page.
fn name(item: &SuggestionShown) -> String {
    let unit = item.unit.as_deref().unwrap_or("game");
    format!("s-{}-{}-{unit}", item.detector, item.version)
}

fn answers(seen: &RequestedView, item: &SuggestionShown, dismissed: bool, back: Option<u64>) -> Markup {
    let which = html! {
        input type="hidden" name="detector" value=(item.detector);
        input type="hidden" name="version" value=(item.version);
        @if let Some(unit) = &item.unit { input type="hidden" name="unit" value=(unit); }
        @if let Some(back) = back { input type="hidden" name="back" value=(back); }
    };
    let address = format!("/g/{}/suggestions", seen.head.id);
    let chosen = item.glyph.number;
    html! {
        div.actions {
            form method="post" action=(address) { (which) button.main name="does" value="accept" { (text!("mistakes-accept")) } }
            form method="post" action=(address) {
                (which)
                @if dismissed { button name="does" value="reopen" { (text!("mistakes-reopen")) } }
                @else { button name="does" value="dismiss" { (text!("mistakes-dismiss")) } }
            }
        }
        details {
            summary { (text!("mistakes-edit-wording")) }
            form method="post" action=(address) {
                (which)
                label { (text!("mistakes-what-was-done"))
                    select name="glyph" {
                        @for glyph in Glyph::of(GlyphKind::Move) { option value=(glyph.number) selected[glyph.number == chosen] { (glyph.sign) " " (glyph.words) } }
                    }
                }
                label { (text!("mistakes-text-markdown")) textarea name="text" rows="4" maxlength="10000" required { (item.reason) } }
                button.main name="does" value="accept" { (text!("mistakes-save-accept")) }
            }
        }
    }
}

async fn page(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let found = ctx
        .services
        .coach
        .suggestions(seen.reader(&ctx), WantedSuggestions::default())
        .await?;
    let course = ctx.services.timelines.timeline(&seen.head, seen.viewer).await?;
    let others = other_boards(&ctx, &seen, &found.items).await?;
    let colours = Colours::of(ctx.req.headers());
    let game = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
    let title = text!("mistakes-title", title = title_of(&game).to_owned());
    let home = format!("/g/{}", seen.head.id);
    let body = html! {
        header.game { h1 { a href=(home) { (title_of(&game)) } } }
        (tabs(&seen, Tab::Mistakes))
        header {
            p.lead { (text!("mistakes-what-coach-would")) }
            @if ctx.caller.annotates(seen.head.id).is_none() {
                @let next = query([("next", format!("{home}/suggestions").as_str())]);
                p.hint { (text!("mistakes-sign-in-first"; sign_in = html! { a href=(format!("/signin{next}")) { (text!("mistakes-sign-in")) } })) }
            }
        }
        section aria-labelledby="found" {
            h2 #found { (text!("mistakes-found-count", count = found.items.len())) }
            (list(&ctx, &seen, &found.items, &course, Shown::Alone(&others, colours)))
        }
        section aria-labelledby="watched" {
            h2 #watched { (text!("mistakes-what-we-look")) }
            (wide(text!("mistakes-mistakes-looked"), &html! {
                table {
                    thead { tr { th scope="col" { (text!("mistakes-mistake")) } th scope="col" { (text!("mistakes-what-means")) } th scope="col" { (text!("mistakes-rules")) } th.number scope="col" { (text!("mistakes-found")) } } }
                    tbody {
                        @for detector in &found.detectors {
                            tr { th scope="row" { (detector.glyph.sign) " " (detector.name) } td { (detector.watches) }
                                td { (all_linked(seen.head.system, &detector.rules)) } td.number { (detector.found) } }
                        }
                    }
                }
            }))
        }
    };
    let page = Page {
        colours: Some(colours),
        class: "report coach",
        ..Page::plain(title, body)
    };
    Ok(page.answer(&ctx.req))
}

/// The form by which a suggestion is answered; it leads back to its page.
struct AnswerForm;

impl PageForm for AnswerForm {
    async fn request(_: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let form = Fields::of::<SuggestionForm>(sent)?;
        let does = match form.needed("does")? {
            "accept" => SuggestionDeed::Accept,
            "dismiss" => SuggestionDeed::Dismiss,
            "reopen" => SuggestionDeed::Reopen,
            other => {
                let reason = text!("suggestion-does", other = quoted(other));
                return Err(ApiError::body("/does", reason));
            }
        };
        let accepts = does == SuggestionDeed::Accept;
        FormRequest::json(&AnswerSuggestion {
            does,
            detector: form.needed("detector")?.to_owned(),
            version: form.needed_number("version")?,
            unit: form.text("unit").map(ToOwned::to_owned),
            text: form.written("text").filter(|_| accepts).map(ToOwned::to_owned),
            glyphs: match form.number::<u8>("glyph")? {
                Some(glyph) if accepts => Some(vec![glyph]),
                Some(_) | None => None,
            },
            layer: form.text("layer").map(ToOwned::to_owned),
        })
    }

    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let shown: SuggestionShown = answered(outcome?).await?;
        let (game, place) = (ctx.path("game"), name(&shown));
        let back = match Fields::parse(sent)?.number::<u64>("back")? {
            Some(version) => format!("/g/{game}/{version}#{place}"),
            None => format!("/g/{game}/suggestions#{place}"),
        };
        Ok(on_to(&back).finish())
    }
}
