//! Two games side by side: both boards at the same step behind where they part, what happened in each, turn by turn, and
//! what came of it.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_kernel::Message;
use hindsight_openapi::wire::{ComparedEvent, ComparedFigure, ComparedGame, ComparedSeat, Comparison};
use hindsight_store::StreamId;
use maud::{Markup, PreEscaped, html};

use super::chart::plain;
use super::form::Fields;
use super::house::{Colours, Page, chip};
use super::icons::{BACK, FIRST, LAST, ON, icon};
use super::outlook;
use super::replay::sides;
use super::rerolls::may_reroll;
use super::seen::{Moment, RequestedView, is_small_screen};
use super::words::result_words;
use crate::analysis::Compared;
use crate::base::error::ApiError;
use crate::base::messages::text;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("comparePage", page);
    mounts.on("chooseCompared", choose);
}

/// On to the page of a game beside another one that is named by its id, or by an address that holds it.
async fn choose(mut ctx: Ctx) -> Answer {
    let (one, _) = ctx.game().await?;
    let (_, body) = ctx.body().await?;
    let fields = Fields::known(&body, &["other"])?;
    let mut ids = fields
        .needed("other")?
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|part| part.parse::<StreamId>().ok());
    let Some(other) = ids.find(|id| *id != one.id) else {
        return Err(ApiError::body("/other", text!("compare-other")));
    };
    Ok(HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("/g/{}/with/{other}", one.id)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish())
}

/// The field in which another game is named, to be looked at beside this one.
pub(super) fn chooser(game: StreamId) -> Markup {
    html! {
        form.compared-with method="post" action=(format!("/g/{game}/with")) {
            label { (text!("compare-with")) " " span.quiet { (text!("compare-address-id-another")) }
                input type="text" name="other" maxlength="300" required autocomplete="off" spellcheck="false";
            }
            button type="submit" { (text!("compare-side-side")) }
        }
    }
}

/// A step of both games: behind the branch point, event by event of those that tell something.
struct Step {
    number: usize,
    last: usize,
}

async fn page(ctx: Ctx) -> Answer {
    let (one, sight) = ctx.game().await?;
    let (other, other_sight) = ctx.services.games.seen(&ctx.caller, ctx.path("other")).await?;
    let (viewer, other_viewer) = (
        sight.through(None, one.over)?,
        other_sight.through(None, other.over)?,
    );
    let found = ctx
        .services
        .comparisons
        .compare(
            Compared { head: &one, viewer },
            Compared {
                head: &other,
                viewer: other_viewer,
            },
        )
        .await?;
    let ways = [way(&found, false), way(&found, true)];
    let last = ways.iter().map(Vec::len).max().unwrap_or(1) - 1;
    // Where they part is the first thing that is looked for.
    let asked = ctx.query.number("step").map_or(0, |step| step as usize);
    let step = Step {
        number: asked.min(last),
        last,
    };
    let at = |way: &[u64]| way[step.number.min(way.len() - 1)];
    let colours = Colours::of(ctx.req.headers());
    let compact = is_small_screen(&ctx);
    let seen = [
        RequestedView::whole(one, sight, viewer, at(&ways[0])),
        RequestedView::whole(other, other_sight, other_viewer, at(&ways[1])),
    ]
    .map(|seen| RequestedView { compact, ..seen });
    let moments = [seen[0].moment(&ctx).await?, seen[1].moment(&ctx).await?];
    let body = html! {
        header.game {
            div {
                h1 { (text!("compare-side-side")) }
                p.quiet {
                    (parting(&found))
                    @if has_difference(&found) { " " a href=(format!("/g/{}/merge/{}", found.one.game, found.other.game)) { (text!("compare-merge-both-records")) } }
                }
            }
        }
        div.compare data-last=(step.last) {
            p.unseen role="status" data-is="words" { (shared_caption(&step, [&found.one, &found.other], &moments)) }
            (one_board([&found.one, &found.other]))
            div data-part="pair" data-step=(step.number) {
                (steps(&found, &step))
                div.pair-of-boards {
                    (side((&found.one, text!("compare-first-record")), &seen[0], &moments[0], colours, "one-"))
                    (side((&found.other, text!("compare-second-record")), &seen[1], &moments[1], colours, "other-"))
                }
                @if step.number < step.last && seen.iter().all(may_reroll) {
                    (outlook::form((&found.one.game, seen[0].version), (&found.other.game, seen[1].version)))
                }
            }
            (figures(&found))
            (log(&found))
        }
    };
    let page = Page {
        colours: Some(colours),
        scripts: &["compare.js"],
        class: "wide",
        ..Page::plain(text!("compare-side-side"), body)
    };
    Ok(page.answer(&ctx.req))
}

