//! The pages of one game as tabs under its title: replay, statistics, mistakes, rules check, report, share.

use hindsight_kernel::Message;
use hindsight_openapi::wire::GameCard;
use maud::{Markup, html};

use super::seen::RequestedView;
use super::words::result_words;
use crate::base::messages::text;

/// The page that a tab leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    /// The game moment by moment.
    Replay,
    /// Counts, expectations, luck, units.
    Statistics,
    /// What a coach would point out.
    Mistakes,
    /// Where the record departs from the rules.
    RulesCheck,
    /// The battle report.
    Report,
    /// The recorder, for those who may record.
    Record,
    /// Title, visibility and seats, for who keeps the game.
    Settings,
}

impl Tab {
    fn name(self) -> Message {
        match self {
            Self::Replay => text!("tabs-replay"),
            Self::Statistics => text!("tabs-statistics"),
            Self::Mistakes => text!("tabs-mistakes"),
            Self::RulesCheck => text!("tabs-rules-check"),
            Self::Report => text!("tabs-report"),
            Self::Record => text!("tabs-record"),
            Self::Settings => text!("tabs-settings"),
        }
    }

    const fn place(self) -> &'static str {
        match self {
            Self::Replay => "",
            Self::Statistics => "/figures",
            Self::Mistakes => "/suggestions",
            Self::RulesCheck => "/audit",
            Self::Report => "/report",
            Self::Record => "/record",
            Self::Settings => "/settings",
        }
    }
}

/// The tabs of a game, with the page that they stand on marked.
pub(super) fn tabs(seen: &RequestedView, here: Tab) -> Markup {
    use Tab::{Mistakes, Record, Replay, Report, RulesCheck, Settings, Statistics};
    let game = seen.head.id;
    let records = seen.sight.keeps || !seen.sight.seats.is_empty();
    let tab = |tab: Tab| {
        html! { a href=(format!("/g/{game}{}", tab.place())) aria-current=[(tab == here).then_some("page")] { (tab.name()) } }
    };
    html! {
        nav.tabs aria-label=(text!("tabs-pages-game")) {
            @for one in [Replay, Statistics, Mistakes, RulesCheck, Report] { (tab(one)) }
            a href=(if here == Replay { "#share".to_owned() } else { format!("/g/{game}#share") }) { (text!("tabs-share")) }
            @if records { (tab(Record)) }
            @if seen.sight.keeps { (tab(Settings)) }
        }
    }
}

/// The result of a game that is over, behind a click where the reader has not asked for results.
pub(super) fn result(card: &GameCard, shown: bool) -> Markup {
    let running = if card.status == "draft" {
        text!("tabs-not-begun")
    } else {
        text!("tabs-not-over-yet")
    };
    html! {
        @match &card.result {
            None => span.result { (running) },
            Some(result) if shown => span.result { (result_words(result)) },
            Some(result) => details.result { summary { (text!("tabs-show-result")) } span { (result_words(result)) } },
        }
    }
}
