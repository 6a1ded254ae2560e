//! The replay: a game moment by moment, whole without a script, and the parts that its script asks for.

use bytes::Bytes;
use hindsight_kernel::{Message, Overlay, Seat};
use hindsight_openapi::wire::Event;
use hindsight_reports::{PictureOptions, Theme, svg};
use maud::{Markup, PreEscaped, html};

use super::annotations::{self, Said};
use super::dice::faces;
use super::house::{Colours, Page, chip, shows_results};
use super::icons::{BACK, FIRST, LAST, ON, PAUSE, PLAY, TURN_BACK, TURN_ON, icon};
use super::links::title_of;
use super::log::log;
use super::reviews::{self, Together};
use super::seen::{Moment, RequestedView};
use super::tabs::{Tab, result, tabs};
use super::unit::{UnitView, card, unit};
use super::variation_tree::VariationTree;
use super::{live, share, suggestions, timeline, variations};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::clock::clock_words;
use crate::games::headlines::unit_name;
use crate::games::{EventRange, game_card};
use crate::http::conditional::{Keep, View, tagged};
use crate::http::pictures::{Form, picture, theme};
use crate::http::{Answer, Ctx, Mounts, games};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("gamePage", |ctx| async move {
        let seen = timeline::opening(&ctx).await?;
        page(&ctx, &seen).await
    });
    mounts.on("gameThumbnail", thumbnail);
    mounts.on("momentPage", |ctx| async move {
        let seen = RequestedView::at_path(&ctx).await?;
        page(&ctx, &seen).await
    });
    mounts.on("momentFrame", frame);
    mounts.on("momentLog", log_part);
    mounts.on("momentUnit", unit_part);
    mounts.on("gamePageJson", games::get);
    mounts.on("gamePageSvg", |ctx| async move {
        let (head, sight) = ctx.game().await?;
        picture(&ctx, &head, &sight, None, Form::Svg).await
    });
    mounts.on("gamePagePng", |ctx| async move {
        let (head, sight) = ctx.game().await?;
        picture(&ctx, &head, &sight, None, Form::Png).await
    });
    mounts.on("momentPageJson", event);
    mounts.on("momentPageSvg", |ctx| async move {
        moment_picture(&ctx, Form::Svg).await
    });
    mounts.on("momentPagePng", |ctx| async move {
        moment_picture(&ctx, Form::Png).await
    });
}

/// The picture of a game in a list: a lively moment, and not how it ended.
async fn thumbnail(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let course = ctx.services.timelines.timeline(&head, viewer).await?;
    let version = if head.over {
        timeline::lively(&course)
    } else {
        head.version()
    };
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: version,
        media: "image/svg+xml",
    };
    let theme = theme(&ctx);
    view.answer(|| async {
        let seen = RequestedView::whole(std::sync::Arc::clone(&head), sight, viewer, version);
        let moment = seen.moment(&ctx).await?;
        // It is shown a few centimetres wide: few labels, and large ones.
        let options = PictureOptions {
            width: 600,
            compact: true,
            ..seen.options(&moment, theme)
        };
        ctx.services
            .store
            .work(move |_| Ok(svg(&moment.board, &options).into_bytes()))
            .await
    })
    .await
}

async fn moment_picture(ctx: &Ctx, form: Form) -> Answer {
    let seen = RequestedView::at_path(ctx).await?;
    picture(ctx, &seen.head, &seen.sight, Some(seen.version), form).await
}

/// The event of a moment as data.
async fn event(ctx: Ctx) -> Answer {
    let seen = RequestedView::at_path(&ctx).await?;
    let (version, viewer) = (seen.version, seen.viewer);
    let view = View {
        ctx: &ctx,
        head: &seen.head,
        viewer,
        at: version,
        media: "application/json",
    };
    view.answer(|| async {
        let past = ctx.services.games.past(&seen.head).await?;
        ctx.services
            .store
            .work(move |_| {
                let look = EventRange {
                    from: version,
                    to: version,
                    all_lines: true,
                    facts: false,
                };
                let event: Option<Event> = past.events(look, viewer, 1)?.into_iter().next();
                serde_json::to_vec(&event).map_err(|why| ApiError::fault("writing the event", why))
            })
            .await
    })
    .await
}

