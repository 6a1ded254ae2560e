//! Pictures of moments and ranges, figures and charts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hindsight_kernel::{
    BetterChoice, Board, BoardPoint, InspectRequest, LastChange, Overlay, Seat, Shape, Tone, Viewer,
};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::Timeline;
use hindsight_reports::chart::{self, Chart, ChartOptions};
use hindsight_reports::gif::{Frame, gif};
use hindsight_reports::statistics::{CsvTable, GameStatistics};
use hindsight_reports::{PictureOptions, Quality, Theme, png, svg};

use super::conditional::{Keep, View, tagged};
use super::spreadsheet::for_spreadsheet;
use super::views::clocks_of;
use super::{Answer, Ctx, Mounts};
use crate::access::GameAccess;
use crate::aggregates::annotations::{FoundAnnotations, Wanted};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::FRAMES;
use crate::base::messages::{quoted, text};
use crate::games::clock::times_csv as times_csv_of;
use crate::games::{EventRange, GameHistory, LiveGame, no_such_version};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("boardSvg", |ctx| async move { board(&ctx, Form::Svg).await });
    mounts.on("boardPng", |ctx| async move { board(&ctx, Form::Png).await });
    mounts.on("replayGif", replay);
    mounts.on("getStatistics", statistics);
    mounts.on("getStatisticsCsv", statistics_csv);
    mounts.on("listCharts", charts);
    mounts.on("chartSvg", |ctx| async move { one_chart(&ctx, Form::Svg).await });
    mounts.on("chartPng", |ctx| async move { one_chart(&ctx, Form::Png).await });
}

/// How a picture is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As marks.
    Svg,
    /// As pixels.
    Png,
}

