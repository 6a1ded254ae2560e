//! Situations of many games: found, counted, carried away as facts, drawn as a map.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_kernel::{BoardPoint, Message};
use hindsight_openapi::wire::{Explorer, SituationGuide, SituationMoment, SituationPage, SituationWord};
use hindsight_reports::situations::{ActionField, Counting, Field, GUIDE, HeatMap, SituationQuestion, ask};
use serde_json::{Value, json};

use super::pictures::theme;
use super::{Answer, Ctx, Mounts};
use crate::analysis::{FoundMoment, FoundSituations, GamesAsked, seat_asked};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::DAY_MS;
use crate::base::messages::text;
use crate::games::{game_card, no_such_version};

/// Moments in one file.
const IN_A_FILE: usize = 20_000;
/// Moments on one map.
const ON_A_MAP: usize = 50_000;
/// The form of a question, in a line.
pub(crate) const FORM: &str =
    "[moments | units | turns | games with] what-happened [where condition] [by field]";

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("findSituations", find);
    mounts.on("situationFacts", facts);
    mounts.on("situationMap", map);
    mounts.on("explorePosition", |ctx| async move {
        let explorer = explored(&ctx, ctx.query.number("at")).await?;
        Ok(HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "private, no-cache"))
            .json(explorer))
    });
    mounts.on("situationGuide", |_| async move {
        Ok(HttpResponse::Ok().json(guide()))
    });
}

/// The question of an address.
pub(crate) fn question(ctx: &Ctx) -> ApiResult<SituationQuestion> {
    let text = ctx.query.text("find").unwrap_or_default();
    ask(text).map_err(|wrong| {
        ApiError::parameter("find", wrong.message())
            .with("at", wrong.at as u64)
            .with("word", wrong.word.as_str())
    })
}

/// The games that an address means.
pub(crate) fn games(ctx: &Ctx) -> GamesAsked {
    GamesAsked {
        system: ctx.query.text("system").map(ToOwned::to_owned),
        with_bots: ctx.query.flag("bots"),
        since_ms: ctx.query.day("since"),
        until_ms: ctx.query.day("until").map(|begins| begins + DAY_MS),
    }
}

async fn found(ctx: &Ctx, limit: usize) -> ApiResult<FoundSituations> {
    let after = ctx.query.cursor()?;
    ctx.services
        .situations
        .ask(question(ctx)?, games(ctx), after, limit)
        .await
}

fn shown(moment: &FoundMoment) -> SituationMoment {
    let FoundMoment { game, at } = moment;
    let fields: BTreeMap<String, _> = at
        .cells()
        .iter()
        .map(|(field, cell)| (field.word().to_owned(), cell.clone()))
        .collect();
    SituationMoment {
        game: game.stream.to_string(),
        title: game_card(game.stream, &game.card, false).title,
        version: at.version,
        page: format!("/g/{}/{}", game.stream, at.version),
        what: at.deed,
        fields,
    }
}

async fn find(ctx: Ctx) -> Answer {
    let found = found(&ctx, ctx.query.page_size()).await?;
    let next = found.next.map(|next| next.to_string());
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((header::LINK, ctx.next_page(next)));
    }
    answer.insert_header((header::CACHE_CONTROL, "public, no-cache"));
    Ok(answer.json(SituationPage {
        question: found.found.question().to_string(),
        looked: found.looked,
        whole: found.found.whole(),
        groups: found.found.groups(),
        more_values: found.found.has_more_values(),
        items: found.moments.iter().map(shown).collect(),
        next,
    }))
}

async fn facts(ctx: Ctx) -> Answer {
    let found = found(&ctx, IN_A_FILE).await?;
    let mut lines = vec![
        json!({
            "hindsight": "situations", "question": found.found.question().to_string(), "licence": "CC0-1.0",
        })
        .to_string(),
    ];
    for FoundMoment { game, at } in &found.moments {
        let mut line = serde_json::to_value(at).map_err(|why| ApiError::fault("writing a moment", why))?;
        line["game"] = json!(game.stream);
        lines.push(line.to_string());
    }
    let whole = found.found.whole();
    lines.push(
        json!({
            "end": true, "looked": found.looked, "moments": found.moments.len(),
            "left_out": whole.moments.saturating_sub(found.moments.len() as u64),
            "next": found.next.map(|next| next.to_string()),
        })
        .to_string(),
    );
    lines.push(String::new());
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"situations.ndjson\"",
        ))
        .body(lines.join("\n")))
}

async fn map(ctx: Ctx) -> Answer {
    let theme = theme(&ctx);
    let found = found(&ctx, ON_A_MAP).await?;
    let nowhere = BoardPoint { x: 0.0, y: 0.0 };
    let (min, max) = found.field.unwrap_or((nowhere, nowhere));
    let places = found
        .moments
        .iter()
        .filter_map(|FoundMoment { at, .. }| Some((at.number(Field::UnitX)?, at.number(Field::UnitY)?)));
    let svg = HeatMap::of(min, max, places).svg(theme);
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::CONTENT_TYPE, "image/svg+xml"))
        .body(svg))
}

/// What was done in positions like one of a game, as far as the caller may know it.
pub(crate) async fn explored(ctx: &Ctx, at: Option<u64>) -> ApiResult<Explorer> {
    let (head, sight) = ctx.game().await?;
    let end = head.version();
    let version = at.unwrap_or(end);
    if version == 0 || version > end {
        return Err(no_such_version(version, end));
    }
    let viewer = sight.through(None, head.over)?;
    let then = ctx.services.games.at(&head, Some(version), viewer).await?;
    let games = GamesAsked {
        system: Some(head.system.id().to_owned()),
        with_bots: ctx.query.flag("bots"),
        ..GamesAsked::default()
    };
    let awaiting = then.info(viewer).awaiting.into_iter().map(|asked| asked.seat);
    let words = match seat_asked(ctx.query.seat(), awaiting) {
        Some(seat) => then.likeness(seat),
        None => then.likeness(hindsight_kernel::Seat::A),
    };
    ctx.services.situations.explore(words, games).await
}

/// The language as data.
pub(crate) fn guide() -> SituationGuide {
    let word = |word: &str, holds: Option<&str>, means: Message| SituationWord {
        word: word.to_owned(),
        holds: holds.map(ToOwned::to_owned),
        message: means.data(),
        means: means.into(),
    };
    let deeds = ActionField::ALL
        .iter()
        .map(|deed| word(deed.word(), None, deed.means().into()));
    let more = [
        ("charged", text!("ask-guide-charged")),
        ("anything", text!("ask-guide-anything")),
    ];
    SituationGuide {
        form: FORM.to_owned(),
        counted: Counting::ALL
            .iter()
            .map(|counting| counting.word().to_owned())
            .collect(),
        deeds: deeds
            .chain(more.into_iter().map(|(name, means)| word(name, None, means)))
            .collect(),
        fields: Field::ALL
            .iter()
            .map(|field| word(field.word(), Some(field.kind().word()), field.means().into()))
            .collect(),
        examples: GUIDE
            .iter()
            .map(|(question, means)| word(question, None, (*means).into()))
            .collect(),
    }
}

/// The fields of a wrong question's word, as its problem tells them.
pub(crate) fn wrong_word(error: &ApiError) -> Option<(usize, String)> {
    let problem = serde_json::to_value(error.problem()).ok()?;
    let at = problem.get("at").and_then(Value::as_u64)?;
    let word = problem.get("word").and_then(Value::as_str)?;
    Some((usize::try_from(at).ok()?, word.to_owned()))
}
