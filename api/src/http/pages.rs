//! Pages for people: rendered here, no script needed. The address of a moment is its page; with a suffix it is the
//! same moment as data or picture.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use hindsight_kernel::{UnitInfo, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_store::{Audience, StreamFilter};
use utoipa_swagger_ui::Config;

use super::conditional::{Keep, View, tagged};
use super::pictures::{Form, picture};
use super::{Answer, Ctx, Mounts, games};
use crate::problem::{ApiError, Outcome};
use crate::service::{Head, Look, Sight, game_card, no_such_version};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("startPage", start);
    mounts.on("gamePage", |ctx| async move { moment(&ctx, None).await });
    mounts.on("gamePageJson", games::get);
    mounts.on(
        "gamePageSvg",
        |ctx| async move { game_picture(&ctx, Form::Svg).await },
    );
    mounts.on(
        "gamePagePng",
        |ctx| async move { game_picture(&ctx, Form::Png).await },
    );
    mounts.on("momentPage", |ctx| async move {
        let version = version(&ctx)?;
        moment(&ctx, Some(version)).await
    });
    mounts.on("momentPageJson", moment_json);
    mounts.on("momentPageSvg", |ctx| async move {
        moment_picture(&ctx, Form::Svg).await
    });
    mounts.on("momentPagePng", |ctx| async move {
        moment_picture(&ctx, Form::Png).await
    });
    mounts.on("explorer", |ctx| async move { explorer_file(&ctx, "index.html") });
    mounts.on("explorerFile", |ctx| async move {
        let file = ctx.path("file").to_owned();
        explorer_file(&ctx, &file)
    });
    mounts.on("style", style);
}

/// Games on the start page.
const SHOWN: usize = 24;

/// Text as it may stand in HTML.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}

/// A whole page.
pub(super) fn html(title: &str, body: &str) -> HttpResponse {
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{} · Hindsight</title><link rel=\"stylesheet\" \
         href=\"/style.css\"></head><body><header><a class=\"home\" href=\"/\">Hindsight</a><nav><a href=\"/docs\">API \
         explorer</a> <a href=\"/openapi.json\">openapi.json</a></nav></header><main>{body}</main></body></html>\n",
        escape(title)
    );
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .body(page)
}

async fn start(ctx: Ctx) -> Answer {
    let cursor = match ctx.query.text("cursor") {
        None => None,
        Some(text) => Some(text.parse().map_err(|why| ApiError::parameter("cursor", why))?),
    };
    let filter = StreamFilter {
        audience: Audience::Public,
        visibility: Some("public".to_owned()),
        ..StreamFilter::default()
    };
    let listing = ctx.services.games.list(filter, cursor, SHOWN).await?;
    let mut body = String::from("<h1>Recorded games</h1>");
    if listing.games.is_empty() {
        body.push_str("<p>No game is here yet. <a href=\"/docs\">The API</a> records the first one.</p>");
    }
    body.push_str("<ul class=\"games\">");
    for listed in &listing.games {
        let card = game_card(listed.stream, &listed.card, false);
        let title = if card.title.is_empty() {
            card.system.clone()
        } else {
            card.title.clone()
        };
        let names: Vec<&str> = card.players.values().map(String::as_str).collect();
        let _ = write!(
            body,
            "<li><a href=\"/g/{id}\"><img src=\"/v1/games/{id}/board.svg?width=480&amp;overlays=none\" alt=\"\" \
             loading=\"lazy\"><strong>{title}</strong></a><span>{names}</span><span class=\"quiet\">{status} · round \
             {round} · {events} events · {system}</span></li>",
            id = card.id,
            title = escape(&title),
            names = escape(&names.join(" against ")),
            status = escape(card.result.as_deref().unwrap_or(&card.status)),
            round = card.rounds,
            events = card.version,
            system = escape(&card.system),
        );
    }
    body.push_str("</ul>");
    if let Some(next) = &listing.next {
        let _ = write!(
            body,
            "<p><a rel=\"next\" href=\"/?cursor={next}\">Older games</a></p>"
        );
    }
    Ok(html("Recorded games", &body))
}

fn version(ctx: &Ctx) -> Outcome<u64> {
    let text = ctx.path("version");
    text.parse().ok().filter(|version| *version > 0).ok_or_else(|| {
        ApiError::parameter(
            "version",
            format!("a version of the game is expected: a whole number from 1, not {text:?}"),
        )
    })
}

async fn moment_game(ctx: &Ctx) -> Outcome<(Arc<Head>, Sight, u64)> {
    let (head, sight) = ctx.game().await?;
    let version = version(ctx)?;
    if version > head.version() {
        return Err(no_such_version(version, head.version()));
    }
    Ok((head, sight, version))
}

async fn game_picture(ctx: &Ctx, form: Form) -> Answer {
    let (head, sight) = ctx.game().await?;
    picture(ctx, &head, &sight, None, form).await
}

async fn moment_picture(ctx: &Ctx, form: Form) -> Answer {
    let (head, sight, version) = moment_game(ctx).await?;
    picture(ctx, &head, &sight, Some(version), form).await
}

async fn moment_json(ctx: Ctx) -> Answer {
    let (head, sight, version) = moment_game(&ctx).await?;
    let viewer = sight.through(None, head.over)?;
    let services = &ctx.services;
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: version,
        media: "application/json",
    };
    view.answer(|| async {
        let past = services.games.past(&head).await?;
        services
            .vault
            .work(move |_| {
                let look = Look {
                    from: version,
                    to: version,
                    all_lines: true,
                    facts: false,
                };
                let event = past.events(look, viewer, 1)?.into_iter().next();
                serde_json::to_vec(&event).map_err(|why| ApiError::fault("writing the event", why))
            })
            .await
    })
    .await
}

