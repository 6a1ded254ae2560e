//! The battle report: the story of the game, armies, key moments, dice and charts, to read, to print, and as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bytes::Bytes;
use hindsight_kernel::{Message, Seat};
use hindsight_openapi::wire::{GameCard, Timeline};
use hindsight_reports::statistics::{GameReport, LuckFigures, SeatReport};
use maud::{Markup, html};

use super::chart::{percent, plain};
use super::house::{Colours, Page, chart_picture, chip, day_of, picture};
use super::links::title_of;
use super::seen::RequestedView;
use super::share::origin;
use super::story::{Names, Story, TurnStory, write_story};
use super::tabs::{Tab, tabs};
use super::timeline::{begins, key};
use super::words::{count_of, result_words};
use crate::aggregates::annotations::in_markdown;
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::games::game_card;
use crate::games::headlines::unit_name;
use crate::http::conditional::{Keep, tagged};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("reportPage", page);
    mounts.on("reportText", markdown);
}

/// The charts of a report: name and heading.
fn charts() -> [(&'static str, Message); 4] {
    [
        ("strength", text!("report-strength-over-time")),
        ("damage", text!("report-damage-dealt-taken")),
        ("luck", text!("report-luck-over-time")),
        ("dice", text!("report-faces-dice")),
    ]
}

/// Everything a report tells.
struct Report {
    card: GameCard,
    system: &'static str,
    /// Each seat with what it is called.
    names: Vec<(Seat, String)>,
    course: Timeline,
    figures: GameReport,
    story: Story,
}

/// A position that the report shows: what it is called, and its version.
struct TurnPicture {
    name: String,
    version: u64,
}

impl Report {
    async fn of(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Self> {
        let course = ctx.services.timelines.timeline(&seen.head, seen.viewer).await?;
        let past = ctx.services.games.past(&seen.head).await?;
        let viewer = seen.viewer;
        let names = seen.head.game.info(viewer).seats;
        let seats: BTreeMap<Seat, String> = names.iter().map(|info| (info.seat, info.name.clone())).collect();
        let winners = seen.winners();
        let told = course.clone();
        let (figures, story) = ctx
            .services
            .store
            .work(move |_| {
                let figures = past.figures(viewer)?.report();
                let names = Names::of(&figures, seats);
                let story = write_story(&past, viewer, &told, &figures, &names, &winners)?;
                Ok((figures, story))
            })
            .await?;
        let mut card = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
        card.version = seen.head.version();
        Ok(Self {
            card,
            system: seen.head.system.title(),
            names: names
                .into_iter()
                .map(|info| {
                    let faction = info
                        .faction
                        .map(|faction| format!(", {faction}"))
                        .unwrap_or_default();
                    (info.seat, format!("{}{faction}", info.name))
                })
                .collect(),
            course,
            figures,
            story,
        })
    }

    fn title(&self) -> &str {
        title_of(&self.card)
    }

    /// How long it was, in what its game is counted in.
    fn length(&self) -> String {
        count_of(self.card.rounds, hindsight_engine::counted_in(&self.card.system)).into()
    }

    /// How it ended, as a sentence.
    fn ending(&self) -> String {
        let result = self.card.result.as_deref();
        result.map_or_else(
            || text!("report-game-not-over").into(),
            |result| text!("report-ended", result = result_words(result)).into(),
        )
    }

    fn name(&self, seat: Seat) -> String {
        let known = self.names.iter().find(|(known, _)| *known == seat);
        let name = known.map_or_else(|| text!("headline-seat", seat).into(), |(_, name)| name.clone());
        match self.card.players.get(&seat) {
            Some(player) => format!("{name} ({player})"),
            None => name,
        }
    }

    /// The position with which the battle begins, and that in which it ended.
    fn ends(&self) -> [TurnPicture; 2] {
        let begins = begins(&self.course);
        [
            TurnPicture {
                name: text!("report-deployment").into(),
                version: begins,
            },
            TurnPicture {
                name: text!("report-end").into(),
                version: self.course.version,
            },
        ]
    }
}

/// The position at the end of a turn, where that is one of those that decided the game.
fn turning_point(turn: &TurnStory) -> Option<TurnPicture> {
    turn.is_turning_point.then(|| TurnPicture {
        name: text!("report-end-of", turn = &turn.name).into(),
        version: turn.end,
    })
}

async fn page(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let report = Report::of(&ctx, &seen).await?;
    let title = text!("report-title", title = report.title().to_owned());
    let colours = Colours::of(ctx.req.headers());
    let body = page_body(&report, colours, &tabs(&seen, Tab::Report));
    let page = Page {
        colours: Some(colours),
        scripts: &["report.js"],
        class: "report",
        ..Page::plain(title, body)
    };
    Ok(page.answer(&ctx.req))
}

fn page_body(report: &Report, colours: Colours, tabs: &Markup) -> Markup {
    let id = &report.card.id;
    let [begins, ends] = report.ends();
    let shown = |at: &TurnPicture| {
        html! {
            figure {
                a href=(format!("/g/{id}/{}", at.version)) { (picture(colours, &format!("/g/{id}/{}.svg?compact=true", at.version), text!("report-board", moment = &at.name), (450, 450))) }
                figcaption { (at.name) }
            }
        }
    };
    html! {
        header.game { h1 { a href=(format!("/g/{id}")) { (report.title()) } } }
        (tabs)
        header {
            p.lead { strong { (report.ending()) } }
            p.quiet {
                (report.system) " · " (report.length()) " · "
                (day_of(&report.card.created_at))
                span.screen { " · " a href=(format!("/g/{id}/report.md")) { (text!("report-markdown")) } }
                button.screen type="button" hidden data-does="print" { (text!("report-print")) }
            }
        }
        @if !report.story.summary.is_empty() {
            ul.summary { @for line in &report.story.summary { li { (line) } } }
        }
        section aria-labelledby="course" {
            h2 #course { (text!("report-battle")) }
            div.turns { (shown(&begins)) (shown(&ends)) }
            @if report.story.turns.is_empty() { p { (text!("report-nothing-decisive-has")) } }
            @for turn in &report.story.turns {
                article.turn-told {
                    div {
                        h3 { a href=(format!("/g/{id}/{}", turn.end)) { (turn.name) } }
                        p { @for sentence in &turn.sentences { a.told href=(format!("/g/{id}/{}", sentence.version)) { (sentence.words) } " " } }
                    }
                    @if let Some(at) = turning_point(turn) { (shown(&at)) }
                }
            }
            @if report.card.result.is_some() { p.lead { (report.ending()) } }
        }
        section aria-labelledby="armies" {
            h2 #armies { (text!("report-armies")) }
            div.armies { @for seat in &report.figures.seats { (army(report, seat)) } }
        }
        section aria-labelledby="key" {
            h2 #key { (text!("report-key-moments")) }
            @if key(&report.course).next().is_none() { p { (text!("report-nothing-stood-out")) } }
            @else {
                details {
                    summary { (text!("report-all-of-them", count = key(&report.course).count())) }
                    ol.key { @for mark in key(&report.course) { li { a href=(format!("/g/{id}/{}", mark.version)) { (mark.words) } } } }
                }
            }
        }
        section aria-labelledby="dice" {
            h2 #dice { (text!("report-dice")) }
            (dice(report))
        }
        section aria-labelledby="charts" {
            h2 #charts { (text!("report-charts")) }
            div.charts {
                @for (chart, heading) in charts() {
                    figure { (chart_picture(colours, &format!("/v1/games/{id}/charts/{chart}.svg"), heading)) }
                }
            }
        }
    }
}

fn army(report: &Report, seat: &SeatReport) -> Markup {
    html! {
        table {
            caption {
                (chip(seat.seat)) " " (report.name(seat.seat))
            }
            thead { tr { th scope="col" { (text!("report-unit")) } th.number scope="col" { (text!("report-points")) } th.number scope="col" { (text!("report-left")) } th.number scope="col" { (text!("report-destroyed")) } } }
            tbody {
                @for unit in report.figures.units.iter().filter(|unit| unit.figures.seat == Some(seat.seat) && unit.figures.full > 0) {
                    tr class=[(!unit.figures.alive).then_some("gone")] {
                        th scope="row" { (unit_name(&unit.figures.name, &unit.unit, &unit.figures.kind)) " " span.quiet { (unit.unit) } }
                        td.number { (unit.figures.points) } td.number { (text!("report-left-of", left = unit.figures.left, full = unit.figures.full)) }
                        td.number { @if unit.figures.kills > 0 { (unit.figures.kills) " (" (plain(unit.figures.points_destroyed)) ")" } }
                    }
                }
            }
            tfoot { tr { th scope="row" { (text!("report-all")) } td.number { (plain(seat.points)) } td.number { (percent(seat.survival)) } td.number { (seat.kills) " (" (plain(seat.points_destroyed)) ")" } } }
        }
    }
}

/// How lucky all of it was, in words.
fn luck(figures: &LuckFigures) -> Message {
    if figures.rolls == 0 {
        return text!("report-no-rolls");
    }
    text!(
        "report-luck",
        surplus = plain(figures.surplus.abs()),
        is_more = figures.surplus >= 0.0,
        share = percent(figures.percentile)
    )
}

fn dice(report: &Report) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { (text!("report-side")) } th.number scope="col" { (text!("report-rolls")) } th.number scope="col" { (text!("report-dice-2")) } th scope="col" { (text!("report-results")) } th scope="col" { (text!("report-damage")) } } }
            tbody {
                @for seat in &report.figures.seats {
                    tr { th scope="row" { (report.name(seat.seat)) } td.number { (seat.rolls) } td.number { (seat.dice) } td { (luck(&seat.luck)) } td { (luck(&seat.damage_luck)) } }
                }
            }
        }
    }
}

