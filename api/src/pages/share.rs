//! A moment shown elsewhere: what other sites are told of it, its picture for previews, its page for frames, oEmbed,
//! and the panel that offers all of it.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_kernel::Message;
use hindsight_openapi::wire::{OEmbed, Timeline};
use hindsight_reports::{PictureOptions, png};
use hindsight_studies::Shows;
use maud::{Markup, PreEscaped, html};

use super::house::{Colours, Page};
use super::icons::{BACK, FIRST, LAST, ON, icon};
use super::links::title_of;
use super::log::span;
use super::replay::said;
use super::seen::{Moment, RequestedView};
use super::timeline::{opening, opens_at};
use crate::access::Caller;
use crate::base::error::{ApiError, no_such_game};
use crate::base::limits::FRAMES;
use crate::base::messages::text;
use crate::games::player_names::are_hidden;
use crate::games::{game_card, no_such_version};
use crate::http::conditional::View;
use crate::http::pictures::theme;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("momentCard", card);
    mounts.on("embedPage", |ctx| async move {
        let seen = opening(&ctx).await?;
        embed(&ctx, &seen).await
    });
    mounts.on("embedMomentPage", |ctx| async move {
        let seen = RequestedView::at_path(&ctx).await?;
        embed(&ctx, &seen).await
    });
    mounts.on("oembed", oembed);
}

/// Pixels of a preview's picture: what the readers of previews ask for.
const CARD: (u32, u32) = (1200, 630);
/// Pixels of a frame that nobody gave a size.
const FRAME: (u32, u32) = (640, 720);

/// Where this server is reached, as the client reached it.
pub(super) fn origin(ctx: &Ctx) -> String {
    ctx.own_address()
}

/// The service, as other sites name it.
const PROVIDER: &str = "Hindsight";

fn title(seen: &RequestedView) -> String {
    title_of(&game_card(seen.head.id, &seen.head.card, false)).to_owned()
}

/// What other sites are told of a moment: `OpenGraph`, Twitter's card, `oEmbed`.
pub(super) fn described(ctx: &Ctx, seen: &RequestedView, title: &str, moment: &Moment) -> Markup {
    let origin = origin(ctx);
    let (game, version) = (seen.head.id, seen.version);
    let address = format!("{origin}/g/{game}/{version}");
    let picture = format!("{address}/card.png");
    let alt = text!(
        "share-board",
        caption = moment.caption.clone(),
        words = moment.words.clone()
    );
    html! {
        link rel="canonical" href=(address);
        meta name="description" content=(format!("{}: {}", moment.caption, moment.words));
        meta property="og:type" content="article";
        meta property="og:site_name" content=(PROVIDER);
        meta property="og:title" content=(format!("{title} · {}", moment.caption));
        meta property="og:description" content=(moment.words);
        meta property="og:url" content=(address);
        meta property="og:image" content=(picture);
        meta property="og:image:type" content="image/png";
        meta property="og:image:width" content=(CARD.0);
        meta property="og:image:height" content=(CARD.1);
        meta property="og:image:alt" content=(alt);
        meta name="twitter:card" content="summary_large_image";
        meta name="twitter:title" content=(format!("{title} · {}", moment.caption));
        meta name="twitter:description" content=(moment.words);
        meta name="twitter:image" content=(picture);
        meta name="twitter:image:alt" content=(alt);
        link rel="alternate" type="application/json+oembed" title=(title)
            href=(format!("{origin}/oembed{}", super::links::query([("url", address.as_str())])));
    }
}

/// A study or one of its chapters, as other sites are told of it.
pub(super) struct StudyPreview<'s> {
    /// The path of its page.
    pub(super) page: &'s str,
    pub(super) title: String,
    pub(super) text: &'s str,
    /// The contents of the chapter; those of its first chapter for a study.
    pub(super) shows: Option<&'s Shows>,
}

/// Characters of a description in a preview.
const PREVIEW_TEXT: usize = 200;

