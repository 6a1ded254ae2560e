//! The log: the events of one stretch of the game in words, every figure with its explanation.

use std::collections::BTreeSet;

use hindsight_openapi::wire::Timeline;
use maud::{Markup, html};

use super::dice::figures;
use super::rerolls::{button, may_reroll};
use super::seen::RequestedView;
use crate::base::error::ApiResult;
use crate::games::EventRange;
use crate::http::Ctx;

/// The most events of one log: a longer stretch is shown around the moment.
const MOST: u64 = 600;

/// The first and last version of the log that a version stands in.
pub(super) fn span(course: &Timeline, version: u64) -> (u64, u64) {
    let stretch = course
        .entries
        .iter()
        .rev()
        .find(|entry| entry.from <= version)
        .or(course.entries.first());
    let (from, to) = stretch.map_or((version, version), |entry| (entry.from, entry.to.max(version)));
    if to - from < MOST {
        return (from, to);
    }
    // Pieces of the stretch, so that neighbours share one.
    let begins = from + (version - from) / MOST * MOST;
    (begins, to.min(begins + MOST - 1))
}

/// The log that a moment stands in.
pub(super) async fn log(ctx: &Ctx, seen: &RequestedView, course: &Timeline) -> ApiResult<Markup> {
    let past = ctx.services.games.past(&seen.head).await?;
    let (from, to) = span(course, seen.version);
    let caption = course
        .entries
        .iter()
        .rev()
        .find(|entry| entry.from <= from)
        .map(|entry| entry.caption.clone())
        .unwrap_or_default();
    let told: BTreeSet<u64> = course
        .told
        .iter()
        .copied()
        .filter(|told| (from..=to).contains(told))
        .collect();
    let (viewer, system, version) = (seen.viewer, seen.head.system, seen.version);
    let (game, tail) = (seen.head.id, seen.query(None));
    let rerolls = may_reroll(seen);
    ctx.services
        .store
        .work(move |_| {
            let mut lines = Vec::new();
            let look = EventRange {
                from,
                to,
                all_lines: !past.is_live(version),
                facts: true,
            };
            past.walk(look, viewer, &mut |step| {
                let (facts, here) = (step.facts(), step.version());
                let told = told.contains(&here) || here == version;
                lines.push(html! {
                    li class=(if told { "told" } else { "quiet" }) data-version=(here) aria-current=[(here == version).then_some("step")] {
                        a.words href=(format!("/g/{game}/{here}{tail}")) data-go=(here) { (step.words()) }
                        (figures(&facts, system))
                        @if rerolls && !step.dice().is_empty() { (button(game, here)) }
                    }
                });
                true
            })?;
            Ok(html! {
                ol.log data-from=(from) data-to=(to) aria-label=(caption) {
                    @for line in lines { (line) }
                }
            })
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight_openapi::wire::TimelineEntry;

    #[test]
    fn a_log_is_a_stretch_or_a_piece_of_a_long_one() {
        let entry = |from, to| TimelineEntry {
            from,
            to,
            round: 1,
            turn: 1,
            phase: String::new(),
            active: None,
            caption: String::new(),
            message: None,
        };
        let course = Timeline {
            game: String::new(),
            version: 2_000,
            entries: vec![entry(1, 10), entry(13, 40), entry(41, 2_000)],
            marks: Vec::new(),
            told: Vec::new(),
            activations: Vec::new(),
        };
        let rows = [
            (1, (1, 10)),
            (10, (1, 10)),
            // An abandoned line between two stretches belongs to the one before it.
            (12, (1, 12)),
            (13, (13, 40)),
            (41, (41, 640)),
            (640, (41, 640)),
            (641, (641, 1_240)),
            (2_000, (1_841, 2_000)),
        ];
        for (version, expected) in rows {
            assert_eq!(span(&course, version), expected, "{version}");
        }
    }
}