async fn markdown(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let origin = origin(&ctx);
    let text = written(&Report::of(&ctx, &seen).await?, &origin);
    // Addresses in the text begin with the server's own, which the request says: the tag is of the very text, so that
    // nobody is given a copy that was made for another name of this server.
    let etag = format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..16]);
    tagged(
        &ctx,
        "text/markdown; charset=utf-8",
        &etag,
        Keep::Ask,
        false,
        Bytes::from(text),
    )
}

fn written(report: &Report, origin: &str) -> String {
    let id = &report.card.id;
    let page = format!("{origin}/g/{id}");
    let mut text = format!(
        "# [{}]({page})\n\n{}\n\n{}\n",
        in_markdown(report.title()),
        in_markdown(&report.ending()),
        text!(
            "report-about",
            system = in_markdown(report.system).clone(),
            length = report.length(),
            events = report.card.version,
            day = report
                .card
                .created_at
                .split('T')
                .next()
                .unwrap_or_default()
                .to_owned()
        )
    );
    let _ = write!(text, "\n## {}\n", text!("report-armies"));
    for seat in &report.figures.seats {
        let _ = write!(
            text,
            "\n### {}\n\n| {} | {} | {} | {} |\n| --- | ---: | ---: | ---: |\n",
            in_markdown(&report.name(seat.seat)),
            text!("report-unit"),
            text!("report-points"),
            text!("report-left"),
            text!("report-destroyed")
        );
        for unit in report
            .figures
            .units
            .iter()
            .filter(|unit| unit.figures.seat == Some(seat.seat))
        {
            let _ = writeln!(
                text,
                "| {} {} | {} | {} | {} |",
                in_markdown(&unit_name(&unit.figures.name, &unit.unit, &unit.figures.kind)),
                in_markdown(&unit.unit),
                unit.figures.points,
                text!(
                    "report-left-of",
                    left = unit.figures.left,
                    full = unit.figures.full
                ),
                unit.figures.kills
            );
        }
    }
    let _ = write!(text, "\n## {}\n", text!("report-battle"));
    for line in &report.story.summary {
        let _ = write!(text, "\n- {}", in_markdown(&line.to_string()));
    }
    text.push('\n');
    let picture = |text: &mut String, at: &TurnPicture| {
        let _ = write!(
            text,
            "\n[![{0}]({page}/{1}.png)]({page}/{1})\n",
            text!("report-board", moment = in_markdown(&at.name).clone()),
            at.version
        );
    };
    for at in &report.ends() {
        picture(&mut text, at);
    }
    for turn in &report.story.turns {
        let _ = write!(
            text,
            "\n### [{}]({page}/{})\n\n",
            in_markdown(&turn.name),
            turn.end
        );
        for sentence in &turn.sentences {
            let _ = write!(text, "{} ", in_markdown(&sentence.words));
        }
        text.push('\n');
        if let Some(at) = turning_point(turn) {
            picture(&mut text, &at);
        }
    }
    if report.card.result.is_some() {
        let _ = write!(text, "\n{}\n", in_markdown(&report.ending()));
    }
    let _ = write!(text, "\n## {}\n\n", text!("report-key-moments"));
    for mark in key(&report.course) {
        let _ = writeln!(text, "- [{}]({page}/{})", in_markdown(&mark.words), mark.version);
    }
    let _ = write!(
        text,
        "\n## {}\n\n| {} | {} | {} | {} | {} |\n| --- | ---: | ---: | --- | --- |\n",
        text!("report-dice"),
        text!("report-side"),
        text!("report-rolls"),
        text!("report-dice-2"),
        text!("report-results"),
        text!("report-damage")
    );
    for seat in &report.figures.seats {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            in_markdown(&report.name(seat.seat)),
            seat.rolls,
            seat.dice,
            luck(&seat.luck),
            luck(&seat.damage_luck)
        );
    }
    let _ = write!(text, "\n## {}\n", text!("report-charts"));
    for (chart, heading) in charts() {
        let _ = write!(
            text,
            "\n![{heading}]({origin}/v1/games/{id}/charts/{chart}.png)\n"
        );
    }
    text
}
