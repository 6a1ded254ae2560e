//! The style sheet, the scripts and the icon: files of this folder, served from the binary.

use bytes::Bytes;
use hindsight_openapi::ProblemKind;

use crate::base::error::ApiError;
use crate::base::messages::{quoted, text};
use crate::http::conditional::{Keep, tagged};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("style", style);
    mounts.on("script", script);
    mounts.on("icon", icon);
}

/// One file for the house and its parts, one for each kind of page; in this order they are one style sheet.
const STYLE: &str = concat!(
    include_str!("style/house.css"),
    include_str!("style/home.css"),
    include_str!("style/replay.css"),
    include_str!("style/log.css"),
    include_str!("style/report.css"),
    include_str!("style/account.css"),
    include_str!("style/annotations.css"),
    include_str!("style/community.css"),
    include_str!("style/recorder.css"),
    include_str!("style/variations.css"),
    include_str!("style/review.css"),
    include_str!("style/studies.css"),
    include_str!("style/figures.css"),
    include_str!("style/docs.css"),
);

/// The modules by name.
const SCRIPTS: &[(&str, &str)] = &[
    ("annotations.js", include_str!("script/annotations.js")),
    ("board.js", include_str!("script/board.js")),
    ("clock.js", include_str!("script/clock.js")),
    ("community.js", include_str!("script/community.js")),
    ("compare.js", include_str!("script/compare.js")),
    ("course.js", include_str!("script/course.js")),
    ("dice.js", include_str!("script/dice.js")),
    ("docs.js", include_str!("script/docs.js")),
    ("drawing.js", include_str!("script/drawing.js")),
    ("entered.js", include_str!("script/entered.js")),
    ("field.js", include_str!("script/field.js")),
    ("fit.js", include_str!("script/fit.js")),
    ("forms.js", include_str!("script/forms.js")),
    ("frames.js", include_str!("script/frames.js")),
    ("ghosts.js", include_str!("script/ghosts.js")),
    ("help.js", include_str!("script/help.js")),
    ("house.js", include_str!("script/house.js")),
    ("import.js", include_str!("script/import.js")),
    ("keys.js", include_str!("script/keys.js")),
    ("live.js", include_str!("script/live.js")),
    ("log.js", include_str!("script/log.js")),
    ("note.js", include_str!("script/note.js")),
    ("packs.js", include_str!("script/packs.js")),
    ("placing.js", include_str!("script/placing.js")),
    ("player.js", include_str!("script/player.js")),
    ("position.js", include_str!("script/position.js")),
    ("queue.js", include_str!("script/queue.js")),
    ("recorder.js", include_str!("script/recorder.js")),
    ("replay.js", include_str!("script/replay.js")),
    ("report.js", include_str!("script/report.js")),
    ("reroll.js", include_str!("script/reroll.js")),
    ("review.js", include_str!("script/review.js")),
    ("rules.js", include_str!("script/rules.js")),
    ("share.js", include_str!("script/share.js")),
    ("sketch.js", include_str!("script/sketch.js")),
    ("stream.js", include_str!("script/stream.js")),
    ("swipe.js", include_str!("script/swipe.js")),
    ("unit.js", include_str!("script/unit.js")),
    ("variations.js", include_str!("script/variations.js")),
];

const ICON: &str = include_str!("style/icon.svg");

/// A file of the binary. Another release may have another one, so the browser asks each time whether its copy is right.
fn file(ctx: &Ctx, media: &'static str, text: &'static str) -> Answer {
    let etag = format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..16]);
    tagged(
        ctx,
        media,
        &etag,
        Keep::Ask,
        true,
        Bytes::from_static(text.as_bytes()),
    )
}

async fn style(ctx: Ctx) -> Answer {
    file(&ctx, "text/css; charset=utf-8", STYLE)
}

async fn icon(ctx: Ctx) -> Answer {
    file(&ctx, "image/svg+xml", ICON)
}

async fn script(ctx: Ctx) -> Answer {
    let name = ctx.path("script");
    let (_, text) = SCRIPTS.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        ApiError::new(
            ProblemKind::NoSuchRoute,
            text!("no-such-script", name = quoted(name)),
        )
    })?;
    file(&ctx, "text/javascript; charset=utf-8", text)
}
