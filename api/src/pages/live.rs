//! Line about the followers of a game that goes on, as its page says it.

use hindsight_openapi::wire::LiveInfo;
use maud::{Markup, html};

use super::seen::RequestedView;
use crate::base::messages::text;
use crate::games::delay_in_words;
use crate::http::Ctx;

/// How many follow a game, and by how much they are behind; nothing of a game that is over.
pub(super) fn line(ctx: &Ctx, seen: &RequestedView) -> Markup {
    if seen.head.over {
        return html! {};
    }
    let LiveInfo { followers, .. } = ctx.services.games.live_of(&seen.head);
    let end = seen.head.version();
    // From behind what the page shows: what is recorded before the stream opens is told by it too.
    let stream = format!("/v1/games/{}/live?from={}", seen.head.id, end + 1);
    html! {
        p.live.quiet data-live=(stream) {
            span data-is="followers" { (text!("live-viewers", followers)) }
            @if let Some(delay) = seen.head.delay {
                " · " span.delay { (text!("live-delayed", delay = delay_in_words(delay))) }
            }
            span role="status" { a hidden href=(seen.address(end)) data-does="present" { " · " (text!("live-went-on"; end = html! { b { (end) } })) } }
        }
    }
}
