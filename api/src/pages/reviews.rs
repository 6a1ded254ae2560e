//! A review on the replay page: who leads, how to follow, and the forms of those who lead.
//!
//! Without a script the panel says what is shown and leads there; the script follows by itself.

use hindsight_kernel::Message;
use hindsight_openapi::wire::{HandOver, NewReview, Review, ReviewForm};
use maud::{Markup, html};

use super::form::Fields;
use super::links::query;
use super::outcomes::on_to;
use super::seen::RequestedView;
use super::share::origin;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.form::<LeaderForm>("createReview");
}

/// What a page shows of reviews.
pub(super) struct Together {
    /// The review that its address names, and whether there is one.
    joined: Option<Review>,
    asked: bool,
    /// The reader's own reviews of the game.
    own: Vec<Review>,
    /// The reader may lead.
    leads: bool,
}

impl Together {
    /// The reviews that a page of a game shows.
    pub(super) async fn of(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Self> {
        let reader = seen.reader(ctx);
        let asked = ctx.query.text("review");
        let joined = match asked.and_then(|id| ctx.services.reviews.review(reader, id).ok()) {
            None => None,
            Some(led) => Some(ctx.services.reviews.describe_review(reader, &led).await?),
        };
        Ok(Self {
            joined,
            asked: asked.is_some(),
            own: ctx.services.reviews.own_reviews(reader).await?.items,
            leads: reader.writer().is_ok(),
        })
    }

    /// An address of the game's, within the review that the page is part of.
    pub(super) fn address(&self, address: String) -> String {
        match self.id() {
            None => address,
            Some(id) => {
                let joint = if address.contains('?') { '&' } else { '?' };
                format!("{address}{joint}review={id}")
            }
        }
    }

    /// The review that the page is part of.
    pub(super) fn id(&self) -> Option<&str> {
        self.joined.as_ref().map(|review| review.id.as_str())
    }
}

/// The panel.
pub(super) fn panel(ctx: &Ctx, seen: &RequestedView, together: &Together) -> Markup {
    if let Some(review) = &together.joined {
        return joined(ctx, seen, review);
    }
    html! {
        @if together.asked { p.review role="status" { (text!("review-page-review-has-ended")) } }
        @if together.leads { (begin(seen, &together.own)) }
    }
}

fn action(seen: &RequestedView) -> String {
    format!("/g/{}/{}/reviews", seen.head.id, seen.version)
}

/// How somebody begins to lead.
fn begin(seen: &RequestedView, own: &[Review]) -> Markup {
    html! {
        details.begin-review #review {
            summary { (text!("review-page-review-together")) }
            @for review in own {
                p { a href=(review.page) { (text!("review-page-back-to", title = title(review))) } span.quiet { " · " (follow(review)) } }
            }
            form method="post" action=(action(seen)) {
                input type="hidden" name="does" value="begin";
                label { (text!("review-page-title")) " " span.quiet { (text!("review-page-optional")) } input type="text" name="title" maxlength="100" autocomplete="off"; }
                button type="submit" { (text!("review-page-start-live-review")) }
            }
        }
    }
}

fn title(review: &Review) -> String {
    if review.title.is_empty() {
        text!("review-page-yours").into()
    } else {
        review.title.clone()
    }
}

fn follow(review: &Review) -> Message {
    text!("review-page-viewers", count = review.followers)
}

/// A review that the page is part of.
fn joined(ctx: &Ctx, seen: &RequestedView, review: &Review) -> Markup {
    let leads = review.leader.you;
    let hands_on = leads || review.maker.you;
    let takes_back = review.maker.you && !leads;
    let hidden = |field: &str| html! { input type="hidden" name=(field) value=(review.id); };
    html! {
        section.review #review aria-labelledby="review-title" data-review=(review.id) data-live=(review.live) {
            header {
                h2 #review-title { @if review.title.is_empty() { (text!("review-page-review")) } @else { (review.title) } }
                button type="button" hidden data-does="follow-review" aria-pressed="true" title=(text!("review-page-follow-go-your")) { (text!("review-page-following")) }
            }
            p role="status" {
                span data-is="leader" { @if leads { (text!("review-page-you-lead")) } @else { (text!("review-page-leads", name = &review.leader.name)) } }
                " · " span data-is="followers" { (follow(review)) }
            }
            p { a data-is="there" href=(review.page) { (text!("review-page-shown-now"; event = html! { b { (review.moment.version) } })) } }
            @if hands_on {
                label.share-review { (text!("review-page-others-follow")) input type="text" readonly value=(format!("{}/g/{}?review={}", origin(ctx), review.game, review.id)); }
                form method="post" action=(action(seen)) data-for="leader" {
                    (hidden("review"))
                    label { (text!("review-page-hand-over-to")) " " input type="text" name="to" required maxlength="32" autocomplete="off"; }
                    button type="submit" name="does" value="hand-over" { (text!("review-page-hand-over")) }
                }
            }
            @if review.maker.you {
                form method="post" action=(action(seen)) data-for="other" hidden[!takes_back] {
                    (hidden("review"))
                    button type="submit" name="does" value="take-back" { (text!("review-page-take-back-lead")) }
                }
                form method="post" action=(action(seen)) data-for="maker" {
                    (hidden("review"))
                    button type="submit" name="does" value="end" { (text!("review-page-end-review")) }
                }
            }
        }
    }
}

/// The forms of a review.
struct LeaderForm;

impl PageForm for LeaderForm {
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        let fields = Fields::of::<ReviewForm>(sent)?;
        let seen = RequestedView::at_path(ctx).await?;
        let text = |name: &str| fields.text(name).map(ToOwned::to_owned);
        let of_review = |request: FormRequest| request.path("review", text("review").unwrap_or_default());
        match fields.text("does") {
            Some("begin") => FormRequest::json(&NewReview {
                title: text("title").unwrap_or_default(),
                version: Some(seen.version),
            }),
            Some("hand-over") => {
                let to = text("to").ok_or_else(|| ApiError::body("/to", text!("review-to-account")))?;
                Ok(of_review(FormRequest::json(&HandOver { to: Some(to) })?))
            }
            Some("take-back") => Ok(of_review(FormRequest::json(&HandOver::default())?)),
            Some("end") => Ok(of_review(FormRequest::default())),
            _ => {
                let known = text!("review-does");
                Err(ApiError::body("/does", known))
            }
        }
    }

    /// Leads back to the moment, in the review unless it has ended.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let answer = outcome?;
        let back = if Fields::of::<ReviewForm>(sent)?.text("does") == Some("end") {
            String::new()
        } else {
            let review: Review = answered(answer).await?;
            query([("review", review.id.as_str())])
        };
        let seen = RequestedView::at_path(&ctx).await?;
        Ok(on_to(&format!("/g/{}/{}{back}", seen.head.id, seen.version)).finish())
    }
}
