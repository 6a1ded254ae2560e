//! Views of a game: events, state, board, units, timeline, dice, audit.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use futures_util::stream;
use hindsight_engine::AnyGame;
use hindsight_kernel::odds::Die;
use hindsight_kernel::{CountedDice, Fact, LensPage, MOST_DIFFERENCES, Viewer};
use hindsight_openapi::wire::{AskLaboratory, DiceEntry, DiceLedger, EventPage, GameClock};
use serde::Serialize;

use super::conditional::{View, tag};
use super::{Answer, Ctx, Mounts};
use crate::analysis::may_audit;
use crate::base::StoreHandle;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::EVENT_PAGE;
use crate::games::clock::clock;
use crate::games::{EventRange, GameHistory, LiveGame};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("listEvents", events);
    mounts.on("getState", state);
    mounts.on("getBoard", board);
    mounts.on("listUnits", units);
    mounts.on("getTimeline", timeline);
    mounts.on("getClock", clocks);
    mounts.on("getDice", dice);
    mounts.on("auditGame", audit);
    mounts.on("laboratory", laboratory);
}

fn json(value: &impl Serialize) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(value).map_err(|why| ApiError::fault("writing the answer", why))
}

async fn events(ctx: Ctx) -> Answer {
    const FORMS: [&str; 2] = ["application/json", "application/x-ndjson"];
    let form = ctx.accepted(&FORMS)?;
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let look = EventRange {
        from: ctx.query.number("from").unwrap_or(1),
        to: ctx.query.number("to").unwrap_or(u64::MAX),
        all_lines: ctx.query.text("lines") == Some("all"),
        facts: ctx.query.flag("facts"),
    };
    let past = ctx.services.games.past(&head).await?;
    if form == FORMS[1] {
        return lines(&ctx, &past, look, viewer);
    }
    let limit = ctx.query.number("limit").unwrap_or(EVENT_PAGE) as usize;
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: head.version(),
        media: FORMS[0],
    };
    view.answer(|| {
        let (game, version) = (head.id.to_string(), head.version());
        ctx.services.store.work(move |_| {
            let mut items = past.events(look, viewer, limit + 1)?;
            let next = (items.len() > limit).then(|| items[limit].version);
            items.truncate(limit);
            json(&EventPage {
                game,
                version,
                items,
                next,
            })
        })
    })
    .await
}

#[allow(clippy::unnecessary_wraps, reason = "an answer like every other")]
/// One event a line, made in pieces so that a long game is never whole in memory twice.
fn lines(ctx: &Ctx, past: &Arc<GameHistory>, look: EventRange, viewer: Viewer) -> Answer {
    const PIECE: usize = 500;
    let (past, store) = (Arc::clone(past), ctx.services.store.clone());
    let version = past.version();
    let pieces = stream::unfold(Some(look), move |left| {
        let (past, store) = (Arc::clone(&past), store.clone());
        async move {
            let look = left?;
            let made = store
                .work(move |_| {
                    let items = past.events(look, viewer, PIECE)?;
                    let rest = (items.len() == PIECE)
                        .then(|| {
                            items.last().map(|last| EventRange {
                                from: last.version + 1,
                                ..look
                            })
                        })
                        .flatten();
                    let mut text = Vec::new();
                    for item in &items {
                        text.append(&mut json(item)?);
                        text.push(b'\n');
                    }
                    Ok((Bytes::from(text), rest))
                })
                .await;
            match made {
                Ok((bytes, rest)) => Some((Ok(bytes), rest)),
                Err(error) => Some((Err(error), None)),
            }
        }
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, tag(version, viewer)))
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .streaming(pieces))
}

/// A view of the position at the version and through the eyes that the query names.
async fn position<F>(ctx: &Ctx, make: F) -> Answer
where
    F: FnOnce(&dyn AnyGame, Viewer) -> ApiResult<Vec<u8>> + Send + 'static,
{
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(ctx.query.seat(), head.over)?;
    let asked = ctx.query.number("at");
    let at = asked.unwrap_or(head.version());
    if at > head.version() {
        return Err(crate::games::no_such_version(at, head.version()));
    }
    let view = View {
        ctx,
        head: &head,
        viewer,
        at,
        media: "application/json",
    };
    let games = &ctx.services;
    view.answer(|| {
        let head = Arc::clone(&head);
        async move {
            let present = at == head.version();
            if present && head.is_light() {
                return StoreHandle::quick(|| make(head.game.as_ref(), viewer));
            }
            let game = games.games.at(&head, asked, viewer).await?;
            let bytes = games.store.work(move |_| make(game.as_ref(), viewer)).await?;
            if present {
                head.weigh(bytes.len());
            }
            Ok(bytes)
        }
    })
    .await
}

