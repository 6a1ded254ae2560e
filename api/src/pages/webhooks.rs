//! The page of one's own webhooks: where messages about one's games are sent, what came of it, and how to change it.

use actix_web::http::header;
use hindsight_kernel::Message;
use hindsight_openapi::wire::{
    CreateWebhook, DeliveryState, NewWebhook, PatchWebhook, Webhook, WebhookDeed, WebhookDelivery,
    WebhookEvent, WebhookForm,
};
use maud::{Markup, html};

use super::account::is_for_the_form;
use super::house::{Page, minute_of, wide};
use super::outcomes::{on_to, unkept, wrong};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::base::settings::WebhookTargets;
use crate::http::{Answer, Ctx, FormRequest, Mounts, PageForm, answered, plain_form};

/// The address of the page.
const PAGE: &str = "/account/webhooks";

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("webhooksPage", |ctx| async move {
        if ctx.present_account().await.is_err() {
            return Ok(actix_web::HttpResponse::SeeOther()
                .insert_header((header::LOCATION, "/signin?next=%2Faccount%2Fwebhooks"))
                .insert_header((header::CACHE_CONTROL, "no-store"))
                .finish());
        }
        let page = page(&ctx, None, None).await?;
        Ok(unkept(page.answer(&ctx.req)))
    });
    mounts.form::<WebhooksForm>("createWebhook");
}

/// The forms by which webhooks are registered and changed.
struct WebhooksForm;

impl PageForm for WebhooksForm {
    async fn request(ctx: &Ctx, sent: &[u8]) -> ApiResult<FormRequest> {
        ctx.same_origin()?;
        ctx.present_account().await?;
        request(plain_form(sent)?)
    }

    /// Shows a secret once, or leads back to the page.
    async fn page(ctx: Ctx, sent: &[u8], outcome: Answer) -> Answer {
        let form = plain_form::<WebhookForm>(sent);
        match (outcome, form.map(|form| form.does)) {
            (Ok(made), Ok(WebhookDeed::Create | WebhookDeed::Rotate)) => {
                let made: NewWebhook = answered(made).await?;
                let page = page(&ctx, Some(&made), None).await?;
                Ok(unkept(page.answer(&ctx.req)))
            }
            (Ok(_), _) => Ok(on_to(PAGE).finish()),
            (Err(error), Ok(_)) if is_for_the_form(&error) => {
                let page = page(&ctx, None, Some(&error)).await?;
                Ok(unkept(page.answer_as(error.kind().status(), &ctx.req)))
            }
            (Err(error), _) => Err(error),
        }
    }
}

/// The request that a form stands for.
fn request(form: WebhookForm) -> ApiResult<FormRequest> {
    let missing = |field: &str| ApiError::body(format!("/{field}"), text!("needed-here"));
    let events = Some(form.events());
    let nothing = PatchWebhook {
        url: None,
        events: None,
        label: None,
        text_field: None,
        enabled: None,
    };
    let request = match form.does {
        WebhookDeed::Create => {
            return FormRequest::json(&CreateWebhook {
                url: form.url.ok_or_else(|| missing("url"))?,
                events,
                label: form.label,
                text_field: form.text_field,
            });
        }
        WebhookDeed::Change => FormRequest::json(&PatchWebhook {
            url: form.url,
            events,
            label: Some(form.label.unwrap_or_default()),
            text_field: Some(form.text_field.unwrap_or_default()),
            enabled: None,
        })?,
        does @ (WebhookDeed::Enable | WebhookDeed::Disable) => FormRequest::json(&PatchWebhook {
            enabled: Some(does == WebhookDeed::Enable),
            ..nothing
        })?,
        WebhookDeed::Rotate | WebhookDeed::Test | WebhookDeed::Remove => FormRequest::default(),
    };
    Ok(request.path("webhook", form.id.ok_or_else(|| missing("id"))?))
}