impl StudyPreview<'_> {
    /// The path of the picture of the moment that is shown.
    fn picture(&self) -> Option<String> {
        match self.shows? {
            Shows::Moment { game, version } => Some(format!("/g/{game}/{version}/card.png")),
            Shows::Game { .. } | Shows::Variation { .. } | Shows::Position { .. } => None,
        }
    }

    /// The first words of the text, without the marks of Markdown.
    fn words(&self) -> String {
        let plain: String = self
            .text
            .chars()
            .filter(|c| !matches!(c, '#' | '*' | '_' | '`' | '>'))
            .collect();
        let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        match words.char_indices().nth(PREVIEW_TEXT) {
            Some((end, _)) => format!("{}\u{2026}", &words[..end]),
            None => words,
        }
    }

    /// `OpenGraph`, Twitter's card and the link to the `oEmbed` answer.
    pub(super) fn described(&self, ctx: &Ctx) -> Markup {
        let origin = origin(ctx);
        let address = format!("{origin}{}", self.page);
        let picture = self.picture().map(|path| format!("{origin}{path}"));
        let words = self.words();
        html! {
            link rel="canonical" href=(address);
            meta name="description" content=(words);
            meta property="og:type" content="article";
            meta property="og:site_name" content=(PROVIDER);
            meta property="og:title" content=(self.title);
            meta property="og:description" content=(words);
            meta property="og:url" content=(address);
            @if let Some(picture) = &picture {
                meta property="og:image" content=(picture);
                meta property="og:image:type" content="image/png";
                meta property="og:image:width" content=(CARD.0);
                meta property="og:image:height" content=(CARD.1);
            }
            meta name="twitter:card" content=(if picture.is_some() { "summary_large_image" } else { "summary" });
            link rel="alternate" type="application/json+oembed" title=(self.title)
                href=(format!("{origin}/oembed{}", super::links::query([("url", address.as_str())])));
        }
    }
}

/// The study, and the chapter of it, that an address of this server names.
fn named_study<'u>(origin: &str, url: &'u str) -> Option<(&'u str, Option<&'u str>)> {
    let path = url.strip_prefix(origin)?.strip_prefix("/")?;
    let path = path.split(['?', '#']).next()?;
    let path = path.strip_prefix("embed/").unwrap_or(path);
    let mut parts = path.trim_end_matches('/').split('/');
    let (page, study, chapter) = (parts.next()?, parts.next()?, parts.next());
    let is_page = page == "s" && parts.next().is_none() && !study.is_empty();
    is_page.then_some((study, chapter))
}

/// The `oEmbed` answer for a study or a chapter that everybody may read.
async fn study_oembed(ctx: &Ctx, study: &str, chapter: Option<&str>) -> Answer {
    let studies = &ctx.services.studies;
    // Who reads the answer is not who asked for it: only what everybody may see is told.
    let bound = studies.study(&Caller::Anyone, study).await?;
    let shown = studies.describe_study(&Caller::Anyone, &bound).await?;
    let number = match chapter {
        Some(number) => Some(studies.chapter(&bound, number)?.0),
        None => None,
    };
    let opened = match number {
        Some(number) => shown.chapters.iter().find(|chapter| chapter.number == number),
        None => shown.chapters.first(),
    };
    let title = match (opened, number) {
        (Some(chapter), Some(_)) => format!("{}: {}", shown.title, chapter.title),
        _ => shown.title.clone(),
    };
    let origin = origin(ctx);
    let path = opened.map_or_else(
        || shown.page.clone(),
        |chapter| format!("/embed/s/{}/{}", shown.id, chapter.number),
    );
    let preview = StudyPreview {
        page: &shown.page,
        title: title.clone(),
        text: "",
        shows: opened.and_then(|chapter| chapter.shows.as_ref()),
    };
    let picture = preview.picture().map(|path| format!("{origin}{path}"));
    let (width, height) = frame_size(ctx);
    let html = html! {
        iframe src=(format!("{origin}{path}")) width=(width) height=(height) title=(title) loading="lazy" {}
    };
    let (across, down) = picture.as_ref().map(|_| CARD).unzip();
    Ok(oembed_answer(&OEmbed {
        version: "1.0".to_owned(),
        kind: "rich".to_owned(),
        html: html.0,
        title,
        provider_name: PROVIDER.to_owned(),
        provider_url: origin.clone(),
        width,
        height,
        thumbnail_url: picture,
        thumbnail_width: across,
        thumbnail_height: down,
        cache_age: 3_600,
    }))
}

/// The pixels of a frame: the usual ones, or fewer where the request says how many there may be.
fn frame_size(ctx: &Ctx) -> (u32, u32) {
    let most = |name: &str, usual: u32| {
        ctx.query
            .number(name)
            .map_or(usual, |most| usual.min(u32::try_from(most).unwrap_or(usual)))
    };
    (most("maxwidth", FRAME.0), most("maxheight", FRAME.1))
}

fn oembed_answer(answer: &OEmbed) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(answer)
}

/// The picture of a moment for previews.
async fn card(ctx: Ctx) -> Answer {
    let seen = RequestedView::at_path(&ctx).await?;
    let view = View {
        ctx: &ctx,
        head: &seen.head,
        viewer: seen.viewer,
        at: seen.version,
        media: "image/png",
    };
    view.answer(|| async {
        let moment = seen.moment(&ctx).await?;
        let options = PictureOptions {
            width: CARD.0,
            height: Some(CARD.1),
            theme: theme(&ctx),
            title: Some(title(&seen)),
            last: Some(moment.change.clone()),
            ..PictureOptions::default()
        };
        ctx.services
            .store
            .work(move |_| Ok(png(&moment.board, &options)))
            .await
    })
    .await
}