impl Form {
    pub(super) const fn media(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// What to lay over a board.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Over {
    /// The answers about a unit.
    Inspect(String),
    /// Only its targets.
    Targets(String),
    /// What the last so many events changed.
    Last(u64),
}

fn overlays(ctx: &Ctx) -> ApiResult<Vec<Over>> {
    let Some(text) = ctx.query.text("overlays") else {
        return Ok(vec![Over::Last(1)]);
    };
    let mut all = Vec::new();
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty() && *part != "none")
    {
        let wrong = || ApiError::parameter("overlays", text!("overlay-expected", part = quoted(part)));
        all.push(match part.split_once(':') {
            Some(("inspect", unit)) => Over::Inspect(unit.to_owned()),
            Some(("targets", unit)) => Over::Targets(unit.to_owned()),
            Some(("last", count)) => match count.parse() {
                Ok(count @ 1..=100) => Over::Last(count),
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        });
    }
    if all.len() > 8 {
        return Err(ApiError::parameter("overlays", text!("overlays-most")));
    }
    Ok(all)
}

pub(crate) fn theme(ctx: &Ctx) -> Theme {
    if ctx.query.text("theme") == Some("dark") {
        Theme::Dark
    } else {
        Theme::Light
    }
}

fn options(ctx: &Ctx, usual: u32) -> PictureOptions {
    PictureOptions {
        width: ctx.query.number("width").map_or(usual, |width| width as u32),
        theme: theme(ctx),
        quality: if ctx.query.text("quality") == Some("fast") {
            Quality::Fast
        } else {
            Quality::Fine
        },
        compact: ctx.query.flag("compact"),
        ..PictureOptions::default()
    }
}

async fn board(ctx: &Ctx, form: Form) -> Answer {
    let (head, sight) = ctx.game().await?;
    picture(ctx, &head, &sight, ctx.query.number("at"), form).await
}

/// The picture of a game at a version.
pub(crate) async fn picture(
    ctx: &Ctx,
    head: &Arc<LiveGame>,
    sight: &GameAccess,
    asked: Option<u64>,
    form: Form,
) -> Answer {
    let viewer = sight.through(ctx.query.seat(), head.over)?;
    let at = asked.unwrap_or(head.version());
    if at == 0 || at > head.version() {
        return Err(no_such_version(at, head.version()));
    }
    if let Some(instead) = ctx.query.text("instead") {
        return better(ctx, head, viewer, (at, instead), form).await;
    }
    let over = overlays(ctx)?;
    let options = options(ctx, 900);
    let moment = Wanted {
        version: Some(at),
        ..Wanted::default()
    };
    let said = said(ctx, head, sight, &moment).await?;
    let services = &ctx.services;
    let view = View {
        ctx,
        head,
        viewer,
        at,
        media: form.media(),
    };
    let drawn = said
        .as_ref()
        .map(|found| found.page.items.clone())
        .unwrap_or_default();
    let draw = || async {
        let game = services.games.at(head, Some(at), viewer).await?;
        let past = services.games.past(head).await?;
        let system = head.system;
        services
            .store
            .work(move |_| {
                let mut options = options;
                for over in over {
                    match over {
                        Over::Last(count) => options.last = Some(last_changes(&past, at, count, viewer)?),
                        Over::Inspect(unit) | Over::Targets(unit)
                            if !game.units(viewer).iter().any(|info| info.id == unit) =>
                        {
                            return Err(ApiError::new(
                                ProblemKind::NoSuchUnit,
                                text!("no-such-unit", unit = quoted(&unit)),
                            ));
                        }
                        Over::Inspect(unit) => {
                            options
                                .overlays
                                .extend(inspected(game.as_ref(), unit, viewer, system)?);
                        }
                        Over::Targets(unit) => options.overlays.extend(
                            inspected(game.as_ref(), unit, viewer, system)?
                                .into_iter()
                                .filter(|overlay| overlay.kind == "target"),
                        ),
                    }
                }
                let board = game.board(viewer);
                let drawings = drawn.iter().flat_map(|annotation| &annotation.drawings);
                options.notes = drawings.map(|drawing| drawing.overlay(&board.unit)).collect();
                Ok(match form {
                    Form::Svg => svg(&board, &options).into_bytes(),
                    Form::Png => png(&board, &options),
                })
            })
            .await
    };
    match said {
        None => view.answer(draw).await,
        Some(found) => annotated(&view, &found, draw().await?),
    }
}

/// The board after the better choice of a suggestion at a version, up to the first die.
async fn better(
    ctx: &Ctx,
    head: &Arc<LiveGame>,
    viewer: Viewer,
    (version, instead): (u64, &str),
    form: Form,
) -> Answer {
    let (detector, unit) = instead
        .split_once(':')
        .map_or((instead, None), |(detector, unit)| (detector, Some(unit)));
    let services = &ctx.services;
    let found = services
        .coach
        .suggestion(head, viewer, version, (detector, unit))
        .await?;
    let Some((seat, better)) = found.and_then(|one| Some((one.seat, one.better?))) else {
        let why = text!("picture-no-suggestion", version, instead = quoted(instead));
        return Err(ApiError::parameter("instead", why));
    };
    let view = View {
        ctx,
        head,
        viewer,
        at: version,
        media: form.media(),
    };
    let mut options = options(ctx, 900);
    view.answer(|| async {
        let game = services.games.at(head, Some(better.at), viewer).await?;
        let system = head.system;
        services
            .store
            .work(move |_| {
                let done = game
                    .without_dice(seat, &better.commands, viewer)
                    .map_err(|error| ApiError::command(error, system, "/commands"))?;
                options.overlays.extend(aim(&done.board, &better, seat));
                options.last = Some(done.change);
                Ok(match form {
                    Form::Svg => svg(&done.board, &options).into_bytes(),
                    Form::Png => png(&done.board, &options),
                })
            })
            .await
    })
    .await
}

/// The arrow from the unit of a better choice to the one that it acts against.
fn aim(board: &Board, better: &BetterChoice, seat: Seat) -> Option<Overlay> {
    let centre = |id: &Option<String>| {
        let token = board.tokens.iter().find(|token| Some(&token.id) == id.as_ref())?;
        let corners = token.outline.len().max(1) as f64;
        let sum = |of: fn(&BoardPoint) -> f64| token.outline.iter().map(of).sum::<f64>();
        Some(BoardPoint::new(
            sum(|point| point.x) / corners,
            sum(|point| point.y) / corners,
        ))
    };
    Some(Overlay {
        kind: "target".to_owned(),
        label: None,
        seat: Some(seat),
        tone: Tone::Good,
        shape: Shape::Arrow {
            from: centre(&better.unit)?,
            to: centre(&better.target)?,
        },
    })
}

/// A picture with what people drew. That changes without the game, so no copy of it is kept here.
fn annotated(view: &View<'_>, found: &FoundAnnotations, picture: Vec<u8>) -> Answer {
    let View { ctx, at, media, .. } = *view;
    let asked = format!("{}{:?}{at}{media}", found.etag, ctx.query.all());
    let etag = format!("\"{}\"", &blake3::hash(asked.as_bytes()).to_hex()[..16]);
    tagged(ctx, media, &etag, Keep::Ask, false, picture.into())
}

/// What is said of a moment or a range, where the picture is to show what was drawn for it.
async fn said(
    ctx: &Ctx,
    head: &Arc<LiveGame>,
    sight: &GameAccess,
    wanted: &Wanted,
) -> ApiResult<Option<FoundAnnotations>> {
    if !ctx.query.flag("annotations") {
        return Ok(None);
    }
    let reader = ctx.reader(head, sight);
    ctx.services
        .annotations
        .annotations_found(reader, wanted)
        .await
        .map(Some)
}

pub(crate) fn inspected(
    game: &dyn hindsight_engine::AnyGame,
    unit: String,
    viewer: Viewer,
    system: &dyn hindsight_engine::System,
) -> ApiResult<Vec<Overlay>> {
    let question = InspectRequest {
        unit,
        target: None,
        about: serde_json::Map::new(),
    };
    let found = game
        .inspect(&question, viewer)
        .map_err(|refusal| ApiError::refused(refusal, Some(system)))?;
    Ok(found.overlays)
}

/// What the last so many events of the present line before a version changed, as one change.
fn last_changes(past: &GameHistory, at: u64, count: u64, viewer: Viewer) -> ApiResult<LastChange> {
    let mut merged = LastChange::default();
    let look = EventRange {
        from: at.saturating_sub(count - 1).max(1),
        to: at,
        all_lines: true,
        facts: false,
    };
    past.walk(look, viewer, &mut |step| {
        merged.add(step.change());
        true
    })?;
    Ok(merged)
}

/// The last version of each phase of a game, or of each turn.
fn ends(course: &Timeline, of_turns: bool) -> BTreeSet<u64> {
    let entries = course.entries.iter().enumerate();
    entries
        .filter(|(place, entry)| {
            let next = course.entries.get(place + 1);
            !of_turns || next.is_none_or(|next| (next.round, next.turn) != (entry.round, entry.turn))
        })
        .map(|(_, entry)| entry.to)
        .collect()
}

async fn replay(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(ctx.query.seat(), head.over)?;
    let end = head.version();
    let from = ctx.query.number("from").unwrap_or(1);
    let to = ctx.query.number("to").unwrap_or(end);
    if from > end || to > end {
        return Err(no_such_version(from.max(to), end));
    }
    if from > to {
        return Err(ApiError::parameter("from", text!("picture-from-behind")));
    }
    let each = ctx.query.text("each").filter(|each| *each != "event");
    if each.is_none() && to - from >= FRAMES * 4 {
        return Err(
            ApiError::parameter("to", text!("picture-events-most", most = FRAMES * 4))
                .limit("frames", FRAMES * 4),
        );
    }
    let usual_delay = if each.is_some() { 1_200 } else { 500 };
    let hundredths = (ctx.query.number("delay").unwrap_or(usual_delay) / 10) as u16;
    let shown = match each {
        None => None,
        Some(each) => {
            let course = ctx.services.timelines.timeline(&head, viewer).await?;
            Some(ends(&course, each == "turn"))
        }
    };
    let options = options(&ctx, 600);
    let services = &ctx.services;
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: end,
        media: "image/gif",
    };
    let range = Wanted {
        limit: Some(500),
        ..Wanted::default()
    };
    let said = said(&ctx, &head, &sight, &range).await?;
    let drawn = said
        .as_ref()
        .map(|found| found.page.items.clone())
        .unwrap_or_default();
    let draw = || async {
        let past = services.games.past(&head).await?;
        services
            .store
            .work(move |_| {
                let mut moments = Vec::new();
                let look = EventRange {
                    from,
                    to,
                    all_lines: false,
                    facts: false,
                };
                past.walk(look, viewer, &mut |step| {
                    let version = step.version();
                    if shown.as_ref().is_some_and(|shown| !shown.contains(&version)) {
                        return true;
                    }
                    let board = step.board();
                    let notes: Vec<Overlay> = drawn
                        .iter()
                        .filter(|annotation| annotation.speaks_of(version))
                        .flat_map(|annotation| &annotation.drawings)
                        .map(|drawing| drawing.overlay(&board.unit))
                        .collect();
                    moments.push((board, step.change(), notes));
                    moments.len() as u64 <= FRAMES
                })?;
                if moments.len() as u64 > FRAMES {
                    let why = text!("picture-frames-most", most = FRAMES);
                    return Err(ApiError::parameter("to", why).limit("frames", FRAMES));
                }
                let frames: Vec<Frame<'_>> = moments
                    .iter()
                    .map(|(board, last, notes)| Frame {
                        board,
                        last: Some(last),
                        overlays: notes,
                        hundredths,
                    })
                    .collect();
                Ok(gif(&frames, &options))
            })
            .await
    };
    match said {
        None => view.answer(draw).await,
        Some(found) => annotated(&view, &found, draw().await?),
    }
}