/// A part of the page, kept ready for those who step over the same moments.
async fn part<F, Fut>(ctx: &Ctx, seen: &RequestedView, make: F) -> Answer
where
    F: FnOnce() -> Fut,
    Fut: Future<Output = ApiResult<Markup>>,
{
    let view = View {
        ctx,
        head: &seen.head,
        viewer: seen.viewer,
        at: seen.version,
        media: "text/html; charset=utf-8",
    };
    view.answer(|| async { Ok(make().await?.0.into_bytes()) }).await
}

async fn frame(ctx: Ctx) -> Answer {
    let seen = RequestedView::at_path(&ctx).await?;
    part(&ctx, &seen, || async {
        let moment = seen.moment(&ctx).await?;
        Ok(html! {
            div.frame data-version=(seen.version) data-before=[moment.before] data-after=[moment.after] data-caption=(moment.caption) {
                (sides(&moment))
                (board(&seen, &moment, theme(&ctx), None, Vec::new()))
                (said(&moment))
                (units(&seen, &moment))
            }
        })
    })
    .await
}

async fn log_part(ctx: Ctx) -> Answer {
    let seen = RequestedView::at_path(&ctx).await?;
    part(&ctx, &seen, || async {
        let course = ctx.services.timelines.timeline(&seen.head, seen.viewer).await?;
        log(&ctx, &seen, &course).await
    })
    .await
}

async fn unit_part(ctx: Ctx) -> Answer {
    let seen = RequestedView::at_path(&ctx).await?;
    let id = ctx.path("unit").to_owned();
    let moment = seen.moment(&ctx).await?;
    let found = unit(&ctx, &seen, &moment, &id).await?;
    let part = html! {
        div.frame data-version=(seen.version) {
            (card(&found, &seen))
            (board(&seen, &moment, theme(&ctx), Some(&found), Vec::new()))
        }
    };
    let etag = format!("\"{}\"", &blake3::hash(part.0.as_bytes()).to_hex()[..16]);
    let bytes = Bytes::from(part.0.into_bytes());
    tagged(&ctx, "text/html; charset=utf-8", &etag, Keep::Ask, false, bytes)
}

/// The sides with their score.
pub(super) fn sides(moment: &Moment) -> Markup {
    html! {
        ul.sides data-part="sides" {
            @for side in &moment.board.sides {
                li class=[side.to_decide.then_some("to-decide")] {
                    (chip(side.seat)) " "
                    span.name { (side.name) }
                    @if side.to_decide { " " span.turn { (text!("replay-act")) } }
                    @if let Some(score) = &side.score { " " span.score { (score) } }
                }
            }
        }
    }
}

/// The board; its units lead to their cards.
fn board(
    seen: &RequestedView,
    moment: &Moment,
    theme: Theme,
    unit: Option<&UnitView>,
    notes: Vec<Overlay>,
) -> Markup {
    let overlays = unit.map(UnitView::overlays).unwrap_or_default();
    let drawn = match unit {
        None => seen.board(moment, theme, overlays, notes),
        Some(unit) => seen.board(&moment.with_ways(&unit.ways), theme, overlays, notes),
    };
    html! {
        @let measures = seen.measures(moment, theme);
        div.board data-part="board" data-theme=(Colours::word(theme)) data-measures=(measures) { (PreEscaped(drawn)) }
    }
}