/// What the page of a moment tells.
struct Told {
    words: String,
    caption: String,
    units: Vec<UnitInfo>,
    live: bool,
    before: Option<u64>,
    after: Option<u64>,
}

async fn moment(ctx: &Ctx, asked: Option<u64>) -> Answer {
    let (head, sight) = ctx.game().await?;
    let (end, viewer) = (head.version(), sight.through(None, head.over)?);
    let version = asked.unwrap_or(end);
    if version > end {
        return Err(no_such_version(version, end));
    }
    let past = ctx.services.games.past(&head).await?;
    let told = ctx
        .services
        .vault
        .work(move |_| tell(&past, version, viewer))
        .await?;
    let card = game_card(head.id, &head.card, sight.yours);
    let title = if card.title.is_empty() {
        card.system.clone()
    } else {
        card.title.clone()
    };
    let id = head.id;
    let step = |to: Option<u64>, words: &str, rel: &str| match to {
        Some(to) => format!("<a rel=\"{rel}\" href=\"/g/{id}/{to}\">{words}</a>"),
        None => format!("<span class=\"quiet\">{words}</span>"),
    };
    let mut body = format!(
        "<h1>{}</h1><p class=\"steps\">{} {} <b>{version}</b> of {end} {} {}</p>\
         <img class=\"board\" src=\"/g/{id}/{version}.svg\" alt=\"The board after event {version}\">\
         <p class=\"words\">{}</p><p class=\"quiet\">{}{}</p>",
        escape(&title),
        step((version > 1).then_some(1), "first", "start"),
        step(told.before, "back", "prev"),
        step(told.after, "on", "next"),
        step((version < end).then_some(end), "last", "last"),
        escape(&told.words),
        escape(&told.caption),
        if told.live {
            ""
        } else {
            " · this line was abandoned"
        },
    );
    body.push_str("<table class=\"units\"><tr><th>Unit</th><th>Seat</th><th>Name</th><th>Kind</th><th>Strength</th><th>Points</th></tr>");
    for unit in &told.units {
        let _ = write!(
            body,
            "<tr{}><td>{}</td><td data-is=\"seat\">{}</td><td>{}</td><td data-is=\"kind\">{}</td>\
             <td data-is=\"strength\">{} of {}</td><td data-is=\"points\">{}</td></tr>",
            if unit.alive { "" } else { " class=\"gone\"" },
            escape(&unit.id),
            unit.seat,
            escape(&unit.name),
            escape(&unit.kind),
            unit.left,
            unit.full,
            unit.points,
        );
    }
    let _ = write!(
        body,
        "</table><p class=\"quiet\">This moment as <a href=\"/g/{id}/{version}.json\">JSON</a>, <a \
         href=\"/g/{id}/{version}.svg\">SVG</a>, <a href=\"/g/{id}/{version}.png\">PNG</a> · the game as <a \
         href=\"/g/{id}.json\">JSON</a>, <a href=\"/v1/games/{id}/replay.gif\">GIF</a>, <a \
         href=\"/v1/games/{id}/stats\">figures</a>, charts of <a href=\"/v1/games/{id}/charts/strength.svg\">strength</a> \
         and <a href=\"/v1/games/{id}/charts/luck.svg\">luck</a></p>"
    );
    Ok(html(&format!("{title}, event {version}"), &body))
}

fn tell(past: &crate::service::Past, version: u64, viewer: Viewer) -> Outcome<Told> {
    let mut told = None;
    let look = Look {
        from: version,
        to: version,
        all_lines: true,
        facts: false,
    };
    past.walk(look, viewer, &mut |step| {
        told = Some(Told {
            words: step.words(),
            caption: step.moment().caption,
            units: step.units(),
            live: step.live(),
            before: (1..version)
                .rev()
                .find(|before| !step.live() || past.is_live(*before)),
            after: (version + 1..=past.version()).find(|after| !step.live() || past.is_live(*after)),
        });
        false
    })?;
    told.ok_or_else(|| no_such_version(version, past.version()))
}

fn explorer_file(ctx: &Ctx, file: &str) -> Answer {
    static CONFIG: OnceLock<Arc<Config<'static>>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| {
        Arc::new(
            Config::from("/openapi.json")
                .validator_url("none")
                .persist_authorization(true),
        )
    });
    let found = utoipa_swagger_ui::serve(file, Arc::clone(config))
        .map_err(|why| ApiError::fault("the explorer", why))?
        .ok_or_else(|| {
            ApiError::new(
                ProblemKind::NoSuchRoute,
                format!("the explorer has no file {file:?}"),
            )
        })?;
    let media = match file.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let bytes = if file == "index.html" {
        // The page stands at /docs, so what it names beside itself stands below it.
        let page = String::from_utf8_lossy(&found.bytes)
            .replace("\"./", "\"/docs/")
            .replace("href=\"index.css\"", "href=\"/docs/index.css\"");
        Bytes::from(page)
    } else {
        Bytes::copy_from_slice(&found.bytes)
    };
    let etag = format!("\"{}\"", &blake3::hash(&bytes).to_hex()[..16]);
    tagged(ctx, media, &etag, Keep::Hour, true, bytes)
}

async fn style(ctx: Ctx) -> Answer {
    const STYLE: &str = include_str!("style.css");
    let etag = format!("\"{}\"", &blake3::hash(STYLE.as_bytes()).to_hex()[..16]);
    tagged(
        &ctx,
        "text/css; charset=utf-8",
        &etag,
        Keep::Hour,
        true,
        Bytes::from_static(STYLE.as_bytes()),
    )
}