/// A view made from the figures of a game. `at` tells views apart that only the path does: figures are always those of
/// the whole game, so no version stands there.
async fn from_figures<F>(ctx: &Ctx, media: &'static str, at: u64, make: F) -> Answer
where
    F: FnOnce(&GameStatistics, BTreeMap<Seat, String>) -> ApiResult<Vec<u8>> + Send + 'static,
{
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let services = &ctx.services;
    let view = View {
        ctx,
        head: &head,
        viewer,
        at,
        media,
    };
    view.answer(|| async {
        let past = services.games.past(&head).await?;
        let names = head
            .game
            .info(viewer)
            .seats
            .into_iter()
            .map(|seat| (seat.seat, seat.name))
            .collect();
        services
            .store
            .work(move |_| make(&past.figures(viewer)?, names))
            .await
    })
    .await
}

async fn statistics(ctx: Ctx) -> Answer {
    from_figures(&ctx, "application/json", 0, |figures, _| {
        serde_json::to_vec(&figures.report()).map_err(|why| ApiError::fault("writing the figures", why))
    })
    .await
}

async fn statistics_csv(ctx: Ctx) -> Answer {
    let table = statistics_table(&ctx).await?;
    for_spreadsheet(&ctx, table)
}

async fn statistics_table(ctx: &Ctx) -> Answer {
    if ctx.query.text("of") == Some("times") {
        return times_csv(ctx).await;
    }
    let table = match ctx.query.text("of") {
        Some("players") => CsvTable::Seats,
        Some("turns") => CsvTable::Periods,
        Some("matrix") => CsvTable::Matrix,
        Some("dice") => CsvTable::Dice,
        Some("attacks") => CsvTable::Attacks,
        Some("cards") => CsvTable::Cards,
        Some("counters") => CsvTable::Counters,
        _ => CsvTable::Units,
    };
    from_figures(ctx, "text/csv; charset=utf-8", 0, move |figures, _| {
        Ok(figures.csv(table).into_bytes())
    })
    .await
}

/// The times for decisions by what was asked. Unlike other figures they follow from when commands were recorded.
async fn times_csv(ctx: &Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let view = View {
        ctx,
        head: &head,
        viewer,
        at: 0,
        media: "text/csv; charset=utf-8",
    };
    view.answer(|| async { Ok(times_csv_of(&clocks_of(ctx, &head, viewer).await?).into_bytes()) })
        .await
}

/// The charts of a game by name.
const CHARTS: [(&str, Chart); 6] = [
    ("strength", Chart::Strength),
    ("threat", Chart::Threat),
    ("damage", Chart::Damage),
    ("luck", Chart::Luck),
    ("dice", Chart::Dice),
    ("matrix", Chart::Matrix),
];

fn chart_names() -> Vec<&'static str> {
    CHARTS.iter().map(|(name, _)| *name).collect()
}