/// What happened.
pub(super) fn said(moment: &Moment) -> Markup {
    html! {
        div.said data-part="said" {
            p.caption { (moment.caption) @if let Some(took) = moment.took_ms { span.quiet title=(text!("replay-how-long-decision")) { " · " (text!("replay-took", time = clock_words(took))) } } @if !moment.live { " · " strong { (text!("replay-line-was-abandoned")) } } }
            p.words { (moment.short) }
            @if moment.short != moment.words { details.with-dice { summary { (text!("replay-show-dice")) } p { (moment.words) } } }
            @if !moment.change.rolls.is_empty() {
                p.rolls {
                    @for shown in &moment.change.rolls {
                        span.roll { span.quiet { (shown.seat) " " (shown.roll.purpose) } " " (faces(&shown.roll.faces, &shown.roll.counted)) }
                    }
                }
            }
        }
    }
}

fn units(seen: &RequestedView, moment: &Moment) -> Markup {
    html! {
        div.units data-part="units" {
            table {
                thead { tr { th scope="col" { (text!("replay-unit")) } th scope="col" { (text!("replay-kind")) } th.number scope="col" { (text!("replay-strength")) } th.number scope="col" { (text!("replay-points")) } } }
                tbody {
                    @for unit in &moment.units {
                        tr class=[(!unit.alive).then_some("gone")] {
                            th scope="row" {
                                (chip(unit.seat)) " "
                                a href=(format!("/g/{}/{}{}", seen.head.id, seen.version, seen.query(Some(&unit.id)))) data-unit=(unit.id) { (unit_name(&unit.name, &unit.id, &unit.kind)) }
                                " " span.quiet { (unit.id) }
                            }
                            td { (unit.kind) }
                            td.number { (text!("replay-left-of", left = unit.left, full = unit.full)) }
                            td.number { (unit.points) }
                        }
                    }
                }
            }
        }
    }
}

async fn page(ctx: &Ctx, seen: &RequestedView) -> Answer {
    let moment = seen.moment(ctx).await?;
    let course = ctx.services.timelines.timeline(&seen.head, seen.viewer).await?;
    let log = log(ctx, seen, &course).await?;
    let chosen = match ctx.query.text("unit") {
        None => None,
        Some(id) => Some(unit(ctx, seen, &moment, id).await?),
    };
    let said_of_it = Said::of(ctx, seen).await?;
    let branches = variations::variations(ctx, seen).await?;
    let tree = VariationTree::of(ctx, seen, &branches).await?;
    let together = Together::of(ctx, seen).await?;
    let suggested = suggestions::near(ctx, seen).await?;
    let colours = Colours::of(ctx.req.headers());
    let game = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
    let title = title_of(&game);
    let end = seen.head.version();
    // Who looks at the end has seen it.
    let told_already = shows_results(ctx.req.headers()) || seen.version == end;
    let body = html! {
        header.game {
            div {
                h1 { (title) }
                div.about.quiet {
                    a href=(format!("/systems/{}", seen.head.system.id())) { (seen.head.system.title()) }
                    @for (seat, name) in &game.players { " · " (seat) " " (name) }
                    @if game.names_hidden && game.yours { " " (text!("replay-names-hidden-from")) }
                    @if let Some(of) = &branches.of { " · " (variations::origin(of, seen.head.id)) }
                    @if game.result.is_some() { " " (result(&game, told_already)) }
                }
                (live::line(ctx, seen))
            }
            (points_of_view(seen, &together))
        }
        (tabs(seen, Tab::Replay))
        div.stage {
            section.table aria-label=(text!("replay-table")) {
                (sides(&moment))
                div.view {
                    (board(seen, &moment, colours.drawn, chosen.as_ref(), said_of_it.drawings(&moment.board)))
                    div.zoom hidden {
                        button type="button" data-does="closer" aria-label=(text!("replay-zoom")) { "+" }
                        button type="button" data-does="further" aria-label=(text!("replay-zoom-out")) { "−" }
                        button type="button" data-does="whole" aria-label=(text!("replay-fit-whole-board")) { "⤢" }
                    }
                }
                (steps(seen, &moment, &together))
            }
            aside.beside {
                section.now-told {
                    div aria-live="polite" aria-atomic="true" { (said(&moment)) }
                    div.course {
                        label.scrub hidden { span.unseen { (text!("replay-event")) } input type="range" min="1" max=(end) value=(seen.version); }
                        (timeline::line(&course, seen))
                        (annotations::signs(seen, &said_of_it))
                        div.lists { (timeline::turn_links(&course, seen)) (timeline::key_moments(&course, seen)) details { summary { (text!("replay-legend")) } (timeline::legend()) } }
                    }
                }
                (reviews::panel(ctx, seen, &together))
                section.chosen aria-label=(text!("replay-chosen-unit")) data-part="chosen" {
                    @match &chosen {
                        Some(chosen) => (card(chosen, seen)),
                        None => p.hint { (text!("replay-choose-unit-board")) },
                    }
                }
                section.events aria-labelledby="events" {
                    header {
                        h2 #events { (text!("replay-log")) }
                        label.every { input type="checkbox" data-does="every"; " " (text!("replay-show-all-steps")) }
                    }
                    div.scroll tabindex="0" role="group" aria-label=(text!("replay-events-phase")) { (log) }
                }
                (annotations::section(ctx, seen, &moment, &said_of_it))
                details.all-units open[chosen.is_none()] { summary { (text!("replay-units")) } (units(seen, &moment)) }
                (suggestions::panel(ctx, seen, suggested.as_ref(), &course))
                (variations::panel(ctx, seen, &tree))
            }
        }
        (share::panel(ctx, seen, &course))
        (help())
    };
    let body = html! {
        div class=(format!("replay {}", aspect(seen, &moment, colours.drawn))) data-game=(seen.head.id) data-version=(seen.version) data-end=(end) data-begins=(timeline::begins(&course)) data-query=(seen.query(None)) data-review=[together.id()]
            data-drawn=(Colours::word(colours.drawn)) data-chosen=[colours.chosen.map(Colours::word)] data-compact=(seen.compact) {
            (body)
        }
    };
    let heading = text!("replay-title", title = title.to_owned(), event = seen.version);
    let page = Page {
        colours: Some(colours),
        head: share::described(ctx, seen, title, &moment),
        scripts: &["replay.js", "annotations.js", "live.js", "review.js"],
        class: "wide",
        ..Page::plain(heading, body)
    };
    Ok(page.answer(&ctx.req))
}

