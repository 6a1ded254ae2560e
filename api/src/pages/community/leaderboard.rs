//! Leaderboards: the highest ratings in a system, on a page of its own and in short on the dashboard.

use hindsight_engine::systems;
use hindsight_openapi::wire::{Leaderboard, LeaderboardLine};
use hindsight_reports::community::RatedPlayers;
use maud::{Markup, html};

use super::super::house::{Page, wide};
use super::super::links::query;
use super::{GAMES, parts};
use crate::analysis::community::Lag;
use crate::base::error::ApiResult;
use crate::base::messages::text;
use crate::http::community::ranking;
use crate::http::{Answer, Ctx};

/// The address of the page.
const PAGE: &str = "/community/leaderboard";
/// Accounts on a page.
const SHOWN: usize = 50;
/// Accounts of each system on the dashboard.
const SHOWN_IN_SHORT: usize = 5;
/// Systems on the dashboard.
const SYSTEMS_IN_SHORT: usize = 3;

pub(super) async fn page(ctx: Ctx) -> Answer {
    let which = ranking(&ctx, "", SHOWN)?.which;
    let rated = ctx.services.community.rated_systems(which).await?;
    let most_rated = rated.first().map(|(system, _)| system.as_str());
    let system = ctx.query.text("system").or(most_rated).unwrap_or_default();
    let asked = ranking(&ctx, system, SHOWN)?;
    let is_later_page = asked.after > 0;
    let board = ctx.services.community.leaderboard(asked, GAMES).await?;
    let carried = parts::Carried::of(&ctx)?;
    let title = title_of(&board.system);
    let next = board.next.as_deref().map(|next| {
        let others = ctx.query.all().iter().filter(|(name, _)| *name != "cursor");
        let fields = others.map(|(name, value)| (*name, value.as_str()));
        format!("{PAGE}{}", query(fields.chain([("cursor", next)])))
    });
    let body = html! {
        h1 { (text!("leaderboard-title")) }
        p.lead { @if board.system.is_empty() { (text!("leaderboard-lead")) } @else { (text!("leaderboard-lead-in", system = title.to_owned())) } }
        (form(&ctx, &board))
        (parts::behind(Lag { events: board.behind, counting: board.counting }))
        (parts::as_of_note(&ctx, carried))
        @if board.items.is_empty() {
            div.nothing { p {
                @if is_later_page { (text!("leaderboard-no-more")) }
                @else { (text!("leaderboard-nobody")) }
                " " (text!("leaderboard-needs"))
            } }
        } @else {
            (table(&board, title))
        }
        @if let Some(next) = next { nav.pages aria-label=(text!("leaderboard-pages")) { a rel="next" href=(next) { (text!("leaderboard-lower")) } } }
        details.method {
            summary { (text!("leaderboard-method")) }
            p {
                (text!("leaderboard-method-text"))
            }
        }
    };
    let page = Page {
        scripts: &["community.js"],
        class: "community",
        ..Page::plain(text!("leaderboard-title"), body)
    };
    Ok(page.answer(&ctx.req))
}

fn title_of(system: &str) -> &str {
    hindsight_engine::system(system).map_or(system, |system| system.title())
}

fn form(ctx: &Ctx, board: &Leaderboard) -> Markup {
    let value = |name: &str| ctx.query.text(name).unwrap_or_default();
    html! {
        form.search method="get" action=(PAGE) {
            label {
                span { (text!("leaderboard-system-field")) }
                select name="system" {
                    @for system in systems() {
                        option value=(system.id()) selected[board.system == system.id()] { (system.title()) }
                    }
                }
            }
            label {
                span { (text!("leaderboard-players")) }
                select name="players" {
                    @for players in RatedPlayers::ALL {
                        option value=(players.word()) selected[players == board.players] {
                            @match players {
                                RatedPlayers::People => (text!("leaderboard-people")),
                                RatedPlayers::Bots => (text!("leaderboard-bots")),
                            }
                        }
                    }
                }
            }
            label { span { (text!("leaderboard-minimum")) } input type="number" name="minimum_games" min="1" max="10000" value=(value("minimum_games")) placeholder="5"; }
            label { span { (text!("leaderboard-as-of")) } input type="date" name="as_of" value=(value("as_of")); }
            button type="submit" { (text!("leaderboard-show")) }
        }
    }
}