async fn page(ctx: &Ctx, made: Option<&NewWebhook>, refused: Option<&ApiError>) -> ApiResult<Page<'static>> {
    let account = ctx.present_account().await?;
    let hooks = ctx.services.webhooks.list(account.id).await?;
    let are_sent = ctx.services.webhooks.are_sent();
    let targets = ctx.services.settings.webhooks;
    let body = html! {
        p { a href="/account" { (text!("webhooks-page-your-account")) } }
        h1 { (text!("webhooks-page-webhooks")) }
        p.lead { (text!("webhooks-page-messages-about-what")) }
        (wrong(refused))
        @if let Some(made) = made {
            div.once role="status" {
                p { (text!("webhooks-page-secret"; url = html! { code { (made.webhook.url) } })) }
                p { code { (made.secret) } }
            }
        }
        @if !are_sent { p.wrong { (text!("webhooks-page-operator-server-has")) } }
        @for hook in &hooks { (one(hook)) }
        @if are_sent {
            section aria-labelledby="new" {
                h2 #new { (text!("webhooks-page-register-webhook")) }
                form.fields method="post" action=(PAGE) {
                    (fields(None, targets))
                    button type="submit" name="does" value="create" { (text!("webhooks-page-register")) }
                }
            }
        }
        details.method {
            summary { (text!("webhooks-page-how-messages-sent")) }
            p {
                (text!(
                    "webhooks-page-how";
                    standard = html! { a href="https://www.standardwebhooks.com/" rel="noreferrer" { (text!("webhooks-page-standard-webhooks")) } },
                    api = html! { a href="/docs" { (text!("webhooks-page-api")) } }
                ))
            }
        }
    };
    Ok(Page {
        class: "text account",
        ..Page::plain(text!("webhooks-page-webhooks"), body)
    })
}

/// What an event is called by people.
fn called(event: WebhookEvent) -> Message {
    match event {
        WebhookEvent::GameRecorded => text!("webhooks-page-anything-recorded"),
        WebhookEvent::GameTurn => text!("webhooks-page-turn-begins"),
        WebhookEvent::SeatAsked => text!("webhooks-page-your-turn-decide"),
        WebhookEvent::GameFinished => text!("webhooks-page-game-over"),
        WebhookEvent::GameAnnotated => text!("webhooks-page-somebody-else-comments"),
        WebhookEvent::Test => text!("webhooks-page-test"),
    }
}

/// The name of an event's box in the form.
fn name_of(event: WebhookEvent) -> &'static str {
    match event {
        WebhookEvent::GameRecorded => "recorded",
        WebhookEvent::GameTurn => "turn",
        WebhookEvent::SeatAsked => "seat_asked",
        WebhookEvent::GameFinished => "finished",
        WebhookEvent::GameAnnotated => "annotated",
        WebhookEvent::Test => "test",
    }
}

/// The fields of a webhook, as it is or as it begins.
fn fields(hook: Option<&Webhook>, targets: WebhookTargets) -> Markup {
    let ticked = |event| match hook {
        Some(hook) => hook.events.contains(&event),
        None => WebhookEvent::USUAL.contains(&event),
    };
    let text_field = hook
        .and_then(|hook| hook.text_field.as_deref())
        .unwrap_or_default();
    html! {
        label {
            span { (text!("webhooks-page-address")) }
            input type="url" name="url" required maxlength="1000" value=(hook.map_or("", |hook| hook.url.as_str())) placeholder=(text!("webhooks-page-https-example-org")) autocomplete="off";
            @if targets == WebhookTargets::Https { span.quiet { (text!("webhooks-page-begins-https-reached")) } }
        }
        label {
            span { (text!("webhooks-page-what-optional")) }
            input type="text" name="label" maxlength="100" value=(hook.map_or("", |hook| hook.label.as_str())) autocomplete="off";
        }
        label {
            span { (text!("webhooks-page-field-sentence-optional")) }
            input type="text" name="text_field" maxlength="32" pattern="[a-z_]*" value=(text_field) placeholder="content" autocomplete="off" autocapitalize="none" spellcheck="false";
            span.quiet { (text!("webhooks-page-channels"; discord = html! { code { "content" } }, slack = html! { code { "text" } })) }
        }
        fieldset {
            legend { (text!("webhooks-page-send-message-when")) }
            @for event in WebhookEvent::CHOSEN {
                label.flag { input type="checkbox" name=(name_of(event)) value="on" checked[ticked(event)]; " " (called(event)) }
            }
        }
    }
}

