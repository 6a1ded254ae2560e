//! The battle report: armies, a picture a turn, key moments, charts and dice, to read, to print, and as Markdown.

use std::fmt::Write as _;

use bytes::Bytes;
use hindsight_kernel::Seat;
use hindsight_openapi::wire::{GameCard, Timeline};
use hindsight_reports::statistics::{GameReport, LuckFigures, SeatReport};
use maud::{Markup, html};

use super::chart::{percent, plain};
use super::home::title_of;
use super::house::{Colours, Page, chip, picture};
use super::seen::Seen;
use super::share::origin;
use super::timeline::{key, turns};
use crate::aggregates::annotations::in_markdown;
use crate::base::error::Outcome;
use crate::games::game_card;
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
}

/// One turn: what it is called, and the version at its end.
struct TurnPicture {
    name: String,
    version: u64,
}

impl Report {
    async fn of(ctx: &Ctx, seen: &Seen) -> Outcome<Self> {
        let course = ctx.services.timelines.timeline(&seen.head, seen.viewer).await?;
        let past = ctx.services.games.past(&seen.head).await?;
        let viewer = seen.viewer;
        let figures = ctx
            .services
            .vault
            .work(move |_| Ok(past.figures(viewer)?.report()))
            .await?;
        let names = seen.head.game.info(viewer).seats;
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
        })
    }

    fn title(&self) -> &str {
        title_of(&self.card)
    }

    fn name(&self, seat: Seat) -> String {
        let known = self.names.iter().find(|(known, _)| *known == seat);
        let name = known.map_or_else(|| format!("Seat {seat}"), |(_, name)| name.clone());
        match self.card.players.get(&seat) {
            Some(player) => format!("{name} ({player})"),
            None => name,
        }
    }

    /// The end of the set-up and of each turn.
    fn pictures(&self) -> Vec<TurnPicture> {
        turns(&self.course)
            .into_iter()
            .map(|turn| TurnPicture {
                name: turn.name(),
                version: turn.to,
            })
            .collect()
    }
}

async fn page(ctx: Ctx) -> Answer {
    let seen = Seen::of(&ctx, None).await?;
    let report = Report::of(&ctx, &seen).await?;
    let title = format!("Battle report: {}", report.title());
    let colours = Colours::of(ctx.req.headers());
    let page = Page {
        colours: Some(colours),
        class: "report",
        ..Page::plain(&title, told(&report, colours))
    };
    Ok(page.answer(&ctx.req))
}

fn told(report: &Report, colours: Colours) -> Markup {
    let id = &report.card.id;
    html! {
        header {
            p.quiet { "Battle report" }
            h1 { a href=(format!("/g/{id}")) { (report.title()) } }
            p.lead { (report.card.result.as_deref().unwrap_or("The game is not over yet.")) }
            p.quiet {
                (report.system) " · " (report.card.rounds) " rounds · " (report.card.version) " events · "
                time datetime=(report.card.created_at) { (report.card.created_at.split('T').next().unwrap_or_default()) }
                " · " a href=(format!("/g/{id}/figures")) { "all figures" }
                " · " a href=(format!("/g/{id}/audit")) { "legality" }
                " · " a href=(format!("/g/{id}/report.md")) { "as Markdown" }
            }
        }
        section aria-labelledby="armies" {
            h2 #armies { "The armies" }
            div.armies { @for seat in &report.figures.seats { (army(report, seat)) } }
        }
        section aria-labelledby="course" {
            h2 #course { "The course of the battle" }
            div.turns {
                @for turn in report.pictures() {
                    @let alt = format!("The board at the end of: {}", turn.name);
                    figure {
                        a href=(format!("/g/{id}/{}", turn.version)) { (picture(colours, &format!("/g/{id}/{}.svg", turn.version), &alt, (450, 450))) }
                        figcaption { (turn.name) }
                    }
                }
            }
        }
        section aria-labelledby="key" {
            h2 #key { "Key moments" }
            ol.key { @for mark in key(&report.course) { li { a href=(format!("/g/{id}/{}", mark.version)) { (mark.words) } } } }
            @if key(&report.course).next().is_none() { p { "Nothing stood out." } }
        }
        section aria-labelledby="dice" {
            h2 #dice { "The dice" }
            (dice(report))
        }
        section aria-labelledby="charts" {
            h2 #charts { "Charts" }
            div.charts {
                @for (chart, heading) in CHARTS {
                    figure { (picture(colours, &format!("/v1/games/{id}/charts/{chart}.svg?width=640"), heading, (640, 400))) }
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
                @for unit in report.figures.units.iter().filter(|unit| unit.figures.seat == Some(seat.seat)) {
                    tr class=[(!unit.figures.alive).then_some("gone")] {
                        th scope="row" { (unit.figures.name) " " span.quiet { (unit.unit) } }
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
        "{} {} than expected; {} of all games with these rolls do better",
        plain(figures.surplus.abs()),
        if figures.surplus >= 0.0 { "more" } else { "less" },
        percent(1.0 - figures.percentile)
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
    let seen = Seen::of(&ctx, None).await?;
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
        "# [{}]({page})\n\n{}\n\n{}, {} rounds, {} events, {}.\n",
        in_markdown(report.title()),
        in_markdown(
            report
                .card
                .result
                .as_deref()
                .unwrap_or("The game is not over yet.")
        ),
        in_markdown(report.system),
        report.card.rounds,
        report.card.version,
        report.card.created_at.split('T').next().unwrap_or_default()
    );
    text.push_str("\n## The armies\n");
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
                in_markdown(&unit.figures.name),
                in_markdown(&unit.unit),
                unit.figures.points,
                unit.figures.left,
                unit.figures.full,
                unit.figures.kills
            );
        }
    }
    text.push_str("\n## The course of the battle\n");
    for picture in report.pictures() {
        let _ = write!(
            text,
            "\n### {0}\n\n[![The board at the end of {0}]({page}/{1}.png)]({page}/{1})\n",
            in_markdown(&picture.name),
            picture.version
        );
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
