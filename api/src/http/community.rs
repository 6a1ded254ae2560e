//! Figures of many games, the games behind them, and players.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_openapi::wire::{CommunityFigures, CommunityGames, CommunityMoment};
use hindsight_reports::Quality;
use hindsight_reports::chart::{self, ChartOptions};
use hindsight_reports::community::{
    CommunityQuery, Day, Dimension, DrawsCount, Filter, LookAt, MOST_GROUPS, Measure, NOTHING, NoDay,
    RatedPlayers,
};
use hindsight_store::EventStore;

use super::pictures::{Form, theme};
use super::spreadsheet::for_spreadsheet;
use super::{Answer, Ctx, Mounts};
use crate::analysis::community::{LeaderboardQuery, WhichRatings, is_month};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::LEAST_SAMPLE;
use crate::base::messages::text;
use crate::base::{now_ms, time_text};
use crate::games::game_card;

/// The address of the list of games behind a cell.
const GAMES: &str = "/v1/community/games";

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("communityFigures", figures);
    mounts.on("communityFiguresCsv", figures_csv);
    mounts.on("communityFiguresParquet", figures_parquet);
    mounts.on("communityFiguresSvg", |ctx| async move {
        chart(&ctx, Form::Svg).await
    });
    mounts.on("communityFiguresPng", |ctx| async move {
        chart(&ctx, Form::Png).await
    });
    mounts.on("communityGames", games);
    mounts.on("communityDump", dump);
    mounts.on("leaderboard", leaderboard);
    mounts.on("getPlayer", player);
}

/// A month as it stands in addresses: `2026-03`.
fn month(ctx: &Ctx, name: &str) -> ApiResult<Option<String>> {
    let Some(text) = ctx.query.text(name) else {
        return Ok(None);
    };
    if is_month(text) {
        return Ok(Some(text.to_owned()));
    }
    Err(ApiError::parameter(name, text!("month-expected")))
}

/// The day as of which figures are asked for.
pub(crate) fn as_of(ctx: &Ctx) -> ApiResult<Option<Day>> {
    let day = ctx.query.text("as_of").map(str::parse).transpose();
    day.map_err(|why: NoDay| ApiError::parameter("as_of", why.message()))
}

/// Which leaderboard a query asks for, of a system.
pub(crate) fn ranking(ctx: &Ctx, system: &str, limit: usize) -> ApiResult<LeaderboardQuery> {
    let after = ctx.query.text("cursor").map_or(Ok(0), |text| {
        let why = text!("not-a-cursor");
        text.parse().map_err(|_| ApiError::parameter("cursor", why))
    })?;
    Ok(LeaderboardQuery {
        system: system.to_owned(),
        which: WhichRatings {
            players: RatedPlayers::named(ctx.query.text("players")),
            as_of: as_of(ctx)?,
        },
        least: ctx.query.number("minimum_games").unwrap_or(LEAST_SAMPLE),
        after,
        limit,
    })
}

/// The filter that a query asks for.
pub(crate) async fn filter(ctx: &Ctx) -> ApiResult<Filter> {
    let mut filter = Filter {
        with_bots: ctx.query.flag("bots"),
        since: month(ctx, "since")?,
        until: month(ctx, "until")?,
        as_of: as_of(ctx)?,
        ..Filter::default()
    };
    month(ctx, "month")?;
    for dimension in Dimension::ALL {
        let Some(value) = ctx.query.text(dimension.word()) else {
            continue;
        };
        let value = match dimension {
            Dimension::Player | Dimension::Rival if value != NOTHING => {
                ctx.services.community.player(value).await?.id.to_string()
            }
            _ => value.to_owned(),
        };
        filter.is.insert(dimension, value);
    }
    Ok(filter)
}

/// How draws are to be counted.
pub(crate) fn draws(ctx: &Ctx) -> DrawsCount {
    let asked = ctx.query.text("draws");
    DrawsCount::ALL
        .into_iter()
        .find(|draws| Some(draws.word()) == asked)
        .unwrap_or_default()
}

/// Which moment of each game is asked for.
pub(crate) fn look_at(ctx: &Ctx) -> LookAt {
    LookAt::named(ctx.query.text("moment"))
}

/// The query of an address of games, with the moment that is asked for.
pub(crate) fn with_look(mut query: String, look: LookAt) -> String {
    if let Some(word) = look.word() {
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str("moment=");
        query.push_str(word);
    }
    query
}

