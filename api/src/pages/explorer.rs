//! The API explorer: Swagger UI from the binary, over the published document.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use hindsight_openapi::ProblemKind;
use utoipa_swagger_ui::Config;

use crate::base::error::ApiError;
use crate::http::conditional::{Keep, tagged};
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("explorer", |ctx| async move { file(&ctx, "index.html") });
    mounts.on("explorerFile", |ctx| async move {
        let name = ctx.path("file").to_owned();
        file(&ctx, &name)
    });
}

fn file(ctx: &Ctx, file: &str) -> Answer {
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