/// What both boards show, for who does not see them.
fn shared_caption(step: &Step, games: [&ComparedGame; 2], moments: &[Moment; 2]) -> Message {
    let [one, other] = [0, 1].map(|place| {
        let words = moments[place].words.clone();
        text!("compare-shown", title = title(games[place]), words)
    });
    text!(
        "compare-both-shown",
        step = step.number,
        last = step.last,
        one,
        other
    )
}

/// The versions of a game that are stepped through: where the games part, then what tells something.
fn way(found: &Comparison, other: bool) -> Vec<u64> {
    let branch = if other {
        found.other.branch
    } else {
        found.one.branch
    };
    let events = found
        .turns
        .iter()
        .flat_map(|turn| if other { &turn.other } else { &turn.one });
    std::iter::once(branch.max(1))
        .chain(events.map(|event| event.version))
        .collect()
}

fn title(game: &ComparedGame) -> String {
    if game.title.is_empty() {
        text!("compare-untitled-game").into()
    } else {
        game.title.clone()
    }
}

/// Whether something differs that could be merged.
fn has_difference(found: &Comparison) -> bool {
    found.one.branch != found.one.version || found.other.branch != found.other.version
}

fn parting(found: &Comparison) -> Markup {
    html! {
        @if found.shared == 0 {
            (text!("compare-these-games-have"))
        } @else if found.one.branch == found.one.version && found.other.branch == found.other.version {
            (text!("compare-these-games-same"))
        } @else {
            @let one = html! { a href=(found.one.page) { (found.one.branch) } };
            @if found.other.branch == found.one.branch {
                (text!("compare-same-up-to"; one = one))
            } @else {
                (text!("compare-same-up-to-both"; one = one, other = html! { a href=(found.other.page) { (found.other.branch) } }))
            }
        }
    }
}

/// The choice between the two boards where only one has room.
fn one_board(games: [&ComparedGame; 2]) -> Markup {
    html! {
        fieldset.one-board {
            legend { (text!("compare-board")) }
            @for (place, (game, word)) in games.into_iter().zip(["one", "other"]).enumerate() {
                label { input type="radio" name="board" value=(word) checked[place == 0]; span { (place + 1) " · " (title(game)) } }
            }
        }
    }
}

fn side(
    (game, which): (&ComparedGame, Message),
    seen: &RequestedView,
    moment: &Moment,
    colours: Colours,
    prefix: &str,
) -> Markup {
    html! {
        section aria-label=(text!("compare-record-of", which, title = title(game))) {
            h2 { a href=(seen.address(seen.version)) { (title(game)) } }
            p.quiet { (text!("compare-event-of", event = seen.version, events = game.version)) @if let Some(result) = &game.result { " · " (result_words(result)) } }
            (sides(moment))
            div.board { (PreEscaped(seen.beside(moment, colours.drawn, prefix))) }
            p.caption { (moment.caption) }
            p.words { (moment.words) }
        }
    }
}