/// What is asked.
pub(crate) async fn asked(ctx: &Ctx) -> ApiResult<CommunityQuery> {
    let mut by = Vec::new();
    for word in ctx.query.text("group").unwrap_or("faction").split(',') {
        let words = || Dimension::ALL.map(Dimension::word);
        let dimension = Dimension::named(word).ok_or_else(|| {
            ApiError::parameter(
                "group",
                text!("groups-expected", words = words().join(", ").clone()),
            )
            .allowed(words().to_vec())
        })?;
        if by.contains(&dimension) {
            return Err(ApiError::parameter(
                "group",
                text!("group-twice", word = word.to_string()),
            ));
        }
        by.push(dimension);
    }
    if by.len() > MOST_GROUPS {
        return Err(ApiError::parameter(
            "group",
            text!("groups-most", most = MOST_GROUPS),
        ));
    }
    Ok(CommunityQuery {
        filter: filter(ctx).await?,
        by,
        draws: draws(ctx),
        least: ctx.query.number("minimum_games").unwrap_or(LEAST_SAMPLE),
    })
}

async fn figures(ctx: Ctx) -> Answer {
    let query = asked(&ctx).await?;
    let (answer, behind) = ctx.services.community.figures(query, GAMES).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .json(CommunityFigures {
            behind: behind.events,
            counting: behind.counting,
            answer,
        }))
}

async fn figures_csv(ctx: Ctx) -> Answer {
    let query = asked(&ctx).await?;
    let (answer, _) = ctx.services.community.figures(query, GAMES).await?;
    let table = HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::CONTENT_TYPE, "text/csv; charset=utf-8"))
        .body(answer.csv());
    for_spreadsheet(&ctx, table)
}

async fn figures_parquet(ctx: Ctx) -> Answer {
    let query = asked(&ctx).await?;
    let (answer, _) = ctx.services.community.figures(query, GAMES).await?;
    let made_at = time_text(now_ms());
    let write = move |_: &dyn EventStore| Ok::<_, ApiError>(answer.parquet(&made_at));
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::CONTENT_TYPE, "application/vnd.apache.parquet"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"community-figures.parquet\"",
        ))
        .body(ctx.services.store.work(write).await?))
}

async fn chart(ctx: &Ctx, form: Form) -> Answer {
    let query = asked(ctx).await?;
    let (answer, _) = ctx.services.community.figures(query, GAMES).await?;
    let measure = Measure::named(ctx.query.text("measure"));
    let options = ChartOptions {
        width: ctx.query.number("width").map_or(900, |width| width as u32),
        theme: theme(ctx),
        ..ChartOptions::default()
    };
    let draw = move || {
        let sheet = chart::community(&answer.as_read(), measure, &options);
        match form {
            Form::Svg => sheet.to_svg().into_bytes(),
            Form::Png => sheet.to_png(Quality::Fine),
        }
    };
    let picture = ctx.services.store.work(move |_| Ok(draw())).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::CONTENT_TYPE, form.media()))
        .body(picture))
}

async fn games(ctx: Ctx) -> Answer {
    let filter = filter(&ctx).await?;
    let after = ctx.query.cursor()?;
    let limit = ctx.query.page_size();
    let look = look_at(&ctx);
    let found = ctx
        .services
        .community
        .games(filter.clone(), look, after, limit)
        .await?;
    let mut answer = HttpResponse::Ok();
    let next = found.next.map(|next| next.to_string());
    if let Some(next) = &next {
        answer.insert_header((header::LINK, ctx.next_page(next)));
    }
    answer.insert_header((header::CACHE_CONTROL, "public, no-cache"));
    Ok(answer.json(CommunityGames {
        behind: found.behind.events,
        counting: found.behind.counting,
        total: found.total,
        items: found
            .games
            .iter()
            .map(|(listed, _)| game_card(listed.stream, &listed.card, false))
            .collect(),
        moments: found
            .games
            .iter()
            .filter_map(|(listed, moment)| {
                moment.map(|moment| CommunityMoment {
                    game: listed.stream.to_string(),
                    version: moment.version,
                    what: moment.what,
                    page: format!("/g/{}/{}", listed.stream, moment.version),
                })
            })
            .collect(),
        next,
    }))
}

async fn dump(ctx: Ctx) -> Answer {
    let month = month(&ctx, "month")?.ok_or_else(|| ApiError::parameter("month", text!("dump-month")))?;
    let name = format!("attachment; filename=\"community-{month}.ndjson.zst\"");
    let (dump, _) = ctx.services.community.dump(month).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::CONTENT_TYPE, "application/zstd"))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(dump.bytes))
}

async fn leaderboard(ctx: Ctx) -> Answer {
    let system = ctx
        .query
        .text("system")
        .ok_or_else(|| ApiError::parameter("system", text!("leaderboard-system")))?;
    let limit = ctx.query.page_size();
    let asked = ranking(&ctx, system, limit)?;
    let board = ctx.services.community.leaderboard(asked, GAMES).await?;
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &board.next {
        answer.insert_header((header::LINK, ctx.next_page(next)));
    }
    Ok(answer
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .json(board))
}

async fn player(ctx: Ctx) -> Answer {
    let account = ctx.services.community.player(ctx.path("player")).await?;
    let player = ctx
        .services
        .community
        .player_figures(&account, draws(&ctx), as_of(&ctx)?, GAMES)
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .json(player))
}