async fn state(ctx: Ctx) -> Answer {
    position(&ctx, |game, viewer| Ok(game.state_json(viewer))).await
}

async fn board(ctx: Ctx) -> Answer {
    position(&ctx, |game, viewer| json(&game.board(viewer))).await
}

async fn units(ctx: Ctx) -> Answer {
    position(&ctx, |game, viewer| json(&game.units(viewer))).await
}

async fn timeline(ctx: Ctx) -> Answer {
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
        Ok(ctx
            .services
            .timelines
            .timeline_json(&head, viewer)
            .await?
            .to_vec())
    })
    .await
}

async fn clocks(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: head.version(),
        media: "application/json",
    };
    view.answer(|| async { json(&clocks_of(&ctx, &head, viewer).await?) })
        .await
}

/// The clocks of a game as it stands, as a viewer may see them.
pub(crate) async fn clocks_of(ctx: &Ctx, head: &Arc<LiveGame>, viewer: Viewer) -> ApiResult<GameClock> {
    let past = ctx.services.games.past(head).await?;
    let head = Arc::clone(head);
    let work = ctx.services.store.work(move |_| clock(&head, &past, viewer));
    work.await
}

async fn dice(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let all_lines = ctx.query.text("lines") == Some("all");
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: head.version(),
        media: "application/json",
    };
    let services = &ctx.services;
    view.answer(|| async {
        let past = services.games.past(&head).await?;
        let (game, dice) = (head.id.to_string(), head.game.info(viewer).dice);
        services
            .store
            .work(move |_| {
                let mut items = Vec::new();
                let look = EventRange {
                    from: 1,
                    to: u64::MAX,
                    all_lines,
                    facts: false,
                };
                past.walk(look, viewer, &mut |step| {
                    rolls(step, &mut items);
                    true
                })?;
                json(&DiceLedger {
                    game,
                    version: past.version(),
                    dice,
                    items,
                })
            })
            .await
    })
    .await
}

/// The rolls of an event in the order thrown: as its facts read them, and those no fact reads as plain sums.
fn rolls(step: &dyn hindsight_engine::FoldStep, items: &mut Vec<DiceEntry>) {
    let (version, live) = (step.version(), step.live());
    let mut told: Vec<DiceEntry> = Vec::new();
    for fact in step.facts() {
        if let Fact::DiceRolled(read) = fact {
            let standing = read.expected.standing(read.result);
            told.push(DiceEntry {
                version,
                live,
                roll: read.roll,
                seat: Some(read.seat),
                unit: read.unit,
                against: read.against,
                target: read.target,
                result: read.result,
                mean: read.expected.mean(),
                percentile: standing.percentile,
                expected: read.expected,
            });
        }
    }
    for roll in step.dice() {
        if let Some(place) = told.iter().position(|known| known.roll == roll) {
            items.push(told.remove(place));
            continue;
        }
        if roll.is_counted()
            && !roll
                .counted
                .iter()
                .all(|part| matches!(part, CountedDice::Sum { .. }))
        {
            // No fact tells what it is read by, and its total is not known.
            continue;
        }
        let expected = Die::new(u16::from(roll.sides)).sum(roll.dice() as u32);
        let result = roll.total() as i32;
        items.push(DiceEntry {
            version,
            live,
            seat: None,
            unit: None,
            against: None,
            target: None,
            result,
            mean: expected.mean(),
            percentile: expected.standing(result).percentile,
            expected,
            roll,
        });
    }
    // What facts read in another form than it was thrown.
    items.append(&mut told);
}

async fn audit(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    may_audit(&head, viewer)?;
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: head.version(),
        media: "application/json",
    };
    let services = &ctx.services;
    view.answer(|| async { json(&services.audits.audited(&head, viewer).await?) })
        .await
}

/// The most commands that one page of a laboratory lists.
const MOST_LISTED: usize = 500;

async fn laboratory(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let asked: AskLaboratory = ctx.json().await?;
    let viewer = sight.through(None, head.over)?;
    let page = LensPage {
        from: asked.from.unwrap_or_default(),
        most: asked
            .limit
            .map_or(MOST_DIFFERENCES, |limit| usize::from(limit).clamp(1, MOST_LISTED)),
    };
    let found = ctx
        .services
        .audits
        .laboratory(&head, viewer, asked.rules, page)
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(found))
}