fn steps(found: &Comparison, step: &Step) -> Markup {
    let (one, other) = (&found.one.game, &found.other.game);
    let to = |number: Option<usize>, rel: &str, sign: &str, words: Message| {
        html! {
            a rel=(rel) href=[number.map(|number| format!("/g/{one}/with/{other}?step={number}"))] data-go=[number]
                aria-disabled=[number.is_none().then_some("true")] title=(words) { (icon(sign)) span.unseen { (words) } }
        }
    };
    let back = step.number.checked_sub(1);
    let on = (step.number < step.last).then_some(step.number + 1);
    html! {
        nav.steps aria-label=(text!("compare-steps-both-games")) {
            (to(back.map(|_| 0), "first", FIRST, text!("compare-first-difference")))
            (to(back, "prev", BACK, text!("compare-previous-step")))
            (to(on, "next", ON, text!("compare-next-step")))
            (to(on.map(|_| step.last), "last", LAST, text!("compare-last-step")))
            span.where { (text!("compare-step-of", last = step.last; step = html! { b { (step.number) } })) }
        }
    }
}

fn figures(found: &Comparison) -> Markup {
    html! {
        section.held-figures aria-labelledby="figures" {
            h2 #figures { (text!("compare-outcome")) }
            div.scroll-sideways {
                @for seat in &found.seats { (seat_figures(found, seat)) }
            }
            p.quiet { (text!("compare-each-game-as")) }
        }
    }
}

fn seat_figures(found: &Comparison, seat: &ComparedSeat) -> Markup {
    html! {
        table {
            caption { (chip(seat.seat)) " " (seat.name) }
            thead { tr { td {} th.number scope="col" { (title(&found.one)) } th.number scope="col" { (title(&found.other)) } th.number scope="col" { (text!("compare-difference")) } } }
            tbody {
                @for figure in &seat.figures {
                    tr class=[(figure.difference != 0.0).then_some("differs")] {
                        th scope="row" { (figure.title) }
                        td.number { (figure_text(figure, figure.one)) }
                        td.number { (figure_text(figure, figure.other)) }
                        td.number { @if figure.difference != 0.0 { (signed(figure)) } @else { "–" } }
                    }
                }
            }
        }
    }
}

/// Luck in hundredths, everything else as it is.
fn scaled(figure: &ComparedFigure, value: f64) -> f64 {
    if figure.name.starts_with("luck") {
        (value * 100.0).round()
    } else {
        (value * 10.0).round() / 10.0
    }
}

fn figure_text(figure: &ComparedFigure, value: f64) -> String {
    plain(scaled(figure, value))
}

fn signed(figure: &ComparedFigure) -> String {
    let value = scaled(figure, figure.difference);
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{}", plain(value.abs()))
}

fn log(found: &Comparison) -> Markup {
    let list = |game: &ComparedGame, events: &[ComparedEvent]| {
        html! {
            @if events.is_empty() {
                p.quiet { (text!("compare-nothing")) }
            } @else {
                ol { @for event in events { li { a href=(format!("/g/{}/{}", game.game, event.version)) { (event.words) } } } }
            }
        }
    };
    html! {
        @if !found.turns.is_empty() {
            section.held-log aria-labelledby="log" {
                h2 #log { (text!("compare-what-happened")) }
                table {
                    thead { tr { th scope="col" { (title(&found.one)) } th scope="col" { (title(&found.other)) } } }
                    @for turn in &found.turns {
                        tbody {
                            tr { th.turn colspan="2" scope="rowgroup" { (turn.caption) } }
                            tr { td { (list(&found.one, &turn.one)) } td { (list(&found.other, &turn.other)) } }
                        }
                    }
                }
                @if found.cut { p.quiet { (text!("compare-only-first-events")) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_carry_their_sign_and_luck_is_told_in_hundredths() {
        let figure = |name: &str, one: f64, other: f64| ComparedFigure {
            name: name.to_owned(),
            title: String::new(),
            message: None,
            one,
            other,
            difference: other - one,
        };
        let lost = figure("units lost", 3.0, 1.0);
        assert_eq!(
            (figure_text(&lost, lost.one), signed(&lost)),
            ("3".to_owned(), "−2".to_owned())
        );
        let luck = figure("luck of the dice", 0.25, 0.75);
        assert_eq!(
            (figure_text(&luck, luck.one), signed(&luck)),
            ("25".to_owned(), "+50".to_owned())
        );
    }
}
