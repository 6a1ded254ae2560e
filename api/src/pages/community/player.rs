//! A player: record by faction and opponent, ratings, the population beside them, and the games.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_reports::community::{
    CellFigures, CommunityCell, Dimension, DrawsCount, Filter, LookAt, Rating,
};
use maud::{Markup, html};

use super::super::chart::percent;
use super::super::house::{Page, wide};
use super::table::table;
use super::{GAMES, parts};
use crate::analysis::community::Lag;
use crate::base::messages::text;
use crate::games::game_card;
use crate::http::community::{as_of, draws};
use crate::http::{Answer, Ctx};

/// Games on the page; a list has the others.
const SHOWN: usize = 10;

pub(super) async fn page(ctx: Ctx) -> Answer {
    let asked = ctx.path("player");
    let as_of = as_of(&ctx)?;
    let carried = parts::Carried { bots: false, as_of };
    let account = ctx.services.community.player(asked).await?;
    if account.deleted_ms.is_none() && account.name != asked {
        // One address a player: that of the name they have now.
        return Ok(HttpResponse::SeeOther()
            .insert_header((
                header::LOCATION,
                carried.address(&format!("/players/{}", account.name), &[]),
            ))
            .insert_header((header::CACHE_CONTROL, "private, no-cache"))
            .finish());
    }
    let draws = draws(&ctx);
    let player = ctx
        .services
        .community
        .player_figures(&account, draws, as_of, GAMES)
        .await?;
    let filter = Filter {
        with_bots: true,
        as_of,
        ..Filter::default()
    }
    .and(Dimension::Player, &player.id);
    let found = ctx
        .services
        .community
        .games(filter, LookAt::Usual, None, SHOWN)
        .await?;
    let items: Vec<_> = found
        .games
        .iter()
        .map(|(listed, moment)| (game_card(listed.stream, &listed.card, false), *moment))
        .collect();
    // A player's own page counts all their games.
    let with_bots = parts::Carried { bots: true, as_of };
    let body = html! {
        h1 { (player.name) }
        (parts::behind(Lag { events: player.behind, counting: player.counting }))
        (parts::as_of_note(&ctx, carried))
        @if player.whole.games == 0 {
            div.nothing { p { (text!("player-none")) } }
        } @else {
            (ratings(&player.ratings, carried))
            (beside(draws, &player.systems, &player.population))
            (table(&text!("player-by-faction"), &[Dimension::System, Dimension::Faction], &player.factions, with_bots))
            (table(&text!("player-by-opponent"), &[Dimension::Rival], &player.rivals, with_bots))
            h2 { (text!("player-latest")) }
            (parts::games(&items))
            p { a href=(player.whole.games_link) { (text!("player-all-games", games = player.whole.games)) } }
        }
        (parts::method())
    };
    let page = Page {
        scripts: &["community.js"],
        class: "community",
        ..Page::plain(&player.name, body)
    };
    Ok(page.answer(&ctx.req))
}

fn ratings(ratings: &[Rating], carried: parts::Carried) -> Markup {
    html! {
        h2 { (text!("player-ratings")) }
        @if ratings.is_empty() {
            p.quiet { (text!("player-unrated")) }
        }
        @for rating in ratings {
            @let title = hindsight_engine::system(&rating.system).map_or(rating.system.as_str(), |system| system.title());
            section.rating {
                h3 { (title) }
                p {
                    strong { (format!("{:.0}", rating.rating)) } " ± " (format!("{:.0}", 2.0 * rating.deviation))
                    " " span.quiet { (text!("player-rated", games = rating.games, place = rating.place, rated = rating.rated)) }
                    " " a href=(carried.address("/community/leaderboard", &[("system", rating.system.as_str())])) { (text!("player-leaderboard")) }
                }
                (wide(text!("player-ratings-in", system = title.to_owned()), &html! { table {
                    thead { tr { th scope="col" { (text!("player-month")) } th.number scope="col" { (text!("player-rating")) } th.number scope="col" { (text!("player-games")) } } }
                    tbody {
                        @for point in rating.history.iter().rev().take(12) {
                            tr {
                                th scope="row" { (point.month) }
                                td.number { (format!("{:.0}", point.rating)) " " small.quiet { "± " (format!("{:.0}", 2.0 * point.deviation)) } }
                                td.number { (point.games) }
                            }
                        }
                    }
                } }))
            }
        }
        p.quiet { (text!("player-ratings-method")) }
    }
}

/// The share of games that a side of two wins, whoever it is.
fn usual_share(draws: DrawsCount, everybody: Option<&CellFigures>) -> Option<f64> {
    match draws {
        // What one side wins of it the other loses.
        DrawsCount::Half | DrawsCount::LeftOut => Some(0.5),
        DrawsCount::NotWon => Some((1.0 - everybody?.draw_rate?.value) / 2.0),
    }
}

/// The player's figures and everybody's, system by system.
fn beside(draws: DrawsCount, own: &[CommunityCell], population: &[CommunityCell]) -> Markup {
    html! {
        h2 { (text!("player-compared")) }
        @for cell in own {
            @let everybody = population.iter().find(|other| other.group == cell.group).and_then(|cell| cell.figures.as_ref());
            @if let Some(figures) = &cell.figures {
                (wide(text!("player-compared-in", system = &cell.names[0]), &html! { table.beside-all {
                    caption { (cell.names[0]) }
                    thead { tr { th scope="col" { (text!("player-figure")) } th.number scope="col" { (text!("player-own")) } th.number scope="col" { (text!("player-everybody")) } } }
                    tbody {
                        tr { th scope="row" { (text!("player-won")) } td.number { (parts::rate(figures.win_rate.as_ref())) } td.number.quiet { (usual_share(draws, everybody).map_or_else(|| "–".to_owned(), percent)) } }
                        @for (label, own, all) in [
                            (text!("player-destroyed"), &figures.destroyed, everybody.and_then(|of| of.destroyed.as_ref())),
                            (text!("player-dealt"), &figures.dealt, everybody.and_then(|of| of.dealt.as_ref())),
                            (text!("player-taken"), &figures.taken, everybody.and_then(|of| of.taken.as_ref())),
                            (text!("player-survived"), &figures.survival, everybody.and_then(|of| of.survival.as_ref())),
                            (text!("player-luck"), &figures.luck, everybody.and_then(|of| of.luck.as_ref())),
                        ] {
                            tr { th scope="row" { (label) } td.number { (parts::mean(own.as_ref())) } td.number { (parts::mean(all)) } }
                        }
                        tr {
                            th scope="row" { (text!("player-morale-passed")) }
                            td.number { (parts::rate(figures.tests_passed.as_ref())) }
                            td.number { (parts::rate(everybody.and_then(|of| of.tests_passed.as_ref()))) }
                        }
                    }
                } }))
            }
        }
    }
}
