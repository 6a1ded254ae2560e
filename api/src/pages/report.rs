//! The battle report: the story of the game, armies, key moments, dice and charts, to read, to print, and as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bytes::Bytes;
use hindsight_kernel::Seat;
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
const CHARTS: [(&str, &str); 4] = [
    ("strength", "Strength over time"),
    ("damage", "Damage dealt and taken"),
    ("luck", "Luck over time"),
    ("dice", "Faces of the dice"),
];

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
            || "The game is not over yet.".to_owned(),
            |result| format!("{}.", result_words(result)),
        )
    }

    fn name(&self, seat: Seat) -> String {
        let known = self.names.iter().find(|(known, _)| *known == seat);
        let name = known.map_or_else(|| format!("Seat {seat}"), |(_, name)| name.clone());
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
                name: "Deployment".to_owned(),
                version: begins,
            },
            TurnPicture {
                name: "The end".to_owned(),
                version: self.course.version,
            },
        ]
    }
}

/// The position at the end of a turn, where that is one of those that decided the game.
fn turning_point(turn: &TurnStory) -> Option<TurnPicture> {
    turn.is_turning_point.then(|| TurnPicture {
        name: format!("End of {}", turn.name),
        version: turn.end,
    })
}

async fn page(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let report = Report::of(&ctx, &seen).await?;
    let title = format!("Battle report: {}", report.title());
    let colours = Colours::of(ctx.req.headers());
    let body = page_body(&report, colours, &tabs(&seen, Tab::Report));
    let page = Page {
        colours: Some(colours),
        scripts: &["report.js"],
        class: "report",
        ..Page::plain(&title, body)
    };
    Ok(page.answer(&ctx.req))
}

fn page_body(report: &Report, colours: Colours, tabs: &Markup) -> Markup {
    let id = &report.card.id;
    let [begins, ends] = report.ends();
    let shown = |at: &TurnPicture| {
        html! {
            figure {
                a href=(format!("/g/{id}/{}", at.version)) { (picture(colours, &format!("/g/{id}/{}.svg?compact=true", at.version), &format!("The board: {}", at.name), (450, 450))) }
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
                span.screen { " · " a href=(format!("/g/{id}/report.md")) { "Markdown" } }
                button.screen type="button" hidden data-does="print" { "Print" }
            }
        }
        @if !report.story.summary.is_empty() {
            ul.summary { @for line in &report.story.summary { li { (line) } } }
        }
        section aria-labelledby="course" {
            h2 #course { "The battle" }
            div.turns { (shown(&begins)) (shown(&ends)) }
            @if report.story.turns.is_empty() { p { "Nothing decisive has happened yet." } }
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
            h2 #armies { "Armies" }
            div.armies { @for seat in &report.figures.seats { (army(report, seat)) } }
        }
        section aria-labelledby="key" {
            h2 #key { "Key moments" }
            @if key(&report.course).next().is_none() { p { "Nothing stood out." } }
            @else {
                details {
                    summary { "All of them (" (key(&report.course).count()) ")" }
                    ol.key { @for mark in key(&report.course) { li { a href=(format!("/g/{id}/{}", mark.version)) { (mark.words) } } } }
                }
            }
        }
        section aria-labelledby="dice" {
            h2 #dice { "The dice" }
            (dice(report))
        }
        section aria-labelledby="charts" {
            h2 #charts { "Charts" }
            div.charts {
                @for (chart, heading) in CHARTS {
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
            thead { tr { th scope="col" { "Unit" } th.number scope="col" { "Points" } th.number scope="col" { "Left" } th.number scope="col" { "Destroyed" } } }
            tbody {
                @for unit in report.figures.units.iter().filter(|unit| unit.figures.seat == Some(seat.seat) && unit.figures.full > 0) {
                    tr class=[(!unit.figures.alive).then_some("gone")] {
                        th scope="row" { (unit_name(&unit.figures.name, &unit.unit, &unit.figures.kind)) " " span.quiet { (unit.unit) } }
                        td.number { (unit.figures.points) } td.number { (unit.figures.left) " of " (unit.figures.full) }
                        td.number { @if unit.figures.kills > 0 { (unit.figures.kills) " (" (plain(unit.figures.points_destroyed)) ")" } }
                    }
                }
            }
            tfoot { tr { th scope="row" { "All" } td.number { (plain(seat.points)) } td.number { (percent(seat.survival)) } td.number { (seat.kills) " (" (plain(seat.points_destroyed)) ")" } } }
        }
    }
}

/// How lucky all of it was, in words.
fn luck(figures: &LuckFigures) -> String {
    if figures.rolls == 0 {
        return "no rolls".to_owned();
    }
    format!(
        "{} {} than average; luckier than {} of all games with these rolls",
        plain(figures.surplus.abs()),
        if figures.surplus >= 0.0 { "more" } else { "less" },
        percent(figures.percentile)
    )
}

fn dice(report: &Report) -> Markup {
    html! {
        table {
            thead { tr { th scope="col" { "Side" } th.number scope="col" { "Rolls" } th.number scope="col" { "Dice" } th scope="col" { "Results" } th scope="col" { "Damage" } } }
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
        "# [{}]({page})\n\n{}\n\n{}, {}, {} events, {}.\n",
        in_markdown(report.title()),
        in_markdown(&report.ending()),
        in_markdown(report.system),
        report.length(),
        report.card.version,
        report.card.created_at.split('T').next().unwrap_or_default()
    );
    text.push_str("\n## Armies\n");
    for seat in &report.figures.seats {
        let _ = write!(
            text,
            "\n### {}\n\n| Unit | Points | Left | Destroyed |\n| --- | ---: | ---: | ---: |\n",
            in_markdown(&report.name(seat.seat))
        );
        for unit in report
            .figures
            .units
            .iter()
            .filter(|unit| unit.figures.seat == Some(seat.seat))
        {
            let _ = writeln!(
                text,
                "| {} {} | {} | {} of {} | {} |",
                in_markdown(&unit_name(&unit.figures.name, &unit.unit, &unit.figures.kind)),
                in_markdown(&unit.unit),
                unit.figures.points,
                unit.figures.left,
                unit.figures.full,
                unit.figures.kills
            );
        }
    }
    text.push_str("\n## The battle\n");
    for line in &report.story.summary {
        let _ = write!(text, "\n- {}", in_markdown(&line.to_string()));
    }
    text.push('\n');
    let picture = |text: &mut String, at: &TurnPicture| {
        let _ = write!(
            text,
            "\n[![The board: {0}]({page}/{1}.png)]({page}/{1})\n",
            in_markdown(&at.name),
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
    text.push_str("\n## Key moments\n\n");
    for mark in key(&report.course) {
        let _ = writeln!(text, "- [{}]({page}/{})", in_markdown(&mark.words), mark.version);
    }
    text.push_str(
        "\n## The dice\n\n| Side | Rolls | Dice | Results | Damage |\n| --- | ---: | ---: | --- | --- |\n",
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
    text.push_str("\n## Charts\n");
    for (chart, heading) in CHARTS {
        let _ = write!(
            text,
            "\n![{heading}]({origin}/v1/games/{id}/charts/{chart}.png)\n"
        );
    }
    text
}
