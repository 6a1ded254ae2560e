//! A chapter: its board, its words, the way to the next.

use hindsight_openapi::wire::{ChapterShown, StudyShown};
use hindsight_reports::{PictureOptions, Theme, svg};
use maud::{Markup, PreEscaped, html};

use super::{contents, forms, head};
use crate::aggregates::studies::{ChapterContents, StoredStudy};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::http::{Answer, Ctx};
use crate::pages::annotations::Said;
use crate::pages::house::{Colours, Page};
use crate::pages::seen::{RequestedView, is_small_screen};
use crate::pages::share::StudyPreview;

/// A chapter with its study, as a request asks for it.
struct Open {
    bound: StoredStudy,
    study: StudyShown,
    /// Its place among the chapters.
    place: usize,
    board: Markup,
}

impl Open {
    async fn of(ctx: &Ctx, theme: Theme, in_page: bool) -> ApiResult<Self> {
        let bound = ctx.services.studies.study(&ctx.caller, ctx.path("study")).await?;
        let (number, kept) = ctx.services.studies.chapter(&bound, ctx.path("chapter"))?;
        let seen = ctx
            .services
            .studies
            .chapter_contents(&ctx.caller, &kept.chapter.shows)
            .await?;
        let board = board(ctx, seen, theme, in_page).await?;
        let study = ctx.services.studies.describe_study(&ctx.caller, &bound).await?;
        let place = study.chapters.iter().position(|chapter| chapter.number == number);
        let place = place.ok_or_else(|| ApiError::fault("showing a chapter", "it has no place"))?;
        Ok(Self {
            bound,
            study,
            place,
            board,
        })
    }

    fn chapter(&self) -> &ChapterShown {
        &self.study.chapters[self.place]
    }

    /// The chapters beside this one, at addresses that begin so.
    fn steps(&self, under: &str) -> Markup {
        let at = |place: Option<usize>| place.and_then(|place| self.study.chapters.get(place));
        let step = |chapter: Option<&ChapterShown>, rel: &str| {
            html! {
                @if let Some(chapter) = chapter {
                    a rel=(rel) href=(format!("{under}/s/{}/{}", self.bound.id, chapter.number)) {
                        @if rel == "prev" { "← " (chapter.title) } @else { (chapter.title) " →" }
                    }
                } @else { span {} }
            }
        };
        html! {
            nav.beside-chapters aria-label=(text!("studies-neighbours")) {
                (step(at(self.place.checked_sub(1)), "prev"))
                (step(at(Some(self.place + 1)), "next"))
            }
        }
    }
}

/// What a chapter shows; in a page of its own the game can be stepped through, in a frame of another site it stands still.
async fn board(ctx: &Ctx, shown: ChapterContents, theme: Theme, in_page: bool) -> ApiResult<Markup> {
    match shown {
        ChapterContents::Hidden => Ok(html! { p.hint { (text!("studies-chapter-hidden")) } }),
        ChapterContents::Position(board) => {
            let options = PictureOptions {
                width: 900,
                theme,
                caption: false,
                compact: is_small_screen(ctx),
                prefix: "board-".to_owned(),
                ..PictureOptions::default()
            };
            let drawn = ctx
                .services
                .store
                .work(move |_| Ok(svg(&board, &options)))
                .await?;
            Ok(html! { div.board { (PreEscaped(drawn)) } })
        }
        ChapterContents::Moment { head, sight, version } => {
            let viewer = sight.through(None, head.over)?;
            let seen = RequestedView {
                compact: is_small_screen(ctx),
                ..RequestedView::whole(head, sight, viewer, version)
            };
            let moment = seen.moment(ctx).await?;
            let said = Said::of(ctx, &seen).await?;
            let options = seen.with_notes(&moment, theme, said.drawings(&moment.board));
            let (drawn, address) = (svg(&moment.board, &options), seen.address(version));
            let frame = format!("/embed/{}/{version}", seen.head.id);
            Ok(html! {
                div.board { (PreEscaped(drawn)) }
                p.said { span.caption { (moment.caption) } " · " (moment.words) }
                @if in_page {
                    details.stepping {
                        summary { (text!("studies-replay")) }
                        iframe src=(frame) title=(text!("studies-replay-from")) loading="lazy" width="100%" height="760" {}
                    }
                }
                p { a href=(address) { (text!("studies-open-moment")) } }
            })
        }
    }
}

pub(super) async fn page(ctx: Ctx) -> Answer {
    let colours = Colours::of(ctx.req.headers());
    let open = Open::of(&ctx, colours.drawn, true).await?;
    let chapter = open.chapter();
    let writes = ctx
        .services
        .studies
        .own_study(&ctx.caller, &open.study.id)
        .await
        .is_ok();
    let title = format!("{}: {}", open.study.title, chapter.title);
    let body = html! {
        (head(&open.study))
        h2 { (chapter.title) }
        (open.board)
        div.words { (PreEscaped(&chapter.html)) }
        (open.steps(""))
        (contents(&open.study, Some(chapter.number)))
        (forms::embed(&ctx, &open.study, chapter))
        @if writes { (forms::edit(&open.study, open.place)) }
    };
    let preview = StudyPreview {
        page: &chapter.page,
        title: title.clone(),
        text: &chapter.text,
        shows: chapter.shows.as_ref(),
    };
    let page = Page {
        colours: Some(colours),
        head: preview.described(&ctx),
        class: "text study",
        ..Page::plain(&title, body)
    };
    Ok(page.answer(&ctx.req))
}

/// A chapter alone, for a frame in another page.
pub(super) async fn embed(ctx: Ctx) -> Answer {
    let colours = Colours::of(ctx.req.headers());
    let open = Open::of(&ctx, colours.drawn, false).await?;
    let chapter = open.chapter();
    let page = Page {
        colours: Some(colours),
        class: "embed",
        ..Page::plain(
            &chapter.title,
            html! {
                h1 { a href=(chapter.page) target="_blank" rel="noopener" { (chapter.title) } }
                (open.board)
                div.words { (PreEscaped(&chapter.html)) }
                (open.steps("/embed"))
            },
        )
    };
    Ok(page.bare())
}