fn one(hook: &Webhook) -> Markup {
    let name = if hook.label.is_empty() {
        &hook.url
    } else {
        &hook.label
    };
    html! {
        section.webhook aria-labelledby=(format!("w-{}", hook.id)) {
            h2 id=(format!("w-{}", hook.id)) { (name) }
            @if !hook.label.is_empty() { p.quiet { (hook.url) } }
            p {
                @match &hook.disabled_because {
                    Some(why) => { strong { (text!("webhooks-page-stopped")) } ": " (why) "." }
                    None if hook.failures > 0 => (text!("webhooks-page-failing", failures = hook.failures)),
                    None => (text!("webhooks-page-on")),
                }
                @if hook.dropped > 0 { " " (text!("webhooks-page-dropped", count = hook.dropped)) }
            }
            form.inline method="post" action=(PAGE) {
                input type="hidden" name="id" value=(hook.id);
                button type="submit" name="does" value="test" { (text!("webhooks-page-send-test")) }
                @if hook.enabled { button type="submit" name="does" value="disable" { (text!("webhooks-page-stop")) } }
                @else { button type="submit" name="does" value="enable" { (text!("webhooks-page-start-again")) } }
                button type="submit" name="does" value="rotate" { (text!("webhooks-page-new-secret")) }
                button type="submit" name="does" value="remove" { (text!("webhooks-page-remove")) }
            }
            details {
                summary { (text!("webhooks-page-change")) }
                form.fields method="post" action=(PAGE) {
                    input type="hidden" name="id" value=(hook.id);
                    (fields(Some(hook), WebhookTargets::Anywhere))
                    button type="submit" name="does" value="change" { (text!("webhooks-page-save")) }
                }
            }
            @if hook.deliveries.is_empty() { p.quiet { (text!("webhooks-page-nothing-was-sent")) } } @else { (deliveries(&hook.deliveries)) }
        }
    }
}

fn deliveries(all: &[WebhookDelivery]) -> Markup {
    html! {
        (wide(text!("webhooks-page-last-messages"), &html! { table {
            caption { (text!("webhooks-page-last-messages")) }
            thead { tr { th scope="col" { (text!("webhooks-page-when")) } th scope="col" { (text!("webhooks-page-what")) } th scope="col" { (text!("webhooks-page-state")) } th.number scope="col" { (text!("webhooks-page-attempts-2")) } th scope="col" { (text!("webhooks-page-last-attempt")) } } }
            tbody { @for delivery in all { tr {
                th scope="row" { (minute_of(&delivery.created_at)) }
                td { (called(delivery.event)) }
                td { (state(delivery)) }
                td.number { (delivery.attempts) }
                td {
                    (delivery.outcome.as_deref().unwrap_or("–"))
                    @if let Some(took) = delivery.took_ms { " " span.quiet { (text!("webhooks-page-after", ms = took)) } }
                }
            } } }
        } }))
    }
}

fn state(delivery: &WebhookDelivery) -> Markup {
    html! {
        @match (delivery.state, &delivery.next_attempt_at) {
            (DeliveryState::Delivered, _) => (text!("webhooks-page-delivered")),
            (DeliveryState::GivenUp, _) => (text!("webhooks-page-given-up")),
            (DeliveryState::Waiting, Some(next)) if delivery.attempts > 0 => (text!("webhooks-page-again-at"; time = minute_of(next))),
            (DeliveryState::Waiting, _) => (text!("webhooks-page-being-sent-reload")),
        }
    }
}