fn table(board: &Leaderboard, title: &str) -> Markup {
    html! {
        (wide(text!("leaderboard-title"), &html! { table.figures {
            caption { (text!("leaderboard-caption", system = title.to_owned(), games = board.minimum_games)) }
            thead { tr {
                th.number scope="col" { (text!("leaderboard-place")) }
                th scope="col" { (text!("leaderboard-player")) }
                th.number scope="col" { (text!("leaderboard-rating")) }
                th.number scope="col" { (text!("leaderboard-rated-games")) }
                th scope="col" { (text!("leaderboard-last-rated")) }
                th scope="col" { (text!("leaderboard-games")) }
            } }
            tbody { @for line in &board.items { tr {
                td.number { (line.place) }
                th scope="row" { a href=(line.player_link) { (line.name) } }
                td.number { (rating(line)) }
                td.number { (line.games) }
                td { (line.last_month) }
                td { a href=(line.games_link) { (text!("leaderboard-games")) span.unseen { " " (text!("leaderboard-of", name = &line.name)) } } }
            } } }
        } }))
    }
}

fn rating(line: &LeaderboardLine) -> Markup {
    html! {
        (format!("{:.0}", line.rating)) " "
        small.quiet { (format!("±\u{a0}{:.0}", 2.0 * line.deviation)) }
    }
}

/// The first places of the system that is asked for, or of those of most rated accounts.
pub(super) async fn in_short(ctx: &Ctx, carried: parts::Carried) -> ApiResult<Markup> {
    let which = ranking(ctx, "", SHOWN_IN_SHORT)?.which;
    let rated = ctx.services.community.rated_systems(which).await?;
    let asked = ctx.query.text("system");
    let systems = rated
        .iter()
        .map(|(system, _)| system.as_str())
        .filter(|system| asked.is_none_or(|asked| asked == *system));
    let mut boards = Vec::new();
    for system in systems.take(SYSTEMS_IN_SHORT) {
        let query = ranking(ctx, system, SHOWN_IN_SHORT)?;
        let board = ctx.services.community.leaderboard(query, GAMES).await?;
        if !board.items.is_empty() {
            boards.push(board);
        }
    }
    let whole = |board: &Leaderboard| {
        let least = board.minimum_games.to_string();
        let day = carried.as_of.map(|day| day.to_string());
        let fields = [
            ("system", board.system.as_str()),
            ("minimum_games", least.as_str()),
        ];
        let day = day.iter().map(|day| ("as_of", day.as_str()));
        format!("{PAGE}{}", query(fields.into_iter().chain(day)))
    };
    Ok(html! {
        @if boards.is_empty() {
            p { a href=(PAGE) { (text!("leaderboard-title")) } span.quiet { " " (text!("leaderboard-empty")) } }
        } @else {
            h2 #leaderboards { (text!("leaderboard-several")) }
            div.leaderboards { @for board in &boards {
                section {
                    h3 { (title_of(&board.system)) }
                    ol.leaders { @for line in &board.items {
                        li {
                            span.place { (line.place) }
                            a href=(line.player_link) { (line.name) }
                            span { (rating(line)) }
                            a.quiet href=(line.games_link) { (text!("leaderboard-rated", games = line.games)) }
                        }
                    } }
                    p { a href=(whole(board)) { (text!("leaderboard-whole")) span.unseen { " " (text!("leaderboard-of", name = title_of(&board.system).to_owned())) } } }
                }
            } }
        }
    })
}