/// How wide the board is for its height, in tenths, as a class: the column that holds it is as wide.
pub(super) fn aspect(seen: &RequestedView, moment: &Moment, theme: Theme) -> String {
    let (width, height) = seen.size(moment, theme);
    let tenths = (width / height * 10.0).clamp(5.0, 25.0);
    format!("aspect-{}", tenths as u8)
}

/// Through whose eyes: for who may choose.
fn points_of_view(seen: &RequestedView, together: &Together) -> Markup {
    let may_choose = seen.head.over || seen.sight.viewer == hindsight_kernel::Viewer::Everything;
    let seats: Vec<(Option<Seat>, String)> = std::iter::once((None, text!("replay-everyone").into()))
        .chain(
            seen.head
                .game
                .info(seen.viewer)
                .seats
                .into_iter()
                .map(|info| (Some(info.seat), info.name)),
        )
        .collect();
    html! {
        nav.views aria-label=(text!("replay-point-view")) {
            @if may_choose {
                span.quiet { (text!("replay-view-as")) " " }
                @for (seat, name) in seats {
                    a href=(together.address(seen.otherwise(seat, seen.flip))) aria-current=[(seat == seen.seat).then_some("true")] { (name) } " "
                }
            }
            a.flip href=(together.address(seen.otherwise(seen.seat, !seen.flip))) data-does="flip" title=(text!("replay-see-board-from")) { (text!("replay-flip-board")) }
        }
    }
}

