//! The dashboard: figures by what the address asks.

use hindsight_kernel::joined;
use hindsight_reports::community::{CommunityQuery, Dimension, LookAt, Measure};
use maud::html;

use super::super::house::Page;
use super::table::{looked_at, tables};
use super::{GAMES, filters, leaderboard, parts};
use crate::base::messages::{MESSAGES, text};
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
    let carried = parts::Carried::of(&ctx)?;
    let hidden = parts::hidden_bots(&ctx, &query.filter).await?;
    let choices = filters::Choices::of(&ctx, &query).await?;
    let leaders = leaderboard::in_short(&ctx, carried).await?;
    let situations = carried
        .as_of
        .map_or("/ask".to_owned(), |day| format!("/ask?until={day}"));
    let filtered = ctx
        .query
        .all()
        .iter()
        .any(|(name, value)| !value.is_empty() && !["group", "measure", "bots"].contains(name));
    let whole = answer.whole.figures.as_ref();
    let first = began.whole.figures.as_ref();
    let fields = ctx.req.query_string();
    let grouped = query
        .by
        .iter()
        .map(|dimension| parts::dimension_name(*dimension).to_string().to_lowercase());
    let caption = text!(
        "community-by",
        dimensions = joined!(MESSAGES, "community-by-next", grouped)
    );
    let body = html! {
        h1 { (text!("community-title")) }
        p.lead { (text!("community-lead")) " " a href=(situations) { (text!("community-ask")) } }
        (filters::form(&ctx, &choices))
        (parts::behind(behind))
        (parts::bots_switch(&ctx, carried, hidden))
        (parts::as_of_note(&ctx, carried))
        dl.tiles {
            div { dt { (text!("community-games")) } dd { a href=(answer.whole.games_link) { (answer.whole.games) } } }
            @let games = &answer.whole.games_link;
            div { dt { (text!("community-rounds")) } dd { a href=(games) { (parts::mean(whole.and_then(|of| of.rounds.as_ref()))) } } }
            div { dt { (text!("community-first-player-wins")) } dd { a href=(began.whole.games_link) { (parts::rate(first.and_then(|of| of.win_rate.as_ref()))) } } }
            div { dt { (text!("community-draws")) } dd { a href=(format!("{games}{}result=drawn", if games.contains('?') { "&" } else { "?" })) { (parts::rate(whole.and_then(|of| of.draw_rate.as_ref()))) } } }
            div { dt { (text!("community-morale-passed")) } dd { a href=(looked_at(games, LookAt::Morale)) { (parts::rate(whole.and_then(|of| of.tests_passed.as_ref()))) } } }
        }
        @if answer.cells.is_empty() {
            div.nothing { p {
                (text!("community-no-matches")) " "
                @if filtered { a href=(if carried.bots { "/community?bots=true" } else { "/community" }) { (text!("community-clear-filters")) } }
                @else { (text!("community-no-games-yet")) }
            } }
        } @else {
            (tables(&caption, &query.by, &answer.cells, Measure::named(ctx.query.text("measure")), carried))
            @if answer.left_out > 0 { p.quiet { (text!("community-left-out", lines = answer.left_out)) } }
        }
        p {
            (text!(
                "community-downloads";
                csv = html! { a href=(format!("/v1/community/figures.csv?{}&for=spreadsheet", kept(fields))) { "CSV" } },
                csv_with_commas = html! { a href=(format!("/v1/community/figures.csv?{}&for=spreadsheet-comma", kept(fields))) { (text!("community-csv-with-commas")) } },
                json = html! { a href=(format!("/v1/community/figures?{}", kept(fields))) { "JSON" } },
                parquet = html! { a href=(format!("/v1/community/figures.parquet?{}", kept(fields))) { (text!("community-parquet")) } },
                svg = html! { a href=(format!("/v1/community/figures.svg?{}", filled(fields))) { "SVG" } },
                png = html! { a href=(format!("/v1/community/figures.png?{}", filled(fields))) { "PNG" } }
            ))
        }
        (leaders)
        (parts::method())
    };
    let page = Page {
        head: html! { meta name="description" content=(text!("community-description")); },
        scripts: &["community.js"],
        class: "community",
        ..Page::plain(text!("community-title"), body)
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