async fn charts(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: head.version(),
        media: "application/json",
    };
    view.answer(|| async {
        serde_json::to_vec(&chart_names()).map_err(|why| ApiError::fault("writing the names", why))
    })
    .await
}

async fn one_chart(ctx: &Ctx, form: Form) -> Answer {
    // A game that is not for these eyes comes first: its charts tell nothing of it.
    let (head, _) = ctx.game().await?;
    let name = ctx.path("chart");
    let Some(place) = CHARTS.iter().position(|(known, _)| *known == name) else {
        return Err(ApiError::new(
            ProblemKind::NoSuchChart,
            text!("no-such-chart", name = quoted(name)),
        )
        .allowed(chart_names()));
    };
    let chart = CHARTS[place].1;
    let width = ctx.query.number("width").map_or(900, |width| width as u32);
    let theme = theme(ctx);
    let damage = head.system.damage_words();
    from_figures(ctx, form.media(), place as u64, move |figures, names| {
        let options = ChartOptions {
            width,
            theme,
            names,
            damage,
            ..ChartOptions::default()
        };
        let sheet = chart::draw(chart, figures, &options);
        Ok(match form {
            Form::Svg => sheet.to_svg().into_bytes(),
            Form::Png => sheet.to_png(Quality::Fine),
        })
    })
    .await
}
