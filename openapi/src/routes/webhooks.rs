//! Webhooks: messages about what happens in an account's games, sent to addresses of its own.

use serde_json::json;

use crate::wire::{CreateWebhook, NewWebhook, PatchWebhook, Webhook, WebhookDelivery, WebhookList};
use crate::{Access, Method, Operation, ProblemKind};

const TAG: &str = "webhooks";
/// The address of the page with its forms.
const PAGE: &str = "/account/webhooks";

/// How messages are sent and signed.
const SENT: &str = "Messages are JSON (`WebhookMessage`), sent by POST, at least once, and signed as Standard Webhooks does: the header `webhook-signature` holds `v1,` and the base64 of the HMAC-SHA256, by the secret, over `webhook-id`, `webhook-timestamp` and the body with dots between. After the secret was rotated both sign for a day. An answer of 200 to 299 within 8 seconds is success; else it is sent again up to 7 times, after 10 seconds first and four times as long each time. 24 failures in a row, or an answer of 410, disable the webhook. Redirects are not followed. What happens within a second is told at once, as the game stands then.";

pub(super) fn operations() -> Vec<Operation> {
    let own = [ProblemKind::NoSuchWebhook, ProblemKind::NoSuchAccount];
    let hook = "/v1/webhooks/{webhook}";
    let html = |operation: Operation| operation.html_problems().with_headers(&["Location"]);
    vec![
        Operation::post("createWebhook", "/v1/webhooks", TAG, "Register a webhook")
            .about(SENT)
            .access(Access::Scope("any"))
            .body::<CreateWebhook>(8 << 10, vec![
                ("my turn", json!({ "url": "https://example.org/hindsight", "events": ["game.seat_asked", "game.finished"], "label": "club bot" })),
                ("a channel", json!({ "url": "https://example.com/api/webhooks/1/abc", "text_field": "content" })),
            ])
            .answers::<NewWebhook>(201, "The webhook with its secret, which is shown this once.")
            .by_page_form(PAGE, &["create"], "`url`, `label`, `text_field`, and `recorded`, `turn`, `seat_asked`, `finished`, `annotated` for what is sent.")
            .answers_as(200, "By a form: the page with the secret.", vec![("text/html", None)])
            .problems(&[ProblemKind::LimitReached, ProblemKind::NoSuchAccount]),
        Operation::get("listWebhooks", "/v1/webhooks", TAG, "Your webhooks, with their last messages")
            .access(Access::Scope("any"))
            .answers::<WebhookList>(200, "Without their secrets.")
            .problems(&[ProblemKind::NoSuchAccount]),
        Operation::get("getWebhook", hook, TAG, "One of your webhooks, with its last messages")
            .access(Access::Scope("any"))
            .answers::<Webhook>(200, "Without its secret.")
            .problems(&own),
        Operation::get("patchWebhook", hook, TAG, "Edit, pause or resume a webhook")
            .with_method(Method::Patch)
            .access(Access::Scope("any"))
            .body::<PatchWebhook>(8 << 10, vec![("stop", json!({ "enabled": false }))])
            .answers::<Webhook>(200, "As it is now.")
            .by_page_form(PAGE, &["change", "enable", "disable"], "`id`, and with `change` the fields of a new webhook.")
            .then_redirects()
            .problems(&own),
        Operation::get("deleteWebhook", hook, TAG, "Delete a webhook")
            .with_method(Method::Delete)
            .access(Access::Scope("any"))
            .answers_as(204, "Nothing is sent to it any more, what waited neither.", Vec::new())
            .by_page_form(PAGE, &["remove"], "`id`.")
            .then_redirects()
            .problems(&own),
        Operation::post("rotateWebhookSecret", "/v1/webhooks/{webhook}/secret", TAG, "Rotate a webhook's secret")
            .about("For a day messages are signed by both, so that the receiver can change over.")
            .access(Access::Scope("any"))
            .answers::<NewWebhook>(200, "The webhook with its new secret, which is shown this once.")
            .also_text("text/html")
            .by_page_form(PAGE, &["rotate"], "`id`. The page shows the secret.")
            .problems(&own),
        Operation::post("testWebhook", "/v1/webhooks/{webhook}/test", TAG, "Send a test to a webhook")
            .access(Access::Scope("any"))
            .answers::<WebhookDelivery>(202, "The message, which is sent within a few seconds; `getWebhook` tells what came of it.")
            .by_page_form(PAGE, &["test"], "`id`.")
            .then_redirects()
            .problems(&[ProblemKind::NoSuchWebhook, ProblemKind::NoSuchAccount, ProblemKind::LimitReached]),
        html(Operation::get("webhooksPage", PAGE, TAG, "Webhooks page")
            .answers_as(200, "The page.", vec![("text/html", None)])
            .answers_as(303, "Nobody is signed in: on to the page to sign in.", Vec::new())),
    ]
}