/// Seconds between two events, by speed; the second one is usual.
fn speeds() -> [(Message, &'static str); 4] {
    [
        (text!("replay-slow"), "2.5"),
        (text!("replay-normal"), USUAL_SPEED),
        (text!("replay-fast"), "0.5"),
        (text!("replay-very-fast"), "0.2"),
    ]
}

/// Seconds between two events at the usual speed.
const USUAL_SPEED: &str = "1.2";

/// From moment to moment, one by one; the script makes buttons of the rest.
fn steps(seen: &RequestedView, moment: &Moment, together: &Together) -> Markup {
    let end = seen.head.version();
    let step = |to: Option<u64>, rel: &str, sign: &str, words: Message| {
        html! {
            a rel=(rel) href=[to.map(|to| together.address(seen.address(to)))] data-does=(rel) aria-disabled=[to.is_none().then_some("true")] title=(words) {
                (icon(sign)) span.unseen { (words) }
            }
        }
    };
    html! {
        nav.steps aria-label=(text!("replay-moments")) {
            (step((seen.version > 1).then_some(1), "first", FIRST, text!("replay-first-event")))
            button type="button" hidden data-does="turn-back" title=(text!("replay-previous-turn-ctrl")) { (icon(TURN_BACK)) span.unseen { (text!("replay-previous-turn")) } }
            (step(moment.before, "prev", BACK, text!("replay-previous-event")))
            button.play type="button" hidden data-does="play" aria-pressed="false" title=(text!("replay-play-space")) { (icon(PLAY)) (icon(PAUSE)) span.unseen { (text!("replay-play")) } }
            (step(moment.after, "next", ON, text!("replay-next-event")))
            button type="button" hidden data-does="turn-on" title=(text!("replay-next-turn-ctrl")) { (icon(TURN_ON)) span.unseen { (text!("replay-next-turn")) } }
            (step((seen.version < end).then_some(end), "last", LAST, text!("replay-last-event")))
            span.where {
                (text!(
                    "replay-where";
                    version = html! { b data-is="version" { (seen.version) } },
                    end = html! { span data-is="end" { (end) } }
                ))
            }
            label.speed hidden { span.unseen { (text!("replay-speed")) }
                select data-does="speed" {
                    @for (word, seconds) in speeds() {
                        option value=(seconds) selected[seconds == USUAL_SPEED] { (word) }
                    }
                }
            }
            button type="button" hidden data-does="help" title=(text!("replay-keys-key")) { "?" span.unseen { " " (text!("replay-keys")) } }
        }
    }
}

/// The keys, shown by the script.
fn help() -> Markup {
    let keys: [(String, Message); 17] = [
        (
            text!("replay-keys-arrows").into(),
            text!("replay-keys-arrows-does"),
        ),
        (text!("replay-keys-shift").into(), text!("replay-keys-shift-does")),
        (text!("replay-keys-ctrl").into(), text!("replay-keys-ctrl-does")),
        (text!("replay-keys-home").into(), text!("replay-keys-home-does")),
        (text!("replay-keys-space").into(), text!("replay-keys-space-does")),
        ("+ −".to_owned(), text!("replay-keys-zoom-does")),
        ("0".to_owned(), text!("replay-keys-fit-does")),
        ("f".to_owned(), text!("replay-keys-flip-does")),
        ("l".to_owned(), text!("replay-keys-luck-does")),
        ("d".to_owned(), text!("replay-keys-notes-does")),
        ("g".to_owned(), text!("replay-keys-annotate-does")),
        (
            text!("replay-keys-glyphs").into(),
            text!("replay-keys-glyphs-does"),
        ),
        ("b, m, i".to_owned(), text!("replay-keys-mistakes-does")),
        ("y".to_owned(), text!("replay-keys-review-does")),
        (text!("replay-keys-tab").into(), text!("replay-keys-tab-does")),
        (text!("replay-keys-esc").into(), text!("replay-keys-esc-does")),
        ("?".to_owned(), text!("replay-keys-list-does")),
    ];
    html! {
        dialog.keys aria-labelledby="keys" {
            h2 #keys { (text!("replay-keys")) }
            dl { @for (key, does) in keys { dt { kbd { (key) } } dd { (does) } } }
            form method="dialog" { button { (text!("replay-close")) } }
        }
    }
}
