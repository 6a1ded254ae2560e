//! Conditional answers: `ETag`, `If-None-Match`, and how long a copy may be kept.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header;
use bytes::Bytes;
use hindsight_kernel::Viewer;

use super::{Answer, Ctx};
use crate::base::AnswerKey;
use crate::base::error::{ApiResult, RELEASE};
use crate::games::LiveGame;

/// How long a copy may be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Ask again each time.
    Ask,
    /// As long as the release runs: an hour.
    Hour,
    /// It cannot change any more, but its owner can still hide it: a day, after which caches ask again.
    Day,
    /// It cannot change any more: a week.
    Long,
}

impl Keep {
    fn text(self, public: bool) -> &'static str {
        match (self, public) {
            (Self::Ask, true) => "public, no-cache",
            (Self::Ask, false) => "private, no-cache",
            (Self::Hour, true) => "public, max-age=3600",
            (Self::Hour, false) => "private, max-age=3600",
            (Self::Day, true) => "public, max-age=86400, must-revalidate",
            (Self::Day, false) => "private, max-age=86400, must-revalidate",
            (Self::Long, true) => "public, max-age=604800",
            (Self::Long, false) => "private, max-age=604800",
        }
    }
}

/// The tag of a version as a viewer sees it in this release.
pub(crate) fn tag(version: u64, viewer: Viewer) -> String {
    tag_in(RELEASE, version, viewer)
}

fn tag_in(release: &str, version: u64, viewer: Viewer) -> String {
    match viewer {
        Viewer::Everything => format!("\"{version}-{release}\""),
        Viewer::Seat(seat) => format!("\"{version}-{seat}-{release}\""),
        Viewer::Public => format!("\"{version}-p-{release}\""),
    }
}

fn matches(ctx: &Ctx, etag: &str) -> ApiResult<bool> {
    let Some(text) = ctx.header("If-None-Match")? else {
        return Ok(false);
    };
    Ok(text.trim() == "*"
        || text.split(',').any(|known| {
            let known = known.trim();
            known.strip_prefix("W/").unwrap_or(known) == etag
        }))
}

/// An answer with a tag; 304 without a body if the client has it.
pub(crate) fn tagged(
    ctx: &Ctx,
    media: &'static str,
    etag: &str,
    keep: Keep,
    public: bool,
    body: Bytes,
) -> Answer {
    let known = matches(ctx, etag)?;
    let mut answer = HttpResponse::build(if known {
        StatusCode::NOT_MODIFIED
    } else {
        StatusCode::OK
    });
    answer.insert_header((header::ETAG, etag));
    answer.insert_header((header::CACHE_CONTROL, keep.text(public)));
    if known {
        return Ok(answer.finish());
    }
    answer.insert_header((header::CONTENT_TYPE, media));
    Ok(answer.body(body))
}

/// A view of a game: ready bytes if there are some, else made by `make` and kept.
pub(crate) struct View<'v> {
    /// The request.
    pub(crate) ctx: &'v Ctx,
    /// The game.
    pub(crate) head: &'v LiveGame,
    /// Through whose eyes.
    pub(crate) viewer: Viewer,
    /// At which version.
    pub(crate) at: u64,
    /// Its media type.
    pub(crate) media: &'static str,
}

impl View<'_> {
    /// The answer: 304, ready, or made now.
    pub(crate) async fn answer<F, Fut>(self, make: F) -> Answer
    where
        F: FnOnce() -> Fut,
        Fut: Future<Output = ApiResult<Vec<u8>>>,
    {
        let Self {
            ctx,
            head,
            viewer,
            at,
            media,
        } = self;
        let version = head.version();
        let etag = tag(version, viewer);
        let public = head.card.visibility == "public" && (viewer == Viewer::Public || head.over);
        let keep = if head.over && ctx.query.text("at").is_some() {
            Keep::Day
        } else {
            Keep::Ask
        };
        if matches(ctx, &etag)? {
            return tagged(ctx, media, &etag, keep, public, Bytes::new());
        }
        let key = AnswerKey::new(head.id, version, at, viewer, (ctx.operation.id, ctx.query.all()));
        let body = if let Some(ready) = ctx.services.answers.get(&key) {
            ready
        } else {
            let fresh = Bytes::from(make().await?);
            ctx.services.answers.keep(key, fresh.clone());
            fresh
        };
        tagged(ctx, media, &etag, keep, public, body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_kernel::Seat;

    #[test]
    fn a_tag_tells_versions_viewers_and_releases_apart() {
        let viewers = [
            Viewer::Everything,
            Viewer::Public,
            Viewer::Seat(Seat::A),
            Viewer::Seat(Seat::B),
        ];
        let mut tags = std::collections::BTreeSet::new();
        for release in ["0.1.0", "0.1.1"] {
            for version in [4, 41] {
                for viewer in viewers {
                    let tag = tag_in(release, version, viewer);
                    assert!(
                        tag.starts_with(&format!("\"{version}-")) && tag.ends_with('"'),
                        "{tag}"
                    );
                    assert!(tags.insert(tag.clone()), "{tag} twice");
                }
            }
        }
        assert!(tag(4, Viewer::Public).contains(RELEASE));
        assert_eq!(tag(4, Viewer::Everything), crate::base::error::version_tag(4));
    }
}