/// A moment alone, for a frame in another page.
async fn embed(ctx: &Ctx, seen: &RequestedView) -> Answer {
    let moment = seen.moment(ctx).await?;
    let colours = Colours::of(ctx.req.headers());
    let (game, version, end) = (seen.head.id, seen.version, seen.head.version());
    let title = title(seen);
    let step = |to: Option<u64>, rel: &str, sign: &str, words: Message| {
        html! {
            a rel=(rel) href=[to.map(|to| format!("/embed/{game}/{to}"))] aria-disabled=[to.is_none().then_some("true")] title=(words) {
                (icon(sign)) span.unseen { (words) }
            }
        }
    };
    let page = Page {
        colours: Some(colours),
        head: described(ctx, seen, &title, &moment),
        class: "embed",
        ..Page::plain(
            &title,
            html! {
                h1 { a href=(format!("/g/{game}/{version}")) target="_blank" rel="noopener" { (title) } }
                div.board { (PreEscaped(seen.still(&moment, colours.drawn))) }
                (said(&moment))
                nav.steps aria-label=(text!("share-moments")) {
                    (step((version > 1).then_some(1), "first", FIRST, text!("share-first-event")))
                    (step(moment.before, "prev", BACK, text!("share-previous-event")))
                    (step(moment.after, "next", ON, text!("share-next-event")))
                    (step((version < end).then_some(end), "last", LAST, text!("share-last-event")))
                    span.where { (text!("share-where", end; version = html! { b { (version) } })) }
                    a.open href=(format!("/g/{game}/{version}")) target="_blank" rel="noopener" { (text!("share-open-hindsight")) }
                }
            },
        )
    };
    Ok(page.bare())
}

/// The frame that shows a moment in another page.
fn frame(origin: &str, game: &str, version: u64, title: &str, size: (u32, u32)) -> Markup {
    html! {
        iframe src=(format!("{origin}/embed/{game}/{version}")) width=(size.0) height=(size.1) title=(title) loading="lazy" {}
    }
}

/// The game and the version that an address of this server names.
fn named<'u>(origin: &str, url: &'u str) -> Option<(&'u str, Option<&'u str>)> {
    let path = url.strip_prefix(origin)?.strip_prefix("/")?;
    let path = path.split(['?', '#']).next()?;
    let mut parts = path.trim_end_matches('/').split('/');
    let (page, game, version) = (parts.next()?, parts.next()?, parts.next());
    let is_page = (page == "g" || page == "embed") && parts.next().is_none() && !game.is_empty();
    is_page.then_some((game, version))
}

async fn oembed(ctx: Ctx) -> Answer {
    let origin = origin(&ctx);
    let url = ctx
        .query
        .text("url")
        .ok_or_else(|| ApiError::parameter("url", text!("embed-address")))?;
    if let Some((study, chapter)) = named_study(&origin, url) {
        return study_oembed(&ctx, study, chapter).await;
    }
    let (game, version) = named(&origin, url)
        .ok_or_else(|| ApiError::parameter("url", text!("embed-page", origin = origin.clone())))?;
    let (head, sight) = ctx.services.games.seen(&ctx.caller, game).await?;
    // Who reads the answer is not who asked for it: only what everybody may see is told.
    if head.card.visibility == "private" {
        return Err(no_such_game(game));
    }
    let end = head.version();
    let version = match version {
        None => opens_at(&ctx, &head, sight.through(None, head.over)?).await?,
        Some(text) => text
            .parse()
            .ok()
            .filter(|version| (1..=end).contains(version))
            .ok_or_else(|| no_such_version(text.parse().unwrap_or(0), end))?,
    };
    let title = title_of(&game_card(head.id, &head.card, false)).to_owned();
    let (width, height) = frame_size(&ctx);
    let id = head.id.to_string();
    let answer = OEmbed {
        version: "1.0".to_owned(),
        kind: "rich".to_owned(),
        html: frame(&origin, &id, version, &title, (width, height)).0,
        title,
        provider_name: PROVIDER.to_owned(),
        provider_url: origin.clone(),
        width,
        height,
        thumbnail_url: Some(format!("{origin}/g/{id}/{version}/card.png")),
        thumbnail_width: Some(CARD.0),
        thumbnail_height: Some(CARD.1),
        cache_age: 3_600,
    };
    Ok(oembed_answer(&answer))
}

