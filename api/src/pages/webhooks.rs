//! The page of one's own webhooks: where messages about one's games are sent, what came of it, and how to change it.

use actix_web::http::header;
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
        p { a href="/account" { "Your account" } }
        h1 { "Webhooks" }
        p.lead { "Messages about what happens in your games, sent to an address of yours: a chat channel, a bot, a calendar." }
        (wrong(refused))
        @if let Some(made) = made {
            div.once role="status" {
                p { "The secret by which messages to " code { (made.webhook.url) } " are signed. Copy it now: it is shown this once." }
                p { code { (made.secret) } }
            }
        }
        @if !are_sent { p.wrong { "The operator of this server has turned webhooks off: nothing is sent." } }
        @for hook in &hooks { (one(hook)) }
        @if are_sent {
            section aria-labelledby="new" {
                h2 #new { "Register a webhook" }
                form.fields method="post" action=(PAGE) {
                    (fields(None, targets))
                    button type="submit" name="does" value="create" { "Register" }
                }
            }
        }
        details.method {
            summary { "How messages are sent" }
            p {
                "By POST, as JSON, and signed as " a href="https://www.standardwebhooks.com/" rel="noreferrer" { "Standard Webhooks" } " has it. \
                 An answer of 200 to 299 within 8 seconds is success; otherwise it is sent again up to 7 times, over about 15 hours. After 24 failures \
                 in a row nothing more is sent until you start it again. What is in a message is what you may see of the game. "
                a href="/docs" { "The API" } " describes every field."
            }
        }
    };
    Ok(Page {
        class: "text account",
        ..Page::plain("Webhooks", body)
    })
}

/// What an event is called by people.
fn called(event: WebhookEvent) -> &'static str {
    match event {
        WebhookEvent::GameRecorded => "Anything is recorded",
        WebhookEvent::GameTurn => "A turn begins",
        WebhookEvent::SeatAsked => "It is your turn to decide",
        WebhookEvent::GameFinished => "A game is over",
        WebhookEvent::GameAnnotated => "Somebody else comments",
        WebhookEvent::Test => "Test",
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
            span { "Address" }
            input type="url" name="url" required maxlength="1000" value=(hook.map_or("", |hook| hook.url.as_str())) placeholder="https://example.org/hindsight" autocomplete="off";
            @if targets == WebhookTargets::Https { span.quiet { "It begins with https and is reached from the public internet." } }
        }
        label {
            span { "What it is for (optional)" }
            input type="text" name="label" maxlength="100" value=(hook.map_or("", |hook| hook.label.as_str())) autocomplete="off";
        }
        label {
            span { "Field for a sentence (optional)" }
            input type="text" name="text_field" maxlength="32" pattern="[a-z_]*" value=(text_field) placeholder="content" autocomplete="off" autocapitalize="none" spellcheck="false";
            span.quiet { "Discord shows " code { "content" } ", Slack " code { "text" } "." }
        }
        fieldset {
            legend { "Send a message when" }
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
                    Some(why) => { strong { "Stopped" } ": " (why) "." }
                    None if hook.failures > 0 => { "On; the last " (hook.failures) @if hook.failures == 1 { " attempt" } @else { " attempts" } " failed." }
                    None => "On.",
                }
                @if hook.dropped > 0 { " " (hook.dropped) " messages were left out since too many waited." }
            }
            form.inline method="post" action=(PAGE) {
                input type="hidden" name="id" value=(hook.id);
                button type="submit" name="does" value="test" { "Send a test" }
                @if hook.enabled { button type="submit" name="does" value="disable" { "Stop" } }
                @else { button type="submit" name="does" value="enable" { "Start again" } }
                button type="submit" name="does" value="rotate" { "New secret" }
                button type="submit" name="does" value="remove" { "Remove" }
            }
            details {
                summary { "Change it" }
                form.fields method="post" action=(PAGE) {
                    input type="hidden" name="id" value=(hook.id);
                    (fields(Some(hook), WebhookTargets::Anywhere))
                    button type="submit" name="does" value="change" { "Save" }
                }
            }
            @if hook.deliveries.is_empty() { p.quiet { "Nothing was sent yet." } } @else { (deliveries(&hook.deliveries)) }
        }
    }
}

fn deliveries(all: &[WebhookDelivery]) -> Markup {
    html! {
        (wide("Last messages", &html! { table {
            caption { "Last messages" }
            thead { tr { th scope="col" { "When" } th scope="col" { "What" } th scope="col" { "State" } th.number scope="col" { "Attempts" } th scope="col" { "Last attempt" } } }
            tbody { @for delivery in all { tr {
                th scope="row" { (minute_of(&delivery.created_at)) }
                td { (called(delivery.event)) }
                td { (state(delivery)) }
                td.number { (delivery.attempts) }
                td {
                    (delivery.outcome.as_deref().unwrap_or("–"))
                    @if let Some(took) = delivery.took_ms { " " span.quiet { "after " (took) " ms" } }
                }
            } } }
        } }))
    }
}

fn state(delivery: &WebhookDelivery) -> Markup {
    html! {
        @match (delivery.state, &delivery.next_attempt_at) {
            (DeliveryState::Delivered, _) => "Delivered",
            (DeliveryState::GivenUp, _) => "Given up",
            (DeliveryState::Waiting, Some(next)) if delivery.attempts > 0 => { "Again at " (minute_of(next)) }
            (DeliveryState::Waiting, _) => "Being sent; reload for the outcome",
        }
    }
}
