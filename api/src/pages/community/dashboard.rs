//! The dashboard: figures by what the address asks.

use hindsight_reports::community::{CommunityQuery, Dimension, Measure};
use maud::html;

use super::super::house::Page;
use super::bars::bars;
use super::table::table;
use super::{GAMES, filters, parts};
use crate::http::community::asked;
use crate::http::{Answer, Ctx};

pub(super) async fn page(ctx: Ctx) -> Answer {
    let query = asked(&ctx).await?;
    let only = |by: &[Dimension]| CommunityQuery {
        by: by.to_vec(),
        ..query.clone()
    };
    let services = &ctx.services;
    let (answer, behind) = services.community.figures(query.clone(), GAMES).await?;
    let answer = answer.as_read();
    let mut began = only(&[]);
    began.filter = began.filter.and(Dimension::First, "yes");
    let (began, _) = services.community.figures(began, GAMES).await?;
    let mut factions = only(&[Dimension::Faction]);
    factions.filter.is.remove(&Dimension::Faction);
    factions.filter.is.remove(&Dimension::Opponent);
    let (factions, _) = services.community.figures(factions, GAMES).await?;
    let whole = answer.whole.figures.as_ref();
    let first = began.whole.figures.as_ref();
    let fields = ctx.req.query_string();
    let caption = format!(
        "By {}",
        query
            .by
            .iter()
            .map(|dimension| parts::dimension_name(*dimension).to_lowercase())
            .collect::<Vec<_>>()
            .join(" and ")
    );
    let body = html! {
        h1 { "The community" }
        p.lead { "What all public games together say: of factions, units, scenarios and the luck of the dice." }
        (filters::form(&ctx, &factions.cells))
        (parts::behind(behind))
        dl.tiles {
            div { dt { "Games" } dd { a href=(answer.whole.games_link) { (answer.whole.games) } } }
            div { dt { "Rounds a game" } dd { (parts::mean(whole.and_then(|of| of.rounds.as_ref()))) } }
            div { dt { "Won by who began" } dd { (parts::rate(first.and_then(|of| of.win_rate.as_ref()))) } }
            div { dt { "Draws" } dd { (parts::rate(whole.and_then(|of| of.draw_rate.as_ref()))) } }
            div { dt { "Morale tests passed" } dd { (parts::rate(whole.and_then(|of| of.tests_passed.as_ref()))) } }
        }
        @if answer.cells.is_empty() {
            div.nothing { p { "No counted game is like that. " a href="/community" { "Take all filters away" } } }
        } @else {
            (bars(Measure::named(ctx.query.text("measure")), &query.by, &answer.cells))
            (table(&caption, &query.by, &answer.cells))
            @if answer.left_out > 0 { p.quiet { (answer.left_out) " more lines, of fewer games, are left out." } }
        }
        p {
            "The same " a href=(format!("/v1/community/figures.csv?{}", kept(fields))) { "as CSV" } " · "
            a href=(format!("/v1/community/figures?{}", kept(fields))) { "as JSON" } " · "
            a href=(format!("/v1/community/figures.parquet?{}", kept(fields))) { "as Parquet" } " · the bars "
            a href=(format!("/v1/community/figures.svg?{}", filled(fields))) { "as SVG" } " · "
            a href=(format!("/v1/community/figures.png?{}", filled(fields))) { "as PNG" }
        }
        (parts::method())
    };
    let page = Page {
        head: html! { meta name="description" content="Win rates, damage, survival and luck of recorded tabletop battles, by faction, unit, scenario and month."; },
        class: "community",
        ..Page::plain("The community", body)
    };
    Ok(page.answer(&ctx.req))
}

/// The fields of a page's address that were filled in, as the strict addresses of the API want them.
fn filled(fields: &str) -> String {
    let filled = |pair: &&str| pair.split_once('=').is_some_and(|(_, value)| !value.is_empty());
    fields.split('&').filter(filled).collect::<Vec<_>>().join("&")
}

/// The same for an address that gives all figures at once.
fn kept(fields: &str) -> String {
    let fields = filled(fields);
    let kept = fields.split('&').filter(|pair| !pair.starts_with("measure="));
    kept.collect::<Vec<_>>().join("&")
}
