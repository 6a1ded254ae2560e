//! A faction: how it fares against each other one, with which units, month by month.

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
    let faction = ctx.path("faction").to_owned();
    let carried = parts::Carried::of(&ctx)?;
    let filter = Filter {
        with_bots: carried.bots,
        as_of: carried.as_of,
        ..Filter::default()
    }
    .and(Dimension::Faction, &faction);
    let ask = |dimension: Dimension| CommunityQuery {
        filter: filter.clone(),
        by: vec![dimension],
        draws: draws(&ctx),
        least: LEAST_SAMPLE,
    };
    let services = &ctx.services;
    let (against, behind) = services
        .community
        .figures(ask(Dimension::Opponent), GAMES)
        .await?;
    let (units, _) = services.community.figures(ask(Dimension::Unit), GAMES).await?;
    let (months, _) = services.community.figures(ask(Dimension::Month), GAMES).await?;
    let months = months.as_read();
    let whole = against.whole.figures.as_ref();
    let name = faction.as_str();
    let hidden = parts::hidden_bots(&ctx, &filter).await?;
    let unknown = against.whole.games == 0 && hidden == 0;
    let body = html! {
        h1 { (name) }
        (parts::behind(behind))
        (parts::bots_switch(&ctx, carried, hidden))
        (parts::as_of_note(&ctx, carried))
        @if against.whole.games == 0 {
            div.nothing { p { (text!("faction-none")) " " a href=(carried.address("/community", &[])) { (text!("faction-all")) } } }
        } @else {
            dl.tiles {
                div { dt { (text!("faction-games")) } dd { a href=(against.whole.games_link) { (against.whole.games) } } }
                div { dt { (text!("faction-won")) } dd { (parts::rate(whole.and_then(|of| of.win_rate.as_ref()))) } }
                div { dt { (text!("faction-survived")) } dd { (parts::mean(whole.and_then(|of| of.survival.as_ref()))) } }
                div { dt { (text!("faction-dealt")) } dd { (parts::mean(whole.and_then(|of| of.dealt.as_ref()))) } }
            }
            (bars(Measure::Won, &against.query.by, &against.cells, carried))
            (table(&text!("faction-by-opponent"), &against.query.by, &against.cells, carried))
            (table(&text!("faction-by-unit"), &units.query.by, &units.cells, carried))
            (bars(Measure::Won, &months.query.by, &months.cells, carried))
            (table(&text!("faction-by-month"), &months.query.by, &months.cells, carried))
            p { a href=(carried.address("/community", &[("faction", name)])) { (text!("faction-more")) } }
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