/// All ways to take a moment along.
pub(super) fn panel(ctx: &Ctx, seen: &RequestedView, course: &Timeline) -> Markup {
    let origin = origin(ctx);
    let (game, version) = (seen.head.id, seen.version);
    let (from, to) = span(course, version);
    let end = course.version;
    let gif = |from: u64, to: u64| format!("/v1/games/{game}/replay.gif?from={from}&to={to}");
    let code = frame(&origin, &game.to_string(), version, &title(seen), FRAME).0;
    html! {
        section.share #share aria-labelledby="share-heading" {
            h2 #share-heading { (text!("share-share")) }
            div.fields {
                label { span { (text!("share-link-moment")) }
                    input readonly type="text" data-is="address" value=(format!("{origin}/g/{game}/{version}"));
                }
                button type="button" hidden data-does="copy" data-copies="address" { (text!("share-copy-link")) }
                label { span { (text!("share-embed-another-page")) }
                    input readonly type="text" data-is="frame" value=(code);
                }
                button type="button" hidden data-does="copy" data-copies="frame" { (text!("share-copy-embed-code")) }
                p.copied role="status" {}
            }
            ul.files data-is="files" {
                li { (text!("share-picture")) " " a data-file="svg" href=(format!("/g/{game}/{version}.svg")) download { "SVG" } " " a data-file="png" href=(format!("/g/{game}/{version}.png")) download { "PNG" } }
                @if to - from < FRAMES {
                    li { (text!("share-gif")) " " a href=(gif(from, to)) download { (text!("share-phase")) } }
                }
                li { (text!("share-gif-of-game")) " " a href=(format!("/v1/games/{game}/replay.gif?each=turn")) download { (text!("share-frame-turn")) }
                    @if end < FRAMES { " " a href=(gif(1, end)) download { (text!("share-frame-event")) } }
                }
                li { (text!("share-report")) " " a href=(format!("/g/{game}/report")) { (text!("share-print-view")) } " " a href=(format!("/g/{game}/report.md")) { (text!("share-markdown")) } }
                li { (text!("share-record")) " " a href=(format!("/v1/games/{game}/export?format=hgn")) { (text!("share-text")) } " (" a href=(format!("/systems/{}/notation", seen.head.system.id())) { (text!("share-notation")) } ") "
                    @if seen.sight.keeps || !are_hidden(&seen.head.card) { a href=(format!("/v1/games/{game}/export")) { (text!("share-events-ndjson")) } " " }
                    a data-file="json" href=(format!("/g/{game}/{version}.json")) { (text!("share-event-json")) } }
                @if ctx.caller.writes_studies().is_some() {
                    li { (text!("share-study")) " " a data-from=(format!("/studies?add=/g/{game}/")) href=(format!("/studies?add=/g/{game}/{version}")) { (text!("share-add-moment-study")) } }
                }
                li { (text!("share-from-moment")) " " a data-from=(format!("/new?from={game}&at=")) href=(format!("/new?from={game}&at={version}")) { (text!("share-play-as-new")) }
                    " " a data-from=(format!("/g/{game}/")) data-behind="/explorer" href=(format!("/g/{game}/{version}/explorer")) { (text!("share-positions-like-one")) }
                    @if seen.sight.keeps { " " a data-from=(format!("/g/{game}/record/correct/")) href=(format!("/g/{game}/record/correct/{version}")) { (text!("share-correct-event")) } }
                }
                li { a href=(format!("/g/{game}/problem")) { (text!("share-report-problem-game")) } }
                li { (text!("share-statistics")) " " a href=(format!("/v1/games/{game}/stats")) { "JSON" } " " a href=(format!("/v1/games/{game}/stats.csv?for=spreadsheet")) { "CSV" } " " a href=(format!("/v1/games/{game}/stats.csv?for=spreadsheet-comma")) { (text!("share-csv-decimal-commas")) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn an_address_names_a_game_and_perhaps_a_version() {
        let here = "http://h.example";
        let rows = [
            ("http://h.example/g/X", Some(("X", None))),
            ("http://h.example/g/X/40", Some(("X", Some("40")))),
            ("http://h.example/g/X/40/?seat=A#top", Some(("X", Some("40")))),
            ("http://h.example/embed/X/40", Some(("X", Some("40")))),
            ("http://h.example/g/", None),
            ("http://h.example/g/X/40/card.png", None),
            ("http://h.example/docs/X", None),
            ("http://other.example/g/X", None),
            ("http://h.example.evil/g/X", None),
            ("javascript:alert(1)", None),
        ];
        for (url, expected) in rows {
            assert_eq!(named(here, url), expected, "{url}");
        }
    }
}
