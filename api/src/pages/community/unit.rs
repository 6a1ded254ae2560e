//! A unit: who takes it, how it fares against whom, month by month.

use hindsight_reports::community::{CommunityQuery, Dimension, Filter, Measure};
use maud::html;

use super::super::house::Page;
use super::bars::bars;
use super::table::table;
use super::{GAMES, parts};
use crate::base::limits::LEAST_SAMPLE;
use crate::base::messages::text;
use crate::http::community::draws;
use crate::http::{Answer, Ctx};

pub(super) async fn page(ctx: Ctx) -> Answer {
    let (system, card) = (ctx.path("system"), ctx.path("unit"));
    let unit = format!("{system}:{card}");
    let carried = parts::Carried::of(&ctx)?;
    let filter = Filter {
        with_bots: carried.bots,
        as_of: carried.as_of,
        ..Filter::default()
    }
    .and(Dimension::Unit, &unit);
    let ask = |by: &[Dimension]| CommunityQuery {
        filter: filter.clone(),
        by: by.to_vec(),
        draws: draws(&ctx),
        least: LEAST_SAMPLE,
    };
    let services = &ctx.services;
    let (own, behind) = services.community.figures(ask(&[Dimension::Unit]), GAMES).await?;
    let (takers, _) = services
        .community
        .figures(ask(&[Dimension::Faction, Dimension::Unit]), GAMES)
        .await?;
    let (against, _) = services
        .community
        .figures(ask(&[Dimension::Opponent]), GAMES)
        .await?;
    let (months, _) = services
        .community
        .figures(ask(&[Dimension::Month]), GAMES)
        .await?;
    let months = months.as_read();
    let name = own.cells.first().map_or(card, |cell| cell.names[0].as_str());
    let hidden = parts::hidden_bots(&ctx, &filter).await?;
    let unknown = own.whole.games == 0 && hidden == 0;
    let title = hindsight_engine::system(system).map_or(system, |system| system.title());
    let body = html! {
        h1 { (name) }
        p.lead { (text!("unit-page-of"; system = html! { a href=(format!("/systems/{}", parts::segment(system))) { (title) } })) }
        (parts::behind(behind))
        (parts::bots_switch(&ctx, carried, hidden))
        (parts::as_of_note(&ctx, carried))
        @if own.whole.games == 0 {
            div.nothing { p { (text!("unit-page-none")) " " a href=(carried.address("/community", &[("group", "unit")])) { (text!("unit-page-all")) } } }
        } @else {
            (table(&text!("unit-page-armies"), &own.query.by, &own.cells, carried))
            (table(&text!("unit-page-by-faction"), &takers.query.by, &takers.cells, carried))
            (bars(Measure::Won, &against.query.by, &against.cells, carried))
            (table(&text!("unit-page-by-opponent"), &against.query.by, &against.cells, carried))
            (bars(Measure::Won, &months.query.by, &months.cells, carried))
            (table(&text!("unit-page-by-month"), &months.query.by, &months.cells, carried))
            p { a href=(carried.address("/community", &[("unit", unit.as_str())])) { (text!("unit-page-more")) } }
        }
        (parts::method())
    };
    let page = Page {
        scripts: &["community.js"],
        class: "community",
        ..Page::plain(name, body)
    };
    Ok(page.answer_as(if unknown { 404 } else { 200 }, &ctx.req))
}
